"""What a short rest without hit dice leaves undone: who is still hurt, and the line that heals. Apart because it is advice about one deed,
and the session is long.
"""

from collections.abc import Mapping
from typing import Any, Final

from rpg_lite.game import Game
from rpg_lite.messages.render_context import join_names

UNSPENT: Final = "No hit dice were spent, and {names} {are} still hurt: rest short 1 spends one hit die each."


def spends_nothing(payload: Mapping[str, Any]) -> bool:
    return payload["operation"] == "rest" and payload.get("kind") == "short" and not payload.get("hitDice")


def advice(game: Game) -> str:
    """The sentence about those who are hurt; empty if nobody is. A creature at 0 hit points gains nothing from hit dice."""
    hurt = [who["name"] for who in game.table()["party"] if who["hp"]["max"] and 0 < who["hp"]["value"] < who["hp"]["max"]]
    return UNSPENT.format(names=join_names(hurt), are="is" if len(hurt) == 1 else "are") if hurt else ""
