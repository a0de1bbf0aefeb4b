"""The JSON Schema of a model, with a description of each key."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules.acts.act import STEP_MODELS
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.choice_names import CHOICE_KEYS
from rpg_lite.rules.document_field_types import Document
from rpg_lite.rules.modifier_targets import TARGETS
from rpg_lite.rules.rulebook_entries import FeatureRule

DESCRIPTIONS_FILE: Final = "schema_descriptions.json"
_FIELD: Final = re.compile(r"`\w+_\w+`")
_WORDS: Final = {"type": "array", "items": {"type": "string"}}
_WORD_OR_BY_CLASS: Final = {"anyOf": [{"type": "string"}, {"type": "object"}]}
_ALSO_WRITTEN: Final[Mapping[str, Mapping[str, Any]]] = {
    FeatureRule.__name__: {"flags": _WORDS},
    CharacterDocument.__name__: {"species": {"type": "string"}, **dict.fromkeys(CHOICE_KEYS, _WORD_OR_BY_CLASS)},
}
"""Keys that are not among the fields of a model, because the model converts them into others before reading them."""


@cache
def descriptions() -> Mapping[str, Mapping[str, str]]:
    """Model → key in the spelling of files → description."""
    table: Mapping[str, Mapping[str, str]] = json.loads((folder("data") / DESCRIPTIONS_FILE).read_text("utf-8"))
    return table


def describe(schema: JsonSchemaValue, *owners: str) -> JsonSchemaValue:
    """The schema with a description for each property that lacks one, from the first of these owners that has one."""
    table = descriptions()
    for key, shown in schema.get("properties", {}).items():
        found = next((table[owner][key] for owner in owners if key in table.get(owner, {})), None)
        if found and "description" not in shown:
            shown["description"] = found
    return schema


class _Described(GenerateJsonSchema):
    """A schema without titles that repeat the keys, and with descriptions; a description for a key of a base class also applies to its
    subclasses.
    """

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        made = super().model_schema(schema)
        for key, shown in _ALSO_WRITTEN.get(schema["cls"].__name__, {}).items():
            made["properties"][key] = dict(shown)
        return describe(_introduce(made), *_names(schema["cls"]))

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        made = super().dataclass_schema(schema)
        if schema["cls"].__name__ == "Modifier":
            made["properties"]["target"]["enum"] = list(TARGETS)
        return describe(_introduce(made), *_names(schema["cls"]))


def _introduce(made: JsonSchemaValue) -> JsonSchemaValue:
    """The schema with the first line of the class's docstring, unless that line names fields by their Python names."""
    first = str(made.pop("description", "")).partition("\n")[0]
    return {"description": first, **made} if first and not _FIELD.search(first) else made


def _names(cls: type) -> list[str]:
    return [base.__name__ for base in cls.__mro__]


def schema_of(model: type[Document]) -> dict[str, Any]:
    """The schema of a model with its definitions under `$defs`, its own keys at the top."""
    made = model.model_json_schema(by_alias=True, schema_generator=_Described)
    defs = made.pop("$defs", {})
    name = str(made.get("$ref", "")).removeprefix("#/$defs/")
    whole = {**json.loads(json.dumps(defs[name] if name else made)), "$defs": defs}
    steps = {"oneOf": [{"$ref": f"#/$defs/{step.__name__}"} for step in STEP_MODELS.values()]}
    if not all(step.__name__ in defs for step in STEP_MODELS.values()):
        return whole
    short: dict[str, Any] = _replace_part(whole, steps, {"$ref": "#/$defs/Step"})
    short["$defs"]["Step"] = {"description": "One step: an object with exactly one step word.", **steps}
    return short


def _replace_part(at: Any, old: Any, new: Any) -> Any:
    """The schema with a part that occurs in many places replaced in each of them."""
    if at == old:
        return new
    if isinstance(at, dict):
        return {key: _replace_part(part, old, new) for key, part in at.items()}
    return [_replace_part(part, old, new) for part in at] if isinstance(at, list) else at
