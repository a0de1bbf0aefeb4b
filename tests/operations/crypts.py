"""A crypt with a ground in which two heroes meet two goblins and an ogre, and what the answers say of who stands where."""

from typing import Any

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world.world_model import World
from tests.copies import begun, laid_alike
from tests.operations.table import Table, snapshot

SCORES = {"str": 16, "dex": 12, "con": 14, "int": 10, "wis": 12, "cha": 8}
GOBLIN = {"5.1": "Goblin", "5.2": "Goblin Warrior"}
CRYPT = {
    "size": "12x10",
    "features": [
        {"is": "pillar", "at": "C4 C7"},
        {"is": "furniture", "at": "F5-G5", "called": "altar"},
        {"is": "shallow_water", "at": "G8-H9"},
        {"is": "wall", "at": "I2-J3"},
        {"is": "pit", "at": "L5", "ft": 20},
    ],
}
ANN = Caller("player", "Ann", characters=("Oda",))


def room(table: Table, operation: str = "update", **fields: Any) -> dict[str, Any]:
    return table.send({"operation": operation, **fields}, "manage_room")


def crypt(game: Game, ground: Any = CRYPT) -> Table:
    """Oda and Pip have walked north into a crypt with a ground, in which two goblins and an ogre are."""
    table = Table(game)
    for name in ("Oda", "Pip"):
        table.did("create", name=name, character={"abilities": SCORES, "classes": {"fighter": 3}, "party": True})
    made = room(table, "create", name="Crypt", direction="north", **({"ground": ground} if ground else {}))
    assert made["ok"], made["text"]
    assert room(table, "go", direction="north")["ok"]
    for name in ("Goblin 1", "Goblin 2"):
        table.did("create", name=name, template=GOBLIN[game.campaign.ruleset], roomName="Crypt")
    table.did("create", name="Ogre", template="Ogre", roomName="Crypt")
    return table


@laid_alike
def fought(ruleset: Ruleset = "5.2", ground: Any = CRYPT, **more: Any) -> Table:
    table = crypt(begun(ruleset), ground)
    table.did("start_fight", names=["party", "Goblin 1", "Goblin 2", "Ogre"], space="measured", **more)
    return table


def where(table: Table, who: str | None = None, caller: Caller | None = None) -> str:
    payload = {"operation": "where", **({"characterName": who} if who else {})}
    answer = table.game.ask(payload, "read_campaign", "brief", *([caller] if caller else []))
    assert answer["ok"], answer["text"]
    return str(answer["text"])


def places(table: Table) -> dict[str, str]:
    answer = table.game.ask({"operation": "where"}, "read_campaign", "full")
    return dict(answer["results"][0]["places"])


def put(table: Table, **squares: str) -> None:
    for name, at in squares.items():
        table.did("place", names=[name.replace("_", " ")], to=at)


def turn_of(table: Table, who: str) -> None:
    """Let turns pass until it is this creature's."""
    for _ in range(70):
        if f"{who}'s turn" in table.game.ask({"operation": "who"}, "read_campaign")["text"]:
            return
        table.did("next_turn")
    raise AssertionError(f"{who} has no turn")


def world_of(table: Table) -> World:
    now = snapshot(table.game)
    return World(table.game.campaign, now.things, now.worn, exits=now.exits)


def inside(table: Table) -> dict[str, list[str]]:
    """The names of those inside each zone, as the record has it."""
    world = world_of(table)
    held = {}
    for one in world.things.values():
        if one.kind == "character":
            held.update({zone.act: sorted(world.things[id].name for id in zone.inside) for zone in one.creature.zones.values()})
    return held
