"""A spell lasts as long as the stat block says that casts it, and ends at its next casting where the block says so (SRD 5.2, Vampire, Charm; Sea Hag,
Illusory Appearance; Green Hag and Dryad, Spellcasting).
"""

import re
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import ABILITIES, RULESETS
from tests.copies import begun, laid_alike
from tests.operations.table import Table

WEAK: Final = {"target": "save.all", "op": "add", "value": -50}
CASTS: Final[list[tuple[str, str, dict[str, Any]]]] = [
    ("Vampire", "Charm Person", {"operation": "act", "act": "Charm", "targets": ["Ulf"]}),
    ("Sea Hag", "Disguise Self", {"operation": "act", "act": "Illusory Appearance"}),
    ("Green Hag", "Disguise Self", {"operation": "cast", "spell": "Disguise Self"}),
    ("Dryad", "Charm Monster", {"operation": "cast", "spell": "Charm Monster", "targets": ["Ulf"]}),
    (
        "Dryad",
        "Charm Monster",
        {"operation": "act", "act": "Multiattack", "targets": ["Ulf"], "choice": {"choice": "Vine Lash, Charm Monster"}},
    ),
]
"""(creature, spell, call) of every stat block that casts a spell for another time than the spell lasts."""


@laid_alike
def seated(creature: str) -> Table:
    table = Table(begun("5.2"))
    for name in ("Ulf", "Pip"):
        sheet = {"abilities": dict.fromkeys(ABILITIES, 10), "hpMax": 90, "type": "humanoid", "modifiers": [WEAK]}
        table.did("create", name=name, character=sheet)
    table.did("create", template=creature)
    return table


def lying(table: Table, who: str) -> list[dict[str, Any]]:
    body = table.thing(who).body
    return [*body.get("effects", ()), *body.get("conditions", ())]


@pytest.mark.parametrize(("creature", "spell", "call"), CASTS)
def test_it_lasts_as_long_as_the_block_says(creature: str, spell: str, call: dict[str, Any]) -> None:
    table = seated(creature)
    call = dict(call)
    table.did(call.pop("operation"), creature, force=True, seed=1, **call)
    whom = "Ulf" if "targets" in call else creature
    entries = [e for e in lying(table, whom) if e.get("act") == spell]
    assert entries and {e["duration"] for e in entries} == {"24 hours"}
    table.did("advance", duration="23 hours")
    assert [e for e in lying(table, whom) if e.get("act") == spell]
    table.did("advance", duration="61 minutes")
    assert not [e for e in lying(table, whom) if e.get("act") == spell]


@pytest.mark.parametrize("call", [call for creature, _, call in CASTS if creature == "Dryad"])
def test_the_next_charm_of_a_dryad_ends_the_earlier_one(call: dict[str, Any]) -> None:
    table = seated("Dryad")
    call = dict(call)
    operation = call.pop("operation")
    table.did(operation, "Dryad", force=True, seed=1, **call)
    table.did(operation, "Dryad", force=True, seed=1, **{**call, "targets": ["Pip"]})
    assert not table.thing("Ulf").body.get("conditions")
    assert [e["name"] for e in table.thing("Pip").body["conditions"]] == ["charmed"]


def test_no_block_tells_a_duration_that_the_program_does_not_play() -> None:
    told = re.compile(r"(?<!not )lasts (an |\d+ )(hour|minute|day)", re.IGNORECASE)
    for ruleset in RULESETS:
        for row in rulebook_loading.rulebook(ruleset).creatures.values():
            for part in (*row["character"].get("acts", ()), *row["character"].get("features", ())):
                assert not told.search(str(part)), (ruleset, row["character"]["name"], part["name"])


def test_the_card_tells_the_time() -> None:
    table = seated("Dryad")
    for name in ("Dryad", "Green Hag", "Sea Hag", "Vampire"):
        assert "24 h" in table.send({"operation": "lookup", "kind": "creature", "query": name}, "read_campaign", "full")["text"]
