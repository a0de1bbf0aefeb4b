"""rpg-lite play: answer each line from the terminal or from a pipe."""

import sys
import textwrap
from collections.abc import Iterator
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from rpg_lite.cli.options import CampaignName, Db, Items, Lore, New
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, Stop, plain

if TYPE_CHECKING:
    from rpg_lite.mud.session import Session

As = Annotated[str | None, Parameter(name="--as", help="The character that you play.")]
Solo = Annotated[bool, Parameter(negative="", help="Play alone: monsters act by themselves, and turns are strict.")]
GameMaster = Annotated[bool, Parameter(name="--gm", help="Also show what is hidden, undiscovered or unidentified.")]


def play(
    *, db: Db = None, campaign: CampaignName = None, new: New = False, name: As = None, gm: GameMaster = False,
    solo: Solo = False, items: Items = (), lore: Lore = None,
) -> int:  # fmt: skip
    """Play by typing what you do, as in a MUD: the same commands and answers as over MCP.

    Example:  rpg-lite play --db party.db
    """
    from rpg_lite.mud.session import Session
    from rpg_lite.mud.solo import SoloSession

    if solo and gm:
        raise Stop(MISUSED, "--solo plays the monsters for you, and --gm shows what only a game master knows: choose one of them.")
    if missing := [str(place) for place in items if not place.exists()]:
        are = "is" if len(missing) == 1 else "are"
        raise Stop(MISUSED, f"--items: {', '.join(missing)} {are} missing: name item files, or folders that contain them.")
    with campaign_from_options.open_game(db, campaign, new=new, items=items, lore=lore) as game:
        session = SoloSession(game) if solo else Session(game, gm=gm)
        if name and (why := session.act_as(name)):
            raise Stop(MISUSED, f"--as: {why}")
        _show(session.welcome())
        for line in _read_typed_lines(session) if sys.stdin.isatty() and sys.stdout.isatty() else _echo_piped_lines(session):
            if answer := session.hear(line):
                _show(answer)
    return DONE


def _show(text: str) -> None:
    """Print an answer: wrapped and colored on a terminal, as it is into a pipe."""
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
    """Wrap one line. A line with runs of blanks is set in columns, so it stays whole."""
    within = line.lstrip(" ")
    if len(line) <= wide or "   " in within or any(c in within for c in "│─┌┐└┘├┤"):
        return line
    deep = " " * min(len(line) - len(within), wide // 2)
    broken = textwrap.wrap(within, wide, initial_indent=deep, subsequent_indent=deep, break_long_words=False, break_on_hyphens=False)
    return "\n".join(broken)


def _read_typed_lines(session: "Session") -> Iterator[str]:
    from rpg_lite.cli import play_prompt  # only on a terminal: a pipe does not need it

    return play_prompt.read_lines(session)


def _echo_piped_lines(session: "Session") -> Iterator[str]:
    """Echo each line after its prompt, so that the output reads like a session."""
    from rpg_lite.mud.parse import says

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    for line in sys.stdin:
        if says(line):
            print(plain(f"{session.scene().room}> {line.strip()}"), flush=True)
        yield line
        if session.over:
            return
