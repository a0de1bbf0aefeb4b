"""Calls that leave out what the rules or the room say anyway."""

import re
from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.crypts import crypt, fought, room, turn_of
from tests.operations.dice import let
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


@each_row(("fields",), [({"names": ["party", "Goblin 1"], "space": "measured"},), ({"places": {"party": "door south"}},)])
def test_whoever_has_a_stat_block_and_a_name_of_its_own_is_told_with_the_reason(fields: dict[str, Any]) -> None:
    table = crypt(begun())
    for name, template in (("Rurik", "Bandit"), ("Jory", "Bandit Captain"), ("Mira", "Commoner")):
        table.did("create", name=name, template=template, roomName="Crypt")
    told = str(table.did("start_fight", **fields)["text"])
    persons = told.split("\n")[0].partition("Not in the fight: Rurik")[2]
    assert "Rurik" not in fighters(table) and ("Mira" in persons) == ("places" in fields), told
    assert re.search(r"Not in the fight: Rurik,? (and )?Jory.*whoever has a name of its own may stand on any side", told), told


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


# ── weapons and hands ───────────────────────────────────────────────────────────────────────────────────────────────


def armed(ruleset: Ruleset, *held: str) -> Table:
    """Oda's turn, with a goblin beside her; she carries a mace, a dagger and a shortbow, and holds what is said."""
    table = crypt(begun(ruleset))
    for item in ("Mace", "Longsword", "Dagger", "Shortbow", "Shield", "Torch"):
        table.did("give", "Oda", item=item)
    table.did("give", "Oda", item="Arrow", quantity=20)
    for item in held:
        table.did("equip", "Oda", itemName=item)
    table.did("start_fight", names=["party", "Goblin 1"], space="measured", places={"Oda": "B9", "Goblin 1": "B8"})
    turn_of(table, "Oda")
    return let(table, 15, face=2)


@each_row(
    ("ruleset", "held", "item", "says"),
    [
        ("5.1", (), "Mace", "Oda draws Mace"), ("5.2", (), "Mace", "Oda draws Mace"), ("5.1", ("Shield",), "Mace", "Oda draws Mace"),
        ("5.2", ("Longsword",), "Mace", "Oda puts Longsword away and draws Mace"), ("5.1", ("Longsword",), "Mace", "Oda drops Longsword and draws Mace"),
        ("5.1", ("Longsword",), "Shortbow", "Oda drops Longsword and draws Shortbow"), ("5.2", (), "Shortbow", "Oda draws Shortbow"),
    ],
)  # fmt: skip
def test_an_attack_draws_the_weapon_that_it_names(ruleset: Ruleset, held: tuple[str, ...], item: str, says: str) -> None:
    table = armed(ruleset, *held)
    answer = table.did("attack", "Oda", targetName="Goblin 1", itemName=item)
    assert says in answer["text"] and table.worn("Oda").get("mainhand") == item


@each_row(
    ("ruleset", "held", "item"),
    [
        ("5.1", ("Longsword", "Shield"), "Shortbow"), ("5.2", ("Longsword", "Shield"), "Shortbow"),
    ],
)  # fmt: skip
def test_a_weapon_that_takes_more_than_the_free_part_of_a_turn_is_refused_with_equip(
    ruleset: Ruleset, held: tuple[str, ...], item: str
) -> None:
    table = armed(ruleset, *held)
    refused = table.refused("weapon_takes_action", "attack", "Oda", targetName="Goblin 1", itemName=item)
    assert refused["error"]["try"] == {"operation": "equip", "characterName": "Oda", "itemName": item}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_grapple_with_full_hands_proposes_to_stow_the_sword(ruleset: Ruleset) -> None:
    table = armed(ruleset, "Longsword", "Shield")
    refused = table.refused("no_free_hand", "act", "Oda", act="Grapple", targets=["Goblin 1"])
    assert refused["error"]["try"]["itemId"] == table.id("Longsword")


# ── turns, checks, words and ways ───────────────────────────────────────────────────────────────────────────────────


IDLE = "has done nothing in it"


def test_the_turn_of_a_surprised_hero_warns_of_nothing_and_passes_by_itself() -> None:
    table = crypt(begun("5.1"))
    table.did("start_fight", names=["party", "Goblin 1"], space="measured", surprised=["party"], d20={"Oda": [20], "Pip": [19], "Goblin 1": [1]})
    answer = table.did("next_turn", play="foes")
    assert IDLE not in answer["text"] and "Goblin 1" in answer["text"] and "Round 2: Oda's turn" in answer["text"]


@each_row(("play",), [({},), ({"play": "foes"},)])
def test_an_idle_turn_is_told_however_it_is_passed(play: dict[str, str]) -> None:
    table = fought("5.1")
    turn_of(table, "Oda")
    assert IDLE in table.did("next_turn", **play)["text"]


def test_a_turn_with_a_check_is_not_idle() -> None:
    table = fought("5.1")
    turn_of(table, "Oda")
    table.did("check", "Oda", skill="athletics", dc=12)
    assert IDLE not in table.did("next_turn")["text"]


def test_a_check_against_a_number_may_name_whom_it_is_meant_for() -> None:
    table = crypt(begun())
    answer = table.did("check", "Oda", skill="persuasion", targetName="Ogre", dc=12)
    assert "The check is toward Ogre." in answer["text"]


def test_known_people_stop_nobody_and_strangers_and_foes_do() -> None:
    table = crypt(begun())
    room(table, "create", name="Yard", direction="north")
    for name in ("Goblin 1", "Goblin 2", "Ogre"):
        table.did("damage", name, amount=200, damageType="fire")
    table.did("create", name="Wat", character={"hpMax": 4}, roomName="Crypt")
    room(table, "go", direction="north")
    answer = room(table, "go", toName="Lobby")
    assert "They stop" not in answer["text"], answer["text"]
    assert "Wat is not here to hear it." in table.send({"operation": "say", "characterName": "Oda", "toName": "Wat", "text": "Hello"}, "keep_journal")["text"]
    table.did("create", name="Wolf", template="Wolf", roomName="Crypt")
    assert "where they meet: Wolf" in room(table, "go", toName="Yard")["text"]


def test_a_shop_without_a_name_is_the_one_where_the_party_stands() -> None:
    table = crypt(begun())
    table.did("create", name="Berta", character={"hpMax": 4}, roomName="Crypt")
    table.did("shop", "Berta", prices=2)
    assert "Berta" in table.send({"operation": "shop"}, "manage_inventory")["text"]


def test_a_look_into_a_chest_proposes_to_view_it() -> None:
    table = crypt(begun())
    table.did("give", bagName="floor", item="Chest")
    refused = room(table, "look", bagName="Chest")
    assert refused["error"]["try"] == {"operation": "view", "bagName": "Chest"}


def test_points_are_shared_among_the_living() -> None:
    table = crypt(begun("5.1"))
    table.did("create", name="Clem", character={"classes": {"cleric": 5}, "choices": {"subclass": "Life Domain"}, "party": True})
    table.did("damage", "Oda", amount=99, damageType="fire")
    table.refused("target_dead", "act", "Clem", act="Preserve Life", targets=["Oda"], choice={"Oda": "10"})


def test_spirit_guardians_are_radiant_unless_the_call_says_otherwise() -> None:
    assert "radiant" in casts(hall("5.1", turn="Clem"), "Spirit Guardians", who="Clem")["text"]
