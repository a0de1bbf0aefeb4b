"""The turn rules of installed packages, each behind the name of a note such as turn:no_running. Apart because it alone loads other people's
packages.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType

from rpg_lite.rules.turn_rules import ENTRY_POINTS, TurnRule
from rpg_lite.world.tools_in_use import TURN_SPACE


@dataclass(frozen=True, slots=True)
class Installed:
    """The rules by qualified name, and a sentence about each that does not load."""

    rules: Mapping[str, TurnRule]
    faults: tuple[str, ...] = ()


@cache
def installed() -> Installed:
    rules: dict[str, TurnRule] = {}
    faults = []
    for point in entry_points(group=ENTRY_POINTS):
        try:
            rule = point.load()
            if not callable(rule):
                raise TypeError(f"{point.value} is no function")
        except Exception as error:  # a faulty package must not keep a campaign closed
            faults.append(f"The turn rule {point.name} ({point.value}) does not load: {type(error).__name__}: {error}")
        else:
            rules[f"{TURN_SPACE}:{point.name}"] = rule
    return Installed(MappingProxyType(rules), tuple(faults))
