import pytest

from tests.operations.table import Table

pytestmark = pytest.mark.pure


def test_damage_takes_hit_points(table: Table):
    answer = table.did("damage", "Thorin", amount=20, damageType="fire")
    assert answer["results"][0]["hp"] == {"was": 44, "value": 24, "max": 44}


def test_resistance_halves_and_says_so(table: Table):
    answer = table.did("damage", "Thorin", amount=21, damageType="poison")
    assert table.hp("Thorin") == 34 and "resist" in answer["text"]


def test_temporary_hit_points_go_first(table: Table):
    table.did("update", "Thorin", character={"tempHp": 8})
    table.did("damage", "Thorin", amount=10, damageType="fire")
    assert table.hp("Thorin") == 42 and "tempHp" not in table.thing("Thorin").body


def test_zero_is_the_least(table: Table):
    answer = table.did("damage", "Thorin", amount=50, damageType="fire")
    assert table.hp("Thorin") == 0 and "unconscious" in answer["text"]
    assert "dead" not in table.thing("Thorin").body


def test_what_reaches_the_maximum_beyond_zero_kills(table: Table):
    table.did("damage", "Thorin", amount=88, damageType="fire")
    assert table.thing("Thorin").body["dead"] is True
    table.refused("dead_not_healed", "heal", "Thorin", amount=5)
    table.refused("target_dead", "damage", "Thorin", amount=5, damageType="fire")


def test_healing_goes_up_to_the_maximum_and_wakes(table: Table):
    table.did("damage", "Thorin", amount=44, damageType="fire")
    answer = table.did("heal", "Thorin", amount=100)
    assert table.hp("Thorin") == 44 and "regains consciousness" in answer["text"]


@pytest.mark.parametrize(
    ("amount", "says"), [(50, "regains 13 of 50 hit points"), (5, "regains 5 hit points. HP"), (13, "regains 13 hit points. HP")]
)
def test_healing_says_what_was_gained(table: Table, amount: int, says: str):
    table.did("damage", "Thorin", amount=13, damageType="fire")
    assert says in table.did("heal", "Thorin", amount=amount)["text"]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"operation": "heal", "characterName": "Thorin", "amount": 5}, "characterName"),
        ({"operation": "heal", "characterId": "Thorin", "amount": 5}, "characterId"),
        ({"operation": "damage", "characterId": "Thorin", "amount": 5, "damageType": "fire"}, "characterId"),
        ({"operation": "attack", "characterName": "Elara", "targetName": "Thorin"}, "targetName"),
        ({"operation": "attack", "characterName": "Elara", "targetId": "Thorin"}, "targetId"),
    ],
)
def test_a_refusal_over_hit_points_names_the_field_that_was_sent(table: Table, sent: dict[str, object], field: str):
    table.did("damage", "Thorin", amount=88, damageType="fire")
    payload = {k: table.id("Thorin") if k.endswith("Id") else v for k, v in sent.items()}
    code = "dead_not_healed" if sent["operation"] == "heal" else "target_dead"
    assert table.refused_whole(code, payload, "execute_action")["error"]["field"] == field


def test_taking_the_amulet_off_and_on_is_an_identity(table: Table):
    table.did("give", "Thorin", template="Amulet of Health", equip=True, attune=True)
    table.did("heal", "Thorin", amount=100)
    before = table.now
    table.did("unequip", "Thorin", itemName="Amulet of Health")
    table.did("equip", "Thorin", itemName="Amulet of Health")
    assert table.now.world == before.world


def test_healing_and_damage_roll_dice_that_the_answer_shows(table: Table):
    answer = table.did("damage", "Thorin", dice="2d6+3", damageType="cold")
    roll = answer["results"][0]["roll"]
    assert roll["dice"] == "2d6+3" and sum(roll["faces"]) + 3 == roll["total"]
    assert table.hp("Thorin") == 44 - roll["total"]


def test_a_seed_repeats_a_roll(table: Table):
    rolls = [table.did("roll", dice="8d20", seed=7)["results"][0]["roll"]["faces"] for _ in range(2)]
    assert rolls[0] == rolls[1]


def test_a_roll_is_recorded(table: Table):
    before = table.now
    answer = table.did("roll", dice="1d20+5")
    assert table.now.world == before.world and table.rev == before.rev + 1
    assert 6 <= answer["results"][0]["roll"]["total"] <= 25


@pytest.mark.parametrize("dice", ["lots", "1d0", "101d6", "1d1001", "9" * 70, "", "1d6; drop", "2d6kh3", "2d6rr<7", None])
@pytest.mark.parametrize("operation", ["roll", "heal"])
def test_dice_that_are_none_or_too_large_are_refused(table: Table, operation: str, dice: str | None):
    code = "one_of_required" if dice is None and operation == "heal" else "argument_invalid"
    table.refused(code, operation, None if operation == "roll" else "Thorin", dice=dice)


def test_ability_scores_are_rolled_as_people_write_them(table: Table):
    roll = table.did("roll", dice="4d6kh3")["results"][0]["roll"]
    assert roll["total"] == sum(roll["faces"]) - min(roll["faces"])


def test_dice_that_do_not_count_are_not_written_as_a_sum(table: Table):
    answer = table.did("roll", dice="2d20kl1+2")
    first, second = answer["results"][0]["roll"]["faces"]
    assert f"Rolled 2d20kl1+2: ({first}, {second})+2 = {min(first, second) + 2}." in answer["text"]


def test_a_dry_roll_with_advantage_shows_the_range_of_one_die(table: Table):
    answer = table.did("check", "Thorin", ability="str", mode="advantage", dryRun=True)
    assert "2d20kh1+3 (4–23," in answer["text"]


@pytest.mark.parametrize("amount", [-1, 1.5, True, "some", 10**9])
def test_an_amount_that_is_none_is_refused(table: Table, amount: object):
    table.refused("argument_invalid", "heal", "Thorin", amount=amount)


def test_amount_and_dice_together_are_refused(table: Table):
    table.refused("one_of_required", "heal", "Thorin", amount=5, dice="1d4")


def test_unknown_damage_types_are_refused_with_the_words_there_are(table: Table):
    assert "fire" in table.refused("argument_invalid", "damage", "Thorin", amount=5, damageType="spicy")["text"]


def test_hit_points_that_nobody_knows_are_asked_for(table: Table):
    table.did("create", name="Stranger")
    answer = table.refused("hp_unknown", "damage", "Stranger", amount=5, damageType="fire")
    assert "hpMax" in answer["text"]
    table.did("update", "Stranger", character={"hpMax": 10})
    table.did("damage", "Stranger", amount=5, damageType="fire")
    assert table.hp("Stranger") == 5


def test_what_a_refused_damage_offers_would_be_accepted_by_its_tool(table: Table):
    table.did("create", name="Stranger")
    answer = table.refused("hp_unknown", "heal", "Stranger", amount=5)
    assert table.send(answer["error"]["try"], "manage_character")["ok"]


def test_damage_of_the_whole_party_is_not_one_name(table: Table):
    table.refused("character_unknown", "damage", "Nobody", amount=5, damageType="fire")
