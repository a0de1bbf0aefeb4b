"""The progress of long work, shown only on a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

FEW: Final = 2000
"""So few rows are done before anyone could read a bar."""


@contextmanager
def bar() -> Iterator[Callable[[str, int, int], None]]:
    """Show how many rows of which table are done, and how many there are."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    tasks = {}

    def told(what: str, done: int, total: int) -> None:
        if total >= FEW and what not in tasks:
            tasks[what] = shown.add_task(what, total=total)
        if what in tasks:
            shown.update(tasks[what], completed=done)

    with shown:
        yield told
