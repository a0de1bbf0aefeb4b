"""Several seats at a table with a model: verbs do not wait for the model, and everybody hears what it is thinking about."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite import open_campaign
from rpg_lite.agent import llm_agent
from rpg_lite.agent.gm_agent import GM, create_gm
from rpg_lite.agent.reply_parts import Output
from rpg_lite.game import Game
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings
from tests.waiting import PATIENCE_S, until_seen

SEATS = {"ann": "Ada", "ben": "Ben", "cid": "Cid"}


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        yield game


class SlowModel:
    """A model that makes one call and then tells its story only when the test lets it. `is_asked`: set once its call is answered."""

    def __init__(self) -> None:
        self.is_asked, self.may_tell = asyncio.Event(), asyncio.Event()

    async def answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if len(messages) == 1:
            return ModelResponse(parts=[ToolCallPart("manage_room", {"operation": "time", "advance": "10 minutes"})])
        self.is_asked.set()
        await self.may_tell.wait()
        return ModelResponse(parts=[TextPart("The wind turns.")])


class Table:
    """Seats with a slow model. `heard`: the words that each seat overheard."""

    def __init__(self, gm: GM, model: SlowModel) -> None:
        self.gm, self.model = gm, model
        self.heard: dict[str, list[str]] = {seat: [] for seat in SEATS}

    async def sit(self) -> None:
        for seat, hero in SEATS.items():
            await self.type(seat, f"hero {hero} fighter")

        def ear(seat: str) -> object:
            async def hear(text: str) -> None:
                self.heard[seat].append(text)

            return hear

        self.gm.hears = {seat: ear(seat) for seat in SEATS}  # type: ignore[misc]

    async def type(self, seat: str, line: str) -> str:
        return await self.rest_of(self.gm.process(line, seat=seat))

    async def rest_of(self, outputs: AsyncIterator[Output]) -> str:
        return "\n".join([output.text async for output in outputs])


@asynccontextmanager
async def thinking(game: Game, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Table, "asyncio.Task[str]"]]:
    """A table whose model thinks about a line of Ada, and the turn."""
    model = SlowModel()
    monkeypatch.setattr(llm_agent, "model_of", lambda name, key="": FunctionModel(model.answer) if key == "" and name else None)
    gm = create_gm(game, Settings(agent=Agent(model="test")))
    await gm.start()
    table = Table(gm, model)
    await table.sit()
    turn = asyncio.create_task(table.type("ann", "I ponder the wind"))
    await asyncio.wait_for(model.is_asked.wait(), PATIENCE_S)
    yield table, turn
    model.may_tell.set()
    await turn
    await gm.stop()


async def test_verbs_of_other_seats_do_not_wait_for_the_model(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    async with thinking(game, monkeypatch) as (table, turn):
        assert "Lobby" in await asyncio.wait_for(table.type("ben", "look"), PATIENCE_S)
        await asyncio.wait_for(table.type("ben", "say Hello"), PATIENCE_S)
        assert not turn.done()
        assert "Ben says: Hello" in "\n".join(table.heard["ann"]) and "Ben says: Hello" in "\n".join(table.heard["cid"])
        assert "Ben says: Hello" not in "\n".join(table.heard["ben"])


async def test_free_lines_queue_and_the_others_hear_why(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    async with thinking(game, monkeypatch) as (table, turn):
        assert "The game master is thinking about a line of Ada. Verbs work meanwhile." in table.heard["ben"]
        assert not any("thinking" in words for words in table.heard["ann"])
        queued = table.gm.process("I wait with her", seat="ben")
        first = await asyncio.wait_for(anext(queued), PATIENCE_S)
        assert first.text == "The game master is thinking about a line of Ada. Yours is next; verbs work meanwhile."
        rest = asyncio.create_task(table.rest_of(queued))
        await until_seen(lambda: table.gm._story._waiters)
        assert not turn.done() and not rest.done()
        table.model.may_tell.set()
        assert await rest and turn.done()


async def test_the_deeds_of_the_model_are_told_once_beside_those_of_others(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    async with thinking(game, monkeypatch) as (table, turn):
        await table.type("ben", "say Hello")
        table.model.may_tell.set()
        await turn
        words = "\n".join(table.heard["cid"])
        for told in ("Ada says: I ponder the wind", "Ben says: Hello", "The wind turns."):
            assert words.count(told) == 1, words
        assert words.index("I ponder") < words.index("Hello") < words.index("The wind turns."), words


async def test_two_lines_of_one_seat_stay_in_order(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    async with thinking(game, monkeypatch) as (table, turn):
        after = asyncio.create_task(table.type("ann", "look"))
        await until_seen(lambda: table.gm._lines["ann"]._waiters)
        assert not after.done()
        table.model.may_tell.set()
        assert "Lobby" in await after and turn.done()
