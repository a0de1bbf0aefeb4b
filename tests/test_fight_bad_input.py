"""Mistakes about creatures and fights, through the tools: each is refused with what could be sent, and the campaign stays the same."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

OTHERS = {"5.1": ("Goblin Warrior", "Goblin"), "5.2": ("Lizardfolk", "Lizard")}
"""A creature that only the other ruleset has, and a near one of this one."""


@pytest.fixture(scope="module", params=RULESETS)
def same(request: pytest.FixtureRequest) -> Iterator[Table]:
    """One table for all rows: Thorin and Elara fight Rat, Corpse is dead, Mouse is small; Mara is a shop."""
    table = Table(begun(request.param))
    for name in ("Thorin", "Elara"):
        table.did("create", name=name, character={"classes": ["fighter 5"], "party": True})
    for name, more in (("Rat", {}), ("Corpse", {}), ("Mouse", {"size": "tiny"}), ("Mara", {})):
        table.did("create", name=name, character={"hpMax": 5, "party": False, **more})
    table.did("damage", "Corpse", amount=50, damageType="fire")
    table.did("give", "Thorin", template="Chain Mail", equip=True)
    table.did("give", "Thorin", template="Berserker Axe", base="battleaxe", equip=True, attune=True)
    table.did("give", "Elara", template="Lute")
    table.did("give", "Mara", template="Torch", quantity=5)
    table.did("shop", "Mara")
    table.did("start_fight", names=["party", "Rat"])
    yield table
    table.game.close()


ROWS: dict[str, tuple[str, dict[str, Any], str, tuple[str, ...]]] = {
    "a rating above 30": ("read_campaign", {"operation": "encounter", "creatures": {"CR 31": 1}}, "cr_unknown", ("1 to 30", "did you mean CR 30")),
    "a creature above CR 30": ("manage_character", {"operation": "create", "name": "Big", "character": {"cr": 31}}, "argument_invalid", ("character.cr", "at most 30")),
    "no creature": ("manage_character", {"operation": "create", "template": "Wolf", "count": 0}, "argument_invalid", ("count: is 0", "at least 1")),
    "ten thousand creatures": ("manage_character", {"operation": "create", "template": "Wolf", "count": 10_000}, "argument_invalid", ("count: is 10000", "at most 20")),
    "an encounter of none": ("read_campaign", {"operation": "encounter", "creatures": {"Wolf": 0}}, "argument_invalid", ("creatures.Wolf: is 0",)),
    "an encounter of ten thousand": ("read_campaign", {"operation": "encounter", "creatures": {"Wolf": 10_000}}, "argument_invalid", ("at most 1000",)),
    "joining twice": ("execute_action", {"operation": "start_fight", "names": ["Thorin"]}, "all_fight_already", ("Thorin", "next_turn")),
    "a fight of the dead": ("execute_action", {"operation": "start_fight", "names": ["Corpse"]}, "nobody_left", ("end_fight",)),
    "a trap that triggers itself": ("manage_room", {"operation": "update", "trap": {"name": "Loop", "steps": [{"do": "Loop"}]}}, "trap_invalid", ("never triggers itself",)),
    "a trap with turns that plays once": ("manage_room", {"operation": "update", "trap": {"name": "Saw", "initiative": 3, "steps": [{"damage": "5", "type": "slashing"}]}}, "trap_invalid", ("more plays than one", "such as 5 or")),
    "a mount for itself": ("execute_action", {"operation": "act", "characterName": "Thorin", "act": "Mount", "targets": ["Thorin"]}, "target_unfit", ("large or larger",)),
    "a word that no attack knows": ("execute_action", {"operation": "attack", "characterName": "Thorin", "targetName": "Rat", "with": ["flying kick"]}, "rider_unknown", ("flying kick", "allowed:")),
    "a blow at the dead": ("execute_action", {"operation": "attack", "characterName": "Thorin", "targetName": "Corpse"}, "target_dead", ("Corpse is dead",)),
    "a blow by the dead": ("execute_action", {"operation": "attack", "characterName": "Corpse", "targetName": "Thorin"}, "cannot_act", ("Corpse",)),
    "a rider on a mouse": ("execute_action", {"operation": "act", "characterName": "Thorin", "act": "Mount", "targets": ["Mouse"]}, "target_unfit", ("Mouse is tiny",)),
    "a second rider on a mouse": ("execute_action", {"operation": "act", "characterName": "Elara", "act": "Mount", "targets": ["Mouse"]}, "target_unfit", ("Mouse is tiny",)),
    "selling what is worn": ("manage_inventory", {"operation": "sell", "characterName": "Thorin", "itemName": "Chain Mail"}, "still_worn", ("Chain Mail",)),
    "selling what is cursed": ("manage_inventory", {"operation": "sell", "characterName": "Thorin", "itemName": "Berserker Axe", "price": 5}, "item_cursed", ("Berserker", "is cursed")),
    "selling what is another's": ("manage_inventory", {"operation": "sell", "characterName": "Thorin", "itemName": "Lute"}, "item_unknown", ("Lute",)),
    "buying without the coins": ("manage_inventory", {"operation": "buy", "characterName": "Thorin", "itemName": "Torch", "quantity": 5}, "coins_short", ("5 cp",)),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_a_mistake_changes_nothing_and_leads_on(same: Table, row: str) -> None:
    tool, payload, code, said = ROWS[row]
    told = same.refused_whole(code, payload, tool)
    assert [words for words in said if words not in told["text"]] == []
    if again := told["error"].get("try"):
        proposed = same.send({**again, "dryRun": True}, told["error"].get("tool", tool))
        assert proposed["ok"], proposed["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("operation", ["create", "encounter"])
def test_a_creature_of_the_other_ruleset_leads_to_a_near_one_of_this(ruleset: Ruleset, operation: str) -> None:
    wanted, near = OTHERS[ruleset]
    table = Table(begun(ruleset))
    table.did("create", name="Thorin", character={"classes": ["fighter 5"], "party": True})
    fields: dict[str, Any] = {"template": wanted} if operation == "create" else {"creatures": {wanted: 2}}
    told = table.refused("creature_unknown" if operation == "create" else "foe_unknown", operation, **fields)
    assert near in told["text"].partition("; allowed")[0]
    assert table.did(operation, **{k: v for k, v in told["error"]["try"].items() if k != "operation"})
    table.game.close()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_dead_stay_out_of_a_fight_and_are_named(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    for name in ("Thorin", "Corpse"):
        table.did("create", name=name, character={"hpMax": 5, "party": False})
    table.did("damage", "Corpse", amount=50, damageType="fire")
    told = table.did("start_fight", names=["Thorin", "Corpse"])["text"]
    assert "Dead, so not in the fight: Corpse." in told and "Initiative: Thorin" in told and "Corpse 1" not in told
    table.game.close()


def test_no_creature_of_other_letters_is_proposed() -> None:
    """SRD 5.2 has no orc. A few equal letters are no reason to make an Animated Armor instead."""
    table = Table(begun("5.2"))
    told = table.refused("creature_unknown", "create", template="Orc")
    assert "did you mean" not in told["text"] and "try" not in told["error"]
    table.game.close()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_torch_is_lit_under_water_until_the_game_master_takes_it_back(ruleset: Ruleset) -> None:
    """No room knows that it is under water: the torch burns as anywhere, and one undo puts it out, to the letter."""
    table = Table(begun(ruleset))
    table.did("create", name="Thorin", character={"classes": ["fighter 5"], "party": True})
    table.did("give", "Thorin", template="Torch")
    before = table.now
    assert "60 minutes left" in table.did("use", "Thorin", itemName="Torch")["text"]
    table.did("undo")
    assert table.now.world == before.world
    table.game.close()
