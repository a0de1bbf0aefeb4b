"""Turn a payload into commands, or into a refusal that names the field; faults that no payload may have come first."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError
from pydantic.alias_generators import to_camel

from rpg_lite.decision import value_forms
from rpg_lite.decision.command import Command, Invalid
from rpg_lite.decision.name_matching import told_with_id
from rpg_lite.decision.outcome import Rejected
from rpg_lite.meaning import lenient_spelling, payload_shapes
from rpg_lite.meaning.synonyms import key_meant, verbs_meant
from rpg_lite.operations.registry import TOOLS, fields_of, keys_of_places, operations, operations_by_key
from rpg_lite.operations.request_envelope import Asked, Envelope, Parsed
from rpg_lite.operations.undo import Undo
from rpg_lite.rules import names
from rpg_lite.rules.document_fault_words import COINED, COINS_ARE_THINGS
from rpg_lite.rules.document_validation import faults_of, meant_by
from rpg_lite.rules.extensible_words import OURS, KnownWords

DEEPEST: Final = 50
"""The maximum nesting of a payload. A plan of rooms with chests in chests has a dozen levels."""
LARGEST: Final = 2**53
"""The largest number: readers of JSON disagree about larger ones, and SQLite cannot store integers of twenty digits."""


_CONTROL: Final = re.compile(r"\\(?:u00[0189]|u007f|[bf])")
"""Control characters as JSON writes them in ASCII; tab and line ends have other escapes."""


_ODD: Final = re.compile(r"[\x7f-\x9f\ud800-\udfff]|\\[ubf]|_|\d{16}|[eE]\+?\d|NaN|Infinity")
"""Matches the JSON of any payload with one of the faults below except nesting (half a character, an escape, two spellings, a long number),
also in text that is decoded later.
"""
_written = json.JSONEncoder(ensure_ascii=False).encode


def is_clean(payload: Any) -> bool:
    """Whether a single search of the JSON rules out every fault below; nearly all payloads pass and need no separate search for each fault."""
    try:
        text = _written(payload)
    except (RecursionError, TypeError, ValueError):
        return False
    return text.count("{") + text.count("[") <= DEEPEST and not _ODD.search(text)


def too_deep(payload: Mapping[str, Any]) -> tuple[str, str] | None:
    """(key, fault) of a value that is nested too deeply. The search is not recursive, so that all later checks can safely be recursive."""
    within: list[tuple[str, Any]] = list(payload.items())
    for _ in range(DEEPEST):
        if not within:
            return None
        within = [(key, inner) for key, value in within for inner in _parts(value)]
    return (within[0][0], f"is nested too deeply; takes at most {DEEPEST} levels") if within else None


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def no_number(payload: Mapping[str, Any]) -> tuple[str, str] | None:
    """(key, fault) of a number that no database and no client can keep. Checked last, like `control_in`."""
    within: list[tuple[str, Any]] = list(payload.items())
    while within:
        for key, value in within:
            if isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
                return key, f"holds a number that cannot be kept; takes at most {LARGEST}"
        within = [(key, inner) for key, value in within for inner in _parts(value)]
    return None


def not_unicode(payload: Mapping[str, Any]) -> str | None:
    """The key of a text with half a character (a lone surrogate), which no database and no client can keep."""
    for key, value in payload.items():
        try:
            json.dumps([key, value], ensure_ascii=False, default=str).encode()
        except (UnicodeEncodeError, RecursionError):
            return str(key).encode("ascii", "replace").decode()
    return None


def control_in(payload: Mapping[str, Any]) -> str | None:
    """The key of a text with a control character other than tab and line ends, because it could control the terminal that shows the text.

    PostgreSQL cannot store the null character at all. Checked last, because a name gets a more exact message.
    """
    # Written in ASCII, every control character is an escape. Escaped backslashes are removed first.
    written = ((key, json.dumps(value, default=str)) for key, value in payload.items())
    return next((key for key, text in written if _CONTROL.search(text.replace("\\\\", ""))), None)


def given_twice(value: Any) -> tuple[str, str] | None:
    """Two spellings of one key in one object."""
    if isinstance(value, dict):
        for key in value:
            if isinstance(key, str) and "_" in key and to_camel(key) != key and to_camel(key) in value:
                return key, to_camel(key)
    return next((found for v in _parts(value) if (found := given_twice(v))), None)


_INSIDE: Final = re.compile(r"did you mean '([^']+\.[^']+)'\?")
_DEFAULTS: Final = ("operation", "characterId", "characterName", "bagId", "bagName")
_UNDO: Final = frozenset({"operation", "rev", "toRev"})
_DECODED: Final = frozenset(
    {"batch", "item", "character", "document", "stats", "unset", "toggles", "names", "notes", "hitDice", "creatures"}
)


def parse(tool: str, payload: Any, words: KnownWords = OURS) -> Parsed:
    """The commands of a payload, or its faults. `words`: the conditions and slots of the campaign's rulebook."""
    if tool not in TOOLS:
        return Rejected("tool_unknown", None, {"wanted": tool}, tuple(names.nearest(tool, TOOLS)), tuple(TOOLS))
    sent, payload = payload, payload_shapes.whole(payload)
    if not isinstance(payload, dict):
        return Rejected("payload_not_object", None, {"given": type(sent).__name__})
    is_sound = is_clean(payload)
    if not is_sound and (refused := _outer_fault(payload)):
        return refused
    if twice := payload_shapes.spelled_twice(tool, payload, _ENVELOPE):
        return _twice(twice)
    plain = _plain(tool, payload)
    if not is_sound and (refused := _inner_fault(payload, plain)):
        return refused
    outer = {k: plain[k] for k in plain if k in _ENVELOPE}
    try:
        envelope = lenient_spelling.read(Envelope, outer, words)
    except ValidationError as error:
        return _invalid(_of_envelope(faults_of(error, Envelope)))
    if not is_sound and control_in({"requestId": envelope.request_id}):
        return Rejected("text_broken", "requestId")
    inner = {k: v for k, v in plain.items() if k not in _ENVELOPE}
    commands = _batch(tool, inner, envelope.batch, words) if envelope.batch is not None else _command(tool, inner, words)
    if isinstance(commands, Rejected | list):
        return commands
    if not is_sound and (wrong := no_number(plain)):
        return _invalid([wrong])
    return Asked(tool, commands if isinstance(commands, tuple) else (commands,), envelope, _hash(tool, plain))


def _outer_fault(payload: Mapping[str, Any]) -> Rejected | None:
    """A fault that keeps the parser from reading the payload at all."""
    if deep := too_deep(payload):
        return _invalid([deep])
    broken = not_unicode(payload)
    return Rejected("text_broken", broken) if broken else None


def _inner_fault(payload: Mapping[str, Any], plain: Mapping[str, Any]) -> Rejected | None:
    """A fault inside values that came as text, or a key that was given twice."""
    if deep := too_deep(plain):
        return _invalid([deep])
    if wrong := no_number({"operation": _operations(plain)}):  # the other faults are reported with the allowed values
        return _invalid([wrong])
    if broken := not_unicode(plain):
        return Rejected("text_broken", broken)
    twice = given_twice(payload) or given_twice(plain)
    return _twice(twice) if twice else None


def _twice(keys: tuple[str, str]) -> Rejected:
    return Rejected("given_twice", keys[1], {"one": keys[0], "other": keys[1]})


_ENVELOPE: Final = frozenset(to_camel(k) for k in Envelope.model_fields)


def _of_envelope(faults: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The faults. If elements are wrong, the fault in the length of the batch is left out, because wrong elements do not count."""
    return [f for f in faults if f[0] != "batch" or not any(path.startswith("batch[") for path, _ in faults)]


def _operations(plain: Mapping[str, Any]) -> list[Any]:
    batch = plain.get("batch")
    return [plain.get("operation"), *(e.get("operation") for e in (batch if isinstance(batch, list) else ()) if isinstance(e, dict))]


def as_sent(tool: str, payload: Any) -> Any:
    """The payload in the spelling of the tool, as far as it is an object: what a proposal changes is changed in this."""
    found = payload_shapes.whole(payload)
    if tool not in TOOLS or not isinstance(found, dict) or too_deep(found):
        return payload
    if payload_shapes.spelled_twice(tool, found, _ENVELOPE):
        return payload
    plain = payload_shapes.plain(tool, found, _ENVELOPE)
    batch = plain.get("batch")
    inner = [payload_shapes.plain(tool, e, _ENVELOPE) if isinstance(e, dict) else e for e in batch] if isinstance(batch, list) else batch
    return {**plain, "batch": inner} if "batch" in plain else plain


def canonical(tool: str, payload: Mapping[str, Any], words: KnownWords) -> dict[str, Any]:
    """A payload that is accepted, with its values in the spelling that the tools list, so that a client that checks the schema can send it."""
    done = dict(payload)
    if isinstance(batch := done.get("batch"), list):
        return {**done, "batch": [canonical(tool, e, words) if isinstance(e, dict) else e for e in batch]}
    model = operations(tool).get(str(done.get("operation")))
    if model is None:
        return done
    outer, inner = {k: v for k, v in done.items() if k in _ENVELOPE}, {k: v for k, v in done.items() if k not in _ENVELOPE}
    return {**lenient_spelling.respelled(model, inner, words), **lenient_spelling.respelled(Envelope, outer, words)}


def _plain(tool: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    """The payload in the spelling of the tool, without null, and with decoded objects and arrays that came as strings."""
    given = {k: v for k, v in payload.items() if v is not None}
    return {k: _decode(k, value_forms.without_null(v)) for k, v in payload_shapes.plain(tool, given, _ENVELOPE).items()}


def _decode(key: str, value: Any) -> Any:
    if key not in _DECODED:
        return value
    found = value_forms.unpacked(value, "{[")
    return [value_forms.unpacked(element, "{") for element in found] if key == "batch" and isinstance(found, list) else found


def _batch(
    tool: str, beside: dict[str, Any], elements: Sequence[Mapping[str, Any]], words: KnownWords
) -> tuple[Command, ...] | list[Rejected]:
    """Each element with the defaults given next to the batch."""
    plain = [_plain(tool, e) for e in elements]
    if refused := list(_beside(tool, beside, plain, words)):
        return refused
    parsed = [_command(tool, _with_defaults(tool, beside, e), words, in_batch=True) for e in plain]
    return tuple(Invalid(refusal=p) if isinstance(p, Rejected) else p for p in parsed)


def _beside(tool: str, beside: Mapping[str, Any], elements: Sequence[Mapping[str, Any]], words: KnownWords) -> Iterator[Rejected]:
    """Refuse keys next to a batch that cannot be defaults for its elements: unknown keys, and keys that no element takes."""
    theirs = operations_by_key(tool, words.places)
    strangers = [k for k in beside if k not in _DEFAULTS or k not in theirs]
    allowed = (*(k for k in _DEFAULTS if k in theirs), *sorted(_ENVELOPE))
    takes = [fields_of(tool, str(e.get("operation", beside.get("operation")))) - e.keys() for e in elements]
    if idle := [k for k in strangers if k in theirs and not any(k in keys for keys in takes)]:
        yield Rejected("beside_batch", idle[0], {"keys": idle}, allowed=allowed)
    if unknown := [k for k in strangers if k not in theirs]:
        yield _invalid([(k, meant_by(k, allowed)) for k in unknown])


def _with_defaults(tool: str, beside: Mapping[str, Any], element: dict[str, Any]) -> dict[str, Any]:
    """Fill in the keys next to the batch for elements that take but do not set them; fill in a target only for elements that name none."""
    own_target = any(k in element for k in _DEFAULTS[1:])
    takes = fields_of(tool, str(element.get("operation", beside.get("operation"))))
    held = {k: v for k, v in beside.items() if k == "operation" or (not own_target if k in _DEFAULTS else k in takes)}
    return {**held, **element}


def _command(tool: str, payload: dict[str, Any], words: KnownWords, in_batch: bool = False) -> Command | Rejected:
    known = operations(tool)
    operation = payload.get("operation")
    if operation is None:
        return _without_operation(tool, payload, words)
    if not isinstance(operation, str) or operation not in known:
        elsewhere = next((t for t in TOOLS if str(operation) in operations(t, words.places)), None)
        details = {"wanted": operation, "tool": tool, "elsewhere": elsewhere}
        named = operations(tool, words.places)
        return Rejected("operation_unknown", "operation", details, tuple(verbs_meant(str(operation), named)), tuple(named))
    if known[operation] is Undo and (refusal := _not_alone(tool, payload, in_batch)):
        return refusal
    if torn := next((k for k, v in payload.items() if k in _DECODED and isinstance(v, str) and v.lstrip().startswith("{")), None):
        return _invalid([(torn, "begins like a JSON object but is not a whole one; send an object, not text")])
    if nested := next((k for k in payload if k in _ENVELOPE), None):
        return Rejected("envelope_inside", nested, {"key": nested})
    try:
        understood = lenient_spelling.read(known[operation], _with_ids(known[operation], payload), words)
    except ValidationError as error:
        faults = faults_of(error, known[operation], sorted(_ENVELOPE), frozenset() if words.places else keys_of_places(operation))
        return _invalid(list(_explain_unknown_keys(tool, operation, payload, faults, words)))
    broken = None if is_clean(payload) else control_in(payload)
    return Rejected("text_broken", broken) if broken else understood


def _with_ids(model: type[Command], payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload with the id of each name that was sent with it, as a refusal lists namesakes: "Ann (c2.1) in Lobby"."""
    taken = {field.alias for field in model.model_fields.values()}
    done = dict(payload)
    for key, value in payload.items():
        both = told_with_id(value) if key.endswith("Name") and isinstance(value, str) else None
        if both and (id_key := f"{key[:-4]}Id") in taken and payload.get(id_key) in (None, both[1]):
            done |= {key: both[0], id_key: both[1]}
    return done


def _without_operation(tool: str, payload: Mapping[str, Any], words: KnownWords) -> Rejected:
    """The refusal for an operation that is missing or given under a misspelt key."""
    theirs = operations_by_key(tool, words.places)
    strangers = [k for k in payload if k not in theirs and k not in _ENVELOPE]
    if any(names.nearest(k, ["operation"]) for k in strangers):
        return _invalid([(k, meant_by(k, [*theirs, *sorted(_ENVELOPE)])) for k in strangers])
    return Rejected("operation_missing", "operation", {"tool": tool}, allowed=tuple(operations(tool, words.places)))


def _not_alone(tool: str, payload: Mapping[str, Any], in_batch: bool) -> Rejected | None:
    """The refusal for an undo in a batch, or together with a target or another operation's key."""
    if in_batch:
        return Rejected("undo_alone", "operation")
    beside = [k for k in payload if k in operations_by_key(tool) and k not in _UNDO]
    if not beside and payload.keys() >= _UNDO:
        return Rejected("undo_both", "toRev", instead=_undo_of(payload))
    return Rejected("undo_alone", beside[0], instead=_undo_of(payload)) if beside else None


def _undo_of(payload: Mapping[str, Any]) -> dict[str, Any] | None:
    """The undo in a payload, if it would parse on its own; `toRev` wins over `rev`."""
    alone = {k: payload[k] for k in ("operation", "toRev" if "toRev" in payload else "rev") if k in payload}
    try:
        Undo.model_validate(alone)
    except ValidationError:
        return None
    return alone if no_number(alone) is None else None


def _explain_unknown_keys(
    tool: str, operation: str, payload: Mapping[str, Any], faults: Sequence[tuple[str, str]], words: KnownWords
) -> Iterator[tuple[str, str]]:
    """Explain unknown keys: name the key that was probably meant or, for a key of other operations, name those operations."""
    theirs_by_key = operations_by_key(tool, words.places)
    for path, sentence in faults:
        others = theirs_by_key.get(path, [])
        if not sentence.startswith("unknown key") or sentence == COINS_ARE_THINGS:
            yield path, sentence
            continue
        fields = fields_of(tool, operation, words.places)
        inside = _INSIDE.search(sentence)  # the `hp` of an update belongs to its `character`
        meant = key_meant(path, payload.get(path), fields, payload) or (inside[1] if inside else None)
        guess = f"; did you mean {meant!r}?" if meant else ""
        if others:
            yield path, f"only for operation={'|'.join(others)}, not {operation}{guess}"
        elif path.casefold() in COINED and "character" in fields and not meant:
            yield path, COINS_ARE_THINGS
        else:
            yield path, f"unknown key{guess}" if meant else sentence


def _invalid(faults: Sequence[tuple[str, str]]) -> Rejected:
    return Rejected("argument_invalid", faults[0][0] or None, {"faults": list(faults)})


def _hash(tool: str, plain: Mapping[str, Any]) -> str:
    """The same hash for the same payload in any spelling; keys that only affect the answer do not count."""
    kept = {k: v for k, v in plain.items() if k not in ("requestId", "detail")}
    text = json.dumps([tool, kept], sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()
