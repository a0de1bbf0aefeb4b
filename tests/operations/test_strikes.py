"""Attacks where places count: reach and range, close combat, cover, who stands beside the target, and the proposals that walk there first."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import ANN, SCORES, fought, put, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

SQUARES = {"Oda": "C5", "Pip": "B9", "Ogre": "H5", "Goblin_1": "K1", "Goblin_2": "L10"}


@laid_alike
def standing(ruleset: Ruleset = "5.2", hand: str | None = None, who: str = "Oda", **squares: str) -> Table:
    """A fight in the crypt in which these stand there, at the turn of one of them, who holds this weapon."""
    table = fought(ruleset)
    put(table, **{**SQUARES, **squares})
    if hand:
        table.did("give", who, item=hand, equip=True)
        if "bow" in hand:
            table.did("give", who, item="Arrow", quantity=20)
    turn_of(table, who)
    return let(table, 12, face=3)


def attacked(table: Table, target: str, who: str = "Oda", **fields: Any) -> str:
    return str(table.did("attack", who, targetName=target, **fields)["text"])


# ── reach ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sword_reaches_5_ft_and_a_glaive_10(ruleset: Ruleset) -> None:
    for hand, most in (("Longsword", 5), ("Glaive", 10)):
        table = standing(ruleset, hand, Ogre="F5", Oda="C5")
        refused = table.refused("beyond_reach", "attack", "Oda", targetName="Ogre")
        assert f"reaches {most} ft" in refused["text"]
        assert [one["operation"] for one in refused["error"]["try"]["batch"]] == ["move", "attack"]
        assert table.send(refused["error"]["try"], "execute_action")["ok"]


def test_what_is_too_far_even_for_the_walk_is_walked_toward() -> None:
    table = standing(hand="Longsword")
    refused = table.refused("beyond_reach", "attack", "Oda", targetName="Goblin 2")
    assert refused["error"]["try"]["operation"] == "move"
    assert table.send(refused["error"]["try"], "execute_action")["ok"]


def test_force_strikes_from_anywhere() -> None:
    assert "Ogre" in attacked(standing(hand="Longsword"), "Ogre", force=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_act_of_a_stat_block_has_its_own_reach(ruleset: Ruleset) -> None:
    table = standing(ruleset, who="Ogre")
    refused = table.refused("beyond_reach", "act", "Ogre", act="Greatclub", targets=["Oda"])
    assert table.send(refused["error"]["try"], "execute_action")["ok"]


# ── range ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_beyond_the_normal_range_a_shot_has_disadvantage_and_beyond_the_long_one_none_is_possible(ruleset: Ruleset) -> None:
    table = fought(ruleset, ground={"size": "100x3"})
    put(table, Oda="A1", Pip="A3", Ogre="Q1", Goblin_1="CV1", Goblin_2="CV3")
    table.did("give", "Oda", item="Shortbow", equip=True)
    table.did("give", "Oda", item="Arrow", quantity=20)
    turn_of(table, "Oda")
    let(table, 15, 12)
    assert "disadvantage" not in attacked(table, "Ogre")
    put(table, Goblin_1="BA1")
    assert "disadvantage (260 ft is beyond 80)" in attacked(table, "Goblin 1")
    table.refused("beyond_range", "attack", "Oda", targetName="Goblin 2")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_thrown_weapon_flies_as_far_as_it_is_made_for(ruleset: Ruleset) -> None:
    table = standing(ruleset, "Javelin", Ogre="H5")
    assert "Ogre" in attacked(table, "Ogre", **{"with": ["thrown"]})
    table = standing(ruleset, "Handaxe", Ogre="I5")
    assert "disadvantage (30 ft is beyond 20)" in attacked(table, "Ogre", **{"with": ["thrown"]})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_any_foe_beside_the_shooter_hinders_the_shot_not_only_the_target(ruleset: Ruleset) -> None:
    table = standing(ruleset, "Shortbow", Goblin_1="C6")
    assert "disadvantage (Goblin 1 is within 5 ft)" in attacked(table, "Ogre")
    table = standing(ruleset, "Shortbow", Goblin_1="C6")
    table.did("apply", "Goblin 1", condition="incapacitated")
    assert "disadvantage" not in attacked(table, "Ogre")


# ── cover ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_stands_between_gives_half_cover_and_the_word_of_the_game_master_counts_instead(ruleset: Ruleset) -> None:
    table = standing(ruleset, "Longbow", Ogre="A1", Oda="A10", Pip="C10", Goblin_1="E10")
    assert "with half cover (Pip)" in attacked(table, "Goblin 1")
    table = standing(ruleset, "Longbow", Ogre="A1", Oda="A10", Pip="C10", Goblin_1="E10")
    assert "cover" not in attacked(table, "Goblin 1", **{"with": ["no_cover"]})
    table = standing(ruleset, "Longbow", Ogre="A1", Oda="A10", Pip="C10", Goblin_1="E10")
    ac = int(attacked(table, "Goblin 1", **{"with": ["three_quarters_cover"]}).partition("against AC ")[2][:2])
    table = standing(ruleset, "Longbow", Ogre="A1", Oda="A10", Pip="K10", Goblin_1="E10")
    assert ac == int(attacked(table, "Goblin 1").partition("against AC ")[2][:2]) + 5


def test_nobody_strikes_or_shoots_through_a_wall() -> None:
    table = standing(hand="Longbow", Oda="E3", Goblin_1="L2", Ogre="A1")
    room(table, bagName="Crypt", ground={"features": [{"is": "wall", "at": "I1 J1 I4-J10"}]})
    refused = table.refused("total_cover", "attack", "Oda", targetName="Goblin 1")
    assert "behind total cover (wall)" in refused["text"]


# ── who stands beside the target ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_ally_beside_the_target_follows_from_places(ruleset: Ruleset) -> None:
    for pip, has_ally in (("B9", False), ("I4", True)):
        table = standing(ruleset, Pip=pip, Oda="G5")
        table.did("create", name="Nim", character={"abilities": SCORES, "classes": {"rogue": 5}, "party": True}, roomName="Crypt")
        put(table, Nim="G6")
        table.did("give", "Nim", item="Dagger", equip=True)
        table.did("start_fight", names=["Nim"])
        put(table, Oda="A1")
        turn_of(table, "Nim")
        let(table, 19, face=3)
        told = table.did("attack", "Nim", targetName="Ogre", **{"with": ["Sneak Attack"]})["text"]
        assert ("Sneak Attack does not count" not in told) == has_ally, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pack_tactics_follows_from_places(ruleset: Ruleset) -> None:
    for other, has_ally in (("L1", False), ("D4", True)):
        table = standing(ruleset, Oda="C5")
        for name in ("Wolf 1", "Wolf 2"):
            table.did("create", name=name, template="Wolf", roomName="Crypt")
        put(table, Wolf_1="C6", Wolf_2=other, Ogre="K8", Goblin_1="K1", Goblin_2="J1")
        table.did("start_fight", names=["Wolf 1", "Wolf 2"])
        turn_of(table, "Wolf 1")
        let(table, 5, 6)
        told = table.did("act", "Wolf 1", act="Bite", targets=["Oda"])["text"]
        assert ("advantage" in told) == has_ally, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_prone_helps_those_beside_and_hinders_those_farther_off(ruleset: Ruleset) -> None:
    for at, mode in (("D5", " with advantage"), ("G5", "with disadvantage")):
        table = standing(ruleset, "Longbow" if at == "G5" else "Longsword", Goblin_1=at, Ogre="A1")
        table.did("apply", "Goblin 1", condition="prone")
        assert mode in attacked(table, "Goblin 1")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_straight_run_counts_as_a_charge(ruleset: Ruleset) -> None:
    for path, charges in ((["C8", "D8", "E8", "F8"], True), (["C9", "D8", "E9", "F8"], False)):
        table = standing(ruleset, Pip="A1", Oda="G8")
        room(table, bagName="Crypt", ground={"clear": ["G8-H9"]})
        table.did("create", name="Boar", template="Boar", roomName="Crypt")
        put(table, Boar="B8", Ogre="K2")
        table.did("start_fight", names=["Boar"])
        turn_of(table, "Boar")
        let(table, 15, 1, face=3)
        table.did("move", "Boar", path=path)
        told = table.did("act", "Boar", act="Tusk" if ruleset == "5.1" else "Gore", targets=["Oda"])["text"]
        assert ("prone" in told) == charges, told


# ── spells ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def caster(ruleset: Ruleset, at: str) -> Table:
    """The same fight with a cleric, whose turn it is."""
    table = standing(ruleset)
    sheet = {"abilities": SCORES | {"wis": 16}, "classes": {"cleric": 5}, "party": True}
    table.did("create", name="Sef", character=sheet, roomName="Crypt")
    put(table, Sef=at)
    table.did("start_fight", names=["Sef"])
    turn_of(table, "Sef")
    return let(table, 12, face=3)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_touch_reaches_5_ft_and_a_range_its_feet(ruleset: Ruleset) -> None:
    table = caster(ruleset, "F8")
    table.did("damage", "Pip", amount=5, damageType="fire")
    refused = table.refused("beyond_reach", "cast", "Sef", spell="Cure Wounds", targets=["Pip"])
    assert table.send(refused["error"]["try"], "execute_action")["ok"]


@each_row(("word",), [("no_cover",), ("no_ally_near",)])
def test_the_words_that_deny_places_are_unknown_where_nothing_measures(word: str) -> None:
    table = standing(hand="Longsword", Goblin_1="D5")
    assert attacked(table, "Goblin 1", **{"with": [word]})
    table.did("end_fight")
    assert not table.ask("attack", "Oda", targetName="Goblin 1", **{"with": [word]})["ok"]


@each_row(("fields",), [({"with": ["half_cover"]},), ({"with": ["ally_near"]},), ({"with": ["moved_20"]},), ({"within5Ft": True},)])
def test_a_player_says_nothing_that_follows_from_places(fields: dict[str, Any]) -> None:
    table = standing(hand="Longsword", Goblin_1="D5")
    asked = {"operation": "attack", "characterName": "Oda", "targetName": "Goblin 1"}
    refused = table.game.ask({**asked, **fields}, "execute_action", "brief", ANN)
    assert refused["error"]["code"] == "fact_of_space"
    assert table.game.ask(asked, "execute_action", "brief", ANN)["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_bystander_gives_cover_to_those_whom_a_spell_or_an_act_aims_at(ruleset: Ruleset) -> None:
    table = standing(ruleset, who="Goblin 1", Goblin_1="A10", Oda="K1", Pip="E10", Ogre="A1", Goblin_2="L5")
    table.did("create", name="Watcher", character={"abilities": SCORES, "hpMax": 9}, roomName="Crypt")
    put(table, Watcher="C10")
    told = table.did("act", "Goblin 1", act="Shortbow", targets=["Pip"])["text"]
    assert "with half cover (Watcher)" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_players_do_not_read_who_gives_cover(ruleset: Ruleset) -> None:
    """A hidden creature between shooter and hero gives cover, and its name is in no answer of a player."""
    table = standing(ruleset, "Longbow", Goblin_1="E10", Pip="A1", Ogre="K1", Oda="A10")
    table.did("create", name="Lurker", template="Goblin" if ruleset == "5.1" else "Goblin Warrior", roomName="Crypt")
    put(table, Lurker="C10")
    let(table, 20).did("act", "Lurker", act="Hide", force=True)
    turn_of(table, "Oda")
    let(table, 15, face=3)
    asked = {"operation": "attack", "characterName": "Oda", "targetName": "Goblin 1"}
    assert "Lurker" not in str(table.game.ask(asked, "execute_action", "full", ANN))
    turn_of(table, "Goblin 1")
    table.did("act", "Goblin 1", act="Shortbow", targets=["Oda"])
    told = table.game.ask({"operation": "history"}, "read_campaign", "full", ANN)
    assert "Lurker" not in str(told) and "half cover (" not in str(told)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_a_spell_makes_strikes_from_where_it_floats(ruleset: Ruleset) -> None:
    table = standing(ruleset, Oda="A5", Ogre="G5")
    table.did("update", "Oda", character={"classes": {"fighter": 1, "cleric": 5}, "spells": {"prepared": ["Spiritual Weapon"]}})
    assert "Ogre" in table.did("cast", "Oda", spell="Spiritual Weapon", targets=["Ogre"])["text"]
    far = standing(ruleset, Oda="A5", Ogre="G5")
    far.refused("beyond_reach", "attack", "Oda", targetName="Ogre")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_holds_a_corpse_as_a_creature(ruleset: Ruleset) -> None:
    table = standing(ruleset, Oda="D5", Goblin_1="E5")
    table.did("apply", "Goblin 1", condition="grappled", source="Oda")
    table.did("damage", "Goblin 1", amount=100, damageType="force")
    told = str(table.did("move", "Oda", to="C5")["text"])
    assert "moves 5 ft (25 left)" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hidden_wall_is_met_by_the_arrow_and_told_by_no_refusal(ruleset: Ruleset) -> None:
    table = fought(ruleset, {"size": "30x10", "features": [{"is": "wall", "at": "H1-H10", "hidden": True}]})
    table.did("give", "Oda", item="Longbow")
    table.did("give", "Oda", item="Arrow", quantity=20)
    table.did("equip", "Oda", itemName="Longbow")
    put(table, Oda="D5", Pip="A1", Ogre="M5", Goblin_1="AC1", Goblin_2="AC3")
    turn_of(table, "Oda")
    shot = {"operation": "attack", "characterName": "Oda", "targetName": "Ogre"}
    asked = table.game.ask({**shot, "dryRun": True}, "execute_action", "brief", ANN)
    assert asked["ok"] and "unseen" not in asked["text"]
    let(table, 20, face=3)
    answer = table.game.ask(shot, "execute_action", "brief", ANN)
    assert answer["ok"] and "Something unseen stops the attack on Ogre" in answer["text"] and "miss" in answer["text"], answer["text"]
    assert "19" in str(table.ask("inventory", "Oda")["text"]), "the arrow flew"
