"""`lookup` answers a class and a level by the numbers of that level (SRD, Classes)."""

import re

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

SLOTS = {
    ("wizard", 5): "slots 4/3/2",
    ("paladin", 5): "slots 4/2",
    ("warlock", 5): "slots",
    ("fighter", 5): "2 attacks",
    ("monk", 5): "2 attacks",
}


def told(table: Table, query: str) -> str:
    text: str = table.send({"operation": "lookup", "query": query}, "read_campaign")["text"]
    return text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_level_of_every_class(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    for rule in rulebook(ruleset).classes.values():
        for level in range(1, 21):
            text = told(table, f"{rule.name} {level}")
            head = f"{rule.name.capitalize()} {level}: proficiency bonus +{2 + (level - 1) // 4}; hit dice {level}d{rule.hit_die}"
            assert text.startswith(head), text
            new = [name for at, name in rule.features if at == level]
            assert all(name in text for name in new), (new, text)
            assert SLOTS.get((rule.name, level), "") in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_words_around_the_level(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    for query in ("rogue level 4", "level 4 rogue", "rogue 4", "4th level rogue", "Rogue 4th"):
        assert told(table, query).startswith("Rogue 4: proficiency bonus +2"), query
    assert re.match(r"\d+ spells", told(table, "wizard level 3"))
    assert told(table, "rogue 21").startswith("Rogue: class")
    assert told(table, "rogue 0").startswith("Rogue: class")
