"""A creature's effects with the time left, and its concentration, as text."""

from rpg_lite.messages.render_context import many
from rpg_lite.rules import durations, names
from rpg_lite.rules.acts.withstood import withstood_in_words
from rpg_lite.rules.space.squares import square_name
from rpg_lite.world import clock, combat, effect_expiry, thing_stats
from rpg_lite.world.creature_states import Lasting, Span
from rpg_lite.world.world_model import Thing, World


def spells_text(world: World, bearer: Thing) -> str:
    """The effects and the concentration in one phrase: "Bless (9 rounds left), concentrates on Bless"."""
    held = bearer.creature.concentration
    return ", ".join((*effects(world, bearer), *([f"concentrates on {held.effect}"] if held else [])))


def effects(world: World, bearer: Thing) -> list[str]:
    """Each effect with the time left: "Bless (9 rounds left)", and where what it has made floats: "Spiritual Weapon at K4 (10 rounds left)"."""
    return [f"{withstood_in_words(e.name)}{_place(world, bearer, e)}{time_left(world, e.span)}" for e in thing_stats.lasting(world, bearer, "effects")]


def _place(world: World, bearer: Thing, effect: Lasting) -> str:
    """The square of what it has made, in the fight that is on."""
    spot = effect.stands
    return f" at {square_name((spot.x, spot.y), spot.z)}" if spot and combat.is_in(world, bearer.id) and spot.room == combat.room_id(world) else ""


def time_left(world: World, span: Span) -> str:
    """The time left, in parentheses; empty for an effect without its own end."""
    if span.ends is None:
        return ""
    rounds = span.ends - clock.now(world)
    return (_to_the_turn(world, span.until, rounds) if span.until else "") or _left(max(1, rounds))


def _to_the_turn(world: World, until: str, rounds: int) -> str:
    """The turn at which the effect ends; empty if the reader does not know the creature, or if nobody takes turns."""
    edge, whose = effect_expiry.anchor(until)
    on, creature = clock.fight(world), world.things.get(whose)
    if on is None or creature is None:
        return ""
    later = f" in round {on.round + rounds}" if rounds else ""
    return f" (until {creature.name}'s turn {'ends' if edge == effect_expiry.TURN_END else 'begins'}{later})"


def effects_text(world: World, bearer: Thing) -> str:
    """The creature's effects with the time left, and its concentration."""
    shown = effects(world, bearer)
    held = bearer.creature.concentration
    mind = f" Concentrates on {held.effect}." if held else ""
    return f"Effects: {', '.join(names.runs(shown)) or 'none'}.{mind}" if shown or held else ""


def _left(rounds: int) -> str:
    """The time left: rounds, minutes from ten of them on, hours and minutes from two hours on."""
    minutes = rounds // durations.ROUNDS_A_MINUTE
    if rounds < 100:
        return f" ({many(rounds, 'round')} left)"
    if minutes < 120:
        return f" ({many(minutes, 'minute')} left)"
    rest = f" {many(minutes % 60, 'minute')}" if minutes % 60 else ""
    return f" ({many(minutes // 60, 'hour')}{rest} left)"
