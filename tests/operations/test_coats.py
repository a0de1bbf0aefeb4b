"""A substance that coats a weapon is used on the weapon by its plain name, and counts for that weapon alone (SRD, Basic Poison, Oil of Sharpness)."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

COATS: dict[str, tuple[Ruleset, ...]] = {"Basic Poison": RULESETS, "Oil of Sharpness": RULESETS}
SAMPLES: dict[str, tuple[Ruleset, ...]] = {
    "Drow Poison": ("5.1",), "Purple Worm Poison": RULESETS, "Serpent Venom": RULESETS, "Spider's Sting": ("5.2",), "Wyvern Poison": RULESETS,
}  # fmt: skip
"""The sample poisons that coat, which test_sample_poisons.py plays."""


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset))
    table.did("create", name="Rog", character={"classes": ["fighter 5"], "abilities": {"dex": 16, "str": 10}, "party": True})
    table.did("create", name="Foe", character={"hpMax": 300, "party": False})
    for item in ("Dagger", "Shortsword"):
        table.did("give", "Rog", template=item, equip=True)
    for item, count in (("Club", 1), ("Arrow", 20), ("Bullet", 5), ("Basic Poison", 5), ("Oil of Sharpness", 5)):
        table.did("give", "Rog", template=item, quantity=count)
    table.roll_with(falling(9))
    return table


def poisons(answer: Answer) -> bool:
    return "Poisoned Weapon" in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_item_of_the_data_that_coats_is_missing_here(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    found = {t.item.name for t in book.templates.values() if t.item.coats}
    assert found == {name for name, rulesets in {**COATS, **SAMPLES}.items() if ruleset in rulesets}


@pytest.mark.parametrize("item", COATS)
@pytest.mark.parametrize("how", [{"targetName": "dagger"}, {"targets": ["Dagger"]}, {"choice": {"weapon": "Dagger"}}])
def test_it_is_used_on_a_weapon_by_its_plain_name(table: Table, item: str, how: dict[str, object]) -> None:
    answer = table.did("use", "Rog", itemName=item, **how)
    assert f"{item} coats Dagger" in answer["text"]
    assert table.bag("Rog")[item] == 4


def test_poison_counts_for_the_coated_weapon_alone(table: Table) -> None:
    table.did("use", "Rog", itemName="Basic Poison", targetName="Dagger")
    assert not poisons(table.did("attack", "Rog", targetName="Foe", itemName="Shortsword"))
    assert poisons(table.did("attack", "Rog", targetName="Foe", itemName="Dagger"))


def test_poison_without_a_weapon_counts_for_any(table: Table) -> None:
    table.did("use", "Rog", itemName="Basic Poison")
    assert poisons(table.did("attack", "Rog", targetName="Foe", itemName="Shortsword"))


def test_poison_on_arrows_counts_for_shots(table: Table) -> None:
    table.did("use", "Rog", itemName="Basic Poison", targetName="Arrow")
    assert not poisons(table.did("attack", "Rog", targetName="Foe", itemName="Dagger"))
    for item in ("Dagger", "Shortsword"):
        table.did("unequip", "Rog", itemName=item)
    table.did("give", "Rog", template="Shortbow", equip=True)
    assert poisons(table.did("attack", "Rog", targetName="Foe", itemName="Shortbow"))


def test_the_oil_of_5_1_counts_for_the_coated_weapon_alone() -> None:
    table = Table(begun("5.1"))
    table.did("create", name="Rog", character={"classes": ["fighter 5"], "abilities": {"str": 16}, "party": True})
    for item in ("Dagger", "Shortsword"):
        table.did("give", "Rog", template=item, equip=True)
    table.did("give", "Rog", template="Oil of Sharpness")
    text = table.did("use", "Rog", itemName="Oil of Sharpness", targetName="Shortsword")["text"]
    assert "Shortsword to hit 6 → 9" in text and "Dagger to hit" not in text


def test_a_stack_is_one_weapon(table: Table) -> None:
    table.did("give", "Rog", template="Handaxe", quantity=3)
    assert "coats Handaxe" in table.did("use", "Rog", itemName="Basic Poison", targetName="Handaxe")["text"]


def test_several_weapons_of_a_name_are_a_question(table: Table) -> None:
    for attack in (1, 2):
        document = {"character": {"name": f"Old {attack}"}, "carried": [{"item": "Handaxe", "corroded": {"attack": attack}}]}
        table.did("import", document=document)
        table.did("transfer", f"Old {attack}", itemName="Handaxe", toCharacterName="Rog")
    refused = table.refused("name_ambiguous", "use", "Rog", itemName="Basic Poison", targetName="Handaxe")
    ids = [t.id for t in table.now.things.values() if t.name == "Handaxe"]
    assert all(id in refused["text"] for id in ids) and "targetId" in refused["text"]
    assert "coats Handaxe" in table.did("use", "Rog", itemName="Basic Poison", targetId=ids[1])["text"]


def test_what_it_cannot_coat_is_refused_with_what_it_can(table: Table) -> None:
    bullets = table.refused("coats_others", "use", "Rog", itemName="Oil of Sharpness", targetName="Bullet")
    assert bullets["error"]["allowed"][:2] == ["Dagger", "Shortsword"]
    table.refused("coats_others", "use", "Rog", itemName="Oil of Sharpness", targetName="Club")
    table.refused("character_unknown", "use", "Rog", itemName="Basic Poison", targetName="Halberd")
    if table.game.campaign.ruleset == "5.2":
        table.did("give", "Rog", template="Dagger of Venom")
        magic = table.refused("coats_others", "use", "Rog", itemName="Oil of Sharpness", targetName="Dagger of Venom")
        assert "nonmagical melee slashing or piercing weapon or ammunition" in magic["text"]
    else:
        table.refused("coats_others", "use", "Rog", itemName="Basic Poison", targetName="Club")


def test_a_player_coats_an_own_weapon(table: Table) -> None:
    call = {"operation": "use", "characterName": "Rog", "itemName": "Basic Poison", "targetName": "Dagger"}
    answer = table.game.ask(call, "manage_inventory", "brief", Caller.of("player", ["Rog"]))
    assert answer["ok"] and "coats Dagger" in answer["text"], answer["text"]
