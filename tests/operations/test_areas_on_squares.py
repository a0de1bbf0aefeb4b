"""Areas of effect where places count: a call says whom they catch, where they lie or how they run, and the rest follows."""

from typing import Any

import pytest

from rpg_lite.rules.token_estimate import estimate
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import put, turn_of
from tests.operations.dice import let
from tests.operations.halls import GROUND, area, casts, caught, hall, tries
from tests.rows import each_row

FIREBALL: dict[str, Any] = {"spell": "Fireball", "slot": 3}
THREE = ["Goblin 1", "Goblin 2", "Goblin 3"]


# ── whom it catches ─────────────────────────────────────────────────────────────────────────────────────────────────

CALLS: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("Elara", "Fireball", {}, THREE),
    ("Elara", "Fireball", {"catch": "enemies"}, THREE),
    ("Elara", "Fireball", {"catch": ["the foes"]}, THREE),
    ("Elara", "Fireball", {"catch": THREE}, THREE),
    ("Elara", "Fireball", {"catch": ["Goblin 4"]}, ["Goblin 4", "Goblin 3"]),
    ("Elara", "Fireball", {"catch": ["Goblin 4"], "spare": ["Goblin 3"]}, ["Goblin 4"]),
    ("Elara", "Fireball", {"spare": ["Goblin 2"]}, ["Goblin 3", "Goblin 4"]),
    ("Elara", "Fireball", {"targets": ["Goblin 1"]}, THREE),
    ("Elara", "Fireball", {"targetName": "Goblin 4"}, ["Goblin 4", "Goblin 3"]),
    ("Elara", "Fireball", {"catch": "party"}, ["Oda", "Mira", "Clem"]),
    ("Elara", "Fireball", {"catch": "allies"}, ["Oda", "Mira", "Clem"]),
    ("Elara", "Fireball", {"catch": ["enemies", "Oda"]}, [*THREE, "Oda"]),
    ("Elara", "Fireball", {"at": "K4"}, THREE),
    ("Elara", "Fireball", {"at": "J3/K4"}, THREE),
    ("Elara", "Fireball", {"at": "Goblin 2"}, THREE),
    ("Elara", "Fireball", {"at": "on Goblin 2"}, THREE),
    ("Elara", "Fireball", {"at": ["K4"]}, THREE),
    ("Elara", "Fireball", {"at": "between Goblin 1 and Goblin 3"}, [*THREE, "Oda"]),
    ("Elara", "Fireball", {"at": "E5/F6"}, ["Goblin 1", "Oda", "Clem"]),
    ("Elara", "Fireball", {"at": "X16"}, []),
    ("Elara", "Fireball", {"at": "Elara"}, ["Elara", "Clem"]),
    ("Elara", "Fireball", {"catch": "Elara"}, ["Elara", "Goblin 1"]),
    ("Elara", "Burning Hands", {"toward": "south"}, []),
    ("Elara", "Cone of Cold", {}, THREE),
    ("Elara", "Cone of Cold", {"toward": "Goblin 1"}, [*THREE, "Oda"]),
    ("Elara", "Lightning Bolt", {"toward": "K4"}, ["Goblin 2"]),
    ("Elara", "Lightning Bolt", {"toward": "Goblin 1"}, ["Goblin 1", "Goblin 3"]),
    ("Elara", "Lightning Bolt", {"toward": "SE"}, []),
    ("Elara", "Thunderwave", {"toward": "south"}, []),
    ("Oda", "Thunderwave", {"force": True, "toward": "northeast"}, ["Goblin 1"]),
    ("Mira", "Slow", {}, THREE),
    ("Mira", "Slow", {"catch": ["Oda", "Goblin 1"]}, ["Oda", "Goblin 1"]),
    ("Mira", "Slow", {"at": "K6"}, ["Goblin 3", "Goblin 4"]),
    ("Mira", "Slow", {"at": "A5"}, []),
    ("Clem", "Spirit Guardians", {"choice": "radiant"}, []),
    ("Clem", "Spirit Guardians", {"choice": "radiant", "catch": ["Elara"], "force": True}, ["Elara"]),
    ("Nara", "Pass without Trace", {}, ["Mira"]),
    ("Clem", "Silence", {}, THREE),
    ("Elara", "Meteor Swarm", {"at": ["K4", "P12"]}, [*THREE, "Goblin 4", "Oda"]),
    ("Elara", "Meteor Swarm", {"at": ["K4", "K4", "K4", "K4", "K4"]}, [*THREE, "Oda"]),
    ("Nara", "Wind Wall", {"at": ["I4", "I8"]}, ["Goblin 1"]),
    ("Nara", "Wind Wall", {"at": "I5", "toward": "south"}, ["Goblin 1"]),
    ("Elara", "Wall of Fire", {"at": "L5", "toward": "south"}, ["Goblin 3"]),
]


@each_row(
    ("ruleset", "who", "spell", "call", "expected"),
    [(ruleset, *row) for ruleset in RULESETS for row in CALLS],
    ids=lambda value: str(value).replace(" ", "_"),
)
def test_an_area_catches_whom_the_call_means(ruleset: Ruleset, who: str, spell: str, call: dict[str, Any], expected: list[str]):
    assert sorted(caught(hall(ruleset), spell, who, **call)) == sorted(expected)


NAMES: list[tuple[str, str, str, str]] = [
    ("Nara", "Entangle", "H4", "H4-K7"),
    ("Nara", "Entangle", "H4-K7", "H4-K7"),
    ("Nara", "Entangle", "H4-K7+10", "H4-K7+10"),
    ("Nara", "Entangle", "A13-B16", "A13-B16"),
    ("Nara", "Entangle", "on Goblin 1", "G3-J6"),
    ("Elara", "Fireball", "E5/F6+20", "E5/F6+20"),
    ("Elara", "Fireball", "E5+20", "E5+20"),
]


@each_row(("ruleset", "who", "spell", "at", "name"), [(ruleset, *row) for ruleset in RULESETS for row in NAMES])
def test_the_name_that_an_answer_gives_a_place_means_that_place(ruleset: Ruleset, who: str, spell: str, at: str, name: str):
    said = tries(hall(ruleset), spell, who, at=at, force=True)
    assert said["at"] == name
    assert tries(hall(ruleset), spell, who, at=name, force=True) == said


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_plural_means_all_of_a_name(ruleset: Ruleset):
    table = hall(ruleset)
    refused = table.refused("cannot_catch_all", "cast", "Elara", **FIREBALL, catch="goblins")
    assert refused["error"]["try"]["catch"] == THREE
    put(table, Goblin_4="K7")
    assert caught(table, "Fireball", catch="goblins") == [*THREE, "Goblin 4"]
    assert caught(table, "Fireball", catch=["Oda"], spare=["goblins"]) == ["Oda"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_caught_is_struck_and_undone(ruleset: Ruleset):
    table = hall(ruleset)
    before = table.now.world
    answer = casts(table, "Fireball", at="J5", slot=3)
    assert "Oda of its own side is caught, too." in answer["text"] and area(answer)["ownSide"] == ["Oda"]
    assert [target["name"] for target in answer["results"][0]["targets"]] == area(answer)["caught"]
    hurt = {name for name, was in before[0].items() if table.now.things[name].body.get("hp") != was.body.get("hp")}
    assert {table.now.things[id].name for id in hurt} == {*area(answer)["caught"]}
    table.did("undo")
    assert table.now.world == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dry_run_compares_three_places_and_changes_nothing(ruleset: Ruleset):
    table = hall(ruleset)
    before = table.now
    answer = casts(table, "Fireball", dryRun=True, slot=3)
    assert table.now == before and answer["text"].count(" Or ") == 2
    assert "Or G2/H3: Goblin 1 and Goblin 2. Or L7/M8: Goblin 2 and Goblin 3." in answer["text"]
    assert casts(table, "Fireball", dryRun=True, slot=3) == answer


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_is_wanted_and_stands_just_outside_is_told(ruleset: Ruleset):
    found = tries(hall(ruleset), "Fireball", at="G2/H3")
    assert found["caught"] == ["Goblin 1", "Goblin 2"] and found["missed"] == [{"name": "Goblin 3", "feet": 10}]


# ── who is there, and is not caught ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_dead_are_not_caught(ruleset: Ruleset):
    table = hall(ruleset)
    table.did("damage", "Goblin 1", amount=900, damageType="fire")
    assert {*caught(table, "Fireball", at="I5")} == {"Goblin 2", "Goblin 3", "Oda"}
    refused = table.refused("target_dead", "cast", "Elara", **FIREBALL, catch=["Goblin 1", "Goblin 2"])
    assert refused["error"]["try"]["catch"] == ["Goblin 2"]
    assert caught(table, "Fireball", spare=["Goblin 1"]) == ["Goblin 2", "Goblin 3"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_those_on_another_plane_are_not_caught(ruleset: Ruleset):
    table = let(hall(ruleset), 1)
    table.did("cast", "Clem", spell="Banishment", slot=4, targets=["Goblin 2"], force=True)
    assert caught(table, "Fireball", at="K4") == ["Goblin 1", "Goblin 3"]
    table.refused("target_banished", "cast", "Elara", **FIREBALL, catch=["Goblin 2"])
    assert "Goblin 2" not in caught(table, "Fireball")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_swallowed_are_not_caught(ruleset: Ruleset):
    toad = {"acts": [{"name": "Gulp", "targets": "1", "steps": [{"apply": {"name": "Swallowed", "flags": ["inside_source"]}}]}]}
    table = hall(ruleset, Toad=("H3", toad | {"size": "large"}))
    put(table, Oda="H5")
    table.did("act", "Toad", act="Gulp", targets=["Oda"], force=True)
    assert caught(table, "Fireball", at="H4") == ["Goblin 1", "Goblin 2", "Toad"]
    refused = table.refused("inside_another", "cast", "Elara", **FIREBALL, catch=["Oda"])
    assert "Oda is inside Toad" in refused["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_levels_count(ruleset: Ruleset):
    table = hall(ruleset, Bat=("K6+30", {"size": "tiny", "speed": {"fly": 30}}), Hawk=("K6+45", {"size": "tiny", "speed": {"fly": 30}}))
    assert "Bat" not in caught(table, "Fireball", at="K6") and caught(table, "Fireball", at="K6+25") == ["Bat", "Hawk"]
    assert caught(table, "Moonbeam", "Nara", at="K6") == ["Bat"]
    assert "Bat" in caught(table, "Fireball", catch=["Bat"])
    assert "Hawk" in caught(table, "Lightning Bolt", toward="Hawk")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_area_of_one_kind_leaves_others_alone(ruleset: Ruleset):
    table = hall(ruleset, Wolf=("K5", {"type": "beast"}))
    answer = casts(table, "Calm Emotions", "Clem", at="K5", choice="indifferent", slot=2)
    assert {target["name"] for target in answer["results"][0]["targets"]} == {*THREE, "Oda"}
    refused = table.refused("target_unfit", "cast", "Clem", spell="Calm Emotions", slot=2, choice="indifferent", catch=["Wolf"])
    assert "only on humanoid" in refused["text"]


# ── walls and cover ─────────────────────────────────────────────────────────────────────────────────────────────────

WALLED = {**GROUND, "features": [{"is": "wall", "at": "J1-J16"}]}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_behind_a_wall_an_area_begins_on_the_near_side(ruleset: Ruleset):
    table = hall(ruleset, WALLED)
    answer = casts(table, "Fireball", at="K4", dryRun=True)
    assert "Something in between stops it there." in answer["text"] and "Goblin 2" not in area(answer)["caught"]
    refused = table.refused("total_cover", "cast", "Elara", **FIREBALL, catch=["Goblin 2"])
    assert "Goblin 2" in refused["text"]


def test_only_one_ruleset_lets_fire_go_around_corners():
    ground = {**GROUND, "features": [{"is": "wall", "at": "J4-J16"}]}
    for ruleset in RULESETS:
        assert ("Goblin 2" in caught(hall(ruleset, ground), "Fireball", at="H4/I5")) == (ruleset == "5.1")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hidden_walls_stop_the_fire_and_not_the_call(ruleset: Ruleset):
    ground = {**GROUND, "features": [{"is": "wall", "at": "J1-J16", "hidden": True}]}
    table = hall(ruleset, ground)
    answer = casts(table, "Fireball", at="K4", slot=3)
    assert "Goblin 2" not in area(answer)["caught"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_cover_from_the_point_helps_dex_saves(ruleset: Ruleset):
    table = hall(ruleset)
    told = casts(table, "Fireball", at="J3/K4", slot=3)["text"]
    cover = "12+2 = 14 with half cover (Goblin 2)"
    assert (cover in told) == (ruleset == "5.2")
    table.did("undo")
    assert "cover" not in casts(table, "Fireball", at="J3/K4", slot=3, **{"with": ["no_cover"]})["text"]
    table.did("undo")
    assert casts(table, "Fireball", at="J3/K4", slot=3, **{"with": ["half_cover"]})["text"].count("12+2 = 14") == 3


# ── spells held, things and riders ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_readied_area_is_aimed_when_it_is_released(ruleset: Ruleset):
    table = hall(ruleset)
    table.did("cast", "Elara", **FIREBALL, **{"with": ["ready"]})
    answer = table.send({"operation": "act", "characterName": "Elara", "act": "Release Fireball"}, "execute_action", "full")
    assert answer["ok"] and area(answer)["caught"] == THREE and "DEX save" in answer["text"]
    table.did("undo")
    answer = table.send({"operation": "act", "characterName": "Elara", "act": "Release Fireball", "at": "P12"}, "execute_action", "full")
    assert answer["ok"] and area(answer)["caught"] == ["Goblin 4"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_things_read_their_targets_as_those_to_catch(ruleset: Ruleset):
    table = hall(ruleset)
    for item in ("Wand of Fireballs", "Bead of Force", "Necklace of Fireballs"):
        table.did("give", "Elara", item=item, **({"equip": True, "attune": True} if "Wand" in item else {}))

    def used(item: str, **fields: Any) -> list[str]:
        call = {"operation": "use", "characterName": "Elara", "itemName": item, "dryRun": True, **fields}
        answer = table.send(call, "manage_inventory", "full")
        assert answer["ok"], answer["text"]
        return list(area(answer)["caught"])

    assert used("Wand of Fireballs") == used("Necklace of Fireballs") == THREE
    assert used("Wand of Fireballs", targets=["Goblin 4"]) == used("Wand of Fireballs", targetName="Goblin 4") == ["Goblin 4", "Goblin 3"]
    assert used("Bead of Force") == sorted(used("Bead of Force", targets=["Goblin 2"])) == ["Goblin 1", "Goblin 2"]
    refused = table.refused("cannot_catch_all", "use", "Elara", itemName="Wand of Fireballs", targets=["Goblin 1", "Goblin 4"])
    assert refused["error"]["try"]["operation"] == "use" and table.send(refused["error"]["try"])["ok"]
    assert caught(table, "Wand of Fireballs", at="P12") == ["Goblin 4"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whom_a_rider_protects_need_not_be_kept_out(ruleset: Ruleset):
    table = hall(ruleset)
    put(table, Oda="J5")
    call = {"catch": "enemies", "slot": 3}
    answer = casts(table, "Fireball", "Mira", at="J5", choice={"spare": "Oda"}, slot=3, **{"with": ["Careful Spell"]})
    assert "Oda (no roll) passes" in answer["text"] and area(answer)["ownSide"] == ["Oda"]
    table.did("undo")
    assert "Oda" in caught(table, "Fireball", choice={"spare": "Oda"}, at="J5", slot=3)
    assert {*caught(table, "Fireball", choice={"spare": "Oda"}, **call)} >= {*THREE}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_carries_an_area_farther(ruleset: Ruleset):
    table = hall(ruleset, {"size": "60x16"})
    refused = table.refused("beyond_range", "cast", "Mira", **FIREBALL, at="AR11")
    assert refused["error"]["details"]["most"] == 150
    assert tries(table, "Fireball", "Mira", slot=3, at="AR11", **{"with": ["Distant Spell"]})["feet"] == 205


@pytest.mark.parametrize("ruleset", RULESETS)
def test_creatures_breathe_at_whom_they_want(ruleset: Ruleset):
    breath = {
        "name": "Fire Breath",
        "targets": "area",
        "area": {"shape": "cone", "ft": 30},
        "steps": [{"save": "dex", "dc": 15, "fail": [{"damage": "4d6", "type": "fire"}]}],
    }
    table = hall(ruleset, Drake=("E4", {"size": "large", "acts": [breath]}))
    for call, expected in (
        ({}, "Clem"),
        ({"catch": ["Oda"]}, "Oda"),
        ({"catch": "enemies"}, "Clem"),
        ({"toward": "Oda"}, "Oda"),
        ({"toward": "west"}, "Clem"),
    ):
        answer = table.send(
            {"operation": "act", "characterName": "Drake", "act": "Fire Breath", "dryRun": True, **call}, "execute_action", "full"
        )
        assert answer["ok"] and expected in area(answer)["caught"], (call, answer["text"])


# ── where nothing is measured, and force ────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "call"),
    [
        (ruleset, call)
        for ruleset in RULESETS
        for call in (
            {"catch": ["Goblin 1", "Goblin 2"]},
            {"catch": "enemies"},
            {"catch": "goblins", "spare": ["Goblin 4"]},
            {"at": "E5/F6"},
            {"toward": "north"},
        )
    ],
)
def test_told_fights_take_no_place(ruleset: Ruleset, call: dict[str, Any]):
    table = hall(ruleset, space="told")
    refused = table.refused("not_measured", "cast", "Elara", **FIREBALL, **call)
    sent = refused["error"]["try"]
    assert not {"at", "toward", "catch", "spare"} & {*sent} and {*sent["targets"]} <= {f"Goblin {n}" for n in range(1, 5)}
    assert table.send(sent, "execute_action")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_told_fights_name_their_targets(ruleset: Ruleset):
    table = hall(ruleset, space="told")
    answer = casts(table, "Fireball", targets=["Goblin 1", "Oda"], slot=3)
    assert "area" not in answer["results"][0] and [one["name"] for one in answer["results"][0]["targets"]] == ["Goblin 1", "Oda"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_force_catches_whoever_is_named(ruleset: Ruleset):
    table = hall(ruleset)
    assert caught(table, "Fireball", catch=["Goblin 1", "Goblin 4"], force=True)[:2] == ["Goblin 1", "Goblin 4"]
    answer = casts(table, "Fireball", targets=["Goblin 1", "Goblin 4"], force=True, slot=3)
    assert [one["name"] for one in answer["results"][0]["targets"]] == ["Goblin 1", "Goblin 4"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_area_costs_few_tokens_more_than_a_told_one(ruleset: Ruleset):
    measured, told = hall(ruleset, Orc=("K2", {}), Rat=("L4", {})), hall(ruleset, space="told", Orc=("K2", {}), Rat=("L4", {}))
    put(measured, Goblin_4="K5")
    first = measured.did("cast", "Elara", **FIREBALL, **{"with": ["no_cover"]})["text"]
    names = [*THREE, "Goblin 4", "Orc", "Rat"]
    assert all(name in first for name in names)
    assert estimate(first) <= estimate(told.did("cast", "Elara", **FIREBALL, targets=names)["text"]) + 30


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_one_who_breathes_knows_nobody_whom_it_does_not_see(ruleset: Ruleset):
    table = hall(ruleset)
    turn_of(table, "Oda")
    table.did("apply", "Goblin 2", condition="invisible")
    let(table, 20).did("act", "Goblin 2", act="Hide", force=True)
    let(table, 12, face=3)
    assert "Goblin 2" not in tries(table, "Fireball", at="P12")["caught"]
    assert "Goblin 2" in area(casts(table, "Fireball", catch=["Goblin 1", "Goblin 3"]))["caught"]
