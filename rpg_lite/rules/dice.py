"""Dice: rolls are bounded, show their faces, and can be seeded."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rpg_lite.rules import dice_expressions
from rpg_lite.rules.dice_expressions import MOST_DICE, MOST_FACES, d20_library, parsed

LONGEST: Final = 60
_DIE: Final = r"\d*d\d+"
_KEPT: Final = r"(?:k[hl]\d+)?"
_FLAGS: Final = re.IGNORECASE | re.ASCII
"""ASCII only: d20 does not read the digits of other scripts."""


def _sum_of(die: str) -> re.Pattern[str]:
    return re.compile(rf"\s*[+-]?\s*({die}|\d+)(\s*[+-]\s*({die}|\d+))*\s*", _FLAGS)


_PLAIN: Final = _sum_of(_DIE)
_KEEPING: Final = _sum_of(_DIE + _KEPT)
_TERM: Final = re.compile(r"(?P<sign>[+-]?)\s*(?:(?P<count>\d*)d(?P<faces>\d+)(?:k(?P<end>[hl])(?P<kept>\d+))?|(?P<flat>\d+))", _FLAGS)


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """A roll: the dice as written, the faces in order, and the total."""

    dice: str
    faces: tuple[int, ...]
    total: int


Roller = Callable[[str], DiceRoll]


@lru_cache(maxsize=4096)
def fault(text: str) -> str | None:
    """The reason why this text is not valid dice notation, or None. Sums of dice and numbers are allowed, at most 100 dice of at most 1,000
    faces.

    >>> fault("2d4+2") is None, fault("1d0"), fault("0d6"), fault("lots")
    (True, "'1d0' has a die without faces", "'0d6' has no die to roll", "'lots' is not dice; write them like 1d8+3")
    """
    if len(text) > LONGEST or not _PLAIN.fullmatch(text):
        return f"{text[:LONGEST]!r} is not dice; write them like 1d8+3"
    return _too_large(text)


@lru_cache(maxsize=4096)
def fault_in_roll(text: str) -> str | None:
    """The reason why a call cannot ask for these dice, or None; such dice may be an expression in the whole grammar of d20.

    >>> fault_in_roll("4d6kh3") is None, fault_in_roll("4d6rr1") is None, fault_in_roll("4d6kh5")
    (True, True, "'4d6kh5' keeps 5 of 4 dice; keep at least 1 and at most as many as there are")
    """
    if len(text) > LONGEST:
        return f"{text[:LONGEST]!r} … is too long; dice take at most {LONGEST} letters"
    if is_sum(text):
        return _kept_wrongly(text) or _too_large(text)
    return dice_expressions.fault(text)


def is_sum(text: str) -> bool:
    """Whether these dice are a sum of dice and numbers, of which some may be kept. All that the rules roll is.

    >>> is_sum("2d20kh1+5"), is_sum("4d6rr1"), is_sum("(2d6+3)*2")
    (True, False, False)
    """
    return _KEEPING.fullmatch(text) is not None


def _kept_wrongly(text: str) -> str | None:
    for t in _TERM.finditer(text):
        if t["kept"] and not 1 <= int(t["kept"]) <= int(t["count"] or 1):
            many = int(t["count"] or 1)
            return f"{text!r} keeps {int(t['kept'])} of {many} dice; keep at least 1 and at most as many as there are"
    return None


def _too_large(text: str) -> str | None:
    terms = [(int(t["count"] or 1), int(t["faces"])) for t in _TERM.finditer(text) if t["faces"]]
    if any(t["count"] and not int(t["count"]) for t in _TERM.finditer(text)):
        return f"{text!r} has no die to roll"
    if any(faces < 1 for _, faces in terms):
        return f"{text!r} has a die without faces"
    if sum(count for count, _ in terms) > MOST_DICE or any(faces > MOST_FACES for _, faces in terms):
        return f"{text!r} is too large; at most {MOST_DICE} dice of at most {MOST_FACES} faces"
    if any(int(t["flat"]) > 1_000_000 for t in _TERM.finditer(text) if t["flat"]):
        return f"{text!r} is too large; at most 1000000 can be added"
    return None


@lru_cache(maxsize=4096)
def bounds(text: str) -> tuple[int, int]:
    """The lowest and the highest total that these dice can show; of a formula of content, those of the dice and numbers in it.

    >>> bounds("2d4+2"), bounds("-1d4"), bounds("2d20kh1+5")
    ((4, 10), (-4, -1), (6, 25))
    """
    if not is_sum(text) and dice_expressions.fault(text) is None:
        return dice_expressions.bounds(text)
    low = high = 0
    for t in _TERM.finditer(text):
        count, faces = (int(t["kept"] or t["count"] or 1), int(t["faces"])) if t["faces"] else (int(t["flat"]), 1)
        ends = (-count * faces, -count) if t["sign"] == "-" else (count, count * faces)
        low, high = low + ends[0], high + ends[1]
    return low, high


def least(text: str) -> DiceRoll:
    """The lowest total that these dice can show."""
    return DiceRoll(text, (), bounds(text)[0])


def average(text: str) -> float:
    low, high = bounds(text)
    return (low + high) / 2


@dataclass(frozen=True, slots=True)
class Fallen:
    """The results of dice of the same size: face → count."""

    size: int
    shown: Mapping[int, int]

    @property
    def times(self) -> int:
        return sum(self.shown.values())

    @property
    def mean(self) -> float:
        return sum(face * times for face, times in self.shown.items()) / self.times

    @property
    def expected(self) -> float:
        return (self.size + 1) / 2


def count_faces(rolls: Iterable[tuple[str, Sequence[int]]]) -> list[Fallen]:
    """Dice as written and their faces in order → the results by size, the most frequent first, with dice that did not count.

    Only sums are counted: what an expression rolls again it chooses by what fell.
    """
    counted: dict[int, Counter[int]] = {}
    for text, faces in (roll for roll in rolls if is_sum(roll[0])):
        for size, face in zip(sizes(text), faces, strict=False):  # a roll without faces has only a total
            counted.setdefault(size, Counter())[face] += 1
    found = (Fallen(size, dict(sorted(shown.items()))) for size, shown in counted.items())
    return sorted(found, key=lambda f: (-f.times, f.size))


@lru_cache(maxsize=4096)
def sizes(text: str) -> tuple[int, ...]:
    """The number of faces of each die, in the order of the roll."""
    return tuple(int(t["faces"]) for t in _TERM.finditer(text) if t["faces"] for _ in range(int(t["count"] or 1)))


def total(text: str, faces: Sequence[int]) -> int:
    """The total of these dice when they show these faces.

    >>> total("2d6+3", (1, 5)), total("2d20kh1+5+1d4", (3, 17, 2)), total("1d6-1d4", (5, 2))
    (9, 24, 3)
    """
    left, found = [*faces], 0
    for t in _TERM.finditer(text):
        sign = -1 if t["sign"] == "-" else 1
        if not t["faces"]:
            found += sign * int(t["flat"])
            continue
        count = int(t["count"] or 1)
        shown, left = sorted(left[:count], reverse=(t["end"] or "").lower() != "l"), left[count:]
        found += sign * sum(shown[: int(t["kept"] or count)])
    return found


def written_out(text: str, faces: Sequence[int]) -> str:
    """The dice as written, with their faces in place of the dice; faces of which only some count are separated by commas, and so are all
    faces of an expression.

    >>> written_out("1d20+6+1d4", (20, 2)), written_out("2d20kh1+5", (3, 17)), written_out("2d20kl1", (3, 17)), written_out("1d6-2d4", (5, 2, 1))
    ('20+6+2', '(3, 17)+5', '3, 17', '5-(2+1)')
    """
    if not is_sum(text):
        return ", ".join(map(str, faces))
    terms, left, told = [*_TERM.finditer(text)], [*faces], ""
    for t in terms:
        count = int(t["count"] or 1) if t["faces"] else 0
        shown, left = left[:count], left[count:]
        part = (", " if t["kept"] else "+").join(map(str, shown)) if count else t["flat"]
        is_group = len(shown) > 1 and len(terms) > 1 and (t["kept"] or t["sign"] == "-")
        told += f"{t['sign'] if told or t['sign'] == '-' else ''}{f'({part})' if is_group else part}"
    return told


def shown_again(known: Sequence[tuple[int, int]], roll: Roller) -> Roller:
    """A roller whose dice show known faces again: each die takes the next known face of its size, and is rolled if none is left.

    `known`: the size and the face of each.
    """
    left = [*known]

    def again(text: str) -> DiceRoll:
        faces = tuple(_face_left(left, size, roll) for size in sizes(text))
        return DiceRoll(text, faces, total(text, faces))

    return again


def _face_left(left: list[tuple[int, int]], size: int, roll: Roller) -> int:
    found = next((n for n, (of, _) in enumerate(left) if of == size), None)
    return roll(f"1d{size}").total if found is None else left.pop(found)[1]


_MOST_ROLLS: Final = 1_000_000
"""d20 gives up after so many dice. `dice_expressions` refuses what comes anywhere near it."""
_SYSTEM: Final = random.SystemRandom()
_SOURCE: ContextVar[random.Random] = ContextVar("source", default=_SYSTEM)


@lru_cache(maxsize=1)
def _d20_roller() -> type[Any]:
    """A d20 roller whose dice draw from the caller's source; d20's own dice stay unchanged for other programs."""
    from d20.expression import Dice, Die, Literal

    class OurDie(Die):  # type: ignore[misc]  # d20 has no types; so for the next two
        """A die with a hash of its own: d20 rolls the dice of a set again in the order of the set, which must be the same for a seed."""

        __slots__ = ("_nth",)

        def __hash__(self) -> int:
            return int(self._nth)

        def _add_roll(self) -> None:
            self._context.count_roll()
            if not self.values:
                self._nth = self._context.rolls
            tens = self.size == "%"
            self.values.append(Literal(_SOURCE.get().randrange(10) * 10 if tens else _SOURCE.get().randrange(self.size) + 1))

    class OurDice(Dice):  # type: ignore[misc]
        __slots__ = ()

        @classmethod
        def new(cls, num: int, size: int, context: Any = None) -> Any:
            return cls(num, size, [OurDie.new(size, context=context) for _ in range(num)], context=context)

        def roll_another(self) -> None:
            self.values.append(OurDie.new(self.size, context=self._context))

    class OurRoller(d20_library().Roller):  # type: ignore[misc]
        def _eval_dice(self, node: Any) -> Any:
            return OurDice.new(node.num, node.size, context=self.context)

    return OurRoller


_OF_ONE_SIZE: Final = re.compile(r"(\d*)d(\d+)([+-]\d+)?")


@lru_cache(maxsize=1024)
def _plain(text: str) -> tuple[int, int, int] | None:
    """The number, size and bonus if the text has nothing else, as in almost every roll; d20 would draw the same faces.

    >>> _plain("d20"), _plain("8D6-1"), _plain("2d20kh1"), _plain("1d6+1d4")
    ((1, 20, 0), (8, 6, -1), None, None)
    """
    found = _OF_ONE_SIZE.fullmatch(text.lower())
    return (int(found[1] or 1), int(found[2]), int(found[3] or 0)) if found else None


@contextmanager
def _drawing_from(source: random.Random) -> Iterator[None]:
    token = _SOURCE.set(source)
    try:
        yield
    finally:
        _SOURCE.reset(token)


def roller(seed: int | str | None = None) -> Roller:
    """A source of rolls. With a seed, the same calls give the same rolls; without one, the system's random source decides."""
    source = _SYSTEM if seed is None else random.Random(seed)

    def roll(text: str) -> DiceRoll:
        if why := fault_in_roll(text):
            raise ValueError(why)
        if (plain := _plain(text)) is not None:
            count, size, added = plain
            faces = tuple(source.randrange(size) + 1 for _ in range(count))
            return DiceRoll(text, faces, sum(faces) + added)
        with _drawing_from(source):
            result = _d20_roller()(d20_library().RollContext(_MOST_ROLLS)).roll(parsed(text))
        return DiceRoll(text, tuple(_faces(result.expr)), result.total)

    return roll


def _faces(node: Any) -> Iterator[int]:
    if hasattr(node, "size") and hasattr(node, "values"):
        yield from (die.number for die in node.values)
        return
    for child in getattr(node, "children", ()):
        yield from _faces(child)
