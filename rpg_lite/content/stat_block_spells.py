"""The spells of a stat block, from the sentences of its trait: ability, save DC, attack, slots, spells at will and some times a day."""

import re
from functools import cache
from typing import Any, Final

from rpg_lite.content.printed_text import LONG_ABILITIES, LONGEST_READ, Json, Loss, lines
from rpg_lite.content.rulebook_files import folder
from rpg_lite.content.spell_files import SpellFiles
from rpg_lite.rules import names
from rpg_lite.vocabulary import RULESETS

_ABILITY: Final = re.compile(rf"\b({'|'.join(LONG_ABILITIES)})\b", re.IGNORECASE)
_DC: Final = re.compile(r"save DC (\d+)", re.IGNORECASE)
_TO_HIT: Final = re.compile(r"\+(\d+) to hit", re.IGNORECASE)
_LEVEL: Final = re.compile(r"(\d+)(?:st|nd|rd|th)[- ]level spellcaster", re.IGNORECASE)
_MARK: Final = re.compile(
    r"(?:(?P<cantrips>cantrips?) \(at will\)|(?P<level>\d)(?:st|nd|rd|th)(?:[- ]level)?(?: spells)? \((?P<slots>\d+) slots?\)"
    r"|(?P<will>at[- ]will|constant)|(?P<times>\d+) ?/ ?day(?: each)?)\s*:",
    re.IGNORECASE,
)
_NOTE: Final = re.compile(r"\s*\([^)]*\)")
_AT_LEVEL: Final = re.compile(r"\((?:level (\d)(?: version)?|(\d)(?:st|nd|rd|th)[- ]level(?: version)?)\)", re.IGNORECASE)
_ENDS: Final = re.compile(r"\.\s|$")


def casting_of(text: str, place: str, losses: list[Loss]) -> Json | None:
    """The spellcasting that the trait tells; None if it lists no spells. Spells that no rulebook has become losses."""
    paragraphs = lines(text[:LONGEST_READ])
    whole = "\n".join(paragraphs)
    marks = list(_MARK.finditer(whole))
    ability = _ABILITY.search(whole)
    if not marks or ability is None:
        return None
    found: Json = {"ability": LONG_ABILITIES[ability[1].casefold()], "slots": {}, "spells": {}, "atWill": [], "perDay": {}}
    for key, pattern in (("saveDc", _DC), ("attack", _TO_HIT), ("level", _LEVEL)):
        if printed := pattern.search(whole):
            found[key] = int(printed[1])
    if "material component" in whole.casefold():
        found["without"] = ["M"]
    elif re.search(r"no (?:spell )?components|no components", whole, re.IGNORECASE):
        found["without"] = ["V", "S", "M"]
    for n, mark in enumerate(marks):
        end = marks[n + 1].start() if n + 1 < len(marks) else len(whole)
        listed = whole[mark.end() : end].strip()
        spells = _spells(listed if n + 1 < len(marks) else listed[: _last_end(listed)], place, losses)
        _put(found, mark, spells)
    return {key: value for key, value in found.items() if value not in ({}, [])}


def _put(found: Json, mark: re.Match[str], spells: list[Any]) -> None:
    if mark["level"]:
        found["slots"][mark["level"]] = int(mark["slots"])
        found["spells"].setdefault(mark["level"], []).extend(spells)
    elif mark["cantrips"]:
        found["spells"].setdefault("0", []).extend(spells)
    elif mark["will"]:
        found["atWill"] += spells
    elif spells:
        found["perDay"].setdefault(mark["times"], []).extend(spells)


def _last_end(listed: str) -> int:
    """The length of the last list, which ends with its line or its sentence."""
    line = listed.find("\n")
    stop = _ENDS.search(listed)
    ends = [n for n in (line, stop.start() if stop else -1) if n >= 0]
    return min(ends) if ends else len(listed)


def _spells(listed: str, place: str, losses: list[Loss]) -> list[Any]:
    found: list[Any] = []
    for word in re.split(r"[,;\n](?![^(]*\))", listed):
        name = _NOTE.sub("", word).strip(" *.-–\n")
        if not name:
            continue
        spell = spell_called(name)
        if spell is None:
            losses.append(Loss(f"the spell {name[: names.LONGEST_NAME]}", place))
            continue
        level = _AT_LEVEL.search(word)
        note = _NOTE.search(word)
        entry: Any = {"spell": spell, "slot": int(level[1] or level[2])} if level and int(level[1] or level[2]) else spell
        if note and re.search(r"\bself only\b", note[0], re.IGNORECASE):
            entry = {**(entry if isinstance(entry, dict) else {"spell": spell}), "self": True}
        elif note and not level:
            losses.append(Loss(f"the note {note[0].strip()} of {spell}", place))
        found.append(entry)
    return found


def spell_called(name: str) -> str | None:
    """The spell of this name in either rulebook, under its name there; the name of its inventor may stand before it."""
    inventor, _, rest = name.replace("’", "'").partition(" ")
    words = [name, *([rest] if inventor.endswith("'s") else [])]
    found = (spells.get(names.fold(word)) for word in words for spells in _spells_of_both())
    return next((spell.name for spell in found if spell is not None), None)


@cache
def _spells_of_both() -> tuple[SpellFiles, ...]:
    return tuple(SpellFiles(folder("data") / "spells", ruleset) for ruleset in RULESETS)


def by_ruleset(casting: Json, place: str, losses: list[Loss]) -> dict[str, Json]:
    """Ruleset → the spellcasting with the spells that it has; a spell that one of the rulebooks lacks is a loss there."""
    found: dict[str, Json] = {}
    for ruleset, spells in zip(RULESETS, _spells_of_both(), strict=True):
        lost = [name for name in names_in(casting) if names.fold(name) not in spells]
        losses += (Loss(f"the spell {name}, which SRD {ruleset} lacks, in campaigns of {ruleset}", place) for name in dict.fromkeys(lost))
        found[ruleset] = _without(casting, lost)
    return found


def names_in(casting: Json) -> list[str]:
    """The names of all spells of a spellcasting."""
    rows = [*casting.get("atWill", []), *(s for part in ("spells", "perDay") for spells in casting.get(part, {}).values() for s in spells)]
    return [row if isinstance(row, str) else row["spell"] for row in rows]


def _without(casting: Json, lost: list[str]) -> Json:
    if not lost:
        return casting

    def kept(spells: list[Any]) -> list[Any]:
        return [s for s in spells if (s if isinstance(s, str) else s["spell"]) not in lost]

    parts: Json = {
        part: {at: left for at, spells in casting[part].items() if (left := kept(spells))}
        for part in ("spells", "perDay")
        if part in casting
    }
    will: Json = {"atWill": kept(casting["atWill"])} if "atWill" in casting else {}
    return {key: value for key, value in {**casting, **parts, **will}.items() if value not in ([], {})}
