"""Measure what places cost: the same calls in a fight that measures and in one that tells, and geometry alone."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from rows import Row

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.rules.space.aims import AreaAim, Crowd
from rpg_lite.rules.space.cover import Bystander, cover_from
from rpg_lite.rules.space.features import GroundFeature
from rpg_lite.rules.space.ground import Ground, ground_of
from rpg_lite.rules.space.paths import find_walk, reachable
from rpg_lite.rules.space.placing import best_places
from rpg_lite.rules.space.shapes import EffectArea
from rpg_lite.rules.space.squares import Space
from rpg_lite.rules.space.steps import Mover, Occupant

Json = dict[str, Any]

ROUNDS: Final = 24
FIRST: Final = 3
"""Rounds that load the slices and do not count."""
ATTACK: Final[Json] = {"operation": "attack", "characterName": "Thorin", "targetName": "Ogre 1", "d20": [19]}
FIREBALL: Final[Json] = {"operation": "cast", "characterName": "Hero 0", "spell": "Fireball", "force": True, "seed": 1}
NEXT: Final[Json] = {"operation": "next_turn"}
WIDE: Final = 60
NARROW: Final = 24


def rows(folder: Path) -> Iterator[Row]:
    """Compare calls in fights that measure with the same in fights that tell, or with another in the same fight; geometry alone is in ms."""
    for name, limit, (took, other) in (
        ("an attack among 8 in a measured fight, against one in a told fight", 1.2, attacks(folder)),
        ("the next turn of 20 in a measured fight, against that of a told one", 1.5, turns(folder)),
        ("a fireball by whom it catches among 8 in a measured fight, against one by its targets in a told one", 1.3, fireballs(folder)),
        ("a move of six squares among 8, against one attack", 1.0, move_and_attack(folder)),
        ("where 8 stand, against a look around", 2.0, where_and_look(folder)),
    ):
        beside = f"{took * 1e3:.1f} ms against {other * 1e3:.1f} ms of the processor's time"
        yield Row(name, took / other, "≤", limit, beside)
    crowd = "60 × 60 squares, 30 creatures, 80 pillars"
    yield Row("ms for the cover of one from another", cover() * 1e3, "≤", 1, crowd)
    for name, limit, took in zip(("the best sphere of 20 ft", "the best cone of 60 ft"), (5, 20), areas(), strict=True):
        yield Row(f"ms for {name}", took * 1e3, "≤", limit, "24 × 24 squares, 30 creatures")
    for name, limit, took in zip(("a way across", "all places that can be reached"), (10, 30), paths(), strict=True):
        yield Row(f"ms for {name}", took * 1e3, "≤", limit, crowd)


def attacks(folder: Path) -> tuple[float, float]:
    """The processor seconds of one attack among eight, measured and told."""
    with _fight(folder / "attack_measured.db", 8, "measured") as measured, _fight(folder / "attack_told.db", 8, "told") as told:
        found = _in_turns([lambda: _ask(measured, ATTACK), lambda: _ask(told, ATTACK)])
    return found[0], found[1]


def turns(folder: Path) -> tuple[float, float]:
    """The processor seconds of the next turn among twenty, measured and told."""
    with _fight(folder / "turn_measured.db", 20, "measured") as measured, _fight(folder / "turn_told.db", 20, "told") as told:
        found = _in_turns([lambda: _ask(measured, NEXT), lambda: _ask(told, NEXT)])
    return found[0], found[1]


def fireballs(folder: Path) -> tuple[float, float]:
    """The processor seconds of a fireball among eight that finds its place and its targets, and of one that names them where nothing is measured."""
    with _fight(folder / "fireball_measured.db", 8, "measured") as measured, _fight(folder / "fireball_told.db", 8, "told") as told:
        caught = FIREBALL | {"catch": ["enemies"]}
        named = FIREBALL | {"targets": [f"Ogre {n}" for n in (1, 2, 3, 4)]}
        found = _in_turns([lambda: _ask(measured, caught), lambda: _ask(told, named)])
    return found[0], found[1]


def areas() -> tuple[float, float]:
    """The seconds of the best sphere and of the best cone among thirty creatures on bare ground of 24 × 24 squares."""
    ground = ground_of(NARROW, NARROW, [])
    spaces = {f"Creature {n}": Space((n * 7) % NARROW, (n * 11 + n // 8) % NARROW) for n in range(30)}
    foes = {name: space for n, (name, space) in enumerate(spaces.items()) if n % 2}
    crowd = Crowd(foes, avoided={name: space for name, space in spaces.items() if name not in foes})
    maker = Space(12, 12)
    sphere, cone = (AreaAim(EffectArea(shape, feet), maker, 150) for shape, feet in (("sphere", 20), ("cone", 60)))
    return _best(lambda: best_places(ground, sphere, crowd)), _best(lambda: best_places(ground, cone, crowd))


def move_and_attack(folder: Path) -> tuple[float, float]:
    """The processor seconds of a walk of six squares among eight, and of one attack in the same fight."""
    with _fight(folder / "move.db", 8, "measured") as game:
        squares = [{"operation": "move", "characterName": "Thorin", "to": to} for to in ("I20", "C20")]

        def turn_of_thorin() -> None:
            while "Thorin's turn" not in game.ask(NEXT, "execute_action")["text"]:
                pass

        took: tuple[list[float], list[float]] = ([], [])
        _ask(game, {"operation": "place", "names": ["Thorin"], "to": "C20"})
        for n in range(ROUNDS):
            turn_of_thorin()
            took[0].append(_seconds(lambda n=n: _ask(game, squares[n % 2])))
            took[1].append(_seconds(lambda: _ask(game, {**ATTACK, "force": True})))
    return min(took[0][FIRST:]), min(took[1][FIRST:])


def where_and_look(folder: Path) -> tuple[float, float]:
    """The processor seconds of `where` for one of eight, and of a look around in the same fight. Each comes after a change, so that neither answer
    is at hand.
    """
    with _fight(folder / "where.db", 8, "measured") as game:
        change = {"operation": "damage", "characterName": "Ogre 1", "amount": 1, "damageType": "fire"}
        where = {"operation": "where", "characterName": "Thorin"}
        found = _in_turns(
            [lambda: _ask(game, where, "read_campaign"), lambda: _ask(game, {"operation": "look"}, "manage_room")],
            lambda: _ask(game, change),
        )
    return found[0], found[1]


def cover() -> float:
    """The seconds of the cover of one creature from another among thirty creatures and eighty pillars."""
    ground, others = _crowded()
    one, target = Space(2, 2), Space(50, 40)
    return _best(lambda: cover_from(ground, one, target, others))


def paths() -> tuple[float, float]:
    """The seconds to find a way across a ground of 60 × 60 with thirty creatures and eighty pillars, and to flood all of it."""
    ground, others = _crowded()
    occupants = [Occupant(each.space, "medium", "hostile") for each in others]
    mover = Mover(Space(2, 2), "medium", "5.2")
    found = _best(lambda: find_walk(ground, mover, (50, 40), occupants))
    return found, _best(lambda: reachable(ground, mover, occupants))


def _crowded() -> tuple[Ground, list[Bystander]]:
    squares = [(x, y) for x in range(5, WIDE, 7) for y in range(5, WIDE, 6)][:80]
    ground = ground_of(WIDE, WIDE, [GroundFeature("pillar", f"{_column(x)}{y + 1}") for x, y in squares])
    others = [Bystander(f"Creature {n}", Space(8 + (n * 7) % 40, 9 + (n * 11) % 37)) for n in range(30)]
    return ground, others


def _column(x: int) -> str:
    return f"{chr(64 + x // 26) if x >= 26 else ''}{chr(65 + x % 26)}"


def _fight(file: Path, creatures: int, space: str) -> Game:
    """A fight of this many: heroes in the west, ogres in the east, Thorin and the first ogre side by side."""
    game = open_campaign(file, seed=1)
    names = ["Thorin", *(f"Hero {n}" for n in range(creatures // 2 - 1)), *(f"Ogre {n + 1}" for n in range(creatures - creatures // 2))]
    for name in names:
        sheet: Json = {"hpMax": 10_000} if name.startswith("Ogre") else {"classes": ["fighter 5"], "hpMax": 10_000, "party": True}
        _ask(game, {"operation": "create", "name": name, "character": sheet}, "manage_character")
    _ask(game, {"operation": "start_fight", "names": names, "seed": 1, "space": space})
    if space == "measured":
        for n, name in enumerate(names):
            _ask(game, {"operation": "place", "names": [name], "to": f"{'C' if not name.startswith('Ogre') else 'X'}{5 + n}"})
        _ask(game, {"operation": "place", "names": ["Ogre 1"], "to": "next to Thorin"})
    return game


def _in_turns(works: Sequence[Callable[[], object]], between: Callable[[], object] = lambda: None) -> list[float]:
    """The least processor seconds of each, run in turns."""
    took: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for seconds, work in zip(took, works, strict=True):
            between()
            seconds.append(_seconds(work))
    return [min(seconds[FIRST:]) for seconds in took]


def _best(work: Callable[[], object]) -> float:
    return min(_seconds(work) for _ in range(ROUNDS))


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _ask(game: Game, payload: Json, tool: str = "execute_action") -> None:
    answer = game.ask(payload, tool=tool, detail="brief")
    if not answer["ok"]:
        raise RuntimeError(answer["text"])
