"""What a table meant by a call that does not fit: first aid by a check, and a spell that was added to those of a stat block."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import fought, put, turn_of
from tests.operations.halls import hall


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_medicine_check_for_the_dying_leads_to_first_aid(ruleset: Ruleset) -> None:
    table = fought(ruleset, {"size": "12x10"})
    put(table, Oda="E5", Pip="F5", Goblin_1="A1", Goblin_2="B1", Ogre="K1")
    turn_of(table, "Pip")
    meant = {"skill": "medicine", "targetName": "Oda"}
    assert table.refused("contest_incomplete", "check", "Pip", **meant)["error"]["try"]["operation"] == "check"
    table.did("damage", "Oda", amount=table.hp("Oda"), damageType="force")
    answer = table.refused("contest_incomplete", "check", "Pip", dc=10, **meant)
    assert answer["error"]["try"] == {"operation": "act", "characterName": "Pip", "act": "Stabilize", "targets": ["Oda"]}
    assert table.send(answer["error"]["try"], "execute_action")["ok"]


@pytest.mark.parametrize("kind, spell", (("Mage", "Magic Missile"), ("Priest", "Bane"), ("Cult Fanatic", "Bane")))
def test_a_spell_added_to_those_of_a_stat_block_is_cast_with_its_numbers(kind: str, spell: str) -> None:
    table = hall("5.1", Foe=("H2", {"template": kind}))
    table.did("end_fight")
    table.did("update", "Foe", character={"spells": {"prepared": [spell]}})
    answer = table.send({"operation": "cast", "characterName": "Foe", "spell": spell, "targets": ["Oda"], "dryRun": True}, "execute_action")
    assert answer["ok"], answer["text"]


def test_a_spell_that_nobody_added_is_still_refused() -> None:
    table = hall("5.1", Foe=("H2", {"template": "Mage"}))
    table.did("end_fight")
    table.refused("spell_not_prepared", "cast", "Foe", spell="Bane", targets=["Oda"])
