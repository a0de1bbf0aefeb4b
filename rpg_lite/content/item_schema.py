"""The JSON Schema of an item file."""

import json
import re
from typing import Any, Final

from rpg_lite.content.entries_by_ruleset import EDITION_KEYS, Editions, FileKeys
from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifier_targets import TARGETS

SCHEMA_FILE: Final = "item.schema.json"
_REF: Final = re.compile(r'"#/\$defs/([^"]+)"')
_OPAQUE: Final = {
    "acts": "Acts of its own; their form is that of the files in data/features.",
    "on": "Steps that play when something happens, while it works.",
    "riders": "Changes to other acts, while it works.",
}
"""Keys whose form is too deep to show here; `items check` checks them."""


def schema() -> dict[str, Any]:
    """The JSON Schema of an item file, made from the models, so that editors complete and check while you type."""
    item = Item.model_json_schema(by_alias=True)
    file_keys = FileKeys.model_json_schema(by_alias=True)
    keys, editions = file_keys["properties"], Editions.model_json_schema(by_alias=True)["properties"]
    defs = item.pop("$defs") | file_keys["$defs"]
    item["properties"] |= {key: {"type": "array", "items": {"type": "object"}, "description": text} for key, text in _OPAQUE.items()}
    defs = _reach_definitions(defs, [item, file_keys])
    defs["Modifier"]["properties"]["target"]["enum"] = list(TARGETS)
    properties = {"$schema": {"type": "string"}, **item["properties"], **keys, **editions}
    differing = [k for k in properties if k not in ("$schema", *EDITION_KEYS)]
    properties["5.2"] |= {"propertyNames": {"enum": differing}}
    properties["variants"]["items"] = {"type": "object", "required": ["name"], "propertyNames": {"enum": [*differing, "fullName"]}}
    listed = {"items": {"type": "array", "items": {"$ref": "#/$defs/Item"}}, "$schema": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Items of rpg-lite: one item, or a list of them under items",
        "$defs": {**defs, "Item": {**item, "properties": properties}},
        "if": {"required": ["items"]},
        "then": {"type": "object", "properties": listed, "additionalProperties": False},
        "else": {"$ref": "#/$defs/Item"},
    }


def _reach_definitions(defs: dict[str, Any], roots: list[Any]) -> dict[str, Any]:
    """The definitions that something refers to."""
    found: dict[str, Any] = {}
    waiting = list(roots)
    while waiting:
        for name in _REF.findall(json.dumps(waiting.pop())):
            if name not in found:
                found[name] = defs[name]
                waiting.append(defs[name])
    return {name: defs[name] for name in defs if name in found}


if __name__ == "__main__":
    (folder("items") / SCHEMA_FILE).write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
