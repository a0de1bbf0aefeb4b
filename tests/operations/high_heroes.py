"""A table for features of high levels: heroes of a class level, a foe that a 15 hits, dice that fall as a test says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.decision.outcome import Accepted
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from rpg_lite.world.events import Rolled
from rpg_lite.world.world_model import Thing
from tests.operations.worlds import Sandbox, first_world

SCORES: Final = {"str": 16, "dex": 14, "con": 14, "int": 18, "wis": 16, "cha": 18}
"""Modifiers +3, +2, +2, +4, +3, +4."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The numbers of a table: scores and hit points of its heroes, of which half are left, and the hit points of the foe."""

    scores: Mapping[str, int]
    hp: int
    foe: int


HIGH: Final = Scale(SCORES, 100, 200)


def table(ruleset: Ruleset, scale: Scale = HIGH, **heroes: Any) -> Sandbox:
    """These heroes, and a foe of AC 10, without a fight; d20s show 10, other dice 1."""
    box = Sandbox(first_world(ruleset))
    for name, character in heroes.items():  # forced: one option at a time, without its prerequisites
        own = {"abilities": scale.scores, "hpMax": scale.hp, "hp": scale.hp // 2, **character}
        box.accept("create", name=name, character=own, force=True)
    flat = dict.fromkeys(SCORES, 10)
    box.accept("create", name="Foe", character={"level": 1, "abilities": flat, "hpMax": scale.foe, "hp": scale.foe, "party": False})
    return box.let(10)


def hero(ruleset: Ruleset, classes: str, **more: Any) -> Sandbox:
    """One hero, called Hero, and the foe."""
    return table(ruleset, Hero={"classes": [classes], **more})


def who(box: Sandbox, name: str) -> Thing:
    return next(t for t in box.world.things.values() if t.kind == "character" and t.name == name)


def stats(box: Sandbox, name: str = "Hero") -> EffectiveStats:
    return thing_stats.stats_of(box.world, who(box, name), box.book)


def rules(box: Sandbox, name: str = "Hero") -> Sequence[FeatureRule]:
    """The features of a hero that the book has."""
    return thing_stats.sheet(who(box, name), box.book).feature_rules


def left(box: Sandbox, resource: str, name: str = "Hero") -> int | None:
    return thing_stats.sheet(who(box, name), box.book).resources[resource].left


def lying(box: Sandbox, name: str) -> list[str]:
    """The names of the effects and conditions on a creature."""
    found = who(box, name).creature
    return [e.name for e in (*found.lasting("effects"), *found.lasting("conditions"))]


def hp(box: Sandbox, name: str = "Foe") -> int | None:
    return who(box, name).creature.hp


def played(box: Sandbox, act: str, by: str = "Hero", **fields: Any) -> ActResult:
    return box.accept("act", by, act=act, **fields).expect(ActResult)


def cast(box: Sandbox, spell: str, by: str = "Hero", **fields: Any) -> ActResult:
    return box.accept("cast", by, spell=spell, **fields).expect(ActResult)


def struck(box: Sandbox, by: str = "Hero", at: str = "Foe", **fields: Any) -> AttackResult:
    return box.accept("attack", by, targetName=at, **fields).expect(AttackResult)


def fell(outcome: Accepted, what_for: str = "damage") -> list[str]:
    """The dice of this purpose."""
    return [e.dice for e in outcome.events if isinstance(e, Rolled) and e.for_ == what_for]


def fight(box: Sandbox, *order: str) -> None:
    box.let(20, 1).accept("start_fight", names=[*order])
    box.let(10)


def turns(box: Sandbox, count: int = 1) -> None:
    for _ in range(count):
        box.accept("next_turn")
