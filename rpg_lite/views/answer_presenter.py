"""The answer to a call, as text and as data. Both are complete; the text is brief, for models, and the data is full, for programs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted, Notice, Rejected
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.places.room_lookup import ArrivalResult
from rpg_lite.messages import narration, refusal_formatting, result_notes
from rpg_lite.messages.render_context import RenderContext
from rpg_lite.messages.sentence_by_operation import deed
from rpg_lite.operations.action.next_turn import NextTurnResult
from rpg_lite.operations.action.start_fight import StartFightResult
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.journal.tell import Tell
from rpg_lite.rules import dice, names
from rpg_lite.rules.lore import NO_LORE, Lore, Page
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import item_card, lore_text, relations, rooms, space_data, surroundings, turn_card, unidentified
from rpg_lite.views.narration.contradictions import contradictions
from rpg_lite.views.narration.facts import facts_of
from rpg_lite.views.renderer_input import Json, Rendered, Showing
from rpg_lite.views.renderers.renderer_by_operation import RENDERERS
from rpg_lite.views.result_data import data_of
from rpg_lite.views.stat_changes import changes, headlines, may_change_numbers, sentence
from rpg_lite.views.stats_json import breakdowns
from rpg_lite.world import body_paths, events, thing_stats
from rpg_lite.world.history_records import Past
from rpg_lite.world.world_model import Thing, World

MOST_DISAGREEMENTS: Final = 5


class Presenter:
    """Render the outcomes of one call; cache each creature's numbers for each world."""

    def __init__(
        self,
        book: Rulebook,
        full: bool,
        dry: bool = False,
        pasts: Sequence[Past | None] = (),
        players: bool = False,
        lore: Lore = NO_LORE,
    ) -> None:
        self.book, self.full, self.dry, self.pasts, self.players, self.lore = book, full, dry, pasts, players, lore
        self._stats: dict[tuple[int, str], EffectiveStats] = {}
        self._refused: list[Rejected] = []
        self._judged: set[str] = set()

    def stats(self, world: World, who: Thing) -> EffectiveStats:
        key = (id(world), who.id)
        if key not in self._stats:
            self._stats[key] = unidentified.stats_of(world, who, self.book)
        return self._stats[key]

    # ── the whole answer ────────────────────────────────────────────────────────────────────────────────────────

    def answer(self, commands: Sequence[Command], decided: Decided, rev: int) -> Json:
        """The whole answer: ok, rev, text, and results in the order of the request; a full answer also has the events."""
        pasts = self.pasts or [None] * len(commands)
        shown = [self.result(c, o, b, p) for c, o, b, p in zip(commands, decided.outcomes, decided.befores, pasts, strict=True)]
        if len(self._refused) == len(commands):
            return refusal(self._refused, [f"batch[{n}]." if len(commands) > 1 else "" for n in range(len(commands))])
        texts = [t for t, _ in shown]
        if len(shown) > 1:
            texts = [f"{n}. {t}" for n, t in enumerate(texts)]
        done: Json = {"ok": all(r["ok"] for _, r in shown), "rev": rev, "text": "\n".join(texts), "results": [r for _, r in shown]}
        if self.full and decided.events and not self.players:
            done["changed"] = events.dump(decided.events)
        if self.dry:
            done |= {"dryRun": True, "text": f"Dry run, nothing was recorded. {done['text']}"}
        return done

    def result(self, command: Command, outcome: Accepted | Rejected, before: World, past: Past | None) -> Rendered:
        if isinstance(outcome, Accepted) and (render := RENDERERS.get(type(command))):
            rendered = render(command, outcome, Showing(self.book, self.full, self.players, self.stats, past))
            if not isinstance(rendered, Rejected):
                return self._with_notes(rendered, RenderContext(command, outcome, before, self.dry, self.players))
            outcome = rendered
        if isinstance(outcome, Rejected):
            self._refused.append(outcome)
            return f"Refused: {refusal_formatting.end_sentence(refusal_formatting.sentence(outcome))}", {
                "ok": False,
                "error": refusal_formatting.as_data(outcome),
            }
        return self._render_done(RenderContext(command, outcome, before, self.dry, self.players), past)

    def _with_notes(self, rendered: Rendered, told: RenderContext) -> Rendered:
        """The answer of a reading command, with the notes that its decision made."""
        text, shown = rendered
        if not (said := _each_once(self._notes(told.outcome.notes, False, told))):
            return rendered
        return f"{text} {' '.join(said)}", {**shown, "notes": said}

    # ── commands that change something ─────────────────────────────────────────────────────────────────────────────

    def _render_done(self, told: RenderContext, past: Past | None = None) -> Rendered:
        outcome, before = told.outcome, told.before
        shown: Json = {"ok": True, **space_data.joined(data_of(told, self.full), told, self.book, self.full)}
        texts = [deed(told)]
        if item := self._item(told):
            shown["item"] = item
        if made := [id for id in outcome.made if told.thing(id)]:
            shown |= {"made": list(made)} if len(made) > 1 or not item else {}
        is_act = isinstance(outcome.result, ActResult)  # the sentence of an act already states wounds and deaths
        unsure = self.dry and any(isinstance(e, events.Rolled) for e in outcome.events)
        points = _points(outcome)
        for id in outcome.bearers if may_change_numbers(outcome, self.book) and not unsure else ():
            knows = told.knows_numbers(id)
            text, data = (
                self._numbers(before, outcome.world, id, not is_act, points.get(id, ()))
                if knows
                else self._marks(before, outcome.world, id)
            )
            text = "" if is_act and not knows else text
            several = len(outcome.bearers) > 1 or not knows
            texts.append(f"{told.name(id)}: {text}" if several and text else names.capitalize(text))
            if data and id == outcome.bearers[0]:
                shown |= data
            elif data:
                shown.setdefault("also", []).append({"id": id, "name": told.name(id), **data})
        if rolls := self._rolls(told):
            shown["roll"] = rolls[0]
            shown |= {"rolls": rolls} if len(rolls) > 1 else {}
        if isinstance(outcome.result, ActResult):
            texts += [item_card.lore_text(told.after.things[one.id], self.book) for one in outcome.result.learned]
        said = _each_once(self._notes(outcome.notes, unsure, told))
        said += ["The rest depends on the roll."] if unsure else []
        said += self._disagreements(told, past)
        if said:
            shown["notes"] = said
        if room := rooms.name_room(told):
            shown["room"] = room
        text = " ".join(filter(None, (*texts, *said)))
        if isinstance(turn := outcome.result, NextTurnResult | StartFightResult):
            # On a line of its own, which the story leaves out: squares of a past turn tell nobody anything.
            text = "\n".join(filter(None, (text, self._standing(told, turn.turn.whose))))
        if isinstance(turn, NextTurnResult) and turn.card and (whose := outcome.world.things.get(turn.turn.whose or "")):
            text += f"\n{turn_card.turn_text(outcome.world, whose, self.stats(outcome.world, whose), self.book)}"
        if isinstance(arrival := outcome.result, ArrivalResult):
            there = outcome.world.things[outcome.subject or ""]
            text += f"\n{rooms.text(outcome.world, there, self.book, players=arrival.for_players)}"
            if pages := self._rules_of_arrival(arrival, before, there):
                text += f"\n{lore_text.on_arrival(pages)}"
                shown["rulesHere"] = [page.name for page in pages]
        return text, shown

    def _standing(self, told: RenderContext, whose: str | None) -> str:
        """The line of the creature whose turn begins, where places count; players learn it of the party."""
        one = told.after.things.get(whose or "")
        return relations.turn_text(told.after, one, self.book) if one and not self.dry and told.knows_numbers(one.id) else ""

    def _disagreements(self, told: RenderContext, past: Past | None) -> list[str]:
        """The statements of a narration that contradict the campaign; in front of players, only those that contradict facts that they know
        about the party.
        """
        if not isinstance(told.command, Tell):
            return []
        facts = facts_of(told.after, self.book, past.commits if past else None, of_party_only=self.players)
        return [
            narration.disagreement(c.sentence, c.what, c.details) for c in contradictions(told.command.text, facts)[:MOST_DISAGREEMENTS]
        ]

    def _rules_of_arrival(self, arrival: ArrivalResult, before: World, there: Thing) -> Sequence[Page]:
        """The table's own pages of a region that the creatures have entered, which nobody then has to ask for."""
        if arrival.for_players or not arrival.names:
            return ()
        return lore_text.entered(self.lore, before.room_of(arrival.names[0].id), there)

    def _notes(self, found: Sequence[Notice], unsure: bool, told: RenderContext) -> Iterator[str]:
        """Yield each note as a sentence; `unsure`: skip notes that depend on a roll."""
        for note in found:
            if unsure and note.code in result_notes.BY_THE_ROLL:
                continue
            if isinstance(told.outcome.result, ActResult) and _is_told_by_death(note, told.outcome.result):
                continue
            if (new := result_notes.unsaid(note, self._judged)) and (text := result_notes.sentence(new, told)):
                yield text

    def _item(self, told: RenderContext) -> Json | None:
        thing = told.after.things.get(told.outcome.subject or "")
        if thing is None or thing.kind != "item":
            return None
        row = told.after.row_of(thing.id)
        shown: Json = {"id": thing.id, "name": thing.name}
        if row:
            shown["slot"] = row.slot
        if thing.quantity > 1:
            shown["quantity"] = thing.quantity
        if self.full:
            shown |= {"parentId": thing.parent_id, "attuned": bool(thing.attuned_to)}
        return shown

    def _numbers(self, before: World, after: World, id: str, tells_hp: bool = True, via: Sequence[int] = ()) -> Rendered:
        """The stats and hit points of one creature that a command changed. `via`: its hit points between the first and the last, in order."""
        was, now = before.things.get(id), after.things.get(id)
        if was is None or now is None or (thing_stats.is_dead(was) and thing_stats.is_dead(now)):  # nobody needs the numbers of the dead
            return "", {}
        old, new = self.stats(before, was), self.stats(after, now)
        turns = _is_down(was, old) != _is_down(now, new)  # a note already says what the creature can do now
        changed = changes(old, new) if self.full or not turns else {}
        shown: Json = {}
        first = headlines(changed)
        if kept := (changed if self.full else first):
            shown["stats"] = self._explain_numbers(new, kept) if self.full else kept
        is_same = (old.hp, old.temp_hp) == (new.hp, new.temp_hp) or (thing_stats.is_dead(now) and bool(new.hp))
        shown |= _form(was, now)
        hp = "" if is_same else _hp_text(old, new, via)
        if hp:
            shown["hp"] = {"was": old.hp, "value": new.hp, "max": new.hp_max.value if new.hp_max else None}
        return " ".join(filter(None, ("" if turns else sentence(old, new, changed, first), hp if tells_hp else ""))), shown

    def _marks(self, before: World, after: World, id: str) -> Rendered:
        """The visible wounds of another creature, if they have changed."""
        was, now = before.things.get(id), after.things.get(id)
        if was is None or now is None:
            return "", {}
        old, new = self.stats(before, was), self.stats(after, now)
        marks = surroundings.mark_of(was, old), surroundings.mark_of(now, new)
        is_same = self.dry or (old.hp, old.temp_hp) == (new.hp, new.temp_hp)
        if is_same and marks[0] == marks[1]:
            return "", _form(was, now)
        return f"{marks[1]}." if marks[1] else "", {"mark": {"was": marks[0], "value": marks[1]}, **_form(was, now)}

    def _explain_numbers(self, stats: EffectiveStats, kept: Mapping[str, Json]) -> Json:
        reasons = breakdowns(stats)
        return {path: {**change, **reasons.get(path, {})} for path, change in kept.items()}

    def _rolls(self, told: RenderContext) -> list[Json]:
        rolled = told.list_rolls()
        if self.dry:
            return [{"dice": r.dice, "range": list(dice.bounds(r.dice))} for r in rolled]
        return [{"dice": r.dice, "faces": list(r.faces), "total": r.total} for r in rolled]


_OF_DEATH: Final = frozenset(("dies", "falls", "makes_death_saves", "death_saves_failed"))
"""Notes on the steps to a death, which the sentence of an act already states."""


def _is_told_by_death(note: Notice, result: ActResult) -> bool:
    return note.code in _OF_DEATH and note.details.get("name") in [t.who for t in result.targets if t.dead]


def _form(was: Thing, now: Thing) -> Json:
    """The form that a command gave a creature, or None if it is itself again; everybody sees the form."""
    old, new = was.creature.form, now.creature.form
    return {} if old == new else {"form": new.creature if new else None}


def _is_down(creature: Thing, stats: EffectiveStats) -> bool:
    return thing_stats.is_dead(creature) or stats.hp == 0


def _points(outcome: Accepted) -> Mapping[str, Sequence[int]]:
    """The successive hit points of each creature."""
    found: dict[str, list[int]] = {}
    for event in outcome.events:
        if isinstance(event, events.Changed) and event.path == body_paths.HP and isinstance(event.now, int):
            found.setdefault(event.id, []).append(event.now)
    return found


def _hp_text(old: EffectiveStats, new: EffectiveStats, via: Sequence[int] = ()) -> str:
    """The hit points before and after; if they both fell and rose, also the lowest or highest value in between.

    Points above the maximum are lost, so the text about an act that heals beyond it gives only the maximum.
    """
    temp = f" (+{new.temp_hp} temporary)" if new.temp_hp else ""
    most = f" (of {new.hp_max.value}{_between(old, new, via)})" if new.hp_max else ""
    if old.hp == new.hp:
        return f"Temporary HP {old.temp_hp} → {new.temp_hp}."
    was, now = ("unknown" if hp is None else hp for hp in (old.hp, new.hp))
    lost = f"Temporary HP {old.temp_hp} → {new.temp_hp}; " if new.temp_hp < old.temp_hp else ""
    return f"{lost}HP {was} → {now}{most}{'' if lost else temp}."


def _between(old: EffectiveStats, new: EffectiveStats, via: Sequence[int]) -> str:
    """The points farthest from both ends that the creature had in between; empty if its points only fell or only rose."""
    ends = sorted((old.hp or 0, new.hp or 0))
    beyond = [n for n in via if not ends[0] <= n <= ends[1] and n <= (new.hp_max.value if new.hp_max else n)]
    farthest = max(beyond, key=lambda n: max(ends[0] - n, n - ends[1]), default=None)
    return "" if farthest is None else f"; {farthest} in between"


def refusal(refused: Sequence[Rejected], at: Sequence[str] = ()) -> Json:
    """The answer to a refused call: the first error as data, with further errors of a batch in a list; the text has all errors."""
    placed = [_place_fields(r, prefix) for r, prefix in zip(refused, at or [""] * len(refused), strict=True)]
    errors = [refusal_formatting.as_data(r) for r in placed]
    error = {**errors[0], **({"errors": errors[1:]} if errors[1:] else {})}
    return {"ok": False, "error": error, "text": refusal_formatting.text(placed)}


def _place_fields(r: Rejected, prefix: str) -> Rejected:
    """The refusal, with the batch element put before each of its fields."""
    faults = [(f"{prefix}{path}".rstrip("."), what) for path, what in r.details.get("faults", ())]
    return replace(r, field=f"{prefix}{r.field}" if r.field else None, details={**r.details, **({"faults": faults} if faults else {})})


def _each_once(said: Iterable[str]) -> list[str]:
    """Equal sentences as one, with their number: three mephits burst alike."""
    return [f"{n} times: {text}" if n > 1 else text for text, n in Counter(said).items()]
