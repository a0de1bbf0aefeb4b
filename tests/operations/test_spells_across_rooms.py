"""Spells about a creature wherever it is reach another room; those that need a sight of it do not (SRD, Sending, Dream, Scrying)."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.table import Table

SPELLS: Final = Path(__file__).parents[2] / "data" / "spells"
MILE: Final = 5280
REACH: Final[dict[str, dict[str, str]]] = {
    "Sending": {},
    "Dream": {"choice": "message"},
    "Scrying": {"knowledge": "firsthand", "connection": "likeness"},
    "Clairvoyance": {},
    "Project Image": {},
}
"""Spell that reaches another room → its choices."""
SEES_WHERE: Final = ["Meteor Swarm", "Storm of Vengeance", "Tsunami"]
"""Spells of a mile that strike what their caster sees."""


def _table(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    made = table.send({"operation": "create", "name": "Shop", "direction": "north", "fromName": "Lobby"}, "manage_room")
    assert made["ok"], made["text"]
    table.did("create", name="Odo", character={"classes": ["wizard 20"], "abilities": {"int": 20}, "party": True})
    table.did("create", name="Vesk", character={"hpMax": 30, "party": False, "abilities": {"wis": 8}}, roomName="Shop")
    for item in ("Crystal Ball", "Crystal Ball of Telepathy"):
        table.did("give", "Odo", template=item)
        table.did("attune", "Odo", itemName=item)
    return table.game


def test_no_spell_of_a_far_range_is_missing_here() -> None:
    found = set()
    for file in SPELLS.glob("*.json"):
        spell = json.loads(file.read_text("utf-8"))
        for one in (spell, spell.get("5.2") or {}):
            far = one.get("range")
            if one.get("anywhere") or far in ("special", "unlimited") or (isinstance(far, int) and far >= MILE):
                found.add(spell["name"])
    assert found == {*REACH, *SEES_WHERE}


@pytest.mark.parametrize("spell", REACH)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_reaches_a_creature_in_another_room(ruleset: Ruleset, spell: str) -> None:
    with copy_of(_table, ruleset) as game:
        table = Table(game)
        choice = {"choice": REACH[spell]} if REACH[spell] else {}
        told = table.did("cast", "Odo", spell=spell, targets=["Vesk"], **choice)["text"]
        assert "Odo casts" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_strike_of_a_mile_still_needs_the_room(ruleset: Ruleset) -> None:
    with copy_of(_table, ruleset) as game:
        for spell in ("Meteor Swarm", "Fireball", "Suggestion"):
            Table(game).refused("target_elsewhere", "cast", "Odo", spell=spell, targets=["Vesk"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_orb_reaches_as_far_as_its_spell(ruleset: Ruleset) -> None:
    with copy_of(_table, ruleset) as game:
        table = Table(game)
        table.did("equip", "Odo", itemName="Crystal Ball")
        call = {"spell": "Scrying", "with": ["Crystal Ball"], "targets": ["Vesk"], "choice": REACH["Scrying"]}
        assert "Vesk" in table.did("cast", "Odo", **call)["text"]
