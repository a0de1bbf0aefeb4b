"""Measure the time of acts and turns in comparison with one attack, and the Python calls of a short change, in this process and with
durable commands.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import heroes
from calls import python_calls

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM
from rpg_lite.game import Game
from rpg_lite.store.writer_turns import WriterBusy

Json = dict[str, Any]

TARGETS: Final = tuple(f"Ogre {n}" for n in range(1, 9))
FIGHTERS: Final = tuple(f"Hero {n}" for n in range(12))
ZONES: Final = (("Hero 0", "cleric 9", "Spirit Guardians"), ("Hero 1", "druid 9", "Moonbeam"), ("Hero 2", "wizard 9", "Web"))
THINGS: Final = 20
ROUNDS: Final = 24
ATTACK: Final[Json] = {"operation": "attack", "characterName": "Thorin", "targetName": "Ogre 1", "d20": [19]}


def fireball_and_attack(folder: Path) -> tuple[float, float]:
    """The processor seconds of a fireball on eight creatures, and of one attack."""
    cast = {"operation": "cast", "characterName": "Elara", "spell": "Fireball", "targets": list(TARGETS)}
    with open_campaign(folder / "fireball.db", seed=1) as game:
        ogres = {name: {"hpMax": 10_000} for name in TARGETS}
        _people(game, {"Elara": {"classes": ["wizard 5"]}, "Thorin": {"classes": ["fighter 5"]}, **ogres})
        again = {"operation": "update", "characterName": "Elara", "unset": ["spent"]}
        return _beside(game, cast, lambda: _ask(game, again, "manage_character"))


def turn_and_attack(folder: Path) -> tuple[float, float]:
    """The processor seconds of the next turn among twelve fighters with twenty things each, three zones and twenty triggers, and of one
    attack.
    """
    with open_campaign(folder / "turns.db", seed=1) as game:
        classes = dict.fromkeys(FIGHTERS, "fighter 9") | {who: of for who, of, _ in ZONES}
        fighters = {who: {"classes": [of], "hpMax": 10_000} for who, of in classes.items()}
        _people(game, {"Thorin": {"classes": ["fighter 5"]}, "Ogre 1": {"hpMax": 10_000}, **fighters})
        for who in FIGHTERS:
            _ask(game, {"batch": heroes.gives(who, THINGS)}, "manage_inventory")
        _ask(game, {"operation": "start_fight", "names": list(FIGHTERS), "seed": 1})
        for who, _, spell in ZONES:
            _ask(game, {"operation": "cast", "characterName": who, "spell": spell, "force": True, "choice": "radiant"})
            for inside in FIGHTERS[3:9]:
                _ask(game, {"operation": "act", "characterName": inside, "act": "enter", "zone": spell})
        burns = {"on": [{"on": "turn_start", "then": [{"damage": "1", "type": "fire"}]}]}
        for n in range(20):
            who = FIGHTERS[n % len(FIGHTERS)]
            steps = [{"apply": {"name": f"Glow {n}", **burns}, "for": "8 hours"}]
            _ask(game, {"operation": "act", "characterName": who, "act": f"Glow {n}", "targets": [who], "steps": steps})
        return _beside(game, {"operation": "next_turn"}, lambda: None)


def _beside(game: Game, payload: Json, between: Callable[[], object]) -> tuple[float, float]:
    """The least seconds of a command, and of one attack in the same campaign; the first rounds load the slices."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for seconds, what in zip(took, (payload, ATTACK), strict=True):
            began = time.process_time()
            _ask(game, what)
            seconds.append(time.process_time() - began)
        between()
    return min(took[0][3:]), min(took[1][3:])


def calls_of_an_equip(folder: Path) -> int:
    """The Python calls of an equip that the event loop answers."""
    on = {"characterName": "Thorin", "itemName": "Shield +1"}
    with open_campaign(folder / "calls.db", seed=1) as game:
        document = {"character": {"name": "Thorin", "classes": ["fighter 5"]}, "equipped": [{"item": "Shield, +1", "slot": "offhand"}]}
        _ask(game, {"operation": "import", "document": document}, "manage_character")
        _ask(game, {"operation": "view", "characterName": "Thorin"}, "manage_inventory")
        found = []
        for _ in range(ROUNDS):
            _at_once(game, {**on, "operation": "unequip"})
            found.append(python_calls(lambda: _at_once(game, {**on, "operation": "equip"})))
        return min(found)  # with a busy disk, it may take more than one try


def _at_once(game: Game, payload: Json) -> None:
    """Make the change on the event loop; while the disk is slow, a thread makes it."""
    for _ in range(100):
        try:
            if game.at_once(payload, "manage_inventory", "brief", GM) is not None:
                return
        except WriterBusy:
            pass
        time.sleep(0.05)
    raise RuntimeError("the event loop never answered")


def _people(game: Game, characters: dict[str, Json]) -> None:
    for name, character in characters.items():
        _ask(game, {"operation": "create", "name": name, "character": character}, "manage_character")


def _ask(game: Game, payload: Json, tool: str = "execute_action") -> None:
    answer = game.ask(payload, tool=tool, detail="brief")
    if not answer["ok"]:
        raise RuntimeError(answer["text"])
