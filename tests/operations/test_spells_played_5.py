"""Spells of level 5, played to their end with the numbers of the SRD."""

from dataclasses import replace
from types import MappingProxyType

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


def called(box: Sandbox, name: str) -> list[str]:
    """The creatures whose names begin so."""
    return sorted(t.name for t in box.world.things.values() if t.kind == "character" and t.name.startswith(name))


def a_creature(box: Sandbox, name: str, **keys: object) -> str:
    box.accept("create", name=name, character={"hpMax": 60, "abilities": SCORES, **keys})
    return name


# ── what comes to life ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("size", "slot", "count", "hp", "ac", "to_hit", "dice", "more"),
    [
        ("tiny", 5, 10, 20, 18, 8, 1, 4),
        ("small", 6, 12, 25, 16, 6, 1, 2),
        ("medium", 5, 5, 40, 13, 5, 2, 1),
        ("large", 7, 3, 50, 10, 6, 2, 2),
        ("huge", 5, 1, 80, 10, 8, 2, 4),
    ],
)
def test_objects_have_the_numbers_of_their_size(
    box: Sandbox, size: str, slot: int, count: int, hp: int, ac: int, to_hit: int, dice: int, more: int
) -> None:
    cast(box, "Elara", "Animate Objects", slot=slot, choice=size)
    found = called(box, "Animated Object")
    first = found[0]
    assert (len(found), box.hp(first), box.number(first, "hpMax"), box.number(first, "ac")) == (count, hp, hp, ac)
    told = box.let(12, face=1).did("act", first, act="Slam", targets=["Goblin 1"])
    assert f"= {12 + to_hit} against" in told["text"] and loss(box, "Goblin 1") == dice + more


@pytest.mark.parametrize(
    ("size", "slot", "count", "hp", "taken"),
    [("medium", 5, 2, 10, 1 + 3), ("tiny", 7, 2, 10, 3 + 3), ("large", 6, 1, 20, 3 + 3 + 2), ("huge", 5, 0, 40, 0)],
)
def test_newer_objects_strike_with_their_makers_numbers(newer: Sandbox, size: str, slot: int, count: int, hp: int, taken: int) -> None:
    """A spellcasting modifier of 2; a Large object counts as two, a Huge one as three."""
    cast(newer, "Elara", "Animate Objects", slot=slot, choice=size)
    found = called(newer, "Animated Object")
    assert len(found) == count
    if count:
        bonus = newer.number("Elara", "spellcasting.attack")
        told = newer.let(12, face=1).did("act", found[0], act="Slam", targets=["Goblin 1"])
        assert (newer.hp(found[0]), newer.number(found[0], "ac"), loss(newer, "Goblin 1")) == (hp, 15, taken)
        assert f"= {12 + bonus} against" in told["text"] and "force" in told["text"]


def test_what_was_made_is_gone_when_its_time_is_over(box: Sandbox) -> None:
    cast(box, "Elara", "Animate Objects", choice="huge")
    box.did("advance", duration="2 minutes")
    assert (called(box, "Animated Object"), mind_of(box, "Elara")) == ([], None)


def test_a_creature_that_an_act_describes_is_checked(box: Sandbox) -> None:
    made = {"make": "Blob", "character": {"hpMax": "{2*3}", "size": "large", "abilities": {"str": 20}}, "count": 2}
    box.did("act", "Elara", steps=[made])
    assert [box.hp(name) for name in called(box, "Blob")] == [6, 6] and box.number("Blob 1", "abilities.str") == 20
    refused = box.refused("act_invalid", "act", "Elara", steps=[{"make": "Glob", "character": {"hpMax": 6, "size": "vast"}}])
    assert "size" in refused["text"] and called(box, "Glob") == []


def with_elementals(box: Sandbox) -> Sandbox:
    flames = {"character": {"name": "Flame", "type": "elemental", "cr": 5, "hpMax": 100}}
    storm = {"character": {"name": "Storm", "type": "elemental", "cr": 6, "hpMax": 100}}
    box.book = replace(box.book, creatures=MappingProxyType({**box.book.creatures, "flame": flames, "storm": storm}))
    return box


def test_an_elemental_stays_without_its_master(box: Sandbox) -> None:
    with_elementals(box)
    box.refused("choice_required", "cast", "Elara", spell="Conjure Elemental", choice="Storm")
    cast(box, "Elara", "Conjure Elemental", choice="Flame")
    told = box.did("apply", "Elara", condition="unconscious")
    assert (called(box, "Flame"), mind_of(box, "Elara")) == (["Flame"], None) and "hostile" in told["text"]
    box.did("advance", duration="61 minutes")
    assert called(box, "Flame") == []


def test_a_higher_slot_brings_a_mightier_elemental(box: Sandbox) -> None:
    cast(with_elementals(box), "Elara", "Conjure Elemental", slot=6, choice="Storm")
    assert called(box, "Storm") == ["Storm"]


@pytest.mark.parametrize("slot", [5, 7])
def test_a_spirit_seizes_and_burns(newer: Sandbox, slot: int) -> None:
    in_turn(newer, "Elara", "Goblin 1")
    cast(newer, "Elara", "Conjure Elemental", slot=slot, choice="fire")
    newer.let(FAILS, face=2).did("act", "Elara", act="Conjure Elemental: seize", targets=["Goblin 1"])
    first, later = (8 + slot - 5) * 2, (4 + slot - 5) * 2
    assert loss(newer, "Goblin 1") == first and "restrained" in lies_on(newer, "Goblin 1")
    newer.did("next_turn")
    assert loss(newer, "Goblin 1") == first + later
    newer.did("next_turn")
    newer.let(PASSES).did("next_turn")
    assert (loss(newer, "Goblin 1"), lies_on(newer, "Goblin 1")) == (first + later, [])


# ── the hand ────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(("ruleset", "slot", "fist", "crush"), [("5.1", 5, 4, 2), ("5.1", 7, 8, 6), ("5.2", 5, 5, 4), ("5.2", 6, 7, 6)])
def test_a_hand_strikes_and_crushes(ruleset: Ruleset, slot: int, fist: int, crush: int) -> None:
    box = opened(ruleset).let(15, face=2)
    cast(box, "Elara", "Arcane Hand", "Goblin 1", slot=slot, choice="fist")
    assert (loss(box, "Goblin 1"), box.number("Arcane Hand", "ac")) == (2 * fist, 20)
    assert box.hp("Arcane Hand") == box.number("Elara", "hpMax")
    box.did("act", "Elara", act="Arcane Hand: crush", targets=["Goblin 1"])
    assert loss(box, "Goblin 1") == 2 * fist
    box.let(12 if ruleset == "5.1" else FAILS, 12, 2, face=2).did("act", "Elara", act="Arcane Hand: grasp", targets=["Goblin 1"])
    assert lies_on(box, "Goblin 1") == ["grappled"]
    box.let(face=2).did("act", "Elara", act="Arcane Hand: crush", targets=["Goblin 1"])
    assert loss(box, "Goblin 1") == 2 * fist + 2 * crush + 2


@pytest.mark.parametrize(
    ("own", "theirs", "size", "is_pushed"), [(5, 10, "medium", True), (5, 10, "large", False), (1, 12, "medium", True)]
)
def test_a_hand_pushes_with_a_strength_of_26(box: Sandbox, own: int, theirs: int, size: str, is_pushed: bool) -> None:
    """+8 against Athletics, with advantage on a Medium or smaller target: the second die is 12; 5 feet and 5 for each point of 2."""
    a_creature(box, "Foe", size=size, abilities={**SCORES, "str": 18})
    rolls = (own, 12, theirs) if size == "medium" else (own, theirs)
    told = cast(box.let(*rolls), "Elara", "Arcane Hand", "Foe", choice="push")
    assert ("is pushed 15 ft" in told["text"]) is is_pushed


def test_a_hand_is_gone_with_its_spell(box: Sandbox) -> None:
    cast(box.let(15), "Elara", "Arcane Hand", "Goblin 1", choice="fist")
    box.did("damage", "Arcane Hand", amount=200, damageType="fire")
    assert (mind_of(box, "Elara"), lies_on(box, "Elara"), called(box, "Arcane Hand")) == (None, [], [])


def test_no_hand_holds_what_is_larger_than_huge(box: Sandbox) -> None:
    a_creature(box, "Roc", size="gargantuan")
    cast(box.let(15), "Elara", "Arcane Hand", "Goblin 1", choice="fist")
    box.refused("target_unfit", "act", "Elara", act="Arcane Hand: grasp", targets=["Roc"])


def test_a_newer_grip_is_left_by_a_check_against_the_dc(newer: Sandbox) -> None:
    cast(newer.let(FAILS), "Elara", "Arcane Hand", "Goblin 1", choice="grasp")
    assert lies_on(newer, "Goblin 1") == ["grappled"]
    dc = newer.number("Elara", "spellcasting.saveDc")
    newer.let(dc - 3).did("act", "Goblin 1", act="Break Free")
    assert lies_on(newer, "Goblin 1") == ["grappled"]
    newer.let(dc - 2).did("act", "Goblin 1", act="Break Free")
    assert lies_on(newer, "Goblin 1") == []


# ── sickness and madness ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("face", [FAILS, PASSES])
def test_three_saves_decide_a_contagion(ruleset: Ruleset, face: int) -> None:
    box = opened(ruleset)
    in_turn(box, "Goblin 1", "Bran")
    choice = "filth fever" if ruleset == "5.1" else "str"
    cast(box.let(19 if ruleset == "5.1" else FAILS, face=2), "Bran", "Contagion", "Goblin 1", choice=choice)
    assert loss(box, "Goblin 1") == (0 if ruleset == "5.1" else 11 * 2)
    sick = lies_on(box, "Goblin 1")
    assert len(sick) == (2 if ruleset == "5.1" else 3)
    for _ in range(3):
        assert lies_on(box, "Goblin 1") == sick
        box.let(face).did("next_turn")
        box.did("next_turn")
    left = [name for name in sick if name != "Contagion: struggle"]
    assert lies_on(box, "Goblin 1") == ([] if face == PASSES else left)
    box.did("end_fight")
    box.did("advance", duration="6 days")
    assert lies_on(box, "Goblin 1") == ([] if face == PASSES else left)
    box.did("advance", duration="2 days")
    assert lies_on(box, "Goblin 1") == []


@pytest.mark.parametrize(
    ("disease", "hinders"),
    [("blinding sickness", "wis"), ("filth fever", "str"), ("mindfire", "int"), ("seizure", "dex"), ("slimy doom", "con")],
)
def test_a_disease_hinders_saves_until_it_is_healed(box: Sandbox, disease: str, hinders: str) -> None:
    cast(box.let(19), "Bran", "Contagion", "Ulf", choice=disease)
    told = box.let(18, 2).did("save", "Ulf", ability=hinders)
    assert "disadvantage" in told["text"]
    cast(box, "Bran", "Lesser Restoration", "Ulf", choice="disease")
    assert lies_on(box, "Ulf") == []


def test_rotten_flesh_takes_everything_twice(box: Sandbox) -> None:
    cast(box.let(19), "Bran", "Contagion", "Goblin 1", choice="flesh rot")
    box.did("damage", "Goblin 1", amount=7, damageType="fire")
    assert loss(box, "Goblin 1") == 14


def test_slimy_doom_stuns_whom_something_hurts(box: Sandbox) -> None:
    in_turn(box, "Bran", "Goblin 1")
    cast(box.let(19), "Bran", "Contagion", "Goblin 1", choice="slimy doom")
    assert "stunned" not in lies_on(box, "Goblin 1")
    box.did("damage", "Goblin 1", amount=1, damageType="fire")
    assert "stunned" in lies_on(box, "Goblin 1")
    box.did("next_turn")
    box.did("next_turn")
    assert "stunned" not in lies_on(box, "Goblin 1")


def test_a_mind_on_fire_is_confused_each_turn(box: Sandbox) -> None:
    in_turn(box, "Bran", "Goblin 1")
    cast(box.let(19), "Bran", "Contagion", "Goblin 1", choice="mindfire")
    box.let(face=3).did("next_turn")
    assert "Contagion: this turn" in lies_on(box, "Goblin 1")


@both
def test_other_planes_break_the_mind(ruleset: Ruleset) -> None:
    """INT save against 15 with a bonus of 2 and a proficiency of 6: a 7 passes, a 6 does not."""
    box = opened(ruleset)
    told = cast(box.let(7), "Elara", "Contact Other Plane")
    assert "five questions" in told["text"] and lies_on(box, "Elara") == []
    cast(box.let(6, face=3), "Elara", "Contact Other Plane")
    assert box.number("Elara", "hpMax") - box.hp("Elara") == 6 * 3
    insane = {"5.1": "Contact Other Plane", "5.2": "incapacitated"}[ruleset]
    assert lies_on(box, "Elara") == [insane]
    box.refused("cannot_act", "cast", "Elara", spell="Fire Bolt", targets=["Goblin 1"])
    cast(box, "Bran", "Greater Restoration", "Elara", choice="Contact Other Plane")
    assert lies_on(box, "Elara") == []


@both
def test_a_god_falls_silent_who_is_asked_too_often(ruleset: Ruleset) -> None:
    """25 in 100 for each casting after the first, until a long rest."""
    box = opened(ruleset)
    assert "three questions" in cast(box.let(face=1), "Bran", "Commune", ritual=True)["text"]
    for chance in (25, 50, 75):
        told = Sandbox(box.world).let(face=chance + 1).did("cast", "Bran", spell="Commune", ritual=True)
        assert "three questions" in told["text"] and "no answer" not in told["text"]
        assert "no answer" in cast(box.let(face=chance), "Bran", "Commune", ritual=True)["text"]
    assert "no answer" in cast(box.let(face=100), "Bran", "Commune", ritual=True)["text"]
    box.accept("rest", "Bran", kind="long")
    assert "three questions" in cast(box.let(face=1), "Bran", "Commune", ritual=True)["text"]


# ── other minds ─────────────────────────────────────────────────────────────────────────────────────────────────────


@both
def test_an_awakened_beast_thinks_and_is_charmed_for_a_month(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    a_creature(box, "Boar", type="beast", abilities={"int": 3})
    a_creature(box, "Fox", type="beast", abilities={"int": 4})
    box.refused("target_unfit", "cast", "Fern", spell="Awaken", targets=["Fox"])
    box.refused("target_unfit", "cast", "Fern", spell="Awaken", targets=["Goblin 1"])
    cast(box, "Fern", "Awaken", "Boar")
    assert (box.number("Boar", "abilities.int"), lies_on(box, "Boar")) == (10, ["charmed", "Awaken"])
    box.did("advance", duration="31 days")
    assert (box.number("Boar", "abilities.int"), lies_on(box, "Boar")) == (10, ["Awaken"])


@both
@pytest.mark.parametrize(("slot", "days"), [(5, 30), (7, 365), (9, 999)])
def test_a_geas_hurts_and_lasts(ruleset: Ruleset, slot: int, days: int) -> None:
    box = opened(ruleset)
    cast(box.let(FAILS), "Elara", "Geas", "Goblin 1", slot=slot)
    for _ in range(2):  # once a day at most
        box.let(face=2).did("act", "Elara", act="Geas: disobeyed", targets=["Goblin 1"])
        assert (lies_on(box, "Goblin 1"), loss(box, "Goblin 1")) == (["charmed", "Geas: punished"], 5 * 2)
    box.did("advance", duration="24 hours")
    box.let(face=2).did("act", "Elara", act="Geas: disobeyed", targets=["Goblin 1"])
    assert loss(box, "Goblin 1") == 2 * 5 * 2
    box.did("advance", duration=f"{days - 2} days")
    assert lies_on(box, "Goblin 1") == ["charmed"]
    if days < 999:
        box.did("advance", duration="2 days")
        assert lies_on(box, "Goblin 1") == []
    else:
        cast(box, "Bran", "Remove Curse", "Goblin 1")
        assert lies_on(box, "Goblin 1") == []


def test_the_older_geas_is_dismissed(box: Sandbox) -> None:
    box.did("apply", "Goblin 1", condition="charmed", source="Lute")
    cast(box.let(FAILS), "Elara", "Geas", "Goblin 1")
    box.did("act", "Elara", act="Geas: dismiss", targets=["Goblin 1"])
    assert (lies_on(box, "Goblin 1"), lies_on(box, "Elara")) == (["charmed"], [])


@both
@pytest.mark.parametrize(("slot", "span"), [(5, "24 hours"), (6, "7 days"), (7, "30 days"), (8, "year|365"), (9, "any time")])
def test_a_memory_is_changed_while_nothing_disturbs(ruleset: Ruleset, slot: int, span: str) -> None:
    box = opened(ruleset)
    told = cast(box.let(FAILS), "Elara", "Modify Memory", "Goblin 1", slot=slot)
    assert any(word in told["text"] for word in span.split("|")) and lies_on(box, "Goblin 1") == ["charmed", "incapacitated"]
    if slot == 5:
        box.did("damage", "Goblin 1", amount=1, damageType="fire")
        assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == ([], None)
    else:
        box.did("act", "Elara", act="Modify Memory: take hold", targets=["Goblin 1"])
        assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == (["Modify Memory: altered"], None)
        cast(box, "Bran", "Remove Curse", "Goblin 1")
        assert lies_on(box, "Goblin 1") == []


@pytest.mark.parametrize(
    ("ruleset", "choice", "hinders"), [("5.1", "nightmare", False), ("5.1", "nightmare with a token", True), ("5.2", "nightmare", False)]
)
@pytest.mark.parametrize("wakes", [False, True])
def test_a_nightmare_hurts_on_waking(ruleset: Ruleset, choice: str, hinders: bool, wakes: bool) -> None:
    box = opened(ruleset)
    cast(box.let(19, 2) if hinders else box.let(2), "Elara", "Dream", "Goblin 1", choice=choice)
    assert lies_on(box, "Goblin 1") == ["Dream: nightmare"] and "Dream: trance" in lies_on(box, "Elara")
    if wakes:
        box.let(face=3).did("act", "Goblin 1", act="Dream: awake")
        assert (loss(box, "Goblin 1"), lies_on(box, "Goblin 1")) == (3 * 3, [])
    box.let(face=3).did("advance", duration="9 hours")
    assert (loss(box, "Goblin 1"), lies_on(box, "Goblin 1"), lies_on(box, "Elara")) == (3 * 3, [], [])


@pytest.mark.parametrize(
    ("knowledge", "connection", "shift"),
    [
        ("secondhand", "none", -5),
        ("firsthand", "none", 0),
        ("firsthand", "likeness", 2),
        ("secondhand", "possession", -1),
        ("best", "body part", 15),
    ],
)
@both
def test_scrying_is_easier_on_whom_one_knows(ruleset: Ruleset, knowledge: str, connection: str, shift: int) -> None:
    box = opened(ruleset)
    best = "familiar" if ruleset == "5.1" else "extensive"
    dc = box.number("Elara", "spellcasting.saveDc") + shift
    chosen = {"knowledge": knowledge.replace("best", best), "connection": connection}
    told = cast(box.let(FAILS), "Elara", "Scrying", "Goblin 1", choice=chosen)
    assert f"DC {dc}." in told["text"] and (lies_on(box, "Elara"), mind_of(box, "Elara")) == (["Scrying: sensor"], "Scrying")


def test_who_withstands_scrying_is_safe_for_a_day(box: Sandbox) -> None:
    cast(box.let(PASSES), "Elara", "Scrying", "Goblin 1", choice={"knowledge": "firsthand", "connection": "none"})
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == (["Scrying: withstood"], None)
    box.did("advance", duration="25 hours")
    assert lies_on(box, "Goblin 1") == []


@both
def test_a_bond_reaches_those_who_think(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    a_creature(box, "Slug", abilities={"int": 2})
    cast(box, "Elara", "Telepathic Bond", "Ulf", "Slug")
    assert (lies_on(box, "Ulf"), lies_on(box, "Slug")) == (["Telepathic Bond"], [] if ruleset == "5.1" else ["Telepathic Bond"])
    many = [a_creature(box, f"Friend {n}") for n in range(9)]
    box.refused("targets_count", "cast", "Elara", spell="Telepathic Bond", targets=many)


# ── other planes ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("slot", "days"), [(5, 1), (6, 10), (7, 30), (8, 180), (9, 366)])
@both
def test_a_fiend_is_bound_for_days(ruleset: Ruleset, slot: int, days: int) -> None:
    box = opened(ruleset)
    a_creature(box, "Imp", type="fiend")
    box.refused("target_unfit", "cast", "Elara", spell="Planar Binding", targets=["Goblin 1"])
    cast(box.let(PASSES), "Bran", "Planar Binding", "Imp")
    assert lies_on(box, "Imp") == []
    cast(box.let(FAILS), "Elara", "Planar Binding", "Imp", slot=slot)
    box.did("advance", duration=f"{24 * days - 1} hours")
    assert lies_on(box, "Imp") == ["Planar Binding"]
    box.did("advance", duration="2 hours")
    assert lies_on(box, "Imp") == []


@both
def test_a_ward_against_other_planes_sends_home(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    a_creature(box, "Imp", type="fiend", classes=["fighter 3"])
    cast(box, "Bran", "Dispel Evil and Good")
    assert "disadvantage" in box.let(15, 2).did("attack", "Imp", targetName="Bran")["text"]
    assert "disadvantage" not in box.let(2).did("attack", "Goblin 1", targetName="Bran")["text"]
    box.refused("target_unfit", "act", "Bran", act="Dispel Evil and Good: dismissal", targets=["Goblin 1"])
    box.let(*((15, FAILS) if ruleset == "5.1" else (FAILS,))).did("act", "Bran", act="Dispel Evil and Good: dismissal", targets=["Imp"])
    assert (lies_on(box, "Imp"), mind_of(box, "Bran")) == (["Dispel Evil and Good: sent home"], None)


@both
def test_a_touch_breaks_the_enchantment_and_the_spell(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    box.did("apply", "Lute", condition="frightened")
    cast(box, "Bran", "Dispel Evil and Good")
    box.did("act", "Bran", act="Dispel Evil and Good: break enchantment", targets=["Lute"])
    assert (lies_on(box, "Lute"), mind_of(box, "Bran")) == ([], None)


@each_row(("ruleset", "die", "face", "race"), [("5.1", "1d100", 22, "Elf, dark"), ("5.1", "1d100", 97, "Tiefling"), ("5.2", "1d10", 6, "Goliath"), ("5.2", "1d10", 9, "Orc")])  # fmt: skip
def test_the_reborn_have_another_body(ruleset: Ruleset, die: str, face: int, race: str) -> None:
    box = opened(ruleset)
    box.refused("target_unfit", "cast", "Fern", spell="Reincarnate", targets=["Goblin 1"])
    box.accept("damage", "Goblin 1", amount=200, damageType="fire")
    told = cast(box.let(face=face), "Fern", "Reincarnate", "Goblin 1")
    assert race in told["text"] and die in told["text"] and box.hp("Goblin 1") == 1


def test_nobody_is_reborn_after_ten_days(box: Sandbox) -> None:
    box.accept("damage", "Goblin 1", amount=200, damageType="fire")
    box.did("advance", duration="11 days")
    box.refused("dead_too_long", "cast", "Fern", spell="Reincarnate", targets=["Goblin 1"])


# ── places and things ───────────────────────────────────────────────────────────────────────────────────────────────


@both
@pytest.mark.parametrize("slot", [5, 7])
def test_locusts_bite_more_with_a_higher_slot(ruleset: Ruleset, slot: int) -> None:
    for d20, taken in ((FAILS, (4 + slot - 5) * 3), (PASSES, (4 + slot - 5) * 3 // 2)):
        box = opened(ruleset).let(d20, face=3)
        told = cast(box, "Fern", "Insect Plague", "Goblin 1", slot=slot)
        assert loss(box, "Goblin 1") == taken and "lightly obscured, difficult" in told["text"]
        box.did("act", "Goblin 2", act="enter", zone="Insect Plague")
        assert loss(box, "Goblin 2") == taken


@both
@pytest.mark.parametrize("form", ["panels", "dome", "sphere"])
def test_a_wall_of_force_is_not_dispelled(ruleset: Ruleset, form: str) -> None:
    box = opened(ruleset)
    told = cast(box, "Elara", "Wall of Force", choice=form)
    assert ("100-ft wall" if form == "panels" else "10-ft sphere") in told["text"]
    told = cast(box, "Lute", "Dispel Magic", "Elara", slot=9, choice="Wall of Force")
    assert "cannot be dispelled" in told["text"] and mind_of(box, "Elara") == "Wall of Force"
    assert creature(box, "Elara").creature.zones


@both
@pytest.mark.parametrize(("form", "points"), [("thick", 180), ("thin", 90)])
def test_a_wall_of_stone_has_30_points_an_inch(ruleset: Ruleset, form: str, points: int) -> None:
    box = opened(ruleset)
    told = cast(box, "Elara", "Wall of Stone", choice=form)
    assert f"AC 15 and {points} hit points" in told["text"]
    assert "reaction" in box.let(PASSES).did("act", "Elara", act="Wall of Stone: enclosed", targets=["Goblin 1"])["text"]
    assert "is enclosed" in box.let(FAILS).did("act", "Elara", act="Wall of Stone: enclosed", targets=["Goblin 1"])["text"]
    assert "stays as plain stone" in box.did("advance", duration="10 minutes")["text"]


@both
@pytest.mark.parametrize(
    ("material", "before", "after"),
    [
        ("vegetable", "23 hours", "2 hours"),
        ("stone or crystal", "11 hours", "2 hours"),
        ("precious metal", "59 minutes", "2 minutes"),
        ("gems", "9 minutes", "2 minutes"),
    ],
)
def test_a_thing_of_shadow_lasts_by_its_material(ruleset: Ruleset, material: str, before: str, after: str) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Creation", choice=material)
    box.did("advance", duration=before)
    assert lies_on(box, "Elara") == [f"Creation: {material}"]
    assert "object is gone" in box.did("advance", duration=after)["text"]
    assert lies_on(box, "Elara") == []


@pytest.mark.parametrize(("own", "theirs", "held"), [(10, 9, True), (10, 10, False)])
def test_a_mind_lifts_whom_it_overcomes(box: Sandbox, own: int, theirs: int, held: bool) -> None:
    """A check with a modifier of 2 against a Strength of 14; a tie changes nothing."""
    a_creature(box, "Foe")
    in_turn(box, "Elara", "Foe")
    told = cast(box.let(own, theirs), "Elara", "Telekinesis", "Foe", choice="creature")
    assert ("may move 30 ft" in told["text"]) is held and lies_on(box, "Foe") == (["restrained"] if held else [])
    box.did("next_turn")
    box.did("next_turn")
    assert lies_on(box, "Foe") == (["restrained"] if held else [])
    box.did("next_turn")
    assert lies_on(box, "Foe") == []


@both
def test_no_mind_lifts_the_gargantuan(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    a_creature(box, "Roc", size="gargantuan")
    cast(box.let(FAILS), "Elara", "Telekinesis", "Goblin 1", choice="object")
    box.refused("target_unfit", "act", "Elara", act="Telekinesis: creature", targets=["Roc"])


@both
def test_a_double_outlasts_the_invisibility(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Mislead")
    assert lies_on(box, "Elara") == ["invisible", "Mislead: double"]
    if ruleset == "5.1":
        box.did("act", "Elara", act="Mislead: its senses")
        assert {"blinded", "deafened"} <= {*lies_on(box, "Elara")}
        box.did("act", "Elara", act="Mislead: own senses")
        assert not {"blinded", "deafened"} & {*lies_on(box, "Elara")}
    box.let(2).did("attack", "Elara", targetName="Goblin 1")
    assert (lies_on(box, "Elara"), mind_of(box, "Elara")) == (["Mislead: double"], "Mislead")


@both
def test_only_the_unwilling_resist_a_disguise(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box.let(PASSES), "Elara", "Seeming", "Ulf", "Bran")
    assert lies_on(box, "Ulf") == lies_on(box, "Bran") == ["Seeming"]
    cast(box.let(PASSES), "Lute", "Seeming", "Goblin 1", **{"with": ["unwilling"]})
    cast(box.let(FAILS), "Sol", "Seeming", "Goblin 2", **{"with": ["unwilling"]})
    assert (lies_on(box, "Goblin 1"), lies_on(box, "Goblin 2")) == ([], ["Seeming"])
    if ruleset == "5.1":
        box.did("act", "Elara", act="Seeming: dismiss", targets=["Ulf", "Bran"])
        assert lies_on(box, "Ulf") == lies_on(box, "Bran") == lies_on(box, "Elara") == []


@both
def test_a_passage_and_a_portal_close(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Passwall")
    assert "The passage closes" in box.did("advance", duration="61 minutes")["text"]
    in_turn(box, "Elara", "Goblin 1")
    cast(box, "Sol", "Teleportation Circle", force=True)
    assert lies_on(box, "Sol") == ["Teleportation Circle"]


@both
def test_a_tree_leads_to_another(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Fern", "Tree Stride")
    assert "teleports 500 ft" in box.did("act", "Fern", act="Tree Stride: step")["text"]


# ── hallowed ground ─────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "types"),
    [("5.1", ""), ("5.2", "fiend"), ("5.2", "fey, fiend and undead"), ("5.2", "aberration|celestial|elemental|fey|fiend|undead")],
)
def test_hallowed_ground_protects_against_its_types(ruleset: Ruleset, types: str) -> None:
    box = opened(ruleset)
    a_creature(box, "Imp", type="fiend", classes=["wizard 5"])
    cast(box, "Bran", "Hallow", choice={**({"types": types} if types else {}), "choice": "rest"})
    box.did("act", "Ulf", act="enter", zone="Hallow")
    cast(box.let(FAILS), "Imp", "Charm Person", "Ulf")
    assert "charmed" not in lies_on(box, "Ulf")
    cast(box.let(FAILS), "Lute", "Charm Person", "Ulf")
    assert "charmed" in lies_on(box, "Ulf")


@each_row(("ruleset", "face", "taken"), [("5.1", FAILS, 5), ("5.1", PASSES, 10), ("5.2", FAILS, 5), ("5.2", PASSES, 5)])
def test_a_save_ignores_the_extra_effect_by_the_older_rules(ruleset: Ruleset, face: int, taken: int) -> None:
    box = opened(ruleset)
    cast(box, "Bran", "Hallow", choice={**({"types": "undead"} if ruleset == "5.2" else {}), "choice": "protection fire"})
    box.let(face).did("act", "Goblin 1", act="enter", zone="Hallow")
    box.did("damage", "Goblin 1", amount=10, damageType="fire")
    assert loss(box, "Goblin 1") == taken
    box.did("act", "Goblin 1", act="leave", zone="Hallow")
    box.did("damage", "Goblin 1", amount=10, damageType="fire")
    assert loss(box, "Goblin 1") == taken + 10


def test_a_shell_is_there_for_an_hour(box: Sandbox) -> None:
    told = cast(box, "Fern", "Antilife Shell")
    assert "10-ft sphere (no passage)" in told["text"]
    box.did("advance", duration="61 minutes")
    assert (dict(creature(box, "Fern").creature.zones), mind_of(box, "Fern")) == ({}, None)
