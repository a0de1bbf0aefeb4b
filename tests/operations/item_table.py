"""A hero with magic items in use, and creatures on whom they are tried."""

from typing import Any

from rpg_lite.decision.outcome import Accepted
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import GOBLIN, Sandbox, first_world

HERO: dict[str, Any] = {"classes": ["fighter 5"], "abilities": {"str": 16, "dex": 14, "con": 14}, "hpMax": 200}
OLD: Ruleset = "5.1"
NEW: Ruleset = "5.2"
BOTH = (OLD, NEW)


def table(ruleset: Ruleset, *items: str, kind: str = "humanoid", hp: int = 200, hero: dict[str, Any] | None = None) -> Sandbox:
    """Hero with these items, attuned and in use, and a creature of this type."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Hero", character={**HERO, **(hero or {})})
    box.accept("create", name="Foe", character={**GOBLIN, "hpMax": hp, "type": kind})
    box.accept("create", name="Other", character={**GOBLIN, "hpMax": 200, "type": "humanoid"})
    for name in items:
        box.accept("give", "Hero", template=name)
        if isinstance(box.decide("equip", "Hero", itemName=name), Accepted):
            box.accept("equip", "Hero", itemName=name)
        if isinstance(box.decide("attune", "Hero", itemName=name), Accepted):
            box.accept("attune", "Hero", itemName=name)
    return box


def creature(box: Sandbox, name: str = "Foe") -> Any:
    return next(t for t in box.world.things.values() if t.kind == "character" and t.name == name).creature


def item(box: Sandbox, name: str) -> Any:
    return next(t for t in box.world.things.values() if t.name == name).item


def lost(box: Sandbox, name: str = "Foe", most: int = 200) -> int:
    hp = creature(box, name).hp
    return 0 if hp is None else most - int(hp)


def conditions(box: Sandbox, name: str = "Foe") -> set[str]:
    return {entry.name for entry in creature(box, name).lasting("conditions")}


def effects(box: Sandbox, name: str = "Foe") -> set[str]:
    return {entry.name for entry in creature(box, name).lasting("effects")}


def stats(box: Sandbox, name: str) -> EffectiveStats:
    thing = next(t for t in box.world.things.values() if t.kind == "character" and t.name == name)
    return thing_stats.stats_of(box.world, thing, box.book)


def plays(box: Sandbox, act: str, *d20s: int, face: int = 2, **fields: Any) -> ActResult:
    return box.let(*d20s, face=face).accept("act", "Hero", act=act, **{"targets": ["Foe"], **fields}).expect(ActResult)


def strikes(box: Sandbox, *d20s: int, face: int = 2, **fields: Any) -> Accepted:
    return box.let(*d20s, face=face).accept("attack", "Hero", targetName="Foe", **fields)


def added(box: Sandbox, weapon: str, *d20s: int, face: int = 2, **fields: Any) -> int:
    """The damage that a hit deals beyond the weapon's own, when every die shows `face`."""
    before = lost(box)
    strikes(box, *d20s, face=face, itemName=weapon, **fields)
    return lost(box) - before
