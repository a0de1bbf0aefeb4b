"""Campaigns that many tests begin with are made once; each test has a copy of its own, in a tenth of the time."""

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from inspect import getclosurevars
from random import Random
from typing import Any

import pytest

import rpg_lite
from rpg_lite.game import Game
from rpg_lite.rules import dice
from rpg_lite.rules.dice import Roller
from rpg_lite.store import backup, sqlite_engine
from rpg_lite.store.store import BUSY_MS, Store
from rpg_lite.vocabulary import Ruleset
from tests.operations.table import Table


def begun(ruleset: Ruleset = "5.1", seed: int = 1) -> Game:
    """A campaign that begins, in memory."""
    return copy_of(_opened, ruleset, seed)


def copy_of(make: Callable[..., Game], *how: Hashable) -> Game:
    """A campaign like `make(*how)`, which opens one in memory with a seed: its rows, its calls and the dice that fall next."""
    pattern = _pattern(make, *how)
    if not pattern.store._database.is_in_memory:  # --on postgres
        return make(*how)
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
    same = dice.roller(0)
    _source(same).setstate(_source(roller).getstate())
    return same


def _source(roller: Roller) -> Random:
    source: Random = getclosurevars(roller).nonlocals["source"]
    return source
