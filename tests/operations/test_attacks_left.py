"""The attacks of a Multiattack that are left, when its parts are played one by one (SRD, Multiattack)."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.rules.acts.multiattack import attacks_of
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row


def lair(ruleset: Ruleset, creature: str, box: Any = None) -> Any:
    """The creature's turn; Thorin does not die."""
    box = box or Sandbox(first_world(ruleset))
    box.did("create", name="Thorin", character={"classes": ["fighter 5"], "party": True, "hpMax": 900})
    box.did("create", name="Beast", template=creature)
    box.did("start_fight", names=["Beast", "Thorin"], d20={"Beast": 20, "Thorin": 1})
    return let(box, 10)


@pytest.mark.pure
@each_row(
    ("ruleset", "creature", "count"),
    [("5.1", "Adult Red Dragon", 3), ("5.1", "Bandit Captain", 3), ("5.1", "Werewolf", 2), ("5.1", "Dragon Turtle", 3), ("5.1", "Chuul", 2),
     ("5.1", "Wolf", 0), ("5.2", "Adult Red Dragon", 3), ("5.2", "Hydra", 0), ("5.2", "Barbed Devil", 2), ("5.2", "Oni", 2), ("5.2", "Tarrasque", 4)],
)  # fmt: skip
def test_the_attacks_of_a_multiattack_are_counted(ruleset: Ruleset, creature: str, count: int) -> None:
    box = lair(ruleset, creature)
    assert attacks_of(thing_stats.sheet(box.thing("Beast"), box.book).acts).count == count


@pytest.mark.pure
def test_the_parts_of_a_multiattack_are_attacks_of_one_action() -> None:
    box = lair("5.1", "Adult Red Dragon")
    told = [box.did("act", "Beast", act=name, targets=["Thorin"])["text"] for name in ("Bite", "Claw", "Claw", "Claw")]
    assert ["2 attacks left." in told[0], "1 attack left." in told[1], "left." in told[2]] == [True, True, False]
    assert "That is attack 4 this turn; Beast has 3." in told[3]
    assert "already used its action" in box.did("act", "Beast", act="Dodge")["text"]


@pytest.mark.pure
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_an_attack_counts_as_one_of_them(ruleset: Ruleset) -> None:
    box = lair(ruleset, "Adult Red Dragon")
    told = box.did("attack", "Beast", targetName="Thorin")
    assert "2 attacks left." in told["text"] and told["results"][0]["turn"]["attacks"] == 2
    assert "hasBegun" not in str(told) and "has_begun" not in str(told)
    box.did("next_turn")
    assert "1 attack left." in box.did("attack", "Thorin", targetName="Beast")["text"]
    assert "left." not in box.did("attack", "Thorin", targetName="Beast")["text"]


@pytest.mark.pure
def test_a_breath_leaves_no_attack() -> None:
    box = lair("5.1", "Adult Red Dragon")
    assert "left." not in box.did("act", "Beast", act="Fire Breath", targets=["Thorin"])["text"]
    assert "already used its action" in box.did("act", "Beast", act="Bite", targets=["Thorin"])["text"]


def test_a_player_does_not_learn_the_attacks_of_others() -> None:
    with begun("5.1") as game:
        table = lair("5.1", "Adult Red Dragon", Table(game))
        table.did("act", "Beast", act="Bite", targets=["Thorin"])
        caller = Caller("player", "ann", None, ("Thorin",))
        payload = {"operation": "act", "characterName": "Thorin", "act": "Uncanny Dodge"}
        assert "attacks left" not in str(game.ask(payload, tool="execute_action", caller=caller))
        assert "attacks left" not in str(game.ask({"operation": "history"}, tool="read_campaign", caller=caller))
