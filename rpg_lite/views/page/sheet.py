"""The sheet of a creature as the page shows it: its lines, and each number with its reasons."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import unidentified
from rpg_lite.views.campaign import character_text
from rpg_lite.views.changes import name_path, unit
from rpg_lite.views.number_reasons import reasons_text
from rpg_lite.views.stats import numbers
from rpg_lite.world.things import Thing, World

Json = dict[str, Any]

TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ac": "Defenses and movement", "hpMax": "Defenses and movement", "initiative": "Defenses and movement",
        "speed": "Defenses and movement", "attacks": "Attacks and spells", "spellcasting": "Attacks and spells", "abilities": "Abilities",
        "proficiencyBonus": "Abilities", "saves": "Saves", "skills": "Skills", "passive": "Passive scores",
    }
)  # fmt: skip
"""The families of numbers that a sheet shows, with the heading of each."""


def sheet_json(world: World, who: Thing, book: Rulebook) -> Json:
    """The sheet of `who` as it is in this world, which is the world that the reader knows."""
    groups: dict[str, list[Json]] = {title: [] for title in TITLES.values()}
    for path, number in numbers(unidentified.stats_of(world, who, book)):
        if title := TITLES.get(path.split(".")[0]):
            groups[title].append(_number(path, number))
    text = character_text(world, who, (), book)
    lines = text.split("\n") if isinstance(text, str) else []
    return {"id": who.id, "name": who.name, "lines": lines, "groups": list(_filled(groups))}


def _filled(groups: Mapping[str, list[Json]]) -> Iterator[Json]:
    yield from ({"title": title, "numbers": rows} for title, rows in groups.items() if rows)


def _number(path: str, number: Breakdown) -> Json:
    """The number, and the sentence of its reasons without the number itself."""
    _, _, why = reasons_text(path, number).partition(" = ")
    return {"name": name_path(path), "value": f"{number.value}{unit(path)}", "why": why}
