"""What the data of a creature or an item say, read from the data alone: the names and numbers that its card must tell.

Nothing here uses the words of a card. A fact is a name, or a number with the name of the act or trait to which it belongs.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

_NUMBERED: Final = frozenset(
    "attack reach dc range ft move damage heal pool tempHp for duration times count level need auraFt value max regain start charges slot "
    "hpMax hitDice xp legendaryActions legendaryResistance saveDc say description adjudicated effect every up baseAc damageDice "
    "versatileDamage normal long strengthRequirement capacityLb minutes".split()
)
_UNSPOKEN: Final = re.compile(r"^(not )?(missing_)?(hp(<=0|>=1|>0)|hits>=1|taken>=1|missing_hp>=1)$")
"""Comparisons that English says without a number: at 0 hit points, hurt, on a hit."""
_CALL: Final = re.compile(r"The choices? ")
"""The beginning of a description that says how to call an act, which the choices of its steps say as well."""
_DIGITS: Final = re.compile(r"\d+d\d+(?:[+-]\d+)?|\d+d(?=\{)|\d+(?:\.\d+)?")

_IN_WORDS: Final = {"0.5": ("half ",), "1": ("makes a ", "makes an ")}
"""Numbers that English writes as words."""

PROGRAM_WORDS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"\b[a-z]+_[a-z]", r"[{}\[\]<>]", r"\w:\w", r"\b(?:speed|save|check|skill|attack|damage|ability|sense|proficiency|weapon)\.[a-z]",
        r"\b[a-z]+d\d", r"\bNone\b", r"\bgrant\b", r"\bfor permanent\b", r"\braise to\b", r"\bon to 0\b", r"\bsource 0\b", r"\blaid\b",
        r"\bturn (?:start|end)\b(?!s)", r"\bimmune act\b", r"\bself: ", r"\bauto fail\b", r"\bchosen_kind\b", r"\bwithstood for\b", r"\bcr\b",
        r"\bsave all\b", r"\battack all\b", r"\bspell save dc\b", r"\badd dice\b", r"\bextra dice\b", r"; ;|: ;|\(\)|, ,|\.\.",
    )
)  # fmt: skip


@dataclass(frozen=True)
class Fact:
    """A text that a card must hold; `of`: the name that stands on the same line."""

    text: str
    of: str = ""

    def is_told(self, card: str) -> bool:
        lines = [line for line in card.splitlines() if self.of.casefold() in line.casefold()] if self.of else [card]
        return any(_holds(line, word) for line in lines for word in (self.text, *_IN_WORDS.get(self.text, ())))


def _holds(line: str, text: str) -> bool:
    start, end = (r"(?<![\d.])", r"(?!\d|\.\d)") if text[0].isdigit() else (r"(?<!\w)", "")
    return re.search(start + re.escape(text) + end, line, re.IGNORECASE) is not None


def program_words(card: str, of_calls: Collection[str] = ()) -> list[str]:
    """The words of files and formulas that a card shows to its reader. `of_calls`: words that a call takes, which a card may name."""
    for word in sorted(of_calls, key=len, reverse=True):
        card = card.replace(word, "word")
    found = (m for pattern in PROGRAM_WORDS for m in pattern.finditer(card))
    return [card[max(0, m.start() - 12) : m.end() + 12] for m in found]


def of_creature(made: Mapping[str, Any]) -> Iterator[Fact]:
    """The facts of a stat block as its file gives them."""
    yield from (Fact(str(made[key])) for key in ("hpMax", "xp") if key in made)
    yield from (Fact(made["hitDice"]),) if "hitDice" in made else ()
    yield from (Fact(f"{ability.upper()} {score}") for ability, score in made["abilities"].items())
    yield from (Fact(f"{sense} {feet} ft") for sense, feet in made.get("senses", {}).items())
    yield from (Fact(str(feet), "speed") for feet in made["speed"].values() if feet)
    yield from (Fact(language) for language in made.get("languages", ()))
    for key in ("resistances", "immunities", "vulnerabilities", "conditionImmunities"):
        yield from (Fact(word) for word in made.get(key, ()))
    yield from map(_printed, made.get("printed", {}).items())
    if any("damage:nonmagical" in m.get("scope", ()) for m in made.get("modifiers", ())):
        yield Fact("nonmagical")
    if "legendaryActions" in made:
        yield Fact(str(made["legendaryActions"]), "Legendary")
    if "legendaryResistance" in made:
        yield Fact(f"Legendary Resistance {made['legendaryResistance']}/day")
    yield from (Fact(str(n), "lair") for n in made.get("inLair", {}).values())
    yield from _of_spells(made.get("spellcasting", {}))
    yield from _of_acts(made.get("acts", ()))
    for feature in made.get("features", ()):
        name = feature if isinstance(feature, str) else feature["name"]
        yield Fact(name)
        if isinstance(feature, Mapping):
            yield from _numbers(feature, name)
            yield from _of_acts(feature.get("acts", ()))


def _printed(row: tuple[str, int]) -> Fact:
    key, number = row
    head, _, name = key.partition(".")
    if head == "saves":
        return Fact(f"{name.upper()} {number:+d}", "Saves")
    if head == "skills":
        return Fact(f"{name.replace('_', ' ')} {number:+d}", "Skills")
    return (
        Fact(f"AC {number}")
        if head == "ac"
        else Fact(f"{number}", "passive")
        if head == "passivePerception"
        else Fact(f"{number:+d}", head)
    )


def _of_spells(casting: Mapping[str, Any]) -> Iterator[Fact]:
    groups = (casting.get("atWill", ()), *casting.get("perDay", {}).values(), *casting.get("spells", {}).values())
    for spell in (one for group in groups for one in group):
        yield Fact(spell if isinstance(spell, str) else spell["spell"], "Spells")
        if isinstance(spell, Mapping) and "slot" in spell:
            yield Fact(str(spell["slot"]), spell["spell"])
    yield from (Fact(f"{count}/day", "Spells") for count in casting.get("perDay", {}))
    yield from (Fact(str(n), "Spells") for n in casting.get("slots", {}).values())
    yield from (Fact(f"{casting[key]}", "Spells") for key in ("saveDc",) if key in casting)
    yield from (Fact(f"{casting[key]:+d}", "Spells") for key in ("attack",) if key in casting)


def _of_acts(acts: Any) -> Iterator[Fact]:
    for act in acts:
        yield Fact(act["name"])
        yield from _numbers(act, act["name"])


def of_item(item: Mapping[str, Any]) -> Iterator[Fact]:
    """The facts of an item as its template gives them: of its acts, riders, triggers, spells, charges, weapon, armor and changes."""
    yield from _of_acts(item.get("acts", ()))
    yield from (Fact(rider["name"]) for rider in item.get("riders", ()) if "name" in rider)
    for cast in item.get("casts", ()):
        yield Fact(cast["spell"])
    kept = (
        "riders",
        "on",
        "casts",
        "charges",
        "weaponStats",
        "armorStats",
        "modifiers",
        "activated",
        "onUse",
        "adjudicated",
        "light",
        "burns",
    )
    yield from _numbers({key: item[key] for key in kept if key in item}, "")


def _differ_in_number(rows: Mapping[str, Any]) -> bool:
    """Whether each row says the same of its own number, as the rows of a die that is rolled for a count do."""
    return len({re.sub(rf"(?<!\d){row}(?!\d)(?: day\b)?", "N", repr(value)).replace("N days", "N") for row, value in rows.items()}) == 1


def _numbers(of: Any, name: str, key: str = "") -> Iterator[Fact]:
    match of:
        case Mapping():
            if of.get("target") == "flag":
                return
            for inner, value in of.items():
                if inner == "rows" and _differ_in_number(value):
                    continue
                if inner == "rows" or (inner == "by" and isinstance(value, Mapping)):
                    yield from (Fact(found, name) for row in value for found in _DIGITS.findall(row))
                if inner == "acts" and name:
                    yield from _of_acts(value)
                elif inner == "need" and value == 1:
                    continue
                elif inner not in ("aliases", "name", "character", "id", "slot" if "spell" not in of else "", "color"):
                    yield from _numbers(value, name, inner)
        case list() | tuple():
            for value in of:
                yield from _numbers(value, name, key)
        case bool():
            return
        case int() | float() if key in _NUMBERED:
            yield Fact(str(abs(of) if isinstance(of, int) else of).removesuffix(".0"), name)
        case str() if key in _NUMBERED and not _CALL.match(of) and "{" not in of:
            yield from (Fact(found, name) for found in _DIGITS.findall(of))
        case str() if (
            key in ("if", "needs")
            and "{" not in of
            and not any(_UNSPOKEN.match(w) for w in of.split("|"))
            and "choice:" not in of
            and "laid" not in of
        ):
            yield from (Fact(found, name) for found in re.findall(r"(?<=[<>=])\d+(?:\.\d+)?", of))
        case str() if key == "spend":
            yield from (Fact(found, name) for found in re.findall(r"(?<=:)[2-9]\d*|(?<=:)1\d+", of) if "{" not in of)
