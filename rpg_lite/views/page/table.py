"""The view that everybody at the table shares: the map, the room, the fight, the party and its recent past, as data for the page.

Players see the party, and only the rooms that the party has discovered.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from rpg_lite.operations.mechanics import room_context
from rpg_lite.operations.targets import party_of
from rpg_lite.rules.equipment_slots import in_order
from rpg_lite.rules.resources import call_resource
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.spell_slots import ARCANUM, SpellSlots
from rpg_lite.views import history, lasting_effects, player_view, quest_tree, unidentified
from rpg_lite.views.bearer import states
from rpg_lite.views.campaign_overview import members_of, purse_text
from rpg_lite.views.character_summary import calling
from rpg_lite.views.holdings import label
from rpg_lite.views.maps.svg import map_svg
from rpg_lite.views.page import chronicle, fight, gm_view, moments, pending, rolls
from rpg_lite.views.rooms import is_unseen, person_text, things_lying, way_text
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.history_records import Past
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]


def table_json(world: World, chart: Chart, past: Past, book: Rulebook, mine: Collection[str] = (), acted: World | None = None) -> Json:
    """The data of the page. `world`: the slice with the party; `past`: commits, newest first, and entries; `mine`: the ids of the reader's
    own characters; `acted`: the creatures that these commits name.
    """
    seen = world if chart.whole else unidentified.as_players_see(world, book)
    members = members_of(seen)
    known = _before_all(world, seen, chart)
    commits = list(history.standing(past.commits))
    open_to = pending.answers(commits, [m.name for m in members if chart.whole or m.id in mine])
    readers = rolls.Readers({m.id: m.name for m in members}, {}, chart.whole)
    then = [*moments.moments(commits, readers, seen if acted is None else _with_those_who_acted(seen, acted, chart, book))]
    return {
        "rev": world.campaign.rev,
        "campaign": world.campaign.name,
        "time": clock.tell_now(world),
        "fight": fight.fight_json(world, known, book, chart.whole, mine),
        "everything": chart.whole,
        "room": _room(world, seen, chart, book),
        "party": [_member(world, known, m, chart, book, mine) | {"mayAnswer": open_to.get(m.name, "")} for m in members],
        "purse": purse_text(seen, members),
        "quests": list(quest_tree.open_lines(quests_of(world) if chart.whole else quests_of(world).public)),
        "told": chronicle.tell_events(then, chart),
        "rolls": rolls.rolls((m.commit, m.readers) for m in then),
        "words": chronicle.words(past, members, chart.whole, mine),
        "map": map_svg(chart, world.campaign.name),
        **({"secrets": gm_view.secrets_json(world, chart, book)} if chart.whole else {}),
    }


def _room(world: World, seen: World, chart: Chart, book: Rulebook) -> Json | None:
    room = next((room for room in chart.rooms if room.id == chart.here), None)
    if room is None:
        return None
    ways = room_context.ways_of(world, room.id)
    party = {m.id for m in party_of(world)}
    is_dark = not chart.whole and is_unseen(world, room, book)
    return {
        "name": room.name,
        "vibe": room.room.vibe or "",
        "description": "" if is_dark else room.state.description or "",
        **({"light": chart.light[room.id]} if room.id in chart.light else {}),
        "others": [person_text(who, world, book) for who in chart.people.get(room.id, ()) if who.id not in party],
        "things": [] if is_dark else [label(seen, thing, book) for thing in things_lying(seen, room.id)],
        "ways": [way_text(world, way, players=not chart.whole) for way in (ways if chart.whole else room_context.visible_exits(ways))],
    }


def _member(world: World, seen: World, who: Thing, chart: Chart, book: Rulebook, mine: Collection[str]) -> Json:
    """A member with its true numbers; unidentified things appear only as they look."""
    stats, sheet = thing_stats.stats_of(world, who, book), thing_stats.sheet(who, book)
    room = world.room_of(who.id)
    return {
        "id": who.id,
        "name": who.name,
        "calling": calling(who, sheet),
        "mine": who.id in mine,
        "ac": stats.ac.value,
        "hp": {"value": stats.hp, "max": stats.hp_max.value if stats.hp_max else None, "temporary": stats.temp_hp},
        "conditions": states(who, stats),
        "dying": pending.death_saves(world, who),
        "worn": [thing.name for thing in _list_worn(seen, who)],
        "effects": lasting_effects.effects(seen, who if chart.whole else player_view.as_it_looks(who)),
        **({"form": form.creature} if (form := who.creature.form) else {}),
        "concentration": held.effect if (held := who.creature.concentration) else None,
        "slots": _slots(sheet.spell_slots),
        "resources": [{"name": call_resource(name), "left": r.left, "max": r.max} for name, r in sheet.resources.items()],
        "elsewhere": room.name if room and room.id != chart.here else None,
        "acts": combat.acting(world) == who.id,
    }


def _slots(slots: SpellSlots) -> list[Json]:
    """Each kind of spell slot that the member has, pact slots last."""
    rows = enumerate(zip(slots.left, slots.slots, strict=True), 1)
    pact = [{"name": f"pact, level {slots.pact.level}", "left": slots.pact.left, "max": slots.pact.slots}] if slots.pact else []
    arcana = [{"name": f"arcanum {level}", "left": slots.left_of(f"{ARCANUM}{level}"), "max": 1} for level in slots.arcanum]
    return [*({"name": f"level {level}", "left": left, "max": most} for level, (left, most) in rows), *pact, *arcana]


def _with_those_who_acted(seen: World, acted: World, chart: Chart, book: Rulebook) -> World:
    others = acted if chart.whole else unidentified.as_players_see(acted, book)
    return replace(seen, things={**others.things, **seen.things})


def _before_all(world: World, seen: World, chart: Chart) -> World:
    """The world without creatures that nobody in the party can see."""
    if chart.whole:
        return world
    rooms = {room.id for m in party_of(seen) if (room := seen.room_of(m.id))}
    return replace(seen, things={id: t for id, t in seen.things.items() if t.kind != "character" or _at(seen, t) in rooms})


def _at(world: World, who: Thing) -> str | None:
    room = world.room_of(who.id)
    return room.id if room else None


def _list_worn(seen: World, who: Thing) -> Iterator[Thing]:
    rows = [row for row in seen.worn_by.get(who.id, {}).values() if row.slot and row.thing_id in seen.things]
    yield from (seen.things[row.thing_id] for row in sorted(rows, key=lambda row: in_order(row.slot)))
