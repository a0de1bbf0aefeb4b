"""The answer to a call: each half of it enough alone, brief for a model and full for programs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rpg_lite.messages import notes, refusals
from rpg_lite.messages.render_context import RenderContext
from rpg_lite.messages.sentences import deed
from rpg_lite.operations import targets
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.campaign.character import Character
from rpg_lite.operations.campaign.examine import Examine
from rpg_lite.operations.campaign.exits import Exits
from rpg_lite.operations.campaign.history import History
from rpg_lite.operations.campaign.inventory import Inventory
from rpg_lite.operations.campaign.item import ItemQuery
from rpg_lite.operations.campaign.journal import Journal
from rpg_lite.operations.campaign.party import Party
from rpg_lite.operations.campaign.rooms import Rooms
from rpg_lite.operations.campaign.who import Who
from rpg_lite.operations.character.export import Export
from rpg_lite.operations.inventory.view import View
from rpg_lite.operations.outcome import Accepted, Notice, Rejected
from rpg_lite.operations.registry import READ_ONLY
from rpg_lite.operations.rooms.go import Go
from rpg_lite.operations.rooms.join import Join
from rpg_lite.operations.rooms.leave import Leave
from rpg_lite.operations.rooms.look import Look
from rpg_lite.operations.rooms.map import Map
from rpg_lite.operations.rooms.route import Route
from rpg_lite.operations.targets import Command
from rpg_lite.operations.tools.tools import Tools
from rpg_lite.rules import dice, names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import bearer as bearer_views
from rpg_lite.views import campaign as campaign_views
from rpg_lite.views import examine, inventory_list, person, surroundings, tools_in_use, unidentified
from rpg_lite.views import history as past_views
from rpg_lite.views import rooms as room_views
from rpg_lite.views.changes import changes, headlines, may_change_numbers, sentence
from rpg_lite.views.history import Past
from rpg_lite.views.maps import text as maps
from rpg_lite.views.stats import breakdowns
from rpg_lite.world import bearers, events, locks
from rpg_lite.world.things import Thing, World

Json = dict[str, Any]

LONGEST_DOCUMENT: Final = 30_000
"""Bytes of a sheet that stand in the text: half a document would be none."""


class Presenter:
    """Shows outcomes of one call: knows the rulebook, the detail, and keeps each creature's numbers per world."""

    def __init__(self, book: Rulebook, full: bool, dry: bool = False, pasts: Sequence[Past | None] = (), players: bool = False) -> None:
        self.book, self.full, self.dry, self.pasts, self.players = book, full, dry, pasts, players
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
        """ok, rev, text, results in the order of the request; when full the events too."""
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

    def result(self, command: Command, outcome: Accepted | Rejected, before: World, past: Past | None) -> tuple[str, Json]:
        if isinstance(outcome, Accepted) and type(command) in READ_ONLY:
            outcome_or_text = self._shown(command, outcome, past)
            if not isinstance(outcome_or_text, Rejected):
                return outcome_or_text
            outcome = outcome_or_text
        if isinstance(outcome, Rejected):
            self._refused.append(outcome)
            return f"Refused: {refusals.sentence(outcome)}.", {"ok": False, "error": refusals.as_data(outcome)}
        return self._done(RenderContext(command, outcome, before, self.dry, self.players))

    # ── what changes something ──────────────────────────────────────────────────────────────────────────────────

    def _done(self, told: RenderContext) -> tuple[str, Json]:
        outcome, before = told.outcome, told.before
        shown: Json = {"ok": True}
        texts = [deed(told)]
        if item := self._item(told):
            shown["item"] = item
        if made := [id for id in outcome.data.get("made", ()) if told.thing(id)]:
            shown |= {"made": list(made)} if len(made) > 1 or not item else {}
        unsure = self.dry and any(isinstance(e, events.Rolled) for e in outcome.events)
        for id in outcome.bearers if may_change_numbers(outcome, self.book) and not unsure else ():
            knows = told.knows_numbers(id)
            text, data = (self._numbers if knows else self._marks)(before, outcome.world, id)
            several = len(outcome.bearers) > 1 or not knows
            texts.append(f"{told.name(id)}: {text}" if several and text else names.begun(text))
            if data and id == outcome.bearers[0]:
                shown |= data
            elif data:
                shown.setdefault("also", []).append({"id": id, "name": told.name(id), **data})
        if rolls := self._rolls(told):
            shown["roll"] = rolls[0]
            shown |= {"rolls": rolls} if len(rolls) > 1 else {}
        said = list(self._notes(outcome.notes, unsure, told))
        said += ["What follows depends on the roll."] if unsure else []
        if said:
            shown["notes"] = said
        if room := room_views.named(told):
            shown["room"] = room
        text = " ".join(t for t in (*texts, *said) if t)
        if isinstance(told.command, Go | Join | Leave):  # who arrives looks around
            there = outcome.world.things[outcome.data["to"]]
            text += f"\n{room_views.text(outcome.world, there, self.book, players=told.command.for_players)}"
        return text, shown

    def _notes(self, found: Sequence[Notice], unsure: bool, told: RenderContext) -> Iterator[str]:
        """Each as a sentence; `unsure`: without those that a roll decides."""
        for note in found:
            if unsure and note.code in notes.BY_THE_ROLL:
                continue
            if (new := notes.unsaid(note, self._judged)) and (text := notes.sentence(new, told)):
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

    def _numbers(self, before: World, after: World, id: str) -> tuple[str, Json]:
        """Stats and hit points that a command changed of one creature."""
        was, now = before.things.get(id), after.things.get(id)
        if was is None or now is None or (bearers.is_dead(was) and bearers.is_dead(now)):  # the numbers of the dead are of no use
            return "", {}
        old, new = self.stats(before, was), self.stats(after, now)
        turns = _is_down(was, old) != _is_down(now, new)  # what it can do follows from it, and a note says so
        changed = changes(old, new) if self.full or not turns else {}
        shown: Json = {}
        if kept := (changed if self.full else headlines(changed)):
            shown["stats"] = self._explained(new, kept) if self.full else kept
        is_same = (old.hp, old.temp_hp) == (new.hp, new.temp_hp) or (bearers.is_dead(now) and bool(new.hp))
        hp = "" if is_same else _hp_text(old, new)
        if hp:
            shown["hp"] = {"was": old.hp, "value": new.hp, "max": new.hp_max.value if new.hp_max else None}
        return " ".join(t for t in ("" if turns else sentence(old, new, changed), hp) if t), shown

    def _marks(self, before: World, after: World, id: str) -> tuple[str, Json]:
        """Of somebody else: how hurt it looks now, where that shows anything."""
        was, now = before.things.get(id), after.things.get(id)
        if was is None or now is None:
            return "", {}
        old, new = self.stats(before, was), self.stats(after, now)
        marks = surroundings.mark_of(was, old), surroundings.mark_of(now, new)
        if (old.hp, old.temp_hp) == (new.hp, new.temp_hp) and marks[0] == marks[1]:
            return "", {}
        return f"{marks[1]}." if marks[1] else "", {"mark": {"was": marks[0], "value": marks[1]}}

    def _explained(self, stats: EffectiveStats, kept: Mapping[str, Json]) -> Json:
        reasons = breakdowns(stats)
        return {path: {**change, **reasons.get(path, {})} for path, change in kept.items()}

    def _rolls(self, told: RenderContext) -> list[Json]:
        rolled = told.rolled()
        if self.dry:
            return [{"dice": r.dice, "range": list(dice.bounds(r.dice))} for r in rolled]
        return [{"dice": r.dice, "faces": list(r.faces), "total": r.total} for r in rolled]

    # ── what only reads ─────────────────────────────────────────────────────────────────────────────────────────

    def _shown(self, command: Command, outcome: Accepted, past: Past | None) -> tuple[str, Json] | Rejected:
        world = outcome.world
        match command:
            case View():
                return self._view(command, world, world.things[outcome.subject or ""])
            case Look():
                return self._look(command, world, world.things[outcome.subject or ""])
            case Party():
                return self._party(world, past)
            case Character():
                return self._character(command, outcome)
            case ItemQuery():
                found = campaign_views.items_found(command.query, self.book)
                names = {"items": [{"id": id, "name": item.name} for id, item in found[: campaign_views.FOUND]]} if self.full else {}
                return campaign_views.items_text(command.query, self.book), {"ok": True, **names}
            case History() if past and (command.tools or command.stats):
                return past_views.calls_text(past, self._known(outcome.world)) + past_views.clamped(command.last), {
                    "ok": True,
                    **(past_views.calls_json(past, self._known(outcome.world)) if self.full else {}),
                }
            case History():
                commits = self._aloud(past.commits, outcome.world) if past else ()
                data = {"history": past_views.history_json(commits)} if self.full else {}
                return past_views.history_text(commits) + past_views.clamped(command.last), {"ok": True, **data}
            case Journal():
                asked_for = past.entries if past else ()
                entries = past_views.newest_that_fit(asked_for)
                cut = len(asked_for) - len(entries)
                older = {"cut": cut} if cut else {}
                whole = not self.players and not command.is_choosy
                return past_views.journal_text(entries, cut, command.skip, whole) + past_views.clamped(command.last), {
                    "ok": True,
                    **({"journal": past_views.journal_json(entries), **older} if self.full else {}),
                }
            case Tools():
                used, context = outcome.data["used"], world.things[outcome.subject or ""]
                listed = {"tools": tools_in_use.used_json(world, used)} if self.full else {}
                text = tools_in_use.used_text(world, context, used, outcome.data["unused"], outcome.data["closely"], command.layer)
                return text, {"ok": True, **listed}
            case Route():
                trip, here, names, whole = (outcome.data[k] for k in ("trip", "here", "names", "whole"))
                return maps.route_text(trip, here, names, whole), {"ok": True, **maps.route_json(trip, names, self.full)}
            case Map():
                chart = outcome.data["chart"]
                shown = maps.map_json(chart, self.players) if self.full else {}
                return maps.map_text(chart, self.full, self.players), {"ok": True, **shown}
            case Who() | Exits() | Rooms() | Inventory():
                return self._around(command, outcome)
            case Examine():
                return self._examined(outcome, past)
            case Export():
                document = outcome.data["document"]
                written = json.dumps(document, ensure_ascii=False)
                if len(written.encode()) > LONGEST_DOCUMENT:
                    written = f"too long for this text ({len(written)} letters); it is whole in the structured content, results[].document."
                return f"The sheet document of {document['character']['name']}: {written}", {"ok": True, "document": document}
        raise TypeError(f"{type(command).__name__} does not only read")

    def _aloud(self, commits: Sequence[past_views.Happened], world: World) -> Sequence[past_views.Recorded]:
        """All of it for the game master."""
        party = targets.party_of(world)
        known = {id for member in party for id in (member.id, *(t.id for t in world.tree_of(member.id)))}
        known |= {room.id for member in party if (room := world.room_of(member.id))}
        return past_views.before_all(commits, known) if self.players else commits

    def _known(self, world: World) -> set[str] | None:
        """Whom players see; None for the game master, who knows everybody."""
        return {t.id for t in world.things.values() if t.kind == "character"} if self.players else None

    def _around(self, command: Who | Exits | Rooms | Inventory, outcome: Accepted) -> tuple[str, Json]:
        world, room = outcome.world, outcome.world.things.get(outcome.subject or "")
        match command:
            case Rooms():
                rooms = outcome.data["rooms"]
                text, data = surroundings.rooms_text(rooms, command.everything), surroundings.rooms_json(rooms)
            case Inventory():
                shown = inventory_list.shown(world, room, outcome.data, self.book, players=command.for_players)
                text = inventory_list.as_text(shown, command.scope, players=command.for_players)
                data = inventory_list.as_data(shown, world, players=command.for_players)
            case Who() if room:
                text = surroundings.who_text(world, room, self.stats, self.book, players=command.for_players)
                data = surroundings.who_json(world, room, self.stats, self.book, players=command.for_players)
            case Exits() if room:
                text = surroundings.exits_text(world, room, players=command.for_players)
                data = surroundings.exits_json(world, room, players=command.for_players)
        return text, {"ok": True, **(data if self.full else {})}

    def _examined(self, outcome: Accepted, past: Past | None) -> tuple[str, Json]:
        thing = outcome.world.things.get(outcome.subject or "")
        if thing:
            text = examine.thing_text(outcome.world, thing, self.stats, self.book, players=self.players)
            data = examine.thing_json(outcome.world, thing, self.stats, self.book, players=self.players) if self.full else {}
        else:
            id = outcome.data["template"]
            text, data = campaign_views.card(id, self.book.templates[id].item, self.book), examine.template_json(id, self.book)
        shown: Json = {"ok": True, **(data if self.full else {})}
        if past is None:
            return text, shown
        calls = f"\n\n{examine.calls_text(past, self._known(outcome.world))}" if thing and thing.kind == "tool" else ""
        return f"{text}{calls}", shown | (examine.past_json(past, self._known(outcome.world)) if self.full else {})

    def _party(self, world: World, past: Past | None = None) -> tuple[str, Json]:
        data = campaign_views.party_json(world, self.book) if self.full else {}
        return campaign_views.party_text(world, past.commits if past else (), self.book), {"ok": True, **data}

    def _members(self, command: Character, world: World) -> tuple[str, Json] | Rejected:
        text = campaign_views.members_text(world, command.stats, self.book)
        if isinstance(text, Rejected):
            return text
        return text, {"ok": True, "party": campaign_views.members_json(world, command.stats, self.book, self.full)}

    def _view(self, command: View, world: World, bag: Thing) -> tuple[str, Json]:
        knows = bag.kind != "character" or bag.creature.is_member or not command.for_players  # nobody looks into the pockets of the living
        stats = self.stats(world, bag) if bag.kind == "character" and command.show_stats and knows else None
        inside = command.show_inventory and (knows or bearers.is_dead(bag))
        if command.for_players:
            stats = stats and unidentified.veiled_attacks(stats, world, bag, self.book)
            world = unidentified.as_players_see(world, self.book)
            bag = world.things.get(bag.id, bag)
        lines = [bearer_views.headline(bag, stats) if stats else f"{bag.name} ({bag.id}){_locked(world, bag)}"]
        if stats and not command.for_players:
            lines.append(bearer_views.reasons_text("ac", stats.ac))
            lines += filter(None, [person.left_line(world, bag, self.book, charges=False)])
        if stats and self.full:
            lines.append(bearer_views.numbers_text(stats))
        lines.append(bearer_views.holdings(world, bag, stats, self.book, command.show_equipped, inside))
        shown: Json = {"ok": True}
        if self.full:
            shown |= bearer_views.bearer_json(world, bag, None if command.for_players else stats, self.book)
        elif stats:
            shown["stats"] = {"ac": {"value": stats.ac.value}}
        return "\n".join(lines), shown

    def _look(self, command: Look, world: World, room: Thing) -> tuple[str, Json]:
        data = room_views.as_data(world, room, self.book, players=command.for_players) if self.full else {"id": room.id, "name": room.name}
        return room_views.text(world, room, self.book, players=command.for_players), {"ok": True, "room": data}

    def _character(self, command: Character, outcome: Accepted) -> tuple[str, Json] | Rejected:
        if outcome.subject is None:
            return self._members(command, outcome.world) if command.stats else self._party(outcome.world)
        who = outcome.world.things[outcome.subject]
        text = campaign_views.character_text(outcome.world, who, command.stats, self.book)
        if isinstance(text, Rejected):
            return text
        return text, {"ok": True, **campaign_views.character_json(outcome.world, who, command.stats, self.book, self.full)}


def _locked(world: World, bag: Thing) -> str:
    """That a lid is shut over what is shown, its own or one around it."""
    shut = locks.shutting(world, bag.id)
    return "" if shut is None else " (locked)" if shut == bag else f" (locked away in {shut.name})"


def _is_down(creature: Thing, stats: EffectiveStats) -> bool:
    return bearers.is_dead(creature) or stats.hp == 0


def _hp_text(old: EffectiveStats, new: EffectiveStats) -> str:
    temp = f" (+{new.temp_hp} temporary)" if new.temp_hp else ""
    most = f"/{new.hp_max.value}" if new.hp_max else ""
    if old.hp == new.hp:
        return f"Temporary HP {old.temp_hp} → {new.temp_hp}."
    was, now = ("unknown" if hp is None else hp for hp in (old.hp, new.hp))
    return f"HP {was} → {now}{most}{temp}."


def refusal(refused: Sequence[Rejected], at: Sequence[str] = ()) -> Json:
    """A refused call: its first error as data, the others of a batch beside it; the text is enough alone."""
    placed = [_placed(r, prefix) for r, prefix in zip(refused, at or [""] * len(refused), strict=True)]
    errors = [refusals.as_data(r) for r in placed]
    error = {**errors[0], **({"errors": errors[1:]} if errors[1:] else {})}
    return {"ok": False, "error": error, "text": refusals.text(placed)}


def _placed(r: Rejected, prefix: str) -> Rejected:
    """With the element of the batch before each of its fields."""
    faults = [(f"{prefix}{path}".rstrip("."), what) for path, what in r.details.get("faults", ())]
    return replace(r, field=f"{prefix}{r.field}" if r.field else None, details={**r.details, **({"faults": faults} if faults else {})})
