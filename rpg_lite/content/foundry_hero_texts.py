"""The texts and words of a Foundry hero: biography, languages, tools, and training and defenses that no class gives."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.content.foundry_traits import ARMOR_OF_FOUNDRY, language_called, tool_key
from rpg_lite.content.printed_text import Json, Loss, lines, object_at, plain, whole
from rpg_lite.rules import names
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import ABILITIES

_SECRET_OPEN: Final = '<section class="secret'
_SECRET_CLOSE: Final = "</section>"
_TOLD: Final = ("trait", "ideal", "bond", "flaw", "appearance", "gender", "age", "height", "weight", "eyes", "hair", "skin", "faith")


def biography(details: Json, losses: list[Loss]) -> Json:
    """The `description` that everybody sees, and the `secret` of the game master: the secret blocks of the biography."""
    text = str(object_at(details, "biography").get("value") or "")
    shown, hidden = _split(text)
    rows = [f"{key.capitalize()}: {plain(str(details[key]))}" for key in _TOLD if isinstance(details.get(key), str) and plain(details[key])]
    found = {"description": "\n".join([*lines(shown), *rows]), "secret": "\n".join(lines(hidden))}
    for key, told in found.items():
        if len(told) > names.LONGEST_TEXT:
            losses.append(Loss(f"the end of the {key}, which takes {names.LONGEST_TEXT:,} letters", "system.details.biography.value"))
    return {key: told[: names.LONGEST_TEXT] for key, told in found.items() if told}


def _split(text: str) -> tuple[str, str]:
    """The text without its secret blocks, and those blocks."""
    shown, hidden = [], []
    while _SECRET_OPEN in text:
        before, _, rest = text.partition(_SECRET_OPEN)
        block, _, text = rest.partition(_SECRET_CLOSE)
        shown.append(before)
        hidden.append(block.partition(">")[2])
    return "".join((*shown, text)), "\n".join(hidden)


def languages(traits: Json) -> list[str] | None:
    """The languages by name; None if the file has none."""
    found = object_at(traits, "languages")
    keys = found.get("value")
    custom = str(found.get("custom") or "").replace(",", ";").split(";")
    spoken = [language_called(str(key)) for key in keys if key != "custom"] if isinstance(keys, list) else []
    known = [word[: names.LONGEST_NAME] for word in (*map(plain, spoken), *map(plain, custom)) if word]
    return list(dict.fromkeys(known)) or None


def tools(system: Json, book: Rulebook, losses: list[Loss]) -> list[str]:
    """The tools with training, by name; expertise and half proficiency are losses."""
    keys = {tool_key(t.item.name): t.item.name for t in book.templates.values() if t.item.type == "tool"}
    given = {str(key): object_at(row, "it").get("value") for key, one in object_at(system, "tools").items() if (row := {"it": one})}
    older = object_at(system, "traits", "toolProf").get("value")
    given |= {str(key): 1 for key in older if isinstance(key, str)} if isinstance(older, list) else {}
    found = []
    for key, level in given.items():
        name = keys.get(key)
        if not level:
            continue
        if name is None:
            losses.append(Loss(f"proficiency with {plain(key)[:80]}", f"system.tools.{key}"))
            continue
        found.append(name)
        if level == 2:
            losses.append(Loss(f"expertise with {name}", f"system.tools.{key}"))
    return found


@dataclass(frozen=True, slots=True)
class Given:
    """The consequences of classes, origin and choices: the sheet, its defenses, and the words of training that features add."""

    sheet: Sheet
    defenses: frozenset[str]
    training: frozenset[str]


def beyond_the_class(system: Json, given: Given, losses: list[Loss]) -> None:
    """Name the saves, the training and the defenses of the file that do not follow from classes, origin and choices."""
    for ability in ABILITIES:
        is_given = ability in given.sheet.saves or {ability, "all"} & given.training
        if object_at(system, "abilities", ability).get("proficient") == 1 and not is_given:
            losses.append(Loss(f"proficiency in {ability.upper()} saves", f"system.abilities.{ability}.proficient"))
    traits = object_at(system, "traits")
    for short, words in (("armorProf", given.sheet.armor_training), ("weaponProf", given.sheet.weapon_training)):
        squashed = {names.fold(word).replace(" ", "") for word in (*words, *given.training)}
        for key in _listed(traits, short):
            known = ARMOR_OF_FOUNDRY.get(key, key)
            if known not in squashed and not _is_covered(known, given.sheet):
                losses.append(Loss(f"training with {plain(known)[:80]}", f"system.traits.{short}"))
    for short, word in (("dr", "resistance"), ("di", "immunity"), ("dv", "vulnerability"), ("ci", "immunity")):
        for key in _listed(traits, short):
            if key not in given.defenses:
                losses.append(Loss(f"the {word} to {plain(key)[:80]}", f"system.traits.{short}"))


def _is_covered(weapon: str, sheet: Sheet) -> bool:
    """Whether training with martial weapons, or with both categories, includes a single weapon."""
    return weapon not in ("simple", "martial", "light", "medium", "heavy", "shield") and "martial" in sheet.weapon_training


def _listed(traits: Json, key: str) -> Iterator[str]:
    found: Any = object_at(traits, key).get("value")
    yield from (str(word) for word in found if isinstance(word, str)) if isinstance(found, list) else ()


def spent(system: Json, sheet: Sheet, losses: list[Loss]) -> None:
    """Name the spent spell slots, the inspiration and the death saves, which belong to one moment."""
    values = {n: whole(object_at(system, "spells", f"spell{n}").get("value")) for n in range(1, 10)}
    if any(values.values()):
        for n, left in values.items():
            most = sheet.spell_slots.most_of(str(n)) if left is not None else 0
            if left is not None and left < most:
                losses.append(Loss(f"spent slots of level {n}: {most - left}", f"system.spells.spell{n}"))
    if object_at(system, "attributes").get("inspiration") is True:
        losses.append(Loss("inspiration", "system.attributes.inspiration"))
    for kind in ("success", "failure"):
        if count := whole(object_at(system, "attributes", "death").get(kind)):
            losses.append(Loss(f"death saves ({kind}): {count}", f"system.attributes.death.{kind}"))
