"""The command line: its commands and exit codes. Each command has its imports inside, which keeps --help quick."""

import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from typing import Final

from cyclopts import App, CycloptsError, Parameter

from rpg_lite.cli.ask import ask
from rpg_lite.cli.catalog import catalog
from rpg_lite.cli.connect import connect
from rpg_lite.cli.context import context
from rpg_lite.cli.demo import demo
from rpg_lite.cli.gm import gm
from rpg_lite.cli.history import collect, history
from rpg_lite.cli.maps import draw, import_map, lint_map
from rpg_lite.cli.play import play
from rpg_lite.cli.run_script import run
from rpg_lite.cli.serve import serve
from rpg_lite.cli.sheet_command import sheet
from rpg_lite.cli.skill import skill
from rpg_lite.terminal.command_io import DONE, INTERRUPTED, MISUSED, REFUSED, STDIN, Stop, say


@dataclass(frozen=True, slots=True)
class Group:
    """A module whose GROUP holds commands, loaded when one of them runs or its help is shown."""

    module: str
    help: str


COMMANDS: Final[Mapping[str, Callable[..., int] | Group]] = {
    "items": Group("items", "Item templates: list, show, or check your own files."),
    "content": Group("content", "Your own files: items, spells, features … Print the schema of each kind, or check them."),
    "lore": Group("lore", "The table's own pages: check the folder, list or find pages, keep one in the campaign."),
    "db": Group("databases", "Back up, check, upgrade or copy the database."),
    "context": context,
    "quests": Group("quests", "The quests of a campaign: show, export, import."),
    "journal": Group("journal", "The story of a campaign: check a file of it against the records."),
    "history": history,
    "gc": collect,
    "import": import_map,
    "lint": lint_map,
    "servers": Group("tool_servers", "Tool servers whose tools rooms and characters may use."),
    "campaigns": Group("campaigns", "The campaigns of a database: list, create, archive, export, import."),
    "heroes": Group("heroes", "Bring a hero in from Foundry, or write one for Foundry or for paper."),
    "config": Group("config", "Settings: show each with its source, or check a file."),
    "token": Group("tokens", "Tokens for players, viewers and game masters who connect over HTTP."),
    "run": run,
    "play": play,
    "gm": gm,
    "serve": serve,
    "catalog": catalog,
    "demo": demo,
    "connect": connect,
    "ask": ask,
    "sheet": sheet,
    "skill": skill,
    "map": draw,
}
"""The commands and groups, in the order in which the error for a mistyped name lists them."""


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("rpg-lite")
    except PackageNotFoundError:
        return "unknown: not installed"


def _app() -> App:
    app = App(
        name="rpg-lite",
        help="D&D 5e campaigns for LLM game masters: all gear, and every number with its reasons.\n\n"
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
    app.register_install_completion_command(help="Let your shell complete the commands and options with Tab.")
    return app


app: Final = _app()
_COLLECTS_AT: Final = (50_000, 50, 10)
"""Thresholds of the garbage collector. Imports make a million objects that stay; looking through them again and again takes a sixth of the
time in which `gm` starts.
"""


def main(tokens: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code: 0 done, 1 rejected or a fault in the user's content, 2 wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a character that the terminal cannot show must not end the program
    gc.set_threshold(*_COLLECTS_AT)
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
    except SystemExit as end:  # the HTTP server has already reported that it could not start
        return REFUSED if end.code else DONE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the reader has closed the pipe: discard the buffered output
        return DONE


def _positional(tokens: Sequence[str]) -> list[str]:
    """Move each "-" after "--", because the parser reads any other "-" as an option."""
    end = tokens.index("--") if "--" in tokens else len(tokens)
    options = [token for token in tokens[:end] if token != STDIN]
    files = [STDIN] * (end - len(options))
    return [*options, "--", *files, *tokens[end + 1 :]] if files else list(tokens)
