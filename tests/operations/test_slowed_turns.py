"""A slowed creature makes one attack and has an action or a bonus action, not both (SRD, Slow)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 14)


@laid_alike
def slowed(ruleset: Ruleset, who: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["fighter 5", "rogue 2"], "abilities": SCORES, "party": True})
    table.did("create", name="Mage", character={"classes": ["wizard 9"], "abilities": SCORES})
    table.did("create", name="Ogre", template="Bearded Devil")
    table.did("create", name="Man", character={"hpMax": 900})
    for name in ("Kim", "Man"):
        table.did("give", name, template="Longsword", equip=True)
    table.roll_with(falling(1, face=4))
    table.did("cast", "Mage", spell="Slow", targets=[who], force=True)
    table.roll_with(falling(20, 2, face=4))
    table.did("start_fight", names=[who, "Man"])
    return table


@pytest.mark.parametrize("who", ["Kim", "Ogre"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_second_attack_is_flagged(ruleset: Ruleset, who: str) -> None:
    table = slowed(ruleset, who)
    text = table.did("attack", who, targetName="Man")["text"]
    assert "attack left" not in text and "attacks left" not in text
    text = table.did("attack", who, targetName="Man")["text"]
    assert "attack 2" in text.lower() or "beyond" in text or "at most 1" in text or "already" in text, text


@pytest.mark.parametrize("who", ["Kim", "Ogre"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_others_keep_their_attacks(ruleset: Ruleset, who: str) -> None:
    table = slowed(ruleset, who)
    table.send({"operation": "remove", "characterName": who, "effect": "Slow"}, "manage_condition")
    assert "1 attack left" in table.did("attack", who, targetName="Man")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_has_an_action_or_a_bonus_action(ruleset: Ruleset) -> None:
    table = slowed(ruleset, "Kim")
    table.did("act", "Kim", act="Second Wind", force=True)
    text = table.did("attack", "Kim", targetName="Man")["text"]
    assert "already" in text or "beyond" in text, text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_effect_of_the_book_slows_as_the_spell_does(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["fighter 5"], "abilities": SCORES, "party": True})
    table.did("create", name="Man", character={"hpMax": 900})
    table.did("give", "Kim", template="Longsword", equip=True)
    table.did("apply", "Kim", effect="Slow")
    table.roll_with(falling(20, 2, face=4))
    table.did("start_fight", names=["Kim", "Man"])
    assert "attack left" not in table.did("attack", "Kim", targetName="Man")["text"]
