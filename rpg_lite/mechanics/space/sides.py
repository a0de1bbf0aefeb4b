"""The two sides of a fight as experience counts them: the characters with levels, their companions, and their foes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.creature import effect_source
from rpg_lite.mechanics.creature.effect_source import is_knocked_out
from rpg_lite.rules import names
from rpg_lite.rules.acts.plain_steps import MakeStep
from rpg_lite.rules.encounter_generator import Kind
from rpg_lite.rules.encounters import EncounterTable
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import mounts, obedient_creatures, thing_stats
from rpg_lite.world.world_model import Thing, World

MARK_OF_MADE: Final = "Summoned by "
"""The beginning of the name of the entry that every creature bears that an act has made."""


@dataclass(frozen=True, slots=True)
class CountedFoes:
    """Creatures with their worth: each kind with its number, and the names of those whose worth is unknown."""

    kinds: tuple[tuple[Kind, int], ...]
    unrated: tuple[str, ...] = ()

    @property
    def worths(self) -> list[tuple[int, int]]:
        return [(kind.xp, n) for kind, n in self.kinds]


def split_party(who: Iterable[Thing]) -> tuple[list[Thing], list[Thing]]:
    """(the characters, their companions). A companion has a challenge rating in place of a class: an animal, a hireling."""
    characters, companions = list[Thing](), list[Thing]()
    for one in who:
        (companions if is_companion(one) else characters).append(one)
    return characters, companions


def is_companion(who: Thing) -> bool:
    sheet = who.creature.sheet
    return sheet.document.get("cr") is not None and not sheet.classes


def no_levels(companions: Sequence[Thing], field: str) -> Rejected:
    """The refusal of a party without a single character."""
    return Rejected("party_has_no_levels", field, {"names": [c.name for c in companions]})


def foes_in(world: World, room: Thing, book: Rulebook) -> list[Thing]:
    """Everybody in the room except the party and those it has summoned and controls, living or dead. A spell that puts a creature under
    somebody's control makes it no other foe or friend: whoever comes to its senses is what it was.
    """
    found = [t for t in world.bag_of(room.id) if t.kind == "character"]
    return [t for t in found if not (t.creature.is_member or ((maker := _summoner(world, t, book)) and maker.creature.is_member))]


def is_ally(world: World, who: Thing, book: Rulebook) -> bool:
    """Whether the creature is on the party's side now: it is under the control of somebody on this side, who may ride it, or it is in the party, or somebody on
    this side has summoned it and controls it. A hero under the control of a stranger is on the stranger's side. Those who control each other in
    a circle are what they were.
    """
    met, last = {who.id}, who
    while (master := _master(world, last, book)) is not None:
        if master.id in met:
            return who.creature.is_member
        met.add(master.id)
        last = master
    return last.creature.is_member


def is_likely_foe(world: World, one: Thing, book: Rulebook) -> bool:
    """Whether the creature would attack the party: it has a challenge rating, keeps no shop, hides from nobody, and is no person with a name of its own."""
    if one.state.is_hidden or one.state.shop or is_ally(world, one, book):
        return False
    written = one.creature.sheet.document
    is_of_the_book = names.fold(names.without_number(one.name)) in book.creatures
    return bool(written.get("cr")) and (is_of_the_book or written.get("type") != "humanoid")


def _master(world: World, who: Thing, book: Rulebook) -> Thing | None:
    if (controller := obedient_creatures.controller_of(world, who, book)) is not None and controller in world.things:
        return world.things[controller]
    if (rider := mounts.rider_of(world, who)) is not None:
        return rider
    return None if who.creature.is_member else _summoner(world, who, book)


def _summoner(world: World, who: Thing, book: Rulebook) -> Thing | None:
    """The creature that has made this one and controls it."""
    for entry in who.creature.effects:
        maker = world.things.get(entry.cause.by or "")
        step = effect_source.laid_step(world, entry.cause, book) if maker else None
        if maker and isinstance(step, MakeStep) and (step.obeys is None or _is_controlled(world, who, maker, entry.cause.cast, step.obeys)):
            return maker
    return None


def is_made(world: World, who: Thing, book: Rulebook) -> bool:
    """Whether another creature's act has made it, so that it is worth no experience of its own: half of a jelly, a summoned or animated creature."""
    for entry in who.creature.effects:
        step = effect_source.laid_step(world, entry.cause, book)
        if isinstance(step, MakeStep) and not step.makes_things:
            return True
        if entry.cause.by not in world.things and entry.name.startswith(MARK_OF_MADE):
            return True
    return False


def are_friends(world: World, one: Thing, other: Thing, book: Rulebook) -> bool:
    """Whether both are on the side of the party now, or neither is."""
    return one.id == other.id or is_ally(world, one, book) == is_ally(world, other, book)


def _is_controlled(world: World, who: Thing, maker: Thing, cast: str | None, name: str) -> bool:
    """Whether the control of the cast that made the creature still lasts, or a later cast has renewed it (SRD, Animate Dead)."""
    own = (e for e in thing_stats.lasting(world, maker, "effects") if e.cause.cast == cast)
    renewed = (e for e in thing_stats.lasting(world, who, "effects") if e.cause.by == maker.id)
    return any(names.fold(entry.name) == names.fold(name) for entry in (*own, *renewed))


def count(creatures: Sequence[Thing], table: EncounterTable) -> CountedFoes:
    """The creatures by kind, the most valuable first; "Goblin 2" is of the kind Goblin."""
    numbers: dict[Kind, int] = {}
    unrated = []
    for one in creatures:
        written: Mapping[str, Any] = one.creature.sheet.document
        worth = table.worth_of(written)
        if worth is None:
            unrated.append(one.name)
            continue
        kind = Kind(names.without_number(one.name), written.get("cr"), worth)
        numbers[kind] = numbers.get(kind, 0) + 1
    return CountedFoes(by_worth(numbers.items()), tuple(unrated))


def by_worth(numbers: Iterable[tuple[Kind, int]]) -> tuple[tuple[Kind, int], ...]:
    return tuple(sorted(numbers, key=lambda row: (-row[0].xp, row[0].name)))


def defeated(who: Iterable[Thing]) -> list[Thing]:
    """Those who are dead, at 0 hit points or knocked out, and for whom the party has not received experience yet."""
    return [t for t in who if (thing_stats.is_dead(t) or t.creature.hp == 0 or is_knocked_out(t)) and not t.creature.is_xp_awarded]


def living(who: Iterable[Thing]) -> list[Thing]:
    return [t for t in who if not thing_stats.is_dead(t)]
