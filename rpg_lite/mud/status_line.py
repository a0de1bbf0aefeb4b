"""One line about the party, the fight and the time, for the bottom of a terminal. Apart because it asks once for each line and knows no
session.
"""

from typing import Any

from rpg_lite.game import Game


def status_line(game: Game) -> str:
    """Return the line with facts that the players know: "Round 1: Brenna's turn, left: action · Brenna HP 19/28 AC 18 slots 4 2 · day 1,
    08:03". The turn comes first, because a narrow terminal shows only the beginning.
    """
    table = game.table()
    fight = table["fight"]
    left = f", left: {fight['left']['says'] or 'nothing'}" if fight and fight["left"] is not None else ""
    turn = [f"Round {fight['round']}: {fight['turn']}'s turn{left}"] if fight else []
    return " · ".join([*turn, *map(_member, table["party"]), table["time"]])


def _member(who: dict[str, Any]) -> str:
    hp = f"HP {who['hp']['value']}/{who['hp']['max']}" if who["hp"]["max"] else "HP ?"
    slots = " ".join(str(row["left"]) for row in who["slots"])
    marks = ", ".join(who["conditions"])
    return " ".join(filter(None, (who["name"], hp, f"AC {who['ac']}", f"slots {slots}" if slots else "", f"({marks})" if marks else "")))
