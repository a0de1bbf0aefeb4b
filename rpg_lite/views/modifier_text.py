"""Changes to numbers in words: "save.dex advantage" is "advantage on DEX saves"."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol

from rpg_lite.rules import modifier_tag_words
from rpg_lite.rules.modifier_values import ByLevel, EqualTo, Formula, PerLevel
from rpg_lite.rules.stats.defenses import REDUCTION
from rpg_lite.vocabulary import ABILITIES, SKILLS


class Change(Protocol):
    """A modifier of a file, or of an effect whose formulas are not filled in yet."""

    @property
    def target(self) -> str: ...
    @property
    def op(self) -> str: ...
    @property
    def value(self) -> Any: ...
    @property
    def when(self) -> tuple[str, ...]: ...
    @property
    def scope(self) -> tuple[str, ...]: ...
    @property
    def damage_type(self) -> str | None: ...
    @property
    def aura_ft(self) -> Any: ...


_GRANTED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "resist": "resists {}",
        "immune": "immune to {}",
        "vulnerable": "vulnerable to {}",
        "condition_immunity": "cannot be {}",
        "language": "knows {}",
        "flag": "{}",
        "proficiency.armor": "trained in {} armor",
        "proficiency.weapon": "proficient with {}",
        "proficiency.tool": "proficient with {}",
        "expertise.tool": "expert with {}",
        "proficiency.save": "proficient in {} saves",
        "proficiency.skill": "proficient in {}",
        "weapon.property": "has the property {}",
    }
)
"""Target → the phrase for a word that it grants."""
_NUMBERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ac": "AC", "hp_max": "HP maximum", "temp_hp": "temporary HP", "initiative": "initiative", "jump": "jumps", "size": "size",
        "carrying_capacity": "carrying capacity", "spell_save_dc": "spell save DC", "attacks_against_you": "attacks against it",
        "save.all": "saves", "save.death": "death saves", "check.all": "ability checks", "attack.all": "attacks", "attack.weapon": "weapon attacks",
        "attack.this_weapon": "attacks with it", "attack.other_weapons": "attacks with other weapons", "attack.spell": "spell attacks",
        "attack.unarmed": "unarmed strikes", "attack.ability": "the attack modifier", "attack.weapon_nonmagical": "nonmagical weapon attacks",
        "damage.all": "damage", "damage.weapon": "weapon damage", "damage.this_weapon": "damage with it", "damage.unarmed": "unarmed damage",
        "damage.weapon_nonmagical": "nonmagical weapon damage", "damage.type": "the damage type", "damage.die": "the damage die",
        "speed.all": "speed", "speed.walk": "speed", "unarmed.die": "the unarmed die", "unarmed.damage_type": "the unarmed damage type",
        "weapon.damage_dice": "its dice", "weapon.damage_type": "its damage type", "weapon.base": "the weapon",
        "armor.stealth_disadvantage": "the disadvantage on Stealth", "armor.str_requirement": "the strength requirement",
    }
)  # fmt: skip
"""Target → the noun for the number that it changes."""
_OF_HEADS: Final[Mapping[str, str]] = MappingProxyType(
    {"save": "{} saves", "check": "{} checks", "skill": "{} checks", "attack": "{} attacks", "damage": "{} damage", "speed": "{} speed",
     "sense": "{}", "ability": "{}", "ability_max": "the {} maximum", "passive": "passive {}", "vehicle": "its {} speed"}
)  # fmt: skip
_SENSES: Final = frozenset(("sight", "hearing", "smell", "hearing|smell", "sight|smell", "hearing|sight", "sight|hearing|smell"))


def change_text(m: Change) -> str:
    """A modifier in a few words.

    >>> from rpg_lite.rules.modifiers import Modifier
    >>> change_text(Modifier("resist", "grant", "cold")), change_text(Modifier("flag", "grant", "cold_weather_tolerance"))
    ('resists cold', 'cold weather tolerance')
    >>> change_text(Modifier("reduction", "add_dice", "2d8", scope=("damage:cold",))), change_text(Modifier("resist", "remove", "cold"))
    ('damage taken is 2d8 less (cold damage)', 'no longer resists cold')
    >>> change_text(Modifier("save.dex", "advantage")), change_text(Modifier("speed.swim", "raise_to", EqualTo("speed.walk")))
    ('advantage on DEX saves', 'swimming speed equal to its speed')
    """
    return changes_text([m])


def changes_text(changes: Iterable[Change]) -> str:
    """All changes in a few words; those that differ only in the number that they change are told together.

    >>> from rpg_lite.rules.modifiers import Modifier
    >>> changes_text([Modifier("resist", "grant", t, scope=("damage:nonmagical",)) for t in ("bludgeoning", "piercing", "slashing")])
    'resists bludgeoning, piercing and slashing from nonmagical attacks'
    """
    told: dict[tuple[str, str, str], list[str]] = {}
    for m in changes:
        before, what, after = _phrase(m)
        told.setdefault((before, after, _limits(m)), []).append(what)
    parts = (f"{before}{joined(dict.fromkeys(what))}{after}{limits}" for (before, after, limits), what in told.items())
    return ", ".join(parts).replace("attacks with it and damage with it", "attacks and damage with it")


def joined(words: Iterable[str]) -> str:
    """Words as a list in a sentence: "a", "a and b", "a, b and c"."""
    told = list(words)
    return " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))


def _limits(m: Change) -> str:
    """The predicates and tags under which the change counts, and the reach of an aura."""
    reach = f", within {value_text(m.aura_ft)} ft{'' if 'others' in m.scope else ' for others too'}" if m.aura_ft else ""
    tags = [modifier_tag_words.words(tag) for tag in (*m.when, *(tag for tag in m.scope if not (m.aura_ft and tag == "others")))]
    if m.target.startswith("skill.") and any(tag in _SENSES for tag in m.scope):
        tags = [f"by {words}" if tag in _SENSES else words for tag, words in zip((*m.when, *m.scope), tags, strict=True)]
    if tags and all(modifier_tag_words.is_clause(words) for words in tags):
        return f" {', '.join(tags)}{reach}"
    return f" ({', '.join(tags)}){reach}" if tags else reach


def _phrase(m: Change) -> tuple[str, str, str]:
    """(words before, the thing changed, words after)."""
    text = value_text(m.value)
    if m.target in _GRANTED and m.op in ("grant", "remove"):
        before, _, after = _GRANTED[m.target].partition("{}")
        word = flag_text(str(m.value)) if m.target == "flag" else modifier_tag_words.say_immunity(text)
        return ("no longer " if m.op == "remove" else "") + before, _word(word, m.target), after
    if m.target == REDUCTION:
        return "damage taken is ", text, " less"
    return _of_number(m, target_text(m.target), text)


def _word(word: str, target: str) -> str:
    return word.upper() if target == "proficiency.save" else word.replace("_", " ")


def _of_number(m: Change, what: str, text: str) -> tuple[str, str, str]:
    match m.op:
        case "advantage" | "disadvantage":
            return f"{m.op} on ", what, ""
        case "auto_fail":
            return "fails ", what, ""
        case "zero":
            return "", what, " 0"
        case "remove":
            return "without ", what, ""
        case "mul" if text == "0.5":
            return "half ", what, ""
        case "mul":
            return "", what, f" × {text}"
        case "extra_dice":
            return "", f"{text} more {m.damage_type} {what}" if m.damage_type else f"{text} more {what}", ""
        case "add" | "add_dice" if text.startswith("{0-"):
            return "", what, f" lowered by {{{text.removeprefix('{0-')}"
        case "add" | "add_dice":
            return "", what, f" {text if text.startswith('-') else f'+{text}'}"
        case "raise_to" if isinstance(m.value, EqualTo | dict):
            return "", what, f" {text}"
        case "raise_to" if m.target.startswith(("speed.", "sense.")):
            return "", what, f" {text} ft"
        case "raise_to" | "min" | "boost_raise":
            return "", what, f" at least {text}"
        case "base":
            return "", what, f" {text}"
    return "", what, f" is {text}"


def target_text(target: str) -> str:
    """The number that a modifier changes, in words.

    >>> target_text("save.dex"), target_text("skill.sleight_of_hand"), target_text("attack.this_weapon"), target_text("speed.fly")
    ('DEX saves', 'Sleight of Hand checks', 'attacks with it', 'flying speed')
    """
    if target in _NUMBERS:
        return _NUMBERS[target]
    head, _, rest = target.partition(".")
    word = (
        rest.upper()
        if rest in ABILITIES
        else rest.replace("_", " ").title().replace(" Of ", " of ")
        if rest in SKILLS
        else rest.replace("_", " ")
    )
    return _OF_HEADS.get(head, f"{head.replace('_', ' ')} {{}}").format(_WAYS.get(word, word)).strip()


_WAYS: Final[Mapping[str, str]] = MappingProxyType({"fly": "flying", "swim": "swimming", "climb": "climbing", "burrow": "burrowing"})
_FLAGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "attacks_are_magical": "its attacks are magical", "magic_weapon": "a magic weapon", "hover": "hovers", "no_actions": "takes no actions",
        "no_reactions": "takes no reactions", "no_bonus_actions": "takes no bonus actions", "no_spells": "casts no spells",
        "no_attacks": "makes no attacks", "cannot_harm_charmer": "cannot harm whoever charmed it", "controlled_by_source": "does what the source of the effect wants", "inside_source": "is inside the source of the effect", "inside_whom_it_controls": "is inside whom it controls", "unnoticed_by_its_bearer": "is not noticed by its bearer", "breathe_water": "breathes water", "no_healing": "cannot be healed",
        "dies_only_without_regeneration": "dies only if it begins its turn at 0 HP without regenerating",
        "provokes_no_opportunity_attacks:flying": "provokes no opportunity attacks by flying", "images:3": "3 images of it", "images_have_its_ac": "its images have its AC",
        "images_on_hit:3": "3 images of it that a hit may strike", "critical_within_5_ft": "hits within 5 ft are critical",
        "no_extra_movement_cost:climb,swim": "climbs and swims at no extra cost", "ignore_difficult_terrain:all": "ignores difficult terrain",
        "action_or_bonus_action": "takes an action or a bonus action, not both", "one_attack": "makes at most one attack",
        "only_one_of_move_action_bonus_action": "only moves, acts or takes a bonus action",
        "attackers_make_wis_save_or_choose_another": "attackers make a WIS save or choose another target",
        "see_invisible_and_ethereal": "sees the invisible and the ethereal", "must_flee": "must flee", "spider_climb": "climbs on any surface",
        "xray_30ft": "sees through matter for 30 ft", "hover_4in": "hovers 4 in above the ground", "light:15/15 sunlight": "sheds sunlight for 15 ft and dim light for 15 ft more",
        "reaction_reduce_forced_move_10ft": "reaction: a forced move is up to 10 ft less", "regenerates:1d6_per_10_minutes": "regains 1d6 HP every 10 minutes",
        "spells_of_5th_level_or_lower_from_outside_have_no_effect": "spells of level 5 or lower from outside have no effect",
        "critical_on_19": "critical hits on 19-20", "critical_on_18": "critical hits on 18-20", "critical_on_the_surprised": "hits on the surprised are critical", "cannot_speak": "cannot speak",
        "immune_mind_reading": "its mind cannot be read", "insight_against_you_disadvantage": "Insight checks against it have disadvantage", "shares_damage_with_whom_it_holds": "shares damage with whom it holds", "banished": "on another plane",
    }
)  # fmt: skip
_FLAG_HEADS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "dispelled_from_slot": "only a slot of level {} dispels it", "ignore_difficult_terrain": "ignores difficult terrain of {}",
        "speed_not_reduced_by": "{} does not slow it", "absorbs": "absorbs {} damage as healing", "ignores_resistance": "its {} damage ignores resistance",
        "no_fall_damage": "no damage from falls of up to {} ft", "least_face_of": "a d20 of checks counts as at least {}",
        "only_acts": "only takes {}", "escapes_without_check": "gets out of {} without a check", "acts_when_surprised": "acts when surprised if it begins with {}", "keeps_concentration": "damage does not end {}",
        "two_options_of": "two options of {}", "when_hurt": "when hurt: {}", "double_proficiency": "double proficiency in {}",
        "ignore_cover_and_long_range": "ignores cover and long range of its {}",
    }
)  # fmt: skip


def flag_text(flag: str) -> str:
    """A flag in words.

    >>> flag_text("attacks_are_magical"), flag_text("absorbs:fire"), flag_text("dispelled_from_slot:9"), flag_text("rats_indifferent")
    ('its attacks are magical', 'absorbs fire damage as healing', 'only a slot of level 9 dispels it', 'rats indifferent')
    """
    if flag in _FLAGS:
        return _FLAGS[flag]
    head, colon, rest = flag.partition(":")
    said = rest.replace(": ", " (").replace("|", " or ").replace("_", " ").replace(":", " ").replace(",", " and ")
    said += ")" if " (" in said else ""
    return (
        _FLAG_HEADS[head].format(said) if colon and head in _FLAG_HEADS else flag.replace("_", " ").replace(":", " ").replace("|", " or ")
    )


def value_text(value: Any) -> str:
    """The value of a modifier, in words."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case Formula(base, add, most):
            return _sum(base, add, most)
        case {"base": base, "add": add}:
            return _sum(base, add, None)
        case EqualTo(equal_to) | {"equal_to": equal_to}:
            return f"equal to its {target_text(equal_to)}"
        case PerLevel(per_level):
            return f"{per_level} for each level"
        case ByLevel(by_level):
            return ", ".join(f"{amount} from level {level}" for level, amount in by_level)
        case str() if not _IS_WRITTEN_OUT.search(value):
            return value.replace("_", " ")
    return str(value)


_IS_WRITTEN_OUT: Final = re.compile(r"[:{]|<=")
"""A formula, or a word with a part that is a name: neither is a plain word."""


def _sum(base: Any, add: Sequence[str], most: int | None) -> str:
    capped = f" (together at most {most})" if most is not None else ""
    return " + ".join((str(base), *(a.upper() for a in add))) + capped
