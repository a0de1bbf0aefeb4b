"""Read the reactions that an answer offers, such as "May answer: Ash (Shield).", as names and the acts of each."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from rpg_lite.mechanics.creature.acts import find
from rpg_lite.mud.line_tokenizer import Ambiguous, Ask
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Thing, World

_ONE: Final = r"[^()]+ \([^()]*\)"
_SENTENCE: Final = re.compile(rf" ?May answer: ({_ONE}(?:, {_ONE})*)\.")
_PART: Final = re.compile(r"(?:, )?([^()]+) \(([^()]*)\)")
Offered = Mapping[str, tuple[str, ...]]
"""The names of the creatures that may answer, each with the names of its suitable acts and spells."""


def offered(text: str) -> dict[str, tuple[str, ...]]:
    """Read the offers out of an answer.

    >>> offered("Kara is hit. May answer: Kara (Shield, Parry), Ash (Shield).")
    {'Kara': ('Shield', 'Parry'), 'Ash': ('Shield',)}
    """
    found: dict[str, tuple[str, ...]] = {}
    for sentence in _SENTENCE.findall(text):
        for name, acts in _PART.findall(sentence):
            found[name] = (*found.get(name, ()), *acts.split(", "))
    return found


def only_of(who: Collection[str], text: str) -> str:
    """The text with the offers to these creatures alone.

    >>> only_of(["Ash"], "A hit. May answer: Ogre (Parry), Ash (Shield). HP 3."), only_of([], "A hit. May answer: Ogre (Parry).")
    ('A hit. May answer: Ash (Shield). HP 3.', 'A hit.')
    """

    def without_others(sentence: re.Match[str]) -> str:
        kept = [f"{name} ({acts})" for name, acts in _PART.findall(sentence[1]) if name in who]
        return f"{' ' if sentence[0][0] == ' ' else ''}May answer: {', '.join(kept)}." if kept else ""

    return _SENTENCE.sub(without_others, text)


def who_answers(text: str, offers: Offered, me: str | None) -> str | None:
    """The only character to whom the named act is offered; None leaves the answer to the current character."""
    told = names.fold(text)
    able = [name for name, acts in offers.items() if any(told.startswith(names.fold(act)) for act in acts)]
    able = able or ([] if me else [*offers])
    if me in able or not able:
        return None
    if len(able) > 1:
        raise Ambiguous(f"Who answers? {', '.join(able)}; add by NAME.")
    return able[0]


# ── of monsters ──────────────────────────────────────────────────────────────────────────────────────────────────


OPPORTUNITY_ATTACK: Final = "Opportunity Attack"
_ARMOR: Final = re.compile(r"against AC (\d+)")


def of_monsters(world: World, there: Sequence[Thing], offers: Offered, book: Rulebook) -> list[Ask]:
    """The answers with acts of their own that the last deed offers to monsters. Monsters cast no spells by themselves, and leave out acts
    that only a game master can settle.
    """
    return [
        Ask("execute_action", {"characterId": one.id, "operation": "act", "act": act, "answer": True})
        for one in there
        if not one.creature.is_member
        for act in offers.get(one.name, ())
        if act != OPPORTUNITY_ATTACK and _plays(world, one, act, book)
    ]


def _plays(world: World, one: Thing, name: str, book: Rulebook) -> bool:
    found = find(world, one, name, book)
    if found is None or isinstance(found.act, Spell) or isinstance(found.act.steps, str):
        return False
    return not all(isinstance(step, SayStep) for step in found.act.steps)


def is_in_vain(rolled: Mapping[str, Any] | None, armor: int, tried: str) -> bool:
    """Whether the answer raises the armor class, but the attack still hits. `tried`: the text of a dry run.

    >>> is_in_vain({"total": 16, "faces": [11]}, 15, "would attack against AC 17"), is_in_vain({"total": 17, "faces": [12]}, 15, "against AC 17")
    (False, True)
    """
    raised = _ARMOR.search(tried)
    if rolled is None or raised is None or int(raised[1]) == armor:
        return False
    return bool(rolled["total"] >= int(raised[1]) or 20 in rolled["faces"])
