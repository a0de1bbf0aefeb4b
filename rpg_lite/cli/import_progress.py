"""Progress of a map import, on a terminal. Apart because it loads rich, which a call without a terminal does not need."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from rpg_lite.decision.situation import Progress, unheard
from rpg_lite.operations.rooms.import_map import STEPS

SEEN: Final = (*STEPS, "recorded")
MANY_ROOMS: Final = 20
SOON: Final = 0.5
"""Seconds until the bar appears when there are fewer rooms than MANY_ROOMS."""


@contextmanager
def progress_of(rooms: int, console: Console | None = None) -> Iterator[Progress]:
    """Show a progress bar until the block ends, if standard error is a terminal: at once for many rooms, otherwise only if the import
    takes longer than a moment.
    """
    console = console or Console(stderr=True)
    if not (console.file.isatty() and console.is_interactive):
        yield unheard
        return
    bar = Bar(TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), console=console, transient=True)
    task = bar.add_task(f"{rooms} rooms read", total=len(SEEN) * rooms)

    def tell(step: str, done: int, of: int) -> None:
        bar.update(task, description=f"rooms {step} {done}/{of}", completed=SEEN.index(step) * of + done)

    if rooms >= MANY_ROOMS:
        bar.start()
    late = Timer(SOON, bar.start)  # does nothing if the bar is shown already
    late.start()
    try:
        yield tell
    finally:
        late.cancel()
        late.join()
        bar.stop()
