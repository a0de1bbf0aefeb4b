"""Spells of level 8, played to their end with the numbers of the SRD."""

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.operations.casters import FAILS, PASSES, SCORES, cast, creature, in_turn, lies_on, mind_of, opened
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
both = pytest.mark.parametrize("ruleset", ["5.1", "5.2"])


@pytest.fixture
def box() -> Sandbox:
    return opened()


@pytest.fixture
def newer() -> Sandbox:
    return opened("5.2")


def loss(box: Sandbox, name: str) -> int:
    """The hit points that a goblin of 60 has lost."""
    return 60 - box.hp(name)


def a_creature(box: Sandbox, name: str, **keys: object) -> str:
    box.accept("create", name=name, character={"hpMax": 60, "abilities": SCORES, **keys})
    return name


# ── damage ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "who", "spell", "dice"),
    [
        ("5.2", "Elara", "Befuddlement", 10),
        ("5.1", "Elara", "Incendiary Cloud", 10),
        ("5.2", "Elara", "Incendiary Cloud", 10),
        ("5.1", "Elara", "Sunburst", 12),
        ("5.2", "Elara", "Sunburst", 12),
        ("5.2", "Fern", "Tsunami", 6),
    ],
)
def test_a_passed_save_halves_the_dice(ruleset: Ruleset, who: str, spell: str, dice: int) -> None:
    for d20, taken in ((FAILS, 3 * dice), (PASSES, 3 * dice // 2)):
        box = opened(ruleset).let(d20, face=3)
        cast(box, who, spell, "Goblin 1")
        assert loss(box, "Goblin 1") == taken


@pytest.mark.parametrize("face", [FAILS, PASSES])
def test_a_mind_is_shattered_after_the_damage(box: Sandbox, face: int) -> None:
    """SRD 5.1: 4d6 without a save; a failed save leaves Intelligence and Charisma at 1."""
    cast(box.let(face, face=3), "Elara", "Feeblemind", "Lute")
    assert box.number("Lute", "hpMax") - box.hp("Lute") == 4 * 3
    is_lost = face == FAILS
    assert (box.number("Lute", "abilities.int") == 1, box.number("Lute", "abilities.cha") == 1) == (is_lost, is_lost)
    if is_lost:
        box.refused("cannot_act", "cast", "Lute", spell="Vicious Mockery", targets=["Goblin 1"])


@both
@pytest.mark.parametrize("cure", ["Heal", "Greater Restoration", "time"])
def test_a_shattered_mind_is_made_whole(ruleset: Ruleset, cure: str) -> None:
    box = opened(ruleset)
    spell = "Feeblemind" if ruleset == "5.1" else "Befuddlement"
    cast(box, "Elara", spell, "Ulf")
    assert lies_on(box, "Ulf") == [spell]
    if cure == "time":
        box.let(FAILS).did("advance", duration="30 days")
        assert lies_on(box, "Ulf") == [spell]
        box.let(PASSES).did("advance", duration="30 days")
    else:
        cast(box, "Bran", cure, "Ulf")
    assert lies_on(box, "Ulf") == []


def test_a_cloud_burns_those_who_enter_or_stay(box: Sandbox) -> None:
    in_turn(box, "Goblin 1", "Elara")
    cast(box.let(FAILS, face=2), "Elara", "Incendiary Cloud", "Goblin 1")
    assert loss(box, "Goblin 1") == 20
    box.did("act", "Goblin 2", act="enter", zone="Incendiary Cloud")
    assert loss(box, "Goblin 2") == 20
    box.did("next_turn")
    assert loss(box, "Goblin 1") == 40


@pytest.mark.parametrize(("ruleset", "mode"), [("5.1", "disadvantage"), ("5.2", "normal")])
def test_the_undead_are_dazzled_more_by_the_older_rules(ruleset: Ruleset, mode: str) -> None:
    box = opened(ruleset)
    told = cast(box.let(FAILS), "Elara", "Sunburst", a_creature(box, "Ghast", type="undead"))
    assert ("disadvantage" in told["text"].partition("Ghast: ")[0]) is (mode == "disadvantage")
    assert lies_on(box, "Ghast") == ["blinded"]


def test_dazzled_eyes_recover_by_a_save(box: Sandbox) -> None:
    in_turn(box, "Goblin 1", "Elara")
    cast(box.let(FAILS), "Elara", "Sunburst", "Goblin 1")
    box.did("next_turn")
    assert lies_on(box, "Goblin 1") == ["blinded"]
    box.did("next_turn")
    box.let(PASSES).did("next_turn")
    assert lies_on(box, "Goblin 1") == []


def test_a_wave_weakens_each_round(newer: Sandbox) -> None:
    cast(newer, "Fern", "Tsunami")
    for n, word in enumerate(("first", "second", "third", "fourth", "fifth")):
        before = newer.hp("Goblin 1")
        newer.let(FAILS, face=2).did("act", "Fern", act="Tsunami: wave", targets=["Goblin 1"], choice=word)
        assert before - newer.hp("Goblin 1") == (5 - n) * 2
        newer.let(PASSES, face=2).did("act", "Fern", act="Tsunami: wave", targets=["Goblin 1"], choice=word)
        assert before - newer.hp("Goblin 1") == (5 - n) * 2


# ── the earth ───────────────────────────────────────────────────────────────────────────────────────────────────────


@both
def test_the_ground_throws_down_and_breaks_concentration(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Fly", "Elara")
    cast(box.let(FAILS), "Bran", "Earthquake", "Elara", "Goblin 1")
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara"), mind_of(box, "Bran")) == (["prone"], None, "Earthquake")
    cast(box, "Elara", "Fly", "Elara")
    box.let(PASSES).did("act", "Bran", act="Earthquake: tremor", targets=["Elara", "Goblin 2"])
    assert (mind_of(box, "Elara"), lies_on(box, "Goblin 2")) == ("Fly", [])
    box.let(FAILS).did("act", "Bran", act="Earthquake: tremor", targets=["Elara"])
    assert mind_of(box, "Elara") == ("Fly" if ruleset == "5.1" else None)


@pytest.mark.parametrize(("ruleset", "dice"), [("5.1", 5), ("5.2", 12)])
def test_a_structure_takes_50_and_buries(ruleset: Ruleset, dice: int) -> None:
    box = opened(ruleset)
    cast(box, "Bran", "Earthquake")
    box.did("act", "Bran", act="Earthquake: structure", targets=["Goblin 2"])
    assert loss(box, "Goblin 2") == 50
    box.let(FAILS, face=3).did("act", "Bran", act="Earthquake: collapse", targets=["Goblin 1"])
    assert loss(box, "Goblin 1") == 3 * dice and "Earthquake: buried" in lies_on(box, "Goblin 1")
    box.let(19).did("act", "Goblin 1", act="Break Free")
    assert "Earthquake: buried" in lies_on(box, "Goblin 1")
    box.let(20).did("act", "Goblin 1", act="Break Free")
    assert lies_on(box, "Goblin 1") == ["prone"]


def test_fissures_are_counted_and_measured(box: Sandbox) -> None:
    cast(box, "Bran", "Earthquake")
    assert "Fissures in all: 4." in box.let(face=4).did("act", "Bran", act="Earthquake: fissures")["text"]
    for face in (4, 7):  # each has its own depth
        told = box.let(FAILS, face=face).did("act", "Bran", act="Earthquake: ground opens", targets=["Goblin 1"])
        assert f"{face}0 feet deep" in told["text"] and "fails" in told["text"]


# ── forms ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_each_takes_its_own_form_with_its_hit_points(box: Sandbox) -> None:
    cast(box, "Fern", "Animal Shapes", "Ulf", "Elara", choice={"Ulf": "Brown Bear", "form": "Wolf"})
    assert (box.number("Ulf", "hpMax"), box.number("Elara", "hpMax"), box.number("Elara", "abilities.int")) == (34, 11, 14)
    box.did("act", "Fern", act="Animal Shapes: new forms", targets=["Ulf"], choice="Wolf")
    assert box.number("Ulf", "hpMax") == 11


def test_no_form_is_huge_or_above_cr_4(box: Sandbox) -> None:
    told = box.refused("form_unfit", "cast", "Fern", spell="Animal Shapes", targets=["Ulf"], choice="Elephant")
    assert "huge" in told["text"]


def test_newer_forms_keep_hit_points_and_give_temporary_ones_once(newer: Sandbox) -> None:
    before = newer.hp("Ulf")
    cast(newer, "Fern", "Animal Shapes", "Ulf", choice="Wolf")
    assert (newer.hp("Ulf"), creature(newer, "Ulf").creature.temp_hp, mind_of(newer, "Fern")) == (before, 11, None)
    newer.did("damage", "Ulf", amount=11, damageType="fire")
    newer.did("act", "Fern", act="Animal Shapes: new forms", targets=["Ulf"], choice="Mastiff")
    assert (newer.hp("Ulf"), creature(newer, "Ulf").creature.temp_hp) == (before, None)
    newer.did("act", "Ulf", act="Animal Shapes: revert")
    assert creature(newer, "Ulf").creature.form is None


# ── minds ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("spell", ["Dominate Monster", "Dominate Person"])
@both
def test_pain_may_free_the_dominated(ruleset: Ruleset, spell: str) -> None:
    box = opened(ruleset)
    cast(box.let(PASSES), "Elara", spell, "Goblin 1")
    assert (lies_on(box, "Goblin 1"), lies_on(box, "Elara"), mind_of(box, "Elara")) == ([], [], None)
    cast(box.let(FAILS), "Elara", spell, "Goblin 1", slot=9)
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == (["charmed", spell], spell)
    box.did("advance", duration="7 hours")
    assert lies_on(box, "Goblin 1") == ["charmed", spell]
    box.did("damage", "Goblin 1", amount=1, damageType="fire")
    assert lies_on(box, "Goblin 1") == ["charmed", spell]
    box.let(PASSES).did("damage", "Goblin 1", amount=1, damageType="fire")
    assert (lies_on(box, "Goblin 1"), lies_on(box, "Elara"), mind_of(box, "Elara")) == ([], [], None)


def test_a_foe_resists_domination_with_advantage(box: Sandbox) -> None:
    cast(box.let(2, 19), "Elara", "Dominate Monster", "Goblin 1", **{"with": ["fighting"]})
    assert lies_on(box, "Goblin 1") == []


@pytest.mark.parametrize(("choice", "newly"), [("antipathy", "frightened"), ("sympathy", "charmed")])
def test_a_kind_is_repelled_or_drawn(newer: Sandbox, choice: str, newly: str) -> None:
    cast(newer, "Elara", "Antipathy/Sympathy", choice=choice)
    near = {"act": "Antipathy/Sympathy: comes near", "targets": ["Goblin 1"]}
    newer.let(FAILS).did("act", "Elara", **near)
    assert newly in lies_on(newer, "Goblin 1")
    newer.did("act", "Goblin 1", act="Antipathy/Sympathy: struggle")
    assert newly in lies_on(newer, "Goblin 1")
    newer.let(PASSES).did("act", "Goblin 1", act="Antipathy/Sympathy: struggle")
    assert lies_on(newer, "Goblin 1") == ["Antipathy/Sympathy: withstood"]
    assert "immune" in newer.let(FAILS).did("act", "Elara", **near)["text"] and newly not in lies_on(newer, "Goblin 1")
    newer.did("advance", duration="2 minutes")
    newer.let(FAILS).did("act", "Elara", **near)
    assert newly in lies_on(newer, "Goblin 1")


@both
def test_a_blank_mind_takes_no_psychic_damage(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Mind Blank", "Ulf")
    before = box.hp("Ulf")
    box.did("damage", "Ulf", amount=30, damageType="psychic")
    cast(box.let(FAILS), "Lute", "Charm Person", "Ulf")
    assert (box.hp("Ulf"), lies_on(box, "Ulf")) == (before, ["Mind Blank"])


@both
@pytest.mark.parametrize(("ability", "skill"), [("cha", "persuasion"), ("wis", "insight")])
def test_a_glib_tongue_never_rolls_below_15(ruleset: Ruleset, ability: str, skill: str) -> None:
    """A d20 of 2 counts as 15 in Charisma checks alone, of a skill or not; one of 18 stays."""
    box = opened(ruleset)
    cast(box, "Lute", "Glibness")
    least = 15 if ability == "cha" else 2
    for d20, counted in ((2, least), (18, 18)):
        box.let(d20)
        told = [box.did("check", "Lute", **of)["text"] for of in ({"ability": ability}, {"skill": skill})]
        assert all(f": {counted}+" in text for text in told)


# ── auras and places ────────────────────────────────────────────────────────────────────────────────────────────────


@both
def test_a_holy_aura_guards_and_blinds_fiends(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    a_creature(box, "Imp", type="fiend", classes=["fighter 5"])
    cast(box, "Bran", "Holy Aura", "Ulf")
    shown = box.did("character", "Ulf", stats=["saveModes"])
    assert "advantage" in str(shown)
    told = box.let(19, 18, FAILS).did("attack", "Imp", targetName="Ulf")
    assert "disadvantage" in told["text"] and lies_on(box, "Imp") == ["blinded"]
    box.let(19, 18, FAILS).did("attack", "Goblin 1", targetName="Ulf")
    assert lies_on(box, "Goblin 1") == []


@pytest.mark.parametrize(("ruleset", "left"), [("5.1", ["blinded"]), ("5.2", [])])
def test_a_blinded_fiend_sees_again(ruleset: Ruleset, left: list[str]) -> None:
    """SRD 5.1: when the spell ends; SRD 5.2: at the end of its next turn."""
    box = opened(ruleset)
    a_creature(box, "Imp", type="fiend", classes=["fighter 5"])
    in_turn(box, "Imp", "Bran")
    cast(box, "Bran", "Holy Aura", "Ulf")
    box.let(19, 18, FAILS).did("attack", "Imp", targetName="Ulf")
    for _ in range(3):
        box.did("next_turn")
    assert lies_on(box, "Imp") == left
    box.did("apply", "Bran", condition="unconscious")
    assert lies_on(box, "Imp") == []


@both
def test_no_magic_reaches_into_the_field(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Antimagic Field", "Goblin 1", "Sol")
    cast(box.let(FAILS), "Bran", "Sacred Flame", "Goblin 1")
    assert loss(box, "Goblin 1") == 0
    box.refused("cannot_act", "cast", "Sol", spell="Fire Bolt", targets=["Goblin 2"])
    box.refused("cannot_act", "cast", "Elara", spell="Fire Bolt", targets=["Goblin 2"])
    cast(box, "Lute", "Dispel Magic", "Elara", choice="Antimagic Field")
    assert mind_of(box, "Elara") == "Antimagic Field"
    box.did("act", "Sol", act="leave", zone="Antimagic Field")
    cast(box, "Sol", "Fire Bolt", "Goblin 2")


@both
def test_a_maze_is_left_by_a_check_of_20(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Maze", "Ulf")
    assert lies_on(box, "Ulf") == ["Maze"]
    box.let(17).did("act", "Ulf", act="Break Free")
    assert (lies_on(box, "Ulf"), mind_of(box, "Elara")) == (["Maze"], "Maze")
    box.let(18).did("act", "Ulf", act="Break Free")
    assert (lies_on(box, "Ulf"), mind_of(box, "Elara")) == ([], None)


@both
def test_a_clone_is_ready_after_120_days(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Clone", "Ulf")
    box.did("advance", duration="119 days")
    assert lies_on(box, "Ulf") == ["Clone: grows"]
    box.did("advance", duration="2 days")
    assert lies_on(box, "Ulf") == ["Clone: ready"]


@both
def test_a_door_to_a_demiplane_is_there_for_an_hour(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Demiplane")
    assert "The door vanishes" in box.did("advance", duration="61 minutes")["text"]
    assert lies_on(box, "Elara") == []


@both
def test_the_weather_turns_in_ten_to_forty_minutes(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    told = cast(box.let(face=3), "Elara", "Control Weather", choice="wind")
    assert "30 minutes" in told["text"] and "gale" in told["text"] and mind_of(box, "Elara") == "Control Weather"
    told = box.let(face=4).did("act", "Elara", act="Control Weather: change", choice="temperature")
    assert "40 minutes" in told["text"] and ("arctic" in told["text"]) is (ruleset == "5.1")
