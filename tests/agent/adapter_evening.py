"""One evening for every adapter: its script, its lines, a client of the protocol, and what the game master says in the process."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from acp import spawn_agent_process, text_block
from acp.schema import RequestPermissionResponse

from rpg_lite import open_campaign
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings

SCRIPT = {
    "I bow to the ferryman": [
        {"call": "keep_journal", "with": {"operation": "note", "text": "The ferryman saw a bow."}},
        {"say": "He lifts his lantern."},
    ],
    "*": [{"say": "The fog does not answer."}],
}
EVENING = (
    "hero Brenna fighter",
    "adventure salt_toll",
    "look",
    "I bow to the ferryman",
    "note We go on tomorrow",
    "I whistle",
    "go north",
    "inventory",
)


class Editor:
    """A client of the protocol that keeps what it sees and allows what it is asked."""

    def __init__(self, allows: bool = True) -> None:
        self.updates: list[Any] = []
        self.asked: list[Any] = []
        self._allows = allows

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        self.updates.append(update)

    async def request_permission(self, session_id: str, tool_call: Any, options: Any, **_: Any) -> RequestPermissionResponse:
        self.asked.append(tool_call)
        kind = "allow_once" if self._allows else "reject_once"
        chosen = next(option.option_id for option in options if option.kind == kind)
        return RequestPermissionResponse.model_validate({"outcome": {"outcome": "selected", "optionId": chosen}})

    def on_connect(self, conn: Any) -> None: ...

    def of(self, kind: str) -> list[Any]:
        return [update for update in self.updates if update.session_update == kind]

    @property
    def told(self) -> list[str]:
        return [update.content.text.rstrip("\n") for update in self.of("agent_message_chunk")]


def words(database: Path, script: Path, *more: str) -> list[str]:
    return ["-m", "rpg_lite", "gm", "--model", f"script:{script}", "--db", str(database), *more]


def in_process(database: Path, script: Path) -> list[str]:
    async def run() -> list[str]:
        with open_campaign(database) as game:
            gm = create_gm(game, Settings(agent=Agent(model=f"script:{script}")))
            await gm.start()
            told = [output.text for line in EVENING for output in [o async for o in gm.process(line)] if output.is_told]
            await gm.stop()
            return told

    return asyncio.run(run())


def over_acp(database: Path, script: Path, lines: Any, *more: str, allows: bool = True, servers: Any = ()) -> Editor:
    """The lines in one run of the program with these options, which is then killed."""

    async def run() -> Editor:
        editor = Editor(allows)
        async with spawn_agent_process(editor, sys.executable, *words(database, script, *more), env=dict(os.environ)) as (agent, process):  # type: ignore[arg-type]
            await agent.initialize(protocol_version=1)
            session = await agent.new_session(cwd=str(database.parent), mcp_servers=list(servers))
            while not editor.told:
                await asyncio.sleep(0.02)
            for line in lines:
                assert (await agent.prompt(session_id=session.session_id, prompt=[text_block(line)])).stop_reason == "end_turn"
            process.kill()
        return editor

    return asyncio.run(asyncio.wait_for(run(), 90))
