"""What a save is against: changes of the sheet that count for some saves alone are asked when it is rolled."""

import pytest

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.rolls import saves
from rpg_lite.rules import roll_scopes
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure

ADVANTAGE, NORMAL = "2d20kh1", "1d20"


def hero(ruleset: Ruleset = "5.1", **character: object) -> Sandbox:
    box = Sandbox(first_world(ruleset)).let(10)
    box.accept("create", name="Hero", character={"hpMax": 20, **character})
    return box


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(
    ("vs", "dice"),
    [
        (["poison"], ADVANTAGE), (["poisoned"], ADVANTAGE), ("poison", ADVANTAGE), ("Magic, Poison", ADVANTAGE), (["charm"], NORMAL),
        ([], NORMAL), (["magic"], NORMAL),
    ],
)  # fmt: skip
def test_a_dwarf_resists_poison(ruleset, vs, dice):
    answer = hero(ruleset, race="dwarf").did("save", "Hero", ability="con", dc=10, vs=vs)
    assert f"Rolled {dice}" in answer["text"]


def test_without_vs_nothing_changes():
    assert f"Rolled {NORMAL}" in hero(race="dwarf").did("save", "Hero", ability="con", dc=10)["text"]


def test_the_answer_says_against_what():
    assert "CON save against poison" in hero(race="dwarf").did("save", "Hero", ability="con", vs=["poison"])["text"]


@each_row(
    ("character", "ability", "vs", "dice"),
    [
        ({"features": ["Fey Ancestry"]}, "wis", ["charm"], ADVANTAGE), ({"features": ["Brave"]}, "wis", ["fear"], ADVANTAGE),
        ({"features": ["Gnome Cunning"]}, "int", ["magic"], ADVANTAGE), ({"features": ["Gnome Cunning"]}, "int", ["spell"], ADVANTAGE),
        ({"features": ["Gnome Cunning"]}, "dex", ["magic"], NORMAL),
        ({"features": [{"name": "Ward", "modifiers": [{"target": "save.all", "op": "add", "value": 3, "scope": ["against:spell"]}]}]}, "dex", ["spell"], "1d20+3"),
        ({"features": [{"name": "Ward", "modifiers": [{"target": "save.all", "op": "add", "value": 3, "scope": ["against:spell"]}]}]}, "dex", ["magic"], NORMAL),
        ({"features": [{"name": "Luck", "modifiers": [{"target": "save.dex", "op": "add_dice", "value": "1d4", "scope": ["against:traps"]}]}]}, "dex", ["traps"], "1d20+1d4"),
        ({"features": [{"name": "Ward", "modifiers": [{"target": "save.all", "op": "advantage", "scope": ["against:charm", "attacker:fiend"]}]}]}, "wis", ["charm"], NORMAL),
        ({"features": [{"name": "Ward", "modifiers": [{"target": "save.all", "op": "advantage", "scope": ["against:charm", "attacker:fiend"]}]}]}, "wis", ["charm", "attacker:fiend"], ADVANTAGE),
    ],
)  # fmt: skip
def test_scopes_of_the_sheet_count(character, ability, vs, dice):
    assert f"Rolled {dice}:" in hero(**character).did("save", "Hero", ability=ability, vs=vs)["text"].replace(" (", ": (")


def test_asked_disadvantage_and_scoped_advantage_cancel():
    assert f"Rolled {NORMAL}" in hero(race="dwarf").did("save", "Hero", ability="con", vs=["poison"], mode="disadvantage")["text"]


def test_a_scoped_automatic_failure_fails():
    box = hero(features=[{"name": "Doom", "modifiers": [{"target": "save.wis", "op": "auto_fail", "scope": ["against:fear"]}]}])
    assert "fails without a roll" in box.did("save", "Hero", ability="wis", vs=["fear"], dc=5)["text"]
    assert "fails without" not in box.did("save", "Hero", ability="wis", vs=["charm"], dc=5)["text"]


def test_other_mechanics_ask_the_same():
    box = hero(race="dwarf", abilities={"con": 14})
    stats = thing_stats.stats_of(box.world, box.thing("Hero"), box.book)
    terms = saves.terms(stats, "con", ["poison"])
    assert (terms.bonus, terms.mode, terms.dice, terms.fails) == (stats.saves.values["con"].value, "advantage", (), False)
    assert [(m.target, m.scope) for m in terms.scoped] == [("save.all", ("against:poison",))]
    draft = Draft(box.world, box._situation(dry=False))
    made = saves.save(draft, box.thing("Hero"), "con", 30, ["poison"])
    assert (made.mode, made.passed, made.total) == ("advantage", False, 10 + terms.bonus) and len(draft.events) == 1


def test_a_save_for_concentration_is_against_concentration():
    box = hero(
        features=[{"name": "War Caster", "modifiers": [{"target": "save.con", "op": "advantage", "scope": ["against:concentration"]}]}]
    )
    box.did("apply", "Hero", effect="Bless", source="Hero")
    assert ADVANTAGE in box.did("damage", "Hero", amount=1, damageType="fire")["text"]


@each_row("vs", [["x" * 5000], ["poison"] * 11, [1], [""], {"poison": True}])
def test_odd_tags_are_refused(vs):
    hero().refused("argument_invalid", "save", "Hero", ability="con", vs=vs)


@each_row(
    ("scope", "against", "holds"),
    [
        (["against:spell|magic"], ["magic"], True), (["against:spell"], ["magic"], False), (["against:magic"], ["spell"], True),
        (["source:magic"], ["magic"], True), (["against:dragon_breath|frightful_presence"], ["dragon breath"], True), (["hearing|smell"], ["smell"], True),
        (["not against:poison"], ["charm"], True), (["not against:poison"], ["poison"], False), (["one_roll"], ["poison"], False), (["against:poison"], [], False),
    ],
)  # fmt: skip
def test_a_scope_holds_where_every_part_is_met(scope, against, holds):
    assert roll_scopes.holds(scope, roll_scopes.tags(against)) == holds
