"""Healing for nobody: what costs more than an action and would only heal creatures at full hit points is refused, unless it is forced."""

from typing import Any

import pytest

from rpg_lite.operations.inventory.use import Use
from rpg_lite.operations.role_table import is_reserved
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
MIRA: dict[str, Any] = {"classes": ["cleric 5"], "abilities": {"wis": 16}, "hpMax": 30, "party": True}


def box_of(ruleset: Ruleset, **mira: Any) -> Sandbox:
    """Mira and Thorin, who lack nothing."""
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Mira", character={**MIRA, **mira})
    box.did("create", name="Thorin", character={"classes": ["fighter 5"], "hpMax": 40, "party": True})
    box.did("give", "Thorin", template="Potion of Healing", quantity=3)
    return box


CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "a spell": ("cast", {"who": "Mira", "spell": "Cure Wounds", "targets": ["Thorin"]}),
    "several": ("cast", {"who": "Mira", "spell": "Mass Healing Word", "targets": ["Thorin", "Mira"]}),
    "a potion": ("use", {"who": "Thorin", "itemName": "Potion of Healing"}),
    "a potion for another": ("use", {"who": "Thorin", "itemName": "Potion of Healing", "targetName": "Mira"}),
    "a feature": ("act", {"who": "Thorin", "act": "Second Wind"}),
}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("call", CALLS)
def test_it_is_refused_before_anything_is_spent_unless_it_is_forced(ruleset: Ruleset, call: str) -> None:
    operation, fields = CALLS[call]
    if (ruleset, call) == ("5.2", "a feature"):
        pytest.skip("its fighter also moves (Tactical Shift)")
    box = box_of(ruleset)
    before = box.now
    for dry in (True, False):
        refused = box.refused("heals_nothing", operation, **fields, dryRun=dry)
        assert "would heal nothing" in refused["text"] and "force true" in refused["text"] and box.now == before
    tool = "manage_inventory" if operation == "use" else "execute_action"
    told = box.send(refused["error"]["try"], tool)
    assert told["ok"] and "already at full hit points" in told["text"] and box.now != before


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("call", CALLS)
def test_one_who_lacks_a_point_makes_it_worth_its_price(ruleset: Ruleset, call: str) -> None:
    operation, fields = CALLS[call]
    box = box_of(ruleset)
    for name in ("Thorin", "Mira")[: 1 if call == "several" else 2]:
        box.did("damage", name, amount=1, damageType="fire")
    box.did(operation, **fields)
    assert box.hp("Thorin") == 40 or call == "a potion for another"


def test_what_brings_more_than_points_is_played() -> None:
    """Second Wind of a fighter of level 5 also moves it (SRD 5.2, Tactical Shift); a blessed healer heals oneself beside (SRD, Life Domain)."""
    assert "move half its speed" in box_of("5.2").did("act", "Thorin", act="Second Wind")["text"]
    life = box_of("5.1", classes=["cleric (Life Domain) 6"])
    life.did("cast", "Mira", spell="Cure Wounds", targets=["Thorin"])


def test_the_refusal_of_an_items_spell_leads_to_its_use() -> None:
    box = box_of("5.1")
    box.did("give", "Mira", template="Staff of Healing", equip=True, attune=True)
    refused = box.refused("heals_nothing", "use", "Mira", itemName="Staff of Healing", property="Cure Wounds", targetName="Thorin")
    again = refused["error"]["try"]
    assert (again["operation"], again["property"], again["force"]) == ("use", "Cure Wounds", True)
    assert box.send(again)["ok"]


def test_force_is_the_game_masters() -> None:
    assert is_reserved("player", Use, "force") and not is_reserved("gm", Use, "force")
