"""The command line: its commands, and how it ends. Each command imports what it needs when it runs, so that --help waits for nothing."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from typing import Final

from cyclopts import App, CycloptsError, Parameter

from rpg_lite.cli.ask import ask
from rpg_lite.cli.connect import connect
from rpg_lite.cli.demo import demo
from rpg_lite.cli.history import collect, history
from rpg_lite.cli.maps import draw, import_map, lint_map
from rpg_lite.cli.play import play
from rpg_lite.cli.scripts import run
from rpg_lite.cli.serve import serve
from rpg_lite.cli.sheets import sheet
from rpg_lite.terminal.console import DONE, INTERRUPTED, MISUSED, REFUSED, STDIN, Stop, say


@dataclass(frozen=True, slots=True)
class Group:
    """A module with commands as its GROUP, loaded when one of them is called or their help is shown."""

    module: str
    help: str


COMMANDS: Final[Mapping[str, Callable[..., int] | Group]] = {
    "items": Group("items", "Item templates: list, show, or check your own files."),
    "db": Group("databases", "Look after the database."),
    "history": history,
    "gc": collect,
    "import": import_map,
    "lint": lint_map,
    "servers": Group("tool_servers", "Tool servers whose tools rooms and characters may use."),
    "campaigns": Group("campaigns", "The campaigns of a database: list, begin, put away, take along."),
    "config": Group("config", "Settings: show them with where each comes from, or check a file."),
    "token": Group("tokens", "Tokens for players, viewers and game masters who come over HTTP."),
    "run": run,
    "play": play,
    "serve": serve,
    "demo": demo,
    "connect": connect,
    "ask": ask,
    "sheet": sheet,
    "map": draw,
}
"""In the order in which a slip in a name lists them."""


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("rpg-lite")
    except PackageNotFoundError:
        return "unknown: not installed"


def _app() -> App:
    app = App(
        name="rpg-lite",
        help="D&D 5e campaigns for LLM game masters: who carries what, every number and why.\n\n"
        "New here:  rpg-lite demo, then  rpg-lite connect; without a model:  rpg-lite play",
        help_format="plaintext",
        default_parameter=Parameter(negative=(), show_default=False),
        version=_version,
        suppress_keyboard_interrupt=False,
    )
    for name, command in COMMANDS.items():
        if isinstance(command, Group):
            app.command(f"rpg_lite.cli.{command.module}:GROUP", name=name, help=command.help)
        else:
            app.command(command, name=name)
    return app


app: Final = _app()


def main(tokens: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code: 0 done, 1 rejected or a fault in the user's content, 2 wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # no letter that a terminal does not have ends the program
    given = _positional(sys.argv[1:] if tokens is None else tokens)
    try:
        code = app(given, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except CycloptsError as error:
        chain = " ".join(["rpg-lite", *(error.command_chain or ())])
        return say(f"rpg-lite: {error} Try: {chain} --help", MISUSED)
    except Stop as stop:
        return say(f"rpg-lite: {stop}", stop.code)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as end:  # the HTTP server, when it cannot start; it has said so
        return REFUSED if end.code else DONE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whoever read has gone: what is still buffered goes nowhere
        return DONE


def _positional(tokens: Sequence[str]) -> list[str]:
    """The tokens with "-" behind "--", since the parser takes it for an option everywhere else."""
    end = tokens.index("--") if "--" in tokens else len(tokens)
    options = [token for token in tokens[:end] if token != STDIN]
    files = [STDIN] * (end - len(options))
    return [*options, "--", *files, *tokens[end + 1 :]] if files else list(tokens)
