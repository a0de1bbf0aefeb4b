"""The view that everybody at the table shares: the map, the room, the fight, the party and its recent past, as data for the page.

Players see the party, and only the rooms that it has discovered.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from rpg_lite.operations.mechanics import acting_place
from rpg_lite.operations.targets import party_of
from rpg_lite.rules.equipment_slots import in_order
from rpg_lite.rules.resources import call_resource
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.spell_slots import ARCANUM, SpellSlots
from rpg_lite.views import history, lasting_effects, player_view, quest_tree, unidentified
from rpg_lite.views.bearer import state_text
from rpg_lite.views.campaign import members_of, purse_text
from rpg_lite.views.maps.svg import map_svg
from rpg_lite.views.page import chronicle, fight, secrets
from rpg_lite.views.rooms import is_unseen, person_text, way_text
from rpg_lite.world import bearers, clock, combat
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.past_records import Past
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.things import Thing, World

Json = dict[str, Any]


def table_json(world: World, chart: Chart, past: Past, book: Rulebook, mine: Collection[str] = ()) -> Json:
    """The data of the page. `world` holds the party; `past`: commits, newest first, and entries; `mine`: the ids of the reader's own
    characters.
    """
    seen = world if chart.whole else unidentified.as_players_see(world, book)
    members = members_of(seen)
    known = _before_all(world, seen, chart)
    commits = list(history.standing(past.commits))
    return {
        "rev": world.campaign.rev,
        "campaign": world.campaign.name,
        "time": clock.tell_now(world),
        "fight": fight.fight_json(world, known, book, chart.whole),
        "everything": chart.whole,
        "room": _room(world, chart, book),
        "party": [_member(world, known, m, chart, book, mine) for m in members],
        "purse": purse_text(seen, members),
        "quests": list(quest_tree.open_lines(quests_of(world) if chart.whole else quests_of(world).public)),
        "told": chronicle.tell_events(commits, members, chart),
        "rolls": chronicle.rolls(commits, world, members, chart.whole),
        "words": chronicle.words(past.entries, members, chart.whole, mine),
        "map": map_svg(chart, world.campaign.name),
        **({"secrets": secrets.secrets_json(world, chart, book)} if chart.whole else {}),
    }


def _room(world: World, chart: Chart, book: Rulebook) -> Json | None:
    room = next((room for room in chart.rooms if room.id == chart.here), None)
    if room is None:
        return None
    ways = acting_place.ways_of(world, room.id)
    party = {m.id for m in party_of(world)}
    return {
        "name": room.name,
        "vibe": room.room.vibe or "",
        "description": "" if not chart.whole and is_unseen(world, room, book) else room.state.description or "",
        **({"light": chart.light[room.id]} if room.id in chart.light else {}),
        "others": [person_text(who) for who in chart.people.get(room.id, ()) if who.id not in party],
        "ways": [way_text(world, way, players=not chart.whole) for way in (ways if chart.whole else acting_place.visible_exits(ways))],
    }


def _member(world: World, seen: World, who: Thing, chart: Chart, book: Rulebook, mine: Collection[str]) -> Json:
    """A member with its true numbers; unidentified things appear only as they look."""
    stats, sheet = bearers.stats_of(world, who, book), bearers.sheet(who, book)
    room = world.room_of(who.id)
    return {
        "id": who.id,
        "name": who.name,
        "mine": who.id in mine,
        "ac": stats.ac.value,
        "hp": {"value": stats.hp, "max": stats.hp_max.value if stats.hp_max else None, "temporary": stats.temp_hp},
        "conditions": [state_text(c) for c in stats.conditions_active.values()] + (["dead"] if bearers.is_dead(who) else []),
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
