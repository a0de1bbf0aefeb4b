"""Companions of the party: the creatures that its members have summoned come along, and nobody meets them as strangers."""

import itertools
from collections.abc import Iterator

import pytest

from rpg_lite.vocabulary import RULESETS
from tests.copies import begun
from tests.operations.table import Answer, Table

ROOMS = ("Lobby", "Yard", "Hall", "Attic")


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    """A wizard with a raven, and her friend; Yard, Hall and Attic lie one behind the other to the east of them, and are all known."""
    with begun(request.param) as game:
        table = Table(game)
        for name in ("Wim", "Bo"):
            table.did("create", name=name, character={"classes": ["wizard 5"], "party": True})
        for before, name in itertools.pairwise(ROOMS):
            room(table, "create", name=name, fromName=before, direction="east")
        for _ in ROOMS[1:]:
            room(table, "go", direction="east")
        room(table, "leave")
        table.did("cast", "Wim", spell="Find Familiar", choice={"form": "raven", "type": "fey"}, force=True)
        yield table


def room(table: Table, operation: str, **fields: object) -> Answer:
    answer = table.send({"operation": operation, **fields}, "manage_room")
    assert answer["ok"], answer["text"]
    return answer


def place(table: Table, who: str) -> str:
    return table.now.things[table.thing(who).parent_id or ""].name


def test_a_familiar_goes_with_the_party(table: Table) -> None:
    text = room(table, "go", direction="east")["text"]
    assert "Wim, Bo and Raven" in text and place(table, "Raven") == "Yard"
    room(table, "go", toName="Attic")
    assert place(table, "Raven") == "Attic"
    room(table, "join", toName="Lobby")
    assert place(table, "Raven") == "Lobby"


def test_one_who_goes_alone_leaves_it_behind(table: Table) -> None:
    room(table, "go", characterName="Bo", direction="east")
    assert place(table, "Raven") == "Lobby"


def test_a_companion_that_cannot_walk_is_named(table: Table) -> None:
    table.did("apply", "Raven", condition="unconscious")
    assert "stay behind in Lobby: Raven" in room(table, "go", direction="east")["text"]
    assert place(table, "Raven") == "Lobby"


def test_the_party_does_not_stop_at_its_own_scout(table: Table) -> None:
    room(table, "go", characterName="Raven", direction="east")
    assert "stop" not in room(table, "go", toName="Attic")["text"]
    assert place(table, "Wim") == "Attic"


def test_a_stranger_still_stops_it(table: Table) -> None:
    table.did("create", name="Mug", template="Goblin")
    room(table, "join", toName="Hall", names=["Mug"])
    assert "They stop in Hall, where they meet: Mug." in room(table, "go", toName="Attic")["text"]


def test_a_companion_is_brought_to_the_fight_and_not_the_foes_to_it(table: Table) -> None:
    table.did("create", name="Mug", template="Goblin")
    room(table, "go", characterName="Raven", direction="east")
    refused = table.refused("fights_elsewhere", "start_fight", names=["Mug", "Wim", "Raven"])
    proposed = refused["error"]["try"]
    raven, lobby = table.thing("Raven").id, table.thing("Wim").parent_id
    assert (proposed["names"], proposed["toId"]) == ([raven], lobby)
    assert table.send(proposed, "manage_room")["ok"] and place(table, "Raven") == "Lobby"
