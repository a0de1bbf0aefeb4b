"""The changes of the page between two states of the same readers: only the parts that differ, and only the new entries of the story."""

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
    """(the entries to add, the revs whose entries are to be taken away first). An entry that only became too old is not gone."""
    was, now = _by_rev(before), _by_rev(after)
    oldest = after[0]["rev"] if len(after) >= story.MOST else 0
    gone = [rev for rev, entries in was.items() if rev > oldest and now.get(rev) != entries]
    new = [entry for rev, entries in now.items() if rev > oldest or rev not in was for entry in entries if was.get(rev) != entries]
    return new, gone


def _by_rev(entries: Sequence[Json]) -> dict[int, list[Json]]:
    return {rev: list(told) for rev, told in groupby(entries, key=lambda entry: int(entry["rev"]))}
