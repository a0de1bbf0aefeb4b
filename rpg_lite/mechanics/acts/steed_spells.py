"""The steed that shares a spell which its rider casts on itself alone (SRD 5.1, Find Steed). Apart because it is a rule about targets that
only one spell brings.
"""

from collections.abc import Sequence
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.world.creature_states import APART
from rpg_lite.world.world_model import Thing

RIDDEN: Final = "Ridden"
"""The effect that the act Mount applies to the mount."""


def with_steed(draft: Draft, caster: Thing, act: Act, targets: Sequence[Thing]) -> tuple[Sequence[Thing], Sequence[Thing]]:
    """(the targets that the spell counts, all creatures that it affects): the steed is affected with its rider but not counted."""
    steed = next((t for t in targets if t.id != caster.id and _is_steed_of(draft, caster, t)), None) if isinstance(act, Spell) else None
    if steed is None or any(t.id not in (caster.id, steed.id) for t in targets):
        return targets, targets
    if act.targets != "self" and caster not in targets:
        return targets, targets
    return [caster], [caster, steed]


def _is_steed_of(draft: Draft, rider: Thing, other: Thing) -> bool:
    """Whether the rider rides the steed that its own spell has made."""
    if not any(entry.name == RIDDEN and entry.cause.by == rider.id for entry in other.creature.effects):
        return False
    is_bound = any(entry.cause.by == other.id and APART not in entry.span.ends_by for entry in rider.creature.effects)
    return is_bound and creature_flags.STEED_SHARES_SPELLS in draft.stats(rider).flags
