"""Those who count for the place of an area: whom its maker wants in it, whom it spares, and who else is there as far as the maker knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from rpg_lite.decision import targets
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.reserved_names import is_party
from rpg_lite.mechanics.creature import planes
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules import names
from rpg_lite.rules.space.aims import Crowd
from rpg_lite.rules.space.squares import Space
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_ENEMIES: Final = frozenset(map(names.fold, ("enemies", "foes", "all enemies", "all foes", "the enemies", "the foes")))
_ALLIES: Final = frozenset(map(names.fold, ("allies", "friends", "all allies", "my allies", "own side", "my side")))
_PARTY: Final = frozenset(map(names.fold, ("heroes", "the party", "the heroes")))
_EVERYBODY: Final = frozenset(map(names.fold, ("everyone", "everybody", "all")))

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
    unharmed: frozenset[str] = frozenset()
    """Those whom a rider protects from the act, so that nobody has to keep it off them; their ids."""

    @property
    def is_said(self) -> bool:
        """Whether the call says anything of it."""
        return bool(self.at or self.toward or self.catch is not None or self.spare)


@dataclass(frozen=True, slots=True)
class KnownCrowd:
    """Those whom a maker knows of, on its side or not; the maker is a friend of its own."""

    friends: Spaces
    foes: Spaces
    others: Spaces

    @property
    def all(self) -> Spaces:
        return {**self.foes, **self.friends, **self.others}


@dataclass(frozen=True, slots=True)
class MeantCrowd:
    """The creatures that a call means. `wanted` and `spared`: creature → space; `named`: those of the wanted whom it names one by one, and who must all be caught;
    `spares_by_name`: whether it says whom to spare; `is_default`: whether it leaves the wanted to the act.
    """

    known: KnownCrowd
    wanted: Spaces
    named: frozenset[str] = frozenset()
    spared: Spaces = field(default_factory=dict)
    spares_by_name: bool = False
    spared_by_name: frozenset[str] = frozenset()
    """Those whom it says to spare: none of them is caught, even where it says the place."""
    is_default: bool = False
    is_harmful: bool = True
    helps: bool = False
    """Whether the act is for friends, so that those are wanted in it, and foes are not."""

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
        if self.helps:
            avoided, foes = foes, avoided
        is_neutral = not (self.is_harmful or self.helps)
        others = {**known.others, **foes} if is_neutral else known.others  # more of them are wanted only where it harms
        foes = {} if is_neutral else foes
        if not spares:
            return Crowd(wanted, {}, {**spared, **avoided}, foes, others)
        return Crowd(wanted, spared, avoided, foes, others)


def known_around(seen: Standing, known: frozenset[str], maker: Thing, unharmed: frozenset[str] = frozenset()) -> KnownCrowd:
    """Those whom the maker knows of. `unharmed`: of its friends, those for whom it need not look."""
    groups: dict[str, dict[str, Space]] = {"ally": {}, "hostile": {}, "other": {}}
    for one, space in seen.creatures():
        if one.id == maker.id:
            groups["ally"][one.id] = space
        elif one.id in known:
            relation = seen.relation(maker, one)
            groups["other" if relation == "ally" and one.id in unharmed else relation][one.id] = space
    return KnownCrowd(groups["ally"], groups["hostile"], groups["other"])


def meant_by(
    seen: Standing,
    known: KnownCrowd,
    maker: Thing,
    wish: AreaWish,
    whom: Sequence[Thing],
    is_for_foes: bool | None,
    is_forced: bool = False,
) -> MeantCrowd | Rejected:
    """The creatures that a call means, by `catch`, else by the creatures that it names as targets, else by what the act is for: foes, friends, or None for nobody.

    Refuses: caught_and_spared, character_unknown, inside_another, name_ambiguous, no_place, target_banished, target_dead, words_contradict.
    """
    spared, kept = dict[str, Space](), dict[str, Space]()
    for n, name in enumerate(wish.spare):
        found = _one_or_group(seen, name, f"spare[{n}]")
        if isinstance(found, Rejected):
            return found
        spared |= _group(name, known, seen) if found is None else found
        kept |= found or {}
    spared = {id: space for id, space in spared.items() if not _refuse_out_of_reach(seen, maker, [seen.world.things[id]], "spare")}
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
        if len(found) > 1:
            found = {id: space for id, space in found.items() if not _refuse_out_of_reach(seen, maker, [seen.world.things[id]], "catch")}
        refusal = _refuse_out_of_reach(seen, maker, [seen.world.things[id] for id in found], f"catch[{n}]")
        if refusal and not is_forced:
            return replace(refusal, instead=_instead_of(wish, name))
        if both := next((id for id in found if id in kept), None):
            return _contradicts(seen.world.things[both], wish)
        wanted |= found
        named |= found.keys()
    refusal = _refuse_out_of_reach(seen, maker, whom, "targets")
    if refusal and not is_forced:
        return refusal
    for one in whom:
        space = seen.spaces.get(one.id)
        if space is None:
            return Rejected("no_place", "targets", {"name": one.name, "room": seen.room.name})
        wanted[one.id] = space
        named.add(one.id)
    by_name = frozenset(spared) - named
    if is_group_of_foes and not named:
        spared = {**known.friends, **spared}
    if wanted and wish.spare and not named and all(id in spared for id in wanted):
        details = {"names": [seen.world.things[id].name for id in wanted], "name": maker.name}
        return Rejected("caught_and_spared", "spare", details, instead={"catch": [*(wish.catch or ())]} if wish.catch else None)
    wanted = {id: space for id, space in wanted.items() if id not in spared or id in named}
    return MeantCrowd(known, wanted, frozenset(named), spared, bool(wish.spare), by_name, helps=is_for_foes is False)


def _refuse_out_of_reach(seen: Standing, maker: Thing, whom: Sequence[Thing], field: str) -> Rejected | None:
    """The refusal of somebody whom no area reaches: the dead, whoever is inside another, and whoever is on another plane."""
    for one in whom:
        if thing_stats.is_dead(one):
            return Rejected("target_dead", field, {"name": one.name})
        if seen.is_inside(one):
            outer = next(
                (seen.world.things[id].name for id, space in seen.spaces.items() if space == seen.spaces[one.id] and id != one.id), ""
            )
            return Rejected("inside_another", field, {"name": one.name, "hidden": one.name, "body": outer})
        if planes.are_apart(seen.world, maker, one, seen.book):
            return Rejected("target_banished", field, {"name": one.name, "who": maker.name})
    return None


def _instead_of(wish: AreaWish, name: str) -> dict[str, object] | None:
    """The call without a name that it is to catch; None if it names nobody else."""
    left = [word for word in wish.catch or () if word != name]
    return {"catch": left, **({"spare": [*wish.spare]} if wish.spare else {})} if left else None


def _contradicts(one: Thing, wish: AreaWish) -> Rejected:
    """The refusal of a call that wants somebody caught and spared: with the call that catches it."""
    left = [word for word in wish.spare if names.fold(word) not in (names.fold(one.name), names.fold(one.id))]
    instead = {"catch": [*(wish.catch or ())], **({"spare": left} if left else {})}
    return Rejected("words_contradict", "spare", {"wanted": f"catch {one.name}", "other": f"spare {one.name}"}, instead=instead)


def _by_default(known: KnownCrowd, spared: Spaces, spares_by_name: bool, is_for_foes: bool | None) -> MeantCrowd:
    wanted: Spaces = {} if is_for_foes is None else known.foes if is_for_foes else known.friends
    wanted, by_name = {id: space for id, space in wanted.items() if id not in spared}, frozenset(spared)
    if is_for_foes:
        spared = {**known.friends, **spared}
    return MeantCrowd(known, wanted, frozenset(), spared, spares_by_name, by_name, is_default=True, helps=is_for_foes is False)


def _one_or_group(seen: Standing, name: str, field: str) -> Spaces | Rejected | None:
    """The creatures of a name that stand here, with their spaces; None for a word that means a group. A creature of such a name counts first."""
    found = targets.creatures(seen.world, name, field, seen.room)
    if isinstance(found, Rejected):
        return None if is_group(name) else found
    for one in found:
        if one.id not in seen.spaces:
            return Rejected("no_place", field, {"name": one.name, "room": seen.room.name})
    return {one.id: seen.spaces[one.id] for one in found}


def _is_party(name: str) -> bool:
    return is_party(name) or names.fold(name) in _PARTY


def is_group(name: str) -> bool:
    """Whether the word means a group where nobody is called so."""
    key = names.fold(name)
    return _is_party(name) or key in _ENEMIES or key in _ALLIES or key in _EVERYBODY


def _group(name: str, known: KnownCrowd, seen: Standing) -> Spaces:
    """Those whom a word for a group means."""
    key = names.fold(name)
    if _is_party(name):
        return {id: space for id, space in known.all.items() if seen.world.things[id].creature.is_member}
    return known.foes if key in _ENEMIES else known.friends if key in _ALLIES else known.all
