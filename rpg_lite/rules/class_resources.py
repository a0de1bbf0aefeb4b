"""The resources that classes give: their number, the amount that a rest restores, and their die."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from rpg_lite.rules import class_features, formulas, names
from rpg_lite.rules.class_table import ResourceRule, at_level
from rpg_lite.rules.formulas import Values
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.vocabulary import ABILITIES, Ability, Recharge

GivenBack = int | Literal["all"] | None
"""The amount that a rest restores: a number, everything, or nothing."""
_NO_KEY: Final = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class Supply:
    """A resource and the amount left. `max` and `left` are None without a limit. `recharge`: the shortest rest that restores any of it."""

    max: int | None
    left: int | None
    recharge: Recharge | None = None
    short: GivenBack = None
    long: GivenBack = None
    die: str | None = None
    aliases: tuple[str, ...] = ()

    @property
    def spent(self) -> int:
        return 0 if self.max is None or self.left is None else self.max - self.left

    def after(self, spent: int) -> "Supply":
        """The same resource with this number of uses spent, at most all of them."""
        return self if self.max is None else replace(self, left=max(0, self.max - max(0, spent)))

    def back(self, rest: Literal["short", "long"]) -> int:
        """The number of spent uses that such a rest restores."""
        amount = self.short if rest == "short" else self.long
        return self.spent if amount == "all" else min(self.spent, amount or 0)


def slug(name: str) -> str:
    """The key under which a resource is spent: letters, digits and _ of its folded name, never the text of a user.

    >>> slug("Second Wind"), slug("Ki v2.0"), slug("slot_3"), slug("★")
    ('second_wind', 'ki_v2_0', 'slot_3', 'x2605')
    """
    found = _NO_KEY.sub("_", names.fold(name)).strip("_")
    return found or "x" + "_".join(f"{ord(c):x}" for c in name)


def values_of(levels: Mapping[str, int], level: int, bonus: int, modifiers: Mapping[Ability, int]) -> dict[str, int | float]:
    """The values of the words of a formula: {level}, {pb}, {cha}, {class:monk}."""
    of_classes = {f"class:{c}": n for c, n in levels.items()}
    return {"level": level, "pb": bonus, **{a: modifiers.get(a, 0) for a in ABILITIES}, **of_classes}


def class_resources(levels: Mapping[str, int], chosen: Iterable[str], values: Values, book: Rulebook) -> dict[str, Supply]:
    """The resources of these class levels, none of them spent. If two classes give the same resource, the larger number counts."""
    found: dict[str, Supply] = {}
    words = [*chosen]
    for name, level in levels.items():
        rule = book.classes.get(name)
        parts = [rule.resources, *(s.resources for s in class_features.chosen_subclasses(rule, words))] if rule else []
        for called, resource in (pair for part in parts for pair in part.items()):
            supply = supply_of(resource, level, values)
            if supply and (called not in found or _is_larger(supply, found[called])):
                found[called] = supply
    return found


def feature_resources(own: Iterable[FeatureRule], levels: Mapping[str, int], values: Values) -> dict[str, Supply]:
    """The resources that individual features bring, by the level in their class."""
    listed = ((n, r, levels.get(rule.of_class or "", sum(levels.values()))) for rule in own for n, r in rule.resources.items())
    return {name: supply for name, resource, level in listed if (supply := supply_of(resource, level, values))}


def supply_of(rule: ResourceRule, level: int, values: Values) -> Supply | None:
    """The resource at this level of the class; None before its first level, or if its number is 0."""
    if isinstance(rule.max, dict) and not any(row <= level for row in rule.max):
        return None
    most = at_level(rule.max, level) if isinstance(rule.max, dict) else rule.max
    count = None if most is None else max(0, formulas.value(most, values))
    if count == 0:
        return None
    short, long = (_given_back(row, level, values) for row in (rule.short, rule.long))
    die = at_level(rule.die, level) if isinstance(rule.die, dict) else rule.die
    recharge: Recharge | None = "short_rest" if short else "long_rest" if long else None
    return Supply(count, count, recharge, short, long, die, rule.aliases)


def _given_back(row: dict[int, str | int] | str | int | None, level: int, values: Values) -> GivenBack:
    amount = at_level(row, level) if isinstance(row, dict) else row
    if amount is None or amount == "all":
        return "all" if amount else None
    return formulas.value(amount, values)


def _is_larger(one: Supply, other: Supply) -> bool:
    return other.max is not None and (one.max is None or one.max > other.max)


def find_resource(wanted: str, supplies: Mapping[str, Supply]) -> str | None:
    """The resource with this name or alias, in any spelling."""
    key = names.fold(wanted)
    exact = (name for name in supplies if name == wanted)
    return next(exact, None) or next((n for n, s in supplies.items() if key in map(names.fold, (n, *s.aliases))), None)
