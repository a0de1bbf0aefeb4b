"""Calls that leave out what the rules or the room say anyway."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.crypts import crypt, fought, room, turn_of
from tests.operations.halls import casts, hall
from tests.operations.table import Table
from tests.rows import each_row


def fighters(table: Table) -> set[str]:
    return {one["name"] for one in table.game.table(everything=True)["fight"]["order"]}


# ── who fights ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_both_sides_fight_where_only_places_are_said(ruleset: Ruleset) -> None:
    table = crypt(begun(ruleset))
    table.did("create", name="Wat", character={"hpMax": 4}, roomName="Crypt")
    answer = table.did("start_fight", space="measured", places={"party": "door south"})
    assert fighters(table) >= {"Oda", "Pip", "Goblin 1", "Goblin 2", "Ogre"} and "Wat" not in fighters(table)
    assert "Not in the fight: Wat" in answer["text"]


def test_whoever_would_attack_and_is_left_out_is_told() -> None:
    table = crypt(begun())
    answer = table.did("start_fight", names=["party", "Goblin 1"], space="measured")
    assert fighters(table) == {"Oda", "Pip", "Goblin 1"}
    assert "Not in the fight: Goblin 2 and Ogre." in answer["text"] or "Not in the fight: Goblin 2, Ogre." in answer["text"]


def test_without_any_name_the_refusal_proposes_the_foes_of_the_room() -> None:
    table = crypt(begun())
    refused = table.send({"operation": "start_fight"}, "execute_action")
    assert refused["error"]["try"]["names"] == ["party", "foes"]


def test_a_name_of_the_dead_elsewhere_means_the_living_of_that_kind_here() -> None:
    table = crypt(begun())
    room(table, "create", name="Hall", direction="north")
    table.did("create", name="Ogre 2", template="Ogre", roomName="Crypt")
    assert room(table, "go", direction="north", names=["Ogre"])["ok"]
    table.did("damage", "Ogre", amount=200, damageType="fire")
    table.did("start_fight", names=["party", "Ogre"], space="measured", places={"Ogre": "middle of the room"})
    assert fighters(table) == {"Oda", "Pip", "Ogre 2"}


# ── steps of one's own ──────────────────────────────────────────────────────────────────────────────────────────────


def test_an_improvised_check_without_a_name_is_ones_own() -> None:
    table = fought("5.1")
    turn_of(table, "Oda")
    assert "Oda (" in table.did("act", "Oda", act="Improvise", steps=[{"check": "athletics", "dc": 20}])["text"]


@each_row(
    ("steps", "code"),
    [
        ([], "act_invalid"), ([{"chek": "athletics"}], "act_invalid"),
        ([{"check": "athletics", "against": "athletics", "fail": [{"apply": "prone"}]}], "target_required"),
        ([{"if": ["bloodied"], "then": [{"apply": "prone"}]}], "target_required"),
        ([{"check": "athletics", "dc": 10, "pass": [{"damage": "1d6", "type": "fire"}]}], "target_required"),
    ],
)  # fmt: skip
def test_steps_of_which_nothing_comes_are_refused(steps: list[Any], code: str) -> None:
    table = fought("5.1")
    turn_of(table, "Oda")
    refused = table.refused(code, "act", "Oda", act="Improvise", steps=steps)
    if "try" in refused["error"]:
        assert table.send(refused["error"]["try"], "execute_action")["ok"]


# ── areas ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_death_burst_takes_whoever_is_there(ruleset: Ruleset) -> None:
    table = crypt(begun(ruleset))
    table.did("create", name="Mephit", template="Ice Mephit", roomName="Crypt")
    table.did("start_fight", space="measured", places={"Mephit": "B10", "Oda": "B9", "Goblin 1": "A10", "Pip": "L10", "Ogre": "K1", "Goblin 2": "L4"})
    table.did("damage", "Mephit", amount=99, damageType="force")
    text = table.did("act", "Mephit", act="Death Burst")["text"]
    assert "Oda" in text and "Goblin 1" in text and "Pip" not in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_careful_spell_asks_nothing_where_nobody_of_ones_own_side_is_caught(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Mira")
    fits = {"spell": "Fireball", "catch": ["enemies"], "spare": ["party"], "with": ["Careful Spell"]}
    answer = casts(table, who="Mira", **fits)
    assert "nobody of its own side is caught" in answer["text"]
    assert "sorcery" not in str(answer["results"][0].get("spent", ""))


# ── what it is worth ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_halves_of_a_jelly_are_worth_one(ruleset: Ruleset) -> None:
    table = crypt(begun(ruleset))
    table.did("create", name="Jelly", template="Ochre Jelly", roomName="Crypt")
    table.did("start_fight", names=["party", "Jelly"], space="measured")
    table.did("damage", "Jelly", amount=12, damageType="slashing")
    table.did("act", "Jelly", act="Split")
    halves = [one["name"] for one in table.game.table(everything=True)["fight"]["order"] if "Jelly" in one["name"]]
    assert len(halves) == 2
    for name in halves:
        table.did("damage", name, amount=99, damageType="fire")
    assert "450 XP" in table.did("award", encounter=True)["text"]
