"""Spells aimed at what is no creature: Dispel Magic at a zone by its name, Identify at an item by its name."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.high_heroes import lying, table
from tests.operations.table import Table
from tests.operations.worlds import Sandbox

WIZ, DRU = {"classes": ["wizard 13"]}, {"classes": ["druid 13"]}


def casters(ruleset: Ruleset) -> Sandbox:
    box = table(ruleset, Wiz=WIZ, Dru=DRU)
    box.accept("cast", "Dru", spell="Mage Armor", targets=["Dru"], force=True)
    box.accept("cast", "Dru", spell="Moonbeam", targets=["Foe"])
    return box


@pytest.mark.pure
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_zone_is_dispelled_by_its_name_alone(ruleset: Ruleset) -> None:
    box = casters(ruleset)
    told = box.did("cast", "Wiz", spell="Dispel Magic", targets=["moonbeam"])["text"]
    assert "Dru: Moonbeam ends" in told
    assert not box.thing("Dru").creature.zones and lying(box, "Dru") == ["Mage Armor"]
    box.refused("character_unknown", "cast", "Wiz", spell="Dispel Magic", targets=["Moonbeam"])
    box.refused("character_unknown", "cast", "Wiz", spell="Fireball", targets=["Web"])


@pytest.mark.stored
@pytest.mark.parametrize("fights", [False, True])
def test_a_zone_of_another_is_dispelled_by_its_name_in_a_database_too(fights: bool) -> None:
    with begun() as game:
        at = Table(game)
        for name, hero in (("Wiz", WIZ), ("Dru", DRU)):
            at.did("create", name=name, character=hero)
        at.did("cast", "Dru", spell="Moonbeam", force=True)
        if fights:
            at.did("start_fight", names=["Wiz", "Dru"])
        assert "Moonbeam ends" in at.did("cast", "Wiz", spell="Dispel Magic", targets=["Moonbeam"])["text"]


def test_a_spell_of_ones_own_dispels_the_zone_of_another_by_its_name() -> None:
    unravel = {"name": "Unravel", "level": 3, "school": "abjuration", "targets": "1", "steps": [{"remove": ["spell<=slot"]}]}
    with begun() as game:
        at = Table(game)
        at.did("create", name="Wiz", character={**WIZ, "spells": {"own": [unravel]}})
        at.did("create", name="Dru", character=DRU)
        at.did("cast", "Dru", spell="Moonbeam", force=True)
        assert "Moonbeam ends" in at.did("cast", "Wiz", spell="Unravel", targets=["Moonbeam"], force=True)["text"]


@pytest.mark.pure
@pytest.mark.parametrize("ruleset", RULESETS)
def test_identify_names_the_properties_of_an_item(ruleset: Ruleset) -> None:
    box = table(ruleset, Wiz=WIZ)
    box.accept("give", "Wiz", template="Wand of Fireballs")
    told = box.did("cast", "Wiz", spell="Identify", targets=["Wand of Fireballs"])["text"]
    assert "Wand of Fireballs is rare: needs attunement; 7 charges" in told and "casts Fireball" in told
    box.refused("item_unknown", "cast", "Wiz", spell="Identify", targets=["Wand of Web"])


@pytest.mark.pure
def test_identify_makes_a_thing_known_but_not_its_curse_and_a_dry_run_reveals_nothing() -> None:
    box = table("5.1", Wiz=WIZ)
    box.accept("give", "Wiz", template="Wand of Fireballs", identified=False)
    assert "7 charges" not in box.did("cast", "Wiz", spell="Identify", targets=["Wand of Fireballs"], dryRun=True)["text"]
    assert not box.thing("Wand of Fireballs").item.is_identified
    box.did("cast", "Wiz", spell="Identify", targets=["Wand of Fireballs"])
    assert box.thing("Wand of Fireballs").item.is_identified
    box.accept(
        "give",
        "Wiz",
        item={
            "name": "Grim Ring",
            "type": "wondrous",
            "rarity": "rare",
            "cursed": True,
            "modifiers": [{"target": "ac", "op": "add", "value": -5}],
        },
    )
    told = box.did("cast", "Wiz", spell="Identify", targets=["Grim Ring"])["text"]
    assert "Grim Ring is rare" in told and "5" not in told.partition("Grim Ring is")[2].partition(".")[0]
