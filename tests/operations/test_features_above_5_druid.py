"""The features of the druid above level 5, each with the numbers of the two texts."""

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.seasoned import act, codes, conditions, effects, fight, left, stats, strike, table, who
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
LAND = "Circle of the Land"


def cast(box: Sandbox, spell: str, *targets: str, **fields: object) -> ActResult:
    return box.accept("cast", "Hero", spell=spell, targets=[*targets], **fields).expect(ActResult)


# ── elemental fury ──────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(("level", "kind", "dice"), [(7, "cold", 1), (14, "fire", 1), (15, "lightning", 2), (20, "thunder", 2)])
def test_a_primal_strike_is_made_once_a_turn(level: int, kind: str, dice: int) -> None:
    box = table("5.2", f"druid {level}", choices={"elemental fury": "primal strike"})
    box.did("give", "Hero", template="Quarterstaff", equip=True)
    fight(box, "Hero", "Foe")
    box.let(15, face=4)
    told = strike(box, **{"with": [f"Primal Strike: {kind}"]})
    assert [p.points for p in told.dealt if p.type == kind] == [4 * dice]
    assert strike(box, **{"with": ["Primal Strike: fire"]}).riders == ()


@pytest.mark.parametrize(("level", "choice"), [(6, "primal strike"), (7, "potent spellcasting")])
def test_a_primal_strike_waits_for_its_level_and_its_choice(level: int, choice: str) -> None:
    box = table("5.2", f"druid {level}", choices={"elemental fury": choice}).let(15)
    box.reject("rider_unknown", "attack", "Hero", targetName="Foe", **{"with": ["Primal Strike: cold"]})


@pytest.mark.parametrize(("level", "damage", "feet"), [(7, 2 * 4 + 3, 30), (14, 3 * 4 + 3, 30), (15, 3 * 4 + 3, 330)])
def test_potent_spellcasting_adds_wisdom_and_range(level: int, damage: int, feet: int) -> None:
    """Poison Spray: 1d12, WIS, and 300 feet more from level 15 on."""
    box = table("5.2", f"druid {level}", choices={"elemental fury": "potent spellcasting"}).let(15, face=4)
    told = cast(box, "Poison Spray", "Foe")
    assert [t.taken for t in told.targets] == [damage]
    assert (f"range {feet} ft" in " ".join(told.says)) is (feet > 30)


def test_a_touch_reaches_no_farther() -> None:
    box = table("5.2", "druid 15", choices={"elemental fury": "potent spellcasting"})
    assert "range" not in " ".join(cast(box, "Guidance", "Ally", choice="stealth").says)


# ── the land ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_ward_of_5_1_is_against_elementals_and_fey() -> None:
    """Immune to poison and disease; neither charmed nor frightened by elementals and fey, but by others."""
    for kind, feared in (("fey", False), ("elemental", False), ("fiend", True)):
        box = table("5.1", "druid 10", LAND, foe={"type": kind})
        steps = [{"apply": {"conditions": ["frightened"]}}]
        box.accept("act", "Foe", steps=steps, targets=["Hero"])
        assert ("frightened" in conditions(box, "Hero")) is feared, kind
        assert {"poison", "disease"} <= stats(box).defenses.immunities.keys()
        assert "poisoned" in stats(box).defenses.conditions


@each_row(
    ("level", "land", "resists"),
    [(9, "arid", []), (10, "arid", ["fire"]), (10, "polar", ["cold"]), (10, "temperate", ["lightning"]), (20, "tropical", ["poison"])],
)
def test_the_ward_of_5_2_follows_the_land(level: int, land: str, resists: list[str]) -> None:
    box = table("5.2", f"druid {level}", LAND, choices={"land": land})
    assert [*stats(box).defenses.resistances] == resists
    assert ("poisoned" in stats(box).defenses.conditions) is (level >= 10)


def test_lands_stride_is_against_plants() -> None:
    box = table("5.1", "druid 6", LAND)
    for vs, mode in (("plants", "advantage"), ("poison", "normal")):
        steps = [{"save": "str", "dc": 15, "vs": vs, "fail": [{"apply": {"conditions": ["restrained"]}}]}]
        told = box.accept("act", "Foe", steps=steps, targets=["Hero"]).expect(ActResult)
        assert [s.mode for t in told.targets for s in t.saves] == [mode]


@pytest.mark.parametrize(("ruleset", "level"), [("5.1", 2), ("5.2", 6)])
def test_natural_recovery_brings_slots_back(ruleset: Ruleset, level: int) -> None:
    """Half the level, rounded up, in levels of slots; once between long rests."""
    box = table(ruleset, f"druid {level + 3}", LAND, spent={"slot_1": 3, "slot_2": 1})
    box.accept("rest", "Hero", kind="short")
    act(box, "Natural Recovery")
    now = thing_stats.sheet(who(box, "Hero"), box.book).spell_slots
    assert now.spent_of("slot_1") + 2 * now.spent_of("slot_2") == 5 - -(-(level + 3) // 2)
    box.reject("resource_spent", "act", "Hero", act="Natural Recovery")


def test_natural_recovery_of_5_2_casts_a_circle_spell() -> None:
    box = table("5.2", "druid 6", LAND, choices={"land": "arid"})
    told = cast(box, "Fireball", "Foe", **{"with": ["Natural Recovery"]})
    assert {s.what for s in told.spent} == {"circle spell"}
    box.reject("resource_spent", "cast", "Hero", spell="Fireball", targets=["Foe"], **{"with": ["Natural Recovery"]})
    box.accept("rest", "Hero", kind="long")
    outcome = box.accept("cast", "Hero", spell="Moonbeam", targets=["Foe"], **{"with": ["Natural Recovery"]})
    assert "rider_not_applied" in codes(outcome) and left(box, "circle spell") == 1


@pytest.mark.parametrize(("kind", "asked"), [("beast", True), ("plant", True), ("humanoid", False)])
def test_a_sanctuary_of_5_1_turns_beasts_and_plants_away(kind: str, asked: bool) -> None:
    box = table("5.1", "druid 14", LAND, foe={"type": kind})
    if not asked:
        box.reject("target_unfit", "act", "Hero", act="Nature's Sanctuary", targets=["Foe"])
        return
    told = act(box.let(2), "Nature's Sanctuary", targets=["Foe"])
    assert [s.dc for t in told.targets for s in t.saves] == [8 + 5 + 3] and "misses" in " ".join(told.says)
    act(box.let(20), "Nature's Sanctuary", targets=["Foe"])
    told = act(box.let(2), "Nature's Sanctuary", targets=["Foe"])
    assert [s for t in told.targets for s in t.saves] == []
    box.accept("advance", duration="24 hours")
    assert effects(box, "Foe") == []


def test_a_sanctuary_of_5_2_shelters_those_inside() -> None:
    """Half cover and the resistance of the land for a minute; a bonus action moves it."""
    box = table("5.2", "druid 14", LAND, choices={"land": "polar"})
    before = stats(box, "Ally").ac.value
    act(box, "Nature's Sanctuary", targets=["Hero", "Ally"], choice="polar")
    assert left(box, "wild shape") == 2
    assert stats(box, "Ally").ac.value == before + 2
    assert "cold" in stats(box, "Ally").defenses.resistances
    assert "60" in " ".join(act(box, "Nature's Sanctuary: move").says)
    box.accept("advance", duration="1 minute")
    assert stats(box, "Ally").ac.value == before


@pytest.mark.parametrize(("level", "points"), [(9, 2), (10, 3), (14, 4)])
def test_lands_aid_grows(level: int, points: int) -> None:
    box = table("5.2", f"druid {level}", LAND).let(2, face=4)
    assert [t.taken for t in act(box, "Land's Aid", targets=["Foe"]).targets if t.taken] == [points * 4]


# ── level 18 and 20 ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_timelessness_is_on_the_sheet(ruleset: Ruleset) -> None:
    box = table(ruleset, "druid 20")
    rules = thing_stats.sheet(who(box, "Hero"), box.book).feature_rules
    assert "one year in ten" in " ".join(said.say for rule in rules for said in rule.say)


@each_row(("ruleset", "level", "uses"), [("5.1", 19, 2), ("5.1", 20, None), ("5.2", 16, 3), ("5.2", 17, 4), ("5.2", 20, 4)])
def test_a_druid_shapes_itself_more_often(ruleset: Ruleset, level: int, uses: int | None) -> None:
    assert left(table(ruleset, f"druid {level}"), "wild shape") == uses


def test_an_archdruid_of_5_1_needs_few_components() -> None:
    for level, told in ((19, False), (20, True)):
        box = table("5.1", f"druid {level}")
        assert ("Archdruid: no components" in " ".join(cast(box, "Cure Wounds", "Ally").says)) is told


@pytest.mark.parametrize(("level", "spent", "has"), [(19, 4, 0), (20, 4, 1), (20, 3, 1)])
def test_an_evergreen_shape_comes_with_initiative(level: int, spent: int, has: int) -> None:
    box = table("5.2", f"druid {level}", spent={"wild_shape": spent})
    fight(box, "Hero", "Foe")
    assert left(box, "wild shape") == has


@pytest.mark.parametrize(("slot", "uses"), [(2, 1), (4, 2), (8, 4)])
def test_nature_magic_turns_shapes_into_a_slot(slot: int, uses: int) -> None:
    box = table("5.2", "druid 20", spent={f"slot_{slot}": 1})
    act(box, "Nature Magician", slot=slot)
    assert left(box, "wild shape") == 4 - uses
    assert thing_stats.sheet(who(box, "Hero"), box.book).spell_slots.spent_of(f"slot_{slot}") == 0
    box.reject("resource_spent", "act", "Hero", act="Nature Magician", slot=2)


def test_no_shapes_make_a_slot_of_level_9() -> None:
    table("5.2", "druid 20").reject("resource_spent", "act", "Hero", act="Nature Magician", slot=9)


@pytest.mark.parametrize(("classes", "circle", "cantrips"), [("druid 2", LAND, 3), ("druid 4", LAND, 4), ("druid 2", None, 2)])
def test_the_circle_of_the_land_gives_a_bonus_cantrip(classes: str, circle: str | None, cantrips: int) -> None:
    """A druid knows 2 cantrips, 3 from level 4; the circle adds one of the druid list, which can be chosen and no further one."""
    box = table("5.1", classes, circle)
    names = ["Druidcraft", "Guidance", "Mending", "Poison Spray", "Produce Flame"][: cantrips + 1]
    told = box.send({"operation": "character", "characterName": "Hero"}, "read_campaign")["text"]
    assert f"{cantrips} cantrips" in told
    for name in names[:-1]:
        box.accept("update", "Hero", character={"choices": {"cantrips": [name]}})
    box.reject("choices_used_up", "update", "Hero", character={"choices": {"cantrips": [names[-1]]}})
