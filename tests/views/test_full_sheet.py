"""The sheet on the page as data: numbers with their reasons, skills, attacks, spells by level, features with a sentence."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from tests.copies import begun
from tests.operations.table import Table

Json = dict[str, Any]


@pytest.fixture
def table() -> Iterator[Table]:
    with begun() as game:
        here = Table(game)
        document = {
            "name": "Elara",
            "race": "high elf",
            "classes": ["wizard 5"],
            "party": True,
            "abilities": {"int": 18, "dex": 14},
            "proficiencies": {"skills": {"arcana": 1}},
        }
        spells = {"cantrips": ["Fire Bolt"], "known": ["Shield", "Fireball", "Detect Magic"], "prepared": ["Shield", "Fireball"]}
        here.did("create", name="Elara", character={**document, "spells": spells})
        here.did("create", name="Brenna", character={"party": True, "classes": ["fighter 5"], "abilities": {"str": 16}})
        here.did("give", "Brenna", template="Longsword", equip=True)
        here.did("give", "Brenna", template="Shield", equip=True)
        here.did("give", "Brenna", template="Light Crossbow")
        yield here


def sheet(table: Table, id: str, caller: Caller | None = None) -> Json:
    found = table.game.page_sheet(id, caller or Caller("viewer"))
    assert found is not None
    return found


def test_a_number_says_why(table: Table) -> None:
    brenna = sheet(table, "c2.1")
    assert brenna["ac"]["value"] == 12 and brenna["ac"]["why"].endswith("+ 2 Shield.") and brenna["ac"]["why"].startswith("10 ")
    (strength,) = [a for a in brenna["abilities"] if a["key"] == "STR"]
    assert (strength["score"], strength["mod"], strength["save"], strength["prof"]) == (16, 3, 6, True)
    assert strength["saveWhy"] == "3 STR + 3 proficiency."
    assert (brenna["prof"], brenna["class"], brenna["level"], brenna["title"]) == (3, "fighter", 5, "Fighter")


def test_skills_tell_the_training(table: Table) -> None:
    skills = {s["name"]: s for s in sheet(table, "c1.1")["skills"]}
    assert (skills["Arcana"]["value"], skills["Arcana"]["of"], skills["Arcana"]["prof"]) == (7, "INT", 1)
    assert (skills["Animal handling"]["value"], skills["Animal handling"]["prof"]) == (0, 0)


def test_an_attack_has_its_damage_its_reach_and_both_reasons(table: Table) -> None:
    (sword,) = [a for a in sheet(table, "c2.1")["attacks"] if a["name"] == "Longsword"]
    assert (sword["hit"], sword["damage"], sword["type"], sword["reach"]) == (6, "1d8+3", "slashing", "5 ft")
    assert (sword["why"], sword["damageWhy"]) == ("3 STR + 3 proficiency.", "3 STR.")
    table.did("equip", "Brenna", itemName="Light Crossbow")
    assert [a["reach"] for a in sheet(table, "c2.1")["attacks"] if a["name"] == "Light Crossbow"] == ["80/320 ft"]


def test_spells_stand_by_level_with_their_dice_at_this_level(table: Table) -> None:
    elara = sheet(table, "c1.1")
    spells = {s["name"]: s for s in elara["spells"]}
    assert [s["level"] for s in elara["spells"]] == sorted(s["level"] for s in elara["spells"])
    assert (spells["Fire Bolt"]["ready"], spells["Fire Bolt"]["dice"], spells["Fire Bolt"]["hit"]) == ("cantrip", "2d10 fire", "attack")
    assert (spells["Fireball"]["ready"], spells["Fireball"]["area"], spells["Fireball"]["hit"]) == ("prepared", "sphere 20 ft", "save DEX")
    assert spells["Detect Magic"]["ready"] == "book" and spells["Detect Magic"]["ritual"] and spells["Shield"]["time"] == "Reaction"
    assert elara["casting"]["dc"] == 15 and elara["casting"]["of"] == "wizard"


def test_features_have_a_sentence_and_gear_is_listed(table: Table) -> None:
    brenna = sheet(table, "c2.1")
    features = {f["name"]: f["text"] for f in brenna["features"]}
    assert "Second Wind" in features and any(features.values()) and all(len(text) <= 242 for text in features.values())
    assert [w["slot"] for w in brenna["worn"]] == ["main hand", "off hand"] and {"name": "Light Crossbow"} in brenna["items"]
    assert brenna["weight"][1] == 240 and brenna["senses"] == "No special senses"


def test_what_a_strange_thing_is_stays_untold(table: Table) -> None:
    table.did("give", "Brenna", template="Ring of Protection", identified=False, equip=True)
    table.did("give", "Brenna", template="Flame Tongue Longsword", identified=False)
    assert all(word not in json.dumps(sheet(table, "c2.1")) for word in ("Protection", "Flame"))
    assert "Flame Tongue" in json.dumps(table.game.page_sheet("c2.1"))


def test_weapons_in_bags_follow_those_in_hand(table: Table) -> None:
    table.did("give", "Brenna", template="Backpack")
    table.did("give", template="Handaxe", bagName="Backpack")
    table.did("give", "Brenna", template="Greatsword")
    attacks = sheet(table, "c2.1")["attacks"]
    assert (attacks[0]["name"], attacks[0].get("carried", False)) == ("Longsword", False)
    carried = {a["name"]: a for a in attacks if a.get("carried")}
    assert set(carried) == {"Light Crossbow", "Handaxe", "Greatsword"}
    assert (carried["Greatsword"]["hit"], carried["Greatsword"]["damage"], carried["Greatsword"]["reach"]) == (6, "2d6+3", "5 ft")
    assert (carried["Light Crossbow"]["reach"], carried["Handaxe"]["reach"]) == ("80/320 ft", "5 or 20/60 ft")
    assert carried["Handaxe"]["why"] == "3 STR + 3 proficiency." and carried["Handaxe"]["damageWhy"] == "3 STR."
    table.did("give", "Brenna", template="Torch")
    assert "Torch" not in [a["name"] for a in sheet(table, "c2.1")["attacks"]]


def test_a_strange_weapon_in_a_bag_counts_as_it_looks(table: Table) -> None:
    table.did("give", "Brenna", template="Flame Tongue Longsword", identified=False)
    table.did("give", "Brenna", template="Dagger, +1", identified=False)
    table.did("give", "Brenna", template="Scimitar, +2", identified=False)
    strange = {a["name"]: (a["hit"], a["damage"]) for a in sheet(table, "c2.1")["attacks"] if a.get("carried")}
    assert strange == {"Light Crossbow": (3, "1d8"), "Dagger": (6, "1d4+3"), "Scimitar": (6, "1d6+3")}
    known = [a["hit"] for a in (table.game.page_sheet("c2.1") or {})["attacks"] if a["name"].startswith("Scimitar")]
    assert known == [8]


def test_rolls_with_a_mode_say_so(table: Table) -> None:
    assert all("mode" not in row for key in ("attacks", "skills", "abilities") for row in sheet(table, "c2.1")[key])
    table.did("apply", "Brenna", condition="poisoned")
    told = sheet(table, "c2.1")
    assert {row["mode"] for row in (*told["attacks"], *told["skills"])} == {"disadvantage"}
    table.did("apply", "Brenna", condition="restrained")
    assert [a["key"] for a in sheet(table, "c2.1")["abilities"] if a.get("mode") == "disadvantage"] == ["DEX"]


def test_acts_of_the_turn_are_listed_until_they_are_spent(table: Table) -> None:
    def acts() -> dict[str, tuple[str, bool]]:
        return {act["name"]: (act["cost"], act["isOut"]) for act in sheet(table, "c2.1")["acts"]}

    assert acts()["Second Wind"] == ("bonus", False) and acts()["Action Surge"] == ("free", False)
    assert "Indomitable" not in acts()
    table.did("act", "Brenna", act="Second Wind", force=True)
    assert acts()["Second Wind"] == ("bonus", True)
    assert sheet(table, "c1.1")["acts"] == [], "a wizard recovers slots after a rest, and not in a turn"


def test_training_and_choices_stand_on_the_sheet(table: Table) -> None:
    character = {"party": True, "classes": ["fighter 5"], "choices": {"fighting style": "defense", "subclass": "champion"}, "xp": 6500}
    table.did("create", name="Bo", character=character)
    (bo,) = [m["id"] for m in table.game.table()["party"] if m["name"] == "Bo"]
    told = sheet(table, bo)
    assert (told["subclass"], told["attacksPerAction"], told["xp"]) == ("Champion", 2, 6500)
    assert told["armor"] == "heavy, light, medium, shield" and told["weapons"] == "martial, simple"
    assert told["chosen"] == [{"name": "Fighting style", "what": "Defense"}]
    features = {f["name"]: f["text"] for f in told["features"]}
    assert features["Fighting Style"] == "Chosen: Defense." and features["Extra Attack"] == "2 attacks an action."
    assert {f["name"]: f["text"] for f in sheet(table, "c1.1")["features"]}["Spellcasting"] == "INT for the spells of the wizard."
