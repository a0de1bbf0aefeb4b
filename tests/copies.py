"""Campaigns that many tests begin with are made once; each test has a copy of its own, in a tenth of the time."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import cache, wraps
from inspect import getclosurevars
from random import Random
from typing import Any, Final, ParamSpec

import pytest

import rpg_lite
from rpg_lite.game import Game
from rpg_lite.rules import dice
from rpg_lite.rules.dice import Roller
from rpg_lite.store import backup, sqlite_engine
from rpg_lite.store.store import BUSY_MS, Store
from rpg_lite.vocabulary import Ruleset
from tests.operations.dice import Falling
from tests.operations.table import Table

How = ParamSpec("How")
MOST_LAID: Final = 24
"""Tables that are kept at a time: the tests of a file ask for few, and each one costs memory."""
_LAID: Final[OrderedDict[tuple[str, ...], Game]] = OrderedDict()


def begun(ruleset: Ruleset = "5.1", seed: int = 1) -> Game:
    """A campaign that begins, in memory."""
    return copy_of(_opened, ruleset, seed)


def copy_of(make: Callable[..., Game], *how: Hashable) -> Game:
    """A campaign like `make(*how)`, which opens one in memory with a seed: its rows, its calls and the dice that fall next."""
    pattern = _pattern(make, *how)
    if not pattern.store._database.is_in_memory:  # --on postgres
        return make(*how)
    return _copied(pattern)


def laid_alike(lay: Callable[How, Table]) -> Callable[How, Table]:
    """The same function, which lays each table once: whoever asks for it in the same words has a copy."""

    @wraps(lay)
    def laid(*how: How.args, **more: How.kwargs) -> Table:
        key = (lay.__module__, lay.__qualname__, repr(how), repr([*more.items()]))
        assert " at 0x" not in "".join(key), "words that read alike mean alike"
        if key not in _LAID:
            while len(_LAID) >= MOST_LAID:
                _LAID.popitem(last=False)[1].close()
            _LAID[key] = lay(*how, **more).game
            _LAID[key]._clerk.write()
        _LAID.move_to_end(key)
        pattern = _LAID[key]
        return Table(_copied(pattern)) if pattern.store._database.is_in_memory else lay(*how, **more)

    return laid


def _copied(pattern: Game) -> Game:
    database = sqlite_engine.in_memory(":memory:")
    backup.copy_into(database, pattern.store._database)
    store = Store(database, read_only=False, busy_ms=BUSY_MS)
    return Game(store, pattern.campaign, pattern.book, _same_dice(pattern._roll), pattern._items)


def _opened(ruleset: Ruleset, seed: int) -> Game:
    return rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=seed)


def laid_once(lay: Callable[[Table], Table | Game]) -> Any:
    """The fixture of the table, or its campaign, that this lays: once, and each test has a copy."""

    def make() -> Game:
        lay(table := Table(begun()))
        return table.game

    @pytest.fixture(name=lay.__name__)
    def laid() -> Iterator[Table | Game]:
        with copy_of(make) as game:
            yield game if lay.__annotations__["return"] is Game else Table(game)

    laid.__doc__ = lay.__doc__
    return laid


@cache
def _pattern(make: Callable[..., Game], *how: Hashable) -> Game:
    made = make(*how)
    made._clerk.close()  # its calls are written by now
    return made


def _same_dice(roller: Roller) -> Roller:
    if isinstance(roller, Falling):
        return replace(roller)
    same = dice.roller(0)
    _source(same).setstate(_source(roller).getstate())
    return same


def _source(roller: Roller) -> Random:
    source: Random = getclosurevars(roller).nonlocals["source"]
    return source
