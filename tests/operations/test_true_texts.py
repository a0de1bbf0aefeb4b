"""Sentences that were once wrong: each must now match the state after the call."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.operations import schema
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.operations.tool_server_connection import Connect
from rpg_lite.vocabulary import OPPOSITE
from tests.operations.dice import let
from tests.operations.table import Answer, Table


def room(table: Table, operation: str, **fields: object) -> Answer:
    return table.send({"operation": operation, **fields}, "manage_room")


def test_what_still_holds_is_not_said_to_be_over(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    begins = table.did("apply", "Thorin", condition="poisoned")["text"]
    assert "no longer stealth" not in begins and "All ability checks and attacks at disadvantage" in begins
    ends = table.send({"operation": "remove", "characterName": "Thorin", "condition": "poisoned"}, "manage_condition")["text"]
    assert "Ability checks and attacks no longer at disadvantage" in ends and "stealth" not in ends


@pytest.mark.parametrize(
    ("level", "off", "says"), [(5, 1, "exhaustion falls to 4."), (2, 2, "exhaustion ends."), (1, None, "exhaustion ends.")]
)
def test_exhaustion_that_falls_does_not_end(table: Table, level: int, off: int | None, says: str):
    table.did("apply", "Thorin", condition="exhaustion", level=level)
    lift = {"operation": "remove", "characterName": "Thorin", "condition": "exhaustion", **({"level": off} if off else {})}
    assert f"Thorin: {says}" in table.send(lift, "manage_condition")["text"]


def test_one_way_and_one_thing_are_told_as_one(table: Table):
    assert room(table, "create", name="Hall")["ok"] and room(table, "create", name="Cellar")["ok"]
    assert room(table, "portal", fromName="Hall", direction="down", toName="Cellar", twoWay=False)["ok"]
    table.did("give", bagName="Cellar", template="Torch")
    assert "Cellar is gone, with 1 thing and 1 exit." in room(table, "remove", bagName="Cellar", all=True)["text"]


@pytest.mark.parametrize(("has", "says"), [(1, "has 1 hit die left"), (2, "has 2 hit dice left")])
def test_hit_dice_are_counted_in_words_that_agree(empty: Table, has: int, says: str):
    empty.did("create", name="Pip", character={"classes": [f"rogue {has}"], "hp": 1})
    assert says in empty.ask("rest", "Pip", kind="short", hitDice=has + 1)["text"]


def test_who_leaves_the_game_says_what_goes_with_it(table: Table):
    table.did("create", template="Goblin")
    told = table.did("retire", "Goblin")["text"]
    assert "Gone with Goblin: " in told and "Scimitar" in told and "transfer them first" in told
    assert "Gone with" not in table.did("retire", "Elara")["text"]


def test_the_same_refusal_of_many_elements_is_told_once(table: Table):
    table.did("give", bagName="floor", template="Chest")
    assert room(table, "lock", bagName="Chest", keyName="Iron Key")["ok"]
    answer = table.batch(*[{"operation": "remove", "bagName": "Chest", "itemName": "Torch"}] * 10)
    assert answer["text"].count("is locked") == 1 and "(the same applies to 9 more elements of the batch)" in answer["text"]
    assert len(answer["error"]["errors"]) == 9


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ("1d6+3", "Rolled 1d6+3: 1+3 = 4."),
        ("2d6-1", "Rolled 2d6-1: 1+1-1 = 1."),
        ("1d6", "Rolled 1d6: 1."),
        ("2d6", "Rolled 2d6: 1+1 = 2."),
    ],
)
def test_a_roll_is_a_sum_that_is_right(table: Table, dice: str, says: str):
    assert says in let(table, face=1).ask("roll", dice=dice)["text"]


@pytest.mark.parametrize("operation", ["open", "unlock", "lock"])
def test_a_chest_named_where_a_way_is_asked_for_is_the_chest(table: Table, operation: str):
    table.did("give", bagName="floor", item={"name": "Footlocker", "type": "wondrous", "weight": 5, "container": {"capacityLb": 50}})
    assert "has no exit" not in room(table, operation, direction="footlocker")["text"]
    assert "Footlocker" in room(table, operation, direction="footlocker")["text"]
    assert "has no exit 'sideboard'" in room(table, operation, direction="sideboard")["text"]


def test_a_ring_that_nobody_has_identified_is_found_by_its_look(table: Table):
    table.did("give", "Thorin", template="Ring of Protection", identified=False)
    assert "Ring of Protection" in table.did("equip", "Thorin", itemName="Ring")["text"]
    table.did("identify", "Thorin", itemName="ring")
    table.refused("item_unknown", "unequip", "Thorin", itemName="Ring")


def test_long_sentences_of_ours_are_told_to_their_end(table: Table):
    table.game.record_server(Connect(name="time", tools={"get_current_time_of_the_whole_wide_world": "Tells it."}))
    answer = table.game.ask({}, "time__get_current_time_of_the_whole_wide_world")
    assert "manage_tools equip time:get_current_time_of_the_whole_wide_world changes that" in answer["text"]
    assert answer["text"].startswith("Refused: time:get_current_time")


def test_every_tool_lists_the_key_of_an_undo_that_goes_back():
    for tool in TOOLS:
        assert ("toRev" in schema.flat(tool)["properties"]) == ("undo" in operations(tool)), tool


def test_who_stays_elsewhere_did_not_go_along(table: Table):
    for name in ("Thorin", "Elara"):
        table.did("update", name, character={"party": True})
    assert room(table, "create", name="Hall", direction="north")["ok"]
    assert room(table, "create", name="Loft")["ok"]
    assert room(table, "join", characterName="Elara", toName="Loft")["ok"]
    told = room(table, "go", direction="north")["text"]
    assert "Elsewhere, and so left out: Elara." in told and "Not here" not in told


def test_a_lock_whose_key_is_at_hand_asks_for_no_roll(table: Table):
    table.did("update", "Thorin", character={"party": True})
    table.did("give", "Thorin", item={"name": "Tin Key", "type": "tool", "weight": 0})
    assert room(table, "create", name="Vault", direction="east", door="locked", keyName="Tin Key", dc=15)["ok"]
    told = room(table, "go", direction="east")["text"]
    assert "Thorin carries the key (Tin Key)" in told and "roll" not in told


def test_a_hub_without_a_free_side_gets_one_more_to_the_north(table: Table):
    for n, side in enumerate(OPPOSITE):
        assert room(table, "create", name=f"Cell {n}", direction=side)["ok"]
    told = room(table, "import_map", document={"name": "M", "rooms": [{"name": "Crypt"}]})["text"]
    assert "north 2 from Lobby leads to Crypt" in told


def test_a_lock_that_is_made_anew_is_said_to_be(table: Table):
    assert room(table, "create", name="Vault", direction="east", door="locked", keyName="Tin Key", dc=15)["ok"]
    told = room(table, "lock", direction="east", dc=20, force=True)["text"]
    assert "Lobby: the lock of the exit east is changed." in told


NOISE = ("speed", "disadvantage", "saves", "cannot act", "can act again", "HP maximum")


@pytest.mark.parametrize(
    ("who", "does", "says"),
    [
        ("Goblin", {"operation": "damage", "amount": 9, "damageType": "fire"}, "HP 7 → 0 (of 7). Goblin is dead: 0 hit points."),
        ("Goblin", {"operation": "apply", "condition": "exhaustion", "level": 6}, "Goblin: exhaustion 6. Goblin is dead: exhaustion 6."),
        ("Elara", {"operation": "damage", "amount": 22, "damageType": "fire"}, "HP 22 → 0 (of 22). Elara falls unconscious and prone at 0 hit points."),
    ],
)  # fmt: skip
def test_a_fall_a_death_and_a_recovery_are_told_without_numbers(table: Table, who: str, does: Answer, says: str):
    table.did("create", template="Goblin")
    answer = table.did(does["operation"], who, **{k: v for k, v in does.items() if k != "operation"})
    assert says in answer["text"] and not any(word in answer["text"] for word in NOISE)
    back = table.send({"operation": "undo"})["text"].rpartition(".) ")[2]
    assert "HP 0 →" in back or "exhaustion" in back
    assert not any(word in back for word in NOISE)


def test_another_has_such_a_thing_is_said_of_magic_that_is_given_to_one(table: Table):
    table.did("give", "Thorin", template="Dagger", quantity=2)
    for name in ("Ring of Protection", "Backpack"):
        table.did("give", "Thorin", template=name)
    assert " too; " not in table.did("give", "Elara", template="Dagger")["text"]
    assert " too; " not in table.did("give", "Elara", template="Backpack")["text"]
    assert " too; " not in table.did("give", "Elara", template="Ring of Protection", quantity=2)["text"]
    assert " too; " not in table.did("give", bagName="floor", template="Ring of Protection")["text"]
    assert "Thorin carries Ring of Protection (" in table.did("give", "Elara", template="Ring of Protection")["text"]


def test_what_is_held_is_taken_in_hand_and_put_away_and_what_is_worn_is_not(table: Table):
    sword, shield = ({"template": name, "equip": True} for name in ("Greatsword", "Shield"))
    assert "Thorin takes Greatsword in hand (mainhand)." in table.did("give", "Thorin", **sword)["text"]
    assert "Thorin puts away Greatsword and takes Shield in hand (offhand)." in table.did("give", "Thorin", **shield)["text"]
    assert "Thorin puts away Shield (offhand); it is still carried." in table.did("unequip", "Thorin", itemName="Shield")["text"]


def test_one_death_save_is_counted_as_one(table: Table):
    table.did("damage", "Elara", amount=22, damageType="fire")
    texts = [table.did("save", "Elara", ability="death", seed=seed)["text"] for seed in (1, 2)]
    assert not any("1 successes" in t or "1 failures" in t for t in texts)


def test_an_undo_of_an_undo_says_once_how_to_go_on(table: Table):
    table.did("heal", "Thorin", amount=1)
    table.did("damage", "Thorin", amount=1, damageType="fire")
    for _ in range(3):
        assert table.send({"operation": "undo"})["text"].count("undo again restores it") == 1


def test_an_unhurt_creature_spends_no_hit_dice_and_the_answer_says_so(table: Table):
    told = table.did("rest", "Thorin", kind="short", hitDice=2)["text"]
    assert told.startswith("Thorin finishes a short rest;") and "Thorin is at full hit points and spends no more hit dice." in told


def test_a_creature_of_the_rulebook_comes_without_remarks_about_its_claws(table: Table):
    assert table.did("create", template="Ghoul")["text"].endswith("is in Lobby.")
    told = table.did("create", template="Ghoul", character={"features": ["Whirlwind of Spoons"]})["text"]
    assert "Whirlwind of Spoons" in told and "claws" not in told


@pytest.mark.parametrize(
    ("tool", "payload", "says"),
    [
        ("manage_room", {"operation": "join", "toName": "Qqq"}, "and 5 more (read_campaign rooms with everything true lists them)"),
        (
            "manage_character",
            {"operation": "export", "characterName": "Qqq"},
            "and 3 more (read_campaign party lists the party, who lists those in a room)",
        ),
    ],
)
def test_a_refusal_that_names_the_first_few_says_how_many_more_and_what_lists_them(
    empty: Table, tool: str, payload: dict[str, Any], says: str
):
    for n in range(9):
        empty.did("create", name=f"Hero {n}", character={"party": True})
        assert empty.send({"operation": "create", "name": f"Cell {n}"}, "manage_room")["ok"]
    answer = empty.send(payload, tool)
    assert says in answer["text"]
    assert len(answer["error"]["allowed"]) == 6 and str(answer["error"]["details"]["more"]) in says


def test_what_counts_against_some_alone_is_told_in_words(empty: Table):
    empty.did("create", name="Thorin", character={"race": "dwarf", "party": True})
    text = empty.did("character", "Thorin", stats=["saves.con"])["text"]
    assert "dwarven resilience advantage does not count: only against poison." in text


def test_the_answer_says_that_the_dead_are_dead(table: Table):
    table.did("create", template="Goblin")
    table.did("damage", "Goblin", amount=9, damageType="fire")
    for told in (table.did("who")["text"], table.did("character", "Goblin")["text"]):
        assert "dead" in told and "unconscious" not in told and "prone" not in told


# ── sentences that read wrong ───────────────────────────────────────────────────────────────────────────────────────


def told(table: Table, operation: str, who: str | None = None, **fields: Any) -> str:
    return str(table.did(operation, who, **fields)["text"])


def test_what_lay_on_all_rolls_is_told_and_ends_in_one_phrase(table: Table):
    assert "All ability checks and attacks at disadvantage." in told(table, "apply", "Thorin", condition="poisoned")
    over = table.send({"operation": "remove", "characterName": "Thorin", "condition": "poisoned"}, "manage_condition")["text"]
    assert over.endswith("Ability checks and attacks no longer at disadvantage.")


def test_a_doubled_hit_is_told_as_doubled(table: Table):
    table.did("create", template="Skeleton")
    assert "takes 10 bludgeoning damage (5, doubled: vulnerable)." in told(table, "damage", "Skeleton", amount=5, damageType="bludgeoning")


def test_what_a_creature_is_immune_to_by_nature_has_no_source(table: Table):
    table.did("create", template="Skeleton")
    text = table.refused("condition_immune", "apply", "Skeleton", condition="poisoned")["text"]
    assert "Skeleton is immune to poisoned. " in text


def test_an_update_names_only_the_changed_keys_of_a_resource(table: Table):
    table.did("update", "Thorin", character={"resources": {"rage": {"max": 3, "recharge": "long_rest"}}})
    assert told(table, "update", "Thorin", character={"resources": {"rage": {"left": 2}}}) == "Thorin is updated: spent.rage – → 1."


def test_charges_are_told_as_charges(table: Table):
    table.did("give", "Thorin", template="Wand of Magic Missiles", equip=True)
    text = told(table, "use", "Thorin", itemName="Wand of Magic Missiles", quantity=3, targetName="Elara")
    assert "with Wand of Magic Missiles (3 charges, 4 charges left)" in text


def test_a_multiplied_sum_stands_in_parentheses(table: Table):
    table.did("create", name="Krag", character={"classes": ["barbarian 5"], "abilities": {"str": 18}})
    table.did("apply", "Krag", effect="Haste")
    text = told(table, "character", "Krag", stats=["speed.walk", "carryingCapacity"])
    assert "speed 80 ft = (30 walk + 10 fast movement) × 2 Haste." in text and "carrying capacity 270 = 15 × STR 18." in text


def test_dice_that_are_added_are_told_in_words(table: Table):
    table.did("apply", "Thorin", effect="Bless")
    assert "Rolled with: all attacks 1d4; all saves 1d4." in told(table, "character", "Thorin")


def test_the_dead_are_dead_and_nothing_else(table: Table):
    table.did("create", template="Goblin")
    table.did("damage", "Goblin", amount=90, damageType="fire")
    assert told(table, "character", "Goblin").split("\n")[0].endswith("ft; dead")
    assert "disadvantage" not in told(table, "apply", "Goblin", condition="poisoned")


def test_a_fight_tells_its_time_and_how_exhausted_somebody_is(table: Table):
    table.send({"operation": "create", "name": "Far", "direction": "north", "minutes": 30}, "manage_room")
    table.did("apply", "Thorin", condition="exhaustion", level=2)
    first = told(table, "start_fight", names=["Thorin"])
    assert "exhaustion 2" in first
    table.did("next_turn")
    assert "It is Thorin's turn, round 1." in told(table, "undo")
    went = table.send({"operation": "go", "direction": "north", "characterName": "Thorin", "force": True}, "manage_room")["text"]
    assert "in a fight only rounds count, not the 30 min of the exit" in went
    assert "The fight is over after 1 round. It is day 1, 08:00 +1 round." in told(table, "end_fight")


def test_an_undo_of_an_undo_says_what_holds_again(table: Table):
    rev = table.did("apply", "Thorin", condition="poisoned")["rev"]
    table.did("undo")
    assert f": rev {rev} is restored." in told(table, "undo")


def test_a_creature_that_is_asked_for_among_items_is_a_template(table: Table):
    text = told(table, "item", query="troll")
    assert text == "No item template matches 'troll'. Creatures are templates of manage_character create: Troll."


def test_what_is_at_hand_is_examined_before_its_template(table: Table):
    table.did("give", bagName="floor", template="Chest")
    assert "Location: Lobby (room)" in told(table, "examine", name="chest")


def test_what_the_game_master_writes_is_marked_and_read_by_nobody_else(table: Table):
    table.did("note", text="The baron lies.")
    table.did("note", "Thorin", text="I trust nobody.")
    assert "The game master notes, for the game master only: The baron lies." in told(table, "journal")
    player = table.game.ask({"operation": "journal"}, "read_campaign", caller=Caller("player", characters=("Thorin",)))
    assert "baron" not in player["text"] and "alone" not in player["text"] and "I trust nobody." in player["text"]
