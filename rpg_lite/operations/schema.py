"""The flat schema that clients see, derived from the unions: one object, no combinators, notes on fields of only some operations."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue, models_json_schema

from rpg_lite.decision.command import Command
from rpg_lite.operations.registry import KEYS_OF_PLACES, keys_sent, operations_by_key
from rpg_lite.operations.request_envelope import Envelope
from rpg_lite.operations.role_table import is_reserved, listed_for
from rpg_lite.rules import acts, lazy_validators
from rpg_lite.vocabulary import Role

Schema = dict[str, Any]

LONG_LIST: Final = 5
OPEN_INSIDE_BATCH: Final = frozenset({"item", "character", "document"})
LISTED_BY: Final[Mapping[str, str]] = {"seed": "execute_action"}
"""Keys that several tools understand but only one tool lists, to save space."""
_SAME_FIELDS: Final = {"type": "object", "properties": {"operation": {"type": "string"}}, "description": "Fields as at the top."}
"""The schema of a batch element in tools that seldom get batches, kept short to save space."""
_SAME: Final = "As at the top."
_KEPT: Final = ("type", "enum", "description", "items", "properties", "required", "minimum", "minItems", "maxItems")
_TERSE: Final[Mapping[str, str]] = {
    "modifiers": "{target, op, value}; words: items://schema.",
    "advantageOn": "Skills: stealth …",
    "document": "A sheet document, as export gives it.",
}
_TERSE_TOOLS: Final = frozenset({"manage_room"})
"""Tools with so many small fields that they leave out the envelope texts of the other tools."""
_BRIEF_TOOLS: Final = _TERSE_TOOLS | {"execute_action"}
_BRIEF_BATCH: Final = "1-20 operations."
UNDERSTOOD: Final = frozenset({
    ("act", "then"), ("use", "targets"), ("use", "slot"), ("use", "choice"), ("use", "with"),
    ("check", "targetId"), ("check", "with"), ("import_map", "document"), ("save", "with"), ("damage", "with"), ("next_turn", "with"), ("search", "skill"), ("rest", "until"),
    ("give", "force"), ("use", "force"),
})  # fmt: skip
"""Keys of an operation that are understood but not listed, to save space: other operations list most of them."""
_OF_LOCKS: Final = "sleight_of_hand, athletics."
"""The skills that manage_room takes; others, such as Stealth, open no lock."""
_WORDS: Final[Mapping[str, str]] = {
    "skill": "stealth, sleight_of_hand …",
    "against": "Of targetName.",
    "damageType": "fire, slashing …",
    "exitKind": "door, stairs …",
    "ability": "str, dex …; save: also death.",
    "trap": "Name, {name, trigger, detect, disarm, steps}, armed, disarmed, found, hidden, triggered or none.",
}
"""Short forms of long word lists that every player knows; the answer to a wrong word has the whole list."""
_OBJECTS: Final[Mapping[str, str]] = {
    "ground": '{size: "12x10", features: [{is: pillar, at: "C4 C7"}, {is: ledge, at: "A1-B3", ft: 10, called: balcony}], clear: ["C4"], '
    'exits: {north: "F1"}}, none; is: wall, low_wall, furniture, difficult, stairs, shallow_water, deep_water, pit …; map: true.',
    "places": '{"party": "door south", "Goblin 1": "next to Ogre"}',
}
"""Examples in place of the whole form; a wrong key is refused with those that are allowed."""
_BEYOND: Final = frozenset(
    "id aliases material onUse charges activated casts acts on riders mainAct toggles useState attunement container base variant sameItemAs cursed natural light burns adjudicated".split()
)
"""Keys of an item that are understood but not listed, to save space: the resource items://schema has them all."""
_OF_STAT_BLOCKS: Final = frozenset(
    "hitDice printed legendaryActions legendaryResistance inLair spellcasting abilityMax deathSaves tags".split()
)
"""Keys of a character that only stat blocks have, and that are understood but not listed: creature files have them."""
_UNLISTED: Final[Mapping[str, frozenset[str]]] = {"item": _BEYOND, "character": _OF_STAT_BLOCKS, "burns": frozenset(("hood",))}


class _Shallow(GenerateJsonSchema):
    """Write a plain default as it is: pydantic would build a serializer for each of a thousand defaults. Acts and their steps are
    plain objects: no field shows their form (_WHOLE).
    """

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        is_of_acts = schema["type"] == "model" and schema["cls"].__module__.startswith(acts.__name__)
        return {"type": "object"} if is_of_acts else super().generate_inner(schema)

    def encode_default(self, dft: Any) -> Any:
        return dft if dft is None or isinstance(dft, bool | int | float | str) else [] if dft == () else super().encode_default(dft)


@lru_cache(maxsize=128)
def flat(tool: str, role: Role = "gm", shown: frozenset[str] | None = None, places: bool = False) -> Schema:
    """The input schema of a tool: every field of every operation that the role may send, all optional but the operation, and the batch.

    `shown`: only the fields of these operations; the others are named, and still understood. `places`: with what only a campaign that measures
    lists.
    """
    menu = listed_for(role, tool, places)
    if shown is not None and shown.isdisjoint(menu):
        return {"type": "object", "properties": {"operation": _all_operations(role, menu, "All work")}}
    fields = _fields(tool, role, menu if shown is None else {verb: model for verb, model in menu.items() if verb in shown}, places)
    if shown is not None and not shown >= menu.keys():
        text = fields["operation"].get("description") or f"Shown: the keys of {', '.join(fields['operation']['enum'])}"
        fields["operation"] = _all_operations(role, menu, f"{text}. All others work too")
    whole_envelope = Envelope.model_json_schema(by_alias=True)
    envelope = _flat(whole_envelope, whole_envelope.get("$defs", {}), "")["properties"]
    inside = {k: _inside_batch(k, v) for k, v in fields.items() if k in _sent_in_batches(tool)}
    batch: Schema = {
        "type": "array", "minItems": 1, "maxItems": envelope["batch"]["maxItems"], "description": _BRIEF_BATCH if tool in _BRIEF_TOOLS else envelope["batch"]["description"],
        "items": {**_SAME_FIELDS, "properties": inside} if tool == "manage_inventory" else _SAME_FIELDS,
    }  # fmt: skip
    rest = {k: _without(("description",), v) if tool in _TERSE_TOOLS else v for k, v in envelope.items() if k != "batch"}
    if tool == "read_campaign":
        rest = {k: v for k, v in rest.items() if k == "detail"}
    whole = {"type": "object", "properties": {**fields, "batch": batch, **rest}}
    return _listed_once(whole, set())


def _all_operations(role: Role, menu: Collection[str], text: str) -> Schema:
    """Every operation by name, with this text about those whose fields the schema shows; only the game master loads scenes."""
    where = "manage_tools load or resource rpg://menu shows" if role == "gm" else "resource rpg://menu shows"
    return {"type": "string", "enum": list(menu), "description": f"{text}; {where} their keys."}


def _listed_once(schema: Schema, seen: set[tuple[str, ...]]) -> Schema:
    """Keep a long word list (damage types, slots) only at its first use; after that, the field is plain text, to save space."""
    words = tuple(schema.get("enum", ()))
    if words in seen:
        return {k: v for k, v in schema.items() if k != "enum"}
    if len(words) > LONG_LIST:
        seen.add(words)
    return {k: _parts_listed_once(k, v, seen) for k, v in schema.items()}


def _parts_listed_once(key: str, value: Any, seen: set[tuple[str, ...]]) -> Any:
    if key == "properties":
        return {k: _listed_once(v, seen) for k, v in value.items()}
    return _listed_once(value, seen) if key == "items" else value


def _fields(tool: str, role: Role, menu: Mapping[str, type[Command]], places: bool) -> dict[str, Schema]:
    """name → schema over these operations; a field that serves only some operations says so."""
    found: dict[str, Schema] = {"operation": {"type": "string", "enum": list(menu)}}
    if tool == "manage_inventory":
        found["operation"]["description"] = _menu_text(menu)
    serves: dict[str, list[str]] = {}
    asked: list[tuple[type[BaseModel], JsonSchemaMode]] = [(m, "validation") for m in menu.values()]
    with lazy_validators.not_shown():  # their fields are in _WHOLE
        schemas, shared = models_json_schema(asked, by_alias=True, schema_generator=_Shallow)
    for operation, model in menu.items():
        whole = _flat(schemas[model, "validation"], shared["$defs"], "")
        for name, schema in whole["properties"].items():
            if name == "operation" or not is_listed(tool, operation, name, places) or is_reserved(role, model, name):
                continue
            serves.setdefault(name, []).append(operation)
            text = _OF_LOCKS if (tool, name) == ("manage_room", "skill") else _WORDS.get(name)
            shown = {"type": "object", "description": _OBJECTS[name]} if name in _OBJECTS else schema
            found.setdefault(name, {"type": "string", "description": text} if text else shown)
    said: list[str] = []
    for name, ops in serves.items():
        if len(ops) <= len(menu) // (3 if tool in _TERSE_TOOLS else 2):
            alike, said = ops == said, ops
            if alike and tool in _TERSE_TOOLS and "description" not in found[name]:
                continue  # the field before it says which operations have them
            whose = "|".join(ops) + ":" if tool in _TERSE_TOOLS else f"Only {'|'.join(ops)}."
            text = f"{whose} {found[name].get('description', '')}".strip()
            found[name] = {**found[name], "description": text}
    return {name: _without(("minimum", "maxItems"), v) for name, v in found.items()} if tool in _TERSE_TOOLS else found


def is_listed(tool: str, operation: str, key: str, places: bool = False) -> bool:
    """Whether clients see this key, in a campaign that measures with `places`; the others are understood all the same."""
    return (operation, key) not in UNDERSTOOD and (places or (operation, key) not in KEYS_OF_PLACES) and LISTED_BY.get(key, tool) == tool


def _menu_text(menu: Mapping[str, type[Command]]) -> str:
    return "; ".join(f"{op}: {first_sentence(m)}" for op, m in menu.items())


def first_sentence(model: type[BaseModel]) -> str:
    """The line of an operation's docstring that clients read, without its full stop."""
    return (model.__doc__ or "").strip().split("\n")[0].rstrip(".")


def _without(keys: Collection[str], schema: Schema) -> Schema:
    return {k: v for k, v in schema.items() if k not in keys}


def _sent_in_batches(tool: str) -> set[str]:
    """The keys repeated in the elements of a batch: those that most operations take, by name rather than by id, and those that one requires."""
    needed = {key for keys in keys_sent(tool).values() for key in keys.split() if not key.endswith("?")}
    by_name = {f"{key[:-2]}Name" for key in operations_by_key(tool) if key.endswith("Id")}
    shared = {key for key, operations in operations_by_key(tool).items() if len(operations) > 3}
    return needed | {key for key in shared if not (key.endswith("Id") and f"{key[:-2]}Name" in by_name)}


def _inside_batch(name: str, schema: Schema) -> Schema:
    """The fields of a batch element: big fields appear only outside the batch, and short ones are repeated without description and limit."""
    if name in OPEN_INSIDE_BATCH:
        return {"type": "object", "description": _SAME}
    return _without(("description", "minimum"), schema)


def _flat(schema: Mapping[str, Any], defs: Mapping[str, Any], name: str) -> Schema:
    """Inline references, reduce each union to the shape that a client should send, and drop keywords that some clients refuse."""
    if "$ref" in schema:
        return _flat({**defs[schema["$ref"].rsplit("/", 1)[-1]], **{k: v for k, v in schema.items() if k != "$ref"}}, defs, name)
    branches = [s for s in (*schema.get("anyOf", ()), *schema.get("oneOf", ())) if s.get("type") != "null"]
    if branches:
        outer = {k: v for k, v in schema.items() if k not in ("anyOf", "oneOf", "default", "discriminator")}
        return _flat({**_broadest(branches, defs), **outer}, defs, name)
    if "const" in schema:
        schema = {**schema, "type": "string", "enum": [schema["const"]]}
    shown: Schema = {k: schema[k] for k in _KEPT if k in schema and k != "properties"}
    if name in _TERSE:
        shown["description"] = _TERSE[name]
    elif "description" in shown and schema.get("type") == "object" and name:
        shown.pop("description")
    return _with_parts(shown, schema, defs, name)


_WHOLE: Final = frozenset(("modifiers", "acts", "own", "riders", "on", "steps"))
"""Lists of objects that are too deep to show; the files of the rulebook and `content schema` show their form."""


def _with_parts(shown: Schema, schema: Mapping[str, Any], defs: Mapping[str, Any], name: str) -> Schema:
    if name == "document":
        return {"type": "object", "description": _TERSE["document"]}
    if "properties" in schema:
        listed = {k: v for k, v in schema["properties"].items() if k not in _UNLISTED.get(name, ())}
        shown["properties"] = {k: _flat(v, defs, k) for k, v in listed.items()}
    if "items" in schema or schema.get("type") == "array":
        shown["items"] = _items(schema.get("items", {}), defs, name)
        shown["items"].pop("description", None)
    shown.pop("required", None) if not name else None
    return shown


def _items(items: Mapping[str, Any], defs: Mapping[str, Any], name: str) -> Schema:
    if name in _WHOLE:
        return {"type": "object"}
    return {"type": "string"} if name in _TERSE else _flat(_element(items), defs, "")


def _element(items: Mapping[str, Any]) -> Mapping[str, Any]:
    """Show a list of names or objects as a list of names, the more frequent case."""
    names = any(b.get("type") == "string" for b in items.get("anyOf", ()))
    return {"type": "string"} if names or not items else items


def _broadest(branches: list[Schema], defs: Mapping[str, Any]) -> Schema:
    """The most informative of several shapes: the object, or else the list, or else the text."""
    for wanted in ("object", "array", "string", "integer", "number", "boolean"):
        for b in branches:
            whole = {**defs[b["$ref"].rsplit("/", 1)[-1]]} if "$ref" in b else b
            if whole.get("type") == wanted:
                return whole
    return branches[0]
