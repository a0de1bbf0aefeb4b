"""manage_room disarm: make a known trap harmless, by the check that the trap names or, if it names none, by simple means."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.acts import traps_in_play
from rpg_lite.mechanics.life.incapacity import cannot_handle
from rpg_lite.mechanics.places import doors, room_lookup
from rpg_lite.mechanics.places.doors import OfDoor
from rpg_lite.mechanics.rolls import tool_lookup
from rpg_lite.mechanics.rolls.rolls import Seed
from rpg_lite.mechanics.rolls.skill_checks import ability_check, skill_check, tool_check
from rpg_lite.mechanics.space import standing
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.operations.operation import BY_HAND, Operation
from rpg_lite.rules import creature_flags
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, square_name
from rpg_lite.rules.trap_rules import THIEVES_TOOLS, Disarming
from rpg_lite.world import placed_traps
from rpg_lite.world.placed_traps import Place, SetTrap
from rpg_lite.world.world_model import Thing, World


class Disarm(OfDoor):
    """A known trap: of an exit, a chest, or the room."""

    operation: Literal["disarm"]
    seed: Seed = None


@dataclass(frozen=True, slots=True)
class DisarmResult(Result):
    """The attempt: the creature, the trap and its place, the check with its total and DC if it took one, and whether it worked."""

    who: Called
    trap: str
    place: str | Called
    how: str
    total: int | None
    dc: int | None
    done: bool
    say: str | None


def decide_disarm(command: Disarm, draft: Draft) -> Verdict:
    """Refuses: bag_locked, beyond_reach, cannot_act, exit_unknown, floor_unknown, lock_required, not_in_the_room, tools_missing, trap_fixed,
    trap_needs_one, trap_not_armed, trap_not_found.
    """
    world, situation = draft.world, draft.situation
    found = _meant(command, world, situation.book)
    if isinstance(found, Rejected):
        return found
    who, place = found
    trap = placed_traps.trap_of(world, place)
    rule = traps_in_play.rule_of(draft, trap) if trap else None
    if trap is None or rule is None or not trap.state.is_found:
        return Rejected("trap_not_found", "operation", {"name": who.name}, allowed=_known_here(world, who))
    if not trap.state.is_at_work:
        return Rejected("trap_not_armed", "operation", {"trap": rule.name, "state": trap.state.condition})
    if refusal := cannot_handle(who, draft.stats(who)) or _too_far(draft, who, trap):
        return refusal
    if rule.disarm is None or (trap.state.condition == "acting" and rule.disarm.dc is None):
        instead = {"operation": "update", **_address(trap, world), "trap": "disarmed"}
        return Rejected("trap_fixed", "operation", {"trap": rule.name}, instead=instead)
    if refusal := _lacks_tools(draft, who, rule.disarm):  # before a trial ends: whoever lacks them knows why it fails
        return refusal
    if situation.dry:
        return Decision.about(who.id, result=_result(who, trap, rule.disarm, "", None, False))
    how, total = _try(draft, who, rule.disarm)
    is_done = total is None or rule.disarm.dc is None or total >= rule.disarm.dc
    if is_done:
        traps_in_play.mark(draft, trap, "disarmed", is_found=True)
    elif rule.disarm.triggers:
        traps_in_play.play(draft, trap, rule, [draft.world.things[who.id]])
    return Decision.about(who.id, who.id, result=_result(who, trap, rule.disarm, how, total, is_done))


def _too_far(draft: Draft, who: Thing, trap: SetTrap) -> Rejected | None:
    """The refusal of hands on a trap of which every square is more than 5 ft away, where places count, with the walk to it."""
    if not trap.squares or not standing.is_measured(draft.world, trap.holder):
        return None
    now = standing.standing_in(draft.world, draft.world.things[trap.holder], draft.situation.book)
    space = now.spaces.get(who.id)
    far = {square: distance(space, Space(*square), draft.situation.book.policy.diagonals) for square in trap.squares} if space else {}
    if not far or (feet := min(far.values())) <= SQUARE_FEET:
        return None
    nearest = min(trap.squares, key=lambda square: (far[square], square[1], square[0]))
    instead = {"operation": "move", "characterName": who.name, "to": f"next to {square_name(nearest)}"}
    details = {"name": trap.state.name, "who": who.name, "feet": feet, "most": SQUARE_FEET}
    return Rejected("beyond_reach", "characterName", details, instead=instead)


def cost_of_disarming(command: Disarm, decision: Decision, draft: Draft) -> Sequence[TurnPrice]:
    """An action, or a bonus action for quick hands (SRD, Use an Object; Fast Hands)."""
    who = draft.world.things[decision.bearers[0]] if decision.bearers else None
    return (TurnPrice(who.id, ledger.HANDLE, ledger.cost_by_hand(draft, who, creature_flags.QUICK_HANDS)),) if who else ()


def _result(who: Thing, trap: SetTrap, disarm: Disarming, how: str, total: int | None, is_done: bool) -> DisarmResult:
    said = disarm.say if is_done else None
    return DisarmResult(Called(who.id), trap.state.name, traps_in_play.place_of(trap), how, total, disarm.dc, is_done, said)


def _meant(command: Disarm, world: World, book: Rulebook) -> tuple[Thing, Place] | Rejected:
    """The creature that tries it, and the room, exit or thing whose trap is meant."""
    room = room_lookup.here(world, command)
    if isinstance(room, Rejected):
        return room
    one = targets.character(world, *command.who, "characterName") if command.is_for_one else None
    there = room_lookup.members_in(world, room.id)
    who = one or (there[0] if len(there) == 1 else None)
    if isinstance(who, Rejected):
        return who
    if who is None:
        return Rejected("trap_needs_one", "characterName", allowed=tuple(m.name for m in there))
    meant = doors.as_chest(world, command, book)
    if meant.is_chest:
        chest = doors.chest(world, meant, book)
        if isinstance(chest, Rejected):
            return chest
        return (who, chest[1]) if chest[0] == room else Rejected("not_in_the_room", "bagName", {"name": chest[1].name, "room": room.name})
    if meant.direction is not None:
        way = room_lookup.way(world, room, meant.direction)
        return way if isinstance(way, Rejected) else (who, way)
    return who, room


def _known_here(world: World, who: Thing) -> tuple[str, ...]:
    """The places here with traps at work that the party knows."""
    room = world.room_of(who.id)
    known = [t for t in placed_traps.traps_in(world, room) if t.state.is_found and t.state.is_at_work] if room else []
    return tuple(f"{t.state.name} ({t.label or world.things[t.holder].name})" for t in known)


def _address(trap: SetTrap, world: World) -> dict[str, str]:
    if trap.label is not None:
        return {"bagId": trap.holder, "direction": world.exits[trap.key.replace("_", ".")].label}
    return {"bagId": trap.holder}


def _lacks_tools(draft: Draft, who: Thing, disarm: Disarming) -> Rejected | None:
    """The refusal of a trap that nobody disarms without tools."""
    tool = disarm.needed_tool if disarm.dc is not None and disarm.without_tool is None else None
    if tool is None or tool_lookup.has_tools(draft.world, who, draft.situation.book, tool):
        return None
    return Rejected("tools_missing", "characterName", {"name": who.name, "tool": tool})


def _try(draft: Draft, who: Thing, disarm: Disarming) -> tuple[str, int | None]:
    """(the check, its total); without a DC it takes no roll."""
    if disarm.dc is None:
        return "", None
    mixed = draft.situation.book.policy.picking_locks == "sleight_of_hand"
    tool = disarm.needed_tool
    if tool is not None and tool_lookup.has_tools(draft.world, who, draft.situation.book, tool):
        return tool, tool_check(draft, who, tool, "sleight_of_hand", mixed)[0].total
    if tool is not None:  # _lacks_tools refuses the others
        return "DEX, without tools", ability_check(draft, who, "dex", disarm.without_tool).total
    skill = disarm.skill or "sleight_of_hand"
    if mixed and skill == "sleight_of_hand" and tool_lookup.has_tools(draft.world, who, draft.situation.book, THIEVES_TOOLS):
        return THIEVES_TOOLS, tool_check(draft, who, THIEVES_TOOLS, skill, mixed)[0].total
    return skill.replace("_", " "), skill_check(draft, who, skill).total


OPERATION = Operation(
    tool="manage_room",
    model=Disarm,
    decide=decide_disarm,
    who=replace(BY_HAND, is_found_by_doing=True),
    cost=cost_of_disarming,
    sends="characterName direction? bagName? seed?",
)
