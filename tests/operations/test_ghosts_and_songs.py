"""A ghost in a body is out of reach of all but what is for the undead; one save ends all that one song has laid, and its roll is told; a refusal of a
spell names the form or the effect that bars it (SRD: Ghost, Harpy, Wild Shape, Rage).
"""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table


@laid_alike
def seated(ruleset: Ruleset, creature: str) -> Table:
    table = Table(begun(ruleset))
    for name, of in (("Pip", "rogue 3"), ("Mage", "wizard 9"), ("Cael", "cleric 9")):
        sheet = {"abilities": dict.fromkeys(ABILITIES, 16), "hpMax": 200, "party": True, "classes": [of], "type": "humanoid"}
        table.did("create", name=name, character=sheet)
    table.did("create", template=creature)
    return table


def possessed(ruleset: Ruleset) -> Table:
    table = seated(ruleset, "Ghost")
    table.roll_with(falling(1))
    table.did("act", "Ghost", act="Possession", targets=["Pip"], force=True)
    assert "Possessed" in str(table.thing("Pip").body["effects"])
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_reaches_a_ghost_in_a_body_but_turning(ruleset: Ruleset) -> None:
    table = possessed(ruleset)
    table.refused("inside_another", "attack", "Mage", targetName="Ghost")
    table.refused("inside_another", "cast", "Mage", spell="Magic Missile", targets=["Ghost"])
    table.refused("inside_another", "cast", "Mage", spell="Fireball", targets=["Ghost", "Pip"])
    table.refused("inside_another", "attack", "Ghost", targetName="Mage")
    assert table.ask("cast", "Mage", spell="Magic Missile", targets=["Pip"])["ok"]
    assert table.ask("act", "Cael", act="Turn Undead", targets=["Ghost"])["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_goes_where_the_body_goes_and_comes_out(ruleset: Ruleset) -> None:
    table = possessed(ruleset)
    assert table.send({"operation": "create", "name": "Hall", "fromName": "Lobby", "direction": "north"}, "manage_room")["ok"]
    table.did("go", "Pip", direction="north", force=True)
    assert table.thing("Ghost").parent_id == table.thing("Pip").parent_id
    table.did("act", "Ghost", act="Possession: leave", targets=["Pip"])
    assert not table.thing("Ghost").body.get("effects")
    table.did("go", "Mage", direction="north")
    assert table.ask("attack", "Mage", targetName="Ghost")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_can_be_reached_when_the_body_falls(ruleset: Ruleset) -> None:
    table = possessed(ruleset)
    table.did("damage", "Pip", amount=200, damageType="fire")
    assert not table.thing("Ghost").body.get("effects")
    assert table.ask("attack", "Mage", targetName="Ghost")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_save_a_turn_for_all_that_one_song_laid(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Harpy")
    table.roll_with(falling(1))
    table.did("act", "Harpy", act="Luring Song", targets=["Pip"], force=True)
    told = table.did("advance", duration="1 round")["text"]
    assert told.count("WIS save") == 1, told
    table.roll_with(falling(20))
    told = table.did("advance", duration="1 round")["text"]
    assert told.count("WIS save") == 1 and "passes" in told, told
    assert not table.thing("Pip").body.get("conditions")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_refusal_of_a_spell_names_what_bars_it(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Commoner")
    table.did("create", name="Dru", character={"abilities": dict.fromkeys(ABILITIES, 16), "party": True, "classes": ["druid 9"]})
    table.did("act", "Dru", act="Wild Shape", choice={"form": "wolf"})
    assert "in the form of Wolf" in table.refused("cannot_act", "cast", "Dru", spell="Faerie Fire", targets=["Commoner"])["text"]
    table.did(
        "create", name="Bar", character={"abilities": dict.fromkeys(ABILITIES, 16), "party": True, "classes": ["barbarian 3", "druid 3"]}
    )
    table.did("act", "Bar", act="Rage")
    assert "no casting: Rage" in table.refused("cannot_act", "cast", "Bar", spell="Faerie Fire", targets=["Commoner"])["text"]


def test_every_possession_takes_its_maker_inside() -> None:
    for ruleset in RULESETS:
        for row in rulebook_loading.rulebook(ruleset).creatures.values():
            for act in row["character"].get("acts", ()):
                assert ("Possessed" in str(act)) == ("inside_whom_it_controls" in str(act)), (ruleset, row["character"]["name"])
