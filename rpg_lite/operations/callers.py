"""A caller, with the role that the address or the token gives, and the part of the world that it owns or knows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from rpg_lite.operations import targets
from rpg_lite.operations.outcome import Accepted, Outcome
from rpg_lite.rules import names
from rpg_lite.vocabulary import Role
from rpg_lite.world import bearers
from rpg_lite.world.things import FIRST_ROOM_ID, Ref, Thing, World, order_made


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller. `characters`: the caller's own, by id or by the name of a party member; `campaign`: the only campaign that this caller can
    reach.

    `aloud`: a game master who plays in front of everybody. Such a caller may do everything, but sees and reads only what players know.
    """

    role: Role = "gm"
    name: str = ""
    campaign: str | None = None
    characters: tuple[str, ...] = ()
    aloud: bool = False

    @classmethod
    def of(cls, role: Role | None, characters: Sequence[str] = ()) -> "Caller":
        """The caller of a program that names a role, and the caller's own characters; characters alone belong to a player.

        Raises ValueError for an unknown role, and TypeError for characters that are not a list of names.
        """
        if isinstance(characters, str):
            raise TypeError(f"characters takes a list of names such as [{characters!r}], not {characters!r}")
        found = role or ("player" if characters else "gm")
        if found not in get_args(Role):
            raise ValueError(f"role takes {', '.join(get_args(Role))}, not {role!r}")
        return cls(found, characters=tuple(characters))

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"

    @property
    def sees_all(self) -> bool:
        return self.role == "gm" and not self.aloud

    @property
    def sight(self) -> tuple[str, ...]:
        """A key that is equal for any two callers who see the same."""
        return (self.role, *(["aloud"] if self.aloud else []), *self.characters)

    def played_in(self, world: World) -> set[str]:
        """The ids of the party members that this caller plays; a game master plays none of them."""
        return {member.id for member in targets.party_of(world) if self.owns(world, member)} if self.role == "player" else set()

    def owns(self, world: World, thing: Thing) -> bool:
        """Whether the caller owns this creature, by id. An exact name stands for the id of the oldest party member of that name; sharing
        the name is not enough. A game master who plays in front of everybody owns the party.

        The world must hold the party, as `touches` asks.
        """
        if thing.kind != "character":
            return False
        return thing.id in {*self.characters, *self._find_characters(world)} or (self.is_gm and thing.creature.is_member)

    def _find_characters(self, world: World) -> Iterator[str]:
        party = sorted(targets.party_of(world), key=order_made)
        yield from (next((t.id for t in party if names.tidy(t.name) == called), "") for called in map(names.tidy, self.characters))

    def touches(self) -> tuple[Ref, ...]:
        """The key of this caller's view: the party and the caller's characters, with their rooms and the creatures there."""
        if self.sees_all:
            return ()
        own = [targets.id_or_name(c) for c in self.characters]
        around = (Ref("people", *who) for who in own or [(None, None)])
        return (Ref("party"), *(Ref("bearer", *who) for who in own), *around, Ref("fight"))


GM: Final = Caller()


def standing(caller: Caller, world: World) -> set[str]:
    """The rooms that the party and the caller's characters see. A player without a party begins in the first room."""
    found = {room for t in world.things.values() if t.kind == "character" and is_known(caller, t) and (room := room_id(world, t))}
    return found or ({FIRST_ROOM_ID} if caller.is_gm else found)


def is_known(caller: Caller, who: Thing) -> bool:
    """Whether the creature is in the party or belongs to the caller; a character owned by name is in the party."""
    return who.id in caller.characters or who.creature.is_member


def whose_entries(caller: Caller, outcome: Outcome) -> tuple[str, ...] | None:
    """The creatures whose journal entries the caller may read: those that the caller owns; None: all."""
    if caller.sees_all or not isinstance(outcome, Accepted):
        return None
    world = outcome.world
    return tuple(sorted(t.id for t in world.things.values() if caller.owns(world, t)))


def is_awake_stranger(caller: Caller, world: World, who: Thing) -> bool:
    """Whether this is a stranger who is awake; nobody can look into the pockets of such a creature."""
    return who.kind == "character" and not is_known(caller, who) and not bearers.is_lost(world, who)


def room_id(world: World, thing: Thing) -> str | None:
    """The room where the thing is; for a room, the room itself."""
    if thing.kind == "room":
        return thing.id
    room = world.room_of(thing.id)
    return room.id if room else None
