"""One player in a campaign: the current character, and the answer to each line, which is the tool's own text without ids."""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.decision.outcome import Rejected
from rpg_lite.game import Game
from rpg_lite.mechanics.journal.journal_entries import EntryCommand
from rpg_lite.mechanics.space import sides
from rpg_lite.mud import (
    adventures,
    any_operation,
    creature_offers,
    in_sight,
    looking_verbs,
    one_line_hero,
    player_text,
    reaction_offer_parsing,
    rest_advice,
    script_verb,
    seat_rights,
    undo_redo,
    unheard_calls,
    verbs,
    walking_up,
    why_turn_rules,
)
from rpg_lite.mud.character_creation_questions import HeroQuestions
from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.line_tokenizer import Ask, Chore, Unheard, field_for
from rpg_lite.mud.open_choices import ChoiceQuestions, OpenChoices, Questions
from rpg_lite.mud.parse import parse
from rpg_lite.mud.reaction_offer_parsing import Offered
from rpg_lite.mud.seat_rights import GM_DECIDES, NOT_YOURS
from rpg_lite.operations import role_table
from rpg_lite.operations.registry import READ_ONLY, operations
from rpg_lite.operations.undo import Undo
from rpg_lite.rules import names
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.terminal import garbage_collection_report
from rpg_lite.views import player_view
from rpg_lite.world.map_plans import Plan
from rpg_lite.world.tools_in_use import DAYS
from rpg_lite.world.world_model import Ref, World

GONE_DAYS: Final = 30
"""The age in days from which the verb `gc` counts a removed row as stale."""
CRASHED: Final = "rpg-lite itself failed here; this is not your mistake, and everything before it is saved. Try another way."
FIRST_A_HERO: Final = "Make a hero first: hero NAME CLASS, such as hero Brenna fighter."
_RESTORED: Final = re.compile(r"^Rev \d+ is taken back[^:]*: ([^.]* is restored\.)")
NO_HELP: Final = "There is no help about {asked!r}. Type help to list the verbs."
NOTHING_EARLIER: Final = "Nothing earlier can be taken back."
NOTHING_TAKEN_BACK: Final = "Nothing was taken back."
NOTHING_TO_RESTORE: Final = "Nothing was taken back just now."
TAKEN_BACK: Final = "It was:"
NOT_YOUR_DEED: Final = "Rev {rev} is not a deed of your seat, so only the game master takes it back. history shows whose it was."
_BEGIN_A_TURN: Final = frozenset({"start_fight", "next_turn"})
_log = logging.getLogger("rpg_lite")


class Session:
    """A session of one player. `sure`: asks the player to confirm a permanent deletion; without it, the line itself needs --yes.
    `is_shared`: whether others play at the same table, so that the private words of their heroes are not this player's.
    """

    def __init__(self, game: Game, *, gm: bool = False, is_shared: Callable[[], bool] = lambda: False) -> None:
        self.game, self.gm, self._is_shared = game, gm, is_shared
        self.me: str | None = None
        self._id: str | None = None
        self._room, self._back = "", ""
        """The room at the last line, and the one before it."""
        self.over = False
        self.sure: Callable[[str], bool] | None = None
        self.plays_foes = True
        """Whether a person plays the creatures of the game master."""
        self.script_days = DAYS
        self.seat = seat_rights.Seat()
        self._questions: Questions | None = None
        self._offered: Offered = {}
        """The reactions that the last deed offers."""
        self._rolled: Mapping[str, Any] | None = None
        """The d20 of the last deed."""

    @property
    def is_asked(self) -> bool:
        """Whether the next line answers a question about a hero."""
        return self._questions is not None

    def scene(self) -> Scene:
        now = in_sight.of(self.game, self.me, self.gm, self._id)
        self.me, self._id = now.me, now.id
        if now.room != self._room:
            self._back, self._room = self._room, now.room
        return replace(now, back=self._back, offered={who: acts for who, acts in self._offered.items() if self.gm or who in now.members})

    def welcome(self) -> str:
        """Return three lines; the second suggests the first command."""
        now = self.scene()
        whose = ", as the game master" if self.gm else ""
        if self.me:
            first = f"You are {self.me}. Begin with: look"
        elif now.members:
            first = f"You are the party ({', '.join(now.members)}); type as NAME to be one of them. Begin with: look"
        else:
            first = f"The party is empty. Begin with: hero Brenna fighter, then: adventure {adventures.FIRST}. Or type hero alone: it asks about scores, gear and choices."
        return "\n".join(
            [
                f"rpg-lite, campaign {self.game.campaign.name!r}{whose}: {now.room}.",
                first,
                "Type help to list the verbs, or quit to leave; everything is saved.",
            ]
        )

    def hear(self, line: str) -> str | None:
        """Return the answer to a line; None if there is nothing to say."""
        try:
            if self._questions:
                return self._take_answer(self._questions, line)
            match parse(line, self.scene()):
                case Ask() as ask:
                    return self.ask(ask)
                case Chore(name, words):
                    if self.seat.refuses_chore(name, words, (self.me, self._id)):
                        return Unheard(GM_DECIDES) if len(words) > unheard_calls.MOST_WORDS else GM_DECIDES
                    return _CHORES[name](self, words)
                case sentence:
                    return sentence
        except StoreFault as fault:
            return str(fault)
        except Exception:
            _log.exception("%r failed", line)
            return CRASHED

    def ask(self, ask: Ask) -> str:
        if self.seat.refuses(ask, (self.me, self._id)):
            return Unheard(GM_DECIDES) if self._names_nothing(ask) else GM_DECIDES
        if _is_of_a_hero(ask) and (question := self.which_hero()):
            return question
        if ask.payload["operation"] == "undo":
            return self._undone(ask)
        if ask.acts_as and (strange := one_line_hero.unknown_word(ask.payload, self.game.book)):
            return strange
        answer = self._answer(replace(ask, payload={k: v for k, v in ask.payload.items() if k != "force"}) if ask.acts_as else ask)
        if meant := _meant(ask, answer):
            answer = self._answer(replace(ask, payload={**ask.payload, "itemName": meant}))
        if answer["ok"] and ask.also:
            answer = self._with_profile(answer, ask.also)
        if answer["ok"] and ask.acts_as and self.act_as(ask.acts_as):  # somebody else already has this name
            self.me = self._id = answer["results"][0]["made"][0]
        text = player_text.render(answer, closely=ask.payload["operation"] == "examine", as_sent=ask.is_call)
        if answer["ok"] and rest_advice.spends_nothing(ask.payload):
            text = "\n".join(filter(None, (text, rest_advice.advice(self.game))))
        if answer["ok"] and ask.acts_as:
            text = f"{text}\n{one_line_hero.left_out(ask.payload, self.game.book)}".rstrip()
        if unheard_calls.found_nothing(ask, answer):
            return Unheard(text)
        return self._with_offers(text) if answer["ok"] and ask.payload["operation"] in _BEGIN_A_TURN else text

    def _names_nothing(self, ask: Ask) -> bool:
        """Whether a call that is not this player's would be refused because its words name nothing."""
        if operations(ask.tool)[ask.payload["operation"]] in READ_ONLY:
            return "query" in ask.payload
        tried = self.game.ask({**ask.payload, "dryRun": True}, tool=ask.tool, detail="brief", caller=self.player())
        return unheard_calls.found_nothing(ask, tried)

    def which_hero(self) -> str:
        """Return what a seat is asked whose words would be those of the first of several heroes; empty if it plays one."""
        members = self.scene().members if self._is_shared() and not self.gm else ()
        return (
            "" if self.me or len(members) < 2 else f"Who are you? Type as and one of these, and then your line again: {', '.join(members)}."
        )

    def _with_offers(self, text: str) -> str:
        """Add the acts that the game master's creatures can play in the turn that begins."""
        return "\n".join(filter(None, (text, creature_offers.render(self.scene().offers)))) if self.plays_foes else text

    def _with_profile(self, answer: dict[str, Any], also: dict[str, Any]) -> dict[str, Any]:
        """Add the lines of the profile that the answer does not have yet."""
        more = self._answer(Ask("read_campaign", also))
        lines = str(answer["text"]).split("\n")
        new = [line for line in str(more["text"]).split("\n") if line not in lines] if more["ok"] else []
        return {**answer, "text": "\n".join([*lines, *new])}

    def overhear(self, since: int, *, only_deeds: bool = False) -> str:
        """Return what the others did after a rev, in the words that this player may hear; a reaction that a deed offers can be typed next.
        `only_deeds`: without words.
        """
        told = sorted(undo_redo.words_since(self.game, since, self.player(), only_deeds=only_deeds))
        self._offered = reaction_offer_parsing.offered(" ".join(text for _, text in told)) or self._offered
        return "\n".join(self._overheard(rev, text) for rev, text in told if text)

    def _overheard(self, rev: int, text: str) -> str:
        """The words about a rev; those about an undo repeat what was done, because nobody else knows it by its number."""
        deed = undo_redo.deeds_behind(self.game).get(rev)
        was = undo_redo.words_of(self.game, deed, self.player()) if deed is not None else ""
        return player_text.render({"ok": True, "text": f"{text} {TAKEN_BACK} {was}" if was else text})

    def _undone(self, ask: Ask) -> str:
        """Undo a rev, or else the last deed that has not been undone, whichever seat did it, and report what it was. A player is asked about a
        rev that the line names, since others may have built on it.
        """
        if (back := ask.payload.get("toRev")) is not None:
            question = f"Take back everything after rev {back}?"
            return player_text.render(self._answer(ask)) if not self.sure or self.sure(question) else NOTHING_TAKEN_BACK
        rev = ask.payload.get("rev") or undo_redo.last_deed(self.game)
        if rev is None:
            return NOTHING_EARLIER
        if self.seat.refuses_undo(rev):
            return NOT_YOUR_DEED.format(rev=rev)
        was = undo_redo.words_of(self.game, rev, GM if self.gm else self.player())
        if "rev" in ask.payload and self.sure and not self.sure(f"Take back rev {rev}?{f' It was: {was}' if was else ''}"):
            return NOTHING_TAKEN_BACK
        answer = self._answer(Ask(ask.tool, {**ask.payload, "rev": rev}))
        told = player_text.render(answer)
        return f"{told}\n{TAKEN_BACK} {player_text.render({'ok': True, 'text': was})}" if answer["ok"] and was and not self.gm else told

    def redo(self, words: tuple[str, ...]) -> str:
        rev = undo_redo.last_undo(self.game)
        if rev is None:
            return NOTHING_TO_RESTORE
        if self.seat.refuses_undo(rev):
            return NOT_YOUR_DEED.format(rev=rev)
        return _RESTORED.sub(
            lambda found: names.capitalize(found[1]),
            player_text.render(self._answer(Ask("manage_room", {"operation": "undo", "rev": rev}))),
        )

    def act_as(self, name: str) -> str | None:
        """Make the named character the current one; return None, or the reason why that fails."""
        was = self.me, self._id
        if why := self._take_part(name):
            return why
        if self._id in self.seat.elsewhere():
            told = NOT_YOURS.format(name=self.me)
            self.me, self._id = was
            return told
        return None

    def act_as_given(self, name: str) -> str | None:
        """The same for a seat whose hero a program names with each line."""
        return self._take_part(name)

    def _take_part(self, name: str) -> str | None:
        ref = field_for("character", name)
        id, called = ref.get("characterId"), ref.get("characterName")
        caller = GM if self.gm else self.player()
        refs = [*caller.touches(), Ref("party"), Ref("bearer", id, called)]

        def seen(at: Reading) -> World:
            world = at.load(refs, self.game.book)
            return world if self.gm else player_view.seen_by(caller, world, self.game.book, at.rooms)

        world = self.game.store.read(self.game.campaign.id, seen)
        found = targets.character(world, id, called, "characterName")
        if isinstance(found, Rejected):
            return player_text.refusal(found)
        if not (self.gm or sides.is_ally(world, found, self.game.book)):
            return f"{found.name} is neither in the party nor obeys it: only the game master plays such a creature."
        alike = names.prefer_exact(found.name, world.find_named(found.name, "character"), lambda who: (who.name,))
        self.me, self._id = (found.name if len(alike) == 1 else found.id), found.id
        return None

    def _answer(self, ask: Ask) -> dict[str, Any]:
        caller = self._caller(ask)
        answer = self.game.ask(ask.payload, tool=ask.tool, detail="brief", caller=caller)
        if not ask.is_call and (walk := walking_up.walk_first(answer)):
            walked = self.game.ask(walk, tool=ask.tool, detail="brief", caller=caller)
            answer = walked if walked["ok"] else answer
        if answer["ok"] and _is_a_deed(ask):
            self._offered = reaction_offer_parsing.offered(answer["text"])
            self._rolled = next((one["roll"] for one in answer.get("results", ()) if "roll" in one), None)
        if answer["ok"] or self.gm or caller.aloud or not caller.is_gm:
            return answer
        # try once more as a player, whose refusal gives nothing away
        return self.game.ask(ask.payload, tool=ask.tool, detail="brief", caller=self.player())

    def _caller(self, ask: Ask) -> Caller:
        """Return the caller of a call: players may do anything, but see only what a player sees; for preparation, they are the game master."""
        if player := self.seat.caller(self.game, ask, self._id, self._is_shared()):
            return player
        command = operations(ask.tool)[ask.payload["operation"]]
        prepares = command is not Undo and command not in READ_ONLY and not role_table.is_before_all(command)
        return GM if self.gm or prepares else self.player()

    @property
    def hero_id(self) -> str | None:
        """The id of the current character; None for the party."""
        return self._id

    def player(self) -> Caller:
        """The caller who reads what this player may know."""
        return Caller(characters=(self._id,) if self._id else (), aloud=True, shared=self._is_shared())

    # ── chores ──────────────────────────────────────────────────────────────────────────────────────────────────

    def become(self, words: tuple[str, ...]) -> str:
        name = " ".join(words)
        if not name:
            return f"You are {self.me or 'the party'}."
        if reserved_names.is_party(name):
            self.me = self._id = None
            return "You are the party."
        if not (why := self.act_as(name)):
            return f"You are {self.me}."
        return Unheard(why) if " " in name else why

    def adventure(self, words: tuple[str, ...]) -> str:
        """List the adventures, begin one, or go back to its entrance if the campaign already has it."""
        known = adventures.read_all()
        if not words:
            return adventures.listing(known)
        key = names.fold(" ".join(words))
        plan = next((p for stem, p in known.items() if key in (names.fold(stem), names.fold(p.name))), None)
        if plan is None:
            return Unheard(f"There is no adventure {' '.join(words)!r}. Adventures: {', '.join(known)}.")
        return self._begin(plan) if self.scene().members else FIRST_A_HERO

    def _begin(self, plan: Plan) -> str:
        lines: list[str] = []
        if not self._has_room(plan.start):
            if not self.gm and (why := adventures.why_not_begun(self.game)):
                return why
            if not self.gm and adventures.is_on_a_map(self.game):
                self._answer(Ask("manage_room", {"operation": "leave"}))
            brought = self._answer(Ask("manage_room", {"operation": "import_map", "adventure": plan.name}))
            if not brought["ok"]:
                return player_text.render(brought)
            lines += [player_text.render(brought)] if self.gm else adventures.opening(brought, plan)
        elif not self.gm:
            if why := adventures.why_not_back(self.game, plan):
                return why
            lines.append(adventures.going_back(self.game, plan))
        there = self.game.ask({"operation": "join", "toName": plan.start}, tool="manage_room", detail="brief", caller=GM)
        if there["ok"] and not self.gm:
            there = {**there, "text": there["text"].partition("\n")[0] + "\n" + self._answer(looking_verbs.look("", self.scene()))["text"]}
        return "\n".join([*lines, player_text.render(there)])

    def _has_room(self, name: str) -> bool:
        world = self.game.store.read(self.game.campaign.id, lambda at: at.load([Ref("place", None, name)], self.game.book))
        return bool(world.find_named(name, "room"))

    def make_hero(self, words: tuple[str, ...]) -> str:
        self._questions = HeroQuestions(self._answer, self.game.book, self.scene().members)
        return self._questions.question

    def choose(self, words: tuple[str, ...]) -> str:
        who, wanted = words
        hero = field_for("character", who)
        known = self._answer(Ask("read_campaign", {"operation": "character", **hero, "detail": "full"}))
        if not known["ok"]:
            return player_text.render(known)
        name = known["results"][0]["name"]
        by = "" if self.me or len(self.scene().members) == 1 else f" by {name}"
        choices = OpenChoices(self._answer, self.game.book, hero, name, by)
        if wanted or not choices.open():
            return choices.take(wanted)
        self._questions = ChoiceQuestions(choices)
        return self._questions.question

    def _take_answer(self, questions: Questions, line: str) -> str:
        """Return the next question; a new hero becomes the player's own."""
        was, told = questions.made, questions.hear(line)
        if questions.made and not was:
            self.act_as(questions.id)
        if questions.is_over:
            self._questions = None
        return told

    def collect(self, words: tuple[str, ...]) -> str:
        what = next((w for w in words if w != "--yes"), "stale")
        if what not in ("orphans", "stale", "purge"):
            return f"Write it like this: {verbs.form('gc')}"
        yes = "--yes" in words
        if what == "purge" and self.sure:  # --yes stands in for the question only where nobody can be asked
            found = garbage_collection_report.collect(self.game, "stale", GONE_DAYS, False)
            if not self.sure(found):
                return f"{found} Nothing was deleted."
            yes = True
        return garbage_collection_report.collect(self.game, what, GONE_DAYS, yes)

    def run_script(self, words: tuple[str, ...]) -> str:
        return script_verb.run(self.game, words, self.script_days, self.sure) if words else f"Write it like this: {verbs.form('run')}"

    def tell_turn(self, words: tuple[str, ...]) -> str:
        return why_turn_rules.why(self.game, self.player(), self.gm)

    def where(self, words: tuple[str, ...]) -> str:
        """Tell where one of the party stands among the others, or of one of these alone."""
        who, other = words
        told = self._answer(Ask("read_campaign", {"operation": "where", **(field_for("character", who) if who else {})}))
        if not told["ok"] or not other:
            return player_text.render(told)
        found = re.search(rf"(?:^| ){re.escape(other)}: [^.]*\.", told["text"])
        return found[0].strip() if found else f"{other} is nowhere to be seen. {player_text.render(told)}"

    def help(self, words: tuple[str, ...]) -> str:
        asked = " ".join(words).casefold().removeprefix("/")
        word = verbs.SHORT.get(asked, asked).partition(" ")[0]
        if told := verbs.help_about(asked if asked in verbs.GROUPS or " " in asked else word):
            return told
        return Unheard(NO_HELP.format(asked=asked)) if " " in asked else str(parse(word, Scene()))

    def quit(self, words: tuple[str, ...]) -> str:
        self.over = True
        return "Everything is saved."


_CHORES: Final[Mapping[str, Callable[[Session, tuple[str, ...]], str]]] = {
    "as": Session.become,
    "choose": Session.choose,
    "adventure": Session.adventure,
    "gc": Session.collect,
    "hero": Session.make_hero,
    "help": Session.help,
    "quit": Session.quit,
    "redo": Session.redo,
    "run": Session.run_script,
    "where": Session.where,
    "why": lambda session, words: session.tell_turn(words),  # a game alone has other rules
}


def _meant(ask: Ask, answer: Mapping[str, Any]) -> str | None:
    """The only suggested thing whose name has every typed word: "key" means Verdigris Key where that is the only key."""
    wanted, error = ask.payload.get("itemName"), answer.get("error") or {}
    if not isinstance(wanted, str) or error.get("field") != "itemName":
        return None
    near = [name.rpartition(" (")[0] or name for name in error.get("near", ())]
    whole = [name for name in dict.fromkeys(near) if in_sight.has_words(name, wanted)]
    return whole[0] if len(whole) == 1 else None


def _is_of_a_hero(ask: Ask) -> bool:
    """Whether the call writes down the words of a hero whom it does not name."""
    return issubclass(operations(ask.tool)[ask.payload["operation"]], EntryCommand) and not any_operation.names_author(ask.payload)


def _is_a_deed(ask: Ask) -> bool:
    """Whether the call changes more than the record of words; a later answer skips other calls, and answers the deed before them."""
    is_read = operations(ask.tool)[ask.payload["operation"]] in READ_ONLY
    return not is_read and not ask.payload.get("dryRun") and ask.tool != "keep_journal"
