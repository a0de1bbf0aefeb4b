"""The keys that `cast` and `act` share, and the creatures they name."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar

from pydantic import BeforeValidator, Field

from rpg_lite.decision import targets, value_forms
from rpg_lite.decision.command import Command
from rpg_lite.decision.hand_rolled_faces import FacesOnTheTable
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.reserved_names import is_party
from rpg_lite.decision.shared_keys import MOST_NAMES, NOBODY, Named, Names, as_words, told_words, word_for
from rpg_lite.decision.value_forms import number_of
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.creature import planes
from rpg_lite.mechanics.rolls.physical_dice import Faces
from rpg_lite.mechanics.rolls.rolls import Seed
from rpg_lite.mechanics.space import area_crowd, standing
from rpg_lite.mechanics.space.area_crowd import AreaWish
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Ref, Thing, World

LONGEST_PLACE: Final = 300
"""Letters of the words for a place."""
PLACE: Final = "C4; in reach of X; behind X; toward X; cover from X; door east …"
"""Examples of words for a place: those of move, which lists the key, too."""
NAMING: Final = ("heal",)
"""The choices that may name a creature in addition to the targets; that creature is then loaded, too."""
ROLLS_OF_ACTS: Final = ("attack", "save", "check")
"""The rolls that take faces from the table while the steps of the act and of its riders are played; a save for concentration never does."""


def _as_slot(written: Any) -> Any:
    """The level of a slot as a number: "2nd", "level 2", "3rd-level slot"; any other word as it is, such as "pact"."""
    level = number_of(written, ["slot"]) if isinstance(written, str) else None
    return written if level is None or level.denominator != 1 else int(level)


def _as_shots(written: Any) -> Any:
    """The names of a call; a name with a number of shots is repeated once for each shot: "2 at Goblin 1", {"Goblin 1": 2}."""
    if isinstance(written, Mapping) and all(type(n) is int and 0 < n <= MOST_NAMES for n in written.values()):
        return [name for name, count in written.items() for _ in range(count)]
    if isinstance(written, str):
        parts = [part for part in _BETWEEN_SHOTS.split(_HEADING.sub("", written)) if part]
        written = parts if all(map(_SHOTS.fullmatch, parts)) else value_forms.parts("targets", written)
    return [one for name in written for one in _each_shot(name)] if isinstance(written, list | tuple) else written


def _each_shot(name: Any) -> list[Any]:
    found = _SHOTS.fullmatch(name) if isinstance(name, str) else None
    count = int(found["before"] or found["after"]) if found else 1
    return [found["at"] or found["to"]] * count if found and 0 < count <= MOST_NAMES else [name]


_SHOTS: Final = re.compile(
    r"\s*(?:(?P<before>\d{1,3})\s*(?:[x×]|shots?|rays?|beams?|darts?|missiles?|bolts?)?\s+(?:at|on|to)\s+(?P<at>\S.*?)|(?P<to>\S.*?)\s*[x×]\s*(?P<after>\d{1,3}))\s*",
    re.IGNORECASE,
)
"""A number of shots and a name: "2 at Goblin 1", "2 rays at Goblin 1", "Goblin 1 x2"."""
_BETWEEN_SHOTS: Final = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+(?=\d)")
_HEADING: Final = re.compile(r"^\s*\d{1,3}\s+\w+:\s*")
"""The number of all shots before their shares: "3 rays: …"."""
MOST_POINTS: Final = 100
"""Points of one call: those of Meteor Swarm, and the squares of a wall."""


def as_points(written: Any) -> Any:
    """The points of a call, one or several, also as a list in one text."""
    return value_forms.parts("at", written) if isinstance(written, str) else written


Targets = Annotated[tuple[str, ...], BeforeValidator(_as_shots), Field(max_length=MOST_NAMES)]
Points = Annotated[tuple[str, ...], BeforeValidator(as_points), Field(max_length=MOST_POINTS)]
Slot = Annotated[int | str | None, BeforeValidator(_as_slot)]
Choice = Annotated[Mapping[str, str], BeforeValidator(as_words)]


class ActCommand(Command):
    character_id: str | None = None
    character_name: str | None = None
    slot: Annotated[Slot, Field(description='Or "pact"; default: the lowest.')] = None
    choice: Annotated[Choice, Field(description="A word, or {name: word}.")] = {}
    targets: Annotated[Targets, Field(description="Names; for an area, all inside.")] = ()
    target_id: str | None = None
    target_name: str | None = None
    with_: Annotated[Names, Field(alias="with", description="Riders, ready, and what the table sees: half_cover, ally_near …")] = ()
    answer: Annotated[bool, Field(description="A reaction to the last deed.")] = False
    rev: Annotated[int | None, Field(ge=1, strict=True, description="Default: the last.")] = None
    to: Annotated[str | None, Field(max_length=LONGEST_PLACE, description=PLACE)] = None
    at: Annotated[Points, Field(description="Point of an area: E5/F6, on X; default: the best.")] = ()
    toward: Annotated[str | None, Field(max_length=LONGEST_PLACE, description="Of a cone or line: north, X.")] = None
    catch: Annotated[Names | None, Field(description="Whom the area is to catch: names, enemies, party.")] = None
    spare: Annotated[Names, Field(description="Whom it is not to catch.")] = ()
    force: bool = False
    d20: Faces = ()
    seed: Seed = None

    def faces_on_the_table(self) -> FacesOnTheTable | None:
        return FacesOnTheTable.laid(self.d20, *ROLLS_OF_ACTS)

    def touches(self) -> tuple[Ref, ...]:
        """Load the lights around the actor, too, because they decide who sees whom."""
        own = Ref("bearer", self.character_id, self.character_name)
        named = [Ref("party") if is_party(n) else Ref("bearer", *targets.id_or_name(n)) for n in self.targets]
        of_area = [n for n in (*(self.catch or ()), *self.spare) if not area_crowd.is_group(n)]
        named += [Ref("bearer", *targets.id_or_name(n)) for n in (*self.shared_among, *of_area)]
        one = [Ref("bearer", self.target_id, self.target_name)] if self.target_id or self.target_name else []
        lights = [Ref("lights", *self.actor)] if any(self.actor) else []
        beside = [Ref("bearer", *targets.id_or_name(name)) for key in NAMING if (name := word_for(self.choice, key))]
        return (own, *named, *one, *beside, *lights, Ref("fight"))

    def ids_meant(self, seen: World, book: Rulebook) -> Mapping[str, Any]:
        """The creatures that a plural means as far as the sender sees them."""
        room = _room(self, seen)
        ids = {name: [t.id for t in targets.meant_by_plural(seen, name, room)] for name in self.targets}
        found = {"targets": tuple(id for name in self.targets for id in ids[name] or (name,))} if any(ids.values()) else {}
        for key, listed in (("catch", self.catch or ()), ("spare", self.spare)):
            meant = {name: [t.id for t in targets.meant_by_plural(seen, name, room)] for name in listed}
            if any(meant.values()):
                found[key] = tuple(id for name in listed for id in meant[name] or (name,))
        return found

    @property
    def shared_among(self) -> tuple[str, ...]:
        """The choices that have a number each and so may be the shares of creatures: {"Mira": 20, "Wren": 10}."""
        return tuple(name for name, share in self.choice.items() if share.isdecimal()) if not self.targets else ()

    def weighs(self) -> tuple[str, ...]:
        return ("choice", "rev")

    def wish(self, ritual: bool = False) -> Wish:
        area = AreaWish(self.at, self.toward, self.catch or None, self.spare)
        return Wish(self.slot, dict(self.choice), told_words(self.with_), ritual, self.force, area)


AnyAct = TypeVar("AnyAct", bound=ActCommand)


def caster_of(command: ActCommand, world: World) -> Thing | Rejected:
    return targets.character(world, *command.actor, "characterName")


def with_groups(command: AnyAct, world: World) -> AnyAct:
    """The command whose targets name no groups: a word such as "enemies" says whom it is to catch, where places count."""
    room = _room(command, world)
    if room is None or not standing.is_measured(world, room.id):
        return command
    groups = tuple(name for name in command.targets if _is_group(world, name, room))
    single = tuple(name for name in (command.target_name,) if name and _is_group(world, name, room))
    if not groups and not single:
        return command
    kept = {"targets": tuple(name for name in command.targets if name not in groups), **({"target_name": None} if single else {})}
    return command.model_copy(update={**kept, "catch": (*(command.catch or ()), *groups, *single)})


def _is_group(world: World, name: str, room: Thing) -> bool:
    """Whether the name means a group other than the party, and nobody here is called so."""
    is_word = area_crowd.is_group(name) and not is_party(name)
    return is_word and isinstance(targets.creatures(world, name, "targets", room), Rejected)


def _room(command: ActCommand, world: World) -> Thing | None:
    """The room of the acting creature."""
    caster = caster_of(command, world)
    return world.room_of(caster.id) if isinstance(caster, Thing) else None


def targets_of(command: ActCommand, world: World) -> list[Thing] | Rejected:
    """The named creatures, each as often as it is named; if none is named, the creatures to which the call gives a share each."""
    found = creatures_named(world, command.targets, command.target, _room(command, world))
    return found or _sharing(command, world)


def everybody_named(command: ActCommand, world: World) -> list[Thing] | Rejected:
    """Every creature that the call names, as a target or for its area; a group is nobody by name."""
    room = _room(command, world)
    single = () if command.target_name and area_crowd.is_group(command.target_name) else command.target
    listed = [name for name in (*command.targets, *(command.catch or ()), *command.spare) if not area_crowd.is_group(name)]
    return creatures_named(world, listed, single or NOBODY, room)


def _sharing(command: ActCommand, world: World) -> list[Thing]:
    """The creatures to which the call gives points by their full names (SRD, Preserve Life); other names of choices mean no creature."""
    found = [(name, targets.character(world, *targets.id_or_name(name), "choice")) for name in command.shared_among]
    return [one for name, one in found if isinstance(one, Thing) and names.fold(name) in (names.fold(one.name), names.fold(one.id))]


def creatures_named(world: World, listed: Sequence[str], single: Named, room: Thing | None = None) -> list[Thing] | Rejected:
    """The creatures of a list, with those that a plural names in this room, and the creature named in a separate field."""
    found: list[Thing] = []
    for n, name in enumerate(listed):
        if is_party(name):
            found += targets.party_of(world)
            continue
        named = targets.creatures(world, name, f"targets[{n}]", room)
        if isinstance(named, Rejected):
            return named
        found += named
    if any(single):
        one = targets.character(world, *single, targets.field_of(*single, "targetName"))
        return one if isinstance(one, Rejected) else [*found, one]
    return found


_ACROSS: Final = ("special", "unlimited")
"""The ranges of acts that reach other planes (SRD, Sending; SRD 5.2, Night Hag: Nightmare Haunting)."""
_MILE: Final = 5280


def _reaches_other_rooms(act: Act) -> bool:
    """Whether the act is about a creature wherever it is (SRD, Scrying), or about a place up to miles away (SRD, Project Image)."""
    is_of_miles = isinstance(act.range, int) and act.range >= _MILE and act.targets == "self"
    return act.anywhere or act.range in _ACROSS or is_of_miles


def elsewhere(world: World, caster: Thing, whom: Sequence[Thing], book: Rulebook, act: Act | None = None) -> Rejected | None:
    """Refuse a target in another room or on another plane: most acts reach only creatures in the same place, unless the game master forces
    it.
    """
    is_across = act is not None and act.range in _ACROSS
    here = world.room_of(caster.id)
    for target in whom:
        if not is_across and planes.are_apart(world, caster, target, book):
            return Rejected("target_banished", "targets", {"name": target.name, "who": caster.name})
        there = world.room_of(target.id)
        if here and there and here != there and not (act and _reaches_other_rooms(act)):
            details = {"name": target.name, "there": there.name, "who": caster.name, "here": here.name}
            return Rejected("target_elsewhere", "targets", details)
    return None
