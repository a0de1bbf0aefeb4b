"""Turns of a fight through MCP alone: what each deed costs, what exceeds a turn, and what a deed sets off, whatever the operation."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server.mcp import server

SCORES = {"str": 16, "dex": 14, "con": 14, "int": 16, "wis": 10, "cha": 10}
FLASK = {"name": "Burning Flask", "type": "consumable", "onUse": {"damage": {"dice": "1d4", "type": "fire"}}}
CALM = [{"apply": {"name": "Calm", "conditions": ["charmed"]}, "ends": ["damage"], "for": "1 hour"}]


@pytest.fixture(params=["5.1", "5.2"])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with open_campaign(":memory:", ruleset=request.param, seed=4) as opened:
        yield opened


class Master:
    """The game master's client."""

    def __init__(self, client: Client[Any]) -> None:
        self.client = client

    async def send(self, tool: str, **payload: Any) -> tuple[bool, str]:
        """Whether the call was accepted, and the text of its answer."""
        result = await self.client.call_tool(tool, payload, raise_on_error=False)
        return not result.is_error, result.content[0].text

    async def ask(self, tool: str, **payload: Any) -> str:
        ok, text = await self.send(tool, **payload)
        assert ok, text
        return text

    async def act(self, operation: str, **payload: Any) -> str:
        return await self.ask("execute_action", operation=operation, **payload)

    async def thing(self, operation: str, **payload: Any) -> str:
        return await self.ask("manage_inventory", operation=operation, **payload)

    async def turn_of(self, who: str) -> None:
        while f"{who}'s turn" not in await self.act("next_turn"):
            pass


@pytest.fixture
async def master(game: Game) -> AsyncIterator[Master]:
    """It is the turn of Thorin, who has two attacks."""
    async with Client(server(game)) as client:
        found = Master(client)
        for name, classes in (("Thorin", "fighter 5"), ("Mira", "wizard 5")):
            await found.ask(
                "manage_character",
                operation="create",
                name=name,
                force=True,
                character={"party": True, "classes": [classes], "abilities": SCORES},
            )
        await found.ask("manage_character", operation="create", name="Ogre", template="Ogre")
        for item in ("Shield", "Plate Armor", "Longsword"):
            await found.thing("give", characterName="Thorin", template=item)
        await found.thing("give", characterName="Thorin", template="Potion of Healing", quantity=3)
        await found.thing("give", characterName="Thorin", item=FLASK)
        await found.act("damage", characterName="Thorin", amount=30, damageType="fire")
        await found.act("start_fight", names=["Thorin", "Mira", "Ogre"])
        await found.turn_of("Thorin")
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
        text = await master.ask(tool, characterName="Thorin", **deed)
        assert said in text if said else "used its" not in text, text


@pytest.mark.parametrize("where", [{"bagName": "Home"}, {"bagName": "Lobby"}, {"characterName": "Thorin"}])
async def test_what_is_too_much_is_refused_where_the_rules_of_turns_are_in_use(master: Master, game: Game, where: dict[str, str]) -> None:
    await master.ask("manage_tools", operation="equip", itemName="turn:*", **where)
    for (tool, deed), said in zip(DEEDS, SPENT[game.book.ruleset], strict=True):
        ok, text = await master.send(tool, characterName="Thorin", **deed)
        assert ok == (not said), text


async def test_a_blow_out_of_turn_says_whose_turn_it_is(master: Master) -> None:
    blow = {"operation": "attack", "characterName": "Mira", "targetName": "Ogre"}
    assert "It is Thorin's turn" in await master.ask("execute_action", **blow)
    await master.ask("manage_tools", operation="equip", itemName="turn:initiative", bagName="Home")
    ok, text = await master.send("execute_action", **blow)
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
        await master.act("cast", characterName="Mira", spell="Hypnotic Pattern", targets=["Ogre"], force=True, d20=[1])
    else:
        await master.act("act", characterName="Mira", act="Calm", targets=["Ogre"], steps=CALM)
    assert "charmed" in await master.ask("read_campaign", operation="who")
    await master.ask(tool, **deed)
    assert "charmed" not in await master.ask("read_campaign", operation="who")
