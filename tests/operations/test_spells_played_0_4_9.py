"""Spells of the levels 0, 4 and 9, played at the table with the numbers of the SRD."""

from typing import Any

import pytest

from rpg_lite.content import catalog
from rpg_lite.rules.acts.act import Spell
from rpg_lite.vocabulary import Ruleset
from tests.operations.casters import FAILS, HEROES, PASSES, cast, creature, first_choices, in_turn, lies_on, mind_of, opened
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
LEVELS = (0, 4, 9)
both = pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
NAMED: dict[str, dict[str, str]] = {}
"""What the spells that offer a creature or a spell of the book are told."""


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
    book = catalog.rulebook(ruleset)
    return [spell for name in book.spell_names if (spell := book.spell(name)) and spell.level in LEVELS]


EACH = [(ruleset, spell.name) for ruleset in ("5.1", "5.2") for spell in of_levels(ruleset)]


def fitting(box: Sandbox, spell: Spell) -> list[str]:
    """A target of the kind that the spell works on."""
    if spell.targets == "self":
        return []
    if spell.only:
        box.did("update", "Goblin 1", character={"type": spell.only[0]})
    if spell.name == "Spare the Dying":
        box.did("damage", "Ulf", amount=box.hp("Ulf"), damageType="fire")
        return ["Ulf"]
    if "revive" in spell.model_dump_json():
        box.did("damage", "Goblin 1", amount=200, damageType="fire")
    elif "shared" in spell.model_dump_json():
        box.did("damage", "Goblin 1", amount=20, damageType="fire")
    return ["Goblin 1"]


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
    told = cast(box.let(FAILS, face=2), who, name, *at, choice={**first_choices(spell), **NAMED.get(name, {})})
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


@pytest.mark.parametrize(
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
    assert lies_on(box, "Goblin 1") == ["charmed"]
    box.did("advance", duration="9 minutes")
    box.let(FAILS).did("damage", "Goblin 1", amount=1, damageType="fire")
    assert (lies_on(box, "Goblin 1"), mind_of(box, "Fern")) == (["charmed"], "Dominate Beast")
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
    [(["unwilling"], PASSES, []), (["unwilling"], FAILS, ["Resilient Sphere"]), ([], PASSES, ["Resilient Sphere"])],
)
def test_the_unwilling_may_escape_a_sphere(box: Sandbox, told: list[str], face: int, held: list[str]) -> None:
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
    assert "30 ft" in box.did("act", "Elara", act="Arcane Eye: move")["text"]
    spell = box.book.spell("Arcane Eye")
    assert spell and spell.steps[0].apply.acts[0].cost == cost  # type: ignore[attr-defined]


@pytest.mark.parametrize(("slot", "feet"), [(4, 100), (5, 200), (6, 300)])
def test_a_sanctum_grows_with_its_slot(box: Sandbox, slot: int, feet: int) -> None:
    assert f"{feet}-ft cube" in cast(box, "Elara", "Private Sanctum", slot=slot)["text"]


@both
def test_the_terrain_is_seen_through_at_the_casters_dc(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    assert f"DC {8 + 6 + 2}" in cast(box, "Elara", "Hallucinatory Terrain")["text"]


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


@pytest.mark.parametrize(
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
