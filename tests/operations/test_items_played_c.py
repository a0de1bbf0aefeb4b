"""Magic items that count time, charges and uses, played through the tools with the numbers of the SRD."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.magic_item_table import FAILS, PASSES, charges, conditions, holding, is_there, loss, play, thing_of, wielding
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

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


@each_row(("ruleset", "row"), [(r, row) for row in RESTED for r in row.rulesets], ids=str)
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


@each_row(
    ("ruleset", "name", "act", "times"),
    [
        ("5.1", "Staff of Power", "Retributive Strike", 8),
        ("5.1", "Staff of Power", "Retributive Strike at 20 Feet", 6),
        ("5.1", "Staff of Power", "Retributive Strike at 30 Feet", 4),
        ("5.2", "Staff of Power", "Retributive Strike", 4),
        ("5.1", "Staff of the Magi", "Retributive Strike", 8),
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


@pytest.mark.parametrize(("face", "taken"), [(51, 200), (50, 0)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_breaks_it_takes_16_a_charge_or_is_gone(ruleset: Ruleset, face: int, taken: int) -> None:
    box = holding(ruleset, "Staff of Power")
    play(box, "Retributive Strike", 20, face=face, targets=["Foe"])
    assert loss(box, "Mara") == taken and not is_there(box, "Staff of Power")


@pytest.mark.parametrize(("face", "is_torn"), [(20, True), (21, False)])
def test_a_fan_tears_one_time_in_five(face: int, is_torn: bool) -> None:
    box = holding("5.1", "Wind Fan")
    play(box, "Fan Again", face=face, targets=["Foe"], with_=())
    assert is_there(box, "Wind Fan") != is_torn


# ── what a target decides ───────────────────────────────────────────────────────────────────────────────────────────


@each_row(
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
    assert thing_stats.is_dead(box.thing("Foe")) and charges(box, ruleset, name) == had - 1


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


@pytest.mark.parametrize(("spent", "total"), [(1, 15), (3, 25)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_ram_breaks_a_thing_with_5_for_each_charge(ruleset: Ruleset, spent: int, total: int) -> None:
    box = holding(ruleset, "Ring of the Ram").let(10)
    text = box.did("use", "Mara", itemName="Ring of the Ram", quantity=spent, property="Break a Thing")["text"]
    assert f"check of the ring is {total}," in text and charges(box, ruleset, "Ring of the Ram") == 3 - spent


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


# ── what is drawn, planted and found ────────────────────────────────────────────────────────────────────────────────


@each_row(("ruleset", "face", "card"), [
    ("5.1", 1, "Sun."), ("5.1", 9, "Skull."), ("5.1", 13, "Jester."),
    ("5.2", 8, "Euryale."), ("5.2", 9, "Flames."), ("5.2", 100, "Void."),
])  # fmt: skip
def test_a_card_of_thirteen(ruleset: Ruleset, face: int, card: str) -> None:
    assert card in play(holding(ruleset, "Deck of Many Things"), "Draw from Thirteen", face=face)


@each_row(("ruleset", "face", "card"), [
    ("5.1", 1, "Vizier."), ("5.1", 20, "Balance."), ("5.1", 22, "Jester."),
    ("5.2", 5, "Balance."), ("5.2", 73, "Sage."), ("5.2", 74, "Skull."), ("5.2", 97, "Void."),
])  # fmt: skip
def test_a_card_of_twenty_two(ruleset: Ruleset, face: int, card: str) -> None:
    assert card in play(holding(ruleset, "Deck of Many Things"), "Draw from Twenty-Two", face=face)


@pytest.mark.parametrize(("ruleset", "face"), [("5.1", 11), ("5.2", 1)])
def test_euryale_takes_2_off_every_save(ruleset: Ruleset, face: int) -> None:
    box = holding(ruleset, "Deck of Many Things")
    before = box.number("Mara", "saves.wis")
    play(box, "Draw from Thirteen", face=face)
    assert box.number("Mara", "saves.wis") == before - 2


@each_row(("ruleset", "act", "choice", "score", "change"), [
    ("5.1", "Star", {"ability": "wis"}, "wis", 2), ("5.2", "Star", {"ability": "wis"}, "wis", 2),
    ("5.2", "Balance", {"up": "wis", "down": "cha"}, "cha", -2), ("5.2", "Puzzle", {"ability": "int"}, "int", -4),
])  # fmt: skip
def test_cards_that_change_scores(ruleset: Ruleset, act: str, choice: dict[str, str], score: str, change: int) -> None:
    """1d4+1 is 4."""
    box = holding(ruleset, "Deck of Many Things")
    play(box, act, choice=choice)
    assert box.number("Mara", f"abilities.{score}") == 10 + change


@pytest.mark.parametrize(("ruleset", "face"), [("5.1", 9), ("5.2", 70)])
def test_death_has_half_the_hit_points_of_whoever_called_it(ruleset: Ruleset, face: int) -> None:
    box = holding(ruleset, "Deck of Many Things")
    play(box, "Draw from Thirteen", face=face)
    assert box.number("Avatar of Death", "hpMax") == 100 and box.number("Avatar of Death", "ac") == 20


@each_row(("ruleset", "face", "told"), [
    ("5.1", 1, "5 toadstools"), ("5.1", 10, "10 rounds"), ("5.2", 10, "4 minutes"), ("5.1", 45, "shriekers"), ("5.2", 45, "3 shriekers"),
    ("5.1", 90, "eggs"), ("5.1", 95, "mummy lord"), ("5.2", 96, "beanstalk"), ("5.1", 100, "beanstalk"),
])  # fmt: skip
def test_a_bean_grows_by_its_table(ruleset: Ruleset, face: int, told: str) -> None:
    box = holding(ruleset, "Bag of Beans")
    had = charges(box, ruleset, "Bag of Beans")
    text = play(box, "Plant a Bean", face=face)
    assert (told in text or told[2:] in text) and had and charges(box, ruleset, "Bag of Beans") == had - 1


@pytest.mark.parametrize(("face", "taken"), [(19, 30), (20, 0)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_egg_asks_for_20(ruleset: Ruleset, face: int, taken: int) -> None:
    box = holding(ruleset, "Bag of Beans")
    play(box, "Eat an Egg", face, targets=["Foe"])
    assert loss(box) == taken


@pytest.mark.parametrize("ruleset", RULESETS)
def test_dumped_beans_are_gone(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Bag of Beans")
    play(box, "Dump Beans", targets=["Foe"])
    assert charges(box, ruleset, "Bag of Beans") == 0


@pytest.mark.parametrize(("face", "is_in"), [(1, True), (2, False)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hand_is_pulled_in_half_the_time_and_out_at_20(ruleset: Ruleset, face: int, is_in: bool) -> None:
    box = holding(ruleset, "Bag of Devouring")
    play(box, "Reach In", face=face, targets=["Foe"])
    assert ("restrained" in conditions(box)) == is_in
    for natural, is_out in ((19, False), (20, True)):
        play(box, "Pull Out", natural, targets=["Foe"])
        assert ("restrained" not in conditions(box)) == (is_out or not is_in)


@pytest.mark.parametrize(("face", "is_out"), [(9, False), (10, True)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_folded_hole_opens_at_10(ruleset: Ruleset, face: int, is_out: bool) -> None:
    assert ("It is out" in play(holding(ruleset, "Portable Hole"), "Force a Way Out", face, targets=["Foe"])) == is_out


@pytest.mark.parametrize(("face", "thing"), [(8, "Gold"), (60, "Potion of Healing"), (97, "Portable Ram")])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_robe_gives_what_its_patches_show(ruleset: Ruleset, face: int, thing: str) -> None:
    box = holding(ruleset, "Robe of Useful Items")
    had = charges(box, ruleset, "Robe of Useful Items")
    for _ in range(2):
        play(box, "Detach Dagger")
    box.reject("no_uses_left", "act", "Mara", act="Detach Dagger")
    assert thing_of(box, "Dagger").quantity in (1, 2)
    play(box, "Detach Another Patch", face=face)
    assert had and charges(box, ruleset, "Robe of Useful Items") == had - 1
    made = next(t for t in box.world.things.values() if t.kind == "item" and thing.split()[-1].casefold()[:3] in t.name.casefold())
    assert made.quantity == {"Gold": 100, "Potion of Healing": 4}.get(thing, 1)


@pytest.mark.parametrize(("ruleset", "face", "told"), [("5.1", 1, "red dragon"), ("5.1", 33, "yourself"), ("5.2", 4, "archmage")])
def test_a_card_shows_its_illusion(ruleset: Ruleset, face: int, told: str) -> None:
    box = holding(ruleset, "Deck of Illusions")
    had = charges(box, ruleset, "Deck of Illusions")
    assert told in play(box, "Throw a Card", face=face)
    assert had and had <= 34 and charges(box, ruleset, "Deck of Illusions") == had - 1


@pytest.mark.parametrize(("face", "sees"), [(14, False), (15, True)])
def test_an_illusion_is_seen_through_at_15(face: int, sees: bool) -> None:
    box = holding("5.1", "Deck of Illusions")
    assert ("translucent" in play(box, "See Through It", face, targets=["Foe"])) == sees


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_apparatus_has_its_numbers(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Apparatus of the Crab")
    assert "hatch opens" in play(box, "Find the Catch", 20) and "hatch opens" not in play(box, "Find the Catch", 19)
    play(box, "Extend the Legs")
    assert [box.number("Apparatus", n) for n in ("ac", "hpMax", "speed.walk", "speed.swim")] == [20, 200, 30, 30]
    box.let(face=3).accept("damage", "Apparatus", amount=50, damageType="poison")
    play(box, "Deep Water", targets=["Apparatus"])
    assert box.hp("Apparatus") == 200 - 6


@each_row(("blow", "lost"), [("disintegrate", 12), ("horn of blasting", 10), ("passwall", 6), ("prismatic spray", 20), ("wall of fire", 4)])
def test_a_struck_barrier_loses_charges(blow: str, lost: int) -> None:
    box = holding("5.1", "Cube of Force")
    play(box, "The Barrier Is Struck", lost, face=lost, choice=blow)
    assert charges(box, "5.1", "Cube of Force") == 36 - lost


@pytest.mark.parametrize(("face", "taken"), [(16, 40), (17, 0)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_helm_sets_off_with_its_gems(ruleset: Ruleset, face: int, taken: int) -> None:
    box = holding(ruleset, "Helm of Brilliance")
    play(box, "Set Off", face, targets=["Foe"], choice={"amount": "40"})
    assert loss(box) == taken and not is_there(box, "Helm of Brilliance")


@each_row(("ruleset", "name", "act", "face", "told"), [
    ("5.1", "Manual of Golems", "Find the Golem", 18, "120 days of work and 100,000 gp"),
    ("5.2", "Manual of Golems", "Find the Golem", 5, "30 days of work and 65,000 gp"),
    ("5.1", "Necklace of Prayer Beads", "Find a Bead", 12, "curing"), ("5.2", "Necklace of Prayer Beads", "Find a Bead", 20, "wind walking"),
    ("5.1", "Sphere of Annihilation", "Meet a Portal", 85, "passes through"), ("5.2", "Sphere of Annihilation", "Meet a Portal", 86, "180 feet"),
    ("5.1", "Helm of Brilliance", "Count the Gems", 3, "12 opals"), ("5.1", "Candle of Invocation", "Find the Alignment", 7, "chaotic good"),
    ("5.2", "Candle of Invocation", "Find the Plane", 54, "Elysium"), ("5.1", "Ring of Regeneration", "Regrow", 6, "7 days"),
])  # fmt: skip
def test_a_table_tells_its_row(ruleset: Ruleset, name: str, act: str, face: int, told: str) -> None:
    assert told in play(holding(ruleset, name), act, face, face=face)


@pytest.mark.parametrize(("name", "act"), [("Sovereign Glue", "Glue"), ("Universal Solvent", "Dissolve"), ("Marvelous Pigments", "Paint")])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_use_takes_one_of_what_is_left(ruleset: Ruleset, name: str, act: str) -> None:
    box = holding(ruleset, name)
    box.accept("give", "Mara", template=name, quantity=2)
    play(box, act)
    assert thing_of(box, name).quantity == 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_orb_calls_dragons_once_an_hour(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Orb of Dragonkind")
    play(box, "Call Dragons")
    box.reject("no_uses_left", "act", "Mara", act="Call Dragons")
    box.accept("advance", duration="1 hour")
    play(box, "Call Dragons")


def test_glass_breaks_in_the_blast() -> None:
    box = holding("5.2", "Horn of Blasting")
    play(box, "Shatter Glass", targets=["Foe"])
    assert loss(box) == 30


def test_a_second_potion_of_longevity_may_do_the_opposite() -> None:
    for face, word in ((20, "older"), (21, "younger")):
        text = play(holding("5.2", "Potion of Longevity"), "Drink Another", face=face, choice={"amount": "2"})
        assert word in text or face == 20


# ── spells of the other ruleset ─────────────────────────────────────────────────────────────────────────────────────

ODD = {"name": "Odd Wand", "type": "wondrous", "useState": "carried"}


@pytest.mark.parametrize(("ruleset", "spell", "near"), [
    ("5.1", "Shining Smite", "branding smite"), ("5.2", "Branding Smite", "searing smite"),
])  # fmt: skip
def test_an_item_with_a_spell_of_the_other_ruleset_is_refused_with_a_near_one(ruleset: Ruleset, spell: str, near: str) -> None:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Mara", character={"classes": ["wizard 9"]})
    text = box.ask("give", "Mara", item={**ODD, "casts": [{"spell": spell}]})["text"]
    assert f"SRD {ruleset} has no spell '{spell}'; did you mean '{near}'?" in text
    box.accept("give", "Mara", item={**ODD, "casts": [{"spell": near}]})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_file_with_a_spell_of_the_other_ruleset_says_so_and_counts_where_it_can(ruleset: Ruleset, tmp_path: Path) -> None:
    row = {**ODD, "id": "own:odd_wand", "casts": [{"spell": "Shining Smite"}]}
    (tmp_path / "own.json").write_text(json.dumps({"items": [row]}), encoding="utf-8")
    book = rulebook_loading.rulebook(ruleset, tmp_path)
    wanted = "SRD 5.1 has no spell 'Shining Smite'"
    assert [wanted in fault for fault in book.faults] == ([True] if ruleset == "5.1" else [])
    assert [wanted in str(f) and "branding smite" in str(f) for f in rulebook_loading.check(tmp_path).faults] == [True]
    (tmp_path / "own.json").write_text(json.dumps({"items": [{**row, "rulesets": ["5.2"]}]}), encoding="utf-8")
    assert rulebook_loading.check(tmp_path).faults == []
