"""Count how many spells of each level can be cast, for docs/coverage.md."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import RULESETS

HIGHEST_LEVEL: Final = 9


def all_by_level(book: Rulebook) -> Counter[int]:
    """Level → the number of spells that the SRD has; 0 counts the cantrips."""
    return Counter(rule.level for rule in book.spells.values() if rule.level is not None)


def castable(book: Rulebook) -> list[Spell]:
    found = (book.spell(rule.name) for rule in book.spells.values())
    return [spell for spell in found if spell]


def leaves_open(spell: Spell) -> bool:
    """Whether the spell leaves a number or a ruling to the game master."""
    return any(isinstance(step, SayStep) and step.open for step in walk(spell.steps))


def lines() -> Iterator[str]:
    """The section of docs/coverage.md."""
    yield "## Spells that can be cast\n"
    yield "`cast` plays these spells, and tests compare their numbers with the SRD. An **open** one leaves a number or a ruling to the game master and says so.\n"
    yield "| level | " + " | ".join(f"SRD {r} | castable | open" for r in RULESETS) + " |"
    yield "|---|" + "--:|" * 3 * len(RULESETS)
    books = [rulebook_loading.rulebook(r) for r in RULESETS]
    yield from (f"| {level or 'cantrips'} | {' | '.join(_of_level(book, level) for book in books)} |" for level in range(HIGHEST_LEVEL + 1))
    yield f"| **All spells** | {' | '.join(map(_of_all, books))} |"
    yield ""


def _of_level(book: Rulebook, level: int) -> str:
    return _cells(all_by_level(book)[level], [s for s in castable(book) if s.level == level])


def _of_all(book: Rulebook) -> str:
    return _cells(all_by_level(book).total(), castable(book))


def _cells(srd: int, spells: list[Spell]) -> str:
    return f"{srd} | {len(spells)} | {sum(map(leaves_open, spells))}"
