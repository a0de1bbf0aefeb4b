"""manage_inventory transfer: move a thing from one bag to another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.decision import locked_refusals, reserved_names, targets
from rpg_lite.decision.callers import Caller, is_awake_stranger, room_id
from rpg_lite.decision.command import Targeted, ThingFilter, refs
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.acts import traps_in_play
from rpg_lite.mechanics.items import handling_cost, heavy_loads, item_moves
from rpg_lite.mechanics.items.item_moves import bearer_id
from rpg_lite.mechanics.items.money import with_exchange
from rpg_lite.mechanics.life import incapacity
from rpg_lite.mechanics.space import standing
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.rules.document_field_types import Quantity
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.shop_lookup import shop_around
from rpg_lite.world.world_model import Ref, Thing, World


class Transfer(Targeted):
    """Move it to another bearer or bag."""

    operation: Literal["transfer"]
    item_id: str | None = None
    item_name: str | None = None
    quantity: Quantity | None = None
    all: Annotated[bool, Field(description="With an item, its whole stack; without one, everything not worn.")] = False
    to_character_id: str | None = None
    to_character_name: str | None = None
    to_id: Annotated[str | None, Field(description="Any bag.")] = None
    to_name: Annotated[str | None, Field(description='Its name; "floor" puts it down.')] = None

    def touches(self) -> tuple[Ref, ...]:
        there = refs(self.to_character_id, self.to_character_name, self.to_id, None if self._to_floor else self.to_name)
        floor = (Ref("floor", self.character_id, self.character_name),) if self._to_floor else ()
        return (*super().touches(), *there, *floor)

    @property
    def lacks_actor(self) -> bool:
        """Whether the command names neither a creature that acts nor a bag."""
        return super().lacks_actor and not reach.names_a_bag(self)

    def likes(self, world: World, book: Rulebook) -> ThingFilter:
        return lambda t: world.row_of(t.id) is None

    def ids_meant(self, seen: World, book: Rulebook) -> Mapping[str, Any]:
        """The destination."""
        bag = targets.bag(seen, self, book)
        if not self.to_name or reserved_names.is_floor(self.to_name) or not isinstance(bag, Thing):
            return {}
        to = targets.any_bag(seen, self.to_id, self.to_name, "toName", book, bag)
        return {"to_id": to.id, "to_name": None} if isinstance(to, Thing) else {}

    @property
    def _to_floor(self) -> bool:
        return reserved_names.is_floor(self.to_name) and not self.to_id


@dataclass(frozen=True, slots=True)
class TransferResult(Result):
    """The pieces that went into each bag; none if they were already there."""

    given: Called
    moved: int
    to: str


@dataclass(frozen=True, slots=True)
class TransferAllResult(Result):
    """Each thing that went into the bag, with its count."""

    moved: tuple[tuple[Called, int], ...]
    to: str


def decide_transfer(command: Transfer, draft: Draft) -> Verdict:
    """Refuses: bag_full, bag_in_itself, bag_locked, beyond_reach, destination_required, gate_opens, give_one_of, item_cursed, not_an_item, quantity_too_many."""
    world, situation = draft.world, draft.situation
    bag = targets.bag(world, command, situation.book)
    if isinstance(bag, Rejected):
        return bag
    to = _destination(command, world, situation.book, bag)
    if isinstance(to, Rejected):
        return to
    if refusal := locked_refusals.shut(world, bag, "bagName", situation.book) or locked_refusals.shut(world, to, "toName", situation.book):
        return refusal
    if far := _refuse_far(draft, bag, to):
        return far
    if not command.item_id and not command.item_name and command.all:
        return _transfer_all(draft, bag, to)
    thing = targets.find_carried(world, bag, command.item_id, command.item_name, situation.book, command.likes(world, situation.book))
    if isinstance(thing, Rejected):
        return with_exchange(thing, world, bag, command.item_name, command.quantity or 1, situation.book)
    quantity = thing.quantity if command.all else command.quantity or 1
    if too_many := item_moves.enough(thing, quantity):
        return with_exchange(too_many, world, bag, command.item_name, quantity, situation.book)
    if refusal := _cannot_go(world, thing, to, quantity, situation.book):
        return refusal
    return _move(draft, thing, to, quantity, bag)


def _refuse_far(draft: Draft, bag: Thing, to: Thing) -> Rejected | None:
    """The refusal to hand something over to somebody more than 5 ft away, where places count, with the walk to that one.

    Refuses: beyond_reach.
    """
    giver, taker = (one if one.kind == "character" else draft.world.bearer_of(one.id) for one in (bag, to))
    room = draft.world.room_of(giver.id) if giver and taker else None
    if giver is None or taker is None or room is None or not standing.is_measured(draft.world, room.id):
        return None
    feet = standing.standing_in(draft.world, room, draft.situation.book).feet(giver.id, taker.id)
    if feet is None or feet <= SQUARE_FEET:
        return None
    walker, other = (taker, giver) if _is_dead(giver) else (giver, taker)
    instead = {"operation": "move", "characterName": walker.name, "to": f"next to {other.name}"}
    details = {"name": other.name, "who": walker.name, "feet": feet, "most": SQUARE_FEET}
    return Rejected("beyond_reach", "toName", details, instead=instead)


def _move(draft: Draft, thing: Thing, to: Thing, quantity: int, bag: Thing) -> Verdict:
    taker = to if to.kind == "character" else draft.world.bearer_of(to.id)
    if thing.parent_id == to.id:
        draft.note("already_there", name=Called(thing.id), where=Called(to.id))
        return Decision.about(thing.id, result=TransferResult(Called(thing.id), 0, to.id))
    if (row := draft.world.row_of(thing.id)) and quantity == thing.quantity:
        draft.note("taken_off_first", name=Called(thing.id), slot=row.slot)
    if thing.attuned_to and quantity == thing.quantity and (not taker or taker.id != thing.attuned_to):
        draft.note("attunement_ended", name=Called(thing.id))
    giver = bearer_id(draft.world, thing)
    _note_distance(draft, bag, to)
    id = item_moves.move(draft, thing, to, quantity)
    _remember_taken(draft, taker, [id])
    heavy_loads.note(draft, taker)
    traps_in_play.reach_in(draft, bag, [id], taker)
    return Decision.about(id, giver, taker.id if taker else None, result=TransferResult(Called(thing.id), quantity, to.id))


def _remember_taken(draft: Draft, taker: Thing | None, taken: Sequence[str]) -> None:
    """Remember in a fight what somebody took, because to take it in hand as well costs no more."""
    if taker is not None and combat.is_in(draft.world, taker.id):
        for id in taken:
            done_acts.remember(draft, taker.id, f"{done_acts.TAKEN}{id}")


def cost_of_transferring(command: Transfer, decision: Decision, draft: Draft) -> Sequence[TurnPrice]:
    """The price of each thing that changes hands; several pieces of one thing are handed over together."""
    moved: tuple[Called, ...] = ()
    match decision.result:
        case TransferResult(given, count):
            moved = (given,) if count else ()
        case TransferAllResult(things):
            moved = tuple(thing for thing, _ in things)
    hand = handling_cost.hand_of(draft, *decision.bearers)
    return handling_cost.of_moving(draft, hand, [one.id for one in moved]) if hand else ()


def _transfer_all(draft: Draft, bag: Thing, to: Thing) -> Verdict:
    """Transfer everything directly in the bag that is not hidden or part of a body; bags go with their contents. The living keep what they
    wear and hold, and the answer names it.
    """
    world, book = draft.world, draft.situation.book
    open_to_all = [t for t in world.bag_of(bag.id) if t.kind == "item" and not t.state.is_hidden]
    takeable = [t for t in open_to_all if not thing_stats.is_natural(t, book)]
    in_use = [t for t in takeable if world.row_of(t.id) and not (_is_dead(bag) and not item_moves.is_cursed(world, t, book))]
    loose = [t for t in takeable if t not in in_use and t.id != to.id and bag.id != to.id]
    taken = []
    for thing in loose:
        if refusal := _cannot_go(draft.world, thing, to, thing.quantity, book):
            return refusal
        taken.append(item_moves.move(draft, thing, to, thing.quantity))
    if not loose:
        draft.note("nothing_to_move", where=Called(bag.id))
    if loose:
        _note_distance(draft, bag, to)
    if in_use:
        draft.note("stays_in_use", names=tuple(Called(t.id) for t in in_use), bearer=Called(bag.id))
    taker = to if to.kind == "character" else world.bearer_of(to.id)
    _remember_taken(draft, taker, taken)
    giver = bag if bag.kind == "character" else world.bearer_of(bag.id)
    heavy_loads.note(draft, taker)
    traps_in_play.reach_in(draft, bag, taken, taker)
    result = TransferAllResult(tuple((Called(t.id), t.quantity) for t in loose), to.id)
    return Decision.about(None, giver.id if giver else None, taker.id if taker else None, result=result)


def _note_distance(draft: Draft, bag: Thing, to: Thing) -> None:
    """Note that a thing goes from one room into another without anybody walking; the table may have meant it so."""
    rooms = [draft.world.room_of(one.id) for one in (bag, to)]
    if rooms[0] and rooms[1] and rooms[0].id != rooms[1].id:
        draft.note("moved_between_rooms", there=Called(rooms[0].id), here=Called(rooms[1].id))


def _is_dead(bag: Thing) -> bool:
    return bag.kind == "character" and thing_stats.is_dead(bag)


def _destination(command: Transfer, world: World, book: Rulebook, near: Thing) -> Thing | Rejected:
    if (command.to_character_id or command.to_character_name) and (command.to_id or command.to_name):
        return Rejected("give_one_of", "toName", allowed=("toCharacterName", "toName"))
    if command.to_character_id or command.to_character_name:
        return targets.character(world, command.to_character_id, command.to_character_name, "toCharacterName")
    if reserved_names.is_floor(command.to_name) and not command.to_id:
        return targets.floor(world, near if near.kind != "room" else None)
    if not command.to_id and not command.to_name:
        return Rejected("destination_required", "toName", allowed=("toCharacterName", "toCharacterId", "toName", "toId"))
    return targets.any_bag(world, command.to_id, command.to_name, "toName", book, near)


def _cannot_go(world: World, thing: Thing, to: Thing, quantity: int, book: Rulebook) -> Rejected | None:
    if thing.kind in ("character", "room"):
        return Rejected("not_an_item", "itemName", {"name": thing.name})
    if thing.id == to.id or thing.id in {t.id for t in world.ancestors(to.id)}:
        return Rejected("bag_in_itself", "toName", {"name": thing.name, "to": to.name})
    if item_moves.is_cursed(world, thing, book):
        return Rejected("item_cursed", "itemName", {"name": thing.name})
    moved = (thing_stats.item_of(t, book) for t in (thing, *world.tree_of(thing.id)) if t.kind in ("item", "container"))
    if gate := item_moves.opens_a_gate(world, moved, to, book, thing.name, "toName"):
        return gate
    each = item_moves.weighs(world, thing, book) / thing.quantity
    return item_moves.too_full(world, to, each * quantity, book, "toName")


# ── within reach ────────────────────────────────────────────────────────────────────────────────────────────────────


def may_transfer(caller: Caller, command: Transfer, seen: World, book: Rulebook) -> Rejected | None:
    """Allow a transfer from the caller's own bags, or from the floor, a chest or a dead stranger near one of the caller's characters, to
    somebody or something there.

    Refuses: cannot_act, for_sale, not_in_the_fight, not_your_turn, not_yours, out_of_reach.
    """
    bag = targets.bag(seen, command, book)
    if isinstance(bag, Rejected):
        return bag
    bearer = reach.bearer_of(seen, bag)
    whose = bearer if isinstance(bearer, Thing) and bearer.kind == "character" and not reach.is_fallen_stranger(bearer) else None
    if whose and (refused := reach.is_own(caller, whose, "characterName", seen)):
        return refused
    if whose is None and (refused := _to_buy(command, seen, bag, book)):
        return refused
    hands = [t for t in seen.things.values() if caller.owns(seen, t) and room_id(seen, t) == room_id(seen, bag)]
    if not hands:
        return Rejected("out_of_reach", "bagName", {"name": bag.name})
    hand = next((t for t in hands if t.id == combat.acting(seen)), hands[0])
    return (
        reach.waits_for_turn(caller, seen, whose or hand)
        or incapacity.handles_nothing(whose or hand, thing_stats.stats_of(seen, whose or hand, book), "characterName")
        or _may_receive(caller, command, hands[0], seen, book)
    )


def _to_buy(command: Transfer, seen: World, bag: Thing, book: Rulebook) -> Rejected | None:
    """The refusal to move goods from a shelf: they must be bought."""
    named = command.item_id or command.item_name
    thing = targets.find_carried(seen, bag, command.item_id, command.item_name, book, command.likes(seen, book)) if named else bag
    shop = shop_around(seen, thing.id) if isinstance(thing, Thing) else None
    if shop is None:
        return None
    keys = {"characterId": command.to_character_id, "characterName": command.to_character_name, "itemId": command.item_id,
            "itemName": command.item_name, "quantity": command.quantity}  # fmt: skip
    asked = {"operation": "buy", **{k: v for k, v in keys.items() if v is not None}, "fromId": shop}
    return Rejected("for_sale", "bagName", {"name": seen.things[shop].name}, instead=asked if named else None)


def _may_receive(caller: Caller, command: Transfer, hand: Thing, seen: World, book: Rulebook) -> Rejected | None:
    if command._to_floor:
        return None
    if any(command.receiver):
        taker = targets.character(seen, *command.receiver, "toCharacterName")
        if refused := reach.is_beside(seen, hand, taker, "toCharacterName"):
            return refused
        assert isinstance(taker, Thing)
        return incapacity.handles_nothing(taker, thing_stats.stats_of(seen, taker, book), "toCharacterName")
    if not (command.to_id or command.to_name):
        return None  # the rules ask for the destination
    to = targets.any_bag(seen, command.to_id, command.to_name, "toName", book, hand)
    holder = reach.bearer_of(seen, to) if isinstance(to, Thing) and to.kind != "character" else None
    if isinstance(holder, Thing) and holder.kind == "character":
        return reach.is_own(caller, holder, "toName", seen)
    return reach.is_beside(seen, hand, to, "toName")


def from_no_pocket(caller: Caller, command: Transfer, seen: World, book: Rulebook) -> Rejected | None:
    """Allow no transfer from strangers who are awake.

    Refuses: out_of_sight.
    """
    bearer = reach.hand_of(command, seen, book)
    is_theirs = isinstance(bearer, Thing) and is_awake_stranger(caller, seen, bearer)
    return Rejected("out_of_sight", "bagName", {"name": bearer.name}) if isinstance(bearer, Thing) and is_theirs else None


OPERATION = Operation(
    tool="manage_inventory",
    model=Transfer,
    decide=decide_transfer,
    who=replace(OWN, reach=may_transfer, reach_aloud=from_no_pocket),
    cost=cost_of_transferring,
    sends="characterName itemName toCharacterName quantity? all?",
)
