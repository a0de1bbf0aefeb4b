"""A trap in words: what triggers it, how it is found and disarmed, and what it does."""

from rpg_lite.rules.traps import ALWAYS, TrapRule
from rpg_lite.views.act_text import steps_text


def card_text(rule: TrapRule) -> str:
    """The card of a trap."""
    area = f", {rule.area.shape} {rule.area.ft} ft" if rule.area else ", all who are there" if rule.targets == "area" else ""
    often = "" if rule.times == 1 else ", always armed again" if rule.times == ALWAYS else f", {rule.times} times"
    turns = "" if rule.initiative is None else f", acts each round, initiative {rule.initiative:+d}"
    levels = sorted({n for table in rule.tables.values() for n in table if n > 1})
    by_level = f" Its level changes it at {', '.join(map(str, levels))}." if levels else ""
    return f"{rule.name} (trap{', magic' if rule.magic else ''}{area}{often}{turns}): {numbers_text(rule)}. {steps_text(rule.steps)}.{by_level}"


def numbers_text(rule: TrapRule) -> str:
    """The trigger and the checks of a trap: "enter; found by perception DC 15; disarmed by Thieves' Tools DC 15"."""
    found = f"found by {' or '.join(rule.detect.skill)} DC {rule.detect.dc}" if rule.detect else "no check finds it"
    return f"trigger {' or '.join(rule.trigger)}; {found}; {_disarm(rule)}"


def _disarm(rule: TrapRule) -> str:
    if rule.disarm is None:
        return "no check disarms it"
    if rule.disarm.dc is None:
        return "disarmed without a roll"
    by = rule.disarm.needed_tool or (rule.disarm.skill or "").replace("_", " ")
    return f"disarmed by {by} DC {rule.disarm.dc}{' (a failure triggers it)' if rule.disarm.triggers else ''}"
