import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.rules.derived_sheet import sheet_of
from tests.operations.table import Table, notes
from tests.rows import each_row

pytestmark = pytest.mark.pure


def document(table: Table, who: str) -> dict[str, Any]:
    found: dict[str, Any] = table.did("export", who)["results"][0]["document"]
    return found


@pytest.fixture
def laden(table: Table) -> Table:
    """Thorin with everything that a document must carry."""
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    table.did("give", "Thorin", template="Longsword")
    table.did("equip", "Thorin", itemName="Longsword", grip="two")
    table.did("give", "Thorin", template="Ring of Protection", equip=True, attune=True)
    table.did("give", "Thorin", template="Stone of Good Luck", attune=True)
    table.did("give", "Thorin", template="Flame Tongue", base="Rapier")
    table.did("give", "Thorin", template="Healer's Kit")
    table.did("use", "Thorin", itemName="Healer's Kit", quantity=3, force=True)
    table.did("give", "Thorin", template="Wand of Secrets", identified=False)
    table.did("give", "Thorin", template="gp", quantity=42)
    table.did("give", "Thorin", item={"name": "Odd Cube", "type": "wondrous", "weight": 2, "aliases": ["cube"]}, quantity=2)
    table.did("give", "Thorin", template="Backpack")
    table.did("give", bagName="Backpack", template="Torch", quantity=4)
    table.did("give", bagName="Backpack", template="sp", quantity=4)
    table.did("damage", "Thorin", amount=9, damageType="fire")
    table.did("apply", "Thorin", condition="exhaustion", level=2)
    table.did("apply", "Thorin", condition="prone", source="a wolf")
    table.did("apply", "Thorin", effect="Bless", duration="1 minute")
    return table


def test_what_is_left_out_is_assumed_and_told(empty: Table):
    answer = empty.did("create", name="Pip", character={"classes": ["rogue 3"], "race": "halfling"})
    assert "Assumed for Pip" in answer["text"]
    assert answer["results"][0]["made"] == ["c1.1"]
    assert empty.number("Pip", "speed.walk") == 25


def test_a_character_needs_a_name(empty: Table):
    empty.refused("name_required", "create")


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "a\x00b", "a\u2066b"])
def test_a_name_that_cannot_be_one_is_refused(empty: Table, name: str):
    empty.refused("argument_invalid", "create", name=name)


def test_six_goblins_have_numbers(empty: Table):
    answer = empty.did("create", template="goblin", count=6)
    assert len(answer["results"][0]["made"]) == 6
    assert {t.name for t in empty.now.things.values() if t.kind == "character"} == {f"Goblin {n}" for n in range(1, 7)}
    assert empty.bag("Goblin 3")


@pytest.mark.parametrize(
    ("wishes", "called"),
    [
        ([{"count": 1}], ["Goblin"]),
        ([{}], ["Goblin"]),
        ([{"count": 1}, {"count": 1}], ["Goblin", "Goblin 2"]),
        ([{}, {"count": 2}], ["Goblin", "Goblin 2", "Goblin 3"]),
        ([{"count": 2}, {"count": 2}], ["Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]),
        ([{"count": 2}, {}], ["Goblin 1", "Goblin 2", "Goblin 3"]),
        ([{"name": "Gruff", "count": 1}, {"name": "gruff"}], ["Gruff", "gruff 2"]),
    ],
)
@pytest.mark.parametrize("at_once", [False, True])
def test_no_two_creatures_of_a_template_have_one_name(empty: Table, wishes: list[dict[str, Any]], called: list[str], at_once: bool):
    sent = [{"operation": "create", "template": "Goblin", **wish} for wish in wishes]
    for payload in [{"batch": sent}] if at_once else sent:
        assert empty.send(payload, "manage_character")["ok"]
    assert [t.name for t in empty.now.things.values() if t.kind == "character"] == called


def test_one_far_away_counts_too(empty: Table):
    empty.did("create", template="Goblin")
    empty.send({"operation": "create", "name": "Barn", "direction": "north"}, "manage_room")
    empty.send({"operation": "join", "characterName": "Goblin", "toName": "Barn"}, "manage_room")
    assert "Goblin 2 (" in empty.did("create", template="Goblin")["text"]


def test_an_unknown_creature_is_refused_with_those_there_are(empty: Table):
    assert "goblin" in str(empty.refused("creature_unknown", "create", template="gobblin")["error"]).lower()


@pytest.mark.parametrize("count", [0, -1, 21, 1.5, True])
def test_a_count_that_is_none_is_refused(empty: Table, count: object):
    empty.refused("argument_invalid", "create", template="goblin", count=count)


def test_count_is_for_templates(empty: Table):
    empty.refused("count_needs_template", "create", name="Pip", count=2)


def test_a_character_changes_what_a_template_says(empty: Table):
    empty.did("create", template="Commoner", character={"name": "Gribb", "abilities": {"cha": 15}, "hpMax": 9})
    assert "AC 10, HP 9/9" in empty.did("character", "Gribb")["text"]
    sheet = empty.thing("Gribb").body["sheet"]
    assert (sheet["abilities"]["cha"], sheet["abilities"]["str"]) == (15, 10)
    assert empty.bag("Gribb") == {"Club": 1}


def test_unknown_keys_of_a_sheet_are_refused(empty: Table):
    empty.refused("argument_invalid", "create", name="Pip", character={"strength": 12, "clas": "rogue"})


def test_update_merges_objects_and_replaces_lists_and_numbers(table: Table):
    table.did("update", "Thorin", character={"abilities": {"str": 20}, "hpMax": 50, "features": ["defense_style"]})
    sheet = table.thing("Thorin").body["sheet"]
    assert sheet["abilities"] == {"str": 20, "dex": 14, "con": 14} and sheet["hpMax"] == 50
    assert sheet["features"] == ["defense_style"]


def test_null_means_left_out_and_unset_clears(table: Table):
    table.did("update", "Elara", character={"spellcastingAbility": "cha"})
    before = table.now
    table.did("update", "Elara", character={"spellcastingAbility": None})
    assert table.now == before
    table.did("update", "Elara", unset=["spellcastingAbility"])
    assert "spellcastingAbility" not in table.thing("Elara").body["sheet"]
    table.refused("key_unknown", "update", "Elara", unset=["spelcasting"])


def test_update_does_not_touch_the_gear(laden: Table):
    before = laden.bag("Thorin"), laden.worn("Thorin")
    laden.did("update", "Thorin", character={"level": 6, "classes": ["fighter 6"]})
    assert (laden.bag("Thorin"), laden.worn("Thorin")) == before


def test_export_changes_nothing(laden: Table):
    before = laden.now
    laden.did("export", "Thorin")
    assert laden.now == before


def test_import_of_an_export_is_equal(laden: Table):
    written = document(laden, "Thorin")
    stats = laden.did("view", "Thorin", detail="full")["results"][0]["stats"]
    laden.did("retire", "Thorin")
    laden.did("import", document=written)
    assert document(laden, "Thorin") == written
    assert laden.did("view", "Thorin", detail="full")["results"][0]["stats"] == stats


@pytest.mark.parametrize("lock", [{"locked": True}, {"locked": True, "keyName": "Iron Key", "dc": 15}, {"locked": False, "dc": 12}])
def test_a_chest_keeps_its_lock_through_export_and_import(empty: Table, lock: dict[str, Any]):
    written = {"character": {"name": "Pip"}, "carried": [{"item": "Chest", "lock": lock, "contents": [{"item": "Torch"}]}]}
    empty.did("import", document=written)
    body = {k: v for k, v in empty.thing("Chest").body.items() if k != "template"}
    assert body == {k: v for k, v in lock.items() if v}
    (chest,) = document(empty, "Pip")["carried"]
    assert chest["lock"] == lock
    empty.did("retire", "Pip")
    empty.did("import", document={**written, "carried": [chest]})
    assert document(empty, "Pip")["carried"] == [chest]


def test_coins_behind_a_lock_are_not_in_the_purse(empty: Table):
    coins = {"item": "Gold Piece", "quantity": 7}
    chest = {"item": "Chest", "lock": {"dc": 15}, "contents": [coins]}
    empty.did("import", document={"character": {"name": "Pip", "party": True}, "carried": [chest], "coins": {"gp": 2}})
    assert "Purse: 2 gp." in empty.did("party")["text"]
    empty.did("unlock", bagName="Chest", force=True)
    assert "Purse: 9 gp." in empty.did("party")["text"]


@pytest.mark.parametrize("value", [1, 2])
def test_a_character_may_have_numbers_of_its_own(empty: Table, value: int):
    empty.did("create", name="Wolf", character={"modifiers": [{"target": "ac", "op": "add", "value": value}]})
    assert empty.number("Wolf", "ac") == 10 + value


@pytest.mark.parametrize("value", [1, 2])
def test_an_inline_effect_is_imported(empty: Table, value: int):
    own = {"name": "Odd Luck", "modifiers": [{"target": "ac", "op": "add", "value": value}]}
    empty.did("import", document={"character": {"name": "Pip"}, "effects": [own]})
    assert empty.number("Pip", "ac") == 10 + value


@pytest.mark.parametrize("creature", ["goblin", "ogre", "skeleton", "wolf"])
def test_every_creature_of_the_rulebook_can_be_made_and_seen(empty: Table, creature: str):
    empty.did("create", template=creature)
    assert "AC" in empty.did("view", creature)["text"]


def test_an_inline_effect_with_a_bonus_of_one_survives_export_and_import(empty: Table):
    own = {"name": "Odd Luck", "modifiers": [{"target": "ac", "op": "add", "value": 1}]}
    written = {"character": {"name": "Pip", "modifiers": own["modifiers"]}, "effects": [own]}
    empty.did("import", document=written)
    assert empty.number("Pip", "ac") == 12
    exported = document(empty, "Pip")
    assert exported["effects"] == [own]
    empty.did("import", document=exported, replace=True)
    assert empty.number("Pip", "ac") == 12


def test_a_living_character_is_replaced_only_when_that_is_meant(laden: Table):
    written, id = document(laden, "Thorin"), laden.id("Thorin")
    laden.refused("character_exists", "import", document=written)
    laden.did("import", document=written, replace=True)
    assert laden.id("Thorin") == id
    assert document(laden, "Thorin") == written


def test_a_document_of_the_moment_is_not_stored(empty: Table):
    empty.refused("key_of_the_moment", "import", document={"character": {"name": "Pip"}, "toggles": ["hood_up"]})


BLADE = {"name": "Blade", "trigger": "open", "times": 3, "steps": [{"damage": "5", "type": "slashing"}]}


@pytest.mark.parametrize(
    ("trap", "kept"),
    [
        ("Poison Needle", {"trap": "Poison Needle"}),
        ({"trap": "Poison Needle", "is": "disarmed", "found": True}, {"trap": "Poison Needle", "is": "disarmed", "found": True}),
        ({"trap": BLADE, "found": True, "times": 2}, {"trap": BLADE, "found": True, "times": 2}),
    ],
)
def test_a_chest_keeps_its_trap_through_export_and_import(empty: Table, trap: Any, kept: dict[str, Any]):
    chest = {"item": "Chest", "trap": trap, "contents": [{"item": "Torch"}]}
    written = {"character": {"name": "Pip"}, "carried": [{"item": "Backpack", "contents": [chest]}]}
    empty.did("import", document=written)
    assert empty.thing("Chest").body["traps"] == {"here": kept}
    exported = document(empty, "Pip")
    assert exported["carried"][0]["contents"][0]["trap"] == kept
    empty.did("retire", "Pip")
    empty.did("import", document=exported)
    assert empty.thing("Chest").body["traps"] == {"here": kept} and document(empty, "Pip") == exported


def test_a_trap_that_the_book_lacks_is_not_imported(empty: Table):
    written = {"character": {"name": "Pip"}, "carried": [{"item": "Chest", "trap": "Poison Needel"}]}
    answer = empty.refused("trap_invalid", "import", document=written)
    assert answer["error"]["field"] == "document.carried[0].trap" and "did you mean 'Poison Needle'" in answer["text"]


def test_an_unknown_item_refuses_the_whole_import(empty: Table):
    answer = empty.refused("template_unknown", "import", document={"character": {"name": "Pip"}, "carried": ["Torch", "Plait Armor"]})
    assert answer["error"]["field"] == "document.carried[1].item"


@pytest.mark.parametrize(
    ("code", "entry"),
    [
        ("charges_too_many", {"item": "Wand of Secrets", "charges": 4}),
        ("charges_too_many", {"item": "Torch", "charges": 1}),
        ("not_a_bag", {"item": "Torch", "contents": ["Dagger"]}),
        ("not_a_bag", {"item": {"name": "Odd Cube", "type": "wondrous"}, "contents": ["Dagger"]}),
        ("not_a_bag", {"item": "Torch", "lock": {"dc": 15}}),
        ("quantity_too_large", {"item": "Wand of Secrets", "quantity": 101}),
        ("base_unfit", {"item": "Flame Tongue", "base": "Club"}),
        ("base_unfit", {"item": "Torch", "base": "Club"}),
        ("base_required", {"item": "Flame Tongue"}),
        ("variant_unknown", {"item": "Ioun Stone", "variant": "mauve"}),
        ("variant_required", {"item": "Ioun Stone"}),
    ],
)
@pytest.mark.parametrize("where", ["equipped", "carried", "contents"])
def test_what_could_not_have_come_about_is_not_imported(empty: Table, where: str, code: str, entry: dict[str, Any]):
    written = {"carried": [{"item": "Backpack", "contents": ["Torch", entry]}]} if where == "contents" else {where: ["Torch", entry]}
    answer = empty.refused(code, "import", document={"character": {"name": "Pip"}, **written})
    place = "document.carried[0].contents[1]" if where == "contents" else f"document.{where}[1]"
    assert answer["error"]["field"] == f"{place}.{code.split('_')[0] if code.startswith(('base', 'variant')) else 'item'}"


def test_parts_that_make_a_whole_name_are_that(empty: Table):
    written = {"character": {"name": "Pip"}, "equipped": [{"item": "Longsword", "variant": "+1"}]}
    empty.did("import", document=written)
    assert empty.bag("Pip") == {"Longsword +1": 1}


def test_a_sheet_may_name_magic_items_as_people_write_them(empty: Table):
    empty.did("import", document={"character": {"name": "Pip"}, "equipped": ["+1 rapier", "Plate +1"], "carried": ["Mithral Half Plate"]})
    assert empty.bag("Pip") == {"Rapier +1": 1, "Plate Armor +1": 1, "Mithral Half Plate Armor": 1}


@pytest.mark.parametrize("charges", [0, 3])
def test_as_many_charges_as_there_can_be_are_imported(empty: Table, charges: int):
    empty.did("import", document={"character": {"name": "Pip"}, "carried": [{"item": "Wand of Secrets", "charges": charges}]})
    assert f"{charges} charges" in empty.did("view", "Pip")["text"]


def test_things_that_do_not_stack_are_imported_one_by_one(empty: Table):
    carried = [{"item": "Wand of Secrets", "quantity": 3, "charges": 1}, {"item": "Torch", "quantity": 3}]
    empty.did("import", document={"character": {"name": "Pip"}, "carried": carried})
    assert empty.stacks("Pip", "Wand of Secrets") == [1, 1, 1] and empty.stacks("Pip", "Torch") == [3]
    empty.did("equip", "Pip", itemName="Wand of Secrets")
    empty.did("use", "Pip", itemName="Wand of Secrets")
    assert sorted(t.item.state["charges"] for t in empty.now.things.values() if t.name == "Wand of Secrets") == [0, 1, 1]


def test_equipping_a_stack_puts_one_on(empty: Table):
    empty.did("import", document={"character": {"name": "Pip"}, "equipped": [{"item": "Dagger", "quantity": 3, "slot": "mainhand"}]})
    assert empty.stacks("Pip", "Dagger") == [1, 2] and empty.worn("Pip") == {"mainhand": "Dagger"}


@pytest.mark.parametrize(("kind", "name"), [("conditions", "poisoned"), ("effects", "Bless")])
def test_what_is_imported_with_a_duration_ends_by_the_clock(empty: Table, kind: str, name: str):
    empty.did("import", document={"character": {"name": "Pip"}, kind: [{"name": name, "duration": "10 minutes"}]})
    empty.did("advance", duration="9 minutes")
    assert name in str(document(empty, "Pip").get(kind))
    assert f"{name}" in empty.did("advance", duration="1 minute")["text"]
    assert kind not in document(empty, "Pip")


# ── levels ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("level", "raised"), [(6, "fighter 6"), (1, "fighter 1")])
def test_a_level_of_one_class_is_the_level_of_that_class(empty: Table, level: int, raised: str):
    empty.did("create", name="Pip", character={"classes": ["fighter 5"]})
    assert f"classes fighter 5 → {raised}" in empty.did("update", "Pip", character={"level": level})["text"]
    sheet = empty.thing("Pip").body["sheet"]
    assert sheet["classes"] == [raised] and sheet.get("level") in (None, level)


def test_a_level_beside_several_classes_is_refused(empty: Table):
    empty.did("create", name="Pip", character={"classes": ["fighter 3", "wizard 2"]})
    assert "try" not in empty.refused("level_in_classes", "update", "Pip", character={"level": 6})["error"]


@pytest.mark.parametrize(
    ("classes", "new"),
    [
        (["fighter 5"], {"level": 5}),
        (["fighter 5"], {"level": 6, "classes": ["fighter 6"]}),
        (["fighter 5"], {"level": 6, "classes": ["fighter"]}),
        (["fighter"], {"level": 6}),
        ([], {"level": 6}),
    ],
)
def test_a_level_that_agrees_or_stands_alone_is_taken(empty: Table, classes: list[str], new: dict[str, Any]):
    empty.did("create", name="Pip", character={"classes": classes})
    empty.did("update", "Pip", character=new)
    assert empty.thing("Pip").body["sheet"]["level"] == new["level"]


def test_a_document_that_comes_as_a_string_is_decoded(empty: Table):
    empty.did("import", document='{"character": {"name": "Pip"}, "coins": {"gp": 5}}')
    assert empty.bag("Pip") == {"Gold Piece": 5}


@pytest.mark.stored
def test_retire_takes_the_gear_along_and_undo_brings_it_back(laden: Table):
    before = laden.now
    laden.did("retire", "Thorin")
    assert {t.name for t in laden.now.things.values() if t.kind == "item"} == set()
    laden.did("undo")
    assert laden.now.world == before.world


@pytest.mark.parametrize(
    ("character", "says"),
    [
        ({"race": "elf"}, "race dwarf → elf"),
        ({"alignment": "good"}, "alignment – → good"),
        ({"abilities": {"str": 18, "dex": 14}}, "updated: abilities.str 16 → 18. "),
        ({"features": ["defense_style"]}, "features – → defense_style"),
        ({"proficiencies": {"skills": {"stealth": 2}}}, "proficiencies.skills – → stealth 2"),
        ({"party": False}, "party yes → no"),
        ({"name": "Thorin II"}, "name Thorin → Thorin II"),
        ({"features": [{"name": "Own " * 30}]}, "…"),
    ],
)
def test_update_says_what_each_key_was_and_is(table: Table, character: dict[str, object], says: str):
    assert says in table.did("update", "Thorin", character=character)["text"]


def test_update_says_what_was_cleared(table: Table):
    assert "race dwarf → –" in table.did("update", "Thorin", unset=["race"])["text"]


def test_a_renamed_hero_is_found_by_the_new_name_and_the_answer_says_so(table: Table):
    assert "The name Thorin no longer works; use Thror." in notes(table.did("update", "Thorin", character={"name": "Thror"}))
    table.refused("character_unknown", "view", "Thorin")


def test_a_name_that_is_only_written_otherwise_still_finds(table: Table):
    assert notes(table.did("update", "Thorin", character={"name": "THORIN"})) == ""
    table.did("view", "Thorin")


@pytest.mark.parametrize("dry", [False, True])
def test_hit_points_of_an_update_are_told(table: Table, dry: bool):
    assert "HP 44 → 31 (of 44)" in table.did("update", "Thorin", character={"hp": 31}, dryRun=dry)["text"]


def test_hit_points_above_the_maximum_count_up_to_it(table: Table):
    answer = table.did("update", "Thorin", character={"hp": 100})
    assert "now has at most 44 hit points; the rest of the 100 comes back" in notes(answer)
    assert table.did("damage", "Thorin", amount=1, damageType="fire")["results"][0]["hp"]["value"] == 43


@pytest.mark.parametrize("operation", ["create", "import"])
def test_a_new_hero_with_more_than_all_hit_points_is_told_so(table: Table, operation: str):
    hero = {"name": "Kim", "classes": ["fighter 1"], "hp": 99}
    sent = {"character": hero} if operation == "create" else {"document": {"character": hero}}
    assert "Kim now has at most 10 hit points" in notes(table.did(operation, **sent))


@pytest.mark.parametrize(
    ("character", "says"),
    [
        ({"classes": ["fighter 3", "blood hunter 2"]}, "have no class 'blood hunter'"),
        ({"race": "dwarv"}, "have no race 'dwarv'; it is kept as text, and no number follows from it. Did you mean dwarf"),
        ({"features": ["ten_thumbs"]}, "kept as text: ten_thumbs"),
    ],
)
@pytest.mark.parametrize("operation", ["create", "update", "import"])
def test_words_that_the_rules_do_not_know_are_named(table: Table, operation: str, character: dict[str, object], says: str):
    if operation == "update":
        answer = table.did("update", "Thorin", character=character)
    elif operation == "create":
        answer = table.did("create", name="Kim", character=character)
    else:
        answer = table.did("import", document={"character": {"name": "Kim", **character}})
    assert says in notes(answer)


@pytest.mark.parametrize("operation", ["create", "update"])
def test_a_misspelt_class_is_refused_with_the_one_that_is_meant(table: Table, operation: str):
    """A class of one's own is kept; one that comes in a document of another campaign too."""
    who = {"name": "Kim"} if operation == "create" else {"who": "Thorin"}
    refused = table.refused("class_unknown", operation, **who, character={"classes": ["fighter 1", "Wizzard 3"]})  # type: ignore[arg-type]
    assert refused["error"]["near"] == ["wizard 3"] and refused["error"]["try"]["character"]["classes"] == [
        "fighter 1",
        "wizard 3",
    ]
    assert "no class 'warlord'" in notes(table.did(operation, **who, character={"classes": ["warlord 3"]}))  # type: ignore[arg-type]
    assert "Did you mean wizard" in notes(table.did("import", document={"character": {"name": "Kit", "classes": ["wizzard 3"]}}))


@pytest.mark.parametrize("race", ["hill dwarf", "Elf", "goblin", "beast"])
def test_known_races_and_kinds_of_creatures_pass_without_remark(table: Table, race: str):
    assert "rules have no" not in table.did("create", name="Kim", character={"race": race})["text"]


def test_languages_tools_and_maxima_come_back_as_they_went(table: Table):
    own = {"languages": ["dwarvish"], "proficiencies": {"tools": ["lute"]}, "abilityMax": {"con": 22}}
    table.did("create", name="Bruni", character=own)
    document = table.did("export", "Bruni")["results"][0]["document"]
    assert {k: document["character"][k] for k in own} == own
    table.did("import", document=document, replace=True)
    assert table.did("export", "Bruni")["results"][0]["document"] == document


# ── how long a sheet may be ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("character", "field", "told"),
    [
        ({"race": "x" * 201}, "race", "has 201 characters; takes at most 200"),
        ({"languages": ["elvish", "x" * 201]}, "languages[1]", "has 201 characters; takes at most 200"),
        ({"features": ["x" * 4001]}, "features[0]", "has 4001 characters; takes at most 4000"),
        ({"classes": ["tinker"] * 21}, "classes", "has 21 elements; takes at most 20"),
        ({"features": ["tough"] * 201}, "features", "has 201 elements; takes at most 200"),
    ],
    ids=["race", "language", "feature", "classes", "features"],
)
def test_a_sheet_longer_than_anybody_reads_is_refused(table: Table, character: dict[str, Any], field: str, told: str):
    for operation, key, fields in (
        ("create", "character", {"name": "Pip", "character": character}),
        ("update", "character", {"characterName": "Thorin", "character": character}),
        ("import", "document.character", {"document": {"character": {"name": "Pip", **character}}}),
    ):
        answer = table.refused("argument_invalid", operation, **fields)
        assert answer["error"]["field"] == f"{key}.{field}" and told in answer["text"]


def test_a_feature_is_free_text(table: Table):
    table.did("update", "Thorin", character={"features": ["Owes the miller's widow " + "x" * 300]})


@pytest.mark.sqlite("an item that is written by hand")
def test_a_stored_item_that_would_not_be_taken_today_is_shown_as_broken(tmp_path: Path):
    file = tmp_path / "old.db"
    with rpg_lite.open_campaign(file) as game:
        Table(game).did("create", name="Thorin", character={"classes": ["fighter 5"]})
        Table(game).did("give", "Thorin", item={"name": "Odd Cap", "type": "wondrous", "weight": 1})
    piled = json.dumps({"name": "Odd e" + "\u0301" * 20, "type": "wondrous"})
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE thing SET body = json_set(body, '$.item', json(?)) WHERE name = 'Odd Cap'", (piled,))
    connection.close()
    with rpg_lite.open_campaign(file) as game:
        assert "Odd Cap" in Table(game).did("view", "Thorin")["text"]
        assert Table(game).did("remove", "Thorin", itemName="Odd Cap")["ok"]


@pytest.mark.sqlite("a sheet that is written by hand")
def test_a_stored_sheet_longer_than_is_taken_today_is_still_read(tmp_path: Path):
    file = tmp_path / "old.db"
    with rpg_lite.open_campaign(file) as game:
        Table(game).did("create", name="Thorin", character={"classes": ["fighter 5"]})
    long = json.dumps(
        {"race": "x" * 230, "features": ["y" * 5000], "languages": ["elvish"] * 201, "classes": ["fighter 1"] * 20 + ["x" * 230]}
    )
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE thing SET body = json_set(body, '$.sheet', json(?)) WHERE name = 'Thorin'", (long,))
    connection.close()
    with rpg_lite.open_campaign(file) as game:
        old = Table(game)
        old.did("view", "Thorin")
        old.did("update", "Thorin", character={"alignment": "neutral"})
        assert document(old, "Thorin")["character"]["features"] == ["y" * 5000]


@pytest.mark.parametrize("entry", [{"item": "Dagger", "name": "x" * 300}, {"item": "Dagger", "name": "\u200b"}])
def test_a_thing_in_a_document_has_a_name_or_none(table: Table, entry: dict[str, str]):
    document = {"character": {"name": "Pip"}, "carried": [entry]}
    table.refused_whole("argument_invalid", {"operation": "import", "document": document}, "manage_character")


def test_a_part_of_a_resource_changes_that_part_alone(empty: Table):
    slots = {"slots": {"max": 4, "left": 3, "recharge": "long_rest"}}
    empty.did("create", name="Mara", character={"classes": ["wizard 5"], "party": True, "resources": slots})
    empty.did("update", "Mara", character={"resources": {"slots": {"left": 1}, "hit_die_d6": {"left": 2}}})
    kept = empty.did("export", "Mara")["results"][0]["document"]["character"]["resources"]
    assert kept["slots"] == {"max": 4, "left": 1, "recharge": "long_rest"} and kept["hit_die_d6"]["left"] == 2
    for said in (empty.did("view", "Mara")["text"], empty.ask("examine", name="Mara")["text"], empty.ask("party")["text"]):
        assert "hit dice d6 2/5" in said and "slots 1/4" in said
    empty.did("rest", "Mara", kind="long")
    assert "slots 4/4" in empty.did("view", "Mara")["text"]


def test_a_resource_that_is_new_is_given_whole(empty: Table):
    empty.did("create", name="Mara", character={"classes": ["wizard 5"]})
    refused = empty.refused("argument_invalid", "update", "Mara", character={"resources": {"luck": {"left": 2}}})
    assert "must be given for a resource that is new" in refused["text"]


@each_row(
    ("ruleset", "race", "speaks", "more"),
    [
        ("5.1", "hill dwarf", "Common, Dwarvish", 0),
        ("5.1", "high elf", "Common, Elvish", 1),
        ("5.1", "half-elf", "Common, Elvish", 1),
        ("5.1", "human", "Common", 1),
        ("5.1", "tiefling", "Common, Infernal", 0),
        ("5.2", "dwarf", "Common", 2),
        ("5.2", "high elf", "Common", 2),
        ("5.2", "goliath", "Common", 2),
    ],
)
def test_a_race_speaks_what_the_rules_fix_and_the_answer_says_what_is_to_choose(ruleset: str, race: str, speaks: str, more: int):
    with rpg_lite.open_campaign(":memory:", ruleset=ruleset) as game:
        table = Table(game)
        told = table.did("create", name="Pip", character={"race": race})["text"]
        assert (f"languages {speaks} and {more} more to choose" in told) == bool(more)
        assert f"Speaks {speaks}." in table.did("character", "Pip")["text"]
        assert f"grant {race}" in table.ask("character", "Pip", stats=["languages"])["text"]
        table.did("create", name="Mute", character={"race": race, "languages": []})
        table.did("create", name="Bare", character={"race": race, "features": []})
        assert not any("Speaks" in table.did("character", name)["text"] for name in ("Mute", "Bare"))


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_feature_of_the_rules_without_a_number_is_the_game_masters_to_apply(ruleset: str):
    with rpg_lite.open_campaign(":memory:", ruleset=ruleset) as game:
        features = ["Breath Weapon", "Spellcasting (wizard)", "Rage (3/day)", "Sneak Attack 2d6", "Whirlwind of Spoons"]
        told = notes(Table(game).did("create", name="Pip", character={"classes": ["fighter 5"], "features": features}))
    assert "These change no number here; the game master applies them: Breath Weapon; Spellcasting (wizard)." in told
    assert "Not in the rules, kept as text: Whirlwind of Spoons." in told


# ── hit dice and the levels ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def tired(empty: Table) -> Table:
    """A rogue of 5 who has spent three hit dice."""
    empty.did("create", name="Bryn", character={"classes": ["rogue 5"], "resources": {"hit_die_d8": {"max": 5, "left": 2}}})
    return empty


def test_the_maximum_of_hit_dice_follows_the_levels(tired: Table):
    assert tired.thing("Bryn").body["spent"] == {"hit_die_d8": 3}
    tired.did("update", "Bryn", character={"classes": ["rogue 6"]})
    assert tired.thing("Bryn").body["spent"] == {"hit_die_d8": 3}, "three are spent still"
    document = tired.did("export", "Bryn")["results"][0]["document"]
    assert document["character"]["resources"]["hit_die_d8"] == {"max": 6, "left": 3, "recharge": "long_rest"}


def test_hit_dice_that_are_whole_again_follow_the_levels(tired: Table):
    for _ in range(2):
        tired.did("rest", "Bryn", kind="long")
        tired.did("advance", duration="1 day")
    tired.did("update", "Bryn", character={"classes": ["rogue 6"]})
    assert not tired.thing("Bryn").body["sheet"].get("resources") and "spent" not in tired.thing("Bryn").body


def test_hit_dice_of_an_older_version_are_read_by_the_levels():
    kept = StoredCharacter.model_validate(
        {"classes": ["rogue 6"], "resources": {"hit_die_d8": {"max": 5, "left": 2, "recharge": "long_rest"}}}
    )
    resource = sheet_of(kept, rpg_lite.rulebook()).resources["hit_die_d8"]
    assert (resource.left, resource.max) == (3, 6)


@pytest.mark.parametrize("most", [3, 9])
def test_a_maximum_of_their_own_stays(tired: Table, most: int):
    tired.did("update", "Bryn", character={"resources": {"hit_die_d8": {"max": most, "left": 1}}})
    tired.did("update", "Bryn", character={"classes": ["rogue 6"]})
    assert tired.thing("Bryn").body["sheet"]["resources"] == {"hit_die_d8": {"max": most}}
    assert tired.thing("Bryn").body["spent"] == {"hit_die_d8": most - 1}


def test_hit_dice_of_a_class_that_is_gone_are_gone(tired: Table):
    tired.did("update", "Bryn", character={"classes": ["fighter 5"]})
    document = tired.did("export", "Bryn")["results"][0]["document"]
    assert "hit_die_d8" not in document["character"].get("resources", {})


@pytest.mark.parametrize(
    ("written", "kept"), [("long rest", "long_rest"), ("Long Rest", "long_rest"), ("short rest", "short_rest"), ("Dawn", "dawn")]
)
def test_a_resource_comes_back_when_it_is_written_so(empty: Table, written: str, kept: str):
    empty.did(
        "create", name="Grukk", character={"classes": ["barbarian 5"], "resources": {"wrath": {"max": 3, "left": 0, "recharge": written}}}
    )
    assert empty.thing("Grukk").body["sheet"]["resources"]["wrath"]["recharge"] == kept
    empty.did("update", "Grukk", character={"resources": {"wrath": {"recharge": written}}})
    assert empty.thing("Grukk").body["spent"] == {"wrath": 3}
    empty.did("advance", duration="dawn") if kept == "dawn" else empty.did("rest", "Grukk", kind=kept.removesuffix("_rest"))
    assert "spent" not in empty.thing("Grukk").body


def test_a_resource_that_nothing_brings_back_is_refused_with_the_words(empty: Table):
    asked = {"classes": ["barbarian 5"], "resources": {"rage": {"max": 3, "recharge": "full moon"}}}
    refused = empty.refused("argument_invalid", "create", name="Grukk", character=asked)
    assert "short_rest" in refused["text"] and "long_rest" in refused["text"] and "dawn" in refused["text"]


def test_what_an_older_version_kept_of_a_recharge_is_read():
    kept = StoredCharacter.model_validate(
        {"resources": {"rage": {"max": 3, "recharge": "Long Rest"}, "omen": {"max": 1, "recharge": "full moon"}}}
    )
    resources = sheet_of(kept, rpg_lite.rulebook()).resources
    assert (resources["rage"].recharge, resources["omen"].recharge) == ("long_rest", None)
