"""The bytes of telnet clients: lines that are ended are played as they look on the screen; nothing else is."""

import asyncio
import runpy
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.agent import gm_agent
from rpg_lite.agent.gm_agent import create_gm
from tests.waiting import PATIENCE_S, until_seen

ADAPTER = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "telnet_adapter.py"))
TOO_LONG = None


def heard(*chunks: bytes) -> list[str | None]:
    """The lines of a client that sends these chunks and closes its side."""

    async def run() -> list[str | None]:
        reader = asyncio.StreamReader()
        for chunk in chunks:
            reader.feed_data(chunk)
        reader.feed_eof()
        return [line async for line in ADAPTER["lines"](reader)]

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("sent", "lines"),
    [
        (b"look\r\nwho\n", ["look", "who"]),
        (b"look\r\nsay I only wanted to ty", ["look"]),
        (b"\xff\xfd\x03\xff\xfb\x18\xff\xfb\x1flook\r\n", ["look"]),
        (b"\xff\xfa\x1f\x00P\x00\n\xff\xf0look\n", ["look"]),
        (b"loon\x08k\nxy\x7f\x7flook\n\x7flook\n", ["look", "look", "look"]),
        (b"\x1b[Alook\x1b[1;5D\n\x1bOAwho\n", ["look", "who"]),
        (b"say hi\x00\x03\n", ["say hi"]),
        ("say café\n".encode() + b"say caf\xe9\n", ["say café", "say café"]),
        (b"say " + b"c" * 70_000 + b"\nlook\n", [TOO_LONG, "look"]),
        (b"say " + b"c" * 70_000, []),
        (b"\n\n", ["", ""]),
    ],
)
def test_a_line_is_what_the_client_shows(sent: bytes, lines: list[str | None]) -> None:
    assert heard(sent) == lines
    if len(sent) < 100:
        assert heard(*(sent[n : n + 1] for n in range(len(sent)))) == lines


class Table:
    """A game master that repeats what it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.hears: dict[str, Any] = {}
        self.masters: list[str] | None = None

    def capabilities(self) -> dict[str, Any]:
        return {"model": None}

    def leave(self, seat: str) -> None:
        del self.hears[seat]

    def welcome(self, seat: str) -> str:
        return "Welcome."

    async def process(self, line: str, seat: str) -> Any:
        self.heard += [line] if line else []
        for output in ():
            yield output


def test_a_client_that_vanishes_disturbs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """One is reset in the middle of a line, one sends a line without end, and one plays on."""
    monkeypatch.setenv("TELNET_PORT", "0")
    table, complaints = Table(), []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
        started: asyncio.Queue[int] = asyncio.Queue()
        start = asyncio.start_server

        async def listen(*args: Any) -> asyncio.Server:
            server = await start(*args)
            started.put_nowait(server.sockets[0].getsockname()[1])
            return server

        monkeypatch.setattr(asyncio, "start_server", listen)
        serving = asyncio.create_task(ADAPTER["main"](table))
        port = await started.get()
        gone = await asyncio.open_connection("127.0.0.1", port)
        gone[1].write(b"give all")
        await gone[1].drain()
        gone[1].transport.abort()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"c" * 100_000 + b"\nlook\n")
        await asyncio.wait_for(reader.readuntil(b"nothing was done."), PATIENCE_S)
        await until_seen(lambda: "look" in table.heard)
        writer.write_eof()
        await asyncio.wait_for(reader.read(), PATIENCE_S)
        writer.close()
        serving.cancel()

    asyncio.run(run())
    assert table.heard == ["look"] and not complaints and not table.hears


async def test_without_a_model_nobody_answers_and_help_knows_status() -> None:
    with open_campaign(":memory:") as game:
        table = create_gm(game)
        for made in ("hero Ilse fighter", "spawn goblin"):
            _ = [output async for output in table.process(made)]
        told = {line: [output.text async for output in table.process(line)] for line in ("@goblin hello", "help status", "say hello")}
    assert "no character answers" in told["@goblin hello"][0] and "no character answers" not in told["say hello"][0]
    assert told["help status"][0].startswith("status\n")


async def test_the_others_at_the_table_hear_what_a_player_does_and_no_secret() -> None:
    with open_campaign(":memory:") as game:
        table = create_gm(game)
        heard: dict[str, list[str]] = {"ann": [], "ben": []}

        def ear(seat: str) -> Any:
            async def hear(text: str) -> None:
                heard[seat].append(text)

            return hear

        async def types(seat: str, line: str) -> list[str]:
            heard["ann"].clear(), heard["ben"].clear()  # type: ignore[func-returns-value]
            return [output.text async for output in table.process(line, seat=seat)]

        table.hears = {seat: ear(seat) for seat in heard}
        for line in ("hero Ilse fighter", "hero Brenna fighter", "spawn goblin", "grant me wand of fireballs"):
            await types("ann", line)
        await types("ben", "as Ilse")
        await types("ann", "as Brenna")
        await types("ann", "say Hello")
        assert heard == {"ann": [], "ben": ["Brenna says: Hello"]}
        await types("ann", "look")
        assert heard["ben"] == []
        await types("ben", "heal goblin by 1 --force")
        assert "HP" not in "".join(heard["ann"])
        own = await types("ben", "attack goblin")
        assert "Ilse attacks Goblin" in heard["ann"][0] and "Ilse attacks Goblin" in own[0] and not heard["ben"]
        await types("ann", 'call manage_room update bagName=Lobby notes=["The king hides here."]')
        assert heard["ben"] == []
        before = game.store.rev(game.campaign.id)
        for tool, secret in (
            ("keep_journal", {"operation": "decide", "text": "The goblin is the king."}),
            ("manage_room", {"operation": "update", "bagName": "Lobby", "notes": ["The king hides here."]}),
        ):
            assert game.ask(secret, tool)["ok"], secret
        assert table.session(seat="ben").overhear(before) == ""
        await types("ben", "undo")
        assert "taken back" in heard["ann"][0]


async def test_a_whisper_and_a_note_reach_nobody_else() -> None:
    with open_campaign(":memory:") as game:
        table = create_gm(game)
        heard: dict[str, list[str]] = {"ann": [], "ben": [], "cid": [], "dan": []}

        def ear(seat: str) -> Any:
            async def hear(text: str) -> None:
                heard[seat].append(text)

            return hear

        async def types(seat: str, line: str) -> set[str]:
            for words in heard.values():
                words.clear()
            _ = [output async for output in table.process(line, seat=seat)]
            return {seat for seat, words in heard.items() if words}

        for hero in ("Ada", "Ben", "Cid"):
            await types("gm", f"hero {hero} fighter")
        table.hears = {seat: ear(seat) for seat in heard}
        for seat in ("ann", "ben", "cid"):
            await types(seat, f"as {'Ada' if seat == 'ann' else seat}")
        assert await types("ann", "say Hello") == {"ben", "cid", "dan"}, "dan plays the party"
        assert await types("ann", "@Cid psst, the ring") == {"cid"} and "psst" in heard["cid"][0]
        assert await types("ann", "@gm I steal the ring") == set()
        for line in ("note Cid lies", "idea a trap", "decide I leave"):
            assert await types("ann", line) == set(), line
        await types("ann", "focus Cid")
        await types("ann", "say between us")
        assert await types("ann", "say and the two of us") == {"cid"}
        _ = [output async for output in table.process("look", as_name="Ben", seat="dan")]
        assert await types("ann", "@Ben and you") == {"ben", "dan"}, "dan says with each line who plays"


async def test_a_seat_that_fails_or_sleeps_stops_nobody_and_a_new_one_hears_no_past(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gm_agent, "PATIENCE", 0.1)
    with open_campaign(":memory:") as game:
        table = create_gm(game)
        heard: list[str] = []

        async def fail(text: str) -> None:
            raise OSError("gone")

        async def sleep(text: str) -> None:
            await asyncio.Event().wait()

        async def hear(text: str) -> None:
            heard.append(text)

        async def types(seat: str, line: str) -> list[str]:
            return [output.text async for output in table.process(line, seat=seat)]

        await types("ann", "hero Ada fighter")
        told = []
        async for output in table.process("say first", seat="ann"):
            table.hears["eve"] = hear
            told.append(output.text)
        assert "first" in told[0] and heard == []
        table.hears = {"bob": fail, "cyd": sleep, "eve": hear}
        one, other = await asyncio.wait_for(asyncio.gather(types("ann", "say second"), types("ann", "say third")), PATIENCE_S)
        assert "second" in one[0] and "third" in other[0]
        assert "second" in heard[0] and "third" in heard[1]
        assert "could not hear" in caplog.text
        await table.stop()
