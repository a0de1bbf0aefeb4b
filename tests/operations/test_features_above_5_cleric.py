"""The features of the cleric above level 5, each with the numbers of the two texts."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.seasoned import act, conditions, effects, fight, hp, left, strike, table, who
from tests.operations.worlds import ENDS_WITH_ITS_SOURCE, Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
LIFE = "Life Domain"


def cast(box: Sandbox, spell: str, *targets: str, **fields: Any) -> ActResult:
    return box.accept("cast", "Hero", spell=spell, targets=[*targets], **fields).expect(ActResult)


def armed(box: Sandbox) -> Sandbox:
    box.accept("give", "Hero", template="Mace")
    box.accept("equip", "Hero", itemName="Mace")
    return box


# ── divine intervention ─────────────────────────────────────────────────────────────────────────────────────────────


@each_row(("level", "face", "heard"), [(10, 10, True), (10, 11, False), (19, 19, True), (19, 20, False), (20, 100, True)])
def test_the_deity_of_5_1_hears_by_a_roll_up_to_the_level(level: int, face: int, heard: bool) -> None:
    """Then not for 7 days; unheard, after a long rest. At level 20 it needs no roll."""
    box = table("5.1", f"cleric {level}").let(10, face=face)
    told = act(box, "Divine Intervention")
    assert ("intervenes" in " ".join(told.says)) is heard
    assert effects(box, "Hero") == (["Heard by the Deity"] if heard else [])
    box.reject("target_unfit" if heard else "resource_spent", "act", "Hero", act="Divine Intervention")
    box.accept("rest", "Hero", kind="long")
    if not heard:
        act(box, "Divine Intervention")
        return
    box.reject("target_unfit", "act", "Hero", act="Divine Intervention")
    box.accept("advance", duration="7 days")
    act(box, "Divine Intervention")


def test_a_cleric_of_5_2_casts_a_spell_without_a_slot() -> None:
    """A cleric spell up to level 5 without a slot, as an action, once between long rests; it need not be prepared."""
    box = table("5.2", "cleric 10", spells={"prepared": ["Bless"]})
    box.reject("spell_not_prepared", "cast", "Hero", spell="Flame Strike", targets=["Foe"])
    told = cast(box, "Flame Strike", "Foe", **{"with": ["Divine Intervention"]})
    assert {s.what for s in told.spent} == {"divine intervention"}
    assert {s.dc for t in told.targets for s in t.saves} == {8 + 4 + 3}
    assert (who(box, "Hero").creature.spent, left(box, "divine intervention")) == ({"divine_intervention": 1}, 0)
    refused = box.reject("resource_spent", "cast", "Hero", spell="Flame Strike", targets=["Foe"], **{"with": ["Divine Intervention"]})
    assert refused.details["what"] == "divine intervention"


@pytest.mark.parametrize(("spell", "why"), [("Fireball", "cleric spell"), ("Heal", "level 5 or lower"), ("Light", "with a level")])
def test_an_intervention_is_a_cleric_spell_up_to_level_5(spell: str, why: str) -> None:
    box = table("5.2", "cleric 11, wizard 5")
    outcome = box.accept("cast", "Hero", spell=spell, targets=["a pebble" if spell == "Light" else "Ally"], **{"with": ["Divine Intervention"]})
    assert why in " ".join(str(n.details.get("why")) for n in outcome.notes if n.code == "rider_not_applied")
    assert left(box, "divine intervention") == 1


def test_an_intervention_takes_an_action_and_no_material() -> None:
    box = table("5.2", "cleric 10")
    box.accept("damage", "Ally", amount=200, damageType="fire")
    cast(box, "Raise Dead", "Ally", **{"with": ["Divine Intervention"]})
    assert hp(box, "Ally") == 1


def test_a_greater_intervention_may_be_a_wish() -> None:
    box = table("5.2", "cleric 20").let(10, face=3)
    act(box, "Greater Divine Intervention", choice="other")
    assert "Spent Intervention" in effects(box, "Hero")
    box.accept("rest", "Hero", kind="long")
    box.reject("target_unfit", "act", "Hero", act="Greater Divine Intervention", choice="other")


@pytest.mark.parametrize("face", [1, 2, 4])
def test_after_a_wish_the_deity_is_silent_for_2d4_long_rests(face: int) -> None:
    """For the lesser intervention, too."""
    box = table("5.2", "cleric 20").let(10, face=face)
    act(box, "Greater Divine Intervention", choice="other")
    for _ in range(2 * face - 1):
        box.accept("rest", "Hero", kind="long")
        refused = box.reject("resource_spent", "cast", "Hero", spell="Flame Strike", targets=["Foe"], **{"with": ["Divine Intervention"]})
        assert refused.details["what"] == "divine intervention"
        box.accept("advance", duration="1 day")
    box.accept("rest", "Hero", kind="long")
    assert "Spent Intervention" not in effects(box, "Hero")
    cast(box, "Flame Strike", "Foe", **{"with": ["Divine Intervention"]})


# ── strikes ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "level", "rider", "dice", "kind"),
    [
        ("5.1", 8, "Divine Strike", 1, "radiant"), ("5.1", 14, "Divine Strike", 2, "radiant"),
        ("5.2", 7, "Divine Strike: radiant", 1, "radiant"), ("5.2", 14, "Divine Strike: necrotic", 2, "necrotic"),
    ],
)  # fmt: skip
def test_a_divine_strike_is_made_once_a_turn(ruleset: Ruleset, level: int, rider: str, dice: int, kind: str) -> None:
    choices = {"blessed strikes": "divine strike"} if ruleset == "5.2" else {}
    box = armed(table(ruleset, f"cleric {level}", LIFE, choices=choices))
    fight(box, "Hero", "Foe")
    box.let(15, face=4)
    told = strike(box, **{"with": [rider]})
    assert [(p.type, p.points) for p in told.dealt if p.type == kind] == [(kind, 4 * dice)]
    assert strike(box, **{"with": [rider]}).riders == ()
    if ruleset == "5.2":
        assert strike(box, **{"with": ["Divine Strike: radiant"]}).riders == ()


def test_a_divine_strike_needs_a_weapon() -> None:
    """In 5.2; in 5.1 an unarmed strike is a weapon attack, too."""
    box = table("5.2", "cleric 8", choices={"blessed strikes": "divine strike"}).let(15)
    box.reject("rider_of_other_attacks", "attack", "Hero", targetName="Foe", **{"with": ["Divine Strike: radiant"]})
    assert strike(table("5.1", "cleric 8", LIFE).let(15), **{"with": ["Divine Strike"]}).riders == ("Divine Strike",)


@each_row(
    ("level", "choice", "damage"),
    [(6, "potent spellcasting", 8), (7, "potent spellcasting", 8 + 3), (7, "divine strike", 8), (11, "potent spellcasting", 12 + 3)],
)
def test_potent_spellcasting_adds_wisdom_to_a_cantrip(level: int, choice: str, damage: int) -> None:
    box = table("5.2", f"cleric {level}", choices={"blessed strikes": choice}).let(2, face=4)
    assert [t.taken for t in cast(box, "Sacred Flame", "Foe").targets] == [damage]


def test_potent_spellcasting_is_for_cleric_cantrips() -> None:
    box = table("5.2", "cleric 7, wizard 1", choices={"blessed strikes": "potent spellcasting"}).let(15, face=4)
    assert [t.taken for t in cast(box, "Fire Bolt", "Foe").targets] == [8]
    assert [t.taken for t in cast(box.let(2, face=4), "Guiding Bolt", "Foe").targets] in ([0], [16])


@pytest.mark.parametrize(("level", "face", "gives"), [(13, 2, False), (14, 2, True), (14, 20, False)])
def test_a_potent_cantrip_gives_vitality(level: int, face: int, gives: bool) -> None:
    """Temporary points, twice WIS, after a cantrip that dealt damage."""
    box = table("5.2", f"cleric {level}", choices={"blessed strikes": "potent spellcasting"})
    fight(box, "Hero", "Foe")
    cast(box.let(face, face=4), "Sacred Flame", "Foe")
    if not gives:
        box.reject("act_unknown", "act", "Hero", act="Give Vitality", targets=["Ally"])
        return
    act(box, "Give Vitality", targets=["Ally"])
    assert who(box, "Ally").creature.temp_hp == 6
    box.reject("act_unknown", "act", "Hero", act="Give Vitality", targets=["Ally"])


# ── healing and turning ─────────────────────────────────────────────────────────────────────────────────────────────


@each_row(("ruleset", "level", "healed"), [("5.1", 16, 1 + 3 + 3), ("5.1", 17, 8 + 3 + 3), ("5.2", 16, 2 + 3 + 3), ("5.2", 17, 16 + 3 + 3)])
def test_supreme_healing_takes_the_most(ruleset: Ruleset, level: int, healed: int) -> None:
    """Cure Wounds of level 1 (1d8, in 5.2 2d8) with WIS and Disciple of Life, each die showing 1."""
    box = table(ruleset, f"cleric {level}", LIFE).let(10, face=1)
    assert [t.healed for t in cast(box, "Cure Wounds", "Ally", slot=1).targets if box.world.things[t.who.id].name == "Ally"] == [healed]


@pytest.mark.parametrize(("level", "healed"), [(13, 3 + 3), (17, 24 + 3), (18, 30)])
def test_supreme_healing_of_5_2_is_for_the_divine_spark_too(level: int, healed: int) -> None:
    box = table("5.2", f"cleric {level}", LIFE).let(10, face=1)
    told = act(box, "Divine Spark", targets=["Ally"], choice="heal")
    assert sum(t.healed for t in told.targets) == min(30, healed)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("level", "uses"), [(5, (1, 2)), (6, (2, 3)), (18, (3, 4))])
def test_divinity_is_channeled_more_often(ruleset: Ruleset, level: int, uses: tuple[int, int]) -> None:
    assert left(table(ruleset, f"cleric {level}"), "channel divinity") == uses[RULESETS.index(ruleset)]


@pytest.mark.xfail(strict=True, reason=ENDS_WITH_ITS_SOURCE)
def test_the_turned_of_5_2_come_back_when_the_cleric_cannot_act() -> None:
    box = table("5.2", "cleric 6", foe={"type": "undead"})
    act(box.let(2), "Turn Undead", targets=["Foe"])
    assert {"frightened", "incapacitated"} <= {*conditions(box, "Foe")}
    box.accept("apply", "Hero", condition="stunned")
    assert conditions(box, "Foe") == [] and "Turned" not in effects(box, "Foe")
