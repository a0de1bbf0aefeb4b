"""What a hero has learned, on its sheet: subclass, armor and weapons, attacks of an action, experience, and what its player has chosen.

Apart because the choices of a hero name its features, too.
"""

from collections.abc import Iterator
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.derived_sheet import Sheet

Json = dict[str, Any]

_ELSEWHERE: Final = frozenset(
    {"skill", "tool", "language", "languages", "expertise", "asi", "ability score", "subclass", "spellbook", "cantrips", "spells", "magic initiate"}
)  # fmt: skip
"""The choices that the sheet shows as numbers, spells or words of their own."""


def training_json(sheet: Sheet) -> Json:
    """`subclass`, `armor`, `weapons`: words, empty if there is none; `attacks`: of one action; `xp` in points, None if nobody counts them;
    `chosen`: [{"name": of the choice, "what": the chosen words}].
    """
    return {
        "subclass": ", ".join(_title(s) for s in (sheet.chosen.subclasses if sheet.chosen else ())),
        "armor": ", ".join(sorted(sheet.armor_training)),
        "weapons": ", ".join(sorted(sheet.weapon_training)),
        "attacksPerAction": sheet.attacks_per_action,
        "xp": sheet.xp,
        "chosen": [{"name": names.capitalize(choice), "what": what} for choice, what in _chosen(sheet) if choice not in _ELSEWHERE],
    }


def _chosen(sheet: Sheet) -> Iterator[tuple[str, str]]:
    for choice, by_class in (sheet.chosen.words if sheet.chosen else {}).items():
        words = [_shown(word) for chosen in by_class.values() for word in chosen]
        if words:
            yield choice, ", ".join(dict.fromkeys(words))


def _title(name: str) -> str:
    return name.title() if name.islower() else name


def _shown(word: str) -> str:
    return names.capitalize(word.replace("_", " "))


def of_feature(name: str, sheet: Sheet) -> str:
    """The meaning of a feature for this hero, where its choices and its numbers say it: "Defense", "2 attacks an action"; empty for others."""
    key = names.fold(name)
    if key == "extra attack":
        return f"{sheet.attacks_per_action} attacks an action"
    if key in ("spellcasting", "pact magic"):
        return _casts(sheet)
    chosen = next((what for choice, what in _chosen(sheet) if names.fold(choice) == key), "")
    return f"Chosen: {chosen}" if chosen else ""


def _casts(sheet: Sheet) -> str:
    told = [f"{rule.ability.upper()} for the spells of the {of}" for of, (rule, _) in sheet.casting.items()]
    return "; ".join(told)


def open_for(name: str, sheet: Sheet) -> str:
    """That the player has yet to choose something for this feature; empty if nothing is open."""
    key = names.fold(name.partition(" (")[0])
    found = next((o for o in sheet.open_choices if names.fold(o.choice) == key), None)
    return f"Still to choose: {found.count}" if found else ""
