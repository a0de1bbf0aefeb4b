"""use: drink, throw, switch on. What has no number in the rules is consumed all the same, and the answer says who judges."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.operations import targets
from rpg_lite.operations.callers import Caller
from rpg_lite.operations.mechanics import hit_points, permanent_gains, player_consent, reach, stacks, state_changes
from rpg_lite.operations.mechanics.condition_onset import add_condition, add_effect, lasting_for
from rpg_lite.operations.mechanics.incapacity import cannot_act
from rpg_lite.operations.mechanics.rolls import rolled
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.operations.outcome import Called, Draft, Outcome, Rejected, Result, Situation, ThingWords
from rpg_lite.operations.targets import Targeted
from rpg_lite.rules.items import Activated, Item, OnUse, Quantity
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.world import bearers, body_paths
from rpg_lite.world.creature_states import Cause
from rpg_lite.world.things import Ref, Thing, World

MOST_USES = 20
DESTROYED = "on a 1 it is destroyed"
_WORKS_UNWORN = ("carried", "placed", "consumed")


class Use(Targeted):
    """Consume or activate it."""

    operation: Literal["use"]
    item_id: str | None = None
    item_name: str | None = None
    target_id: Annotated[str | None, Field(description="Target; default oneself.")] = None
    target_name: str | None = None
    quantity: Quantity | None = None
    property: Annotated[str | None, Field(description="Which property; a second call ends it.")] = None

    def touches(self) -> tuple[Ref, ...]:
        other = (Ref("bearer", self.target_id, self.target_name),) if self.target_id or self.target_name else ()
        return (*super().touches(), *other)


@dataclass(frozen=True, slots=True)
class SwitchResult(Result):
    """A switched property, and the charges or uses left; `used`: it does not last."""

    property: str
    switched: Literal["on", "off", "used"]
    duration: str | None = None
    charges: int | None = None
    uses: int | None = None


@dataclass(frozen=True, slots=True)
class UseResult(Result):
    """The number used, the target, and the charges or uses left; `more`: the number left of a consumable."""

    used: int
    target: Called
    charges: int | None
    uses: int | None
    more: int | None
    lit: bool


def decide_use(command: Use, world: World, situation: Situation) -> Outcome:
    """Refuses: bag_locked, cannot_act, cannot_use, held_by_nobody, hp_unknown, must_be_worn, no_charges_left, no_uses_left, not_attuned,
    not_dying, not_usable, property_required, property_unknown, quantity_too_large, quantity_too_many, target_dead, target_required,
    use_elsewhere.
    """
    bag = targets.bag(world, command, situation.book)
    if isinstance(bag, Rejected):
        return bag
    thing = targets.carried(world, bag, command.item_id, command.item_name, situation.book, lambda t: _likely(t, world, bag, situation))
    if isinstance(thing, Rejected):
        return thing
    target = _target(command, world, bag)
    if isinstance(target, Rejected):
        return target
    item = bearers.item_of(thing, situation.book)
    draft = Draft(world, situation)
    if item.on_use and item.on_use.damage and not (command.target_id or command.target_name):
        return Rejected("target_required", "targetName", {"name": thing.name}, allowed=("targetName", "targetId"))
    if refusal := _elsewhere(world, bag, target, _target_field(command)) or _cannot_act(command, draft, bag, thing, item):
        return refusal
    if item.activated:
        return _switch(command, draft, bag, thing, item)
    return _consume(command, draft, bag, thing, item, target)


def _target_field(command: Use) -> str:
    """The field that named the target; without one, the user's field."""
    if command.target_id or command.target_name:
        return targets.given(command.target_id, command.target_name, "targetName")
    return targets.given(command.character_id, command.character_name, "characterName")


def _likely(thing: Thing, world: World, bag: Thing, situation: Situation) -> bool:
    """Whether it has something left to use, and is worn or held where one of that name is."""
    in_use = (t for t in world.tree_of(bag.id) if t.name == thing.name and world.row_of(t.id) and _ready(t, situation))
    return _ready(thing, situation) and (world.row_of(thing.id) is not None or next(in_use, None) is None)


def _ready(thing: Thing, situation: Situation) -> bool:
    item = bearers.item_of(thing, situation.book)
    return bearers.uses_left(thing, item) != 0 and bearers.charges_left(thing, item) != 0


def _target(command: Use, world: World, bag: Thing) -> Thing | Rejected:
    if command.target_id or command.target_name:
        return targets.character(world, command.target_id, command.target_name, "targetName")
    if bag.kind != "character":
        return Rejected("target_required", "targetName", {"name": bag.name}, allowed=("targetName", "targetId"))
    return bag


def _elsewhere(world: World, bag: Thing, target: Thing, field: str) -> Rejected | None:
    """Refused on somebody in another room, as a blow is."""
    here, there = world.room_of(bag.id), world.room_of(target.id)
    if here == there or here is None or there is None:
        return None
    return Rejected("use_elsewhere", field, {"name": target.name, "there": there.name, "who": bag.name, "here": here.name})


def _cannot_act(command: Use, draft: Draft, bag: Thing, thing: Thing, item: Item) -> Rejected | None:
    """Refused for one who cannot act; what is on is switched off all the same. Whose hand reaches into a chest is not known."""
    if bag.kind != "character" or any(command.property in (None, a) for a in bearers.active_of(draft.world, thing)):
        return None
    if bearers.is_dead(bag):
        return Rejected("target_dead", "characterName", {"name": bag.name})
    refusal = cannot_act(bag, bearers.stats_of(draft.world, bag, draft.situation.book))
    if refusal is None:
        return None
    return Rejected("cannot_use", refusal.field, refusal.details, instead=_by_another(command, draft, bag, thing))


def _by_another(command: Use, draft: Draft, bag: Thing, thing: Thing) -> dict[str, Any] | None:
    """Somebody of the party in the same room who can act takes it and uses it."""
    room = draft.world.room_of(bag.id)
    there = draft.situation.people([room.id]).values() if room else ()
    helper = next((p for p in there if p.id != bag.id and p.creature.is_member and not bearers.is_lost(draft.world, p)), None)
    if helper is None or draft.world.row_of(thing.id):
        return None
    on = command.target_name or bag.name
    takes = {"operation": "transfer", "characterName": bag.name, "itemName": thing.name, "quantity": 1, "toCharacterName": helper.name}
    return {"batch": [takes, {"operation": "use", "characterName": helper.name, "itemName": thing.name, "targetName": on}]}


# ── activated properties ────────────────────────────────────────────────────────────────────────────────────────────


def _switch(command: Use, draft: Draft, bearer: Thing, thing: Thing, item: Item) -> Outcome:
    """On with the first call, off with the second; switching on may cost charges."""
    chosen = _property(command, item)
    if isinstance(chosen, Rejected):
        return chosen
    on = bearers.active_of(draft.world, thing)
    if chosen.id in on:
        _set_active(draft, thing, [a for a in on if a != chosen.id])
        return draft.accepted(thing.id, bearer.id, result=SwitchResult(chosen.id, "off"))
    if refusal := _cannot_switch_on(draft, bearer, thing, item, chosen) or _too_much(command, item, chosen):
        return refusal
    _pay(draft, thing, item, chosen)
    lasts = bool(chosen.modifiers or chosen.duration or chosen.light)
    if lasts:
        _set_active(draft, thing, [*on, chosen.id])
        for word in parameters_of(chosen):
            state_changes.change(draft, draft.world.things[thing.id], body_paths.PARAMETERS.at(word), command.quantity or 1)
        ends = lasting_for(draft, chosen.duration).ends
        state_changes.change(draft, draft.world.things[thing.id], body_paths.ENDS.at(chosen.id), ends)
        if chosen.light:
            draft.note("light_to_judge", name=Called(thing.id), texts=[_light(*chosen.light)])
    else:
        _judge(draft, thing, item, _texts(item))
    left = draft.world.things.get(thing.id)
    charges = bearers.charges_left(left, item) if left else None
    uses = chosen.uses.count - _used(left, chosen) if left and chosen.uses else None
    result = SwitchResult(chosen.id, "on" if lasts else "used", chosen.duration, charges, uses)
    return draft.accepted(thing.id, bearer.id, result=result)


def _light(bright: int, dim: int) -> str:
    return f"bright light for {bright} feet and dim light for {dim} more" if bright else f"dim light for {dim} feet"


def parameters_of(chosen: Activated) -> frozenset[str]:
    """The words in its numbers that stand for how much of it is switched on ("n" of a Defender)."""
    return frozenset(m.value.removeprefix("-") for m in chosen.modifiers if m.op == "add" and isinstance(m.value, str))


def _too_much(command: Use, item: Item, chosen: Activated) -> Rejected | None:
    """No more is taken off a bonus than it is."""
    given = {m.target for m in chosen.modifiers if m.op == "add" and isinstance(m.value, str) and m.value.startswith("-")}
    most = min((m.value for m in item.passive if m.target in given and m.op == "add" and isinstance(m.value, int)), default=None)
    if most is None or (command.quantity or 1) <= most:
        return None
    return Rejected("quantity_too_large", "quantity", {"has": most, "most": most})


def _set_active(draft: Draft, thing: Thing, ids: Sequence[str]) -> None:
    """The active properties, without the times of those that have ended."""
    state_changes.change(draft, thing, body_paths.ACTIVE, ids or None)
    state_changes.change(draft, thing, body_paths.PARAMETERS, None)
    for gone in set(thing.item.ends) - set(ids):
        state_changes.change(draft, thing, body_paths.ENDS.at(gone), None)


def _pay(draft: Draft, thing: Thing, item: Item, chosen: Activated) -> None:
    """The charges or the use that switching on costs."""
    left = bearers.charges_left(thing, item)
    if chosen.charges and left is not None:
        _charge(draft, thing, item, left - chosen.charges)
    if chosen.uses:
        state_changes.change(draft, thing, body_paths.USED.at(chosen.id), _used(thing, chosen) + 1)


def _used(thing: Thing, chosen: Activated) -> int:
    return thing.item.used.get(chosen.id, 0)


def _charge(draft: Draft, thing: Thing, item: Item, left: int) -> None:
    """So many charges are left; with the last one some things are at risk: a d20 is rolled for it."""
    state_changes.change(draft, thing, body_paths.CHARGES, left)
    risk = item.charges.on_last if item.charges else None
    if left or not risk:
        return
    face = rolled(draft, "1d20", "last charge").total
    if face == 1 and DESTROYED in risk:
        stacks.take_away(draft, draft.world.things[thing.id], 1)
        draft.note("destroyed", name=Called(thing.id))
    else:
        draft.note("last_charge", name=Called(thing.id), text=ThingWords(thing.id, (risk,)), face=face)


def _property(command: Use, item: Item) -> Activated | Rejected:
    ids = tuple(a.id for a in item.activated)
    if command.property is None and len(ids) > 1:
        return Rejected("property_required", "property", {"name": item.name}, allowed=ids)
    found = next((a for a in item.activated if command.property in (None, a.id)), None)
    return found or Rejected("property_unknown", "property", {"name": item.name, "wanted": command.property}, allowed=ids)


def _cannot_switch_on(draft: Draft, bearer: Thing, thing: Thing, item: Item, chosen: Activated) -> Rejected | None:
    who = {"name": thing.name, "bearer": bearer.name}
    if refusal := _asleep(draft, bearer, thing, item, item.use_state not in _WORKS_UNWORN):
        return refusal
    if chosen.uses and _used(thing, chosen) >= chosen.uses.count:
        return Rejected("no_uses_left", "itemName", {**who, "left": 0, "needs": 1})
    left = bearers.charges_left(thing, item)
    if chosen.charges and left is not None and left < chosen.charges:
        return Rejected("no_charges_left", "itemName", {**who, "left": left, "needs": chosen.charges})
    return None


def _asleep(draft: Draft, bag: Thing, thing: Thing, item: Item, in_place: bool) -> Rejected | None:
    """Refused without the bond, and `in_place` where it is not worn or held. A thing in a bag is used by whoever carries the bag."""
    holder = bag if bag.kind == "character" else draft.world.bearer_of(bag.id)
    is_loose = in_place and draft.world.row_of(thing.id) is None
    if not is_loose and not item.needs_attunement:
        return None
    if holder is None or holder.kind != "character":
        return Rejected("held_by_nobody", "itemName", {"name": thing.name, "where": bag.name})
    who, call = {"name": thing.name, "bearer": holder.name}, {"characterName": holder.name, "itemId": thing.id}
    if item.needs_attunement and thing.attuned_to != holder.id:
        return Rejected("not_attuned", "itemName", who, instead={"operation": "attune", **call})
    return Rejected("must_be_worn", "itemName", who, instead={"operation": "equip", **call}) if is_loose else None


def _spends_in_place(item: Item) -> bool:
    """Whether its charges are spent by whoever wears or holds it; what says that it is enough to carry it is an exception."""
    has_place = item.slot is not None or item.use_state == "held" or item.weapon_stats is not None
    return item.charges_or_effects is not None and has_place and item.use_state not in _WORKS_UNWORN


# ── consumables and the rest ────────────────────────────────────────────────────────────────────────────────────────


def _consume(command: Use, draft: Draft, bag: Thing, thing: Thing, item: Item, target: Thing) -> Outcome:
    times, charges = command.quantity or 1, bearers.charges_left(thing, item)
    if refusal := _cannot_use(draft, bag, thing, item, times) or _cannot_receive(draft, item, target, _target_field(command)):
        return refusal
    for _ in range(times):
        _effect(draft, item, draft.world.things[target.id], Cause(item.name, _user(draft, bag), True, looks_like(thing, item)))
    _say_what_is_open(draft, thing, item)
    _spend(draft, thing, item, times)
    more = _more(draft, bag, thing) if is_used_up(item) else None
    owner = bag if bag.kind == "character" else draft.world.bearer_of(bag.id)
    left = draft.world.things.get(thing.id)
    result = UseResult(
        used=times,
        target=Called(target.id),
        charges=None if charges is None else charges - times,
        uses=bearers.uses_left(left, item) if left else None,
        more=more,
        lit=item.light is not None,
    )
    return draft.accepted(thing.id, target.id, owner.id if owner else None, result=result)


def _cannot_use(draft: Draft, bag: Thing, thing: Thing, item: Item, times: int) -> Rejected | None:
    if (item.weapon_stats or item.armor_stats) and item.charges_or_effects is None:
        instead = {"characterName": bag.name, "operation": "equip", "itemId": thing.id} if bag.kind == "character" else None
        return Rejected("not_usable", "itemName", {"name": thing.name}, instead=instead)
    if refusal := _asleep(draft, bag, thing, item, in_place=False):
        return refusal
    if times > MOST_USES:
        return Rejected("quantity_too_large", "quantity", {"has": thing.quantity, "most": MOST_USES})
    uses, charges = bearers.uses_left(thing, item), bearers.charges_left(thing, item)
    if charges is not None and charges < times:
        return Rejected("no_charges_left", "itemName", {"name": thing.name, "left": charges, "needs": times})
    if uses is not None and uses < times:
        return Rejected("no_uses_left", "itemName", {"name": thing.name, "left": uses, "needs": times})
    if refusal := _asleep(draft, bag, thing, item, _spends_in_place(item)):
        return refusal
    return stacks.enough(thing, times) if uses is None and charges is None and is_used_up(item) else None


def _cannot_receive(draft: Draft, item: Item, target: Thing, field: str) -> Rejected | None:
    """Healing is refused for the dead, and harm too; what cannot be counted is not begun."""
    if item.heals and (refusal := hit_points.may_heal(target, draft, field)):
        return refusal
    return hit_points.may_hurt(target, draft, field) if item.on_use and item.on_use.damage else None


def looks_like(thing: Thing, item: Item) -> str | None:
    """The look of what nobody has identified: what comes of it goes by that."""
    return None if thing.item.is_identified else plain_look(item)


def _user(draft: Draft, bag: Thing) -> str | None:
    """The creature that carries what is used."""
    user = bag if bag.kind == "character" else draft.world.bearer_of(bag.id)
    return user.id if user else None


def _effect(draft: Draft, item: Item, target: Thing, cause: Cause) -> None:
    if item.heals:
        hit_points.heal(draft, target, rolled(draft, item.heals, "heal").total)
    use = item.on_use
    if use and use.damage:
        roll = rolled(draft, use.damage.dice, "damage")
        hit_points.hurt(draft, target, Hit(use.damage.type, roll.total, magical=item.rarity != "common"))
    if use and use.stabilizes:
        _stabilize(draft, target)
    changes = [m for m in use.modifiers if not m.permanent] if use else []
    if use and use.effect:
        add_effect(draft, target, use.effect, (), cause, use.duration)
    if use and changes:
        add_effect(draft, target, item.name, changes, cause, use.duration)
    for m in use.modifiers if use else ():
        if m.permanent:
            permanent_gains.gain(draft, target, m)
    for condition in use.conditions if use else ():
        add_condition(draft, target, condition, cause, use.duration if use else None)


def _stabilize(draft: Draft, target: Thing) -> None:
    if hit_points.is_dying(draft.world.things[target.id]):
        hit_points.stabilize(draft, target)
    else:
        draft.note("not_dying", name=Called(target.id))


def _say_what_is_open(draft: Draft, thing: Thing, item: Item) -> None:
    """Note the effects that the game master judges, or that no rule gives this use an effect."""
    left_open, counts = _lines_of_effect(item, draft), bool(item.heals) or item.on_use not in (None, OnUse())
    if counts and not item.adjudicated and not left_open:
        return
    _judge(draft, thing, item, [*(_texts(item) if item.adjudicated or not left_open else ()), *left_open])


def _judge(draft: Draft, thing: Thing, item: Item, lines: Sequence[str]) -> None:
    if lines:
        draft.note("light_to_judge" if item.light else "for_you_to_judge", name=Called(thing.id), texts=list(lines))
    else:
        draft.note("nothing_follows", name=Called(thing.id))


def _lines_of_effect(item: Item, draft: Draft) -> Sequence[str]:
    """Note the parts of the item's effect that no rule decides."""
    rule = draft.situation.book.effect(item.on_use.effect) if item.on_use and item.on_use.effect else None
    return rule.adjudicated if rule else ()


def _texts(item: Item) -> Sequence[str]:
    told = [t for t in (None if item.heals else item.effect, *item.adjudicated) if t]
    return told or list(filter(None, (item.description,)))


def _more(draft: Draft, bag: Thing, thing: Thing) -> int:
    """How many of them are left; those that nobody has identified are counted by themselves."""
    is_known = thing.item.is_identified
    same = (t for t in draft.world.tree_of(bag.id) if t.name == thing.name and t.item.is_identified == is_known)
    return sum(t.quantity for t in same)


def is_used_up(item: Item) -> bool:
    return item.type == "consumable" or item.use_state == "consumed"


def _spend(draft: Draft, thing: Thing, item: Item, times: int) -> None:
    """A charge, a use, or the thing itself; the last use of a consumable ends it."""
    thing = draft.world.things[thing.id]
    charges, uses = bearers.charges_left(thing, item), bearers.uses_left(thing, item)
    if charges is not None:
        _charge(draft, thing, item, charges - times)
    elif uses is not None and uses > times:
        state_changes.change(draft, thing, body_paths.USES_REMAINING, uses - times)
    elif uses is not None and not is_used_up(item):
        state_changes.change(draft, thing, body_paths.USES_REMAINING, 0)
    elif is_used_up(item):
        stacks.take_away(draft, thing, times if uses is None else 1)


def may_use(caller: Caller, command: Use, seen: World, book: Rulebook) -> Rejected | None:
    """The target must be there, and its player must agree.

    Refuses: not_in_the_fight, not_your_turn, not_yours, out_of_reach, target_not_asked.
    """
    hand = reach.hand_of(command, seen, book)
    return reach.of_own(caller, command, seen, book) or _may_reach(caller, command, seen, book) or reach.waits_for_turn(caller, seen, hand)


def _may_reach(caller: Caller, command: Use, seen: World, book: Rulebook) -> Rejected | None:
    if not any(command.target):
        return None
    bag, target = targets.bag(seen, command, book), targets.character(seen, *command.target, "targetName")
    if refused := reach.is_beside(seen, bag, target, "targetName"):
        return refused
    if isinstance(bag, Rejected) or isinstance(target, Rejected) or caller.owns(seen, target):
        return None
    return player_consent.refused(command, seen, bag, target, book)


OPERATION = Operation(
    tool="manage_inventory",
    model=Use,
    decide=decide_use,
    who=replace(OWN, reach=may_use),
    sends="characterName itemName targetName? quantity?",
)
