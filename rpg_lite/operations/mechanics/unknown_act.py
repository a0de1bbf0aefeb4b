"""The refusal of an act that nobody has: the near acts, and the call that does what the name means elsewhere."""

from typing import Any, Final

from rpg_lite.operations.mechanics.acting import finding, item_acts
from rpg_lite.operations.mechanics.acting.command import ActCommand
from rpg_lite.operations.mechanics.acting.riders_of import riders_of
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, World

_ATTACKS: Final = frozenset(("attack", "weapon attack", "melee attack", "ranged attack", "strike"))
_OF_ACTS: Final = ("operation", "act", "zone", "steps", "targets")


def refuse(command: ActCommand, world: World, creature: Thing, book: Rulebook) -> Rejected:
    """List the acts of the creature; a spell is proposed as a cast, and a weapon or the word "attack" as an attack."""
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    wanted = str(sent.get("act") or "")
    known = list(dict.fromkeys((*(f.act.name for f in finding.acts_of(world, creature, book)), *_of_items(world, creature, book))))
    instead = (
        _as_cast(sent, wanted, book) or _as_rider(sent, wanted, world, creature, book) or _as_attack(sent, wanted, world, creature, book)
    )
    near = () if instead else tuple(names.nearest(wanted, known, 3))
    return Rejected("act_unknown", "act", {"wanted": wanted, "name": creature.name}, near, tuple(known), instead=instead)


def _of_items(world: World, creature: Thing, book: Rulebook) -> list[str]:
    return [one.name for one in item_acts.of(world, creature, book)]


def _as_cast(sent: dict[str, Any], wanted: str, book: Rulebook) -> dict[str, Any] | None:
    spell = book.spell(wanted)
    rest = {key: value for key, value in sent.items() if key not in ("operation", "act", "zone", "steps")}
    answer = {"answer": True} if spell and spell.cost == "reaction" else {}  # by itself it would be wasted
    return {**rest, "operation": "cast", "spell": spell.name, **answer} if spell else None


def _as_rider(sent: dict[str, Any], wanted: str, world: World, creature: Thing, book: Rulebook) -> dict[str, Any] | None:
    """The act that the rider of this name joins, with the rider."""
    own = next((one for one in riders_of(world, creature, book) if names.fold(one.name) == names.fold(wanted)), None)
    head, _, act = own.rider.rider.partition(":") if own else ("", "", "")
    if own is None or head != "act":
        return None
    return {**{key: value for key, value in sent.items() if key != "steps"}, "act": act, "with": [*sent.get("with", ()), own.name]}


def _as_attack(sent: dict[str, Any], wanted: str, world: World, creature: Thing, book: Rulebook) -> dict[str, Any] | None:
    """The attack with the weapon of this name, or with the main hand; without a target nothing is proposed."""
    key, aimed = names.fold(wanted), sent.get("targets") or ()
    weapon = next((a.name for a in bearers.stats_of(world, creature, book).attacks if names.fold(a.name) == key), None)
    if not aimed or (weapon is None and key not in _ATTACKS):
        return None
    rest = {k: value for k, value in sent.items() if k not in _OF_ACTS}
    return {**rest, "operation": "attack", "targetName": aimed[0], **({"itemName": weapon} if weapon else {})}
