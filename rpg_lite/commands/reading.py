"""read_campaign: what is true, without changing it. The world of the slice is the answer; views show it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.outcome import Accepted, Outcome, Rejected, Turn
from rpg_lite.commands.targets import Command
from rpg_lite.commands.undo import too_far
from rpg_lite.rules import names
from rpg_lite.world import bearers
from rpg_lite.world.things import LAST_REV, Ref, World

MOST_HISTORY = 50


class Looking(Command):
    """What shows the campaign, as it is or as it was."""

    at_rev: Annotated[int | None, Field(ge=0, strict=True, description="As it was at this rev.")] = None


class Party(Looking):
    """The campaign at a glance: members, hit points, purse, the last commands."""

    operation: Literal["party"]

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("party"), Ref("floor"), Ref("fight"))


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
    """The last commands of the campaign, or the tool calls; of somebody, somewhere, something."""

    operation: Literal["history"]
    tools: Annotated[bool, Field(strict=True, description="The last tool calls instead, refused ones too.")] = False
    stats: Annotated[
        bool, Field(strict=True, description="How often each operation is called, fails, and how long it takes; how the dice fell.")
    ] = False
    actor_name: Annotated[str | None, Field(description="Only of this character.")] = None
    room_name: str | None = None
    item_name: str | None = None
    since: Annotated[int | None, Field(ge=0, le=LAST_REV, strict=True, description="Only after this rev.")] = None
    last: Annotated[
        int, Field(ge=1, le=LAST_REV, strict=True, description="How many; default 10.", json_schema_extra={"maximum": MOST_HISTORY})
    ] = 10

    def touches(self) -> tuple[Ref, ...]:
        named = [Ref("bearer", name=name) for name in (self.actor_name, self.room_name) if name]
        return (*named, Ref("namesake", name=self.item_name)) if self.item_name else tuple(named)

    @property
    def shown(self) -> int:
        return min(self.last, MOST_HISTORY)

    @property
    def hears_calls(self) -> bool:
        return bool(self.tools or self.stats or self.actor_name or self.room_name or self.item_name)


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
    """Whose history: the ids of who, where and what are named. An item may be gone: then its name is left to look for."""
    if command.at_rev is not None and (command.tools or command.stats):
        return Rejected("calls_have_no_rev", "atRev")
    whose: dict[str, tuple[str, ...]] = {}
    if command.actor_name:
        actor = targets.character(world, None, command.actor_name, "actorName")
        if isinstance(actor, Rejected):
            return actor
        whose["actor"] = (actor.id,)
    if command.room_name:
        rooms = world.named(command.room_name, "room")
        if not rooms:
            near = names.nearest(command.room_name, [k.name for k in world.roster if k.kind == "room"])
            return Rejected("bag_unknown", "roomName", {"wanted": command.room_name}, tuple(near))
        whose["room"] = tuple(room.id for room in rooms)
    if command.item_name:
        key = names.fold(command.item_name)
        alike = (t.id for t in world.things.values() if t.kind == "item" and key in bearers.names_of(t, turn.book))
        whose["item"] = (command.item_name, key, *alike)
    return _shown(world, whose=whose)


def _shown(world: World, subject: str | None = None, **data: Any) -> Accepted:
    return Accepted((), world, subject=subject, data=data)
