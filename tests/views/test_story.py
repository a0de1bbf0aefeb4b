"""The story at the table: each deed is one card, each reader gets the card that it may know, and an undo takes the card away."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.decision.callers import Caller
from rpg_lite.store import store_maintenance
from rpg_lite.store.store import Store
from rpg_lite.views.page import changes
from tests.answered import fireball_countered
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.store.exports import silent

Json = dict[str, Any]
THORIN = Caller("player", characters=("Thorin",))


@pytest.fixture
def table() -> Iterator[Table]:
    with begun() as game:
        here = Table(game)
        here.did("create", name="Thorin", character={"party": True, "classes": ["fighter 5"], "hpMax": 40, "abilities": {"str": 18}})
        spells = {"known": ["Shatter", "Hold Person"], "prepared": ["Shatter", "Hold Person"]}
        here.did("create", name="Elara", character={"party": True, "classes": ["wizard 5"], "hpMax": 27, "spells": spells})
        here.did("give", "Thorin", template="Longsword", equip=True)
        for n in (1, 2):
            here.did("create", template="Ghoul", name=f"Ghoul {n}")
        yield here


def cards(table: Table, everything: bool = False) -> list[Json]:
    return [e for e in story(table, everything) if e["kind"] == "deed"]


def story(table: Table, everything: bool = False) -> list[Json]:
    found: list[Json] = table.game.table(everything, THORIN)["story"]
    return found


def the_card(table: Table, everything: bool = False) -> Json:
    """The only card of the last commit."""
    newest = max(e["rev"] for e in cards(table, everything))
    (card,) = [e for e in cards(table, everything) if e["rev"] == newest]
    return card


# ── one deed, one card, one sentence ────────────────────────────────────────────────────────────────────────────────


def test_a_hit_is_one_card_with_the_die_and_what_became_of_it(table: Table) -> None:
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    card = the_card(table)
    (target,) = card["targets"]
    assert (card["who"], card["side"], card["verb"], card["what"], card["icon"]) == ("Thorin", "party", "attack", "Longsword", "sword")
    assert (card["roll"]["faces"], card["roll"]["total"]) == ([15], 22)
    assert (target["name"], target["side"], target["result"]) == ("Ghoul 1", "foe", "hit")
    assert target["damage"][0]["type"] == "slashing" and target["damage"][0]["faces"] and target["mark"] in ("hurt", "bloodied")
    assert card["says"].startswith("Thorin attacks Ghoul 1 with Longsword: hit, ")


def test_a_miss_and_a_critical_hit(table: Table) -> None:
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[2])
    assert the_card(table)["targets"] == [{"name": "Ghoul 1", "side": "foe", "result": "miss"}]
    assert the_card(table)["says"] == "Thorin attacks Ghoul 1 with Longsword: missed."
    table.did("attack", "Thorin", targetName="Ghoul 2", d20=[20])
    assert the_card(table)["targets"][0]["result"] == "critical"


def test_the_face_that_counts_comes_first(table: Table) -> None:
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[3, 17], mode="advantage")
    roll = the_card(table)["roll"]
    assert (roll["faces"], roll["total"], roll["mode"]) == ([17, 3], 24, "advantage")


@pytest.mark.parametrize(("effect", "sign"), [("1d4", 1), ("-1d4", -1)])
def test_dice_that_are_added_stand_beside_the_d20(table: Table, effect: str, sign: int) -> None:
    own = {"name": "Fate", "modifiers": [{"target": "attack.all", "op": "add_dice", "value": effect}]}
    table.did("apply", "Thorin", own=own)
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    roll = the_card(table)["roll"]
    assert 1 <= sign * roll["added"][0] <= 4 and roll["total"] == 15 + 7 + sum(roll["added"])


def test_the_parts_of_damage_add_up(table: Table) -> None:
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    (harm,) = the_card(table)["targets"][0]["damage"]
    assert harm["amount"] == sum(harm["faces"]) + harm["plus"] and harm["plus"] == 4


def test_a_kill_says_that_it_dies(table: Table) -> None:
    table.did("damage", "Ghoul 1", amount=60, damageType="fire")
    card = the_card(table)
    assert card["targets"] == [{"name": "Ghoul 1", "side": "foe", "mark": "dead"}] and card["says"] == "Ghoul 1 dies."


def test_a_spell_on_two_is_one_card_with_two_targets(table: Table) -> None:
    table.did("cast", "Elara", spell="Shatter", targets=["Ghoul 1", "Ghoul 2"])
    card = the_card(table)
    assert (card["verb"], card["what"], card["icon"], card["save"]) == ("cast", "Shatter", "burst", "CON save")
    assert card["spent"] == "slot 2, 2 of 3 left" and card["dice"][0]["dice"] == "3d8"
    assert [t["name"] for t in card["targets"]] == ["Ghoul 1", "Ghoul 2"]
    assert all(t["result"] in ("saved", "failed") and "save" not in t for t in card["targets"])


def test_a_heal_a_condition_and_its_end(table: Table) -> None:
    table.did("damage", "Thorin", amount=9, damageType="cold")
    assert the_card(table)["says"] == "Thorin takes 9 cold damage, 40 to 31 hit points."
    table.did("heal", "Thorin", amount=4)
    assert the_card(table)["targets"] == [{"name": "Thorin", "side": "party", "healed": 4, "mark": "hurt", "hp": {"was": 31, "now": 35}}]
    table.did("apply", "Thorin", condition="poisoned")
    assert the_card(table)["says"] == "Thorin is poisoned."
    assert table.send({"operation": "remove", "characterName": "Thorin", "condition": "poisoned"}, "manage_condition")["ok"]
    assert the_card(table)["says"] == "Thorin is no longer poisoned."
    table.did("apply", "Thorin", condition="exhaustion", level=2)
    assert the_card(table)["says"] == "Thorin has exhaustion 2." and the_card(table)["targets"][0]["conditions"] == ["exhaustion 2"]
    assert table.send({"operation": "remove", "characterName": "Thorin", "condition": "exhaustion"}, "manage_condition")["ok"]
    assert the_card(table)["says"] == "Thorin has no exhaustion."


def test_a_save_and_a_check_are_cards_with_their_result(table: Table) -> None:
    table.did("save", "Thorin", ability="dex", dc=10, d20=[14])
    card = the_card(table)
    assert (card["verb"], card["what"], card["result"], card["roll"]["total"]) == ("save", "DEX save", "success", 15 - 1)
    table.did("check", "Thorin", skill="perception", dc=20, d20=[4])
    assert the_card(table)["result"] == "failure"


def test_a_save_that_ends_a_condition_says_so_in_one_card(table: Table) -> None:
    act = {"name": "Hold", "cost": "action", "targets": "1", "range": 60, "steps": [{"save": "wis", "dc": 12, "fail": [{"apply": "paralyzed", "for": "1 minute", "ends": ["save:turn_end"]}]}]}  # fmt: skip
    table.did("update", "Ghoul 1", character={"acts": [act]})
    table.did("start_fight", names=["Thorin", "Ghoul 1"], d20=[1, 20])
    table.did("act", "Ghoul 1", act="Hold", targets=["Thorin"], d20=[1])
    assert the_card(table)["targets"][0]["conditions"] == ["paralyzed"]
    table.roll_with(falling(20))
    table.did("next_turn")
    table.did("next_turn")
    *_, save, turn = story(table)
    assert (save["what"], save["who"], save["result"], turn["kind"]) == ("WIS save", "Thorin", "success", "turn")
    assert save["says"] == "Thorin, WIS save: 20, success; is no longer paralyzed." and not [
        e for e in story(table) if e["kind"] == "change"
    ]


def test_an_undo_removes_the_card(table: Table) -> None:
    before = story(table)
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    assert len(story(table)) == len(before) + 1
    assert table.send({"operation": "undo"})["ok"]
    assert story(table) == before


# ── who knows what ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_players_see_no_die_and_no_number_of_a_foe(table: Table) -> None:
    table.did("attack", "Ghoul 1", targetName="Thorin", d20=[19])
    card = the_card(table)
    assert "roll" not in card and card["side"] == "foe"
    (target,) = card["targets"]
    assert target["result"] == "hit" and target["hp"]["was"] == 40 and target["damage"][0]["faces"] == []
    assert the_card(table, everything=True)["roll"]["against"] == 10


def test_the_game_master_sees_armor_class_dc_and_hit_points(table: Table) -> None:
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    table.did("cast", "Elara", spell="Shatter", targets=["Ghoul 1", "Ghoul 2"])
    hit, spell = cards(table, everything=True)
    assert hit["roll"]["against"] == 12 and hit["targets"][0]["hp"]["was"] == 22
    assert spell["save"].startswith("CON save DC ") and spell["targets"][0]["save"]["against"]
    mine = json.dumps(cards(table))
    assert '"against"' not in mine and "DC" not in mine and '"was": 22' not in mine


def test_a_foe_out_of_sight_has_no_name(table: Table) -> None:
    table.send({"operation": "create", "name": "Cave", "direction": "down"}, "manage_room")
    table.did("go", "party", direction="down")
    table.did("attack", "Ghoul 1", targetName="Ghoul 2", d20=[15])
    table.did("attack", "Ghoul 2", targetName="Thorin", d20=[15], force=True)
    assert [e for e in cards(table) if "Ghoul" in json.dumps(e)] == []
    assert cards(table)[-1]["who"] == "Somebody unseen" and "what" in cards(table)[-1]


def test_a_strange_weapon_is_told_by_its_look(table: Table) -> None:
    table.did("give", "Thorin", template="Flame Tongue Longsword", equip=True, identified=False)
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    assert the_card(table)["what"] == "Longsword" and "Flame" not in json.dumps(story(table))
    assert the_card(table, everything=True)["what"] == "Flame Tongue Longsword"


def test_who_was_removed_keeps_its_name_in_the_story(table: Table) -> None:
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    assert table.send({"operation": "retire", "characterName": "Ghoul 1"}, "manage_character")["ok"]
    assert "Ghoul 1" in json.dumps(cards(table))


# ── what is no deed ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_places_words_turns_and_things_are_told_in_order(table: Table) -> None:
    table.send({"operation": "create", "name": "Cave", "direction": "down"}, "manage_room")
    table.did("go", "party", direction="down")
    table.send({"operation": "tell", "text": "Water drips."}, "keep_journal")
    table.send({"operation": "say", "characterName": "Thorin", "text": "Quiet."}, "keep_journal")
    table.did("give", "Elara", template="Torch")
    told = story(table)
    assert [(e["kind"], e["says"]) for e in told[-4:]] == [
        ("place", "The party comes to Cave."), ("tell", "Water drips."), ("say", "Thorin: Quiet."), ("item", "Elara receives Torch."),
    ]  # fmt: skip
    assert all(e["at"] and e["says"] for e in told) and told[-4]["at"] >= "08:00"


def test_a_fight_a_turn_and_a_rest_are_entries(table: Table) -> None:
    table.did("start_fight", names=["Thorin", "Ghoul 1"], d20=[20, 4])
    fight, turn = story(table)[-2:]
    assert (fight["kind"], [name for name, _ in fight["order"]]) == ("fight", ["Thorin", "Ghoul 1"])
    assert (turn["kind"], turn["who"], turn["round"]) == ("turn", "Thorin", 1)
    table.did("end_fight")
    table.did("rest", "party", kind="short")
    assert [e["kind"] for e in story(table)[-2:]] == ["fight", "rest"]


def test_a_fight_stands_under_the_room_in_which_it_is(table: Table) -> None:
    table.send({"operation": "create", "name": "Cave", "direction": "down"}, "manage_room")
    table.did("go", "Elara", direction="down")
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[2])
    table.did("start_fight", names=["Thorin", "Ghoul 1"], d20=[20, 4])
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[2])
    table.did("end_fight")
    table.did("check", "Elara", skill="arcana", d20=[9])
    told = [(e["kind"], e.get("room")) for e in story(table)]
    assert told[-9:] == [
        ("place", "Cave"), ("place", "Lobby"), ("deed", None), ("fight", None), ("turn", None), ("deed", None), ("fight", None),
        ("place", "Cave"), ("deed", None),
    ]  # fmt: skip
    assert not [e for e in story(table) if "in" in e]


def test_words_that_not_everybody_hears_are_private(table: Table) -> None:
    table.send({"operation": "say", "characterName": "Elara", "toName": "Thorin", "text": "Trust nobody."}, "keep_journal")
    assert story(table)[-1]["private"]
    table.send({"operation": "say", "characterName": "Elara", "text": "All is well."}, "keep_journal")
    assert "private" not in story(table)[-1]


def test_a_decision_stands_with_its_question_and_a_clue_is_no_quest(table: Table) -> None:
    assert table.send({"operation": "decide", "question": "May ghouls swim?", "text": "No."}, "keep_journal")["ok"]
    assert story(table, everything=True)[-1]["text"] == "May ghouls swim? No."
    clue = {"operation": "quest", "name": "Wet prints", "kind": "clue", "public": True}
    assert table.send(clue, "keep_journal")["ok"]
    assert story(table)[-1]["says"] == "New clue: Wet prints."


def test_the_turn_of_somebody_unseen_is_nobodys(table: Table) -> None:
    table.did("act", "Ghoul 1", act="Hide", d20=[20])
    table.did("start_fight", names=["Thorin", "Ghoul 1"], d20=[4, 20])
    for reader in (THORIN, Caller("viewer")):
        fight = table.game.table(caller=reader)["fight"]
        assert fight["turn"] == "" and "sight" not in json.dumps(fight)
    assert table.game.table(True)["fight"]["turn"] == "Ghoul 1"


def test_a_trap_is_a_card_of_nobody(table: Table) -> None:
    assert table.send({"operation": "update", "trap": "Collapsing Roof"}, "manage_room")["ok"]
    assert table.send({"operation": "update", "trap": "triggered"}, "manage_room")["ok"]
    card = cards(table)[-1]
    assert (card["who"], card["verb"], card["what"], card["icon"]) == ("", "trigger", "Collapsing Roof", "trap")
    assert card["targets"][0]["result"] in ("saved", "failed") and "dice" not in card and "DC" not in json.dumps(card)


def test_a_campaign_of_an_earlier_version_has_its_story(tmp_path: Path) -> None:
    older = Path(__file__).parents[1] / "store" / "older" / "export-1.zip"
    with Store.open(tmp_path / "away.db") as away:
        store_maintenance.import_campaign(away, older, None, silent)
    with open_campaign(tmp_path / "away.db", "Saltmarsh") as game:
        told = game.table()["story"]
        assert told and not [e for e in told if e["kind"] == "deed"] and all(e["says"] for e in told)
        assert {e["text"] for e in told if e["kind"] == "change"} >= {
            line["text"] for line in game.table()["told"] if "comes to" not in line["text"]
        }


def test_a_commit_without_a_deed_gives_its_line(table: Table) -> None:
    table.did("attack", "Thorin", targetName="Ghoul 1", d20=[15])
    with table.game.store._database.writer.begin() as connection:
        connection.exec_driver_sql('UPDATE "commit" SET deed = NULL')
    table.game.store.forget(table.game.campaign.id)
    line = story(table)[-1]
    assert line["kind"] == "change" and line["text"].startswith("Thorin attacks Ghoul 1: a hit")


def test_a_long_fight_forgets_no_word(table: Table) -> None:
    """The last 60 entries are kept, and before them what lasts."""
    assert table.send({"operation": "handout", "name": "Letter", "text": "Come at dusk."}, "keep_journal")["ok"]
    table.did("start_fight", names=["Thorin", "Ghoul 1"], d20=[20, 1])
    states = [table.game.table(caller=THORIN)]
    for _ in range(66):
        table.did("next_turn")
        states.append(table.game.table(caller=THORIN))
        told = changes.changes(states[-2], states[-1])
        assert changes.applied(states[-2]["story"], told.get("story", []), told.get("gone", [])) == states[-1]["story"]
        assert "gone" not in told and len(told["story"]) == 1
    kinds = [e["kind"] for e in story(table)]
    assert kinds[-60:] == ["turn"] * 60 and "handout" in kinds[:-60] and not {*kinds[:-60]} & {"turn", "fight"}


def test_the_story_is_bounded(table: Table) -> None:
    for n in range(70):
        table.send({"operation": "tell", "text": f"Line {n}."}, "keep_journal")
    for _ in range(3):
        table.did("check", "Thorin", skill="arcana")
    told = story(table)
    assert len(told) <= 120 and told[-4]["text"] == "Line 69."


def test_an_offer_says_what_the_act_does_and_how_to_answer(table: Table) -> None:
    spells = {"spells": {"known": ["Shield"], "prepared": ["Shield"]}}
    table.did("update", "Elara", character=spells)
    table.did("create", name="Pip", character={"party": True, "classes": ["rogue 5"], "hpMax": 30})
    table.did("start_fight", names=["party", "Ghoul 1"], d20=[1, 1, 1, 20])
    for who, act in (("Elara", "Shield"), ("Pip", "Uncanny Dodge")):
        table.did("attack", "Ghoul 1", targetName=who, d20=[14], force=True)
        reader = Caller("player", characters=(who,))
        (offer,) = table.game.table(caller=reader)["offers"]
        assert (offer["to"], offer["by"], offer["act"]) == (who, "Ghoul 1", act) and offer["says"].startswith(f"{act}: ")
        assert offer["came"].startswith("hit, ") and offer["came"].split(", ")[1][0].isdigit()
        assert not [o for o in table.game.table(caller=THORIN)["offers"] if o["to"] == who]
        answer = table.game.ask(offer["answer"]["arguments"], offer["answer"]["tool"], caller=reader)
        assert answer["ok"], answer["text"]
        assert table.game.table(caller=reader)["offers"] == []


# ── a deed that was answered ────────────────────────────────────────────────────────────────────────────────────────


def deeds_told(table: Table, everything: bool = True) -> list[tuple[str, str]]:
    return [(card["who"], card["what"]) for card in cards(table, everything)]


@pytest.mark.parametrize("everything", [True, False])
def test_an_answered_deed_is_told_once_as_it_came_out(table: Table, everything: bool) -> None:
    table.did("update", "Elara", character={"spells": {"known": ["Shield"], "prepared": ["Shield"]}})
    table.did("start_fight", names=["party", "Ghoul 1", "Ghoul 2"], d20=[1, 1, 20, 19])
    table.did("attack", "Ghoul 1", targetName="Elara", d20=[10], force=True)
    before = table.game.table(everything, THORIN)
    table.did("cast", "Elara", spell="Shield", answer=True)
    assert deeds_told(table, everything) == [("Elara", "Shield"), ("Ghoul 1", cards(table, everything)[1]["what"])]
    (target,) = cards(table, everything)[1]["targets"]
    assert target["result"] == "miss" and "damage" not in target
    assert not [e for e in story(table, everything) if e["kind"] == "change"]
    told = changes.changes(before, table.game.table(everything, THORIN))
    assert told["gone"] == [before["rev"]] and len(told["story"]) == 2
    table.did("undo")
    assert deeds_told(table, everything)[-1][0] == "Ghoul 1" and cards(table, everything)[-1]["targets"][0]["result"] == "hit"


def test_two_answers_leave_one_deed(table: Table) -> None:
    table.did("update", "Elara", character={"spells": {"known": ["Shield"], "prepared": ["Shield"]}})
    table.did("create", name="Lia", character={"party": True, "classes": ["bard 5"], "subclass": "College of Lore", "hpMax": 30, "abilities": {"cha": 16}})  # fmt: skip
    table.did("start_fight", names=["party", "Ghoul 1"], d20=[1, 1, 1, 20])
    table.did("attack", "Ghoul 1", targetName="Elara", d20=[16], force=True)
    rev = table.rev
    table.did("cast", "Elara", spell="Shield", answer=True, rev=rev)
    table.did("act", "Lia", act="Cutting Words", answer=True, rev=rev, choice={"choice": "roll"})
    assert [who for who, _ in deeds_told(table)] == ["Elara", "Lia", "Ghoul 1"]


def test_of_several_deeds_in_a_call_the_answered_one_moves(table: Table) -> None:
    table.did("update", "Elara", character={"spells": {"known": ["Shield"], "prepared": ["Shield"]}})
    blows = [
        {"operation": "attack", "characterName": "Ghoul 1", "targetName": "Thorin", "d20": [10]},
        {"operation": "attack", "characterName": "Ghoul 2", "targetName": "Elara", "d20": [10]},
    ]
    assert table.send({"batch": blows}, "execute_action")["ok"]
    table.did("cast", "Elara", spell="Shield", answer=True)
    assert [who for who, _ in deeds_told(table)] == ["Ghoul 1", "Elara", "Ghoul 2"]


def test_a_countered_answer_is_told_once_too() -> None:
    with begun() as game:
        at = Table(game)
        fireball_countered(at)
        assert deeds_told(at) == [("Riv", "Counterspell"), ("Wiz", "Fireball")]
        at.did("cast", "Wiz", spell="Counterspell", answer=True)
        assert deeds_told(at) == [("Wiz", "Counterspell"), ("Riv", "Counterspell"), ("Wiz", "Fireball")]


def test_an_answer_that_changes_nothing_leaves_the_deed_where_it_was(table: Table) -> None:
    table.did("update", "Elara", character={"classes": ["warlock 5"], "spells": {"known": ["Hellish Rebuke"]}})
    table.did("attack", "Ghoul 1", targetName="Elara", d20=[15])
    table.did("cast", "Elara", spell="Hellish Rebuke", answer=True)
    assert [who for who, _ in deeds_told(table)] == ["Ghoul 1", "Elara"]
