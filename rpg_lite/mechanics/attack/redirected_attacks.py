"""An attack that its target sends at an ally beside it: the two change places, and the ally becomes the target (SRD 5.2, Redirect Attack)."""

from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.space import sides, standing
from rpg_lite.mechanics.space.default_places import stand
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.vocabulary import Size
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import Thing, World

_SIZES: Final[tuple[Size, ...]] = ("small", "medium")


def target_of(draft: Draft, attacker: Thing, target: Thing) -> Thing:
    """The creature that the attack is made against: the target, or the ally to whom an answer sends it."""
    found = draft.altering(lambda o: (o.by, o.to) == (attacker.id, target.id), "redirect")
    if not found:
        return target
    ally = draft.world.things[found[0].toward]
    draft.note("attack_redirected", name=Called(target.id), target=Called(ally.id))
    return ally


def allies_beside(world: World, who: Thing, book: Rulebook) -> list[Thing]:
    """The living Small or Medium allies in the fight within 5 feet; where nothing measures it, all such allies there."""
    room = world.room_of(who.id)
    now = standing.standing_in(world, room, book) if room is not None and standing.is_measured(world, room.id) else None
    there = (world.things.get(fighter.id) for fighter in combat.order(world))
    return [
        one
        for one in there
        if one is not None and one.id != who.id and not thing_stats.is_dead(one) and sides.are_friends(world, one, who, book)
        and thing_stats.stats_of(world, one, book).size in _SIZES
        and (now is None or ((feet := now.feet(who.id, one.id)) is not None and feet <= SQUARE_FEET))
    ]  # fmt: skip


def change_places(draft: Draft, one: Thing, other: Thing) -> None:
    """Let the two stand where the other stood, where places count."""
    room = draft.world.room_of(one.id)
    if room is None or not standing.is_measured(draft.world, room.id):
        return
    spaces = standing.standing_in(draft.world, room, draft.situation.book).spaces
    if one.id in spaces and other.id in spaces:
        stand(draft, one, spaces[other.id], room)
        stand(draft, draft.world.things[other.id], spaces[one.id], room)
