"""Whoever is inside another goes where that one goes and is out of reach of others; who is left in another room is held no more; friends who walk
together stay near each other (SRD, Behir: Swallow; Grappled; Cover; Aura of Protection).
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table

SOFT: Final = [{"target": "save.all", "op": "add", "value": -50}, {"target": "ac", "op": "add", "value": -9}]


def create(table: Table, name: str, of: str = "", **more: Any) -> None:
    sheet = {"abilities": dict.fromkeys(ABILITIES, 16), "hpMax": 300, "party": bool(of), **({"classes": [of]} if of else {}), **more}
    table.did("create", name=name, character=sheet)


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    """Heroes in a room with a hall to the north."""
    table = Table(begun(ruleset))
    create(table, "Pip", "rogue 3", size="small", modifiers=SOFT)
    create(table, "Elara", "wizard 9")
    create(table, "Cael", "cleric 9")
    create(table, "Roland", "paladin 9")
    assert table.send({"operation": "create", "name": "Hall", "fromName": "Lobby", "direction": "north"}, "manage_room")["ok"]
    return table


def swallowers() -> Iterator[tuple[Ruleset, str, str]]:
    """The creatures whose acts take somebody inside, with the act."""
    for ruleset in RULESETS:
        for row in rulebook_loading.rulebook(ruleset).creatures.values():
            acts = [act["name"] for act in row["character"].get("acts", ()) if "inside_source" in str(act)]
            if acts:
                yield ruleset, row["character"]["name"], acts[0]


def taken_in(ruleset: Ruleset, creature: str, act: str) -> Table:
    """A table at which the creature has just taken Pip in, by whatever grip its act asks for."""
    table = seated(ruleset)
    table.did("create", template=creature)
    table.did("apply", "Pip", condition="grappled", source=creature)
    table.did("act", creature, act=act, targets=["Pip"], force=True, d20=[19], seed=1)
    assert any("inside_source" in str(entry) for entry in table.thing("Pip").body["effects"]), (creature, act)
    return table


def test_there_are_such_creatures() -> None:
    assert len([*swallowers()]) == 16


@pytest.mark.parametrize(("ruleset", "creature", "act"), [*swallowers()])
def test_who_is_inside_goes_along_and_is_out_of_reach(ruleset: Ruleset, creature: str, act: str) -> None:
    table = taken_in(ruleset, creature, act)
    table.refused("inside_another", "attack", "Roland", targetName="Pip")
    table.refused("inside_another", "cast", "Cael", spell="Cure Wounds", targets=["Pip"])
    table.refused("inside_another", "cast", "Elara", spell="Fireball", targets=[creature, "Pip"])
    table.refused("inside_another", "attack", "Pip", targetName="Roland")
    assert table.ask("attack", "Pip", targetName=creature, d20=[19])["ok"]
    table.did("go", creature, direction="north")
    assert table.thing("Pip").parent_id == table.thing(creature).parent_id  # in the minute of the way it may have got free


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_grapple_ends_when_they_are_in_two_rooms(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    create(table, "Ulf")
    table.did("apply", "Pip", condition="grappled", source="Ulf")
    told = table.did("go", "Ulf", direction="north")["text"]
    assert "Pip is no longer grappled" in told
    assert not table.thing("Pip").body.get("conditions")
    table.did("apply", "Pip", condition="grappled", source="Roland")
    assert table.send({"operation": "join", "characterName": "Pip", "toName": "Hall"}, "manage_room")["ok"]
    assert not table.thing("Pip").body.get("conditions")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_those_who_walk_together_stay_near(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("near", "Roland", names=["Pip", "Elara"])
    table.did("go", direction="north", names=["Roland", "Pip"])
    assert "aura of protection" in table.did("save", "Pip", ability="wis", d20=[10])["text"]
    assert table.now.things["r0.2"].body.get("near") is None
    table.did("go", "Elara", direction="north")
    assert "Roland's aura of protection: +" not in table.did("save", "Elara", ability="wis", d20=[10])["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_spell_of_a_caster_who_leaves_the_game_ends(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    create(table, "Ulf", type="humanoid", modifiers=SOFT)
    table.did("cast", "Elara", spell="Hold Person", targets=["Ulf"], force=True, seed=1)
    assert table.thing("Ulf").body["conditions"]
    assert "Ulf" in table.did("retire", "Elara")["text"]
    assert not table.thing("Ulf").body.get("conditions")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ghost_leaves_the_body_that_falls(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("create", template="Ghost")
    table.did("act", "Ghost", act="Possession", targets=["Pip"], force=True, seed=1)
    assert "Possessed" in str(table.thing("Pip").body["effects"])
    table.did("damage", "Pip", amount=300, damageType="slashing")
    body = table.thing("Pip").body
    assert "Possessed" not in str(body["effects"])
    assert "incapacitated" not in str(body.get("conditions", ()))
    assert "Possession" in str(body["effects"])  # it is spared for a day


def test_a_harmful_spell_of_the_warded_one_ends_its_sanctuary() -> None:
    for ruleset in RULESETS:
        table = seated(ruleset)
        create(table, "Ulf", modifiers=SOFT)
        table.did("cast", "Cael", spell="Sanctuary", targets=["Elara"], force=True)
        assert table.thing("Elara").body["effects"]
        table.did("cast", "Elara", spell="Fireball", targets=["Ulf"], force=True, seed=1)
        assert not table.thing("Elara").body.get("effects")


def test_a_sleeper_concentrates_on_nothing_in_the_rules_of_2024() -> None:
    for ruleset, race, stays in (("5.1", "human", True), ("5.2", "human", False), ("5.2", "elf", True)):
        table = seated(ruleset)
        create(table, "Sol", "ranger 17", race=race)
        create(table, "Ulf")
        table.did("cast", "Sol", spell="Hunter's Mark", targets=["Ulf"], slot=5, force=True)
        table.did("rest", "Sol", kind="long")
        assert ("concentration" in table.thing("Sol").body) == stays, (ruleset, race)
