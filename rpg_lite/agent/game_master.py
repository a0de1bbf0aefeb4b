"""A game master without a chat program: verbs by the rules, everything else by a model that calls the same tools."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

from rpg_lite.agent import sandbox
from rpg_lite.agent.outputs import Output
from rpg_lite.game import Game
from rpg_lite.mud.fights_and_telling import TALK
from rpg_lite.mud.parse import parse, says
from rpg_lite.mud.session import CRASHED, Session
from rpg_lite.mud.words import Misformed, Unheard
from rpg_lite.server.agent_settings import ToolServer
from rpg_lite.server.settings import Settings
from rpg_lite.store.store_faults import StoreFault

NO_MODEL: Final = "No model is configured, so nobody tells the story; verbs work."
_log = logging.getLogger("rpg_lite.agent")

Confirm = Callable[[str], Awaitable[bool]]


class GM:
    """The game master of a campaign. `confirm`: asks the player before something is deleted for good; without it, the line needs --yes.

    Lines of several players are played one after the other.
    """

    def __init__(self, game: Game, settings: Settings, confirm: Confirm | None = None) -> None:
        self.game, self.settings, self.confirm = game, settings, confirm
        self._sessions: dict[tuple[str, str | None], Session] = {}
        self._model: Any = None
        self._turn = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._quests: list[dict[str, Any]] = []

    # ── life ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Prepare the model. Raises Stop when a package, a key or a file is missing."""
        self._loop = asyncio.get_running_loop()
        if not self.settings.agent.model:
            return
        from rpg_lite.agent.story_teller import StoryTeller  # the packages of models are needed by nobody who plays by the rules alone

        self._model = StoryTeller(self.game, self.settings)
        await self._model.start()

    async def stop(self) -> None:
        if self._model:
            await self._model.stop()

    async def connect(self, server: ToolServer) -> str:
        """Let the model call the tools of one more server, in place of one with its id; return "ready", or why it is left out."""
        return str(await self._model.connect(server)) if self._model else "no model would call it"

    def capabilities(self) -> dict[str, Any]:
        """What this game master can do: its name and model, and the size of its context in tokens."""
        agent = self.settings.agent
        told = self._model.capabilities() if self._model else {}
        return {
            "name": agent.name,
            "model": agent.model or None,
            "contextTokens": agent.context_tokens,
            **told,
            "sandbox": sandbox.status(self.settings.sandbox).shown(),
        }

    def welcome(self, as_name: str | None = None, seat: str = "") -> str:
        """The first words to a player."""
        told = self.session(as_name, seat).welcome()
        return told if self._model else f"{told}\n{NO_MODEL}"

    def session(self, as_name: str | None = None, seat: str = "") -> Session:
        """The session of a player; it knows whom the player plays. `seat`: what tells apart players who connect."""
        if (seat, as_name) not in self._sessions:
            session = Session(self.game)
            session.sure = self._asks_first()
            if as_name:
                session.act_as(as_name)
            self._sessions[seat, as_name] = session
        return self._sessions[seat, as_name]

    # ── a line ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def process(self, line: str, as_name: str | None = None, seat: str = "") -> AsyncIterator[Output]:
        """What a line does and what is told about it, as it happens. `as_name`: the hero of the player; `seat`: as in `session`."""
        async with self._turn:
            try:
                async for output in self._heard(line, self.session(as_name, seat)):
                    yield output
            except Exception:
                _log.exception("%r failed", line)
                yield Output("refusal", CRASHED)
            quests = await asyncio.to_thread(self.quests)
            if quests != self._quests:
                self._quests = quests
                yield Output("plan", "\n".join(f"{q['name']}: {q['status']}" for q in quests), {"quests": quests})

    async def _heard(self, line: str, session: Session) -> AsyncIterator[Output]:
        if not says(line):
            return
        try:
            parsed = None if session.is_asked else await asyncio.to_thread(lambda: parse(line, session.scene()))
        except StoreFault as fault:
            yield Output("refusal", str(fault))
            return
        free = isinstance(parsed, Unheard | Misformed) and not line.lstrip().startswith("/")
        spoken_to = self._model and line.lstrip().startswith(TALK)
        if not (free or spoken_to):
            if answer := await asyncio.to_thread(session.hear, line):
                over, session.over = session.over, False
                yield Output("answer", answer, {"over": True} if over else {})
        elif self._model is None:
            yield Output("answer", f"{parsed}\n{NO_MODEL}")
        else:
            async for output in self._model.tell(line, session.me):
                yield output

    # ── the plan ────────────────────────────────────────────────────────────────────────────────────────────────

    def quests(self) -> list[dict[str, Any]]:
        """The quests that the players know, each with name and status."""
        asked = {"operation": "quests", "forPlayers": True}
        answer = self.game.ask(asked, tool="read_campaign", detail="full")
        return [{key: quest[key] for key in ("name", "status")} for quest in answer["results"][0]["quests"]] if answer["ok"] else []

    def _asks_first(self) -> Callable[[str], bool] | None:
        """The question of a session, from its thread to the loop."""
        if self.confirm is None or self._loop is None:
            return None
        confirm, loop = self.confirm, self._loop

        async def asked(question: str) -> bool:
            return await confirm(question)

        return lambda question: asyncio.run_coroutine_threadsafe(asked(question), loop).result()


def create_gm(game: Game, settings: Settings | None = None, confirm: Confirm | None = None) -> GM:
    """A game master for a campaign, with the settings of rpg-lite.toml or the defaults."""
    return GM(game, settings or Settings(), confirm)
