"""The faults of a document, one sentence for each place: pydantic's errors without union branches and links."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, ForwardRef, TypeVar, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ValidationError
from pydantic.alias_generators import to_camel
from rapidfuzz import fuzz

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import STEP_MODELS, Act, Spell
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.document_fault_words import (
    BOUNDS,
    COINED,
    COINS_ARE_THINGS,
    DICE_BELONG,
    EXAMPLES,
    KINDS,
    MEANT,
    MEANT_BY_KEY,
    NAMELESS,
    NAMING,
    OBJECT,
    SHAPES,
    TEXTS,
    WORDS_MEANT,
)
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier

SCHEMA: Final = "items://schema"
"""The resource with all keys."""
SHOWN_KEYS: Final = 20
SHOWN_INSIDE: Final = 6
LONGEST_SHOWN: Final = 60
MOST_TOLD: Final = 20
"""The maximum number of reported faults of one document: finding similar names takes milliseconds for each fault, and nobody reads more."""
_BRANCH: Final = re.compile(r"(dict|list|tuple|literal|function-[a-z]+)\[|constrained-")
"""The tags that pydantic gives to a union branch without a name."""
MEANT_IN_CALLS: Final = MappingProxyType({"limit": "last", "agents": "names"})
"""Words of other programs for keys of calls."""
_UNKNOWN_KEY: Final = ("extra_forbidden", "unexpected_keyword_argument")

_OF_SPELLS: Final = frozenset(Spell.model_fields) - frozenset(Act.model_fields)
OF_SPELLS: Final = "belongs to a spell, and this is an act; write a spell of your own under spells.own"
_NAMED: Final[Mapping[str, tuple[type[BaseModel], ...]]] = {"Step": tuple(STEP_MODELS.values()), "Act": (Act,)}
"""The models to which a type refers before they are defined."""

Error = Mapping[str, Any]
Place = tuple[str | int, ...]
Model = TypeVar("Model", bound=BaseModel)


class DocumentFault(ValueError):
    """A document that does not fit its model. `faults`: (dotted path, sentence) for each fault."""

    def __init__(self, faults: Sequence[tuple[str, str]]) -> None:
        super().__init__("; ".join(": ".join(filter(None, fault)) for fault in faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class _TopKeys:
    """The keys that a sentence about an unknown key names beside those of the model, and those of it that it does not name, both at the top."""

    also: tuple[str, ...] = ()
    unnamed: frozenset[str] = frozenset()


def read(model: type[Model], document: Any, context: Any = None) -> Model:
    """The document as this model. Raises DocumentFault with every fault and its place."""
    try:
        return model.model_validate(document, context=context)
    except ValidationError as error:
        raise DocumentFault(faults_of(error, model)) from None


def faults_of(
    error: ValidationError, model: type[BaseModel], also: Iterable[str] = (), unnamed: frozenset[str] = frozenset()
) -> list[tuple[str, str]]:
    """(dotted path, sentence) for each fault; the path of the whole document is "".

    `also`: keys allowed in addition to the model's own at the top, as further guesses for an unknown key. `unnamed`: keys at the top of
    which no sentence tells.
    """
    found: dict[Place, list[tuple[Error, Place, Place]]] = {}
    every = error.errors(include_url=False)
    errors = [e for e in every if not _follows(e, every)]
    for e in errors[:MOST_TOLD]:
        union, whole, tag = _places(e, model)
        found.setdefault(union, []).append((e, whole, tag))
    faults: dict[str, str] = {}
    for union, several in found.items():
        for place, sentence in _sentences(union, several, model, _TopKeys(tuple(also), unnamed)):
            faults.setdefault(dot_path(place), sentence)
    if len(errors) > MOST_TOLD:
        faults.setdefault("", f"{len(errors) - MOST_TOLD} more faults")
    return list(faults.items())


def _follows(error: Error, every: Sequence[Any]) -> bool:
    """Whether a list only seems too short because an element of it is at fault."""
    place = error["loc"]
    return error["type"] == "too_short" and any(len(e["loc"]) > len(place) and e["loc"][: len(place)] == place for e in every)


def dot_path(place: Sequence[str | int]) -> str:
    """
    >>> dot_path(("modifiers", 0, "target"))
    'modifiers[0].target'
    """
    return "".join(f"[{p}]" if isinstance(p, int) else f".{names.show_key(p)}" for p in place).removeprefix(".")


def meant_by(key: str, known: Sequence[str], deeper: Sequence[str] = (), meant: str | None = None) -> str:
    """The sentence for an unknown key: the key that was probably meant, or the allowed keys.

    >>> meant_by("rarty", ["name", "rarity"])
    "unknown key; did you mean 'rarity'?"
    """
    exact = [d for d in deeper if d.rsplit(".", 1)[-1].casefold() == key.casefold()]
    near = sorted(names.nearest(key, known), key=lambda k: fuzz.ratio(key, k), reverse=True)  # compare the similar keys letter by letter
    common = MEANT_IN_CALLS.get(key.casefold())
    guess = [meant] if meant else [common] if common in known else exact or near
    if guess:
        return f"unknown key; did you mean {guess[0]!r}?"
    if not known:
        return "unknown key; this place takes no keys"
    shown = ", ".join(known[:SHOWN_KEYS]) + (f" … (all {len(known)}: {SCHEMA})" if len(known) > SHOWN_KEYS else "")
    return f"unknown key; allowed: {shown}"


# ── places ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _places(error: Error, model: type[BaseModel]) -> tuple[Place, Place, Place]:
    """(the place, cut at the first union; the whole place; the union's branch). A part that is not a key there is a branch's tag."""
    place: list[str | int] = []
    union: Place | None = None
    tag: Place = ()
    here: tuple[Any, ...] = (model,)
    for i, part in enumerate(error["loc"]):
        last = i == len(error["loc"]) - 1 and error["type"] in (*_UNKNOWN_KEY, "missing")
        keys = {k: t for shape in here for k, t in _keys(shape)}
        if isinstance(part, int):
            place.append(part)
        elif (step := STEP_MODELS.get(part)) in here and here[1:]:
            here = (step,)  # this is the tag of a step, not the key of the same name
        elif part in keys:
            place.append(part)
            here = _within(keys[part])
        elif part == "[key]":
            place.pop()
        elif (dict in here or last) and not _BRANCH.match(part):
            place.append(part)
        elif union is None:
            union, tag = tuple(place), (part,)
    return union if union is not None else tuple(place), tuple(place), tag


@lru_cache(maxsize=256)
def _within(annotation: Any) -> tuple[Any, ...]:
    """The models in a type, also within unions, lists and annotations; `dict` when any keys are allowed."""
    if isinstance(annotation, type) and (issubclass(annotation, BaseModel) or is_dataclass(annotation)):
        return (annotation,)
    inner = tuple(t for a in get_args(annotation) for t in (_NAMED.get(_name(a), ()) if isinstance(a, str | ForwardRef) else _within(a)))
    return (dict, *inner) if annotation is dict or get_origin(annotation) in (dict, Mapping) else inner


def _name(reference: str | ForwardRef) -> str:
    return reference if isinstance(reference, str) else reference.__forward_arg__


@lru_cache(maxsize=256)
def _keys(shape: Any) -> tuple[tuple[str, Any], ...]:
    """The keys of a model in the spelling of files, with their types."""
    if isinstance(shape, type) and issubclass(shape, BaseModel):
        return tuple((f.alias or n, f.annotation) for n, f in shape.model_fields.items())
    if isinstance(shape, type) and is_dataclass(shape):
        hints = get_type_hints(shape)
        spelling = to_camel if "alias_generator" in getattr(shape, "__pydantic_config__", {}) else str
        return tuple((spelling(f.name), hints[f.name]) for f in fields(shape) if f.name != "source")
    return ()


def _read_by(shape: Any) -> tuple[str, ...]:
    """The keys of a model, and those that it converts into others before it reads them (its `ALSO_READ`)."""
    return (*(key for key, _ in _keys(shape)), *getattr(shape, "ALSO_READ", ()))


def _shapes_at(place: Place, model: type[BaseModel]) -> tuple[Any, ...]:
    here: tuple[Any, ...] = (model,)
    for part in place:
        if isinstance(part, str):
            inside = next((_within(t) for shape in here for k, t in _keys(shape) if k == part), ())
            here = inside or (tuple(shape for shape in here if shape is not dict) if dict in here else ())
    return here


def keys_at(place: Sequence[str | int], model: type[BaseModel]) -> list[str]:
    """The keys that a document has at this place, in the spelling of files."""
    return [key for shape in _shapes_at(tuple(place), model) for key, _ in _keys(shape)]


# ── sentences ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _sentences(
    union: Place, several: Sequence[tuple[Error, Place, Place]], model: type[BaseModel], told: _TopKeys
) -> Iterator[tuple[Place, str]]:
    branches: dict[Place, list[tuple[Error, Place]]] = {}
    for e, whole, tag in several:
        branches.setdefault(tag, []).append((e, whole))
    if len(branches) == 1 or () in branches:
        yield from ((whole, _sentence(e, whole, model, told)) for e, whole, _ in several)
        return
    nested = [b for b in branches.values() if any(whole != union for _, whole in b)] if union[-1:] != ("asi",) else []
    if nested:
        closest = min(nested, key=len)
        deepest = [(e, p) for e, p in closest if not any(q != p and q[: len(p)] == p for _, q in closest)]
        yield from ((whole, _sentence(e, whole, model, told)) for e, whole in deepest)
    else:
        yield union, _of_union(union, several, model)


def _of_union(union: Place, several: Sequence[tuple[Error, Place, Place]], model: type[BaseModel]) -> str:
    told = next((e for e, _, _ in several if e["type"] in ("value_error", "literal_error", "string_too_long")), None)
    shape = SHAPES.get(str(union[-1])) if union else None
    if told and (not shape or str(told["input"]).startswith("{")):
        return _sentence(told, union, model, _TopKeys()) + _of_number(several)
    takes = shape or " or ".join(dict.fromkeys(_sentence(e, union, model, _TopKeys()).split("takes ")[-1] for e, _, _ in several))
    return f"is {_short(several[0][0]['input'])}; takes {takes}"


def _of_number(several: Sequence[tuple[Error, Place, Place]]) -> str:
    """The limits of a number that is allowed as well as words, if a number was sent."""
    limits = (f"{BOUNDS[k]} {v}" for e, _, _ in several for k, v in e.get("ctx", {}).items() if k in BOUNDS)
    return "".join(f"; a number is {limit}" for limit in limits)


def _sentence(error: Error, place: Place, model: type[BaseModel], told: _TopKeys) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind in _UNKNOWN_KEY:
        return _unknown_key(place, model, told, _step_of(error))
    if kind == "step_unknown":
        return _step_unknown(error)
    if kind in ("missing", "missing_argument"):
        return "is missing; it is required"
    if kind == "value_error":
        return str(context["error"])
    given = f"is {_short(error['input'])}; "
    if kind == "string_too_long":
        return f"has {len(error['input'])} characters; takes at most {context['max_length']}"
    if kind == "literal_error":
        return given + _choice(str(error["input"]), str(context["expected"]))
    if kind in ("too_short", "too_long"):
        least, most = context.get("min_length"), context.get("max_length")
        takes = f"at least {least}" if least is not None else f"at most {most}"
        return f"has {context['actual_length']} element{'' if context['actual_length'] == 1 else 's'}; takes {takes}"
    if bounds := [f"{BOUNDS[k]} {v}" for k, v in context.items() if k in BOUNDS]:
        return given + f"takes {' and '.join(bounds)}"
    shape = KINDS.get(kind.split("_")[0])
    if shape == OBJECT:
        return given + f"takes an object {_written_out(place, model)}"
    if "skills" in place[:-1]:
        return given + "takes 0, 1 (proficient) or 2 (expertise)"
    meant = DICE_BELONG.get(str(place[-1])) if place and re.search(r"\dd\d", str(error["input"])) else None
    shape = TEXTS.get(str(place[-1]), shape) if place and kind == "string_type" else shape
    return given + (f"takes {shape}" if shape else str(error["msg"]).lower()) + (f"; dice belong in {meant}" if meant else "")


def _written_out(place: Place, model: type[BaseModel]) -> str:
    """The text of an object that fits in the place: an example, or else its keys."""
    if example := EXAMPLES.get(str(place[-1])) if place else None:
        return example
    keys = [k for shape in _shapes_at(place, model) for k, _ in _keys(shape)]
    return (
        "{" + ", ".join(f'"{k}": …' for k in keys[:SHOWN_INSIDE]) + ("" if len(keys) <= SHOWN_INSIDE else ", …") + "}" if keys else "{ … }"
    )


def _choice(given: str, expected: str) -> str:
    words = expected.replace(" or ", ", ").replace("'", "").split(", ")
    meant = WORDS_MEANT.get(given.casefold())
    near = [meant] if meant in words else names.nearest(given, words, 1)
    return f"allowed: {', '.join(words)}" + (f"; did you mean {near[0]!r}?" if near else "")


def _step_of(error: Error) -> tuple[Any, ...]:
    """The model of the step with the unknown key."""
    before = error["loc"][-3:-1]
    return (STEP_MODELS[before[1]],) if len(before) == 2 and isinstance(before[0], int) and before[1] in STEP_MODELS else ()


def _step_unknown(error: Error) -> str:
    given = error["input"]
    keys = list(given) if isinstance(given, Mapping) else []
    near = next((n for key in keys for n in names.nearest(str(key), STEP_MODELS, 1)), None)
    return f"{error['msg']}" + (f"; did you mean {near!r}?" if near else "")


def _unknown_key(place: Place, model: type[BaseModel], told: _TopKeys, step: tuple[Any, ...] = ()) -> str:
    shapes = step or _shapes_at(place[:-1], model)
    top = len(place) == 1 or Item in shapes
    if Act in shapes and Spell not in shapes and str(place[-1]) in _OF_SPELLS:
        return OF_SPELLS
    if Modifier in shapes and str(place[-1]) in NAMING:
        return NAMELESS
    unnamed = told.unnamed if len(place) == 1 else frozenset[str]()
    keys = [(k, t) for s in shapes for k, t in _keys(s) if k not in unnamed]
    deeper = [f"{k}.{inner}" for k, t in keys for s in _within(t) if s is not dict for inner in _read_by(s)] if top else []
    is_of_character = any(isinstance(shape, type) and issubclass(shape, CharacterDocument) for shape in shapes)
    if is_of_character and str(place[-1]).casefold() in COINED:
        return COINS_ARE_THINGS
    meant = _find_key(str(place[-1]), shapes) if top or is_of_character else None
    return meant_by(str(place[-1]), [*(k for k, _ in keys), *(told.also if top else ())], deeper, meant)


def _find_key(key: str, shapes: Sequence[Any]) -> str | None:
    """The key that this common word means, in these documents or in a document inside them."""
    keys = {k for shape in shapes for k, _ in _keys(shape)}
    inner = [(f"{k}.", within) for shape in shapes for k, t in _keys(shape) for within in _within(t)]
    for way, shape in (*(("", shape) for shape in shapes), *inner):
        if word := MEANT_BY_KEY.get(shape, {}).get(key.casefold()):
            return word if word in keys else way + word
    common = MEANT.get(key.casefold())
    return common if common in keys else None


def _short(value: Any) -> str:
    """A sent value as JSON; a text stays without quotes."""
    text = repr(names.show_key(value, LONGEST_SHOWN)) if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_SHOWN + 2 else text[: LONGEST_SHOWN - 1] + "…"
