"""A campaign with a map as large as you like: a grid of rooms, each joined to the next on its row and on its column, both ways."""

from math import isqrt
from pathlib import Path
from typing import Final

from sqlalchemy import text

from rpg_lite import open_campaign
from rpg_lite.game import Game

_ROOMS: Final = """
INSERT INTO thing (campaign_id, id, parent_id, kind, name, name_key, quantity, available, body, created_at, updated_at)
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)
SELECT :campaign, 'r9.' || i, 'w', 'room', 'Room ' || i, 'room ' || i, 1, 1, '{"description": "Bare rock."}', 0, 0 FROM n
"""
_WAYS: Final = """
INSERT INTO exit (campaign_id, id, from_room, label, direction, to_room, kind, state, hidden, minutes, back, note, created_at, updated_at)
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)
SELECT :campaign, 'e9.' || (i * 4 + :side), 'r9.' || i, :label, :label, 'r9.' || (i + :step), 'passage', 'open', 0, 1,
  'e9.' || ((i + :step) * 4 + :other), '', 0, 0
FROM n WHERE i + :step BETWEEN 0 AND :count - 1 AND (ABS(:step) > 1 OR i / :width = (i + :step) / :width)
"""


def made(file: Path, count: int) -> Game:
    """So many rooms; the party stands in the middle."""
    game = open_campaign(file)
    game.ask({"operation": "create", "name": "Thorin", "character": {"party": True}}, tool="manage_character")
    width = isqrt(count)
    sides = (("east", 0, 1, 1), ("west", 1, 0, -1), ("south", 2, 3, width), ("north", 3, 2, -width))
    with game.store._database.writer.connect() as connection:
        given = {"campaign": game.campaign.id, "count": count, "width": width}
        connection.execute(text(_ROOMS), given)
        for label, side, other, step in sides:
            connection.execute(text(_WAYS), {**given, "label": label, "side": side, "other": other, "step": step})
        middle = f"r9.{count // 2 + width // 2}"
        connection.execute(text("UPDATE thing SET parent_id = :middle WHERE name = 'Thorin'"), {"middle": middle})
        connection.exec_driver_sql("ANALYZE")
        connection.commit()
    return game


def look(game: Game) -> None:
    """Asked of the database, not of the answers that are kept."""
    game._kept.clear()
    answer = game.ask({"operation": "look"}, tool="manage_room", detail="brief")
    if not answer["ok"] or "Ways: north" not in answer["text"]:
        raise RuntimeError(answer["text"])
