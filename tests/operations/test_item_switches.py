"""Every property of an item that is not always on has a call that switches it: the hood of a cloak with `use`, the others with what happens (SRD 5.1,
Cloak of Elvenkind, Cloak of the Manta Ray, Ring of Telekinesis).
"""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table

BY_THEMSELVES = {
    "lit": "the flame of a light that burns",
    "cursed": "attunement to a cursed thing",
    "sworn_enemy_alive": "the act Swear an Oath",
    "damaged_since_own_turn": "damage, until the next turn",
}
"""The words that `use` does not switch, and what does."""


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
