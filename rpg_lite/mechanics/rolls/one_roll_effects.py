"""Effects that apply to one roll: the call names one in `with`; it applies to that roll and then ends (SRD 5.1, Inspiration)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.rules import names
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing

OF_ATTACKS: Final = ("attack.all",)
ONE_ROLL: Final = ("one_roll",)
"""The scope of a change that applies to one roll of its bearer's choice."""


@dataclass(frozen=True, slots=True)
class SpentOnRoll:
    """The changes of the effects that a creature has spent on a roll."""

    modes: tuple[Modifier, ...] = ()
    dice: tuple[Modifier, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.modes or self.dice)


_NOTHING: Final = SpentOnRoll()


def key_of(name: str) -> str:
    """A name in the form that the words of `with` have."""
    return names.fold(name).replace(" ", "_")


def words_of(draft: Draft, creature: Thing, targets: Collection[str]) -> Mapping[str, str]:
    """Each word by which a call may spend an effect of the creature on a roll of these kinds → the name of the effect."""
    counting = dict.fromkeys(m.source.name for m in draft.stats(creature).scoped if _counts(m, targets))
    found: dict[str, str] = {}
    for name in counting:
        rule = draft.situation.book.effect(name)
        for other in (name, *(rule.aliases if rule else ())):
            found.setdefault(key_of(other), name)
    return found


def _counts(change: Modifier, targets: Collection[str]) -> bool:
    return change.scope == ONE_ROLL and change.target in targets


def spend(draft: Draft, creature: Thing, told: Collection[str], targets: Collection[str]) -> SpentOnRoll:
    """End the effects that the words name, and return the changes that they make to a roll of these kinds."""
    known = words_of(draft, creature, targets) if told else {}
    wanted = list(dict.fromkeys(known[word] for word in sorted(told) if word in known))
    if not wanted:
        return _NOTHING
    changes = [m for m in draft.stats(creature).scoped if _counts(m, targets) and m.source.name in wanted]
    for name in wanted:
        effect_removal.end_of_kind(draft, creature.id, "effects", partial(_is_called, name))
        draft.note("spent_on_the_roll", name=Called(creature.id), what=name)
    return SpentOnRoll(tuple(m for m in changes if m.op != "add_dice"), tuple(m for m in changes if m.op == "add_dice"))


def _is_called(name: str, entry: Lasting) -> bool:
    return names.fold(entry.name) == names.fold(name)
