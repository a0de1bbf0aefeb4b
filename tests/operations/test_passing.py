"""rest and advance: the things that time restores and ends, and how often."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import rpg_lite
from rpg_lite.world import clock
from tests.copies import begun
from tests.operations.dice import let, result
from tests.operations.table import Table

pytestmark = pytest.mark.pure

TO_DAWN = 22 * 60


@pytest.fixture(params=["5.1", "5.2"])
def both(request: pytest.FixtureRequest) -> Iterator[Table]:
    """Thorin (fighter 5, CON +2, 44 HP) in a campaign of either ruleset."""
    with begun(request.param) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"], "abilities": {"con": 14}})
        yield table


def dice_left(table: Table, name: str = "Thorin", kind: str = "hit_die_d10", whole: int = 5) -> int:
    document = table.did("export", name)["results"][0]["document"]
    resource = document["character"].get("resources", {}).get(kind, {"max": whole})
    left: int = resource.get("left", resource["max"])
    return left


def level(table: Table, name: str = "Thorin") -> int:
    return next((c["level"] for c in table.thing(name).body.get("conditions", ()) if c["name"] == "exhaustion"), 0)


def lasting(table: Table, name: str) -> list[str]:
    body = table.thing(name).body
    return [e["name"] for kind in ("conditions", "effects") for e in body.get(kind, ())]


def charges(table: Table, name: str = "Wand of Magic Missiles") -> int:
    left: int = table.thing(name).item.state.get("charges", 7)
    return left


# ── short rest ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_hit_dice_heal_with_constitution(both: Table):
    both.did("damage", "Thorin", amount=40, damageType="psychic")
    let(both, face=3).did("rest", "Thorin", kind="short", hitDice=2)
    assert both.hp("Thorin") == 4 + 2 * (3 + 2) and dice_left(both) == 3


def test_a_hit_die_never_hurts(both: Table):
    """At least 0 in 5.1, at least 1 in 5.2 (SRD 5.2, Short Rest)."""
    both.did("update", "Thorin", character={"abilities": {"con": 1}, "hpMax": 44})
    both.did("damage", "Thorin", amount=20, damageType="psychic")
    let(both, face=1).did("rest", "Thorin", kind="short", hitDice=1)
    assert both.hp("Thorin") == (24 if both.game.campaign.ruleset == "5.1" else 25)


@pytest.mark.parametrize("spent", [0, 3])
def test_more_dice_than_there_are_are_refused(both: Table, spent: int):
    both.did("damage", "Thorin", amount=43, damageType="psychic")
    if spent:
        let(both, face=1).did("rest", "Thorin", kind="short", hitDice=spent)
    answer = both.refused("hit_dice_too_many", "rest", "Thorin", kind="short", hitDice=6 - spent)
    assert f"{5 - spent} hit dice" in answer["text"]


@pytest.fixture
def camp(both: Table) -> Table:
    """Thorin (5d10), Mara (2d8) and a mule without hit dice, all of the party, all at 1 hit point."""
    both.did("create", name="Mara", character={"classes": ["cleric 2"], "hpMax": 30, "abilities": {"con": 10}})
    both.did("create", name="Mule", template="Mule")
    both.did("update", "Mule", character={"party": True})
    for name, lost in (("Thorin", 43), ("Mara", 29), ("Mule", 10)):
        both.did("damage", name, amount=lost, damageType="psychic")
    return let(both, face=3)


def test_each_spends_the_dice_that_are_named(camp: Table):
    before = camp.now.minutes
    camp.did("rest", "party", kind="short", hitDice={"thorin": 3, "Mara": 1})
    assert (dice_left(camp), dice_left(camp, "Mara", "hit_die_d8"), camp.hp("Thorin"), camp.hp("Mara")) == (2, 1, 1 + 3 * 5, 4)
    assert camp.now.minutes == before + 60


def test_dice_may_be_written_as_dice(camp: Table):
    camp.did("rest", kind="short", hitDice={"Thorin": {"d10": 1}, "Mara": "2d8"})
    assert (dice_left(camp), dice_left(camp, "Mara", "hit_die_d8")) == (4, 0)


def test_without_a_name_the_party_rests(camp: Table):
    before = camp.now.minutes
    camp.did("rest", kind="short", hitDice={"d10": 1})
    assert (dice_left(camp), dice_left(camp, "Mara", "hit_die_d8")) == (4, 1)
    assert camp.now.minutes == before + 60


@pytest.fixture
def several(both: Table) -> Table:
    """Oda with 3d10 and 2d6, at 1 hit point."""
    both.did("create", name="Oda", character={"classes": ["fighter 3", "wizard 2"], "hpMax": 60, "abilities": {"con": 10}})
    both.did("damage", "Oda", amount=59, damageType="psychic")
    return let(both, face=3)


@pytest.mark.parametrize(
    ("dice", "d10", "d6"),
    [
        (2, 1, 2), ("2d10", 1, 2), ("1d6", 3, 1), ("1d6+2d10", 1, 1), ("1d10, 2d6", 2, 0), ({"d6": 2}, 3, 0), ({"d10": 3, "d6": 1}, 0, 1),
        ({"Oda": {"d6": 1}}, 3, 1), ({"Oda": "1d10 and 1d6"}, 2, 1), ({"Oda": 4}, 0, 1), (5, 0, 0),
    ],
)  # fmt: skip
def test_dice_of_several_classes_are_spent_by_kind(several: Table, dice: object, d10: int, d6: int):
    several.did("rest", "Oda", kind="short", hitDice=dice)
    assert (dice_left(several, "Oda", "hit_die_d10", 3), dice_left(several, "Oda", "hit_die_d6", 2)) == (d10, d6)


def test_more_of_a_kind_than_there_are_is_answered_with_what_there_is(several: Table):
    answer = several.refused("hit_dice_too_many", "rest", "Oda", kind="short", hitDice={"d6": 3})
    assert "Oda has 2d6 left, not 3" in answer["text"] and answer["error"]["allowed"] == ["3d10", "2d6"]
    assert answer["error"]["try"]["hitDice"] == {"d6": 2}
    assert several.send(answer["error"]["try"], "manage_character")["ok"]
    assert dice_left(several, "Oda", "hit_die_d6") == 0
    told = several.refused("hit_dice_too_many", "rest", "Oda", kind="short", hitDice={"Oda": "1d12"})["text"]
    assert "Oda has 0d12 left, not 1" in told


def test_what_is_no_number_of_dice_is_told_in_words(camp: Table):
    told = camp.refused("argument_invalid", "rest", "party", kind="short", hitDice={"Thorin": "many"})["text"]
    assert "hitDice" in told and "constrained" not in told and "dict[" not in told


def test_dice_may_come_as_text_and_by_id(camp: Table):
    camp.did("rest", "party", kind="short", hitDice=json.dumps({camp.id("Mara"): 2}))
    assert (dice_left(camp), camp.hp("Mara")) == (5, 7)


def test_a_number_holds_for_all_and_a_mule_spends_none(camp: Table):
    answer = camp.did("rest", "party", kind="short", hitDice=2)
    assert "No hit dice to spend: Mule" in answer["text"]
    assert (dice_left(camp), dice_left(camp, "Mara", "hit_die_d8")) == (3, 0)


def test_a_number_too_large_for_one_is_answered_with_the_dice_of_each(camp: Table):
    answer = camp.refused("hit_dice_too_many", "rest", "party", kind="short", hitDice=4)
    assert answer["error"]["try"]["hitDice"] == {"Thorin": 4, "Mara": 2}
    assert camp.send(answer["error"]["try"], "manage_character")["ok"]


@pytest.mark.parametrize(
    ("who", "dice", "code"),
    [
        ("party", {"Nobody": 1}, "not_resting"),
        ("Thorin", {"Mara": 1}, "not_resting"),
        ("party", {"Mara": 3}, "hit_dice_too_many"),
        ("party", {"Mule": 1}, "hit_dice_too_many"),
        ("Mule", 1, "hit_dice_too_many"),
        ("party", {"Mara": -1}, "argument_invalid"),
        ("party", {"Mara": 21}, "argument_invalid"),
        ("party", {"Mara": "some"}, "argument_invalid"),
        ("party", "some", "argument_invalid"),
        ("party", 21, "argument_invalid"),
        ("party", True, "argument_invalid"),
    ],
)
def test_dice_of_nobody_and_dice_that_are_none_are_refused(camp: Table, who: str, dice: object, code: str):
    assert camp.refused(code, "rest", who, kind="short", hitDice=dice)["error"]["field"].startswith("hitDice")


# ── at the same time ────────────────────────────────────────────────────────────────────────────────────────────────


def rests(*who: str, kind: str = "short") -> list[dict[str, object]]:
    return [{"operation": "rest", "characterName": name, "kind": kind} for name in who]


@pytest.mark.parametrize(
    ("elements", "minutes"),
    [
        (rests("Thorin", "Mara"), 60),
        (rests("Thorin", "Thorin"), 120),
        (rests("Thorin", "Mara", "Thorin"), 120),
        (rests("Thorin") + rests("Mara", kind="long"), 480),
        (rests("Thorin", "Mara", kind="long"), 480),
        (rests("party", "Mara"), 120),
        ([*rests("Thorin"), {"operation": "advance", "duration": "1 hour"}, *rests("Mara")], 180),
    ],
)
def test_those_who_rest_in_one_batch_rest_at_the_same_time(camp: Table, elements: list[dict[str, object]], minutes: int):
    before = camp.now.minutes
    answer = camp.send({"batch": elements}, "manage_character")
    assert answer["ok"], answer["text"]
    assert camp.now.minutes == before + minutes


def test_a_long_rest_at_the_same_time_counts_a_day_from_its_own_end(camp: Table):
    assert camp.send({"batch": rests("Thorin", "Mara", kind="long")}, "manage_character")["ok"]
    assert "wait" not in camp.thing("Mara").body and camp.thing("Mara").body["restedAt"] == camp.thing("Thorin").body["restedAt"]
    camp.refused("rested_already", "rest", "Mara", kind="long")


def test_none_is_wasted_on_who_is_whole(both: Table):
    both.did("rest", "Thorin", kind="short", hitDice=3)
    assert dice_left(both) == 5
    both.did("damage", "Thorin", amount=1, damageType="psychic")
    both.did("rest", "Thorin", kind="short", hitDice=3)
    assert dice_left(both) == 4 and both.hp("Thorin") == 44


@pytest.mark.parametrize("fields", [{"hitDice": -1}, {"hitDice": 21}, {"hitDice": 1.5}, {"kind": "nap"}, {"kind": None}])
def test_a_rest_that_is_none_is_refused(table: Table, fields):
    table.refused("argument_invalid", "rest", "Thorin", **{"kind": "short", **fields})


def test_hit_dice_of_several_kinds_are_spent_largest_first(table: Table):
    table.did("create", name="Ash", character={"classes": ["fighter 2", "wizard 2"], "hpMax": 40})
    table.did("damage", "Ash", amount=39, damageType="psychic")
    answer = table.did("rest", "Ash", kind="short", hitDice=3)
    assert [r["dice"] for r in result(answer)["rolls"]] == ["1d10", "1d10", "1d6"]


def test_at_zero_no_hit_dice_are_spent(table: Table):
    table.did("damage", "Thorin", amount=44, damageType="psychic")
    table.refused("needs_a_hit_point", "rest", "Thorin", kind="short", hitDice=1)


@pytest.mark.parametrize("kind", ["short", "long"])
def test_the_dead_do_not_rest(table: Table, kind: str):
    table.did("damage", "Thorin", amount=200, damageType="psychic")
    table.refused("target_dead", "rest", "Thorin", kind=kind)


def test_a_short_rest_takes_an_hour(table: Table):
    before = table.now.minutes
    assert "09:00" in table.did("rest", "party", kind="short")["text"]
    assert table.now.minutes == before + 60


# ── long rest ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("spent", "old", "new"), [(1, 5, 5), (2, 5, 5), (4, 3, 5), (5, 2, 5)])
def test_half_of_the_hit_dice_come_back_or_all(both: Table, spent: int, old: int, new: int):
    both.did("damage", "Thorin", amount=43, damageType="psychic")
    let(both, face=1).did("rest", "Thorin", kind="short", hitDice=spent)
    both.did("rest", "Thorin", kind="long")
    assert dice_left(both) == (old if both.game.campaign.ruleset == "5.1" else new)
    assert both.hp("Thorin") == 44


def test_at_least_one_hit_die_comes_back(table: Table):
    table.did("create", name="Ash", character={"classes": ["wizard 1"]})
    table.did("damage", "Ash", amount=5, damageType="psychic")
    table.did("rest", "Ash", kind="short", hitDice=1)
    assert dice_left(table, "Ash", "hit_die_d6") == 0
    table.did("rest", "Ash", kind="long")
    table.refused("hit_dice_too_many", "rest", "Ash", kind="short", hitDice=2)
    table.did("rest", "Ash", kind="short", hitDice=1)


@pytest.mark.parametrize(("was", "now"), [(1, 0), (3, 2), (5, 4)])
def test_one_level_of_exhaustion_goes(both: Table, was: int, now: int):
    both.did("apply", "Thorin", condition="exhaustion", level=was)
    both.did("rest", "Thorin", kind="long")
    assert level(both) == now


def test_hit_points_come_back_to_the_effective_maximum_after_the_rest(table: Table):
    """Exhaustion 4 halves the maximum in 5.1; the rest takes it to 3 first."""
    table.did("apply", "Thorin", condition="exhaustion", level=4)
    table.did("rest", "Thorin", kind="long")
    assert table.thing("Thorin").body.get("hp", 44) == 44


def test_temporary_hit_points_are_gone_after_a_long_rest_only(table: Table):
    table.did("update", "Thorin", character={"tempHp": 8})
    table.did("rest", "Thorin", kind="short")
    assert table.thing("Thorin").body["tempHp"] == 8
    table.did("rest", "Thorin", kind="long")
    assert "tempHp" not in table.thing("Thorin").body


def test_once_a_day(table: Table):
    table.did("rest", "Thorin", kind="long")
    answer = table.refused("rested_already", "rest", "Thorin", kind="long")
    before = table.thing("Thorin").body["restedAt"]
    assert table.send(answer["error"]["try"], "manage_character")["ok"]
    assert table.thing("Thorin").body["restedAt"] - before >= 24 * 60
    table.refused("rested_already", "rest", "Thorin", kind="long")


def test_one_who_rested_already_keeps_nobody_else_from_it(table: Table):
    alone = table.did("rest", "Elara", kind="long")["text"]
    assert "Only Elara rests here, not Thorin" in alone, alone
    answer = table.did("rest", "party", kind="long")["text"]
    assert "gain nothing from it: Elara" in answer and "Thorin" in answer and "Only" not in answer, answer
    assert "Thorin" in table.refused("rested_already", "rest", "party", kind="long")["text"]


def test_at_zero_there_is_no_long_rest(table: Table):
    table.did("damage", "Thorin", amount=44, damageType="psychic")
    table.refused("needs_a_hit_point", "rest", "Thorin", kind="long")


def test_resources_come_back_with_their_rest(table: Table):
    resources = {
        "second_wind": {"max": 1, "left": 0, "recharge": "short_rest"},
        "rage": {"max": 3, "left": 1, "recharge": "long_rest"},
        "omen": {"max": 2, "left": 0, "recharge": "dawn"},
    }
    table.did("update", "Thorin", character={"resources": resources})

    def left() -> dict[str, int]:
        spent = table.thing("Thorin").body.get("spent", {})
        return {k: row["max"] - spent.get(k, 0) for k, row in resources.items()}  # type: ignore[operator]

    table.did("rest", "party", kind="short")
    assert left() == {"second_wind": 1, "rage": 1, "omen": 0}
    table.did("rest", "party", kind="long")
    assert left() == {"second_wind": 1, "rage": 3, "omen": 0}
    table.did("advance", duration="dawn")
    assert left() == {"second_wind": 1, "rage": 3, "omen": 2}


@pytest.mark.stored
@pytest.mark.parametrize("kind", ["short", "long"])
def test_undo_of_a_rest_restores_all(table: Table, kind: str):
    table.did("give", "Thorin", template="Wand of Magic Missiles", equip=True)
    table.did("use", "Thorin", itemName="Wand of Magic Missiles", quantity=3, targetName="Elara")
    table.did("apply", "Elara", condition="poisoned", duration="1 hour")
    table.did("damage", "Thorin", amount=40, damageType="psychic")
    table.did("advance", duration="1300 minutes")
    before = table.now
    table.did("rest", "party", kind=kind, **({"hitDice": 2} if kind == "short" else {}))
    table.did("undo")
    assert (table.now.world, table.now.minutes) == (before.world, before.minutes)


# ── what ends ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("duration", "passing", "ends"),
    [
        ("1 hour", {"operation": "advance", "duration": "59 minutes"}, False),
        ("1 hour", {"operation": "advance", "duration": "60 minutes"}, True),
        ("10 rounds", {"operation": "advance", "duration": "1 minute"}, True),
        ("11 rounds", {"operation": "advance", "duration": "1 minute"}, False),
        ("2 days", {"operation": "advance", "duration": "47 hours"}, False),
        ("2 days", {"operation": "advance", "duration": "48 hours"}, True),
        ("short_rest", {"operation": "rest", "kind": "short"}, True),
        ("short_rest", {"operation": "rest", "kind": "long"}, True),
        ("long_rest", {"operation": "rest", "kind": "short"}, False),
        ("long rest", {"operation": "rest", "kind": "long"}, True),
        ("long_rest", {"operation": "advance", "duration": "9 days"}, False),
        ("dusk", {"operation": "advance", "duration": "599 minutes"}, False),
        ("dusk", {"operation": "advance", "duration": "600 minutes"}, True),
        ("dawn", {"operation": "advance", "duration": "dusk"}, False),
        ("dawn", {"operation": "advance", "duration": "dawn"}, True),
        ("dawn", {"operation": "advance", "duration": "9 days"}, True),
    ],
)
@pytest.mark.parametrize("what", [{"condition": "poisoned"}, {"effect": "Longstrider"}])
def test_it_ends_when_it_should(table: Table, duration, passing, ends, what):
    table.did("apply", "Elara", **what, duration=duration)
    answer = table.send({"characterName": "party", **passing}, "manage_character")
    told = "Elara is no longer poisoned." if "condition" in what else "Longstrider on Elara ends."
    assert (told in answer["text"]) == ends, answer["text"]
    assert (lasting(table, "Elara") == []) == ends


@pytest.mark.parametrize("who", [{}, {"characterName": "Thorin"}])
@pytest.mark.parametrize("duration", ["dawn", "1 hour"])
def test_time_passes_for_all_whoever_is_named(table: Table, who, duration):
    """The clock belongs to the campaign: an effect until dawn ends at dawn."""
    table.did("apply", "Elara", condition="blinded", duration=duration)
    table.send({"operation": "advance", "duration": "dawn", **who}, "manage_character")
    assert "2d20" not in table.did("attack", "Elara", targetName="Thorin")["text"]


def test_dawn_comes_in_other_rooms_too(table: Table):
    """A creature that is not of the party, out of sight."""
    table.did("create", name="Mug", character={"hpMax": 10, "party": False})
    table.did("give", "Mug", template="Wand of Magic Missiles", equip=True)
    table.did("use", "Mug", itemName="Wand of Magic Missiles", quantity=3, targetName="Thorin")
    table.did("apply", "Mug", condition="blinded", duration="dawn")
    let(table, face=6).did("advance", duration="dawn")
    assert charges(table) == 7 and lasting(table, "Mug") == []


@pytest.mark.parametrize("duration", ["soon", "", "0 minutes", "-1 hours", "1.5 rounds", "1 fortnight", "2000000 minutes", "1d0 hours"])
def test_a_time_that_is_none_is_refused(table: Table, duration: str):
    table.refused("argument_invalid", "advance", duration=duration)


@pytest.mark.parametrize("word", ["short_rest", "long_rest"])
def test_a_rest_is_no_time_and_what_to_send_instead_would_be_accepted(table: Table, word: str):
    answer = table.refused("rest_is_no_time", "advance", "party", duration=word)
    assert table.send(answer["error"]["try"], "manage_character")["ok"]


@pytest.mark.parametrize(
    ("duration", "minutes", "rounds"),
    [("10 rounds", 1, 0), ("1 round", 0, 1), ("25 rounds", 2, 5), ("1d4 rounds", 0, 4), ("2d4 hours", 8 * 60, 0), ("3 days", 4320, 0)],
)
def test_the_clock_moves_so_far(table: Table, duration: str, minutes: int, rounds: int):
    before = table.now.minutes
    let(table, face=4).did("advance", duration=duration)
    assert table.now.minutes == before + minutes
    assert table.now.things["w"].root.rounds == rounds


def test_dawn_and_dusk_are_the_next_ones(table: Table):
    for word, told in (("dusk", "day 1, 18:00"), ("dusk", "day 2, 18:00"), ("dawn", "day 3, 06:00"), ("dawn", "day 4, 06:00")):
        assert told in table.did("advance", duration=word)["text"]
    assert clock.tell_time(table.now.minutes) == "day 4, 06:00"


def test_a_dry_run_moves_no_clock_and_rolls_nothing(table: Table):
    table.did("give", "Thorin", template="Wand of Magic Missiles", equip=True)
    table.did("use", "Thorin", itemName="Wand of Magic Missiles", quantity=3, targetName="Elara")
    before = table.now
    for fields in ({"operation": "advance", "duration": "1d4 days"}, {"operation": "rest", "characterName": "party", "kind": "long"}):
        assert table.send({**fields, "dryRun": True}, "manage_character")["ok"]
    assert table.now == before


# ── charges ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def wand(table: Table) -> Table:
    """Thorin's wand of magic missiles (7 charges, 1d6+1 at dawn) with one charge left."""
    table.did("give", "Thorin", template="Wand of Magic Missiles", equip=True)
    table.did("use", "Thorin", itemName="Wand of Magic Missiles", quantity=6, targetName="Elara")
    return table


@pytest.mark.parametrize(("face", "left"), [(1, 3), (3, 5), (5, 7), (6, 7)])
def test_dawn_brings_charges_with_dice_and_never_above_the_most(wand: Table, face: int, left: int):
    let(wand, face=face).did("advance", duration="dusk")
    assert charges(wand) == 1
    answer = wand.did("advance", duration="dawn")
    assert charges(wand) == left and f"{left}/7 charges" in answer["text"]
    assert result(answer)["roll"]["dice"] == "1d6+1"


@pytest.mark.parametrize(("days", "left"), [(1, 3), (2, 5), (3, 7), (400, 7)])
def test_every_dawn_brings_some(wand: Table, days: int, left: int):
    let(wand, face=1).did("advance", duration=f"{days} days")
    assert charges(wand) == left


def test_what_is_full_rolls_nothing(table: Table):
    table.did("give", "Thorin", template="Wand of Magic Missiles")
    assert "roll" not in result(table.did("advance", duration="dawn"))


def test_a_long_rest_over_dawn_is_a_dawn(wand: Table):
    wand.did("advance", duration="dusk")
    wand.did("advance", duration="6 hours")
    let(wand, face=6).did("rest", "party", kind="long")
    assert charges(wand) == 7


@pytest.mark.parametrize("fields", [{"operation": "advance", "duration": "dawn"}, {"operation": "advance", "duration": "2 days"}])
def test_the_wand_of_one_recharges_when_time_passes_for_another(wand: Table, fields):
    let(wand, face=6)
    assert wand.send({**fields, "characterName": "Elara"}, "manage_character")["ok"]
    wand.did("advance", duration="1 minute")
    assert charges(wand) == 7


def test_what_lies_in_a_bag_recharges_too(wand: Table):
    wand.did("give", "Thorin", template="Backpack")
    wand.did("transfer", "Thorin", itemName="Wand of Magic Missiles", toName="Backpack")
    let(wand, face=6).did("advance", duration="dawn")
    assert charges(wand) == 7


def test_what_lies_on_the_floor_recharges_too(wand: Table):
    wand.did("transfer", "Thorin", itemName="Wand of Magic Missiles", toName="floor")
    let(wand, face=6).did("advance", duration="dawn")
    assert charges(wand) == 7


def test_daily_uses_come_back_at_dawn(table: Table):
    table.did("give", "Thorin", template="Circlet of Blasting", equip=True)
    table.did("use", "Thorin", itemName="Circlet of Blasting", targetName="Elara")
    table.did("advance", duration="dusk")
    table.refused("no_uses_left", "use", "Thorin", itemName="Circlet of Blasting", targetName="Elara")
    table.did("advance", duration="dawn")
    table.did("use", "Thorin", itemName="Circlet of Blasting", targetName="Elara")


# ── attunement ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_attuning_in_a_rest_where_it_may_be_done_at_once(table: Table):
    table.did("give", "Thorin", template="Ring of Protection", equip=True)
    table.did("rest", "Thorin", kind="short", attune="Ring of Protection")
    assert table.attuned("Thorin") == {"Ring of Protection"}


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Table]:
    """A campaign in which attuning takes a short rest."""
    (tmp_path / "rulesets.json").write_text(json.dumps({"5.1": {"attunementTakes": "short_rest"}}))
    with rpg_lite.open_campaign(":memory:", items=[tmp_path], seed=1) as game:
        assert not game.book.faults
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"]})
        table.did("give", "Thorin", template="Ring of Protection", equip=True)
        yield table


def test_a_campaign_may_ask_for_a_short_rest(strict: Table):
    answer = strict.refused("attunement_takes_rest", "attune", "Thorin", itemName="Ring of Protection")
    assert strict.attuned("Thorin") == set()
    assert strict.send(answer["error"]["try"], "manage_character")["ok"]
    assert strict.attuned("Thorin") == {"Ring of Protection"} and strict.number("Thorin", "saves.wis") == 1


@pytest.mark.parametrize("operation", ["give", "equip"])
def test_no_way_around_the_rest(strict: Table, operation: str):
    fields = {"template": "Cloak of Protection", "equip": True} if operation == "give" else {"itemName": "Ring of Protection"}
    strict.refused("attunement_takes_rest", operation, "Thorin", attune=True, **fields)


def test_the_fourth_is_refused_in_a_rest_too_and_no_time_passes(strict: Table):
    for name in ("Ring of Evasion", "Cloak of Protection", "Amulet of Health"):
        strict.did("give", "Thorin", template=name)
        strict.did("rest", "Thorin", kind="short", attune=name)
    strict.refused("attunement_limit", "rest", "Thorin", kind="short", attune="Ring of Protection")


def test_attuning_what_nobody_has_is_refused(table: Table):
    table.refused("item_unknown", "rest", "Thorin", kind="short", attune="Ring of Protection")


def minutes(table: Table) -> int:
    return table.game.store.read(table.game.campaign.id, lambda at: at.campaign.minutes)


@pytest.mark.stored
def test_time_goes_on_to_its_last_minute_and_not_beyond(table: Table):
    table.did("advance", duration="1000000 days")
    answer = table.refused("time_too_far", "advance", duration="1000000 days")
    assert "day 1491309" in answer["text"] and "at most 491308 days" in answer["text"]
    assert answer["error"]["field"] == "duration"
    table.did("advance", duration="491308 days")
    left = clock.LAST_MINUTE - minutes(table)
    assert 0 < left < clock.DAY
    assert f"at most {left} minutes" in table.refused("time_too_far", "advance", duration="1 day")["text"]
    table.did("advance", duration=f"{left} minutes")
    assert minutes(table) == clock.LAST_MINUTE
    assert table.refused("time_too_far", "rest", "party", kind="short")["error"]["field"] == "operation"
    table.did("undo")
    assert minutes(table) == clock.LAST_MINUTE - left


@pytest.mark.parametrize("since", [2**31, 2**53, 2**70])
@pytest.mark.parametrize("operation", ["journal", "history"])
def test_a_rev_that_no_campaign_reaches_is_refused(table: Table, operation: str, since: int):
    answer = table.refused_whole("argument_invalid", {"operation": operation, "since": since}, "read_campaign")
    assert "since" in answer["text"] and "at most" in answer["text"]


@pytest.mark.parametrize("beside", [{}, {"tools": True}, {"stats": True}, {"actorName": "Thorin"}])
@pytest.mark.parametrize("operation", ["journal", "history"])
def test_after_the_last_rev_there_can_be_nothing_comes(table: Table, operation: str, beside: dict[str, object]):
    asked = {"operation": operation, "since": 2**31 - 1, **(beside if operation == "history" else {})}
    assert table.send(asked, "read_campaign")["ok"]
