"""The stat block of a creature in the book, as a card and as data."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.book_search import creature_type
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import Circumstances, SheetDocument, situation
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import stat_block_text
from rpg_lite.views.act_text import brief_text
from rpg_lite.views.stats_text import attack_text, defenses_text

Json = dict[str, Any]
MORE: Final = "Send detail full."
"""The last line of a card that leaves something out."""
_PRINTED: Final = ("hitDice", "xp", "legendaryActions", "legendaryResistance", "inLair")
"""Keys of the file that the answer repeats unchanged, if the file has them."""
_SECTIONS: Final[Mapping[str, str]] = {"bonus": "bonus", "reaction": "reaction", "legendary": "legendary"}


@dataclass(frozen=True, slots=True)
class _Extent:
    """The extent of a brief card. `acts`: their numbers, their numbers without types of damage, or only names; `others`: the same for
    bonus actions, reactions and legendary actions.
    """

    acts: Literal["numbers", "dice", "names"] = "numbers"
    others: Literal["numbers", "names"] = "numbers"
    skills: bool = True
    spells: bool = True
    senses: bool = True
    hit_dice: bool = True
    traits: bool = True
    abilities: bool = True
    saves: bool = True
    types: bool = True


def _extents() -> Iterator[_Extent]:
    """The extents from the fullest card to the shortest; each leaves out one more thing."""
    extent = _Extent()
    yield extent
    for less in _LESS:
        extent = replace(extent, **less)
        yield extent


_LESS: Final[tuple[dict[str, Any], ...]] = (
    {"skills": False}, {"spells": False}, {"others": "names"}, {"senses": False}, {"hit_dice": False},
    {"acts": "dice"}, {"traits": False}, {"acts": "names"}, {"abilities": False}, {"types": False}, {"saves": False},
)  # fmt: skip
_OF_WEAPONS: Final = "bludgeoning, piercing, slashing from nonmagical attacks"
_EXTENTS: Final = tuple(_extents())


def texts(name: str, book: Rulebook) -> Iterator[str]:
    """The stat line of a creature, and its traits, acts and attacks: first all of it, then shorter and shorter forms."""
    made, at = _read(name, book)
    shown = _as_data(name, book, made, at)
    yield stat_block_text.full_text(stat_block_text.Block(made, at, shown, book))
    attacks = [attack_text(a) for a in at.stats(book).attacks]
    defenses = [*defenses_text(at.stats(book).defenses)]
    traits = ", ".join(f["name"] for f in shown["acts"] if f["section"] == "trait")
    for extent in _EXTENTS:
        lines = [
            f"{name}: {stat_block_text.what_it_is(made, shown.get('xp'))}. {_numbers(shown, extent)}",
            " ".join(defenses) if extent.types else " ".join(defenses).replace(_OF_WEAPONS, "nonmagical attacks"),
            f"Traits: {traits}." if traits and extent.traits else "",
        ]
        acts = _acts_text(at.sheet.acts, shown, extent) if at.sheet.acts else attacks
        casts = f"Casts {_spells_text(shown['spellcasting'], extent)}." if "spellcasting" in made else ""
        yield "\n".join(filter(None, [*lines, *acts, casts, MORE]))


def as_data(name: str, book: Rulebook) -> Json:
    """The keys of a creature's file, with the numbers that follow from it."""
    return _as_data(name, book, *_read(name, book))


def _as_data(name: str, book: Rulebook, made: Mapping[str, Any], at: Circumstances) -> Json:
    stats = at.stats(book)
    defenses = stats.defenses
    return {
        "name": name,
        "ruleset": book.ruleset,
        "size": stats.size,
        "type": creature_type(made),
        **{k: made[k] for k in ("tags", "alignment", "cr", *_PRINTED) if k in made},
        **({} if (xp := book.encounters.worth_of(made)) is None else {"xp": xp}),
        "ac": stats.ac.value,
        "hp": stats.hp_max.value if stats.hp_max else None,
        "speed": {way: b.value for way, b in stats.speed.items() if b.value},
        "abilities": {ability: b.value for ability, b in stats.abilities.items()},
        "saves": {k: b.value for k, b in stats.saves.values.items() if _is_printed(made, "saves", k)},
        "skills": {k: b.value for k, b in stats.skills.values.items() if _is_printed(made, "skills", k)},
        "senses": {sense: b.value for sense, b in stats.senses.items() if b.value},
        "passivePerception": made.get("printed", {}).get("passivePerception", stats.passive["perception"].value),
        "initiative": stats.initiative.value,
        "resistances": list(defenses.resistances),
        "immunities": list(defenses.immunities),
        "vulnerabilities": list(defenses.vulnerabilities),
        "conditionImmunities": list(defenses.conditions),
        **({"nonmagical": _of_nonmagical(stats)} if defenses.nonmagical else {}),
        "languages": list(stats.languages),
        "proficiencyBonus": stats.proficiency_bonus.value,
        **({"spellcasting": _spellcasting(made, stats)} if stats.spellcasting or "spellcasting" in made else {}),
        "acts": list(_acts(made, at, stats)),
    }


@lru_cache(maxsize=64)
def _read(name: str, book: Rulebook) -> tuple[Mapping[str, Any], Circumstances]:
    document = book.creatures[names.fold(name)]
    whole = {**document, "ruleset": book.ruleset}
    return document["character"], situation(SheetDocument.model_validate(whole), book)


def _of_nonmagical(stats: EffectiveStats) -> Json:
    """Kind of defense → the types of damage to which it applies if the attack is not magical."""
    found: dict[str, list[str]] = {}
    for kind, word in stats.defenses.nonmagical:
        found.setdefault(_DEFENSES[kind], []).append(word)
    return found


_DEFENSES: Final[Mapping[str, str]] = {"resist": "resistances", "immune": "immunities", "vulnerable": "vulnerabilities"}


def _is_printed(made: Mapping[str, Any], of: str, key: str) -> bool:
    return key in (made.get("proficiencies", {}).get(of) or ()) or f"{of}.{key}" in made.get("printed", {})


def _spellcasting(made: Mapping[str, Any], stats: EffectiveStats) -> Json:
    own = stats.spellcasting
    numbers = {"ability": own.ability, "saveDc": own.save_dc.value, "attack": own.attack.value} if own else {}
    return {**numbers, **made.get("spellcasting", {})}


def _acts(made: Mapping[str, Any], at: Circumstances, stats: EffectiveStats) -> Iterator[Json]:
    """The creature's traits, its acts, and the attacks with the weapons that it holds."""
    known = {names.fold(act.name) for act in at.sheet.acts}
    for feature in made.get("features", ()):
        row = {"name": feature} if isinstance(feature, str) else feature
        if names.fold(row["name"]) not in known:
            yield {"section": "trait", **row}
    for act in at.sheet.acts:
        yield {"section": section(act), **act.model_dump(mode="json", by_alias=True, exclude_defaults=True)}
    yield from (_attack(a) for a in stats.attacks if names.fold(a.name) not in known)


def section(act: Act) -> str:
    """The part of a stat block that lists an act."""
    return _SECTIONS.get(act.cost.partition(":")[0], "action")


def _attack(a: AttackStats) -> Json:
    return {"name": a.name, "section": "action", "toHit": a.to_hit.value, "damage": a.damage, "damageType": a.damage_type}


# ── text ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _acts_text(acts: Sequence[Act], shown: Json, extent: _Extent) -> list[str]:
    """A line for each section of the stat block."""
    by_section = {of: [a for a in acts if section(a) == of] for of in dict.fromkeys(map(section, acts))}
    lines = []
    for of, found in by_section.items():
        how = extent.acts if of == "action" else extent.others
        count = f" ({shown['legendaryActions']})" if of == "legendary" and "legendaryActions" in shown else ""
        head = "" if of == "action" and how != "names" else f"{names.capitalize(of)}{count}: "
        told = (a.name if how == "names" else brief_text(a, types=how != "dice") for a in found)
        lines.append(f"{head}{'; '.join(told)}.")
    return lines


def _numbers(shown: Json, extent: _Extent) -> str:
    hp = f"HP {shown['hp']}" + (f" ({shown['hitDice']})" if "hitDice" in shown and extent.hit_dice else "") if shown["hp"] else ""
    speed = ", ".join(f"{'' if way == 'walk' else f'{way} '}{feet}" for way, feet in shown["speed"].items())
    scores = " ".join(f"{a.upper()} {value}" for a, value in shown["abilities"].items() if extent.abilities)
    saves = " ".join(f"{a.upper()} {value:+d}" for a, value in shown["saves"].items())
    skills = ", ".join(f"{s.replace('_', ' ')} {value:+d}" for s, value in shown["skills"].items())
    senses = "".join(f"{sense} {feet} ft, " for sense, feet in shown["senses"].items()) if extent.senses else ""
    head = ", ".join(filter(None, (f"AC {shown['ac']}", hp, f"speed {speed} ft" if speed else "")))
    more = "".join(
        f" {word} {told}." for word, told in (("Saves", saves if extent.saves else ""), ("Skills", skills if extent.skills else "")) if told
    )
    seen = names.capitalize(f"{senses}passive Perception {shown['passivePerception']}")
    return f"{head}.{f' {scores}.' if scores else ''}{more} {seen}."


def _spells_text(casting: Json, extent: _Extent) -> str:
    """The spells of a stat block in short form; in the shortest form, only the number of spells."""
    if extent.spells:
        return stat_block_text.spells_text(casting)
    groups_told = (casting.get("atWill", ()), *casting.get("perDay", {}).values(), *casting.get("spells", {}).values())
    return f"(DC {casting['saveDc']}, {casting['attack']:+d}) {sum(map(len, groups_told))} spells"
