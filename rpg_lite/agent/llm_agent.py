"""The model's part of a line: its context, its calls, its story, and the comparison of the story with the campaign."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any, Final

from rpg_lite.agent import external_tools, judge, judge_verdicts, spoken_line
from rpg_lite.agent.model_factory import MARK, model_of
from rpg_lite.agent.model_turn import ModelTurn, Told, tools_of
from rpg_lite.agent.quoted_words import quoted
from rpg_lite.agent.reply_parts import ALOUD, Output
from rpg_lite.agent.spoken_line import PlayerLine, Spoken
from rpg_lite.agent.tool_server_registry import Registry
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.mechanics.journal.journal_entries import LONGEST
from rpg_lite.messages import narration
from rpg_lite.messages.narration import disagreement
from rpg_lite.mud import player_text
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.server.agent_settings import ToolServer
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.mcp import server
from rpg_lite.server.settings import Settings
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.views.context_budget import Wrapped
from rpg_lite.views.model_tool_definitions import definitions

_AGAIN: Final = "These sentences do not agree with the campaign:\n{found}\nTell the story again so that they agree, without calls."
_UNHEARD: Final = (
    "These words were private, and not everybody who hears you knows them:\n{found}\nTell the story again without them, without calls."
)
_NOT_TOLD: Final = "The story repeated private words of others, so it was not told. The results of its calls stay."
_UNKNOWN_TO_PLAYERS: Final = "It is wrong about something that the players do not know."
_CONTRADICTED: Final = "The judge says that the story contradicts the campaign, which stays unchanged."
WATCHED: Final = Caller(is_watched=True)
"""The model: it sees everything, and the table reads its deeds in the words for players."""
MOST_MARKED: Final = 6
"""The most facts that the row of a false story names."""
_log = logging.getLogger("rpg_lite.agent")

_PARSED: Final = "You turn what a player says into one call of a tool, if one fits. Make no second call and tell no story."


class StoryTeller:
    """The model of a campaign, with the tools of rpg-lite and of the servers in the settings. `deed`: surrounds each call of our own
    tools and each row, so that no other deed of the table comes between.
    """

    def __init__(self, game: Game, settings: Settings, deed: Callable[[], AbstractAsyncContextManager[None]]) -> None:
        self.game, self.settings, self._deed = game, settings, deed
        self.wraps = 0
        self.registry = Registry(settings.servers)
        self._stack = AsyncExitStack()
        self._judged = "not judged"
        self._own_tokens = self._listed = estimate(json.dumps(definitions(settings.agent.tools), ensure_ascii=False))
        agent = settings.agent
        self._model = model_of(agent.model)
        self._judge = model_of(agent.judge, "agent.judge")
        self._parser = model_of(agent.parser, "agent.parser")

    async def start(self) -> None:
        assert self._model
        agent = self.settings.agent
        own = tools_of(server(self.game, CampaignRouter(self.game, master=WATCHED), self.settings.listing), agent.tools, self._deed)
        await self._stack.enter_async_context(self.registry)
        self._own = await self._stack.enter_async_context(own)
        self._reading = ModelTurn(self._parser, self._own, 1, agent.seconds, requests=1) if self._parser else None
        self._turn = ModelTurn(self._model, self._own, agent.steps, agent.seconds)

    async def stop(self) -> None:
        await self._stack.aclose()

    async def connect(self, server: ToolServer, secrets: Mapping[str, str]) -> str:
        await self.registry.add(server, secrets)
        return self.registry.states()[server.id]

    def capabilities(self) -> dict[str, Any]:
        return {"servers": self.registry.states(), "judge": self._judged, "wraps": self.wraps}

    async def tell(self, line: PlayerLine) -> AsyncIterator[Output]:
        """Record the line as a row; yield the calls of the model and its story, which is recorded as a row, too. A line to a hero that a
        seat plays is for the player there, so the model does not answer it.
        """
        spoken = spoken_line.NOBODY
        if line.payload is not None:
            row = await self._record(line.payload, line.caller)
            if not row["ok"]:
                yield Output("refusal", player_text.render(row))
                return
            spoken = await asyncio.to_thread(spoken_line.read, self.game, row["rev"])
            if spoken.to in line.played:
                yield Output("answer", player_text.render(row))
                return
        try:
            wrapped = await asyncio.to_thread(self._wrap, line, spoken)
        except (ValueError, StoreFault) as error:
            yield Output("refusal", f"The model was not asked: {error}")
            return
        self.registry.ask_again()
        self._turn.others = [external_tools.toolset(self.registry)]
        self._listed = self._own_tokens + sum(offer.tokens for offer in self.registry.offers(["tool"]))
        told = Told()
        done = ""
        if self._reading and not spoken.to:
            async for output in self._parsed(line.text, wrapped, told):
                yield output
                done += f"\nDone already: {output.text}" if output.kind == "called" else ""
        prompt = f"{wrapped.context}{done}\n{_who_hears(line, spoken)}{MARK}{line.text}"
        async for output in self._turn.play(wrapped.system_prompt, prompt, told):
            yield output
        if told.story:
            async for output in self._told(told, wrapped, line, spoken):
                yield output
        yield self._usage(told, wrapped)

    async def _parsed(self, line: str, wrapped: Wrapped, told: Told) -> AsyncIterator[Output]:
        """Yield the one call into which the parser turns the line, if it makes one."""
        assert self._reading
        async for output in self._reading.play(_PARSED, f"{wrapped.context}\n{MARK}{line}", told):
            if output.kind in ("call", "called"):  # reaching the limit of its one request is not a refusal
                yield output
        told.story = ""

    def _wrap(self, line: PlayerLine, spoken: Spoken) -> Wrapped:
        self.wraps += 1
        hearers = spoken.hearers if line.is_shared else None
        return self.game.wrap(self.settings.agent.context_tokens, for_name=spoken.answers_as, hearers=hearers)

    # ── the story ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _told(self, told: Told, wrapped: Wrapped, line: PlayerLine, spoken: Spoken) -> AsyncIterator[Output]:
        """Yield the story and record it as a row; if it contradicts the campaign or repeats private words, let the model tell it again
        once.
        """
        found, repeated = await self._check(told.story), await self._repeated(told.story, wrapped, line, spoken)
        if found or repeated:
            again = Told()
            prompt = "\n".join(ask.format(found=what) for ask, what in ((_AGAIN, found), (_UNHEARD, "\n".join(repeated))) if what)
            async for output in self._turn.play(wrapped.system_prompt, prompt, again, told.messages):
                yield output
            if again.story:
                told.story, told.read, told.repaired = again.story, again.read, 1
                found, repeated = await self._check(told.story), await self._repeated(told.story, wrapped, line, spoken)
        if repeated:
            yield Output("refusal", _NOT_TOLD)
            return
        known = await asyncio.to_thread(self.game.find_contradictions, told.story, True) if found else []
        # the mark comes first, because a context cuts long words
        mark = f"{narration.mark([narration.fact(c.what, c.details) for c in known[:MOST_MARKED]])} " if found else ""
        row = await self._record({**spoken.answer, "text": f"{mark}{told.story[: LONGEST - len(mark)] if mark else told.story}"})
        details = {"by": spoken.name} if spoken.answers_as else {}
        yield Output("narration", told.story if row["ok"] else f"{told.story}\n({row['text']})", details)
        if found:
            shown = await self._check(told.story, for_players=True) or _UNKNOWN_TO_PLAYERS if line.is_shared else found
            yield self._correction(f"The story does not agree with the campaign, which stays unchanged:\n{shown}", spoken)
        self._judged = await judge.judged(self._judge, told.story, wrapped.context)
        if self._judged.startswith(judge_verdicts.CONTRADICTS):
            _log.info("the judge says that the story %s", self._judged)
            yield self._correction(_CONTRADICTED, spoken)

    def _correction(self, text: str, spoken: Spoken) -> Output:
        """Everybody who has heard the story hears what is wrong with it."""
        return Output("refusal", text, {} if spoken.hearers else {ALOUD: True})

    async def _check(self, story: str, for_players: bool = False) -> str:
        found = await asyncio.to_thread(self.game.find_contradictions, story, for_players)
        return "\n".join(disagreement(c.sentence, c.what, c.details) for c in found)

    async def _repeated(self, story: str, wrapped: Wrapped, line: PlayerLine, spoken: Spoken) -> list[str]:
        """The private words in the story that somebody who hears it has not heard. A creature repeats what it was told in private to
        nobody else.
        """
        if not line.is_shared:
            return []
        hearers = [id for id in spoken.hearers if id != spoken.answers_as]
        known = (line.text,) if spoken.answers_as else (line.text, wrapped.context)
        return quoted(story, await asyncio.to_thread(self.game.private_words, hearers), known)

    async def _record(self, payload: Mapping[str, Any], caller: Caller = GM) -> dict[str, Any]:
        async with self._deed():
            return await self.game.ask_async(dict(payload), tool="keep_journal", detail="brief", caller=caller)

    def _usage(self, told: Told, wrapped: Wrapped) -> Output:
        used, size = told.read or wrapped.tokens, self.settings.agent.context_tokens
        details = {
            "used": used,
            "size": size,
            "tools": self._listed,
            "calls": told.calls,
            "refused": told.refused,
            "repaired": told.repaired,
        }
        return Output("usage", f"{used / 1000:.1f}k/{size / 1000:g}k, beside {self._listed / 1000:.1f}k of tools", details)


def _who_hears(line: PlayerLine, spoken: Spoken) -> str:
    """The sentence about the hearers; nothing at a table where nothing is private."""
    if not line.is_shared:
        return ""
    return "Only the speaker hears your answer." if spoken.to else "Everybody at the table hears your answer."
