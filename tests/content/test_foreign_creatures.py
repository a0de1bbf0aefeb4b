"""Creatures of Open5e and Foundry: the numbers of the file, attacks and saves that can be played, and sentences for what is left."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.cli import app
from rpg_lite.content import foreign_creatures, rulebook_loading
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.content.stat_block_acts import act_of

Json = dict[str, Any]
BOG_DRAKE: Json = {
    "slug": "bog-drake", "name": "Bog Drake", "size": "Large", "type": "Dragon", "subtype": "", "alignment": "neutral", "armor_class": 14,
    "hit_points": 76, "hit_dice": "9d10+27", "speed": {"walk": 30, "swim": 40, "hover": False}, "strength": 18, "dexterity": 10,
    "constitution": 16, "intelligence": 5, "wisdom": 12, "charisma": 8, "constitution_save": 6, "strength_save": None,
    "skills": {"stealth": 3, "perception": 4}, "damage_vulnerabilities": "", "damage_resistances": "cold; slashing from nonmagical attacks",
    "damage_immunities": "poison", "condition_immunities": "poisoned, prone", "senses": "darkvision 60 ft., passive Perception 14",
    "languages": "understands Draconic", "challenge_rating": "4", "cr": 4,
    "actions": [
        {"name": "Multiattack", "desc": "The drake makes two attacks with its bite."},
        {"name": "Bite", "desc": "Melee Weapon Attack: +7 to hit, reach 10 ft., one target. Hit: 15 (2d10 + 4) piercing damage plus 3 (1d6) poison damage."},
        {"name": "Bog Breath (Recharge 5-6)", "desc": "Each creature in a 30-foot cone makes a DC 14 Constitution saving throw, taking 21 (6d6) poison damage on a failed save, or half as much damage on a successful one."},
    ],
    "special_abilities": [{"name": "Amphibious", "desc": "The drake breathes air and water."}],
    "legendary_actions": [{"name": "Tail Sweep (Costs 2 Actions)", "desc": "Melee Weapon Attack: +7 to hit, reach 15 ft., one target. Hit: 13 (2d8 + 4) bludgeoning damage."}],
    "reactions": "",
}  # fmt: skip
MARSH_GUARD: Json = {
    "name": "Marsh Guard", "type": "npc",
    "system": {
        "abilities": {a: {"value": v} for a, v in {"str": 13, "dex": 12, "con": 12, "int": 10, "wis": 11, "cha": 10}.items()},
        "attributes": {
            "ac": {"flat": 16, "calc": "flat"}, "hp": {"value": 11, "max": 11, "formula": "2d8 + 2"}, "movement": {"walk": 30, "swim": "20"},
            "senses": {"ranges": {"darkvision": 60}},
        },
        "details": {"cr": 0.125, "type": {"value": "humanoid"}, "alignment": "any"},
        "traits": {"size": "med", "languages": {"value": ["common"]}, "ci": {"value": ["frightened"]}, "dr": {"value": ["cold"]}},
    },
    "items": [
        {"name": "Spear", "type": "weapon", "system": {
            "activities": {"a": {"activation": {"type": "action"}}},
            "description": {"value": "<p><em>Melee Weapon Attack:</em> +3 to hit, reach 5 ft., one target. <em>Hit:</em> 4 (1d6 + 1) piercing damage.</p>"}}},
        {"name": "Mud Sense", "type": "feat", "system": {"description": {"value": "<p>It knows where the ground is firm.</p>"}}},
        {"name": "Boots", "type": "equipment", "system": {}},
    ],
}  # fmt: skip


@pytest.fixture
def said(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.delenv("RPG_LITE_CAMPAIGN", raising=False)

    def run_here(*tokens: object) -> tuple[int, str, str]:
        code = app.main([str(t) for t in tokens])
        return code, *capfd.readouterr()

    return run_here


def one(row: Json) -> Json:
    (found,) = foreign_creatures.read(json.dumps(row)).creatures
    return found


def test_the_numbers_are_those_of_open5e() -> None:
    drake = one(BOG_DRAKE)
    assert (drake["size"], drake["type"], drake["cr"], drake["hpMax"], drake["hitDice"]) == ("large", "dragon", 4, 76, "9d10+27")
    assert drake["abilities"] == {"str": 18, "dex": 10, "con": 16, "int": 5, "wis": 12, "cha": 8}
    assert drake["printed"] == {"ac": 14, "saves.con": 6, "skills.stealth": 3, "skills.perception": 4}
    assert (drake["speed"], drake["senses"]) == ({"walk": 30, "swim": 40}, {"darkvision": 60})
    assert (drake["immunities"], drake["conditionImmunities"]) == (["poison"], ["poisoned", "prone"])


def test_attacks_and_saves_become_acts_and_other_sentences_stay_sentences() -> None:
    acts = {act["name"]: act for act in one(BOG_DRAKE)["acts"]}
    assert acts["Bite"]["steps"] == [
        {"attack": 7, "kind": "melee", "hit": [{"damage": "2d10+4", "type": "piercing"}, {"damage": "1d6", "type": "poison"}], "reach": 10}
    ]
    assert acts["Bog Breath"]["steps"] == [{"save": "con", "dc": 14, "fail": [{"damage": "6d6", "type": "poison"}], "pass": "half"}]
    assert acts["Bog Breath"]["spend"] == "recharge:5" and acts["Tail Sweep"]["spend"] == "legendary:2"
    assert acts["Multiattack"]["steps"] == [{"do": "Bite", "times": 2}]
    assert one(BOG_DRAKE)["features"] == [{"name": "Amphibious", "adjudicated": ["The drake breathes air and water."]}]


def test_the_numbers_are_those_of_foundry() -> None:
    guard = one(MARSH_GUARD)
    assert (guard["cr"], guard["hpMax"], guard["hitDice"], guard["printed"]) == (0.125, 11, "2d8+2", {"ac": 16})
    assert (guard["speed"], guard["senses"], guard["resistances"]) == ({"walk": 30, "swim": 20}, {"darkvision": 60}, ["cold"])
    (spear,) = guard["acts"]
    assert spear["steps"] == [{"attack": 3, "kind": "melee", "hit": [{"damage": "1d6+1", "type": "piercing"}], "reach": 5}]
    assert "<" not in json.dumps(guard) and guard["features"][0]["adjudicated"] == ["It knows where the ground is firm."]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_they_are_checked_and_played(tmp_path: Path, said: Any, ruleset: str) -> None:
    (tmp_path / "both.json").write_text(json.dumps({"results": [BOG_DRAKE]}), "utf-8")
    (tmp_path / "guard.json").write_text(json.dumps(MARSH_GUARD), "utf-8")
    code, told, _ = said("content", "convert", tmp_path / "both.json", "--to", tmp_path / "own")
    assert code == 0 and "1 creature" in told and "Left out" not in told
    assert said("content", "convert", tmp_path / "guard.json", "--to", tmp_path / "own")[0] == 0
    code, told, _ = said("content", "check", tmp_path / "own")
    assert code == 0, told
    assert rulebook_loading.check(tmp_path / "own").faults == []
    with open_campaign(":memory:", ruleset=ruleset, items=[tmp_path / "own"], seed=1) as game:
        hero = {"party": True, "classes": ["fighter 5"], "hpMax": 200}
        for payload in (
            {"name": "Brenna", "character": hero},
            {"template": "Bog Drake", "name": "Drake"},
            {"template": "Marsh Guard", "name": "G"},
        ):
            made = game.ask({"operation": "create", **payload}, "manage_character")
            assert made["ok"], made["text"]
        numbers = game.ask({"operation": "character", "characterName": "Drake"}, "read_campaign", detail="full")["results"][0]["stats"]
        assert (numbers["ac"]["value"], numbers["saves.con"]["value"], numbers["skills.stealth"]["value"]) == (14, 6, 3)
        for who, act in (("Drake", "Bite"), ("Drake", "Bog Breath"), ("G", "Spear")):
            played = game.ask({"operation": "act", "characterName": who, "act": act, "targets": ["Brenna"]}, "execute_action")
            assert played["ok"], played["text"]
    code, _, why = said("content", "convert", tmp_path / "guard.json", "--to", tmp_path / "own")
    assert code == 1 and "already exists" in why


@pytest.mark.parametrize(
    ("name", "cost", "text", "wanted"),
    [
        ("Claw", "action", "Melee Attack Roll: +5, reach 5 ft. Hit: 7 (1d8 + 3) slashing damage.", {"attack": 5, "kind": "melee"}),
        (
            "Sling",
            "action",
            "Ranged Weapon Attack: +3 to hit, range 30/120 ft., one target. Hit: 1 bludgeoning damage.",
            {"attack": 3, "kind": "ranged"},
        ),
    ],
)
def test_attacks_in_other_words(name: str, cost: str, text: str, wanted: Json) -> None:
    (step,) = act_of(name, text, cost)["steps"]
    assert {key: step[key] for key in wanted} == wanted and step["hit"]


def changed(**values: Any) -> str:
    return json.dumps({**copy.deepcopy(BOG_DRAKE), **values})


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        (changed()[:-30], "line 1", "cut off"),
        ('{"rects": []}', "", "needs a name"),
        ('{"name": "A"}', "", "neither a creature of Open5e"),
        (changed(armor_class="high"), "armor_class", "takes a whole number"),
        (changed(hit_points=0), "hit_points", "from 1"),
        (changed(challenge_rating="lots", cr="lots"), "challenge_rating", "takes a challenge rating"),
        (changed(strength=99), "strength", "takes an ability score from 1 to 30"),
        (changed(alignment=["odd"]), "alignment", "takes text"),
        (changed(actions=[{"name": "Bite"}] * 1001), "actions", "takes at most 1,000"),
        ("[]", "", "at least one creature"),
        ('{"results": []}', "results", "at least one creature"),
        (json.dumps({"results": [{"name": "Odd"}, {"name": "Odder"}]}), "results[0]", "neither a creature of Open5e"),
        (json.dumps({"name": "A", "type": "npc", "data": {}}), "data", "before 10"),
        (json.dumps({"name": "A", "type": "character", "system": {}}), "type", "heroes import"),
        ('{"name": "\u200b", "armor_class": 1, "hit_points": 1}', "name", "visible"),
        ("[" * 100_000, "", "nested too deeply"),
        (json.dumps([7, 8]), "[0]", "needs a name"),
        (json.dumps([{"name": "A"}] * 5001), "", "takes at most 5,000"),
    ],
)
def test_garbage_is_refused_with_place_and_reason(text: str, place: str, why: str) -> None:
    with pytest.raises(Faulty) as raised:
        foreign_creatures.read(text)
    assert any(at.startswith(place) and why in told for at, told in raised.value.places), raised.value.places


def test_markup_and_control_characters_are_text() -> None:
    evil = one({**BOG_DRAKE, "name": "<b>Drake</b>\u202e; x"})
    assert evil["name"] == "Drake , x" or ("<" not in evil["name"] and "\u202e" not in evil["name"])


@pytest.mark.parametrize("part", [0.1, 0.35, 0.6, 0.85, 0.99])
@pytest.mark.parametrize("whole", [BOG_DRAKE, MARSH_GUARD])
def test_a_file_that_ends_early_is_refused_at_its_end(whole: Json, part: float) -> None:
    text = json.dumps(whole)
    with pytest.raises(Faulty) as raised:
        foreign_creatures.read(text[: int(len(text) * part)])
    ((place, why),) = raised.value.places
    assert place.startswith("line 1, column") and "is not JSON" in why


def test_two_creatures_of_one_name_are_both_written(tmp_path: Path, said: Any) -> None:
    rows = [BOG_DRAKE, {**BOG_DRAKE, "document__title": "Fen Book"}, {**BOG_DRAKE, "name": "bog drakes"}]
    (tmp_path / "page.json").write_text(json.dumps({"results": rows}), "utf-8")
    code, told, _ = said("content", "convert", tmp_path / "page.json", "--to", tmp_path / "own")
    assert code == 0 and "3 creatures" in told
    assert "Bog Drake (Fen Book) (results[1].name)" in told and "(results[2].name)" in told
    assert len(list((tmp_path / "own" / "creatures").iterdir())) == 3
    assert rulebook_loading.check(tmp_path / "own").faults == []


@pytest.mark.parametrize("odd", ["1", "1d6 plus ", "[[/damage ", "If the target is ", "must make a DC 10 Dexterity saving throw or be "])
def test_a_long_text_is_read_up_to_a_limit_and_its_end_is_named(odd: str) -> None:
    text = "Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: " + odd * (100_000 // len(odd))
    bite = {**BOG_DRAKE, "actions": [{"name": "Bite", "desc": text}]}
    found = foreign_creatures.read(json.dumps(bite))
    assert found.left_out[-1] == "the end of Bite of Bog Drake, which takes 6,000 letters (actions[0])"
    assert max(len(json.dumps(act)) for act in found.creatures[0]["acts"]) < 100_000


def test_a_file_with_a_million_entries_is_refused() -> None:
    with pytest.raises(Faulty) as raised:
        foreign_creatures.read("[" + "{}," * 1_000_000 + "{}]")
    assert "takes at most 5,000 creatures; this has 1,000,001" in raised.value.places[0][1]
    with pytest.raises(Faulty) as raised:
        foreign_creatures.read("[" * 21_000_000)
    assert "takes at most 20,000,000 characters" in raised.value.places[0][1]


def test_a_name_may_be_longer_than_a_file_system_allows(tmp_path: Path, said: Any) -> None:
    (tmp_path / "long.json").write_text(json.dumps([{**BOG_DRAKE, "name": f"{'Ф' * 190}{n}"} for n in (1, 2)]), "utf-8")
    code, told, why = said("content", "convert", tmp_path / "long.json", "--to", tmp_path / "own")
    assert code == 0 and "2 creatures" in told, why


def test_words_that_no_sheet_has_are_told() -> None:
    row = {
        **BOG_DRAKE,
        "condition_immunities": "charmed, sleepy",
        "skills": {"cooking": 4, "stealth": 3},
        "speed": {"walk": 30, "hover": True},
    }
    told = "; ".join(foreign_creatures.read(json.dumps(row)).left_out)
    assert "immunity of Bog Drake to sleepy" in told and "skill cooking" in told and "speed hover" in told
    assert "charmed" not in told and "stealth" not in told and "walk" not in told
