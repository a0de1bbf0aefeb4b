"""The world as a player sees it: without hidden things, things far away, and names that players have not learned."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision.callers import Caller, is_awake_stranger, is_known, standing
from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted, Notice, Rejected, Result
from rpg_lite.decision.situation import Rooms
from rpg_lite.mechanics.acts import readied_offers
from rpg_lite.mechanics.acts.available_reactions import MAY_ANSWER
from rpg_lite.mechanics.items import shops
from rpg_lite.mechanics.space import sight
from rpg_lite.operations.action.next_turn import NextTurnResult
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.registry import operations
from rpg_lite.operations.role_table import operations_for
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts import withstood
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views.rooms import UNKNOWN
from rpg_lite.world import body_paths, clock, felt_appearance, obedient_creatures, thing_stats, tools_in_use
from rpg_lite.world.creature_states import LASTING, Lasting
from rpg_lite.world.locks import is_locked, out_of_sight
from rpg_lite.world.world_model import JOURNAL_ID, QUESTS_ID, WORLD_ID, RosterLine, Thing, World

Json = dict[str, Any]
_SECRET_KINDS: Final = frozenset({"data", "reference"})
"""The kinds of prompts and house rules, which only the game master reads."""
_LYING: Final = frozenset({"item", "container"})
_OF_LOCKS: Final = frozenset({"door_locked", "bag_locked", "lock_is_made"})
_ON_FOOT: Final = frozenset({"beyond_range", "beyond_reach", "closer_to_fear", "no_way", "too_far", "total_cover"})
"""Refusals that suggest another walk, which is planned with what the party knows."""
_WITHOUT_A_WORD: Final = frozenset(
    "choice_unknown rider_follows_a_hit rider_is_a_reaction rider_is_an_act rider_of_an_act rider_of_other_attacks rider_of_spells spares_nobody thing_is_held".split()
)
"""Refusals that suggest what was sent without a word, or with it where it belongs."""
_THEIRS_TO_SEND: Final = (
    _ON_FOOT
    | _WITHOUT_A_WORD
    | {"act_unknown", "cannot_speak", "coins_short", "contest_incomplete", "for_sale", "lock_required", "name_ambiguous", "replaces_too_many", "sold_empty"}
    | {"still_worn", "target_not_asked"}
)
"""Refusals whose suggested payload uses only visible things, which a player may send."""
_OF_OPERATIONS: Final = frozenset({"operation_unknown", "operation_missing"})
_OF_KEYS: Final = frozenset({"way_locked", "key_missing", "lock_needs_one", "lock_without_dc"})


def found(caller: Caller, world: World, asked: Sequence[Command]) -> World:
    """The world without hidden things and their contents: until a search finds a thing, only the game master may use it."""
    if caller.sees_all or any(command.finds_hidden for command in asked):
        return world
    return _without(world, {t.id for t in world.things.values() if t.state.is_hidden and t.kind != "character"})


def seen_by(caller: Caller, world: World, book: Rulebook, rooms: Rooms) -> World:
    """The world as the caller sees it. An unidentified thing appears as an ordinary thing of the same look, with the effects that its
    bearer feels.
    """
    near = standing(caller, world)
    unseen = {t.id for t in world.things.values() if t.is_unfound or _is_secret(caller, t) or _is_far(caller, t, world, near)}
    unseen |= _invisible(caller, world, book, unseen)
    there = _without(world, {*unseen, *_out_of_view(caller, world, book), *tools_in_use.kept_from_players(world)})
    there, shut = _without_unseen_fight(there, world), out_of_sight(there)
    veiled = {
        id: felt_appearance.as_weight(t, there, book) if id in shut else _veil(t, near, there, book) for id, t in there.things.items()
    }
    unnamed = shut.union(t.id for t in veiled.values() if _has_no_name(caller, t, there))
    return replace(
        there,
        things=veiled,
        exits={id: way for id, way in there.exits.items() if not way.hidden},
        roster=tuple(known for known in _known_roster(there, near, rooms) if known.id not in unnamed),
        unnamed=unnamed,
    )


def _has_no_name(caller: Caller, thing: Thing, world: World) -> bool:
    """Whether callers see the thing although they have no name for it: a room behind a door, the root and the containers of every campaign,
    the tools, journal entries, and the gear of living strangers; things behind a lock are in `out_of_sight`. A close look in front of everybody nevertheless lists that gear.
    """
    if thing.kind == "room":
        return thing.room.is_undiscovered
    if thing.is_frame:
        return True
    if caller.is_gm or thing.kind == "character":
        return False
    if thing.kind not in _LYING:
        return True
    who = world.bearer_of(thing.id)
    return who is not None and not is_known(caller, who) and not thing_stats.is_dead(who)


def _invisible(caller: Caller, world: World, book: Rulebook, unseen: Collection[str]) -> set[str]:
    """The strangers that are invisible to everybody of the party."""
    people = [t for t in world.things.values() if t.kind == "character"]
    party = [t for t in people if is_known(caller, t)]
    return {t.id for t in people if t.id not in unseen and sight.is_unnoticed(world, t, party, book)}


def _without_unseen_fight(seen: World, world: World) -> World:
    """The world without a fight of which the caller sees no fighter: nobody waits for its turns, or hears that it goes on."""
    on, root = clock.fight(seen), seen.things.get(WORLD_ID)
    if on is None or root is None:
        return seen
    fighters = {entry.id for entry in on.members} & world.things.keys()
    if not fighters or not fighters.isdisjoint(seen.things):
        return seen
    return replace(
        seen, things={**seen.things, WORLD_ID: replace(root, body=body_paths.changed_body(root.body, [body_paths.FIGHT.to(None)]))}
    )


def _without(world: World, ids: Collection[str]) -> World:
    """The world without these things and their contents; equipped rows that name one of them are left out as well."""
    gone = {*ids, *(inside.id for id in ids for inside in world.tree_of(id))}
    if not gone:
        return world
    return World(
        world.campaign,
        {id: t for id, t in world.things.items() if id not in gone},
        {key: row for key, row in world.equipped.items() if not gone & {*key}},
        world.roster,
        world.exits,
    )


def eyes(caller: Caller, book: Rulebook, rooms: Rooms = lambda ids: {}) -> Callable[[World], World]:
    """The function from a world to this caller's view of it. `rooms` loads the rooms of the roster, to check which the caller knows."""
    return lambda world: seen_by(caller, world, book, rooms)


def _is_secret(caller: Caller, thing: Thing) -> bool:
    """Whether the thing is a prompt, a house rule or a quest that is not public, which players do not see. Journal entries have rules of
    their own; a player without a game master sees the notes that rooms use.
    """
    if caller.aloud or thing.kind not in _SECRET_KINDS or thing.parent_id == JOURNAL_ID:
        return False
    return thing.parent_id != QUESTS_ID or not thing.quest.is_public


def _is_far(caller: Caller, thing: Thing, world: World, near: set[str]) -> bool:
    """Whether the thing is in none of the rooms that the caller sees; the party and its things are never far."""
    if thing.kind == "character":
        who: Thing | None = thing
    elif thing.kind in _LYING and not thing.is_frame:
        who = world.bearer_of(thing.id)
    else:
        return False
    if who and is_known(caller, who):
        return False
    room = world.room_of(thing.id)
    return room is None or room.id not in near


def _out_of_view(caller: Caller, world: World, book: Rulebook) -> Iterable[str]:
    """Yield the things in the bags of strangers who are awake, except the goods of shops, and things in locked bags that the party does not
    carry. The party feels the weight of those that it carries, so they stay, without names.
    """
    shown = frozenset(id for t in world.things.values() if t.state.shop for id in shops.in_view(world, t, book))
    for thing in world.things.values():
        who = world.bearer_of(thing.id) if thing.kind in _LYING and not thing.is_frame else None
        if who and is_awake_stranger(caller, world, who) and not world.row_of(thing.id) and thing.id not in shown:
            yield thing.id
        elif is_locked(thing) and not (who and is_known(caller, who)):
            yield from (inside.id for inside in world.bag_of(thing.id))


def _is_discovered(room: Thing, near: set[str]) -> bool:
    return room.room.seen is not None or room.id in near


def _veil(thing: Thing, near: set[str], world: World, book: Rulebook) -> Thing:
    thing = without_unfound_traps(thing)
    if thing.kind == "room":
        if not _is_discovered(thing, near):
            return replace(thing, name=UNKNOWN, body=body_paths.body_of(body_paths.UNDISCOVERED.to(True)))
        hidden = {leaf: kept.unfound for leaf, kept in thing.room.ground.features.items() if kept.is_hidden}
        unknown = (body_paths.NOTES.to(None), *(body_paths.FEATURES.at(leaf).to(looks) for leaf, looks in hidden.items()))
        return replace(thing, body=body_paths.changed_body(thing.body, unknown))
    if thing.kind == "character":
        return as_it_looks(without_unnoticed(without_secret(thing), world))
    return felt_appearance.as_felt(thing, world, book) if felt_appearance.is_hidden(thing) else thing


def without_unfound_traps(thing: Thing) -> Thing:
    """The thing without the traps that the party does not know."""
    known = {key: trap for key, trap in thing.state.traps.items() if trap.is_found}
    if len(known) == len(thing.state.traps):
        return thing
    return replace(thing, body=body_paths.changed_body(thing.body, (body_paths.TRAPS.to(known or None),)))


def without_secret(creature: Thing) -> Thing:
    """The creature without the things that only the game master knows about it."""
    return (
        creature
        if creature.creature.secret is None
        else replace(creature, body=body_paths.changed_body(creature.body, [body_paths.SECRET.to(None)]))
    )


def without_unnoticed(creature: Thing, world: World) -> Thing:
    """The creature without those effects of strangers that nobody notices: that it has withstood what a stranger can do, or that its memory
    is not its own. Such an effect would tell what the stranger is (SRD 5.1, Succubus, Charm).
    """
    lying = creature.creature.lasting("effects")
    felt = [entry for entry in lying if not (_is_unnoticed(entry) and _is_of_a_stranger(entry, world))]
    if len(felt) == len(lying):
        return creature
    return replace(creature, body=body_paths.changed_body(creature.body, [body_paths.of_lasting("effects").to(felt or None)]))


def _is_unnoticed(entry: Lasting) -> bool:
    modifiers = entry.document.get("modifiers") or ()
    return withstood.is_mark(entry.name) or any(one.get("value") == creature_flags.UNNOTICED for one in modifiers)


def _is_of_a_stranger(entry: Lasting, world: World) -> bool:
    """Whether nobody of the party has laid it, as far as the players know."""
    by = world.things.get(entry.cause.by or "")
    return entry.cause.by is not None and (by is None or not (by.creature.is_member or obedient_creatures.makers_of(by)))


def as_it_looks(creature: Thing) -> Thing:
    """The creature with its effects and conditions; unidentified sources show only their look."""
    lie_on = ((kind, creature.creature.lasting(kind)) for kind in LASTING)
    looks = [
        body_paths.of_lasting(kind).to(_by_looks(on, kind == "effects")) for kind, on in lie_on if any(e.cause.look is not None for e in on)
    ]
    return replace(creature, body=body_paths.changed_body(creature.body, looks)) if looks else creature


def _by_looks(entries: Sequence[Lasting], are_effects: bool) -> list[Lasting]:
    """A creature's conditions and effects, named by the look of an unidentified source; a known spell keeps its name."""
    return [e.by_look(e.cause.look, are_effects) if e.cause.look is not None else e for e in entries]


def _known_roster(world: World, near: set[str], rooms: Rooms) -> Iterable[RosterLine]:
    """The part of the roster that the caller sees, with the rooms that the caller knows."""
    ids = [k.id for k in world.roster if k.kind == "room"]
    stored = {**rooms(ids), **world.things} if ids else world.things
    for known in world.roster:
        if known.kind == "room":
            if known.id in stored and _is_discovered(stored[known.id], near):
                yield known
        elif known.id in world.things:
            yield replace(known, name=world.things[known.id].name)


# ── telling ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def answer(caller: Caller, decided: Decided, book: Rulebook, tell: Callable[[Decided], Json]) -> Json:
    """Report the decided outcomes in the worlds as the caller sees them: outcomes contain ids, and all names come from these worlds."""
    sees = eyes(caller, book)
    outcomes = tuple(
        replace(o, world=sees(o.world), notes=_theirs(caller, o), result=_their_result(caller, o))
        if isinstance(o, Accepted)
        else _without_unmet(careful(caller, o), decided, sees, book)
        for o in decided.outcomes
    )
    return tell(replace(decided, outcomes=outcomes, befores=tuple(map(sees, decided.befores))))


def _their_result(caller: Caller, outcome: Accepted) -> Result | None:
    """The result; the card of a turn is for the owner of the creature, and for the table of a game master who plays in front of everybody."""
    result = outcome.result
    if not isinstance(result, NextTurnResult) or not result.card:
        return result
    whose = outcome.world.things.get(result.turn.whose or "")
    may_know = whose is not None and (whose.creature.is_member if caller.is_gm else caller.owns(outcome.world, whose))
    return result if may_know else replace(result, card=False)


def _theirs(caller: Caller, outcome: Accepted) -> tuple[Notice, ...]:
    """The notes; notes about possible answers mention only the caller's own characters."""
    if caller.is_gm:
        return outcome.notes
    own = {id for id, t in outcome.world.things.items() if caller.owns(outcome.world, t)}
    kept = (
        replace(n, details={**n.details, "who": [one for one in n.details["who"] if one[0].id in own]}) if n.code == MAY_ANSWER else n
        for n in outcome.notes
        if n.code not in readied_offers.CODES or n.details["name"].id in own
    )
    return tuple(kept)


def _without_unmet(refused: Rejected, decided: Decided, sees: Callable[[World], World], book: Rulebook) -> Rejected:
    """The refusal without names of the table's own items and creatures that its reader has not met."""
    offered = [*refused.near, *refused.allowed]
    if book.own_names.isdisjoint(map(names.fold, offered)):
        return refused
    met = {names.fold(thing.name) for thing in sees(decided.world).things.values()}
    near, allowed = (
        tuple(n for n in part if (key := names.fold(n)) in met or key not in book.own_names) for part in (refused.near, refused.allowed)
    )
    return replace(refused, near=near, allowed=allowed)


def careful(caller: Caller, refused: Rejected) -> Rejected:
    """The refusal without the key and the DC of a lock, and without a suggestion that only the game master may send."""
    refused = sendable(caller, refused)
    secret: Json = {}
    if refused.details.get("holder"):
        secret = {"dc": None}
    elif refused.code in _OF_LOCKS:
        secret = {"key": None, "dc": None, "unsaid": True, "aloud": None}
    elif refused.code in _OF_KEYS:
        secret = {"key": "", "dc": None}
    instead = refused.instead if refused.code in _THEIRS_TO_SEND else None
    return replace(refused, instead=instead, details={**refused.details, **secret})


def sendable(caller: Caller, refused: Rejected) -> Rejected:
    """The refusal without suggestions that this caller's role may not send."""
    if caller.is_gm:
        return refused
    if refused.code in _OF_OPERATIONS:
        theirs = operations_for(caller.role, operations(str(refused.details["tool"])))
        near, there = ([o for o in offered if o in theirs] for offered in (refused.near, refused.allowed))
        refused = replace(refused, near=tuple(near), allowed=tuple(there))
    return replace(refused, players=True)
