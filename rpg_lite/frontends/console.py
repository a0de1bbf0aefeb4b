"""What the commands share: how they read, what they say to people and to programs, and how they end."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

DONE: Final = 0
REFUSED: Final = 1
"""Rejected, or a fault in what the user wrote or keeps."""
MISUSED: Final = 2
INTERRUPTED: Final = 130
STDIN: Final = "-"


class Stop(Exception):
    """The command ends here with one sentence for people."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def path(written: str) -> Path:
    """~ too, because a chat program's configuration knows no shell."""
    return Path(written).expanduser()


def read(file: str) -> str:
    if file == STDIN and sys.stdin.isatty():
        say("rpg-lite: reading from the terminal; Ctrl-D ends it (Ctrl-Z and Enter on Windows).")
    try:
        data = sys.stdin.buffer.read() if file == STDIN else path(file).read_bytes()
    except OSError as error:
        raise Stop(MISUSED, f"{file} cannot be read: {(error.strerror or 'no such file').lower()}.") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Stop(REFUSED, f"{named(file)} is not UTF-8 text.") from error


def named(file: str) -> str:
    return "standard input" if file == STDIN else file


def not_json(error: Exception) -> Stop:
    if isinstance(error, json.JSONDecodeError):
        return Stop(REFUSED, f"column {error.colno}: not JSON: {error.msg[0].lower()}{error.msg[1:]}")
    return Stop(REFUSED, "not JSON: nested too deeply" if isinstance(error, RecursionError) else "not JSON: a number with too many digits")


def print_json(value: Any) -> None:
    """One line for programs, indented for people; escaped where the output is not UTF-8."""
    plain = "utf" not in (sys.stdout.encoding or "").lower()
    print(json.dumps(value, ensure_ascii=plain, indent=2 if sys.stdout.isatty() else None))


def warn(faults: Iterable[str]) -> int:
    """Says what could not be loaded; the exit code that follows."""
    return max([DONE, *(say(f"rpg-lite: {fault}", REFUSED) for fault in faults)])


def say(sentence: str, code: int = DONE) -> int:
    """To people: standard output belongs to results and, under serve, to the protocol."""
    sys.stdout.flush()
    print(sentence, file=sys.stderr, flush=True)
    return code
