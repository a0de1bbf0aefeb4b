"""A game master without a chat program: the rules carry out verbs, and a model that calls the same tools handles everything else."""

import asyncio
import logging
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rpg_lite.agent import bubblewrap_sandbox, judge_verdicts
from rpg_lite.agent.reply_parts import ALOUD, Output
from rpg_lite.agent.spoken_line import PlayerLine
from rpg_lite.agent.turn_passing import TurnPassing
from rpg_lite.game import Game
from rpg_lite.mud.combat_and_journal import TALK
from rpg_lite.mud.line_tokenizer import Ask, Misformed, Unheard, field_for
from rpg_lite.mud.parse import parse, says, too_long
from rpg_lite.mud.seat_rights import Seat
from rpg_lite.mud.session import CRASHED, Session
from rpg_lite.server.agent_settings import ToolServer
from rpg_lite.server.settings import Settings
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.world_model import Ref

if TYPE_CHECKING:
    from rpg_lite.agent.tool_server_registry import Registry

NO_MODEL: Final = "No model is configured, so nobody tells the story; verbs work."
STATUS: Final = "status"
"""The verb that only a game master of this kind has."""
ABOUT_STATUS: Final = "Shows the model, its servers, the judge and the sandbox."
NOBODY_ANSWERS: Final = "No model is configured, so no character answers; the journal keeps what was said."
PATIENCE: Final = 1.0
"""The seconds that a player's own line waits until the other seats have heard of it."""
FOES_TURN: Final = "(The turn of {name} begins. Play it and those of the other foes by calls, up to the next hero's turn, and tell it.)"
_BEGIN_A_TURN: Final = frozenset({"start_fight", "next_turn"})
_STATUS: Final = re.compile(rf"/?(?:{STATUS}|mcps?|servers)", re.IGNORECASE)
_HELP: Final = re.compile(rf"/?(?:help|\?) /?{STATUS}", re.IGNORECASE)
_log = logging.getLogger("rpg_lite.agent")

Confirm = Callable[[str], Awaitable[bool]]
Hear = Callable[[str], Awaitable[None]]


class GM:
    """The game master of a campaign. `confirm`: asks a player before something is deleted permanently; `confirms`: asks the player of a
    seat; without them, the line needs --yes. `hears`: tells the player of a seat what the other seats do from the next line on, in the
    words that this player hears. `one_person`: all seats are those of one person, as in an editor, so nothing is private between them.
    `masters`: the seats that do the game master's work; None: every seat if there is no model, and none beside a model.

    The model answers one line after the other, and verbs do not wait for it. Lines of one seat stay in their order.
    """

    def __init__(self, game: Game, settings: Settings, confirm: Confirm | None = None) -> None:
        self.game, self.settings, self.confirm = game, settings, confirm
        self.confirms: dict[str, Confirm] = {}
        self.hears: dict[str, Hear] = {}
        self.one_person = False
        self.masters: Collection[str] | None = None
        self._sessions: dict[tuple[str, str | None], Session] = {}
        self._model: Any = None
        self._lines: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Keep the order of the lines of each seat."""
        self._story = asyncio.Lock()
        """Held while the model answers a line."""
        self._answered = ("", "party")
        """The seat and the speaker of the line that the model answers or has answered last."""
        self._deed = asyncio.Lock()
        """Held while a verb or a call of the model changes the campaign, so that each rev is known to be that of one seat."""
        self._deeds: list[str] = []
        """The deeds of the model of which the seat that it answers has not heard yet."""
        self._revs: defaultdict[str, set[int]] = defaultdict(set)
        """The revs of the deeds of each seat."""
        self._ears: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Keep the order of the words to each seat."""
        self._passing = TurnPassing()
        self._telling: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._quests: list[dict[str, Any]] = []

    # ── life ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def start(self) -> None:
        """Prepare the model. Raises Stop when a package, a key or a file is missing."""
        self._loop = asyncio.get_running_loop()
        if not self.settings.agent.model:
            return
        from rpg_lite.agent.llm_agent import StoryTeller  # a game without a model does not need the packages for models

        self._model = StoryTeller(self.game, self.settings, self._deed_of_model)
        await self._model.start()

    async def stop(self) -> None:
        for task in self._telling:
            task.cancel()
        if self._model:
            await self._model.stop()

    @property
    def servers(self) -> "Registry | None":
        """The servers whose tools the model may call; None without a model, because nobody would call them. An adapter may search them, and
        set `on_request` and `on_response` to hear each call.
        """
        return self._model.registry if self._model else None

    async def connect(self, server: ToolServer, secrets: Mapping[str, str] | None = None) -> str:
        """Let the model call the tools of one more server, which replaces one with the same id; return "ready", or the reason why it is
        left out. `secrets`: its variables or, over HTTP, its headers, which nothing shows or keeps.
        """
        return str(await self._model.connect(server, secrets or {})) if self._model else "no model would call it"

    def capabilities(self) -> dict[str, Any]:
        """Return the name and model of this game master, and the size of its context in tokens."""
        agent = self.settings.agent
        told = self._model.capabilities() if self._model else {}
        return {
            "name": agent.name,
            "model": agent.model or None,
            "contextTokens": agent.context_tokens,
            **told,
            "sandbox": bubblewrap_sandbox.status(self.settings.sandbox).shown(),
        }

    def status(self) -> str:
        """Return a line for each part that runs here: the model, its context, the servers, the judge and the sandbox."""
        can = self.capabilities()
        isolated = can["sandbox"]
        lines = [
            f"{can['name']}: model {can['model'] or 'none'}, {can['contextTokens']:,} tokens of context",
            f"turns of the model: {can.get('wraps', 0)}",
            f"judge: {self.settings.agent.judge or 'none'}; {judge_verdicts.in_words(can.get('judge', judge_verdicts.NOT_JUDGED))}",
            *(f"server {id}: {state}" for id, state in can.get("servers", {}).items()),
            f"sandbox: {'isolated' if isolated['isolated'] else 'not isolated'} ({isolated['why']}), process {isolated['pid']}",
        ]
        return "\n".join(lines)

    def welcome(self, as_name: str | None = None, seat: str = "") -> str:
        """Return the first words to a player."""
        told = self.session(as_name, seat).welcome()
        if self.servers is None:
            return f"{told}\n{NO_MODEL}"
        away = [f"Not connected: {id} ({state})." for id, state in self.servers.away().items()]
        cut = [f"Cut: {id} ({what})." for id, what in self.servers.cuts().items()]
        return "\n".join([told, *away, *cut])

    def session(self, as_name: str | None = None, seat: str = "") -> Session:
        """Return the session of a player, which keeps the player's character. `seat`: distinguishes the players who connect."""
        if (seat, as_name) not in self._sessions:
            session = Session(self.game, is_shared=lambda: self._is_shared(seat))
            session.sure, session.script_days = self._asks_first(seat), self.settings.scripts.days
            session.plays_foes = self._model is None
            session.seat = Seat(lambda: self._is_players(seat), lambda: self._played_elsewhere(seat), lambda: self._revs[seat])
            if as_name:
                session.act_as_given(as_name)
            self._sessions[seat, as_name] = session
        return self._sessions[seat, as_name]

    def _is_shared(self, seat: str) -> bool:
        """Whether others may sit at the table of this seat. An adapter that names a seat has more of them, whoever is there first; words to
        somebody who has left stay private.
        """
        return not self.one_person and (bool(seat) or any(other != seat for other in (*self.hears, *(of for of, _ in self._sessions))))

    def _is_players(self, seat: str) -> bool:
        """Whether somebody else is the game master of the person in this seat."""
        is_master = self._model is None if self.masters is None else seat in self.masters
        return self._is_shared(seat) and not is_master

    def _played_elsewhere(self, seat: str) -> set[str]:
        """The ids of the heroes of the other seats that are taken now."""
        if self.one_person:
            return set()
        return {id for (of, _), one in self._sessions.items() if of != seat and of in self.hears and (id := one.hero_id)}

    def leave(self, seat: str) -> None:
        """Free a seat whose player is gone: nobody plays its hero any more."""
        self.hears.pop(seat, None)
        self.confirms.pop(seat, None)
        self._revs.pop(seat, None)
        self._lines.pop(seat, None)
        for of in [key for key in self._sessions if key[0] == seat]:
            del self._sessions[of]

    # ── a line ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def process(self, line: str, as_name: str | None = None, seat: str = "") -> AsyncIterator[Output]:
        """Yield the effects of a line and the words about them, as they happen. `as_name`: the hero of the player; `seat`: as in `session`."""
        typed_at = time.monotonic()
        async with self._lines[seat]:
            try:
                async for output in self._heard(line, self.session(as_name, seat), seat, typed_at):
                    yield output
            except Exception:
                _log.exception("%r failed", line)
                yield Output("refusal", CRASHED)
            quests = await asyncio.to_thread(self.quests)
            if quests != self._quests:
                self._quests = quests
                yield Output("plan", "\n".join(f"{q['name']}: {q['status']}" for q in quests), {"quests": quests})
            telling = [task for task in self._telling if task.get_name() == seat]
        if telling:
            await asyncio.wait(telling, timeout=PATIENCE)

    @asynccontextmanager
    async def _deed_of(self, seat: str) -> AsyncIterator[None]:
        """Keep the other deeds waiting, and then begin to tell the other seats what this one recorded."""
        async with self._deed:
            listening = self._others(seat)
            before = await asyncio.to_thread(self._rev) if listening else 0
            try:
                yield
            finally:
                await self._tell_others(seat, before, listening)

    @asynccontextmanager
    async def _deed_of_model(self) -> AsyncIterator[None]:
        """The same for the model; at a shared table, the seat that it answers also hears what it did."""
        seat, _ = self._answered
        async with self._deed_of(seat):
            before = await asyncio.to_thread(self._rev)
            yield
            if self._is_shared(seat) and (words := await self._overheard(seat, before, only_deeds=True)):
                self._deeds.append(words)

    def _others(self, seat: str) -> dict[str, Hear]:
        return {other: hear for other, hear in self.hears.items() if other != seat}

    async def _tell_others(self, seat: str, before: int, listening: Mapping[str, Hear]) -> None:
        """Begin to tell these seats what this seat recorded after this rev. Other lines do not wait for somebody who is slow to hear."""
        if not listening or await asyncio.to_thread(self._rev) == before:
            return
        for other, hear in listening.items():
            if words := await self._overheard(other, before):
                self._begin_telling(seat, other, hear, words)

    def _begin_telling(self, seat: str, other: str, hear: Hear, words: str) -> None:
        task = asyncio.create_task(self._tell(other, hear, words), name=seat)
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _overheard(self, seat: str, since: int, *, only_deeds: bool = False) -> str:
        try:
            return await asyncio.to_thread(partial(self._listener(seat).overhear, since, only_deeds=only_deeds))
        except Exception:
            _log.exception("what seat %r hears cannot be read", seat)
            return ""

    def _listener(self, seat: str) -> Session:
        """The newest session of this seat that has a character; without one, the session of the seat itself."""
        playing = (session for (of, _), session in reversed(self._sessions.items()) if of == seat and session.me)
        return next(playing, None) or self.session(seat=seat)

    async def _tell(self, seat: str, hear: Hear, words: str) -> None:
        async with self._ears[seat]:
            try:
                if self.hears.get(seat) is hear:
                    await hear(words)
            except Exception:
                _log.exception("seat %r could not hear", seat)

    def _rev(self) -> int:
        return self.game.store.rev(self.game.campaign.id)

    async def _heard(self, line: str, session: Session, seat: str, typed_at: float) -> AsyncIterator[Output]:
        if not says(line):
            return
        if long := too_long(line):
            yield Output("refusal", long)
            return
        try:
            parsed = None if session.is_asked else await asyncio.to_thread(lambda: parse(line, session.scene()))
        except StoreFault as fault:
            yield Output("refusal", str(fault))
            return
        if _HELP.fullmatch(line.strip()) and not session.is_asked:
            yield Output("answer", f"{STATUS}\n  {ABOUT_STATUS}")
        elif _STATUS.fullmatch(line.strip()) and not session.is_asked:
            yield Output("answer", self.status())
        elif self._is_free(line, parsed):
            async for output in self._free(line, parsed, session, seat):
                yield output
        else:
            async for output in self._verb(line, parsed, session, seat, typed_at):
                yield output

    def _is_free(self, line: str, parsed: Any) -> bool:
        """Whether the rules have no call for a line. With a model, a line whose words name nothing here is free text, and so is one that
        begins with tell, since the model is the one who narrates; a slash before a verb keeps the line with the rules.
        """
        if line.lstrip().startswith("/"):
            return False
        if self._model is None:
            return isinstance(parsed, Unheard | Misformed)
        if isinstance(parsed, Ask):
            return line.lstrip().startswith(TALK) or (parsed.payload["operation"] == "tell" and not parsed.is_call)
        return isinstance(parsed, str)

    async def _verb(self, line: str, parsed: Any, session: Session, seat: str, typed_at: float) -> AsyncIterator[Output]:
        """Yield the answer of the rules; if the words of the line name nothing, the model's."""
        operation = parsed.payload["operation"] if isinstance(parsed, Ask) else ""
        async with self._deed_of(seat):
            before = await asyncio.to_thread(self._rev)
            is_next = operation == "next_turn"
            answer = await (self._next(line, session, seat, typed_at) if is_next else asyncio.to_thread(session.hear, line))
            after = await asyncio.to_thread(self._rev)
            self._revs[seat].update(range(before + 1, after + 1))
        if not answer:
            return
        if self._model and isinstance(answer, Unheard) and not line.lstrip().startswith("/"):
            async for output in self._free(line, None, session, seat):
                yield output
            return
        over, session.over = session.over, False
        answer = f"{answer}\n{NOBODY_ANSWERS}" if line.lstrip().startswith(TALK) and after > before else answer
        yield Output("answer", answer, {"over": True} if over else {})
        if self._model and operation in _BEGIN_A_TURN and after > before:
            async for output in self._turn_of_foe(session, seat):
                yield output

    async def _free(self, line: str, parsed: Any, session: Session, seat: str) -> AsyncIterator[Output]:
        """Yield what the model makes of a line; without a model, the sentence that the rules have for it."""
        if self._model is None:
            yield Output("answer", f"{parsed}\n{NO_MODEL}")
        elif question := await asyncio.to_thread(session.which_hero):
            yield Output("answer", question)
        else:
            is_said = isinstance(parsed, Ask) and parsed.payload["operation"] == "say"
            payload = parsed.payload if is_said else {"operation": "say", "text": line.strip()}
            async for output in self._answer_of_model(self._player_line(line, payload, session, seat), session.me, seat):
                yield output

    async def _turn_of_foe(self, session: Session, seat: str) -> AsyncIterator[Output]:
        """Yield the model's play if the turn that has just begun is that of one of its creatures."""
        offers = (await asyncio.to_thread(session.scene)).offers
        if foe := next((offer.by_name for offer in offers if not offer.is_legendary), None):
            line = self._player_line(FOES_TURN.format(name=foe), None, session, seat)
            async for output in self._answer_of_model(line, None, seat):
                yield output

    async def _next(self, line: str, session: Session, seat: str, typed_at: float) -> str | None:
        if question := self._passing.question(seat, typed_at):
            return question
        before = await asyncio.to_thread(self._rev)
        answer = await asyncio.to_thread(session.hear, line)
        if await asyncio.to_thread(self._rev) > before:
            self._passing.passed(seat, answer or "", time.monotonic())
        return answer

    def _player_line(self, line: str, payload: Mapping[str, Any] | None, session: Session, seat: str) -> PlayerLine:
        speaker = field_for("character", session.me or "party")
        played = {id for one in self._sessions.values() if (id := one.hero_id)}
        said = None if payload is None else {**speaker, **payload}
        return PlayerLine(line.strip(), said, session.player(), played, self._is_shared(seat))

    async def _answer_of_model(self, line: PlayerLine, speaker: str | None, seat: str) -> AsyncIterator[Output]:
        """Yield the model's turn once it is this line's; the other seats hear that the model thinks about a line spoken aloud."""
        if self._story.locked():
            yield Output("answer", f"{_thinking_about(self._answered[1])} Yours is next; verbs work meanwhile.")
        async with self._story:
            self._answered = seat, speaker or "party"
            if not line.text.startswith(TALK):
                for other, hear in self._others(seat).items():
                    self._begin_telling(seat, other, hear, f"{_thinking_about(speaker or 'party')} Verbs work meanwhile.")
            self._deeds.clear()
            async for output in self._model.tell(line):
                yield output
                for words in self._deeds[:]:
                    yield Output("deed", words)
                self._deeds.clear()
                if output.details.get(ALOUD):
                    for other, hear in self._others(seat).items():
                        self._begin_telling(seat, other, hear, output.text)

    # ── the plan ────────────────────────────────────────────────────────────────────────────────────────────────

    def quests(self) -> list[dict[str, Any]]:
        """Return the quests that the players know, each with name and status."""

        def work(at: Reading) -> list[dict[str, Any]]:
            known = quests_of(at.load([Ref("quests")], self.game.book)).public
            return [{"name": node.name, "status": node.quest.status} for node in known.nodes.values()]

        return self.game.store.read(self.game.campaign.id, work)  # not a call, which the history would list at each line

    def _asks_first(self, seat: str) -> Callable[[str], bool] | None:
        """Pass the question of a session from its thread to the loop."""
        confirm, loop = self.confirms.get(seat, self.confirm), self._loop
        if confirm is None or loop is None:
            return None

        async def asked(question: str) -> bool:
            return await confirm(question)

        return lambda question: asyncio.run_coroutine_threadsafe(asked(question), loop).result()


def _thinking_about(speaker: str) -> str:
    return f"The game master is thinking about {f'a line of {speaker}' if speaker != 'party' else 'a line of the party'}."


def create_gm(game: Game, settings: Settings | None = None, confirm: Confirm | None = None) -> GM:
    """Make a game master for a campaign, with the settings of rpg-lite.toml or the defaults."""
    return GM(game, settings or Settings(), confirm)
