"""The sorcerer above level 5, with the numbers of the two texts."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.high_heroes import cast, fight, hero, hp, left, lying, played, stats, struck, table, turns, who
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
ANCESTORS = {
    "black": "acid", "blue": "lightning", "brass": "fire", "bronze": "lightning", "copper": "acid", "gold": "fire", "green": "poison",
    "red": "fire", "silver": "cold", "white": "cold",
}  # fmt: skip


def draconic(ruleset: Ruleset, level: int, kind: str = "red") -> Sandbox:
    choice = (
        {"dragon ancestor": kind} if ruleset == "5.1" else {"elemental affinity": kind if kind in ANCESTORS.values() else ANCESTORS[kind]}
    )
    return hero(ruleset, f"sorcerer {level}", choices={"subclass": "draconic", **choice})


# ── elemental affinity ──────────────────────────────────────────────────────────────────────────────────────────────


@each_row(("dragon", "kind"), ANCESTORS.items())
def test_an_ancestor_gives_its_type(dragon: str, kind: str) -> None:
    """For a point, an hour of resistance; at level 5 there is none of it."""
    box = draconic("5.1", 6, dragon)
    played(box, "Elemental Affinity")
    assert kind in stats(box).defenses.resistances
    assert left(box, "sorcery points") == 5
    box.accept("advance", duration="61 minutes")
    assert lying(box, "Hero") == []
    draconic("5.1", 5, dragon).reject("act_unknown", "act", "Hero", act="Elemental Affinity")


@each_row("kind", ["acid", "cold", "fire", "lightning", "poison"])
def test_an_affinity_of_5_2_resists_for_good(kind: str) -> None:
    assert kind in stats(draconic("5.2", 6, kind)).defenses.resistances


@pytest.mark.parametrize(("level", "points"), [(5, 8), (6, 12)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_of_that_type_deals_charisma_more(ruleset: Ruleset, level: int, points: int) -> None:
    """8d6 of 1 each, and +4; for everybody in the fire, since the damage is rolled once."""
    if ruleset == "5.2" and level == 5:
        return  # the choice comes at level 6
    box = draconic(ruleset, level)
    box.accept("create", name="Gob", character={"hpMax": 60, "party": False})
    cast(box.let(1), "Fireball", targets=["Foe", "Gob"])
    assert (hp(box), hp(box, "Gob")) == (200 - points, 60 - points)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_other_type_gains(ruleset: Ruleset) -> None:
    box = draconic(ruleset, 6)
    cast(box.let(1), "Lightning Bolt", targets=["Foe"])
    assert hp(box) == 200 - 8


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_ray_of_three_gains(ruleset: Ruleset) -> None:
    """One damage roll: 3 × 2d6 of 1 each, and +4 once."""
    box = draconic(ruleset, 6)
    cast(box.let(15), "Scorching Ray", targets=["Foe"])
    assert hp(box) == 200 - (3 * 2 + 4)


# ── dragons ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_wings_of_5_1_last_until_they_are_dismissed() -> None:
    box = draconic("5.1", 14)
    played(box, "Dragon Wings")
    assert stats(box).speed["fly"].value == 30
    box.accept("advance", duration="2 hours")
    assert stats(box).speed["fly"].value == 30
    played(box, "Dismiss Dragon Wings")
    assert lying(box, "Hero") == []


def test_wings_need_room_in_armor() -> None:
    box = draconic("5.1", 14)
    box.accept("give", "Hero", template="Leather Armor", equip=True)
    box.reject("target_unfit", "act", "Hero", act="Dragon Wings")


def test_wings_of_5_2_fly_60_feet_for_an_hour_once() -> None:
    box = draconic("5.2", 14)
    played(box, "Dragon Wings")
    assert stats(box).speed["fly"].value == 60
    box.accept("advance", duration="61 minutes")
    assert lying(box, "Hero") == []
    box.reject("resource_spent", "act", "Hero", act="Dragon Wings")
    played(box, "Restore Dragon Wings")
    assert (left(box, "dragon wings"), left(box, "sorcery points")) == (1, 11)
    box.reject("nothing_is_spent", "act", "Hero", act="Restore Dragon Wings")


@pytest.mark.parametrize(("aura", "condition"), [("awe", "charmed"), ("fear", "frightened")])
def test_draconic_presence_awes_those_who_fail(aura: str, condition: str) -> None:
    """DC 8 + 6 + 4 = 18, five points, with concentration."""
    box = draconic("5.1", 18)
    fight(box, "Hero", "Foe")
    box.reject("choice_required", "act", "Hero", act="Draconic Presence")
    played(box, "Draconic Presence", choice=aura)
    assert left(box, "sorcery points") == 13
    box.accept("act", "Foe", act="enter", zone="Draconic Presence")
    turns(box.let(17))
    assert condition in lying(box, "Foe")
    box.let(1).accept("damage", "Hero", amount=40, damageType="fire")
    assert lying(box, "Foe") == []


def test_who_withstands_the_presence_is_not_asked_again() -> None:
    box = draconic("5.1", 18)
    fight(box, "Hero", "Foe")
    played(box, "Draconic Presence", choice="fear")
    box.accept("act", "Foe", act="enter", zone="Draconic Presence")
    turns(box.let(18))
    assert lying(box, "Foe") == ["Unmoved"]
    turns(box.let(1), 2)
    assert lying(box, "Foe") == ["Unmoved"]


def test_the_companion_comes_once_without_a_slot() -> None:
    box = draconic("5.2", 18)
    before = thing_stats.sheet(who(box, "Hero"), box.book).spell_slots.left
    wish = {"choice": {"resistance": "cold", "breath": "acid"}}
    cast(box, "Summon Dragon", **wish)
    assert thing_stats.sheet(who(box, "Hero"), box.book).spell_slots.left == before
    cast(box, "Summon Dragon", **wish)
    assert thing_stats.sheet(who(box, "Hero"), box.book).spell_slots.left != before
    box.accept("rest", "Hero", kind="long")
    assert left(box, "summon dragon") == 1


# ── points ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_short_rest_gives_4_points_at_20() -> None:
    for level, back in ((19, 0), (20, 4)):
        box = hero("5.1", f"sorcerer {level}", spent={"sorcery_points": 10})
        box.accept("rest", "Hero", kind="short")
        assert left(box, "sorcery points") == level - 10 + back


@pytest.mark.parametrize(("level", "back"), [(5, 2), (6, 3), (20, 10)])
def test_restoration_of_5_2_gives_half_of_the_level(level: int, back: int) -> None:
    box = hero("5.2", f"sorcerer {level}", spent={"sorcery_points": level})
    played(box, "Sorcerous Restoration")
    assert left(box, "sorcery points") == back


def test_two_points_bring_innate_sorcery_when_no_use_is_left() -> None:
    box = hero("5.2", "sorcerer 7")
    assert box.reject("target_unfit", "act", "Hero", act="Sorcery Incarnate").details["need"] == "no innate sorcery left"
    for _ in range(2):
        played(box, "Innate Sorcery")
    box.accept("advance", duration="5 minutes")
    played(box, "Sorcery Incarnate")
    assert (lying(box, "Hero"), left(box, "sorcery points")) == (["Innate Sorcery", "Sorcery Incarnate"], 5)
    box.accept("advance", duration="2 minutes")
    assert lying(box, "Hero") == []


@pytest.mark.parametrize(("option", "cost"), [("heightened spell", 2), ("careful spell", 1)])
def test_the_apotheosis_gives_the_points_of_one_option_a_turn_back(option: str, cost: int) -> None:
    box = table("5.2", Hero={"classes": ["sorcerer 20"], "choices": {"metamagic": [option]}})
    fight(box, "Hero", "Foe")
    cast(box, "Fireball", targets=["Foe"], choice="Foe", **{"with": [option]})
    assert left(box, "sorcery points") == 20 - cost
    box.reject("target_unfit", "act", "Hero", act="Arcane Apotheosis", choice=option)
    played(box, "Innate Sorcery")
    played(box, "Arcane Apotheosis", choice=option)
    assert left(box, "sorcery points") == 20
    box.reject("resource_spent", "act", "Hero", act="Arcane Apotheosis", choice=option)


@pytest.mark.parametrize(("ruleset", "levels"), [("5.1", (3, 10, 17)), ("5.2", (2, 10, 17))])
def test_metamagic_is_chosen_at_three_levels(ruleset: Ruleset, levels: tuple[int, ...]) -> None:
    box = hero(ruleset, "sorcerer 20")
    assert tuple(c.level for c in thing_stats.sheet(who(box, "Hero"), box.book).open_choices if c.choice == "metamagic") == levels
    assert struck(box) is not None
