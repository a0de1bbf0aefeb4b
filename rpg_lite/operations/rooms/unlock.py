"""manage_room unlock: unlock a door or a chest with the key, with tools, or by force."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import locked_refusals, state_changes, targets
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected, Verdict
from rpg_lite.mechanics.life.incapacity import cannot_handle
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.doors import (
    LockTry,
    OfDoor,
    Shuttable,
    as_it_is,
    cost_of_a_door,
    handle,
    hands,
    key_for,
    meant_door,
    refuse_far,
    told_of_door,
    turn_key,
)
from rpg_lite.mechanics.rolls.rolls import D20, Seed
from rpg_lite.mechanics.rolls.skill_checks import skill_check, tool_check
from rpg_lite.mechanics.rolls.tool_lookup import TOOLS_NAME, has_tools
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Name
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, clock
from rpg_lite.world.creature_states import Tried
from rpg_lite.world.locks import Fitting, lock_of
from rpg_lite.world.world_model import Exit, Thing, World

USUAL_DC: Final = 15
"""The suggested DC if the game master has named none."""
LockSkill = Literal["sleight_of_hand", "athletics"]


class Unlock(OfDoor):
    """With the key, or else by a roll of one character."""

    operation: Literal["unlock"]
    key_name: Annotated[Name | None, Field(description="An item.")] = None
    force: bool = False
    skill: Annotated[LockSkill | None, Field(description="sleight_of_hand, athletics.")] = None
    dc: Annotated[int | None, Field(ge=0, le=40, strict=True)] = None
    seed: Seed = None


def decide_unlock(command: Unlock, draft: Draft) -> Verdict:
    """Refuses: bag_locked, beyond_reach, cannot_act, exit_unknown, floor_unknown, key_missing, key_unfit, lock_needs_one, lock_required, lock_without_dc,
    no_door, not_in_the_room, tools_required.
    """
    world, book = draft.world, draft.situation.book
    found = meant_door(world, command, book)
    if isinstance(found, Rejected):
        return found
    what, people = found
    if far := refuse_far(draft, command, what, people):
        return far
    lock = lock_of(what)
    if not lock.is_locked:
        return _not_locked(draft, what)
    if command.key_name and names.fold(command.key_name) != names.fold(lock.key_name or ""):
        return Rejected("key_unfit", "keyName", {"label": lock.name, "name": command.key_name})
    holder = locked_refusals.holder(world, what, people, book)
    if command.key_name and holder is None and not command.force:
        return Rejected("key_missing", "keyName", {"key": lock.key_name})
    if holder or command.force or (lock.is_bolt and command.dc is None):
        if not command.force:
            handle(draft, what, "touch", hands(command, people))
        turn_key(draft, what, is_locked=False)
        return told_of_door(draft, what, key=key_for(world, book, lock, holder))
    return _pick(draft, what, lock, command, people)


def may_unlock(caller: Caller, command: Unlock, seen: World, book: Rulebook) -> Rejected | None:
    """Refuses: lock_tried, not_in_the_fight, not_your_turn, not_yours, out_of_reach."""
    hand = reach.hand_of(command, seen, book)
    return reach.of_own(caller, command, seen, book) or _was_tried(seen, command, book) or reach.waits_for_turn(caller, seen, hand)


def _was_tried(world: World, command: Unlock, book: Rulebook) -> Rejected | None:
    """The refusal if a player has already tried this lock: after a failure, the character must wait until time has passed."""
    found = meant_door(world, command, book)
    if isinstance(found, Rejected) or not found[1]:
        return None  # the decider refuses it later, with its own code
    what, people = found
    tried = people[0].creature.tried
    if tried is None or locked_refusals.holder(world, what, people, book):
        return None
    if tried.at != clock.now(world) or _lock_id(world, what) not in tried.locks:
        return None
    return Rejected("lock_tried", "operation", {"label": lock_of(what).name, "name": people[0].name})


def _not_locked(draft: Draft, what: Shuttable) -> Verdict:
    if not isinstance(what, Exit):
        return as_it_is(draft, what)
    draft.note("door_not_locked", label=what.label, state=what.state)
    return told_of_door(draft, what)


def _pick(draft: Draft, what: Shuttable, lock: Fitting, command: Unlock, people: Sequence[Thing]) -> Verdict:
    """Open the lock without the key: with tools, or by force. A failure changes nothing, but the roll is recorded."""
    dc = lock.dc if command.dc is None else command.dc
    if dc is None:
        return _without_dc(lock, command)
    who = people[0] if people and (command.is_for_one or len(targets.party_of(draft.world)) == 1) else None
    if who is None:
        return _needs_one(draft, lock, command, people, dc)
    stats = draft.stats(who)
    if refusal := cannot_handle(who, stats):
        return refusal
    if lock.dc is not None and dc != lock.dc:
        draft.note("lock_has_its_own_dc", label=lock.name, own=lock.dc, dc=dc)
    skill = command.skill or "sleight_of_hand"
    if skill == "sleight_of_hand" and not has_tools(draft.world, who, draft.situation.book):
        sent = {} if command.dc is None else {"dc": command.dc}
        instead = {"characterName": who.name, "operation": "unlock", **locked_refusals.address(what), "skill": "athletics", **sent}
        return Rejected("tools_required", "skill", {"name": who.name}, instead=instead)
    rolled, tried = _try(draft, who, skill)
    if rolled.total < dc:
        _remember(draft, who, what)
    elif not draft.situation.dry:
        turn_key(draft, what, is_locked=False)
    handle(draft, what, "pick", [who])
    return told_of_door(draft, what, tried=LockTry(Called(who.id), tried, rolled.total, dc))


def _try(draft: Draft, who: Thing, skill: LockSkill) -> tuple[D20, str]:
    """(roll, kind of attempt). With tools, 5.1 uses DEX and the tools' proficiency; 5.2 uses Sleight of Hand and both proficiencies."""
    if skill == "athletics":
        return skill_check(draft, who, skill), skill
    mixed = draft.situation.book.policy.picking_locks == "sleight_of_hand"
    rolled, trained = tool_check(draft, who, TOOLS_NAME, skill, mixed)
    if not mixed and not trained:
        draft.note(
            "for_you_to_judge", texts=[f"{who.name} is not proficient with {TOOLS_NAME}; SRD 5.1 lets only the proficient pick a lock"]
        )
    return rolled, skill if mixed else TOOLS_NAME


def _needs_one(draft: Draft, lock: Fitting, command: Unlock, people: Sequence[Thing], dc: int) -> Rejected:
    """The refusal that asks which creature tries; if only one creature has the tools, suggest it."""
    able = [p for p in people if has_tools(draft.world, p, draft.situation.book)]
    sent = command.model_dump(by_alias=True, exclude_unset=True)
    instead = {**sent, "characterName": able[0].name} if len(able) == 1 else None
    details = {"key": lock.key_name, "dc": dc}
    return Rejected("lock_needs_one", "characterName", details, allowed=tuple(p.name for p in people), instead=instead)


def _without_dc(lock: Fitting, command: Unlock) -> Rejected:
    """The refusal of a roll if the game master has not named a DC."""
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "dc": USUAL_DC}
    return Rejected("lock_without_dc", "dc", {"label": lock.name, "key": lock.key_name}, instead=instead)


def _remember(draft: Draft, who: Thing, what: Shuttable) -> None:
    """Remember that the creature failed at this lock at this time."""
    at, before = clock.now(draft.world), who.creature.tried
    known = before.locks if before and before.at == at else ()
    state_changes.change(draft, who, body_paths.TRIED, Tried.make(at, (*known, _lock_id(draft.world, what))))


def _lock_id(world: World, what: Shuttable) -> str:
    """The id of the lock, the same for both sides of a door."""
    return min(side.id for side in room_lookup.sides(world, what)) if isinstance(what, Exit) else what.id


OPERATION = Operation(
    tool="manage_room",
    model=Unlock,
    decide=decide_unlock,
    who=replace(OWN, reach=may_unlock, decrees=("dc",), is_found_by_doing=True),
    cost=cost_of_a_door,
    sends="characterName direction force? seed?",
    is_verb=True,
)
