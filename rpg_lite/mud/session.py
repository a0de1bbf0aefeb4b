"""One player in a campaign: the current character, and the answer to each line. The text is the tool's own, without ids."""

import logging
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from rpg_lite.content import map_files
from rpg_lite.game import Game
from rpg_lite.messages import refusals
from rpg_lite.messages.render_context import many
from rpg_lite.mud import creature_offers, exploration, in_sight, plain_text, verbs
from rpg_lite.mud.hero_questions import HeroQuestions
from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.parse import parse
from rpg_lite.mud.words import Ask, Chore, field_for
from rpg_lite.operations import reserved_names, role_table, targets
from rpg_lite.operations.callers import GM, Caller
from rpg_lite.operations.outcome import Rejected
from rpg_lite.operations.registry import READ_ONLY, operations
from rpg_lite.operations.undo import Undo
from rpg_lite.rules import names
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.transactions import Reading
from rpg_lite.terminal import leftover_counts
from rpg_lite.views import player_view
from rpg_lite.world.map_plans import Plan
from rpg_lite.world.things import Ref, World

GONE_DAYS: Final = 30
"""The number of days after which gc counts a removed row here."""
CRASHED: Final = "rpg-lite itself failed here; this is not your mistake, and everything before it is saved. Try another way."
FIRST_A_HERO: Final = "Make a hero first: hero NAME CLASS, such as hero Brenna fighter."
_TAKEN_BACK: Final = re.compile(r"Rev (\d+) is taken back")
_RESTORES: Final = "is restored"
"""The words of an answer to an undo that takes back another undo."""
_RESTORED: Final = re.compile(r"^Rev \d+ is taken back[^:]*: rev (\d+) is restored\.")
_SKIPPED: Final = frozenset({"rev_unknown", "already_undone"})
"""The refusals to undo a rev that is no longer in effect."""
_NOTHING_EARLIER: Final = "Refused: nothing earlier can be taken back. Nothing was changed."
_BEGIN_A_TURN: Final = frozenset({"start_fight", "next_turn"})
_log = logging.getLogger("rpg_lite")


class Session:
    """`sure`: asks the player to confirm a permanent deletion; without it, the line itself needs --yes."""

    def __init__(self, game: Game, *, gm: bool = False) -> None:
        self.game, self.gm = game, gm
        self.me: str | None = None
        self._id: str | None = None
        self.over = False
        self._taken: int | None = None
        """The rev that undo took back last, as long as nothing else has been done since."""
        self.sure: Callable[[str], bool] | None = None
        self._questions: HeroQuestions | None = None

    @property
    def is_asked(self) -> bool:
        """Whether the next line answers a question about a new hero."""
        return self._questions is not None

    def scene(self) -> Scene:
        now = in_sight.of(self.game, self.me, self.gm, self._id)
        self.me, self._id = now.me, now.id
        return now

    def welcome(self) -> str:
        """Three lines; the second suggests the first command."""
        now = self.scene()
        whose = ", as the game master" if self.gm else ""
        if self.me:
            first = f"You are {self.me}. Begin with: look"
        elif now.members:
            first = f"You are the party ({', '.join(now.members)}); type as NAME to be one of them. Begin with: look"
        else:
            first = "The party is empty. Begin with: hero Brenna fighter, then: adventure. Or type hero alone: it asks you a few questions."
        return "\n".join(
            [
                f"rpg-lite, campaign {self.game.campaign.name!r}{whose}: {now.room}.",
                first,
                "Type help to list the verbs, or quit to leave; everything is saved.",
            ]
        )

    def hear(self, line: str) -> str | None:
        """The answer to a line; None if there is nothing to say."""
        try:
            if self._questions:
                return self._take_answer(self._questions, line)
            match parse(line, self.scene()):
                case Ask() as ask:
                    return self.ask(ask)
                case Chore(name, words):
                    return _CHORES[name](self, words)
                case sentence:
                    return sentence
        except StoreFault as fault:
            return str(fault)
        except Exception:
            _log.exception("%r failed", line)
            return CRASHED

    def ask(self, ask: Ask) -> str:
        if ask.payload["operation"] == "undo":
            return plain_text.render(self._undone(ask))
        answer = self._answer(ask)
        if answer["ok"] and operations(ask.tool)[ask.payload["operation"]] not in READ_ONLY:
            self._taken = None
        if answer["ok"] and ask.also:
            answer = self._with_profile(answer, ask.also)
        if answer["ok"] and ask.acts_as and self.act_as(ask.acts_as):  # somebody else already has the name
            self.me = self._id = answer["results"][0]["made"][0]
        text = plain_text.render(answer, closely=ask.payload["operation"] == "examine")
        return self._with_offers(text) if answer["ok"] and ask.payload["operation"] in _BEGIN_A_TURN else text

    def _with_offers(self, text: str) -> str:
        """Add what the game master's creatures can do in the turn that begins."""
        return "\n".join(filter(None, (text, creature_offers.render(self.scene().offers))))

    def _with_profile(self, answer: dict[str, Any], also: dict[str, Any]) -> dict[str, Any]:
        """Add the lines of the profile that the answer does not have yet."""
        more = self._answer(Ask("read_campaign", also))
        lines = str(answer["text"]).split("\n")
        new = [line for line in str(more["text"]).split("\n") if line not in lines] if more["ok"] else []
        return {**answer, "text": "\n".join([*lines, *new])}

    def _undone(self, ask: Ask) -> dict[str, Any]:
        """Take back the last command; undo after undo goes further back, and skips revs that cannot be undone."""
        back = self._taken if "rev" not in ask.payload else None
        if back is None:
            return self._remember_taken(self._answer(ask))
        answer: dict[str, Any] = {}
        for rev in range(back - 1, 0, -1):
            earlier = Ask(ask.tool, {**ask.payload, "rev": rev})
            answer = self._answer(Ask(ask.tool, {**earlier.payload, "dryRun": True}))
            if answer["ok"] and _RESTORES not in answer["text"]:
                return self._remember_taken(self._answer(earlier))
            if not answer["ok"] and answer["error"]["code"] not in _SKIPPED:
                return answer
        return answer if answer and not answer["ok"] else {"ok": False, "text": _NOTHING_EARLIER, "error": {"code": "nothing_to_undo"}}

    def _remember_taken(self, answer: dict[str, Any]) -> dict[str, Any]:
        found = _TAKEN_BACK.match(str(answer["text"])) if answer["ok"] else None
        self._taken = int(found[1]) if found else self._taken
        return answer

    def redo(self, words: tuple[str, ...]) -> str:
        if self._taken is None:
            return "Nothing was taken back just now."
        answer = self._answer(Ask("manage_room", {"operation": "undo"}))
        self._taken = None
        return _RESTORED.sub(r"Rev \1 is restored.", plain_text.render(answer))

    def act_as(self, name: str) -> str | None:
        """Make the named character the current one; return None, or the reason why that fails."""
        ref = field_for("character", name)
        id, called = ref.get("characterId"), ref.get("characterName")
        caller = GM if self.gm else self._player()
        refs = [*caller.touches(), Ref("bearer", id, called)]

        def seen(at: Reading) -> World:
            world = at.load(refs, self.game.book)
            return world if self.gm else player_view.seen_by(caller, world, self.game.book, at.rooms)

        world = self.game.store.read(self.game.campaign.id, seen)
        found = targets.character(world, id, called, "characterName")
        if isinstance(found, Rejected):
            return refusals.sentence(found)
        alike = names.prefer_exact(found.name, world.find_named(found.name, "character"), lambda who: (who.name,))
        self.me, self._id = (name if id or len(alike) > 1 else found.name), found.id
        return None

    def _answer(self, ask: Ask) -> dict[str, Any]:
        caller = self._caller(ask)
        answer = self.game.ask(ask.payload, tool=ask.tool, detail="brief", caller=caller)
        if answer["ok"] or self.gm or caller.aloud:
            return answer
        # Try once more as a player, so that the refusal gives nothing away.
        return self.game.ask(ask.payload, tool=ask.tool, detail="brief", caller=self._player())

    def _caller(self, ask: Ask) -> Caller:
        """Let players do anything, but see only what a player sees; for preparation, make them the game master."""
        command = operations(ask.tool)[ask.payload["operation"]]
        prepares = command is not Undo and command not in READ_ONLY and not role_table.is_before_all(command)
        return GM if self.gm or prepares else self._player()

    def _player(self) -> Caller:
        return Caller(characters=(self._id,) if self._id else (), aloud=True)

    # ── chores ──────────────────────────────────────────────────────────────────────────────────────────────────

    def become(self, words: tuple[str, ...]) -> str:
        name = " ".join(words)
        if not name:
            return f"You are {self.me or 'the party'}."
        if reserved_names.is_party(name):
            self.me = self._id = None
            return "You are the party."
        return self.act_as(name) or f"You are {self.me}."

    def adventure(self, words: tuple[str, ...]) -> str:
        """List the adventures, begin one, or go back to its entrance when the campaign already has it."""
        known = adventures()
        if not words:
            listed = "\n".join(f"  {stem}: {plan.name}, {many(len(plan.rooms), 'room')}" for stem, plan in known.items())
            return f"{listed}\nType adventure NAME to begin one."
        key = names.fold(" ".join(words))
        plan = next((p for stem, p in known.items() if key in (names.fold(stem), names.fold(p.name))), None)
        if plan is None:
            return f"There is no adventure {' '.join(words)!r}. Adventures: {', '.join(known)}."
        return self._begin(plan) if self.scene().members else FIRST_A_HERO

    def _begin(self, plan: Plan) -> str:
        lines = []
        if not self._has_room(plan.start):
            brought = self._answer(Ask("manage_room", {"operation": "import_map", "adventure": plan.name}))
            if not brought["ok"]:
                return plain_text.render(brought)
            lines.append(plain_text.render(brought) if self.gm else f"{plan.name} begins.")
        there = self.game.ask({"operation": "join", "toName": plan.start}, tool="manage_room", detail="brief", caller=GM)
        if there["ok"] and not self.gm:
            there = {**there, "text": there["text"].partition("\n")[0] + "\n" + self._answer(exploration.look("", self.scene()))["text"]}
        return "\n".join([*lines, plain_text.render(there)])

    def _has_room(self, name: str) -> bool:
        world = self.game.store.read(self.game.campaign.id, lambda at: at.load([Ref("place", None, name)], self.game.book))
        return bool(world.find_named(name, "room"))

    def make_hero(self, words: tuple[str, ...]) -> str:
        self._questions = HeroQuestions(self._answer, self.game.book)
        return self._questions.question

    def _take_answer(self, questions: HeroQuestions, line: str) -> str:
        """The next question; the new hero is the player's own."""
        was, told = questions.made, questions.hear(line)
        if questions.made and not was:
            self.act_as(questions.made)
        if questions.is_over:
            self._questions = None
        return told

    def collect(self, words: tuple[str, ...]) -> str:
        what = next((w for w in words if w != "--yes"), "stale")
        if what not in ("orphans", "stale", "purge"):
            return f"Write it like this: {verbs.form('gc')}"
        yes = "--yes" in words
        if what == "purge" and not yes and self.sure:
            yes = self.sure(leftover_counts.collect(self.game, "stale", GONE_DAYS, False))
        return leftover_counts.collect(self.game, what, GONE_DAYS, yes)

    def help(self, words: tuple[str, ...]) -> str:
        asked = " ".join(words).casefold().removeprefix("/")
        word = verbs.SHORT.get(asked, asked).partition(" ")[0]
        return verbs.help_about(asked if asked in verbs.GROUPS else word) or str(parse(word, Scene()))

    def quit(self, words: tuple[str, ...]) -> str:
        self.over = True
        return "Everything is saved."


_CHORES: Final[Mapping[str, Callable[[Session, tuple[str, ...]], str]]] = {
    "as": Session.become,
    "adventure": Session.adventure,
    "gc": Session.collect,
    "hero": Session.make_hero,
    "help": Session.help,
    "quit": Session.quit,
    "redo": Session.redo,
}


def adventures() -> dict[str, Plan]:
    """Read the shipped adventures: name of the file → plan."""
    return {name: map_files.read(file.read_text("utf-8")) for name, file in map_files.list_adventures().items()}
