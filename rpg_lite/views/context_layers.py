"""The layers of a context: the manner, the notes in use, the party, the place, the fight, the quests, the journal and the
story.

They depend on the reader. For one character they contain only its own state, the things that it sees, and the words that it said or heard.
Players get no notes, no hidden things and no deeds of the game master.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.callers import Caller
from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.turn import ledger
from rpg_lite.messages.render_context import join_names
from rpg_lite.operations.campaign.context import DEFAULT, ContextResult
from rpg_lite.rules import names
from rpg_lite.rules.choices import list_open
from rpg_lite.rules.lore import NO_LORE, RULE, Lore
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.views import (
    campaign_overview,
    castable_spells,
    lasting_effects,
    lore_text,
    player_view,
    quest_tree,
    relations,
    rooms,
    turn_order,
)
from rpg_lite.views.context_budget import BudgetTooSmall, Count, Layer, Tool, Wrapped, wrap
from rpg_lite.views.history import entry_line, sentences_of, standing
from rpg_lite.views.surroundings import StatsOf, mark_of
from rpg_lite.world import clock, combat, thing_stats, tools_in_use
from rpg_lite.world.history_records import Commit, JournalEntry, Past
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.states import FocusState
from rpg_lite.world.world_model import Thing, World

MOST_BY_DEFAULT: Final = 8_000
"""The largest budget for a call that names none, if the rules that are never cut need so much."""
BESIDE_RULES: Final = 1_000
LONGEST_DEED: Final = 240
LAST: Final = 3
"""The number of the latest lines of the story, which have priority over everything that happened earlier."""
_JOURNAL_TOOL: Final = "keep_journal"
_NUMBER: Final = re.compile(r"^\d+\. ", re.MULTILINE)
"""The number of a command in a batch."""
_SENTENCES: Final = re.compile(r"(?<=[.!?]) +(?=[A-Z])|\n")
NOBODY_YET: Final = (
    "Nothing has begun: ask the players what they would like to play, and who plays whom (the prompt begin has the questions). "
    'manage_room {"operation":"import_map"} asks for an adventure and names those that come along.'
)
RUN_IT: Final = "a script; the game master runs it."
FACTS: Final = "The facts of this campaign are below; tell the story from them."
MANNER: Final = (
    "Never invent a number, a roll, an item or a place: call the tool that gives or records it.",
    "What a call answers has happened: do not roll, deal damage or spend slots again.",
    "A refusal changed nothing; it says what to send instead.",
)
MASTERS: Final = (
    "Where an answer says that something is for you to judge, decide, then record it with keep_journal decide and its question.",
    "Lines that begin with Hidden, Secret, Region, Rules or Note, and quests marked hidden, are for you alone: never tell them to the players.",
)


@dataclass(frozen=True, slots=True)
class ContextReader:
    """The reader, and the readable world. `who`: the character whose knowledge is wanted; `players`: the readers may not know everything;
    `lore`: the table's own pages, for the game master.
    """

    world: World
    book: Rulebook
    stats_of: StatsOf
    players: bool
    who: Thing | None
    room: Thing | None
    past: Past
    lore: Lore
    focus: FocusState | None = None

    @property
    def is_master(self) -> bool:
        return not self.players and self.who is None


def reader_of(world: World, book: Rulebook, stats_of: StatsOf, players: bool, whose: ContextResult, past: Past | None) -> ContextReader:
    """The reader with the world that it knows: one character sees no more than a player of that character."""
    one = world.things.get(whose.who or "")
    if one is not None and not players:
        world = player_view.eyes(Caller("player", characters=(one.id,)), book)(world)
    return ContextReader(
        world,
        book,
        stats_of,
        players or one is not None,
        one,
        world.things.get(whose.room or ""),
        past or Past(),
        whose.lore,
        whose.focus if not players else None,
    )


def compose(reader: ContextReader, budget: int | None, count: Count = estimate, tools: Sequence[Tool] = ()) -> Wrapped | BudgetTooSmall:
    """The context within the budget; without a budget, within the default, or within more if the lines that are never cut need it."""
    layers = list(layers_of(reader))
    found = wrap(layers, budget or DEFAULT, count, tools)
    if budget is None and isinstance(found, BudgetTooSmall) and found.needed <= MOST_BY_DEFAULT:
        return wrap(layers, min(MOST_BY_DEFAULT, found.needed + BESIDE_RULES), count, tools)
    return found


def layers_of(reader: ContextReader) -> Iterator[Layer]:
    """The layers in the order in which they are printed, without those that have no lines."""
    notes = list(_notes(reader)) if reader.is_master else []
    lore = reader.lore if reader.is_master else NO_LORE
    rules = [line for name, lines in notes if name.startswith(RULE) for line in lines]
    story = tuple(_story(reader))
    dice = frozenset(n for n, line in enumerate(story) if _DICE.search(line) and not _TURNING.search(line))
    style = [line for name, lines in notes if not name.startswith(RULE) for line in lines]
    found = (
        Layer("manner", "system", 0, _manner(reader)),
        Layer("rules", "system", 0, (*lore_text.always(lore, {name for name, _ in notes}), *rules), title="Rules in force:"),
        Layer("style", "system", 1, tuple(style), share=0.25, title="Notes in use:"),
        Layer("skills", "system", 2, tuple(lore_text.skills(lore)), share=0.1, title="Skills (read_campaign rules, name):"),
        Layer("party", "context", 0, tuple(_party(reader))),
        Layer("hands", "context", 4, tuple(_hands(reader)), share=0.2, title="At hand:"),
        Layer("place", "context", 1, tuple(_place(reader)), share=0.25),
        Layer("fight", "context", 0, tuple(_fight(reader))),
        Layer("wounds", "context", 1, tuple(_wounds(reader)), share=0.1),
        Layer("zones", "context", 1, tuple(_zones(reader)), share=0.15, title="Zones:"),
        Layer("focus", "context", 0, tuple(_focus(reader))),
        Layer("here", "context", 2, tuple(_here(reader, lore)), share=0.2, title="Rules of this place:"),
        Layer("quests", "context", 2, tuple(_quests(reader)), share=0.25, title="Open quests:"),
        Layer("closed", "context", 3, tuple(_closed(reader)), tail=True, share=0.1, title="Won and lost:"),
        Layer("journal", "context", 3, tuple(_journal(reader)), tail=True, share=0.2, title="Journal:"),
        Layer("story", "context", 4, story[:-LAST], tail=True, title="Story so far:", lesser=dice),
        Layer("last", "context", 1, story[-LAST:], tail=True, share=0.25, title="What happened last:"),
    )
    return iter(_with_reach([layer for layer in found if layer.lines], reader.past.reaches))


def _with_reach(layers: list[Layer], reaches: int | None) -> list[Layer]:
    """The layers, with a note in the first layer of the story where the part of the past that was read begins."""
    of_past = next((la for la in layers if la.name in ("story", "last")), layers[-1])
    return [replace(la, unread=f"all before rev {reaches}") if reaches and la is of_past else la for la in layers]


# ── the system half ─────────────────────────────────────────────────────────────────────────────────────────────────


def _manner(reader: ContextReader) -> tuple[str, ...]:
    if reader.who is not None:
        known = f"You are {reader.who.name}. You know only what is written below, and speak and act from that."
        return (known, *_about(reader.who), *MANNER)
    return (FACTS, *MANNER, *(MASTERS if reader.is_master else ()))


def _about(who: Thing) -> Iterator[str]:
    """The look and the secret of the character that speaks; a player's view of it has no secret."""
    if look := rooms.look_of(who):
        yield f"This is what others see of you: {look}"
    if who.creature.secret:
        yield f"You hide this, and tell nobody without a reason: {who.creature.secret}"


def _notes(reader: ContextReader) -> Iterator[tuple[str, list[str]]]:
    """The name and the lines of each note in use in the room, by a member of the party, or everywhere."""
    world, room = reader.world, reader.room
    named: dict[str, Thing] = {}
    for user in (*(m.id for m in party_of(world)), None):
        for kind in tools_in_use.NOTES:
            for note in tools_in_use.merge_uses(world, room.id if room else None, user, kind):
                named.setdefault(note.qualified_name or note.name, note)
    for name, note in named.items():
        said = RUN_IT if tools_in_use.is_script(note) else note.note.content or note.note.uri or note.state.description or ""
        yield name, f"{name}: {said}".split("\n")


# ── the context half ────────────────────────────────────────────────────────────────────────────────────────────────


def _party(reader: ContextReader) -> Iterator[str]:
    """The party with its hit points, effects, slots and purse, or the one character."""
    world, fight = reader.world, turn_order.text(reader.world)
    if reader.who is None:
        yield from (line for line in campaign_overview.party_text(world, (), reader.book, reader.players).split("\n") if line != fight)
        yield from [NOBODY_YET] if reader.is_master and not party_of(world) else []
        return
    place = f", in {reader.room.name}" if reader.room else ""
    yield names.capitalize(f"{clock.tell_now(world)}{place}.")
    yield campaign_overview.at_a_glance(world, reader.who, reader.book, None)


def _hands(reader: ContextReader) -> Iterator[str]:
    """The attacks, the ready spells and the open choices of the reader's own character, or, for the game master, of each member."""
    members = campaign_overview.members_of(reader.world) if reader.is_master else []
    for who in [reader.who] if reader.who else members:
        sheet = thing_stats.sheet(who, reader.book)
        stats = reader.stats_of(reader.world, who)
        attacks = [f"{a.name} {a.to_hit.value:+d}" for a in stats.attacks]
        spells = castable_spells.ready(sheet, stats, reader.book)
        parts = [", ".join(attacks), f"spells {', '.join(spells)}" if spells else ""]
        parts.append(f"to choose {'; '.join(list_open(sheet.open_choices))}" if sheet.open_choices and not reader.players else "")
        if any(parts):
            yield f"{who.name}: {'. '.join(filter(None, parts))}."


def _place(reader: ContextReader) -> Iterator[str]:
    if reader.room is not None:
        fight = turn_order.text(reader.world, reader.room)
        shown = rooms.text(reader.world, reader.room, reader.book, players=reader.players)
        yield from (line for line in shown.split("\n") if line != fight)


def _fight(reader: ContextReader) -> Iterator[str]:
    """The order, and the wounds of the fighters outside the party."""
    world = reader.world
    room = reader.room if reader.who is not None else None
    if line := turn_order.text(world, room):
        yield line
        if marks := [_marked(reader, f) for f in _fighters(world) if not f.creature.is_member]:
            yield f"Foes and others: {', '.join(filter(None, marks))}."
        yield from _turn_left(reader)


def _fighters(world: World) -> list[Thing]:
    return [world.things[e.id] for e in combat.order(world) if e.id in world.things]


def _marked(reader: ContextReader, who: Thing) -> str:
    """The name and the visible wounds of a creature, for the game master with its hit points; empty if nothing is known of them."""
    stats = reader.stats_of(reader.world, who)
    mark = mark_of(who, stats)
    counted = f" ({stats.hp}/{stats.hp_max.value})" if reader.is_master and mark in _WOUNDED and stats.hp_max else ""
    return f"{who.name} {mark}{counted}" if mark else ""


def _wounds(reader: ContextReader) -> Iterator[str]:
    """The wounded creatures here that are neither in the party nor in the fight that is told."""
    world = reader.world
    told = {f.id for f in _fighters(world)} if turn_order.text(world, reader.room if reader.who is not None else None) else set[str]()
    others = [p for p in _seen_here(reader) if not p.creature.is_member and p.id not in told]
    if marks := [_marked(reader, p) for p in others if mark_of(p, reader.stats_of(world, p)) in _WOUNDED]:
        yield f"Wounded here: {', '.join(marks)}."


_WOUNDED: Final = ("hurt", "bloodied", "down")


def _seen_here(reader: ContextReader) -> list[Thing]:
    """The creatures in the room that the reader sees; all of them, for the game master."""
    if reader.room is None:
        return []
    return rooms.people_seen(reader.world, reader.room, reader.players and rooms.is_unseen(reader.world, reader.room, reader.book))


def _zones(reader: ContextReader) -> Iterator[str]:
    """The zones of the creatures here, and who of them is inside."""
    here = _seen_here(reader)
    for caster in here:
        for found in zones.of(reader.world, caster, reader.book):
            inside = [p.name for p in here if p.id in found.zone.inside and not thing_stats.is_dead(p)]
            left = lasting_effects.time_left(reader.world, found.zone.span)
            # Whoever does not know all reads the same whether somebody unseen is inside or not.
            is_unknown = bool(found.zone.inside) and reader.is_master
            told = f": {join_names(inside)} inside" if inside else "" if is_unknown else ": nobody inside"
            yield f"{found.zone.act} of {caster.name}{left}{told}."


def _turn_left(reader: ContextReader) -> Iterator[str]:
    """The rest of the current turn, and where places count the squares around, if the reader knows its numbers."""
    acting = reader.world.things.get(combat.acting(reader.world) or "")
    knows = acting is not None and (reader.is_master or (acting.creature.is_member if reader.who is None else acting.id == reader.who.id))
    left = ledger.left(reader.world, acting.id, reader.book) if acting is not None and knows else None
    if acting is not None and left is not None and thing_stats.stats_of(reader.world, acting, reader.book).can_act:
        yield f"Left to {acting.name} this turn: {', '.join(left.words) or 'nothing'}."
    if acting is not None and knows and (stands := relations.turn_text(reader.world, acting, reader.book)):
        yield stands


def _focus(reader: ContextReader) -> Iterator[str]:
    """The private talk to which the story is limited."""
    if reader.focus is not None:
        called = reader.world.things.get(reader.focus.on)
        ends = "; keep_journal focus without a name ends it" if reader.is_master else ""
        yield f"A private talk with {called.name if called else reader.focus.name} is going on, and the story is limited to it{ends}."


def _quests(reader: ContextReader) -> Iterator[str]:
    """The open quests; none for a character outside the party, which does not know them."""
    if reader.who is not None and not reader.who.creature.is_member:
        return iter(())
    graph = quests_of(reader.world)
    return quest_tree.open_lines(graph.public if reader.players else graph)


def _closed(reader: ContextReader) -> list[str]:
    """The quests that are won or lost, under the same rule."""
    if reader.who is not None and not reader.who.creature.is_member:
        return []
    graph = quests_of(reader.world)
    return quest_tree.closed_lines(graph.public if reader.players else graph)


def _here(reader: ContextReader, lore: Lore) -> Iterator[str]:
    """The rules of the region, the outermost first."""
    return lore_text.here(lore_text.pages_of(lore, reader.room) if reader.room else ())


def _journal(reader: ContextReader) -> Iterator[str]:
    return (entry_line(e) for e in reader.past.entries if not e.is_heard)


def _story(reader: ContextReader) -> Iterator[str]:
    """Words and deeds, oldest first."""
    said = [(e.rev, _said(e)) for e in reader.past.entries if e.is_heard]
    done = [(c.rev, f"rev {c.rev}: {_deed(c)}") for c in standing(reader.past.commits) if c.tool != _JOURNAL_TOOL]
    return (line for _, line in sorted([*said, *done], key=lambda told: told[0]))


def _said(entry: JournalEntry) -> str:
    """The words; for a handout, only its beginning, because the journal has the whole text."""
    return entry_line(entry) if entry.entry == "say" else _cut(entry_line(entry), LONGEST_DEED)


_DICE: Final = re.compile(r"\bRolled\b|\bregains?\b|\btakes? \d+")
"""Deeds that tell dice and points, which give way to words and to other deeds."""
_TURNING: Final = re.compile(r"\b(?:dies|dead|dying|unconscious|destroyed|killed|level up|reaches level)\b")
"""Words of deeds that nobody forgets, whatever the dice were."""
_HINTS: Final = re.compile(r"(Assumed for|To choose:|Choose like this:|It is .+'s turn\.$|May answer: )")
"""Sentences that suggest the next call, or name the creature whose turn it is; they are not part of the story."""


def _deed(commit: Commit) -> str:
    """The first sentences of the answer that fit: the attempt and its outcome. The look and the rules of a place are not part of a deed."""
    text = _NUMBER.sub("", sentences_of(commit))
    told = [s for s in _SENTENCES.split(text) if s.strip()]
    sentences = [s for s in told if not _HINTS.match(s)] or told[:1] or [commit.tool]
    kept = _cut(sentences[0], LONGEST_DEED)
    for sentence in sentences[1:]:
        if len(kept) + len(sentence) >= LONGEST_DEED - 1:
            return f"{kept} …"
        kept = f"{kept} {sentence}"
    return kept


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
