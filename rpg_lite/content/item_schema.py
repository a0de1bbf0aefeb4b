"""The JSON Schema of an item file."""

import json
import re
from typing import Any, Final

from rpg_lite.content.entry_editions import EDITION_KEYS, Editions, FileKeys
from rpg_lite.content.rulebook_files import folder
from rpg_lite.content.schema_descriptions import describe, schema_of
from rpg_lite.rules.items import Item
from rpg_lite.vocabulary import DAMAGE_TYPES

SCHEMA_FILE: Final = "item.schema.json"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_REF: Final = re.compile(r'"#/\$defs/([^"]+)"')
_OPAQUE: Final = {
    "acts": "Acts of its own; their form is that of the resource rpg://schema/act.",
    "on": "Steps that play when something happens, while the item works.",
    "riders": "Changes to other acts, while the item works.",
}
"""Keys whose form is too deep for the schema file that editors read; `rpg-lite content schema item` shows it."""


_OF_FILES: Final = {
    "type": "boolean",
    "description": "It is, or opens, a space beyond: inside another such space both are destroyed.",
}


_COATS: Final = {
    "type": "object",
    "additionalProperties": False,
    "required": ["types"],
    "properties": {
        "types": {"type": "array", "items": {"type": "string", "enum": list(DAMAGE_TYPES)}, "description": "The damage that they deal."},
        "melee": {"type": "boolean", "description": "Only melee weapons."},
        "nonmagical": {"type": "boolean", "description": "Only those without magic."},
    },
    "description": "The weapons that it coats, by their damage; ammunition, too.",
}


def schema(whole: bool = False) -> dict[str, Any]:
    """The JSON Schema of an item file, made from the models, so that editors can complete and check the file as you type. `whole`: with the
    form of acts.
    """
    item, file_keys, editions = schema_of(Item), schema_of(FileKeys), schema_of(Editions)["properties"]
    item["properties"]["extradimensional"] = _OF_FILES  # no call needs it, and the schemas of the tools are full
    item["properties"] |= {
        "coats": _COATS,
        "stores": {"type": "integer", "minimum": 0, "description": "The levels of spells that it stores."},
    }
    defs = item.pop("$defs") | file_keys.pop("$defs")
    keys = file_keys["properties"]
    if not whole:
        item["properties"] |= {key: {"type": "array", "items": {"type": "object"}, "description": text} for key, text in _OPAQUE.items()}
    defs = _reach_definitions(defs, [item, file_keys])
    own = {"$schema": {"type": "string"}, **item["properties"], **keys, **editions}
    properties = describe({"properties": own}, "ItemFile")["properties"]
    differing = [k for k in properties if k not in ("$schema", *EDITION_KEYS)]
    properties["5.2"] |= {"propertyNames": {"enum": differing}}
    properties["variants"]["items"] = {"type": "object", "required": ["name"], "propertyNames": {"enum": [*differing, "fullName"]}}
    listed = {"items": {"type": "array", "items": {"$ref": "#/$defs/Item"}}, "$schema": {"type": "string"}}
    return {
        "$schema": DIALECT,
        "title": "Items of rpg-lite: one item, or a list of them under items",
        "if": {"required": ["items"]},
        "then": describe({"type": "object", "properties": listed, "additionalProperties": False}, "ItemFile"),
        "else": {"$ref": "#/$defs/Item"},
        "$defs": {"Item": {**item, "properties": properties}, **defs},
    }


def _reach_definitions(defs: dict[str, Any], roots: list[Any]) -> dict[str, Any]:
    """The definitions that are referred to, directly or through other definitions."""
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
