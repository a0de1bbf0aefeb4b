"""A creature that is invisible by its trait is so in fights and out of them, and players see it only through what sees the invisible."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.table import TOOL_OF, Table

PLAYER: Final = Caller("player", characters=("Kara",))
READS: Final = ("look", "who", "context", "map")
ALWAYS: Final = {"5.1": ["Invisible Stalker"], "5.2": ["Invisible Stalker"]}
CREATURES: Final = Path(__file__).parents[2] / "data" / "creatures"


def _table(ruleset: Ruleset, **kara: Any) -> Any:
    table = Table(begun(ruleset))
    table.did("create", name="Kara", character={"classes": ["fighter 3"], "party": True, **kara})
    for name in ALWAYS[ruleset]:
        table.did("create", template=name, name="Nothing")
    return table.game


def _told(game: Any) -> str:
    return json.dumps([game.ask({"operation": read}, tool=TOOL_OF[read], caller=PLAYER, detail="full") for read in READS])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_creature_whose_trait_makes_it_invisible_is_missing_here(ruleset: Ruleset) -> None:
    found = []
    for file in sorted((CREATURES / ruleset).glob("*.json")):
        block = json.loads(file.read_text("utf-8"))
        traits = [t for t in block.get("features", ()) if not isinstance(t, str)]
        if any("invisib" in t["name"].casefold() or "always invisible" in json.dumps(t) or "conditions" in t for t in traits):
            found.append(block["name"])
    assert found == ALWAYS[ruleset]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_its_attacks_have_advantage_and_those_against_it_disadvantage(ruleset: Ruleset) -> None:
    with copy_of(_table, ruleset) as game:
        table = Table(game)
        slam = "Slam" if ruleset == "5.1" else "Wind Swipe"
        assert "advantage: invisible" in table.did("act", "Nothing", act=slam, targets=["Kara"])["text"]
        assert "disadvantage (invisible" in table.did("attack", "Kara", targetName="Nothing")["text"]


def _seeing(ruleset: Ruleset) -> Any:
    return _table(ruleset, senses={"truesight": 60})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_sees_the_invisible_meets_it_on_equal_terms(ruleset: Ruleset) -> None:
    with copy_of(_seeing, ruleset) as game:
        table = Table(game)
        slam = "Slam" if ruleset == "5.1" else "Wind Swipe"
        assert "advantage" not in table.did("act", "Nothing", act=slam, targets=["Kara"])["text"]
        assert "disadvantage" not in table.did("attack", "Kara", targetName="Nothing")["text"]
        assert "Nothing" in _told(game)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_players_do_not_find_it_in_what_they_read_before_it_fights(ruleset: Ruleset) -> None:
    with copy_of(_table, ruleset) as game:
        table = Table(game)
        assert "Nothing" not in _told(game)
        assert "Nothing" in table.did("look")["text"]
        table.did("start_fight", names=["Kara", "Nothing"])
        assert "Nothing" in _told(game)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_party_knows_whom_it_has_made_invisible(ruleset: Ruleset) -> None:
    with copy_of(_table, ruleset) as game:
        table = Table(game)
        table.did("create", name="Odo", character={"classes": ["wizard 5"], "party": True, "spells": {"prepared": ["Invisibility"]}})
        table.did("create", name="Guest", character={"party": False, "hpMax": 9})
        table.did("cast", "Odo", spell="Invisibility", targets=["Guest"])
        assert "Guest" in _told(game)
        table.did("apply", "Guest", condition="invisible", duration="1 hour")
        table.did("create", name="Spy", character={"party": False, "hpMax": 9})
        assert "Spy" in _told(game)
        table.did("apply", "Spy", condition="invisible")
        assert "Spy" not in _told(game)
