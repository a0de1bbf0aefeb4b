"""The outcome of an act as plain numbers and words, for the tests that hold what is played against the texts."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.mechanics.acts.act_results import TargetPlayed
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.standalone_act import Played, play
from rpg_lite.vocabulary import ABILITIES
from tests.operations.act_table import highest, lowest

Row = dict[str, Any]
SCORES: Final = dict.fromkeys(ABILITIES, 18)
"""Every modifier is +4."""


def twice(act: str, by: Row, on: Sequence[Row], book: Rulebook, **more: Any) -> tuple[Played, Played]:
    """The act with the lowest and with the highest dice; every d20 shows 15."""
    low, high = (play(act, by, on, book, dice, **more) for dice in (lowest(), highest()))
    assert low.refused == high.refused
    if high.refused == "choice_required" and high.allowed[0].startswith("{"):
        return twice(act, by, on, book, **{**more, "choice": json.loads(high.allowed[0])})
    if high.refused == "ends_nothing":  # the target has nothing of what it ends
        return twice(act, by, on, book, **{**more, "force": True})
    return low, high


def outcome(low: Played, high: Played) -> Row:
    """The outcome of an act: bounds of all amounts, saves with DCs, the words that were laid, how long they last, what was spent."""
    assert low.result and high.result, high.refused
    on = high.result.targets
    amounts = {
        "damage": _bounds_by_type(low, high),
        "heal": _bounds(low, high, lambda t: t.healed),
        "tempHp": _bounds(low, high, lambda t: t.temp_hp or 0),
    }
    words = {
        "saves": sorted({f"{s.ability} {s.dc}" for t in on for s in t.saves}),
        "checks": sorted({f"{s.ability} {s.dc}" for t in on for s in t.checks}),
        "conditions": sorted({c for t in on for c in t.conditions}),
        "effects": sorted({e for t in on for e in t.effects}),
        "lasts": sorted({*lasting(high.documents)}),
    }
    counts = {
        "attacks": sum(len(t.attacks) for t in on),
        "spent": {s.what: s.was - s.left for s in high.result.spent},
        "concentration": high.result.concentration is not None,
        "told": bool(high.result.says),
    }
    return {key: value for key, value in (amounts | words | counts).items() if value}


def lasting(documents: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The durations of the conditions and effects that lie on these creatures; those that end with something else have none."""
    for document in documents:
        entries = [e for kind in ("conditions", "effects") for e in document.get(kind, ()) if isinstance(e, dict)]
        yield from (e["duration"] for e in entries if e.get("duration"))


def _bounds(low: Played, high: Played, amount: Any) -> list[int]:
    found = [sum(amount(t) for t in _targets(p)) for p in (low, high)]
    return found if any(found) else []


def _bounds_by_type(low: Played, high: Played) -> dict[str, list[int]]:
    types = {s.type for t in _targets(high) for s in t.suffered}
    return {type: [sum(s.dealt for t in _targets(p) for s in t.suffered if s.type == type) for p in (low, high)] for type in sorted(types)}


def _targets(played: Played) -> tuple[TargetPlayed, ...]:
    assert played.result
    return played.result.targets
