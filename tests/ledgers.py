"""The ledger that stays true whatever is played: slots, resources, hit points and concentration; and the way back."""

from collections.abc import Iterator
from typing import Any

from rpg_lite.mechanics.turn import ledger
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.creature_states import LASTING, Lasting
from rpg_lite.world.world_model import Thing, World
from tests.operations.table import Table


def creatures(world: World) -> Iterator[Thing]:
    return (t for t in world.things.values() if t.kind == "character")


def check_ledger(world: World, book: Rulebook) -> None:
    for creature in creatures(world):
        check_spent(creature, book)
        stats = thing_stats.stats_of(world, creature, book)
        assert stats.hp is None or stats.hp_max is None or 0 <= stats.hp <= stats.hp_max.value, creature.name
        assert stats.temp_hp >= 0
    check_charges(world, book)
    check_casts(world, book)
    check_riders(world)
    check_traps(world)


def check_charges(world: World, book: Rulebook) -> None:
    """No thing has fewer charges than none, or more than it holds; those whose maximum was rolled only know what is left."""
    for thing in world.things.values():
        item = thing_stats.item_of(thing, book) if thing.kind == "item" else None
        left = thing_stats.charges_left(thing, item) if item else None
        most = item.charges.max if item and item.charges else None
        assert left is None or 0 <= left <= (most if isinstance(most, int) else left), (thing.name, left, most)


def check_riders(world: World) -> None:
    """Whoever rides has a mount of the same cast, and every mount its rider: an end takes both."""
    riding = {e.cause.cast: c.name for c, e in entries(world) if e.name == "Riding"}
    ridden = {e.cause.cast: c.name for c, e in entries(world) if e.name == "Ridden"}
    assert riding.keys() == ridden.keys(), (riding, ridden)


def check_traps(world: World) -> None:
    """A trap has an initiative while it acts and at no other time."""
    for place in world.things.values():
        for trap in place.state.traps.values():
            assert (trap.condition == "acting") == (trap.initiative is not None), (place.name, trap)


def check_turn(world: World, book: Rulebook) -> None:
    """Nobody has fewer actions, attacks or feet left than none, and no more feet than its speed allows."""
    for fighter in combat.order(world):
        left = ledger.left(world, fighter.id, book)
        assert left is not None and left.actions >= 0 and left.attacks >= 0
        stats = thing_stats.stats_of(world, world.things[fighter.id], book)
        assert left.feet is None or all(0 <= feet <= stats.speed[mode].value for mode, feet in left.feet.items())


def check_spent(creature: Thing, book: Rulebook) -> None:
    """Slots left and spent are the maximum, and nothing is spent that there is not."""
    sheet, spent = thing_stats.sheet(creature, book), creature.creature.spent
    assert all(n > 0 for n in spent.values()), spent
    for level, (left, most) in enumerate(zip(sheet.spell_slots.left, sheet.spell_slots.slots, strict=True), 1):
        assert left >= 0 and left + spent.get(f"slot_{level}", 0) == most, (creature.name, level, spent)
    for name, supply in sheet.resources.items():
        assert supply.left is None or supply.max is None or 0 <= supply.left <= supply.max, (creature.name, name, supply)


def check_order(world: World) -> None:
    """Each creature stands once in the order, the higher first; nobody has left who never came, and every act was somebody's turn."""
    on = clock.fight(world)
    if on is None:
        return
    ids = [fighter.id for fighter in on.order]
    assert len({*ids}) == len(ids) and 0 <= on.turn < len(ids)
    totals = [fighter.initiative for fighter in on.order]
    assert totals == sorted(totals, reverse=True)
    assert {*on.left.values()} <= {*ids} and len({*on.left.values()}) == len(on.left)
    assert all(0 <= act.turn < len(ids) and 1 <= act.round <= on.round for act in on.acts)
    rooms = {room.id for fighter in combat.order(world) if (room := world.room_of(fighter.id))}
    assert not rooms or combat.order(world)


def entries(world: World) -> Iterator[tuple[Thing, Lasting]]:
    return ((c, e) for c in creatures(world) for kind in LASTING for e in c.creature.lasting(kind))


def check_casts(world: World, book: Rulebook) -> None:
    """A spell that asks for concentration lies where its caster concentrates on that very cast, and nowhere else."""
    held = {c.id: c.creature.concentration for c in creatures(world)}
    for bearer, entry in entries(world):
        spell = None if entry.cause.is_of_an_end else book.spell(entry.cause.act or "")  # what follows the end of it may stay
        by = held.get(entry.cause.by or "")
        if spell is not None and spell.concentration and not spell.duration_by_slot and entry.cause.cast:
            assert by is not None and by.cast == entry.cause.cast, (bearer.name, entry)
    for caster in creatures(world):
        if kept := held[caster.id]:
            lies = any(e.cause.cast == kept.cast for _, e in entries(world))
            zone = (kept.cast or "").replace(".", "_") in caster.creature.zones
            assert lies or zone or not kept.on, (caster.name, kept)


def taken_back(table: Table, before: Any) -> None:
    """What was done is undone to the letter, and done again."""
    after = table.now.world
    table.did("undo")
    assert table.now.world == before
    table.did("undo")
    assert table.now.world == after
