"""Repair the keys and the values that a payload's faults name: misspelled keys, units, words for a duration."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rpg_lite.operations.json_paths import Json, Proposal, put_at, steps_of, value_at, with_value, without_key
from rpg_lite.operations.registry import fields_of
from rpg_lite.operations.synonyms import key_meant

_GUESS: Final = re.compile(r"did you mean '([^']+)'\?")
_BAGS: Final = ("bagName", "bagId")
_LISTS_OF_THINGS: Final = ("inventory", "character")
"""The reading operations that list things of a character, and are also sent for a chest."""
_THEIRS: Final = re.compile(r"only for operation=(\S+), not")


def of_faults(tool: str, payload: Json, faults: Sequence[tuple[str, str]]) -> Iterator[Proposal]:
    """Repair every key and value for which there is a guess; then propose the same payload for the operation that takes these keys."""
    if SPARING & {bare_word(path) for path, _ in faults}:
        yield from sparing(payload)
    done = payload
    for path, sentence in faults:
        done = _mend(tool, done, path, sentence)
    if done != payload:
        yield tool, done
    bags = {key: payload[key] for key in _BAGS if payload.get(key)}
    if bags and payload.get("operation") in _LISTS_OF_THINGS and any(path in bags for path, _ in faults):
        yield "manage_inventory", {"operation": "view", **bags}
    for _, sentence in faults:
        if (theirs := _THEIRS.match(sentence)) and "|" not in theirs[1]:
            yield tool, {**payload, "operation": theirs[1]}


def _mend(tool: str, payload: Json, path: str, sentence: str) -> Json:
    steps = steps_of(path)
    if (
        path == "kind"
        and payload.get("operation") == "rest"
        and ("kind" in payload or "type" not in {bare_word(k.removeprefix("rest")) for k in payload})
    ):
        return {**payload, "kind": "long" if str(payload.get("kind")).casefold() in _NIGHTS else "short"}
    if path == "targetName" and payload.get("operation") in ("heal", "damage"):
        return {**{k: v for k, v in payload.items() if k not in ("targetName", "characterId")}, "characterName": payload["targetName"]}
    if path in _UNITS and "duration" in fields_of(tool, str(payload.get("operation"))) and isinstance(payload.get(path), int):
        return {**{k: v for k, v in payload.items() if k != path}, "duration": f"{payload[path]} {path}"}
    if path == "duration" and (span := _span(payload.get("duration"))):
        return {**payload, "duration": span}
    if len(steps) == 1 and steps[0] in payload and ("unknown key" in sentence or _THEIRS.match(sentence)):
        return _key_mended(tool, payload, str(steps[0]))
    guess = _GUESS.search(sentence)
    if guess is None or not steps:
        return payload
    if sentence.startswith("unknown key"):
        value = value_at(payload, steps)
        bare = without_key(payload, steps)
        return bare if value is None else put_at(bare, (*steps[:-1], *steps_of(guess[1])), value)
    return with_value(payload, steps, guess[1])


def _key_mended(tool: str, payload: Json, key: str) -> Json:
    fields = fields_of(tool, str(payload.get("operation")))
    value = payload[key]
    if key in ("advantage", "disadvantage") and "mode" in fields:
        return {**{k: v for k, v in payload.items() if k != key}, **({"mode": key} if value else {})}
    meant = key_meant(key, value, fields, payload)
    if meant is None or (meant == "name" and payload.get("operation") == "update" and bare_word(key).startswith("to")):
        return payload  # where something shall lead is not what it shall be called
    wrapped = [value] if meant in ("names", "stats", "spells", "targets") and isinstance(value, str) else value
    return {(meant if k == key else k): (wrapped if k == key else v) for k, v in payload.items()}


_NIGHTS: Final = frozenset({"night", "a night", "full", "full rest", "overnight", "sleep", "8 hours", "extended", "day", "camp", "lr"})
"""The words for a long rest; any other word, or no word, means a short rest."""
_UNITS: Final = ("hours", "minutes", "days", "rounds")
_ONE: Final = re.compile(r"(?:an?|one|the) (night|day|hour|minute|round|week)")


def _span(written: Any) -> str:
    """A duration in figures instead of words: "a night" is 8 hours."""
    found = _ONE.fullmatch(written.strip().casefold()) if isinstance(written, str) else None
    return {"night": "8 hours", "week": "7 days"}.get(found[1], f"1 {found[1]}") if found else ""


SPARING: Final = frozenset({"nonlethal", "spare", "knockout", "subdue", "nonlethaldamage", "mercy", "takealive", "capture"})
"""Words of a caller who wants an enemy to live."""


def bare_word(word: str) -> str:
    """The letters and digits of a word, in lower case."""
    return re.sub(r"[\W_]+", "", word.casefold())


def sparing(payload: Json) -> Iterator[Proposal]:
    """Propose that the target makes death saves at 0 hit points, so that a blow does not kill it."""
    who = {f"character{k.removeprefix('target')}": payload[k] for k in ("targetName", "targetId") if k in payload}
    if who:
        yield "manage_character", {"operation": "update", **who, "character": {"deathSaves": True}}
