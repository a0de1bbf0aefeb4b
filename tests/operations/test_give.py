import json

import pytest

from rpg_lite.vocabulary import RULESETS
from tests.operations.table import Table, notes
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

FLAME_TONGUE = {
    "name": "Flame Tongue Longsword",
    "type": "weapon",
    "rarity": "rare",
    "requiresAttunement": True,
    "slot": "mainhand",
    "weaponStats": {
        "damageDice": "1d8",
        "damageType": "slashing",
        "category": "martial_melee",
        "properties": ["versatile"],
        "versatileDamage": "1d10",
    },
    "mechanicalEffects": {"bonusDamage": "2d6", "bonusDamageType": "fire"},
    "value": 5000,
}
COIN = {"name": "Gold", "type": "treasure"}
CHARM = {"name": "Lucky Charm", "type": "wondrous", "weight": 0}


# ── The original tool schema, "Example Usage", word for word ─────────────────────────────────────────────────────────────────────────


def test_the_first_payload_of_the_seed_gives_a_magic_sword(table: Table):
    answer = table.send({"characterName": "Thorin", "operation": "give", "item": FLAME_TONGUE})
    assert answer["ok"]
    assert answer["results"][0]["item"] == {"id": "i3.1", "name": "Flame Tongue Longsword"}
    assert table.bag("Thorin") == {"Flame Tongue Longsword": 1}


def test_the_second_payload_of_the_seed_puts_the_plate_on(table: Table):
    table.did("give", "Thorin", template="Plate Armor")
    answer = table.send({"characterName": "Thorin", "operation": "equip", "itemName": "Plate Armor"})
    assert answer["ok"]
    assert answer["results"][0]["stats"]["ac"] == {"was": 12, "value": 18}


def test_the_third_payload_of_the_seed_shows_what_there_is(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    answer = table.send({"characterName": "Thorin", "operation": "view", "showStats": True})
    assert answer["ok"]
    assert "Plate Armor" in answer["text"] and "AC 18" in answer["text"]


def test_the_fourth_payload_of_the_seed_shares_the_loot_out(table: Table):
    answer = table.send(
        {
            "batch": [
                {"characterName": "Thorin", "operation": "give", "item": {"name": "Gold", "type": "treasure", "quantity": 150}},
                {"characterName": "Elara", "operation": "give", "item": {"name": "Gold", "type": "treasure", "quantity": 150}},
                {
                    "characterName": "Thorin",
                    "operation": "give",
                    "item": {"name": "Healing Potion", "type": "consumable", "effect": "Heal 2d4+2 HP"},
                },
            ]
        }
    )
    assert answer["ok"]
    assert table.bag("Thorin") == {"Gold Piece": 150, "Healing Potion": 1}
    assert table.bag("Elara") == {"Gold Piece": 150}
    assert table.rev == 3


# ── what is given ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("word", ["Plate Armor", "plate armour", "The Plate-Armor", "srd:plate", "Plate"])
def test_a_template_is_found_by_name_alias_or_id(table: Table, word: str):
    table.did("give", "Thorin", template=word)
    assert table.bag("Thorin") == {"Plate Armor": 1}


def test_a_string_as_item_is_a_templates_name(table: Table):
    table.did("give", "Thorin", item="Healing Potion")
    assert table.bag("Thorin") == {"Potion of Healing": 1}


def test_an_unknown_template_is_refused_with_the_near_names(table: Table):
    answer = table.refused("template_unknown", "give", "Thorin", template="Plait Armor")
    assert any("Plate Armor" in near for near in answer["error"]["near"])
    assert answer["error"]["field"] == "template"


def test_item_and_template_together_are_refused(table: Table):
    table.refused("give_one_of", "give", "Thorin", item=CHARM, template="Dagger")


def test_neither_item_nor_template_is_refused(table: Table):
    table.refused("item_required", "give", "Thorin")


def test_a_template_that_asks_for_a_base_names_those_it_takes(table: Table):
    answer = table.refused("base_required", "give", "Thorin", template="Flame Tongue")
    assert "Longsword" in answer["error"]["allowed"]
    table.refused("base_unfit", "give", "Thorin", template="Flame Tongue", base="Shield")
    table.did("give", "Thorin", template="Flame Tongue", base="longsword")
    assert table.bag("Thorin") == {"Flame Tongue Longsword": 1}


@pytest.mark.parametrize(
    ("payload", "whole"),
    [
        ({"template": "Longsword", "variant": "+1"}, "Longsword +1"),
        ({"item": "longsword", "variant": "+1"}, "Longsword +1"),
        ({"item": "Longsword", "base": "Flame Tongue"}, "Flame Tongue Longsword"),
        ({"item": "Flame Tongue", "variant": "Longsword"}, "Flame Tongue Longsword"),
        ({"item": "Plate", "variant": "Mithral"}, "Mithral Plate Armor"),
    ],
)
def test_parts_that_make_a_whole_name_together_are_that(table: Table, payload, whole):
    table.did("give", "Thorin", **payload)
    assert table.bag("Thorin") == {whole: 1}


def test_parts_that_make_nothing_together_are_refused(table: Table):
    table.refused("variant_unknown", "give", "Thorin", template="Torch", variant="+1")


@pytest.mark.parametrize("name", ["Plate +1", "+1 Leather", "Mithral Half Plate", "Hide +2", "Armor +1 (plate)", "Vicious rapier"])
def test_a_magic_item_is_given_and_found_by_the_name_that_people_write(table: Table, name: str):
    table.did("give", "Thorin", item=name)
    table.did("equip", "Thorin", itemName=name)


def test_a_name_without_its_base_asks_for_it(table: Table):
    answer = table.refused("base_required", "give", "Thorin", item="Armor of Resistance (fire)")
    assert "Plate Armor" in answer["error"]["allowed"]
    table.did("give", "Thorin", item="Armor of Resistance (fire)", base="plate")
    assert table.bag("Thorin") == {"Plate Armor of Fire Resistance": 1}


def test_a_template_that_asks_for_a_variant_names_them(table: Table):
    answer = table.refused("variant_required", "give", "Thorin", template="Belt of Giant Strength")
    assert "hill" in answer["error"]["allowed"]
    table.refused("variant_unknown", "give", "Thorin", template="Belt of Giant Strength", variant="mole")
    table.did("give", "Thorin", template="Belt of Giant Strength", variant="hill")


@pytest.mark.parametrize(("beside", "inside", "made"), [(3, None, 3), (None, 3, 3), (3, 3, 3), (None, None, 1)])
def test_the_quantity_stands_beside_the_item_or_inside(table: Table, beside: int | None, inside: int | None, made: int):
    item = {**CHARM, **({"quantity": inside} if inside else {})}
    table.did("give", "Thorin", item=item, **({"quantity": beside} if beside else {}))
    assert table.bag("Thorin") == {"Lucky Charm": made}


def test_two_quantities_that_differ_are_refused(table: Table):
    table.refused("given_twice", "give", "Thorin", item={**CHARM, "quantity": 2}, quantity=3)


@pytest.mark.parametrize("quantity", [0, -1, 1.5, True, "many", 10**12, 1e400, [], {}])
def test_a_quantity_that_is_no_count_is_refused(table: Table, quantity: object):
    answer = table.refused("argument_invalid", "give", "Thorin", template="Dagger", quantity=quantity)
    assert answer["error"]["field"] == "quantity"
    table.refused("argument_invalid", "give", "Thorin", item={**CHARM, "quantity": quantity})


def test_a_stack_does_not_grow_beyond_what_can_be_counted(table: Table):
    table.did("give", "Thorin", template="gp", quantity=1_000_000_000)
    table.refused("quantity_too_large", "give", "Thorin", template="gp")


@pytest.mark.parametrize("value", [1, 2, 1.0, -1])
def test_an_inline_bonus_counts_whatever_it_is(table: Table, value: float):
    ring = {"name": "Odd Ring", "type": "wondrous", "slot": "ring", "modifiers": [{"target": "ac", "op": "add", "value": value}]}
    table.did("give", "Thorin", item=ring, equip=True)
    assert table.number("Thorin", "ac") == 12 + value


# ── stacks ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_equal_things_stack(table: Table):
    table.did("give", "Thorin", template="Dagger")
    answer = table.did("give", "Thorin", template="dagger", quantity=2)
    assert table.stacks("Thorin", "Dagger") == [3]
    assert answer["results"][0]["item"]["quantity"] == 3


def test_equal_inline_things_stack(table: Table):
    table.did("give", "Thorin", item=CHARM)
    table.did("give", "Thorin", item=CHARM)
    assert table.stacks("Thorin", "Lucky Charm") == [2]


def test_things_that_say_so_do_not_stack(table: Table):
    table.did("give", "Thorin", item={**CHARM, "stackable": False}, quantity=3)
    assert table.stacks("Thorin", "Lucky Charm") == [1, 1, 1]


def test_a_magic_sword_does_not_melt_into_the_plain_ones(table: Table):
    table.did("give", "Thorin", template="Longsword")
    table.did("give", "Thorin", item={"name": "Longsword", "type": "weapon", "rarity": "uncommon"})
    assert table.stacks("Thorin", "Longsword") == [1, 1]


def test_what_is_not_identified_does_not_join_what_is(table: Table):
    table.did("give", "Thorin", template="Potion of Healing")
    table.did("give", "Thorin", template="Potion of Healing", identified=False)
    assert table.stacks("Thorin", "Potion of Healing") == [1, 1]


@pytest.mark.parametrize("template", ["Healer's Kit", "Wand of Secrets", "Ring of Protection", "Backpack"])
def test_uses_charges_attunement_and_contents_keep_things_apart(table: Table, template: str):
    table.did("give", "Thorin", template=template, quantity=2)
    assert table.stacks("Thorin", template) == [1, 1]


# ── coins ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("word", ["Gold", "gp", "gold pieces", "Gold Piece", "GOLD"])
def test_an_inline_treasure_named_like_a_coin_is_that_coin(table: Table, word: str):
    table.did("give", "Thorin", template="gp", quantity=10)
    table.did("give", "Thorin", item={"name": word, "type": "treasure"}, quantity=5)
    assert table.bag("Thorin") == {"Gold Piece": 15}


def test_silver_is_another_coin(table: Table):
    table.did("give", "Thorin", item={"name": "Silver", "type": "treasure", "quantity": 7})
    assert table.thing("Silver Piece").body == {"template": "srd:sp"}


@pytest.mark.parametrize("more", [{"value": 25}, {"weight": 3}, {"modifiers": [{"target": "ac", "op": "add", "value": 1}]}])
def test_a_treasure_with_stats_of_its_own_is_no_coin(table: Table, more: dict[str, object]):
    table.did("give", "Thorin", item={**COIN, **more})
    assert table.bag("Thorin") == {"Gold": 1}


def test_fifty_coins_weigh_a_pound(table: Table):
    table.did("give", "Thorin", template="gp", quantity=150)
    assert "Weight 3/" in table.did("view", "Thorin")["text"]


# ── equipped, attuned, identified ───────────────────────────────────────────────────────────────────────────────────


def test_equip_puts_it_on_at_once(table: Table):
    answer = table.did("give", "Thorin", template="Plate Armor", equip=True)
    assert table.worn("Thorin") == {"armor": "Plate Armor"}
    assert answer["results"][0]["stats"]["ac"] == {"was": 12, "value": 18}


def test_equipped_inside_the_item_means_the_same(table: Table):
    table.did("give", "Thorin", item={**FLAME_TONGUE, "equipped": True})
    assert table.worn("Thorin") == {"mainhand": "Flame Tongue Longsword"}


def test_equipping_what_cannot_be_worn_refuses_the_gift_too(table: Table):
    table.refused("slot_required", "give", "Thorin", item={"name": "Odd Cube", "type": "wondrous"}, equip=True)


def test_a_chest_wears_nothing(table: Table):
    table.did("give", template="Chest", bagName="floor")
    table.refused("character_required", "give", template="Plate Armor", bagName="Chest", equip=True)


def test_giving_does_not_wear_anything_by_itself(table: Table):
    table.did("give", "Thorin", template="Plate Armor")
    assert table.worn("Thorin") == {}


def test_equipping_a_gift_takes_one_of_the_stack(table: Table):
    table.did("give", "Thorin", template="Dagger", quantity=3, equip=True)
    assert table.worn("Thorin") == {"mainhand": "Dagger"}
    assert table.stacks("Thorin", "Dagger") == [1, 2]


# ── where, and what is told ─────────────────────────────────────────────────────────────────────────────────────────


def test_any_bag_can_be_given_to(table: Table):
    table.did("give", template="Chest", bagName="floor")
    table.did("give", template="Dagger", bagName="Chest", quantity=3)
    table.did("give", template="Torch", bagName="floor")
    assert table.bag("Chest") == {"Dagger": 3}
    assert table.bag("Lobby") == {"Chest": 1, "Torch": 1}


def test_what_is_no_bag_takes_nothing(table: Table):
    table.did("give", "Thorin", template="Dagger")
    table.refused("not_a_bag", "give", template="Torch", bagName="Dagger")


def test_a_bag_takes_no_more_than_it_holds(table: Table):
    table.did("give", "Thorin", template="Backpack")
    table.refused("bag_full", "give", template="Plate Armor", bagName="Backpack")
    table.did("give", template="Torch", bagName="Backpack")


def test_the_answer_says_that_a_comrade_carries_one_already(table: Table):
    table.did("give", "Elara", template="Wand of Secrets")
    assert "Elara carries Wand of Secrets" in notes(table.did("give", "Thorin", template="Wand of Secrets"))


def test_the_answer_says_that_an_inline_item_is_not_the_template(table: Table):
    answer = table.did("give", "Thorin", item={"name": "Plate Armour", "type": "armor"})
    assert "not the Plate Armor of the rulebook" in notes(answer)


def test_an_item_without_weight_counts_nothing_and_the_answer_says_so(table: Table):
    assert "0 lb" in notes(table.did("give", "Thorin", item={"name": "Odd Cube", "type": "wondrous"}))


def test_the_answer_names_the_new_id(table: Table):
    answer = table.did("give", "Thorin", template="Dagger")
    assert answer["results"][0]["item"]["id"] in answer["text"]


def test_every_new_thing_has_its_id_in_the_answer(table: Table):
    answer = table.did("give", "Thorin", template="Wand of Secrets", quantity=3)
    assert answer["results"][0]["made"] == ["i3.1", "i3.2", "i3.3"]


# ── bad input ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, "x" * 10_000, "Bell\x07", "a\nb", "a\u202eb", "nul\x00"])
def test_a_name_that_cannot_be_one_is_refused(table: Table, name: str):
    answer = table.refused("argument_invalid", "give", "Thorin", item={"name": name, "type": "treasure"})
    assert answer["error"]["field"] == "item.name"
    assert len(answer["text"]) < 1000


@pytest.mark.parametrize("name", ["🗡️ of Doom", "סיף", "剣", "x" * 200, "Żółw", "<b>&amp;'\"; DROP TABLE thing;--", "ERROR"])
def test_a_strange_name_is_kept_and_found(table: Table, name: str):
    table.did("give", "Thorin", item={"name": f"  {name} ", "type": "treasure", "weight": 0})
    assert table.bag("Thorin") == {name: 1}
    table.did("remove", "Thorin", itemName=name)
    assert table.bag("Thorin") == {}


def test_unknown_keys_are_named_all_at_once_with_what_was_meant(table: Table):
    answer = table.refused("argument_invalid", "give", "Thorin", item={**CHARM, "wieght": 2, "ac_bonus": 1})
    faults = str(answer["error"])
    assert "wieght" in faults and "weight" in faults
    assert "ac_bonus" in faults or "acBonus" in faults


def test_damage_is_a_weapons_damage_dice(table: Table):
    answer = table.refused("argument_invalid", "give", "Thorin", item={**CHARM, "damage": "1d8"})
    assert "weaponStats.damageDice" in answer["text"]


@pytest.mark.parametrize("dice", ["lots", "1d0", "d", "101d6", "1d1001", "999999999d999999999", "", "1d6*", "1d6" * 30, "__import__"])
def test_dice_that_are_none_or_too_large_are_refused(table: Table, dice: str):
    stats = {"damageDice": dice, "damageType": "slashing", "category": "simple_melee"}
    table.refused("argument_invalid", "give", "Thorin", item={"name": "Stick", "type": "weapon", "weaponStats": stats})


def test_a_modifier_that_is_not_understood_is_refused(table: Table):
    wrong = [{"target": "armor_klass", "op": "add", "value": 1}]
    table.refused("argument_invalid", "give", "Thorin", item={**CHARM, "modifiers": wrong})


def test_two_words_about_attunement_that_disagree_are_refused(table: Table):
    table.refused("argument_invalid", "give", "Thorin", item={**CHARM, "requiresAttunement": False, "attunement": {"required": True}})


def test_a_string_of_json_is_decoded(table: Table):
    table.did("give", "Thorin", item='{"name": "Lucky Charm", "type": "wondrous", "weight": 0}')
    assert table.bag("Thorin") == {"Lucky Charm": 1}


def test_snake_case_is_understood(table: Table):
    answer = table.send({"character_name": "Thorin", "operation": "give", "item": {**CHARM, "requires_attunement": True}})
    assert answer["ok"]


def test_both_spellings_of_one_key_are_refused(table: Table):
    table.refused_whole("given_twice", {"character_name": "Thorin", "characterName": "Thorin", "operation": "give", "template": "Dagger"})


# ── remove ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_remove_ends_one_of_a_stack(table: Table):
    table.did("give", "Thorin", template="Torch", quantity=5)
    table.did("remove", "Thorin", itemName="Torch")
    table.did("remove", "Thorin", itemName="Torch", quantity=2)
    assert table.bag("Thorin") == {"Torch": 2}
    table.did("remove", "Thorin", itemName="Torch", all=True)
    assert table.bag("Thorin") == {}


def test_removing_more_than_there_is_is_refused(table: Table):
    table.did("give", "Thorin", template="Torch")
    table.refused("quantity_too_many", "remove", "Thorin", itemName="Torch", quantity=99)


def test_armor_class_falls_when_the_worn_armor_is_removed(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    answer = table.did("remove", "Thorin", itemName="Plate Armor")
    assert answer["results"][0]["stats"]["ac"] == {"was": 18, "value": 12}
    assert table.worn("Thorin") == {}


def test_a_removed_item_leaves_its_place_in_attunement(table: Table):
    for template in ("Ring of Protection", "Ring of Warmth", "Cloak of Protection"):
        table.did("give", "Thorin", template=template, attune=True)
    table.did("remove", "Thorin", itemName="Ring of Warmth")
    table.did("give", "Thorin", template="Ring of Evasion", attune=True)
    assert table.attuned("Thorin") == {"Ring of Protection", "Cloak of Protection", "Ring of Evasion"}


def test_a_full_bag_is_removed_only_when_its_contents_are_meant_too(table: Table):
    table.did("give", "Thorin", template="Backpack")
    table.did("give", template="Torch", bagName="Backpack", quantity=3)
    answer = table.refused("bag_not_empty", "remove", "Thorin", itemName="Backpack")
    assert table.send(answer["error"]["try"])["ok"]
    assert table.bag("Thorin") == {}
    assert all(t.name != "Torch" for t in table.now.things.values())


def test_a_full_chest_on_the_floor_is_removed_only_when_its_contents_are_meant_too(table: Table):
    table.did("give", template="Chest", bagName="floor")
    table.did("give", template="gp", bagName="Chest", quantity=50)
    table.refused("bag_not_empty", "remove", itemName="Chest", bagName="floor")
    table.did("remove", itemName="Chest", bagName="floor", withContents=True)
    assert all(t.name not in ("Chest", "Gold Piece") for t in table.now.things.values())


@pytest.mark.parametrize("base", ["plate", "Plate Armor", "plate armour"])
def test_the_only_base_that_a_thing_is_made_of_may_be_said(table: Table, base: str):
    answer = table.refused("variant_required", "give", "Thorin", template="Armor of Vulnerability", base=base)
    assert answer["error"]["allowed"] == ["bludgeoning", "piercing", "slashing"]
    for wish in ({"template": "Armor of Vulnerability", "base": base}, {"template": "Armor of Vulnerability (plate)"}):
        table.did("give", "Thorin", variant="slashing", **wish)
    assert table.bag("Thorin") == {"Armor of Vulnerability (slashing)": 2}
    table.refused("base_unfit", "give", "Thorin", template="Armor of Vulnerability", base="Chain Mail", variant="slashing")


# ── things of the game master's own ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("key", ["itemName", "template", "item"])
@pytest.mark.parametrize("name", ["Iron Key", "Sealed Letter", "Idol"])
def test_a_plain_thing_that_no_template_is_may_be_made_by_the_call_that_is_told(table: Table, key: str, name: str):
    answer = table.ask("give", "Thorin", **{key: name})
    assert not answer["ok"] and "Donkey" not in answer["text"]
    made = {"operation": "give", "characterName": "Thorin", "item": {"name": name, "type": "adventuring_gear"}}
    assert answer["error"]["try"] == made
    assert table.send(made)["ok"] and table.thing(name)


@pytest.mark.parametrize(
    ("name", "first"),
    [("Plait Armor", "Plate Armor"), ("Sword", None), ("Potion of Speeed", None), ("Iron Axe", None), ("Longsword +7", None)],
)
def test_what_the_rules_have_numbers_for_is_not_made_up(table: Table, name: str, first: str | None):
    answer = table.refused("template_unknown", "give", "Thorin", template=name)
    assert "own" not in answer["error"]["details"] and answer["error"]["near"]
    assert "item" not in answer["error"].get("try", {})
    if first:
        assert answer["error"]["try"]["template"] == first


def test_modifiers_of_a_consumable_are_told_to_count_while_worn_only(table: Table):
    """The proposed call is accepted, and the use then does the intended thing."""
    own = {"name": "Bear Brew", "type": "consumable", "modifiers": [{"target": "ac", "op": "add", "value": 1}]}
    told = table.did("give", "Thorin", item=own)["text"]
    assert "The modifiers of Bear Brew apply only while it is worn" in told
    payload = json.JSONDecoder().raw_decode(told[told.index('{"operation": "give"') :])[0]
    table.did(payload.pop("operation"), "Elara", **payload)
    before = table.number("Elara", "ac")
    table.did("use", "Elara", itemName="Bear Brew")
    assert table.number("Elara", "ac") == before + 1


@pytest.mark.parametrize(("name", "near"), [("Scroll of Mage Armour Class", "Mage Armor"), ("Fierball Scroll", "Fireball")])
def test_for_the_scroll_of_a_spell_scrolls_are_offered_and_no_armor(table: Table, name: str, near: str):
    answer = table.refused("template_unknown", "give", "Thorin", template=name)
    assert [n for n in answer["error"]["near"] if not n.startswith("Spell Scroll")] == []
    assert answer["error"]["near"][0] == f"Spell Scroll of {near}"


@pytest.mark.pure
@pytest.mark.parametrize("wanted", ["clothes, common", "Common Clothes", "Clothes (common)"])
def test_a_thing_of_the_other_ruleset_is_named_with_what_is_alike_here(wanted: str) -> None:
    old, new = (Sandbox(first_world(ruleset)) for ruleset in RULESETS)
    for table in (old, new):
        table.accept("create", name="Kim")
    assert "Common Clothes" in old.did("give", "Kim", template=wanted)["text"]
    told = new.refused("template_unknown", "give", "Kim", template=wanted)["text"]
    assert "in SRD 5.2 (only SRD 5.1 has Common Clothes)" in told and "Traveler's Clothes" in told
