"""One line about the party, the fight and the time, for the bottom of a terminal. Apart because it asks once for each line and knows no
session.
"""

from typing import Any

from rpg_lite.game import Game
from rpg_lite.mechanics.turn import ledger, movement
from rpg_lite.rules.space.squares import square_name
from rpg_lite.world import combat
from rpg_lite.world.world_model import Ref


def status_line(game: Game) -> str:
    """Return the line with facts that the players know: "Round 1: Brenna's turn, left: action · Brenna HP 19/28 AC 18 slots 4 2 · day 1,
    08:03"; in a measured fight "Round 1: Brenna's turn at F6 with 25 ft, left: action". The turn comes first, because a narrow terminal shows only the beginning.
    """
    table = game.table()
    fight = table["fight"]
    left = f", left: {fight['left']['says'] or 'nothing'}" if fight and fight["left"] is not None else ""
    turn = [f"Round {fight['round']}: {fight['turn']}'s turn{_place(game)}{left}"] if fight else []
    return " · ".join([*turn, *map(_member, table["party"]), table["time"]])


def _place(game: Game) -> str:
    """Return the square of the hero whose turn it is and the feet that are left, where places count: " at F6 with 25 ft"."""
    world = game.store.read(game.campaign.id, lambda at: at.load([Ref("party"), Ref("fight"), Ref("people")], game.book))
    acting = world.things.get(combat.acting(world) or "")
    if acting is None or not acting.creature.is_member or not movement.is_measured(world, acting.id):
        return ""
    spot = acting.state.spot
    assert spot is not None  # who is measured has a spot
    feet = max(ledger.feet_left(world, acting.id, game.book).values(), default=0)
    return f" at {square_name((spot.x, spot.y), spot.z)} with {feet} ft"


def _member(who: dict[str, Any]) -> str:
    hp = f"HP {who['hp']['value']}/{who['hp']['max']}" if who["hp"]["max"] else "HP ?"
    slots = " ".join(str(row["left"]) for row in who["slots"])
    marks = ", ".join(who["conditions"])
    return " ".join(filter(None, (who["name"], hp, f"AC {who['ac']}", f"slots {slots}" if slots else "", f"({marks})" if marks else "")))
