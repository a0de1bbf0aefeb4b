"""Creatures that a choice of the call names in addition to the targets: {"heal": "Mira"} (SRD 5.2, Land's Aid)."""

from collections.abc import Mapping

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.shared_keys import word_for
from rpg_lite.mechanics.acts.act_and_cast_keys import elsewhere
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.acts.words import NAMED
from rpg_lite.world.world_model import Thing, World


def keys_of(act: Act) -> frozenset[str]:
    """The keys under which the act takes a creature."""
    return frozenset(s.to.removeprefix(NAMED) for s in walk(act.steps, inner_acts=False) if s.to and s.to.startswith(NAMED))


def find(world: World, choice: Mapping[str, str], key: str) -> Thing | Rejected | None:
    """The creature that the choice names; None if it names none."""
    name = word_for(choice, key)
    return targets.character(world, *targets.id_or_name(name), f"choice.{key}") if name else None


def unfit(draft: Draft, caster: Thing, act: Act, choice: Mapping[str, str]) -> Rejected | None:
    """The refusal of a name that no creature in the same place has."""
    for key in sorted(keys_of(act)):
        found = find(draft.world, choice, key)
        refusal = (
            found if isinstance(found, Rejected) else elsewhere(draft.world, caster, [found], draft.situation.book, act) if found else None
        )
        if refusal:
            return refusal
    return None
