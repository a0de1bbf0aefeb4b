"""Load an adapter from a file: a module with `async def main(gm)`. Apart because adapters are other people's code, and their faults become
one sentence here.
"""

import importlib.util
import inspect
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from rpg_lite.agent import bubblewrap_sandbox
from rpg_lite.agent.gm_agent import GM
from rpg_lite.terminal.command_io import MISUSED, REFUSED, Stop

Adapter = Callable[[GM], Awaitable[None]]
_log = logging.getLogger("rpg_lite.agent")


def load(file: Path) -> Adapter:
    """Return the function `main` of the file, which raises Stop if it fails. Raises Stop if the file is missing, does not load, or has no
    such function.
    """
    if not file.exists():
        raise Stop(
            MISUSED, f"--adapter: {file} does not exist: name a Python file with async def main(gm), such as examples/telnet_adapter.py."
        )
    spec = importlib.util.spec_from_file_location("rpg_lite_adapter", file) if file.is_file() else None
    if spec is None or spec.loader is None:
        raise Stop(MISUSED, f"--adapter: {file} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise Stop(MISUSED, f"--adapter: {file} does not load: {_in_a_line(error)}") from error
    main = getattr(module, "main", None)
    if not inspect.iscoroutinefunction(main):
        raise Stop(MISUSED, f"--adapter: {file} needs a function: async def main(gm).")

    async def play(gm: GM) -> None:
        bubblewrap_sandbox.refuse_ports(gm.settings.sandbox, f"--adapter: {file}")
        try:
            await main(gm)
        except Stop:
            raise
        except Exception as error:
            _log.exception("%s failed", file)
            raise Stop(REFUSED, f"--adapter: {file} failed: {_in_a_line(error)}. The campaign is saved.") from error

    return play


def _in_a_line(error: Exception) -> str:
    """
    >>> _in_a_line(ValueError("one\\ntwo")), _in_a_line(ValueError())
    ('ValueError: one two', 'ValueError')
    """
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}".removesuffix(": ")
