"""rpg-lite play: answer each line from the terminal or from a pipe."""

import re
import sys
import textwrap
from collections.abc import Iterator
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from rpg_lite.cli.options import CampaignName, Db, Items, Lore, New, Rules
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, Stop, plain

if TYPE_CHECKING:
    from rpg_lite.mud.session import Session

NARROWEST: Final = 30
"""The width below which the last column goes below the others, and DEEP, its indent there."""
DEEP: Final = 6
_BOX: Final = "│─┌┐└┘├┤"
_COLUMNS: Final = re.compile(r"(?P<before> *\S.*?\S?(?: {2,}))(?P<last>\S+(?: \S+)*)")
As = Annotated[str | None, Parameter(name="--as", help="The character that you play.")]
Solo = Annotated[bool, Parameter(negative="", help="Play alone: monsters act by themselves, and turns are strict.")]
GameMaster = Annotated[bool, Parameter(name="--gm", help="Also show what is hidden, undiscovered or unidentified.")]


def play(
    *, db: Db = None, campaign: CampaignName = None, new: New = False, name: As = None, gm: GameMaster = False,
    solo: Solo = False, ruleset: Rules = None, items: Items = (), lore: Lore = None,
) -> int:  # fmt: skip
    """Play by typing what you do, as in a MUD: the same commands and answers as over MCP.

    Example:  rpg-lite play --db party.db
    """
    from rpg_lite.mud.session import Session
    from rpg_lite.mud.solo import SoloSession
    from rpg_lite.server.settings_loading import load_settings

    if solo and gm:
        raise Stop(MISUSED, "--solo plays the monsters for you, and --gm shows what only a game master knows: choose one of them.")
    if missing := [str(place) for place in items if not place.exists()]:
        are = "is" if len(missing) == 1 else "are"
        raise Stop(MISUSED, f"--items: {', '.join(missing)} {are} missing: name item files, or folders that contain them.")
    settings = load_settings(db=db, campaign=campaign, items=items, lore=lore).settings
    # At a table without a game master and without solo play nobody passes the turns, on which the feet of a walk depend.
    with campaign_from_options.open_game(db, campaign, new=new, ruleset=ruleset, settings=settings, by_plan=solo) as game:
        session = SoloSession(game) if solo else Session(game, gm=gm)
        session.script_days = settings.scripts.days
        if name and (why := session.act_as(name)):
            raise Stop(MISUSED, f"--as: {why}")
        show(session.welcome())
        for line in _read_typed_lines(session) if sys.stdin.isatty() and sys.stdout.isatty() else _echo_piped_lines(session):
            if answer := session.hear(line):
                show(answer)
    return DONE


def show(text: str) -> None:
    """Print an answer: wrapped and colored on a terminal, unchanged into a pipe."""
    from rpg_lite.cli import play_colors

    wrapped = _wrap_words(plain(text))
    print(play_colors.colored(wrapped) if play_colors.wants_color() else wrapped, end="\n\n", flush=True)


def _wrap_words(text: str) -> str:
    """On a terminal, wrap the lines between words and keep the indent of each; leave maps and piped output as they are."""
    if not sys.stdout.isatty():
        return text
    import shutil

    wide = shutil.get_terminal_size().columns
    return "\n".join(_wrap_line(line, wide) for line in text.split("\n"))


def _wrap_line(line: str, wide: int) -> str:
    """Wrap one line. In a line that is set in columns, only the last column is wrapped."""
    within = line.lstrip(" ")
    if len(line) <= wide or any(c in within for c in _BOX):
        return line
    if (column := _COLUMNS.fullmatch(line)) and len(column["before"].rstrip()) <= wide:
        return _wrap_last_column(column["before"], column["last"], wide)
    deep = " " * min(len(line) - len(within), wide // 2)
    broken = textwrap.wrap(within, wide, initial_indent=deep, subsequent_indent=deep, break_long_words=False, break_on_hyphens=False)
    return "\n".join(broken)


def _wrap_last_column(before: str, last: str, wide: int) -> str:
    """Wrap the last column under its own beginning, or below the others where it would be too narrow."""
    is_beside = wide - len(before) >= NARROWEST
    deep = " " * (len(before) if is_beside else DEEP)
    wrapped = textwrap.wrap(last, wide, initial_indent=deep, subsequent_indent=deep, break_long_words=False, break_on_hyphens=False)
    lines = "\n".join(wrapped)
    return before + lines[len(before) :] if is_beside else f"{before.rstrip()}\n{lines}"


def _read_typed_lines(session: "Session") -> Iterator[str]:
    from rpg_lite.cli import play_prompt  # only on a terminal: a pipe does not need it

    return play_prompt.read_lines(session)


def _echo_piped_lines(session: "Session") -> Iterator[str]:
    """Echo each line after its prompt, which makes the output read like a session."""
    from rpg_lite.mud.parse import says

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for line in sys.stdin:
        if says(line):
            print(plain(f"{session.scene().room}> {line.strip()}"), flush=True)
        yield line
        if session.over:
            return
