"""An answer says that nothing depends on a key only where that is true: a target that is hit, one that a failed check spares, and a choice that
happens to be the default one all matter, for players as for the game master.
"""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

IDLE = "Nothing here depends on"
ITEMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Staff of Fire", {"property": "Burning Hands"}),
    ("Wand of Fireballs", {}),
    ("Wand of Magic Missiles", {}),
    ("Wand of Paralysis", {}),
    ("Wand of Wonder", {}),
    ("Spell Scroll of Power Word Kill", {}),
    ("Spell Scroll of Fireball", {}),
)


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Wiz", character={"classes": ["wizard 10"], "abilities": {"int": 16}, "party": True})
    table.did("create", name="Oona", character={"classes": ["druid 10"], "subclass": "Circle of the Land", "party": True})
    table.did("create", name="Umber", character={"hpMax": 500})
    return table


def asks(table: Table, caller: Caller | None, **call: Any) -> Answer:
    return table.game.ask(call, "manage_inventory", "brief", *([caller] if caller else []))


@pytest.mark.parametrize("by_id", [False, True])
@pytest.mark.parametrize("role", ["player", "gm"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_target_of_an_item_matters(ruleset: Ruleset, role: str, by_id: bool) -> None:
    table = seated(ruleset)
    caller = Caller.of("player", ["Wiz"]) if role == "player" else None
    target = {"targetId": table.id("Umber")} if by_id else {"targetName": "Umber"}
    for item, more in ITEMS:
        spell = item.removeprefix("Spell Scroll of ") if "Scroll" in item else None
        given = {"template": "Spell Scroll", "variant": spell} if spell else {"template": item, "equip": True}
        table.did("give", "Wiz", **given)
        if not spell and item not in ("Wand of Magic Missiles",):
            table.did("attune", "Wiz", itemName=item)
        table.roll_with(falling(3, face=3))
        told = asks(table, caller, operation="use", characterName="Wiz", itemName=item, **target, **more)
        assert told["ok"], told["text"]
        assert IDLE not in told["text"], told["text"]
        if not spell:
            table.did("unattune", "Wiz", itemName=item) if item != "Wand of Magic Missiles" else None
            table.did("unequip", "Wiz", itemName=item)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_target_that_nothing_needs_is_still_told_once(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("give", "Wiz", template="Torch")
    told = asks(table, Caller.of("player", ["Wiz"]), operation="use", characterName="Wiz", itemName="Torch", targetName="Umber")
    assert not told["ok"] or f"{IDLE} targetName." in told["text"], told["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_choice_that_is_the_default_one_matters(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("cast", "Wiz", spell="Fireball", targets=["Umber"])
    table.did("rest", "Wiz", kind="short")
    told = table.did("act", "Wiz", act="Arcane Recovery", choice={"slots": [3]})
    assert "1 slot 3 back" in told["text"] and IDLE not in told["text"], told["text"]
