"""Spells of the levels 0, 4 and 9, played at the table with the numbers of the SRD."""

import json
from dataclasses import replace
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import Spell
from rpg_lite.store.thing_body_schema import Body
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.casters import (
    FAILS,
    HEROES,
    PASSES,
    SCORES,
    cast,
    cast_with_any,
    creature,
    first_choices,
    in_turn,
    lies_on,
    mind_of,
    opened,
)
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
LEVELS = (0, 4, 9)
both = pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
NAMED = {"Wish": {"spell": "Fire Bolt"}}
"""The spell of the book that a wish names."""


@pytest.fixture
def box() -> Sandbox:
    return opened()


@pytest.fixture
def newer() -> Sandbox:
    return opened("5.2")


def loss(box: Sandbox, name: str) -> int:
    """The hit points that a goblin of 60 has lost."""
    return 60 - box.hp(name)


def full_of(box: Sandbox, name: str) -> int:
    return box.number(name, "hpMax")


def modes(box: Sandbox, name: str, *paths: str) -> list[Any]:
    """The modes of these rolls of a creature."""
    answer = box.did("character", name, stats=list(paths))
    return [answer["results"][0]["stats"][path].get("mode") for path in paths]


# ── every one of them ───────────────────────────────────────────────────────────────────────────────────────────────


def of_levels(ruleset: Ruleset) -> list[Spell]:
    book = rulebook_loading.rulebook(ruleset)
    return [spell for name in book.spell_names if (spell := book.spell(name)) and spell.level in LEVELS]


EACH = [(ruleset, spell.name) for ruleset in ("5.1", "5.2") for spell in of_levels(ruleset)]


def fitting(box: Sandbox, spell: Spell) -> list[str]:
    """A target of the kind that the spell works on."""
    if spell.name == "Shillelagh":
        box.did("give", "Fern", template="Club", equip=True)
    if spell.targets == "self":
        return []
    if spell.only:
        box.did("update", "Goblin 1", character={"type": spell.only[0]})
    if spell.name == "True Strike" and spell.needs:
        box.did("give", "Elara", template="Dagger")
        box.did("equip", "Elara", itemName="Dagger")
    if spell.name == "Spare the Dying":
        box.did("damage", "Ulf", amount=box.hp("Ulf"), damageType="fire")
        return ["Ulf"]
    if "revive" in spell.model_dump_json():
        box.did("damage", "Goblin 1", amount=200, damageType="fire")
    elif "shared" in spell.model_dump_json():
        box.did("damage", "Goblin 1", amount=20, damageType="fire")
    return ["Goblin 1"]


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "name"), EACH)
def test_each_is_cast(ruleset: Ruleset, name: str) -> None:
    """Each spends its slot, says something or changes something, and leaves no dice or step untold."""
    box = opened(ruleset)
    spell = box.book.spell(name)
    assert spell
    who = next(hero for hero, of in HEROES.items() if of.split()[0] in spell.classes and (spell.level < 6 or of.endswith("17")))
    at = fitting(box, spell)
    if spell.cost == "reaction":
        return
    before = creature(box, who).body.get("spent", {})
    told = cast_with_any(box.let(FAILS, face=2), who, name, *at, choice={**first_choices(spell), **NAMED.get(name, {})})
    after = creature(box, who).body.get("spent", {})
    assert (after != before) == bool(spell.level)
    assert "Nothing comes of it" not in told["text"] and "cannot be kept" not in told["text"] and "{" not in told["text"]


# ── level 4: what they do to those who fail ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "turns", "lost"), [("5.1", 1, 3 * 2), ("5.2", 0, 3 * 2)])
def test_tentacles_crush_and_hold(ruleset: Ruleset, turns: int, lost: int) -> None:
    """SRD 5.1: at the start of a turn there, and again while held; SRD 5.2: at the casting, and at the end of a turn."""
    box = opened(ruleset)
    in_turn(box, "Elara", "Goblin 1")
    cast(box.let(FAILS, face=2), "Elara", "Black Tentacles", "Goblin 1")
    for _ in range(turns):
        box.did("next_turn")
    assert (loss(box, "Goblin 1"), "restrained" in lies_on(box, "Goblin 1")) == (lost, True)
    box.did("next_turn")
    if ruleset == "5.2":
        box.did("next_turn")
        assert loss(box, "Goblin 1") == 2 * lost
    else:
        box.let(PASSES, face=2)
        while box.did("next_turn") and loss(box, "Goblin 1") == lost:
            assert box.rev < 40
        assert loss(box, "Goblin 1") == 2 * lost


@each_row(
    ("ruleset", "face", "left"), [("5.1", PASSES, []), ("5.2", PASSES, []), ("5.1", FAILS, ["restrained"]), ("5.2", FAILS, ["restrained"])]
)
def test_an_action_and_a_check_free_from_tentacles(ruleset: Ruleset, face: int, left: list[str]) -> None:
    box = opened(ruleset)
    cast(box.let(FAILS, face=2), "Elara", "Black Tentacles", "Goblin 1")
    box.did("act", "Goblin 1", act="leave", zone="Black Tentacles")
    box.did("act", "Goblin 1", act="enter", zone="Black Tentacles")
    assert "restrained" in lies_on(box, "Goblin 1")
    box.let(face).did("act", "Goblin 1", act="Break Free", targets=["Goblin 1"])
    assert [name for name in lies_on(box, "Goblin 1") if name == "restrained"] == left
    assert ("Black Tentacles: held" in lies_on(box, "Goblin 1")) == bool(left)


@both
def test_a_dominated_beast_saves_when_it_is_hurt(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    box.did("update", "Goblin 1", character={"type": "beast"})
    cast(box.let(FAILS), "Fern", "Dominate Beast", "Goblin 1", slot=5)
    assert lies_on(box, "Goblin 1") == ["charmed", "Dominate Beast"]
    box.did("advance", duration="9 minutes")
    box.let(FAILS).did("damage", "Goblin 1", amount=1, damageType="fire")
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Fern")) == (["charmed", "Dominate Beast"], "Dominate Beast")
    box.let(PASSES).did("damage", "Goblin 1", amount=1, damageType="fire")
    assert (lies_on(box, "Goblin 1"), lies_on(box, "Fern"), mind_of(box, "Fern")) == ([], [], None)


@both
def test_only_beasts_are_dominated(ruleset: Ruleset) -> None:
    opened(ruleset).refused("target_unfit", "cast", "Fern", spell="Dominate Beast", targets=["Goblin 1"])


@pytest.mark.parametrize(("face", "left"), [(FAILS, ["Compulsion"]), (PASSES, [])])
def test_a_driven_creature_saves_after_its_move(box: Sandbox, face: int, left: list[str]) -> None:
    cast(box.let(FAILS), "Lute", "Compulsion", "Goblin 1", "Goblin 2")
    box.let(face).did("act", "Goblin 1", act="Compulsion: moved")
    assert (lies_on(box, "Goblin 1"), lies_on(box, "Goblin 2"), mind_of(box, "Lute")) == (left, ["Compulsion"], "Compulsion")


def test_compulsion_charms_in_the_newer_rules(newer: Sandbox) -> None:
    cast(newer.let(FAILS), "Lute", "Compulsion", "Goblin 1")
    assert lies_on(newer, "Goblin 1") == ["charmed", "Compulsion"]
    newer.let(PASSES).did("act", "Goblin 1", act="Compulsion: moved")
    assert (lies_on(newer, "Goblin 1"), mind_of(newer, "Lute")) == ([], None)


@pytest.mark.parametrize(("slot", "lost"), [(4, 4 * 3), (6, 6 * 3)])
def test_a_nightmare_hurts_at_each_failed_save(box: Sandbox, slot: int, lost: int) -> None:
    in_turn(box, "Elara", "Goblin 1")
    cast(box.let(FAILS, face=3), "Elara", "Phantasmal Killer", "Goblin 1", slot=slot)
    assert (loss(box, "Goblin 1"), lies_on(box, "Goblin 1")) == (0, ["frightened", "Phantasmal Killer"])
    box.did("next_turn")
    box.did("next_turn")
    assert loss(box, "Goblin 1") == lost
    box.let(PASSES)
    box.did("next_turn")
    box.did("next_turn")
    assert (loss(box, "Goblin 1"), lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == (lost, [], None)


@pytest.mark.parametrize(("face", "lost", "laid"), [(FAILS, 12, ["Phantasmal Killer"]), (PASSES, 6, [])])
def test_a_nightmare_hurts_at_once_in_the_newer_rules(newer: Sandbox, face: int, lost: int, laid: list[str]) -> None:
    cast(newer.let(face, face=3), "Elara", "Phantasmal Killer", "Goblin 1")
    assert (loss(newer, "Goblin 1"), lies_on(newer, "Goblin 1")) == (lost, laid)
    told = newer.let(15, 2).did("attack", "Goblin 1", targetName="Ulf")
    assert ("with disadvantage" in told["text"]) == bool(laid)


@both
def test_the_hound_bites_for_four_dice(ruleset: Ruleset) -> None:
    """SRD 5.1: a spell attack and piercing; SRD 5.2: a DEX save and force."""
    box = opened(ruleset)
    cast(box, "Elara", "Faithful Hound")
    box.let(15 if ruleset == "5.1" else FAILS, face=3)
    told = box.did("act", "Elara", act="Faithful Hound: bite", targets=["Goblin 1"])
    assert loss(box, "Goblin 1") == 4 * 3
    assert ("12 piercing" if ruleset == "5.1" else "12 force") in told["text"]
    assert ("DEX save" in told["text"]) == (ruleset == "5.2")


def test_the_hound_comes_once_and_asks_to_bite(box: Sandbox) -> None:
    in_turn(box, "Goblin 1", "Elara")
    cast(box, "Elara", "Faithful Hound")
    cast(box, "Elara", "Faithful Hound")
    assert lies_on(box, "Elara") == ["Faithful Hound"]
    assert "Faithful Hound: bite" in box.did("next_turn")["text"]
    box.did("act", "Elara", act="Faithful Hound: dismiss")
    assert lies_on(box, "Elara") == []


@pytest.mark.parametrize(("ruleset", "lost"), [("5.1", 20), ("5.2", 20 + 20)])
def test_the_guardian_deals_twenty(ruleset: Ruleset, lost: int) -> None:
    box = opened(ruleset)
    in_turn(box, "Bran", "Goblin 1")
    cast(box, "Bran", "Guardian of Faith")
    box.let(FAILS).did("act", "Goblin 1", act="enter", zone="Guardian of Faith")
    assert loss(box, "Goblin 1") == 20
    box.did("next_turn")
    assert loss(box, "Goblin 1") == lost
    box.let(PASSES).did("act", "Goblin 2", act="enter", zone="Guardian of Faith")
    assert loss(box, "Goblin 2") == 10


def test_a_sphere_keeps_harm_and_spells_out(box: Sandbox) -> None:
    cast(box.let(FAILS), "Elara", "Resilient Sphere", "Goblin 1", **{"with": ["unwilling"]})
    box.did("damage", "Goblin 1", amount=50, damageType="fire")
    assert loss(box, "Goblin 1") == 0
    told = cast(box, "Sol", "Fireball", "Goblin 1")
    assert loss(box, "Goblin 1") == 0 and "immune" in told["text"]
    box.did("act", "Goblin 1", act="Resilient Sphere: roll")


@pytest.mark.parametrize(
    ("told", "face", "held"),
    [
        (["unwilling"], PASSES, []),
        (["unwilling"], FAILS, ["Resilient Sphere"]),
        ([], PASSES, []),
        ([], FAILS, ["Resilient Sphere"]),
        (["willing"], PASSES, ["Resilient Sphere"]),
    ],
)
def test_the_unwilling_may_escape_a_sphere(box: Sandbox, told: list[str], face: int, held: list[str]) -> None:
    """An enemy is unwilling unless the call says otherwise."""
    cast(box.let(face), "Elara", "Resilient Sphere", "Goblin 1", **{"with": told})
    assert lies_on(box, "Goblin 1") == held


def test_no_giant_fits_a_sphere(box: Sandbox) -> None:
    box.did("update", "Goblin 1", character={"size": "huge"})
    box.refused("target_unfit", "cast", "Elara", spell="Resilient Sphere", targets=["Goblin 1"])


@pytest.mark.parametrize(
    ("slot", "face", "at_once", "later"), [(4, FAILS, 20, 10), (6, FAILS, 28, 10), (4, PASSES, 10, 0), (6, PASSES, 14, 0)]
)
def test_acid_splashes_and_burns_on(newer: Sandbox, slot: int, face: int, at_once: int, later: int) -> None:
    """10d4, 2d4 more per slot level, and 5d4 at the end of the next turn, of faces that show 2."""
    in_turn(newer, "Elara", "Goblin 1")
    cast(newer.let(face, face=2), "Elara", "Vitriolic Sphere", "Goblin 1", slot=slot)
    assert loss(newer, "Goblin 1") == at_once
    newer.did("next_turn")
    newer.did("next_turn")
    assert (loss(newer, "Goblin 1"), lies_on(newer, "Goblin 1")) == (at_once + later, [])


@pytest.mark.parametrize(("ruleset", "held"), [("5.1", ["Control Water: caught"]), ("5.2", [])])
def test_a_whirlpool_batters_and_catches(ruleset: Ruleset, held: list[str]) -> None:
    box = opened(ruleset)
    cast(box, "Fern", "Control Water", choice="whirlpool")
    box.let(FAILS, face=3).did("act", "Goblin 1", act="enter", zone="Control Water")
    assert (loss(box, "Goblin 1"), lies_on(box, "Goblin 1")) == (2 * 3, held)
    box.let(PASSES, face=3).did("act", "Goblin 2", act="enter", zone="Control Water")
    assert (loss(box, "Goblin 2"), lies_on(box, "Goblin 2")) == (3, [])


def test_water_changes_with_an_action(box: Sandbox) -> None:
    cast(box, "Fern", "Control Water", choice="whirlpool")
    told = box.did("act", "Fern", act="Control Water: effect", choice="part")
    assert "trench" in told["text"] and mind_of(box, "Fern") == "Control Water"
    box.let(FAILS, face=3).did("act", "Goblin 1", act="enter", zone="Control Water")
    assert loss(box, "Goblin 1") == 0
    assert "trench" in box.did("act", "Fern", act="Control Water: effect")["text"]


@pytest.mark.parametrize(("face", "word"), [(25, "capsizes"), (26, "upright")])
def test_a_quarter_of_the_vehicles_capsizes(box: Sandbox, face: int, word: str) -> None:
    cast(box, "Fern", "Control Water", choice="flood")
    assert word in box.let(10, face=face).did("act", "Fern", act="Control Water: wave strikes")["text"]


def test_an_aura_of_life_wards_and_wakes(newer: Sandbox) -> None:
    in_turn(newer, "Bran", "Ulf")
    cast(newer, "Bran", "Aura of Life", "Ulf")
    newer.did("damage", "Ulf", amount=20, damageType="necrotic")
    assert full_of(newer, "Ulf") - newer.hp("Ulf") == 10
    newer.did("damage", "Bran", amount=2, damageType="necrotic")
    assert full_of(newer, "Bran") - newer.hp("Bran") == 1
    newer.did("damage", "Ulf", amount=newer.hp("Ulf"), damageType="fire")
    newer.did("next_turn")
    assert newer.hp("Ulf") == 1


@pytest.mark.parametrize(("slot", "names"), [(4, ["Goblin 1"]), (5, ["Goblin 1", "Goblin 2"])])
def test_monsters_are_charmed_by_slot(newer: Sandbox, slot: int, names: list[str]) -> None:
    newer.let(FAILS, PASSES).refused("targets_count", "cast", "Lute", spell="Charm Monster", slot=slot, targets=[*names, "Ulf"])
    cast(newer.let(FAILS), "Lute", "Charm Monster", *names, slot=slot)
    assert [lies_on(newer, name) for name in names] == [["charmed"]] * len(names)
    newer.did("attack", "Lute", targetName="Goblin 1", d20=[19])
    assert lies_on(newer, "Goblin 1") == []


@pytest.mark.parametrize(("ruleset", "cost"), [("5.1", "action"), ("5.2", "bonus")])
def test_an_eye_flies_thirty_feet(ruleset: Ruleset, cost: str) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Arcane Eye")
    assert "30 feet" in box.did("act", "Elara", act="Arcane Eye: move")["text"]
    spell = box.book.spell("Arcane Eye")
    assert spell and spell.steps[0].apply.acts[0].cost == cost  # type: ignore[attr-defined]


@pytest.mark.parametrize(("slot", "feet"), [(4, 100), (5, 200), (6, 300)])
def test_a_sanctum_grows_with_its_slot(box: Sandbox, slot: int, feet: int) -> None:
    assert f"{feet}-ft cube" in cast(box, "Elara", "Private Sanctum", slot=slot)["text"]


@both
def test_the_terrain_is_seen_through_at_the_casters_dc(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    assert f"DC {8 + 6 + 2}" in cast(box, "Elara", "Hallucinatory Terrain")["text"]


@pytest.mark.parametrize(("days", "face", "left"), [(1, 5, False), (1, 6, True), (20, 100, False), (4, 21, True)])
@both
def test_a_chest_may_be_lost_after_sixty_days(ruleset: Ruleset, days: int, face: int, left: bool) -> None:
    """5 in 100 for each day beyond the 60th."""
    box = opened(ruleset)
    cast(box, "Elara", "Secret Chest")
    box.refused("choice_required", "act", "Elara", act="Secret Chest: a day")
    box.let(10, face=face).did("act", "Elara", act="Secret Chest: a day", choice=days)
    assert lies_on(box, "Elara") == (["Secret Chest"] if left else [])


# ── level 9 ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@both
def test_the_foresighted_roll_better(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Foresight", "Ulf")
    told = box.let(3, 17).did("check", "Ulf", skill="stealth")
    assert "advantage" in told["text"]
    assert "with advantage" in box.let(3, 17).did("attack", "Ulf", targetName="Goblin 1")["text"]
    assert "with disadvantage" in box.let(17, 3).did("attack", "Goblin 1", targetName="Ulf")["text"]
    box.did("advance", duration="481 minutes")
    assert lies_on(box, "Ulf") == []


@both
def test_seven_hundred_points_are_divided(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    for name in ("Ulf", "Elara"):
        box.did("damage", name, amount=30, damageType="fire")
    box.did("apply", "Ulf", condition="blinded")
    told = cast(box, "Bran", "Mass Heal", "Ulf", "Elara")
    assert (full_of(box, "Ulf") - box.hp("Ulf"), full_of(box, "Elara") - box.hp("Elara"), lies_on(box, "Ulf")) == (0, 0, [])
    assert "640 of 700" in told["text"]


@pytest.mark.parametrize(("ruleset", "type", "lost"), [("5.1", "undead", 30), ("5.2", "undead", 0), ("5.1", "humanoid", 0)])
def test_the_undead_are_healed_in_the_newer_rules_alone(ruleset: Ruleset, type: str, lost: int) -> None:
    box = opened(ruleset)
    box.did("update", "Goblin 1", character={"type": type})
    box.did("damage", "Goblin 1", amount=30, damageType="fire")
    cast(box, "Bran", "Mass Heal", "Goblin 1")
    assert loss(box, "Goblin 1") == lost


@each_row(
    ("ruleset", "face", "at_once", "later"), [("5.1", FAILS, 0, 8), ("5.1", PASSES, 0, 0), ("5.2", FAILS, 20, 10), ("5.2", PASSES, 10, 0)]
)
def test_terrors_hurt_the_frightened(ruleset: Ruleset, face: int, at_once: int, later: int) -> None:
    """SRD 5.1: 4d10 at each failed save; SRD 5.2: 10d10 at once and 5d10 then, of faces that show 2."""
    box = opened(ruleset)
    in_turn(box, "Elara", "Goblin 1")
    cast(box.let(face, face=2), "Elara", "Weird", "Goblin 1")
    assert (loss(box, "Goblin 1"), "frightened" in lies_on(box, "Goblin 1")) == (at_once, face == FAILS)
    box.did("next_turn")
    box.did("next_turn")
    assert loss(box, "Goblin 1") == at_once + later


@pytest.mark.parametrize(("form", "conditions"), [("chaining", ["restrained"]), ("slumber", ["unconscious", "prone"]), ("burial", [])])
@both
def test_a_prison_lasts_until_it_is_opened(ruleset: Ruleset, form: str, conditions: list[str]) -> None:
    box = opened(ruleset)
    cast(box.let(FAILS), "Elara", "Imprisonment", "Goblin 1", choice=form)
    box.did("advance", duration="400 days")
    assert {*lies_on(box, "Goblin 1")} == {*conditions, f"Imprisonment: {form}"}


@pytest.mark.parametrize(("slot", "held"), [(8, True), (9, False)])
@both
def test_a_prison_opens_to_the_highest_slot_alone(ruleset: Ruleset, slot: int, held: bool) -> None:
    """Whatever the check with a lower slot would be."""
    box = opened(ruleset)
    cast(box.let(FAILS), "Elara", "Imprisonment", "Goblin 1", choice="chaining")
    told = cast(box.let(PASSES), "Sol", "Dispel Magic", "Goblin 1", slot=slot)
    assert ("Imprisonment: chaining" in lies_on(box, "Goblin 1")) == ("slot of level 9" in told["text"]) == held
    assert ("restrained" in lies_on(box, "Goblin 1")) == held


@pytest.mark.parametrize(("ruleset", "days", "held"), [("5.1", 2, False), ("5.2", 2, True), ("5.2", 0, False)])
def test_who_resisted_a_prison_is_immune(ruleset: Ruleset, days: int, held: bool) -> None:
    """SRD 5.1: for good; SRD 5.2: for 24 hours."""
    box = opened(ruleset)
    cast(box.let(PASSES), "Elara", "Imprisonment", "Goblin 1", choice="burial")
    box.did("rest", "Elara", kind="long")
    if days:
        box.did("advance", duration=f"{days} days")
    cast(box.let(FAILS), "Elara", "Imprisonment", "Goblin 1", choice="burial")
    assert ("Imprisonment: burial" in lies_on(box, "Goblin 1")) == held


@pytest.mark.parametrize(("ruleset", "rain"), [("5.1", 1), ("5.2", 4)])
def test_a_storm_strikes_round_by_round(ruleset: Ruleset, rain: int) -> None:
    box = opened(ruleset)
    cast(box.let(FAILS, face=2), "Fern", "Storm of Vengeance", "Goblin 1")
    assert (loss(box, "Goblin 1"), lies_on(box, "Goblin 1")) == (2 * 2, ["deafened"])
    lost = []
    for act in ("acid rain", "lightning", "hail", "gusts"):
        before = loss(box, "Goblin 1")
        box.did("act", "Fern", act=f"Storm of Vengeance: {act}", targets=["Goblin 1"])
        lost.append(loss(box, "Goblin 1") - before)
    assert lost == [rain * 2, 10 * 2, 2 * 2, 1 * 2]


@pytest.mark.parametrize(("ruleset", "minutes", "left"), [("5.1", 2, ["deafened"]), ("5.1", 6, []), ("5.2", 2, [])])
def test_thunder_deafens_beyond_the_storm(ruleset: Ruleset, minutes: int, left: list[str]) -> None:
    """SRD 5.1: for 5 minutes, whatever becomes of the storm; SRD 5.2: while the storm lasts."""
    box = opened(ruleset)
    cast(box.let(FAILS), "Fern", "Storm of Vengeance", "Goblin 1")
    cast(box, "Fern", "Moonbeam")
    box.did("advance", duration=f"{minutes} minutes")
    assert lies_on(box, "Goblin 1") == left


@pytest.mark.parametrize(("face", "turns"), [(1, 2), (4, 5)])
def test_time_stops_for_some_turns(box: Sandbox, face: int, turns: int) -> None:
    assert f"takes {turns} turns" in cast(box.let(10, face=face), "Elara", "Time Stop")["text"]


def test_who_falls_in_the_astral_plane_wakes(box: Sandbox) -> None:
    cast(box, "Elara", "Astral Projection", "Elara", "Ulf")
    assert lies_on(box, "Ulf") == ["Astral Projection"]
    told = box.did("damage", "Ulf", amount=box.hp("Ulf"), damageType="fire")
    assert "Astral Projection" not in lies_on(box, "Ulf") and "wakes in its body" in told["text"]
    box.did("act", "Elara", act="Astral Projection: return", targets=["Elara"])
    assert lies_on(box, "Elara") == []


# ── more of level 4 ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("spell", "type", "wanted"), [("Conjure Minor Elementals", "elemental", "Steam Mephit"), ("Conjure Woodland Beings", "fey", "Satyr")]
)
def test_a_creature_of_the_kind_comes(box: Sandbox, spell: str, type: str, wanted: str) -> None:
    cast(box, "Fern", spell, choice={"choice": "two", type: wanted})
    assert sum(t.name.startswith(wanted) for t in box.world.things.values()) == 2


@each_row(("slot", "count"), [(4, 2), (5, 2), (6, 4), (8, 6)])
def test_elementals_come_by_slot(slot: int, count: int) -> None:
    box = opened()
    mephit = {"character": {"name": "Mephit", "type": "elemental", "cr": 0.5, "hpMax": 20, "abilities": {}, "features": []}}
    box.book = replace(box.book, creatures={**box.book.creatures, "mephit": mephit})
    cast(box, "Fern", "Conjure Minor Elementals", slot=slot, choice={"choice": "two", "elemental": "Mephit"})
    assert sum(t.name.startswith("Mephit") for t in box.world.things.values()) == count


@pytest.mark.parametrize(("slot", "more"), [(4, 2 * 3), (6, 4 * 3)])
def test_elementals_sharpen_the_hits_of_their_caster(newer: Sandbox, slot: int, more: int) -> None:
    """2d8, 1d8 more per slot level, on the caster's hits on a creature in the emanation, of faces that show 3."""
    newer.let(15, face=3)
    newer.did("attack", "Fern", targetName="Goblin 1")
    plain = loss(newer, "Goblin 1")
    cast(newer, "Fern", "Conjure Minor Elementals", "Goblin 1", slot=slot, choice="acid")
    told = newer.let(15, face=3).did("attack", "Fern", targetName="Goblin 1")
    assert (loss(newer, "Goblin 1"), f"{more} acid" in told["text"]) == (2 * plain + more, True)
    newer.let(15, face=3).did("attack", "Fern", targetName="Goblin 2")
    assert loss(newer, "Goblin 2") == plain
    before = loss(newer, "Goblin 1")
    newer.let(15, face=3).did("attack", "Ulf", targetName="Goblin 1")
    assert "acid" not in newer.did("attack", "Ulf", targetName="Goblin 1")["text"] and loss(newer, "Goblin 1") > before


def test_the_element_changes_between_attacks(newer: Sandbox) -> None:
    cast(newer, "Fern", "Conjure Minor Elementals", "Goblin 1", choice="acid")
    newer.did("act", "Fern", act="Conjure Minor Elementals: element", choice="cold")
    assert lies_on(newer, "Fern") == ["Elements: cold"] and mind_of(newer, "Fern") == "Conjure Minor Elementals"
    assert "6 cold" in newer.let(15, face=3).did("attack", "Fern", targetName="Goblin 1")["text"]


@pytest.mark.parametrize(("slot", "face", "lost"), [(4, FAILS, 5 * 2), (6, FAILS, 7 * 2), (4, PASSES, 5)])
def test_woodland_spirits_strike_once_a_turn(newer: Sandbox, slot: int, face: int, lost: int) -> None:
    in_turn(newer, "Goblin 1", "Fern")
    cast(newer, "Fern", "Conjure Woodland Beings", slot=slot)
    newer.let(face, face=2).did("act", "Goblin 1", act="enter", zone="Conjure Woodland Beings")
    assert loss(newer, "Goblin 1") == lost
    newer.did("next_turn")
    assert loss(newer, "Goblin 1") == lost
    newer.did("act", "Fern", act="Conjure Woodland Beings: disengage")
    assert "Disengage" in lies_on(newer, "Fern")


@pytest.mark.parametrize(("kind", "count"), [("spiders", 3)])
def test_small_beasts_become_giants(box: Sandbox, kind: str, count: int) -> None:
    cast(box, "Fern", "Giant Insect", choice=kind)
    assert sum(t.name.startswith("Giant Spider") for t in box.world.things.values()) == count
    box.did("damage", "Fern", amount=200, damageType="fire")
    assert not any(t.name.startswith("Giant Spider") for t in box.world.things.values())


# ── the cantrips ────────────────────────────────────────────────────────────────────────────────────────────────────


def club_of(ruleset: Ruleset, level: int, item: str = "Club", wis: int = 16) -> Sandbox:
    """Oak, a druid with a stick in hand."""
    box = opened(ruleset)
    box.accept(
        "create", name="Oak", character={"classes": [f"druid {level}"], "abilities": {**SCORES, "str": 8, "wis": wis}, "party": True}
    )
    box.accept("give", "Oak", template=item)
    box.accept("equip", "Oak", itemName=item)
    return box


def way(box: Sandbox, name: str) -> tuple[str, str, int]:
    """The damage of the weapon in hand, its type, and its bonus to hit."""
    stats = thing_stats.stats_of(box.world, creature(box, name), box.book)
    (one,) = [a for a in stats.attacks if a.slot == "mainhand"]
    return one.damage, one.damage_type, one.to_hit.value


@pytest.mark.parametrize(
    ("ruleset", "level", "dice"),
    [
        ("5.1", 4, "1d8"),
        ("5.1", 20, "1d8"),
        ("5.2", 4, "1d8"),
        ("5.2", 5, "1d10"),
        ("5.2", 10, "1d10"),
        ("5.2", 11, "1d12"),
        ("5.2", 17, "2d6"),
    ],
)
@pytest.mark.parametrize("item", ["Club", "Quarterstaff"])
def test_wood_strikes_with_the_druids_mind(ruleset: Ruleset, level: int, dice: str, item: str) -> None:
    box = club_of(ruleset, level, item)
    bonus = 2 + (level - 1) // 4
    assert way(box, "Oak")[0].endswith("-1") and way(box, "Oak")[2] == bonus - 1
    cast(box, "Oak", "Shillelagh", choice="weapon")
    assert way(box, "Oak") == (f"{dice}+3", "bludgeoning", bonus + 3)
    box.did("advance", duration="2 minutes")
    assert way(box, "Oak")[2] == bonus - 1


def test_wood_may_strike_with_force(newer: Sandbox) -> None:
    box = club_of("5.2", 5)
    cast(box, "Oak", "Shillelagh", choice="force")
    assert way(box, "Oak") == ("1d10+3", "force", 3 + 3)
    assert "force" in box.let(15, face=2).did("attack", "Oak", targetName="Goblin 1")["text"]


@pytest.mark.parametrize(("item", "wis", "damage"), [("Dagger", 16, "1d4+2"), ("Club", 6, "1d8-1")])
def test_other_weapons_stay_and_a_weaker_mind_does_not_count(item: str, wis: int, damage: str) -> None:
    box = club_of("5.1", 5, item, wis)
    cast(box, "Oak", "Shillelagh", force=True)
    assert way(box, "Oak")[0] == damage


def test_a_second_stick_ends_the_first(box: Sandbox) -> None:
    box.did("give", "Fern", template="Club", equip=True)
    for _ in range(2):
        cast(box, "Fern", "Shillelagh")
    assert lies_on(box, "Fern") == ["Shillelagh"]


def test_insight_helps_one_attack_of_its_caster(box: Sandbox) -> None:
    in_turn(box, "Elara", "Ulf", "Goblin 1")
    cast(box, "Elara", "True Strike", "Goblin 1")
    box.did("next_turn")
    assert "advantage" not in box.let(2, 2).did("attack", "Ulf", targetName="Goblin 1")["text"]
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == (["True Strike"], "True Strike")
    box.did("next_turn")
    box.did("next_turn")
    assert "advantage" not in box.let(2, 2).did("attack", "Elara", targetName="Ulf")["text"]
    assert "with advantage" in box.let(2, 3).did("attack", "Elara", targetName="Goblin 1")["text"]
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == ([], None)


def test_insight_passes_with_the_next_turn(box: Sandbox) -> None:
    in_turn(box, "Elara", "Goblin 1")
    cast(box, "Elara", "True Strike", "Goblin 1")
    box.did("next_turn")
    box.did("next_turn")
    assert lies_on(box, "Goblin 1") == ["True Strike"]
    box.did("next_turn")
    assert lies_on(box, "Goblin 1") == []


@pytest.mark.parametrize(("level", "dice"), [(4, 0), (5, 1), (10, 1), (11, 2), (17, 3)])
@pytest.mark.parametrize(("choice", "type"), [("weapon", "piercing"), ("radiant", "radiant")])
def test_a_guided_weapon_strikes_by_the_mind(level: int, dice: int, choice: str, type: str) -> None:
    """A dagger of 1d4 and the spellcasting modifier, and 1d6, 2d6, 3d6 radiant from level 5, 11, 17; every face shows 2."""
    box = opened("5.2")
    box.accept("create", name="Vex", character={"classes": [f"wizard {level}"], "abilities": {**SCORES, "int": 18}, "party": True})
    box.accept("give", "Vex", template="Dagger")
    box.accept("equip", "Vex", itemName="Dagger")
    told = cast(box.let(10, face=2), "Vex", "True Strike", "Goblin 1", choice={"type": choice, "kind": "melee"})
    assert loss(box, "Goblin 1") == 2 + 4 + 2 * dice
    assert f"{10 + 4 + 2 + (level - 1) // 4}" in told["text"] and type in told["text"]
    assert lies_on(box, "Vex") == [] and way(box, "Vex")[1] == "piercing"


def test_empty_hands_are_not_guided(newer: Sandbox) -> None:
    choice = {"type": "weapon", "kind": "melee"}
    newer.refused("target_unfit", "cast", "Elara", spell="True Strike", targets=["Goblin 1"], choice=choice)


# ── more of level 9 ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_word_heals_wholly(newer: Sandbox) -> None:
    newer.did("damage", "Goblin 1", amount=50, damageType="fire")
    for word in ("charmed", "frightened", "paralyzed", "poisoned", "stunned", "prone", "deafened"):
        newer.did("apply", "Goblin 1", condition=word)
    told = cast(newer, "Bran", "Power Word Heal", "Goblin 1")
    assert loss(newer, "Goblin 1") == 0
    assert {*lies_on(newer, "Goblin 1")} == {"prone", "deafened"} and "stand up" in told["text"]


@pytest.mark.parametrize(("ruleset", "dice"), [("5.1", 10), ("5.2", 12)])
@pytest.mark.parametrize(("face", "part"), [(FAILS, 1), (PASSES, 2)])
def test_seven_layers_strike(ruleset: Ruleset, dice: int, face: int, part: int) -> None:
    box = opened(ruleset)
    box.did("update", "Goblin 1", character={"hpMax": 400})
    box.did("heal", "Goblin 1", amount=400)
    cast(box, "Elara", "Prismatic Wall")
    box.let(face, face=2).did("act", "Elara", act="Prismatic Wall: pass", targets=["Goblin 1"])
    assert 400 - box.hp("Goblin 1") == 5 * dice * 2 // part
    assert {*lies_on(box, "Goblin 1")} == ({"restrained", "blinded"} if face == FAILS else set())


@both
def test_a_layer_is_met_alone(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "Prismatic Wall")
    box.let(FAILS, face=1).did("act", "Elara", act="Prismatic Wall: blue", targets=["Goblin 1"])
    assert loss(box, "Goblin 1") == {"5.1": 10, "5.2": 12}[ruleset]


@pytest.mark.parametrize(("face", "left"), [(FAILS, ["petrified"]), (PASSES, [])])
def test_indigo_light_turns_to_stone_after_three_con_saves(box: Sandbox, face: int, left: list[str]) -> None:
    """The save against the layer is DEX, the three that decide are CON."""
    in_turn(box, "Elara", "Goblin 1")
    cast(box, "Elara", "Prismatic Wall")
    box.let(FAILS).did("act", "Elara", act="Prismatic Wall: indigo", targets=["Goblin 1"])
    box.let(face).did("next_turn")
    for _ in range(3):
        assert lies_on(box, "Goblin 1") == ["restrained"]
        assert "CON save" in box.did("next_turn")["text"]
        box.did("next_turn")
    assert lies_on(box, "Goblin 1") == left


@pytest.mark.parametrize(("face", "away"), [(FAILS, True), (PASSES, False)])
def test_violet_light_sends_away_at_the_casters_turn(box: Sandbox, face: int, away: bool) -> None:
    in_turn(box, "Elara", "Goblin 1")
    cast(box, "Elara", "Prismatic Wall")
    box.let(FAILS).did("act", "Elara", act="Prismatic Wall: violet", targets=["Goblin 1"])
    box.let(face).did("next_turn")
    assert lies_on(box, "Goblin 1") == ["blinded"]
    told = box.did("next_turn")
    assert lies_on(box, "Goblin 1") == [] and "WIS save" in told["text"] and ("another plane" in told["text"]) == away


def test_the_wall_blinds_those_who_come_near(box: Sandbox) -> None:
    cast(box, "Elara", "Prismatic Wall")
    box.let(FAILS).did("act", "Goblin 1", act="enter", zone="Prismatic Wall")
    assert lies_on(box, "Goblin 1") == ["blinded"]
    box.did("act", "Goblin 1", act="leave", zone="Prismatic Wall")
    box.did("advance", duration="2 minutes")
    assert lies_on(box, "Goblin 1") == []


def wear_down(box: Sandbox, points: int) -> None:
    """Blows that are too small to break Elara's concentration."""
    box.let(PASSES)
    for n in range(0, points, 20):
        box.did("damage", "Elara", amount=min(20, points - n), damageType="cold")


@pytest.mark.parametrize(("ruleset", "hp", "extra"), [("5.1", 178, 0), ("5.2", None, 178)])
def test_a_shape_gives_its_hit_points(ruleset: Ruleset, hp: int | None, extra: int) -> None:
    """SRD 5.1: those of the dragon count; SRD 5.2: they are temporary, and the form outlasts them."""
    box = opened(ruleset)
    own = box.hp("Elara")
    cast(box, "Elara", "Shapechange", choice="Young Red Dragon")
    now = thing_stats.stats_of(box.world, creature(box, "Elara"), box.book)
    assert (now.hp, now.temp_hp) == (hp or own, extra)
    assert (now.abilities["str"].value, now.abilities["int"].value) == (23, 14)
    Body.model_validate_json(json.dumps(dict(creature(box, "Elara").body)))
    wear_down(box, 178)
    form = creature(box, "Elara").creature.form
    assert (form is None, box.hp("Elara")) == (ruleset == "5.1", own)


@pytest.mark.parametrize(("ruleset", "left"), [("5.1", (59, 0)), ("5.2", (None, 78))])
def test_another_shape_brings_no_points_back(ruleset: Ruleset, left: tuple[int | None, int]) -> None:
    box = opened(ruleset)
    own = box.hp("Elara")
    cast(box, "Elara", "Shapechange", choice={"form": "Young Red Dragon"})
    wear_down(box, 100 if ruleset == "5.2" else 178 - 59)
    told = box.did("act", "Elara", act="Shapechange: another form", choice="Troll")
    form = creature(box, "Elara").creature.form
    now = thing_stats.stats_of(box.world, creature(box, "Elara"), box.book)
    assert form and form.creature == "Troll" and mind_of(box, "Elara") == "Shapechange", told["text"]
    assert (now.hp, now.temp_hp) == (left[0] or own, left[1])
    cast(box, "Elara", "Haste", "Elara")
    assert (creature(box, "Elara").creature.form, box.hp("Elara")) == (None, own)


@both
@pytest.mark.parametrize("form", ["Skeleton", "Zombie"])
def test_no_shape_of_the_undead(ruleset: Ruleset, form: str) -> None:
    box = opened(ruleset)
    told = box.refused("form_unfit", "cast", "Elara", spell="Shapechange", choice=form)
    assert "undead" in told["text"] and form not in told["error"]["allowed"]


def test_a_shape_is_asked_for(box: Sandbox) -> None:
    box.refused("form_required", "cast", "Elara", spell="Shapechange")
    cast(box, "Elara", "Shapechange", choice={"form": "Troll"})
    box.refused("form_required", "act", "Elara", act="Shapechange: another form")


@pytest.mark.parametrize(("ruleset", "hp", "extra"), [("5.1", 11, 0), ("5.2", 60, 11)])
def test_a_creature_becomes_any_other(ruleset: Ruleset, hp: int, extra: int) -> None:
    box = opened(ruleset)
    cast(box, "Elara", "True Polymorph", "Goblin 1", choice={"choice": "creature", "form": "Wolf"})
    now = thing_stats.stats_of(box.world, creature(box, "Goblin 1"), box.book)
    assert (now.hp, now.temp_hp) == (hp, extra)
    box.did("damage", "Goblin 1", amount=11, damageType="fire")
    form = creature(box, "Goblin 1").creature.form
    assert (form is None, box.hp("Goblin 1")) == (ruleset == "5.1", 60)


@pytest.mark.parametrize(("face", "laid"), [(PASSES, []), (FAILS, ["incapacitated", "True Polymorph: object"])])
@both
def test_the_unwilling_may_stay_what_they_are(ruleset: Ruleset, face: int, laid: list[str]) -> None:
    box = opened(ruleset)
    cast(box.let(face), "Elara", "True Polymorph", "Goblin 1", choice="object", **{"with": ["unwilling"]})
    assert lies_on(box, "Goblin 1") == laid


@both
def test_a_thing_becomes_a_creature(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    box.refused("choice_required", "cast", "Elara", spell="True Polymorph", choice="animate")
    cast(box, "Elara", "True Polymorph", choice={"choice": "animate", "creature": "Troll"})
    assert any(t.name == "Troll" for t in box.world.things.values())
    box.refused("target_required", "cast", "Sol", spell="Disintegrate")


@both
def test_the_long_dead_live_wholly(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    box.did("apply", "Ulf", condition="poisoned")
    box.did("damage", "Ulf", amount=900, damageType="fire")
    box.did("advance", duration="400 days")
    cast(box, "Bran", "True Resurrection", "Ulf")
    assert (box.hp("Ulf"), lies_on(box, "Ulf")) == (full_of(box, "Ulf"), [])


# ── wishes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@both
def test_a_wish_plays_another_spell(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box.let(FAILS, face=2), "Elara", "Wish", "Goblin 1", choice={"choice": "spell", "spell": "Fireball"})
    assert (loss(box, "Goblin 1"), lies_on(box, "Elara"), creature(box, "Elara").body["spent"]) == (16, [], {"slot_9": 1})


def test_a_wished_spell_is_concentrated_on(box: Sandbox) -> None:
    told = cast(box.let(FAILS), "Elara", "Wish", "Goblin 1", choice={"choice": "spell", "spell": "Hold Person"})
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Elara")) == (["paralyzed"], "Hold Person")
    assert "Elara concentrates on Hold Person" in told["text"]
    cast(box, "Elara", "Fly", "Elara")
    assert lies_on(box, "Goblin 1") == []


def test_a_wished_spell_that_fails_holds_no_mind(box: Sandbox) -> None:
    cast(box.let(PASSES), "Elara", "Wish", "Goblin 1", choice={"choice": "spell", "spell": "Hold Person"})
    assert mind_of(box, "Elara") is None


@pytest.mark.parametrize("wrong", [{}, {"spell": "Meteor Swarm"}, {"spell": "Dodge"}, {"spell": "Nonsense"}])
@both
def test_a_wish_copies_no_spell_of_its_own_level(ruleset: Ruleset, wrong: dict[str, str]) -> None:
    opened(ruleset).refused("choice_required", "cast", "Elara", spell="Wish", choice={"choice": "spell", **wrong})


@both
def test_other_wishes_weaken(ruleset: Ruleset) -> None:
    """Strength 3 for 2d4 days, and 1d10 necrotic for each level of every spell until the next long rest; the wish itself is free of it."""
    box = opened(ruleset)
    whole = box.hp("Elara")
    cast(box.let(10, face=4), "Elara", "Wish", "Ulf", choice={"choice": "resistance", "type": "fire"})
    assert (box.number("Elara", "abilities.str"), box.hp("Elara")) == (3, whole)
    cast(box.let(10, face=2), "Elara", "Magic Missile", "Goblin 1", slot=3)
    assert whole - box.hp("Elara") == 3 * 2
    cast(box.let(10, face=2), "Elara", "Light")
    assert whole - box.hp("Elara") == 3 * 2
    box.did("damage", "Ulf", amount=20, damageType="fire")
    assert full_of(box, "Ulf") - box.hp("Ulf") == 10
    box.did("rest", "Elara", kind="long")
    assert {*lies_on(box, "Elara")} == {"Wish: weakness", "Wish: never again"}
    box.did("advance", duration="8 days")
    assert box.number("Elara", "abilities.str") == 14


@pytest.mark.parametrize(("face", "lost"), [(33, True), (34, False)])
def test_a_third_of_the_wishes_is_the_last(face: int, lost: bool) -> None:
    box = opened()
    box.let(10, face=face)
    cast(box, "Elara", "Wish", choice="object")
    assert ("Wish: never again" in lies_on(box, "Elara")) == lost
    box.did("rest", "Elara", kind="long")
    if lost:
        assert "never again" in box.refused("target_unfit", "cast", "Elara", spell="Wish", choice="object")["text"]
    else:
        cast(box, "Elara", "Wish", choice="object")


@both
def test_health_is_wished(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    for name in ("Ulf", "Bran"):
        box.did("damage", name, amount=40, damageType="fire")
    box.did("apply", "Ulf", condition="petrified")
    cast(box, "Elara", "Wish", "Ulf", "Bran", choice="health")
    assert (box.hp("Ulf"), box.hp("Bran"), lies_on(box, "Ulf")) == (full_of(box, "Ulf"), full_of(box, "Bran"), [])


def test_a_spell_is_warded_off_for_hours(box: Sandbox) -> None:
    cast(box, "Elara", "Wish", "Ulf", choice={"choice": "immunity", "spell": "Fireball"})
    whole = box.hp("Ulf")
    cast(box.let(FAILS, face=2), "Sol", "Fireball", "Ulf")
    assert box.hp("Ulf") == whole
    box.did("advance", duration="481 minutes")
    cast(box.let(FAILS, face=2), "Sol", "Fireball", "Ulf")
    assert box.hp("Ulf") < whole


@pytest.mark.parametrize("choice", [{"choice": "resistance"}, {"choice": "immunity"}])
def test_a_wish_asks_for_what_it_needs(box: Sandbox, choice: dict[str, str]) -> None:
    box.refused("choice_required", "cast", "Elara", spell="Wish", targets=["Ulf"], choice=choice)
