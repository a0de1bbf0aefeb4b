"""Read a file with a map into a Plan, in any of the formats of `map_formats`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from rpg_lite.content import donjon, foundry_scene, json_reading, map_formats, map_text, tiled, watabou
from rpg_lite.content.donjon_file import MOST, MOST_CELLS, DonjonDungeon
from rpg_lite.content.entry_editions import Faulty, valid, word
from rpg_lite.content.foundry_scene_file import MOST_TOKENS, MOST_WALLS, FoundryScene
from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules import names
from rpg_lite.rules.document_validation import faults_of
from rpg_lite.world.map_plan_validation import faults
from rpg_lite.world.map_plans import Plan

_FORMATS_TOLD: Final = f"a map has one of the formats of docs/dungeons.md: {', '.join(map_formats.ALL)}"
LARGEST: Final = 4_000_000
"""The maximum number of characters of a file."""


def list_adventures() -> dict[str, Path]:
    """Short name → file for the adventures that come with rpg-lite, the shortest first, because new players take the first."""
    files = (f for f in (folder("data") / "adventures").iterdir() if f.suffix in (".txt", ".json"))
    return {file.stem: file for file in sorted(files, key=lambda f: (f.stat().st_size, f.name))}


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
        raise Faulty(("", f"is empty; {_FORMATS_TOLD}"))
    if text.lstrip().startswith("<"):
        raise Faulty(("", f"is XML; {_FORMATS_TOLD}; in Tiled, save it as .tmj"))
    if "#" not in text and text.lstrip()[0] not in "{[":
        raise Faulty(
            (
                "",
                f"is no map in one of the formats that rpg-lite reads; {_FORMATS_TOLD}; our own text begins with # and the name of the map",
            )
        )
    return _of_json(json_reading.load(text, LARGEST), passages) if text.lstrip()[0] in "{[" else map_text.parse(text)


def _of_json(data: Any, passages: bool) -> Plan:
    found = next((f for f, keys in map_formats.JSON.items() if isinstance(data, dict) and all(key in data for key in keys)), None)
    if found is not None:
        return _sound(_READERS[found](data, passages))
    told = f"an object with {', '.join(map(repr, list(data)[:5])) or 'nothing'}" if isinstance(data, dict) else word(data)
    known = "; ".join(f"{called} ({', '.join(keys)})" for called, keys in map_formats.JSON.items())
    hero = "; rpg-lite heroes import reads an actor of Foundry" if isinstance(data, dict) and "system" in data else ""
    raise Faulty(("", f"takes {known}; found {told}{hero}"))


def _sound(plan: Plan) -> Plan:
    if wrong := faults(plan):
        raise Faulty(*wrong)
    return plan


def _read_as(model: type[BaseModel], data: dict[str, Any], most: Mapping[str, int] = MappingProxyType({})) -> Any:
    """Check the file against its model. Raises Faulty; lists with too many entries are refused before each entry is checked."""
    for key, limit in most.items():
        if isinstance(data.get(key), list) and len(data[key]) > limit:
            raise Faulty((key, f"takes at most {limit}; this has {len(data[key]):,}"))
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise Faulty(*faults_of(error, model)) from None


def _of_one_page(data: dict[str, Any], passages: bool) -> Plan:
    return watabou.plan_of(_read_as(watabou.Dungeon, data, dict.fromkeys(("rects", "doors", "notes"), watabou.MOST_RECTS)), passages)


def _of_donjon(data: dict[str, Any], passages: bool) -> Plan:
    return donjon.plan_of(_read_as(DonjonDungeon, data, {"cells": MOST_CELLS, "rooms": MOST}))


def _of_tiled(data: dict[str, Any], passages: bool) -> Plan:
    return tiled.plan_of(_read_as(tiled.TiledMap, data))


def _of_foundry(data: dict[str, Any], passages: bool) -> Plan:
    return foundry_scene.plan_of(_read_as(FoundryScene, data, {"walls": MOST_WALLS, "tokens": MOST_TOKENS}))


def _of_plan(data: dict[str, Any], passages: bool) -> Plan:
    plan: Plan = valid(Plan, data)
    return plan


_READERS: Final[Mapping[str, Callable[[dict[str, Any], bool], Plan]]] = MappingProxyType(
    {
        "One Page Dungeon JSON": _of_one_page,
        "donjon JSON": _of_donjon,
        "a Tiled map": _of_tiled,
        "a Foundry scene": _of_foundry,
        "a plan as JSON": _of_plan,
    }
)
