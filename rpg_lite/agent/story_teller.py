"""The model's part of a line: what it reads, its calls, its story, and what the campaign says about the story."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, Final

from rpg_lite.agent import judge, server_tools
from rpg_lite.agent.model_turn import ModelTurn, Told, tools_of
from rpg_lite.agent.models import MARK, model_of
from rpg_lite.agent.outputs import Output
from rpg_lite.agent.registry import Registry
from rpg_lite.game import Game
from rpg_lite.messages.narration import disagreement
from rpg_lite.mud.fights_and_telling import TALK
from rpg_lite.server.agent_settings import ToolServer
from rpg_lite.server.mcp import server
from rpg_lite.server.settings import Settings
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.views.wrap import Wrapped
from rpg_lite.world.things import Ref, Thing

_AGAIN: Final = "These sentences do not agree with the campaign:\n{found}\nTell the story again so that they agree, without calls."


_PARSED: Final = "You turn what a player says into one call of a tool, if one fits. Make no second call and tell no story."


class StoryTeller:
    """The model of a campaign, with the tools of rpg-lite and of the servers in the settings."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game, self.settings = game, settings
        self.wraps = 0
        self.registry = Registry(settings.servers)
        self._stack = AsyncExitStack()
        self._judged = "not judged"
        agent = settings.agent
        self._model = model_of(agent.model)
        self._judge = model_of(agent.judge, "agent.judge")
        self._parser = model_of(agent.parser, "agent.parser")

    async def start(self) -> None:
        assert self._model
        agent = self.settings.agent
        own = tools_of(server(self.game, listing=self.settings.listing))
        await self._stack.enter_async_context(self.registry)
        self._own = await self._stack.enter_async_context(own)
        self._reading = ModelTurn(self._parser, self._own, 1, agent.seconds, requests=1) if self._parser else None
        self._turn = ModelTurn(self._model, self._own, agent.steps, agent.seconds)

    async def stop(self) -> None:
        await self._stack.aclose()

    async def connect(self, server: ToolServer) -> str:
        await self.registry.add(server)
        return self.registry.states()[server.id]

    def capabilities(self) -> dict[str, Any]:
        return {"servers": self.registry.states(), "judge": self._judged, "wraps": self.wraps}

    async def tell(self, line: str, name: str | None) -> AsyncIterator[Output]:
        """The row of the line, the calls of the model, and its story as a row."""
        spoken_to, said = self._addressed(line)
        row = await self._write("say", said, name or "party", toName=spoken_to)
        if not row["ok"]:
            yield Output("refusal", row["text"])
            return
        try:
            wrapped = await asyncio.to_thread(self._wrap, spoken_to)
        except (ValueError, StoreFault) as error:
            yield Output("refusal", f"The model was not asked: {error}")
            return
        await self.registry.refresh()
        self._turn.others = [server_tools.toolset(self.registry)]
        told = Told()
        done = ""
        if self._reading and not spoken_to:
            async for output in self._parsed(line, wrapped, told):
                yield output
                done += f"\nDone already: {output.text}" if output.kind == "called" else ""
        prompt = f"{wrapped.context}{done}\n{MARK}{line.strip()}"
        async for output in self._turn.play(wrapped.system_prompt, prompt, told):
            yield output
        if told.story:
            async for output in self._told(told, wrapped, spoken_to):
                yield output
        yield self._usage(told, wrapped)

    async def _parsed(self, line: str, wrapped: Wrapped, told: Told) -> AsyncIterator[Output]:
        """The one call to which the parser turns the line, if it makes any."""
        assert self._reading
        async for output in self._reading.play(_PARSED, f"{wrapped.context}\n{MARK}{line.strip()}", told):
            if output.kind in ("call", "called"):  # the end of its one request is no refusal
                yield output
        told.story = ""

    def _wrap(self, for_name: str | None) -> Wrapped:
        self.wraps += 1
        return self.game.wrap(self.settings.agent.context_tokens, for_name=for_name)

    def _addressed(self, line: str) -> tuple[str | None, str]:
        """The person to whom a line like "@Marra good evening" speaks to, and what it says; the rest of the line names nobody."""
        if not line.lstrip().startswith(TALK):
            return None, line.strip()
        words = line.strip().removeprefix(TALK).split(" ")
        known = {thing.name.casefold(): thing.name for thing in self._people()}
        for n in range(min(3, len(words) - 1), 0, -1):
            if found := known.get(" ".join(words[:n]).rstrip(",:").casefold()):
                return found, " ".join(words[n:]).strip()
        return None, line.strip()

    def _people(self) -> list[Thing]:
        world = self.game.store.read(self.game.campaign.id, lambda at: at.load([Ref("people"), Ref("party")], self.game.book))
        return [thing for thing in world.things.values() if thing.kind == "character"]

    # ── the story ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _told(self, told: Told, wrapped: Wrapped, by: str | None) -> AsyncIterator[Output]:
        """The story, told again once if it does not agree, and its row."""
        found = await self._check(told.story)
        if found:
            again = Told()
            prompt = f"{_AGAIN.format(found=found)}"
            async for output in self._turn.play(wrapped.system_prompt, prompt, again, told.messages):
                yield output
            if again.story:
                told.story, told.read, told.repaired = again.story, again.read, 1
                found = await self._check(told.story)
        row = await (self._write("say", told.story, by) if by else self._write("tell", told.story))
        yield Output("narration", told.story if row["ok"] else f"{told.story}\n({row['text']})", {"by": by} if by else {})
        if found:
            yield Output("refusal", f"The story does not agree with the campaign, which stays as it is:\n{found}")
        self._judged = await judge.judged(self._judge, told.story, wrapped.context)
        if self._judged.startswith("contradicts"):
            yield Output("refusal", f"The judge says that the story {self._judged}")

    async def _check(self, story: str) -> str:
        found = await asyncio.to_thread(self.game.find_contradictions, story)
        return "\n".join(disagreement(c.sentence, c.what, c.details) for c in found)

    async def _write(self, operation: str, text: str, by: str | None = None, **more: Any) -> dict[str, Any]:
        payload = {"operation": operation, "text": text, "characterName": by, **more}
        return await self.game.ask_async({key: value for key, value in payload.items() if value}, tool="keep_journal", detail="brief")

    def _usage(self, told: Told, wrapped: Wrapped) -> Output:
        used, size = told.read or wrapped.tokens, self.settings.agent.context_tokens
        details = {"used": used, "size": size, "calls": told.calls, "refused": told.refused, "repaired": told.repaired}
        return Output("usage", f"{used / 1000:.1f}k/{size / 1000:g}k", details)
