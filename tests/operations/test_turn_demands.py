"""Turn rules: notes where nobody demands them, refusals where a room, a creature or Home does."""

from typing import Any

import pytest

from rpg_lite.operations.outcome import Accepted, Rejected
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import clock
from tests.operations.worlds import GOBLIN, Sandbox, first_world

pytestmark = pytest.mark.pure
FIGHTER = {"classes": ["fighter 2"], "party": True, "abilities": {"str": 16}}


def in_a_fight(ruleset: Ruleset) -> Sandbox:
    """It is Brenna's turn."""
    table = Sandbox(first_world(ruleset)).let(*[10] * 200)
    table.accept("create", name="Brenna", character=FIGHTER)
    table.accept("create", name="Goblin", character={**GOBLIN, "hpMax": 200})
    table.accept("start_fight", names=["Brenna", "Goblin"])
    while whose(table) != "Brenna":
        table.accept("next_turn")
    return table


@pytest.fixture
def box() -> Sandbox:
    return in_a_fight("5.1")


def whose(box: Sandbox) -> str:
    fight = clock.fight(box.world)
    assert fight
    return box.world.things[fight.whose.id].name


def demand(box: Sandbox, *rules: str, **where: str) -> None:
    for rule in rules:
        told = box.send({"operation": "equip", "itemName": rule, **(where or {"bagName": "Home"})}, "manage_tools")
        assert told["ok"], told["text"]


def attack(box: Sandbox, who: str = "Brenna", at: str = "Goblin", **more: Any) -> Accepted | Rejected:
    outcome = box.decide("attack", who, targetName=at, **more)
    if isinstance(outcome, Accepted):
        box.accept("attack", who, targetName=at, **more)
    return outcome


def codes(outcome: Accepted | Rejected) -> list[str]:
    return [outcome.code] if isinstance(outcome, Rejected) else [note.code for note in outcome.notes]


def test_nothing_equipped_is_the_game_as_it_was(box: Sandbox) -> None:
    assert "attacks_beyond" not in codes(attack(box))
    assert "attacks_beyond" in codes(attack(box))
    assert "turn_of_another" in codes(attack(box, "Goblin", "Brenna"))


@pytest.mark.parametrize("where", [{}, {"bagName": "Lobby"}, {"characterName": "Brenna"}])
def test_a_second_action_is_refused_with_rule_and_reason(box: Sandbox, where: dict[str, str]) -> None:
    demand(box, "turn:one_action", **where)
    assert isinstance(attack(box), Accepted)
    refused = attack(box)
    assert isinstance(refused, Rejected) and refused.code == "turn_spent"
    assert refused.details == {"rule": "turn:one_action", "name": "Brenna", "what": "attacks"}


def test_the_text_of_a_refusal_names_the_rule(box: Sandbox) -> None:
    demand(box, "turn:initiative")
    told = box.send({"operation": "attack", "characterName": "Goblin", "targetName": "Brenna"}, "execute_action")
    assert "turn:initiative: it is the turn of Brenna, not of Goblin" in told["text"] and "Nothing was changed" in told["text"]


def test_only_what_is_demanded_is_refused(box: Sandbox) -> None:
    demand(box, "turn:one_action")
    assert "turn_of_another" in codes(attack(box, "Goblin", "Brenna"))
    assert isinstance(attack(box), Accepted)


def test_the_game_master_may_force_it(box: Sandbox) -> None:
    demand(box, "turn:initiative", "turn:one_action")
    assert "turn_of_another" in codes(attack(box, "Goblin", "Brenna", force=True))


def test_action_surge_gives_the_action_that_the_rule_counts(box: Sandbox) -> None:
    demand(box, "turn:one_action")
    assert isinstance(attack(box), Accepted)
    box.accept("act", "Brenna", act="Action Surge")
    assert isinstance(attack(box), Accepted)
    assert codes(attack(box)) == ["turn_spent"]


def test_a_second_bonus_action_is_refused() -> None:
    box = in_a_fight("5.2")
    demand(box, "turn:one_bonus_action")
    for refused in (False, True):
        box.accept("damage", "Brenna", amount=9, damageType="fire")
        outcome = box.decide("act", "Brenna", act="Second Wind")
        assert (codes(outcome) == ["turn_spent"]) == refused, outcome
        if not refused:
            box.accept("act", "Brenna", act="Second Wind")


def test_outside_a_fight_nobody_counts(box: Sandbox) -> None:
    demand(box, "turn:initiative", "turn:one_action")
    box.accept("end_fight")
    assert all(isinstance(attack(box), Accepted) for _ in range(3))
