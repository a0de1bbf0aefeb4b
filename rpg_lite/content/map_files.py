"""Read a file with a map into a Plan, in any of the formats: our own text, a plan as JSON, One Page Dungeon JSON."""

import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from rpg_lite.content import map_text, watabou
from rpg_lite.content.entries_by_ruleset import Faulty, valid, word
from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules import names
from rpg_lite.rules.document_faults import faults_of
from rpg_lite.world.map_faults import faults
from rpg_lite.world.map_plans import Plan

LARGEST: Final = 4_000_000
"""The maximum number of characters of a file."""


def list_adventures() -> dict[str, Path]:
    """The adventures that come with rpg-lite: short name → file."""
    files = sorted(f for f in (folder("data") / "adventures").iterdir() if f.suffix in (".txt", ".json"))
    return {file.stem: file for file in files}


class Shelf:
    """The adventures that come with rpg-lite, and the reader of map files, for `import_map`."""

    def adventures(self) -> Collection[str]:
        return tuple(list_adventures())

    def adventure(self, name: str) -> Plan | None:
        """The adventure with this short name or title."""
        files = list_adventures()
        if file := next(
            (file for stem, file in files.items() if names.fold(stem.replace("_", " ")) == names.fold(name.replace("_", " "))), None
        ):
            return read(file.read_text("utf-8"))
        plans = (read(file.read_text("utf-8")) for file in files.values())
        return next((plan for plan in plans if names.fold(plan.name) == names.fold(name)), None)

    def read(self, text: str) -> Plan | Sequence[tuple[str, str]]:
        try:
            return read(text)
        except Faulty as faulty:
            return faulty.places


SHELF: Final = Shelf()


def read(text: str, passages: bool = False) -> Plan:
    """Read a map. `passages`: keep passages one square wide in a One Page Dungeon as rooms instead of turning them into exits. Raises
    Faulty: (line or dotted path, fault and allowed values) for each fault.
    """
    if len(text) > LARGEST:
        raise Faulty(("", f"takes at most {LARGEST:,} characters; this has {len(text):,}"))
    if not text.strip():
        raise Faulty(("", "is empty; a map is our own text (docs/dungeons.md) or One Page Dungeon JSON"))
    return _of_json(_load_json(text), passages) if text.lstrip()[0] in "{[" else map_text.parse(text)


def _load_json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        cut = "; the file seems to be cut off" if error.pos >= len(text.rstrip()) else ""
        raise Faulty((f"line {error.lineno}, column {error.colno}", f"is not JSON: {error.msg.lower()}{cut}")) from None
    except RecursionError:
        raise Faulty(("", "is nested too deeply")) from None
    except ValueError as error:
        raise Faulty(("", f"is not JSON: {error}")) from None


def _no_number(found: str) -> float:
    raise ValueError(f"{found} is not a number")


def _of_json(data: Any, passages: bool) -> Plan:
    if isinstance(data, dict) and "rects" in data:
        return _sound(_of_dungeon(data, passages))
    if isinstance(data, dict) and "rooms" in data:
        return _sound(valid(Plan, data))
    found = f"an object with {', '.join(map(repr, list(data)[:5])) or 'nothing'}" if isinstance(data, dict) else word(data)
    raise Faulty(("", f"takes One Page Dungeon JSON (rects, doors, notes) or a plan (name, rooms), found {found}"))


def _sound(plan: Plan) -> Plan:
    if wrong := faults(plan):
        raise Faulty(*wrong)
    return plan


def _of_dungeon(data: dict[str, Any], passages: bool) -> Plan:
    for key in ("rects", "doors", "notes"):
        if isinstance(data.get(key), list) and len(data[key]) > watabou.MOST_RECTS:  # refuse too many rooms before checking each of them
            raise Faulty((key, f"takes at most {watabou.MOST_RECTS}; this has {len(data[key]):,}"))
    try:
        return watabou.plan_of(watabou.Dungeon.model_validate(data), passages)
    except ValidationError as error:
        raise Faulty(*faults_of(error, watabou.Dungeon)) from None
