"""The JSON Schemas of all kinds of content files, made from the models that check these files."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.content import item_schema
from rpg_lite.content.creature_parsing import CreatureNames
from rpg_lite.content.entry_editions import Editions
from rpg_lite.content.rulebook_files import folder
from rpg_lite.content.schema_descriptions import describe, schema_of
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.document_field_types import Document
from rpg_lite.rules.rulebook_entries import BackgroundRule, ConditionRule, EffectRule, FeatRule, FeatureRule, RaceRule, TermRule
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.rules.trap_rules import TrapRule


@dataclass(frozen=True, slots=True)
class _Kind:
    """The model of an entry, the location of its files, and whether such a file may hold a single entry."""

    model: type[Document]
    where: str
    alone: bool = False


_KINDS: Final[Mapping[str, _Kind]] = {
    "spell": _Kind(Spell, "one or a list, in spells.json or a folder named spells", alone=True),
    "act": _Kind(Act, "one or a list, in acts.json or a folder named acts", alone=True),
    "feature": _Kind(FeatureRule, "a list, in features.json or a folder named features"),
    "class": _Kind(ClassRule, "one in a file of a folder named classes, or a list in classes.json", alone=True),
    "species": _Kind(RaceRule, "one with its lineages in a file of a folder named species, or a plain list in races.json", alone=True),
    "background": _Kind(BackgroundRule, "a list, in backgrounds.json"),
    "feat": _Kind(FeatRule, "a list, in feats.json"),
    "rule": _Kind(TermRule, "a list, in rules.json"),
    "condition": _Kind(ConditionRule, "a list, in conditions.json"),
    "effect": _Kind(EffectRule, "a list, in effects.json"),
    "trap": _Kind(TrapRule, "a list, in traps.json"),
    "creature": _Kind(SheetDocument, "one or a list, in creatures.json or a folder named creatures", alone=True),
}
ITEM: Final = "item"
KINDS: Final = (ITEM, *_KINDS)
FILES: Final[Mapping[str, str]] = {
    **{kind: f"{kind}s.json" for kind in KINDS},
    "class": "classes.json",
    "species": "races.json",
}
"""The name of a file with entries of each kind; items may be in a file of any other name."""


EXAMPLES: Final = "examples"
"""The folder of data/ with one file for each kind."""


@dataclass(frozen=True, slots=True)
class Example:
    """A whole file of a kind, ready to be changed. `file`: the name under which it is read."""

    text: str
    file: str


def example(kind: str) -> Example:
    """A whole file of this kind, which `content check` passes in both rulesets. Raises KeyError for another kind."""
    return Example((folder("data") / EXAMPLES / f"{kind}.json").read_text("utf-8"), FILES[kind])


def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of the files of a kind: first the entry itself, then everything to which it refers."""
    if kind == ITEM:
        return item_schema.schema(whole=True)
    of = _KINDS[kind]
    entry = schema_of(of.model)
    defs = entry.pop("$defs")
    if kind == "creature":
        _name_creature(entry)
    own = _with_editions(entry)
    if kind == "creature":
        own = {"if": {"required": ["character"]}, "then": own, "else": _as_block(own, defs)}
    if kind == "species":
        defs["Row"] = _with_editions(entry)
        _add_lineages(own, defs)
    return {
        "$schema": item_schema.DIALECT,
        "title": f"Files of rpg-lite of the kind {kind}: {of.where}",
        **_shape_of_file(of, "Row" if "Row" in defs else "Entry"),
        "$defs": {"Entry": own, **defs},
    }


def _with_editions(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with its rulesets and its differences in 5.2."""
    editions = schema_of(Editions)["properties"]
    editions["5.2"] |= {"propertyNames": {"enum": list(entry["properties"])}}
    return {**entry, "properties": {**entry["properties"], **editions}}


def _name_creature(entry: dict[str, Any]) -> None:
    """Allow other names of a creature, and require the name by which it is found."""
    keys = entry["properties"]
    keys |= schema_of(CreatureNames)["properties"]
    keys["character"] |= {"required": ["name"]}
    del keys["character"]["default"]
    entry |= {"required": ["character"], "description": "A creature: the keys of its sheet, and its other names."}


def _as_block(document: dict[str, Any], defs: dict[str, Any]) -> dict[str, Any]:
    """A stat block: the keys of the character and those of its document."""
    keys = document["properties"]
    character = defs[str(keys["character"]["$ref"]).rpartition("/")[2]]
    beside = {key: shown for key, shown in keys.items() if key != "character"}
    beside["5.2"] = {**beside["5.2"], "propertyNames": {"enum": [*character["properties"], *beside]}}
    told = "A creature as a stat block: all its keys side by side."
    return {**document, "required": ["name"], "description": told, "properties": {**character["properties"], **beside}}


def _add_lineages(species: dict[str, Any], defs: dict[str, Any]) -> None:
    """Add the lineages that the file of a species also holds; they belong to the species without naming it."""
    row = defs["Row"]
    defs["Lineage"] = {**row, "properties": {k: v for k, v in row["properties"].items() if k != "of"}}
    species["properties"]["lineages"] = {"type": "array", "items": {"$ref": "#/$defs/Lineage"}}
    describe(species, RaceRule.__name__)


def _shape_of_file(of: _Kind, row: str) -> dict[str, Any]:
    listed = {"type": "array", "items": {"$ref": f"#/$defs/{row}"}}
    return {"if": {"type": "array"}, "then": listed, "else": {"$ref": "#/$defs/Entry"}} if of.alone else listed
