"""A door or a thing where a creature would be struck: the call that gives it the numbers that the rules suggest.

The refusal says the call and does not propose it, because no proposal creates something unasked.
"""

from collections.abc import Iterator
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.rules import names, objects
from rpg_lite.rules.acts.act import Act, AttackStep
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.objects import ObjectNumbers
from rpg_lite.vocabulary import DOORS
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Exit, Thing, World

BREAKABLE: Final = "breakable {name}"
"""The name of the creature that stands for a thing; with the thing's own name, nobody could name either of the two any more."""
_NOBODY: Final = ("character_unknown", "not_a_creature")


def strikes(act: Act) -> bool:
    """Whether the act attacks or damages somebody, itself or by other acts (Multiattack); no other act needs the numbers of a thing."""
    plays_part = any(isinstance(step, DoStep) and step.part for step in walk(act.steps, inner_acts=False))
    steps = walk(act.steps, inner_acts=plays_part)
    return any(isinstance(step, AttackStep | DamageStep) or (isinstance(step, DoStep) and not step.part) for step in steps)


def lead_on(refused: Rejected, striker: Thing, world: World, situation: Situation) -> Rejected:
    """The refusal with the numbers of the door or thing that its name means in the striker's room; unchanged if it means none."""
    room, name = world.room_of(striker.id), str(refused.details.get("wanted") or refused.details.get("name") or "")
    if refused.code not in _NOBODY or refused.near or room is None or not name:
        return refused
    door = _door(name, room, situation)
    found = door or _thing(name, room, striker, world, situation)
    if found is None:
        return refused
    name, numbers = found
    called = name if door else names.capitalize(BREAKABLE.format(name=name))
    sheet = {
        "type": "object",
        "speed": {"walk": 0},
        "size": numbers.size,
        "hpMax": numbers.hp,
        "modifiers": [{"target": "ac", "op": "base", "value": numbers.ac}],
        "immunities": ["poison", "psychic"],
    }
    made = {"operation": "create", "name": called, "character": sheet, "roomName": room.name}
    details = {"name": name, "ac": numbers.ac, "hp": numbers.hp, "payload": made}
    return Rejected("door_has_no_numbers" if door else "object_has_no_numbers", refused.field, details)


def _door(name: str, room: Thing, situation: Situation) -> tuple[str, ObjectNumbers] | None:
    """The only visible door whose label and kind have all the words of the name."""
    wanted = set(names.fold(name).split()) - {"the"}
    fit = [way for way in situation.ways([room.id], "out") if way.kind in DOORS and not way.hidden and wanted <= {*_words(way)}]
    if len(fit) != 1:
        return None
    way = fit[0]
    called = f"{way.label} {'door' if 'door' in way.kind else way.kind}"
    return names.capitalize(called), objects.suggest((way.kind,), "large" if way.kind == "double_door" else "medium")


def _words(way: Exit) -> Iterator[str]:
    yield from names.fold(way.label).split()
    yield from (*way.kind.split("_"), "door")


def _thing(name: str, room: Thing, striker: Thing, world: World, situation: Situation) -> tuple[str, ObjectNumbers] | None:
    """The thing of this name in the room or with the one who strikes."""
    key, book = names.fold(name), situation.book
    near = (*situation.things([room.id]).values(), *world.tree_of(striker.id))
    for thing in near:
        if (
            thing.kind in ("item", "container")
            and not thing.state.is_hidden
            and thing.item.is_identified
            and key in thing_stats.names_of(thing, book)
        ):
            item = thing_stats.item_of(thing, book)
            return thing.name, objects.suggest((thing.name, item.base or ""), objects.size_of_weight(item.weight or 0))
    return None
