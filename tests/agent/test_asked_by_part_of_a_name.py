"""A character is asked by any part of the name by which a player can name it, and knows only what it has heard."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite import open_campaign
from rpg_lite.agent import llm_agent
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.game import Game
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings

SECRETS = ("zqx in a note", "zqx in the room", "zqx of Marra", "zqx decided", "zqx quest")
ASKED = (
    "@Marra good evening",
    "@marra good evening",
    "@Marra, good evening",
    "@Ashgrove good evening",
    "@Marra Ashgrove good evening",
    "@Marra: good evening",
)
NOT_ASKED = ("@Mar good evening", "@nobody good evening")


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        yield game


def written(game: Game) -> None:
    for tool, payload in (
        ("manage_character", {"operation": "create", "name": "Brenna", "character": {"party": True, "classes": ["fighter 3"]}}),
        ("manage_character", {"operation": "create", "name": "Marra Ashgrove", "character": {"hpMax": 7, "secret": SECRETS[2]}}),
        ("keep_journal", {"operation": "note", "text": SECRETS[0]}),
        ("keep_journal", {"operation": "decide", "text": SECRETS[3]}),
        ("keep_journal", {"operation": "quest", "name": SECRETS[4]}),
        ("manage_room", {"operation": "update", "bagName": "Lobby", "notes": [SECRETS[1]]}),
    ):
        answer = game.ask(payload, tool)
        assert answer["ok"], answer["text"]


@pytest.mark.parametrize("seat", ["", "ann"])
async def test_a_part_of_the_name_asks_the_character_who_knows_no_secret(game: Game, monkeypatch: pytest.MonkeyPatch, seat: str) -> None:
    read: list[str] = []

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        read.append(f"{info.instructions}\n{messages[0].parts[0].content}")  # type: ignore[union-attr]
        return ModelResponse(parts=[TextPart("Good evening.")])

    written(game)
    monkeypatch.setattr(llm_agent, "model_of", lambda name, key="": FunctionModel(answer) if key == "" and name else None)
    gm = create_gm(game, Settings(agent=Agent(model="test")))
    await gm.start()
    _ = [o async for o in gm.process("as Brenna", seat=seat)]
    for line in ASKED:
        read.clear()
        outputs: list[Any] = [o async for o in gm.process(line, seat=seat)]
        assert [o.details for o in outputs if o.kind == "narration"] == [{"by": "Marra Ashgrove"}], (line, outputs)
        assert "You are Marra Ashgrove." in read[0], line
        assert all(secret not in read[0] for secret in SECRETS if secret != SECRETS[2]), line
        row = game.ask({"operation": "journal", "entry": "say", "last": 2}, "read_campaign")["text"]
        assert "Brenna says to Marra Ashgrove: good evening" in row and "@" not in row, (line, row)
    for line in NOT_ASKED:
        read.clear()
        outputs = [o async for o in gm.process(line, seat=seat)]
        assert not any(o.details.get("by") for o in outputs if o.kind == "narration"), line
    await gm.stop()
