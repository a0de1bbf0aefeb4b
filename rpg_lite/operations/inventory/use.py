"""manage_inventory use: drink, throw or switch on a thing. A thing without numbers in the rules is consumed too; the game master judges its
effect.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Targeted
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.decision.reserved_names import is_party
from rpg_lite.decision.shared_keys import Names, told_words
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import allowed_deeds, item_act_playing, item_acts, target_requirements
from rpg_lite.mechanics.acts.act_and_cast_keys import Choice, Slot, creatures_named, elsewhere
from rpg_lite.mechanics.acts.item_acts import ItemAct
from rpg_lite.mechanics.acts.riders import attack_riders
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.items import coating, use_consent
from rpg_lite.mechanics.items.switched_properties import parameters_of
from rpg_lite.mechanics.life.incapacity import cannot_handle, handles_nothing
from rpg_lite.mechanics.space.area_crowd import AreaWish
from rpg_lite.operations import catching_again, reach
from rpg_lite.operations.operation import OWN, Operation, by_act
from rpg_lite.rules import names
from rpg_lite.rules.acts.words import TABLE_WORDS
from rpg_lite.rules.document_field_types import Quantity
from rpg_lite.rules.items import LIT
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Ref, Thing, World


class Use(Targeted):
    """Consume or activate it."""

    operation: Literal["use"]
    item_id: str | None = None
    item_name: str | None = None
    target_id: Annotated[str | None, Field(description="Default: the user.")] = None
    target_name: str | None = None
    quantity: Quantity | None = None
    slot: Slot = None
    choice: Choice = {}
    targets: Names = ()
    with_: Annotated[Names, Field(alias="with")] = ()
    force: Annotated[bool, Field(description="Even if it is wasted.")] = False
    property: Annotated[str | None, Field(description="A second call ends it.")] = None

    def touches(self) -> tuple[Ref, ...]:
        """Load the lights around the user, too, because they decide who sees whom."""
        other = (Ref("bearer", self.target_id, self.target_name),) if self.target_id or self.target_name else ()
        named = (Ref("party") if is_party(n) else Ref("bearer", *targets.id_or_name(n)) for n in self.targets)
        lights = (Ref("lights", *self.who),) if any(self.who) else ()
        return (*super().touches(), *other, *named, *lights, Ref("fight"))

    def weighs(self) -> tuple[str, ...]:
        """All that a thing may leave unread, except what is assumed anyway: the user as target, and one thing."""
        is_own = {names.fold(name) for name in self.target if name} <= {names.fold(name) for name in self.who if name}
        target = () if is_own else ("target_id", "target_name")
        return (*target, *(("quantity",) if self.quantity != 1 else ()), "targets", "slot", "choice")

    def wish(self) -> Wish:
        """The options of the call for the act that the use plays; the property may name a spell of the item."""
        told = told_words(self.with_)
        chosen = {**self.choice, **({"property": self.property} if self.property else {})}
        return Wish(self.slot, chosen, told, force=self.force, area=AreaWish())


def decide_use(command: Use, draft: Draft) -> Verdict:
    """Refuses: act_runs_in_a_circle, area_empty, bag_locked, behind_total_cover, cannot_act, cannot_cast, cannot_use, choice_required, coats_others, dead_too_long,
    ends_nothing, form_required, form_unfit, form_unknown, formula_fault, heals_nothing, held_by_nobody, hp_unknown, item_level_unfit, merged_into_form,
    must_be_worn, no_charges_left, no_free_hand, no_fuel, no_uses_left, not_attuned, nothing_to_revive, not_lit, not_dying, not_usable, only_for_itself, property_required,
    property_unknown, quantity_too_large, quantity_too_many, resource_spent, scroll_without_spell, takes_too_long, target_banished, target_dead, target_elsewhere,
    target_required, target_unfit, target_unseen, targets_count, use_elsewhere.
    """
    world, situation = draft.world, draft.situation
    bag = targets.bag(world, command, situation.book)
    if isinstance(bag, Rejected):
        return bag
    thing = targets.find_carried(
        world, bag, command.item_id, command.item_name, situation.book, lambda t: _likely(t, world, bag, situation)
    )
    if isinstance(thing, Rejected):
        return thing
    coated = coating.find(world, bag, thing_stats.item_of(thing, situation.book), _thing_named(command), situation.book)
    if isinstance(coated, Rejected):
        return coated
    if coated:
        command = _on_a_weapon(command, draft, bag, thing, coated)
    own = _act_of(command, thing, situation)
    if refusal := _strange_words(command, world, own if isinstance(own, ItemAct) else None, situation.book):
        return refusal
    if isinstance(own, Rejected):
        return own
    return _play(command, draft, bag, _on_coated(own, coated, situation.book))


def _on_coated(own: ItemAct, coated: Thing | None, book: Rulebook) -> ItemAct:
    """The use, whose changes count for the coated weapon alone."""
    return replace(own, act=coating.bound(own.act, coated, book)) if own.is_use and coated else own


def _thing_named(command: Use) -> tuple[str | None, str | None]:
    """The id and the name of what a use may coat: its target, its only target in the list, or the choice `weapon`."""
    if any(command.target):
        return command.target
    if len(command.targets) == 1:
        return targets.id_or_name(command.targets[0])
    return targets.id_or_name(command.choice.get(coating.WEAPON, "")) if not command.targets else (None, None)


def _on_a_weapon(command: Use, draft: Draft, bag: Thing, thing: Thing, coated: Thing) -> Use:
    """The use for the user itself, which bears the effect, with the weapon as a choice that the effect keeps."""
    user = bag if bag.kind == "character" else draft.world.bearer_of(bag.id)
    item = thing_stats.item_of(thing, draft.situation.book)
    coating.tell(draft, item, coated, user.id if user else None)
    choice = {k: v for k, v in command.choice.items() if k != coating.WEAPON}
    choice |= {coating.WEAPON: coated.id} if coating.is_kept(item) else {}
    return command.model_copy(update={"target_id": None, "target_name": None, "targets": (), "choice": choice})


def _strange_words(command: Use, world: World, own: ItemAct | None, book: Rulebook) -> Rejected | None:
    """The refusal of a word that the act of the thing does not use; without an act, only facts of the table are known."""
    user = targets.character(world, *command.who, "characterName") if own and any(command.who) else None
    if own and isinstance(user, Thing):
        return attack_riders.strange_words(command.with_, own.act, world, user, book)
    return attack_riders.unknown(command.with_, (), TABLE_WORDS)


def _act_of(command: Use, thing: Thing, situation: Situation) -> ItemAct | Rejected:
    """The act that the use plays."""
    book = situation.book
    if scroll := item_acts.of_unnamed_scroll(thing, command.choice, book):
        if isinstance(scroll, Rejected) and not thing.item.is_identified:
            return Rejected("scroll_without_spell", "itemName", {"name": thing.name})
        return _named(command, scroll)
    own = item_acts.given_by(thing, book) or item_acts.unknown_ones(thing, book)
    if not own:
        return item_acts.use_of(thing, thing_stats.item_of(thing, book), book)
    chosen = item_acts.choose_item_act(own, command.property, command.wish())
    if isinstance(chosen, Rejected) and chosen.code in ("choice_required", "property_unknown") and command.property:
        return Rejected("property_unknown", "property", {"name": thing.name, "wanted": command.property}, allowed=chosen.allowed)
    return chosen


def _named(command: Use, scroll: ItemAct | Rejected) -> ItemAct | Rejected:
    """The scroll, or the refusal with the same call and a spell that it may hold."""
    if isinstance(scroll, ItemAct) or not scroll.allowed:
        return scroll
    again = {**command.model_dump(by_alias=True, exclude_unset=True), "choice": scroll.allowed[0]}
    return replace(scroll, instead=again)


def _play(command: Use, draft: Draft, bag: Thing, own: ItemAct) -> Verdict:
    """Play the act of the thing for the creature that carries it, or that takes it from where it lies."""
    is_carried = bag.kind == "character" or draft.world.bearer_of(bag.id) is not None
    whom = [] if own.switch and is_carried else creatures_named(draft.world, command.targets, command.target)
    if isinstance(whom, Rejected):
        return whom
    user = _user(draft.world, bag, own, whom)
    if isinstance(user, Rejected):
        return user
    whom = [draft.world.things[user.id]] if own.switch else whom
    refusal = elsewhere(draft.world, user, whom, draft.situation.book, own.act) or _cannot_act(draft, user, own, whom)
    if refusal:
        return _by_the_field(command, _for_a_use(refusal, own))
    if refusal := _forbidden(command, draft, user, own, whom):
        return _by_the_field(command, refusal)
    asked = item_act_playing.ItemWish(command.wish(), command.quantity if _counts(own) else None, aimed=_target_field(command))
    if not whom and target_requirements.needs_targets(own.act):
        if item_acts.harms(own.act):
            return item_act_playing.refuse_unaimed(draft, user, own, asked)
        whom = [draft.world.things[user.id]]
    played = item_act_playing.play(draft, user, own, whom, asked)
    if isinstance(played, Rejected) and played.code == "quantity_too_large":
        return _one_by_one(command, own, played)
    if isinstance(played, Rejected):
        return _by_the_field(command, _forced(command, _by_use(_for_an_area(command, played, user, own), user, own)))
    return item_act_playing.accept(draft, user, own, played)


def _counts(own: ItemAct) -> bool:
    """Whether a number changes the act: all but switches, unless their changes ask for it (SRD, Defender)."""
    return own.switch is None or (own.activated is not None and bool(parameters_of(own.activated)))


def _user(world: World, bag: Thing, own: ItemAct, whom: Sequence[Thing]) -> Thing | Rejected:
    """The creature that uses the thing: its bearer. What lies where nobody carries it is used by the one whom the call names."""
    user = bag if bag.kind == "character" else world.bearer_of(bag.id)
    if user is not None and user.kind == "character":
        return user
    if not own.is_of_thing:
        return Rejected("held_by_nobody", "itemName", {"name": own.thing.name, "where": bag.name})
    return whom[0] if whom else Rejected("target_required", "targetName", {"name": bag.name}, allowed=("targetName", "targetId"))


def _for_a_use(refused: Rejected, own: ItemAct) -> Rejected:
    """The refusal of a target in another room; a bow is proposed for a spell alone."""
    if refused.code != "target_elsewhere" or own.cast:
        return refused
    return Rejected("use_elsewhere", refused.field, refused.details)


def _by_the_field(command: Use, refused: Rejected) -> Rejected:
    """The refusal of a target, by the key with which the call names it."""
    return replace(refused, field=_target_field(command)) if refused.field == "targets" and any(command.target) else refused


_MOST_CALLS: Final = 20
"""The uses that one batch holds."""


def _one_by_one(command: Use, own: ItemAct, refused: Rejected) -> Rejected:
    """The refusal of several uses at once, with a batch of as many (SRD, Goodberry: an action each)."""
    count = command.quantity or 1
    if refused.details["most"] != 1 or count > min(own.thing.quantity, _MOST_CALLS):
        return refused
    one = {k: v for k, v in command.model_dump(mode="json", by_alias=True, exclude_unset=True).items() if k != "quantity"}
    return replace(refused, instead={"batch": [one] * count})


def _forced(command: Use, refused: Rejected) -> Rejected:
    """The refusal of something that would be wasted, with the call as it was sent and force."""
    if refused.code != "heals_nothing":
        return refused
    return replace(refused, instead={**command.model_dump(mode="json", by_alias=True, exclude_unset=True), "force": True})


def _for_an_area(command: Use, refused: Rejected, user: Thing, own: ItemAct) -> Rejected:
    """The refusal, whose area is elsewhere or catches others: a use names these as its targets, and a point or whom it spares is said by cast and act."""
    if not refused.instead or not refused.instead.keys() <= catching_again.OF_AREA:
        return refused
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if refused.instead.keys() <= {"catch", "targets"}:
        named = {"targets": refused.instead.get("catch", refused.instead.get("targets", ()))}
        return catching_again.with_area(replace(refused, instead=named), user, sent)
    if not own.thing.item.is_identified:
        return replace(refused, instead=None)
    called = {"operation": "cast", "spell": own.thing.name} if own.cast else {"operation": "act", "act": own.thing.name}
    return replace(refused, instead={**called, "characterName": user.name, **refused.instead})


def _by_use(refused: Rejected, user: Thing, own: ItemAct) -> Rejected:
    """The refusal, whose next call uses the thing: a cast does not find a thing that nobody has identified, and an act is paid by it."""
    if not refused.instead or (own.cast and own.thing.item.is_identified) or refused.instead.get("operation") not in ("act", "cast"):
        return refused
    aimed = {key: refused.instead[key] for key in ("targets", "choice", "force") if key in refused.instead}
    part = {"property": own.part} if own.name != own.thing.name and own.thing.item.is_identified else {}
    return replace(refused, instead={"operation": "use", "characterName": user.name, "itemId": own.thing.id, **part, **aimed})


def _target_field(command: Use) -> str:
    """The field that named the target; without a target, the field that named the user."""
    if command.target_id or command.target_name:
        return targets.field_of(command.target_id, command.target_name, "targetName")
    return targets.field_of(command.character_id, command.character_name, "characterName")


def _likely(thing: Thing, world: World, bag: Thing, situation: Situation) -> bool:
    """Whether the thing has a use left; if a thing of that name is worn, held or lit, only that one counts."""
    same = [t for t in world.tree_of(bag.id) if t.name == thing.name]
    if thing_stats.item_of(thing, situation.book).burns:
        return _at_hand(thing, bag) == max(_at_hand(one, bag) for one in same)
    in_use = (t for t in same if world.row_of(t.id) and _ready(t, situation))
    return _ready(thing, situation) and (world.row_of(thing.id) is not None or next(in_use, None) is None)


def _at_hand(thing: Thing, bag: Thing) -> tuple[int, bool]:
    """The order of preference: a lit torch, a partly burnt one, a new one; among equals, one that does not lie in a pack."""
    return 2 if LIT in thing.item.active else 1 if LIT in thing.item.used else 0, thing.parent_id == bag.id


def _ready(thing: Thing, situation: Situation) -> bool:
    item = thing_stats.item_of(thing, situation.book)
    return thing_stats.uses_left(thing, item) != 0 and thing_stats.charges_left(thing, item) != 0


def _cannot_act(draft: Draft, user: Thing, own: ItemAct, whom: Sequence[Thing]) -> Rejected | None:
    """The refusal for a creature that cannot act; switching off is always possible."""
    if own.switch and own.switch in thing_stats.active_of(draft.world, own.thing):
        return None
    if thing_stats.is_dead(user):
        return Rejected("target_dead", "characterName", {"name": user.name})
    refusal = cannot_handle(user, draft.stats(user))
    if refusal is None:
        return None
    if handles_nothing(user, draft.stats(user), "characterName"):
        return refusal  # nobody takes the thing from its mist
    on = whom[0].name if whom else user.name
    helps = bool(own.act.steps) and not item_acts.harms(own.act) and own.switch is None
    instead = _by_another(draft, user, own.thing, on) if helps else None
    return Rejected("cannot_use", refusal.field, {**refusal.details, "on": on}, instead=instead)


def _forbidden(command: Use, draft: Draft, user: Thing, own: ItemAct, whom: Sequence[Thing]) -> Rejected | None:
    """The refusal of a use that a rule forbids; the game master may force it, and then it is noted. Switching off is always possible, and a use
    that somebody answers has been played already.
    """
    if own.switch and own.switch in thing_stats.active_of(draft.world, own.thing):
        return None
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    act, choice = item_act_playing.from_item(draft, user, own), command.wish().choice
    attempt = allowed_deeds.Attempt(draft, user, act, whom, own.cast is not None, choice, sent)
    return None if attempt.is_replayed else allowed_deeds.refuse_unforced(attempt, command.force)


def _by_another(draft: Draft, bag: Thing, thing: Thing, on: str) -> dict[str, Any] | None:
    """The calls by which another party member who is in the same room and can act takes the thing and uses it."""
    room = draft.world.room_of(bag.id)
    there = draft.situation.people([room.id]).values() if room else ()
    helper = next((p for p in there if p.id != bag.id and p.creature.is_member and not thing_stats.is_lost(draft.world, p)), None)
    if helper is None or draft.world.row_of(thing.id):
        return None
    takes = {"operation": "transfer", "characterName": bag.name, "itemName": thing.name, "quantity": 1, "toCharacterName": helper.name}
    return {"batch": [takes, {"operation": "use", "characterName": helper.name, "itemName": thing.name, "targetName": on}]}


def may_use(caller: Caller, command: Use, seen: World, book: Rulebook) -> Rejected | None:
    """Allow a use if the target is there and its player agrees.

    Refuses: not_in_the_fight, not_your_turn, not_yours, out_of_reach, scroll_without_spell, target_not_asked.
    """
    hand = reach.hand_of(command, seen, book)
    if refused := _names_a_scroll(command, seen, book):
        return refused
    return (
        reach.of_own(caller, command, seen, book) or _may_reach(caller, command, seen, book) or reach.waits_for_trigger(caller, seen, hand)
    )


def _names_a_scroll(command: Use, seen: World, book: Rulebook) -> Rejected | None:
    """Refuse a scroll without a spell: the game master, not the reader, says which spell it holds."""
    bag = targets.bag(seen, command, book)
    thing = bag if isinstance(bag, Rejected) else targets.find_carried(seen, bag, *command.thing, book)
    if isinstance(thing, Rejected) or thing_stats.level_of_unnamed_scroll(thing, book) is None:
        return None
    return Rejected("scroll_without_spell", "itemName", {"name": thing.name})


def _coats_a_thing(command: Use, seen: World, book: Rulebook) -> bool:
    """Whether the target is no creature but a weapon that the user carries."""
    bag = targets.bag(seen, command, book)
    thing = bag if isinstance(bag, Rejected) else targets.find_carried(seen, bag, *command.thing, book)
    if isinstance(bag, Rejected) or isinstance(thing, Rejected):
        return False
    return coating.find(seen, bag, thing_stats.item_of(thing, book), _thing_named(command), book) is not None


def _may_reach(caller: Caller, command: Use, seen: World, book: Rulebook) -> Rejected | None:
    if not any(command.target) or _coats_a_thing(command, seen, book):
        return None
    bag, target = targets.bag(seen, command, book), targets.character(seen, *command.target, "targetName")
    if refused := reach.is_beside(seen, bag, target, "targetName"):
        return refused
    if isinstance(bag, Rejected) or isinstance(target, Rejected) or caller.owns(seen, target):
        return None
    thing = targets.find_carried(seen, bag, *command.thing, book)
    if isinstance(thing, Thing) and any(own.cast for own in (*item_acts.given_by(thing, book), *item_acts.unknown_ones(thing, book))):
        return None  # a spell needs no consent either
    return use_consent.refuse_without_consent(command, seen, bag, target, book)


OPERATION = Operation(
    tool="manage_inventory",
    model=Use,
    decide=decide_use,
    who=replace(OWN, reach=may_use, decrees=("force",)),
    cost=by_act,
    sends="characterName itemName targetName? quantity?",
)
