"""The step `revive`: revive a creature that has not been dead for too long (SRD, Revivify, Raise Dead)."""

from collections.abc import Sequence
from typing import Final

from rpg_lite.decision.outcome import Called, Notice, Rejected
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.steps.hit_point_steps import most_points
from rpg_lite.mechanics.life import dying, hit_points
from rpg_lite.rules import creature_flags, durations, names
from rpg_lite.rules.acts.steps.hit_points import ReviveStep
from rpg_lite.world import clock, thing_stats
from rpg_lite.world.world_model import Thing

_UNITS: Final = (("day", clock.DAY), ("hour", 60), ("minute", 1))


def revive(p: Performance, step: ReviveStep, targets: Sequence[str], spot: Spot) -> None:
    for target in targets:
        thing = p.thing(target)
        if not thing_stats.is_dead(thing):
            p.note("is_not_dead", target)
            continue
        p.refused = p.refused or _gone(p, thing) or _too_late(p, step, thing)
        if p.refused:
            return
        record = p.record(target)
        dying.revive(p.draft, thing)
        dice = p.cast.fill(step.revive, hp_max=most_points(p, target))
        points = p.roll_once(f"{spot.path}@{target}", dice, "heal").total
        record.is_revived = True
        record.healed += hit_points.heal(p.draft, p.thing(target), points)
        if p.cast.by == target:
            p.draft.notes = [note for note in p.draft.notes if not _tells_of_a_death(note, target)]


def _tells_of_a_death(note: Notice, target: str) -> bool:
    """Whether the note tells that the creature died, or woke, in the command in which its own trait has kept it up (SRD, Undead Fortitude)."""
    return note.code in ("dies", "comes_round", "comes_round_prone") and note.details.get("name") == Called(target)


def _gone(p: Performance, thing: Thing) -> Rejected | None:
    """Refuse a creature of which too little is left for this act (SRD, Disintegrate)."""
    heads = [flag.removeprefix(creature_flags.REVIVED_BY) for flag in p.stats(thing.id).flags if flag.startswith(creature_flags.REVIVED_BY)]
    if p.cast.wish.force or all(names.fold(p.cast.act.name) in head.split("|") for head in heads):
        return None
    only = " or ".join(word.title() for word in heads[0].split("|"))
    return Rejected("nothing_to_revive", "targets", {"act": p.cast.act.name, "name": thing.name, "only": only})


def _too_late(p: Performance, step: ReviveStep, thing: Thing) -> Rejected | None:
    """Refuse a creature that has been dead for too long; if its death was not played, its time of death is unknown and the table judges."""
    span = durations.parse(step.within) if step.within else None
    died = thing.creature.died_at
    if span is None or died is None or p.cast.wish.force:
        return None
    passed = (clock.now(p.draft.world) - died) / durations.ROUNDS_A_MINUTE
    if passed <= span.minutes(int(span.count)):
        return None
    return Rejected(
        "dead_too_long", "targets", {"act": p.cast.act.name, "name": thing.name, "within": step.within, "since": _tell_time(passed)}
    )


def _tell_time(minutes: float) -> str:
    """A time in its largest unit.

    >>> _tell_time(2 * 24 * 60), _tell_time(61), _tell_time(1.5)
    ('2 days', '1 hour', '1 minute')
    """
    unit, length = next((pair for pair in _UNITS if minutes >= pair[1]), _UNITS[-1])
    count = int(minutes // length)
    return f"{count} {unit}{'' if count == 1 else 's'}"


PLAYS: Final[Plays] = {ReviveStep: revive}
"""Kind of step → the function that plays it."""
