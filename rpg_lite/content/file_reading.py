"""Reads files that somebody names: never more of them than a person writes, whatever they turn out to be."""

import errno
import os
import sys
from pathlib import Path
from typing import Final

LARGEST: Final = 64 * 2**20
"""Bytes. A device has no end, and a file may be larger than the memory."""


def read(file: Path | None) -> bytes:
    """The bytes of a file, of standard input for None. Raises OSError, also for more than anybody reads."""
    if file is None:
        return _bounded(sys.stdin.buffer.read(LARGEST + 1))
    with file.open("rb") as opened:
        return _bounded(opened.read(LARGEST + 1))


def require_regular(file: Path) -> None:
    """Raises OSError for a pipe, a device or a folder: to open a pipe waits until somebody writes. One that is missing is told on opening."""
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "it is no regular file")


def _bounded(data: bytes) -> bytes:
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data
