"""Very large worlds for the table of speeds, written directly into the database, because they have too many rooms to dig by commands.

Room n has exits to and from room n // 3, and every fourth room to the next one: loops, hubs, and about 25 steps across a million rooms.
"""

import time
from pathlib import Path

from sqlalchemy import text

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.store.tables import EXIT, THING

_NUMBERS = "WITH RECURSIVE room(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM room WHERE n < :most)"
_ROOMS = f"""
INSERT INTO thing (campaign_id, id, parent_id, kind, name, name_key, quantity, available, body, created_at, updated_at)
{_NUMBERS} SELECT :campaign, 'r1.' || n, 'w', 'room', 'Room ' || n, 'room ' || n, 1, true, '{{"seen": "visited"}}', 0, 0 FROM room
"""
_EXITS = f"""
INSERT INTO exit (campaign_id, id, from_room, label, direction, to_room, kind, state, hidden, minutes, back, note, created_at, updated_at)
{_NUMBERS}, pair(kind, a, b) AS (
  SELECT 1, n, n / 3 FROM room WHERE n >= 3 UNION ALL SELECT 3, n, n + 1 FROM room WHERE n % 4 = 0 AND n < :most)
SELECT :campaign, 'e' || kind || '.' || a, 'r1.' || a, 'north ' || kind || a, 'north', 'r1.' || b, 'passage', 'open', false, 1,
  'e' || (kind + 1) || '.' || a, '', 0, 0 FROM pair
UNION ALL
SELECT :campaign, 'e' || (kind + 1) || '.' || a, 'r1.' || b, 'south ' || kind || a, 'south', 'r1.' || a, 'passage', 'open', false, 1,
  'e' || kind || '.' || a, '', 0, 0 FROM pair
"""


def dug(file: Path, rooms: int, at: str | None = None) -> tuple[Game, float]:
    """Make a game with many rooms and a hero in the room `at`, or else in the last room; also return the seconds for the writes."""
    game = open_campaign(file)
    began = time.perf_counter()
    with game.store._database.writer.connect() as connection:
        indexes = [index for table in (THING, EXIT) for index in table.indexes]
        for index in indexes:
            index.drop(connection)
        for asked in (_ROOMS, _EXITS):
            connection.execute(text(asked), {"campaign": game.campaign.id, "most": rooms})
        for index in indexes:
            index.create(connection)
        connection.commit()
    took = time.perf_counter() - began
    game.ask({"operation": "create", "name": "Thorin", "character": {"party": True}}, tool="manage_character")
    with game.store._database.writer.connect() as connection:
        connection.execute(text("UPDATE thing SET parent_id = :room WHERE kind = 'character'"), {"room": at or f"r1.{rooms}"})
        connection.commit()
    return game, took


def ancestor(room: int, steps: int) -> str:
    """The room some steps closer to the first one."""
    for _ in range(steps):
        room //= 3
    return f"r1.{room}"


def look(game: Game) -> str:
    """Ask the database, not the answer cache."""
    game._fast.forget()
    game.store._memories.clear()
    answer = game.ask({"operation": "look"}, tool="manage_room", detail="brief")
    if not answer["ok"]:
        raise RuntimeError(answer["text"])
    return str(answer["text"])
