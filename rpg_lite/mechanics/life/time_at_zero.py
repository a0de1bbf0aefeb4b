"""Time at 0 hit points: stable creatures wake after some hours, and no creature stays dying that long (SRD, Death Saving Throws)."""

from collections.abc import Iterable

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.life import dying, hit_points
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules import creature_flags
from rpg_lite.world import body_paths, clock, thing_stats
from rpg_lite.world.world_model import Thing

HOUR = 60


def wake_the_stable(draft: Draft, since: int) -> None:
    """Let a stable creature that isn't healed regain 1 hit point after 1d4 hours, counted from the first moment at which time passes for
    it.
    """
    for thing in list(draft.world.things.values()):
        if thing.kind == "character" and thing.creature.hp == 0 and thing.creature.dying.is_stable and not thing_stats.is_dead(thing):
            _wake(draft, thing, since)


def _wake(draft: Draft, thing: Thing, since: int) -> None:
    dying = thing.creature.dying
    wakes = since + HOUR * roll_dice(draft, "1d4", "hours until it wakes").total if dying.wakes is None else dying.wakes
    if draft.world.campaign.minutes >= wakes:
        hit_points.heal(draft, thing, 1)
    elif dying.wakes is None:
        change(draft, thing, body_paths.DYING, dying.waking(wakes))


def begin_turns(draft: Draft, whose: Iterable[str] | None = None) -> None:
    """Let creatures at 0 hit points that die only at the start of a turn begin one, so that they regain hit points or die: neither the end
    of a fight nor passing time leaves anybody between the two. `whose`: only these creatures.
    """
    things = draft.world.things
    lying = [t for t in things.values() if t.kind == "character" and t.creature.hp == 0 and not thing_stats.is_dead(t)]
    waiting = [t.id for t in lying if creature_flags.DIES_AT_ITS_TURN in draft.stats(t).flags]
    only = waiting if whose is None else {*whose}
    draft.happened += [Happening("turn_start", id) for id in waiting if id in only]


def tell_dying(draft: Draft) -> None:
    """Name the creatures that are dying while minutes pass; they make a death save each round, which the table has to settle."""
    dying = [Called(t.id) for t in draft.world.things.values() if t.kind == "character" and _owes_death_saves(draft, t)]
    said = any(note.code == "dying_meanwhile" for note in draft.notes)
    if dying and not said and clock.fight(draft.world) is None:
        draft.note("dying_meanwhile", names=dying)


def tell_unmade_save(draft: Draft, id: str) -> None:
    """Say that a dying creature ends its turn without a death save, and remember that it may still make it."""
    thing = draft.world.things.get(id)
    if thing and _owes_death_saves(draft, thing) and not dying.has_made_death_save(draft.world, thing):
        draft.note("death_save_unmade", name=Called(id))
        done_acts.remember(draft, id, dying.OWED)


def _owes_death_saves(draft: Draft, thing: Thing) -> bool:
    return dying.is_dying(thing) and thing_stats.sheet(thing, draft.situation.book).makes_death_saves
