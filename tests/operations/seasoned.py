"""Seasoned heroes and a foe on one table, for the features of the higher levels."""

from typing import Any, Final

from rpg_lite.decision.outcome import Accepted
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing
from tests.operations.worlds import Sandbox, first_world

SCORES: Final = {"str": 16, "dex": 14, "con": 14, "int": 8, "wis": 16, "cha": 18}
"""Modifiers +3, +2, +2, -1, +3, +4."""


def table(ruleset: Ruleset, classes: str, subclass: str | None = None, foe: dict[str, Any] | None = None, **more: Any) -> Sandbox:
    """Hero, of these class levels, with 100 of 200 hit points; Ally; and Foe, of AC 10 with 200 hit points."""
    box = Sandbox(first_world(ruleset))
    choices = {**more.pop("choices", {}), **({"subclass": subclass} if subclass else {})}
    hero = {"classes": classes.split(", "), "abilities": SCORES, "hpMax": 200, "hp": 100, "party": True, "choices": choices, **more}
    box.accept("create", name="Hero", character=hero)
    flat = dict.fromkeys(SCORES, 10)
    box.accept("create", name="Ally", character={"level": 5, "abilities": flat, "hpMax": 60, "hp": 30, "party": True})
    box.accept("create", name="Foe", character={"level": 5, "abilities": flat, "hpMax": 200, "hp": 200, "party": False, **(foe or {})})
    return box.let(10)


def fight(box: Sandbox, *order: str) -> None:
    """A fight in this order, with dice that then show 10."""
    box.let(*range(20, 20 - len(order), -1)).accept("start_fight", names=[*order])
    box.let(10)


def who(box: Sandbox, name: str) -> Thing:
    return next(t for t in box.world.things.values() if t.kind == "character" and t.name == name)


def effects(box: Sandbox, name: str) -> list[str]:
    return [entry.name for entry in who(box, name).creature.lasting("effects")]


def conditions(box: Sandbox, name: str) -> list[str]:
    return [entry.name for entry in who(box, name).creature.lasting("conditions")]


def hp(box: Sandbox, name: str) -> int:
    return who(box, name).creature.hp or 0


def left(box: Sandbox, resource: str, name: str = "Hero") -> int | None:
    return thing_stats.sheet(who(box, name), box.book).resources[resource].left


def stats(box: Sandbox, name: str = "Hero") -> Any:
    return thing_stats.stats_of(box.world, who(box, name), box.book)


def act(box: Sandbox, name: str, by: str = "Hero", **fields: Any) -> ActResult:
    return box.accept("act", by, act=name, **fields).expect(ActResult)


def strike(box: Sandbox, target: str = "Foe", by: str = "Hero", **fields: Any) -> AttackResult:
    return box.accept("attack", by, targetName=target, **fields).expect(AttackResult)


def dealt(result: AttackResult) -> int:
    return sum(part.points for part in result.dealt)


def codes(outcome: Accepted) -> list[str]:
    return [note.code for note in outcome.notes]


def said(outcome: Accepted) -> str:
    """What the notes tell, in one text."""
    return " ".join(str(note.details) for note in outcome.notes)
