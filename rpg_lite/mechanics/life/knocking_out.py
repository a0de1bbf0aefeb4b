"""Knocking out: an attacker spares a creature that its melee attack drops to 0 hit points (SRD, Knocking Out a Creature)."""

from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.creature.effect_source import KNOCKED_OUT
from rpg_lite.mechanics.life import concentration, dying, forms, incapacity
from rpg_lite.rules.acts.act import Act, AttackStep
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.world import body_paths
from rpg_lite.world.creature_states import NO_CAUSE, Lasting, Span
from rpg_lite.world.effect_expiry import Instant
from rpg_lite.world.world_model import Thing

KNOCK_OUT: Final = "knock_out"
"""The caller's `with` word for a melee attack that spares its target."""
_SHORT_REST: Final = 60
HEALED: Final = "healed"
"""The word of `ends` for hit points that the bearer regains."""
HEALED_BY_MAGIC: Final = "healed_by_magic"
HEALED_BY_SPELL: Final = "healed_by_spell"
"""The words of `ends` for hit points that a spell or a magic item gives back, or a spell alone (SRD 5.1 and 5.2, Bearded Devil)."""


def words_of(act: Act) -> frozenset[str]:
    """The word, if the act strikes or may bring another act that strikes; or else nothing."""
    strikes = (s for s in walk(act.steps) if isinstance(s, DoStep) or (isinstance(s, AttackStep) and s.kind != "ranged"))
    return frozenset({KNOCK_OUT}) if any(True for _ in strikes) else frozenset()


def points_left(draft: Draft) -> int:
    """The hit points that a creature keeps when it is knocked out."""
    return 1 if draft.situation.book.policy.knocked_out == "one_point" else 0


def lie_down(draft: Draft, target: Thing) -> None:
    """Let the creature fall unconscious without dying: stable at 0 hit points, or with 1 until the end of a short rest."""
    target = draft.world.things[target.id]
    draft.note("knocked_out", name=Called(target.id))
    if target.creature.hp == 0:
        dying.stabilize(draft, target)
    else:
        span = Span("1 hour", Instant.of(draft.world).round + round(_SHORT_REST * ROUNDS_A_MINUTE))
        asleep = Lasting.make(KNOCKED_OUT, replace(span, ends_by=(HEALED,)), NO_CAUSE)
        change(draft, target, body_paths.EFFECTS, [*target.creature.effects, asleep])
        draft.remember_laid(target.id, asleep)
    _fall(draft, target)


def lie_stable(draft: Draft, target: Thing) -> None:
    """Let a creature that has dropped to 0 hit points lie unconscious and stable, whether it makes death saves or not: a poison that says so
    kills nobody, however much damage it deals (SRD 5.1, Giant Wasp; SRD 5.2, Phase Spider).
    """
    draft.note("falls", name=Called(target.id))
    dying.stabilize(draft, draft.world.things[target.id])
    _fall(draft, target)


def _fall(draft: Draft, target: Thing) -> None:
    incapacity.fall(draft, target)
    incapacity.let_go(draft, target)
    concentration.check(draft, target)
    forms.check(draft, target)


def is_spared(draft: Draft, target: Thing) -> bool:
    """Whether this deed has knocked the creature out already, so that the rest of its damage has no effect."""
    return draft.spares == target.id and draft.world.things[target.id].creature.dying.is_stable
