"""The changes of the page between two states of the same readers: only the parts that differ, and only the new entries of the story. Apart
because it compares states and knows nothing of what is in them.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from rpg_lite.views.page import story

Json = dict[str, Any]

OLD: Final = frozenset({"told", "rolls", "words", "map"})
"""The parts of earlier releases, which only the whole state still has."""


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Json:
    """{"rev", "was", the parts that differ, "story": entries that are new, "gone": the revs whose earlier entries no longer count}. `was`: the
    rev to which the changes are to be added; a reader at another rev asks for the whole state.
    """
    differ = {key: part for key, part in after.items() if key not in OLD and key not in ("rev", "story") and before.get(key) != part}
    new, gone = _of_story(before["story"], after["story"])
    told = {**({"story": new} if new else {}), **({"gone": gone} if gone else {})}
    return {"rev": after["rev"], "was": before["rev"], **differ, **told}


def _of_story(before: Sequence[Json], after: Sequence[Json]) -> tuple[list[Json], list[int]]:
    """(the entries to add, the revs whose entries are to be taken away first). An entry that only became too old is not gone, as long as the
    page forgets it by itself.
    """
    was, now = _by_rev(before), _by_rev(after)
    differ = [rev for rev in dict.fromkeys((*was, *now)) if was.get(rev) != now.get(rev)]
    changed = [rev for rev in differ if not _only_forgot(was.get(rev, []), now.get(rev, []))]
    told = _of_revs(was, now, changed)
    return told if applied(before, *told) == [*after] else _of_revs(was, now, differ)


def _of_revs(was: Mapping[int, list[Json]], now: Mapping[int, list[Json]], revs: Sequence[int]) -> tuple[list[Json], list[int]]:
    return [entry for rev in sorted(revs) for entry in now.get(rev, ())], [rev for rev in revs if rev in was]


def _only_forgot(was: Sequence[Json], now: Sequence[Json]) -> bool:
    """Whether nothing came to the entries of a rev."""
    left = iter(was)
    return bool(was) and all(entry in left for entry in now)


def applied(before: Sequence[Json], new: Sequence[Json], gone: Sequence[int]) -> list[Json]:
    """The story as the page has it after a change."""
    kept = (entry for entry in before if entry["rev"] not in gone)
    return story.remembered(sorted([*kept, *new], key=lambda entry: int(entry["rev"])))


def _by_rev(entries: Sequence[Json]) -> dict[int, list[Json]]:
    return {rev: list(told) for rev, told in groupby(entries, key=lambda entry: int(entry["rev"]))}
