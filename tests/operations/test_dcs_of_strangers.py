"""A DC that follows from a hidden number of a stranger is in no answer to a player (SRD 5.2, Influence)."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

DATA: Final = Path(__file__).parents[2] / "data"
PLAYER: Final = Caller("player", "Ann", characters=("Nessa",))
MIND: Final = {"str": 10, "dex": 10, "con": 10, "int": 19, "wis": 10, "cha": 10}
DEEDS: Final[list[dict[str, Any]]] = [
    {"act": "Influence", "targets": ["Old One"]}, {"act": "Grapple", "targets": ["Old One"]}, {"act": "Shove", "targets": ["Old One"], "choice": "push"},
    {"act": "Escape"}, {"act": "Break Free"}, {"act": "Search"}, {"act": "Study"},
]  # fmt: skip


def test_influence_alone_tells_a_number_of_its_target() -> None:
    """Every other text of the files with a number of the target would be kept from players, too."""
    found = set()
    for file in DATA.rglob("*.json"):
        for line in re.findall(r'"say": ?"[^"]*their_[^"]*"', file.read_text("utf-8")):
            found.add((file.name, line.partition(": ")[2]))
    assert found == {("acts.json", json.dumps("The DC is {max(15, their_score:int)}."))}


@laid_alike
def _table(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Nessa", character={"classes": ["rogue 5"], "party": True, "hpMax": 90})
    table.did("create", name="Kael", character={"classes": ["monk 5"], "party": True, "abilities": MIND})
    table.did("create", name="Old One", character={"abilities": MIND, "hpMax": 40, "party": False})
    table.did("create", template="Mimic")
    table.roll_with(falling(19, 2))
    table.did("act", "Mimic", act="Pseudopod", targets=["Nessa"])
    return table


def _as_player(table: Table, **deed: Any) -> Answer:
    return table.game.ask({"operation": "act", "characterName": "Nessa", **deed}, "execute_action", "brief", PLAYER)


@pytest.mark.stored
@pytest.mark.parametrize("is_dry", [True, False])
@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed["act"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_player_reads_no_dc_of_a_stranger(ruleset: Ruleset, deed: dict[str, Any], is_dry: bool) -> None:
    if (ruleset, deed["act"]) == ("5.1", "Influence"):
        return
    table = _table(ruleset)
    table.roll_with(falling(3, 12))
    for text in (str(_as_player(table, **deed, **({"dryRun": True} if is_dry else {}))),):
        numbers = re.findall(r"DC (\d+)", text)
        assert {*numbers} <= {"15"} if deed["act"] == "Influence" else not {"13", "19"} & {*numbers}, text


@pytest.mark.stored
def test_the_game_master_reads_it() -> None:
    table = _table("5.2")
    assert "The DC is 19." in table.did("act", "Nessa", act="Influence", targets=["Old One"])["text"]
    assert "The DC is 19." not in _as_player(table, act="Influence", targets=["Old One"])["text"]
