"""Magic items that count time, charges and uses, played through the tools with the numbers of the SRD."""

from typing import NamedTuple

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import bearers
from tests.operations.item_table import FAILS, PASSES, charges, conditions, holding, is_there, loss, play, wielding

pytestmark = pytest.mark.pure


# ── what time gives ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "variant", "time", "healed"),
    [
        ("Ring of Regeneration", None, "9 minutes", 0),
        ("Ring of Regeneration", None, "10 minutes", 3),
        ("Ring of Regeneration", None, "1 hour", 18),
        ("Ioun Stone", "Regeneration", "59 minutes", 0),
        ("Ioun Stone", "Regeneration", "2 hours", 30),
    ],
)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_heals_as_time_passes(ruleset: Ruleset, name: str, variant: str | None, time: str, healed: int) -> None:
    box = holding(ruleset, name, variant)
    box.accept("damage", "Mara", amount=100, damageType="fire")
    box.let(face=3).accept("advance", duration=time)
    assert box.hp("Mara") == 100 + healed


def test_it_heals_nobody_at_0_hit_points() -> None:
    box = holding("5.1", "Ring of Regeneration")
    box.accept("damage", "Mara", amount=200, damageType="fire")
    box.let(face=3).accept("advance", duration="1 hour")
    assert box.hp("Mara") == 0


class Rested(NamedTuple):
    """An act that comes back after a time: not a minute sooner, and then it does."""

    item: str
    variant: str | None
    act: str
    time: str
    rest: str
    rulesets: tuple[Ruleset, ...] = RULESETS


RESTED = [
    Rested("Frost Brand", None, "Quench", "59 minutes", "1 minute"),
    Rested("Rod of Security", None, "Open the Refuge", "9 days", "1 day"),
    Rested("Horn of Valhalla", "silver", "Blow the Horn", "6 days", "1 day"),
    Rested("Figurine of Wondrous Power", "bronze griffon", "Throw the Figurine", "4 days", "1 day"),
    Rested("Figurine of Wondrous Power", "ebony fly", "Throw the Figurine", "1 day", "1 day"),
    Rested("Figurine of Wondrous Power", "marble elephant", "Throw the Figurine", "6 days", "1 day"),
    Rested("Figurine of Wondrous Power", "ivory goats", "Goat of Travail", "29 days", "1 day"),
    Rested("Figurine of Wondrous Power", "ivory goats", "Goat of Terror", "14 days", "1 day"),
    Rested("Ring of Djinni Summoning", None, "Ring of Djinni Summoning", "23 hours", "1 hour"),
    Rested("Well of Many Worlds", None, "Well of Many Worlds", "2 hours", "1 hour"),
]


@pytest.mark.parametrize(("ruleset", "row"), [(r, row) for row in RESTED for r in row.rulesets], ids=str)
def test_it_can_be_used_again_after_its_time(ruleset: Ruleset, row: Rested) -> None:
    """A rolled time shows 3."""
    box = (holding(ruleset, row.item, row.variant) if row.variant else wielding(ruleset, row.item)).let(10, face=3)
    fields = {"targets": ["Mara", "Foe"]} if row.item == "Rod of Security" else {}
    play(box, row.act, 10, **fields)
    box.reject("no_uses_left", "act", "Mara", act=row.act, **fields)
    box.accept("advance", duration=row.time)
    box.reject("no_uses_left", "act", "Mara", act=row.act, **fields)
    box.accept("advance", duration=row.rest)
    play(box, row.act, 10, **fields)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_wings_of_flying_rest_after_their_hour(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Wings of Flying").let(face=3)
    box.accept("use", "Mara", itemName="Wings of Flying")
    assert box.number("Mara", "speed.fly") == 60
    box.accept("advance", duration="3 hours")
    box.reject("no_uses_left", "use", "Mara", itemName="Wings of Flying")
    box.accept("advance", duration="1 hour")
    box.accept("use", "Mara", itemName="Wings of Flying")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_boots_of_speed_run_10_minutes_in_all(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Boots of Speed")
    assert "10 minutes left" in box.did("use", "Mara", itemName="Boots of Speed")["text"]
    assert box.number("Mara", "speed.walk") == 60
    box.accept("advance", duration="4 minutes")
    box.accept("use", "Mara", itemName="Boots of Speed")
    assert "6 minutes left" in box.did("use", "Mara", itemName="Boots of Speed")["text"]
    box.accept("advance", duration="6 minutes")
    assert box.number("Mara", "speed.walk") == 30
    box.accept("advance", duration="1 day")
    box.reject("no_uses_left", "use", "Mara", itemName="Boots of Speed", property="click")
    box.accept("rest", "Mara", kind="long")
    assert "10 minutes left" in box.did("use", "Mara", itemName="Boots of Speed")["text"]


def test_winged_boots_regain_2_hours_for_each_12_without_use() -> None:
    box = holding("5.1", "Winged Boots")
    assert "240 minutes left" in box.did("use", "Mara", itemName="Winged Boots")["text"]
    box.accept("advance", duration="4 hours")
    assert "fly" not in box.did("character", "Mara")["text"]
    box.accept("advance", duration="11 hours")
    box.reject("no_uses_left", "use", "Mara", itemName="Winged Boots")
    box.accept("advance", duration="1 hour")
    assert "120 minutes left" in box.did("use", "Mara", itemName="Winged Boots")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_candle_burns_4_hours_in_all(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Candle of Invocation")
    assert "240 minutes left" in box.did("use", "Mara", itemName="Candle of Invocation", property="light")["text"]
    box.accept("advance", duration="5 hours")
    box.accept("rest", "Mara", kind="long")
    box.reject("no_uses_left", "use", "Mara", itemName="Candle of Invocation", property="light")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_lantern_burns_6_hours_on_a_pint(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Lantern of Revealing")
    assert "360 minutes left" in box.did("use", "Mara", itemName="Lantern of Revealing", property="light")["text"]
    box.accept("advance", duration="6 hours")
    box.reject("no_uses_left", "use", "Mara", itemName="Lantern of Revealing", property="light")
    play(box, "Fill It")
    assert "360 minutes left" in box.did("use", "Mara", itemName="Lantern of Revealing", property="light")["text"]


# ── what breaks ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ruleset", "name", "act", "times"),
    [
        ("5.1", "Staff of Power", "Retributive Strike: within 10 feet", 8),
        ("5.1", "Staff of Power", "Retributive Strike: 11 to 20 feet", 6),
        ("5.1", "Staff of Power", "Retributive Strike: 21 to 30 feet", 4),
        ("5.2", "Staff of Power", "Retributive Strike", 4),
        ("5.1", "Staff of the Magi", "Retributive Strike: within 10 feet", 8),
        ("5.2", "Staff of the Magi", "Retributive Strike", 6),
    ],
)
def test_a_broken_staff_strikes_by_its_charges(ruleset: Ruleset, name: str, act: str, times: int) -> None:
    for face, share in ((16, 1), (17, 2)):
        box = holding(ruleset, name)
        box.accept("update", "Foe", character={"hpMax": 2000})
        box.accept("heal", "Foe", amount=2000)
        play(box, act, face, targets=["Foe"])
        assert 2000 - box.hp("Foe") == times * (20 if name == "Staff of Power" else 50) // share


@pytest.mark.parametrize(("face", "taken"), [(2, 200), (1, 0)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_breaks_it_takes_16_a_charge_or_is_gone(ruleset: Ruleset, face: int, taken: int) -> None:
    box = holding(ruleset, "Staff of Power")
    play(box, "Break the Staff", face=face)
    assert loss(box, "Mara") == taken and not is_there(box, "Staff of Power")


@pytest.mark.parametrize(("face", "is_torn"), [(20, True), (21, False)])
def test_a_fan_tears_one_time_in_five(face: int, is_torn: bool) -> None:
    box = holding("5.1", "Wind Fan")
    play(box, "Fan Again", face=face, targets=["Foe"], with_=())
    assert is_there(box, "Wind Fan") != is_torn


# ── what a target decides ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ruleset", "name", "of_type", "points"),
    [
        ("5.1", "Sun Blade", "undead", 3 + 2 + 3),
        ("5.1", "Sun Blade", "fiend", 3 + 2),
        ("5.1", "Mace of Smiting", "construct", 3 + 3),
        ("5.1", "Mace of Smiting", "fiend", 3 + 1),
        ("5.1", "Mace of Disruption", "undead", 3 + 6),
        ("5.1", "Mace of Disruption", "dragon", 3),
        ("5.2", "Sun Blade", "undead", 3 + 2 + 3),
    ],
)
def test_dice_against_a_kind_count_by_themselves(ruleset: Ruleset, name: str, of_type: str, points: int) -> None:
    box = holding(ruleset, name, of_type=of_type)
    told = box.let(15, 2, face=3).did("attack", "Mara", targetName="Foe")["text"]
    assert loss(box) == points and "more" not in told.partition("judge")[2]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sworn_enemy_takes_3d6_more_and_is_easier_to_hit(ruleset: Ruleset) -> None:
    box = wielding(ruleset, "Oathbow")
    box.accept("update", "Mara", character={"abilities": {"dex": 13}})
    box.accept("give", "Mara", template="Arrow", quantity=5)
    assert "with advantage" not in box.let(15, 15, face=3).did("attack", "Mara", targetName="Foe")["text"]
    first = loss(box)
    play(box, "Oathbow", targets=["Foe"])
    assert "with advantage" in box.let(15, 15, face=3).did("attack", "Mara", targetName="Foe")["text"]
    assert loss(box) == 2 * first + 9
    box.reject("no_uses_left", "act", "Mara", act="Oathbow", targets=["Foe"])


@pytest.mark.parametrize(("ruleset", "name"), [("5.1", "Nine Lives Stealer"), ("5.2", "Nine Lives Stealer")])
def test_a_life_costs_a_charge(ruleset: Ruleset, name: str) -> None:
    box = wielding(ruleset, name)
    had = charges(box, ruleset, name)
    assert had
    box.accept("damage", "Foe", amount=150, damageType="fire")
    box.let(20, FAILS, face=1).accept("attack", "Mara", targetName="Foe")
    assert bearers.is_dead(box.thing("Foe")) and charges(box, ruleset, name) == had - 1


@pytest.mark.parametrize(("face", "taken"), [(16, 18), (17, 9)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_arrow_of_slaying_deals_6d10_or_half(ruleset: Ruleset, face: int, taken: int) -> None:
    box = holding(ruleset, "Arrow of Slaying")
    box.accept("give", "Mara", template="Shortbow")
    box.accept("equip", "Mara", itemName="Shortbow")
    box.let(15, face, face=3).accept("attack", "Mara", targetName="Foe", with_=["Slay"])
    assert loss(box) == 3 + taken and not is_there(box, "Arrow of Slaying")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sword_dances_four_times(ruleset: Ruleset) -> None:
    box = wielding(ruleset, "Dancing Sword")
    for _ in range(4):
        play(box, "Dancing Sword: Dancing Sword", 15, targets=["Foe"])
    box.reject("no_uses_left", "act", "Mara", act="Dancing Sword: Dancing Sword", targets=["Foe"])
    play(box, "Catch the Sword")
    play(box, "Dancing Sword: Dancing Sword", 15, targets=["Foe"])


@pytest.mark.parametrize(("face", "is_berserk"), [(14, True), (15, False)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_berserker_axe_asks_for_a_save_of_15(ruleset: Ruleset, face: int, is_berserk: bool) -> None:
    box = wielding(ruleset, "Berserker Axe")
    box.let(face).accept("damage", "Mara", amount=5, damageType="fire")
    assert any(e.name == "Berserk" for e in box.thing("Mara").creature.effects) == is_berserk


# ── rings, rods and the rest ────────────────────────────────────────────────────────────────────────────────────────


def test_a_ring_of_warmth_takes_2d8_off_cold_damage() -> None:
    box = holding("5.2", "Ring of Warmth")
    box.let(face=3).accept("damage", "Mara", amount=20, damageType="cold")
    box.accept("damage", "Mara", amount=20, damageType="fire")
    assert loss(box, "Mara") == 20 - 6 + 20


@pytest.mark.parametrize(("face", "level"), [(10, 1), (11, 0)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_second_look_through_walls_may_tire(ruleset: Ruleset, face: int, level: int) -> None:
    """A fighter of level 9 adds 4 to a Constitution save."""
    box = holding(ruleset, "Ring of X-ray Vision")
    play(box, "X-ray Vision", FAILS)
    assert not conditions(box, "Mara")
    play(box, "X-ray Vision", face)
    assert ("exhaustion" in conditions(box, "Mara")) == bool(level)
    box.accept("rest", "Mara", kind="long")


@pytest.mark.parametrize(("spent", "face", "breaks"), [(1, 14, False), (1, 15, True), (3, 5, True), (3, 4, False)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_ram_breaks_a_thing_with_5_for_each_charge(ruleset: Ruleset, spent: int, face: int, breaks: bool) -> None:
    box = holding(ruleset, "Ring of the Ram").let(face)
    text = box.did("use", "Mara", itemName="Ring of the Ram", quantity=spent, choice={"act": "Break a Thing", "amount": "20"})["text"]
    assert ("It breaks" in text) == breaks and charges(box, ruleset, "Ring of the Ram") == 3 - spent


@pytest.mark.parametrize(("face", "moves"), [(PASSES + 1, False)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_immovable_rod_moves_at_30(ruleset: Ruleset, face: int, moves: bool) -> None:
    box = holding(ruleset, "Immovable Rod")
    assert ("10 feet" in play(box, "Push the Rod", face, targets=["Foe"])) == moves
    box.accept("update", "Foe", character={"abilities": {"str": 30}})
    assert "10 feet" in play(box, "Push the Rod", 20, targets=["Foe"])


@pytest.mark.parametrize(("ruleset", "feet"), [("5.1", 30), ("5.2", 60)])
def test_a_wand_of_secrets_points_for_a_charge(ruleset: Ruleset, feet: int) -> None:
    box = holding(ruleset, "Wand of Secrets")
    assert f"{feet} feet" in play(box, "Wand of Secrets") and charges(box, ruleset, "Wand of Secrets") == 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hit_dice_heal_double_beside_the_periapt(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Periapt of Wound Closure")
    box.accept("damage", "Mara", amount=100, damageType="fire")
    box.let(face=3).accept("rest", "Mara", kind="short", hitDice=2)
    assert box.hp("Mara") == 100 + 2 * (3 + 3)


def test_the_periapt_of_5_2_turns_a_low_death_save_into_a_10() -> None:
    box = holding("5.2", "Periapt of Wound Closure")
    box.accept("damage", "Mara", amount=200, damageType="fire")
    box.let(1).accept("save", "Mara", ability="death")
    dying = box.thing("Mara").creature.dying
    assert dying and (dying.successes, dying.failures) == (1, 0)


def test_the_periapt_of_5_1_stabilizes_at_the_start_of_a_turn() -> None:
    box = holding("5.1", "Periapt of Wound Closure")
    box.let(20, 1).accept("start_fight", names=["Foe", "Mara"])
    box.accept("damage", "Mara", amount=200, damageType="fire")
    box.accept("next_turn")
    dying = box.thing("Mara").creature.dying
    assert dying and dying.is_stable
