"""Find the one thing with an id or a name among the candidates, or reject with similar names."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import is_locked
from rpg_lite.world.world_model import WORLD_ID, Thing, World

_TOLD: Final = re.compile(r"(?P<name>\S.*?) \((?P<id>[a-z]\d{1,9}\.\d{1,9})\)(?:$| in |, )")
SHOWN = 6
SHOWN_INSIDE = 2
_NO_BOOK = Rulebook()
Nameable = Callable[[Collection[str]], Collection[str]]
"""A filter that keeps the ids that a caller may name."""
_KINDS = {"character_unknown": frozenset(("character",)), "room_unknown": frozenset(("room",))}


_OF_CREATURES: Final = ("character_unknown", "bag_unknown")
"""A part of a creature's name is enough if only one creature has it (adrs/0098)."""


def one_named(
    world: World,
    id: str | None,
    name: str | None,
    field: str,
    among: Sequence[Thing],
    unknown: str,
    book: Rulebook = _NO_BOOK,
    nameable: Nameable | None = None,
) -> Thing | Rejected:
    kinds = _KINDS.get(unknown, frozenset(("container", "room", "character", "item")))
    if id:
        found = next((t for t in among if t.id == id), None)
        if found is None:
            return _unknown(unknown, field.replace("Name", "Id"), id, _list_known(world, among, kinds, nameable))
        if name and names.fold(name) not in thing_stats.names_of(found, book):
            return Rejected("id_and_name_disagree", field, {"id": id, "name": found.name, "wanted": name})
        return found
    matches = all_named(name or "", among, book)
    if not matches and name and unknown in _OF_CREATURES:
        matches = [t for t in among if t.kind == "character" and names.is_part_of(name, t.name)]
    matches = _alive(matches) if unknown == "character_unknown" else matches
    if len(matches) > 1:
        told = tuple(told_apart(world, t, book) for t in matches)
        return Rejected("name_ambiguous", field, {"wanted": name, "ids": _id_field(field)}, told)
    return matches[0] if matches else _unknown(unknown, field, name or "", _list_known(world, among, kinds, nameable))


def _alive(called: Sequence[Thing]) -> Sequence[Thing]:
    """The only living creature of the name, if its dead namesakes lie elsewhere; otherwise all of them."""
    living = [t for t in called if not thing_stats.is_dead(t)]
    if len(living) != 1 or any(t.parent_id == living[0].parent_id for t in called if t not in living):
        return called
    return living


def all_named(name: str, among: Iterable[Thing], book: Rulebook) -> Sequence[Thing]:
    """The things of this name; exact matches win over names that are equal only when folded."""
    key = names.fold(name)
    called = [t for t in among if (names.fold(t.name) == key if t.kind != "item" else key in thing_stats.names_of(t, book))]
    return names.prefer_exact(name, called, lambda t: thing_stats.spellings_of(t, book))


def _id_field(field: str) -> str:
    """The field for the id that tells namesakes apart; in a list of names, the position of the name."""
    return f"the id as {field}" if field.endswith("]") else field.replace("Name", "Id")


def _unknown(code: str, field: str, wanted: str, known: dict[str, str]) -> Rejected:
    """Refuse with similar names; if there are none, with the first few names."""
    near = [name for name in names.nearest(wanted, known) if names.is_like(wanted, name)] if wanted else []
    there = () if near else tuple(f"{n} ({id})" for n, id in list(known.items())[:SHOWN])
    if code == "character_unknown" and not known:
        return Rejected(code, field, {"wanted": wanted, "nobody": True})
    more = {"more": len(known) - SHOWN} if there and len(known) > SHOWN else {}
    return Rejected(code, field, {"wanted": wanted, **more}, tuple(f"{n} ({known[n]})" for n in near), there)


def _list_known(world: World, among: Iterable[Thing], kinds: frozenset[str], nameable: Nameable | None) -> dict[str, str]:
    """Name → id of the things that could have been meant."""
    found = {t.name: t.id for t in among} | {k.name: k.id for k in world.roster if k.kind in kinds and k.id != WORLD_ID}
    told = nameable(list(found.values())) if nameable else found.values()
    return {name: id for name, id in found.items() if id in told}


def told_apart(world: World, t: Thing, book: Rulebook) -> str:
    """The name of the thing with its differences from namesakes: its id, its place, and the marks of an item."""
    outer = world.things.get(t.parent_id or "")
    told = f"{t.name} ({t.id})" + (f" in {outer.name}" if outer and not outer.is_frame else "")
    return ", ".join((told, *filter(None, _marks(world, t, book)))) if t.kind == "item" else told


def told_with_id(told: str) -> tuple[str, str] | None:
    """(name, id) of what a refusal lists, as `told_apart` writes it; None for a plain name.

    >>> told_with_id("Ann (c2.1) in Lobby"), told_with_id("Ring (d3.1), worn ring"), told_with_id("Ann (the elder)")
    (('Ann', 'c2.1'), ('Ring', 'd3.1'), None)
    """
    found = _TOLD.match(told)
    return (found["name"], found["id"]) if found else None


def _marks(world: World, t: Thing, book: Rulebook) -> list[str]:
    item, row = thing_stats.item_of(t, book), world.row_of(t.id)
    return [
        f"worn {row.slot}" if row else "",
        f"{charges} charge{'s' if charges != 1 else ''}" if (charges := thing_stats.charges_left(t, item)) is not None else "",
        f"{uses} uses" if (uses := thing_stats.uses_left(t, item)) is not None else "",
        "attuned" if t.attuned_to else "",
        "locked" if is_locked(t) else f"holding {_some([n.name for n in world.bag_of(t.id)])}" if item.container else "",
    ]


def _some(inside: Sequence[str]) -> str:
    more = f" and {len(inside) - SHOWN_INSIDE} more" if len(inside) > SHOWN_INSIDE else ""
    return ", ".join(inside[:SHOWN_INSIDE]) + more if inside else "nothing"
