"""The laws that every proposal keeps, whoever made it: no other name than the one that was typed, no harm to one's own side, no end that nobody
asked for.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.decision.reserved_names import is_floor, is_master, is_party
from rpg_lite.meaning.json_paths import Json
from rpg_lite.meaning.refusal_suggestions import weight_of
from rpg_lite.meaning.synonyms import TAKING
from rpg_lite.mechanics.fight import said_sides
from rpg_lite.rules import names

SameSide = Callable[[str | None, str], bool]
"""Whether this creature is on the side of the other, or of the party if there is no other."""
Harms = Callable[[Json], bool]
"""Whether the call is meant to harm somebody."""
_COUNT: Final = re.compile(r"^\s*\d[\d,]*\s*[x×]?\s+|\s*[x×]\s*\d+\s*$")
"""The number of things that stands beside their name."""
_NAMING: Final = frozenset({"name", "names", "targets", "direction"})
"""Keys that name a creature or a thing, besides those that end with Name or Id."""
_PEOPLE: Final = ("character", "target", "toCharacter", "to", "names", "targets")
_STRUCK: Final = ("target", "targets", "character")
"""Keys that may name whoever is harmed, the likeliest first."""

Named = tuple[str, str]
"""The stem of a key, and the name or the id under it."""


def is_fit(sent: Json, proposed: Json, offered: Collection[str], same_side: SameSide, harms: Harms) -> bool:
    """Whether the payload means what was sent. A name may differ only if it is like the name that was typed, or if it is in `offered`."""
    pairs = list(_pairs(sent, proposed))
    return weight_of(proposed) <= weight_of(sent) and all(_is_fit_alone(was, now, offered, same_side, harms) for was, now in pairs)


def offered_by(error: Mapping[str, Any]) -> Iterator[str]:
    """The names that a refusal itself brings into play, such as that of whoever has the key, or carries the thing that was
    named, and the exit that leads to a room.
    """
    yield from texts_in(error.get("try"))
    match error["code"]:
        case "item_unknown" if (wanted := error.get("details", {}).get("wanted")) and (counted := _COUNT.sub("", str(wanted))) != wanted:
            yield counted
        case "not_a_creature" | "exit_unknown":
            yield from error.get("near", ())
        case "fights_elsewhere":
            yield from texts_in(error["details"])


def _pairs(sent: Json, proposed: Json) -> Iterator[tuple[Json, Json]]:
    """(what was sent, what is proposed) of each command; what stands beside a batch holds for all of its elements."""
    before, after = _commands(sent), _commands(proposed)
    for n, now in enumerate(after):
        yield before[n] if len(before) == len(after) else sent, now


def _commands(payload: Json) -> list[Json]:
    batch = payload.get("batch")
    elements = [e for e in batch if isinstance(e, dict)] if isinstance(batch, list) else []
    beside = {k: v for k, v in payload.items() if k != "batch"}
    return [{**beside, **e} for e in elements] or [payload]


def _is_fit_alone(sent: Json, proposed: Json, offered: Collection[str], same_side: SameSide, harms: Harms) -> bool:
    new = [(stem, name) for stem, name in _named(proposed) if not _is_typed(name, sent)]
    if not all(_is_like_the_typed(stem, name, sent, offered) for stem, name in new) or (
        _is_one_twice(proposed) and not (_is_one_twice(sent) or _is_one_typed_twice(proposed, sent))
    ):
        return False
    operation = str(proposed.get("operation"))
    if operation in TAKING and any(name not in offered or _typed_for(stem, sent) for stem, name in new):
        return False
    return not (harms(proposed) and _strikes_its_own(proposed, new, same_side))


def _named(payload: Mapping[str, Any]) -> Iterator[Named]:
    for key, value in payload.items():
        stem = key.removesuffix("Name").removesuffix("Id")
        if stem != key or key in _NAMING:
            yield from ((stem, name) for name in (value if isinstance(value, list) else [value]) if isinstance(name, str))


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a payload."""
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from texts_in(inner)
        case list():
            for inner in value:
                yield from texts_in(inner)


def _is_typed(name: str, sent: Json) -> bool:
    """Whether the sender typed this name somewhere, or it is one that the game keeps for itself."""
    key = names.fold(name)
    return is_floor(name) or is_party(name) or is_master(name) or said_sides.is_side(name) or key in map(names.fold, _names_in(sent))


def _names_in(sent: Json) -> Iterator[str]:
    """Every text of a payload, and the parts of one that has commas: "Mara, Pip"."""
    for text in texts_in(sent):
        yield text
        yield from (part for part in text.split(",") if part != text)


def _typed_for(stem: str, sent: Json) -> list[str]:
    return [text for other, text in _named(sent) if other == stem]


def _is_like_the_typed(stem: str, name: str, sent: Json, offered: Collection[str]) -> bool:
    """Whether the name is like the one that was typed in its place, or, where none was typed, like another; or whether it was offered."""
    typed = _typed_for(stem, sent) or [text for _, text in _named(sent)]
    return name in offered or any(names.is_like(text, name) for text in typed)


def _is_one_twice(payload: Json) -> bool:
    people = [names.fold(name) for stem, name in _named(payload) if stem in _PEOPLE]
    return len(people) != len(set(people))


def _is_one_typed_twice(proposed: Json, sent: Json) -> bool:
    """Whether whoever is named several times was typed as often, under whatever keys: a caster who is a target, too."""
    people = Counter(names.fold(name) for stem, name in _named(proposed) if stem in _PEOPLE)
    typed = Counter(map(names.fold, _names_in(sent)))
    return all(typed[name] >= count for name, count in people.items() if count > 1)


def _strikes_its_own(proposed: Json, new: Sequence[Named], same_side: SameSide) -> bool:
    """Whether a name that nobody typed is that of a friend, whom the call would strike."""
    named = list(_named(proposed))
    struck = next((stem for stem in _STRUCK if any(stem == other for other, _ in named)), "")
    actor = next((name for stem, name in named if stem == "character" and struck != "character"), None)
    return any(stem == struck and same_side(actor, name) for stem, name in new)
