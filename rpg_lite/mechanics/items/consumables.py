"""Consume a potion, a charge or a use: heal, hurt, apply effects, gain for good, and spend it; what no rule decides is left to the game master."""

from collections.abc import Sequence
from dataclasses import dataclass

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.creature.working_items import cannot_work, spends_in_place
from rpg_lite.mechanics.items import coating, item_moves
from rpg_lite.mechanics.items.charges import set_charges
from rpg_lite.mechanics.life import dying, hit_points, knocking_out
from rpg_lite.mechanics.life.conditions import add_condition, add_effect
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.rules import choices, creature_flags
from rpg_lite.rules.dice import bounds
from rpg_lite.rules.item_part_models import ItemCast, OnUse
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.stats.abilities import GREATEST_SCORE, ORDINARY_MAXIMUM, modifier
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.vocabulary import ABILITIES
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.creature_states import Cause
from rpg_lite.world.world_model import Thing


def note_open_effects(draft: Draft, thing: Thing, item: Item) -> None:
    """Note the effects that the game master judges, or note that no rule gives this use an effect."""
    left_open, counts = _lines_of_effect(item, draft), bool(item.heals) or item.on_use not in (None, OnUse())
    if counts and not item.adjudicated and not left_open:
        return
    leave_to_judge(draft, thing, item, [*(texts_to_judge(item) if item.adjudicated or not left_open else ()), *left_open])


def leave_to_judge(draft: Draft, thing: Thing, item: Item, lines: Sequence[str]) -> None:
    if lines:
        draft.note("light_to_judge" if item.light else "for_you_to_judge", name=Called(thing.id), texts=list(lines))
    else:
        draft.note("nothing_follows", name=Called(thing.id))


def _lines_of_effect(item: Item, draft: Draft) -> Sequence[str]:
    """Note the parts of the item's effect that no rule decides."""
    rule = draft.situation.book.effect(item.on_use.effect) if item.on_use and item.on_use.effect else None
    return rule.adjudicated if rule else ()


def texts_to_judge(item: Item) -> Sequence[str]:
    told = [t for t in (None if item.heals else item.effect, *item.adjudicated, *map(_cast_line, item.casts)) if t]
    return told or list(filter(None, (item.description,)))


def _cast_line(cast: ItemCast) -> str:
    """The words for a spell in an unidentified thing, for which no act was played."""
    dc = f" (save DC {cast.dc})" if cast.dc else ""
    return f"Casts {cast.spell}{dc}."


def gain(draft: Draft, creature: Thing, m: Modifier) -> None:
    """Raise the stored score or its maximum, up to the gain's own cap and never above 30 (SRD, Ability Scores).

    A gain with a cap of its own (SRD 5.2, Manual of Bodily Health) carries the maximum along, so that earlier increases stay what they were.
    """
    kind, _, word = m.target.partition(".")
    ability = next(a for a in ABILITIES if a == word)
    sheet = thing_stats.true_sheet(draft.world.things[creature.id], draft.situation.book)
    most = sheet.ability_max.get(ability, ORDINARY_MAXIMUM)
    if kind == "ability_max":
        change(draft, creature, body_paths.ABILITY_MAX.at(ability), _after(most, m))
        return
    stored = sheet.abilities[ability]
    was = choices.raise_scores(sheet.abilities, sheet.chosen, sheet.ability_max)[ability] if sheet.chosen else stored
    now = _after(was, m)
    change(draft, creature, body_paths.ABILITIES.at(ability), stored + now - was)
    if m.cap and was > stored and now > most:
        change(draft, creature, body_paths.ABILITY_MAX.at(ability), now)
    draft.note("gained", name=Called(creature.id), ability=ability.upper(), was=was, now=now)
    if ability == "con":
        _toughen(draft, creature, (modifier(now) - modifier(was)) * sheet.level)


def _after(was: int, m: Modifier) -> int:
    """The value after the gain; a cap limits the gain but never lowers a value that is already higher."""
    by = m.value if isinstance(m.value, int) else 0
    return max(min(was, was + by, GREATEST_SCORE), min(was + by, m.cap or GREATEST_SCORE, GREATEST_SCORE), 0)


def _toughen(draft: Draft, creature: Thing, points: int) -> None:
    """Change a stored hit point maximum with the CON modifier for each level; a derived maximum changes by itself."""
    kept = draft.world.things[creature.id].creature.sheet.hp_max
    if kept is not None:
        change(draft, creature, body_paths.HP_MAX, max(1, kept + points))


MOST_USES = 20


@dataclass(frozen=True, slots=True)
class UseResult(Result):
    """The number of things used, the target, and the charges or uses left; `more`: the number of equal consumables left."""

    used: int
    target: Called
    charges: int | None
    uses: int | None
    more: int | None
    lit: bool


def consume(
    draft: Draft, bag: Thing, thing: Thing, item: Item, target: Thing, times: int, field: str, coated: Thing | None = None
) -> Verdict:  # fmt: skip
    charges = thing_stats.charges_left(thing, item)
    if refusal := _cannot_use(draft, bag, thing, item, times) or _cannot_receive(draft, item, target, field):
        return refusal
    for _ in range(times):
        _effect(draft, item, draft.world.things[target.id], Cause(item.name, _user(draft, bag), True, looks_like(thing, item)), coated)
    note_open_effects(draft, thing, item)
    _spend(draft, thing, item, times)
    more = _more(draft, bag, thing) if is_used_up(item) else None
    owner = bag if bag.kind == "character" else draft.world.bearer_of(bag.id)
    left = draft.world.things.get(thing.id)
    result = UseResult(
        used=times,
        target=Called(target.id),
        charges=None if charges is None else charges - times,
        uses=thing_stats.uses_left(left, item) if left else None,
        more=more,
        lit=item.light is not None,
    )
    return Decision.about(thing.id, target.id, owner.id if owner else None, result=result)


def _cannot_use(draft: Draft, bag: Thing, thing: Thing, item: Item, times: int) -> Rejected | None:
    if (item.weapon_stats or item.armor_stats) and item.charges_or_effects is None:
        instead = {"characterName": bag.name, "operation": "equip", "itemId": thing.id} if bag.kind == "character" else None
        return Rejected("not_usable", "itemName", {"name": thing.name}, instead=instead)
    if refusal := cannot_work(draft, bag, thing, item, in_place=False):
        return refusal
    if times > MOST_USES:
        return Rejected("quantity_too_large", "quantity", {"has": thing.quantity, "most": MOST_USES})
    uses, charges = thing_stats.uses_left(thing, item), thing_stats.charges_left(thing, item)
    if charges is not None and charges < times:
        return Rejected("no_charges_left", "itemName", {"name": thing.name, "left": charges, "needs": times})
    if uses is not None and uses < times:
        return Rejected("no_uses_left", "itemName", {"name": thing.name, "left": uses, "needs": times})
    if refusal := cannot_work(draft, bag, thing, item, spends_in_place(item)):
        return refusal
    return item_moves.enough(thing, times) if uses is None and charges is None and is_used_up(item) else None


def _cannot_receive(draft: Draft, item: Item, target: Thing, field: str) -> Rejected | None:
    """The refusal to heal or harm the dead, or a creature without known hit points."""
    if item.heals and (refusal := hit_points.may_heal(target, draft, field)):
        return refusal
    return hit_points.may_hurt(target, draft, field) if item.on_use and item.on_use.damage else None


def looks_like(thing: Thing, item: Item) -> str | None:
    """The look of an unidentified thing, used as the name of its effects; None for an identified thing."""
    return None if thing.item.is_identified else plain_look(item)


def _user(draft: Draft, bag: Thing) -> str | None:
    """The creature that carries the thing."""
    user = bag if bag.kind == "character" else draft.world.bearer_of(bag.id)
    return user.id if user else None


def _effect(draft: Draft, item: Item, target: Thing, cause: Cause, coated: Thing | None) -> None:
    if item.heals:
        is_most = creature_flags.HEALED_BY_THE_MAXIMUM in draft.stats(target).flags
        points = bounds(item.heals)[1] if is_most else roll_dice(draft, item.heals, "heal").total
        means = (knocking_out.HEALED_BY_MAGIC,) if item.is_magical or item.type == "consumable" else ()
        hit_points.heal(draft, target, points, means)
    use = item.on_use
    if use and use.damage:
        roll = roll_dice(draft, use.damage.dice, "damage")
        hit_points.hurt(draft, target, Hit(use.damage.type, roll.total, magical=item.rarity != "common"))
    if use and use.stabilizes:
        _stabilize(draft, target)
    changes = coating.bound([m for m in use.modifiers if not m.permanent], coated, draft.situation.book) if use else []
    if use and use.effect:
        add_effect(draft, target, use.effect, (), cause, use.duration)
    if use and changes:
        add_effect(draft, target, item.name, changes, cause, use.duration)
    for m in use.modifiers if use else ():
        if m.permanent:
            gain(draft, target, m)
    for condition in use.conditions if use else ():
        add_condition(draft, target, condition, cause, use.duration if use else None)


def _stabilize(draft: Draft, target: Thing) -> None:
    if dying.is_dying(draft.world.things[target.id]):
        dying.stabilize(draft, target)
    else:
        draft.note("not_dying", name=Called(target.id))


def _more(draft: Draft, bag: Thing, thing: Thing) -> int:
    """The number of equal things left; unidentified ones are counted separately."""
    is_known = thing.item.is_identified
    same = (t for t in draft.world.tree_of(bag.id) if t.name == thing.name and t.item.is_identified == is_known)
    return sum(t.quantity for t in same)


def is_used_up(item: Item) -> bool:
    return item.type == "consumable" or item.use_state == "consumed"


def _spend(draft: Draft, thing: Thing, item: Item, times: int) -> None:
    """Spend a charge, a use, or the thing itself; a consumable is gone after its last use."""
    thing = draft.world.things[thing.id]
    charges, uses = thing_stats.charges_left(thing, item), thing_stats.uses_left(thing, item)
    if charges is not None:
        set_charges(draft, thing, item, charges - times)
    elif uses is not None and uses > times:
        state_changes.change(draft, thing, body_paths.USES_REMAINING, uses - times)
    elif uses is not None and not is_used_up(item):
        state_changes.change(draft, thing, body_paths.USES_REMAINING, 0)
    elif is_used_up(item):
        item_moves.take_away(draft, thing, times if uses is None else 1)
