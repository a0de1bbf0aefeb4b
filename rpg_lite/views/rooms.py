"""A room: as text for the model or to read aloud, as data for programs. Only the game master sees hidden things."""

from collections.abc import Sequence
from typing import Any

from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.creature import planes
from rpg_lite.mechanics.places import ground_setting, hidden_finds, room_lookup
from rpg_lite.mechanics.places.exit_building import with_article
from rpg_lite.mechanics.space import sight, standing
from rpg_lite.mechanics.space.lights import light_in
from rpg_lite.mechanics.space.sight import blind_in, sees_by_darkvision
from rpg_lite.messages.render_context import RenderContext, join_names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.rules.trap_lookup import trap_of
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.views import turn_order, unidentified
from rpg_lite.views.book_cards import cut
from rpg_lite.views.holdings import label
from rpg_lite.views.trap_card import numbers_text
from rpg_lite.vocabulary import RoomLight
from rpg_lite.world import ground_states, placed_traps, thing_stats
from rpg_lite.world.placed_traps import SetTrap
from rpg_lite.world.states import pair_of
from rpg_lite.world.tools_in_use import CAPABILITIES
from rpg_lite.world.world_model import Exit, Thing, World

Json = dict[str, Any]

MOST_LISTED = 40
LONGEST_LOOK = 240
MOST_GROUND_TOKENS = 30
UNKNOWN = "an unknown place"


def text(world: World, room: Thing, book: Rulebook, *, players: bool) -> str:
    """Name, description, people, things and exits; hidden things and exits are on a separate line."""
    world = unidentified.as_players_see(world, book) if players else world
    is_dark = players and is_unseen(world, room, book)
    mood = f"Vibe: {room.room.vibe.rstrip('.')}." if room.room.vibe else ""
    description = None if is_dark else room.state.description
    lines = [
        " ".join(filter(None, (f"{room.name} ({room.id}).", description, mood, _light(world, room, book)))),
    ]
    here = people_seen(world, room, is_dark)
    lines += [f"Here: {_list_rooms([person_text(p, world, book) for p in here])}."] if here else []
    lines += [] if players else _ground(world, room, book)
    lines += filter(None, [turn_order.text(world, room), _near_text(here, room)])
    lines += [description for p in here if (description := described(p))]
    lying = [] if is_dark else things_lying(world, room.id)
    lines += [f"On the floor: {_list_rooms([label(world, t, book) for t in lying])}."] if lying else []
    shown = room_lookup.visible_exits(room_lookup.ways_of(world, room.id))
    lines.append(f"Exits: {'; '.join(way_text(world, w, players=players) for w in shown)}." if shown else "Exits: none.")
    lines += _known_traps(world, room)
    lines += [] if players else for_the_game_master(world, room, book)
    return "\n".join(lines)


def _near_pairs(here: Sequence[Thing], room: Thing) -> list[tuple[Thing, Thing]]:
    """Those of the people here who are said to be near each other."""
    return [(a, b) for n, a in enumerate(here) for b in here[n + 1 :] if pair_of(a.id, b.id) in room.room.near]


def _near_text(here: Sequence[Thing], room: Thing) -> str:
    pairs = _near_pairs(here, room)
    return f"Near each other: {'; '.join(f'{a.name} and {b.name}' for a, b in pairs)}." if pairs else ""


def _ground(world: World, room: Thing, book: Rulebook) -> list[str]:
    """The size of the ground and what is on it, where places count or may, for the game master; the rest of a long list is counted."""
    if not standing.has_ground(room) or (book.policy.space == "told" and not standing.is_measured(world, room.id)):
        return []
    w, h = ground_states.size_of(room.room.ground, room.room.at)
    told = ground_setting.describe(room.room.ground.features.values())
    size, shown = f"Ground {w}x{h}", [*told]
    while shown and estimate(f"{size}: {', '.join(shown)} and {len(told)} more.") > MOST_GROUND_TOKENS:
        shown.pop()
    more = f"{' and' if shown else ''} {len(told) - len(shown)} more" if len(shown) < len(told) else ""
    return [f"{size}{': ' if told else ''}{', '.join(shown)}{more}."]


def is_unseen(world: World, room: Thing, book: Rulebook) -> bool:
    """Whether the party is in the room but sees nothing of it, because the room is dark."""
    return sight.is_unseen(world, room, party_of(world), book)


def people_seen(world: World, room: Thing, is_dark: bool) -> list[Thing]:
    """The people in the room; in a room that is dark to the party, only the party itself."""
    return [p for p in room_lookup.people(world, room.id) if not is_dark or p.creature.is_member]


def _light(world: World, room: Thing, book: Rulebook) -> str:
    """The light of the room, its sources, and the party members who see better, with darkvision or a devil's sight; empty for a room whose light nobody has set."""
    if room.room.light is None:
        return ""
    lit = light_in(world, room, book)
    by = f" ({', '.join(dict.fromkeys(lit.sources))})" if lit.sources else ""
    said = {"bright": "Bright light", "dim": "Dim light", "dark": "Dark"}[lit.level]
    members = [m for m in party_of(world) if lit.level != "bright" and world.room_of(m.id) == room]
    blind = [m.name for m in blind_in(world, room, members, book)]
    unseen = f"; {join_names(blind)} {'sees' if len(blind) == 1 else 'see'} nothing" if blind else ""
    better = _seen_better(world, members, lit.level, book)
    return f"{said}{by}{better}{unseen}."


def _seen_better(world: World, members: Sequence[Thing], level: RoomLight, book: Rulebook) -> str:
    """The better light that some of them see here: to those with darkvision, and to those with a devil's sight, who see as in daylight."""
    seen: dict[str, list[str]] = {}
    for m in members:
        how = sight.sight(world, m, book)
        if how == "clear" or (how == "dim" and level == "dark"):
            by = ", with darkvision," if sees_by_darkvision(world, m, level, book) else ""
            seen.setdefault(f"{by} {'bright' if how == 'clear' else 'dim'}", []).append(m.name)
    return "".join(f"; for {join_names(names)}{words}" for words, names in seen.items())


def _known_traps(world: World, room: Thing) -> list[str]:
    known = [f"{_trap_place(world, t)} ({t.state.condition})" for t in placed_traps.traps_in(world, room) if t.state.is_found]
    return [f"Known traps: {'; '.join(known)}."] if known else []


def _trap_place(world: World, trap: SetTrap) -> str:
    squares = f" {trap.state.at}" if trap.squares else ""
    return f"{trap.state.name}, {trap.label or world.things[trap.holder].name}{squares}"


def _traps_to_find(world: World, room: Thing, book: Rulebook) -> list[str]:
    """The traps that nobody has found, with their numbers."""
    lines = []
    for trap in placed_traps.traps_in(world, room):
        rule = trap_of(trap.state.trap, book)
        if not trap.state.is_found and isinstance(rule, TrapRule):
            state = "" if trap.state.condition == "armed" else f", {trap.state.condition}"
            lines.append(f"Trap (game master only): {_trap_place(world, trap)}{state}; {numbers_text(rule)}.")
    return lines


def for_the_game_master(world: World, room: Thing, book: Rulebook) -> list[str]:
    """The lines that only the game master reads: hidden exits and things, traps that nobody has found, secrets and notes."""
    ways = [f"{way_text(world, w, players=False)} ({w.id})" for w in hidden_finds.hidden_ways(world, room.id)]
    things = [label(world, t, book) for t in hidden_finds.hidden_things(world, room.id)]
    hidden = [f"Hidden (game master only): {'; '.join((*ways, *things))}."] if ways or things else []
    people = secret_lines(room_lookup.people(world, room.id))
    region = [f"Region (game master only): {room.room.region}."] if room.room.region else []
    return [*hidden, *_traps_to_find(world, room, book), *people, *region] + [f"Note: {note}" for note in room.room.notes]


def way_text(world: World, way: Exit, *, players: bool) -> str:
    """An exit in words: "north: a locked door to the Vault (key Iron Key, DC 15)"."""
    state = "" if way.kind == "portal" and way.state == "open" else way.state
    return f"{way.label}: {with_article(way.kind, state)} to {beyond(world, way, players)}{'' if players else _lock(way)}"


def beyond(world: World, way: Exit, players: bool) -> str:
    to = world.things.get(way.to_room or "")
    if to is None:
        return "the outside"
    if players and not (room_lookup.is_seen(world, to.id) and room_lookup.shows_beyond(world, way)):
        return UNKNOWN
    return to.name if room_lookup.is_seen(world, to.id) else f"{to.name}, not seen yet"


def _lock(way: Exit) -> str:
    told = ", ".join(marks_of(way))
    return f" ({told})" if told else ""


def marks_of(way: Exit) -> list[str]:
    """The facts about an exit other than its state, for the game master: key, DC, minutes, whether it is one-way, and its note."""
    marks = [f"key {way.key_name}" if way.key_name else "", _dc(way)]
    marks += [f"{way.minutes} min" if way.minutes not in (0, 1) else "", "one way" if way.to_room and not way.back else ""]
    marks += [f"note: {way.note.rstrip('.')}" if way.note else ""]
    return [m for m in marks if m]


def _dc(way: Exit) -> str:
    return "" if way.dc is None else f"DC {way.dc}{'' if way.dc_to_find is None else ' to find it'}"


def person_text(person: Thing, world: World, book: Rulebook) -> str:
    """The name of somebody who is here, with what makes it no person to deal with: dead, on another plane (SRD, Banishment), a merchant."""
    if thing_stats.is_dead(person):
        return f"{person.name} (dead)"
    if plane := planes.plane_of(world, person, book):
        return f"{person.name} ({plane})"
    return f"{person.name} (keeps a shop)" if person.state.shop else person.name


def described(person: Thing) -> str | None:
    """The first part of the description of a person that everybody sees; `examine` shows all of it. The players describe their own heroes."""
    said = None if person.creature.is_member else look_of(person)
    return f"{person.name}: {cut(said, LONGEST_LOOK)}" if said else None


def look_of(person: Thing) -> str | None:
    """The look of a person that everybody sees; somebody in the form of a creature looks like that creature."""
    return None if person.creature.form else person.state.description


def about(person: Thing, players: bool) -> Json:
    """The texts about a person."""
    texts = (("description", look_of(person)), ("secret", None if players else person.creature.secret))
    return {key: text for key, text in texts if text}


def secret_lines(people: Sequence[Thing]) -> list[str]:
    """The lines about people that only the game master reads."""
    return [f"Secret of {p.name} (game master only): {p.creature.secret}" for p in people if p.creature.secret]


def things_lying(world: World, room_id: str) -> list[Thing]:
    return [t for t in world.bag_of(room_id) if t.kind not in ("character", "room", *CAPABILITIES) and not t.state.is_hidden]


def _list_rooms(told: Sequence[str]) -> str:
    more = len(told) - MOST_LISTED
    return ", ".join(told[:MOST_LISTED]) + (f" and {more} more (view bagName floor)" if more > 0 else "")


# ── data ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def as_data(world: World, room: Thing, book: Rulebook, *, players: bool) -> Json:
    """The whole room with its ids."""
    world = unidentified.as_players_see(world, book) if players else world
    ways = room_lookup.ways_of(world, room.id)
    is_dark = players and is_unseen(world, room, book)
    kept = room.room
    notes = {} if players else {k: v for k, v in (("notes", kept.notes), ("region", kept.region)) if v}
    description = None if is_dark else room.state.description
    said = {k: v for k, v in (("description", description), ("vibe", kept.vibe), ("at", kept.at)) if v is not None}
    party = {m.id for m in party_of(world)}
    hidden = () if players else hidden_finds.hidden_things(world, room.id)
    return {
        "id": room.id,
        "name": room.name,
        **said,
        **({"light": light_in(world, room, book).level} if kept.light else {}),
        **notes,
        "people": [
            {"id": p.id, "name": p.name, "party": p.id in party, **({"shop": True} if p.state.shop else {}), **about(p, players)}
            for p in people_seen(world, room, is_dark)
        ],
        "things": [{"id": t.id, "name": t.name, "quantity": t.quantity} for t in ([] if is_dark else things_lying(world, room.id))],
        "exits": [way_json(world, w, players) for w in (room_lookup.visible_exits(ways) if players else ways)],
        **({"fight": fight} if (fight := turn_order.as_data(world, room)) else {}),
        **({"near": [[a.id, b.id] for a, b in near]} if (near := _near_pairs(people_seen(world, room, is_dark), room)) else {}),
        **({"hidden": [{"id": t.id, "name": t.name} for t in hidden]} if hidden else {}),
        **({"traps": told} if (told := _traps_json(world, room, players)) else {}),
    }


def _traps_json(world: World, room: Thing, players: bool) -> list[Json]:
    shown = (t for t in placed_traps.traps_in(world, room) if t.state.is_found or not players)
    return [
        {
            "name": t.state.name,
            "at": t.label or t.holder,
            **({"squares": t.state.at} if t.squares else {}),
            "state": t.state.condition,
            "found": t.state.is_found,
        }
        for t in shown
    ]


def way_json(world: World, way: Exit, players: bool) -> Json:
    """An exit as data. Players learn the room beyond only after they have seen it, and never the key to a door."""
    told: Json = {
        "id": way.id,
        "label": way.label,
        "direction": way.direction,
        "kind": way.kind,
        "state": way.state,
        "minutes": way.minutes,
    }
    to = world.things.get(way.to_room or "")
    if to and (not players or (room_lookup.is_seen(world, to.id) and room_lookup.shows_beyond(world, way))):
        told["to"] = {"id": to.id, "name": to.name}
    if not players:
        secrets = {"hidden": way.hidden, "keyName": way.key_name, "dc": way.dc, "back": way.back, "note": way.note}
        told |= {k: v for k, v in secrets.items() if v not in (None, False, "")}
    return told


def name_room(told: RenderContext) -> Json | None:
    """The id and name of the room that a command is about."""
    room = told.after.things.get(told.outcome.subject or "")
    return {"id": room.id, "name": room.name} if room and room.kind == "room" else None
