"""Whoever holds somebody lets go at will, and a reckless attack is decided with the first attack of a turn (SRD, Grappling, Reckless Attack)."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import TOOL_OF, Answer, Table
from tests.rows import each_row

ANN = Caller("player", "Ann", characters=("Kim",))


@laid_alike
def fight(ruleset: Ruleset, **sheet: Any) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["barbarian 5"], "abilities": {"str": 18}, "party": True, **sheet})
    for name in ("Foe", "Rat"):
        table.did("create", name=name, character={"hpMax": 200, "abilities": {"str": 8, "dex": 8}, "party": False})
    table.roll_with(falling(20, 10, 9))
    table.did("start_fight", names=["Kim", "Foe", "Rat"])
    return table


def plays(table: Table, operation: str, **fields: Any) -> Answer:
    return table.game.ask({"operation": operation, **fields}, TOOL_OF[operation], "full", ANN)  # type: ignore[arg-type]


def grapples(table: Table, target: str) -> None:
    """The check of 5.1 falls high, the save of 5.2 low."""
    table.roll_with(falling(*((20, 1) if table.game.campaign.ruleset == "5.1" else (1, 1))))
    assert plays(table, "act", act="Grapple", targets=[target])["ok"]
    assert conditions(table, target) == ["grappled"]


def conditions(table: Table, name: str) -> list[str]:
    return [entry.name for entry in table.thing(name).creature.conditions]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_player_lets_go_of_one_of_those_whom_its_hero_holds(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    grapples(table, "Foe"), grapples(table, "Rat")
    told = plays(table, "act", act="Let Go", targets=["Foe"])
    assert told["ok"] and (conditions(table, "Foe"), conditions(table, "Rat")) == ([], ["grappled"])
    assert "already used" not in str(told)


@each_row(("ruleset", "word"), [(r, w) for r in RULESETS for w in ("Release", "release grapple", "let go")])
def test_the_words_of_people_mean_it(ruleset: Ruleset, word: str) -> None:
    table = fight(ruleset)
    grapples(table, "Foe")
    assert plays(table, "act", act=word, targets=["Foe"])["ok"] and conditions(table, "Foe") == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_lets_go_of_whom_another_holds(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    table.did("apply", "Foe", condition="grappled", source="Rat")
    assert "Nothing comes of it." in plays(table, "act", act="Let Go", targets=["Foe"])["text"]
    assert conditions(table, "Foe") == ["grappled"]


@each_row(("ruleset", "block", "act", "left"), [
    ("5.1", "Giant Crab", "Claw", []), ("5.2", "Giant Crab", "Claw", []), ("5.1", "Roper", "Tendril", []), ("5.2", "Roper", "Tentacle", []),
])  # fmt: skip
def test_what_came_with_a_grip_ends_with_it(ruleset: Ruleset, block: str, act: str, left: list[str]) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Holder", template=block, character={"party": False})
    table.did("create", name="Kim", character={"classes": ["fighter 5"], "hpMax": 200, "party": True})
    table.roll_with(falling(19, face=1))
    table.did("act", "Holder", act=act, targets=["Kim"])
    assert "grappled" in conditions(table, "Kim")
    table.did("act", "Holder", act="Let Go", targets=["Kim"])
    assert conditions(table, "Kim") == left and not table.thing("Kim").creature.effects


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_is_reckless_after_an_attack(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    table.did("give", "Kim", template="Greataxe", equip=True)
    table.roll_with(falling(15, face=3))
    assert plays(table, "attack", targetName="Foe")["ok"]
    told = plays(table, "act", act="Reckless Attack")
    assert told["error"]["code"] == "target_unfit" and "has not attacked yet" in told["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_recklessness_before_the_first_attack_counts(ruleset: Ruleset) -> None:
    table = fight(ruleset)
    table.did("give", "Kim", template="Greataxe", equip=True)
    assert plays(table, "act", act="Reckless Attack")["ok"]
    table.roll_with(falling(15, 3, face=3))
    assert "advantage" in plays(table, "attack", targetName="Foe")["text"]
    for _ in range(3):
        table.did("next_turn")
    assert plays(table, "act", act="Reckless Attack")["ok"]
