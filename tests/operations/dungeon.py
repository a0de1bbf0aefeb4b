"""A small dungeon under the first room, put into the campaign as events."""

from typing import Any, Final

from rpg_lite.game import Game
from rpg_lite.vocabulary import OPPOSITE, Direction
from rpg_lite.world.events import Changed, Created, Event, ExitOpened
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import FIRST_ROOM_ID, WORLD_ID, Exit, Ref, Thing

YARD, HALL, KITCHEN, CELLAR, VAULT, CRYPT = (f"r9.{n}" for n in range(1, 7))
NAMES: Final = {YARD: "Yard", HALL: "Hall", KITCHEN: "Kitchen", CELLAR: "Cellar", VAULT: "Vault", CRYPT: "Crypt"}
BEEN: Final = {YARD: "visited", HALL: "visited", KITCHEN: "seen", CELLAR: "visited"}
OPENED: Final = {HALL: {"doors": ["e9.13", "e9.62"]}, CELLAR: {"doors": ["e9.18"]}}
"""Rooms whose closed doors somebody has seen open."""


def both(n: int, a: str, direction: Direction, b: str, **more: Any) -> tuple[Event, Event]:
    """An exit and the exit back, which share their door."""
    there, back = f"e9.{n}", f"e9.{n + 1}"
    return (
        ExitOpened(Exit(there, a, direction, direction, b, back=back, **more)),
        ExitOpened(Exit(back, b, OPPOSITE[direction], OPPOSITE[direction], a, back=there, **more)),
    )


EVENTS: Final[tuple[Event, ...]] = (
    *(
        Created(
            Thing(id, "room", name, WORLD_ID, body={"description": "…"} | OPENED.get(id, {}) | ({"seen": BEEN[id]} if id in BEEN else {}))
        )
        for id, name in NAMES.items()
    ),
    *both(10, FIRST_ROOM_ID, "north", YARD),
    *both(12, FIRST_ROOM_ID, "east", HALL, kind="door", state="closed", minutes=2),
    *both(14, HALL, "east", KITCHEN),
    *both(16, HALL, "down", CELLAR, kind="stairs"),
    *both(18, CELLAR, "east", VAULT, kind="door", state="locked", key_name="Iron Key", dc=15),
    *both(20, CELLAR, "west", CRYPT, kind="secret_door", hidden=True),
    ExitOpened(Exit("e9.22", YARD, "east", "southeast", HALL, minutes=9)),
    ExitOpened(Exit("e9.23", YARD, "north", "north", None)),
    Changed(FIRST_ROOM_ID, "body.doors", None, ["e9.12"]),
)


def dig(game: Game, *events: Event) -> None:
    """Records these events, as any command would."""

    def work(writing: Any) -> None:
        before = writing.load([Ref("bearer", id=WORLD_ID), Ref("bearer", id=FIRST_ROOM_ID)])
        after = evolve_all(before, events)
        writing.record(before, after, events, tool="test", request_id=None, request_hash="", answer={"text": "dug"})

    game.store.write(game.campaign.id, work)
