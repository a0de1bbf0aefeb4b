"""A creature's effects with the time left, and its concentration, as text."""

from rpg_lite.messages.render_context import many
from rpg_lite.rules import durations
from rpg_lite.world import bearers, clock
from rpg_lite.world.things import Thing, World


def spells_text(world: World, bearer: Thing) -> str:
    """The effects and the concentration in one phrase: "Bless (9 rounds left), concentrates on Bless"."""
    held = bearer.creature.concentration
    return ", ".join((*_effects(world, bearer), *([f"concentrates on {held.effect}"] if held else [])))


def _effects(world: World, bearer: Thing) -> list[str]:
    time = clock.now(world)
    return [f"{e.name}{'' if e.ends is None else _left(e.ends - time)}" for e in bearers.lasting(world, bearer, "effects")]


def effects_text(world: World, bearer: Thing) -> str:
    """The creature's effects with the time left, and its concentration."""
    shown = _effects(world, bearer)
    held = bearer.creature.concentration
    mind = f" Concentrates on {held.effect}." if held else ""
    return f"Effects: {', '.join(shown) or 'none'}.{mind}" if shown or held else ""


def _left(rounds: int) -> str:
    return f" ({many(rounds, 'round') if rounds < 100 else many(rounds // durations.ROUNDS_A_MINUTE, 'minute')} left)"
