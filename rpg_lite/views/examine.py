"""Describe one thing closely, with the calls about it; only this text shows ids."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final

from rpg_lite.mechanics.places import room_lookup
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import campaign_overview, character_summary, item_card, own_acts, rooms, stat_block_text, surroundings
from rpg_lite.views.bearer import headline, numbers_json
from rpg_lite.views.goods_list import goods_json, goods_text
from rpg_lite.views.history import age, asked_of, calls_json, who_of
from rpg_lite.views.holdings import label, list_things
from rpg_lite.views.stats_text import numbers_text
from rpg_lite.world import thing_stats
from rpg_lite.world.history_records import Past, Tally
from rpg_lite.world.locks import is_locked
from rpg_lite.world.tools_in_use import CAPABILITIES
from rpg_lite.world.world_model import UNDISCOVERED, Thing, World

Json = dict[str, Any]
StatsOf = Callable[[World, Thing], EffectiveStats]

LONGEST_SENT: Final = 60
NOBODY: Final = "—"


def thing_text(world: World, thing: Thing, stats_of: StatsOf, book: Rulebook, *, players: bool, full: bool = False) -> str:
    """Title, kind, location, status, id, then details by kind. For creatures outside the party, players see only wounds and gear."""
    where = world.things.get(thing.parent_id or "")
    said = _description(thing, book)
    lines = [
        f"{_title(thing)} - {said}" if said else _title(thing),
        f"Kind: {thing.kind}",
        f"Location: {where.name} ({where.kind})" if where else "Location: nowhere",
        f"Status: {_status(world, thing, book)}",
        f"Id: {thing.id}",
    ]
    return "\n".join((*lines, *_more(world, thing, stats_of, book, players, full)))


def trait_text(who: Thing, name: str, book: Rulebook) -> str:
    """The text of a trait, a feature or an act of the creature."""
    sheet = thing_stats.sheet(who, book)
    rules = [own_acts.feature_at_level(rule, sheet) if names.fold(rule.name) == names.fold(name) else rule for rule in sheet.feature_rules]
    acts = (*sheet.acts, *(act for rule in rules for act in rule.acts))
    return "\n".join((f"Of {who.name}:", *stat_block_text.trait_lines(name, who, rules, acts, book)))


def _title(thing: Thing) -> str:
    return thing.qualified_name or thing.name


def _description(thing: Thing, book: Rulebook) -> str:
    if thing.kind == "item":
        return thing_stats.item_of(thing, book).description or ""
    return (rooms.look_of(thing) if thing.kind == "character" else thing.state.description) or ""


def _status(world: World, thing: Thing, book: Rulebook) -> str:
    if thing.kind in (*CAPABILITIES, "mcp"):
        return "available" if thing.available else "not available"
    if thing.kind == "room":
        return ("visited" if room_lookup.members_in(world, thing.id) else thing.room.seen) or UNDISCOVERED
    if thing.kind == "character":
        return "dead" if thing_stats.is_dead(thing) else "in the party" if thing.creature.is_member else "not in the party"
    return ", ".join(_states(world, thing, book))


def _states(world: World, thing: Thing, book: Rulebook) -> Iterator[str]:
    row = world.row_of(thing.id)
    if thing_stats.is_natural(thing, book) and world.bearer_of(thing.id):
        yield "a natural weapon"
    else:
        yield f"worn ({row.slot})" if row else "carried" if world.bearer_of(thing.id) else "lying here"
    if thing.attuned_to:
        yield "attuned"
    if thing.state.is_hidden:
        yield "hidden"
    if thing.state.is_locked:
        yield "locked"


def _more(world: World, thing: Thing, stats_of: StatsOf, book: Rulebook, players: bool, full: bool) -> Iterator[str]:
    match thing.kind:
        case "item":
            item = thing_stats.item_of(thing, book)
            yield f"{label(world, thing, book)}: {campaign_overview.in_short(item)}."
            yield from (f"- {line}" for line in item_card.item_lines(item, cursed=not players or _is_felt(world, thing)))
            if inside := [] if players and is_locked(thing) else world.bag_of(thing.id):
                yield f"Contents: {list_things(world, inside, book, full)}."
            if thing.state.shop:
                yield goods_text(world, thing, book, full)
        case "character" if players and not thing.creature.is_member:
            yield f"{thing.name} is {surroundings.mark_of(thing, stats_of(world, thing)) or 'there'}."
            rows = world.worn_by.get(thing.id, {}).values()
            worn = [world.things[row.thing_id] for row in rows if row.thing_id in world.things]
            if seen := [t for t in worn if not thing_stats.is_natural(t, book)]:
                yield f"Wears: {list_things(world, seen, book, full)}."
            if thing.state.shop:
                yield goods_text(world, thing, book, full)
        case "character":
            stats = stats_of(world, thing)
            yield headline(thing, stats)
            yield numbers_text(stats)
            yield from [] if players else rooms.secret_lines([thing])
            if left := character_summary.left_line(world, thing, book):
                yield left
            if thing.state.shop:
                yield goods_text(world, thing, book, full)
        case "room":
            if vibe := thing.room.vibe:
                yield f"Vibe: {vibe}"
            yield surroundings.exits_text(world, thing, players=players)
        case _ if players:
            return  # only the game master sees the text of a note
        case _:
            if text := thing.note.content or thing.note.uri:
                yield text


def _is_felt(world: World, thing: Thing) -> bool:
    """Whether players know what a cursed thing does to its bearer: they wear it or are attuned to it."""
    return thing.attuned_to is not None or world.row_of(thing.id) is not None


# ── calls ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def calls_text(past: Past, known: Collection[str] | None) -> str:
    """The last calls, then the number of all calls."""
    rows = [
        (
            age(past.now - c.at),
            who_of(c, known) or NOBODY,
            names.plain(_show_sent(asked_of(c, known, c.operation))),
            _came(c.kind, c.code, c.ms),
        )
        for c in past.calls
    ]
    if not rows:
        return "Recent calls: none."
    total, errors, ms = sum_calls(past.tallies)
    stats = f"Stats: {_show_counts(total, 'call')}, {_show_counts(errors, 'error')}, avg {_seconds(ms)}"
    return "\n".join(("Recent calls:", *surroundings.align_rows(rows), "", stats))


def _show_sent(asked: str) -> str:
    return asked if len(asked) <= LONGEST_SENT else asked[: LONGEST_SENT - 1] + "…"


def _came(kind: str, code: str | None, ms: float) -> str:
    return f"✓ {_seconds(ms)}" if kind == "result" else f"✗ {code}"


def _seconds(ms: float) -> str:
    return f"{ms / 1000:.1f} s" if ms >= 1000 else f"{ms / 1000:.3f} s"


def _show_counts(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def sum_calls(tallies: Sequence[Tally]) -> tuple[int, int, float]:
    """The number of calls, the number of errors among them, and the mean milliseconds, over all operations."""
    total = sum(t.calls for t in tallies)
    return total, sum(t.errors for t in tallies), sum(t.ms * t.calls for t in tallies) / total if total else 0.0


# ── data ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def thing_json(world: World, thing: Thing, stats_of: StatsOf, book: Rulebook, *, players: bool) -> Json:
    where = world.things.get(thing.parent_id or "")
    told: Json = {
        "id": thing.id,
        "kind": thing.kind,
        "name": thing.name,
        "qualifiedName": thing.qualified_name,
        "description": _description(thing, book) or None,
        "location": {"id": where.id, "kind": where.kind, "name": where.name} if where else None,
        "status": _status(world, thing, book),
        "content": thing.note.content,
        "uri": thing.note.uri,
    }
    shown = {k: v for k, v in told.items() if v is not None}
    if thing.kind == "item":
        item = thing_stats.item_of(thing, book)
        unknown = item_card.OF_CURSES if players and item.cursed and not _is_felt(world, thing) else set()
        shown["item"] = item.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude=unknown)
    if thing.kind == "character" and (thing.creature.is_member or not players):
        shown["numbers"] = numbers_json(stats_of(world, thing))
    if thing.kind == "character":
        shown |= rooms.about(thing, players)
    if thing.state.shop:
        shown["forSale"] = goods_json(world, thing, book)
    if thing.kind == "room":
        shown["exits"] = surroundings.exits_json(world, thing, players=players)["exits"]
    return shown


def template_json(id: str, book: Rulebook) -> Json:
    item = book.templates[id].item
    return {"id": id, "kind": "template", "name": item.name, "item": item.model_dump(mode="json", by_alias=True, exclude_defaults=True)}


def past_json(past: Past, known: Collection[str] | None) -> Json:
    total, errors, ms = sum_calls(past.tallies)
    return {"calls": calls_json(past, known)["calls"], "stats": {"calls": total, "errors": errors, "ms": round(ms, 3)}}
