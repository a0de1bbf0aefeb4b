"""A sheet names each feature and each rider once, even if the hero has it from two sides (SRD 5.2, Heightened Focus)."""

import re

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

_APART = re.compile(r", (?![^()]*\))")  # a comma in brackets is of one name
CLASSES = ("barbarian", "bard", "cleric", "druid", "fighter", "monk", "paladin", "ranger", "rogue", "sorcerer", "warlock", "wizard")


def _lists(box: Sandbox) -> list[tuple[str, list[str]]]:
    told = "\n".join(
        box.send({"operation": "character", "characterName": "Bo"}, "read_campaign", detail=d)["text"] for d in ("brief", "full")
    )
    heads = ("Features: ", "Riders: ", "Acts: ")
    return [
        (head, _APART.split(line.removeprefix(head).rstrip("."))) for line in told.split("\n") for head in heads if line.startswith(head)
    ]


@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_name_stands_twice(ruleset: Ruleset, name: str) -> None:
    box = Sandbox(first_world(ruleset))
    origin = {"race": "human", "background": "soldier", "choices": {"versatile": "Alert"}} if ruleset == "5.2" else {}
    box.accept("create", name="Bo", character={"classes": [f"{name} 20"], **origin})
    lists = _lists(box)
    assert lists
    for head, names in lists:
        assert len(names) == len({*names}), (head, names)
