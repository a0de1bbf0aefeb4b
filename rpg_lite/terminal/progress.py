"""The progress of long work, shown only on a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

FEW: Final = 2000
"""Below this number of rows, no bar is shown, because the work ends before anyone could read it."""


@contextmanager
def bar() -> Iterator[Callable[[str, int, int], None]]:
    """Show for each table the number of rows done and the number of all rows."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    tasks = {}

    def tell(what: str, done: int, total: int) -> None:
        if total >= FEW and what not in tasks:
            tasks[what] = shown.add_task(what, total=total)
        if what in tasks:
            shown.update(tasks[what], completed=done)

    with shown:
        yield tell
