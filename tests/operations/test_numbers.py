"""Numbers in the tools' answers: death ends bonds, a new effect gives its points, and features either count or say that they do not."""

import json
from pathlib import Path

import pytest

from rpg_lite import open_campaign
from tests.copies import begun
from tests.operations.table import Table, notes
from tests.rows import each_row

RING = "Ring of Protection"


def lift(table: Table, who: str, **what: object):
    answer = table.send({"operation": "remove", "characterName": who, **what}, "manage_condition")
    assert answer["ok"], answer["text"]
    return answer


def bonds(table: Table) -> set[str]:
    return {t.id for t in table.now.things.values() if t.attuned_to}


@pytest.mark.parametrize(
    "death",
    [
        {"operation": "damage", "amount": 500, "damageType": "fire"},
        {"operation": "apply", "condition": "exhaustion", "level": 6},
    ],
    ids=lambda d: d["operation"],
)
def test_death_ends_attunement_and_says_so(table: Table, death: dict[str, object]):
    table.did("give", "Thorin", template=RING)
    table.did("equip", "Thorin", itemName=RING, attune=True)
    assert len(bonds(table)) == 1
    tool = "execute_action" if death["operation"] == "damage" else "manage_condition"
    answer = table.send({"characterName": "Thorin", **death}, tool)
    assert "Thorin's attunement ends: Ring of Protection" in notes(answer)
    assert bonds(table) == set()


def test_the_third_failed_death_save_ends_attunement_too(table: Table):
    table.did("give", "Thorin", template=RING)
    table.did("equip", "Thorin", itemName=RING, attune=True)
    table.did("update", "Thorin", character={"hp": 0})
    blow = {"operation": "damage", "characterName": "Thorin", "amount": 1, "damageType": "fire"}
    for failures in (1, 2):
        assert table.send(blow, "execute_action")["ok"] and len(bonds(table)) == 1, failures
    assert "attunement ends" in notes(table.send(blow, "execute_action")) and bonds(table) == set()


def test_of_two_equal_rings_the_worn_one_is_attuned(table: Table):
    table.did("give", "Thorin", template=RING)
    table.did("give", "Thorin", template=RING)
    second = [t.id for t in table.now.things.values() if t.name == RING][1]
    table.did("equip", "Thorin", itemId=second)
    answer = table.did("attune", "Thorin", itemName=RING)
    assert bonds(table) == {second} and answer["results"][0]["stats"]["ac"]["value"] == answer["results"][0]["stats"]["ac"]["was"] + 1


def test_one_that_is_carried_is_attuned_when_it_is_named_by_id(table: Table):
    table.did("give", "Thorin", template=RING)
    table.did("give", "Thorin", template=RING)
    first, second = [t.id for t in table.now.things.values() if t.name == RING]
    table.did("equip", "Thorin", itemId=second)
    table.did("attune", "Thorin", itemId=first)
    assert bonds(table) == {first}


def test_aid_raises_the_maximum_and_the_points(table: Table):
    table.did("update", "Thorin", character={"hp": 31})
    answer = table.did("apply", "Thorin", effect="Aid")
    assert answer["results"][0]["hp"] == {"was": 31, "value": 36, "max": 49}
    table.did("apply", "Thorin", effect="Aid")
    assert table.thing("Thorin").body["hp"] == 36
    table.did("apply", "Thorin", effect="Aid (3rd level)")
    assert table.thing("Thorin").body["hp"] == 41
    lift(table, "Thorin", effect="Aid")
    lift(table, "Thorin", effect="Aid (3rd level)")
    assert table.ask("heal", "Thorin", amount=1)["ok"]


def test_false_life_gives_temporary_hit_points(table: Table):
    table.did("apply", "Elara", effect="False Life", source="Elara")
    assert 5 <= table.thing("Elara").body["tempHp"] <= 8


def test_what_an_effect_leaves_to_the_game_master_is_said(table: Table):
    assert "For you to judge: Once, then it ends" in notes(table.did("apply", "Thorin", effect="Guidance", source="Elara"))


@pytest.mark.parametrize("who", ["Thorin", "Elara"])
def test_a_mark_counts_for_its_caster(table: Table, who: str):
    text = notes(table.did("apply", who, effect="Hunter's Mark", source="Elara"))
    assert [e["name"] for e in table.thing("Elara").body["effects"]] == ["Hunter's Mark"]
    assert "effects" not in table.thing("Thorin").body
    assert ("applies to what Elara does against Thorin" in text) is (who == "Thorin")


def test_an_effect_that_is_taken_off_ends_the_concentration(table: Table):
    table.did("apply", "Thorin", effect="Guidance", source="Elara")
    assert "concentration" in table.thing("Elara").body
    assert "Elara no longer concentrates on Guidance" in notes(lift(table, "Thorin", effect="Guidance"))
    assert "concentration" not in table.thing("Elara").body


@pytest.mark.parametrize("equip", [False, True])
def test_who_is_hurt_with_a_cursed_axe_is_to_save(table: Table, equip: bool):
    """The bond counts in hand or not (SRD, Berserker Axe)."""
    table.did("give", "Thorin", template="Berserker Axe", base="Greataxe")
    table.did("attune", "Thorin", itemName="Berserker Axe")
    if equip:
        table.did("equip", "Thorin", itemName="Berserker Axe")
    answer = table.send({"operation": "damage", "characterName": "Thorin", "amount": 3, "damageType": "fire"}, "execute_action")
    assert "WIS save DC 15. Thorin (" in answer["text"]
    answer = table.send({"operation": "damage", "characterName": "Elara", "amount": 3, "damageType": "fire"}, "execute_action")
    assert "save" not in answer["text"]


LOCKED = [
    # ruleset, character, bonus and dice of the roll
    ("5.1", {"classes": ["rogue 3"], "abilities": {"dex": 14}}, "1d20+4"),
    ("5.1", {"classes": ["rogue 9"], "abilities": {"dex": 16}, "proficiencies": {"skills": {"sleight_of_hand": 2}, "tools": ["Thieves' Tools"]}}, "1d20+7"),
    ("5.1", {"classes": ["fighter 3"], "abilities": {"dex": 14}, "proficiencies": {"skills": {"sleight_of_hand": 2}}}, "1d20+2"),
    ("5.1", {"classes": ["bard 5"], "abilities": {"dex": 14}, "proficiencies": {"tools": ["thieves' tools"]}}, "1d20+5"),
    ("5.2", {"classes": ["rogue 3"], "abilities": {"dex": 14}}, "1d20+4"),
    ("5.2", {"classes": ["rogue 9"], "abilities": {"dex": 16}, "proficiencies": {"skills": {"sleight_of_hand": 2}, "tools": ["Thieves' Tools"]}}, "2d20kh1+11"),
    ("5.2", {"classes": ["fighter 3"], "abilities": {"dex": 14}, "proficiencies": {"skills": {"sleight_of_hand": 1}}}, "1d20+4"),
    ("5.2", {"classes": ["bard 5"], "abilities": {"dex": 14}, "proficiencies": {"tools": ["thieves' tools"]}}, "1d20+5"),
]  # fmt: skip


@each_row(("ruleset", "character", "dice"), LOCKED)
def test_a_lock_is_picked_by_the_rules_of_its_edition(ruleset: str, character: dict[str, object], dice: str):
    with begun(ruleset) as game:
        table = Table(game)
        table.did("create", name="Snag", character=character)
        table.did("give", "Snag", template="Thieves' Tools")
        table.did("give", bagName="floor", template="Chest")
        assert table.send({"operation": "lock", "bagName": "Chest", "dc": 15}, "manage_room")["ok"]
        answer = table.send({"operation": "unlock", "characterName": "Snag", "bagName": "Chest"}, "manage_room")
        assert f"{dice}:" in answer["text"], answer["text"]
        untrained = ruleset == "5.1" and "fighter 3" in character["classes"]  # type: ignore[operator]
        assert ("not proficient with Thieves' Tools" in answer["text"]) is untrained


@pytest.mark.parametrize("operation", ["create", "update", "import"])
def test_features_that_wait_for_their_code_are_said(tmp_path: Path, operation: str):
    """None of ours does; one of the user's own that grants no more than a word."""
    flees = {"name": "Faint Heart", "modifiers": [{"target": "flag", "op": "grant", "value": "flees"}]}
    (tmp_path / "features.json").write_text(json.dumps([flees]), "utf-8")
    character = {"classes": ["fighter 3"], "features": ["Faint Heart", "Halfling Nimbleness", "defense_style"]}
    with open_campaign(":memory:", items=[tmp_path]) as game:
        own = Table(game)
        own.did("create", name="Thorin", character={"classes": ["fighter 3"]})
        if operation == "create":
            answer = own.did("create", name="Kim", character=character)
        elif operation == "update":
            answer = own.did("update", "Thorin", character=character)
        else:
            answer = own.did("import", document={"character": {"name": "Kim", **character}})
    assert "Known but not yet applied: Faint Heart." in notes(answer) and "defense style" not in notes(answer)


def test_what_was_said_once_is_not_said_with_every_change(table: Table):
    table.did("create", name="Kim", character={"classes": ["fighter 3"], "features": ["Halfling Nimbleness", "Spoons"]})
    assert "Spoons" not in notes(table.did("update", "Kim", character={"alignment": "neutral"}))
    assert "not yet applied" not in notes(table.did("update", "Elara", character={"features": ["Halfling Nimbleness"]}))
    assert "any larger creature" in table.did("lookup", query="Halfling Nimbleness")["text"]


def test_a_bare_unarmored_defense_is_the_one_of_the_class(table: Table):
    table.did("create", name="Kim", character={"classes": ["monk 5"], "abilities": {"dex": 16, "wis": 16}})
    assert "kept as text" not in notes(table.did("update", "Kim", character={"features": ["Unarmored Defense"]}))


def test_level_and_classes_agree_after_a_level_up(table: Table):
    table.did("create", name="Kim", character={"level": 5, "classes": ["rogue 5"]})
    table.did("update", "Kim", character={"classes": ["rogue 6"]})
    character = table.did("export", "Kim")["results"][0]["document"]["character"]
    assert (character["level"], character["classes"]) == (6, ["rogue 6"])


def test_a_level_beside_classes_with_levels_is_said(table: Table):
    assert "so level 5 is ignored" in notes(table.did("create", name="Kim", character={"level": 5, "classes": ["rogue 6"]}))
    assert table.did("export", "Kim")["results"][0]["document"]["character"]["level"] == 6


def test_new_heroes_begin_with_all_their_points(table: Table):
    table.did("create", name="Kim", character={"level": 5, "classes": ["fighter"], "race": "hill dwarf", "abilities": {"con": 14}})
    assert table.thing("Kim").body["hp"] == 49
