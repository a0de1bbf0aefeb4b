"""Compare a narration with the facts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.prices import WORTH
from rpg_lite.views.narration.claims import Claim, Kind, begins_with_coin, claims
from rpg_lite.views.narration.facts import Facts, Person
from rpg_lite.views.narration.mentions import Mentions
from rpg_lite.views.narration.sentences import statements
from rpg_lite.vocabulary import Coin

Json = dict[str, Any]
_AFTER_A_THING: Final = frozenset(
    "left in and at from on with ready to for but or aloft high over again remaining across still now between as against out while that"
    " into once more too slung strapped".split()
)
"""Words that may follow the name of a thing; any other word makes it part of a longer name, as in "torch bracket"."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A sentence of a narration that contradicts a fact. `what`: the kind of fact; `details`: the creature that it is about, the claim and
    the fact.
    """

    line: int
    sentence: str
    what: str
    details: Mapping[str, Any] = field(default_factory=dict)


def contradictions(text: str, facts: Facts) -> list[Contradiction]:
    """The statements of a narration that contradict the facts, in the order of its sentences.

    If a name may mean several creatures, a statement that is true of one of them is no contradiction.
    """
    mentions = Mentions(facts)
    said = [(s, c) for s in statements(text) for c in claims(s.text, mentions)]
    fallen = {person.name for _, c in said if c.kind in ("dead", "unconscious") and c.whom for person in c.whom.people}
    found = ((s, _judge(c, facts)) for s, c in said if not (c.kind == "acts" and c.whom and _has_fallen_since(c, fallen)))
    return [Contradiction(s.line, s.text, *judged) for s, judged in found if judged is not None]


def _has_fallen_since(claim: Claim, fallen: set[str]) -> bool:
    """Whether the creature may have acted before it fell, because this narration or the last deed reports the fall."""
    return claim.whom is not None and any(p.hit_last or p.name in fallen for p in claim.whom.people)


Judged = tuple[str, Json] | None
Judge = Callable[[Claim, Facts, Sequence[Person]], Judged]


def _judge(claim: Claim, facts: Facts) -> Judged:
    people = claim.whom.people if claim.whom else ()
    return None if claim.whom and not people else _JUDGES[claim.kind](claim, facts, people)


def _number(read: Callable[[Person], int | None]) -> Judge:
    def judge(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
        known = [(p.name, read(p)) for p in people]
        if any(n is None or n == claim.number for _, n in known):
            return None
        return claim.kind, {"who": [{"name": name, "is": n} for name, n in known], "said": claim.number}

    return judge


def _full(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
    if any(p.hp is None or p.hp == p.hp_max for p in people):
        return None
    return "full", {"who": [{"name": p.name, "is": p.hp, "most": p.hp_max} for p in people]}


def _amount(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
    if facts.amounts is None or claim.number in facts.amounts:
        return None
    return "amount", {"said": claim.number, "commits": facts.commits}


def _xp(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
    if facts.xp is None or claim.number in facts.xp:
        return None
    return "xp", {"said": claim.number, "commits": facts.commits}


def _uses(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
    """Check the uses of a resource whose name begins the words."""
    said = names.fold(claim.words)
    known = [(p.name, name, n) for p in people for name, n in p.left.items() if said.startswith(names.fold(name))]
    if not known or any(n == claim.number for _, _, n in known):
        return None
    return "uses", {"who": [{"name": who, "what": name, "is": n} for who, name, n in known], "said": claim.number}


def _state(agrees: Callable[[Person], bool]) -> Judge:
    def judge(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
        if any(map(agrees, people)):
            return None
        return "state", {"who": [{"name": p.name, "is": _state_of(p), "hp": p.hp} for p in people]}

    return judge


def _state_of(person: Person) -> str:
    return "dead" if person.is_dead else "unconscious" if person.is_down else "alive"


def _place(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
    """Check a place; the party is where its conscious members are."""
    if claim.whom and claim.whom.together:
        people = [p for p in people if not (p.is_dead or p.is_down)] or people
    room = _room_in(claim.words, facts)
    if room is None or any(p.room is None or _may_be(room, p.room) for p in people):
        return None
    return "place", {"who": [{"name": p.name, "is": p.room} for p in people], "said": room}


def _room_in(words: str, facts: Facts) -> str | None:
    """The room whose name begins the words after "in the". A word that is part of a longer name, as in "Lobby bar", means another place."""
    written = words.split()
    rooms = {names.fold(room): room for room in facts.rooms}
    for n in range(len(written), 0, -1):
        if found := rooms.get(names.fold(" ".join(written[:n]))):
            return found if n == len(written) or written[n] in _AFTER_A_THING or written[n].endswith("ing") else None
    return None


def _may_be(one: str, other: str) -> bool:
    """Whether two names may mean the same room, because people in the Great Hall say "the hall"."""
    a, b = names.fold(one), names.fold(other)
    return a in b or b in a


def _coins(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
    purses = [p.coins for p in people]
    if claim.whom and claim.whom.together:
        purses.append({coin: sum(p.get(coin, 0) for p in purses) for coin in WORTH})
    said, kind = claim.number or 0, next(coin for coin in WORTH if coin == claim.words)
    if any(said in (purse.get(kind, 0), _worth(purse) // WORTH[kind]) for purse in purses):
        return None
    shown = [{"name": p.name, "is": " ".join(f"{n} {coin}" for coin, n in p.coins.items()) or "no coins"} for p in people]
    return "coins", {"who": shown, "said": f"{said} {claim.words}"}


def _got_coins(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
    """Check coins that somebody has just got: whoever has fewer now has not got them."""
    said, kind = claim.number or 0, next(coin for coin in WORTH if coin == claim.words)
    purses = [_worth(p.coins) for p in (facts.party if claim.whom and claim.whom.together else people)]
    if not all(p.is_member for p in people) or max(sum(purses) if claim.whom and claim.whom.together else 0, *purses) >= said * WORTH[kind]:
        return None
    shown = [{"name": p.name, "is": " ".join(f"{n} {coin}" for coin, n in p.coins.items()) or "no coins"} for p in people]
    return "coins", {"who": shown, "said": f"{said} {claim.words}"}


def _worth(purse: Mapping[Coin, int]) -> int:
    return sum(worth * purse.get(coin, 0) for coin, worth in WORTH.items())


def _thing(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
    called = _thing_in(claim.words, facts)
    if called is None or not all(p.is_member for p in people):
        return None
    item = names.fold(called)
    counts = [p.holds.get(item, 0) for p in people]
    if claim.whom and claim.whom.together:
        counts.append(sum(counts))
    wanted = 0 if claim.kind == "none_left" else claim.number
    if any(n == wanted if wanted is not None else n > 0 for n in counts):
        return None
    others = [p.name for p in facts.people if p.is_member and p.holds.get(item) and p not in people]
    return "thing", {
        "who": [{"name": p.name, "is": n} for p, n in zip(people, counts, strict=False)],
        "said": wanted,
        "thing": called,
        "others": others,
    }


def _found(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
    """Check a thing that somebody has just found: it may still lie there, but it must be somewhere."""
    called = _thing_in(claim.words, facts)
    return None if called is None or names.fold(called) in facts.there else _thing(claim, facts, people)


def _in_use(claim: Claim, facts: Facts, people: Sequence[Person]) -> Judged:
    called = _thing_in(claim.words, facts)
    if called is None or not all(p.is_member for p in people) or any(names.fold(called) in p.in_use for p in people):
        return None
    if missing := _thing(claim, facts, people):
        return missing
    return "in_use", {"who": [{"name": p.name} for p in people], "thing": called}


def _thing_in(words: str, facts: Facts) -> str | None:
    """The name of the thing with which the words begin; coins are claims of another kind."""
    written = [] if begins_with_coin(words) else words.split()
    for n in range(len(written), 0, -1):
        if names.fold(called := " ".join(written[:n])) in facts.items:
            return called if n == len(written) or written[n] in _AFTER_A_THING else None
    return None


_JUDGES: Final[Mapping[Kind, Judge]] = MappingProxyType(
    {
        "hp": _number(lambda p: p.hp),
        "hp_max": _number(lambda p: p.hp_max),
        "ac": _number(lambda p: p.ac),
        "full": _full,
        "amount": _amount,
        "xp": _xp,
        "uses": _uses,
        "coins": _coins,
        "got_coins": _got_coins,
        "thing": _thing,
        "found": _found,
        "none_left": _thing,
        "in_use": _in_use,
        "dead": _state(lambda p: p.is_dead),
        "acts": _state(lambda p: not (p.is_dead or p.is_down)),
        "alive": _state(lambda p: not (p.is_dead or p.is_down)),
        "unconscious": _state(lambda p: p.is_down),
        "place": _place,
    }
)
