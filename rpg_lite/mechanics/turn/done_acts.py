"""The acts that a fight remembers: what a creature did, suffered and struck, in the current turn and since its last one.

The fight keeps them until it ends; outside a fight, only the types of damage are kept, with the creature. The ledger counts them against what a turn allows.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.state_changes import change
from rpg_lite.vocabulary import Movement
from rpg_lite.world import body_paths, clock
from rpg_lite.world.fight_states import DoneAct, Fight
from rpg_lite.world.world_model import WORLD_ID, World

ATTACK: Final = "Attack"
"""The name under which a fight remembers an attack with a weapon, whatever its cost."""
DAMAGED: Final = "damaged_by:"
HIT: Final = "hit:"
TAKEN: Final = "taken:"
FROM_INSIDE: Final = "from_inside:"
HURT: Final = "hurt:"
BESIDE_ACTS: Final = (DAMAGED, HIT, TAKEN, FROM_INSIDE, HURT)
"""The beginnings of what a fight remembers that is no act: the types of damage that a creature took, the creatures that its attacks hit,
the things that it took in hand, and the points of damage, or those by whoever is inside it.
"""
STRUCK: Final = "attack roll"
"""The name under which a fight remembers an attack or a forced save that belongs to an act of another name."""
CHECKED: Final = "check"
"""The name under which a fight remembers an ability check of whoever's turn it is, which costs nothing by itself."""
IDLE: Final = "idle_turn"
UNEXTENDED: Final = "unextended_turn"
"""Words of `ends` that depend on what the bearer did in its turn (SRD 5.1 and 5.2, Rage)."""


def was_done(world: World, who: str, act: str, once: str) -> bool:
    """Whether the creature already did this in the current turn or round; nothing is counted outside a fight."""
    on = clock.fight(world)
    if on is None:
        return False
    return any(a.act == act for a in of(on, who) if a.round == on.round and (once == "round" or a.turn == on.moment))


def remember_hit(draft: Draft, who: str, target: str, weapon: str) -> None:
    """Remember whom an attack with this weapon, an id or the name of the attack, has hit in the current turn."""
    remember(draft, who, f"{HIT}{target}:{weapon}")


def last_hit(world: World, who: str, weapon: str) -> str | None:
    """The id of the creature that the last attack with this weapon that hit in the current turn struck; nothing is counted outside a fight."""
    struck = [done.act.removeprefix(HIT).partition(":") for done in done_in_turn(world, who) if done.act.startswith(HIT)]
    return next((target for target, _, name in reversed(struck) if name == weapon), None)


def done_in_turn(world: World, who: str) -> list[DoneAct]:
    """The acts that the creature did in the current turn; nothing is counted outside a fight."""
    on = clock.fight(world)
    return [a for a in of(on, who) if (a.round, a.turn) == (on.round, on.moment)] if on else []


def was_done_since(world: World, who: str, act: str) -> bool:
    """Whether the creature did or suffered this since its last turn began; in its own turn, the last turn is the previous one."""
    on = clock.fight(world)
    if on is None or all(f.id != who for f in on.members):
        return False
    place = next(n for n, f in enumerate(on.order) if f.id == who)
    since = (on.round, place) if place < on.moment else (on.round - 1, place)
    return any(a.act == act and (a.round, a.turn) >= since for a in of(on, who))


def was_done_until_next_turn(world: World, who: str, act: str) -> bool:
    """Whether the creature did this since its current or last turn began, and so cannot do it again before its next turn."""
    on = clock.fight(world)
    if on is None or all(f.id != who for f in on.members):
        return False
    return any(a.act == act and (a.round, a.turn) >= own_turn(on, who) for a in of(on, who))


def suffer(draft: Draft, who: str, types: Collection[str]) -> None:
    """Remember the types of damage that a creature has taken: the fight for its turns, and the creature itself until its next turn ends, because
    turns pass outside a fight, too, and a fight may end before that (SRD, Troll, Regeneration).
    """
    for word in types:
        remember(draft, who, f"{DAMAGED}{word}")
    had = draft.world.things[who].creature.hurt_by
    if new := [word for word in types if word not in had]:
        change(draft, draft.world.things[who], body_paths.HURT_BY, [*had, *new])


def hurt(world: World, head: str) -> dict[str, int]:
    """The points of damage that creatures have taken in this turn of the fight, of one kind: from those inside them, or from anybody (SRD,
    Behir: Swallow; Hydra: Multiple Heads).
    """
    on, found = clock.fight(world), dict[str, int]()
    for done in on.acts if on else ():
        if on and done.act.startswith(head) and (done.round, done.turn) == (on.round, on.moment):
            found[done.by] = found.get(done.by, 0) + int(done.act.removeprefix(head))
    return found


def forget_damage(draft: Draft, who: str) -> None:
    """Forget at the end of the creature's turn which types of damage it took before."""
    if who in draft.world.things and draft.world.things[who].creature.hurt_by:
        change(draft, draft.world.things[who], body_paths.HURT_BY, None)


def was_damaged_by(world: World, who: str, type: str) -> bool:
    """Whether the creature has taken damage of this type since its last turn began; outside a fight, since its last turn ended."""
    on = clock.fight(world)
    if on is not None and any(f.id == who for f in on.members):
        return was_done_since(world, who, f"{DAMAGED}{type}")
    return type in world.things[who].creature.hurt_by


def strove(world: World, who: str) -> bool:
    """Whether the creature attacked or was damaged since its last turn (SRD 5.1, Rage). The turns that pass outside a fight are idle."""
    on = clock.fight(world)
    if on is None:
        return False
    own = own_turn(on, who)
    since = (on.round - 1, own[1]) if own[0] == on.round else own
    return any((_is_attack(a) or a.act.startswith(DAMAGED)) and (a.round, a.turn) > since for a in of(on, who))


def was_extended(world: World, who: str, acts: Collection[str]) -> bool:
    """Whether the creature attacked, forced a save or did one of these acts in the current turn (SRD 5.2, Rage). The turns that pass outside a
    fight are idle.
    """
    on = clock.fight(world)
    if on is None:
        return False
    return any((_is_attack(a) or a.act in acts) and (a.round, a.turn) == (on.round, on.moment) for a in of(on, who))


def _is_attack(done: DoneAct) -> bool:
    return done.cost == "attack" or done.act in (ATTACK, STRUCK)


def strive(draft: Draft, who: str, *words: str) -> None:
    """Remember an attack or a forced save of a creature with an effect whose end depends on it."""
    if any(word in entry.span.ends_by for entry in draft.world.things[who].creature.effects for word in words):
        remember(draft, who, STRUCK)


def own_turn(on: Fight, who: str) -> tuple[int, float]:
    """The round and place of the creature's last turn, or of its current turn."""
    if on.again == who:
        return on.round, on.moment
    place = next(n for n, f in enumerate(on.order) if f.id == who)
    return (on.round, place) if place <= on.moment else (on.round - 1, place)


def of(on: Fight, who: str) -> Iterator[DoneAct]:
    return (a for a in on.acts if a.by == who)


def remember(draft: Draft, who: str, act: str) -> None:
    """Remember something that may happen once in a turn; it costs nothing."""
    record(draft, who, act, "free")


def record(
    draft: Draft, who: str, act: str, cost: str, feet: int = 0, mode: Movement | None = None, way: Sequence[tuple[int, int, int]] = ()
) -> None:
    """Remember an act of the current turn; `feet`, `mode`, `way`: what was moved, where places count."""
    on = clock.fight(draft.world)
    if on is not None:
        done = DoneAct.make(who, act, cost, on, feet, mode, way)
        change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_ACTS.at(draft.new_leaf()), done)
