"""The people and things that a player can name in a place, without anything hidden or elsewhere."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from rpg_lite.decision import targets
from rpg_lite.decision.outcome import Rejected
from rpg_lite.game import Game
from rpg_lite.mechanics.acts import item_acts, target_requirements
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.creature.acts import acts_of
from rpg_lite.mechanics.items import money
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.space import sides, standing
from rpg_lite.mud import creature_offers
from rpg_lite.mud.creature_offers import Offer
from rpg_lite.mud.reaction_offer_parsing import Offered
from rpg_lite.operations.rooms.look import Look
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, ApplyStep
from rpg_lite.rules.acts.plain_steps import LoseStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import unidentified
from rpg_lite.vocabulary import DOORS, DoorState, ExitKind
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import Ref, Thing, World

NOWHERE = "Nowhere"
MOST_OFFERED = 8
SHORTEST_PART: Final = 4
"""The fewest letters of a part of a word that names a thing."""
ONLY: Final = " 1"
"""The number that people add to the name of the only creature of a kind."""
_WELCOME: Final = frozenset(("invisible",))
"""The conditions that people apply to friends."""
_OF_SOMEBODY = re.compile(r"^(?:my|the|an?|his|her|their)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Named:
    """A person or thing that a line can name by any of the folded `keys`."""

    name: str
    id: str
    keys: frozenset[str]
    gone: bool = False
    """Whether it is dead; a name means a dead creature only if it fits no living one."""
    down: bool = False
    """Whether it is dead or lies at 0 hit points."""
    veiled: bool = False
    """Whether only its look is known; calls then use its id."""
    sells: bool = False
    """Whether it is a shop."""
    is_on: bool | None = None
    """Whether it burns or is switched on; None for a thing that is neither lit nor switched."""
    is_aimed: bool = False
    """Whether its use harms a target, and so names one."""
    is_friend: bool = False
    """Whether it is in the party or obeys it."""
    fights: bool = False
    """Whether it takes part in the fight."""

    @property
    def stands(self) -> bool:
        return not (self.gone or self.down)


@dataclass(frozen=True, slots=True)
class Door:
    """An exit with something to open or close. `label`: of the exit."""

    label: str
    state: DoorState
    kind: ExitKind = "door"


@dataclass(frozen=True, slots=True)
class Scene:
    """`me`: the current character by name or id, and its `id`; None means the party. `ways`: labels of exits; `beyond`: known rooms behind
    them.

    `acts`: the names of the acts of the current character other than attacks. `offers`: the acts that the game master's creatures can play
    in the current turn of a fight. `acting`: the member of the party whose turn it is.
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
    doors: tuple[Door, ...] = ()
    """The exits with something to open or close."""
    back: str = ""
    """The room from which the player came."""
    packs: tuple[tuple[str, tuple[Named, ...]], ...] = ()
    """The things that each member of the party carries."""
    purses: tuple[tuple[str, int], ...] = ()
    """The worth in copper of the coins of each member of the party."""
    classes: tuple[str, ...] = ()
    """The classes of the rulebook."""
    casters: tuple[str, ...] = ()
    """The members of the party who cast spells."""
    offered: Offered = field(default_factory=dict)
    """The reactions that the last deed offers."""

    is_measured: bool = False
    """Whether places count here: a fight that measures goes on in this room."""
    turn: str = ""
    """The id of whoever's turn it is."""

    is_harmful: Callable[[str], bool] = field(default=lambda name: True, compare=False, repr=False)
    """Whether the spell or act of this name is meant for foes."""
    has_area: Callable[[str], bool] = field(default=lambda name: False, compare=False, repr=False)
    """Whether the spell or act of this name fills an area."""
    is_deed: Callable[[str], bool] = field(default=lambda name: False, compare=False, repr=False)
    """Whether this is the whole name of a spell, or of an act of the current character."""

    @property
    def held(self) -> tuple[Named, ...]:
        """The things that the current character carries; without one, those of the whole party."""
        return self.carried if self.me or self.carried else tuple(thing for _, pack in self.packs for thing in pack)

    @property
    def friends(self) -> list[Named]:
        return [n for n in self.people if not n.gone and (n.is_friend or n.name in self.members)]

    @property
    def foes(self) -> list[Named]:
        """The standing creatures of the other side of the fight; outside a fight, everybody standing here but the party and shopkeepers."""
        others = [n for n in self.people if n.stands and not n.is_friend and n.name not in self.members]
        return [n for n in others if n.fights] or [n for n in others if not n.sells]

    def find(self, wanted: str, among: Sequence[Named]) -> Named | str:
        """Return the only match for this name or id, or a sentence that lists the possible ones."""
        alive = _matches(wanted, among)
        if len(alive) == 1:
            return alive[0]
        if alive:
            return f"{wanted!r} matches several here: {_list_names(alive, apart=True)}."
        if (bare := without_article(wanted)) != wanted:
            return self.find(bare, among)
        if self.people and among is self.people and isinstance(thing := self.find(wanted, self.things), Named):
            return f"{thing.name} is no creature: only the game master can give it an armor class and hit points, so that it can be struck."
        return f"There is no {wanted!r} here." + (f" Choose from: {_list_names(among)}." if among else "")

    def find_target(self, wanted: str) -> Named | str:
        """Return the match as `find` does among the people here; of several strangers of one kind, the first that stands, because the name
        means any of them.
        """
        return next(iter(self.find_kin(wanted)), None) or self.find(wanted, self.people)

    def find_kin(self, wanted: str) -> list[Named]:
        """Return the strangers of one kind who stand here and may be meant; nobody if the name fits different kinds or the party."""
        alike = _matches(wanted, self.people)
        kinds = {names.fold(names.without_number(n.name)) for n in alike}
        is_any = len(kinds) == 1 and not any(n.name in self.members for n in alike)
        return [n for n in alike if is_any and not n.down]


def _matches(wanted: str, among: Sequence[Named]) -> Sequence[Named]:
    """Return everything that the name or id may mean, the dead only if nobody else fits."""
    key = names.fold(wanted)
    found = [n for n in among if n.id == wanted or key in n.keys]
    if not found and (bare := without_article(wanted)) != wanted:
        return _matches(bare, among)
    if not found and key:  # "rat 1" means Giant Rat 1
        found = [n for n in among if any({*key.split()} <= {*known.split()} for known in n.keys)]
    if not found and len(key) >= SHORTEST_PART:  # "pack" means Backpack
        found = [n for n in among if any(key in known for known in n.keys)]
    if not found and key.endswith(ONLY) and len(alone := _matches(key.removesuffix(ONLY), among)) == 1:
        found = [n for n in alone if not n.name[-1].isdecimal()]
    return names.prefer_exact(wanted, [n for n in found if not n.gone] or found, lambda n: (n.name,))


def without_article(name: str) -> str:
    """Return the name without a word that players type before a name but that no name has.

    >>> without_article("my mace"), without_article("Theron")
    ('mace', 'Theron')
    """
    return _OF_SOMEBODY.sub("", name)


def has_words(name: str, wanted: str) -> bool:
    """Whether the name has every typed word, in the singular or the plural.

    >>> has_words("Verdigris Key", "key"), has_words("Potion of Healing", "healing potions"), has_words("Piton", "potion")
    (True, True, False)
    """
    known, typed = ({word.removesuffix("s") for word in names.fold(text).split()} for text in (name, wanted))
    return bool(typed) and typed <= known


def _list_names(among: Sequence[Named], *, apart: bool = False) -> str:
    listed = [f"{n.name} ({n.id})" if apart and [m.name for m in among].count(n.name) > 1 else n.name for n in among]
    unique = list(dict.fromkeys(listed))
    more = len(unique) - MOST_OFFERED
    return ", ".join(unique[:MOST_OFFERED]) + (f" and {more} more" if more > 0 else "")


def of(game: Game, me: str | None, gm: bool, id: str | None = None) -> Scene:
    """Read the current scene without a tool call, because history would list the call. A removed character counts as nobody.

    `id`: the current character's id, if known; it identifies the character even if somebody else now has the same name.
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
    room = room_lookup.here(world, Look(operation="look", character_id=id, character_name=name))
    turn = world.things.get(combat.acting(world) or "")
    acting = turn.name if turn and turn.creature.is_member else ""
    mine = targets.character(world, id, name or acting or (members[0] if len(members) == 1 else None), "characterName")
    seen = world if gm else unidentified.as_players_see(world, book)
    carried = _name_all(seen.tree_of(mine.id), world, book) if isinstance(mine, Thing) else ()
    acts = _acts_of_all([mine, *targets.party_of(world)], world, book)
    if isinstance(room, Rejected):
        own = mine.id if me and isinstance(mine, Thing) else None
        return Scene(me=me, id=own, gm=gm, members=members, carried=carried, acts=acts, classes=(*book.classes,))
    exits = room_lookup.ways_of(world, room.id) if gm else room_lookup.visible_exits(room_lookup.ways_of(world, room.id))
    beyond = [
        to.name
        for exit_ in exits
        if (to := world.things.get(exit_.to_room or ""))
        and (gm or (room_lookup.is_seen(world, to.id) and room_lookup.shows_beyond(world, exit_)))
    ]
    there = room_lookup.people(seen, room.id)
    people = tuple(_name_person(person, world, book) for person in there)
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
        tuple(Door(exit_.label, exit_.state, exit_.kind) for exit_ in exits if exit_.kind in DOORS or exit_.state != "open"),
        packs=tuple((m.name, _name_all(seen.tree_of(m.id), world, book)) for m in targets.party_of(world)),
        purses=tuple((m.name, money.purse_in_copper(world, m)) for m in targets.party_of(world)),
        classes=(*book.classes,),
        casters=tuple(m.name for m in targets.party_of(world) if _casts(m, book)),
        is_measured=standing.is_measured(world, room.id),
        turn=turn.id if turn else "",
        is_harmful=lambda name: _is_harmful(name, mine, world, book),
        has_area=lambda name: (found := _deed(name, (mine, turn), world, book)) is not None and found.area is not None,
        is_deed=lambda name: _deed(name, (mine, turn), world, book) is not None,
    )


def _deed(name: str, who: Iterable[Thing | Rejected | None], world: World, book: Rulebook) -> Act | None:
    """The spell of this name, or the act that one of these has."""
    found = (acts.find(world, one, name, book) for one in who if isinstance(one, Thing))
    return book.spell(name) or next((one.act for one in found if one is not None), None)


def _is_harmful(name: str, who: Thing | Rejected, world: World, book: Rulebook) -> bool:
    """Whether the spell or act is meant for foes; an act of a creature that is unknown here counts as one."""
    if spell := book.spell(name):
        return _is_for_foes(spell)
    found = acts.find(world, who, name, book) if isinstance(who, Thing) else None
    return found is None or _is_for_foes(found.act)


def _is_for_foes(act: Act) -> bool:
    applied = (step.apply for step in walk(act.steps, inner_acts=False) if isinstance(step, ApplyStep))
    laid = {condition for effect in applied if not isinstance(effect, str) for condition in effect.conditions}
    kills = any(isinstance(step, LoseStep) for step in walk(act.steps, inner_acts=False))
    return item_acts.harms(act) or kills or not laid <= _WELCOME


def _casts(who: Thing, book: Rulebook) -> bool:
    sheet = thing_stats.unspent_sheet(who, book)
    return bool(sheet.casting or sheet.spellcasting_ability)


def _acts_of_all(who: Iterable[Thing | Rejected], world: World, book: Rulebook) -> tuple[str, ...]:
    """Return the names of the acts of all these characters, because a line can name another character as the actor."""
    found = (act for one in who if isinstance(one, Thing) for act in acts_of(world, one, book))
    return tuple(dict.fromkeys(name for one in found for name in (one.act.name, *one.act.aliases)))


def _open(world: World, bag_id: str) -> Iterator[Thing]:
    """Yield the things there and in unlocked bags."""
    for thing in world.bag_of(bag_id):
        if thing.kind in ("item", "container"):
            yield thing
            yield from () if thing.state.is_locked else _open(world, thing.id)


def _name_person(person: Thing, world: World, book: Rulebook) -> Named:
    """Let "Giant Rat" and "Rat" mean Giant Rat 2, and "Marra" mean Marra Ashgrove."""
    kin = person.name.rstrip("0123456789 ")
    keys = frozenset(names.fold(n) for n in (person.name, kin, *kin.split()) if n)
    is_dead = thing_stats.is_dead(person)
    is_down = is_dead or person.creature.hp == 0
    return Named(
        person.name,
        person.id,
        keys,
        is_dead,
        is_down,
        sells=person.state.shop is not None,
        is_friend=sides.is_ally(world, person, book),
        fights=combat.is_in(world, person.id),
    )


def _name_all(seen: Iterable[Thing], world: World, book: Rulebook) -> tuple[Named, ...]:
    return tuple(_name_thing(t, world, book) for t in seen if t.kind in ("item", "container"))


def _name_thing(thing: Thing, world: World, book: Rulebook) -> Named:
    keys, sells = thing_stats.names_of(thing, book), thing.state.shop is not None
    if thing != world.things[thing.id]:
        return Named(thing.name, thing.id, keys, veiled=True, sells=sells)
    item = thing_stats.item_of(thing, book)
    is_on = bool(thing_stats.active_of(world, thing)) if item.burns or item.activated else None
    is_aimed = bool(item.on_use and item.on_use.damage) or any(
        item_acts.harms(own.act) and target_requirements.needs_targets(own.act) for own in item_acts.given_by(thing, book)
    )
    return Named(thing.name, thing.id, keys, sells=sells, is_on=is_on, is_aimed=is_aimed)
