"""The people and things that a player can name in a place: nothing hidden, nothing elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rpg_lite.game import Game
from rpg_lite.mud import creature_offers
from rpg_lite.mud.creature_offers import Offer
from rpg_lite.operations import targets
from rpg_lite.operations.mechanics import acting_place
from rpg_lite.operations.mechanics.acting import finding
from rpg_lite.operations.outcome import Rejected
from rpg_lite.operations.rooms.look import Look
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import unidentified
from rpg_lite.world import bearers, combat
from rpg_lite.world.things import Ref, Thing, World

NOWHERE = "Nowhere"
MOST_OFFERED = 8


@dataclass(frozen=True, slots=True)
class Named:
    """A person or thing that a line can name by any of the folded `keys`."""

    name: str
    id: str
    keys: frozenset[str]
    gone: bool = False
    """Whether it is dead: a name means a dead creature only if no living one fits."""
    veiled: bool = False
    """Whether only its look is known, so that calls use its id."""
    sells: bool = False
    """Whether it is a shop."""


@dataclass(frozen=True, slots=True)
class Scene:
    """`me`: the current character by name or id, and its `id`; None means the party. `ways`: labels of exits; `beyond`: known rooms behind
    them.

    `acts`: the names of the acts that the current character has besides attacks. `offers`: what the game master's creatures can do in the
    current turn of a fight. `acting`: the member of the party whose turn it is.
    """

    room: str = NOWHERE
    me: str | None = None
    id: str | None = None
    gm: bool = False
    members: tuple[str, ...] = ()
    people: tuple[Named, ...] = ()
    things: tuple[Named, ...] = ()
    carried: tuple[Named, ...] = ()
    ways: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    acting: str = ""

    def find(self, wanted: str, among: Sequence[Named]) -> Named | str:
        """The only match for this name or id, or a sentence that lists the possible ones."""
        key = names.fold(wanted)
        found = [n for n in among if n.id == wanted or key in n.keys]
        alive = names.prefer_exact(wanted, [n for n in found if not n.gone] or found, lambda n: (n.name,))
        if len(alive) == 1:
            return alive[0]
        if alive:
            return f"{wanted!r} matches several here: {_list_names(alive, apart=True)}."
        return f"There is no {wanted!r} here." + (f" Choose from: {_list_names(among)}." if among else "")


def _list_names(among: Sequence[Named], *, apart: bool = False) -> str:
    listed = [f"{n.name} ({n.id})" if apart and [m.name for m in among].count(n.name) > 1 else n.name for n in among]
    unique = list(dict.fromkeys(listed))
    more = len(unique) - MOST_OFFERED
    return ", ".join(unique[:MOST_OFFERED]) + (f" and {more} more" if more > 0 else "")


def of(game: Game, me: str | None, gm: bool, id: str | None = None) -> Scene:
    """Read the current scene without a tool call, so that history does not list it. A removed character counts as nobody.

    `id`: the current character's id, if known; it decides if somebody else now has the same name.
    """
    named = _ref(me)
    refs = [Ref("here", *named), Ref("party"), Ref("fight"), *([Ref("bearer", *named)] if me else [])]
    world = game.store.read(game.campaign.id, lambda at: at.load(refs, game.book))
    if me and isinstance(targets.character(world, *named, "characterName"), Rejected):
        return of(game, id if id in world.things and id != me else None, gm)
    return _scene(world, game.book, me, gm)


def _ref(me: str | None) -> tuple[str | None, str | None]:
    """Split into (id, name)."""
    return (me, None) if me and "." in me and me[1:].replace(".", "").isdigit() else (None, me)


def _scene(world: World, book: Rulebook, me: str | None, gm: bool) -> Scene:
    id, name = _ref(me)
    members = tuple(m.name for m in targets.party_of(world))
    room = acting_place.here(world, Look(operation="look", character_id=id, character_name=name))
    turn = world.things.get(combat.acting(world) or "")
    acting = turn.name if turn and turn.creature.is_member else ""
    mine = targets.character(world, id, name or acting or (members[0] if len(members) == 1 else None), "characterName")
    seen = world if gm else unidentified.as_players_see(world, book)
    carried = _name_all(seen.tree_of(mine.id), world, book) if isinstance(mine, Thing) else ()
    acts = _acts_of_all([mine, *targets.party_of(world)], world, book)
    if isinstance(room, Rejected):
        return Scene(me=me, id=mine.id if me and isinstance(mine, Thing) else None, gm=gm, members=members, carried=carried, acts=acts)
    exits = acting_place.ways_of(world, room.id) if gm else acting_place.visible_exits(acting_place.ways_of(world, room.id))
    beyond = [
        to.name
        for exit_ in exits
        if (to := world.things.get(exit_.to_room or ""))
        and (gm or (acting_place.is_seen(world, to.id) and acting_place.shows_beyond(world, exit_)))
    ]
    there = acting_place.people(seen, room.id)
    people = tuple(map(_name_person, there))
    return Scene(
        room.name,
        me,
        mine.id if me and isinstance(mine, Thing) else None,
        gm,
        members,
        people,
        _name_all(_open(seen, room.id), world, book),
        carried,
        tuple(exit_.label for exit_ in exits),
        tuple(beyond),
        acts,
        creature_offers.offers_of(seen, there, book, gm),
        acting,
    )


def _acts_of_all(who: Iterable[Thing | Rejected], world: World, book: Rulebook) -> tuple[str, ...]:
    """The names of the acts of all these characters, because a line can name another character to act."""
    found = (act for one in who if isinstance(one, Thing) for act in finding.acts_of(world, one, book))
    return tuple(dict.fromkeys(name for one in found for name in (one.act.name, *one.act.aliases)))


def _open(world: World, bag_id: str) -> Iterator[Thing]:
    """Yield the things there and in unlocked bags."""
    for thing in world.bag_of(bag_id):
        if thing.kind in ("item", "container"):
            yield thing
            yield from () if thing.state.is_locked else _open(world, thing.id)


def _name_person(person: Thing) -> Named:
    """Let "Giant Rat" and "Rat" mean Giant Rat 2, and "Marra" mean Marra Ashgrove."""
    kin = person.name.rstrip("0123456789 ")
    keys = frozenset(names.fold(n) for n in (person.name, kin, *kin.split()) if n)
    return Named(person.name, person.id, keys, bearers.is_dead(person), sells=person.state.shop is not None)


def _name_all(seen: Iterable[Thing], world: World, book: Rulebook) -> tuple[Named, ...]:
    return tuple(
        Named(t.name, t.id, bearers.names_of(t, book), veiled=t != world.things[t.id], sells=t.state.shop is not None)
        for t in seen
        if t.kind in ("item", "container")
    )
