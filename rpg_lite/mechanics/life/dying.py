"""Death saves, stability, death, and the return to consciousness."""

from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Overspent, Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.life import forms, incapacity
from rpg_lite.mechanics.rolls.rolls import CheckRoll, d20, mode_of
from rpg_lite.mechanics.space import auras
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules import creature_flags
from rpg_lite.rules.conditions import EXHAUSTION, MOST_EXHAUSTION
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.vocabulary import Mode
from rpg_lite.world import body_paths, clock, events, thing_stats
from rpg_lite.world.dying_state import Dying
from rpg_lite.world.world_model import Thing, World

DEATH_SAVE: Final = "death save"
"""The name under which a turn remembers a death save."""
OWED: Final = "death save owed"
"""The name under which a turn remembers that it ended without its death save, which may still be made."""
MAKES_SAVES: Final = "makes_death_saves"
"""The note on the saves that a creature at 0 hit points owes."""


def come_round(draft: Draft, target: Thing) -> None:
    prone = incapacity.is_prone(draft.world.things[target.id])
    draft.note("comes_round_prone" if prone else "comes_round", name=Called(target.id))


def die_at_turn(draft: Draft, target: Thing) -> None:
    """Let the creature die at 0 hit points when its turn has begun and any regeneration has been played, or let its magic make it stable
    (SRD 5.1, Periapt of Wound Closure).
    """
    stats = draft.stats(draft.world.things[target.id])
    if creature_flags.STABLE_AT_ITS_TURN in stats.flags and is_dying(draft.world.things[target.id]):
        stabilize(draft, draft.world.things[target.id])
    if stats.hp == 0 and creature_flags.DIES_AT_ITS_TURN in stats.flags and not thing_stats.is_dead(draft.world.things[target.id]):
        die(draft, target, "it began its turn at 0 hit points and regained none")


_HELPED: Final = Modifier("save.death", "advantage", source=Source("base", "advantage_on_death_saves", "advantage on death saves"))


def death_save(draft: Draft, creature: Thing, asked: Mode | None = None) -> CheckRoll | Rejected:
    """Roll a death save: 10 or more succeeds, and three successes or failures decide; a 20 restores 1 hit point, a 1 counts as two failures
    (SRD, Death Saving Throws).
    """
    if thing_stats.is_dead(creature):
        return Rejected("target_dead", "characterName", {"name": creature.name})
    if not is_dying(creature):
        return Rejected("not_dying", "characterName", {"name": creature.name})
    stats = draft.stats(creature)
    saves = stats.death_saves
    helped = [_HELPED] if creature_flags.ADVANTAGE_ON_DEATH_SAVES in stats.flags else []
    reached = [m for m in auras.reaching(draft, creature, stats) if m.target == "save.all" and not m.scope]
    mode = mode_of([*saves.reasons["death"], *helped, *auras.modes(reached)], asked)
    auras.tell(draft, creature, reached, "the death save")
    auras.remind(draft, creature, ("save.all",))
    bonus = saves.values["death"].value + auras.added(reached)
    thrown = d20(draft, bonus, mode, stats.dice.get("save.all", ()), "death save", creature.id, flags=stats.flags)
    if thrown.face >= (18 if creature_flags.DEATH_SAVE_20_FROM_18 in stats.flags else 20):
        change(draft, creature, body_paths.HP, 1)
        change(draft, creature, body_paths.DYING, None)
        come_round(draft, creature)
    elif thrown.total >= 10 or (thrown.face <= 9 and creature_flags.DEATH_SAVE_AT_LEAST_10 in stats.flags):
        _succeed(draft, creature)
    else:
        fail(draft, creature, 2 if thrown.face == 1 else 1)
    return CheckRoll(Called(creature.id), "death save", thrown.total, thrown.mode, _standing(draft.world.things[creature.id]))


def has_made_death_save(world: World, creature: Thing) -> bool:
    """Whether it has already made the death save of this turn."""
    return done_acts.was_done_until_next_turn(world, creature.id, DEATH_SAVE)


def note_early(draft: Draft, creature: Thing) -> None:
    """Note a death save outside the creature's own turn, unless that turn ended without one (SRD, Death Saving Throws)."""
    on = clock.fight(draft.world)
    is_another = on is not None and on.whose.id != creature.id and any(f.id == creature.id for f in on.members)
    if on and is_another and not done_acts.was_done_until_next_turn(draft.world, creature.id, OWED):
        draft.overspend(Overspent(creature.id, "death save", Called(on.whose.id)))


def is_dying(creature: Thing) -> bool:
    """Whether the creature is at 0 hit points, neither dead nor stable."""
    kept = creature.creature
    return kept.hp == 0 and not kept.is_dead and not kept.dying.is_stable


def stabilize(draft: Draft, creature: Thing) -> bool:
    """Keep the creature at 0 hit points without further death saves (SRD, Stabilizing a Character). Return whether it dropped in this same
    command; its note about death saves is then withdrawn.
    """
    change(draft, creature, body_paths.DYING, Dying.make_stable())
    owed = [note for note in draft.notes if note.code == MAKES_SAVES and note.details.get("name") == Called(creature.id)]
    draft.notes = [note for note in draft.notes if note not in owed]
    draft.note("stable", name=Called(creature.id))
    return bool(owed)


def _standing(creature: Thing) -> str:
    return "dead" if thing_stats.is_dead(creature) else thing_stats.tally(creature)


def _succeed(draft: Draft, creature: Thing) -> None:
    dying = creature.creature.dying.with_success()
    if dying.successes >= 3:
        stabilize(draft, creature)
    else:
        change(draft, creature, body_paths.DYING, dying)


def fail(draft: Draft, creature: Thing, times: int) -> None:
    dying = draft.world.things[creature.id].creature.dying.with_failures(times)
    if dying.failures >= 3:
        die(draft, creature, "three death saves failed")
    else:
        change(draft, creature, body_paths.DYING, dying)


def revive(draft: Draft, target: Thing) -> None:
    """Revive a creature that gets hit points: it is no longer dead, and no longer has fatal exhaustion."""
    change(draft, target, body_paths.DEAD, None)
    change(draft, target, body_paths.DIED_AT, None)
    change(draft, target, body_paths.PLAYED_DEAD, None)
    change(draft, target, body_paths.DYING, None)
    given = draft.world.things[target.id].creature.conditions
    if any(c.name == EXHAUSTION and c.level == MOST_EXHAUSTION for c in given):
        eased = [c.at_level(MOST_EXHAUSTION - 1) if c.name == EXHAUSTION else c for c in given]
        change(draft, target, body_paths.CONDITIONS, eased)
        draft.note("exhaustion_eased", name=Called(target.id), level=MOST_EXHAUSTION - 1)


def die(draft: Draft, target: Thing, why: str) -> None:
    """Let the creature die; death ends every attunement, even a cursed one (SRD, Attunement), and every form (SRD, Shape-Shifting)."""
    was_down = draft.world.things[target.id].creature.hp == 0
    forms.leave(draft, target)
    if was_down:
        change(draft, target, body_paths.HP, 0)
    change(draft, target, body_paths.DEAD, True)
    change(draft, target, body_paths.DIED_AT, clock.now(draft.world))
    change(draft, target, body_paths.DYING, None)
    draft.note("dies", name=Called(target.id), why=why)
    bonded = [t for t in draft.world.tree_of(target.id) if t.attuned_to == target.id]
    for thing in bonded:
        draft.add(events.Unattuned(thing.id, target.id))
    incapacity.let_go(draft, target)
    if bonded:
        draft.note("bonds_end", name=Called(target.id), texts=[Called(t.id) for t in bonded])
