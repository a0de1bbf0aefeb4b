"""A small dungeon in the shape that donjon's generator exports, drawn here as letters.

`#` is rock, a digit is a room, `.` is a corridor, `+` is a door. Rooms 3 and 4 share a door.
"""

from typing import Any, Final

DRAWN: Final = (
    "####################",
    "#111#######222######",
    "#111+.....+222######",
    "#111#######222######",
    "##############+#####",
    "#########......#####",
    "######+.....########",
    "#333333+4444########",
    "#333333#4444########",
    "####################",
)
_BITS: Final = {"#": 0, ".": 4, "+": 131_072, **{n: 2 for n in "1234"}}


def _door(row: int, col: int, kind: str, desc: str, **more: Any) -> dict[str, Any]:
    return {"row": row, "col": col, "type": kind, "desc": desc, **more}


EXAMPLE: Final[dict[str, Any]] = {
    "cell_bit": {"nothing": 0, "block": 1, "room": 2, "corridor": 4, "perimeter": 16, "arch": 65_536, "door": 131_072, "locked": 262_144},
    "cells": [[_BITS[letter] for letter in row] for row in DRAWN],
    "corridor_features": {
        "a": {"key": "a", "summary": "Trap", "detail": "A pit, half covered.", "marks": [{"row": 5, "col": 11}]},
    },
    "details": {"walls": "Masonry", "floor": "Flagstone", "illumination": "Dark (creatures bring torches)", "temperature": "Cool", "special": None},
    "egress": [{"row": 1, "col": 2, "dir": "north", "depth": 1, "type": "door"}],
    "stairs": [{"row": 5, "col": 14, "dir": "east", "key": "down"}],
    "settings": {"name": "The Crypt of Ash", "level": 2, "n_rooms": 4},
    "wandering_monsters": {"1": "2 x Giant Rat (cr 1/8, mm 327)"},
    "rooms": [
        None,
        {
            "id": 1, "row": 1, "col": 1, "north": 1, "south": 3, "west": 1, "east": 3, "width": 30, "height": 30, "shape": "square",
            "contents": {"detail": {"room_features": "A stone dais stands in the middle."}},
            "doors": {"east": [_door(2, 4, "locked", "Locked Iron Door (DC 20 to open, DC 25 to break)")]},
        },
        {
            "id": 2, "row": 1, "col": 11, "north": 1, "south": 3, "west": 11, "east": 13, "width": 30, "height": 30, "shape": "square",
            "contents": {
                "inhabited": "Goblin",
                "detail": {
                    "monster": ["3 x Goblin (cr 1/4, mm 166) and 1 x Hobgoblin (cr 1/2, mm 186); medium, 250 xp", "--", "Treasure: 13 cp; 5 gp"],
                },
            },
            "doors": {
                "west": [_door(2, 10, "arch", "Archway")],
                "south": [
                    _door(
                        4, 14, "trapped", "Trapped Wooden Door (DC 10 to break)",
                        trap="Poison Needle: DC 12 to find, DC 14 to disable; +8 to hit",
                    ),
                ],
            },
        },
        {
            "id": 3, "row": 7, "col": 1, "north": 7, "south": 8, "west": 1, "east": 6, "width": 60, "height": 20, "shape": "square",
            "contents": {},
            "doors": {
                "east": [_door(7, 7, "secret", "Secret (DC 15 to find) Wooden Door", secret="Behind a tapestry.", out_id=4)],
                "north": [_door(6, 6, "arch", "Archway")],
            },
        },
        {
            "id": 4, "row": 7, "col": 8, "north": 7, "south": 8, "west": 8, "east": 11, "width": 40, "height": 20, "shape": "square",
            "contents": {
                "detail": {
                    "trap": ["Hidden Pit: DC 15 to find, DC 10 to disable; 10 ft deep"],
                    "hidden_treasure": [
                        "Hidden (DC 15 to find) Locked Iron Chest (DC 18 to open, DC 25 to break)", "--",
                        "200 sp; 2 x Potion of Healing (common, dmg 187); 3 x agate (10 gp)",
                    ],
                },
            },
            "doors": {"west": [_door(7, 7, "secret", "Secret (DC 15 to find) Wooden Door", out_id=3)]},
        },
    ],
}  # fmt: skip
"""Corridor 1 joins rooms 1 and 2; corridor 2, with a pit and stairs, joins rooms 2 and 3."""
