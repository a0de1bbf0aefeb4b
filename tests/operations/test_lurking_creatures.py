"""A creature that passes for a thing is hidden from players until they find it or it strikes (SRD 5.1, False Appearance; SRD 5.2, Mimic)."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

PLAYER: Final = Caller("player", "Ann", characters=("Nessa",))
CREATURES: Final = Path(__file__).parents[2] / "data" / "creatures"


def _lurkers(ruleset: Ruleset) -> list[str]:
    """The blocks of a ruleset that pass for a thing."""
    found = []
    for file in sorted((CREATURES / ruleset).glob("*.json")):
        text = file.read_text("utf-8")
        if "False Appearance" in text or "likeness of a Small or Medium object" in text:
            found.append(json.loads(text)["name"])
    return found


@laid_alike
def _table(ruleset: Ruleset, *blocks: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Nessa", character={"classes": ["rogue 5"], "party": True, "hpMax": 90})
    for block in blocks:
        table.did("create", template=block, name=f"Lurking {block}")
    return table


def _read(table: Table, operation: str = "look", tool: str = "manage_room", **more: Any) -> Answer:
    return table.game.ask({"operation": operation, **more}, tool, "full", PLAYER)  # type: ignore[arg-type]


@pytest.mark.stored
@pytest.mark.parametrize("ruleset", RULESETS)
def test_players_do_not_see_who_passes_for_a_thing(ruleset: Ruleset) -> None:
    blocks = _lurkers(ruleset)
    assert "Mimic" in blocks
    table = _table(ruleset, *blocks)
    for block in blocks:
        assert block in str(_read(table))
        told = table.did("hide", f"Lurking {block}")["text"]
        assert "hidden until a search finds it (DC " in told
        assert f"Lurking {block}" not in str(_read(table)) and f"Lurking {block}" not in str(_read(table, "who", "read_campaign"))
        assert f"Lurking {block}" in table.did("look")["text"], "the game master sees it"


@pytest.mark.stored
@pytest.mark.parametrize(("total", "is_found"), [(16, False), (17, True)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_check_against_its_dc_finds_it(ruleset: Ruleset, total: int, is_found: bool) -> None:
    table = _table(ruleset, "Mimic")
    table.did("hide", "Lurking Mimic", dc=17)
    bonus = table.number("Nessa", "skills.perception")
    table.roll_with(falling(total - bonus))
    table.did("check", "Nessa", skill="perception")
    assert ("Mimic" in str(_read(table))) is is_found


@pytest.mark.stored
@pytest.mark.parametrize("ruleset", RULESETS)
def test_its_first_strike_shows_it(ruleset: Ruleset) -> None:
    table = _table(ruleset, "Mimic")
    table.did("hide", "Lurking Mimic")
    table.roll_with(falling(3, 19))
    told = table.did("attack", "Lurking Mimic", itemName="Pseudopod", targetName="Nessa")["text"]
    assert "a hit" in told and "advantage" in told
    assert "Mimic" in str(_read(table))


@pytest.mark.stored
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hero_hides_by_a_check(ruleset: Ruleset) -> None:
    refused = _table(ruleset).refused("one_of_required", "hide", "Nessa")
    assert '"act": "Hide"' in refused["text"]
