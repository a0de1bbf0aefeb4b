"""The words that explain faults of documents: common names of keys, expected shapes and kinds, and examples."""

from collections.abc import Mapping
from typing import Final

from rpg_lite.rules.character_document import CharacterChanges, CharacterDocument
from rpg_lite.rules.items import Item
from rpg_lite.rules.resources import Resource

MEANT: Final[Mapping[str, str]] = {
    "damage": "weaponStats.damageDice",
    "dice": "weaponStats.damageDice",
    "finesse": "weaponStats.properties",
    "ac": "armorStats.baseAc",
    "armor": "armorStats.baseAc",
    "armorclass": "armorStats.baseAc",
    "strength": "armorStats.strengthRequirement",
    "bonus": "modifiers",
    "effects": "modifiers",
    "cost": "value",
    "price": "value",
    "gp": "value",
    "lb": "weight",
    "count": "quantity",
    "amount": "quantity",
    "kind": "type",
    "uses": "usesRemaining",
    "heal": "onUse.heal",
    "capacity": "container.capacityLb",
    "desc": "description",
    "text": "description",
}
"""Common words for keys of an item → the keys that they mean here; other code handles misspelled or misplaced keys."""
_ABILITIES: Final = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
_OF_CHARACTERS: Final[Mapping[str, str]] = {
    **{word: f"abilities.{word[:3]}" for word in _ABILITIES},
    **{word[:3]: f"abilities.{word[:3]}" for word in _ABILITIES},
    **dict.fromkeys(("stats", "attributes", "abilityscores", "scores"), "abilities"),
    "class": "classes",
    **dict.fromkeys(("feat", "feats", "traits"), "features"),
    **dict.fromkeys(("ac", "armorclass", "armor"), "printed.ac"),
    "initiative": "printed.initiative",
    "passiveperception": "printed.passivePerception",
    "skills": "proficiencies.skills",
    **dict.fromkeys(("saves", "savingthrows"), "proficiencies.saves"),
    **dict.fromkeys(("hitpoints", "maxhp", "maxhitpoints", "hitpointmaximum"), "hpMax"),
    **dict.fromkeys(("currenthp", "currenthitpoints"), "hp"),
    **dict.fromkeys(("temporaryhp", "temporaryhitpoints"), "tempHp"),
}
MEANT_BY_KEY: Final[Mapping[type, Mapping[str, str]]] = {
    Item: MEANT,
    CharacterDocument: _OF_CHARACTERS,
    CharacterChanges: {**_OF_CHARACTERS, "hitpoints": "hp"},
    Resource: {"current": "left", "remaining": "left", "value": "left", "maximum": "max", "total": "max", "resets": "recharge"},
}
"""Each document that people write by hand → common words for its keys → the keys; all words are lower case."""
WORDS_MEANT: Final[Mapping[str, str]] = {
    **dict.fromkeys(("ring", "amulet", "necklace", "cloak", "boots", "gloves", "helm", "belt", "wand", "rod", "magic item"), "wondrous"),
    **dict.fromkeys(("potion", "scroll", "food", "poison"), "consumable"),
    **dict.fromkeys(("sword", "axe", "bow", "staff", "melee", "ranged"), "weapon"),
    **dict.fromkeys(("shield", "mail"), "armor"),
    **dict.fromkeys(("gem", "art", "coin"), "treasure"),
    **dict.fromkeys(("arrow", "bolt"), "ammunition"),
    **dict.fromkeys(("gear", "item", "equipment"), "adventuring_gear"),
    **dict.fromkeys(("instrument", "kit"), "tool"),
}
"""Common words for a kind of thing → the word of a closed list that they mean, where the list has it."""
SHAPES: Final[Mapping[str, str]] = {
    "attack": "the bonus, such as 4; or spell, weapon or natural, for that of its creature",
    "value": 'a number, dice, a word, {"base", "add"}, {"equal_to"}, {"per_level"} or {"by_level"}',
    "max": "a whole number or dice such as 1d6+4",
    **dict.fromkeys(("short", "long"), "all, a whole number, or a formula such as {pb}"),
    "regain": "a whole number or dice such as 1d6+4",
    "range": "a number of feet, self, touch, sight, unlimited or special",
    "speedMultiplier": "a whole number or 0.5",
    "asi": 'a list with one row for each improvement: [{"level": 4, "str": 2}], [{"level": 4, "feat": "Grappler"}]',
}
DICE_BELONG: Final[Mapping[str, str]] = {"hp": "hitDice", "hpMax": "hitDice"}
"""Keys of numbers in which people write dice → the key that takes dice."""
OBJECT: Final = "an object { … }"
KINDS: Final[Mapping[str, str]] = {
    "string": "text",
    "int": "a whole number",
    "float": "a number",
    "finite": "a number",
    "bool": "true or false",
    "tuple": "a list [ … ]",
    "list": "a list [ … ]",
    "dict": OBJECT,
    "model": OBJECT,
    "dataclass": OBJECT,
}
EXAMPLES: Final[Mapping[str, str]] = {
    "skills": '{"stealth": 1, "perception": 2}, 1 for proficient and 2 for expertise',
    "abilities": '{"str": 16, "dex": 14}',
    "speed": '{"walk": 30, "fly": 60}',
    "senses": '{"darkvision": 60}',
    "resources": '{"ki": {"max": 5, "left": 3, "recharge": "short_rest"}}',
    "proficiencies": '{"skills": {"stealth": 1}, "saves": ["dex"], "armor": ["light"], "weapons": ["simple"], "tools": []}',
    "character": '{"classes": ["fighter 5"], "race": "dwarf", "abilities": {"str": 16}}',
    "item": '{"name": "Silver Key", "type": "tool", "weight": 0.1}',
    "creatures": '{"Ogre": 2, "CR 3": 1}',
}
"""An example of the object under each key."""
NAMING: Final = frozenset(("label", "name", "source", "description", "reason"))
NAMELESS: Final = "unknown key; a modifier has no name: the reasons for a number name the item or the feature that holds it"
COINED: Final = frozenset(("gold", "gp", "money", "coins", "currency", "purse"))
COINS_ARE_THINGS: Final = (
    'unknown key; coins are things that a character carries: manage_inventory give, with "template": "gp" and "quantity"'
)
TEXTS: Final[Mapping[str, str]] = {"duration": 'text such as "10 minutes"'}
"""An example of the text under a key where people write a number."""
BOUNDS: Final[Mapping[str, str]] = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
