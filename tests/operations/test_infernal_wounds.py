"""An infernal wound takes hit points, not damage, and healing by magic closes it (SRD 5.1; SRD 5.2: by a spell)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

ATTACKS = {
    ("5.1", "Bearded Devil"): ("Glaive", 4),
    ("5.1", "Horned Devil"): ("Tail", 12),
    ("5.2", "Bearded Devil"): ("Infernal Glaive", 4),
    ("5.2", "Horned Devil"): ("Infernal Tail", 12),
}
BY_A_SAVE = ("5.2", "Horned Devil")


@laid_alike
def wounded(ruleset: Ruleset, block: str) -> Table:
    table = Table(begun(ruleset))
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)
    table.did("create", name="Kim", character={"classes": ["cleric 9"], "abilities": scores, "hpMax": 90, "party": True})
    table.did("create", name="Devil", template=block)
    table.roll_with(falling(1, face=4) if (ruleset, block) == BY_A_SAVE else falling(19, 1, face=4))
    table.did("act", "Devil", act=ATTACKS[ruleset, block][0], targets=["Kim"])
    assert wounds(table) == ["Infernal Wound"]
    return table


def wounds(table: Table) -> list[str]:
    return [entry["name"] for entry in table.thing("Kim").body.get("effects", ()) if "Wound" in entry["name"]]


@pytest.mark.parametrize(("ruleset", "block"), ATTACKS)
def test_it_takes_hit_points_without_damage(ruleset: Ruleset, block: str) -> None:
    table = wounded(ruleset, block)
    table.did("cast", "Kim", spell="Bless", targets=["Kim"], force=True)
    table.did("update", "Kim", character={"tempHp": 5})
    table.roll_with(falling(1, face=4))
    table.did("start_fight", names=["Kim", "Devil"])
    before = table.hp("Kim")
    texts = [table.did("next_turn")["text"] for _ in range(2)]
    assert before - table.hp("Kim") == ATTACKS[ruleset, block][1], texts
    assert table.thing("Kim").body["tempHp"] == 5
    assert "concentration" in table.thing("Kim").body
    assert not any("necrotic" in text for text in texts)


@pytest.mark.parametrize(("ruleset", "block"), ATTACKS)
def test_a_spell_that_heals_closes_it(ruleset: Ruleset, block: str) -> None:
    table = wounded(ruleset, block)
    table.did("cast", "Kim", spell="Cure Wounds", targets=["Kim"])
    assert wounds(table) == []


@pytest.mark.parametrize(("ruleset", "block"), ATTACKS)
def test_a_potion_closes_it_in_5_1_alone(ruleset: Ruleset, block: str) -> None:
    table = wounded(ruleset, block)
    table.did("give", "Kim", template="Potion of Healing")
    table.did("use", "Kim", itemName="Potion of Healing")
    assert wounds(table) == ([] if ruleset == "5.1" else ["Infernal Wound"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_points_that_no_magic_gives_back_do_not_close_it(ruleset: Ruleset) -> None:
    table = wounded(ruleset, "Bearded Devil")
    table.did("heal", "Kim", amount=3)
    assert wounds(table) == ["Infernal Wound"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_bleeds_to_0_falls(ruleset: Ruleset) -> None:
    table = wounded(ruleset, "Bearded Devil")
    table.did("update", "Kim", character={"hp": 3})
    table.roll_with(falling(1, face=4))
    table.did("start_fight", names=["Kim", "Devil"])
    for _ in range(2):
        table.did("next_turn")
    assert table.hp("Kim") == 0
    assert "dead" not in table.did("character", "Kim")["text"].lower().split("hp")[0]


TOUCHES = (("Deva", "Healing Touch"), ("Planetar", "Healing Touch"), ("Solar", "Healing Touch"), ("Unicorn", "Healing Touch"))


@pytest.mark.parametrize(("block", "act"), TOUCHES)
def test_a_creature_that_heals_magically_closes_it(block: str, act: str) -> None:
    table = wounded("5.1", "Bearded Devil")
    table.did("create", name="Healer", template=block)
    table.did("act", "Healer", act=act, targets=["Kim"])
    assert wounds(table) == []


FEATURES = (("cleric 9", {"subclass": "life"}, "Preserve Life", {}, True), ("paladin 9", {}, "Lay on Hands", {"amount": "5"}, False))


@pytest.mark.parametrize(("of_class", "choices", "act", "choice", "closes"), FEATURES)
def test_a_feature_closes_it_where_its_text_says_magic(
    of_class: str, choices: dict[str, str], act: str, choice: dict[str, str], closes: bool
) -> None:
    table = wounded("5.1", "Bearded Devil")
    table.did("damage", "Kim", amount=60, damageType="cold")
    table.did("create", name="Healer", character={"classes": [of_class], "choices": choices, "party": True})
    table.did("act", "Healer", act=act, targets=["Kim"], choice=choice)
    assert (wounds(table) == []) == closes
