"""Playing an act of an item, and paying for it with charges, with uses, or with the thing itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected
from rpg_lite.mechanics.acts import allowed_deeds, item_payments, item_uses, playing, scroll_reading, secret_spell_levels
from rpg_lite.mechanics.acts.act_results import ActResult, Spent
from rpg_lite.mechanics.acts.allowed_deeds import Attempt
from rpg_lite.mechanics.acts.item_acts import ItemAct
from rpg_lite.mechanics.acts.item_payments import ItemPrice, charges_now
from rpg_lite.mechanics.acts.play_notebook import Numbers, slot_answered
from rpg_lite.mechanics.acts.steps import switching
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.creature.working_items import WORKS_UNWORN, cannot_work, spends_in_place, works_in_place
from rpg_lite.mechanics.items import item_use_time, limited_uses, stored_spells, switched_properties, texts_to_judge
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules import dice, formulas
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.items import HOOD, weight_of_use
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.world import clock, thing_stats
from rpg_lite.world.world_model import Thing, order_made

FADES: Final = "The spell fades from the scroll without effect."


@dataclass(frozen=True, slots=True)
class ItemWish:
    """The options of the call. `charges`: the number to spend, or the number of uses; `field`, `aimed`: the keys that named the item and its
    target.
    """

    wish: Wish
    charges: int | None = None
    field: str = "itemName"
    aimed: str = "targets"


def play(draft: Draft, user: Thing, own: ItemAct, whom: Sequence[Thing], asked: ItemWish) -> ActResult | Rejected:
    """Play an act of an item and pay for it. A refusal comes before anything is spent.

    Refuses: cannot_cast, item_level_unfit, merged_into_form, must_be_worn, no_charges_left, no_uses_left, not_attuned, quantity_too_large,
    and the refusals of `playing.play`.
    """
    own, asked = _as_it_stands(draft, own, asked), _counted(own, asked)
    spent = _charges(own, asked)
    if isinstance(spent, Rejected):
        return spent
    if refusal := _cannot_play(draft, user, own, whom, asked, spent):
        return refusal
    if own.cast and own.cast.on_user:
        if other := next((t for t in whom if t.id != user.id), None):
            return Rejected("target_unfit", "targets", {"act": own.act.name, "name": other.name, "only": "its user", "is": "somebody else"})
        whom = [draft.world.things[user.id]]
    asked = replace(asked, wish=replace(asked.wish, slot=None))
    numbers = _numbers(draft, user, own, spent, asked)
    reading = _read(draft, user, own, whom, asked.wish, numbers)
    if isinstance(reading, Rejected):
        return reading
    if reading and not reading.is_made_out:
        return _fade(draft, user, own, reading)
    if own.is_use:
        stored_spells.tell(draft, user, own.item, asked.wish.choice)
    played = playing.play(draft, user, from_item(draft, user, own), whom, asked.wish, numbers)
    if isinstance(played, Rejected):
        return played
    _note_judged(draft, own, played)
    says = (*played.says, own.cast.say) if own.cast and own.cast.say else played.says
    targets = (reading.check, *played.targets) if reading and reading.check else () if own.switch else played.targets
    worked = played.switched.thing if played.switched else Called(own.thing.id)  # one torch of several is another thing
    spent_now = (*played.spent, *_pay(draft, own, numbers))
    is_named = own.is_of_thing or _is_secret(own)
    return replace(played, item=worked, says=says, targets=targets, spent=spent_now, is_named_as_thing=is_named)


def _is_secret(own: ItemAct) -> bool:
    """Whether nobody knows what the thing is; a scroll tells its spell to whoever reads it."""
    return not own.thing.item.is_identified and not (own.cast and own.cast.scroll)


def _as_it_stands(draft: Draft, own: ItemAct, asked: ItemWish) -> ItemAct:
    """The act of a switch, which ends what is on: without a price, and in the time that the ruleset gives to putting out a flame (SRD 5.1,
    Interacting with Objects Around You; SRD 5.2, Oil: an action). A number sets another number, and ends nothing (SRD, Defender).
    """
    if own.switch is None or (own.switch == HOOD and not own.activated) or own.switch not in thing_stats.active_of(draft.world, own.thing):
        return own
    if own.activated and asked.charges is not None and switched_properties.parameters_of(own.activated):
        return own
    burns = own.item.burns
    slow = burns is not None and burns.fuel is not None and draft.situation.book.ruleset == "5.2"
    cost = own.activated.off if own.activated else "action" if slow else ledger.INTERACTION
    return replace(own, act=own.act.model_copy(update={"cost": cost, "spend": None}), ends=True)


def _note_judged(draft: Draft, own: ItemAct, played: ActResult) -> None:
    """Note what no rule decides; to switch something off leaves nothing open, and a flame burns by rules."""
    if played.switched is None or (played.switched.how == "on" and own.activated):
        texts_to_judge.note(draft, own.thing, own.item, own.is_use)
    elif played.switched.how == "used":
        texts_to_judge.leave(draft, own.thing, own.item, texts_to_judge.texts_of(own.item))


def _cannot_play(draft: Draft, user: Thing, own: ItemAct, whom: Sequence[Thing], asked: ItemWish, spent: int) -> Rejected | None:
    """The refusal of an item that does not work or has not enough left. No decree makes a thing into one that is used, or more of it."""
    if own.ends:
        return None
    if own.is_use and (refusal := item_uses.cannot_use(user, own)):
        return refusal
    if own.activated and (
        refusal := switched_properties.refuse(draft, own.thing, own.item, own.activated, asked.charges or 1, asked.field)
    ):
        return refusal
    if (own.switch or not asked.wish.force) and (refusal := _cannot(draft, user, own, spent, asked.field)):
        return refusal
    if own.is_use:
        return item_uses.too_many(own, _times(own, asked)) or item_uses.cannot_receive(draft, own, whom, asked.aimed)
    return None if asked.wish.force else _unreadable(draft, user, own, whom, asked.field)


def from_item(draft: Draft, user: Thing, own: ItemAct) -> Act:
    """The act as the item gives it: a spell needs no components, but a scroll of 5.2 spares only the material; the spell's casting time
    applies if the item has none of its own (SRD, Magic Items, Spell Scroll).
    """
    written = own.cast.cost if own.cast and own.cast.cost else own.act.cost
    cost = item_use_time.by_hand(draft, user, own.item, written, is_spell=own.cast is not None)
    if own.cast is None:
        return own.act if cost == own.act.cost else own.act.model_copy(update={"cost": cost})
    keeps = own.cast.scroll and draft.situation.book.policy.scrolls_spare == "material"
    components = tuple(c for c in own.act.components if c != "M") if keeps and isinstance(own.act, Spell) else ()
    return own.act.model_copy(update={"components": components, "cost": cost})


def _unreadable(draft: Draft, user: Thing, own: ItemAct, whom: Sequence[Thing], field: str) -> Rejected | None:
    spell = own.act if own.cast and own.cast.scroll and isinstance(own.act, Spell) else None
    refused = scroll_reading.unreadable(draft, user, own.thing, spell, field) if spell else None
    if refused is None:
        return None
    forced = {"operation": "cast", "characterName": user.name, "spell": own.thing.name, "targets": [t.name for t in whom], "force": True}
    return replace(refused, instead=forced)


def _read(
    draft: Draft, user: Thing, own: ItemAct, whom: Sequence[Thing], wish: Wish, numbers: Numbers
) -> scroll_reading.ScrollRead | Rejected | None:
    """The result of reading a scroll; None for other things. Refusals by the spell itself come before the check is rolled."""
    if own.cast is None or not own.cast.scroll or not isinstance(own.act, Spell) or wish.force:
        return None
    trial = Draft(draft.world, replace(draft.situation, dry=True, roll=dice.least))
    refused = playing.play(trial, user, from_item(draft, user, own), whom, wish, numbers)
    return refused if isinstance(refused, Rejected) else scroll_reading.read(draft, user, own.act)


def _fade(draft: Draft, user: Thing, own: ItemAct, reading: scroll_reading.ScrollRead) -> ActResult:
    """Use up a scroll that its reader failed to read: both the spell and the action are lost."""
    ledger.spend(draft, TurnPrice(user.id, own.act.name, from_item(draft, user, own).cost))
    spent = tuple(_pay(draft, own, Numbers(spent=0)))
    checked = (reading.check,) if reading.check else ()
    return ActResult(Called(user.id), own.act.name, True, None, None, spent, checked, (), says=(FADES,), item=Called(own.thing.id))


def is_ready(draft: Draft, user: Thing, own: ItemAct) -> bool:
    """Whether the item works for its user now and has the charges or the use left."""
    return _cannot(draft, user, own, own.costs[0], "act") is None


def refuse_unaimed(draft: Draft, user: Thing, own: ItemAct, asked: ItemWish) -> Rejected:
    """The refusal of a harmful act that names nobody, so that its price is not lost; any reason why it cannot work at all comes first."""
    asked = _counted(own, asked)
    spent = _charges(own, asked)
    if isinstance(spent, Rejected):
        return spent
    if refusal := _cannot(draft, user, own, spent, asked.field):
        return refusal
    room = draft.world.room_of(user.id)
    there = [t for t in draft.situation.people([room.id]).values() if t.id != user.id and not thing_stats.is_dead(t)] if room else []
    aim = min((t for t in there if t.creature.is_member != user.creature.is_member), key=order_made, default=None)
    again = {"operation": "use", "characterName": user.name, "itemId": own.thing.id, "property": own.act.name if own.cast else None,
             "quantity": asked.charges, "targetName": aim.name if aim else None}  # fmt: skip
    instead = {key: value for key, value in again.items() if value is not None} if aim else None
    return Rejected(
        "target_required", "targetName", {"name": own.thing.name}, allowed=("targetName", "targetId", "targets"), instead=instead
    )


def accept(draft: Draft, user: Thing, own: ItemAct, played: ActResult) -> Decision:
    """The outcome: its subject is the thing, if that still exists, and its bearers are the targets and the user."""
    return Decision.about(played.item.id if played.item else own.thing.id, *(t.who.id for t in played.targets), user.id, result=played)


def _counted(own: ItemAct, asked: ItemWish) -> ItemWish:
    """The options with a number of charges that is given in `choice`, for an act that may spend several: 3 beads of a necklace."""
    if asked.charges is not None or asked.wish.slot is not None or len(own.costs) < 2 or own.act.choices:
        return asked
    number = next((word for word in asked.wish.choice.values() if word.isdecimal()), None)
    return asked if number is None else replace(asked, charges=int(number))


def _times(own: ItemAct, asked: ItemWish) -> int:
    """How often the steps are played: a use as often as the call says, because it has one effect for each piece and each charge."""
    return (asked.charges or 1) if own.is_use else 1


def _charges(own: ItemAct, asked: ItemWish) -> int | Rejected:
    """The charges to spend: the number that the call gives, or the price of the level that it gives, or else the smallest number."""
    if own.is_of_thing:
        return own.costs[0] * _times(own, asked)
    if asked.charges is not None and asked.charges in own.costs:
        return asked.charges
    left = thing_stats.charges_left(own.thing, own.item)
    if asked.charges is not None and left is not None and asked.charges > left:
        return Rejected("no_charges_left", asked.field, {"name": own.thing.name, "left": left, "needs": asked.charges})
    if asked.charges is not None and asked.charges > 1:
        has, most = (own.costs[-1], own.costs[-1]) if own.costs[-1] else (own.thing.quantity, 1)  # what costs no charges works once a use
        return Rejected("quantity_too_large", "quantity", {"has": has, "most": most})
    if asked.wish.slot is None:
        return own.costs[0]
    levels = {_level(own, n): n for n in reversed(own.costs)}
    text = str(asked.wish.slot)
    if text.isdigit() and int(text) in levels:
        return levels[int(text)]
    told = {"name": own.thing.name, "spell": own.act.name, "levels": ", ".join(map(str, sorted(levels))), "slot": asked.wish.slot}
    return Rejected("item_level_unfit", "slot", told, allowed=tuple(map(str, sorted(levels))))


def _level(own: ItemAct, spent: int) -> int:
    level = own.level_for(spent)
    return level if level is not None else getattr(own.act, "level", 0)


def _cannot(draft: Draft, user: Thing, own: ItemAct, spent: int, field: str) -> Rejected | None:
    """The reason why the item does not work now: not attuned, not in hand, no charge or use left; or armor stops the user's spells."""
    thing, item = own.thing, own.item
    bag = user if draft.world.bearer_of(thing.id) == user else draft.world.things.get(thing.parent_id or "", user)
    if refusal := cannot_work(draft, bag, thing, item, _must_be_in_place(own)):
        return replace(refusal, field=field)
    if refusal := allowed_deeds.refuse(Attempt(draft, user, own.act, is_spell=True)) if own.cast else None:
        return refusal
    left = thing_stats.charges_left(thing, item)
    if left is not None and left < spent:
        return Rejected("no_charges_left", field, {"name": thing.name, "left": left, "needs": spent})
    if own.uses and (left := own.uses[1].count - limited_uses.count_used(draft.world, thing, own.uses[0])) < (needs := _weight(draft, own)):
        return Rejected("no_uses_left", field, {"name": thing.name, "left": left, "needs": needs})
    if left is None and not own.uses and thing_stats.uses_left(thing, item) == 0:
        return Rejected("no_uses_left", field, {"name": thing.name, "left": 0, "needs": 1})
    return None


def _must_be_in_place(own: ItemAct) -> bool:
    """Whether the thing must be worn or held for this: its charges and properties, but no potion and no torch."""
    if own.switch:
        return own.activated is not None and own.item.use_state not in WORKS_UNWORN
    return spends_in_place(own.item) if own.is_use else works_in_place(own.item)


def _numbers(draft: Draft, user: Thing, own: ItemAct, spent: int, asked: ItemWish) -> Numbers:
    """The item's DC and bonus, or else the user's; a user who casts no spells adds only the proficiency bonus (SRD, Magic Items)."""
    stats = draft.stats(user)
    mod = 0 if own.cast and stats.spellcasting is None else None
    dc, attack = (own.cast.dc, own.cast.attack) if own.cast else (None, None)
    free = all(s.startswith(("charges:", "uses:")) for s in own.act.spends) or own.cast is not None
    is_least = own.cast is not None and draft.situation.book.policy.items_cast_at == "least_level"
    level = 1 if is_least else None
    values = dict(charges_now(draft.world, own.thing.id, draft.situation.book))
    values |= {"charges": thing_stats.charges_left(own.thing, own.item) or 0}
    values |= {switching.N: asked.charges} if own.activated and asked.charges is not None else {}
    values |= {"uses": limited_uses.count_used(draft.world, own.thing, own.uses[0])} if own.uses else {}
    return Numbers(
        slot=own.level_for(spent), dc=dc, attack=attack, mod=mod, level=level, free=free, spent=spent, values=values, item=own.thing.id,
        times=_times(own, asked), look=plain_look(own.item) if _is_secret(own) else None, cause=item_uses.cause_of(user, own) if own.is_of_thing else None,
    )  # fmt: skip


def _weight(draft: Draft, own: ItemAct) -> int:
    """The number of its uses that the act takes now: the level of the answered spell for an item that swallows spells."""
    weight = weight_of_use(own.act)
    if secret_spell_levels.THEIR_SLOT in weight and secret_spell_levels.is_of_answered(draft.world, draft.situation):
        return 0
    return 1 if weight == "1" else formulas.value(weight, slot_answered(draft.situation) or {"their_slot": 0})


def _pay(draft: Draft, own: ItemAct, numbers: Numbers) -> Iterator[Spent]:
    """Take the charges, the uses, or the thing itself."""
    thing = draft.world.things.get(own.thing.id)
    if thing is None:
        return  # its own act has destroyed it
    if thing_stats.charges_left(thing, own.item) is None and not own.uses and not own.switch:
        yield from item_payments.use_up(draft, thing, own.item, numbers.times)
        return
    ends = thing.item.ends.get(own.switch or "")
    rounds = ends - clock.now(draft.world) if ends is not None else 0
    price = ItemPrice(thing, own.item, numbers.spent or 0, own.uses, count=_weight(draft, own), rounds=rounds)
    yield from item_payments.pay(draft, price)
