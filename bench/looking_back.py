"""Measure what it costs to tell a model where the evening stands, in comparison with the party at a glance."""

import statistics
import time
from pathlib import Path
from typing import Any, Final

from rpg_lite import open_campaign
from rpg_lite.game import Game

Json = dict[str, Any]

PARTY: Final = {"Thorin": "fighter 5", "Elara": "wizard 5", "Snag": "rogue 5", "Mira": "cleric 5"}
GEAR: Final = ("Longsword", "Torch", "Backpack", "Potion of Healing", "Shield", "Chain Mail")
DEEDS: Final = 700
ROUNDS: Final = 25
REVS: Final = 50


def context_and_party(folder: Path) -> tuple[float, float]:
    """The processor seconds of a context of 2,000 tokens after 700 deeds, and of the party."""
    with open_campaign(folder / "context.db", seed=1) as game:
        _evening(game)
        return _beside(game, {"operation": "context", "budget": 2_000}, {"operation": "party"})


def recap_and_party(folder: Path) -> tuple[float, float]:
    """The processor seconds of a recap of fifty revs, and of the party as it was then."""
    with open_campaign(folder / "recap.db", seed=1) as game:
        _evening(game)
        return _beside(game, {"operation": "recap"}, {"operation": "party"}, "since", "atRev")


def _evening(game: Game) -> None:
    for name, calling in PARTY.items():
        _ask(game, "manage_character", {"operation": "create", "name": name, "character": {"classes": [calling], "party": True}})
        for item in GEAR:
            _ask(game, "manage_inventory", {"operation": "give", "characterName": name, "template": item})
    for n in range(DEEDS // 2):
        said = f"Line {n}: the tide takes the lower steps."
        _ask(game, "keep_journal", {"operation": "say", "text": said, "characterName": "Thorin"})
        _ask(game, "execute_action", {"operation": "heal", "characterName": "Elara", "amount": 1})


def _beside(game: Game, one: Json, other: Json, since: str = "", then: str = "") -> tuple[float, float]:
    """The medians of two questions asked in turns. Before each an hour passes, so that no answer is known; a key that is given takes the
    rev fifty revs ago.
    """
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for into, question, key in zip(took, (one, other), (since, then), strict=True):
            rev = _ask(game, "manage_character", {"operation": "advance", "characterName": "party", "duration": "1 hour"})["rev"]
            asked = {**question, **({key: rev - REVS} if key else {})}
            began = time.process_time()
            _ask(game, "read_campaign", asked)
            into.append(time.process_time() - began)
    return statistics.median(took[0]), statistics.median(took[1])


def _ask(game: Game, tool: str, payload: Json) -> Json:
    answer = game.ask(payload, tool=tool, detail="brief")
    if not answer["ok"]:
        raise RuntimeError(answer["text"])
    return answer
