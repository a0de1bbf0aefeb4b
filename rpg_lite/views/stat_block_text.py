"""A whole stat block as text: all that a creature is and can do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.book_search import creature_type, rating
from rpg_lite.rules.character_document import OwnFeature
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.sheet_document import Circumstances
from rpg_lite.views import trait_text
from rpg_lite.views.act_text import act_text, twin_text, twins
from rpg_lite.views.formula_words import in_words
from rpg_lite.views.shorter_words import shortened
from rpg_lite.views.stats_text import attack_text, defenses_text
from rpg_lite.world.world_model import Thing
from rpg_lite.world.written_features import name_of, written_features

Json = dict[str, Any]
_SECTIONS: Final[Mapping[str, str]] = {
    "action": "",
    "bonus": "Bonus actions",
    "reaction": "Reactions",
    "legendary": "Legendary actions",
    "free": "No action",
}


@dataclass(frozen=True, slots=True)
class Block:
    """A stat block: as its file gives it, as a sheet, and as the data of an answer."""

    made: Mapping[str, Any]
    at: Circumstances
    shown: Json
    book: Rulebook


MOST_TOKENS: Final = 450


def full_text(block: Block) -> str:
    """All of the block; a line for each trait and each act. A long block says the same in shorter words."""
    return shortened(in_words(_full_text(block)), MOST_TOKENS)


def _full_text(block: Block) -> str:
    shown, stats = block.shown, block.at.stats(block.book)
    lines = [
        f"{shown['name']}: {what_it_is(block.made, shown.get('xp'))}.",
        _numbers(block),
        " ".join(defenses_text(stats.defenses)),
        *_legend(shown),
        *traits(block.made.get("features", ()), block.book),
        *acts_lines(block.at.sheet.acts, shown.get("legendaryActions")),
        *([] if block.at.sheet.acts else map(attack_text, stats.attacks)),
        f"Spells {spells_text(shown['spellcasting'])}." if "spellcasting" in block.made else "",
    ]
    return "\n".join(filter(None, lines))


def what_it_is(made: Mapping[str, Any], xp: int | None) -> str:
    kind = " ".join((str(made.get("size", "medium")), creature_type(made))).strip()
    tags = f" ({', '.join(made['tags'])})" if made.get("tags") else ""
    worth = "" if xp is None else f" ({xp} XP)"
    return ", ".join(filter(None, (kind + tags, f"CR {rating(made['cr'])}{worth}" if "cr" in made else "")))


def _numbers(block: Block) -> str:
    shown = block.shown
    hp = f"HP {shown['hp']}" + (f" ({shown['hitDice']})" if "hitDice" in shown else "") if shown["hp"] else ""
    speed = ", ".join(f"{'' if way == 'walk' else f'{way} '}{feet}" for way, feet in shown["speed"].items())
    initiative = f"initiative {shown['initiative']:+d}" if "initiative" in block.made.get("printed", {}) else ""
    head = ", ".join(filter(None, (f"AC {shown['ac']}", hp, f"speed {speed} ft" if speed else "", initiative)))
    senses = [f"{sense} {feet} ft" for sense, feet in shown["senses"].items()]
    parts = [
        " ".join(f"{a.upper()} {value}" for a, value in shown["abilities"].items()),
        _row("Saves", " ", [f"{a.upper()} {value:+d}" for a, value in shown["saves"].items()]),
        _row("Skills", ", ", [f"{s.replace('_', ' ')} {value:+d}" for s, value in shown["skills"].items()]),
        names.capitalize(", ".join((*senses, f"passive Perception {shown['passivePerception']}"))),
        _row("Languages:", ", ", [language.removesuffix(".") for language in shown["languages"]]),
    ]
    return f"{head}.\n{'. '.join(filter(None, parts))}."


def _row(head: str, between: str, words: Sequence[str]) -> str:
    return f"{head} {between.join(words)}" if words else ""


def _legend(shown: Json) -> Iterator[str]:
    """The lines of legendary creatures, and those of their lairs."""
    if "legendaryResistance" in shown:
        yield f"Legendary Resistance {shown['legendaryResistance']}/day."
    lair = shown.get("inLair", {})
    words = {"legendaryActions": "{} legendary actions", "legendaryResistance": "Legendary Resistance {}/day", "xp": "{} XP"}
    if told := [text.format(lair[key]) for key, text in words.items() if key in lair]:
        yield f"In its lair: {', '.join(told)}."


# ── traits and acts ─────────────────────────────────────────────────────────────────────────────────────────────────


def traits(features: Sequence[Any], book: Rulebook) -> Iterator[str]:
    """A line for each trait; the rulebook's own words for one that only has a name."""
    for feature in features:
        name, text = _trait(feature, book)
        yield f"{name}{f': {text}' if text and text != f'{name.casefold()}s' else ''}."


def trait_lines(name: str, who: Thing, rules: Sequence[FeatureRule], acts: Sequence[Act], book: Rulebook) -> Iterator[str]:
    """The text of a creature's trait, of a feature of its class or species, or of an act, by its name. `rules`: the features of its sheet;
    `acts`: its acts.
    """
    key = names.fold(name)
    written = [f for f in written_features(who, book) if names.fold(name_of(f)) == key]
    ruled = [] if written else [rule for rule in rules if names.fold(rule.name) == key]
    for feature, text in [*((name_of(f), _trait(f, book)[1]) for f in written), *((r.name, trait_text.feature_text(r)) for r in ruled)]:
        called = names.capitalize(feature.replace("_", " "))
        yield in_words(f"{called}{f': {text}' if text else ''}.").replace("..", ".")
    if not written and not ruled:
        yield from (in_words(f"{act_text(act)}.") for act in acts if names.fold(act.name) == key)


def _trait(feature: Any, book: Rulebook) -> tuple[str, str]:
    if isinstance(feature, str):
        rule = book.feature(feature)
        return feature, trait_text.feature_text(rule) if rule else ""
    own = feature if isinstance(feature, OwnFeature) else OwnFeature.model_validate(feature, context=ANY)
    return own.name, trait_text.feature_text(own)


def acts_lines(acts: Sequence[Act], legendary: int | None = None) -> Iterator[str]:
    """A line for each act, in the sections of a stat block, with a heading for all but the actions."""
    of: dict[str, list[Act]] = {}
    for act in acts:
        of.setdefault(section_of(act), []).append(act)
    for section in _SECTIONS:
        if found := of.get(section, []):
            yield from _heading(section, legendary)
            yield from (
                f"{twin_text(*pair) if len(pair) == 2 else act_text(pair[0], pair[0].cost.startswith(section))}." for pair in twins(found)
            )


def section_of(act: Act) -> str:
    """The section that lists an act: its cost; for a cost of its own, such as 10 minutes, the actions."""
    cost = act.cost.partition(":")[0]
    return cost if cost in _SECTIONS else "action"


def _heading(section: str, legendary: int | None) -> Iterator[str]:
    if head := _SECTIONS.get(section):
        yield f"{head}{f' ({legendary})' if section == 'legendary' and legendary else ''}:"


# ── spells ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def spells_text(casting: Json) -> str:
    """The spells of a stat block: "(DC 20, +12): at will Command (level 2); 1/day Fireball; level 1 (4 slots) Bless"."""
    slots, spells_of = casting.get("slots", {}), casting.get("spells", {})
    first = next((level for level in spells_of if level != "0"), "")
    known = {_level_text(level, slots.get(level), level == first): spells for level, spells in spells_of.items()}
    daily = {f"{count}/day": spells for count, spells in casting.get("perDay", {}).items()}
    groups = {**({"at will": casting["atWill"]} if casting.get("atWill") else {}), **daily, **known}
    told = [f"{when} {', '.join(map(_spell_text, spells))}" for when, spells in groups.items() if spells]
    ability = f"{casting['ability'].upper()}, " if casting.get("ability") else ""
    return f"({ability}DC {casting['saveDc']}, {casting['attack']:+d}): {'; '.join(told)}"


def _level_text(level: str, slots: int | None, is_first: bool) -> str:
    """A level with its slots; the first one says what the numbers of all are: "level 1 (4 slots)", "2 (3)"."""
    if level == "0":
        return "cantrips"
    told = f" ({slots}{(' slot' if slots == 1 else ' slots') if is_first else ''})" if slots else ""
    return f"{'level ' if is_first else ''}{level}{told}"


def _spell_text(spell: str | Json) -> str:
    if isinstance(spell, str):
        return spell
    limits = [f"level {spell['slot']}"] if "slot" in spell else []
    limits += ["only on itself"] if spell.get("self") else []
    limits += [spell["for"]] if "for" in spell else []
    limits += ["ends the earlier cast"] if spell.get("once") else []
    return f"{spell['spell']} ({', '.join(limits)})" if limits else str(spell["spell"])
