"""Read a file that the user names, but no more of it than a person would write, because the name may lead to anything."""

import errno
import os
import stat
import sys
from pathlib import Path
from typing import Final

LARGEST: Final = 64 * 2**20
"""The limit in bytes, because a device has no end and a file may be larger than the memory."""


def read(file: Path | None) -> bytes:
    """The bytes of a file, or of standard input for None. Raises OSError, as it does for a file above the limit."""
    if file is None:
        return _read_bounded(sys.stdin.buffer.read(LARGEST + 1))
    if stat.S_ISFIFO(file.stat().st_mode):
        return _read_bounded(_read_pipe(file))
    with file.open("rb") as opened:
        return _read_bounded(opened.read(LARGEST + 1))


def _read_pipe(file: Path) -> bytes:
    """The bytes that somebody writes to a pipe; `<(program)` of a shell is one. Nobody may ever write to it, and then opening it must not wait. Raises
    OSError.
    """
    opened = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    with open(opened, "rb") as pipe:
        try:
            begun = os.read(opened, LARGEST + 1)
            if not begun:
                raise OSError(errno.EINVAL, "nobody writes to this pipe")
        except BlockingIOError:
            begun = b""  # somebody has opened it, and will write
        os.set_blocking(opened, True)
        return begun + pipe.read(LARGEST + 1 - len(begun))


def require_regular(file: Path) -> None:
    """Raise OSError for a pipe, a device or a folder: opening a pipe would wait for a writer. A missing file is reported later, when it is
    opened.
    """
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "it is not a regular file")


def _read_bounded(data: bytes) -> bytes:
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data
