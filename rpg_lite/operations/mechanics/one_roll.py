"""Effects that count for one roll: the call names one in `with`, it counts for that roll, and it ends (SRD 5.1, Inspiration)."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from rpg_lite.operations.mechanics import lasting_ends
from rpg_lite.operations.mechanics.acting import finding
from rpg_lite.operations.occasions import changes_deed
from rpg_lite.operations.outcome import Called, Draft, Rejected
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.things import Thing, World

OF_ATTACKS: Final = ("attack.all",)
_ONE_ROLL: Final = ("one_roll",)
"""The scope of a change that counts for one roll, whichever its bearer likes."""


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
    return change.scope == _ONE_ROLL and change.target in targets


def spend(draft: Draft, creature: Thing, told: Collection[str], targets: Collection[str]) -> SpentOnRoll:
    """End the effects that the words name, and return what they change in a roll of these kinds."""
    known = words_of(draft, creature, targets) if told else {}
    wanted = list(dict.fromkeys(known[word] for word in sorted(told) if word in known))
    if not wanted:
        return _NOTHING
    changes = [m for m in draft.stats(creature).scoped if _counts(m, targets) and m.source.name in wanted]
    for name in wanted:
        lasting_ends.end_of_kind(draft, creature.id, "effects", partial(_is_called, name))
        draft.note("spent_on_the_roll", name=Called(creature.id), what=name)
    return SpentOnRoll(tuple(m for m in changes if m.op != "add_dice"), tuple(m for m in changes if m.op == "add_dice"))


def _is_called(name: str, entry: Lasting) -> bool:
    return names.fold(entry.name) == names.fold(name)


def strange_word(
    draft: Draft, who: Sequence[Thing], words: Sequence[str], targets: Collection[str], sent: Mapping[str, Any]
) -> Rejected | None:
    """Refuse a word by which none of these creatures can spend an effect on the roll."""
    known = {word: name for one in who for word, name in words_of(draft, one, targets).items()}
    strange = next((word for word in words if key_of(word) not in known), None)
    if strange is None:
        return None
    if refusal := answering_act(draft.world, who[0], strange, sent, draft.situation.book):
        return refusal
    there = tuple(dict.fromkeys(known.values()))
    near = tuple(names.nearest(strange, there))
    return Rejected("effect_for_no_roll", "with", {"wanted": strange, "name": who[0].name}, near, there, without(sent, strange))


def answering_act(world: World, who: Thing, word: str, sent: Mapping[str, Any], book: Rulebook) -> Rejected | None:
    """The refusal of a word that names an act which is played after the roll (SRD 5.2, Heroic Inspiration)."""
    found = finding.find(world, who, word, book)
    if found is None or not found.act.when or not changes_deed(found.act) or found.act.cost == "reaction":
        return None
    return Rejected("answers_a_roll", "with", {"wanted": found.act.name, "use": _call_of(found.act, who)}, instead=without(sent, word))


def _call_of(act: Act, who: Thing) -> str:
    return json.dumps({"operation": "act", "act": act.name, "characterName": who.name, "answer": True}, ensure_ascii=False)


def without(sent: Mapping[str, Any], word: str) -> dict[str, Any]:
    """The call without this word of `with`."""
    words = [other for other in sent.get("with", ()) if other != word]
    return {**{key: value for key, value in sent.items() if key != "with"}, **({"with": words} if words else {})}
