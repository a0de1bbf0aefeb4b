"""manage_room hide: put a thing, an exit or a lurking creature out of sight."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.lurking import lurk
from rpg_lite.mechanics.places.room_lookup import Placed
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.operations.operation import GM, Operation
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.world import body_paths
from rpg_lite.world.world_model import Thing

HIDE: Final = "Hide"


class Hide(Placed):
    """A thing on the floor, an exit, or a creature that lurks, until found; with the dc to find it."""

    operation: Literal["hide"]
    direction: str | None = None
    item_id: str | None = None
    item_name: str | None = None
    dc: Annotated[int | None, Field(ge=0, le=40, strict=True)] = None


@dataclass(frozen=True, slots=True)
class HideResult(Result):
    """The hidden thing, exit or creature, and the DC that finds it."""

    what: str
    dc: int | None


def decide_hide(command: Hide, draft: Draft) -> Verdict:
    """Refuses: bag_locked, dc_is_the_locks, exit_unknown, floor_unknown, not_on_the_floor, one_of_required."""
    world, situation = draft.world, draft.situation
    room = room_lookup.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    if command.direction is None and command.item_id is None and command.item_name is None and command.is_for_one:
        return _hide_creature(command, draft)
    if (command.direction is None) == (command.item_id is None and command.item_name is None):
        return Rejected("one_of_required", "direction", allowed=("direction", "itemName"))
    if command.direction is not None:
        way = room_lookup.way(world, room, command.direction)
        if isinstance(way, Rejected):
            return way
        if command.dc is not None and (way.state == "locked" or way.key_name is not None):
            return Rejected("dc_is_the_locks", "dc", {"label": way.label})
        room_lookup.alter(draft, way, hidden=True, **({} if command.dc is None else {"dc": command.dc}))
        return Decision.about(room.id, result=HideResult(way.label, draft.world.exits[way.id].dc_to_find))
    thing = targets.find_carried(world, room, command.item_id, command.item_name, situation.book, lambda t: t.parent_id == room.id)
    if isinstance(thing, Rejected):
        return thing
    if thing.parent_id != room.id:
        return Rejected("not_on_the_floor", "itemName", {"name": thing.name, "room": room.name})
    change(draft, thing, body_paths.HIDDEN, True)
    if command.dc is not None:
        change(draft, draft.world.things[thing.id], body_paths.DC_TO_FIND, command.dc)
    return Decision.about(room.id, result=HideResult(thing.name, draft.world.things[thing.id].state.dc_to_find))


def _hide_creature(command: Hide, draft: Draft) -> Verdict:
    """Hide a creature outside the party, as if it had hidden by itself or passed for a thing (SRD 5.1, False Appearance; SRD 5.2, Mimic); a
    hero hides by a check of its own. Without `dc`, its passive Stealth is the DC that finds it.
    """
    one = targets.character(draft.world, *command.who, "characterName")
    if isinstance(one, Rejected):
        return one
    if one.creature.is_member:
        hero = {"operation": "act", "characterName": one.name, "act": "Hide"}
        return Rejected("one_of_required", "direction", allowed=("direction", "itemName"), instead=hero)
    return Decision.about(one.parent_id or one.id, one.id, result=HideResult(one.name, lurk(draft, one, command.dc)))


def cost_of_hiding(command: Hide, decision: Decision, draft: Draft) -> Sequence[TurnPrice]:
    """The action of a creature that hides, or its bonus action if an act of its own allows that; nothing for things and exits (SRD, Hide;
    Nimble Escape).
    """
    return tuple(TurnPrice(who, HIDE, _cost(draft, draft.world.things[who])) for who in decision.bearers)


def _cost(draft: Draft, one: Thing) -> str:
    turn = ledger.left(draft.world, one.id, draft.situation.book)
    quick = any(found.act.cost == "bonus" and _hides(found.act) for found in acts.own_acts_of(draft.world, one, draft.situation.book))
    return "bonus" if quick and turn is not None and turn.bonus else "action"


def _hides(act: Act) -> bool:
    return any(isinstance(step, DoStep) and step.do == HIDE for step in walk(act.steps))


OPERATION = Operation(
    tool="manage_room",
    model=Hide,
    decide=decide_hide,
    who=GM,
    cost=cost_of_hiding,
    sends="itemName dc?",
)
