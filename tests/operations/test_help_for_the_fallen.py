"""What a player may use on another player's hero who lies unconscious: whatever only helps (SRD, Stabilizing a Creature)."""

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Answer, Table
from tests.rows import each_row

ANN = Caller("player", "Ann", characters=("Hero",))
HELPFUL: tuple[tuple[Ruleset, str], ...] = (
    *((ruleset, item) for ruleset in RULESETS for item in ("Healer's Kit", "Potion of Healing", "Goodberry")),
    ("5.1", "Restorative Ointment"),
    ("5.2", "Elixir of Health"),
)
HARMFUL = ("Potion of Poison", "Philter of Love", "Potion of Gaseous Form")


@laid_alike
def lying(ruleset: Ruleset, item: str, damage: int = 30) -> Table:
    table = Table(begun(ruleset))
    for name in ("Hero", "Friend"):
        table.did("create", name=name, character={"classes": ["fighter 5"], "party": True, "hpMax": 30})
    table.did("give", "Hero", template=item)
    if damage:
        table.did("damage", "Friend", amount=damage, damageType="force")
    return table


def used(table: Table, item: str) -> Answer:
    payload = {"operation": "use", "characterName": "Hero", "itemName": item, "targetName": "Friend"}
    return table.game.ask(payload, "manage_inventory", "brief", ANN)


@each_row(("ruleset", "item"), HELPFUL)
def test_it_is_used_on_an_unconscious_ally(ruleset: Ruleset, item: str) -> None:
    table = lying(ruleset, item)
    table.did("apply", "Friend", condition="poisoned")
    answer = used(table, item)
    assert answer["ok"], answer["text"]


@each_row(("ruleset", "item"), [(ruleset, item) for ruleset in RULESETS for item in HARMFUL])
def test_anything_else_still_needs_a_word(ruleset: Ruleset, item: str) -> None:
    answer = used(lying(ruleset, item), item)
    assert not answer["ok"] and answer["error"]["code"] == "target_not_asked", answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_ally_who_is_awake_is_asked(ruleset: Ruleset) -> None:
    answer = used(lying(ruleset, "Potion of Healing", damage=5), "Potion of Healing")
    assert answer["error"]["code"] == "target_not_asked"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_kit_stabilizes_whoever_lies_there(ruleset: Ruleset) -> None:
    table = lying(ruleset, "Healer's Kit")
    assert used(table, "Healer's Kit")["ok"]
    assert "stable" in table.did("character", "Friend")["text"].casefold()
