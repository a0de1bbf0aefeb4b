"""A player's dry run does not tell whether an unidentified thing needs attunement, and the deed itself does."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Answer, Table

PLAYER: Final = Caller("player", "Ann", characters=("Hero",))
ITEMS: Final = Path(__file__).parents[2] / "items"
NOT_KNOWN: Final = "Whether it needs attunement is not known"


def _attune(table: Table, **more: Any) -> Answer:
    item = next(t.id for t in table.now.things.values() if t.kind == "item")
    payload = {"operation": "attune", "characterName": "Hero", "itemId": item, **more}
    return table.game.ask(payload, "manage_inventory", "brief", PLAYER)


@laid_alike
def _table(ruleset: Ruleset, item: str, **more: Any) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"classes": ["wizard 5"], "party": True})
    table.did("give", "Hero", template=item, **more)
    return table


@pytest.mark.stored
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dry_run_tells_the_same_of_every_unidentified_thing(ruleset: Ruleset) -> None:
    lines = [
        line for file in ("wondrous", "rings") for line in (ITEMS / f"{file}.json").read_text("utf-8").splitlines() if '"rarity"' in line
    ]
    for needs in (True, False):
        found = [json.loads(line.rstrip(",")) for line in lines if ('"requiresAttunement": true' in line) is needs]
        some = [item["name"] for item in found if ruleset in item.get("rulesets", RULESETS) and not {"base", "variants"} & item.keys()][::9]
        assert len(some) > 3
        for item in some:
            table = _table(ruleset, item, identified=False)
            told = _attune(table, dryRun=True)["text"]
            assert NOT_KNOWN in told and "It needs no attunement" not in told, (item, told)


@pytest.mark.stored
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_deed_shows_it(ruleset: Ruleset) -> None:
    bonded = _attune(_table(ruleset, "Amulet of Health", identified=False))
    assert "is attuned to" in bonded["text"]
    plain = _attune(_table(ruleset, "Bag of Holding", identified=False))
    assert "It needs no attunement." in plain["text"]


@pytest.mark.stored
@pytest.mark.parametrize("ruleset", RULESETS)
def test_of_a_known_thing_it_is_told(ruleset: Ruleset) -> None:
    assert "It needs no attunement." in _attune(_table(ruleset, "Bag of Holding"), dryRun=True)["text"]
