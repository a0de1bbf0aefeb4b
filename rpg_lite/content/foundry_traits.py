"""Training, languages and features in the words of Foundry's dnd5e system."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.choice_names import ASI, LANGUAGES, SUBCLASS, TOOLS
from rpg_lite.rules.choices import EXPERT, TRAINED
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Size, Skill

Json = dict[str, Any]
SKILLS_OF_FOUNDRY: Final[Mapping[str, Skill]] = {
    "acr": "acrobatics", "ani": "animal_handling", "arc": "arcana", "ath": "athletics", "dec": "deception", "his": "history", "ins": "insight",
    "itm": "intimidation", "inv": "investigation", "med": "medicine", "nat": "nature", "prc": "perception", "prf": "performance",
    "per": "persuasion", "rel": "religion", "slt": "sleight_of_hand", "ste": "stealth", "sur": "survival",
}  # fmt: skip
SIZES_OF_FOUNDRY: Final[Mapping[str, Size]] = {
    "tiny": "tiny", "sm": "small", "med": "medium", "lg": "large", "huge": "huge", "grg": "gargantuan",
}  # fmt: skip
_TOOLS: Final[Mapping[str, str]] = {
    "disguise kit": "disg", "forgery kit": "forg", "herbalism kit": "herb", "navigator's tools": "navg", "poisoner's kit": "pois",
    "thieves' tools": "thief", "dice set": "dice", "playing card set": "card", "dragonchess set": "chess", "pan flute": "panflute",
}  # fmt: skip
"""The keys of tools that are not the first word of their name."""
_LANGUAGES: Final = (
    "common", "dwarvish", "elvish", "giant", "gnomish", "goblin", "halfling", "orc", "abyssal", "celestial", "draconic", "infernal",
    "primordial", "sylvan", "undercommon", "druidic",
)  # fmt: skip
_OTHER_LANGUAGES: Final[Mapping[str, str]] = {"thieves' cant": "cant", "deep speech": "deep"}
ARMOR_OF_FOUNDRY: Final[Mapping[str, str]] = {
    "lgt": "light",
    "med": "medium",
    "hvy": "heavy",
    "shl": "shield",
    "sim": "simple",
    "mar": "martial",
}
"""Foundry's keys of training with armor and weapons."""
_ARMOR: Final[Mapping[str, str]] = {"light": "lgt", "medium": "med", "heavy": "hvy", "shield": "shl"}
_WEAPONS: Final[Mapping[str, str]] = {"simple": "sim", "martial": "mar"}
_SHOWN_ELSEWHERE: Final = frozenset(map(names.fold, (SUBCLASS, ASI, LANGUAGES, TOOLS, *TRAINED, *EXPERT)))


def language_called(key: str) -> str:
    """The language of one of Foundry's keys.

    >>> language_called("cant"), language_called("sylvan"), language_called("deep")
    ("Thieves' Cant", 'Sylvan', 'Deep Speech')
    """
    known = next((word for word, short in _OTHER_LANGUAGES.items() if short == key), key)
    return " ".join(names.capitalize(word) for word in known.replace("-", " ").split())


def tools_of(stats: EffectiveStats) -> Json:
    """Key of a tool → 1 for training, 2 for expertise."""
    expert = {names.fold(tool) for tool in stats.expert_tools}
    return {tool_key(tool): {"value": 2 if names.fold(tool) in expert else 1} for tool in stats.tools}


def tool_key(tool: str) -> str:
    """Foundry's key of a tool."""
    word = tool.casefold()
    return _TOOLS.get(word) or word.partition(" ")[0].removesuffix("'s").removesuffix("s'")


def traits_of(sheet: Sheet, stats: EffectiveStats) -> Json:
    """Languages, and training with armor and weapons; what Foundry has no key for is text."""
    spoken = [word.casefold() for word in stats.languages]
    keys = [_OTHER_LANGUAGES.get(word, word) for word in spoken if word in _LANGUAGES or word in _OTHER_LANGUAGES]
    others = [word for word in stats.languages if word.casefold() not in _LANGUAGES and word.casefold() not in _OTHER_LANGUAGES]
    return {
        "languages": {"value": keys, "custom": ";".join(others)},
        "armorProf": _training(sheet.armor_training, _ARMOR),
        "weaponProf": {**_training(sheet.weapon_training, _WEAPONS), "mastery": {"value": _masteries(sheet)}},
    }


def _masteries(sheet: Sheet) -> list[str]:
    """The weapons of chosen masteries, in Foundry's keys."""
    chosen = sheet.chosen.of("weapon mastery") if sheet.chosen else ()
    return [names.fold(word).replace(" ", "") for word in chosen]


def _training(words: Iterable[str], keys: Mapping[str, str]) -> Json:
    known = sorted(words)
    return {"value": [keys[w] for w in known if w in keys], "custom": ";".join(w for w in known if w not in keys)}


def features_of(sheet: Sheet) -> Iterator[str]:
    """The features that follow from the levels and the origin, and the words that the player chose for them."""
    yield from (feature.name for feature in sheet.features)
    for choice, by_class in (sheet.chosen.words if sheet.chosen else {}).items():
        if names.fold(choice) not in _SHOWN_ELSEWHERE:
            yield from (f"{names.capitalize(choice)}: {names.capitalize(word)}" for words in by_class.values() for word in words)
