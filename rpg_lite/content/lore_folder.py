"""The folder of the table's own pages: its current contents, and the pages made from its files.

A folder that a person edits may hold anything, so each file is checked before it is used: its size, its text, and that no link leads out of
the folder. A file with a fault is named, and the others are read.
"""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rpg_lite.content.lore_pages import LAYOUT, ReadPage, kind_of, page_of
from rpg_lite.rules.lore import Page, PageKind

MOST_FILES: Final = 2_000
LARGEST_FILE: Final = 64 * 2**10
LARGEST_FOLDER: Final = 16 * 2**20
DEEPEST: Final = 8
MOST_FAULTS: Final = 100
_BESIDE: Final = ("README", "LICENSE", "NOTICE", "CHANGELOG")
"""Files that people keep next to the pages."""
LARGEST_ASSET: Final = 2**20
_ASSETS: Final = ("assets", "scripts")
"""Folders of a skill whose files are not pages; a script of a skill can run only after it was kept."""

ListedFile = tuple[str, int, int]
"""The path of a file in the folder, the time of its last change in nanoseconds, and its size."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The files of the folder by path, and the faults of the folder itself. `assets`: the files of skills that are not pages."""

    files: tuple[ListedFile, ...]
    faults: tuple[str, ...] = ()
    assets: tuple[ListedFile, ...] = ()

    @property
    def stamp(self) -> str:
        return hashlib.sha256(repr((self.files, self.faults, self.assets)).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class ReadFolder:
    pages: tuple[Page, ...]
    faults: tuple[str, ...]
    notes: tuple[str, ...]


def list_files(folder: Path) -> Listing:
    """The files as they are now, without reading them."""
    faults: list[str] = []
    try:
        found = list(_walk(folder, "", 1, faults))
    except OSError as error:
        return Listing((), (f"{folder}: the folder cannot be read: {error.strerror or 'it is gone'}",))
    if len(found) > MOST_FILES:
        faults.append(f"{folder}: it holds more than {MOST_FILES:,} files; the first {MOST_FILES:,} by name are read")
    kept = sorted(found)[:MOST_FILES]
    assets = tuple(file for file in kept if _is_asset(file[0]))
    faults += [
        f"{path}: it has {size:,} bytes; a file of a skill has at most {LARGEST_ASSET:,}"
        for path, _, size in assets
        if size > LARGEST_ASSET
    ]
    small = tuple(file for file in assets if file[2] <= LARGEST_ASSET)
    return Listing(tuple(file for file in kept if file not in assets), tuple(sorted(faults)[:MOST_FAULTS]), small)


def read_asset(folder: Path, listing: Listing, path: str) -> bytes | None:
    """The bytes of a listed file of a skill; None if it has changed since, or is not listed."""
    listed = next((file for file in listing.assets if file[0] == path), None)
    try:
        return _bytes_of(folder / path, listed) if listed else None
    except OSError:
        return None


def read(folder: Path, listing: Listing) -> ReadFolder:
    """The pages of these files."""
    pages: list[Page] = []
    faults, notes, size = list(listing.faults), list[str](), 0
    for file in listing.files:
        kind, size = kind_of(file[0]), size + file[2]
        one = ReadPage(None, _misplaced(file[0])) if kind is None else _read_page(folder, file, kind, size)
        pages += [one.page] if one.page else []
        faults += one.faults
        notes += one.notes
    more = len(faults) - MOST_FAULTS
    told = [*faults[:MOST_FAULTS], *([f"and {more} more faults"] if more > 0 else [])]
    return ReadFolder(tuple(pages), tuple(told), tuple(notes))


# ── what lies in the folder ─────────────────────────────────────────────────────────────────────────────────────────


def _walk(folder: Path, inside: str, depth: int, faults: list[str]) -> Iterator[ListedFile]:
    """Yield the files below `inside`; pass over hidden files, and files in places where no page belongs."""
    with os.scandir(folder / inside) as entries:
        for entry in entries:
            path = f"{inside}/{entry.name}" if inside else entry.name
            if entry.name.startswith(".") or _is_beside(path):
                continue
            if not path.isprintable():
                faults.append(f"{path!r}: the name of the file cannot be printed")
            elif _is_folder(entry):
                yield from _walk_below(folder, path, entry, depth, faults)
            elif isinstance(found := _look_at(folder, entry), str):
                faults.append(f"{path}: {found}")
            else:
                yield path, found.st_mtime_ns, found.st_size


def _walk_below(folder: Path, path: str, entry: "os.DirEntry[str]", depth: int, faults: list[str]) -> Iterator[ListedFile]:
    if entry.is_symlink():
        faults.append(f"{path}: a link to a folder is not followed; put the folder itself here")
    elif depth >= DEEPEST:
        faults.append(f"{path}: folders are read {DEEPEST} deep and no deeper")
    else:
        try:
            yield from _walk(folder, path, depth + 1, faults)
        except OSError as error:
            faults.append(f"{path}: the folder cannot be read: {error.strerror}")


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    """Whether the entry is a folder; a bad entry, such as a link to itself, must not hide the files next to it."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _look_at(folder: Path, entry: "os.DirEntry[str]") -> os.stat_result | str:
    """The file as it is now, or the reason why it cannot be opened safely: a pipe would wait for a writer, and a link may lead anywhere."""
    try:
        if entry.is_symlink() and not Path(entry.path).resolve().is_relative_to(folder.resolve()):
            return "the link leads out of the folder, and is not followed"
        return entry.stat() if entry.is_file() else "it is not a regular file"
    except RuntimeError:  # before Python 3.13, `resolve` raises this
        return "the link leads in a circle"
    except OSError as error:
        return f"it cannot be read: {error.strerror}"


def _is_asset(path: str) -> bool:
    parts = path.split("/")
    return len(parts) > 3 and parts[0] == "skills" and parts[2] in _ASSETS


def _is_beside(path: str) -> bool:
    parts = path.split("/")
    if len(parts) == 1:
        return parts[0].partition(".")[0].upper() in _BESIDE
    return parts[0] == "handouts" and not path.endswith(".md") and "." in parts[-1]


def _misplaced(path: str) -> tuple[str, ...]:
    return (f"{path}: no page is read from here; the pages are {LAYOUT}",)


# ── one file ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _read_page(folder: Path, file: ListedFile, kind: PageKind, size: int) -> ReadPage:
    path, _, length = file
    if length > LARGEST_FILE:
        return ReadPage(None, (f"{path}: it has {length:,} bytes; a page has at most {LARGEST_FILE:,}",))
    if size > LARGEST_FOLDER:
        return ReadPage(None, (f"{path}: the pages before it have {LARGEST_FOLDER:,} bytes together, and no more are read",))
    try:
        data = _bytes_of(folder / path, file)
    except OSError as error:
        return ReadPage(None, (f"{path}: it cannot be read: {error.strerror or error}",))
    if data is None:
        return ReadPage(None, (f"{path}: it changed while it was read; the next call reads it again",))
    if (nul := data.find(b"\0")) >= 0:
        return ReadPage(None, (f"{path}:{_line_of(data, nul)}: it is not text",))
    try:
        return page_of(path, kind, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        return ReadPage(None, (f"{path}:{_line_of(data, error.start)}: it is not UTF-8",))


def _bytes_of(file: Path, listed: ListedFile) -> bytes | None:
    """The bytes of the file that was listed; None if it has changed since."""
    with file.open("rb") as opened:
        data = opened.read(listed[2] + 1)
        found = os.fstat(opened.fileno())
    return data if (found.st_mtime_ns, found.st_size, len(data)) == (listed[1], listed[2], listed[2]) else None


def _line_of(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1
