"""read_campaign inventory: list the things in use in a room, things lying there, things that a character carries, things that could be
used.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.room_lookup import ActingCommand, ForPlayers
from rpg_lite.operations.operation import SEEN, Operation, free
from rpg_lite.world import tools_in_use
from rpg_lite.world.world_model import Ref, Thing, World


class Inventory(ActingCommand):
    """Things carried and lying around; `scope` here or all: also the verbs and tools in use."""

    operation: Literal["inventory"]
    scope: Annotated[Literal["here", "me", "all"] | None, Field(description="all: the tools in use, too.")] = None
    for_players: ForPlayers = False

    def touches(self) -> tuple[Ref, ...]:
        whose = (Ref("context", *self.who),) if self.is_for_one else (Ref("context"), Ref("party"))
        return (*super().touches(), *whose, *((Ref("qualified", name="*"),) if self.scope == "all" else ()))


@dataclass(frozen=True, slots=True)
class InventoryResult(Result):
    """The ids of the things in use, of the bearers whose bags are shown, and of the things that could be used."""

    used: tuple[str, ...]
    bags: tuple[str, ...]
    unused: tuple[str, ...]


def decide_inventory(command: Inventory, draft: Draft) -> Verdict:
    """The ids of the things in use, of the bearers whose bags are shown, and of the things that could be used. Bearers in no room are
    included.

    Refuses: floor_unknown, party_empty.
    """
    world = draft.world
    who = _whose(command, world)
    if isinstance(who, Rejected):
        return who
    room = world.room_of(who[0].id) if command.is_for_one else room_lookup.here(world, command)
    if isinstance(room, Rejected):
        return room
    if room and not draft.situation.sees(room.id):
        room = None  # a friend's bags are the party's; the room around the friend is not in sight
    used = [t.id for t in _in_use(world, room, who if command.is_for_one or command.scope in ("me", "all") else ())]
    bags = [w.id for w in who] if command.scope != "here" else []
    lying = {t.id for bag in (room, *who) if bag for t in world.bag_of(bag.id)}
    unused = [t.id for t in _could_be_used(world) if t.id not in {*used, *lying}] if command.scope == "all" else []
    return Decision.about(room.id if room else None, result=InventoryResult(tuple(used), tuple(bags), tuple(unused)))


def _whose(command: Inventory, world: World) -> list[Thing] | Rejected:
    """The named creature, or else the party; an empty party is refused only if the command asks for its own bags."""
    who = room_lookup.acting(world, command)
    if isinstance(who, Rejected) and who.code == "party_empty" and command.scope != "me":
        return []
    return who


def _in_use(world: World, room: Thing | None, who: Sequence[Thing]) -> Iterable[Thing]:
    """Everything that the room and these characters have in use, even if it is unavailable now; each thing once, tools before notes."""
    for kind in tools_in_use.CAPABILITIES:
        ids: Sequence[str | None] = [w.id for w in who] or [None]
        everyone = {t.id: t for id in ids for t in tools_in_use.in_use(world, room.id if room else None, id, kind)}
        yield from everyone.values()


def _could_be_used(world: World) -> list[Thing]:
    capable = (t for t in world.things.values() if t.kind in tools_in_use.CAPABILITIES and t.qualified_name and t.available)
    return sorted(capable, key=lambda t: (tools_in_use.CAPABILITIES.index(t.kind), t.qualified_name or ""))


OPERATION = Operation(
    tool="read_campaign",
    model=Inventory,
    decide=decide_inventory,
    who=SEEN,
    cost=free,
    sends="characterName? scope? forPlayers?",
    reads=True,
)
