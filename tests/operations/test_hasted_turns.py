"""The action of Haste in the economy of a turn: one attack, Dash, Disengage, Hide or using an object, and nothing else (SRD, Haste)."""

from typing import Any

import pytest

from rpg_lite.decision.outcome import Accepted
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.mechanics.turn.ledger import TurnLeft
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
ACTION = "has already used its action"


def table(ruleset: Ruleset, level: int = 1, how: str = "cast") -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Thorin", character={"classes": [f"fighter {level}"], "hpMax": 60})
    box.accept("create", name="Elara", character={"classes": ["wizard 5"], "hpMax": 60})
    box.accept("create", name="Ogre", character={"hpMax": 500, "party": False})
    if how == "cast":
        box.accept("cast", "Elara", spell="Haste", targets=["Thorin"])
    elif how == "effect":
        box.accept("apply", "Thorin", effect="Haste")
    box.let(20, 10, 5).accept("start_fight", names=["Thorin", "Elara", "Ogre"])
    return box.let(15)


def left(outcome: Accepted) -> TurnLeft:
    result = outcome.result
    assert isinstance(result, ActResult | AttackResult) and result.turn
    return result.turn


def does(box: Sandbox, what: str) -> Accepted:
    fields: dict[str, Any] = {"targetName": "Ogre"} if what == "attack" else {"act": what}
    return box.accept("attack" if what == "attack" else "act", "Thorin", **fields)


def notes(outcome: Accepted) -> list[str]:
    return [n.code for n in outcome.notes if n.code in ("spent_already", "attacks_beyond", "haste_gives_no_such_action")]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("how", ["cast", "effect"])
@pytest.mark.parametrize(
    ("level", "acts", "actions", "noted"),
    [
        (1, ["Dash"], 1, [[]]),
        (1, ["Dodge"], 1, [[]]),
        (1, ["Dodge", "Dash"], 0, [[], []]),
        (1, ["Dash", "Disengage"], 0, [[], []]),
        (1, ["Dodge", "attack"], 0, [[], []]),
        (1, ["attack", "attack"], 0, [[], []]),
        (1, ["attack", "attack", "attack"], 0, [[], [], ["attacks_beyond"]]),
        (1, ["Dash", "Dodge", "Hide"], 0, [[], [], ["spent_already"]]),
        (1, ["Dodge", "Search"], 1, [[], ["spent_already", "haste_gives_no_such_action"]]),
        (5, ["attack", "attack", "attack"], 0, [[], [], []]),
        (5, ["attack", "attack", "Dash"], 0, [[], [], []]),
        (5, ["Dash", "attack", "attack"], 0, [[], [], []]),
        (5, ["Dash", "attack", "attack", "attack"], 0, [[], [], [], ["attacks_beyond"]]),
        (5, ["Dodge", "attack", "attack"], 0, [[], [], ["attacks_beyond"]]),
    ],
)
def test_one_more_action_of_few_kinds(
    ruleset: Ruleset, how: str, level: int, acts: list[str], actions: int, noted: list[list[str]]
) -> None:
    box = table(ruleset, level, how)
    done = [does(box, what) for what in acts]
    assert [notes(one) for one in done] == noted
    assert left(done[-1]).actions == actions and left(done[-1]).hasted == (actions > 0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_attacks_that_are_left_count_the_one_of_haste(ruleset: Ruleset) -> None:
    box = table(ruleset, 5)
    assert [left(does(box, "attack")).attacks for _ in range(3)] == [2, 1, 0]
    box = table(ruleset, 5)
    assert [left(does(box, what)).attacks for what in ("Dodge", "attack")] == [1, 0]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_act_of_the_spell_is_that_action(ruleset: Ruleset) -> None:
    box = table(ruleset)
    after = left(box.accept("act", "Thorin", act="Hasted action", choice="dash"))
    assert (after.actions, after.hasted) == (1, False)
    assert notes(does(box, "Dodge")) == [] and notes(does(box, "Dash")) == ["spent_already"]
    box = table(ruleset)
    does(box, "Dodge")
    does(box, "Dash")
    assert notes(box.accept("act", "Thorin", act="Hasted action", choice="hide")) == ["spent_already"]


def test_without_haste_nothing_changes() -> None:
    box = table("5.1", how="none")
    assert notes(does(box, "Dodge")) == [] and notes(does(box, "Dash")) == ["spent_already"]


def test_haste_tells_what_it_does_not_give() -> None:
    box = table("5.1")
    does(box, "Dodge")
    text = box.send({"operation": "act", "characterName": "Thorin", "act": "Search"}, "execute_action")["text"]
    assert "one attack, Dash, Disengage, Hide or using an object, not Search" in text
