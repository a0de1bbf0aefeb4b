"""The input, output and exit codes that the commands share."""

import json
import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from rpg_lite.content import bounded_file_read

DONE: Final = 0
REFUSED: Final = 1
"""The exit code for a rejection, or for a fault in the user's input or files."""
MISUSED: Final = 2
INTERRUPTED: Final = 130
STDIN: Final = "-"


class Stop(Exception):
    """End the command with one sentence for people."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def path(written: str) -> Path:
    """Return the path with ~ expanded, because no shell reads a chat program's configuration."""
    return Path(written).expanduser()


def shell_line(words: Sequence[str]) -> str:
    """Return a command in a form that can be pasted into this machine's shell."""
    if sys.platform == "win32":
        from subprocess import list2cmdline  # only needed here, and slow to import

        return list2cmdline(words)
    return shlex.join(words)


def toml_string(text: str) -> str:
    """Return a basic TOML string; JSON escapes the same characters, except for one.

    >>> print(toml_string('Thorin "Oak"'))
    "Thorin \\"Oak\\""
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def read(file: str) -> str:
    if file == STDIN and sys.stdin.isatty():
        say("rpg-lite: reading from the terminal; Ctrl-D ends it (Ctrl-Z and Enter on Windows).")
    try:
        data = bounded_file_read.read(None if file == STDIN else path(file))
    except OSError as error:
        raise Stop(MISUSED, f"{file} cannot be read: {(error.strerror or 'no such file').lower()}.") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Stop(REFUSED, f"{name_of(file)} is not UTF-8 text.") from error


def name_of(file: str) -> str:
    return "standard input" if file == STDIN else file


def not_json(error: Exception) -> Stop:
    if isinstance(error, json.JSONDecodeError):
        return Stop(REFUSED, f"column {error.colno}: not JSON: {error.msg[0].lower()}{error.msg[1:]}")
    return Stop(REFUSED, "not JSON: nested too deeply" if isinstance(error, RecursionError) else "not JSON: a number with too many digits")


def print_json(value: Any) -> None:
    """Print JSON: on one line for programs, indented for people; escaped if the output is not UTF-8."""
    is_plain, is_read = "utf" not in (sys.stdout.encoding or "").lower(), sys.stdout.isatty()
    written = json.dumps(value, ensure_ascii=is_plain, indent=2 if is_read else None)
    print(plain(written) if is_read else written)


def warn(faults: Iterable[str]) -> int:
    """Report the files that could not be loaded, and return the exit code."""
    return max([DONE, *(say(f"rpg-lite: {fault}", REFUSED) for fault in faults)])


def say(sentence: str, code: int = DONE) -> int:
    """Print a text for people on standard error, because standard output is for results and, under `serve`, for the protocol."""
    sys.stdout.flush()
    print(plain(sentence), file=sys.stderr, flush=True)
    return code


def tell(*lines: object) -> None:
    """Print a text for people on standard output."""
    print(*(plain(str(line)) for line in lines), sep="\n")


def plain(text: str) -> str:
    """Escape characters that would control a terminal; names have none, but files and past calls may have some.

    >>> plain("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    from rpg_lite.rules import names  # slow to import, and --help does not need it

    return names.plain(text.replace("\r\n", "\n"), but="\n\t")
