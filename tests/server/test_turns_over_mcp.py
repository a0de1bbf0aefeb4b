"""Turns of a fight through MCP alone: what each deed costs, what exceeds a turn, and what a deed sets off, whatever the operation."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server.mcp import server
from tests.server.masters import Master

SCORES = {"str": 16, "dex": 14, "con": 14, "int": 16, "wis": 10, "cha": 10}
FLASK = {"name": "Burning Flask", "type": "consumable", "onUse": {"damage": {"dice": "1d4", "type": "fire"}}}
CALM = [{"apply": {"name": "Calm", "conditions": ["charmed"]}, "ends": ["damage"], "for": "1 hour"}]


@pytest.fixture(params=["5.1", "5.2"])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with open_campaign(":memory:", ruleset=request.param, seed=4) as opened:
        yield opened


@pytest.fixture
async def master(game: Game) -> AsyncIterator[Master]:
    """It is the turn of Thorin, who has two attacks."""
    async with Client(server(game)) as client:
        found = Master(client)
        for name, classes in (("Thorin", "fighter 5"), ("Mira", "wizard 5")):
            character = {"party": True, "classes": [classes], "abilities": SCORES}
            await found.ask("manage_character", "create", name=name, force=True, character=character)
        await found.ask("manage_character", "create", name="Ogre", template="Ogre")
        for item in ("Shield", "Plate Armor", "Longsword", "Potion of Healing"):
            await found.ask("manage_inventory", "give", "Thorin", template=item, quantity=3)
        await found.ask("manage_inventory", "give", "Thorin", item=FLASK)
        await found.do("damage", "Thorin", amount=30, damageType="fire")
        await found.do("start_fight", names=["Thorin", "Mira", "Ogre"])
        while "Thorin's turn" not in await found.do("next_turn"):
            pass
        yield found


DEEDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("execute_action", {"operation": "act", "act": "Dodge"}),
    ("manage_inventory", {"operation": "use", "itemName": "Potion of Healing"}),
    ("manage_inventory", {"operation": "use", "itemName": "Potion of Healing"}),
    ("manage_inventory", {"operation": "equip", "itemName": "Shield"}),
    ("manage_inventory", {"operation": "equip", "itemName": "Plate Armor"}),
)
"""One turn with far too much in it."""
SPENT = {
    "5.1": ["", "used its action", "used its action", "used its action", "Donning armor takes 10 minutes"],
    "5.2": ["", "", "used its bonus action", "used its action", "Donning armor takes 10 minutes"],
}
"""What the answers say of the turn; potions take an action in 5.1 and a bonus action in 5.2."""


async def test_a_turn_with_too_much_in_it_is_noted_deed_by_deed(master: Master, game: Game) -> None:
    for (tool, deed), said in zip(DEEDS, SPENT[game.book.ruleset], strict=True):
        _, text = await master.sent(tool, who="Thorin", **deed)
        assert said in text if said else "used its" not in text, text


@pytest.mark.parametrize("where", [{"bagName": "Home"}, {"bagName": "Lobby"}, {"characterName": "Thorin"}])
async def test_what_is_too_much_is_refused_where_the_rules_of_turns_are_in_use(master: Master, game: Game, where: dict[str, str]) -> None:
    await master.ask("manage_tools", "equip", itemName="turn:*", **where)
    for (tool, deed), said in zip(DEEDS, SPENT[game.book.ruleset], strict=True):
        ok, text = await master.sent(tool, who="Thorin", **deed)
        assert ok == (not said), text


async def test_a_blow_out_of_turn_says_whose_turn_it_is(master: Master) -> None:
    assert "It is Thorin's turn" in await master.do("attack", "Mira", targetName="Ogre")
    await master.ask("manage_tools", "equip", itemName="turn:initiative", bagName="Home")
    ok, text = await master.sent("execute_action", "attack", "Mira", targetName="Ogre")
    assert not ok and "it is the turn of Thorin, not of Mira" in text


@pytest.mark.parametrize(
    ("tool", "deed"),
    [
        ("manage_inventory", {"operation": "use", "characterName": "Thorin", "itemName": "Burning Flask", "targetName": "Ogre"}),
        ("execute_action", {"operation": "damage", "characterName": "Ogre", "amount": 2, "damageType": "fire"}),
        ("execute_action", {"operation": "attack", "characterName": "Thorin", "targetName": "Ogre", "d20": [20]}),
        ("manage_character", {"operation": "update", "characterName": "Mira", "character": {"hp": 0}}),
    ],
)
async def test_whatever_deals_damage_ends_what_damage_ends(master: Master, tool: str, deed: dict[str, Any]) -> None:
    """The fire of a flask, damage as such, a blow; and a caster laid low keeps no spell."""
    if deed["operation"] == "update":
        await master.do("cast", "Mira", spell="Hypnotic Pattern", targets=["Ogre"], force=True, d20=[1])
    else:
        await master.do("act", "Mira", act="Calm", targets=["Ogre"], steps=CALM)
    assert "charmed" in await master.read("who")
    await master.ask(tool, **deed)
    assert "charmed" not in await master.read("who")
