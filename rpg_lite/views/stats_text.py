"""The numbers of a sheet and its attacks as text."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rpg_lite.rules import modifier_tag_words, names
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.defenses import Defenses, but_of
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views.modifier_text import change_text
from rpg_lite.views.stat_changes import name_path, unit
from rpg_lite.views.stats_json import numbers
from rpg_lite.vocabulary import ABILITIES, DAMAGE_TYPES


def numbers_text(stats: EffectiveStats) -> str:
    """The numbers of a sheet in a few lines; modes other than normal are marked."""
    abilities = " ".join(f"{a.upper()} {b.value} ({stats.modifiers[a]:+d})" for a, b in stats.abilities.items())
    saves = " ".join(f"{a.upper()} {b.value:+d}{_mark(stats.saves.modes[a])}" for a, b in stats.saves.values.items())
    lines = [abilities, f"Saves: {saves}."]
    lines += map(attack_text, stats.attacks)
    if stats.spellcasting and not stats.spellcasting.by_class:  # the profile shows the numbers of the classes
        lines.append(f"Spell save DC {stats.spellcasting.save_dc.value}, spell attack {stats.spellcasting.attack.value:+d}.")
    lines += defenses_text(stats.defenses)
    if stats.languages:
        lines.append(f"Speaks {', '.join(map(_language, stats.languages)).removesuffix('.')}.")
    if stats.tools:
        lines.append(f"Proficient with {', '.join(stats.tools)}.")
    if stats.expert_tools:
        lines.append(f"Expert with {', '.join(stats.expert_tools)}.")
    lines += [f"{name_path(path)} {b.value}{unit(path)}." for path, b in numbers(stats) if path.startswith(("jump.", "vehicle."))]
    lines += [f"{m.source.name}: {change_text(m)}." for m in stats.auras]
    if stats.dice:
        lines.append(
            "Rolled with: " + "; ".join(f"{_rolls_of(t)} {' '.join(str(m.value) for m in ms)}" for t, ms in stats.dice.items()) + "."
        )
    return "\n".join(lines)


def _language(name: str) -> str:
    """The name of a language; a description of one, "any one language", stays a description."""
    return f"{name[0].lower()}{name[1:]}" if name.casefold().startswith("any ") else names.capitalize(name)


_GIVES: Final = {"resist": "Resists", "immune": "Immune to", "vulnerable": "Vulnerable to"}
"""Target of a defense → the words before its types of damage."""


def defenses_text(d: Defenses) -> Iterator[str]:
    """The damage and the conditions that a creature resists, one line for each kind; defenses against weapons are given with their limits."""
    for word, grants in (("Resists", d.resistances), ("Immune to", [*d.immunities, *d.conditions]), ("Vulnerable to", d.vulnerabilities)):
        if grants:
            yield f"{word} {', '.join(map(modifier_tag_words.say_immunity, grants))}."
    limited: dict[tuple[str, str], list[str]] = {}
    for (kind, word), m in d.nonmagical.items():
        limited.setdefault((kind, " or ".join(but_of(m))), []).append(word)
    for (kind, but), words in limited.items():
        yield f"{_GIVES[kind]} {', '.join(words)} from nonmagical attacks{f' except {but}' if but else ''}."
    for what, pairs in (("ranged weapon attacks", d.of_shots), ("spells", d.of_spells)):
        of: dict[str, list[str]] = {}
        for kind, word in pairs:
            of.setdefault(kind, []).append(word)
        yield from (f"{_GIVES[kind]} {listed_types(words)} of {what}." for kind, words in of.items())


def listed_types(words: Sequence[str]) -> str:
    """Types of damage in words; all of them are "all damage".

    >>> listed_types(["cold", "fire"]), listed_types(DAMAGE_TYPES)
    ('cold, fire', 'all damage')
    """
    return "all damage" if len(words) == len(DAMAGE_TYPES) else ", ".join(words)


def _rolls_of(target: str) -> str:
    """
    >>> _rolls_of("attack.all"), _rolls_of("save.dex"), _rolls_of("skill.sleight_of_hand"), _rolls_of("damage.this_weapon")
    ('all attacks', 'DEX saves', 'sleight of hand', 'damage of this weapon')
    """
    head, _, rest = target.partition(".")
    rest = rest.upper() if rest in ABILITIES else rest.replace("_", " ")
    if head == "damage":
        return f"damage of {'all attacks' if rest == 'all' else rest}"
    return f"{rest} {head}s" if head in ("attack", "save", "check") else rest or head.replace("_", " ")


def attack_text(a: AttackStats) -> str:
    """An attack in words: "Flame Tongue Longsword +6, 1d8+3 slashing + 2d6 fire." """
    return f"{a.name} {a.to_hit.value:+d}{_mark(a.mode)}, {'no damage' if a.is_harmless else f'{a.damage_told} {a.damage_type}'}{_extra(a.extra_dice)}."


def _mark(mode: str) -> str:
    return {"advantage": "▲", "disadvantage": "▼"}.get(mode, "")


def _extra(dice: Sequence[Any]) -> str:
    return "".join(f" + {x.dice} {x.type}{f' ({modifier_tag_words.say_tags(x.scope)})' if x.scope else ''}" for x in dice)
