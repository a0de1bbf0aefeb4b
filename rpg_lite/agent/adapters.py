"""An adapter from a file: a module with `async def main(gm)`."""

import importlib.util
import inspect
from collections.abc import Awaitable, Callable
from pathlib import Path

from rpg_lite.agent.game_master import GM
from rpg_lite.terminal.command_io import MISUSED, Stop

Adapter = Callable[[GM], Awaitable[None]]


def load(file: Path) -> Adapter:
    """The function `main` of the file. Raises Stop when the file is missing, does not load, or has none."""
    spec = importlib.util.spec_from_file_location("rpg_lite_adapter", file) if file.is_file() else None
    if spec is None or spec.loader is None:
        raise Stop(MISUSED, f"--adapter: {file} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Stop(MISUSED, f"--adapter: {file} does not load: {type(error).__name__}: {error}") from error
    main = getattr(module, "main", None)
    if not inspect.iscoroutinefunction(main):
        raise Stop(MISUSED, f"--adapter: {file} needs a function: async def main(gm).")
    found: Adapter = main
    return found
