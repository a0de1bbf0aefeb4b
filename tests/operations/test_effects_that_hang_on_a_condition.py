"""What a creature suffers "while Frightened in this way" does not begin if it is immune, and ends with the condition (SRD)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

ROOT: Final = Path(__file__).parents[2]
GOVERNING: Final = {"charmed", "frightened", "poisoned"}
Row = tuple[Ruleset, str, dict[str, Any]]


def laid(value: Any) -> Iterator[dict[str, Any]]:
    """The steps that lay one of these conditions and something besides, wherever they stand; a disease goes on without its condition."""
    if isinstance(value, dict):
        effect = value.get("apply")
        if (
            isinstance(effect, dict)
            and GOVERNING & {*effect.get("conditions", ())}
            and effect.keys() & {"flags", "modifiers", "on", "acts"}
        ):
            if "disease" not in value.get("ends", ()):
                yield value
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        yield from laid(part)


def rows() -> list[Row]:
    found: dict[tuple[Ruleset, str, str], dict[str, Any]] = {}
    for ruleset in RULESETS:
        files = [*(ROOT / "data/creatures" / ruleset).glob("*.json"), *(ROOT / "data/spells").glob("*.json"), *(ROOT / "data/features").glob("*.json"), *(ROOT / "items").glob("*.json")]  # fmt: skip
        for path in sorted(files):
            read = json.loads(path.read_text("utf-8"))
            entries = read if isinstance(read, list) else read.get("items") or (read["features"] if "features" in path.parts else [read])
            for entry in entries:
                for step in laid({**entry, **entry.get(ruleset, {})} if isinstance(entry, dict) else entry):
                    if entry.get("name") == "Hallow":  # it asks for types of creatures
                        continue
                    found[ruleset, str(entry.get("name")), json.dumps(step)] = step
    return [(ruleset, name, step) for (ruleset, name, _), step in found.items()]


ROWS: Final = rows()


def plain(value: Any) -> Any:
    """The step with numbers in place of what a caster would fill in."""
    written = json.dumps(value)
    for word, number in (("{dc}", "12"), ("{ability}", "str"), ("{type}", "fire")):
        written = written.replace(word, number)
    return {key: kept for key, kept in json.loads(written).items() if key in ("apply",)}


def make(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    table.did("create", name="Man", character={"classes": ["fighter 5"], "party": True, "hpMax": 99})
    table.did("create", name="Foe", character={"hpMax": 50})
    return table.game


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    table = Table(copy_of(make, ruleset))
    table.roll_with(falling(10, face=2))
    return table


def states(table: Table, name: str = "Man") -> list[str]:
    body = table.thing(name).body
    return [e["name"] for kind in ("conditions", "effects") for e in body.get(kind) or ()]


def immune(table: Table, name: str, *words: str) -> None:
    rows = [{"target": "condition_immunity", "op": "grant", "value": word} for word in words]
    table.did("update", name, character={"modifiers": rows})


def test_there_are_rows() -> None:
    assert {"Mace of Terror", "Wand of Fear", "Fear", "Pit Fiend", "Vrock", "Dretch", "Eyebite", "Hypnotic Pattern"} <= {
        name for _, name, _ in ROWS
    }


@pytest.mark.parametrize(("ruleset", "name", "step"), ROWS, ids=lambda one: one if isinstance(one, str) else "")
def test_nothing_of_it_begins_for_the_immune(ruleset: Ruleset, name: str, step: dict[str, Any]) -> None:
    table = seated(ruleset)
    (word,) = GOVERNING & {*step["apply"]["conditions"]}
    immune(table, "Man", word)
    table.did("act", "Foe", act="Deed", steps=[plain(step)], targets=["Man"], force=True)
    assert states(table) == []


@pytest.mark.parametrize(("ruleset", "name", "step"), ROWS, ids=lambda one: one if isinstance(one, str) else "")
def test_the_rest_ends_with_the_condition(ruleset: Ruleset, name: str, step: dict[str, Any]) -> None:
    table = seated(ruleset)
    (word,) = GOVERNING & {*step["apply"]["conditions"]}
    table.did("act", "Foe", act="Deed", steps=[plain(step)], targets=["Man"], force=True)
    assert len(states(table)) >= 2
    assert table.send({"operation": "remove", "characterName": "Man", "condition": word}, "manage_condition")["ok"]
    assert not {word, step["apply"].get("name", "Deed")} & {*states(table)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_mace_of_terror_leaves_the_fearless_alone(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("give", "Man", template="Mace of Terror", equip=True, attune=True)
    immune(table, "Foe", "frightened")
    table.roll_with(falling(1))
    text = table.did("act", "Man", act="Wave of Terror", targets=["Foe"])["text"]
    assert "immune to frightened" in text and states(table, "Foe") == []


def test_the_turned_flee_even_without_fear() -> None:
    """SRD 5.2, Turn Undead: both conditions, and for that duration it flees."""
    table = seated("5.2")
    table.did("create", name="Kim", character={"classes": ["cleric 5"], "party": True})
    table.did("create", name="Bones", character={"hpMax": 90, "type": "undead"})
    immune(table, "Bones", "frightened")
    table.roll_with(falling(1))
    table.did("act", "Kim", act="Turn Undead", targets=["Bones"])
    assert states(table, "Bones") == ["incapacitated", "Turned"]


def test_a_nightmare_hurts_without_fear() -> None:
    """SRD 5.1, Phantasmal Killer: the damage does not hang on the condition."""
    table = seated("5.1")
    table.did("create", name="Kim", character={"classes": ["wizard 17"], "party": True})
    immune(table, "Foe", "frightened")
    table.roll_with(falling(1))
    table.did("cast", "Kim", spell="Phantasmal Killer", targets=["Foe"])
    assert states(table, "Foe") == ["Phantasmal Killer"]
