"""Read the sentence of a Multiattack: which of its own attacks a creature makes with one action, how often, and what it may do instead."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from rpg_lite.content.printed_text import Json, said, sentences
from rpg_lite.rules import names

MOST_WAYS: Final = 12
"""The maximum number of ways to divide the attacks; a sentence with more is left to the game master."""
MOST_TIMES: Final = 9
_NUMBERS: Final = {
    word: n for n, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), 1)
} | {"a": 1, "an": 1, "once": 1, "twice": 2}  # fmt: skip
_COUNT: Final = r"(?:one|two|three|four|five|six|seven|eight|nine|an?|[1-9])"
_ITS: Final = r"(?:its|his|her|their|the)"
_MAKES: Final = re.compile(r"^(?P<before>.{0,200}?)\b(?:makes?|attacks (?=twice))\s*(?P<what>.+)$")
_SUBJECT: Final = re.compile(
    r"^(?:(?:instead|alternatively|or|and),? )?(?:(?:the|an?) [^,;:]{1,80}?|it|he|she|they)?(?:,? (?:then|can|may|instead))*$"
)
_ALTERNATIVE: Final = re.compile(r"^(?:alternatively|or|instead)\b|\b(?:can|may) instead\b")
_WHERE: Final = re.compile(r"^(?:in (?:[a-z-]+|[a-z]+ or [a-z]+) form|as an? [a-z]+)(?: or (?:in )?[a-z]+ form)?, ")
_USES_FIRST: Final = re.compile(rf"^(?:(?:the|an?) [^,;:]{{1,80}}?|it) (?P<may>can |may )?uses? {_ITS} (?P<act>[^,;:]+)$")
_USES_AND_MAKES: Final = re.compile(rf"(\buses? {_ITS} [^,.;:]{{1,80}}?),? and (?:it |then )?makes ", re.IGNORECASE)
_ALSO_USES: Final = re.compile(
    rf",? (?:and (?:it )?(?P<may>can |may )?|(?:and )?(?:it )?(?P<might>can |may ))?uses? (?:{_ITS} )?(?P<act>[^,;:]+?)(?: if available)?$"
)
_LIST: Final = re.compile(rf"^(?P<n>{_COUNT}) (?:(?:different|melee|ranged|weapon|natural) )*attacks?: (?P<list>.+)$")
_WITH: Final = re.compile(rf"^(?P<n>{_COUNT})(?: (?:melee|ranged|weapon))*(?: attacks?)?,?(?: with| using) (?:{_ITS} )?(?P<act>.+)$")
_TWICE: Final = re.compile(rf"^(?P<n>twice)(?: with|,? using) (?:{_ITS} )?(?P<act>.+)$")
_NAMED: Final = re.compile(rf"^(?P<n>{_COUNT}) (?P<act>.+?) attacks?$")
_ANY: Final = re.compile(rf"^(?P<n>{_COUNT}) attacks?,? (?:using|with) (?P<list>.+?) in any combination$")
_BARE: Final = re.compile(rf"^(?P<n>{_COUNT})(?P<kind> melee| ranged)?(?: weapon)? attacks?$")
_REPLACES: Final = re.compile(
    r"^(?:it|he|she|the [^,;:]{1,80}?) (?:can|may) replace (?:one|any one)(?: of (?:those|these|the|its))?(?: [a-z' -]+?)? ?(?:attacks?)? with (?:a use of |an? )?(?P<list>.+)$"
)

Way = tuple[tuple[str, int], ...]
"""The acts of one way to attack, each with how often it is played."""


@dataclass(frozen=True, slots=True)
class Multiattack:
    """A sentence that was read. `steps`: what the act plays; `left`: the sentences that remain the game master's."""

    steps: list[Json]
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnAct:
    """An act of the creature. `kind`: melee or ranged, None for one that is no attack."""

    name: str
    kind: str | None


def read(text: str, acts: Sequence[OwnAct]) -> Multiattack | None:
    """The steps of a Multiattack among these acts of its creature; None if the sentence names no attack that the creature has.

    >>> bear = [OwnAct("Bite", "melee"), OwnAct("Claw", "melee")]
    >>> read("The bear makes two attacks: one with its bite and one with its claws.", bear).steps
    [{'do': 'Bite'}, {'do': 'Claw'}]
    >>> read("The bear rests.", bear)
    """
    ways: list[Way] = []
    first: list[Json] = []
    left: list[str] = []
    for sentence in sentences(_USES_AND_MAKES.sub(r"\1. It makes ", text)):
        told = re.sub(r"[.!]$", "", sentence.strip()).casefold()
        if ways and (instead := _instead(told, ways, acts)):
            ways += instead
        elif (found := _ways(told, acts)) and (not ways or _ALTERNATIVE.search(told)):
            ways += found
        elif not ways and (before := _uses(told, acts)):
            first += before
        else:
            left.append(sentence.strip())
    ways = [*dict.fromkeys(ways)]
    if not ways or len(ways) > MOST_WAYS:
        return None
    return Multiattack([*first, *_steps(ways), *(step for one in left for step in said(one))], tuple(left))


def _steps(ways: Sequence[Way]) -> list[Json]:
    if len(ways) == 1:
        return _plays(ways[0])
    return [{"choose": {", ".join(f"{n} {name}" for name, n in way): _plays(way) for way in ways}}]


def _plays(way: Way) -> list[Json]:
    return [{"do": name, **({"times": n} if n > 1 else {})} for name, n in way]


def _uses(told: str, acts: Sequence[OwnAct]) -> list[Json]:
    """An act that the creature plays, or may play, before its attacks."""
    found = _USES_FIRST.match(told)
    name = _named(found["act"], acts) if found else None
    return [] if not found or not name else [_maybe(name)] if found["may"] else [{"do": name}]


def _maybe(name: str) -> Json:
    return {"if": [f"choice:{name}"], "then": [{"do": name}]}


def _ways(told: str, acts: Sequence[OwnAct]) -> list[Way]:
    """The ways to attack that a sentence names; none if one of its words stays unread."""
    told = _WHERE.sub("", told.replace("either ", ""))
    found = _MAKES.match(told)
    if found is None or not _SUBJECT.match(found["before"].strip()) or re.search(r"\b(?:uses?|casts?)\b", found["before"]):
        return []
    what = found["what"].strip()
    more: Way = ()
    if also := _ALSO_USES.search(what):
        used = _named(also["act"], acts)
        if used is None or also["may"] or also["might"]:
            return []
        what, more = what[: also.start()], ((used, 1),)
    made: list[Way] = []
    for part in re.split(r",? or (?:(?:it )?(?:can )?makes? )?(?=" + _COUNT + r"\b(?! with))", what):
        one = _way(part.strip(" ,"), acts)
        if not one:
            return []
        made += ((*way, *more) for way in one)
    return made


def _way(what: str, acts: Sequence[OwnAct]) -> list[Way]:
    """The ways that one phrase names, such as "two claw attacks" or "three attacks: one with its bite and two with its claws"."""
    if found := _ANY.match(what):
        return _divided(_number(found["n"]), _each_named(found["list"], acts))
    if found := _LIST.match(what):
        return _joined(re.split(r",? and |, ", found["list"]), acts, _number(found["n"]))
    if found := _BARE.match(what):
        kind = (found["kind"] or "").strip()
        return _divided(_number(found["n"]), [act.name for act in acts if act.kind and kind in ("", act.kind)])
    return _joined(re.split(rf",? and (?={_COUNT}\b)|, (?={_COUNT}\b)", what), acts)


def _joined(parts: Iterable[str], acts: Sequence[OwnAct], total: int = 0) -> list[Way]:
    """The way that plays all these parts; `total`: the number of attacks that the sentence gives, 0 for none."""
    ways: list[Way] = [()]
    for part in parts:
        found = _TWICE.match(part) or _WITH.match(part) or _NAMED.match(part)
        if not found or not (listed := _each_named(found["act"], acts)):
            return []
        n = _number(found["n"])
        ways = [(*way, (name, n)) for way in ways for name in listed]
    return [way for way in ways if not total or total == sum(n for _, n in way)]


def _divided(count: int, named: Sequence[str]) -> list[Way]:
    """Every way to divide the attacks among these acts."""
    ways = combinations_with_replacement(named, count)
    return [tuple((name, way.count(name)) for name in dict.fromkeys(way)) for way in ways]


def _instead(told: str, ways: Sequence[Way], acts: Sequence[OwnAct]) -> list[Way]:
    """The ways in which one attack is replaced by another act."""
    found = _REPLACES.match(told)
    others = _each_named(found["list"], acts) if found else []
    return [(*_without_one(way), (other, 1)) for way in ways[:1] for other in others]


def _without_one(way: Way) -> Way:
    *before, (name, n) = way
    return (*before, *(((name, n - 1),) if n > 1 else ()))


def _each_named(listed: str, acts: Sequence[OwnAct]) -> list[str]:
    """The acts of a list such as "spear or dagger"; none if one of them is unknown."""
    parts = [re.sub(rf"^(?:or |and |a use of |{_ITS} |an? )+", "", part.strip()) for part in re.split(r",? or |, | and ", listed)]
    found = [_named(re.sub(r" attacks?$", "", part), acts) for part in parts if part]
    return [name for name in found if name] if all(found) else []


def _named(told: str, acts: Sequence[OwnAct]) -> str | None:
    """The act that the words name, also in the plural; an act with a remark in brackets only if no other has the name."""
    key = _key(told)
    exact = [act.name for act in acts if _key(act.name) == key]
    near = [act.name for act in acts if _key(act.name.partition(" (")[0]) == key]
    return exact[0] if exact else near[0] if near else None


def _key(name: str) -> str:
    """The folded name with each word in the singular."""
    return " ".join(re.sub(r"(?<=[^s])s$", "", word) for word in names.fold(name).replace("-", " ").split())


def _number(word: str) -> int:
    return _NUMBERS.get(word) or int(word)
