import json

import pytest

import rpg_lite
from tests.copies import begun
from tests.operations.table import Table

pytestmark = pytest.mark.pure

DRAUGHT = {"name": "Healing Potion", "type": "consumable", "effect": "Heal 2d4+2 HP"}


@pytest.fixture
def hurt(table: Table) -> Table:
    """Thorin at 24 of 44 hit points."""
    table.did("damage", "Thorin", amount=20, damageType="fire")
    return table


def test_a_potion_heals_what_was_rolled_and_is_gone(hurt: Table):
    hurt.did("give", "Thorin", template="Potion of Healing")
    answer = hurt.did("use", "Thorin", itemName="Healing Potion")
    total = answer["results"][0]["roll"]["total"]
    assert 4 <= total <= 10
    assert answer["results"][0]["hp"] == {"was": 24, "value": 24 + total, "max": 44}
    assert hurt.hp("Thorin") == 24 + total and hurt.bag("Thorin") == {}
    assert str(total) in answer["text"]


@pytest.mark.parametrize("effect", ["Heal 2d4+2 HP", "Heal 2d4+2", "heal 5 hp"])
def test_the_seeds_spelling_of_healing_heals(hurt: Table, effect: str):
    hurt.did("give", "Thorin", item={**DRAUGHT, "effect": effect})
    hurt.did("use", "Thorin", itemName="Healing Potion")
    assert hurt.hp("Thorin") > 24


def test_what_has_no_number_is_used_up_and_left_to_the_game_master(table: Table):
    table.did("give", "Thorin", item={"name": "Odd Draught", "type": "consumable", "effect": "You smell of lilac"})
    answer = table.did("use", "Thorin", itemName="Odd Draught")
    assert "For you to judge: You smell of lilac" in answer["text"]
    assert table.bag("Thorin") == {}


def test_a_potion_is_given_to_another(hurt: Table):
    hurt.did("give", "Elara", template="Potion of Healing")
    answer = hurt.did("use", "Elara", itemName="Potion of Healing", targetName="Thorin")
    assert hurt.hp("Thorin") > 24 and hurt.bag("Elara") == {}
    assert "Elara uses" in answer["text"] and "Thorin" in answer["text"]


def test_healing_stops_at_the_maximum(table: Table):
    table.did("damage", "Thorin", amount=1, damageType="fire")
    table.did("give", "Thorin", template="Potion of Healing")
    table.did("use", "Thorin", itemName="Potion of Healing")
    assert table.hp("Thorin") == 44


def test_one_at_zero_comes_round(table: Table):
    table.did("damage", "Thorin", amount=44, damageType="fire")
    table.did("give", "Elara", template="Potion of Healing")
    answer = table.did("use", "Elara", itemName="Potion of Healing", targetName="Thorin")
    assert table.hp("Thorin") > 0 and "regains consciousness" in answer["text"]


def test_the_dead_do_not_drink(table: Table):
    table.did("damage", "Thorin", amount=88, damageType="fire")
    table.did("give", "Elara", template="Potion of Healing")
    table.refused("target_dead", "use", "Elara", itemName="Potion of Healing", targetName="Thorin")


def test_a_potion_of_strength_changes_numbers(table: Table):
    table.did("give", "Thorin", template="Potion of Giant Strength", variant="hill")
    table.did("use", "Thorin", itemName="Potion of Hill Giant Strength")
    assert table.number("Thorin", "abilities.str") == 21


def test_several_are_used_at_once(hurt: Table):
    hurt.did("give", "Thorin", template="Potion of Healing", quantity=3)
    answer = hurt.did("use", "Thorin", itemName="Potion of Healing", quantity=2)
    assert len(answer["results"][0]["rolls"]) == 2
    assert hurt.bag("Thorin") == {"Potion of Healing": 1}


def test_a_dry_run_of_several_says_how_many(hurt: Table):
    hurt.did("give", "Thorin", template="Potion of Healing", quantity=3)
    told = hurt.did("use", "Thorin", itemName="Potion of Healing", quantity=2, dryRun=True)["text"]
    assert "(2 used up, 1 left): 2 × 2d4+2 (4–10) hit points" in told


def test_more_than_there_are_is_refused_never_clamped(hurt: Table):
    hurt.did("give", "Thorin", template="Potion of Healing", quantity=2)
    hurt.refused("quantity_too_many", "use", "Thorin", itemName="Potion of Healing", quantity=3)


def test_uses_count_down_and_the_last_ends_a_consumable(table: Table):
    table.did("give", "Thorin", template="Healer's Kit")
    table.did("use", "Thorin", itemName="Healer's Kit", quantity=9, force=True)
    table.refused("no_uses_left", "use", "Thorin", itemName="Healer's Kit", quantity=2, force=True)
    table.did("use", "Thorin", itemName="Healer's Kit", force=True)
    assert table.bag("Thorin") == {}


def test_charges_count_down_and_an_empty_wand_stays(table: Table):
    table.did("give", "Thorin", template="Wand of Secrets", equip=True)
    for _ in range(3):
        table.did("use", "Thorin", itemName="Wand of Secrets")
    table.refused("no_charges_left", "use", "Thorin", itemName="Wand of Secrets")
    assert table.bag("Thorin") == {"Wand of Secrets": 1}


def test_use_takes_the_one_with_charges_left(table: Table):
    for slot in ("mainhand", "offhand"):
        table.did("give", "Thorin", template="Wand of Secrets", equip=True, slot=slot)
    first = next(t.id for t in table.now.things.values() if t.name == "Wand of Secrets")
    for _ in range(3):
        table.did("use", "Thorin", itemId=first)
    for _ in range(3):
        table.did("use", "Thorin", itemName="Wand of Secrets")
    table.refused("no_charges_left", "use", "Thorin", itemName="Wand of Secrets")


def test_a_sword_is_not_used(table: Table):
    table.did("give", "Thorin", template="Longsword")
    table.refused("not_usable", "use", "Thorin", itemName="Longsword")


def test_a_property_is_switched_on_and_off(table: Table):
    table.did("give", "Thorin", template="Flame Tongue", base="Longsword", equip=True, attune=True)
    table.did("use", "Thorin", itemName="Flame Tongue Longsword")
    assert table.thing("Flame Tongue Longsword").item.state["active"] == ["ablaze"]
    answer = table.did("use", "Thorin", itemName="Flame Tongue Longsword", property="ablaze")
    assert "off" in answer["text"]
    assert "active" not in table.thing("Flame Tongue Longsword").item.state


def test_a_property_that_asks_for_attunement_says_so(table: Table):
    table.did("give", "Thorin", template="Flame Tongue", base="Longsword", equip=True)
    answer = table.refused("not_attuned", "use", "Thorin", itemName="Flame Tongue Longsword")
    assert table.send(answer["error"]["try"])["ok"]


def test_a_property_must_be_named_when_there_are_several(table: Table):
    table.did("give", "Thorin", template="Cloak of the Bat", equip=True, attune=True)
    answer = table.refused("property_required", "use", "Thorin", itemName="Cloak of the Bat")
    assert answer["error"]["allowed"] == ["glide", "become_bat"]
    table.refused("property_unknown", "use", "Thorin", itemName="Cloak of the Bat", property="moo")


def test_a_property_that_must_be_worn_is_refused_in_the_bag(table: Table):
    table.did("give", "Thorin", template="Boots of Speed", attune=True)
    table.refused("must_be_worn", "use", "Thorin", itemName="Boots of Speed")


CHARGED_IN_HAND = (
    "Wand of Magic Missiles",
    "Wand of Secrets",
    "Ring of the Ram",
    "Mace of Terror",
)
AIMED = ("Wand of Magic Missiles", "Ring of the Ram", "Mace of Terror")


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("name", CHARGED_IN_HAND)
def test_charges_are_spent_by_who_wears_or_holds_the_thing(ruleset: str, name: str):
    with rpg_lite.open_campaign(":memory:", ruleset=ruleset) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"]})
        table.did("give", "Thorin", template=name)
        if game.book.item(game.book.find(name)).needs_attunement:
            answer = table.refused("not_attuned", "use", "Thorin", itemName=name)
            assert table.send(answer["error"]["try"])["ok"]
        answer = table.refused("must_be_worn", "use", "Thorin", itemName=name)
        assert table.send(answer["error"]["try"])["ok"] and answer["error"]["try"]["operation"] == "equip"
        assert " charges left" in table.did("use", "Thorin", itemName=name, **({"targetName": "Thorin"} if name in AIMED else {}))["text"]


@pytest.mark.parametrize(
    ("name", "whom"), [("Necklace of Fireballs", {"targets": ["Elara"]}), ("Trident of Fish Command", {"targets": ["Elara"]})]
)
def test_charges_of_what_works_while_it_is_carried_are_spent_from_the_pack(table: Table, name: str, whom: dict[str, list[str]]):
    table.did("give", "Thorin", template=name, attune=name.startswith("Trident"))
    if name.startswith("Trident"):
        table.did("update", "Elara", character={"type": "beast"})
    table.did("use", "Thorin", itemName=name, **whom)


def test_a_wand_in_a_chest_works_for_nobody(table: Table):
    table.did("give", template="Chest", bagName="floor")
    table.did("give", template="Wand of Fireballs", bagName="Chest")
    answer = table.refused("held_by_nobody", "use", bagName="Chest", itemName="Wand of Fireballs", targetName="Elara")
    assert "Wand of Fireballs lies in Chest and works only for its wearer or holder" in answer["text"]


def test_a_wand_in_a_backpack_is_drawn_by_who_carries_that(table: Table):
    table.did("give", "Elara", template="Backpack")
    table.did("give", template="Wand of Secrets", bagName="Backpack")
    answer = table.refused("must_be_worn", "use", bagName="Backpack", itemName="Wand of Secrets", targetName="Elara")
    assert table.send(answer["error"]["try"])["ok"]
    table.did("use", "Elara", itemName="Wand of Secrets")


def test_what_lies_in_a_chest_needs_a_target(table: Table):
    table.did("give", template="Chest", bagName="floor")
    table.did("give", template="Potion of Healing", bagName="Chest")
    table.refused("target_required", "use", bagName="Chest", itemName="Potion of Healing")


def test_an_unknown_target_is_refused(hurt: Table):
    hurt.did("give", "Thorin", template="Potion of Healing")
    hurt.refused("character_unknown", "use", "Thorin", itemName="Potion of Healing", targetName="Nobody")


@pytest.mark.parametrize(("had", "says"), [(3, "(used up, 2 left)"), (2, "(used up, 1 left)"), (1, "(used up)")])
def test_use_says_how_many_are_left(hurt: Table, had: int, says: str):
    hurt.did("give", "Thorin", template="Potion of Healing", quantity=had)
    assert says in hurt.did("use", "Thorin", itemName="Potion of Healing")["text"]


def test_what_lies_in_a_bag_is_left_too(hurt: Table):
    hurt.did("give", "Thorin", template="Backpack")
    hurt.did("give", bagName="Backpack", template="Potion of Healing", quantity=2)
    hurt.did("give", "Thorin", template="Potion of Healing")
    assert "(used up, 2 left)" in hurt.did("use", "Thorin", itemName="Potion of Healing")["text"]


def test_use_says_how_many_uses_are_left(table: Table):
    table.did("give", "Thorin", item={"name": "Salve", "type": "consumable", "usesRemaining": 2})
    said = [table.did("use", "Thorin", itemName="Salve")["text"] for _ in range(2)]
    assert "(1 use, 1 use left)" in said[0] and "(used up)" in said[1]


def test_what_is_not_used_up_counts_nothing(table: Table):
    table.did("give", "Thorin", template="Rope, Hempen (50 feet)")
    assert "left" not in table.did("use", "Thorin", itemName="Rope, Hempen (50 feet)")["text"]


@pytest.mark.parametrize(("who", "target", "field"), [("Thorin", None, "characterName"), ("Elara", "Thorin", "targetName")])
def test_a_draught_for_the_dead_is_refused_by_the_field_that_names_them(table: Table, who: str, target: str | None, field: str):
    table.did("give", who, template="Potion of Healing")
    table.did("damage", "Thorin", amount=88, damageType="fire")
    aimed = {"targetName": target} if target else {}
    assert table.refused("target_dead", "use", who, itemName="Potion of Healing", **aimed)["error"]["field"] == field


# ── what is given once ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def reader(table: Table) -> Table:
    """Thorin, CON 14, with a manual that raises it."""
    table.did("give", "Thorin", template="Manual of Bodily Health")
    return table


def test_a_manual_is_written_into_the_sheet_for_good(reader: Table):
    answer = reader.did("use", "Thorin", itemName="Manual of Bodily Health")
    kept = reader.thing("Thorin").body["sheet"]
    assert (kept["abilities"]["con"], kept["abilityMax"]["con"]) == (16, 22)
    assert "CON 14 → 16 for good" in answer["text"]
    assert reader.number("Thorin", "abilities.con") == 16


def test_hit_points_follow_a_manual_at_every_level(reader: Table):
    had, level = reader.number("Thorin", "hpMax"), 5
    reader.did("use", "Thorin", itemName="Manual of Bodily Health")
    assert reader.number("Thorin", "hpMax") == had + level


def test_a_manual_is_read_once(reader: Table):
    reader.did("use", "Thorin", itemName="Manual of Bodily Health")
    reader.refused("no_uses_left", "use", "Thorin", itemName="Manual of Bodily Health")


@pytest.mark.stored
def test_a_permanent_gain_is_taken_back_by_undo(reader: Table):
    before = reader.now.world
    reader.did("use", "Thorin", itemName="Manual of Bodily Health")
    reader.did("undo")
    assert reader.now.world == before


@pytest.mark.parametrize(
    ("score", "cap", "after"), [(18, None, 20), (29, None, 30), (29, 30, 30), (30, 24, 30), (23, 24, 24), (25, 24, 25)]
)
def test_a_gain_ends_at_its_cap_and_at_thirty(table: Table, score: int, cap: int | None, after: int):
    gain = {"target": "ability.str", "op": "add", "value": 2, "permanent": True} | ({"cap": cap} if cap else {})
    table.did("update", "Thorin", character={"abilities": {"str": score}})
    table.did("give", "Thorin", item={"name": "Odd Tome", "type": "consumable", "onUse": {"modifiers": [gain]}})
    table.did("use", "Thorin", itemName="Odd Tome")
    assert table.number("Thorin", "abilities.str") == after


def test_the_maximum_that_a_manual_raised_is_that_of_a_capped_gain(table: Table):
    table.did("update", "Thorin", character={"abilities": {"con": 20}})
    table.did("give", "Thorin", template="Belt of Dwarvenkind", equip=True, attune=True)
    assert table.number("Thorin", "abilities.con") == 20
    table.did("update", "Thorin", character={"abilityMax": {"con": 22}})
    assert table.number("Thorin", "abilities.con") == 22


def test_temporary_hit_points_of_an_effect_are_given_once_and_not_kept(table: Table):
    vigour = {"name": "Vigour", "modifiers": [{"target": "temp_hp", "op": "add", "value": 7}, {"target": "ac", "op": "add", "value": 1}]}
    table.did("import", document={"character": {"name": "Bruni", "hpMax": 10}, "effects": [vigour]})
    table.did("damage", "Bruni", amount=5, damageType="fire")
    assert table.thing("Bruni").body["tempHp"] == 2 and table.number("Bruni", "ac") == 11
    table.did("damage", "Bruni", amount=5, damageType="fire")
    assert table.hp("Bruni") == 7


# ── what is switched on ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_rod_strikes_as_the_weapon_that_it_has_become(table: Table):
    table.did("give", "Thorin", template="Rod of Lordly Might", equip=True, attune=True)
    table.did("use", "Thorin", itemName="Rod of Lordly Might", property="button2")
    answer = table.send({"characterName": "Thorin", "operation": "view"}, detail="full")
    rod = answer["results"][0]["sheet"]["attacks"]["Rod of Lordly Might"]
    assert (rod["damageDice"], rod["damageType"]) == ("1d8", "slashing")


@pytest.mark.parametrize(("properties", "feet"), [(["ride"], 50), (["laden"], 30), (["ride", "laden"], 30)])
def test_a_broom_flies_slower_with_a_load(table: Table, properties: list[str], feet: int):
    table.did("give", "Thorin", template="Broom of Flying")
    for word in properties:
        table.did("use", "Thorin", itemName="Broom of Flying", property=word)
    assert table.number("Thorin", "vehicle.fly") == feet


def test_what_is_over_is_not_shown_as_on(table: Table):
    table.did("give", "Thorin", template="Gem of Seeing", equip=True, attune=True)
    table.did("use", "Thorin", itemName="Gem of Seeing", property="see")
    assert "on: see" in table.did("view", "Thorin")["text"]
    assert table.send({"operation": "advance", "duration": "20 minutes"}, "manage_character")["ok"]
    answer = table.send({"characterName": "Thorin", "operation": "view"}, detail="full")
    assert "Gem of Seeing (2 charges)" in answer["text"] and '"active"' not in json.dumps(answer["results"])
    exported = table.send({"operation": "export", "characterName": "Thorin"}, "manage_character")
    assert exported["ok"] and '"active"' not in json.dumps(exported["results"])


def test_the_wand_in_hand_is_used_rather_than_its_twin(table: Table):
    for equip in (False, True):
        table.did("give", "Thorin", template="Wand of Secrets", equip=equip)
    for _ in range(2):
        table.did("use", "Thorin", itemName="Wand of Secrets")
    assert "0 charges left" in table.did("use", "Thorin", itemName="Wand of Secrets")["text"]


@pytest.mark.parametrize(
    ("ruleset", "says"), [("5.1", "Saves with vs poison have advantage"), ("5.2", "Saves with vs poisoned have advantage")]
)
def test_antitoxin_says_which_saves_it_helps(ruleset: str, says: str):
    with begun(ruleset) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"]})
        table.did("give", "Thorin", template="Antitoxin")
        answer = table.did("use", "Thorin", itemName="Antitoxin")
        assert "For you to judge" in answer["text"] and says in answer["text"]
        assert [e["name"] for e in table.thing("Thorin").body["effects"]] == ["Antitoxin"]


@pytest.mark.parametrize("more", [{}, {"onUse": {}}])
def test_a_use_from_which_nothing_follows_says_so(table: Table, more: dict[str, object]):
    table.did("give", "Thorin", item={"name": "Moon Dust", "type": "consumable", **more})
    assert "By the rules, using Moon Dust has no effect." in table.did("use", "Thorin", itemName="Moon Dust")["text"]


def test_nothing_is_used_on_somebody_in_another_room(table: Table):
    table.did("give", "Thorin", template="Potion of Healing")
    assert table.send({"operation": "create", "name": "Cellar", "direction": "down"}, "manage_room")["ok"]
    assert table.send({"operation": "go", "direction": "down", "names": ["Elara"]}, "manage_room")["ok"]
    refused = table.refused("use_elsewhere", "use", "Thorin", itemName="Potion of Healing", targetName="Elara")
    assert "Elara is in Cellar" in refused["text"]
