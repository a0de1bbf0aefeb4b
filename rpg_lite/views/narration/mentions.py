"""Find the creatures that a sentence names."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules import names
from rpg_lite.views.narration.facts import Facts, Person

_TITLES: Final = frozenset(
    "Old Young Sister Brother Captain Sir Lady Lord King Queen Mother Father Master Mistress The Of Saint Uncle Aunt Big Little".split()
)
"""Words of names that mean nobody on their own."""
_ALL: Final = ("You", "you", "The party", "the party", "The heroes", "the heroes", "The adventurers", "the adventurers")
_SHORTEST: Final = 3
_SIGN: Final = re.compile(r"⟨(\d+)⟩")
_PRONOUN: Final = re.compile(
    r"((?:[,;:—–]| and| but)(?: and| but| so)? )(?:he|she|it)(?= (?:still |now )?(?:has|keeps|is at|is down|stands at|drops to|falls to)\b)"
)
"""A pronoun that begins a clause about numbers."""

_FIRST: Final = re.compile(r"(?:(He|She)|His|Her)(?= \w)")
"""A pronoun that begins a sentence; the names of the sentence before it say whom it may mean."""
_OF_SUBJECT: Final = "'s"


@dataclass(frozen=True, slots=True, eq=False)
class Mention:
    """The creatures that a name may mean: one of them, or, if `together`, all of them."""

    people: tuple[Person, ...]
    together: bool = False


class Mentions:
    """The names of all creatures, and the sign ⟨n⟩ that stands for each in a marked sentence."""

    def __init__(self, facts: Facts) -> None:
        called = _called(facts)
        self._named = list(called.values())
        self._signs = {name: f"⟨{n}⟩" for n, name in enumerate(called)}
        every = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
        self._before: list[str] = []
        """The last two sentences that named somebody, marked."""
        self._pattern = re.compile(rf"(?<![\w-])(?:{every})(?![\w-])") if called else None

    def mark(self, sentence: str) -> str:
        """The sentence with a sign for each name, and for each pronoun that stands for somebody named before, in this sentence or in the last
        two that named somebody.
        """
        bare = sentence.replace("⟨", "(").replace("⟩", ")")
        if not self._pattern:
            return bare
        marked = self._pattern.sub(lambda found: self._signs[found[0]], bare)
        if self._before and (found := _FIRST.match(marked)):
            sign = self._stands_for(" ".join(self._before))
            marked = f"{sign}{'' if found[1] else _OF_SUBJECT}{marked[found.end() :]}"
        elif _SIGN.search(marked):
            self._before = [*self._before[-1:], marked]
        return _PRONOUN.sub(lambda found: f"{found[1]}{self._stands_for(marked[: found.start()])}", marked)

    def _stands_for(self, before: str) -> str:
        """The sign for any one of those named before a pronoun."""
        people = dict.fromkeys(person for n in _SIGN.findall(before) for person in self.meant(n).people)
        self._named.append(Mention(tuple(people)))
        return f"⟨{len(self._named) - 1}⟩"

    def meant(self, number: str) -> Mention:
        return self._named[int(number)]


def _called(facts: Facts) -> Mapping[str, Mention]:
    """Every way to name a creature: the whole name, its first or last word, and "the goblin" for any of several goblins."""
    found: dict[str, dict[str, Person]] = {}
    for n, person in enumerate(facts.people):
        for name in _names_of(person):
            found.setdefault(name, {})[str(n)] = person
    called = {name: Mention(tuple(people.values())) for name, people in found.items()}
    return called | (dict.fromkeys(_ALL, Mention(facts.party, together=True)) if facts.party else {})


def _names_of(person: Person) -> Iterator[str]:
    yield person.name
    kind = names.without_number(person.name)
    if kind != person.name or not person.is_member:
        yield from (f"{the} {name}" for the in ("the", "The") for name in (kind, kind.lower(), person.name))
    words = kind.split()
    if len(words) > 1:
        yield from (w for w in (words[0], words[-1]) if len(w) >= _SHORTEST and w[0].isupper() and w not in _TITLES)
