"""A weapon that is carried and not in hand is drawn by the attack that names it, where the turn pays for that (SRD 5.1, Other Activity on Your
Turn; SRD 5.2, Attack, Equipping and Unequipping Weapons; Thrown). Apart because it puts things into use, and the attack itself does not.
"""

from collections.abc import Sequence

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected
from rpg_lite.mechanics.items import handling_cost, item_moves
from rpg_lite.mechanics.items.wearing import Placement, PutOnResult, put_on
from rpg_lite.mechanics.rolls.attack_scopes import THROWN
from rpg_lite.mechanics.space import facts
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules.equipment_slots import HAND_SLOTS, hands_of
from rpg_lite.rules.items import Item
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.world import clock, thing_stats
from rpg_lite.world.world_model import Thing


def draw(draft: Draft, command: Command, attacker: Thing, target: Thing, name: str, is_forced: bool, told: frozenset[str]) -> Rejected | bool:
    """Draw the carried weapon of this name, and stow or drop what its hand holds; false where there is none, and the refusal where that takes more than
    the turn gives for nothing. One that is thrown takes a free hand, if there is one, and stows nothing.

    Refuses: weapon_takes_action.
    """
    world, book = draft.world, draft.situation.book
    thing = targets.find_carried(world, attacker, None, name, book, lambda t: world.row_of(t.id) is None)
    if isinstance(thing, Rejected) or world.row_of(thing.id) is not None:
        return False
    item = thing_stats.item_of(thing, book)
    if item.type != "weapon" or item.natural or not draft.stats(attacker).can_act:
        return False
    is_thrown, free = _is_thrown(item, told), _hand(draft, attacker)
    drawn = put_on(draft, attacker, thing, free if is_thrown else Placement())
    if isinstance(drawn, Rejected) or not isinstance(drawn.result, PutOnResult):
        return drawn if isinstance(drawn, Rejected) else False
    stowed = [one for one, _ in drawn.result.taken_off]
    prices = handling_cost.of_wearing(command, drawn, draft)
    flies = free.slot is not None and bool(stowed) and _flies_to(draft, attacker, target, item)
    dropped = [] if is_forced or flies else _dropped(draft, command, drawn, prices)
    prices = handling_cost.of_wearing(command, drawn, draft, {one.id for one in dropped}) if dropped else prices
    if not is_forced and not _is_free(draft, _without_draw(draft, prices) if is_thrown else prices):
        held = " and ".join(world.things[one.id].name for one in stowed)
        details = {"wanted": thing.name, "why": f"{held} is put away first" if held else "the turn has handled its thing"}
        equip = {"operation": "equip", "characterName": attacker.name, "itemName": name}
        throw = {"operation": "attack", "characterName": attacker.name, "targetName": target.name, "itemName": name, "with": [*sorted(told), THROWN]}
        return Rejected("weapon_takes_action", "itemName", details, instead=throw if flies else equip)
    if dropped:
        _let_fall(draft, attacker, dropped)
        draft.note("weapon_dropped", name=Called(attacker.id), names=dropped, item=Called(drawn.subject or thing.id))
    elif stowed:
        draft.note("weapon_changed", name=Called(attacker.id), what=stowed, item=Called(drawn.subject or thing.id))
    else:
        draft.note("weapon_drawn", name=Called(attacker.id), item=Called(drawn.subject or thing.id))
    return True


def _dropped(draft: Draft, command: Command, drawn: Decision, prices: Sequence[TurnPrice]) -> list[Called]:
    """The things that the creature lets fall, because to put them away would take more than the turn gives for nothing, and to drop them takes
    nothing (SRD 5.1, Other Activity on Your Turn). In SRD 5.2 dropping a weapon is to unequip it, which an attack pays for; a shield never falls from the arm.
    """
    who, book = drawn.bearers[0], draft.situation.book
    most = ledger.things_left(draft.world, who, book) if clock.fight(draft.world) is not None else len(prices)
    if book.policy.drawing == "with_attack" or len(prices) <= most:
        return []
    assert isinstance(drawn.result, PutOnResult)
    stowed = [one for one, _ in drawn.result.taken_off]
    held = [one for one in stowed if thing_stats.item_of(draft.world.things[one.id], book).armor_stats is None]
    left = handling_cost.of_wearing(command, drawn, draft, {one.id for one in held})
    return held if len(held) == len(stowed) and len(left) <= most else []


def _let_fall(draft: Draft, attacker: Thing, dropped: Sequence[Called]) -> None:
    if (room := draft.world.room_of(attacker.id)) is None:
        return
    for one in dropped:
        item_moves.move(draft, draft.world.things[one.id], room, 1)


def _is_thrown(item: Item, told: frozenset[str]) -> bool:
    """Whether the attack throws the weapon: it says so, or the weapon is made for nothing else, as a dart is."""
    stats = item.weapon_stats
    return stats is not None and THROWN in stats.properties and (THROWN in told or stats.category.endswith("ranged"))


def _flies_to(draft: Draft, attacker: Thing, target: Thing, item: Item) -> bool:
    """Whether the weapon, thrown, goes as far as a target that no blow of it reaches."""
    stats, known = item.weapon_stats, facts.facts_of(draft, attacker, target, frozenset())
    if stats is None or stats.range is None or THROWN not in stats.properties or known is None:
        return False
    return SQUARE_FEET < known.feet <= (stats.range.long or stats.range.normal)


def _hand(draft: Draft, attacker: Thing) -> Placement:
    """The off hand where it alone is free; else the hand that the weapon takes by itself."""
    held = [worn for worn in item_moves.as_held(draft.world, attacker, draft.situation.book) if hands_of(worn)]
    main, off = HAND_SLOTS
    is_free = [worn.slot for worn in held] == [main] and not held[0].two_handed
    return Placement(slot=off) if is_free else Placement()


def _without_draw(draft: Draft, prices: Sequence[TurnPrice]) -> Sequence[TurnPrice]:
    """The prices without that of the draw, which is part of the attack where drawing is (SRD 5.2, Thrown); SRD 5.1 has no such rule."""
    if draft.situation.book.policy.drawing != "with_attack":
        return prices
    drawn = next((n for n in reversed(range(len(prices))) if prices[n].cost == ledger.WEAPON), None)
    return [price for n, price in enumerate(prices) if n != drawn]


def _is_free(draft: Draft, prices: Sequence[TurnPrice]) -> bool:
    """Pay; whether that takes neither the action nor the bonus action, nor more than the turn has."""
    paid = len(draft.overspent)
    for price in prices:
        ledger.spend(draft, price)
    return len(draft.overspent) == paid and all(note.code != "interaction_by_action" for note in draft.notes)
