"""Those who count for the place of an area: whom its maker wants in it, whom it spares, and who else is there as far as the maker knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rpg_lite.decision import targets
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.reserved_names import is_party
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules import names
from rpg_lite.rules.space.aims import Crowd
from rpg_lite.rules.space.squares import Space
from rpg_lite.world.world_model import Thing

_ENEMIES: Final = frozenset(map(names.fold, ("enemies", "foes", "all enemies", "all foes", "the enemies", "the foes")))
_ALLIES: Final = frozenset(map(names.fold, ("allies", "friends", "all allies", "my allies", "own side", "my side")))
_PARTY: Final = frozenset(map(names.fold, ("heroes", "the party", "the heroes")))
_EVERYBODY: Final = frozenset(map(names.fold, ("everyone", "everybody", "all")))
ENEMIES: Final = "enemies"
ALLIES: Final = "allies"

Spaces = Mapping[str, Space]


@dataclass(frozen=True, slots=True)
class AreaWish:
    """What a call says of the area of its act. `at`: words for its points of origin; `toward`: for its direction; `catch` and `spare`: names, or words for
    groups; `catch` is None where the call leaves it to the act.
    """

    at: tuple[str, ...] = ()
    toward: str | None = None
    catch: tuple[str, ...] | None = None
    spare: tuple[str, ...] = ()

    @property
    def is_said(self) -> bool:
        """Whether the call says anything of it."""
        return bool(self.at or self.toward or self.catch is not None or self.spare)


@dataclass(frozen=True, slots=True)
class Known:
    """Those whom a maker knows of, on its side or not; the maker is a friend of its own."""

    friends: Spaces
    foes: Spaces
    others: Spaces

    @property
    def all(self) -> Spaces:
        return {**self.foes, **self.friends, **self.others}


@dataclass(frozen=True, slots=True)
class Meant:
    """Whom a call means. `wanted` and `spared`: creature → space; `named`: those of the wanted whom it names one by one, and who must all be caught;
    `spares_by_name`: whether it says whom to spare; `is_default`: whether it leaves the wanted to the act.
    """

    known: Known
    wanted: Spaces
    named: frozenset[str] = frozenset()
    spared: Spaces = field(default_factory=dict)
    spares_by_name: bool = False
    is_default: bool = False
    is_harmful: bool = True

    def crowd(self, chooses: bool, spares: bool = True) -> Crowd:
        """The crowd for the choice of a place. `chooses`: the maker spares whom it wants, so that nobody is in the way of the best place; `spares`:
        those who are to be spared are, and not only avoided.
        """
        wanted, known = self.wanted, self.known
        if chooses:
            return Crowd(wanted)
        spared = {id: space for id, space in self.spared.items() if id not in wanted}
        avoided = {id: space for id, space in known.friends.items() if id not in wanted}
        foes = {id: space for id, space in known.foes.items() if id not in wanted}
        others = known.others if self.is_harmful else {**known.others, **foes}  # more of them are wanted only where it harms
        foes = foes if self.is_harmful else {}
        if not spares:
            return Crowd(wanted, {}, {**spared, **avoided}, foes, others)
        return Crowd(wanted, spared, avoided, foes, others)


def known_around(seen: Standing, known: frozenset[str], maker: Thing) -> Known:
    """Those whom the maker knows of."""
    groups: dict[str, dict[str, Space]] = {"ally": {}, "hostile": {}, "other": {}}
    for one, space in seen.creatures():
        if one.id == maker.id:
            groups["ally"][one.id] = space
        elif one.id in known:
            groups[seen.relation(maker, one)][one.id] = space
    return Known(groups["ally"], groups["hostile"], groups["other"])


def meant_by(seen: Standing, maker: Thing, known: Known, wish: AreaWish, whom: Sequence[Thing], is_for_foes: bool) -> Meant | Rejected:
    """Whom a call means, by `catch`, else by the creatures that it names as targets, else by what the act is for.

    Refuses: caught_and_spared, character_unknown, name_ambiguous, no_place.
    """
    spared = dict[str, Space]()
    for n, name in enumerate(wish.spare):
        found = _one_or_group(seen, name, f"spare[{n}]")
        if isinstance(found, Rejected):
            return found
        spared |= _group(name, known, seen) if found is None else found
    if wish.catch is None and not whom:
        return _by_default(known, spared, bool(wish.spare), is_for_foes)
    wanted, named, is_group_of_foes = dict[str, Space](), set[str](), False
    for n, name in enumerate(wish.catch or ()):
        if (found := _one_or_group(seen, name, f"catch[{n}]")) is None:
            is_group_of_foes = is_group_of_foes or names.fold(name) in _ENEMIES
            wanted |= _group(name, known, seen)
            continue
        if isinstance(found, Rejected):
            return found
        wanted |= found
        named |= found.keys()
    for one in whom:
        space = seen.spaces.get(one.id)
        if space is None:
            return Rejected("no_place", "targets", {"name": one.name, "room": seen.room.name})
        wanted[one.id] = space
        named.add(one.id)
    if is_group_of_foes and not named and not wish.spare:
        spared = {**known.friends}
    if twice := [id for id in wanted if id in spared and (wish.spare or id in named)]:
        if len(twice) == len(wanted) or not named.isdisjoint(twice):
            called = [seen.world.things[id].name for id in twice]
            return Rejected("caught_and_spared", "spare", {"names": called, "name": maker.name})
    wanted = {id: space for id, space in wanted.items() if id not in spared or id in named}
    return Meant(known, wanted, frozenset(named), spared, bool(wish.spare))


def _by_default(known: Known, spared: Spaces, spares_by_name: bool, is_for_foes: bool) -> Meant:
    wanted = known.foes if is_for_foes else known.friends
    wanted = {id: space for id, space in wanted.items() if id not in spared}
    if not spares_by_name and is_for_foes:
        spared = known.friends
    return Meant(known, wanted, spared=spared, spares_by_name=spares_by_name, is_default=True)


def _one_or_group(seen: Standing, name: str, field: str) -> Spaces | Rejected | None:
    """The creatures of a name that stand here, with their spaces; None for a word that means a group. A creature of such a name counts first."""
    found = targets.creatures(seen.world, name, field, seen.room)
    if isinstance(found, Rejected):
        return None if _is_group(name) else found
    for one in found:
        if one.id not in seen.spaces:
            return Rejected("no_place", field, {"name": one.name, "room": seen.room.name})
    return {one.id: seen.spaces[one.id] for one in found}


def _is_party(name: str) -> bool:
    return is_party(name) or names.fold(name) in _PARTY


def _is_group(name: str) -> bool:
    key = names.fold(name)
    return _is_party(name) or key in _ENEMIES or key in _ALLIES or key in _EVERYBODY


def _group(name: str, known: Known, seen: Standing) -> Spaces:
    """Those whom a word for a group means."""
    key = names.fold(name)
    if _is_party(name):
        return {id: space for id, space in known.all.items() if seen.world.things[id].creature.is_member}
    return known.foes if key in _ENEMIES else known.friends if key in _ALLIES else known.all
