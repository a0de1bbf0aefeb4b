"""A modifier and its value in a few words."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.rules import modifier_tag_words
from rpg_lite.rules.modifier_values import ByLevel, EqualTo, Formula, PerLevel
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.defenses import REDUCTION

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
    }
)
"""Target → the phrase for a word that it grants."""


def change_text(m: Modifier) -> str:
    """A modifier in a few words.

    >>> change_text(Modifier("resist", "grant", "cold")), change_text(Modifier("flag", "grant", "cold_weather_tolerance"))
    ('resists cold', 'cold weather tolerance')
    >>> change_text(Modifier("reduction", "add_dice", "2d8", scope=("damage:cold",))), change_text(Modifier("resist", "remove", "cold"))
    ('damage taken is 2d8 less (cold damage)', 'no longer resists cold')
    """
    only = f" ({modifier_tag_words.say_tags((*m.when, *m.scope))})" if m.when or m.scope else ""
    reach = f", within {value_text(m.aura_ft)} ft{'' if 'others' in m.scope else ' for others too'}" if m.aura_ft else ""
    return f"{_change(m)}{only}{reach}"


def _change(m: Modifier) -> str:
    text = value_text(m.value)
    if m.target in _GRANTED and m.op in ("grant", "remove"):
        granted = _GRANTED[m.target].format(modifier_tag_words.say_immunity(text).replace("_", " "))
        return granted if m.op == "grant" else f"no longer {granted}"
    if m.target == REDUCTION:
        return f"damage taken is {text} less"
    value = {"add": f"{m.value:+d}" if isinstance(m.value, int) else f"+ {text}", "raise_to": f"at least {text}", "mul": f"× {text}"}
    worded = f"{m.op.replace('_', ' ')} {text}"
    return f"{m.target} {value.get(m.op, worded).strip()}"


def value_text(value: Any) -> str:
    """The value of a modifier, in words."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case Formula(base, add, most):
            capped = f" (together at most {most})" if most is not None else ""
            return " + ".join((str(base), *(a.upper() for a in add))) + capped
        case EqualTo(equal_to):
            return f"equal to {equal_to}"
        case PerLevel(per_level):
            return f"{per_level} for each level"
        case ByLevel(by_level):
            return ", ".join(f"{amount} from level {level}" for level, amount in by_level)
    return str(value)
