"""Hooks for the beginning of a transaction and for the moment before its end.

The hooks belong to the engine's own dialect. SQLAlchemy's events "begin" and "commit" would do, but if an engine has one of these, every
statement looks for listeners, which takes a tenth of the Python time of a short write.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine

Hook = Callable[[Any], object]
"""A function that receives the driver's connection."""


def after_begin(engine: Engine, hook: Hook) -> None:
    """Add a hook that runs after the earlier hooks."""
    begin = engine.dialect.do_begin

    def do_begin(connection: Any) -> None:
        begin(connection)
        hook(connection)

    engine.dialect.do_begin = do_begin  # type: ignore[assignment, method-assign]  # no event of SQLAlchemy runs here


def before_commit(engine: Engine, hook: Hook) -> None:
    commit = engine.dialect.do_commit

    def do_commit(connection: Any) -> None:
        hook(connection)
        commit(connection)

    engine.dialect.do_commit = do_commit  # type: ignore[assignment, method-assign]  # as above
