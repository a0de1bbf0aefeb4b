"""A trap in words: its trigger, the checks that find and disarm it, and its effects."""

import re
from typing import Final

from rpg_lite.rules.trap_rules import ALWAYS, TrapRule
from rpg_lite.views.step_text import steps_text

_TABLE: Final = re.compile(r"\{table:([^{}]+)\}")


def card_text(rule: TrapRule) -> str:
    """The card of a trap."""
    area = f", {rule.area.shape} {rule.area.ft} ft" if rule.area else ", all who are there" if rule.targets == "area" else ""
    often = "" if rule.times == 1 else ", always armed again" if rule.times == ALWAYS else f", {rule.times} times"
    turns = "" if rule.initiative is None else f", acts each round, initiative {rule.initiative:+d}"
    head = f"{rule.name} (trap{', magic' if rule.magic else ''}{area}{often}{turns}): {numbers_text(rule)}."
    return f"{_of_each_level(head, rule)} {_of_each_level(steps_text(rule.steps), rule)}.{_ranges_of_levels(rule)}"


def _of_each_level(text: str, rule: TrapRule) -> str:
    """The text with the numbers of all ranges of levels in place of a table: "DC 13/15/17/19"."""
    return _TABLE.sub(lambda found: "/".join(f"{n:g}" for _, n in sorted(rule.tables[found[1]].items())), text)


def _ranges_of_levels(rule: TrapRule) -> str:
    """The ranges of levels for numbers such as "13/15/17/19"."""
    levels = sorted({n for table in rule.tables.values() for n in table})
    if len(levels) < 2:
        return ""
    ends = [n - 1 for n in levels[1:]]
    ranges = [f"{low}-{high}" for low, high in zip(levels[:-1], ends, strict=True)]
    return f" Numbers with a slash are for levels {'/'.join([*ranges, f'{levels[-1]}+'])}."


def numbers_text(rule: TrapRule) -> str:
    """The trigger and the checks of a trap: "enter; found by perception DC 15; disarmed by Thieves' Tools DC 15"."""
    found = f"found by {' or '.join(rule.detect.skill)} DC {rule.detect.dc}" if rule.detect else "no check finds it"
    return f"trigger {rule.told_trigger}; {found}; {_disarm(rule)}"


def _disarm(rule: TrapRule) -> str:
    if rule.disarm is None:
        return "no check disarms it"
    if rule.disarm.dc is None:
        return "disarmed without a roll"
    by = rule.disarm.needed_tool or (rule.disarm.skill or "").replace("_", " ")
    return f"disarmed by {by} DC {rule.disarm.dc}{' (a failure triggers it)' if rule.disarm.triggers else ''}"
