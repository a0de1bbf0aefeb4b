"""The reach of a caller in the world as players see it: the predicates that the rights of operations are built from."""

from collections.abc import Iterable

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.callers import Caller, is_known, room_id, standing_oneself
from rpg_lite.decision.command import Command, Targeted
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.shared_keys import told_words
from rpg_lite.mechanics.items.shops import Trade
from rpg_lite.mechanics.life.incapacity import cannot_handle
from rpg_lite.mechanics.space.facts import OF_SPACE
from rpg_lite.mechanics.turn import movement, readied, turn_rules
from rpg_lite.rules.acts.words import MOVED
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.world_model import Thing, World

Found = Thing | Rejected
"""The thing that a name means, or the refusal."""

# ── the reach of an operation ───────────────────────────────────────────────────────────────────────────────────────


def anywhere(caller: Caller, command: Command, seen: World, book: Rulebook) -> Rejected | None:
    return None


def of_own(caller: Caller, command: Command, seen: World, book: Rulebook) -> Rejected | None:
    """Allow a command by one of the caller's own characters about anything that it carries or that is in the same room."""
    if isinstance(command, Targeted):
        return is_own(caller, hand_of(command, seen, book), "bagName" if any(command.bag) else "characterName", seen)
    who = hand_of(command, seen, book)
    if refused := is_own(caller, who, "characterName", seen):
        return refused
    return is_beside(seen, who, targets.any_bag(seen, *command.bag, "bagName", book), "bagName") if names_a_bag(command) else None


def in_turn(caller: Caller, command: Command, seen: World, book: Rulebook, is_reaction: bool) -> Rejected | None:
    """Allow the same as `of_own`, but in a fight only on the creature's turn, unless it is a reaction (SRD)."""
    own = of_own(caller, command, seen, book)
    return own or (None if is_reaction else waits_for_turn(caller, seen, hand_of(command, seen, book)))


def by_own_hand(caller: Caller, command: Command, seen: World, book: Rulebook) -> Rejected | None:
    """Allow the same as `of_own`, but only for a creature that can act, and in a fight only on its turn: it takes an action or a free
    interaction (SRD).

    Refuses: cannot_act.
    """
    return in_turn(caller, command, seen, book, is_reaction=False) or _cannot_move_a_hand(command, seen, book)


def _cannot_move_a_hand(command: Command, seen: World, book: Rulebook) -> Rejected | None:
    who = hand_of(command, seen, book)
    if isinstance(who, Rejected) or who.kind != "character":
        return None
    return cannot_handle(who, thing_stats.stats_of(seen, who, book))


def of_known(caller: Caller, command: Command, seen: World, book: Rulebook) -> Rejected | None:
    """Allow reading everything about the party, and only the visible facts about others."""
    id, name = command.actor
    if not (id or name) or (reserved_names.is_party(name) and not id):
        return None
    who = targets.character(seen, id, name, "characterName")
    if isinstance(who, Rejected):
        return who
    return None if is_known(caller, who) else Rejected("out_of_sight", "characterName", {"name": who.name})


def of_the_near(caller: Caller, command: Command, seen: World, book: Rulebook) -> Rejected | None:
    """Allow looking around only where one of the caller's own characters stands: nobody sees with the eyes of a friend elsewhere."""
    if refused := of_known(caller, command, seen, book):
        return refused
    id, name = command.actor
    if not (id or name) or (reserved_names.is_party(name) and not id):
        return None
    who = targets.character(seen, id, name, "characterName")
    if isinstance(who, Rejected) or room_id(seen, who) in standing_oneself(caller, seen):
        return None
    return Rejected("looks_elsewhere", "characterName", {"name": who.name})


def tells_no_place(seen: World, who: Found, words: Iterable[str], is_near: bool | None = None) -> Rejected | None:
    """The refusal of a player's word for what the record knows where places count: cover, an ally beside the target, a run, the distance."""
    if not isinstance(who, Thing) or not movement.is_measured(seen, who.id):
        return None
    told = next((word for word in sorted(told_words(tuple(words))) if word in OF_SPACE or MOVED.fullmatch(word)), None)
    if told is not None:
        return Rejected("fact_of_space", "with", {"wanted": told})
    return Rejected("fact_of_space", "within5Ft", {"wanted": "within5Ft"}) if is_near is not None else None


# ── the parts of a reach ────────────────────────────────────────────────────────────────────────────────────────────


def is_own(caller: Caller, who: Found, field: str, seen: World) -> Rejected | None:
    if isinstance(who, Rejected):
        return who
    if caller.owns(seen, who):
        return None
    own = tuple(t.name for t in seen.things.values() if caller.owns(seen, t)) if caller.is_gm else caller.names_of_own(seen)
    return Rejected("not_yours", field, {"name": who.name}, allowed=own)


def is_beside(seen: World, one: Found, other: Found, field: str) -> Rejected | None:
    if isinstance(one, Rejected) or isinstance(other, Rejected):
        return one if isinstance(one, Rejected) else other if isinstance(other, Rejected) else None
    return None if room_id(seen, one) == room_id(seen, other) else Rejected("out_of_reach", field, {"name": other.name})


def waits_for_turn(caller: Caller, seen: World, who: Found | None = None) -> Rejected | None:
    """The refusal if it is another creature's turn in a fight; outside a fight, None."""
    fight = clock.fight(seen)
    if fight is None:
        return None
    on = seen.things.get(fight.whose.id)
    if on is not None and caller.owns(seen, on) and (who is None or who == on):
        return None
    if refused := stands_by(seen, who):
        return refused
    return Rejected("not_your_turn", "operation", {"name": on.name if on else turn_rules.ANOTHER})


def waits_for_trigger(caller: Caller, seen: World, who: Found) -> Rejected | None:
    """The same refusal, but not for something that the creature may have readied."""
    return None if isinstance(who, Thing) and readied.is_ready(seen, who.id) else waits_for_turn(caller, seen, who)


def stands_by(seen: World, who: Found | None) -> Rejected | None:
    """The refusal for a creature in the room of a fight but not in the turn order: it has no turn until it joins."""
    if not isinstance(who, Thing) or who.kind != "character" or combat.is_in(seen, who.id) or not room_id(seen, who):
        return None
    return Rejected("not_in_the_fight", "operation", {"name": who.name}) if combat.room_id(seen) == room_id(seen, who) else None


def hand_of(command: Command, seen: World, book: Rulebook) -> Found:
    """The acting creature: the bearer of the bag, or the named character."""
    if isinstance(command, Targeted):
        return bearer_of(seen, targets.bag(seen, command, book))
    return targets.character(seen, *command.actor, "characterName")


def bearer_of(seen: World, bag: Found) -> Found:
    """The bearer of the bag; the thing itself if nobody carries it."""
    return bag if isinstance(bag, Rejected) or bag.kind == "character" else seen.bearer_of(bag.id) or bag


def is_fallen_stranger(who: Thing) -> bool:
    """Whether the creature is dead and no member of the party, so that anybody who stands there may search it. What a dead hero had stays with its
    player.
    """
    return thing_stats.is_dead(who) and not who.creature.is_member


def names_a_bag(command: Command) -> bool:
    """Whether the command names a bag other than the floor."""
    id, name = command.bag
    return bool(id) or (bool(name) and not reserved_names.is_floor(name))


def may_trade(caller: Caller, command: Trade, seen: World, book: Rulebook) -> Rejected | None:
    """Allow trade by one's own hand with a shop in the same room.

    Refuses: cannot_act, not_in_the_fight, not_your_turn, not_yours, out_of_reach.
    """
    if refused := by_own_hand(caller, command, seen, book):
        return refused
    hand = hand_of(command, seen, book)
    field = "fromName" if command.takes("from_name") else "toName"
    return is_beside(seen, hand, targets.any_bag(seen, *command.shop, field, book), field) if any(command.shop) else None
