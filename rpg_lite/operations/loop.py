"""The loop: one command becomes an outcome, with everything that follows from it.

It alone makes the draft, lays out the faces that somebody rolled by hand, pays from the turn, settles what follows, holds the turn to the rules that the table
demands, offers the answers to a deed, and catches a refusal. A decider only decides.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from rpg_lite.decision.command import Command, Invalid
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Occasion
from rpg_lite.decision.outcome import Accepted, Decision, Notice, Outcome, Overspent, Refused, Rejected, Verdict, forbid, must
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import allowed_deeds, available_reactions, readied_offers, traps_on_squares, triggers, zone_keeping
from rpg_lite.mechanics.fight import leaving_fights
from rpg_lite.mechanics.items import switched_properties
from rpg_lite.mechanics.movement import falls, holds, riding
from rpg_lite.mechanics.places import last_seen_exits, weight_operated_exits
from rpg_lite.mechanics.rolls import physical_dice
from rpg_lite.mechanics.space import auras, default_places, nearness
from rpg_lite.mechanics.turn import ledger, turn_rules
from rpg_lite.operations import answered_deeds, keys_without_effect, sealed_verbs
from rpg_lite.operations.operation import Decider, free
from rpg_lite.operations.registry import COSTS, DECIDERS
from rpg_lite.world import body_paths, clock, combat
from rpg_lite.world.events import Changed, Created, Moved, Unequipped
from rpg_lite.world.world_model import World

_TIME: Final = "duration"


def decide_one(command: Command, world: World, situation: Situation) -> Outcome:
    """The outcome of one command, with all its consequences."""
    if isinstance(command, Invalid):
        refusal: Rejected = command.refusal
        return refusal
    taken = auras.take(command, world, situation)
    if isinstance(taken, Rejected):
        return taken
    plain, knowing = taken
    return auras.close(_decide(plain, world, knowing), plain, knowing)


def _decide(command: Command, world: World, situation: Situation) -> Outcome:
    outcome = sealed_verbs.refuse_sealed(command, world) or _play(command, world, situation)
    if isinstance(outcome, Rejected):
        return outcome
    outcome = keys_without_effect.say(command, world, situation, outcome, _play)
    offered = offer(world, outcome, situation, _open_occasions(command, outcome, situation))
    is_deed = command.operation in readied_offers.DEEDS and not _is_again(situation)
    waiting = readied_offers.offer(command, world, outcome, situation) if is_deed else ()
    more = (*((offered,) if offered else ()), *waiting)
    return replace(outcome, notes=(*outcome.notes, *more)) if more else outcome


def offer(before: World, outcome: Accepted, situation: Situation, occasions: Sequence[Occasion] | None = None) -> Notice | None:
    """The note on those who may answer a deed. `occasions`: those that are open; by default all of the deed."""
    return available_reactions.offer(before, outcome.world, outcome.occasions if occasions is None else occasions, situation)


_BLOWS: Final = frozenset(("attacked", "hit", "miss", "damaged", "subjected"))
"""What an attack that is itself an answer does to its target."""


def _open_occasions(command: Command, outcome: Accepted, situation: Situation) -> Sequence[Occasion]:
    """The occasions of a deed that are offered. A deed that is played again has been offered before; of an answer it is the blow that somebody may
    answer in turn (SRD, Opportunity Attacks; Shield), where places count: a table that tells them is answered as it always was.
    """
    if not answered_deeds.offers(command):
        return ()
    if not _is_again(situation):
        return outcome.occasions
    on = clock.fight(outcome.world)
    is_blow = situation.answers is not None and on is not None and on.is_measured
    return [o for o in outcome.occasions if o.happens in _BLOWS] if is_blow else ()


def _play(command: Command, world: World, situation: Situation) -> Outcome:
    return play(DECIDERS[type(command)], command, world, situation)


MOST_ZONES_IN_A_ROW: Final = 10
"""The times that zones are looked at after one deed: two that push into each other never come to rest."""


def play(decide: Decider, command: Command, world: World, situation: Situation) -> Outcome:
    """The outcome of a command by this decider. A refusal at any point throws the draft away, so that it leaves no trace.

    Refuses: face_too_high, time_too_far, and what `turn_rules` refuses.
    """
    draft = Draft(world, situation)
    draft.suppressed = partial(auras.suppressed, draft)
    draft.faces = command.faces_on_the_table()
    try:
        decision = must(decide(command, draft))
        if draft.faces:
            forbid(physical_dice.unfit(draft))
            physical_dice.clear(draft)  # what follows is rolled here: the faces belong to the rolls that the call asks for
        _pay(command, decision, draft)
        _follow(draft)
        leaving_fights.note_last_fall(draft)
        if draft.world.campaign.minutes > clock.LAST_MINUTE:
            raise Refused(_too_late(command, draft))
        if not _is_again(situation):  # an answer changes a deed that the turn has paid for already
            forbid(turn_rules.refuse(command, draft))
    except Refused as refused:
        return refused.why
    return draft.close(decision)


def restore(decide: Callable[[Draft], Verdict], world: World, situation: Situation) -> Outcome:
    """The outcome of a decider after which nothing follows: an undo brings back what was, and sets nothing off."""
    draft = Draft(world, situation)
    verdict = decide(draft)
    return verdict if isinstance(verdict, Rejected) else draft.close(verdict)


def _pay(command: Command, decision: Decision, draft: Draft) -> None:
    """Pay from the turns of a fight what the command did: after it, because only what happened says what it cost, and before what follows,
    which belongs to nobody's turn.
    """
    if clock.fight(draft.world) is not None:
        for price in COSTS.get(type(command), free)(command, decision, draft):
            who = draft.world.things[price.who]
            if combat.is_in(draft.world, who.id) and allowed_deeds.is_beyond(draft, who, price.act, price.cost):
                draft.overspend(Overspent(who.id, "unable"))
            ledger.spend(draft, price)


def _follow(draft: Draft) -> None:
    """Play what follows: what is put away goes off first; triggers come next, because what they move may weigh on a plate, and what the plate
    opens is seen or remembered last.
    """
    for event in [*draft.events]:
        if isinstance(event, Unequipped):
            switched_properties.put_away(draft, event.id)
    if draft.events or draft.happened or draft.over:
        triggers.settle(draft)
    if draft.events:
        on = clock.fight(draft.world)
        if on is not None and on.is_measured:
            _keep_on_their_floors(draft)
        nearness.part_those_who_left(draft)
        for event in draft.events:  # nearly no command moves anybody, and each of them comes here
            if isinstance(event, Moved | Created) or (isinstance(event, Changed) and event.path == body_paths.SPOT):
                default_places.give_to_arrivals(draft)
                holds.part_out_of_reach(draft)
                break
        if on is not None and on.is_measured:
            _keep_in_their_zones(draft)
            _spring_traps(draft)
        weight_operated_exits.settle(draft)
        last_seen_exits.keep(draft)


def _keep_in_their_zones(draft: Draft) -> None:
    """Let everybody be in the zones where they stand; what a zone does may move or fell somebody, who then stands elsewhere."""
    for _ in range(MOST_ZONES_IN_A_ROW):
        has_changed = zone_keeping.settle(draft)
        if not (zone_keeping.count_steps(draft) or has_changed):
            return
        triggers.settle(draft)
        _keep_on_their_floors(draft)


def _spring_traps(draft: Draft) -> None:
    """Let those set off the trap of the room who have come onto its squares; what it does may move or fell somebody."""
    for _ in range(MOST_ZONES_IN_A_ROW):
        if not traps_on_squares.settle(draft):
            return
        triggers.settle(draft)
        _keep_on_their_floors(draft)
        _keep_in_their_zones(draft)


def _keep_on_their_floors(draft: Draft) -> None:
    """Let riders hold on whose mounts were pushed, set down those who ride no more, and let those fall who stand on nothing; what a fall brings may
    take wings from others.
    """
    if riding.hold_on(draft):
        triggers.settle(draft)
    riding.set_down(draft)
    while falls.let_fall(draft):  # each lies on the floor afterwards
        triggers.settle(draft)
        riding.set_down(draft)


def _is_again(situation: Situation) -> bool:
    """Whether the deed is played again, with an answer to it."""
    return bool(situation.answers or situation.fallen)


def _too_late(command: Command, draft: Draft) -> Rejected:
    """The refusal to let time pass beyond the last minute that all stores and exports can hold."""
    left = clock.LAST_MINUTE - draft.before.campaign.minutes
    most = f"{left // clock.DAY} days" if left >= clock.DAY else f"{left} minutes"
    field = _TIME if command.takes(_TIME) else "operation"
    return Rejected("time_too_far", field, {"last": clock.tell_time(clock.LAST_MINUTE)}, allowed=(f"at most {most}",))
