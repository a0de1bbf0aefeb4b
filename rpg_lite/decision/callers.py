"""A caller, with the role that the address or the token gives, and the part of the world that it owns or knows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from rpg_lite.decision import targets
from rpg_lite.decision.outcome import Accepted, Outcome
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Role
from rpg_lite.world import obedient_creatures, thing_stats
from rpg_lite.world.states import FOCUS, HANDOUT, HEARD, EntryState
from rpg_lite.world.world_model import FIRST_ROOM_ID, Ref, Thing, World, order_made


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller. `characters`: the caller's own, by id or by the name of a party member; `campaign`: the only campaign that this caller can
    reach.

    `aloud`: a game master who plays in front of everybody. Such a caller may do everything, but sees and reads only what players know.
    `shared`: others at this table play heroes, too, so such a caller reads private words only as its own characters. `is_watched`: a game
    master who sees everything, while players watch; each deed is also recorded in the words that they read.
    """

    role: Role = "gm"
    name: str = ""
    campaign: str | None = None
    characters: tuple[str, ...] = ()
    aloud: bool = False
    shared: bool = False
    is_watched: bool = False

    def __post_init__(self) -> None:
        _several(self.characters)

    @classmethod
    def of(cls, role: Role | None, characters: Sequence[str] = ()) -> "Caller":
        """The caller of a program that names a role, and the caller's own characters; characters without a role mean a player.

        Raises ValueError for an unknown role, and TypeError for characters that are not a list of names.
        """
        found = role or ("player" if characters else "gm")
        if found not in get_args(Role):
            raise ValueError(f"role takes {', '.join(get_args(Role))}, not {role!r}")
        return cls(found, characters=_several(characters))

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"

    @property
    def sees_all(self) -> bool:
        return self.role == "gm" and not self.aloud

    def readable(self, book: Rulebook) -> Rulebook:
        """The book as this caller may read it: the table's own items and creatures are secret until somebody meets them."""
        return book if self.sees_all else book.as_printed

    @property
    def sight(self) -> tuple[str, ...]:
        """A key that is equal for any two callers who see the same."""
        return (self.role, *(["aloud"] if self.aloud else []), *(["shared"] if self.shared else []), *self.characters)

    def played_in(self, world: World) -> set[str]:
        """The ids of the party members that this caller plays; a game master plays none of them."""
        return {member.id for member in targets.party_of(world) if self.owns(world, member)} if self.role == "player" else set()

    def owns(self, world: World, thing: Thing) -> bool:
        """Whether the caller owns this creature, by id. An exact name stands for the id of the oldest party member of that name; sharing
        the name is not enough. A game master who plays in front of everybody owns the party. A creature that obeys its maker belongs to the
        maker's player.

        The world must hold the party, as `touches` asks.
        """
        if thing.kind != "character":
            return False
        own = {*self.characters, *self._find_characters(world)}
        if thing.id in own or (self.is_gm and thing.creature.is_member):
            return True
        makers = obedient_creatures.makers_of(thing)
        return bool(makers and (self.is_gm or makers & own))

    def _find_characters(self, world: World) -> Iterator[str]:
        party = sorted(targets.party_of(world), key=order_made)
        yield from (next((t.id for t in party if names.tidy(t.name) == called), "") for called in map(names.tidy, self.characters))

    def names_of_own(self, world: World) -> tuple[str, ...]:
        """The names of the caller's characters, as a refusal lists them."""
        return tuple(world.things[one].name if one in world.things else one for one in self.characters)

    def touches(self) -> tuple[Ref, ...]:
        """The key of this caller's view: the party and the caller's characters, with their rooms and the creatures there."""
        if self.sees_all and not self.is_watched:
            return ()
        own = [targets.id_or_name(c) for c in self.characters]
        around = (Ref("people", *who) for who in own or [(None, None)])
        return (Ref("party"), *(Ref("bearer", *who) for who in own), *around, Ref("fight"))


def _several(characters: Sequence[str]) -> tuple[str, ...]:
    """The names of a list. Raises TypeError for a single string, whose letters would be taken for names."""
    if isinstance(characters, str):
        raise TypeError(f"characters takes a list of names such as [{characters!r}], not {characters!r}")
    return tuple(characters)


GM: Final = Caller()


def standing(caller: Caller, world: World) -> set[str]:
    """The rooms that the party and the caller's characters see. A player without a party begins in the first room."""
    found = {room for t in world.things.values() if t.kind == "character" and is_known(caller, t) and (room := room_id(world, t))}
    return found or ({FIRST_ROOM_ID} if caller.is_gm else found)


def standing_oneself(caller: Caller, world: World) -> set[str]:
    """The rooms where the caller's own characters stand; for a caller without characters, those that the party sees."""
    own = {room for t in world.things.values() if t.kind == "character" and caller.owns(world, t) and (room := room_id(world, t))}
    return own if caller.characters else standing(caller, world)


def is_known(caller: Caller, who: Thing) -> bool:
    """Whether the creature is in the party, obeys somebody of the party, or belongs to the caller; a character owned by name is in the party."""
    return who.id in caller.characters or who.creature.is_member or bool(obedient_creatures.makers_of(who))


@dataclass(frozen=True, slots=True)
class Ears:
    """The creatures as which a caller reads the words of the past, by id. `is_public`: only words that were said aloud, because nobody's
    private words are the caller's own. `also`: creatures whose private words are read nevertheless; `is_masters`: the entries that only
    the game master reads are, too.
    """

    of: tuple[str, ...]
    is_public: bool = False
    also: tuple[str, ...] = ()
    is_masters: bool = False

    def reach(self, entry: EntryState) -> bool:
        """Whether the entry is by, to or heard by one of these creatures, or by the game master for everybody, or public. The entry that begins a
        private talk reaches nobody.
        """
        if entry.entry == FOCUS:
            return False
        if entry.is_public or (self.is_masters and entry.by is None and entry.entry not in HEARD):
            return True
        is_spoken = entry.entry in HEARD and entry.to is None
        if is_spoken and entry.by is None and (entry.heard is None or entry.entry == HANDOUT):
            return True
        concerned = {entry.by, entry.to, *(entry.heard or ())}
        if not concerned.isdisjoint(self.also):
            return True
        concerns = not concerned.isdisjoint(self.of)
        return concerns and (not self.is_public or (is_spoken and not entry.is_private))


def ears_of(caller: Caller, outcome: Outcome) -> Ears | None:
    """The creatures as which the caller reads the past: those that the caller owns; None: the caller reads everything."""
    if caller.sees_all or not isinstance(outcome, Accepted):
        return None
    world = outcome.world
    if caller.shared and caller.characters:
        return Ears(tuple(sorted(id for id in caller.characters if id in world.things)))
    return Ears(tuple(sorted(t.id for t in world.things.values() if caller.owns(world, t))), is_public=caller.shared)


def is_awake_stranger(caller: Caller, world: World, who: Thing) -> bool:
    """Whether this is a stranger who is awake; nobody can look into the pockets of such a creature."""
    return who.kind == "character" and not is_known(caller, who) and not thing_stats.is_lost(world, who)


def room_id(world: World, thing: Thing) -> str | None:
    """The room where the thing is; for a room, the room itself."""
    if thing.kind == "room":
        return thing.id
    room = world.room_of(thing.id)
    return room.id if room else None
