"""Write a hero's sheet document as an actor of Foundry's dnd5e system, which `foundry.read` reads back."""

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.content import foundry_flags, foundry_traits
from rpg_lite.content.foundry_traits import SIZES_OF_FOUNDRY, SKILLS_OF_FOUNDRY
from rpg_lite.rules import choices
from rpg_lite.rules.derived_sheet import Sheet, sheet_of
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.rules.stats.effective import EffectiveStats, effective
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.vocabulary import ABILITIES, COINS, ItemType, Size

Json = dict[str, Any]
SYSTEM: Final = "4.0.0"
"""The version of the dnd5e system whose keys are written."""
_TYPES: Final[Mapping[ItemType, str]] = {
    "weapon": "weapon", "armor": "equipment", "wondrous": "equipment", "consumable": "consumable", "ammunition": "consumable", "tool": "tool",
    "adventuring_gear": "loot", "treasure": "loot",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class WrittenActor:
    """The actor as JSON, and the parts of the document that it leaves out."""

    text: str
    left_out: tuple[str, ...]


def write(document: Json, book: Rulebook) -> WrittenActor:
    """The actor. Its flags keep what Foundry has no field for. Effects and conditions of one moment are left out, and so is everything that
    only the game master knows, because the actor's player may read the whole file.
    """
    open_document, left_out = _without_secrets(document)
    actor = actor_of(open_document, book)
    return WrittenActor(json.dumps(actor, ensure_ascii=False, indent=1) + "\n", tuple(left_out))


def actor_of(document: Json, book: Rulebook) -> Json:
    """The actor of a document without secrets."""
    character: Json = document.get("character", {})
    read = SheetDocument.model_validate({"ruleset": book.ruleset, "character": character})
    sheet = sheet_of(read.character, book)
    stats = effective(sheet, (), book)
    items = _Items()
    for name, levels in class_levels(character.get("classes") or ()):
        items.add(name.title(), "class", {"identifier": name, "levels": levels or 1})
    for key in ("race", "background"):
        if called := character.get(key):
            items.add(str(called), key, {"identifier": str(called).lower().replace(" ", "-")})
    for of, subclass in _subclasses(character.get("choices") or {}, [n for n, _ in class_levels(character.get("classes") or ())]):
        items.add(subclass, "subclass", {"identifier": subclass.lower().replace(" ", "-"), "classIdentifier": of})
    own = [feature if isinstance(feature, str) else str(feature["name"]) for feature in character.get("features") or ()]
    for feature in own:
        items.add(feature, "feat", {"type": {"value": "feat"}})
    for feature in foundry_traits.features_of(sheet):
        if feature not in own:
            items.add(feature, "feat", {"type": {"value": "class"}})
    for kind, spells in (character.get("spells") or {}).items():
        for spell in spells:
            rule = book.spell(spell)
            level = 0 if kind == "cantrips" else rule.level if rule else 1
            items.add(spell, "spell", {"level": level, "method": "spell", "prepared": 1 if kind == "prepared" else 0})
    for entries, equipped in ((document.get("equipped") or (), True), (document.get("carried") or (), False)):
        for entry in entries:
            _add_thing(items, entry, equipped, None, book)
    return {
        "name": character.get("name") or "Hero", "type": "character", "system": _system(document, character, sheet, stats, book), "items": items.made,
        "effects": [], "flags": {foundry_flags.SCOPE: {"character": character, **({"shop": shop} if (shop := document.get("shop")) else {})}},
        "_stats": {"systemId": "dnd5e", "systemVersion": SYSTEM},
    }  # fmt: skip


def item_of(entry: Json, book: Rulebook) -> Json:
    """The item of one thing, without its contents."""
    items = _Items()
    _add_thing(items, entry, False, None, book)
    return items.made[0]


def _without_secrets(document: Json) -> tuple[Json, list[str]]:
    """The document as its player may read it, and a name for everything else."""
    left_out: list[str] = []
    character = dict(document.get("character", {}))
    if character.pop("secret", None):
        left_out.append("the game master's note")
    for kind, one in (("conditions", "condition"), ("effects", "effect")):
        for entry in document.get(kind) or ():
            left_out.append(f"the {one} {entry if isinstance(entry, str) else entry['name']}")
    things = {key: [_without_trap(entry, left_out) for entry in document.get(key) or ()] for key in ("equipped", "carried")}
    return {**document, "character": character, **things}, left_out


def _without_trap(entry: Any, left_out: list[str]) -> Any:
    if isinstance(entry, str):
        return entry
    if "trap" in entry:
        item = entry["item"]
        left_out.append(f"the trap of {entry.get('name') or (item if isinstance(item, str) else item['name'])}")
    kept = {key: value for key, value in entry.items() if key != "trap"}
    return {**kept, "contents": [_without_trap(each, left_out) for each in kept["contents"]]} if kept.get("contents") else kept


class _Items:
    """The items of the actor, each with an id of sixteen characters, as Foundry requires."""

    def __init__(self) -> None:
        self.made: list[Json] = []

    def add(self, name: str, kind: str, system: Json, kept: Json | None = None) -> str:
        """Add an item and return its id. `kept`: the values that its flags keep."""
        id = f"rpglite{len(self.made):09d}"
        flags = {foundry_flags.SCOPE: kept} if kept else {}
        self.made.append({"_id": id, "name": name, "type": kind, "system": system, "effects": [], "flags": flags})
        return id


def _system(document: Json, character: Json, sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> Json:
    """Foundry's own fields, with everything that follows from the choices of the player."""
    scores = choices.raise_scores(sheet.abilities, sheet.chosen) if sheet.chosen else sheet.abilities
    short = {skill: key for key, skill in SKILLS_OF_FOUNDRY.items()}
    short_size = {size: key for key, size in SIZES_OF_FOUNDRY.items()}
    hp = {"value": character.get("hp", sheet.hp), "max": stats.hp_max.value if stats.hp_max else None, "temp": character.get("tempHp") or 0}
    return {
        "abilities": {ability: {"value": scores[ability], "proficient": int(ability in sheet.saves)} for ability in ABILITIES},
        "attributes": {"hp": hp, "ac": {"calc": "default"}},
        "details": {
            "alignment": character.get("alignment") or "",
            "xp": {"value": character.get("xp") or 0},
            "biography": {"value": _paragraphs(character)},
        },
        "traits": {"size": short_size[_size(character, book)], **foundry_traits.traits_of(sheet, stats)},
        "skills": {short[skill]: {"value": level} for skill, level in sheet.skills.items()},
        "tools": foundry_traits.tools_of(stats),
        "currency": {coin: (document.get("coins") or {}).get(coin, 0) for coin in COINS},
    }


def _paragraphs(character: Json) -> str:
    """The description as Foundry shows it, a paragraph for each line."""
    told = str(character.get("description") or "")
    return "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in told.split("\n") if line.strip())


def _size(character: Json, book: Rulebook) -> Size:
    """The size that the document gives, or else that of the species, which a document does not repeat."""
    race = book.race(character["race"]) if character.get("race") else None
    given: Size | None = character.get("size")
    return given or (race.size if race else "medium")


def _subclasses(choices: Mapping[str, Any], classes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(class, subclass) for each chosen subclass: one word, one for each class in turn, or words under the names of classes."""
    written = choices.get("subclass") or {}
    named = written if isinstance(written, dict) else dict(zip(classes, _words(written), strict=False))
    yield from ((of, word) for of, words in named.items() for word in _words(words))


def _words(written: Any) -> list[str]:
    return [written] if isinstance(written, str) else list(map(str, written))


def _add_thing(items: _Items, entry: Any, equipped: bool, inside: str | None, book: Rulebook) -> None:
    written: Json = {"item": entry} if isinstance(entry, str) else entry
    item = written["item"]
    written_name = item if isinstance(item, str) else str(item["name"])
    rule = _rule_of(written_name, written, book)
    name = written.get("name") or (rule.name if rule else _without_id(written_name))
    weight = rule.weight if rule else item.get("weight", 0) if isinstance(item, dict) else 0
    kind = "container" if written.get("contents") else _TYPES[rule.type] if rule else "loot"
    system: Json = {
        "quantity": written.get("quantity", 1), "weight": {"value": weight, "units": "lb"}, "equipped": equipped,
        "identified": written.get("identified", True), "container": inside,
    }  # fmt: skip
    if written.get("attuned"):
        system |= {"attuned": True, "attunement": "required"}
    kept = {key: value for key, value in written.items() if key != "contents"}
    id = items.add(name, kind, system, {"entry": kept, "equipped": equipped})
    for each in written.get("contents") or ():
        _add_thing(items, each, False, id, book)


def _rule_of(name: str, written: Json, book: Rulebook) -> Item | None:
    """The item of an entry, with the base and the variant that the entry names."""
    found = book.find(name)
    if not found:
        return None
    base = book.find_base(book.templates[found.template], written["base"]) if written.get("base") else found.base
    return book.item(Pick(found.template, base, written.get("variant") or found.variant))


def _without_id(name: str) -> str:
    """The name; if the document has the id of a template that this book lacks, a name made from it: "own:toll_belt" is Toll Belt."""
    return name.rpartition(":")[2].replace("_", " ").title() if ":" in name else name
