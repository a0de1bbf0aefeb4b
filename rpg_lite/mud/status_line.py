"""One line about the party, the fight and the time, for the bottom of a terminal."""

from typing import Any

from rpg_lite.game import Game


def status_line(game: Game) -> str:
    """The line, as the players know the world: "Brenna HP 19/28 AC 18 slots 4 2 · Round 1: Brenna's turn, left: action · day 1, 08:03"."""
    table = game.table()
    fight = table["fight"]
    left = f", left: {', '.join(fight['left']) or 'nothing'}" if fight and fight["left"] is not None else ""
    turn = [f"Round {fight['round']}: {fight['turn']}'s turn{left}"] if fight else []
    return " · ".join([*map(_member, table["party"]), *turn, table["time"]])


def _member(who: dict[str, Any]) -> str:
    hp = f"HP {who['hp']['value']}/{who['hp']['max']}" if who["hp"]["max"] else "HP ?"
    slots = " ".join(str(row["left"]) for row in who["slots"])
    marks = ", ".join(who["conditions"])
    return " ".join(filter(None, (who["name"], hp, f"AC {who['ac']}", f"slots {slots}" if slots else "", f"({marks})" if marks else "")))
