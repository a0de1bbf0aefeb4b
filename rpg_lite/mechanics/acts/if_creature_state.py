"""The words of `if` that ask about the current state of a creature: its gear, its immunities, the damage it took, its concentration."""

from typing import Final

from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.acts.wish_and_casting import amount_of
from rpg_lite.mechanics.space import standing
from rpg_lite.mechanics.turn import done_acts, movement
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.words import MOVED
from rpg_lite.rules.carried_gear import Gear
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import Thing

SLEEP = "sleep"
FALLING = "falling"
_METAL_FROM = ("medium", "heavy")
_JUST: Final = 10
"""The minutes for which a short rest counts as just ended."""


def wears(p: Performance, creature: str, what: str) -> bool:
    """Whether the creature wears armor of this category, a shield, metal, or an item of this type or of this name."""
    worn = [g for g in thing_stats.gear_at_work(p.draft.world, p.thing(creature), p.book) if g.slot]
    if what == "metal":
        return any(_is_metal(g) for g in worn)
    return any(what in _kinds_of(g) for g in worn)


def carries(p: Performance, creature: str, what: str) -> bool:
    """Whether the creature has an item of this name, or of this base, somewhere on it (SRD 5.2, Cunning Strike: Poison)."""
    things = [t for t in p.draft.world.tree_of(creature) if t.kind == "item" and t.quantity]
    items = [thing_stats.item_of(t, p.book) for t in things]
    return any(names.fold(what) in (names.fold(item.name), names.fold(item.base or "")) for item in items)


def _kinds_of(gear: Gear) -> tuple[str, ...]:
    """The type of a thing, its category as armor, and its name and that of its base."""
    armor = (gear.item.armor_stats.category,) if gear.item.armor_stats else ()
    return gear.item.type, *armor, names.fold(gear.item.name), names.fold(gear.item.base or gear.item.name)


def _is_metal(gear: Gear) -> bool:
    """Whether the armor is of metal: neither light nor hide (SRD, Armor)."""
    stats = gear.item.armor_stats
    return stats is not None and stats.category in _METAL_FROM and "hide" not in gear.item.name.casefold()


def is_immune(p: Performance, creature: str, to: str) -> bool:
    """Whether the creature is immune to a condition, a type of damage, magic sleep (SRD 5.1, Fey Ancestry) or the harm of a fall."""
    stats = p.stats(creature)
    if to == FALLING:
        feet = amount_of(p.cast.wish).get("amount", 0)
        return creature_flags.FEATHER_FALL in stats.flags or (stats.can_act and 0 < feet <= creature_flags.harmless_fall(stats.flags))
    if to == SLEEP and creature_flags.MAGIC_CANNOT_PUT_TO_SLEEP in stats.flags:
        return True
    return to in stats.defenses.conditions or to in stats.defenses.immunities


def concentrates(p: Performance, creature: str) -> bool:
    return p.thing(creature).creature.concentration is not None


def marked_is_down(p: Performance) -> bool:
    """Whether a creature on which the caster concentrates has no hit points left, or is absent, so that nobody can tell."""
    held = p.thing(p.cast.by).creature.concentration
    marked = [p.draft.world.things.get(id) for id in held.on if id != p.cast.by] if held else []
    return any(t is None or thing_stats.is_dead(t) or t.creature.hp == 0 for t in marked)


def is_grappled_by(p: Performance, creature: str, by: str) -> bool:
    held = thing_stats.lasting(p.draft.world, p.thing(creature), "conditions")
    return any(c.name == "grappled" and c.cause.by == by for c in held)


def grapples_no_other(p: Performance, target: str) -> bool:
    """Whether nobody but the target is in the grip of this act of the creature that plays it (SRD 5.1, Crocodile: Bite)."""
    others = [t for t in _all_there(p) if t.id != target]
    grips = [c for t in others for c in thing_stats.lasting(p.draft.world, t, "conditions") if c.name == "grappled"]
    return not any((c.cause.by, c.cause.act) == (p.cast.by, p.cast.act.name) for c in grips)


def has_room_for(p: Performance, act: str, most: str) -> bool:
    """Whether the creature that acts holds fewer creatures by this act than it can (SRD, Giant Toad: Swallow)."""
    held = (t for t in _all_there(p) if any(e.cause.by == p.cast.by and e.cause.act == act for e in t.creature.lasting("conditions")))
    return len([*held]) < int(most)


def _all_there(p: Performance) -> list[Thing]:
    """The creatures in the room of the one that acts, and those that the command concerns."""
    room = p.draft.world.room_of(p.cast.by)
    there = p.draft.situation.people([room.id]) if room else {}
    return [t for t in {**there, **p.draft.world.things}.values() if t.kind == "character"]


def was_damaged_by(p: Performance, creature: str, type: str) -> bool:
    """Whether the creature has taken damage of this type since its last turn began."""
    return done_acts.was_damaged_by(p.draft.world, creature, type)


def feet_moved(p: Performance) -> int:
    """The feet that the creature moved, by a word of the call such as "moved_20"; the answer asks for the word if it is missing. Where places count,
    they say how far it ran at a target, and the turn says how far it moved before an act for itself (SRD 5.2, Rogue: Steady Aim).
    """
    found = [int(m[1]) for word in p.cast.wish.told if (m := MOVED.fullmatch(word))]
    room = p.draft.world.room_of(p.cast.by)
    if not found and p.cast.act.targets == "self" and room is not None and standing.is_measured(p.draft.world, room.id):
        return movement.moved(p.draft.world, p.cast.by)
    if not found:
        p.asked.add("moved_20")
    return max(found, default=0)


def has_just_rested(p: Performance, creature: str) -> bool:
    """Whether the creature has finished a short rest within the last few minutes."""
    rested = p.thing(creature).creature.short_rest_at
    return rested is not None and p.draft.free_at([p.thing(creature)]) - rested <= _JUST


def has_not_attacked(p: Performance, creature: str) -> bool:
    """Whether the creature has made no attack yet in the current turn (SRD, Reckless Attack); outside a fight nothing is counted."""
    done = done_acts.done_in_turn(p.draft.world, creature)
    return not any(one.act == done_acts.ATTACK or one.cost == "attack" for one in done)


def is_in_its_turn(p: Performance, creature: str) -> bool:
    """Whether it is the creature's turn; where places do not count, whoever says that it comes somewhere says so."""
    room = p.draft.world.room_of(creature)
    is_told = room is None or not standing.is_measured(p.draft.world, room.id)
    return is_told or combat.acting(p.draft.world) in (None, creature)


def is_laid_by_self(p: Performance, creature: str, name: str) -> bool:
    """Whether the creature that plays the act has applied the effect, now or earlier (SRD, Frightful Presence)."""
    lying = thing_stats.lasting(p.draft.world, p.thing(creature), "effects")
    return any(names.fold(entry.name) == names.fold(name) and entry.cause.by == p.cast.by for entry in lying)


def is_laid_on(p: Performance, creature: str, name: str) -> bool:
    """Whether this cast has applied the effect to the creature; the same effect of another cast does not count (SRD, Eyebite)."""
    lying = thing_stats.lasting(p.draft.world, p.thing(creature), "effects")
    return any(names.fold(entry.name) == names.fold(name) and entry.cause.cast == p.cast.id for entry in lying)
