"""An open database: its writer, its reader, and the queue for the single writer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from pydantic_core import to_json
from sqlalchemy import Engine

from rpg_lite.store.driver_query import Glance
from rpg_lite.store.loop_database import LoopDatabase
from rpg_lite.store.write_queue import WriteQueue

POOL_SECONDS: Final = 30


@dataclass(frozen=True, slots=True)
class Database:
    """`writer` takes the write lock when a transaction begins, and `in_turn` hands it out; `reader` sees one state and cannot write."""

    url: str
    writer: Engine
    reader: Engine
    warnings: tuple[str, ...] = ()
    glance: Glance | None = None
    """A way to read one value without waiting, if there is one."""
    still_there: Callable[[], None] = lambda: None
    """Raises StoreFault if another file now has this name. Every transaction calls it; `first_value` does not."""
    turns: WriteQueue | None = None
    """The queue in which the threads of this process wait for the single writer."""
    open_anew: Callable[["Database"], bool] = lambda database: False
    """Closes all connections if the log and its index have been replaced; False if they have not been replaced, or if the connections
    cannot be closed yet.
    """

    loop: LoopDatabase | None = None
    """The same database on an event loop, if its driver can wait there."""

    @property
    def is_in_memory(self) -> bool:
        return self.url == ":memory:" and self.writer.dialect.name == "sqlite"


def as_json(value: Any) -> str:
    return to_json(value).decode()
