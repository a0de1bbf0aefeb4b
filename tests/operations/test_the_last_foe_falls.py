"""What answers say of the dead where places count: the fight has only one side left, and nobody dead stands in a zone."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations import crypts
from tests.operations.crypts import put
from tests.operations.table import Table

ENDS = "The fight has only one side left: Pip and Oda; end it with execute_action end_fight."


def slain(table: Table, who: str) -> str:
    return str(table.did("damage", who, amount=300, damageType="fire")["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_death_of_the_last_foe_says_that_the_fight_may_end(ruleset: Ruleset) -> None:
    table = crypts.fought(ruleset)
    assert "one side" not in slain(table, "Goblin 1")
    assert "one side" not in slain(table, "Goblin 2")
    assert ENDS in (text := slain(table, "Ogre")), text
    assert "one side" not in table.did("next_turn")["text"]
    assert table.did("end_fight")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_dead_stands_in_a_zone(ruleset: Ruleset) -> None:
    table = crypts.fought(ruleset)
    table.did("create", name="Clem", character={"classes": {"cleric": 9}, "party": True, "hpMax": 60, "abilities": crypts.SCORES})
    table.did("start_fight", names=["Clem"])
    put(table, Clem="E3", Goblin_1="E4", Goblin_2="E5", Ogre="K9")
    table.did("cast", "Clem", spell="Spirit Guardians", force=True)
    slain(table, "Goblin 1")
    table.did("update", "Goblin 2", character={"hpMax": 300, "hp": 300})
    text = table.game.ask({"operation": "context"}, "read_campaign")["text"]
    assert "Spirit Guardians of Clem" in text and "Goblin 2 inside" in text and "Goblin 1 and" not in text, text
