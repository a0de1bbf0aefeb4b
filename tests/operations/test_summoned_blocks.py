"""Creatures whose stat block stands in the spell itself, with the numbers that the texts print for the level of the slot."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.rules.acts.plain_steps import MakeStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.high_heroes import hero, hp, lying, played, stats, table, turns, who
from tests.operations.table import Table
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
STEED, INSECT = "Otherworldly Steed", "Giant Insect"


def everybody(box: Sandbox) -> list[str]:
    return sorted(t.name for t in box.world.things.values() if t.kind == "character")


def speeds(box: Sandbox, name: str) -> dict[str, int]:
    return {way: number.value for way, number in stats(box, name).speed.items()}


@pytest.mark.parametrize(("slot", "ac", "most", "flies"), [(2, 12, 25, False), (3, 13, 35, False), (4, 14, 45, True), (5, 15, 55, True)])
@pytest.mark.parametrize(
    ("kind", "deals", "own"),
    [("celestial", "radiant", "Healing Touch"), ("fey", "psychic", "Fey Step"), ("fiend", "necrotic", "Fell Glare")],
)
def test_a_steed_grows_with_its_slot(slot: int, ac: int, most: int, flies: bool, kind: str, deals: str, own: str) -> None:
    """SRD 5.2: AC 10 + level, 5 + 10 hit points a level, flight from level 4 on, a slam of 1d8 + level by the caster's bonus of +10."""
    box = hero("5.2", "paladin 17")
    box.accept("cast", "Hero", spell="Find Steed", slot=slot, choice=kind)
    steed = stats(box, STEED)
    assert (steed.ac.value, steed.hp, steed.size) == (ac, most, "large")
    assert speeds(box, STEED) == {"walk": 60, **({"fly": 60} if flies else {})}
    slam = played(box.let(2), "Otherworldly Slam", STEED, targets=["Foe"]).targets[0]
    assert (slam.attacks[0].total, [(s.type, s.dealt) for s in slam.suffered]) == (2 + 10, [(deals, 1 + slot)])
    assert {a["name"] for a in who(box, STEED).creature.sheet.document["acts"]} == {"Otherworldly Slam", own}


def test_the_acts_of_the_three_steeds() -> None:
    """Fell Glare against the caster's DC of 18, Healing Touch 2d8 + level; each once between long rests."""
    box = hero("5.2", "paladin 17")
    box.accept("cast", "Hero", spell="Find Steed", slot=3, choice="fiend")
    glare = played(box.let(17), "Fell Glare", STEED, targets=["Foe"]).targets[0]
    assert [(s.ability, s.dc, s.passed) for s in glare.saves] == [("wis", 18, False)] and lying(box, "Foe") == ["frightened"]
    box.reject("resource_spent", "act", STEED, act="Fell Glare", targets=["Foe"])
    box = hero("5.2", "paladin 17")
    box.accept("cast", "Hero", spell="Find Steed", slot=3, choice="celestial")
    played(box, "Healing Touch", STEED, targets=["Hero"])
    assert hp(box, "Hero") == 50 + 1 + 1 + 3


def test_there_is_one_steed_and_the_feature_needs_no_slot() -> None:
    box = hero("5.2", "paladin 5")
    box.accept("act", "Hero", act="Faithful Steed", choice="fey")
    first = who(box, STEED).id
    box.accept("cast", "Hero", spell="Find Steed", choice="fiend")
    left = [t for t in box.world.things.values() if t.kind == "character" and t.name.startswith(STEED)]
    assert len(left) == 1 and left[0].id != first


def test_a_steed_is_of_a_kind() -> None:
    """The call must say which: celestial, fey or fiend."""
    refused = hero("5.2", "paladin 5").reject("choice_required", "cast", "Hero", spell="Find Steed")
    assert {"celestial", "fey", "fiend"} <= set(refused.allowed)


@pytest.mark.parametrize(("slot", "ac", "most", "attacks"), [(4, 15, 30, 2), (5, 16, 40, 2), (6, 17, 50, 3)])
@pytest.mark.parametrize(("form", "own"), [("spider", {"Web Bolt"}), ("centipede", {"Venomous Spew"}), ("wasp", set[str]())])
def test_an_insect_grows_with_its_slot(slot: int, ac: int, most: int, attacks: int, form: str, own: set[str]) -> None:
    """SRD 5.2: AC 11 + level, 30 hit points and 10 a level above 4, attacks half the level; 1d6 + 3 + level and 1d4 poison."""
    box = hero("5.2", "druid 11")
    box.accept("cast", "Hero", spell="Giant Insect", slot=slot, choice=form)
    insect = stats(box, INSECT)
    assert (insect.ac.value, insect.hp) == (ac, most)
    assert speeds(box, INSECT) == {"walk": 40, "climb": 40, **({"fly": 40} if form == "wasp" else {})}
    hits = played(box.let(15), "Multiattack", INSECT, targets=["Foe"]).targets[0]
    assert [(s.type, s.dealt) for s in hits.suffered] == [("piercing", 1 + 3 + slot), ("poison", 1)] * attacks
    assert {a["name"] for a in who(box, INSECT).creature.sheet.document["acts"]} == {"Multiattack", "Poison Jab", *own}


def test_a_web_bolt_stops_and_a_spew_poisons_until_the_insects_next_turn() -> None:
    for form, act, what in (("spider", "Web Bolt", "Webbed"), ("centipede", "Venomous Spew", "poisoned")):
        box = hero("5.2", "druid 11")
        box.accept("cast", "Hero", spell="Giant Insect", slot=4, choice=form)
        box.let(20, 15, 1).accept("start_fight", names=[INSECT, "Foe"])
        box.let(15 if form == "spider" else 1)
        box.accept("act", INSECT, act=act, targets=["Foe"]).expect(ActResult)
        assert lying(box, "Foe") == [what] and (form != "spider" or speeds(box, "Foe")["walk"] == 0)
        turns(box, 2)
        assert lying(box, "Foe") == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_phantom_steed_runs_a_hundred_feet(ruleset: Ruleset) -> None:
    """Both texts: a riding horse, but for its speed."""
    box = hero(ruleset, "wizard 5")
    box.accept("cast", "Hero", spell="Phantom Steed")
    horse = stats(box, "Phantom Steed")
    assert (speeds(box, "Phantom Steed")["walk"], horse.hp, [a.name for a in horse.attacks]) == (100, 13, ["Hooves"])


def test_no_block_of_a_spell_of_5_2_is_missing() -> None:
    """Otherworldly Steed, Giant Insect, Draconic Spirit, Animated Object: the spells that print a stat block bring it along."""
    book: Any = rulebook_loading.rulebook("5.2")
    spells = (book.spell(rule.name) for rule in book.spells.values())
    made = {s.make for spell in spells for s in walk(spell.steps) if isinstance(s, MakeStep) and s.character is not None}
    assert {STEED, INSECT, "Draconic Spirit", "Animated Object"} <= made


# ── the bond of a steed ─────────────────────────────────────────────────────────────────────────────────────────────


def ridden() -> Sandbox:
    """A paladin on its steed, both wounded."""
    box = hero("5.2", "paladin 9")
    box.accept("create", name="Clem", character={"classes": ["cleric 5"], "party": True})
    box.accept("cast", "Hero", spell="Find Steed", choice="fey")
    box.accept("damage", STEED, amount=20, damageType="fire")
    box.accept("act", "Hero", act="Mount", targets=[STEED])
    return box


def test_a_spell_that_heals_the_rider_heals_the_steed_as_much() -> None:
    """SRD 5.2, Life Bond: from a spell of level 1 or higher, whoever casts it; 2d8 + 4 of the paladin, dice of 1."""
    box = ridden()
    box.accept("cast", "Hero", spell="Cure Wounds", targets=["Hero"])
    assert (hp(box, "Hero"), hp(box, STEED)) == (50 + 6, 5 + 6)
    told = box.did("cast", "Clem", spell="Cure Wounds", targets=["Hero"])["text"]
    assert hp(box, STEED) == 11 + hp(box, "Hero") - 56 and "Life Bond" in told


def test_no_other_healing_goes_over_to_the_steed() -> None:
    box = ridden()
    box.accept("heal", "Hero", amount=9)
    box.accept("act", "Hero", act="Lay on Hands", targets=["Hero"], choice={"amount": "5"})
    box.accept("damage", "Foe", amount=1, damageType="fire")
    box.accept("cast", "Clem", spell="Cure Wounds", targets=["Foe"])
    assert hp(box, STEED) == 5


def test_beside_the_steed_the_bond_is_told() -> None:
    box = ridden()
    box.accept("act", "Hero", act="Dismount")
    told = box.did("cast", "Hero", spell="Cure Wounds", targets=["Hero"])["text"]
    assert "within 5 feet of its rider, the steed regains as much" in told and hp(box, STEED) == 5


@pytest.mark.parametrize("end", ["death", "another", "removal"])
def test_the_bond_ends_with_the_steed(end: str) -> None:
    box = ridden()
    box.accept("act", "Hero", act="Dismount")
    if end == "death":
        box.accept("damage", STEED, amount=200, damageType="fire")
    elif end == "another":
        box.accept("cast", "Hero", spell="Find Steed", choice="fiend")
    else:
        box.accept("retire", STEED)
    bonds = [e for e in who(box, "Hero").creature.effects if e.name == "Life Bond"]
    assert len(bonds) == {"death": 0, "another": 1, "removal": 0}[end]
    assert box.accept("cast", "Hero", spell="Cure Wounds", targets=["Hero"])


@pytest.mark.stored
def test_the_bond_finds_the_steed_in_a_campaign() -> None:
    """A cast loads the creatures that it names; the bond leads to the steed, and undo to the state before."""
    table = Table(begun(ruleset="5.2"))
    for name, of in (("Hero", "paladin 9"), ("Clem", "cleric 5")):
        table.did("create", name=name, character={"classes": [of], "party": True, "hpMax": 60})
    table.did("cast", "Hero", spell="Find Steed", choice="fey")
    table.did("act", "Hero", act="Mount", targets=[STEED])
    for who_is, amount in ((STEED, 20), ("Hero", 30)):
        table.did("damage", who_is, amount=amount, damageType="fire")
    before = table.hp(STEED)
    table.did("cast", "Clem", spell="Cure Wounds", targets=["Hero"])
    assert table.hp(STEED) - before == table.hp("Hero") - 30 > 0
    table.did("undo")
    assert (table.hp(STEED), table.hp("Hero")) == (before, 30)
    table.game.close()


# ── the spells that a steed shares ──────────────────────────────────────────────────────────────────────────────────


def on_a_warhorse() -> Sandbox:
    box = hero("5.1", "paladin 9")
    box.accept("cast", "Hero", spell="Find Steed", choice={"form": "warhorse", "type": "fey"})
    box.accept("damage", "Warhorse", amount=12, damageType="fire")
    box.accept("act", "Hero", act="Mount", targets=["Warhorse"])
    return box


@pytest.mark.parametrize("targets", [["Hero", "Warhorse"], ["Warhorse", "Hero"]])
def test_the_steed_shares_a_spell_on_its_rider_alone(targets: list[str]) -> None:
    """SRD 5.1, Find Steed: Cure Wounds for one and Divine Favor for oneself go to both; the slot is one."""
    box = on_a_warhorse()
    before = hp(box, "Warhorse")
    box.accept("cast", "Hero", spell="Cure Wounds", targets=targets)
    assert hp(box, "Warhorse") - before == hp(box, "Hero") - 50 == 5
    box.accept("cast", "Hero", spell="Protection from Poison", targets=targets)
    assert all("Protection from Poison" in {e.name for e in who(box, n).creature.effects} for n in ("Hero", "Warhorse"))
    assert who(box, "Hero").creature.spent == {"slot_1": 1, "slot_2": 2}


def test_a_spell_for_oneself_takes_the_steed_along() -> None:
    box = on_a_warhorse()
    box.accept("cast", "Hero", spell="Divine Favor", targets=["Warhorse"])
    assert all("Divine Favor" in {e.name for e in who(box, n).creature.effects} for n in ("Hero", "Warhorse"))


def test_nobody_else_shares_a_spell() -> None:
    box = on_a_warhorse()
    box.reject("targets_count", "cast", "Hero", spell="Cure Wounds", targets=["Hero", "Foe"])
    box.reject("targets_count", "cast", "Hero", spell="Cure Wounds", targets=["Hero", "Warhorse", "Foe"])
    box.reject("only_for_itself", "cast", "Hero", spell="Divine Favor", targets=["Foe"])
    box.accept("act", "Hero", act="Dismount")
    box.reject("targets_count", "cast", "Hero", spell="Cure Wounds", targets=["Hero", "Warhorse"])
    box.reject("only_for_itself", "cast", "Hero", spell="Divine Favor", targets=["Warhorse"])


def test_there_is_one_warhorse() -> None:
    box = on_a_warhorse()
    box.accept("cast", "Hero", spell="Find Steed", choice={"form": "mastiff", "type": "fey"})
    assert everybody(box) == ["Foe", "Hero", "Mastiff"]


@pytest.mark.parametrize("act", ["Ready", "Dodge"])
def test_an_act_for_oneself_changes_nobody_else(act: str) -> None:
    box = table("5.2", Hero={"classes": ["fighter 5"]})
    box.reject("only_for_itself", "act", "Hero", act=act, targets=["Foe"])
