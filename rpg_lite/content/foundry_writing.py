"""Write a hero's sheet document as an actor of Foundry's dnd5e system, which `foundry.read` reads back."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.content.foundry import SKILLS_OF_FOUNDRY
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.vocabulary import ABILITIES, COINS, ItemType

Json = dict[str, Any]
SYSTEM: Final = "4.0.0"
"""The version of the dnd5e system whose keys are written."""
_TYPES: Final[Mapping[ItemType, str]] = {
    "weapon": "weapon", "armor": "equipment", "wondrous": "equipment", "consumable": "consumable", "ammunition": "consumable", "tool": "tool",
    "adventuring_gear": "loot", "treasure": "loot",
}  # fmt: skip
_SIZES: Final = {"tiny": "tiny", "small": "sm", "medium": "med", "large": "lg", "huge": "huge", "gargantuan": "grg"}


def write(document: Json, book: Rulebook) -> str:
    """The actor as JSON. Effects, conditions and charges of one moment are left out; Foundry has its own."""
    character: Json = document.get("character", {})
    items = _Items()
    for name, levels in class_levels(character.get("classes") or ()):
        items.add(name.title(), "class", {"identifier": name, "levels": levels or 1})
    for key in ("race", "background"):
        if called := character.get(key):
            items.add(str(called), key, {"identifier": str(called).lower().replace(" ", "-")})
    for of, subclass in _subclasses(character.get("choices") or {}, [n for n, _ in class_levels(character.get("classes") or ())]):
        items.add(subclass, "subclass", {"identifier": subclass.lower().replace(" ", "-"), "classIdentifier": of})
    for feature in character.get("features") or ():
        items.add(feature if isinstance(feature, str) else str(feature["name"]), "feat", {"type": {"value": "feat"}})
    for kind, spells in (character.get("spells") or {}).items():
        for spell in spells:
            rule = book.spell(spell)
            level = 0 if kind == "cantrips" else rule.level if rule else 1
            items.add(spell, "spell", {"level": level, "method": "spell", "prepared": 1 if kind == "prepared" else 0})
    for entries, equipped in ((document.get("equipped") or (), True), (document.get("carried") or (), False)):
        for entry in entries:
            _add_thing(items, entry, equipped, None, book)
    actor = {
        "name": character.get("name") or "Hero", "type": "character", "system": _system(document, character), "items": items.made,
        "effects": [], "_stats": {"systemId": "dnd5e", "systemVersion": SYSTEM},
    }  # fmt: skip
    return json.dumps(actor, ensure_ascii=False, indent=1) + "\n"


class _Items:
    """The items of the actor, each with an id of sixteen characters, as Foundry wants it."""

    def __init__(self) -> None:
        self.made: list[Json] = []

    def add(self, name: str, kind: str, system: Json) -> str:
        id = f"rpglite{len(self.made):09d}"
        self.made.append({"_id": id, "name": name, "type": kind, "system": system, "effects": []})
        return id


def _system(document: Json, character: Json) -> Json:
    scores, skills = character.get("abilities") or {}, (character.get("proficiencies") or {}).get("skills") or {}
    short = {skill: key for key, skill in SKILLS_OF_FOUNDRY.items()}
    hp = {"value": character.get("hp"), "max": character.get("hpMax"), "temp": character.get("tempHp") or 0}
    return {
        "abilities": {ability: {"value": scores.get(ability, 10)} for ability in ABILITIES},
        "attributes": {"hp": hp, "ac": {"calc": "default"}},
        "details": {"alignment": character.get("alignment") or "", "xp": {"value": character.get("xp") or 0}},
        "traits": {"size": _SIZES.get(character.get("size") or "medium", "med")},
        "skills": {short[skill]: {"value": level} for skill, level in skills.items()},
        "currency": {coin: (document.get("coins") or {}).get(coin, 0) for coin in COINS},
    }


def _subclasses(choices: Mapping[str, Any], classes: Sequence[str]) -> Iterator[tuple[str, str]]:
    written = choices.get("subclass")
    if isinstance(written, str):
        written = {classes[0]: written} if classes else {}
    yield from ((of, str(name)) for of, name in (written or {}).items())


def _add_thing(items: _Items, entry: Any, equipped: bool, inside: str | None, book: Rulebook) -> None:
    written: Json = {"item": entry} if isinstance(entry, str) else entry
    item = written["item"]
    written_name = item if isinstance(item, str) else str(item["name"])
    rule = _rule_of(written_name, written, book)
    name = rule.name if rule else _without_id(written_name)
    weight = rule.weight if rule else item.get("weight", 0) if isinstance(item, dict) else 0
    kind = "container" if written.get("contents") else _TYPES[rule.type] if rule else "loot"
    system: Json = {
        "quantity": written.get("quantity", 1), "weight": {"value": weight, "units": "lb"}, "equipped": equipped,
        "identified": written.get("identified", True), "container": inside,
    }  # fmt: skip
    if written.get("attuned"):
        system |= {"attuned": True, "attunement": "required"}
    id = items.add(name, kind, system)
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
    """A name, even if the document has the id of a template that this book lacks: "own:toll_belt" is Toll Belt."""
    return name.rpartition(":")[2].replace("_", " ").title() if ":" in name else name
