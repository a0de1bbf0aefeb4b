"""Turn rules of installed packages: where a note turn:NAME is in use, the package's function of that name may refuse an act in a fight."""

from collections.abc import Iterator, Sequence
from typing import Final

from rpg_lite.operations.mechanics import optional_turn_rules, turn_economy
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.turn_rules import ActOfFight, TurnRule
from rpg_lite.world import clock
from rpg_lite.world.fight_states import DoneAct, Fight
from rpg_lite.world.world_model import Thing, World

COSTS: Final = frozenset((*turn_economy.OF_A_TURN, "reaction", turn_economy.LEGENDARY, "free"))


def refusal(world: World, after: World, book: Rulebook) -> Rejected | None:
    """The refusal of the first act between these two worlds that a rule in use does not allow."""
    was, on = clock.fight(world), clock.fight(after)
    if not book.turn_rules or was is None or on is None:
        return None
    earlier = [deed for done in sorted(was.acts, key=lambda done: (done.round, done.turn)) if (deed := _deed(done, after, was))]
    for done in on.acts[len(was.acts) :]:
        creature, deed = after.things.get(done.by), _deed(done, after, on)
        if creature is None or deed is None:
            continue
        for rule, judges in _in_force(world, creature, book):
            if why := _why(judges, deed, earlier):
                return Rejected("turn_rule", "operation", {"rule": rule, "name": creature.name, "why": why})
        earlier.append(deed)
    return None


def _in_force(world: World, creature: Thing, book: Rulebook) -> Iterator[tuple[str, TurnRule]]:
    return ((rule, judges) for rule, judges in book.turn_rules.items() if optional_turn_rules.is_demanded(world, creature, rule))


def _why(judges: TurnRule, deed: ActOfFight, earlier: Sequence[ActOfFight]) -> str | None:
    try:
        return judges(deed, tuple(earlier))
    except Exception as error:  # a rule that cannot be asked forbids, so that nobody believes that it was kept
        return f"the rule itself fails ({type(error).__name__}: {error})"


def _deed(done: DoneAct, world: World, on: Fight) -> ActOfFight | None:
    """The act for a rule; None for what a fight remembers beside acts, such as damage."""
    if done.cost not in COSTS or done.act.startswith((turn_economy.DAMAGED, turn_economy.HIT)):
        return None
    return ActOfFight(_name(done.by, world), done.act, done.cost, done.round, _name(on.order[int(done.turn)].id, world))


def _name(id: str, world: World) -> str:
    thing = world.things.get(id)
    return thing.name if thing else ""
