"""The rogue above level 5, with the numbers of the two texts."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.high_heroes import SCORES, fell, fight, hero, hp, lying, rules, stats, struck, table, turns, who
from tests.operations.table import Table
from tests.rows import each_row

pytestmark = pytest.mark.pure
THIEF = {"choices": {"subclass": "thief"}}
SNEAK = ["Sneak Attack", "ally_near"]


@each_row(("ruleset", "level", "face", "total"), [
    ("5.1", 10, 2, 2), ("5.1", 11, 2, 10), ("5.1", 11, 9, 10), ("5.1", 11, 12, 12), ("5.2", 6, 2, 2), ("5.2", 7, 2, 10),
])  # fmt: skip
def test_reliable_talent_counts_low_rolls_as_10(ruleset: Ruleset, level: int, face: int, total: int) -> None:
    """Of checks with a proficiency; other checks and saves fall as they fall."""
    box = hero(ruleset, f"rogue {level}", proficiencies={"skills": {"stealth": 1}})
    bonus = 2 + (level - 1) // 4
    asked = {"stealth": 2 + bonus, "arcana": 4}
    for skill, own in asked.items():
        rolled = box.let(face).accept("check", "Hero", skill=skill).result
        expected = (total if skill == "stealth" else face) + own
        assert [r.total for r in rolled.rolls] == [expected], skill  # type: ignore[union-attr]
    assert [r.total for r in box.let(face).accept("check", "Hero", ability="dex").result.rolls] == [face + 2]  # type: ignore[union-attr]


def test_a_reliable_hand_opens_locks() -> None:
    """A check inside an act counts so, too."""
    box = hero("5.1", "rogue 11", proficiencies={"skills": {"stealth": 1}})
    box.let(1).accept("act", "Hero", act="Hide")
    assert lying(box, "Hero") == ["Hidden"]


@pytest.mark.parametrize(("level", "sneak"), [(7, "4d6"), (11, "6d6"), (19, "10d6")])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_sneak_attack_grows(ruleset: Ruleset, level: int, sneak: str) -> None:
    box = hero(ruleset, f"rogue {level}")
    box.accept("give", "Hero", template="Dagger", equip=True)
    assert fell(box.let(15).accept("attack", "Hero", targetName="Foe", **{"with": SNEAK}))[-1] == sneak


@pytest.mark.parametrize(
    ("rider", "dice", "laid"),
    [("Daze", "5d6", ["Dazed"]), ("Knock Out", "1d6", ["unconscious", "prone"]), ("Obscure", "4d6", ["blinded"])],
)
def test_a_devious_strike_gives_up_dice(rider: str, dice: str, laid: list[str]) -> None:
    """7d6 less 2, 6 and 3, against DC 8 + 5 + 2."""
    box = hero("5.2", "rogue 14")
    box.accept("give", "Hero", template="Dagger", equip=True)
    fight(box, "Hero", "Foe")
    outcome = box.let(15, 1).accept("attack", "Hero", targetName="Foe", **{"with": [*SNEAK, rider]})
    assert fell(outcome)[-1] == dice
    assert lying(box, "Foe") == laid
    turns(box.let(1), 2)
    assert lying(box, "Foe") == (laid if rider == "Knock Out" else [])
    box.let(20).accept("damage", "Foe", amount=1, damageType="fire")
    assert lying(box, "Foe") == (["prone"] if rider == "Knock Out" else [])


@pytest.mark.parametrize(("face", "laid"), [(14, ["unconscious", "prone"]), (15, [])])
def test_a_strike_is_against_dexterity(face: int, laid: list[str]) -> None:
    box = hero("5.2", "rogue 14")
    box.accept("give", "Hero", template="Dagger", equip=True)
    box.let(16, face).accept("attack", "Hero", targetName="Foe", **{"with": [*SNEAK, "Knock Out"]})
    assert lying(box, "Foe") == laid


def test_two_cunning_strikes_cost_both_their_dice() -> None:
    box = hero("5.2", "rogue 14")
    box.accept("give", "Hero", template="Dagger", equip=True)
    outcome = box.let(15, 1, 1).accept("attack", "Hero", targetName="Foe", **{"with": [*SNEAK, "Daze", "Trip"]})
    assert fell(outcome)[-1] == "4d6"
    assert sorted(lying(box, "Foe")) == ["Dazed", "prone"]


@each_row(("level", "riders", "dice", "laid"), [
    (5, ["Poison", "Trip"], "2d6", ["poisoned"]), (10, ["Poison", "Trip"], "4d6", ["poisoned"]),
    (11, ["Poison", "Trip"], "4d6", ["poisoned", "prone"]), (14, ["Poison", "Trip", "Daze"], "5d6", ["poisoned", "prone"]),
])  # fmt: skip
def test_a_sneak_attack_takes_one_cunning_strike_and_two_from_11(level: int, riders: list[str], dice: str, laid: list[str]) -> None:
    """What goes beyond neither plays nor costs dice."""
    box = hero("5.2", f"rogue {level}")
    box.accept("give", "Hero", template="Dagger", equip=True)
    box.accept("give", "Hero", template="Poisoner's Kit")
    outcome = box.let(15, 1, 1).accept("attack", "Hero", targetName="Foe", **{"with": [*SNEAK, *riders]})
    assert fell(outcome)[-1] == dice
    assert sorted(lying(box, "Foe")) == laid
    unused = [n.details["why"] for n in outcome.notes if n.code == "rider_not_applied"]
    assert unused == [f"Sneak Attack takes at most {len(laid)}"] * (len(riders) - len(laid))


@pytest.mark.parametrize(("ruleset", "saves"), [("5.1", {"wis"}), ("5.2", {"wis", "cha"})])
def test_a_slippery_mind_is_trained(ruleset: Ruleset, saves: set[str]) -> None:
    before, now = (stats(hero(ruleset, f"rogue {level}")).saves.values for level in (14, 15))
    assert {a for a in now if now[a].value - before[a].value >= 5} == saves


@pytest.mark.parametrize(
    ("level", "asked", "mode"), [(17, "advantage", "advantage"), (18, "advantage", "normal"), (18, "disadvantage", "disadvantage")]
)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_attack_on_the_elusive_has_advantage(ruleset: Ruleset, level: int, asked: str, mode: str) -> None:
    box = hero(ruleset, f"rogue {level}")
    assert struck(box, "Foe", "Hero", mode=asked).mode == mode


@pytest.mark.parametrize(("condition", "mode"), [("prone", "normal"), ("stunned", "advantage")])
def test_the_elusive_are_so_while_they_can_act(condition: str, mode: str) -> None:
    box = hero("5.1", "rogue 18")
    box.accept("apply", "Hero", condition=condition)
    assert struck(box, "Foe", "Hero").mode == mode


@pytest.mark.stored
@pytest.mark.parametrize(("ruleset", "critical"), [("5.1", False), ("5.2", True)])
def test_a_stroke_of_luck_hits(ruleset: Ruleset, critical: bool) -> None:
    """In 5.1 a miss becomes a hit; in 5.2 the d20 shows a 20, and that is a critical hit."""
    with begun(ruleset=ruleset) as game:
        held = Table(game)
        held.did("create", name="Hero", character={"classes": ["rogue 20"], "abilities": SCORES})
        held.did("create", name="Foe", character={"hpMax": 90, "abilities": dict.fromkeys(SCORES, 10), "party": False})
        held.roll_with(falling(1, face=2))
        assert "miss" in held.did("attack", "Hero", targetName="Foe")["text"]
        told = held.did("act", "Hero", act="Stroke of Luck", answer=True)["text"]
        assert held.hp("Foe") < 90
        assert ("critical" in told) is critical
        held.did("attack", "Hero", targetName="Foe")
        held.refused("resource_spent", "act", "Hero", act="Stroke of Luck", answer=True)
        held.did("rest", "Hero", kind="short")
        held.did("attack", "Hero", targetName="Foe")
        held.did("act", "Hero", act="Stroke of Luck", answer=True)


@pytest.mark.stored
@pytest.mark.parametrize(("ruleset", "act"), [("5.1", "Stroke of Luck: check"), ("5.2", "Stroke of Luck")])
def test_a_stroke_of_luck_makes_a_failed_check_a_20(ruleset: Ruleset, act: str) -> None:
    with begun(ruleset=ruleset) as game:
        held = Table(game)
        held.did("create", name="Hero", character={"classes": ["rogue 20"], "abilities": SCORES})
        held.roll_with(falling(1))
        assert "fails" in held.did("check", "Hero", ability="int", dc=24)["text"]
        assert "24" in held.did("act", "Hero", act=act, answer=True)["text"]


# ── the thief ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_supreme_sneak_is_shown_with_its_condition() -> None:
    assert [m.scope for m in stats(hero("5.1", "rogue 9", **THIEF)).scoped if m.target == "skill.stealth"] == [
        ("moved:half_its_speed_at_most",)
    ]


def test_a_stealth_attack_gives_up_a_die() -> None:
    box = hero("5.2", "rogue 9", **THIEF)
    box.accept("give", "Hero", template="Dagger", equip=True)
    outcome = box.let(15).accept("attack", "Hero", targetName="Foe", **{"with": [*SNEAK, "Stealth Attack"]})
    assert fell(outcome)[-1] == "4d6"


@pytest.mark.parametrize(("level", "code"), [(12, "attunement_prerequisite"), (13, None)])
def test_a_thief_of_5_1_uses_what_is_made_for_others(level: int, code: str | None) -> None:
    box = hero("5.1", f"rogue {level}", **THIEF)
    box.accept("give", "Hero", template="Holy Avenger", base="Longsword")
    fields = {"itemName": "Holy Avenger"}
    box.reject(code, "attune", "Hero", **fields) if code else box.accept("attune", "Hero", **fields)


@pytest.mark.parametrize(("level", "most"), [(12, 3), (13, 4)])
def test_a_thief_of_5_2_attunes_to_four(level: int, most: int) -> None:
    box = hero("5.2", f"rogue {level}", **THIEF)
    worn = ["Ring of Protection", "Cloak of Protection", "Amulet of Health", "Gauntlets of Ogre Power", "Headband of Intellect"]
    for n, name in enumerate(worn):
        box.accept("give", "Hero", template=name)
        box.accept("attune", "Hero", itemName=name) if n < most else box.reject("attunement_limit", "attune", "Hero", itemName=name)
    assert len([t for t in box.world.things.values() if t.attuned_to == who(box, "Hero").id]) == most


@pytest.mark.parametrize(("face", "hurt"), [(4, False), (5, True)])
def test_a_thief_of_5_2_makes_out_scrolls_by_arcana(face: int, hurt: bool) -> None:
    """DC 10 + 3, with INT +4 and no training: 9 passes, 8 does not."""
    box = hero("5.2", "rogue 13", **THIEF, proficiencies={"skills": {"arcana": 0}})
    box.accept("give", "Hero", template="Spell Scroll (Fireball)")
    box.let(face + 4, 1, face=3).accept("cast", "Hero", spell="Fireball", targets=["Foe"], **{"with": ["Spell Scroll (Fireball)"]})
    assert (hp(box) != 200) is hurt


def test_scrolls_are_not_for_other_rogues() -> None:
    box = hero("5.2", "rogue 12", **THIEF)
    box.accept("give", "Hero", template="Spell Scroll (Fireball)")
    box.reject("scroll_unreadable", "cast", "Hero", spell="Fireball", targets=["Foe"], **{"with": ["Spell Scroll (Fireball)"]})


@pytest.mark.parametrize(("ruleset", "level", "name"), [
    ("5.1", 14, "Blindsense"), ("5.2", 11, "Improved Cunning Strike"),
])  # fmt: skip
def test_what_is_only_told_comes_at_its_level(ruleset: Ruleset, level: int, name: str) -> None:
    given = [{r.name: r for r in rules(hero(ruleset, f"rogue {n}", **THIEF))} for n in (level - 1, level)]
    assert [name in found for found in given] == [False, True]
    assert given[1][name].say


def test_reliability_is_the_rogues_own() -> None:
    """Two rogues of one table keep their own numbers."""
    box = table(
        "5.1",
        Hero={"classes": ["rogue 11"], "proficiencies": {"skills": {"stealth": 1}}},
        Pip={"classes": ["rogue 1"], "proficiencies": {"skills": {"stealth": 1}}},
    )
    rolled = [box.let(3).accept("check", name, skill="stealth").result.rolls[0].total for name in ("Hero", "Pip")]  # type: ignore[union-attr]
    assert rolled == [10 + 2 + 4, 3 + 2 + 2]
