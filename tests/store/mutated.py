"""Exports that differ in one thing from any that the program would write, with correct checksums."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_STORED, ZipFile

from rpg_lite.campaign_setup import book_of
from rpg_lite.game import Game
from rpg_lite.store import store_maintenance
from rpg_lite.store.export_format import MANIFEST
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault

Parts = dict[str, list[Any]]
Key = str | int
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 10**6, 2**31, 2**53, 2**63, 2**70, 1.5, -0.25, 1e300, "", " ", "x", "zz", "1", "w", "c1.1", "i999.1",
    "b0.3", "r0.2", "r0.8", "e1.1", "i01.1", "../x", "NaN", "\x1b[2J", "a\u202eb", "\0", "n" * 300, "body.state", "1d6", "99999d9", "say",
    [], [1], ["x"], [[]], [{}], {}, {"x": 1}, {"name": 5}, {"name": "x"}, {"ok": 1},
)  # fmt: skip
ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("read_campaign", {"operation": "party"}),
    ("read_campaign", {"operation": "history", "last": 50}),
    ("read_campaign", {"operation": "history", "last": 50, "tools": True, "stats": True}),
    ("read_campaign", {"operation": "journal", "last": 50}),
    ("read_campaign", {"operation": "who"}),
    ("read_campaign", {"operation": "rooms", "everything": True}),
    ("read_campaign", {"operation": "inventory", "characterName": "Thorin"}),
    ("read_campaign", {"operation": "party", "atRev": 3}),
    ("manage_inventory", {"operation": "view", "characterName": "Thorin"}),
    ("manage_character", {"operation": "export", "characterName": "Thorin"}),
    ("manage_room", {"operation": "map", "everything": True}),
    ("manage_room", {"operation": "look"}),
    ("manage_tools", {"operation": "tools"}),
    ("manage_inventory", {"operation": "undo"}),
    ("manage_inventory", {"operation": "undo", "toRev": 9}),
    ("manage_character", {"operation": "advance", "duration": "8 hours"}),
    ("execute_action", {"operation": "end_fight"}),
    ("manage_inventory", {"operation": "undo", "toRev": 0}),
)


def read(file: Path) -> Parts:
    with ZipFile(file) as zipped:
        lines = {name: zipped.read(name).decode() for name in zipped.namelist()}
    return {name: [json.loads(text)] if name == MANIFEST else [*map(json.loads, text.splitlines())] for name, text in lines.items()}


def write(file: Path, parts: Parts) -> Path:
    """With a manifest that is true of the parts."""
    data = {name: b"".join(json.dumps(row).encode() + b"\n" for row in rows) for name, rows in parts.items() if name != MANIFEST}
    manifest = parts[MANIFEST][0]
    if isinstance(manifest, dict) and isinstance(manifest.get("parts"), dict):
        for name in data:
            if name in manifest["parts"]:
                told = {"rows": data[name].count(b"\n"), "bytes": len(data[name]), "sha256": sha256(data[name]).hexdigest()}
                manifest = {**manifest, "parts": {**manifest["parts"], name: told}}
    with ZipFile(file, "w", ZIP_STORED) as made:
        for name, written in {MANIFEST: json.dumps(manifest).encode(), **data}.items():
            made.writestr(name, written)
    return file


def mutated(parts: Parts, random: Random) -> tuple[Parts, str]:
    """The parts with one change, and its description. Half of the changes are the same everywhere, so that the parts agree."""
    mine: Parts = json.loads(json.dumps(parts))
    name = random.choice([n for n in mine if mine[n]])
    n = random.randrange(len(mine[name]))
    if name != MANIFEST and random.random() < 0.08:
        return mine, _moved(mine[name], n, random, name)
    paths = [path for path in _paths(mine[name][n]) if path]
    path = random.choice(paths)
    was, now = _at(mine[name][n], path), _other(mine, random)
    if random.random() < 0.1:
        holder = _at(mine[name][n], path[:-1])
        if isinstance(holder, dict):
            key = random.choice(["colour", "id", "name", "state", "undoes", "text"])
            holder[key] = now
        else:
            del holder[path[-1]]
        return mine, f"{name} {n} {path} beside it {now!r:.60}"
    everywhere = random.random() < 0.5
    _set(mine[name][n], path, now)
    if everywhere:
        for rows in mine.values():
            for row in rows:
                for other in list(_paths(row)):
                    if other and other[-1] == path[-1] and _at(row, other) == was:
                        _set(row, other, now)
    return mine, f"{name} {n} {path} {was!r:.60} → {now!r:.60}{' everywhere' if everywhere else ''}"


def _moved(rows: list[Any], n: int, random: Random, name: str) -> str:
    match random.randrange(3):
        case 0:
            del rows[n]
        case 1:
            rows.append(rows[n])
        case _:
            rows.insert(0, rows.pop(n))
    return f"{name} {n} moved, doubled or left out"


def _other(parts: Parts, random: Random) -> Any:
    """An odd value, or a value from elsewhere."""
    if random.random() < 0.6:
        return random.choice(ODD)
    rows = random.choice([rows for rows in parts.values() if rows])
    row = random.choice(rows)
    return json.loads(json.dumps(_at(row, random.choice([*_paths(row)]))))


def _paths(value: Any, path: tuple[Key, ...] = ()) -> Iterator[tuple[Key, ...]]:
    yield path
    within = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in within:
        yield from _paths(inner, (*path, key))


def _at(value: Any, path: tuple[Key, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _set(value: Any, path: tuple[Key, ...], now: Any) -> None:
    try:
        holder = _at(value, path[:-1])
        holder[path[-1]] = json.loads(json.dumps(now))
    except (KeyError, IndexError, TypeError):  # it was within what was set before it
        return


def answers(folder: Path, parts: Parts) -> bool:
    """Whether this was imported; then every question has an answer. A refusal tells the file and leaves nothing behind."""
    file = write(folder / "odd.zip", parts)
    with Store.open(":memory:") as store:
        try:
            name = store_maintenance.import_campaign(store, file, "Odd", lambda *told: None)
        except StoreFault as fault:
            told = str(fault)
            assert fault.code == "export_broken" and told.startswith(str(file)) and told.endswith("Nothing was imported."), told
            assert store.shelf() == [] and len(told) < 4000
            return False
        found = store.campaign(name)
        assert found
        game = Game(store, found, book_of(found, ()))
        again = file.with_name("again.zip")
        store_maintenance.export_campaign(store, found.id, again, lambda *told: None)
        again.unlink()
        for tool, payload in ASKED:
            answer = game.ask(payload, tool=tool)
            assert "text" in answer and not set(answer["text"]) & set("\x1b\x07\x9b"), payload
        game._clerk.close()
        return True
