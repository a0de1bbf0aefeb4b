"""The hit dice that a creature spends in a short rest: so many of each kind, or the largest first (SRD, Short Rest; Multiclassing, Hit Dice)."""

import re
from collections.abc import Mapping
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.life.resources import sheet_now
from rpg_lite.rules.class_resources import Supply
from rpg_lite.world.world_model import Thing

Wanted = int | Mapping[str, int]
"""A number of dice, or the number of each kind: {"d10": 2}."""

OF: Final = "hit_die_"
_DICE: Final = re.compile(r"(\d{1,2})(d\d+)")
_KIND: Final = re.compile(r"d\d+")
_AND: Final = re.compile(r"\s*(?:\+|,|\band\b)\s*")


def as_sent(said: Any) -> Any:
    """The number of dice of each kind, where it is written as dice, at any depth: "2d10+1d6" is {"d10": 2, "d6": 1}."""
    if isinstance(said, Mapping):
        return {key: as_sent(value) for key, value in said.items()}
    if not isinstance(said, str) or not all(parts := [_DICE.fullmatch(part) for part in _AND.split(said.strip())]):
        return said
    counts: dict[str, int] = {}
    for part in filter(None, parts):
        counts[part[2]] = counts.get(part[2], 0) + int(part[1])
    return counts


def is_by_kind(said: Any) -> bool:
    """Whether the keys are kinds of dice and not names."""
    return isinstance(said, Mapping) and bool(said) and all(_KIND.fullmatch(key) for key in said)


def of(draft: Draft, creature: Thing) -> list[tuple[str, Supply]]:
    """The hit dice as resources, the largest first."""
    found = sheet_now(draft, creature).resources
    return sorted(((n, r) for n, r in found.items() if n.startswith(f"{OF}d")), key=lambda pair: -int(pair[0].removeprefix(f"{OF}d")))


def number(wanted: Wanted) -> int:
    return wanted if isinstance(wanted, int) else sum(wanted.values())


def left(draft: Draft, creature: Thing) -> int:
    """The hit dice that the creature can spend; in a form with hit points of its own it can spend none (SRD, Wild Shape)."""
    form = draft.world.things[creature.id].creature.form
    if form and form.points == "form":
        return 0
    return sum(r.left or 0 for _, r in of(draft, creature))


def in_order(draft: Draft, creature: Thing, wanted: Wanted) -> list[str]:
    """The resources of which the dice come, one after another. The kind counts only for a creature that has several."""
    having = of(draft, creature)
    if isinstance(wanted, Mapping) and len(having) > 1:
        return [f"{OF}{die}" for die, count in wanted.items() for _ in range(count)]
    return [name for name, supply in having for _ in range(supply.left or 0)][: number(wanted)]


def lacking(draft: Draft, creature: Thing, wanted: Wanted, sent: Mapping[str, Any]) -> Rejected | None:
    """The refusal of more dice of one kind than the creature has left. `sent`: the call, for a proposal with as many as there are."""
    having = {name.removeprefix(OF): supply.left or 0 for name, supply in of(draft, creature)}
    if not isinstance(wanted, Mapping) or len(having) < 2 or left(draft, creature) == 0:
        return None
    short = next((die for die, count in wanted.items() if count > having.get(die, 0)), None)
    if short is None:
        return None
    fits = {die: min(count, having[die]) for die, count in wanted.items() if having.get(die)}
    instead = {**sent, "hitDice": fits} if fits and is_by_kind(sent.get("hitDice")) else None
    details = {"name": creature.name, "has": having.get(short, 0), "wanted": wanted[short], "die": short}
    return Rejected("hit_dice_too_many", "hitDice", details, allowed=_told(having), instead=instead)


def _told(having: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(f"{count}{die}" for die, count in having.items())
