"""What a creature does to a victim that it covers, engulfs or has swallowed ends with its death, and what it leaves behind does not (SRD)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rpg_lite.vocabulary import CONDITIONS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

CREATURES: Final = Path(__file__).parents[2] / "data" / "creatures"
HOLDS: Final = ("Attached", "on the Head", "Engulfed", "Swallowed", "Darkmantle", "Whirlwind")
Row = tuple[Ruleset, str, dict[str, Any]]


def laid(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if isinstance(value.get("apply"), dict):
            yield value
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        yield from laid(part)


def holds() -> list[Row]:
    """The steps of stat blocks by which a creature covers, engulfs or swallows; grapples are elsewhere."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for path in sorted(CREATURES.glob("*/*.json")):
        block = json.loads(path.read_text("utf-8"))
        for step in laid(block.get("acts", ())):
            name = str(step["apply"].get("name"))
            if (
                any(word in name for word in HOLDS)
                and name != "Whirlwind of Sand"
                and "grappled" not in step["apply"].get("conditions", ())
            ):
                found[path.parent.name, block["name"], name] = step
    return [("5.1" if ruleset == "5.1" else "5.2", block, step) for (ruleset, block, _), step in found.items()]


ROWS: Final = holds()


def make(ruleset: Ruleset, block: str) -> Any:
    table = Table(begun(ruleset))
    table.did("create", name="Tess", character={"classes": ["fighter 5"], "party": True, "hpMax": 500, "hp": 500})
    table.did("create", name="Pip", character={"classes": ["wizard 5"], "party": True})
    table.did("create", name="Holder", template=block)
    return table.game


def seen(table: Table) -> set[str]:
    """The conditions that count, as anybody reads them."""
    headline = table.did("character", "Tess")["text"].partition("\n")[0]
    return {name for name in CONDITIONS if name in headline}


def test_these_blocks_hold() -> None:
    assert {"Cloaker", "Darkmantle", "Gelatinous Cube", "Stirge", "Giant Toad", "Behir", "Shambling Mound"} <= {
        block for _, block, _ in ROWS
    }


@each_row(("ruleset", "block", "step", "fights"), [(*row, fights) for row in ROWS for fights in (False, True)])
def test_the_dead_cover_nobody(ruleset: Ruleset, block: str, step: dict[str, Any], fights: bool) -> None:
    """Pip kills it: outside a fight, the command that kills does not load Tess."""
    table = Table(copy_of(make, ruleset, block))
    table.roll_with(falling(12, 8, 4, face=2))
    if fights:
        table.did("start_fight", names=["Tess", "Pip", "Holder"])
    laid = {key: step[key] for key in ("apply", "ends") if key in step}
    table.did("act", "Holder", act="Hold", steps=[laid], targets=["Tess"], force=True)
    assert seen(table) == {*step["apply"].get("conditions", ())}
    hurts = [{"damage": "900", "type": "force"}]
    table.did("act", "Pip", act="Blast", steps=hurts, targets=["Holder"], force=True)
    assert table.thing("Holder").creature.is_dead
    assert seen(table) == set()
    assert step["apply"].get("name", "Hold") not in table.did("character", "Tess")["text"]


@each_row(("ruleset", "block"), [("5.1", "Giant Spider"), ("5.2", "Giant Spider"), ("5.1", "Ettercap")])
def test_a_web_outlasts_the_spider(ruleset: Ruleset, block: str) -> None:
    table = Table(copy_of(make, ruleset, block))
    (step,) = [
        s
        for s in laid(json.loads((CREATURES / ruleset / f"{block.lower().replace(' ', '_')}.json").read_text("utf-8"))["acts"])
        if "restrained" in s["apply"].get("conditions", ())
    ]
    table.did(
        "act", "Holder", act="Hold", steps=[{key: step[key] for key in ("apply", "ends") if key in step}], targets=["Tess"], force=True
    )
    table.did("act", "Pip", act="Blast", steps=[{"damage": "900", "type": "force"}], targets=["Holder"], force=True)
    assert seen(table) == {"restrained"}
