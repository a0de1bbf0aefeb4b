"""What a seat may do at a table with a game master, a model or a person: its own heroes, and none of the game master's work."""

import asyncio
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite import open_campaign
from rpg_lite.agent import llm_agent
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.game import Game
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.mud.seat_rights import GM_DECIDES, Seat
from rpg_lite.mud.verbs import VERBS
from rpg_lite.operations.registry import OPERATIONS, in_schema
from rpg_lite.operations.role_table import right_of
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings
from tests.agent.seats import Seats
from tests.waiting import PATIENCE_S

HEROES = {"ann": "Ada", "ben": "Ben"}
LINES = {
    "tell": "tell Fog rolls in.",
    "checkpoint": "checkpoint Now",
    "rules": "rules who falls",
    "handout": "handout Letter",
    "portal": "portal west Cave",
    "join": "join Cave",
    "create": "create Crypt",
    "hide": "hide Torch",
    "identify": "identify Ring",
    "grant": "grant Longsword",
    "spawn": "spawn goblin",
    "place": "place goblin at C4",
    "wait": "wait 10 minutes",
    "encounter": "encounter 2 goblin",
    "award": "award 500",
    "run": "run hunger",
    "damage": "damage Ben by 5 fire",
    "heal": "heal Ada by 5",
    "afflict": "afflict Ben with poisoned",
    "cure": "cure Ben of poisoned",
    "call": "call identify itemName=Ring characterName=Ada",
    "gc": "gc purge --yes",
}
"""A line for each verb of the game master."""
OTHERS = (
    "retire Ben",
    "level up",
    "level up wizard",
    "level up by Ada",
    "level up by Ben",
    "search 1",
    "vibe Gloom",
    "leave",
    "quests Spring done",
    "equip room turn:*",
    "drop room Rule",
    "rest long by Ben",
    "choose languages Elvish by Ben",
    "call search dc=1",
    "call manage_room undo toRev=1",
    "call start_fight",
    "call rest characterName=party kind=long",
    "call manage_character create name=Cat",
    'call update characterName=Ada character={"hp":99}',
    "go north --force",
    "call attack characterName=Ada targetName=Goblin d20=20",
)
"""Other lines that a player's seat has no right to."""
OF_BEN = ("attack goblin by Ben", "drop Torch by Ben", "call say text=hi characterName=Ben", "check stealth by Ben", "cast light by Ben")
"""Deeds and words of the hero of another seat."""


class Table(Seats):
    def __init__(self, game: Game, monkeypatch: pytest.MonkeyPatch, model: str) -> None:
        async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
            return ModelResponse(parts=[TextPart("So be it.")])

        monkeypatch.setattr(llm_agent, "model_of", lambda name, key="": FunctionModel(answer) if key == "" and name else None)
        super().__init__(game, create_gm(game, Settings(agent=Agent(model=model))), (*HEROES, "dan"))

    async def sit(self) -> None:
        await self.gm.start()
        for seat, hero in HEROES.items():
            await self.type(seat, f"hero {hero} fighter 3")
        self.ask("manage_room", operation="create", name="Cave", direction="north")
        self.ask("manage_character", operation="create", template="Goblin", name="Goblin")
        for hero in HEROES.values():
            self.ask("manage_inventory", operation="give", characterName=hero, template="Torch")
        self.ask("manage_inventory", operation="give", characterName="Ada", template="Ring of Protection", identified=False)
        self.ask("keep_journal", operation="quest", name="Spring")
        self.listen()

    def state(self) -> Any:
        return self.game.store.rev(self.game.campaign.id)


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        yield game


@pytest.fixture(params=["a model", "a person"])
async def table(request: pytest.FixtureRequest, game: Game, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A table whose game master is a model, or the person in the seat dan."""
    made = Table(game, monkeypatch, "test" if request.param == "a model" else "")
    await made.sit()
    if request.param == "a person":
        made.gm.masters = ("dan",)
    yield made
    await made.gm.stop()


def test_every_verb_of_the_game_master_is_tried() -> None:
    assert LINES.keys() == {name for name, verb in VERBS.items() if verb.group == "game master"} - {"focus"}


@pytest.mark.parametrize("seat", ["ann", "new"])
async def test_no_seat_of_a_player_does_the_game_masters_work(table: Table, seat: str) -> None:
    """`new`: somebody who connects and takes no hero."""
    before = table.state()
    for line in (*LINES.values(), *OTHERS):
        if line.startswith(("damage", "grant", "award", "spawn", "wait", "call", "search", "rest", "retire", "create", "portal")):
            assert GM_DECIDES in await table.shown(seat, line) or seat == "new", "without a slash, too"
            assert table.state() == before or (seat == "new" and not table.gm.masters), line
            before = table.state()
        told = await table.shown(seat, f"/{line}")
        is_elsewhere = line.startswith("place") and "is for fights in which places count" in told
        assert GM_DECIDES in told or (seat == "new" and told) or "There is no Ring" in told or is_elsewhere, (line, told)
        assert table.state() == before, (line, told)
    assert "Ring of Protection" not in await table.shown(seat, "examine Ring")


BEGUN_BY_A_SEAT = {"create", "end_fight", "focus", "rest", "search", "start_fight", "vibe"}
"""The operations that no player's token may send, and that a seat begins with a verb, because nobody else at such a table would."""


def test_what_a_seat_begins_is_written_down(game: Game) -> None:
    """Every operation of the record, as a verb about the hero of the seat asks for it."""
    seat, me = Seat(lambda: True), ("Ada", "c1.1")
    asked = [
        Ask(operation.tool, {"operation": operation.verb, "characterName": "Ada"}, acts_as="Ada")
        for operation in OPERATIONS
        if right_of("player", operation.model) == "never" and not operation.reads
    ]
    assert {ask.payload["operation"] for ask in asked if not seat.refuses(ask, me)} == BEGUN_BY_A_SEAT


async def test_no_call_of_the_game_master_is_a_players(table: Table) -> None:
    """Every operation of the record that a player never sends, typed as a call."""
    before = table.state()
    for operation in OPERATIONS:
        is_listed = operation.verb in in_schema(operation.tool)
        if is_listed and right_of("player", operation.model) == "never" and operation.verb not in ("history", "examine"):
            told = await table.shown("ann", f"call {operation.tool} {operation.verb} characterName=Ada name=X toName=Cave text=x")
            assert GM_DECIDES in told, (operation.verb, told)
    assert table.state() == before


async def test_a_seat_plays_its_own_hero_alone(table: Table) -> None:
    before = table.state()
    for line in OF_BEN:
        told = await table.shown("ann", f"/{line}")
        assert table.state() == before and "Ben is not your character" in told and "c1." not in told, (line, told)
    for seat in ("ann", "new"):
        assert "Ben is played by another seat" in await table.shown(seat, "as Ben")
        assert "Ben" not in await table.shown(seat, "as")
    assert table.state() == before
    assert "Ben" in await table.shown("ben", "attack goblin")


async def test_what_a_player_may_do_still_works(table: Table) -> None:
    for line in (
        "look", "exits", "who", "party", "inventory", "sheet", "sheet Ben", "examine Goblin", "history", "recap", "quests", "lookup goblin",
        "search", "say Hello", "note A bow", "equip Torch", "unequip Torch", "drop Torch", "take Torch", "acts", "check stealth", "save dex",
        "roll 1d6", "go north", "go south", "fight", "why", "end", "rest short", "@Ben psst", "focus Ben", "focus",
        "call note text=x", "map", "rooms",
    ):  # fmt: skip
        told = await table.shown("ann", line)
        assert GM_DECIDES not in told and "Refused" not in told and "not yours" not in told, (line, told)


async def test_a_walk_of_a_player_at_the_table_takes_time(table: Table) -> None:
    assert "1 min; it is day 1, 08:01" in await table.shown("ann", "go north")


async def test_a_hero_is_free_when_its_player_leaves(table: Table) -> None:
    table.gm.leave("ben")
    assert await table.shown("dan", "as Ben") == "You are Ben."
    assert "Ben is played by another seat" in await table.shown("ann", "as Ben")
    await table.shown("dan", "as party")
    assert await table.shown("ann", "as Ben") == "You are Ben."


async def test_a_seat_takes_back_its_own_deeds_alone(table: Table) -> None:
    await table.shown("ben", "say Hello")
    rev = table.state()
    assert f"Rev {rev} is not a deed of your seat" in await table.shown("ann", "undo")
    assert "is not a deed" in await table.shown("ann", f"undo {rev}")
    assert "taken back" in await table.shown("ben", "undo")
    assert "is not a deed" in await table.shown("ann", "redo")
    assert "restored" in await table.shown("ben", "redo")
    made = table.game.ask({"operation": "note", "text": "The duke lies."}, "keep_journal")["rev"]
    assert "is not a deed" in await table.shown("ann", f"undo {made}")


async def test_the_person_who_is_the_game_master_does_everything(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, monkeypatch, "")
    await table.sit()
    table.gm.masters = ("dan",)
    for line in ("spawn 2 goblin", "award 50", "damage Ben by 1 fire", "grant Longsword to Ada", "wait 10 minutes", "tell Fog."):
        told = await table.shown("dan", line)
        assert GM_DECIDES not in told and "Refused" not in told, (line, told)


async def test_one_person_in_all_seats_is_asked_for_no_right(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, monkeypatch, "test")
    await table.sit()
    table.gm.one_person = True
    assert await table.shown("ann", "as Ben") == "You are Ben."
    assert "Goblin" in await table.shown("ann", "spawn goblin")
    await table.gm.stop()


ADAPTER = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "telnet_adapter.py"))


class Client:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self.writer = reader, writer

    async def reads(self, words: str) -> str:
        """What comes until these words."""
        return (await asyncio.wait_for(self._reader.readuntil(words.encode()), PATIENCE_S)).decode()

    def types(self, line: str) -> None:
        self.writer.write(f"{line}\n".encode())


async def test_at_a_telnet_table_without_a_model_the_first_is_the_game_master(
    game: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TELNET_PORT", "0")
    listening = asyncio.Event()
    start = asyncio.start_server

    async def listen(*args: Any) -> asyncio.Server:
        server = await start(*args)
        listening.set()
        return server

    monkeypatch.setattr(asyncio, "start_server", listen)
    serving = asyncio.create_task(ADAPTER["main"](create_gm(game)))
    await listening.wait()
    await asyncio.sleep(0)
    port = int(re.findall(r"Listening at (\d+)", capsys.readouterr().out)[0])

    async def connected() -> Client:
        return Client(*await asyncio.open_connection("127.0.0.1", port))

    first = await connected()
    await first.reads("You do the game master's work")
    second = await connected()
    await second.reads("everything is saved.")
    first.types("hero Ada fighter"), second.types("hero Ben fighter")  # type: ignore[func-returns-value]
    await second.reads("Ben is in Lobby")
    second.types("as Ada")
    await second.reads("Ada is played by another seat")
    second.types("spawn goblin")
    await second.reads(GM_DECIDES)
    first.types("spawn goblin")
    await first.reads("Goblin")
    first.writer.close()
    await second.reads("You do the game master's work")
    second.types("award 50")
    await second.reads("50 experience points")
    second.writer.close()
    serving.cancel()
