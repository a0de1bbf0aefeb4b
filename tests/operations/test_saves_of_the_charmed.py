"""Whoever a creature has charmed saves again when the charmer and its companions harm it, or when anything or anybody else does, by the text of the
stat block (SRD 5.1: Vampire, Dryad, Succubus, Aboleth, Harpy; SRD 5.2: Aboleth, Harpy).
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table

WORD: Final = re.compile(r"save:(damage|harmed_by_source|harmed_by_others)")
WHO_COUNTS: Final[dict[str, set[str | None]]] = {
    "damage": {"charmer", "companion", "friend", None},
    "harmed_by_source": {"charmer", "companion"},
    "harmed_by_others": {"companion", "friend", None},
}
HARMERS: Final = ("charmer", "companion", "friend", None)


def charming() -> Iterator[tuple[Ruleset, str, str, str]]:
    """(ruleset, creature, act, word) of the acts that charm until a save after harm."""
    for ruleset in RULESETS:
        for row in rulebook_loading.rulebook(ruleset).creatures.values():
            for act in row["character"].get("acts", ()):
                if "charmed" in str(act) and (found := WORD.search(str(act))):
                    yield ruleset, row["character"]["name"], act["name"], found[1]


def seated(ruleset: Ruleset, creature: str, act: str) -> Table:
    table = Table(begun(ruleset))
    for name, more in (("Pip", {"party": True, "classes": ["rogue 3"]}), ("Elara", {"party": True, "classes": ["wizard 3"]}), ("Ulf", {})):
        sheet: dict[str, Any] = {"abilities": dict.fromkeys(ABILITIES, 10), "hpMax": 300, "type": "humanoid", **more}
        table.did("create", name=name, character=sheet)
    table.did("create", template=creature, name="Charmer")
    table.roll_with(falling(1))
    table.did("act", "Charmer", act=act, targets=["Pip"], force=True)
    assert is_charmed(table)
    return table


def is_charmed(table: Table) -> bool:
    return "charmed" in str(table.thing("Pip").body.get("conditions", ()))


def harm(table: Table, by: str | None) -> str:
    name = {"charmer": "Charmer", "companion": "Ulf", "friend": "Elara"}.get(by or "")
    if name is None:
        return str(table.did("damage", "Pip", amount=1, damageType="fire")["text"])
    steps = [{"damage": "1", "type": "fire"}]
    return str(table.did("act", name, act="Singe", steps=steps, targets=["Pip"], force=True)["text"])


def test_these_creatures_do() -> None:
    found = {(ruleset, creature) for ruleset, creature, _, _ in charming()}
    assert {creature for ruleset, creature in found if ruleset == "5.1"} >= {"Vampire", "Dryad", "Succubus/Incubus", "Aboleth", "Harpy"}
    assert {creature for ruleset, creature in found if ruleset == "5.2"} >= {"Aboleth", "Harpy"}


@pytest.mark.parametrize(("ruleset", "creature", "act", "word"), [*charming()])
@pytest.mark.parametrize("by", HARMERS)
def test_it_saves_again_after_the_harm_that_counts(ruleset: Ruleset, creature: str, act: str, word: str, by: str | None) -> None:
    counts = by in WHO_COUNTS[word]
    table = seated(ruleset, creature, act)
    told = harm(table, by)
    assert ("WIS save" in told) == counts, told
    assert is_charmed(table)
    table.roll_with(falling(20))
    harm(table, by)
    assert is_charmed(table) == (not counts)
