"""A modifier and its value in a few words."""

from typing import Any

from rpg_lite.rules import modifier_tags
from rpg_lite.rules.modifier_values import ByLevel, EqualTo, Formula, PerLevel
from rpg_lite.rules.modifiers import Modifier


def change_text(m: Modifier) -> str:
    """A modifier in a few words."""
    text = value_text(m.value)
    value = {"add": f"{m.value:+d}" if isinstance(m.value, int) else f"+ {text}", "raise_to": f"at least {text}", "mul": f"× {text}"}
    amount = value.get(m.op, f"{m.op.replace('_', ' ')} {text}").strip()
    only = f" ({modifier_tags.say_tags((*m.when, *m.scope))})" if m.when or m.scope else ""
    reach = f", within {value_text(m.aura_ft)} ft{'' if 'others' in m.scope else ' for others too'}" if m.aura_ft else ""
    return f"{m.target} {amount}{only}{reach}"


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
