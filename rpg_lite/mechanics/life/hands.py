"""The hands of a creature: what they hold, and whom they grapple."""

from collections.abc import Sequence

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules.equipment_slots import HAND_SLOTS, HANDS
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.grapples import GRAPPLED
from rpg_lite.world.world_model import Thing, World


def held(world: World, creature: Thing) -> Sequence[Thing]:
    """The things in its hands, including parts of its body."""
    return [world.things[id] for id, row in world.worn_by.get(creature.id, {}).items() if row.slot in HAND_SLOTS and id in world.things]


def filling(world: World, creature: Thing, book: Rulebook) -> Sequence[Thing]:
    """The things that fill a hand. A two-handed weapon fills only one, because the other hand can let go of it between attacks."""
    return [thing for thing in held(world, creature) if not _leaves_a_hand(thing, book)]


def _leaves_a_hand(thing: Thing, book: Rulebook) -> bool:
    """Whether the thing leaves the hand free: a part of the body, or something that floats."""
    item = thing_stats.item_of(thing, book)
    return item.natural or item.changes_handling


def full_of(draft: Draft, creature: Thing) -> Sequence[Thing]:
    """The things and the grappled creatures that fill both hands (SRD 5.2, Grappling: one grapple per hand); empty if a hand is free."""
    full = [*filling(draft.world, creature, draft.situation.book), *seized_by(draft, creature)]
    return full if len(full) >= HANDS and creature.creature.form is None else []


def seized_by(draft: Draft, creature: Thing) -> Sequence[Thing]:
    """The creatures that its hands grapple; a conjured hand, a tail or a thing leaves its own hands free."""
    room = draft.world.room_of(creature.id)
    people = draft.situation.people([room.id]) if room else {}
    there = {**people, **{id: t for id, t in draft.world.things.items() if t.kind == "character"}}
    return [t for t in there.values() if any(_is_by_hand(c, creature, draft.situation.book) for c in t.creature.conditions)]


def _is_by_hand(condition: Lasting, creature: Thing, book: Rulebook) -> bool:
    """Whether this is a grapple of the creature by an act that everybody has, by one of a feature, or by the table's word."""
    act = condition.cause.act
    return condition.name == GRAPPLED and condition.cause.by == creature.id and (act is None or book.act(act) is not None)


def refuse_two_handed(draft: Draft, creature: Thing, weapon: Thing | None) -> Rejected | None:
    """The refusal of an attack for which both hands are needed, while one of them grapples somebody (SRD, Two-Handed, Grappling)."""
    item = thing_stats.item_of(weapon, draft.situation.book) if weapon else None
    if weapon is None or item is None or item.natural or not item.weapon_stats or "two_handed" not in item.weapon_stats.properties:
        return None
    seized = seized_by(draft, creature)
    called = weapon.name if weapon.item.is_identified else plain_look(item)
    details = {"name": creature.name, "item": called, "held": " and ".join(t.name for t in seized)}
    return Rejected("needs_both_hands", "itemName", details) if seized else None
