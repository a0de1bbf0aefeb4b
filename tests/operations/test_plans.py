"""A dry run of an act tells its numbers and the ranges of its dice, never what the lowest roll would do."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.dice import let, result
from tests.operations.worlds import GOBLIN, Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
HERO = {"classes": ["wizard 5", "cleric 5"], "abilities": {"int": 18, "wis": 16, "str": 14}, "party": True}


def table(ruleset: Ruleset = "5.1") -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Hero", character=HERO)
    box.accept("create", name="Ogre", character={**GOBLIN, "hpMax": 9, "type": "humanoid"})
    return box


@each_row(
    ("spell", "fields", "told"),
    [
        ("Fireball", {"targets": ["Ogre"]}, "Hero would cast Fireball (slot 3, 2 of 3 left) on Ogre: DEX save DC 16, 8d6 (8–48) fire, half on a success."),
        ("Fireball", {"targets": ["Ogre"], "slot": 5}, "8d6+2d6 (10–60) fire"),
        ("Magic Missile", {"targets": ["Ogre"]}, "on Ogre: 3 × 1d4+1 (2–5) force."),
        ("Fire Bolt", {"targets": ["Ogre"]}, "on Ogre: ranged attack +8, 2d10 (2–20) fire."),
        ("Cure Wounds", {"targets": ["Hero"], "force": True}, "1d8+3 (4–11) hit points"),
        ("Hold Person", {"targets": ["Ogre"]}, "WIS save DC 16, paralyzed"),
        ("Sleep", {"targets": ["Ogre"]}, "5d8 (5–40) hit points"),
    ],
)  # fmt: skip
def test_a_dry_cast_tells_the_ranges(spell: str, fields: dict[str, Any], told: str) -> None:
    text = table().did("cast", "Hero", spell=spell, **fields, dryRun=True)["text"]
    assert told in text
    assert "fails" not in text and "dead" not in text and "HP " not in text


def test_the_plan_is_data_as_well() -> None:
    plan = result(table().did("cast", "Hero", spell="Fireball", targets=["Ogre"], dryRun=True))["plan"]
    assert plan == {
        "cost": "action", "slot": 3, "times": 1, "save": {"ability": "dex", "dc": 16, "onPass": "half"},
        "damage": [{"dice": "8d6", "type": "fire", "min": 8, "max": 48, "average": 28.0, "critMin": 16, "critMax": 96}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("ruleset", "parts", "told"),
    [("5.1", [("Bite", 1), ("Claw", 2)], "on Hero: Bite, 2 × Claw."), ("5.2", [("Rend", 3)], "on Hero: 3 × Rend.")],
)
def test_a_multiattack_is_planned_by_its_parts(ruleset: Ruleset, parts: list[tuple[str, int]], told: str) -> None:
    box = table(ruleset)
    box.accept("create", template="Troll")
    answer = box.did("act", "Troll", act="Multiattack", targets=["Hero"], dryRun=True)
    assert result(answer)["plan"]["parts"] == [{"name": name, "times": times} for name, times in parts]
    assert told in answer["text"]


@pytest.mark.parametrize(("ruleset", "escape"), [("5.1", None), ("5.2", 8 + 2 + 4)])
def test_a_grapple_is_planned_with_its_escape_dc(ruleset: Ruleset, escape: int | None) -> None:
    """5.1 escapes by a contest; 5.2 against 8 + STR + proficiency, here of level 10."""
    answer = table(ruleset).did("act", "Hero", act="Grapple", targets=["Ogre"], dryRun=True)
    assert result(answer)["plan"].get("escapeDc") == escape
    assert ("escape DC 14" in answer["text"]) == (escape is not None)


def test_what_is_certain_is_told_as_it_will_be() -> None:
    assert "Hero: Bless" in table().did("cast", "Hero", spell="Bless", targets=["Hero"], dryRun=True)["text"]


def test_an_act_without_numbers_of_its_own_names_the_dice_it_is_told_with() -> None:
    assert "With the lowest dice: Hero" in table().did("act", "Hero", act="Stabilize", targets=["Ogre"], dryRun=True)["text"]


def test_the_plan_of_an_unarmed_strike_names_its_damage() -> None:
    planned = table().did("act", "Hero", act="Unarmed Strike", targets=["Ogre"], dryRun=True)["text"]
    assert "melee attack +6, 3 bludgeoning" in planned


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_spell_has_a_plan_that_changes_nothing(ruleset: Ruleset) -> None:
    box = table(ruleset)
    before, planned = box.world, 0
    for name in box.book.spell_names:
        spell = box.book.spell(name)
        targets = [] if spell and spell.targets.startswith(("self", "{")) else ["Ogre"]
        answer = box.ask("cast", "Hero", spell=name, targets=targets, force=True, dryRun=True)
        if not answer["ok"]:
            assert answer["error"]["code"] in (
                "choice_required",
                "target_dead",
                "target_unfit",
                "shots_count",
                "slot_unknown",
                "form_required",
            ), answer["text"]
            continue
        plan = result(answer)["plan"]
        planned += 1
        for row in plan.get("damage", []):
            assert 0 <= row["min"] <= row["average"] <= row["max"] and row["critMax"] >= row["max"], (name, row)
    assert box.world is before and planned > 100


def test_a_played_act_is_data_in_full() -> None:
    box = table()
    box.accept("create", name="Troll", character={**GOBLIN, "hpMax": 99})
    let(box, 10, face=4)
    done = result(
        box.send(
            {"operation": "cast", "characterName": "Hero", "spell": "Fireball", "targets": ["Ogre", "Troll"]}, "execute_action", "full"
        )
    )
    save = {"ability": "dex", "dc": 16, "total": 12, "passed": False}
    assert done["targets"] == [
        {"name": "Ogre", "save": save, "damage": 32, "taken": 32, "hp": {"was": 9, "value": 0, "max": 9}, "dead": True},
        {"name": "Troll", "save": save, "damage": 32, "taken": 32, "hp": {"was": 99, "value": 67, "max": 99}},
    ]
    assert done["spent"] == {"slot_3": {"was": 3, "left": 2}}


def test_concentration_is_data_in_full_and_brief_leaves_lists_to_the_text() -> None:
    box = table()
    bless = {"operation": "cast", "characterName": "Hero", "spell": "Bless", "targets": ["Hero"]}
    assert result(box.send(bless, "execute_action", "full"))["concentration"] == {"on": "Bless"}
    again = result(box.send({**bless, "spell": "Hold Person", "targets": ["Ogre"]}, "execute_action", "full"))
    assert again["concentration"] == {"on": "Hold Person", "ended": "Bless"} and again["targets"][0]["conditions"] == ["paralyzed"]
    assert "targets" not in result(box.send(bless, "execute_action", "brief"))
