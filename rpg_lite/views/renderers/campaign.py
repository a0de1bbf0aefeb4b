"""Renderers of the reading operations of read_campaign."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted, Rejected
from rpg_lite.mechanics.space import standing
from rpg_lite.operations.campaign.character import Character
from rpg_lite.operations.campaign.context import Context, ContextResult
from rpg_lite.operations.campaign.encounter import Encounter, EncounterResult
from rpg_lite.operations.campaign.examine import Examine, ExamineResult
from rpg_lite.operations.campaign.exits import Exits
from rpg_lite.operations.campaign.history import History
from rpg_lite.operations.campaign.inventory import Inventory, InventoryResult
from rpg_lite.operations.campaign.item import ItemQuery
from rpg_lite.operations.campaign.journal import Journal
from rpg_lite.operations.campaign.lookup import Lookup, LookupResult
from rpg_lite.operations.campaign.party import Party
from rpg_lite.operations.campaign.quests import Quests
from rpg_lite.operations.campaign.recap import Recap, RecapResult
from rpg_lite.operations.campaign.rooms import Rooms, RoomsResult
from rpg_lite.operations.campaign.rules import Rules, RulesResult
from rpg_lite.operations.campaign.where import Where
from rpg_lite.operations.campaign.who import Who
from rpg_lite.views import (
    book_cards,
    campaign_overview,
    context_layers,
    encounter_text,
    examine,
    history,
    inventory_list,
    lore_text,
    quest_tree,
    recap,
    relations,
    surroundings,
)
from rpg_lite.views.context_budget import BudgetTooSmall, Wrapped
from rpg_lite.views.renderer_input import Json, Rendered, Renderer, Showing
from rpg_lite.world import locks
from rpg_lite.world.history_records import Commit, Past
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.world_model import World


def _party(command: Party, outcome: Accepted, showing: Showing) -> Rendered:
    commits = _before_all(showing.past.commits, outcome.world, showing) if showing.past else ()
    data = campaign_overview.party_json(outcome.world, showing.book) if showing.full else {}
    return campaign_overview.party_text(outcome.world, commits, showing.book, showing.players), {"ok": True, **data}


def _context(command: Context, outcome: Accepted, showing: Showing) -> Rendered | Rejected:
    whose = outcome.expect(ContextResult)
    reader = context_layers.reader_of(outcome.world, showing.book, showing.stats_of, showing.players, whose, showing.past)
    found = context_layers.compose(reader, command.budget)
    if isinstance(found, BudgetTooSmall):
        instead = {**command.model_dump(by_alias=True, exclude_none=True), "budget": found.needed}
        return Rejected("budget_too_small", "budget", {"budget": found.budget, "needed": found.needed}, instead=instead)
    return found.text, {"ok": True, **(_context_json(found) if showing.full else {})}


def _context_json(found: Wrapped) -> Json:
    layers = [
        {"name": g.layer.name, "tokens": g.tokens, "lines": len(g.lines), "dropped": g.dropped}
        | ({"why": g.why} if g.why else {})
        | ({"unread": g.layer.unread} if g.layer.unread else {})
        for g in found.layers
    ]
    halves = {"systemPrompt": found.system_prompt, "context": found.context}
    return {**halves, "tokens": found.tokens, "budget": found.budget, "layers": layers}


def _character(command: Character, outcome: Accepted, showing: Showing) -> Rendered | Rejected:
    """One creature; if the command names none, the party or the numbers of its members."""
    world, book = outcome.world, showing.book
    if outcome.subject is None and command.stats:
        return _members(command, world, showing)
    if outcome.subject is None:
        return campaign_overview.party_text(world, (), book, showing.players), {
            "ok": True,
            **(campaign_overview.party_json(world, book) if showing.full else {}),
        }
    who = world.things[outcome.subject]
    text = campaign_overview.character_text(world, who, command.stats, book, showing.full)
    if isinstance(text, Rejected):
        return text
    return text, {"ok": True, **campaign_overview.character_json(world, who, command.stats, book, showing.full)}


def _members(command: Character, world: World, showing: Showing) -> Rendered | Rejected:
    text = campaign_overview.members_text(world, command.stats, showing.book)
    if isinstance(text, Rejected):
        return text
    return text, {"ok": True, "party": campaign_overview.members_json(world, command.stats, showing.book, showing.full)}


def _item(command: ItemQuery, outcome: Accepted, showing: Showing) -> Rendered:
    found = campaign_overview.items_found(command.query, showing.book)
    names = {"items": [{"id": id, "name": item.name} for id, item in found[: campaign_overview.FOUND]]} if showing.full else {}
    return campaign_overview.items_text(command.query, showing.book, showing.full), {"ok": True, **names}


def _lookup(command: Lookup, outcome: Accepted, showing: Showing) -> Rendered:
    """The card of the only entry, or the names of all entries."""
    found, book = outcome.expect(LookupResult), showing.book
    if found.card:
        data = book_cards.card_json(found.card, book) if showing.full else {}
        return book_cards.card_text(found.card, found.others, book, showing.full, found.part), {"ok": True, **data}
    return book_cards.list_text(found.entries, found.part), {"ok": True, **(book_cards.list_json(found.entries) if showing.full else {})}


def _rules(command: Rules, outcome: Accepted, showing: Showing) -> Rendered:
    """One whole page, or the beginnings of the pages that were found, or the list of all pages; then the decisions."""
    told = outcome.expect(RulesResult)
    pages = told.found or (() if command.query else told.lore.pages)
    data: Json = {"pages": lore_text.pages_json(pages, told.lore, told.is_whole or bool(command.query))} if showing.full else {}
    if command.query:
        text = lore_text.found(told.found, told.decided)
    elif not told.found:
        text = lore_text.every(told.lore, told.decided)
    else:
        text = lore_text.whole(told.found[0], told.lore) if told.is_whole else lore_text.named_alike(told.found)
    data |= {"decided": history.journal_json(told.decided, showing.players)} if showing.full and told.decided else {}
    return text, {"ok": True, **data, **({"faults": list(told.lore.faults)} if showing.full and told.lore.faults else {})}


def _encounter(command: Encounter, outcome: Accepted, showing: Showing) -> Rendered:
    told, book = outcome.expect(EncounterResult), showing.book
    return encounter_text.as_text(told, book), {"ok": True, **(encounter_text.as_data(told, book) if showing.full else {})}


# ── the past ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _history(command: History, outcome: Accepted, showing: Showing) -> Rendered:
    past, more = showing.past, history.note_cut(command.last)
    if past and (command.tools or command.stats):
        known = showing.find_known(outcome.world)
        return history.calls_text(past, known) + more, {"ok": True, **(history.calls_json(past, known) if showing.full else {})}
    commits = _before_all(past.commits, outcome.world, showing)[: command.shown] if past else ()
    return history.history_text(commits) + more, {"ok": True, **({"history": history.history_json(commits)} if showing.full else {})}


def _recap(command: Recap, outcome: Accepted, showing: Showing) -> Rendered:
    begin, past = outcome.expect(RecapResult), showing.past or Past()
    facts = recap.facts_of(past, outcome.world, showing.book, showing.stats_of, showing.players)
    data = {"since": begin.since, "facts": recap.documents(facts)} if showing.full else {}
    return recap.text(facts, begin.since, begin.is_cut, command.tokens), {"ok": True, **data}


def _before_all(commits: Sequence[Commit], world: World, showing: Showing) -> Sequence[Commit]:
    """The commits that players may hear about; for the game master, all commits."""
    party = targets.party_of(world)
    known = {id for member in party for id in (member.id, *(t.id for t in world.tree_of(member.id) if t.id not in world.unnamed))}
    known |= {room.id for member in party if (room := world.room_of(member.id))}
    if not showing.players:
        return commits
    bags, inside = {t.id for t in world.things.values() if t.state.is_locked}, locks.out_of_sight(world)
    open_to_all = [c for c in commits if not any(history.is_about(event, bags, inside) for event in c.events)]
    return history.before_all(open_to_all, known, showing.find_known(world) or ())


def _journal(command: Journal, outcome: Accepted, showing: Showing) -> Rendered:
    asked_for = showing.past.entries if showing.past else ()
    entries = history.newest_that_fit(asked_for)
    cut = len(asked_for) - len(entries)
    whole = not showing.players and not command.is_choosy
    data = {"journal": history.journal_json(entries, showing.players), **({"cut": cut} if cut else {})} if showing.full else {}
    return history.journal_text(entries, cut, command.skip, whole) + history.note_cut(command.last), {"ok": True, **data}


def _quests(command: Quests, outcome: Accepted, showing: Showing) -> Rendered:
    graph = quests_of(outcome.world)
    if showing.players or command.for_players:
        graph = graph.public
    of = outcome.subject if outcome.subject in graph.nodes else None
    data = {"quests": quest_tree.as_data(graph, of)} if showing.full else {}
    return quest_tree.text(graph, of, command.status, whole=showing.players or command.for_players), {"ok": True, **data}


# ── surroundings ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _rooms(command: Rooms, outcome: Accepted, showing: Showing) -> Rendered:
    rooms = outcome.expect(RoomsResult).rooms
    return surroundings.rooms_text(rooms, command.everything), {"ok": True, **(surroundings.rooms_json(rooms) if showing.full else {})}


def _inventory(command: Inventory, outcome: Accepted, showing: Showing) -> Rendered:
    world, players = outcome.world, command.for_players
    room, told = world.things.get(outcome.subject or ""), outcome.expect(InventoryResult)
    shown = inventory_list.show_inventory(world, room, told, showing.book, players=players)
    data = inventory_list.as_data(shown, world, players=players) if showing.full else {}
    return inventory_list.as_text(shown, command.scope, players=players, full=showing.full), {"ok": True, **data}


def _who(command: Who, outcome: Accepted, showing: Showing) -> Rendered:
    world, room, players = outcome.world, outcome.world.things[outcome.subject or ""], command.for_players
    data = surroundings.who_json(world, room, showing.stats_of, showing.book, players=players) if showing.full else {}
    return surroundings.who_text(world, room, showing.stats_of, showing.book, players=players), {"ok": True, **data}


def _where(command: Where, outcome: Accepted, showing: Showing) -> Rendered:
    world = outcome.world
    now = standing.standing_in(world, world.things[outcome.subject or ""], showing.book)
    if not outcome.bearers:
        return relations.overview(now), {"ok": True, **(relations.overview_data(now) if showing.full else {})}
    one = world.things[outcome.bearers[0]]
    return relations.text(now, one, showing.full), {"ok": True, **(relations.data(now, one) if showing.full else {})}


def _exits(command: Exits, outcome: Accepted, showing: Showing) -> Rendered:
    world, room, players = outcome.world, outcome.world.things[outcome.subject or ""], command.for_players
    data = surroundings.exits_json(world, room, players=players) if showing.full else {}
    return surroundings.exits_text(world, room, players=players), {"ok": True, **data}


def _examine(command: Examine, outcome: Accepted, showing: Showing) -> Rendered | Rejected:
    """The thing or the template, with the calls about it if they are shown."""
    world, book, past = outcome.world, showing.book, showing.past
    thing = world.things.get(outcome.subject or "")
    data: Json = {}
    trait = outcome.expect(ExamineResult).trait
    if thing and trait:
        if showing.players and not thing.creature.is_member:  # what players know of creatures is what has happened
            return Rejected("thing_unknown", "name", {"wanted": trait})
        text, data = examine.trait_text(thing, trait, book), {}
    elif thing:
        text = examine.thing_text(world, thing, showing.stats_of, book, players=showing.players, full=showing.full)
        data = examine.thing_json(world, thing, showing.stats_of, book, players=showing.players) if showing.full else {}
    else:
        id = outcome.expect(ExamineResult).template or ""
        text = campaign_overview.card(id, book.templates[id].item, book, showing.full)
        data = examine.template_json(id, book) if showing.full else {}
    if past is None:
        return text, {"ok": True, **data}
    calls = f"\n\n{examine.calls_text(past, showing.find_known(world))}" if thing and thing.kind == "tool" else ""
    return f"{text}{calls}", {"ok": True, **data, **(examine.past_json(past, showing.find_known(world)) if showing.full else {})}


RENDERERS: Final[Mapping[type[Command], Renderer]] = MappingProxyType(
    {
        Context: _context,
        Party: _party,
        Character: _character,
        ItemQuery: _item,
        Lookup: _lookup,
        Rules: _rules,
        Encounter: _encounter,
        History: _history,
        Recap: _recap,
        Journal: _journal,
        Quests: _quests,
        Rooms: _rooms,
        Inventory: _inventory,
        Who: _who,
        Where: _where,
        Exits: _exits,
        Examine: _examine,
    }
)
