"""Turn a payload into commands, or into a refusal that names the field."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationError
from pydantic.alias_generators import to_camel

from rpg_lite.operations import json_text, lenient_spelling, malformed_payload, payload_shapes
from rpg_lite.operations.command import Command
from rpg_lite.operations.name_matching import told_with_id
from rpg_lite.operations.outcome import Rejected
from rpg_lite.operations.registry import READ_ONLY, TOOLS, fields_of, operations, operations_by_key
from rpg_lite.operations.synonyms import key_meant, verbs_meant
from rpg_lite.operations.undo import Undo
from rpg_lite.rules import names
from rpg_lite.rules.document_fault_words import COINED, COINS_ARE_THINGS
from rpg_lite.rules.document_field_types import Document
from rpg_lite.rules.document_validation import faults_of, meant_by
from rpg_lite.rules.extensible_words import OURS, KnownWords

MOST_IN_BATCH: Final = 20
_INSIDE: Final = re.compile(r"did you mean '([^']+\.[^']+)'\?")
_DEFAULTS: Final = ("operation", "characterId", "characterName", "bagId", "bagName")
_UNDO: Final = frozenset({"operation", "rev", "toRev"})
_DECODED: Final = frozenset(
    {"batch", "item", "character", "document", "stats", "unset", "toggles", "names", "notes", "hitDice", "creatures"}
)


class Invalid(Command):
    """An element of a batch that was not understood; only this element is refused, and the others are still decided and answered."""

    operation: str = ""
    refusal: Any


class Envelope(Document):
    """The keys next to the operation, the same for every tool."""

    batch: Annotated[
        tuple[dict[str, Any], ...] | None,
        Field(min_length=1, max_length=MOST_IN_BATCH, description="1-20 operations; a target or operation beside it applies to all."),
    ] = None
    on_error: Annotated[Literal["abort", "continue"], Field(description="abort: all or nothing.")] = "abort"
    dry_run: Annotated[bool, Field(strict=True, description="Decide and show, record nothing.")] = False
    request_id: Annotated[str | None, Field(min_length=1, max_length=100, description="Your id: a repeat is not done twice.")] = None
    detail: Annotated[Literal["brief", "full"] | None, Field(description="full: all data and reasons.")] = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A payload that was understood."""

    tool: str
    commands: tuple[Command, ...]
    envelope: Envelope
    request_hash: str

    @property
    def is_batch(self) -> bool:
        return self.envelope.batch is not None

    @property
    def reads(self) -> bool:
        return all(type(c) in READ_ONLY or isinstance(c, Invalid) for c in self.commands)


Parsed = Asked | Rejected | list[Rejected]


def parse(tool: str, payload: Any, words: KnownWords = OURS) -> Parsed:
    """The commands of a payload, or its faults. `words`: the conditions and slots of the campaign's rulebook."""
    if tool not in TOOLS:
        return Rejected("tool_unknown", None, {"wanted": tool}, tuple(names.nearest(tool, TOOLS)), tuple(TOOLS))
    sent, payload = payload, payload_shapes.whole(payload)
    if not isinstance(payload, dict):
        return Rejected("payload_not_object", None, {"given": type(sent).__name__})
    is_clean = malformed_payload.is_clean(payload)
    if not is_clean and (refused := _outer_fault(payload)):
        return refused
    if twice := payload_shapes.spelled_twice(tool, payload, _ENVELOPE):
        return _twice(twice)
    plain = _plain(tool, payload)
    if not is_clean and (refused := _inner_fault(payload, plain)):
        return refused
    outer = {k: plain[k] for k in plain if k in _ENVELOPE}
    try:
        envelope = lenient_spelling.read(Envelope, outer, words)
    except ValidationError as error:
        return _invalid(_of_envelope(faults_of(error, Envelope)))
    if not is_clean and malformed_payload.control_in({"requestId": envelope.request_id}):
        return Rejected("text_broken", "requestId")
    inner = {k: v for k, v in plain.items() if k not in _ENVELOPE}
    commands = _batch(tool, inner, envelope.batch, words) if envelope.batch is not None else _command(tool, inner, words)
    if isinstance(commands, Rejected | list):
        return commands
    if not is_clean and (wrong := malformed_payload.no_number(plain)):
        return _invalid([wrong])
    return Asked(tool, commands if isinstance(commands, tuple) else (commands,), envelope, _hash(tool, plain))


def _outer_fault(payload: Mapping[str, Any]) -> Rejected | None:
    """A fault that keeps the parser from reading the payload at all."""
    if deep := malformed_payload.too_deep(payload):
        return _invalid([deep])
    broken = malformed_payload.not_unicode(payload)
    return Rejected("text_broken", broken) if broken else None


def _inner_fault(payload: Mapping[str, Any], plain: Mapping[str, Any]) -> Rejected | None:
    """A fault inside values that came as text, or a key that was given twice."""
    if deep := malformed_payload.too_deep(plain):
        return _invalid([deep])
    if wrong := malformed_payload.no_number({"operation": _operations(plain)}):  # the other faults are reported with the allowed values
        return _invalid([wrong])
    if broken := malformed_payload.not_unicode(plain):
        return Rejected("text_broken", broken)
    twice = malformed_payload.given_twice(payload) or malformed_payload.given_twice(plain)
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
    if tool not in TOOLS or not isinstance(found, dict) or malformed_payload.too_deep(found):
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
    return {k: _decode(k, json_text.without_null(v)) for k, v in payload_shapes.plain(tool, given, _ENVELOPE).items()}


def _decode(key: str, value: Any) -> Any:
    if key not in _DECODED:
        return value
    found = json_text.unpacked(value, "{[")
    return [json_text.unpacked(element, "{") for element in found] if key == "batch" and isinstance(found, list) else found


def _batch(
    tool: str, beside: dict[str, Any], elements: Sequence[Mapping[str, Any]], words: KnownWords
) -> tuple[Command, ...] | list[Rejected]:
    """Each element with the defaults given next to the batch."""
    plain = [_plain(tool, e) for e in elements]
    if refused := list(_beside(tool, beside, plain)):
        return refused
    parsed = [_command(tool, _with_defaults(tool, beside, e), words, in_batch=True) for e in plain]
    return tuple(Invalid(refusal=p) if isinstance(p, Rejected) else p for p in parsed)


def _beside(tool: str, beside: Mapping[str, Any], elements: Sequence[Mapping[str, Any]]) -> Iterator[Rejected]:
    """Refuse keys next to a batch that cannot be defaults for its elements: unknown keys, and keys that no element takes."""
    theirs = operations_by_key(tool)
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
        return _without_operation(tool, payload)
    if not isinstance(operation, str) or operation not in known:
        elsewhere = next((t for t in TOOLS if str(operation) in operations(t)), None)
        details = {"wanted": operation, "tool": tool, "elsewhere": elsewhere}
        return Rejected("operation_unknown", "operation", details, tuple(verbs_meant(str(operation), known)), tuple(known))
    if known[operation] is Undo and (refusal := _not_alone(tool, payload, in_batch)):
        return refusal
    if torn := next((k for k, v in payload.items() if k in _DECODED and isinstance(v, str) and v.lstrip().startswith("{")), None):
        return _invalid([(torn, "begins like a JSON object but is not a whole one; send an object, not text")])
    if nested := next((k for k in payload if k in _ENVELOPE), None):
        return Rejected("envelope_inside", nested, {"key": nested})
    try:
        understood = lenient_spelling.read(known[operation], _with_ids(known[operation], payload), words)
    except ValidationError as error:
        return _invalid(list(_explain_unknown_keys(tool, operation, payload, faults_of(error, known[operation], sorted(_ENVELOPE)))))
    broken = None if malformed_payload.is_clean(payload) else malformed_payload.control_in(payload)
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


def _without_operation(tool: str, payload: Mapping[str, Any]) -> Rejected:
    """The refusal for an operation that is missing or given under a misspelt key."""
    theirs = operations_by_key(tool)
    strangers = [k for k in payload if k not in theirs and k not in _ENVELOPE]
    if any(names.nearest(k, ["operation"]) for k in strangers):
        return _invalid([(k, meant_by(k, [*theirs, *sorted(_ENVELOPE)])) for k in strangers])
    return Rejected("operation_missing", "operation", {"tool": tool}, allowed=tuple(operations(tool)))


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
    return alone if malformed_payload.no_number(alone) is None else None


def _explain_unknown_keys(
    tool: str, operation: str, payload: Mapping[str, Any], faults: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Explain unknown keys: name the key that was probably meant or, for a key of other operations, name those operations."""
    theirs_by_key = operations_by_key(tool)
    for path, sentence in faults:
        others = theirs_by_key.get(path, [])
        if not sentence.startswith("unknown key") or sentence == COINS_ARE_THINGS:
            yield path, sentence
            continue
        fields = fields_of(tool, operation)
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
