"""Magic items whose numbers stand in the texts of both rulesets, each played as the text says."""

from typing import Any

import pytest

import rpg_lite
from rpg_lite.vocabulary import Ruleset
from tests.operations.dice import falling
from tests.operations.item_table import (
    BOTH,
    HERO,
    NEW,
    OLD,
    added,
    conditions,
    creature,
    effects,
    item,
    lost,
    plays,
    stats,
    strikes,
    table,
)  # fmt: skip
from tests.operations.table import Table
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure


def used(box: Sandbox, name: str, *d20s: int, face: int = 2, **fields: Any) -> None:
    box.let(*d20s, face=face).accept("use", "Hero", itemName=name, **fields)


# ── weapons and covers ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("weapon", "taken"), [("Vorpal Longsword", 2 + 3 + 3), ("Longsword +3", (2 + 3 + 3) // 2)])
def test_a_vorpal_sword_ignores_resistance_to_slashing(ruleset: Ruleset, weapon: str, taken: int) -> None:
    box = table(ruleset, weapon)
    box.accept("update", "Foe", character={"modifiers": [{"target": "resist", "op": "grant", "value": "slashing"}]})
    assert added(box, weapon, 15) == taken


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("cover", "least"), [("half cover", 8), ("three_quarters_cover", 11), ("Three Quarters Cover", 11)])
def test_cover_adds_2_or_5_to_the_armor_class(ruleset: Ruleset, cover: str, least: int) -> None:
    """AC 12 against +6."""
    for face, hit in ((least - 1, False), (least, True)):
        box = table(ruleset)
        strikes(box, face, **{"with": [cover]})
        assert (lost(box) > 0) is hit


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("wand", "word", "least"), [("+1", "half cover", 6), ("", "half cover", 9), ("+1", "three_quarters_cover", 11)])
def test_a_war_mage_ignores_half_cover(ruleset: Ruleset, wand: str, word: str, least: int) -> None:
    """AC 12 against the wizard's +5 and the wand's +1."""
    for face, hit in ((least - 1, False), (least, True)):
        box = table(ruleset, *[f"Wand of the War Mage {wand}"][: len(wand)], hero={"classes": ["wizard 5"], "abilities": {"int": 14}})
        box.let(face, face=2).accept("cast", "Hero", spell="Fire Bolt", targets=["Foe"], **{"with": [word]})
        assert (lost(box) > 0) is hit


def test_a_sworn_enemy_has_no_cover_from_an_oathbow() -> None:
    box = table(OLD, "Oathbow")
    box.accept("give", "Hero", template="Arrow", quantity=9)
    box.let(7, 1, face=2).accept("attack", "Hero", targetName="Foe", **{"with": ["sworn_enemy", "three_quarters_cover"]})
    assert lost(box) > 0


def test_oil_of_sharpness_counts_for_the_coated_weapon() -> None:
    """+3 on both rolls for an hour, of that weapon alone."""
    box = table(OLD, "Oil of Sharpness", "Longsword")
    plain = added(box, "Longsword", 15)
    used(box, "Oil of Sharpness")
    assert added(box, "Longsword", 15) == plain
    assert added(box, "Longsword", 3, **{"with": ["coated_weapon"]}) == plain + 3
    box.accept("advance", duration="1 hour")
    box.reject("rider_unknown", "attack", "Hero", targetName="Foe", **{"with": ["coated_weapon"]})


# ── potions ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "after"), [(OLD, {"Lethargy"}), (NEW, set())])
def test_a_potion_of_speed_tires_in_5_1_alone(ruleset: Ruleset, after: set[str]) -> None:
    """Haste for a minute without concentration; in 5.2 without the tiredness after it."""
    box = table(ruleset, "Potion of Speed")
    box.let(20, 1).accept("start_fight", names=["Hero", "Foe"])
    used(box, "Potion of Speed")
    assert (box.number("Hero", "speed.walk"), box.number("Hero", "ac"), creature(box, "Hero").concentration) == (60, 14, None)
    box.let(15, face=2).accept("act", "Hero", act="Hasted action", choice="attack", targets=["Foe"])
    assert lost(box) > 0
    for _ in range(19):
        box.accept("next_turn")
    assert effects(box, "Hero") == {"Haste"}
    box.accept("next_turn")
    assert effects(box, "Hero") == after


@pytest.mark.parametrize("ruleset", BOTH)
def test_heroism_gives_10_points_and_a_blessing_for_an_hour(ruleset: Ruleset) -> None:
    box = table(ruleset, "Potion of Heroism")
    used(box, "Potion of Heroism")
    assert (creature(box, "Hero").temp_hp, "Bless" in effects(box, "Hero"), creature(box, "Hero").concentration) == (10, True, None)
    box.accept("advance", duration="59 minutes")
    assert creature(box, "Hero").temp_hp == 10
    box.accept("advance", duration="1 minute")
    assert (creature(box, "Hero").temp_hp or 0, effects(box, "Hero")) == (0, set())


# ── rings ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ruleset", "back", "still"),
    [(OLD, ("act", {"act": "Appear"}), False), (NEW, ("use", {"itemName": "Ring of Invisibility"}), True)],
)
def test_a_ring_of_invisibility(ruleset: Ruleset, back: tuple[str, dict[str, Any]], still: bool) -> None:
    """In 5.1 an attack ends it, in 5.2 only its wearer."""
    box = table(ruleset, "Ring of Invisibility")
    used(box, "Ring of Invisibility")
    assert is_invisible(box)
    box.accept(back[0], "Hero", **back[1])
    assert not is_invisible(box)
    used(box, "Ring of Invisibility")
    strikes(box, 2, 2)
    assert is_invisible(box) is still


def is_invisible(box: Sandbox) -> bool:
    return "invisible" in stats(box, "Hero").conditions_active


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("name", "points"), [("Ring of Regeneration", 2), ("Ioun Stone of Regeneration", 15)])
def test_regeneration_heals_who_still_has_a_hit_point(ruleset: Ruleset, name: str, points: int) -> None:
    """1d6 every 10 minutes, 15 every hour."""
    box = table(ruleset, name)
    box.accept("damage", "Hero", amount=100, damageType="fire")
    box.let(face=2).accept("advance", duration="1 hour" if points == 15 else "10 minutes")
    assert creature(box, "Hero").hp == 100 + points
    box.accept("damage", "Hero", amount=100 + points, damageType="fire")
    box.accept("advance", duration="1 hour")
    assert creature(box, "Hero").hp == 0


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("ring", "hurt"), [("Ring of Feather Falling", False), ("Ring of Protection", True)])
def test_a_fall_does_no_harm_with_the_ring(ruleset: Ruleset, ring: str, hurt: bool) -> None:
    box = table(ruleset, ring)
    box.let(face=2).accept("act", "Hero", act="Fall", targets=["Hero"], choice="60")
    assert ((creature(box, "Hero").hp or 200) < 200, conditions(box, "Hero") == {"prone"}) == (hurt, hurt)


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("d20", "strained"), [(12, {"exhaustion"}), (13, set())])
def test_x_ray_vision_again_before_a_long_rest_strains(ruleset: Ruleset, d20: int, strained: set[str]) -> None:
    """CON save DC 15 (CON 14); a level of exhaustion."""
    box = table(ruleset, "Ring of X-ray Vision", hero={"classes": []})
    used(box, "Ring of X-ray Vision")
    assert "X-ray Vision" in effects(box, "Hero")
    box.accept("advance", duration="1 minute")
    assert effects(box, "Hero") == {"X-ray Strain"}
    used(box, "Ring of X-ray Vision", d20)
    assert conditions(box, "Hero") == strained
    box.accept("rest", "Hero", kind="long")
    used(box, "Ring of X-ray Vision", 1)
    assert "exhaustion" not in conditions(box, "Hero")


@pytest.mark.parametrize(("spell", "taken"), [("Cone of Cold", 16 - 4), ("Fireball", 16)])
def test_a_ring_of_warmth_of_5_2_takes_2d8_off_the_cold(spell: str, taken: int) -> None:
    """Of 8 dice that show 2, and 2 that show 2."""
    with rpg_lite.open_campaign(":memory:", ruleset=NEW) as game:
        at = Table(game)
        at.did("create", name="Hero", character={**HERO})
        at.did("create", name="Mage", character={"classes": ["wizard 9"], "abilities": {"int": 18}, "party": False, "hpMax": 60})
        at.did("give", "Hero", template="Ring of Warmth", equip=True)
        at.did("attune", "Hero", itemName="Ring of Warmth")
        at.roll_with(falling(1, face=2))
        at.did("cast", "Mage", spell=spell, targets=["Hero"])
        assert at.hp("Hero") == 200 - taken


def test_an_air_ring_of_5_1_lets_its_wearer_hover() -> None:
    box = table(OLD, "Ring of Air Elemental Command")
    used(box, "Ring of Air Elemental Command", property="slain_linked_elemental")
    assert "hover" in stats(box, "Hero").flags and box.number("Hero", "speed.fly") == 30


# ── rods, staffs ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_rod_of_lordly_might_has_one_form_at_a_time(ruleset: Ruleset) -> None:
    """Flaming longsword 1d8 + 2d6, battleaxe 1d8+3, spear 1d6+3; every die shows 2."""
    box = table(ruleset, "Rod of Lordly Might")
    for button, points in (("button1", 2 + 3 + 4), ("button2", 2 + 3 + 3), ("button3", 2 + 3 + 3), ("button1", 2 + 3 + 4)):
        used(box, "Rod of Lordly Might", property=button)
        assert item(box, "Rod of Lordly Might").active == [button]
        assert added(box, "Rod of Lordly Might", 15) == points
    used(box, "Rod of Lordly Might", property="button1")
    assert added(box, "Rod of Lordly Might", 15) == 2 + 3 + 3


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_staff_of_charming_saves_from_one_enchantment_a_day(ruleset: Ruleset) -> None:
    box = table(ruleset, "Staff of Charming", hero={"classes": ["wizard 9"]})
    text = box.let(2).did("cast", "Foe", spell="Charm Person", targets=["Hero"], force=True, slot=1)["text"]
    assert "Hero (Resist Enchantment)" in text


# ── wondrous items ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_brooch_of_shielding_stops_magic_missiles(ruleset: Ruleset) -> None:
    box = table(ruleset, "Brooch of Shielding")
    box.let(face=2).accept("cast", "Foe", spell="Magic Missile", targets=["Hero"], force=True, slot=1)
    box.accept("damage", "Hero", amount=10, damageType="force")
    assert creature(box, "Hero").hp == 195


@pytest.mark.parametrize("ruleset", BOTH)
def test_scintillating_colors_dazzle_whoever_attacks(ruleset: Ruleset) -> None:
    box = table(ruleset, "Robe of Scintillating Colors")
    used(box, "Robe of Scintillating Colors", 3, targets=["Foe"])
    assert box.let(9, 9).accept("attack", "Other", targetName="Hero").result.mode == "disadvantage"  # type: ignore[union-attr]


@pytest.mark.parametrize(("ruleset", "outcome"), [(OLD, "stable"), (NEW, "1 success")])
def test_a_periapt_of_wound_closure_keeps_the_dying(ruleset: Ruleset, outcome: str) -> None:
    """5.1: stable at the start of the turn; 5.2: a death save of 9 or less counts as 10."""
    box = table(ruleset, "Periapt of Wound Closure")
    box.let(20, 1).accept("start_fight", names=["Hero", "Foe"])
    box.accept("damage", "Hero", amount=200, damageType="fire")
    box.accept("next_turn")
    box.accept("next_turn")
    if ruleset == NEW:
        box.let(1).accept("save", "Hero", ability="death")
    dying = creature(box, "Hero").dying
    assert (dying.is_stable, dying.successes, dying.failures) == ((True, 0, 0) if outcome == "stable" else (False, 1, 0))


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("name", "healed"), [("Periapt of Wound Closure", (3 + 2) * 2), ("Potion of Vitality", 10 + 2), ("Torch", 3 + 2)])
def test_hit_dice_heal_double_or_the_maximum(ruleset: Ruleset, name: str, healed: int) -> None:
    if name == "Potion of Vitality" and ruleset == OLD:
        return
    box = table(ruleset, name)
    if "Potion" in name:
        used(box, name)
    box.accept("damage", "Hero", amount=150, damageType="fire")
    box.let(face=3).accept("rest", "Hero", kind="short", hitDice=1)
    assert creature(box, "Hero").hp == 50 + healed


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_swarm_that_withstands_the_pipes_is_free_of_them_for_a_day(ruleset: Ruleset) -> None:
    box = table(ruleset, "Pipes of the Sewers", kind="beast")
    plays(box, "Sway the Swarm", 18, 3)
    plays(box, "Sway the Swarm", 3, 18)
    assert effects(box) == {"Pipes of the Sewers: withstood"}
    box.accept("advance", duration="1 day")
    plays(box, "Sway the Swarm", 3, 18)
    assert effects(box) == {"Pipes of the Sewers: swayed"}


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(
    ("size", "held", "fits"), [("large", True, True), ("large", False, False), ("huge", True, False), ("tiny", True, False)]
)
def test_shackles_take_the_helpless_of_small_to_large_size(ruleset: Ruleset, size: str, held: bool, fits: bool) -> None:
    box = table(ruleset, "Dimensional Shackles")
    box.accept("update", "Foe", character={"size": size})
    if held:
        box.accept("apply", "Foe", condition="paralyzed")
    box.ask("use", "Hero", itemName="Dimensional Shackles", targets=["Foe"])
    assert ("Dimensional Shackles" in effects(box)) is fits


def test_a_horn_of_5_1_shatters_glass() -> None:
    """10d6 thunder, and the save has disadvantage; a success halves it."""
    box = table(OLD, "Horn of Blasting")
    plays(box, "Blow", targets=["Other"], face=50)
    told = plays(box, "Shatter", 20, 3)
    assert told.dc == 15 and lost(box) == 20 and conditions(box) == {"deafened"}
