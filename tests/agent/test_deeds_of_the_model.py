"""What the model does at a table with seats is told to every seat, in the words for players."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.agent import llm_agent
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.agent.model_factory import scripted
from rpg_lite.game import Game
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings
from tests.agent.seats import Seats

SEATS = {"ann": "Brenna", "ben": "Elara"}


def calls(tool: str, **payload: Any) -> dict[str, Any]:
    return {"call": tool, "with": payload}


TURNS = {
    "I dare it to strike Elara": [
        calls("execute_action", operation="attack", characterName="Goblin", targetName="Elara"),
        {"say": "It strikes."},
    ],
    "I lead us onwards": [calls("manage_room", operation="go", characterName="party", direction="north"), {"say": "Onwards."}],
    "I step on the plate": [
        calls("execute_action", operation="damage", characterName="Elara", amount=4, damageType="fire"),
        {"say": "It burns."},
    ],
    "I wonder about the noise beyond": [
        calls("execute_action", operation="attack", characterName="Ogre", targetName="Thief"),
        calls("manage_room", operation="update", bagName="Lobby", notes=["The king hides here."]),
        {"say": "You hear nothing."},
    ],
}


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        yield game


class Table(Seats):
    def __init__(self, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(llm_agent, "model_of", lambda name, key="": scripted(TURNS) if key == "" and name else None)
        super().__init__(game, create_gm(game, Settings(agent=Agent(model="test"))), SEATS)

    async def sit(self) -> None:
        await self.gm.start()
        await self.type("ann", "hero Brenna fighter")
        await self.type("ben", "hero Elara wizard 3")
        self.ask("manage_room", operation="create", name="Cave", direction="north")
        self.ask("manage_room", operation="create", name="Vault", direction="north", fromName="Cave")
        self.ask("manage_character", operation="create", template="Goblin", name="Goblin")
        for name in ("Ogre", "Thief"):
            self.ask("manage_character", operation="create", template="Ogre", name=name)
        self.ask("manage_room", operation="join", toName="Vault", names=["Ogre", "Thief"])
        self.listen()

    async def type(self, seat: str, line: str) -> str:
        return await self.shown(seat, line)


async def test_an_attack_of_the_model_is_told_to_every_seat(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, monkeypatch)
    await table.sit()
    told = await table.type("ann", "I dare it to strike Elara")
    assert told.index("Goblin attacks Elara") < told.index("It strikes."), told
    heard = "\n".join(table.heard["ben"])
    assert heard.count("Goblin attacks Elara") == 1 and "against AC" not in heard, heard
    assert "Goblin attacks Elara" in await table.type("ben", "history 5")


async def test_a_walk_and_a_trap_of_the_model_are_told(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, monkeypatch)
    await table.sit()
    assert "Cave" in await table.type("ann", "I lead us onwards") and "Cave" in "\n".join(table.heard["ben"])
    told = await table.type("ann", "I step on the plate")
    assert "Elara" in told and "4" in told, told
    assert "Elara" in "\n".join(table.heard["ben"]), table.heard


async def test_a_hit_of_the_model_offers_the_reaction_to_its_player(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, monkeypatch)
    await table.sit()
    spells = {"known": ["Shield"], "prepared": ["Shield"]}
    table.ask("manage_character", operation="update", characterName="Elara", character={"spells": spells}, force=True)
    for _ in range(12):
        await table.type("ann", "I dare it to strike Elara")
        if "May answer: Elara (Shield)" in "\n".join(table.heard["ben"]):
            break
    assert "May answer: Elara (Shield)" in "\n".join(table.heard["ben"]), table.heard
    await table.type("ben", "as party")
    told = await table.type("ben", "answer shield")
    assert "In answer to rev" in told and "Elara casts Shield" in told, told


async def test_what_nobody_sees_of_the_model_stays_with_it(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, monkeypatch)
    await table.sit()
    told = await table.type("ann", "I wonder about the noise beyond")
    for words in (told, "\n".join(table.heard["ben"]), await table.type("ben", "history 20")):
        assert "Ogre" not in words and "Thief" not in words and "The king" not in words, words
    assert "Ogre attacks Thief" in game.ask({"operation": "history", "last": 20}, "read_campaign")["text"]
    assert "The king hides here." in str(game.ask({"operation": "look"}, "manage_room")["text"])
