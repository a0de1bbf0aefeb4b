"""read_campaign: what is true, without changing it. The world of the slice is the answer; views show it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.outcome import Accepted, Outcome, Rejected, Turn
from rpg_lite.commands.targets import Command
from rpg_lite.commands.undo import too_far
from rpg_lite.world.things import Ref, World

MOST_HISTORY = 50


class Looking(Command):
    """What shows the campaign, as it is or as it was."""

    at_rev: Annotated[int | None, Field(ge=0, strict=True, description="As it was at this rev.")] = None


class Party(Looking):
    """The campaign at a glance: members, hit points, purse, the last commands."""

    operation: Literal["party"]

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("party"), Ref("floor"))


class Character(Looking):
    """One character's headline numbers, or single numbers with their reasons."""

    operation: Literal["character"]
    character_id: str | None = None
    character_name: str | None = None
    stats: Annotated[tuple[str, ...], Field(description='Numbers with their reasons: ["ac", "saves.dex"].')] = ()

    def touches(self) -> tuple[Ref, ...]:
        return targets.refs(self.character_id, self.character_name, None, None)


class ItemQuery(Command):
    """Finds item templates by name, type or text; an exact name gives the whole card."""

    operation: Literal["item"]
    query: Annotated[str, Field(min_length=1, max_length=200)]


class History(Looking):
    """The last commands of the campaign."""

    operation: Literal["history"]
    last: Annotated[int, Field(ge=1, le=MOST_HISTORY, strict=True, description="How many; default 10.")] = 10


READS: tuple[type[Command], ...] = (Party, Character, ItemQuery, History)


def moment(commands: Sequence[Command], last: int) -> int | Rejected | None:
    """The earlier rev that all of them look at; None for now."""
    wanted = {c.at_rev if isinstance(c, Looking) else None for c in commands}
    revs = wanted - {None, last}
    if len(wanted) > 1 and revs:
        return Rejected("at_rev_mixed", "atRev")
    rev = next(iter(revs), None)
    if rev is not None and (refused := too_far(rev, last)):
        return replace(refused, field="atRev")
    return rev


def decide_party(command: Party, world: World, turn: Turn) -> Outcome:
    return _shown(world)


def decide_character(command: Character, world: World, turn: Turn) -> Outcome:
    if targets.is_party(command.character_name):
        return _shown(world)
    found = targets.character(world, command.character_id, command.character_name, "characterName")
    return found if isinstance(found, Rejected) else _shown(world, found.id)


def decide_item(command: ItemQuery, world: World, turn: Turn) -> Outcome:
    return _shown(world)


def decide_history(command: History, world: World, turn: Turn) -> Outcome:
    return _shown(world)


def _shown(world: World, subject: str | None = None, **data: Any) -> Accepted:
    return Accepted((), world, subject=subject, data=data)
