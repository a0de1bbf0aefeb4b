"""The steps of stat blocks that lower a hit point maximum or an ability score, for tests of what ends them."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.operations.table import Table

SCORES: Final = dict.fromkeys(ABILITIES, 14)
Step = dict[str, Any]


def block_of(ruleset: Ruleset, name: str) -> Any:
    return next(block for block in _blocks(ruleset) if block["name"] == name)


def all_steps(value: Any) -> Iterator[Step]:
    """The steps that lay an effect, wherever they stand."""
    if isinstance(value, dict):
        if isinstance(value.get("apply"), dict):
            yield value
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        yield from all_steps(part)


def drains(lowered_by: int) -> Sequence[tuple[Ruleset, str, str, Step]]:
    """One step of each creature and effect, with this number in place of what is rolled or taken."""
    found: dict[tuple[Ruleset, str, str], Step] = {}
    for ruleset in RULESETS:
        for block in _blocks(ruleset):
            for step in filter(_drains, all_steps(block)):
                rows = [{**m, "value": -lowered_by} for m in step["apply"]["modifiers"]]
                found[ruleset, block["name"], step["apply"]["name"]] = {**step, "apply": {**step["apply"], "modifiers": rows}}
    return [(*key, step) for key, step in found.items()]


def numbers(table: Table, name: str = "Man") -> tuple[int, int]:
    """The hit point maximum and the strength."""
    return table.number(name, "hpMax"), table.number(name, "abilities.str")


def _drains(step: Step) -> bool:
    rows = step["apply"].get("modifiers", ())
    return any(str(m.get("value")).startswith(("-", "{0-")) and m["target"].startswith(("hp_max", "ability.")) for m in rows)


def _blocks(ruleset: Ruleset) -> Iterator[Any]:
    for path in sorted((Path(__file__).parents[2] / "data" / "creatures" / ruleset).glob("*.json")):
        yield json.loads(path.read_text("utf-8"))
