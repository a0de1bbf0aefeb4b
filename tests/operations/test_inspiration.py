"""Inspiration is spent on one roll of its own bearer: advantage before it (SRD 5.1), one die again after it (SRD 5.2)."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

KIM: dict[str, Any] = {"classes": ["fighter 1"], "abilities": {"str": 10, "dex": 10, "con": 10, "wis": 10}, "hpMax": 30}


def table_of(ruleset: Ruleset, inspired: bool = True) -> Iterator[Table]:
    with begun(ruleset) as game:
        table = Table(game)
        for name in ("Kim", "Bo"):
            table.did("create", name=name, character=KIM)
        table.did("create", name="Ogre", character={"hpMax": 100, "party": False, "abilities": {"dex": 10}})
        if inspired:
            table.did("apply", "Kim", effect="Inspiration")
        yield table


@pytest.fixture
def older() -> Iterator[Table]:
    yield from table_of("5.1")


@pytest.fixture
def newer() -> Iterator[Table]:
    yield from table_of("5.2")


def effects(table: Table, who: str = "Kim") -> list[str]:
    return [entry.name for entry in table.thing(who).creature.effects]


ROLLS: list[tuple[str, dict[str, Any], str]] = [
    ("check", {"ability": "wis", "dc": 15}, "WIS check: 16, succeeds against DC 15 (advantage: Inspiration)"),
    ("check", {"skill": "perception", "dc": 15}, "perception check: 16, succeeds against DC 15 (advantage: Inspiration)"),
    ("save", {"ability": "wis", "dc": 15}, "WIS save: 16, succeeds against DC 15 (advantage)"),
    ("attack", {"targetName": "Ogre"}, "with advantage"),
]


@pytest.mark.parametrize(("operation", "fields", "told"), ROLLS)
def test_inspiration_gives_advantage_on_the_roll_and_is_gone(older: Table, operation: str, fields: dict[str, Any], told: str) -> None:
    older.roll_with(falling(4, 16))
    answer = older.did(operation, "Kim", **{"with": ["inspiration"]}, **fields)
    assert told in answer["text"] and "Kim spends Inspiration." in answer["text"]
    assert effects(older) == []
    again = older.refused(
        "rider_unknown" if operation == "attack" else "effect_for_no_roll", operation, "Kim", **{"with": ["inspiration"]}, **fields
    )
    if operation != "attack":
        assert again["error"]["try"] == {"operation": operation, "characterName": "Kim", **fields}


def test_inspiration_and_disadvantage_cancel_out(older: Table) -> None:
    older.roll_with(falling(4, 16))
    for operation, kept in (("save", []), ("check", [])):
        text = older.did(operation, "Kim", ability="wis", mode="disadvantage", **{"with": ["Inspiration"]})["text"]
        assert "advantage" not in text and effects(older) == kept
        older.did("apply", "Kim", effect="Inspiration")


def test_what_is_not_named_is_not_spent(older: Table) -> None:
    older.did("check", "Kim", ability="wis")
    older.did("attack", "Kim", targetName="Ogre")
    assert effects(older) == ["Inspiration"]


@pytest.mark.parametrize("ability", ["death", "str"])
def test_a_roll_that_it_does_not_serve_keeps_it(older: Table, ability: str) -> None:
    """A death save is no save of an ability here, and a paralyzed creature fails without a roll."""
    if ability == "death":
        older.did("damage", "Kim", amount=30, damageType="fire")
        older.refused("effect_for_no_roll", "save", "Kim", ability=ability, **{"with": ["inspiration"]})
    else:
        older.did("apply", "Kim", condition="paralyzed")
        older.did("save", "Kim", ability=ability, dc=10, **{"with": ["inspiration"]})
    assert "Inspiration" in effects(older)


def test_other_effects_of_one_roll_are_spent_alike(older: Table) -> None:
    older.did("apply", "Bo", effect="Bardic Inspiration")
    older.roll_with(falling(10, face=5))
    assert "15" in older.did("check", "Bo", ability="wis", **{"with": ["bardic inspiration"]})["text"] and effects(older, "Bo") == []


# ── SRD 5.2 ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def answered(table: Table) -> Answer:
    return table.did("act", "Kim", act="Heroic Inspiration", answer=True)


@pytest.mark.parametrize(
    ("operation", "fields", "told"),
    [
        ("check", {"ability": "wis", "dc": 15}, "WIS check: 17, succeeds against DC 15"),
        ("save", {"ability": "wis", "dc": 15}, "WIS save: 17, succeeds against DC 15"),
        ("check", {"ability": "wis"}, "WIS check: 17"),
        ("attack", {"targetName": "Ogre"}, "19 against AC 10, a hit"),
    ],
)
def test_heroic_inspiration_rolls_the_die_again(newer: Table, operation: str, fields: dict[str, Any], told: str) -> None:
    newer.roll_with(falling(3))
    offered = newer.did(operation, "Kim", **fields)
    assert "Kim (Heroic Inspiration)" in offered["text"]
    newer.roll_with(falling(17))
    assert told in answered(newer)["text"] and effects(newer) == []
    newer.did("check", "Kim", ability="wis")
    newer.refused("target_unfit", "act", "Kim", act="Heroic Inspiration", answer=True)


@pytest.mark.parametrize(
    ("mode", "new", "total"), [("advantage", 12, 12), ("advantage", 2, 9), ("disadvantage", 12, 9), ("disadvantage", 2, 2)]
)
def test_of_two_dice_only_one_is_rolled_again(newer: Table, mode: str, new: int, total: int) -> None:
    newer.roll_with(falling(9, 4))
    newer.did("check", "Kim", ability="wis", mode=mode)
    newer.roll_with(falling(new))
    assert f"WIS check: {total} ({mode})" in answered(newer)["text"]


def test_who_has_none_is_neither_offered_nor_given_it(newer: Table) -> None:
    newer.roll_with(falling(3))
    assert "Heroic Inspiration" not in newer.did("check", "Bo", ability="wis", dc=15)["text"]
    newer.refused("target_unfit", "act", "Bo", act="Heroic Inspiration", answer=True)


@pytest.mark.parametrize(("operation", "fields", "told"), ROLLS)
def test_with_leads_to_the_answer(newer: Table, operation: str, fields: dict[str, Any], told: str) -> None:
    refused = newer.refused("answers_a_roll", operation, "Kim", **{"with": ["inspiration"]}, **fields)
    assert '"act": "Heroic Inspiration", "characterName": "Kim", "answer": true' in refused["text"]
    assert refused["error"]["try"] == {"operation": operation, "characterName": "Kim", **fields}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("operation", "fields"),
    [("check", {"skill": "athletics", "dc": 25}), ("save", {"ability": "wis", "dc": 25}), ("attack", {"targetName": "Ogre"})],
)
def test_bardic_inspiration_before_the_roll_leads_to_the_answer_after_it(ruleset: Ruleset, operation: str, fields: dict[str, Any]) -> None:
    for table in table_of(ruleset, inspired=False):
        table.did("create", name="Lia", character={"classes": ["bard 5"], "abilities": {"cha": 18}})
        table.did("act", "Lia", act="Bardic Inspiration", targets=["Kim"])
        table.roll_with(falling(2))
        refused = table.refused("answers_a_roll", operation, "Kim", **fields, with_=["Bardic Inspiration"])
        assert '"act": "Inspired"' in refused["text"]
        assert "May answer: Kim (Inspired)" in table.send(refused["error"]["try"], "execute_action")["text"]


@pytest.mark.stored
def test_an_act_that_only_changes_a_deed_is_spent_in_answer_to_one() -> None:
    with begun("5.2") as game:
        table = Table(game)
        table.did("create", name="Sol", character={"classes": ["fighter 1"], "hpMax": 30})
        table.did("apply", "Sol", effect="Heroic Inspiration")
        refused = table.refused("answers_a_deed", "act", "Sol", act="Heroic Inspiration")
        assert "try" not in refused["error"]
        table.did("check", "Sol", skill="athletics")
        refused = table.refused("answers_a_deed", "act", "Sol", act="Heroic Inspiration")
        assert table.send(refused["error"]["try"], "execute_action")["ok"]
        assert not table.thing("Sol").body.get("effects")


@pytest.mark.stored
def test_the_game_master_may_spend_it_all_the_same() -> None:
    with begun("5.2") as game:
        table = Table(game)
        table.did("create", name="Sol", character={"classes": ["fighter 1"], "hpMax": 30})
        table.did("apply", "Sol", effect="Heroic Inspiration")
        table.did("act", "Sol", act="Heroic Inspiration", force=True)
        assert not table.thing("Sol").body.get("effects")
