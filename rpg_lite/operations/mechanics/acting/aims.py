"""Spells aimed at something that is not a creature: a zone to dispel, or an item to identify, by its name."""

from typing import NamedTuple

from rpg_lite.operations.mechanics.acting.choice_meaning import ITEM
from rpg_lite.operations.mechanics.acting.command import ActCommand
from rpg_lite.operations.mechanics.acting.ending import DISPELS
from rpg_lite.operations.outcome import Rejected, Situation
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.plain_steps import GainStep, RemoveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.world.things import Thing, World


class SpellAim(NamedTuple):
    """The creatures at which a spell is aimed instead, and the choice that names the thing itself."""

    whom: list[Thing]
    choice: dict[str, str]


def aim(command: ActCommand, spell: Act | None, caster: Thing, world: World, situation: Situation) -> SpellAim | Rejected | None:
    """The aim of a call whose only target is not a creature; None if the spell cannot mean it."""
    named = [*command.targets, *([command.target_name] if command.target_name else [])]
    if spell is None or len(named) != 1:
        return None
    if any(isinstance(step, RemoveStep) and any(word.startswith(DISPELS) for word in step.remove) for step in walk(spell.steps)):
        return _at_zone(command, named[0], caster, world, situation)
    if any(isinstance(step, GainStep) and step.gain == "item_lore" for step in walk(spell.steps)):
        return SpellAim([], {**command.choice, ITEM: named[0]})
    return None


def _at_zone(command: ActCommand, name: str, caster: Thing, world: World, situation: Situation) -> SpellAim | Rejected | None:
    """The zone of this name in the caster's room. If the slice lacks the creature that cast it, the refusal suggests a call that names that creature."""
    room = world.room_of(caster.id)
    there = situation.people([room.id]).values() if room else ()
    near = [t for t in world.things.values() if t.kind == "character" and world.room_of(t.id) == room]
    for one in (*near, *there):
        zone = next((z.act for z in one.creature.zones.values() if names.fold(z.act) == names.fold(name)), None)
        if zone and one.id in world.things:
            return SpellAim([world.things[one.id]], {**command.choice, "zone": zone})
        if zone:
            sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude={"targets", "target_name"})
            instead = {**sent, "targets": [one.name], "choice": {**command.choice, "zone": zone}}
            return Rejected("zone_of_another", "targets", {"zone": zone, "name": one.name}, instead=instead)
    return None
