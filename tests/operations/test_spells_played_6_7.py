"""The spells of levels 6 and 7, played: their dice, saves, conditions and higher slots by the SRD, and the acts that they bring."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.act_results import ActResult, TargetRecord
from rpg_lite.rules.acts.act import AttackStep, Spell
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.act_table import fixed
from tests.operations.casters import FAILS, HEROES, PASSES, cast, cast_with_any, creature, first_choices, in_turn, lies_on, mind_of, opened
from tests.operations.table import Answer
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
NEEDS_THE_DEAD = "Resurrection"


@pytest.fixture
def box() -> Sandbox:
    return opened()


@pytest.fixture
def newer() -> Sandbox:
    return opened("5.2")


def caster_of(spell: Spell) -> str:
    return next(name for name, of in HEROES.items() if of.split()[0] in spell.classes and of.endswith("17"))


def play(box: Sandbox, who: str, spell: str, *targets: str, **more: Any) -> TargetRecord:
    """What comes of a cast for its first target."""
    return box.accept("cast", who, spell=spell, targets=list(targets), **more).expect(ActResult).targets[0]


def act(box: Sandbox, who: str, name: str, *targets: str, **more: Any) -> Answer:
    return box.did("act", who, act=name, targets=list(targets), **more)


def hurt(box: Sandbox, name: str = "Goblin 1") -> int:
    return 60 - box.hp(name)


def with_sturdy(box: Sandbox, name: str = "Rock", **more: Any) -> str:
    """A creature that survives everything here."""
    box.accept("create", name=name, character={"type": "humanoid", "hpMax": 500, "abilities": {"dex": 14}, **more})
    return name


# ── every spell ─────────────────────────────────────────────────────────────────────────────────────────────────────


def spells_of(*levels: int) -> list[tuple[Ruleset, str]]:
    books = [(r, rulebook_loading.rulebook(r)) for r in RULESETS]
    return [(r, spell.name) for r, book in books for name in book.spell_names if (spell := book.spell(name)) and spell.level in levels]


def test_every_spell_of_these_levels_can_be_cast() -> None:
    """The SRD has 31 spells of level 6 in either version, and 20 of level 7."""
    assert {r: sum(of == r for of, _ in spells_of(6)) for r in RULESETS} == {"5.1": 31, "5.2": 31}
    assert {r: sum(of == r for of, _ in spells_of(7)) for r in RULESETS} == {"5.1": 20, "5.2": 20}


@each_row(("ruleset", "name"), spells_of(6, 7))
def test_each_is_cast_and_says_or_does_something(ruleset: Ruleset, name: str) -> None:
    box = opened(ruleset)
    spell = box.book.spell(name)
    assert spell
    if any(isinstance(step, AttackStep) for step in walk(spell.steps)):
        box.let(15, face=2)
    if name == NEEDS_THE_DEAD:
        box.did("damage", "Goblin 1", amount=100, damageType="fire")
    aims = spell.targets != "self" and not spell.targets.startswith("{")
    who = caster_of(spell)
    told = cast_with_any(box, who, name, *(["Goblin 1"] if aims else []), choice=first_choices(spell))
    assert f"slot {spell.level}, 0 of 1 left" in told["text"] and "Nothing comes of it" not in told["text"]
    assert mind_of(box, who) in ((name, None) if spell.concentration else (None,))


# ── dice, saves and higher slots ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ruleset", "spell", "slot", "dice", "kind", "ability"),
    [
        ("5.2", "Blade Barrier", 6, 6, "force", "dex"),
        ("5.1", "Fire Storm", 7, 7, "fire", "dex"),
        ("5.2", "Fire Storm", 7, 7, "fire", "dex"),
        ("5.1", "Freezing Sphere", 6, 10, "cold", "con"),
        ("5.1", "Freezing Sphere", 9, 13, "cold", "con"),
        ("5.2", "Freezing Sphere", 8, 12, "cold", "con"),
        ("5.1", "Harm", 6, 14, "necrotic", "con"),
        ("5.2", "Harm", 6, 14, "necrotic", "con"),
        ("5.1", "Sunbeam", 6, 6, "radiant", "con"),
        ("5.2", "Sunbeam", 6, 6, "radiant", "con"),
        ("5.1", "Wall of Ice", 6, 10, "cold", "dex"),
        ("5.2", "Wall of Ice", 8, 10 + 2 * 2, "cold", "dex"),
        ("5.1", "Wall of Thorns", 6, 7, "piercing", "dex"),
        ("5.2", "Wall of Thorns", 9, 10, "piercing", "dex"),
    ],
)
@pytest.mark.parametrize("face", [FAILS, PASSES])
def test_a_save_halves_the_dice_of_the_slot(
    ruleset: Ruleset, spell: str, slot: int, dice: int, kind: str, ability: str, face: int
) -> None:  # fmt: skip
    box = opened(ruleset)
    rock = with_sturdy(box)
    found = box.book.spell(spell)
    assert found
    of = play(box.let(face, face=3), caster_of(found), spell, rock, slot=slot)
    assert [(s.ability, s.dc, s.passed) for s in of.saves] == [(ability, 16, face == PASSES)]
    assert [(s.type, s.taken) for s in of.suffered] == [(kind, dice * 3 // (2 if face == PASSES else 1))]


@each_row(
    ("ruleset", "spell", "who", "slot", "points"),
    [
        ("5.1", "Arcane Sword", "Elara", 7, 3 * 4),
        ("5.2", "Arcane Sword", "Elara", 7, 4 * 4 + 2),
        ("5.2", "Conjure Fey", "Fern", 6, 3 * 4 + 2),
        ("5.2", "Conjure Fey", "Fern", 8, 5 * 4 + 2),
    ],
)
def test_what_is_conjured_strikes_now_and_later(ruleset: Ruleset, spell: str, who: str, slot: int, points: int) -> None:
    box = opened(ruleset).let(15, face=4)
    cast(box, who, spell, "Goblin 1", slot=slot)
    act(box, who, f"{spell}: strike", "Goblin 2")
    assert (hurt(box), hurt(box, "Goblin 2"), mind_of(box, who)) == (points, points, spell)


def test_a_fey_is_feared_until_the_next_turn_of_its_caster(newer: Sandbox) -> None:
    in_turn(newer, "Fern", "Goblin 1")
    cast(newer.let(15, face=2), "Fern", "Conjure Fey", "Goblin 1")
    newer.did("next_turn")
    assert lies_on(newer, "Goblin 1") == ["frightened"]
    newer.did("next_turn")
    assert lies_on(newer, "Goblin 1") == []


@pytest.mark.parametrize(("slot", "healed", "seared"), [(7, 4 * 3 + 2, 6 * 3), (9, 6 * 3 + 2, 8 * 3)])
def test_a_pillar_heals_or_sears(newer: Sandbox, slot: int, healed: int, seared: int) -> None:
    newer.did("damage", "Ulf", amount=50, damageType="fire")
    before = newer.hp("Ulf")
    cast(newer.let(FAILS, face=3), "Bran", "Conjure Celestial", "Ulf", "Goblin 1", slot=slot)
    act(newer, "Bran", "Conjure Celestial: healing light", "Ulf")
    act(newer, "Bran", "Conjure Celestial: searing light", "Goblin 1")
    act(newer.let(PASSES, face=3), "Bran", "Conjure Celestial: searing light", "Goblin 2")
    assert (newer.hp("Ulf") - before, hurt(newer), hurt(newer, "Goblin 2")) == (healed, seared, seared // 2)


def test_a_pillar_bathes_each_creature_once_a_turn(newer: Sandbox) -> None:
    in_turn(newer, "Bran", "Goblin 1")
    cast(newer.let(FAILS, face=1), "Bran", "Conjure Celestial", "Goblin 1")
    act(newer, "Bran", "Conjure Celestial: searing light", "Goblin 1")
    assert "has been bathed" in act(newer, "Bran", "Conjure Celestial: searing light", "Goblin 1")["text"]
    newer.did("next_turn")
    act(newer, "Bran", "Conjure Celestial: searing light", "Goblin 1")
    assert hurt(newer) == 2 * 6


# ── walls and wards ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "turns", "kind"), [("5.1", 1, "slashing"), ("5.2", 2, "force")])
def test_blades_cut_on_entering_and_in_turns(ruleset: Ruleset, turns: int, kind: str) -> None:
    box = opened(ruleset)
    in_turn(box, "Bran", "Goblin 1")
    cast(box.let(FAILS, face=2), "Bran", "Blade Barrier")
    told = act(box, "Goblin 1", "enter", zone="Blade Barrier")
    assert hurt(box) == 6 * 2 and kind in told["text"]
    for _ in range(turns):
        assert hurt(box) == 6 * 2
        box.did("next_turn")
    assert hurt(box) == 2 * 6 * 2


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("slot", "dice"), [(6, 7), (8, 9)])
def test_thorns_slash_whoever_enters(ruleset: Ruleset, slot: int, dice: int) -> None:
    box = opened(ruleset)
    cast(box, "Fern", "Wall of Thorns", slot=slot)
    told = act(box.let(FAILS, face=2), "Goblin 1", "enter", zone="Wall of Thorns")
    assert hurt(box) == dice * 2 and "slashing" in told["text"]


@pytest.mark.parametrize(("ruleset", "times"), [("5.1", 2), ("5.2", 1)])
@pytest.mark.parametrize(("who", "spell", "zone", "points"), [("Fern", "Wall of Thorns", "Wall of Thorns", 7 * 2), ("Elara", "Symbol", "Symbol: set off", 10 * 2)])  # fmt: skip
def test_whoever_enters_and_stays_is_hurt_again_in_the_older_rules(
    ruleset: Ruleset, times: int, who: str, spell: str, zone: str, points: int
) -> None:  # fmt: skip
    box = opened(ruleset)
    rock = with_sturdy(box)
    in_turn(box, rock, who)
    cast(box.let(FAILS, face=2), who, spell, choice="death", force=True) if spell == "Symbol" else cast(box.let(FAILS, face=2), who, spell)
    if spell == "Symbol":
        act(box, who, zone)
    act(box, rock, "enter", zone=zone)
    box.did("next_turn")
    assert 500 - box.hp(rock) == times * points


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("slot", "dice"), [(6, 5), (8, 7)])
def test_broken_ice_leaves_frigid_air(ruleset: Ruleset, slot: int, dice: int) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Wall of Ice", slot=slot)
    of = box.let(FAILS, face=3).accept("act", "Elara", act="Wall of Ice: frigid air", targets=["Goblin 1"]).expect(ActResult).targets[0]
    assert ([s.ability for s in of.saves], hurt(box)) == (["con"], dice * 3)


@pytest.mark.parametrize(("ruleset", "turns"), [("5.1", 1), ("5.2", 2)])
def test_a_forbidden_place_hurts_the_kinds_that_were_chosen(ruleset: Ruleset, turns: int) -> None:
    box = opened(ruleset)
    for name, kind in (("Imp", "fiend"), ("Ghost", "undead"), ("Sprite", "fey")):
        box.accept("create", name=name, character={"type": kind, "hpMax": 100})
    cast(box.let(FAILS, face=2), "Bran", "Forbiddance", choice={"type": "radiant", "kind": "Fiend", "also": "undead"})
    in_turn(box, "Bran", "Imp")
    box.let(FAILS, face=2)
    for name in ("Imp", "Ghost", "Sprite", "Goblin 1"):
        act(box, name, "enter", zone="Forbiddance")
    assert [box.hp(name) for name in ("Imp", "Ghost", "Sprite", "Goblin 1")] == [90, 90, 100, 60]
    for _ in range(turns):
        box.did("next_turn")
    assert box.hp("Imp") == 80


@pytest.mark.parametrize(("face", "told"), [(FAILS, "stays inside"), (PASSES, "is outside")])
def test_a_cage_is_left_by_magic_and_a_save(box: Sandbox, face: int, told: str) -> None:
    assert "10-ft cube (no passage, no spells through, no dispel)" in cast(box, "Elara", "Forcecage", "Goblin 1", choice="box")["text"]
    answer = act(box.let(face), "Elara", "Forcecage: leave by magic", "Goblin 1")
    assert told in answer["text"] and "CHA save DC 16" in answer["text"]


@pytest.mark.parametrize(("rolled", "told"), [(50, "the opposite way"), (51, "that it chose")])
def test_a_warded_fork_misleads_one_in_two(box: Sandbox, rolled: int, told: str) -> None:
    cast(box, "Elara", "Guards and Wards", choice="mouths")
    box.roll_with(fixed(FAILS, lambda sides, _: rolled))
    assert told in act(box, "Elara", "Guards and Wards: fork", "Goblin 1")["text"]


# ── harm and help ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_harm_leaves_one_hit_point_and_lowers_the_maximum_for_an_hour(box: Sandbox) -> None:
    cast(box.let(FAILS, face=3), "Bran", "Harm", "Goblin 1")
    assert (hurt(box), box.number("Goblin 1", "hpMax"), lies_on(box, "Goblin 1")) == (42, 60 - 42, ["Harm"])
    box.did("advance", duration="61 minutes")
    assert box.number("Goblin 1", "hpMax") == 60
    box.did("damage", "Goblin 2", amount=20, damageType="fire")
    box.accept("rest", "Bran", kind="long")
    cast(box.let(FAILS, face=3), "Bran", "Harm", "Goblin 2")
    assert (box.hp("Goblin 2"), box.number("Goblin 2", "hpMax")) == (1, 60 - 42)


def test_harm_kills_in_the_newer_rules_and_lasts_until_a_long_rest(newer: Sandbox) -> None:
    rock = with_sturdy(newer, party=True)
    cast(newer.let(FAILS, face=3), "Bran", "Harm", rock)
    assert newer.number(rock, "hpMax") == 500 - 42
    newer.did("advance", duration="2 hours")
    assert newer.number(rock, "hpMax") == 500 - 42
    newer.did("rest", rock, kind="long")
    assert newer.number(rock, "hpMax") == 500
    newer.did("damage", "Goblin 1", amount=20, damageType="fire")
    newer.did("rest", "Bran", kind="long")
    cast(newer.let(FAILS, face=3), "Bran", "Harm", "Goblin 1")
    assert newer.hp("Goblin 1") == 0


def test_half_of_harm_lowers_no_maximum(box: Sandbox) -> None:
    cast(box.let(PASSES, face=3), "Bran", "Harm", "Goblin 1")
    assert (hurt(box), box.number("Goblin 1", "hpMax"), lies_on(box, "Goblin 1")) == (21, 60, [])


@pytest.mark.parametrize(("ruleset", "most"), [("5.1", 13), ("5.2", 12)])
def test_a_feast_gives_points_for_a_day(ruleset: Ruleset, most: int) -> None:
    box = opened(ruleset)
    before, most_before = box.hp("Ulf"), box.number("Ulf", "hpMax")
    told = cast(box.let(FAILS, face=7), "Bran", "Heroes' Feast", "Ulf", "Elara")
    assert (box.hp("Ulf"), box.number("Ulf", "hpMax")) == (before + 14, most_before + 14)
    assert ("WIS saves at advantage" in told["text"], "resists poison" in told["text"]) == (ruleset == "5.1", ruleset == "5.2")
    box.did("advance", duration="25 hours")
    assert box.number("Ulf", "hpMax") == most_before
    guests = [f"Guest {n}" for n in range(most + 1)]
    for name in guests:
        box.accept("create", name=name, character={"hpMax": 10})
    box.accept("rest", "Bran", kind="long")
    box.refused("targets_count", "cast", "Bran", spell="Heroes' Feast", targets=guests)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_regenerating_creature_heals_at_once_in_turns_and_by_minutes(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    box.did("damage", "Ulf", amount=100, damageType="fire")
    before = box.hp("Ulf")
    cast(box.let(FAILS, face=3), "Bran", "Regenerate", "Ulf")
    assert box.hp("Ulf") == before + 4 * 3 + 15
    box.did("advance", duration="2 minutes")
    assert box.hp("Ulf") == before + 27 + 20
    in_turn(box, "Ulf", "Goblin 1")
    assert box.hp("Ulf") == before + 27 + 20 + 1
    for _ in range(2):
        box.did("next_turn")
    assert box.hp("Ulf") == before + 27 + 20 + 2


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("spell", "is_whole"), [("Resurrection", True), ("Raise Dead", False)])
def test_each_long_rest_lessens_the_ordeal_of_those_who_live_again(ruleset: Ruleset, spell: str, is_whole: bool) -> None:
    box = opened(ruleset)
    box.accept("create", name="Ash", character={"classes": ["fighter 5"], "party": True, "abilities": {"wis": 10}})
    most, save = box.number("Ash", "hpMax"), box.number("Ash", "saves.wis")
    box.did("damage", "Ash", amount=500, damageType="fire")
    cast(box, "Bran", spell, "Ash")
    penalties = [save - box.number("Ash", "saves.wis")]
    assert (box.hp("Ash"), penalties) == (most if is_whole else 1, [4])
    for _ in range(4):
        box.did("advance", duration="1 day")
        box.did("rest", "Ash", kind="long")
        penalties.append(save - box.number("Ash", "saves.wis"))
    assert penalties == [4, 3, 2, 1, 0]
    assert lies_on(box, "Ash") == []


def test_a_short_rest_lessens_no_ordeal(box: Sandbox) -> None:
    box.accept("create", name="Ash", character={"classes": ["fighter 5"], "party": True})
    box.did("damage", "Ash", amount=500, damageType="fire")
    cast(box, "Bran", "Resurrection", "Ash")
    box.did("rest", "Ash", kind="short")
    assert len(lies_on(box, "Ash")) == 4


def test_the_long_dead_tax_the_caster_until_a_long_rest(box: Sandbox) -> None:
    box.did("damage", "Goblin 1", amount=100, damageType="fire")
    cast(box, "Bran", "Resurrection", "Goblin 1", choice="old")
    assert lies_on(box, "Bran") == ["Resurrection: taxed"]
    box.refused("cannot_act", "cast", "Bran", spell="Cure Wounds", targets=["Ulf"])
    box.did("rest", "Bran", kind="long")
    assert lies_on(box, "Bran") == []


# ── words and looks ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("hp", "left", "minutes"),
    [
        (51, [], 0), (50, ["deafened"], 1), (41, ["deafened"], 1), (40, ["blinded", "deafened"], 10), (31, ["blinded", "deafened"], 10),
        (30, ["blinded", "deafened", "stunned"], 60), (21, ["blinded", "deafened", "stunned"], 60), (20, None, 0),
    ],
)  # fmt: skip
def test_a_divine_word_counts_hit_points(ruleset: Ruleset, hp: int, left: list[str] | None, minutes: int) -> None:
    box = opened(ruleset)
    if hp < 60:
        box.did("damage", "Goblin 1", amount=60 - hp, damageType="fire")
    cast(box, "Bran", "Divine Word", "Goblin 1")
    assert (box.hp("Goblin 1") == 0) == (left is None)
    if left:
        assert lies_on(box, "Goblin 1") == left
        for more in (minutes - 1, 1) if minutes > 1 else (1,):
            assert lies_on(box, "Goblin 1") == left
            box.did("advance", duration=f"{more} minutes")
    assert left is None or lies_on(box, "Goblin 1") == []


def test_a_divine_word_sends_fiends_home_at_any_hit_points(box: Sandbox) -> None:
    with_sturdy(box, type="fiend")
    told = cast(box, "Bran", "Divine Word", "Rock", "Goblin 1")
    assert (lies_on(box, "Rock"), lies_on(box, "Goblin 1")) == (["Divine Word: sent home"], []) and "banished" in told["text"]


@each_row(
    ("ruleset", "choice", "laid"),
    [
        ("5.1", "asleep", ["unconscious", "prone"]), ("5.1", "panicked", ["frightened", "Eyebite: panicked"]),
        ("5.1", "sickened", ["Eyebite: sickened"]), ("5.2", "sickened", ["poisoned"]), ("5.2", "asleep", ["unconscious", "prone"]),
    ],
)  # fmt: skip
def test_a_gaze_takes_whom_it_meets(ruleset: Ruleset, choice: str, laid: list[str]) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Eyebite", "Goblin 1", choice=choice)
    assert lies_on(box, "Goblin 1") == laid


def test_a_gaze_chooses_anew_and_spares_those_who_withstood_it(box: Sandbox) -> None:
    cast(box.let(PASSES), "Elara", "Eyebite", "Goblin 1", choice="asleep")
    told = act(box.let(FAILS), "Elara", "Eyebite: gaze", "Goblin 1")
    assert "already withstood" in told["text"] and lies_on(box, "Goblin 1") == ["Eyebite: withstood"]
    act(box, "Elara", "Eyebite: gaze", "Goblin 2", choice="sickened")
    assert lies_on(box, "Goblin 2") == ["Eyebite: sickened"]


@pytest.mark.parametrize(("face", "left"), [(FAILS, ["Eyebite: sickened"]), (PASSES, [])])
def test_the_sickened_save_again_at_the_end_of_their_turns(box: Sandbox, face: int, left: list[str]) -> None:
    in_turn(box, "Goblin 1", "Elara")
    cast(box.let(FAILS), "Elara", "Eyebite", "Goblin 1", choice="sickened")
    box.let(face).did("next_turn")
    assert lies_on(box, "Goblin 1") == left


def test_all_whom_a_gaze_took_are_free_when_its_minute_is_over(box: Sandbox) -> None:
    in_turn(box, "Elara", "Goblin 1", "Goblin 2")
    cast(box.let(FAILS), "Elara", "Eyebite", "Goblin 1", choice="sickened")
    for _ in range(6):
        box.let(FAILS).did("next_turn")
    act(box, "Elara", "Eyebite: gaze", "Goblin 2", choice="asleep")
    for _ in range(21):
        box.did("next_turn")
    assert lies_on(box, "Goblin 2") == ["unconscious", "prone"]
    for _ in range(4):
        box.did("next_turn")
    assert (lies_on(box, "Goblin 1"), lies_on(box, "Goblin 2"), mind_of(box, "Elara")) == ([], ["prone"], None)


def test_the_gaze_ends_with_the_minute_outside_a_fight(box: Sandbox) -> None:
    cast(box, "Elara", "Eyebite", "Goblin 1", choice="asleep")
    box.did("advance", duration="1 minute")
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == (["prone"], None)


def test_a_sleeper_wakes_when_hurt(box: Sandbox) -> None:
    cast(box, "Elara", "Eyebite", "Goblin 1", choice="asleep")
    box.did("damage", "Goblin 1", amount=1, damageType="fire")
    assert lies_on(box, "Goblin 1") == ["prone"]


@each_row(("ruleset", "slot", "days"), [("5.1", 6, 1), ("5.1", 7, 10), ("5.2", 8, 30), ("5.2", 9, 366)])
def test_a_suggestion_to_many_lasts_by_its_slot(ruleset: Ruleset, slot: int, days: int) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Mass Suggestion", "Goblin 1", "Goblin 2", slot=slot)
    laid = ["charmed"] if ruleset == "5.2" else ["Mass Suggestion"]
    box.did("advance", duration=f"{days * 24 - 1} hours")
    assert lies_on(box, "Goblin 1") == laid
    box.did("advance", duration="2 hours")
    assert lies_on(box, "Goblin 1") == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_suggested_are_free_when_the_caster_harms_them(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Mass Suggestion", "Goblin 1", "Goblin 2")
    cast(box.let(FAILS), "Elara", "Fireball", "Goblin 1")
    assert lies_on(box, "Goblin 1") == [] != lies_on(box, "Goblin 2")


def test_a_dance_needs_no_save_and_an_action_to_end_in_the_older_rules(box: Sandbox) -> None:
    cast(box.let(PASSES), "Elara", "Irresistible Dance", "Goblin 1")
    assert (lies_on(box, "Goblin 1"), box.number("Goblin 1", "speed.walk")) == (["Irresistible Dance"], 0)
    assert "with advantage" in box.let(2, 15).did("attack", "Ulf", targetName="Goblin 1")["text"]
    act(box.let(FAILS), "Goblin 1", "Irresistible Dance: collect itself")
    assert mind_of(box, "Elara") == "Irresistible Dance"
    act(box.let(PASSES), "Goblin 1", "Irresistible Dance: collect itself")
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == ([], None)


def test_who_cannot_be_charmed_does_not_dance(box: Sandbox) -> None:
    with_sturdy(box, conditionImmunities=["charmed"])
    cast(box, "Elara", "Irresistible Dance", "Rock")
    assert lies_on(box, "Rock") == []


def test_who_cannot_be_charmed_fails_and_does_not_dance(newer: Sandbox) -> None:
    """In SRD 5.2 the dance is part of the charm."""
    with_sturdy(newer, conditionImmunities=["charmed"])
    cast(newer, "Elara", "Irresistible Dance", "Rock")
    assert lies_on(newer, "Rock") == []


def test_a_passed_save_still_dances_for_a_turn(newer: Sandbox) -> None:
    in_turn(newer, "Elara", "Goblin 1")
    cast(newer.let(PASSES), "Elara", "Irresistible Dance", "Goblin 1")
    newer.did("next_turn")
    assert (newer.number("Goblin 1", "speed.walk"), "charmed" in lies_on(newer, "Goblin 1")) == (0, False)
    newer.did("next_turn")
    assert lies_on(newer, "Goblin 1") == []
    cast(newer.let(FAILS), "Lute", "Irresistible Dance", "Goblin 2")
    assert lies_on(newer, "Goblin 2") == ["charmed", "Irresistible Dance"]


@pytest.mark.parametrize(
    ("ruleset", "spell", "turns", "first", "then"),
    [
        ("5.1", "Flesh to Stone", 3, ["restrained"], ["petrified"]), ("5.2", "Flesh to Stone", 3, ["restrained"], ["petrified"]),
        ("5.2", "Sleep", 1, ["incapacitated"], ["unconscious", "prone"]),
    ],
)  # fmt: skip
def test_what_a_failed_repeat_lays_ends_with_the_concentration(
    ruleset: Ruleset, spell: str, turns: int, first: list[str], then: list[str]
) -> None:
    box = opened(ruleset)
    in_turn(box, "Elara", "Goblin 1")
    cast(box.let(FAILS), "Elara", spell, "Goblin 1")
    assert lies_on(box, "Goblin 1") == first
    for _ in range(2 * turns):
        box.did("next_turn")
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == (then, spell)
    box.did("damage", "Elara", amount=60, damageType="fire")
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == (["prone"] if "prone" in then else [], None)


# ── light and colors ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_beam_blinds_until_the_next_turn_and_comes_again(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    in_turn(box, "Fern", "Goblin 1")
    cast(box.let(FAILS, face=3), "Fern", "Sunbeam", "Goblin 1")
    box.did("next_turn")
    assert (lies_on(box, "Goblin 1"), lies_on(box, "Fern")) == (["blinded"], ["Sunbeam: light"])
    box.did("next_turn")
    assert lies_on(box, "Goblin 1") == []
    act(box.let(PASSES, face=3), "Fern", "Sunbeam: beam", "Goblin 1")
    assert (hurt(box), lies_on(box, "Goblin 1")) == (6 * 3 + 6 * 3 // 2, [])


@each_row(("ruleset", "kind", "mode"), [("5.1", "undead", "disadvantage"), ("5.1", "ooze", "disadvantage"), ("5.1", "beast", "normal"), ("5.2", "undead", "normal")])  # fmt: skip
def test_sunlight_is_worse_for_some(ruleset: Ruleset, kind: str, mode: str) -> None:
    box = opened(ruleset)
    with_sturdy(box, type=kind)
    assert [s.mode for s in play(box, "Fern", "Sunbeam", "Rock").saves] == [mode]


def spray(box: Sandbox, color: int, face: int, *, second: int = 1, of: int = 2) -> TargetRecord:
    """A spray whose d8 shows this color, and whose d7s show the second one."""
    with_sturdy(box)
    box.roll_with(fixed(face, lambda sides, _: color if sides == 8 else second if sides == 7 else of))
    return play(box, "Elara", "Prismatic Spray", "Rock")


@pytest.mark.parametrize(("ruleset", "dice"), [("5.1", 10), ("5.2", 12)])
@pytest.mark.parametrize(("color", "kind"), [(1, "fire"), (2, "acid"), (3, "lightning"), (4, "poison"), (5, "cold")])
@pytest.mark.parametrize("face", [FAILS, PASSES])
def test_a_ray_burns_or_halves(ruleset: Ruleset, dice: int, color: int, kind: str, face: int) -> None:
    of = spray(opened(ruleset), color, face)
    assert [s.ability for s in of.saves] == ["dex"]
    assert [(s.type, s.taken) for s in of.suffered] == [(kind, dice * 2 // (2 if face == PASSES else 1))]


@pytest.mark.parametrize(("face", "each"), [(FAILS, 20), (PASSES, 10)])
def test_two_rays_strike_after_one_save(box: Sandbox, face: int, each: int) -> None:
    of = spray(box, 8, face, second=5)
    assert (len(of.saves), [(s.type, s.taken) for s in of.suffered]) == (1, [("cold", each), ("cold", each)])


@pytest.mark.parametrize(("face", "left"), [(FAILS, ["petrified"]), (PASSES, [])])
def test_indigo_counts_three_con_saves(box: Sandbox, face: int, left: list[str]) -> None:
    with_sturdy(box)
    in_turn(box, "Elara", "Rock")
    box.roll_with(fixed(FAILS, lambda sides, _: 6))
    cast(box, "Elara", "Prismatic Spray", "Rock")
    box.let(face)
    told = []
    for _ in range(3):
        assert lies_on(box, "Rock") == ["restrained"]
        told += [box.did("next_turn")["text"], box.did("next_turn")["text"]]
    assert (lies_on(box, "Rock"), "CON save DC 16" in "".join(told)) == (left, True)


@pytest.mark.parametrize(("face", "left"), [(FAILS, ["Prismatic Spray: elsewhere"]), (PASSES, [])])
def test_violet_blinds_until_a_wis_save(box: Sandbox, face: int, left: list[str]) -> None:
    with_sturdy(box)
    in_turn(box, "Elara", "Rock")
    box.roll_with(fixed(FAILS, lambda sides, _: 7))
    cast(box, "Elara", "Prismatic Spray", "Rock")
    box.did("next_turn")
    assert lies_on(box, "Rock") == ["blinded"]
    told = box.let(face).did("next_turn")
    assert (lies_on(box, "Rock"), "WIS save DC 16" in told["text"]) == (left, True)


def test_who_passes_the_first_save_is_neither_bound_nor_blinded(box: Sandbox) -> None:
    for color in (6, 7):
        assert not spray(opened(), color, PASSES).conditions


# ── what waits ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("slot", "turns", "dice"), [(7, "0", 12), (7, "3", 15), (9, "10", 24), (7, "40", 22)])
def test_a_bead_grows_with_the_turns(ruleset: Ruleset, slot: int, turns: str, dice: int) -> None:
    box = opened(ruleset)
    with_sturdy(box)
    cast(box, "Elara", "Delayed Blast Fireball", slot=slot)
    act(box, "Elara", "Delayed Blast Fireball: end")
    assert mind_of(box, "Elara") is None
    act(box.let(FAILS, face=2), "Elara", "Delayed Blast Fireball: explode", "Rock", "Goblin 1", choice=turns)
    assert 500 - box.hp("Rock") == dice * 2
    box.refused("act_unknown", "act", "Elara", act="Delayed Blast Fireball: explode", targets=["Rock"], choice="0")


def test_a_bead_bursts_with_the_concentration_and_asks_for_the_turns(box: Sandbox) -> None:
    cast(box, "Elara", "Delayed Blast Fireball")
    told = box.let(FAILS).did("damage", "Elara", amount=60, damageType="fire")
    assert "The bead bursts" in told["text"]
    box.refused("choice_required", "act", "Elara", act="Delayed Blast Fireball: explode", targets=["Goblin 1"])
    act(box.let(PASSES, face=2), "Elara", "Delayed Blast Fireball: explode", "Goblin 1", choice="1")
    assert hurt(box) == 13


def test_a_bead_bursts_when_its_minute_is_over(box: Sandbox) -> None:
    cast(box, "Elara", "Delayed Blast Fireball")
    assert "The bead bursts" in box.did("advance", duration="1 minute")["text"]


@pytest.mark.parametrize(("face", "held"), [(FAILS, None), (PASSES, "Delayed Blast Fireball")])
def test_a_touched_bead_may_be_thrown(box: Sandbox, face: int, held: str | None) -> None:
    cast(box, "Elara", "Delayed Blast Fireball")
    act(box.let(face), "Elara", "Delayed Blast Fireball: touched", "Goblin 1")
    assert mind_of(box, "Elara") == held


@each_row(("ruleset", "slot", "hurts"), [("5.1", 5, False), ("5.1", 7, False), ("5.2", 5, False), ("5.2", 6, True), ("5.2", 7, True)])
def test_a_globe_keeps_out_spells_by_their_own_level_or_by_their_slot(ruleset: Ruleset, slot: int, hurts: bool) -> None:
    """SRD 5.1 counts the spell's own level, whatever its slot; in 5.2 the slot makes it a spell of that level."""
    box = opened(ruleset)
    cast(box, "Elara", "Globe of Invulnerability")
    before = box.hp("Elara")
    cast(box.let(FAILS, face=3), "Sol", "Fireball", "Elara", slot=slot)
    assert (box.hp("Elara") < before) is hurts


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_globe_is_kept_and_thrown_with_the_slot_of_its_cast(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Freezing Sphere", slot=8, choice="hold")
    act(box.let(FAILS, face=3), "Elara", "Freezing Sphere: throw", "Goblin 1")
    assert (hurt(box), lies_on(box, "Elara")) == (12 * 3, [])


@pytest.mark.parametrize(("ruleset", "laid", "check"), [("5.1", ["Freezing Sphere: trapped"], "STR"), ("5.2", ["restrained", "Freezing Sphere: trapped"], "Athletics")])  # fmt: skip
def test_swimmers_are_trapped_in_the_ice(ruleset: Ruleset, laid: list[str], check: str) -> None:
    box = opened(ruleset)
    cast(box.let(FAILS), "Elara", "Freezing Sphere", "Goblin 1", **{"with": ["underwater"]})
    assert sorted(lies_on(box, "Goblin 1")) == sorted(laid[:1] if ruleset == "5.2" else laid)
    assert box.number("Goblin 1", "speed.walk") == 0
    box.let(PASSES).did("act", "Goblin 1", act="Break free", targets=["Goblin 1"])
    assert lies_on(box, "Goblin 1") == []


SYMBOLS = {
    "death": ("con", [], 0), "discord": ("con", ["Symbol: discord"], 1), "fear": ("wis", ["frightened"], 1),
    "hopelessness": ("cha", ["Symbol: hopelessness"], 1), "insanity": ("int", ["Symbol: insanity"], 1), "pain": ("con", ["incapacitated"], 1),
    "sleep": ("wis", ["unconscious", "prone"], 10), "stunning": ("wis", ["stunned"], 1),
}  # fmt: skip
IN_BOTH = [name for name in SYMBOLS if name not in ("hopelessness", "insanity")]


@each_row(("ruleset", "symbol"), [*(("5.1", s) for s in SYMBOLS), *(("5.2", s) for s in IN_BOTH)])
def test_a_symbol_strikes_all_around_and_whoever_comes(ruleset: Ruleset, symbol: str) -> None:
    box = opened(ruleset)
    ability, laid, minutes = SYMBOLS[symbol]
    ability = "wis" if (ruleset, symbol) == ("5.2", "discord") else ability
    with_sturdy(box)
    cast(box, "Elara", "Symbol", choice=symbol)
    of = box.let(FAILS, face=2).accept("act", "Elara", act="Symbol: set off", targets=["Rock"]).expect(ActResult).targets[0]
    assert ([s.ability for s in of.saves], lies_on(box, "Rock")) == ([ability], laid)
    assert 500 - box.hp("Rock") == (10 * 2 if symbol == "death" else 0)
    act(box, "Goblin 1", "enter", zone="Symbol: set off")
    assert lies_on(box, "Goblin 1") == laid and hurt(box) == (20 if symbol == "death" else 0)
    box.refused("act_unknown", "act", "Elara", act="Symbol: set off", targets=["Goblin 2"])
    act(box, "Rock", "leave", zone="Symbol: set off")  # whoever ends a turn there is struck again
    box.did("advance", duration=f"{max(1, minutes)} minutes")
    assert lies_on(box, "Rock") == laid[1:]
    box.did("advance", duration="11 minutes")
    assert creature(box, "Elara").creature.zones == {}


def test_a_symbol_of_death_is_halved(box: Sandbox) -> None:
    cast(box, "Elara", "Symbol", choice="death")
    act(box.let(PASSES, face=3), "Elara", "Symbol: set off", "Goblin 1")
    assert hurt(box) == 15


def test_two_symbols_lie_side_by_side(newer: Sandbox) -> None:
    newer.refused("choice_required", "cast", "Elara", spell="Symbol", choice="insanity")
    cast(newer, "Elara", "Symbol", choice="pain")
    assert lies_on(newer, "Elara") == ["Symbol: pain"]


# ── other shapes, other places ──────────────────────────────────────────────────────────────────────────────────────


def test_the_ethereal_go_alone_with_a_slot_of_level_7(box: Sandbox) -> None:
    box.refused("targets_count", "cast", "Elara", spell="Etherealness", targets=["Ulf"])
    cast(box, "Elara", "Etherealness")
    assert lies_on(box, "Elara") == ["Etherealness"]
    act(box, "Elara", "Etherealness: return")
    before = box.hp("Elara")
    act(box, "Elara", "Etherealness: shunted", choice="15")
    assert (before - box.hp("Elara"), lies_on(box, "Elara")) == (30, ["Etherealness: back"])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("slot", "most"), [(8, 3), (9, 6)])
def test_three_more_are_ethereal_for_each_slot_level(ruleset: Ruleset, slot: int, most: int) -> None:
    box = opened(ruleset)
    names = list(HEROES)[: most + 1]
    box.refused("targets_count", "cast", "Elara", spell="Etherealness", slot=slot, targets=names)
    box.refused("target_required", "cast", "Elara", spell="Etherealness", slot=slot)
    cast(box, "Elara", "Etherealness", *names[1:], slot=slot)
    assert [lies_on(box, name) for name in names] == [[], *[["Etherealness"]] * most]


@pytest.mark.parametrize(("ruleset", "held"), [("5.1", ["incapacitated", "Wind Walk: changing"]), ("5.2", ["stunned"])])
def test_a_cloud_takes_a_minute_to_change(ruleset: Ruleset, held: list[str]) -> None:
    box = opened(ruleset)
    cast(box, "Fern", "Wind Walk", "Ulf")
    assert (box.number("Ulf", "speed.fly"), box.number("Fern", "speed.fly")) == (300, 300)
    box.refused("cannot_attack", "attack", "Ulf", targetName="Goblin 1")
    act(box, "Ulf", "Wind Walk: own form")
    assert {*held} <= {*lies_on(box, "Ulf")}
    box.did("advance", duration="2 minutes")
    assert lies_on(box, "Ulf") == ["Wind Walk: form"]
    act(box, "Ulf", "Wind Walk: cloud form")
    box.did("advance", duration="2 minutes")
    assert box.number("Ulf", "speed.fly") == 300
    box.did("advance", duration="8 hours")
    assert (lies_on(box, "Ulf"), lies_on(box, "Fern")) == ([], [])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_recall_needs_a_sanctuary(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    assert "No sanctuary" in cast(box, "Bran", "Word of Recall")["text"]
    cast(box, "Bran", "Word of Recall", slot=7, choice="sanctuary")
    box.did("advance", duration="400 days")
    assert "at the sanctuary" in cast(box, "Bran", "Word of Recall", slot=8)["text"]


FAMILIAR = {
    "very familiar": (5, 13, 24), "seen casually": (33, 43, 53), "viewed once": (43, 53, 73), "described": (43, 53, 73),
}  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("known", FAMILIAR)
def test_a_teleport_goes_astray_by_its_table(ruleset: Ruleset, known: str) -> None:
    mishap, alike, astray = FAMILIAR[known]
    off = "12 percent" if ruleset == "5.1" else "6 miles"
    told = ["Mishap", "Mishap", "similar area", "similar area", off, off, "On target", "On target"]
    for rolled, word in zip((1, mishap, mishap + 1, alike, alike + 1, astray, astray + 1, 100), told, strict=True):
        box = opened(ruleset)
        box.roll_with(fixed(FAILS, lambda sides, _, rolled=rolled: rolled if sides == 100 else {8: 2, 10: 4, 12: 3}[sides]))
        text = cast(box, "Elara", "Teleport", choice=known)["text"]
        assert word.replace("12", "16") in text, (rolled, text)


@pytest.mark.parametrize(("ruleset", "side"), [("5.1", "northeast"), ("5.2", "southeast")])
def test_off_target_has_a_direction(ruleset: Ruleset, side: str) -> None:
    box = opened(ruleset)
    box.roll_with(fixed(FAILS, lambda sides, _: 54 if sides == 100 else 2))
    assert f"arrive {side} of" in cast(box, "Elara", "Teleport", choice="viewed once")["text"]


def test_a_mishap_hurts_all_who_travel_and_the_table_is_rolled_again(box: Sandbox) -> None:
    box.roll_with(fixed(FAILS, lambda sides, _: 1))
    assert "act Teleport: seen casually again" in cast(box, "Elara", "Teleport", choice="seen casually")["text"]
    box.let(FAILS, face=4)
    before = box.hp("Ulf"), box.hp("Elara")
    act(box, "Elara", "Teleport: mishap", "Ulf", "Elara")
    assert (before[0] - box.hp("Ulf"), before[1] - box.hp("Elara")) == (12, 12)
    box.roll_with(fixed(FAILS, lambda sides, _: 100))
    assert "On target" in act(box, "Elara", "Teleport: seen casually")["text"]


@pytest.mark.parametrize(("choice", "told"), [("circle", "On target"), ("object", "On target")])
def test_a_circle_is_never_missed(box: Sandbox, choice: str, told: str) -> None:
    box.roll_with(fixed(FAILS, lambda sides, _: 1))
    assert told in cast(box, "Elara", "Teleport", choice=choice)["text"]


@pytest.mark.parametrize(("rolled", "told"), [(50, "Mishap"), (51, "similar area"), (100, "similar area")])
def test_a_place_that_does_not_exist_is_never_reached(newer: Sandbox, rolled: int, told: str) -> None:
    newer.roll_with(fixed(FAILS, lambda sides, _: rolled))
    assert told in cast(newer, "Elara", "Teleport", choice="false destination")["text"]


@pytest.mark.parametrize(("faces", "left"), [((15, FAILS), ["Plane Shift: elsewhere"]), ((15, PASSES), []), ((2, FAILS), [])])
def test_an_enemy_is_sent_to_another_plane_by_a_hit_and_a_save(box: Sandbox, faces: tuple[int, ...], left: list[str]) -> None:
    cast(box.let(*faces), "Elara", "Plane Shift", "Goblin 1", choice="banish")
    assert lies_on(box, "Goblin 1") == left


def test_gravity_turns_for_those_who_grab_nothing(box: Sandbox) -> None:
    cast(box.let(FAILS), "Elara", "Reverse Gravity", "Goblin 1")
    act(box.let(PASSES), "Goblin 2", "enter", zone="Reverse Gravity")
    assert (lies_on(box, "Goblin 1"), lies_on(box, "Goblin 2")) == (["Reverse Gravity: aloft"], [])
    told = box.did("advance", duration="2 minutes")
    assert lies_on(box, "Goblin 1") == [] and "falls back down" in told["text"]


@pytest.mark.parametrize(("ruleset", "laid"), [("5.1", ["invisible", "incapacitated", "Sequester"]), ("5.2", ["invisible", "unconscious", "prone", "Sequester"])])  # fmt: skip
def test_the_sequestered_wait_until_they_are_hurt(ruleset: Ruleset, laid: list[str]) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Sequester", "Goblin 1", choice="creature")
    box.did("advance", duration="1000 days")
    assert lies_on(box, "Goblin 1") == laid
    box.did("damage", "Goblin 1", amount=1, damageType="fire")
    assert lies_on(box, "Goblin 1") == [word for word in laid if word == "prone"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_true_sight_reaches_120_feet(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "True Seeing", "Ulf")
    assert box.number("Ulf", "senses.truesight") == 120
    box.did("advance", duration="61 minutes")
    assert lies_on(box, "Ulf") == []


def test_the_senses_of_an_image_blind_the_caster_until_they_are_switched_back(box: Sandbox) -> None:
    cast(box, "Elara", "Project Image")
    act(box, "Elara", "Project Image: switch senses")
    assert {"blinded", "deafened"} <= {*lies_on(box, "Elara")}
    act(box, "Elara", "Project Image: switch senses")
    assert lies_on(box, "Elara") == ["Project Image"]


@pytest.mark.parametrize("spell", ["Programmed Illusion", "Project Image"])
@pytest.mark.parametrize(("face", "told"), [(15, "sees through"), (13, "seems real")])
def test_an_image_is_examined_against_the_dc(box: Sandbox, spell: str, face: int, told: str) -> None:
    cast(box, "Elara", spell)
    assert told in act(box.let(face), "Elara", f"{spell}: examine", "Ulf")["text"]


@pytest.mark.parametrize(("face", "left"), [(FAILS, ["Magic Jar: possessed"]), (PASSES, ["Magic Jar: resisted"])])
def test_a_soul_takes_a_humanoid_body_once_a_day(box: Sandbox, face: int, left: list[str]) -> None:
    with_sturdy(box, type="beast")
    cast(box, "Elara", "Magic Jar")
    box.refused("target_unfit", "act", "Elara", act="Magic Jar: possess", targets=["Rock"])
    act(box.let(face), "Elara", "Magic Jar: possess", "Goblin 1")
    assert lies_on(box, "Goblin 1") == left
    assert ("Magic Jar: in the container" in lies_on(box, "Elara")) == (face == PASSES)
    if face == PASSES:
        assert "resisted within the last day" in act(box.let(FAILS), "Elara", "Magic Jar: possess", "Goblin 1")["text"]
        box.did("advance", duration="25 hours")
        act(box, "Elara", "Magic Jar: possess", "Goblin 1")
        assert lies_on(box, "Goblin 1") == ["Magic Jar: possessed"]


def test_a_soul_in_the_container_neither_strikes_nor_moves_until_it_returns(box: Sandbox) -> None:
    cast(box, "Elara", "Magic Jar")
    box.refused("cannot_attack", "attack", "Elara", targetName="Goblin 1")
    act(box, "Elara", "Magic Jar: possess", "Goblin 1")
    assert box.number("Elara", "speed.walk") == 30
    act(box, "Elara", "Magic Jar: leave the host", "Goblin 1")
    assert (lies_on(box, "Goblin 1"), box.number("Elara", "speed.walk")) == ([], 0)
    act(box, "Elara", "Magic Jar: return to the body")
    assert lies_on(box, "Elara") == []


@pytest.mark.parametrize(("face", "dead"), [(FAILS, True), (PASSES, False)])
def test_a_soul_may_die_with_its_host(box: Sandbox, face: int, dead: bool) -> None:
    cast(box, "Elara", "Magic Jar")
    act(box.let(face), "Elara", "Magic Jar: the host dies")
    assert (box.hp("Elara") == 0) is dead


# ── what comes ──────────────────────────────────────────────────────────────────────────────────────────────────────


def names_of(box: Sandbox, start: str) -> list[str]:
    return [t.name for t in box.world.things.values() if t.kind == "character" and t.name.startswith(start)]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("slot", "count"), [(6, 3), (7, 4), (8, 5), (9, 6)])
def test_a_higher_slot_raises_more_ghouls(ruleset: Ruleset, slot: int, count: int) -> None:
    box = opened(ruleset)
    told = cast(box, "Elara", "Create Undead", slot=slot, choice="ghouls")
    assert f"{count} × Ghoul" in told["text"] and len(names_of(box, "Ghoul")) == count
    box.did("advance", duration="25 hours")
    assert (lies_on(box, "Elara"), len(names_of(box, "Ghoul"))) == ([], count)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("choice", "least", "name"), [("ghasts", 8, "Ghast"), ("Wights", 8, "Wight"), ("mummies", 9, "Mummy"), ("Ghouls", 6, "Ghoul")]
)
def test_the_greater_undead_need_a_greater_slot(ruleset: Ruleset, choice: str, least: int, name: str) -> None:
    box = opened(ruleset)
    for slot in range(6, least):
        refused = box.refused("slot_too_low", "cast", "Elara", spell="Create Undead", slot=slot, choice=choice)
        assert f"slot of level {least}" in refused["text"]
        assert refused["error"]["try"]["slot"] == str(least)
    assert not creature(box, "Elara").creature.spent
    assert name in cast(box, "Elara", "Create Undead", slot=least, choice=choice)["text"]


def test_a_conjured_beast_stays_when_the_concentration_breaks(box: Sandbox) -> None:
    cast(box, "Fern", "Conjure Fey", choice={"choice": "beast", "beast": "Wolf"})
    assert (names_of(box, "Wolf"), mind_of(box, "Fern")) == (["Wolf"], "Conjure Fey")
    told = box.let(FAILS).did("damage", "Fern", amount=60, damageType="fire")
    assert (names_of(box, "Wolf"), mind_of(box, "Fern")) == (["Wolf"], None) and "free and hostile" in told["text"]
    box.did("advance", duration="61 minutes")
    assert names_of(box, "Wolf") == []


@pytest.mark.parametrize(
    ("spell", "who", "slot", "type", "wanted", "fits"),
    [
        ("Conjure Celestial", "Bran", 8, "celestial", "Unicorn", False),
        ("Conjure Celestial", "Bran", 9, "celestial", "Unicorn", True),
        ("Conjure Fey", "Fern", 9, "fey", "Green Hag", True),
    ],
)
def test_the_slot_limits_who_comes(box: Sandbox, spell: str, who: str, slot: int, type: str, wanted: str, fits: bool) -> None:
    """Challenge rating 4 or lower, 5 with a slot of level 9 (SRD 5.1, Conjure Celestial)."""
    call: dict[str, Any] = {"spell": spell, "slot": slot, "choice": {"choice": "fey", type: wanted}}
    answer = box.ask("cast", who, **call)
    assert answer["ok"] == fits and (names_of(box, wanted) == [wanted]) == fits


def test_one_contingency_waits(box: Sandbox) -> None:
    for slot in (6, 7):
        cast(box, "Elara", "Contingency", slot=slot)
    assert lies_on(box, "Elara") == ["Contingency"]
    act(box, "Elara", "Contingency: take effect")
    assert lies_on(box, "Elara") == []


def test_a_crushed_sapphire_is_spent(box: Sandbox) -> None:
    cast(box, "Elara", "Instant Summons")
    act(box, "Elara", "Instant Summons: crush the sapphire")
    box.refused("act_unknown", "act", "Elara", act="Instant Summons: crush the sapphire")
