"""Every property of an item that is not always on has a call that switches it: the hood of a cloak with `use`, the others with what happens (SRD 5.1,
Cloak of Elvenkind, Cloak of the Manta Ray, Ring of Telekinesis).
"""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

BY_THEMSELVES = {
    "lit": "the flame of a light that burns",
    "cursed": "attunement to a cursed thing",
    "sworn_enemy_alive": "the act Swear an Oath",
    "damaged_since_own_turn": "damage, until the next turn",
}
"""The words that `use` does not switch, and what does."""


@laid_alike
def kim(ruleset: Ruleset, *items: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"abilities": {"str": 10, "dex": 12}, "hpMax": 20, "proficiencies": {"weapons": ["simple"]}})
    for item in items:
        table.did("give", "Kim", template=item, equip=True)
        table.did("attune", "Kim", itemName=item)
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_item_of_the_book_waits_for_a_word_that_nothing_says(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    toggles = {
        word: t.item.name for t in book.templates.values() for word in t.item.toggles if word not in {a.id for a in t.item.activated}
    }
    assert {word: name for word, name in toggles.items() if word not in BY_THEMSELVES} == {}


def test_the_hood_of_a_manta_ray_goes_up_and_down() -> None:
    table = kim("5.1", "Cloak of the Manta Ray")
    for is_up in (True, False, True):
        assert f"hood up is {'on' if is_up else 'off'}" in table.did("use", "Kim", itemName="Cloak of the Manta Ray")["text"]
        assert ("swim 60 ft" in table.did("character", "Kim")["text"]) == is_up
    table.did("unequip", "Kim", itemName="Cloak of the Manta Ray")
    assert "swim" not in table.did("character", "Kim")["text"]


def test_a_hood_helps_to_hide_and_in_nothing_else() -> None:
    table = kim("5.1", "Cloak of Elvenkind")
    table.roll_with(falling(4, 12))
    assert "4+1" in table.did("act", "Kim", act="Hide")["text"]
    table.did("use", "Kim", itemName="Cloak of Elvenkind")
    assert "(12, 4)+1 = 13, advantage" in table.did("act", "Kim", act="Hide")["text"]
    assert "1d20+1" in table.did("check", "Kim", skill="stealth")["text"]


@pytest.mark.parametrize("item", ["Cloak of Elvenkind", "Cloak of the Manta Ray"])
def test_the_cloaks_of_5_2_have_no_hood(item: str) -> None:
    text = kim("5.2", item).did("character", "Kim", stats=["skills.stealth", "speed"])["text"]
    assert "with advantage (Cloak of Elvenkind" in text or "swim speed 60 ft" in text


def test_a_torch_that_burns_deals_fire() -> None:
    table = Table(begun("5.2"))
    table.did("create", name="Kim", character={"abilities": {"str": 10}, "hpMax": 20})
    table.did("give", "Kim", template="Torch", equip=True)
    assert "bludgeoning" in table.did("character", "Kim", stats=["attacks"])["text"]
    table.did("use", "Kim", itemName="Torch")
    assert "fire" in table.did("character", "Kim", stats=["attacks"])["text"]


def test_a_ring_of_telekinesis_moves_things_alone_in_5_1() -> None:
    table = kim("5.1", "Ring of Telekinesis")
    assert "concentrates on Telekinesis" in table.did("use", "Kim", itemName="Ring of Telekinesis")["text"]
    table.did("act", "Kim", act="Telekinesis: object")
    table.did("create", name="Foe", character={"hpMax": 20})
    table.refused("act_unknown", "act", "Kim", act="Telekinesis: creature", targets=["Foe"])
    of_5_2 = kim("5.2", "Ring of Telekinesis")
    of_5_2.did("create", name="Foe", character={"hpMax": 20})
    of_5_2.did("use", "Kim", itemName="Ring of Telekinesis", targetName="Foe", choice={"choice": "creature"})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_works_while_it_is_worn_goes_off_when_it_is_put_away(ruleset: Ruleset) -> None:
    table = kim(ruleset, "Ring of Invisibility", "Boots of Speed")
    table.did("give", "Kim", template="Flame Tongue", base="Longsword", equip=True, attune=True)
    for item in ("Flame Tongue Longsword", "Boots of Speed"):
        table.did("use", "Kim", itemName=item)
    assert "ablaze goes off" in table.did("unequip", "Kim", itemName="Flame Tongue Longsword")["text"]
    table.did("equip", "Kim", itemName="Flame Tongue Longsword")
    assert not table.thing("Flame Tongue Longsword").item.active
    table.did("advance", duration="2 minutes")
    assert "click goes off" in table.did("unequip", "Kim", itemName="Boots of Speed")["text"]
    table.did("equip", "Kim", itemName="Boots of Speed")
    assert "click is on; 8 minutes left" in table.did("use", "Kim", itemName="Boots of Speed")["text"]


@pytest.mark.parametrize(
    ("item", "ruleset", "cost"), [("Ring of Invisibility", "5.2", "bonus action"), ("Cloak of Elvenkind", "5.1", "action")]
)
def test_switching_off_costs_what_the_text_says(item: str, ruleset: Ruleset, cost: str) -> None:
    table = kim(ruleset, item)
    table.did("create", name="Foe", character={"hpMax": 20})
    assert table.send({"operation": "equip", "itemName": "turn:*", "bagName": "Home"}, "manage_tools")["ok"]
    table.did("use", "Kim", itemName=item)
    table.did("start_fight", names=["Kim", "Foe"], d20={"Kim": 1, "Foe": 20})
    table.refused("turn_not_yours", "use", "Kim", itemName=item)
    table.did("next_turn")
    assert "is off" in table.did("use", "Kim", itemName=item)["text"]
    if cost == "action":
        assert table.refused("turn_spent", "act", "Kim", act="Dodge")
    else:
        table.did("act", "Kim", act="Dodge")


def test_a_defender_takes_another_number_while_it_is_on() -> None:
    table = kim("5.1")
    table.did("give", "Kim", template="Defender", base="Longsword", equip=True, attune=True)
    before = table.number("Kim", "ac")
    for number in (2, 3, 1):
        assert "is on" in table.did("use", "Kim", itemName="Defender Longsword", quantity=number)["text"]
        assert table.number("Kim", "ac") == before + number
    table.did("use", "Kim", itemName="Defender Longsword")
    assert table.number("Kim", "ac") == before


def test_an_act_by_the_name_of_the_thing_and_a_choice_switches() -> None:
    table = kim("5.1", "Gem of Brightness")
    assert "light is on" in table.did("act", "Kim", act="Gem of Brightness", choice="light")["text"]
    assert "light is off" in table.did("act", "Kim", act="Gem of Brightness: light")["text"]
    table.did("damage", "Kim", amount=9, damageType="fire")
    table.did("give", "Kim", template="Potion of Healing")
    assert "Kim: regains" in table.did("act", "Kim", act="Potion of Healing")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_use_that_takes_long_says_so_outside_a_fight(ruleset: Ruleset) -> None:
    table = kim(ruleset)
    table.did("give", "Kim", template="Manual of Bodily Health")
    assert "48 hours" in table.did("use", "Kim", itemName="Manual of Bodily Health")["text"]
