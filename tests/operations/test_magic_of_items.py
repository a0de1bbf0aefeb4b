"""What magic items do counts as magic, and ranged weapon attacks as such."""

import pytest

import rpg_lite
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import Ruleset
from tests.operations.dice import falling
from tests.operations.item_table import BOTH, NEW, OLD, added, creature, effects, lost, plays, table
from tests.operations.table import Table

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(
    ("item", "act", "helped"), [("Wand of Paralysis", None, True), ("Mace of Terror", None, True), ("Caltrops", "Scatter Caltrops", False)]
)
def test_a_spellguard_shield_helps_against_magic_items(ruleset: Ruleset, item: str, act: str | None, helped: bool) -> None:
    """Advantage on saves against spells and other magical effects, of which caltrops are none."""
    box = table(ruleset, item, hero={"classes": ["wizard 5"]})
    box.accept("give", "Foe", template="Spellguard Shield", equip=True)
    box.accept("attune", "Foe", itemName="Spellguard Shield")
    if act:
        plays(box, act, targets=[])
        told = box.let(3, 4).accept("act", "Foe", act="enter", zone=act)
        assert "advantage" not in str(told.notes)
        return
    (target,) = plays(box, item, 3, 4).targets
    assert target.saves[0].mode == ("advantage" if helped else "normal")


@pytest.mark.parametrize(("weapon", "taken"), [("Longsword", (2 + 3) // 2), ("Longsword +1", 2 + 3 + 1)])
@pytest.mark.parametrize("by_act", [True, False])
def test_a_magic_weapon_counts_as_magic_in_acts_too(weapon: str, taken: int, by_act: bool) -> None:
    box = table(OLD, weapon)
    ward = {"target": "resist", "op": "grant", "value": "slashing", "scope": ["damage:nonmagical"]}
    box.accept("update", "Foe", character={"modifiers": [ward]})
    if by_act:
        plays(box, "Opportunity Attack", 15)
    else:
        added(box, weapon, 15)
    assert lost(box) == taken


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(
    ("weapon", "with_", "shared"), [("Longbow", [], True), ("Longsword", [], False), ("Dagger", ["thrown"], True), ("Dagger", [], False)]
)
def test_a_shield_of_missile_attraction_halves_shots(ruleset: Ruleset, weapon: str, with_: list[str], shared: bool) -> None:
    """Resistance to the damage of ranged weapon attacks."""
    points = []
    for shield in ("Shield of Missile Attraction", "Shield"):
        box = table(ruleset, shield)
        box.accept("give", "Foe", template=weapon, equip=True)
        box.accept("give", "Foe", template="Arrow")
        box.let(19, 19, face=4).accept("attack", "Foe", targetName="Hero", itemName=weapon, **{"with": with_})
        points.append(lost(box, "Hero"))
    assert points[0] == (points[1] // 2 if shared else points[1]) and points[1] >= 4


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(
    ("ball", "act", "dc"), [("Crystal Ball of Mind Reading", "Read Minds", None), ("Crystal Ball of Telepathy", "Suggest", 17)]
)
def test_a_crystal_ball_scries_on_while_it_does_more(ruleset: Ruleset, ball: str, act: str, dc: int | None) -> None:
    box = table(ruleset, ball, hero={"classes": ["wizard 9"]})
    sight = {"knowledge": "firsthand", "connection": "none"}
    scried = box.let(2).accept("use", "Hero", itemName=ball, property="Scrying", targets=["Foe"], choice=sight).expect(ActResult)
    assert scried.dc == 17
    told = box.let(2).accept("use", "Hero", itemName=ball, property=act, **({"targets": ["Foe"]} if dc else {})).expect(ActResult)
    assert creature(box, "Hero").concentration.effect == "Scrying"
    assert "Detect Thoughts" in effects(box, "Hero") if dc is None else told.targets[0].saves[0].dc == dc
    if dc:
        box.reject("no_uses_left", "use", "Hero", itemName=ball, property=act, targets=["Foe"])


@pytest.mark.parametrize(("ruleset", "there"), [(OLD, True), (NEW, False)])
def test_an_animal_of_a_bag_leaves_at_dawn_in_5_2(ruleset: Ruleset, there: bool) -> None:
    """The text of 5.1 sets no end."""
    box = table(ruleset, "Gray Bag of Tricks")
    box.let(face=3).accept("use", "Hero", itemName="Gray Bag of Tricks")
    box.accept("advance", duration="1 day")
    assert any(t.name == "Badger" for t in box.world.things.values()) is there


def test_an_arrow_of_restraint_has_the_bonus_of_its_bow() -> None:
    """DEX 14, proficiency +3 and the bow's +1 against AC 12."""
    for face, hit in ((5, False), (6, True)):
        box = table(NEW, "Energy Bow (Longbow)")
        (target,) = plays(box, "Arrow of Restraint", face, 3).targets
        assert target.attacks[0].hit is hit


def test_a_deflection_is_for_one_attack_alone() -> None:
    with rpg_lite.open_campaign(":memory:", ruleset=NEW) as game:
        at = Table(game)
        at.did("create", name="Hero", character={"classes": ["fighter 5"], "abilities": {"dex": 14}, "hpMax": 200})
        at.did("create", name="Foe", character={"hpMax": 60})
        at.did("give", "Hero", template="Quarterstaff of the Acrobat", equip=True)
        at.did("attune", "Hero", itemName="Quarterstaff of the Acrobat")
        at.roll_with(falling(12))
        at.did("attack", "Foe", targetName="Hero")
        at.did("act", "Hero", act="Attack Deflection", answer=True)
        assert (at.hp("Hero"), at.number("Hero", "ac")) == (200, 12)
