"""The refusal of an act that nobody has: the similar acts, and the call of an act, a spell or an attack that the name may mean."""

import re
from typing import Any, Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import choice_meaning, item_acts
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.creature.own_riders import riders_of
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

_ATTACKS: Final = frozenset(("attack", "weapon attack", "melee attack", "ranged attack", "strike"))
_WORDS: Final = re.compile(r"[^\W_]+")
_OF_ACTS: Final = ("operation", "act", "zone", "steps", "targets")


def refuse(command: ActCommand, world: World, creature: Thing, book: Rulebook) -> Rejected:
    """List the acts of the creature; a spell is proposed as a cast, and a weapon or the word "attack" as an attack."""
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    wanted = str(sent.get("act") or "")
    known = list(dict.fromkeys((*(f.act.name for f in acts.acts_of(world, creature, book)), *_of_items(world, creature, book))))
    instead = (
        _as_choice(sent, wanted, world, creature, book)
        or _as_longer(sent, wanted, world, creature, book)
        or _as_cast(sent, wanted, creature, book)
        or _as_rider(sent, wanted, world, creature, book)
        or _as_attack(sent, wanted, world, creature, book)
    )
    near = () if instead else tuple(names.nearest(wanted, known, 3))
    return Rejected("act_unknown", "act", {"wanted": wanted, "name": creature.name}, near, tuple(known), instead=instead)


def _of_items(world: World, creature: Thing, book: Rulebook) -> list[str]:
    return [one.name for one in item_acts.of(world, creature, book)]


def _as_choice(sent: dict[str, Any], wanted: str, world: World, creature: Thing, book: Rulebook) -> dict[str, Any] | None:
    """The act whose name the sent words begin or end with, with the option that the other words name: "Cunning Action: Hide"."""
    words = _WORDS.findall(names.fold(wanted))
    for act in sorted((f.act for f in acts.acts_of(world, creature, book)), key=lambda a: -len(a.name)):
        own = _WORDS.findall(names.fold(act.name))
        rest = words[len(own) :] if words[: len(own)] == own else words[: -len(own)] if words[-len(own) :] == own else []
        option = next((o for o in choice_meaning.options(act) if rest and _WORDS.findall(names.fold(o)) == rest), None)
        if option:
            return {**sent, "act": act.name, "choice": {**(sent.get("choice") or {}), "choice": option}}
    return None


def _as_longer(sent: dict[str, Any], wanted: str, world: World, creature: Thing, book: Rulebook) -> dict[str, Any] | None:
    """The only act whose name begins with the sent words: "Spiritual Weapon" is its strike while the weapon is there."""
    words = _WORDS.findall(names.fold(wanted))
    longer = {
        f.act.name for f in acts.acts_of(world, creature, book) if words and _WORDS.findall(names.fold(f.act.name))[: len(words)] == words
    }
    return {**sent, "act": next(iter(longer))} if len(longer) == 1 else None


def _as_cast(sent: dict[str, Any], wanted: str, creature: Thing, book: Rulebook) -> dict[str, Any] | None:
    spell = thing_stats.spell_of(creature, wanted, book)
    rest = {key: value for key, value in sent.items() if key not in ("operation", "act", "zone", "steps")}
    answer = {"answer": True} if spell and spell.cost == "reaction" else {}  # a reaction would be wasted if played by itself
    return {**rest, "operation": "cast", "spell": spell.name, **answer} if spell else None


def _as_rider(sent: dict[str, Any], wanted: str, world: World, creature: Thing, book: Rulebook) -> dict[str, Any] | None:
    """The act that the rider of this name joins, with the rider."""
    own = next((one for one in riders_of(world, creature, book) if names.fold(one.name) == names.fold(wanted)), None)
    head, _, act = own.rider.rider.partition(":") if own else ("", "", "")
    if own is not None and head in ("hit", "attack") and (aimed := sent.get("targetName")):
        return {"operation": "attack", "characterName": creature.name, "targetName": aimed, "with": [own.name]}
    if own is None or head != "act":
        return None
    return {**{key: value for key, value in sent.items() if key != "steps"}, "act": act, "with": [*sent.get("with", ()), own.name]}


def _as_attack(sent: dict[str, Any], wanted: str, world: World, creature: Thing, book: Rulebook) -> dict[str, Any] | None:
    """The attack with the weapon of this name, or with the main hand; without a target nothing is proposed."""
    key, aimed = names.fold(wanted), sent.get("targets") or ()
    weapon = next((a.name for a in thing_stats.stats_of(world, creature, book).attacks if names.fold(a.name) == key), None)
    if not aimed or (weapon is None and key not in _ATTACKS):
        return None
    rest = {k: value for k, value in sent.items() if k not in _OF_ACTS}
    return {**rest, "operation": "attack", "targetName": aimed[0], **({"itemName": weapon} if weapon else {})}
