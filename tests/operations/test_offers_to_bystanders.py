"""Offers of reactions: to everybody in the room, in a fight and outside of one; Counterspell against the spells of items."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

HEROES: dict[str, dict[str, Any]] = {
    "Elara": {"classes": ["wizard 9"], "abilities": {"int": 18}, "hpMax": 60, "spells": {"prepared": ["Counterspell", "Shield"]}},
    "Pip": {"classes": ["rogue 9"], "abilities": {"dex": 18}, "hpMax": 60},
    "Mage": {"classes": ["wizard 9"], "abilities": {"int": 18}, "hpMax": 60, "party": False},
}


def _made(ruleset: Ruleset) -> Game:
    game = begun(ruleset=ruleset)
    table = Table(game)
    for name, character in HEROES.items():
        table.did("create", name=name, character=character)
    table.did("give", "Mage", template="Wand of Fireballs", equip=True, attune=True)
    table.did("give", "Mage", item="Spell Scroll of Fireball")
    return game


def _of_5_1() -> Game:
    return _made("5.1")


def _of_5_2() -> Game:
    return _made("5.2")


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    with copy_of(_of_5_1 if request.param == "5.1" else _of_5_2) as game:
        table = Table(game)
        table.roll_with(falling(1, face=3))
        yield table


def may_answer(answer: Answer) -> str:
    return str(answer["text"].partition("May answer: ")[2])


@pytest.mark.parametrize("in_a_fight", [False, True])
@pytest.mark.parametrize("spell", ["Cone of Cold", "Fireball", "Magic Missile", "Hold Person"])
def test_a_bystander_may_counter_a_spell_on_another(table: Table, spell: str, in_a_fight: bool) -> None:
    if in_a_fight:
        table.did("start_fight", names=[*HEROES])
    told = table.did("cast", "Mage", spell=spell, targets=["Pip"])
    assert "Elara (Counterspell)" in may_answer(told)


def test_the_offer_to_a_bystander_can_be_taken_in_peace(table: Table) -> None:
    table.did("cast", "Mage", spell="Cone of Cold", targets=["Pip"])
    assert table.hp("Pip") < 60
    table.roll_with(falling(1))
    table.did("cast", "Elara", spell="Counterspell", slot=5, answer=True)
    assert table.hp("Pip") == 60


def test_those_elsewhere_are_not_asked(table: Table) -> None:
    table.send({"operation": "create", "name": "Cellar", "direction": "down"}, "manage_room")
    table.did("go", "Elara", direction="down")
    assert may_answer(table.did("cast", "Mage", spell="Fireball", targets=["Pip"])) == ""


def test_friends_and_the_caster_are_not_asked(table: Table) -> None:
    table.did("update", "Elara", character={"party": False})
    assert may_answer(table.did("cast", "Mage", spell="Hold Person", targets=["Pip"])) == ""


ITEMS = [
    ("use", {"itemName": "Wand of Fireballs"}, {"5.1": True, "5.2": False}),
    ("use", {"itemName": "Spell Scroll of Fireball"}, {"5.1": True, "5.2": True}),
]


@pytest.mark.parametrize(("operation", "fields", "counts"), ITEMS, ids=["wand", "scroll"])
def test_counterspell_answers_the_spells_of_items_by_their_components(
    table: Table, operation: str, fields: dict[str, Any], counts: dict[str, bool]
) -> None:
    """5.1: whoever casts from an item casts a spell; 5.2: only a spell with components, and a wand's has none, a scroll's has words."""
    ruleset = table.game.campaign.ruleset
    told = table.did(operation, "Mage", targets=["Pip"], **fields)
    assert may_answer(told).startswith("Elara (Counterspell") == counts[ruleset]
    hurt = table.hp("Pip")
    table.roll_with(falling(1))
    call = {"spell": "Counterspell", "answer": True}
    if not counts[ruleset]:
        table.refused("answer_unfit", "cast", "Elara", **call)
        assert table.hp("Pip") == hurt
        return
    table.did("cast", "Elara", **call)
    assert table.hp("Pip") == 60 > hurt


@pytest.mark.parametrize("riders", [[], ["Subtle Spell"]])
def test_a_spell_without_words_and_gestures_is_not_countered_in_5_2(riders: list[str]) -> None:
    with copy_of(_of_5_2) as game:
        table = Table(game)
        table.roll_with(falling(1, face=3))
        table.did("create", name="Ash", character={"classes": ["sorcerer 9"], "abilities": {"cha": 18}, "party": False,
                  "choices": {"metamagic": ["Subtle Spell", "Empowered Spell"]}})  # fmt: skip
        told = table.did("cast", "Ash", spell="Hold Person", targets=["Pip"], **{"with": riders})
        assert ("Elara (Counterspell)" in may_answer(told)) == (not riders)
