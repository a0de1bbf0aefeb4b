"""Answers that need sight: nobody answers what it does not see with an act that asks for sight (SRD, Counterspell, Uncanny Dodge)."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

WIZARD = {
    "classes": ["wizard 9"],
    "abilities": {"int": 18},
    "hpMax": 60,
    "spells": {"prepared": ["Counterspell", "Shield", "Fireball", "Fly"]},
}
LARK = {"classes": ["bard 5"], "choices": {"subclass": {"bard": "college of lore"}}, "hpMax": 60, "party": True}
ANSWER: dict[str, Any] = {"spell": "Counterspell", "answer": True}


def _fight(ruleset: Ruleset) -> Game:
    """Elara, Pip the rogue, Thorin and Lark the bard of the party, and their foe Mage."""
    game = begun(ruleset=ruleset)
    table = Table(game)
    table.did("create", name="Elara", character={**WIZARD, "party": True})
    table.did("create", name="Pip", character={"classes": ["rogue 5"], "abilities": {"dex": 18}, "hpMax": 60, "party": True})
    table.did("create", name="Thorin", character={"classes": ["fighter 5"], "hpMax": 60, "party": True})
    table.did("create", name="Lark", character=LARK)
    table.did("create", name="Mage", character={**WIZARD, "party": False})
    table.did("start_fight", names=["Mage", "Elara", "Pip", "Thorin", "Lark"])
    return game


@pytest.fixture(params=RULESETS)
def box(request: pytest.FixtureRequest) -> Iterator[Table]:
    with copy_of(_fight, request.param) as game:
        yield Table(game)


def offered(answer: Answer) -> str:
    return next((line for line in answer["text"].split("\n") if "May answer" in line), "")


HIDES: dict[str, tuple[str, dict[str, Any], str]] = {
    "invisible": ("Mage", {"condition": "invisible"}, "the other is invisible"),
    "blinded": ("Elara", {"condition": "blinded"}, "it is blinded"),
}


@pytest.mark.parametrize("how", HIDES)
def test_an_unseen_caster_is_not_countered(box: Table, how: str) -> None:
    whose, entry, why = HIDES[how]
    box.did("apply", whose, **entry)
    assert "Counterspell" not in offered(box.did("cast", "Mage", spell="Fly", targets=["Mage"]))
    before = box.now
    refused = box.refused("answer_unseen", "cast", "Elara", **ANSWER)
    assert f"Elara must see the creature that it answers with Counterspell, and {why}" in refused["text"]
    assert box.now == before
    assert refused["error"]["try"]["force"] is True
    box.roll_with(falling(10))
    assert box.send(refused["error"]["try"], "execute_action")["ok"]


@pytest.mark.parametrize("sense", ["truesight", "blindsight"])
def test_senses_that_see_the_invisible_counter_it(box: Table, sense: str) -> None:
    box.did("update", "Elara", character={"senses": {sense: 60}})
    box.did("apply", "Mage", condition="invisible")
    assert "Elara (Counterspell" in offered(box.did("cast", "Mage", spell="Fly", targets=["Mage"]))
    box.roll_with(falling(10))
    box.did("cast", "Elara", **ANSWER)


def test_a_caster_in_the_dark_is_not_countered(box: Table) -> None:
    box.send({"operation": "update", "light": "dark"}, "manage_room")
    assert "Counterspell" not in offered(box.did("cast", "Mage", spell="Fly", targets=["Mage"]))
    assert "darkness or fog hides the other" in box.refused("answer_unseen", "cast", "Elara", **ANSWER)["text"]


def test_a_hidden_caster_is_not_countered(box: Table) -> None:
    box.roll_with(falling(20))
    box.did("act", "Mage", act="Hide")
    assert "Counterspell" not in offered(box.did("cast", "Mage", spell="Fly", targets=["Mage"], force=True))
    assert "the other is hidden" in box.refused("answer_unseen", "cast", "Elara", **ANSWER)["text"]


def test_uncanny_dodge_needs_sight(box: Table) -> None:
    box.did("apply", "Mage", condition="invisible")
    box.roll_with(falling(19))
    assert "Uncanny Dodge" not in offered(box.did("attack", "Mage", targetName="Pip"))
    box.refused("answer_unseen", "act", "Pip", act="Uncanny Dodge", answer=True)


def test_shield_needs_no_sight(box: Table) -> None:
    box.did("apply", "Mage", condition="invisible")
    box.roll_with(falling(19))
    assert "Shield" in offered(box.did("attack", "Mage", targetName="Elara"))
    box.did("cast", "Elara", spell="Shield", answer=True)


def test_cutting_words_take_once_from_the_roll_of_an_area(box: Table) -> None:
    """8d6 of threes are 24; a d8 that shows 4 leaves 20, and whoever passes the save takes 10 of them."""
    box.roll_with(falling(1, 20, face=3))
    assert "Cutting Words" in offered(box.did("cast", "Mage", spell="Fireball", targets=["Elara", "Thorin"]))
    assert (box.hp("Elara"), box.hp("Thorin")) == (60 - 24, 60 - 12)
    box.roll_with(falling(1, face=4))
    told = box.did("act", "Lark", act="Cutting Words", choice="damage", answer=True)["text"]
    assert "Cutting Words: 4 less on the damage roll." in told
    assert (box.hp("Elara"), box.hp("Thorin")) == (60 - 20, 60 - 10)
    box.did("undo")
    assert (box.hp("Elara"), box.hp("Thorin")) == (60 - 24, 60 - 12)


def test_cutting_words_need_sight(box: Table) -> None:
    box.did("apply", "Mage", condition="invisible")
    assert "Cutting Words" not in offered(box.did("cast", "Mage", spell="Fireball", targets=["Elara", "Thorin"]))
    box.refused("answer_unseen", "act", "Lark", act="Cutting Words", choice="damage", answer=True)


def test_armor_without_training_takes_the_offer_of_spells(box: Table) -> None:
    assert "Counterspell" in offered(box.did("cast", "Mage", spell="Fly", targets=["Mage"], force=True))
    told = box.did("give", "Elara", template="Plate Armor", equip=True)["text"]
    assert "cannot cast spells" in told
    assert "Counterspell" not in offered(box.did("cast", "Mage", spell="Fly", targets=["Mage"], force=True))
    assert "can cast spells again" in box.did("unequip", "Elara", itemName="Plate Armor")["text"]
