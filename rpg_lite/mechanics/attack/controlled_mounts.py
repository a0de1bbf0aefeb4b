"""The few acts of a controlled mount in a fight: Dash, Disengage and Dodge (SRD, Controlling a Mount)."""

from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import Thing, World

_ACTS: Final = frozenset(("dash", "disengage", "dodge"))
_COSTS: Final = ("action", "attack")


def refuse(world: World, creature: Thing, cost: str, act: str, book: Rulebook) -> Rejected | None:
    """Refuse a controlled mount any other action on its own turn and on its rider's turn. A rider that cannot act controls nothing (SRD
    5.2, Find Steed).
    """
    if cost not in _COSTS or names.fold(act) in _ACTS:
        return None
    flag = creature_flags.CONTROLLED_MOUNT
    entries = (entry for entry in creature.creature.effects if entry.has_modifiers)
    rider_id = next((e.cause.by for e in entries if any(m.get("value") == flag for m in e.document["modifiers"])), None)
    rider = world.things.get(rider_id or "")
    if rider is None or combat.acting(world) not in (creature.id, rider.id) or not thing_stats.stats_of(world, rider, book).can_act:
        return None
    return Rejected("mount_is_controlled", "characterName", {"name": creature.name, "rider": rider.name})
