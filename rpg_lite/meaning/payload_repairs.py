"""Repair the keys and the values that a payload's faults name: misspelled keys, units, words for a duration."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rpg_lite.decision.value_forms import parts
from rpg_lite.meaning import duration_words
from rpg_lite.meaning.json_paths import Json, Proposal, put_at, steps_of, value_at, with_value, without_key
from rpg_lite.meaning.synonyms import key_meant
from rpg_lite.operations.registry import fields_of
from rpg_lite.rules.names import bare

_GUESS: Final = re.compile(r"did you mean '([^']+)'\?")
_BAGS: Final = ("bagName", "bagId")
_LISTS_OF_THINGS: Final = ("inventory", "character")
"""The reading operations that list things of a character, and are also sent for a chest."""
_READY: Final = "ready"
_THEIRS: Final = re.compile(r"only for operation=(\S+), not")


def of_faults(tool: str, payload: Json, faults: Sequence[tuple[str, str]], places: bool) -> Iterator[Proposal]:
    """Repair every key and value for which there is a guess; then propose the same payload for the operation that takes these keys. `places`:
    keys of places are guessed too.
    """
    if SPARING & {bare(path) for path, _ in faults}:
        yield from sparing(payload)
    yield from ((tool, one) for one in _readied(payload, [path for path, _ in faults]))
    if payload.get("operation") == "start_fight" and "names" not in payload:
        yield tool, {**payload, "names": ["party", "foes"]}
        yield tool, {**payload, "names": ["party"]}
    yield from ((tool, one) for one in _of_locks(payload, [path for path, _ in faults]))
    done = payload
    for path, sentence in faults:
        done = _mend(tool, done, path, sentence, places)
    if done != payload:
        yield tool, done
    bags = {key: payload[key] for key in _BAGS if payload.get(key)}
    if bags and payload.get("operation") in _LISTS_OF_THINGS and any(path in bags for path, _ in faults):
        yield "manage_inventory", {"operation": "view", **bags}
    for _, sentence in faults:
        if (theirs := _THEIRS.match(sentence)) and "|" not in theirs[1]:
            yield tool, {**payload, "operation": theirs[1]}


def _readied(payload: Json, paths: Sequence[str]) -> Iterator[Json]:
    """The cast of a spell that the act Ready names, since a spell is readied as it is cast; and a readied attack or move that says it answers, without
    that, since it answers no deed.
    """
    said = payload.get("with", [])
    if "spell" in paths and bare(str(payload.get("act"))) == _READY and isinstance(said, list | str):
        words = [said] if isinstance(said, str) else said
        rest = {key: value for key, value in payload.items() if key not in ("act", "with")}
        yield {**rest, "operation": "cast", "with": [*words, _READY]}
    if "answer" in paths and payload.get("operation") in ("attack", "move"):
        yield {key: value for key, value in payload.items() if key not in ("answer", "rev")}


_LOCKS: Final = frozenset(("unlock", "lock", "open", "close", "disarm", "search"))
_OPENED: Final = frozenset(("item", "target", "thing", "object", "chest", "container", "tool", "tools", "key", "with", "using", "name", "lock", "trap"))
"""Keys, without a final Name or Id, under which people send a chest, or what they open it with."""
_OPENS: Final = re.compile(r"tools?\b|\bkeys?\b|picks?\b|crowbar", re.IGNORECASE)


def _of_locks(payload: Json, paths: Sequence[str]) -> Iterator[Json]:
    """A chest that is sent as an item or a target, as the bag that it is. The tools and the key of whoever opens it are found without a word, and
    a search is of the whole room.
    """
    stray = [path for path in paths if path in payload and bare(path).removesuffix("name").removesuffix("id") in _OPENED]
    if payload.get("operation") not in _LOCKS or not stray:
        return
    rest = {key: value for key, value in payload.items() if key not in stray}
    chests = [payload[key] for key in stray if isinstance(payload[key], str) and not _OPENS.search(payload[key])]
    if payload["operation"] == "search" or any(rest.get(key) for key in ("direction", *_BAGS)):
        yield rest
    else:
        yield from ({**rest, "bagName": chest} for chest in chests)


def _mend(tool: str, payload: Json, path: str, sentence: str, places: bool) -> Json:
    steps = steps_of(path)
    if (
        path == "kind"
        and payload.get("operation") == "rest"
        and ("kind" in payload or "type" not in {bare(k.removeprefix("rest")) for k in payload})
    ):
        return {**payload, "kind": "long" if str(payload.get("kind")).casefold() in _NIGHTS else "short"}
    if path == "targetName" and payload.get("operation") in ("heal", "damage"):
        return {**{k: v for k, v in payload.items() if k not in ("targetName", "characterId")}, "characterName": payload["targetName"]}
    if path in _UNITS and "duration" in fields_of(tool, str(payload.get("operation"))) and str(payload.get(path)).isdecimal():
        return {**{k: v for k, v in payload.items() if k != path}, "duration": f"{payload[path]} {path}"}
    if path == "duration" and (span := _span(payload.get("duration"), payload)):
        return {**{k: v for k, v in payload.items() if bare(k) not in _OF_UNIT}, "duration": span}
    is_stray = "unknown key" in sentence or _THEIRS.match(sentence) is not None
    if len(steps) == 1 and steps[0] in payload and is_stray and (mended := _key_mended(tool, payload, str(steps[0]), places)) != payload:
        return mended
    guess = _GUESS.search(sentence)
    if guess is None or not steps or _is_where_it_leads(payload, path, guess[1]):
        return payload
    if is_stray:
        value = value_at(payload, steps)
        rest = without_key(payload, steps)
        return rest if value is None else put_at(rest, (*steps[:-1], *steps_of(guess[1])), value)
    return with_value(payload, steps, guess[1])


def in_keys_of(tool: str, payload: Json, places: bool = True) -> Json:
    """The payload with every key that the operation does not take under the one that was probably meant; `places`: or under one of places."""
    done, taken = payload, fields_of(tool, str(payload.get("operation")))
    for key in [key for key in payload if key not in taken]:
        done = _key_mended(tool, done, key, places)
    return done


_COUNTED: Final = re.compile(r"(?P<before>\d[\d,]{0,9})\s*[x×]?\s+(?P<of>\D.*)|(?P<name>.*\S)\s*[x×]\s*(?P<after>\d{1,9})")


def counted(tool: str, payload: Json, field: str) -> Json | None:
    """The payload with the number of things under its own key: "50 gp", "3 torches", "Torch x3"."""
    named = payload.get(field)
    found = _COUNTED.fullmatch(named.strip()) if isinstance(named, str) else None
    if found is None or "quantity" in payload or "quantity" not in fields_of(tool, str(payload.get("operation"))):
        return None
    number = int((found["before"] or found["after"]).replace(",", ""))
    return {**payload, field: found["of"] or found["name"], "quantity": number}


def _key_mended(tool: str, payload: Json, key: str, places: bool) -> Json:
    fields = fields_of(tool, str(payload.get("operation")), places)
    value = payload[key]
    if key in ("advantage", "disadvantage") and "mode" in fields:
        return {**{k: v for k, v in payload.items() if k != key}, **({"mode": key} if value else {})}
    meant = key_meant(key, value, fields, payload)
    if meant is None and payload.get("operation") == "give" and bare(key.removesuffix("Name")) in _RECEIVING:
        meant = "characterName" if "characterName" not in payload else None
    if meant is None or _is_where_it_leads(payload, key, meant):
        return payload
    is_list = meant in ("names", "stats", "spells", "targets")
    wrapped = parts(meant, value) if is_list and isinstance(value, str) else value
    if isinstance(value, list) and len(value) == 1 and meant.endswith(("Name", "condition")):
        wrapped = value[0]
    return {(meant if k == key else k): (wrapped if k == key else v) for k, v in payload.items()}


def _is_where_it_leads(payload: Json, key: str, meant: str) -> bool:
    """Whether the key says where something shall lead, which is not what it shall be called."""
    return meant == "name" and payload.get("operation") == "update" and bare(key).startswith("to")


_RECEIVING: Final = frozenset({"to", "recipient", "receiver", "target", "tocharacter", "newowner"})
"""Keys of whoever gets a new thing."""
_NIGHTS: Final = frozenset({"night", "a night", "full", "full rest", "overnight", "sleep", "8 hours", "extended", "day", "camp", "lr"})
"""The words for a long rest; any other word, or no word, means a short rest."""
_UNITS: Final = ("hours", "minutes", "days", "rounds")
_OF_UNIT: Final = frozenset({"unit", "units", "timeunit", "durationunit"})
_ROUNDS: Final = re.compile(r"(\d{1,4}) turns?")
_ONE: Final = re.compile(r"(?:an?|one|the) (night|day|hour|minute|round|week)")


def _span(written: Any, payload: Json) -> str:
    """A duration in figures instead of words, and with its unit: "a night" is 8 hours, 2 turns are 2 rounds."""
    unit = next((v for k, v in payload.items() if bare(k) in _OF_UNIT and isinstance(v, str)), "")
    if unit:
        return duration_words.meant(f"{written} {unit}") or ""
    text = written.strip().casefold() if isinstance(written, str) else ""
    if turns := _ROUNDS.fullmatch(text):
        return f"{turns[1]} rounds"
    found = _ONE.fullmatch(text)
    return {"night": "8 hours", "week": "7 days"}.get(found[1], f"1 {found[1]}") if found else ""


SPARING: Final = frozenset({"nonlethal", "spare", "knockout", "subdue", "nonlethaldamage", "mercy", "takealive", "capture"})
"""Words of a caller who wants an enemy to live."""


def sparing(payload: Json) -> Iterator[Proposal]:
    """Propose that the target makes death saves at 0 hit points, so that a blow does not kill it."""
    who = {f"character{k.removeprefix('target')}": payload[k] for k in ("targetName", "targetId") if k in payload}
    if who:
        yield "manage_character", {"operation": "update", **who, "character": {"deathSaves": True}}
