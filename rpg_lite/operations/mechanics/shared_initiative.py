"""Creatures on the initiative of another: a controlled mount on that of its rider, a steed of SRD 5.2 on that of its maker."""

from collections.abc import Collection, Mapping, Sequence

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics import initiative_insertion
from rpg_lite.operations.outcome import Called
from rpg_lite.rules import creature_flags
from rpg_lite.world import combat
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.fight_states import Fighter
from rpg_lite.world.world_model import Thing


def leader_of(creature: Thing) -> str | None:
    """The creature whose initiative this one shares: the source of the latest effect that says so."""
    return next((entry.cause.by for entry in reversed(creature.creature.effects) if _shares(entry)), None)


def _shares(entry: Lasting) -> bool:
    changes = entry.document["modifiers"] if entry.has_modifiers else ()
    return any(change.get("value") == creature_flags.SHARES_INITIATIVE for change in changes)


def among(draft: Draft, coming: Sequence[Thing]) -> dict[str, str]:
    """Creature → its leader, for those newcomers whose leader comes with them or fights already, and has an initiative of its own."""
    leaders = {one.id: leader for one in coming if (leader := leader_of(one))}
    ids = {one.id for one in coming}
    return {
        id: leader
        for id, leader in leaders.items()
        if leader not in leaders and (leader in ids or combat.is_in(draft.world, leader))
    }  # fmt: skip


def beside_leaders(order: Sequence[Fighter], led: Mapping[str, str], surprised: Collection[str]) -> list[Fighter]:
    """The order with each of these creatures right after its leader."""
    found: list[Fighter] = []
    for entry in order:
        found += [entry, *(Fighter.make(id, entry.initiative, id in surprised) for id, leader in led.items() if leader == entry.id)]
    return found


def follow(draft: Draft, leader: str, creature: str) -> None:
    """Put a creature right after its leader if the leader is in the fight; note its initiative (SRD, Controlling a Mount)."""
    if combat.is_in(draft.world, leader):
        now = initiative_insertion.put_after(draft, leader, creature)
        draft.note("shares_initiative", name=Called(creature), leader=Called(leader), initiative=now.initiative)
