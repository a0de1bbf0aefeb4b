"""The keys that `cast` and `act` share, and the creatures they name."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from rpg_lite.operations import targets
from rpg_lite.operations.choice_words import as_words, word_for
from rpg_lite.operations.command import Command
from rpg_lite.operations.mechanics import planes
from rpg_lite.operations.mechanics.acting.casting import Wish, told_words
from rpg_lite.operations.mechanics.dice_on_the_table import Faces
from rpg_lite.operations.mechanics.rolls import Seed
from rpg_lite.operations.outcome import Rejected
from rpg_lite.operations.reserved_names import is_party
from rpg_lite.operations.shared_keys import Named
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.things import Ref, Thing, World

MOST_NAMES = 100
NAMING: Final = ("heal",)
"""The choices that may name a creature beside the targets, which is then loaded as they are."""
ROLLS_OF_ACTS: Final = ("attack", "save", "check")
"""The rolls that take faces from the table, while the steps of the act and of its riders are played: not a save for concentration."""


def _as_list(written: Any) -> Any:
    return [written] if isinstance(written, str) else written


def _as_shots(written: Any) -> Any:
    """The names of a call; a name with a number of shots stands once for each of them: "2 at Goblin 1", {"Goblin 1": 2}."""
    if isinstance(written, Mapping) and all(type(n) is int and 0 < n <= MOST_NAMES for n in written.values()):
        return [name for name, count in written.items() for _ in range(count)]
    if isinstance(written, str):
        parts = [part for part in _BETWEEN_SHOTS.split(_HEADING.sub("", written)) if part]
        written = parts if all(map(_SHOTS.fullmatch, parts)) else [written]
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
Targets = Annotated[tuple[str, ...], BeforeValidator(_as_shots), Field(max_length=MOST_NAMES)]
Names = Annotated[tuple[str, ...], BeforeValidator(_as_list), Field(max_length=MOST_NAMES)]
Choice = Annotated[Mapping[str, str], BeforeValidator(as_words)]


class ActCommand(Command):
    character_id: str | None = None
    character_name: str | None = None
    slot: Annotated[int | str | None, Field(description='Or "pact"; default: the lowest that fits.')] = None
    choice: Annotated[Choice, Field(description="A word, or {name: word}.")] = {}
    targets: Annotated[Targets, Field(description="Names; for an area, all inside.")] = ()
    target_id: str | None = None
    target_name: str | None = None
    with_: Annotated[Names, Field(alias="with", description="Riders, ready, and what the table sees: half_cover, ally_near …")] = ()
    answer: Annotated[bool, Field(description="A reaction to the last deed, replayed with the same dice.")] = False
    rev: Annotated[int | None, Field(ge=1, strict=True, description="The answered deed; default: the last.")] = None
    force: bool = False
    d20: Faces = ()
    seed: Seed = None

    def touches(self) -> tuple[Ref, ...]:
        own = Ref("bearer", self.character_id, self.character_name)
        named = [Ref("party") if is_party(n) else Ref("bearer", *targets.id_or_name(n)) for n in self.targets]
        named += [Ref("bearer", *targets.id_or_name(n)) for n in self.shared_among]
        one = [Ref("bearer", self.target_id, self.target_name)] if self.target_id or self.target_name else []
        beside = [Ref("bearer", *targets.id_or_name(name)) for key in NAMING if (name := word_for(self.choice, key))]
        return (own, *named, *one, *beside, Ref("fight"))

    @property
    def shared_among(self) -> tuple[str, ...]:
        """The choices that have a number each and so may be the shares of creatures: {"Mira": 20, "Wren": 10}."""
        return tuple(name for name, share in self.choice.items() if share.isdecimal()) if not self.targets else ()

    def wish(self, ritual: bool = False) -> Wish:
        return Wish(self.slot, dict(self.choice), told_words(self.with_), ritual, self.force)


def caster_of(command: ActCommand, world: World) -> Thing | Rejected:
    return targets.character(world, *command.actor, "characterName")


def targets_of(command: ActCommand, world: World) -> list[Thing] | Rejected:
    """The named creatures, each as often as it is named; without any, those to which the call gives a share each."""
    found = creatures_named(world, command.targets, command.target)
    return found or _sharing(command, world)


def _sharing(command: ActCommand, world: World) -> list[Thing]:
    """The creatures by whose whole names the call divides points (SRD, Preserve Life); other names of choices mean nobody."""
    found = [(name, targets.character(world, *targets.id_or_name(name), "choice")) for name in command.shared_among]
    return [one for name, one in found if isinstance(one, Thing) and names.fold(name) in (names.fold(one.name), names.fold(one.id))]


def creatures_named(world: World, listed: Sequence[str], single: Named) -> list[Thing] | Rejected:
    """The creatures of a list, and the creature named in a separate field."""
    found: list[Thing] = []
    for n, name in enumerate(listed):
        if is_party(name):
            found += targets.party_of(world)
            continue
        one = targets.character(world, *targets.id_or_name(name), f"targets[{n}]")
        if isinstance(one, Rejected):
            return one
        found.append(one)
    if any(single):
        one = targets.character(world, *single, targets.field_of(*single, "targetName"))
        return one if isinstance(one, Rejected) else [*found, one]
    return found


def elsewhere(world: World, caster: Thing, whom: Sequence[Thing], book: Rulebook) -> Rejected | None:
    """Refuse a target in another room or on another plane: an act reaches only creatures in the same place, unless the game master forces
    it.
    """
    here = world.room_of(caster.id)
    for target in whom:
        if planes.are_apart(world, caster, target, book):
            return Rejected("target_banished", "targets", {"name": target.name, "who": caster.name})
        there = world.room_of(target.id)
        if here and there and here != there:
            details = {"name": target.name, "there": there.name, "who": caster.name, "here": here.name}
            return Rejected("target_elsewhere", "targets", details)
    return None
