"""Spells of the files, played to their end: later damage, repeated saves, what ends them, the acts that they bring, whom they spare."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.creature import acts
from rpg_lite.rules.acts.act import Act, ApplyStep, AttackStep, Spell, ZoneStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import Ruleset
from tests.operations.casters import (
    FAILS,
    HEROES,
    PASSES,
    SCORES,
    ask_as_far_as_asked,
    cast,
    creature,
    first_choices,
    in_turn,
    lies_on,
    mind_of,
    opened,
)
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
Json = dict[str, Any]
ACTS_BY_CHOICE = {"Freezing Sphere": {"when": "hold"}}
"""The choice with which a spell brings its acts."""


@pytest.fixture
def box() -> Sandbox:
    return opened()


@pytest.fixture
def newer() -> Sandbox:
    return opened("5.2")


# ── what follows later ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("slot", "later"), [(2, 2 * 3), (4, 4 * 3)])
def test_acid_burns_on_at_the_end_of_the_next_turn(box: Sandbox, slot: int, later: int) -> None:
    in_turn(box, "Elara", "Goblin 1")
    box.let(15, face=3)
    told = cast(box, "Elara", "Acid Arrow", "Goblin 1", slot=slot)
    before = box.hp("Goblin 1")
    assert before == 60 - (4 + slot - 2) * 3 and "kept" not in told["text"]
    box.did("next_turn")
    assert box.hp("Goblin 1") == before
    box.did("next_turn")
    assert (box.hp("Goblin 1"), lies_on(box, "Goblin 1")) == (before - later, [])


@pytest.mark.parametrize(("spell", "laid"), [("Power Word Stun", "stunned"), ("Ray of Enfeeblement", "Ray of Enfeeblement")])
def test_a_save_ends_what_was_laid_without_one(box: Sandbox, spell: str, laid: str) -> None:
    in_turn(box, "Goblin 1", "Elara")
    box.let(15)
    cast(box, "Elara", spell, "Goblin 1")
    assert lies_on(box, "Goblin 1") == [laid]
    box.let(FAILS).did("next_turn")
    assert lies_on(box, "Goblin 1") == [laid]
    box.did("next_turn")
    box.let(PASSES).did("next_turn")
    assert lies_on(box, "Goblin 1") == []


# ── what ends them ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("face", [2, 15])
def test_an_attack_ends_invisibility_hit_or_miss(box: Sandbox, face: int) -> None:
    cast(box, "Elara", "Invisibility", "Ulf")
    assert lies_on(box, "Ulf") == ["invisible"]
    box.let(face).did("attack", "Ulf", targetName="Goblin 1")
    assert (lies_on(box, "Ulf"), mind_of(box, "Elara")) == ([], None)


def test_mockery_hinders_one_attack_that_misses(box: Sandbox) -> None:
    cast(box, "Lute", "Vicious Mockery", "Goblin 1")
    box.let(2).did("attack", "Goblin 1", targetName="Ulf")
    assert lies_on(box, "Goblin 1") == []


def test_a_smite_waits_for_a_hit_and_strikes_once(box: Sandbox) -> None:
    cast(box, "Ulf", "Branding Smite", slot=3)
    box.let(2).did("attack", "Ulf", targetName="Goblin 1")
    assert lies_on(box, "Ulf") == ["Branding Smite"]
    box.let(15, face=4).did("attack", "Ulf", targetName="Goblin 1")
    hurt = 60 - box.hp("Goblin 1")
    assert lies_on(box, "Goblin 1") == ["Branding Smite: brand"] and mind_of(box, "Ulf") == "Branding Smite"
    box.let(15, face=4).did("attack", "Ulf", targetName="Goblin 2")
    assert hurt - (60 - box.hp("Goblin 2")) == 3 * 4


def test_sleet_breaks_concentration(box: Sandbox) -> None:
    cast(box, "Elara", "Fly", "Elara")
    cast(box, "Fern", "Sleet Storm")
    box.let(FAILS).did("act", "Elara", act="enter", zone="Sleet Storm")
    assert mind_of(box, "Elara") is None
    cast(box, "Elara", "Fly", "Elara")
    box.let(PASSES).did("act", "Elara", act="leave", zone="Sleet Storm")
    box.did("act", "Elara", act="enter", zone="Sleet Storm")
    assert mind_of(box, "Elara") == "Fly"


def test_what_is_instantaneous_is_not_dispelled(box: Sandbox) -> None:
    cast(box, "Bran", "Animate Dead", choice="bones")
    cast(box, "Elara", "Dispel Magic", "Skeleton")
    assert any(t.name == "Skeleton" for t in box.world.things.values())
    cast(box, "Bran", "Shield of Faith", "Goblin 1")
    cast(box, "Elara", "Dispel Magic", "Goblin 1")
    assert lies_on(box, "Goblin 1") == []


# ── branches that nobody took ───────────────────────────────────────────────────────────────────────────────────────


def test_a_probe_that_succeeds_does_not_end_the_spell(box: Sandbox) -> None:
    cast(box, "Elara", "Detect Thoughts")
    box.let(FAILS).did("act", "Elara", act="Detect Thoughts: probe", targets=["Goblin 1"])
    assert mind_of(box, "Elara") == "Detect Thoughts"
    box.let(PASSES).did("act", "Elara", act="Detect Thoughts: probe", targets=["Goblin 1"])
    assert mind_of(box, "Elara") is None


@pytest.mark.parametrize(("face", "held"), [(FAILS, "Phantasmal Force"), (PASSES, None)])
def test_a_phantasm_that_is_seen_through_harms_nobody(newer: Sandbox, face: int, held: str | None) -> None:
    newer.let(face)
    cast(newer, "Elara", "Phantasmal Force", "Goblin 1")
    assert mind_of(newer, "Elara") == held
    if held is None:
        newer.refused("act_unknown", "act", "Elara", act="Phantasmal Force: harm", targets=["Goblin 1"])


# ── the acts that they bring ────────────────────────────────────────────────────────────────────────────────────────


def test_a_zone_is_moved_by_its_caster_alone(box: Sandbox) -> None:
    cast(box, "Fern", "Moonbeam", "Goblin 1")
    told = box.did("act", "Fern", act="Moonbeam: move")
    assert "The zone may move 60 ft." in told["text"] and "Fern: may move" not in told["text"]
    box.refused("act_unknown", "act", "Elara", act="Moonbeam: move")


def test_a_rolling_sphere_keeps_the_slot_of_its_cast(box: Sandbox) -> None:
    cast(box, "Fern", "Flaming Sphere", slot=4)
    box.let(FAILS, face=3).did("act", "Fern", act="Flaming Sphere: roll", targets=["Goblin 2"])
    assert box.hp("Goblin 2") == 60 - 4 * 3


def test_what_was_chosen_at_the_casting_holds_for_its_acts(newer: Sandbox) -> None:
    cast(newer, "Elara", "Dragon's Breath", "Ulf", choice="fire")
    newer.let(FAILS, face=2)
    told = newer.did("act", "Ulf", act="Dragon's Breath: exhale", targets=["Goblin 1"])
    assert "6 fire" in told["text"]


def test_a_hex_moves_with_its_ability(newer: Sandbox) -> None:
    cast(newer, "Mira", "Hex", "Goblin 1", choice="str")
    newer.did("damage", "Goblin 1", amount=100, damageType="fire")
    newer.did("act", "Mira", act="Hex: another target", targets=["Goblin 2"])
    told = newer.did("check", "Goblin 2", ability="str")
    assert "disadvantage" in told["text"]


# ── whom they know ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_curse_hinders_attacks_on_the_curser_alone(box: Sandbox) -> None:
    cast(box, "Lute", "Bestow Curse", "Goblin 1", choice="attacks")
    box.let(15, 2)
    assert "with disadvantage" in box.did("attack", "Goblin 1", targetName="Lute")["text"]
    assert "disadvantage" not in box.did("attack", "Goblin 1", targetName="Ulf")["text"]


def fiend(box: Sandbox) -> None:
    box.accept("create", name="Imp", character={"type": "fiend", "hpMax": 30, "classes": ["wizard 5"], "abilities": SCORES})


def test_fiends_are_held_off(box: Sandbox) -> None:
    fiend(box)
    cast(box, "Bran", "Protection from Evil and Good", "Ulf")
    box.let(15, 2)
    assert "with disadvantage" in box.did("attack", "Imp", targetName="Ulf")["text"]
    assert "disadvantage" not in box.did("attack", "Goblin 1", targetName="Ulf")["text"]
    box.let(FAILS).did("cast", "Imp", spell="Charm Person", targets=["Ulf"])
    assert "charmed" not in lies_on(box, "Ulf")
    cast(box, "Lute", "Charm Person", "Ulf")
    assert "charmed" in lies_on(box, "Ulf")


@pytest.mark.parametrize(
    ("race", "spell", "is_better"),
    [("elf", "Charm Person", True), ("human", "Charm Person", False), ("halfling", "Fear", True), ("elf", "Fear", False)],
)
def test_a_save_is_against_what_its_failure_brings(box: Sandbox, race: str, spell: str, is_better: bool) -> None:
    """SRD, Fey Ancestry and Brave: advantage on saves against being charmed or frightened."""
    box.accept("create", name="Ash", character={"race": race, "classes": ["fighter 1"], "abilities": SCORES})
    box.let(3, 17)
    told = box.accept("cast", "Lute", spell=spell, targets=["Ash"]).expect(ActResult)
    (save,) = told.targets[0].saves
    assert (save.mode == "advantage", save.passed) == (is_better, is_better)


# ── every act that a spell brings ───────────────────────────────────────────────────────────────────────────────────


def test_the_caster_finds_the_acts_of_its_zones(box: Sandbox) -> None:
    for spell in ("Moonbeam", "Spike Growth", "Gust of Wind"):
        cast(box, "Fern", spell)
        known = {found.act.name for found in acts.acts_of(box.world, creature(box, "Fern"), box.book)}
        assert any(name.startswith(f"{spell}: ") for name in known), spell


def test_a_moved_hex_ends_with_its_concentration(newer: Sandbox) -> None:
    cast(newer, "Mira", "Hex", "Goblin 1", choice="str")
    newer.did("damage", "Goblin 1", amount=100, damageType="fire")
    newer.did("act", "Mira", act="Hex: another target", targets=["Goblin 2"])
    assert lies_on(newer, "Goblin 2") == ["Hex"]
    newer.did("damage", "Mira", amount=60, damageType="fire")
    assert (lies_on(newer, "Goblin 2"), mind_of(newer, "Mira")) == ([], None)


@pytest.mark.parametrize(("face", "left"), [(FAILS, ["frightened", "Fear"]), (PASSES, [])])
def test_fear_wears_off_out_of_sight_alone(box: Sandbox, face: int, left: list[str]) -> None:
    in_turn(box, "Goblin 1", "Lute")
    box.let(FAILS)
    cast(box, "Lute", "Fear", "Goblin 1")
    box.let(PASSES).did("next_turn")
    assert lies_on(box, "Goblin 1") == ["frightened", "Fear"]
    box.let(face).did("act", "Goblin 1", act="Fear: out of sight")
    assert lies_on(box, "Goblin 1") == left


def test_the_fearless_drop_what_they_hold_but_do_not_flee(box: Sandbox) -> None:
    box.accept("create", name="Golem", character={"hpMax": 50, "conditionImmunities": ["frightened"]})
    told = cast(box, "Lute", "Fear", "Golem")
    assert "drops what it holds" in told["text"] and (lies_on(box, "Golem"), mind_of(box, "Lute")) == ([], None)


@pytest.mark.parametrize(("face", "held"), [(FAILS, "Levitate"), (PASSES, None)])
def test_the_caster_lifts_whom_it_holds(box: Sandbox, face: int, held: str | None) -> None:
    told = cast(box.let(face), "Elara", "Levitate", "Goblin 1", **{"with": ["unwilling"]})
    assert mind_of(box, "Elara") == held and ("may fly 20 ft" in told["text"]) is bool(held)
    if held:
        box.did("act", "Elara", act="Levitate: raise or lower", targets=["Goblin 1"])
        box.refused("act_unknown", "act", "Goblin 1", act="Levitate: raise or lower")


# ── what only one ruleset says ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "left"), [("5.1", ["Sanctuary"]), ("5.2", [])])
def test_sanctuary_outlives_a_spell_that_helps_in_the_older_rules_alone(ruleset: Ruleset, left: list[str]) -> None:
    box = opened(ruleset)
    cast(box, "Bran", "Sanctuary", "Ulf")
    box.did("damage", "Elara", amount=1, damageType="fire")
    cast(box, "Ulf", "Cure Wounds", "Elara")
    assert lies_on(box, "Ulf") == left


@pytest.mark.parametrize(("face", "kept_off"), [(20, False), (1, True)])
def test_a_face_on_the_table_is_the_attacks_and_not_that_of_the_save_against_a_sanctuary(face: int, kept_off: bool) -> None:
    box = opened("5.2")
    cast(box, "Bran", "Sanctuary", "Ulf")
    told = box.let(face).did("attack", "Goblin 1", targetName="Ulf", d20=[19])["text"]
    assert ("took these faces: 19" in told) is kept_off and ("lost to Sanctuary" in told) is kept_off, told


@pytest.mark.parametrize(("race", "asleep"), [("elf", []), ("human", ["unconscious", "prone"])])
def test_magic_puts_no_elf_to_sleep(box: Sandbox, race: str, asleep: list[str]) -> None:
    box.accept("create", name="Ash", character={"race": race, "classes": ["fighter 1"], "abilities": SCORES, "hpMax": 4})
    cast(box, "Elara", "Sleep", "Ash")
    assert lies_on(box, "Ash") == asleep


@pytest.mark.parametrize(
    ("spell", "laid"), [("Color Spray", ["blinded"]), ("Hypnotic Pattern", ["charmed", "incapacitated", "Hypnotic Pattern"])]
)
def test_colors_do_nothing_to_the_blind(box: Sandbox, spell: str, laid: list[str]) -> None:
    """SRD 5.1, Color Spray: those who cannot see take nothing from the total; SRD, Hypnotic Pattern: those who see it make the save."""
    for name in ("Mole", "Imp"):
        box.accept("create", name=name, character={"hpMax": 4, "abilities": SCORES, "party": False})
    box.accept("apply", "Mole", condition="blinded", source="sand")
    cast(box, "Elara", spell, "Mole", "Imp")  # each die of the total shows 1: it is enough for one of them
    assert (lies_on(box, "Mole"), lies_on(box, "Imp")) == (["blinded"], laid)


def test_who_cannot_be_poisoned_is_not_stopped_by_a_stench(newer: Sandbox) -> None:
    newer.accept("create", name="Golem", character={"hpMax": 50, "conditionImmunities": ["poisoned"]})
    cast(newer, "Elara", "Stinking Cloud", "Golem", "Goblin 1")
    in_turn(newer, "Elara", "Goblin 1", "Golem")
    newer.let(FAILS).did("next_turn")
    assert lies_on(newer, "Goblin 1") == ["poisoned", "Stinking Cloud"]
    newer.did("next_turn")
    assert lies_on(newer, "Golem") == []


@pytest.mark.parametrize(("ruleset", "spell", "mode"), [("5.1", "Poison Spray", "advantage"), ("5.2", "Cloudkill", "normal")])
def test_a_dwarf_withstands_poison(ruleset: Ruleset, spell: str, mode: str) -> None:
    """SRD 5.1: against poison of any kind; SRD 5.2: against the condition alone."""
    box = opened(ruleset)
    box.accept("create", name="Ash", character={"race": "dwarf", "classes": ["fighter 9"], "abilities": SCORES})
    told = box.let(3, 17).accept("cast", "Elara", spell=spell, targets=["Ash"]).expect(ActResult)
    assert [save.mode for save in told.targets[0].saves] == [mode]


# ── the dead and the dying ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_zombie_rises_from_the_dead_alone(box: Sandbox) -> None:
    box.accept("create", name="Ash", character={"race": "human", "classes": ["fighter 1"], "hpMax": 30, "party": True})
    box.let(FAILS, face=2)
    cast(box, "Elara", "Finger of Death", "Ash")
    assert box.hp("Ash") == 0 and not any(t.name == "Zombie" for t in box.world.things.values())
    box.accept("damage", "Goblin 1", amount=50, damageType="fire")
    box.accept("rest", "Elara", kind="long")
    cast(box, "Elara", "Finger of Death", "Goblin 1")
    assert any(t.name == "Zombie" for t in box.world.things.values())


def test_the_dying_are_not_raised(box: Sandbox) -> None:
    box.accept("create", name="Ash", character={"race": "human", "classes": ["fighter 1"], "hpMax": 30, "party": True})
    box.accept("damage", "Ash", amount=31, damageType="fire")
    box.refused("target_unfit", "cast", "Bran", spell="Raise Dead", targets=["Ash"])
    assert not any("ordeal" in name for name in lies_on(box, "Ash"))


# ── whom they reach ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_caster_passes_without_trace_once(box: Sandbox) -> None:
    before = box.number("Fern", "skills.stealth")
    cast(box, "Fern", "Pass without Trace")
    assert box.number("Fern", "skills.stealth") == before + 10
    cast(box, "Fern", "Pass without Trace", "Fern", "Elara")
    assert box.number("Fern", "skills.stealth") == before + 10 == box.number("Elara", "skills.stealth")


def test_an_object_is_identified_without_a_target(box: Sandbox) -> None:
    assert "manage_inventory identify" in cast(box, "Elara", "Identify")["text"]


def test_two_beasts_are_named_before_they_come(box: Sandbox) -> None:
    refused = box.refused("choice_required", "cast", "Fern", spell="Conjure Animals", choice="two")
    assert all('"choice": "two"' in option for option in refused["error"]["allowed"])
    cast(box, "Fern", "Conjure Animals", choice={"choice": "two", "beast": "Wolf"})
    assert {t.name for t in box.world.things.values()} >= {"Wolf 1", "Wolf 2"}
    box.refused("choice_required", "cast", "Fern", spell="Conjure Animals", choice={"choice": "eight", "beast": "Brown Bear"})


# ── what plays in a turn ────────────────────────────────────────────────────────────────────────────────────────────


def test_vines_prick_once_a_turn(newer: Sandbox) -> None:
    in_turn(newer, "Elara", "Goblin 1")
    newer.let(FAILS, face=3)
    cast(newer, "Wren", "Ensnaring Strike", "Goblin 1", force=True)
    newer.did("next_turn")
    assert newer.hp("Goblin 1") == 60 - 3


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(("spell", "choice"), [("Confusion", {}), ("Bestow Curse", {"choice": "turns"})])
def test_a_lost_turn_is_not_the_end(ruleset: Ruleset, spell: str, choice: Json) -> None:
    box = opened(ruleset)
    in_turn(box, "Lute", "Goblin 1")
    box.let(FAILS, face=3)
    cast(box, "Lute", spell, "Goblin 1", **choice)
    box.did("next_turn")
    assert len(lies_on(box, "Goblin 1")) == 2
    box.let(FAILS).did("next_turn")
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Lute")) == ([spell], spell)


def test_a_pack_spares_its_caster(newer: Sandbox) -> None:
    in_turn(newer, "Fern", "Goblin 1")
    cast(newer, "Fern", "Conjure Animals", "Goblin 1")
    before = newer.hp("Fern")
    newer.let(FAILS, face=2).did("next_turn")
    newer.did("next_turn")
    assert (newer.hp("Fern"), newer.hp("Goblin 1")) == (before, 60 - 3 * 2)


@pytest.mark.parametrize(("ruleset", "least"), [("5.1", 11), ("5.2", 4)])
def test_a_blink_is_told_with_its_way_back(ruleset: Ruleset, least: int) -> None:
    box = opened(ruleset)
    in_turn(box, "Elara", "Goblin 1")
    cast(box, "Elara", "Blink")
    told = box.let(least, face=least).did("next_turn")
    assert "Blink: ethereal" in lies_on(box, "Elara") and "within 10 feet" in told["text"] and "kept" not in told["text"]
    box.did("next_turn")
    assert lies_on(box, "Elara") == ["Blink"]


def test_one_banishment_is_over_once(box: Sandbox) -> None:
    cast(box, "Bran", "Banishment", "Goblin 1")
    told = cast(box, "Bran", "Shield of Faith", "Bran")
    assert told["text"].count("back where it was") == 1


def test_a_hut_keeps_out_spells_by_level(newer: Sandbox) -> None:
    assert "no spells through 3)" in cast(newer, "Elara", "Tiny Hut")["text"]


# ── what keeps death away ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["Goblin 1", "Ulf"])
@pytest.mark.parametrize("amount", [150, 1000])
def test_a_ward_keeps_one_hit_point_once(box: Sandbox, name: str, amount: int) -> None:
    cast(box, "Bran", "Death Ward", name)
    box.did("damage", name, amount=amount, damageType="fire")
    assert (box.hp(name), lies_on(box, name)) == (1, [])
    box.did("damage", name, amount=5, damageType="fire")
    assert box.hp(name) == 0


def test_a_ward_that_the_game_master_lays_holds_as_well(box: Sandbox) -> None:
    box.did("apply", "Ulf", effect="Death Ward")
    box.did("damage", "Ulf", amount=200, damageType="fire")
    assert (box.hp("Ulf"), lies_on(box, "Ulf")) == (1, [])


def test_a_ward_outlasts_lesser_wounds(box: Sandbox) -> None:
    cast(box, "Bran", "Death Ward", "Ulf")
    box.did("damage", "Ulf", amount=20, damageType="fire")
    assert lies_on(box, "Ulf") == ["Death Ward"]


def test_a_word_of_death_breaks_on_a_ward(box: Sandbox) -> None:
    cast(box, "Bran", "Death Ward", "Goblin 1")
    cast(box, "Elara", "Power Word Kill", "Goblin 1")
    assert (box.hp("Goblin 1"), lies_on(box, "Goblin 1")) == (60, [])
    box.accept("rest", "Elara", kind="long")
    cast(box, "Elara", "Power Word Kill", "Goblin 1")
    assert box.hp("Goblin 1") == 0


# ── what adds to a hit ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("spell", "dice"), [("Divine Smite", 2), ("Searing Smite", 1), ("Shining Smite", 2)])
def test_a_smite_after_a_critical_hit_has_twice_its_dice(newer: Sandbox, spell: str, dice: int) -> None:
    newer.let(FAILS, face=3)
    assert "critical" in cast(newer, "Ulf", spell, "Goblin 1", force=True)["text"]
    assert newer.hp("Goblin 1") == 60 - 3 * dice
    told = cast(newer, "Ulf", spell, "Goblin 2", force=True, **{"with": ["critical"]})
    assert newer.hp("Goblin 2") == 60 - 2 * 3 * dice and "Only the table knows" not in told["text"]


def test_a_spell_that_adds_to_no_hit_knows_no_critical_one(newer: Sandbox) -> None:
    newer.refused("rider_unknown", "cast", "Elara", spell="Fireball", targets=["Goblin 1"], **{"with": ["critical"]})


@pytest.mark.parametrize(("ruleset", "turns"), [("5.1", 1), ("5.2", 2)])
def test_guardians_reach_those_whom_they_surround(ruleset: Ruleset, turns: int) -> None:
    """SRD 5.1: at the start of a turn; SRD 5.2: at its end."""
    box = opened(ruleset)
    in_turn(box, "Bran", "Goblin 1", "Goblin 2")
    box.let(FAILS, face=2)
    cast(box, "Bran", "Spirit Guardians", "Goblin 1", "Goblin 2", choice="radiant")
    for _ in range(turns):
        assert box.hp("Goblin 1") == 60
        box.did("next_turn")
    assert (box.hp("Goblin 1"), box.hp("Bran")) == (60 - 3 * 2, box.number("Bran", "hpMax"))


# ── every spell ─────────────────────────────────────────────────────────────────────────────────────────────────────


def bringing_acts(ruleset: Ruleset) -> list[Spell]:
    """The spells of a ruleset that bring acts."""
    book = rulebook_loading.rulebook(ruleset)
    return [spell for name in book.spell_names if (spell := book.spell(name)) and [*acts_in(spell)]]


def acts_in(spell: Spell) -> Iterator[Act]:
    for step in walk(spell.steps):
        if isinstance(step, ZoneStep):
            yield from step.zone.acts
        elif isinstance(step, ApplyStep) and not isinstance(step.apply, str):
            yield from step.apply.acts


BANNED = {"Wind Walk: cloud form": ("cannot_act",)}
"""Acts that a creature cannot play in the state in which the spell puts it: a cloud takes no cloud form."""


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_every_act_that_a_spell_brings_is_played(ruleset: Ruleset) -> None:
    """Each act lies on the caster or the target, is found there by its name, and has all its numbers."""
    opening = opened(ruleset).world
    for spell in bringing_acts(ruleset):
        box = Sandbox(opening).let(FAILS, face=2)
        who = next(name for name, of in HEROES.items() if of.split()[0] in spell.classes)
        if any(isinstance(step, AttackStep) for step in spell.steps):
            box.let(15, face=2)
        if spell.only:
            box.did("update", "Goblin 1", character={"type": spell.only[0]})
        cast(
            box,
            who,
            spell.name,
            *(() if spell.targets.startswith(("self", "{")) else ("Goblin 1",)),
            choice=first_choices(spell) | ACTS_BY_CHOICE.get(spell.name, {}),
        )
        played = 0
        for name in (who, "Goblin 1"):
            for found in [f for f in acts.acts_of(box.world, creature(box, name), box.book) if f.entry]:
                at = [] if found.act.targets == "self" else ["Goblin 2"]
                chosen = {"choice": "attack", "amount": "1", "form": "Wolf", **first_choices(found.act)}
                told = ask_as_far_as_asked(Sandbox(box.world).let(FAILS, face=2), name, found.act.name, chosen, targets=at)
                is_banned = told.get("error", {}).get("code") in ("target_unfit", *BANNED.get(found.act.name, ()))
                assert told["ok"] or is_banned, (spell.name, found.act.name, told["text"])
                played += 1
        assert played, spell.name


@pytest.mark.parametrize("late", [False, True])
def test_a_circle_that_is_over_protects_nobody(box: Sandbox, late: bool) -> None:
    cast(box, "Bran", "Magic Circle", *(() if late else ("Ulf",)), choice="fiend")
    if late:
        box.did("act", "Ulf", act="enter", zone="Magic Circle")
    assert lies_on(box, "Ulf") == ["Magic Circle"]
    box.did("advance", duration="30 minutes")
    assert lies_on(box, "Ulf") == ["Magic Circle"]
    box.did("advance", duration="31 minutes")
    assert lies_on(box, "Ulf") == []


@pytest.mark.parametrize(
    "choice", [["fiend", "undead"], "fiend, undead", "fiend and undead", {"types": ["fiend", "undead"]}, {"types": "Undead|fiend"}]
)
def test_a_circle_keeps_off_all_the_types_that_are_chosen(box: Sandbox, choice: Any) -> None:
    """One or more types (SRD, Magic Circle)."""
    cast(box, "Bran", "Magic Circle", "Ulf", choice=choice)
    modes = {}
    for type in ("fiend", "undead", "fey", "humanoid"):
        box.did("create", name=f"A {type}", character={"type": type, "hpMax": 10})
        answer = box.let(10).did("attack", f"A {type}", targetName="Ulf")["text"]
        modes[type] = "disadvantage" in answer.partition(":")[0]
    assert modes == {"fiend": True, "undead": True, "fey": False, "humanoid": False}


@pytest.mark.parametrize("choice", ["dragon", "fiend, dragon", ["fiend", "giant"], None])
def test_a_circle_against_what_it_does_not_know_is_refused(box: Sandbox, choice: Any) -> None:
    fields = {} if choice is None else {"choice": choice}
    refused = box.refused("choice_required", "cast", "Bran", spell="Magic Circle", targets=["Ulf"], **fields)
    assert refused["error"]["allowed"] == ["celestial", "elemental", "fey", "fiend", "undead"]


def test_those_whom_grease_felled_lie_on_when_it_dries(box: Sandbox) -> None:
    cast(box, "Elara", "Grease", "Goblin 1")
    box.did("advance", duration="2 minutes")
    assert lies_on(box, "Goblin 1") == ["prone"]


@pytest.mark.parametrize("spell", ["Spiritual Weapon", "Light", "Mage Hand", "Produce Flame", "Minor Illusion"])
def test_a_spell_cast_again_takes_the_place_of_the_first(box: Sandbox, spell: str) -> None:
    who = {"Spiritual Weapon": "Bran", "Produce Flame": "Fern"}.get(spell, "Elara")
    at = ("Goblin 1",) if spell == "Spiritual Weapon" else ()
    for word in ("sound", "image"):
        cast(box, who, spell, *at, **({"choice": word} if spell == "Minor Illusion" else {}))
    assert len(lies_on(box, who)) == 1


def test_the_later_cast_gives_its_slot_to_its_act(box: Sandbox) -> None:
    box.let(15, face=2)
    for slot in (2, 4):
        cast(box, "Bran", "Spiritual Weapon", "Goblin 1", slot=slot)
    before = box.hp("Goblin 2")
    box.did("act", "Bran", act="Spiritual Weapon: strike", targets=["Goblin 2"])
    assert before - box.hp("Goblin 2") == 2 * 2 + 2


@pytest.mark.parametrize(("of", "slot", "face", "left"), [(2, 3, 2, []), (5, 3, 12, ["Moonbeam"]), (5, 3, 13, []), (5, 5, 2, [])])
def test_a_zone_is_dispelled_by_the_name_of_its_spell(box: Sandbox, of: int, slot: int, face: int, left: list[str]) -> None:
    """A spell of a higher level than the slot asks for a check against 10 + its level, with a modifier of 2."""
    cast(box, "Fern", "Moonbeam", slot=of)
    box.let(face)
    cast(box, "Elara", "Dispel Magic", "Fern", slot=slot, choice="Moonbeam")
    assert [zone.act for zone in creature(box, "Fern").creature.zones.values()] == left
    assert mind_of(box, "Fern") == (left[0] if left else None)


def test_who_fell_on_ice_lies_when_the_ice_is_gone(box: Sandbox) -> None:
    cast(box, "Fern", "Sleet Storm")
    box.did("act", "Goblin 1", act="enter", zone="Sleet Storm")
    cast(box, "Fern", "Moonbeam")
    assert (mind_of(box, "Fern"), lies_on(box, "Goblin 1")) == ("Moonbeam", ["prone"])
    cast(box, "Elara", "Grease", "Goblin 2")
    cast(box, "Elara", "Dispel Magic", "Elara", choice="Grease")
    assert lies_on(box, "Goblin 2") == ["prone"]


def test_a_zone_without_concentration_is_dispelled_with_what_it_holds(box: Sandbox) -> None:
    cast(box, "Bran", "Magic Circle", "Ulf", choice="fiend")
    assert "Magic Circle (choice)" in cast(box, "Elara", "Dispel Magic", "Bran")["text"]
    assert creature(box, "Bran").creature.zones
    cast(box, "Elara", "Dispel Magic", "Bran", choice="Magic Circle")
    assert (dict(creature(box, "Bran").creature.zones), lies_on(box, "Ulf")) == ({}, [])


@pytest.mark.parametrize(("amount", "kind", "left"), [(10, "fire", 10 - 3), (2, "fire", 0), (10, "cold", 10)])
def test_resistance_gives_back_a_part_of_its_damage(newer: Sandbox, amount: int, kind: str, left: int) -> None:
    cast(newer.let(FAILS, face=3), "Fern", "Resistance", "Ulf", choice="fire")
    before = newer.hp("Ulf")
    newer.did("damage", "Ulf", amount=amount, damageType=kind)
    assert before - newer.hp("Ulf") == left


def test_resistance_lessens_what_would_have_felled(newer: Sandbox) -> None:
    cast(newer, "Fern", "Resistance", "Ulf", choice="fire")
    hp = newer.hp("Ulf")
    told = newer.did("damage", "Ulf", amount=hp, damageType="fire")["text"]
    assert newer.hp("Ulf") > 0 and "unconscious" not in told and "Resistance: " in told
