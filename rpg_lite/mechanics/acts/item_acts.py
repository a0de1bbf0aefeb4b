"""The acts that items give: the spells that they cast, and acts of their own. Their charges and uses are the price."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected
from rpg_lite.mechanics.acts import item_payments, playing, scroll_reading, secret_spell_levels
from rpg_lite.mechanics.acts.act_results import USED_UP, ActResult, Spent
from rpg_lite.mechanics.acts.item_payments import ItemPrice, charges_now
from rpg_lite.mechanics.acts.play_notebook import Numbers, slot_answered
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.creature.working_items import cannot_work, works_for, works_in_place
from rpg_lite.mechanics.items import item_moves, item_use_time, limited_uses
from rpg_lite.mechanics.items.consumables import is_used_up
from rpg_lite.mechanics.life.incapacity import refuse_forbidden
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules import creature_flags, dice, formulas, names
from rpg_lite.rules.acts.act import Act, AttackStep, SaveStep, Spell
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.item_part_models import ItemCast, Uses, cost_range
from rpg_lite.rules.items import Item, uses_of_act, weight_of_use
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World, order_made

FADES: Final = "The spell fades from the scroll without effect."


@dataclass(frozen=True, slots=True)
class ItemAct:
    """An act and the thing that gives it; `cast`: the way in which the thing casts a spell, None for an act of its own."""

    thing: Thing
    item: Item
    act: Act
    cast: ItemCast | None = None

    @property
    def name(self) -> str:
        """The name by which `act` finds it: "Staff of Healing: Cure Wounds"."""
        return f"{self.thing.name}: {self.act.name}" if len((*self.item.casts, *self.item.acts)) > 1 else self.thing.name

    @property
    def costs(self) -> range:
        """The possible numbers of charges that the act costs."""
        if self.cast:
            return self.cast.costs
        return next((cost_range(s.removeprefix("charges:")) for s in self.act.spends if s.startswith("charges:")), range(1))

    @property
    def uses(self) -> tuple[str, Uses] | None:
        """The key of its uses, and their number."""
        if self.cast:
            return (self.cast.id, self.cast.uses) if self.cast.uses else None
        return uses_of_act(self.act)

    def level_for(self, spent: int) -> int | None:
        return self.cast.level_for(spent) if self.cast else None


@dataclass(frozen=True, slots=True)
class ItemWish:
    """The options of the call. `charges`: the number to spend; `field`: the key that named the item."""

    wish: Wish
    charges: int | None = None
    field: str = "itemName"


# ── finding ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def given_by(thing: Thing, book: Rulebook) -> tuple[ItemAct, ...]:
    """The acts that a thing gives its user. An unidentified thing keeps its secret."""
    if thing.kind not in ("item", "container") or not thing.item.is_identified:
        return ()
    item = thing_stats.item_of(thing, book)
    casts = ((cast, book.spell(cast.spell)) for cast in item.casts)
    spells = (ItemAct(thing, item, spell, cast) for cast, spell in casts if spell)
    return (*spells, *(ItemAct(thing, item, act) for act in item.acts))


def of_unnamed_scroll(thing: Thing, choice: Mapping[str, str], book: Rulebook) -> ItemAct | Rejected | None:
    """The act of a scroll that has a level but no spell, with the spell that the call names; refused if the call names none. None for other
    things.
    """
    level = thing_stats.level_of_unnamed_scroll(thing, book)
    if level is None:
        return None
    spell = next((found for word in choice.values() if (found := book.spell(word)) and found.level == level), None)
    pick = thing_stats.pick_of(thing)
    item = book.item(pick._replace(variant=spell.name)) if spell else None
    if spell and item:
        return ItemAct(thing, item, spell, item.casts[0])
    fitting = sorted({s.name for s in book.spells.values() if s.level == level})
    details = {"act": thing.name, "choice": "spell", "given": ", ".join(choice.values())}
    return Rejected("choice_required", "choice", details, allowed=tuple(fitting))


def unknown_ones(thing: Thing, book: Rulebook) -> tuple[ItemAct, ...]:
    """The acts of a thing that nobody has identified, under the name of its look, because a potion or a wand works even if nobody knows it."""
    if thing.kind not in ("item", "container") or thing.item.is_identified:
        return ()
    item = thing_stats.item_of(thing, book)
    acts = (ItemAct(thing, item, act) for act in item.acts) if is_used_up(item) else ()
    named, found = {"name": plain_look(item)}, (*_main_spell(thing, item, book), *acts)
    return tuple(own if own.cast and own.cast.scroll else replace(own, act=own.act.model_copy(update=named)) for own in found)


def _main_spell(thing: Thing, item: Item, book: Rulebook) -> tuple[ItemAct, ...]:
    """The spell that an unidentified wand casts: its only one, or its main one. Nobody can choose among several spells without knowing
    them. A scroll tells its spell to whoever reads it, and stays whole for whoever cannot.
    """
    casts = [cast for cast in item.casts if len(item.casts) == 1 or cast.spell == item.main_act]
    spell = book.spell(casts[0].spell) if casts else None
    return (ItemAct(thing, item, spell, casts[0]),) if spell else ()


def of(world: World, creature: Thing, book: Rulebook) -> Iterator[ItemAct]:
    """The acts that all things at hand give a creature."""
    for thing in at_hand(world, creature.id):
        if thing.id not in world.unnamed:
            yield from given_by(thing, book)


def ready_answers(world: World, creature: Thing, book: Rulebook) -> Iterator[Act]:
    """The acts of things at hand that answer something and can be paid now; the thing pays, so the act itself has no price."""
    for own in of(world, creature, book):
        if own.act.when and not own.cast and works_for(world, creature, own.thing, own.item) and _is_paid(world, own):
            yield own.act.model_copy(update={"spend": None})


def _is_paid(world: World, own: ItemAct) -> bool:
    left = thing_stats.charges_left(own.thing, own.item)
    has_uses = own.uses is None or limited_uses.count_used(world, own.thing, own.uses[0]) < own.uses[1].count
    return has_uses and (left is None or left >= own.costs[0])


def find_item_act(world: World, creature: Thing, name: str, wish: Wish, book: Rulebook) -> ItemAct | Rejected | None:
    """The act of an item by the item's name, "Staff of Healing: Cure Wounds" if the item has several; or by the name of the act itself."""
    every = list(of(world, creature, book))
    called, _, part = name.partition(":")
    key = names.fold(called)
    by_item = [own for own in every if key in thing_stats.names_of(own.thing, book)]
    if by_item:
        best = max(dict.fromkeys(own.thing.id for own in by_item), key=lambda id: _readiness(world, id, book))
        return choose_item_act([own for own in by_item if own.thing.id == best], part.strip() or None, wish)
    own_acts = [own for own in every if not own.cast and names.fold(name) in map(names.fold, (own.act.name, *own.act.aliases))]
    return max(own_acts, key=lambda own: _readiness(world, own.thing.id, book), default=None)


def casting(world: World, creature: Thing, spell: Act, book: Rulebook) -> ItemAct | None:
    """The item at hand that can cast this spell now; an item in use takes precedence."""
    found = [own for own in of(world, creature, book) if own.cast and own.act.name == spell.name]
    return max(found, key=lambda own: _readiness(world, own.thing.id, book), default=None)


def named_beside(world: World, creature: Thing, spell: str, words: Sequence[str], book: Rulebook) -> ItemAct | None:
    """The item at hand that casts this spell and that a word of `with` names: "Wand of Fireballs"."""
    wanted, meant = {names.fold(w) for w in words}, book.spell(spell)
    if not wanted or meant is None:
        return None
    found = [own for own in of(world, creature, book) if own.cast and own.act.name == meant.name]
    named_ones = [own for own in found if wanted & thing_stats.names_of(own.thing, book)]
    return max(named_ones, key=lambda own: _readiness(world, own.thing.id, book), default=None)


def _readiness(world: World, id: str, book: Rulebook) -> tuple[bool, bool]:
    thing = world.things[id]
    return thing_stats.charges_left(thing, thing_stats.item_of(thing, book)) != 0, world.row_of(id) is not None


def choose_item_act(own: Sequence[ItemAct], part: str | None, wish: Wish) -> ItemAct | Rejected:
    """The act of an item that the call means: the act of this name, or the only act, or the main one."""
    wanted = {_key(w) for w in ([part] if part else wish.choice.values())}
    found = next((one for one in own if _key(one.act.name) in wanted), None)
    if not part and found is None:
        found = next((one for one in own if one.act.name == own[0].item.main_act), None)
    if found or (len(own) == 1 and not part):
        return found or own[0]
    details = {"act": own[0].thing.name, "choice": "spell", "given": part or ", ".join(wish.choice.values())}
    return Rejected("choice_required", "choice", details, allowed=tuple(one.act.name for one in own))


def _key(name: str) -> str:
    return names.fold(name.replace("_", " "))


# ── playing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def play(draft: Draft, user: Thing, own: ItemAct, whom: Sequence[Thing], asked: ItemWish) -> ActResult | Rejected:
    """Play an act of an item and pay for it. A refusal comes before anything is spent.

    Refuses: cannot_cast, item_level_unfit, merged_into_form, must_be_worn, no_charges_left, no_uses_left, not_attuned, quantity_too_large,
    and the refusals of `playing.play`.
    """
    asked = _counted(own, asked)
    spent = _charges(own, asked)
    if isinstance(spent, Rejected):
        return spent
    if (
        refusal := None
        if asked.wish.force
        else _cannot(draft, user, own, spent, asked.field) or _unreadable(draft, user, own, whom, asked.field)
    ):
        return refusal
    if own.cast and own.cast.on_user:
        if other := next((t for t in whom if t.id != user.id), None):
            return Rejected("target_unfit", "targets", {"act": own.act.name, "name": other.name, "only": "its user", "is": "somebody else"})
        whom = [draft.world.things[user.id]]
    asked = replace(asked, wish=replace(asked.wish, slot=None))
    numbers = _numbers(draft, user, own, spent)
    reading = _read(draft, user, own, whom, asked.wish, numbers)
    if isinstance(reading, Rejected):
        return reading
    if reading and not reading.is_made_out:
        return _fade(draft, user, own, reading)
    played = playing.play(draft, user, _from_item(draft, user, own), whom, asked.wish, numbers)
    if isinstance(played, Rejected):
        return played
    says = (*played.says, own.cast.say) if own.cast and own.cast.say else played.says
    targets = (reading.check, *played.targets) if reading and reading.check else played.targets
    return replace(played, item=Called(own.thing.id), says=says, targets=targets, spent=(*played.spent, *_pay(draft, own, spent)))


def _from_item(draft: Draft, user: Thing, own: ItemAct) -> Act:
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
    refused = playing.play(trial, user, _from_item(draft, user, own), whom, wish, numbers)
    return refused if isinstance(refused, Rejected) else scroll_reading.read(draft, user, own.act)


def _fade(draft: Draft, user: Thing, own: ItemAct, reading: scroll_reading.ScrollRead) -> ActResult:
    """Use up a scroll that its reader failed to read: both the spell and the action are lost."""
    ledger.spend(draft, TurnPrice(user.id, own.act.name, _from_item(draft, user, own).cost))
    spent = tuple(_pay(draft, own, 0))
    checked = (reading.check,) if reading.check else ()
    return ActResult(Called(user.id), own.act.name, True, None, None, spent, checked, (), says=(FADES,), item=Called(own.thing.id))


def is_ready(draft: Draft, user: Thing, own: ItemAct) -> bool:
    """Whether the item works for its user now and has the charges or the use left."""
    return _cannot(draft, user, own, own.costs[0], "act") is None


def harms(act: Act) -> bool:
    """Whether the act is meant for others: it attacks, deals damage or asks for a save."""
    return any(isinstance(step, AttackStep | DamageStep | SaveStep) for step in walk(act.steps, inner_acts=False))


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
    aim = min(there, key=lambda t: (t.creature.is_member == user.creature.is_member, order_made(t)), default=None)
    again = {"operation": "use", "characterName": user.name, "itemId": own.thing.id, "property": own.act.name if own.cast else None,
             "quantity": asked.charges, "targetName": aim.name if aim else None}  # fmt: skip
    instead = {key: value for key, value in again.items() if value is not None} if aim else None
    return Rejected(
        "target_required", "targetName", {"name": own.thing.name}, allowed=("targetName", "targetId", "targets"), instead=instead
    )


def accept(draft: Draft, user: Thing, own: ItemAct, played: ActResult) -> Decision:
    """The outcome: its subject is the thing, if that still exists, and its bearers are the targets and the user."""
    return Decision.about(own.thing.id, *(t.who.id for t in played.targets), user.id, result=played)


def _counted(own: ItemAct, asked: ItemWish) -> ItemWish:
    """The options with a number of charges that is given in `choice`, for an act that may spend several: 3 beads of a necklace."""
    if asked.charges is not None or asked.wish.slot is not None or len(own.costs) < 2 or own.act.choices:
        return asked
    number = next((word for word in asked.wish.choice.values() if word.isdecimal()), None)
    return asked if number is None else replace(asked, charges=int(number))


def _charges(own: ItemAct, asked: ItemWish) -> int | Rejected:
    """The charges to spend: the number that the call gives, or the price of the level that it gives, or else the smallest number."""
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
    if refusal := cannot_work(draft, user, thing, item, works_in_place(item)):
        return replace(refusal, field=field)
    stats = draft.stats(user)
    if own.cast and creature_flags.CANNOT_CAST in stats.flags:
        return Rejected("cannot_cast", "characterName", {"name": user.name})
    if refusal := refuse_forbidden(user, stats, own.act.cost, own.act.name, is_spell=True) if own.cast else None:
        return refusal
    left = thing_stats.charges_left(thing, item)
    if left is not None and left < spent:
        return Rejected("no_charges_left", field, {"name": thing.name, "left": left, "needs": spent})
    if own.uses and (left := own.uses[1].count - limited_uses.count_used(draft.world, thing, own.uses[0])) < (needs := _weight(draft, own)):
        return Rejected("no_uses_left", field, {"name": thing.name, "left": left, "needs": needs})
    return None


def _numbers(draft: Draft, user: Thing, own: ItemAct, spent: int) -> Numbers:
    """The item's DC and bonus, or else the user's; a user who casts no spells adds only the proficiency bonus (SRD, Magic Items)."""
    stats = draft.stats(user)
    mod = 0 if own.cast and stats.spellcasting is None else None
    dc, attack = (own.cast.dc, own.cast.attack) if own.cast else (None, None)
    free = all(s.startswith(("charges:", "uses:")) for s in own.act.spends) or own.cast is not None
    is_least = own.cast is not None and draft.situation.book.policy.items_cast_at == "least_level"
    level = 1 if is_least else None
    values = dict(charges_now(draft.world, own.thing.id, draft.situation.book))
    values |= {"charges": thing_stats.charges_left(own.thing, own.item) or 0}
    values |= {"uses": limited_uses.count_used(draft.world, own.thing, own.uses[0])} if own.uses else {}
    return Numbers(
        slot=own.level_for(spent), dc=dc, attack=attack, mod=mod, level=level, free=free, spent=spent, values=values, item=own.thing.id
    )


def _weight(draft: Draft, own: ItemAct) -> int:
    """The number of its uses that the act takes now: the level of the answered spell for an item that swallows spells."""
    weight = weight_of_use(own.act)
    if secret_spell_levels.THEIR_SLOT in weight and secret_spell_levels.is_of_answered(draft.world, draft.situation):
        return 0
    return 1 if weight == "1" else formulas.value(weight, slot_answered(draft.situation) or {"their_slot": 0})


def _pay(draft: Draft, own: ItemAct, spent: int) -> Iterator[Spent]:
    """Take the charges and the use; a thing that has neither and is used up is taken away."""
    thing = draft.world.things.get(own.thing.id)
    if thing is None:
        return  # its own act has destroyed it
    if thing_stats.charges_left(thing, own.item) is None and not own.uses and is_used_up(own.item):
        item_moves.take_away(draft, thing, 1)
        yield Spent(USED_UP, thing.quantity, thing.quantity - 1)
    yield from item_payments.pay(draft, ItemPrice(thing, own.item, spent, own.uses, count=_weight(draft, own)))
