"""Checks, saves and death saves: the added numbers, failures without a roll, and the end of dying."""

import pytest

from tests.copies import begun
from tests.operations.dice import high, let, low, result
from tests.operations.table import Table, notes
from tests.rows import each_row

pytestmark = pytest.mark.pure

# ── checks ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("fields", "path"), [({"skill": "stealth"}, "skills.stealth"), ({"skill": "athletics"}, "skills.athletics")])
def test_a_check_adds_the_number_of_the_sheet(table: Table, fields, path):
    table.did("update", "Thorin", character={"proficiencies": {"skills": {"athletics": 2, "stealth": 1}}})
    answer = let(table, 10).did("check", "Thorin", **fields)
    assert result(answer)["roll"]["total"] == 10 + table.number("Thorin", path)


def test_a_plain_ability_check_knows_no_proficiency(table: Table):
    answer = let(table, 10).did("check", "Thorin", ability="str")
    assert result(answer)["roll"] == {"dice": "1d20+3", "faces": [10], "total": 13}


def test_a_check_is_of_a_skill_or_an_ability(table: Table):
    assert table.refused("check_of_what", "check", "Thorin")["error"]["allowed"] == ["skill", "ability", "tool"]


def test_a_skill_with_another_ability_keeps_its_proficiency(table: Table):
    """STR 16, DEX 14, proficiency 3: Intimidation goes by Charisma 10, here by Strength."""
    table.did("update", "Thorin", character={"proficiencies": {"skills": {"intimidation": 1}}})
    for ability, bonus in (("cha", 3), ("str", 6), ("dex", 5)):
        answer = let(table, 10).did("check", "Thorin", skill="intimidation", ability=ability)
        assert result(answer)["roll"]["dice"] == f"1d20+{bonus}"
        assert ("intimidation (STR) check" in answer["text"]) == (ability == "str")


def test_what_hinders_a_skill_hinders_it_with_any_ability(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    assert "disadvantage" in table.did("check", "Thorin", skill="stealth", ability="str")["text"]


@pytest.mark.parametrize(
    "fields", [{"skill": "juggling"}, {"ability": "luck"}, {"skill": "stealth", "dc": -1}, {"skill": "stealth", "dc": 41}]
)
def test_what_the_rules_do_not_know_is_refused(table: Table, fields):
    table.refused("argument_invalid", "check", "Thorin", **fields)


@pytest.mark.parametrize(("dc", "verdict"), [(13, "succeeds against DC 13"), (14, "fails against DC 14"), (0, "succeeds against DC 0")])
def test_the_verdict_meets_the_dc(table: Table, dc: int, verdict: str):
    assert verdict in let(table, 10).did("check", "Thorin", ability="str", dc=dc)["text"]


@pytest.mark.parametrize("operation", ["check", "save"])
def test_a_natural_20_is_no_success_of_itself_and_a_1_no_failure(table: Table, operation: str):
    assert "fails" in let(table, 20).did(operation, "Thorin", ability="int", dc=25)["text"]
    assert "succeeds" in let(table, 1).did(operation, "Thorin", ability="str", dc=4)["text"]


def test_without_a_dc_only_the_total_is_told(table: Table):
    text = let(table, 10).did("check", "Thorin", ability="str")["text"]
    assert "13" in text and "DC" not in text


@pytest.mark.parametrize(("mode", "total"), [("advantage", 15), ("disadvantage", 5), (None, 15)])
def test_the_mode_asked_for_meets_that_of_the_sheet(table: Table, mode, total):
    fields = {"mode": mode} if mode else {}
    assert result(let(table, 15, 5).did("check", "Elara", ability="wis", **fields))["roll"]["total"] == total
    table.did("apply", "Elara", condition="poisoned")
    shown = result(let(table, 15, 5).did("check", "Elara", ability="wis", **fields))["roll"]["total"]
    assert shown == {"advantage": 15, "disadvantage": 5, None: 5}[mode]


def test_armor_that_clanks_makes_stealth_hard(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    assert "2d20kl1" in table.did("check", "Thorin", skill="stealth")["text"]


# ── saves ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_save_adds_the_number_of_the_sheet(table: Table):
    answer = let(table, 10).did("save", "Thorin", ability="con", dc=15)
    assert result(answer)["roll"]["total"] == 10 + table.number("Thorin", "saves.con") == 15
    assert "succeeds" in answer["text"]


def test_bless_adds_its_die_to_saves_not_to_checks(table: Table):
    table.did("apply", "Thorin", effect="Bless", source="Elara")
    let(table, 10, face=4)
    assert result(table.did("save", "Thorin", ability="wis"))["roll"] == {"dice": "1d20+1d4", "faces": [10, 4], "total": 14}
    assert result(table.did("check", "Thorin", ability="wis"))["roll"]["dice"] == "1d20"


def test_bane_takes_its_die_off(table: Table):
    table.did("apply", "Thorin", effect="Bane", source="Elara")
    assert result(let(table, 10, face=4).did("save", "Thorin", ability="wis"))["roll"]["total"] == 6


@pytest.mark.parametrize("condition", ["paralyzed", "petrified", "stunned", "unconscious"])
@pytest.mark.parametrize("ability", ["str", "dex"])
def test_the_helpless_fail_strength_and_dexterity_without_a_roll(table: Table, condition: str, ability: str):
    table.did("apply", "Thorin", condition=condition)
    answer = table.did("save", "Thorin", ability=ability, dc=0)
    assert "fails without a roll" in answer["text"] and "roll" not in result(answer)
    assert "roll" in result(table.did("save", "Thorin", ability="wis", dc=10))


def test_the_party_saves_one_by_one(table: Table):
    table.did("create", name="Bystander", character={"party": False})
    answer = let(table, 10).did("save", "party", ability="int", dc=14)
    assert "Thorin, INT save: 10, fails" in answer["text"] and "Elara, INT save: 17, succeeds" in answer["text"]
    assert "Bystander" not in answer["text"] and len(result(answer)["rolls"]) == 2


def test_a_party_of_nobody_does_not_save(empty: Table):
    empty.refused("party_empty", "save", "party", ability="int")


def test_a_dry_run_shows_dice_and_range(table: Table):
    before = table.now
    answer = table.did("save", "Thorin", ability="con", dc=10, dryRun=True)
    assert result(answer)["roll"] == {"dice": "1d20+5", "range": [6, 25]} and table.now == before


@pytest.mark.parametrize("operation", ["check", "save"])
def test_a_seed_repeats_it(table: Table, operation: str):
    told = [table.did(operation, "Thorin", ability="con", seed=5)["text"] for _ in range(2)]
    assert told[0] == told[1]


# ── exhaustion ──────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "level", "check", "save"),
    [
        ("5.1", 1, "2d20kl1", "1d20"),
        ("5.1", 2, "2d20kl1", "1d20"),
        ("5.1", 3, "2d20kl1", "2d20kl1"),
        ("5.2", 1, "1d20-2", "1d20-2"),
        ("5.2", 3, "1d20-6", "1d20-6"),
        ("5.2", 5, "1d20-10", "1d20-10"),
    ],
)
def test_exhaustion_on_checks_and_saves(ruleset, level, check, save):
    with begun(ruleset) as game:
        table = Table(game)
        table.did("create", name="Pip", character={"hpMax": 10})
        table.did("apply", "Pip", condition="exhaustion", level=level)
        assert result(table.did("check", "Pip", ability="wis"))["roll"]["dice"] == check
        assert result(table.did("save", "Pip", ability="wis"))["roll"]["dice"] == save


# ── death saves ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def dying(table: Table) -> Table:
    table.did("damage", "Thorin", amount=44, damageType="psychic")
    return table


def death_save(table: Table, *faces: int) -> str:
    text = ""
    for face in faces:
        text = let(table, face).did("save", "Thorin", ability="death")["text"]
    return text


@pytest.mark.parametrize(
    ("faces", "dying_now"),
    [
        ((10,), {"successes": 1}),
        ((9,), {"failures": 1}),
        ((1,), {"failures": 2}),
        ((19, 2), {"successes": 1, "failures": 1}),
        ((10, 10, 10), {"stable": True}),
        ((2, 10, 10, 2, 10), {"stable": True}),
    ],
)
def test_death_saves_are_counted(dying: Table, faces, dying_now):
    death_save(dying, *faces)
    assert dying.thing("Thorin").body["dying"] == dying_now


@pytest.mark.parametrize("faces", [(2, 2, 2), (1, 2), (2, 1), (1, 1), (10, 2, 10, 2, 2)])
def test_three_failures_kill(dying: Table, faces):
    assert "dead" in death_save(dying, *faces)
    assert dying.thing("Thorin").body["dead"] is True
    dying.refused("target_dead", "save", "Thorin", ability="death")


def test_a_20_comes_round_with_one_hit_point(dying: Table):
    assert "regains consciousness" in death_save(dying, 2, 20)
    assert dying.hp("Thorin") == 1 and "dying" not in dying.thing("Thorin").body


def test_nothing_is_added_to_a_death_save(dying: Table):
    dying.did("apply", "Thorin", condition="poisoned")
    assert result(let(dying, 10).did("save", "Thorin", ability="death"))["roll"]["dice"] == "1d20"


def test_bless_helps_a_death_save(dying: Table):
    """A death save is a saving throw: 7 + 1d4 of Bless (SRD, Death Saving Throws: only features that improve saves help)."""
    dying.did("apply", "Thorin", effect="Bless", source="Elara")
    let(dying, 7, face=4).did("save", "Thorin", ability="death")
    assert dying.thing("Thorin").body["dying"] == {"successes": 1}


@pytest.mark.parametrize("faces", [(), (10, 10, 10)])
def test_a_living_or_stable_creature_makes_no_death_save(table: Table, faces):
    if faces:
        table.did("damage", "Thorin", amount=44, damageType="psychic")
        death_save(table, *faces)
    table.refused("not_dying", "save", "Thorin", ability="death")


def test_damage_at_zero_is_a_failure_and_ends_stability(dying: Table):
    death_save(dying, 10, 10, 10)
    dying.did("damage", "Thorin", amount=1, damageType="psychic")
    assert dying.thing("Thorin").body["dying"] == {"failures": 1}


def test_damage_that_is_immune_or_shielded_is_no_failure(dying: Table):
    dying.did("update", "Thorin", character={"immunities": ["fire"], "tempHp": 5})
    dying.did("damage", "Thorin", amount=10, damageType="fire")
    dying.did("damage", "Thorin", amount=5, damageType="psychic")
    assert "dying" not in dying.thing("Thorin").body


def test_damage_of_the_maximum_at_zero_kills(dying: Table):
    dying.did("damage", "Thorin", amount=44, damageType="psychic")
    assert dying.thing("Thorin").body["dead"] is True


def test_healing_begins_anew(dying: Table):
    death_save(dying, 1)
    dying.did("heal", "Thorin", amount=1)
    assert "dying" not in dying.thing("Thorin").body
    dying.did("damage", "Thorin", amount=1, damageType="psychic")
    death_save(dying, 2)
    assert dying.thing("Thorin").body["dying"] == {"failures": 1}


def test_hit_points_by_update_end_dying_too(dying: Table):
    death_save(dying, 1)
    dying.did("update", "Thorin", character={"hp": 5})
    assert "dying" not in dying.thing("Thorin").body


def test_healing_of_nothing_does_not_say_that_all_is_well(dying: Table):
    assert "all hit points" not in dying.did("heal", "Thorin", amount=0)["text"]


@pytest.mark.stored
def test_undo_of_the_last_death_save_brings_back(dying: Table):
    death_save(dying, 2, 2)
    before = dying.now
    death_save(dying, 2)
    dying.did("undo")
    assert dying.now.world == before.world


@pytest.mark.parametrize(("roller", "text"), [(low, "2 failures"), (high, "regains consciousness")])
def test_the_lowest_and_the_highest_dice(dying: Table, roller, text):
    dying.roll_with(roller)
    assert text in dying.did("save", "Thorin", ability="death")["text"]


@pytest.mark.parametrize("condition", ["incapacitated", "paralyzed", "petrified", "stunned", "unconscious"])
def test_who_cannot_act_is_still_asked(table: Table, condition: str):
    table.did("apply", "Thorin", condition=condition)
    answer = table.did("check", "Thorin", skill="perception", dc=10)
    assert "against DC 10" in answer["text"] and f"cannot take actions ({condition}" in notes(answer)


def test_whoever_can_act_gets_no_note(table: Table):
    assert notes(table.did("check", "Thorin", skill="perception")) == ""


def test_the_stunned_fail_their_save_without_a_roll(table: Table):
    table.did("apply", "Thorin", condition="stunned")
    assert "fails without a roll" in table.did("save", "Thorin", ability="dex", dc=5)["text"]


@pytest.mark.parametrize("end", ["damage", "exhaustion"])
def test_the_dead_are_asked_nothing(table: Table, end: str):
    if end == "damage":
        table.did("damage", "Thorin", amount=88, damageType="fire")
    else:
        table.did("apply", "Thorin", condition="exhaustion", level=6)
    assert table.refused("target_dead", "check", "Thorin", ability="wis")["error"]["field"] == "characterName"


def test_what_counts_for_every_save_counts_for_death_saves(table: Table):
    for worn in ("Ring of Protection", "Cloak of Protection"):
        table.did("give", "Thorin", template=worn, equip=True, attune=True)
    table.did("damage", "Thorin", amount=44, damageType="psychic")
    assert "12, 1 success" in death_save(table, 10)
    assert "10, 2 successes" in death_save(table, 8)


@pytest.mark.parametrize(("ruleset", "rolled"), [("5.1", "2d20kl1"), ("5.2", "1d20-6")])
def test_exhaustion_hinders_death_saves_by_the_rules_of_its_edition(ruleset: str, rolled: str):
    with begun(ruleset) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"], "hp": 0})
        table.did("apply", "Thorin", condition="exhaustion", level=3)
        assert result(table.did("save", "Thorin", ability="death"))["roll"]["dice"] == rolled


# ── stable ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_healers_kit_stabilizes_without_a_check(dying: Table):
    dying.did("give", "Elara", template="Healer's Kit")
    answer = dying.did("use", "Elara", itemName="Healer's Kit", targetName="Thorin")
    assert "Thorin is stable." in answer["text"] and "For you to judge" not in answer["text"]
    assert dying.thing("Thorin").body["dying"] == {"stable": True} and dying.hp("Thorin") == 0
    assert dying.thing("Healer's Kit").body["state"]["usesRemaining"] == 9


def test_stable_is_understood_as_a_condition(dying: Table):
    answer = dying.did("apply", "Thorin", condition="Stable")
    assert "Thorin is stable." in answer["text"] and dying.thing("Thorin").body["dying"] == {"stable": True}
    dying.refused("not_dying", "apply", "Thorin", condition="stable")
    dying.refused("not_dying", "apply", "Elara", condition="stable")


def test_falling_and_blows_at_zero_tell_how_the_death_saves_stand(table: Table):
    fell = table.did("damage", "Thorin", amount=44, damageType="psychic")
    assert "Thorin makes a death save at the start of each turn (execute_action save with ability death)." in fell["text"]
    hit = table.did("damage", "Thorin", amount=1, damageType="fire")
    assert "failed death saves for Thorin: now 0 successes, 1 failure." in hit["text"]


@pytest.mark.parametrize("view", ["character", "party", "who"])
def test_an_answer_shows_the_state_of_death_saves(dying: Table, view: str):
    death_save(dying, 10, 2)
    named = {"characterName": "Thorin"} if view == "character" else {}
    answer = dying.send({"operation": view, **named}, "read_campaign", detail="full")
    assert "death saves: 1 success, 1 failure" in answer["text"], answer["text"]
    death_save(dying, 10, 10)
    assert "stable" in dying.send({"operation": view, **named}, "read_campaign")["text"]


@pytest.mark.parametrize(("ruleset", "is_one"), [("5.1", True), ("5.2", False)])
def test_a_check_of_the_party_is_a_group_check_in_the_old_rules_alone(ruleset: str, is_one: bool):
    with begun(ruleset) as game:
        table = Table(game)
        for name in ("Thorin", "Elara"):
            table.did("create", name=name, character={"classes": ["fighter 5"]})
        answer = table.did("check", "party", skill="stealth", dc=10)
        assert ("The group" in answer["text"]) is is_one and "Thorin" in answer["text"] and "Elara" in answer["text"]
