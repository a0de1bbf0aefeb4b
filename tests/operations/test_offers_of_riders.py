"""A hit offers a rider only if the rider can still join it: the roll, the wounds, the company and the turn are known by then."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.creature.own_riders import plays_by_itself
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Answer, Table

SCORES = {"str": 16, "dex": 16, "con": 14, "int": 10, "wis": 14, "cha": 14}
CONDITIONS = {
    "Sneak Attack": ("advantage|ally_near", "not disadvantage"),
    "Colossus Slayer": ("missing_hp>=1",),
    "Frenzy": ("self:rage", "self:reckless attack"),
    "Brutal Strike": ("self:reckless attack", "not disadvantage"),
    "Tactical Master": ("size<=large",),
    "Hill's Tumble": ("size<=large",),
    "weapon_mastery": ("size<=large",),
    "Dagger of Venom": ("self:Venomous Blade",),
}
"""Feature or item → the conditions of its rider of a hit that the attacker can see; those about the nature of the target are secret."""
HEROES: dict[str, tuple[dict[str, Any], str]] = {
    "Rog": ({"classes": ["rogue 5"]}, "Dagger"),
    "Ran": ({"classes": ["ranger 5"], "choices": {"subclass": "hunter", "hunter's prey": "colossus slayer"}}, "Longsword"),
    "Pal": ({"classes": ["paladin 5"]}, "Longsword"),
}


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    ruleset: Ruleset = request.param
    return Table(begun(ruleset))


def arm(table: Table, *names: str) -> Table:
    for name in names:
        character, weapon = HEROES[name]
        table.did("create", name=name, character={**character, "abilities": SCORES, "party": True})
        table.did("give", name, template=weapon, equip=True)
    table.did("create", name="Foe", character={"hpMax": 300, "party": False})
    return let(table, 15)


def hits(table: Table, who: str, *told: str) -> Answer:
    return table.did("attack", who, targetName="Foe", **({"with": list(told)} if told else {}))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_condition_of_the_data_is_missing_here(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    of_features = [(f.name, r) for f in book.features.values() for r in f.riders]
    of_items = [(t.item.name, r) for t in book.templates.values() for r in t.item.riders]
    secret = ("target:", "not target:", "hp", "{", "nat20", "critical")
    for name, rider in (*of_features, *of_items):
        seen = tuple(word for word in rider.if_ if not word.startswith(secret))
        if rider.rider.partition(":")[0] in ("attack", "hit") and seen and not plays_by_itself(rider):
            assert CONDITIONS.get(name) == seen, (name, seen)


def test_a_sneak_attack_needs_an_ally_or_advantage(table: Table) -> None:
    arm(table, "Rog")
    table.did("create", name="Second Foe", character={"hpMax": 300, "party": False})
    assert "Sneak Attack" not in hits(table, "Rog")["text"]
    assert "may add Sneak Attack" in hits(table, "Rog", "ally_near")["text"]
    assert "may add Sneak Attack" in table.did("attack", "Rog", targetName="Foe", mode="advantage")["text"]
    table.did("create", name="Ola", character={"party": True, "hpMax": 20})
    assert "may add Sneak Attack" in hits(table, "Rog")["text"]
    assert "Sneak Attack" not in table.did("attack", "Rog", targetName="Foe", mode="disadvantage")["text"]
    table.did("apply", "Ola", condition="unconscious")
    assert "Sneak Attack" not in hits(table, "Rog")["text"]


def test_a_rider_used_this_turn_is_not_offered_again(table: Table) -> None:
    arm(table, "Rog", "Pal")
    table.did("start_fight", names=["Rog", "Pal", "Foe"], d20=[20, 10, 5])
    assert "may add Sneak Attack" in hits(table, "Rog", "ally_near")["text"]
    hits(table, "Rog", "Sneak Attack", "ally_near")
    assert "Sneak Attack" not in hits(table, "Rog", "ally_near")["text"]


def test_a_colossus_slayer_needs_a_wound(table: Table) -> None:
    arm(table, "Ran")
    assert "Colossus Slayer" not in hits(table, "Ran")["text"]
    assert "may add Colossus Slayer (1d8)" in hits(table, "Ran")["text"]


def test_no_rider_is_offered_for_a_miss_or_by_a_dry_run(table: Table) -> None:
    arm(table, "Rog", "Ran", "Pal")
    for who in HEROES:
        assert "may add" not in table.did("attack", who, targetName="Foe", dryRun=True)["text"]
    let(table, 2)
    for who in HEROES:
        text = hits(table, who, *(("ally_near",) if who == "Rog" else ()))["text"]
        assert "a miss" in text and "may add" not in text and "Smite" not in text


def test_a_cleave_needs_a_second_creature() -> None:
    table = Table(begun("5.2"))
    choices = {"weapon mastery": ["greataxe", "longsword"]}
    table.did("create", name="Bar", character={"classes": ["barbarian 5"], "choices": choices, "abilities": SCORES, "party": True})
    table.did("give", "Bar", template="Greataxe", equip=True)
    table.did("create", name="Foe", character={"hpMax": 300, "party": False})
    let(table, 15)
    assert "Cleave" not in hits(table, "Bar")["text"]
    table.did("create", name="Other", character={"hpMax": 300, "party": False})
    assert "may add Cleave" in hits(table, "Bar")["text"]


@pytest.mark.parametrize(("who", "spells"), [("paladin 1", ["Bless"]), ("fighter 5", None), ("wizard 5", ["Shield"])])
def test_a_smite_is_proposed_only_to_a_creature_that_has_it(table: Table, who: str, spells: list[str] | None) -> None:
    arm(table)
    prepared = {"spells": {"prepared": spells}} if spells and (who != "paladin 1" or table.game.campaign.ruleset == "5.2") else {}
    table.did("create", name=who, character={"classes": [who], "abilities": SCORES, "party": True, **prepared})
    table.did("give", who, template="Dagger", equip=True)
    assert "Smite" not in hits(table, who)["text"]
    refused = table.refused("rider_unknown", "attack", who, targetName="Foe", **{"with": ["Divine Smite"]})
    assert "cast" not in refused["text"]


def test_a_smite_without_a_slot_is_not_proposed(table: Table) -> None:
    arm(table, "Pal")
    assert "May answer: Pal" in hits(table, "Pal")["text"]
    for spell in ("Bless", "Bless", "Bless", "Bless", "Aid", "Aid"):
        table.did("cast", "Pal", spell=spell, targets=["Pal"], force=True)
    if table.game.campaign.ruleset == "5.2":
        table.did("cast", "Pal", spell="Divine Smite", targets=["Foe"], force=True)
    assert "Smite" not in hits(table, "Pal")["text"]
