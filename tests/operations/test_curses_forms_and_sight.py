"""Curses that keep hit points away, the gear of lycanthropes, a devil's sight, and gazes that must be seen (SRD 5.1 and 5.2)."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

CREATURES = Path(__file__).parents[2] / "data" / "creatures"


@laid_alike
def with_hero(ruleset: Ruleset, **more: Any) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"classes": ["fighter 5"], "party": True, "hpMax": 60, "hp": 20} | more)
    return table


# ── hit points that stay away ───────────────────────────────────────────────────────────────────────────────────────

NOTHING, BY_MAGIC = "regains_no_hit_points", "regains_hit_points_by_magic_only"


@each_row(("ruleset", "flag"), [(r, flag) for r in RULESETS for flag in (NOTHING, "no_healing", BY_MAGIC)])
def test_a_rest_heals_nobody_who_cannot_be_healed(ruleset: Ruleset, flag: str) -> None:
    table = with_hero(ruleset)
    table.did("create", name="Kim", character={"classes": ["cleric 5"], "party": True, "spells": {"prepared": ["Cure Wounds"]}})
    given = {"name": "Rot", "modifiers": [{"target": "flag", "op": "grant", "value": flag}]}
    assert table.send({"operation": "apply", "characterName": "Hero", "effect": given}, "manage_condition")["ok"]
    rest = table.did("rest", "Hero", kind="long")
    assert table.hp("Hero") == 20 and "Hero cannot be healed" in rest["text"], rest["text"]
    table.did("advance", duration="1 day")
    table.did("rest", "Hero", kind="short", hitDice=1)
    assert table.hp("Hero") == 20
    table.did("cast", "Kim", spell="Cure Wounds", targetName="Hero")
    assert (table.hp("Hero") > 20) is (flag == BY_MAGIC)


@each_row(
    ("ruleset", "block", "lasting"),
    [
        ("5.1", "Mummy", "Mummy Rot"),
        ("5.1", "Mummy Lord", "Mummy Rot"),
        ("5.2", "Mummy", "Rotting"),
        ("5.2", "Mummy Lord", "Rotting"),
        ("5.1", "Giant Rat (Diseased)", "Giant Rat Disease"),
        ("5.1", "Otyugh", "Otyugh Disease"),
        ("5.1", "Death Dog", "Death Dog Disease"),
    ],
)
def test_a_later_day_lowers_the_maximum_and_deals_no_damage(ruleset: Ruleset, block: str, lasting: str) -> None:
    table = with_hero(ruleset)
    table.did("create", template=block, name="Foe")
    table.did("update", "Hero", character={"hpMax": 600, "hp": 500})
    table.roll_with(falling(20, 1, face=3))
    table.did("act", "Foe", act="Rotting Fist" if "Mummy" in block else "Bite", targetName="Hero", force=True)
    assert any(e.name == lasting for e in table.thing("Hero").creature.effects)
    hp, most = table.hp("Hero"), table.number("Hero", "hpMax")
    table.roll_with(falling(1, face=3))
    table.did("advance", duration="1 day")
    assert table.hp("Hero") == hp and table.number("Hero", "hpMax") < most


# ── gear in another form ────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("block", "form"),
    [
        (f"Were{w}", form)
        for w, beast in (("bear", "bear"), ("boar", "boar"), ("rat", "rat"), ("tiger", "tiger"), ("wolf", "wolf"))
        for form in ("hybrid", beast)
    ],
)
def test_the_gear_of_a_lycanthrope_does_not_change(block: str, form: str) -> None:
    table = Table(begun("5.1"))
    table.did("create", template=block, name="Foe")
    table.did("give", "Foe", template="Ring of Protection", equip=True, attune=True)
    saved = table.number("Foe", "saves.wis")
    text = table.did("act", "Foe", act="Shapechanger", choice={"choice": form})["text"]
    assert table.number("Foe", "saves.wis") == saved, text
    assert "merge" not in text


# ── sight ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "light", "sees"),
    [("5.1", "dark", True), ("5.2", "dark", True), ("5.1", "dim", False), ("5.2", "dim", True)],
)
def test_a_devils_sight_is_no_darkvision(ruleset: Ruleset, light: str, sees: bool) -> None:
    """A human sees in the dark as if it were bright; in dim light only by the newer text."""
    sight = {"eldritch invocations": ["devil's sight"]}
    table = with_hero(ruleset, classes=["warlock 5"], race="human", choices=sight)
    assert table.send({"operation": "update", "light": light}, "manage_room")["ok"]
    check = table.did("check", "Hero", skill="perception")["text"]
    assert ("dim light" not in check) is sees, check
    assert "darkvision" not in table.did("character", "Hero")["text"] + table.did("look")["text"]
    assert ("for Hero bright" in table.did("look")["text"]) is sees


SEEN = [
    (path.parent.name, block["name"], act["name"])
    for path in sorted(CREATURES.glob("*/*.json"))
    for block in [json.loads(path.read_text("utf-8"))]
    for act in [*block.get("acts", ()), *(a for f in block.get("features", ()) for a in f.get("acts", ()))]
    if '"sees_user"' in json.dumps(act.get("steps"))
]


def test_the_acts_that_must_be_seen_are_those_of_the_texts() -> None:
    assert len(SEEN) == 16


@each_row(("ruleset", "block", "act", "blind"), [(*row, blind) for row in SEEN for blind in (False, True)])
def test_whoever_does_not_see_it_is_spared(ruleset: Ruleset, block: str, act: str, blind: bool) -> None:
    table = with_hero(ruleset, type="humanoid", hpMax=200, hp=200, abilities=dict.fromkeys(ABILITIES, 10))
    table.did("create", template=block, name="Foe")
    if blind:
        assert table.send({"operation": "apply", "characterName": "Hero", "condition": "blinded"}, "manage_condition")["ok"]
    table.roll_with(falling(2, face=2))
    text = table.did("act", "Foe", act=act, targetName="Hero", force=True)["text"]
    assert ("Hero does not see Foe." in text) is blind, text
    assert ("fails" in text) is not blind, text


# ── a curse that its bearer feels ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_attunes_to_an_armor_of_vulnerability_feels_its_curse(ruleset: Ruleset) -> None:
    table = with_hero(ruleset)
    table.did("give", "Hero", template="Armor of Vulnerability (bludgeoning)", identified=False, equip=True)
    sent = {"operation": "attune", "characterName": "Hero", "itemName": "Plate Armor"}
    player = Caller("player", "Ann", characters=("Hero",))
    told = table.game.ask(sent, "manage_inventory", "brief", player)["text"]
    assert "ulnerable" in told and "piercing" in told and "slashing" in told, told
    assert "Vulnerability" not in told
