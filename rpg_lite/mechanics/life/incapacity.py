"""Creatures that cannot act, and the fall of creatures that become unconscious."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.life import grapple_release, hands
from rpg_lite.rules import creature_flags
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.grapples import GRAPPLED
from rpg_lite.world.world_model import Thing

PRONE: Final = "prone"
SURPRISED: Final = "Surprised"
"""The effect that takes away the first turn (SRD 5.1, Surprise)."""


def cannot_act(creature: Thing, stats: EffectiveStats) -> Rejected | None:
    """The refusal for a dead or incapacitated creature, with the conditions that cause it (SRD, Incapacitated)."""
    if stats.can_act and not thing_stats.is_dead(creature):
        return None
    is_dead = thing_stats.is_dead(creature)
    why = "dead" if is_dead else ", ".join(stats.conditions_active)
    return Rejected("cannot_act", "characterName", {"name": creature.name, "why": why, "until": "revived" if is_dead else "ended"})


def cannot_handle(creature: Thing, stats: EffectiveStats) -> Rejected | None:
    """The refusal for a creature that cannot act, or whose body of mist handles no objects (SRD, Gaseous Form)."""
    return cannot_act(creature, stats) or handles_nothing(creature, stats, "characterName")


def handles_nothing(creature: Thing, stats: EffectiveStats, field: str) -> Rejected | None:
    """The refusal to give anything to or take anything from a creature of mist (SRD, Gaseous Form; Vampire)."""
    if creature_flags.HANDLES_NOTHING not in stats.flags:
        return None
    return Rejected("cannot_act", field, {"name": creature.name, "why": "as mist it handles no objects", "until": "ended"})


def fall(draft: Draft, creature: Thing) -> None:
    """Make an unconscious creature prone, even after it wakes, until it stands up (SRD, Unconscious). The dead need no such condition."""
    creature = draft.world.things[creature.id]
    if thing_stats.is_dead(creature):
        return
    active = draft.stats(creature).conditions_active
    now = thing_stats.lasting(draft.world, creature, "conditions")
    if "unconscious" in active and "prone" in active and all(c.name != "prone" for c in now):
        change(draft, creature, body_paths.CONDITIONS, [*now, Lasting.make_named(PRONE)])
        draft.happened.append(Happening("prone", creature.id))


def tell_dropped(draft: Draft, creature: Thing) -> None:
    """Note what an unconscious creature lets go of (SRD, Unconscious). A shield is strapped to the arm and stays."""
    held = hands.filling(draft.world, creature, draft.situation.book) if creature.creature.form is None else ()
    loose = [thing for thing in held if not thing_stats.item_of(thing, draft.situation.book).is_shield]
    if loose:
        draft.note("drops_held", name=Called(creature.id), texts=[Called(thing.id) for thing in loose])


def let_go(draft: Draft, creature: Thing) -> None:
    """End what does not outlast a creature that is incapacitated or dead (SRD, Grappled), and note the fear of a dead one (Frightened)."""
    creature = draft.world.things[creature.id]
    dead = thing_stats.is_dead(creature)
    if not (dead or "incapacitated" in draft.stats(creature).conditions_active):
        return
    _end_what_needs_it(draft, creature)
    grapple_release.release(draft, creature)
    held = [other for other in _in_room(draft, creature) if any(_is_grapple_of(draft, c, creature) for c in other.creature.conditions)]
    texts = [] if dead else [f"{o.name} is grappled by {creature.name}: the grapple ends (manage_condition remove grappled)" for o in held]
    for other in held if dead else ():
        draft.note("ended_by_event", name=other.name, what=GRAPPLED)
    if dead:
        texts += _fear_of(draft, creature)
    if texts:
        draft.note("judge_the_roll", texts=texts)


def _is_grapple_of(draft: Draft, entry: Lasting, creature: Thing) -> bool:
    """Whether a creature that this command does not hold is grappled: nothing counts a grapple of the dead, and others wait to be ended."""
    return entry.name == GRAPPLED and grapple_release.is_laid_by(draft.world, entry, creature)


def _fear_of(draft: Draft, creature: Thing) -> Iterator[str]:
    for other in _in_room(draft, creature):
        if any(
            c.name == "frightened" and grapple_release.is_laid_by(draft.world, c, creature)
            for c in thing_stats.lasting(draft.world, other, "conditions")
        ):
            yield f"{other.name} is frightened by {creature.name}: the source of its fear is dead (manage_condition remove frightened)"


def _in_room(draft: Draft, creature: Thing) -> list[Thing]:
    room = draft.world.room_of(creature.id)
    people = draft.situation.people([room.id]) if room else {}
    return [draft.world.things.get(id, other) for id, other in people.items() if id != creature.id]


ENDS: Final = "incapacitated"
ENDS_WITH_SOURCE: Final = "source_incapacitated"
"""The words of `ends` for an incapacity: of the bearer (SRD 5.2, Superior Defense), or of the creature that applied the effect (SRD 5.2,
Turn Undead).
"""
ENDS_WITH_DEATH: Final = "source_dead"
"""The word of `ends` for the death of the creature that applied the effect (SRD 5.2, Find Steed)."""


def _end_what_needs_it(draft: Draft, creature: Thing) -> None:
    """End the effects that do not outlast the incapacity of this creature: its own, and those that it applied to others."""
    for other in [t for t in draft.world.things.values() if t.kind == "character"]:
        for entry in effect_removal.end_where(draft, other.id, partial(_needs, bearer=other, creature=creature)):
            draft.note("ended_by_event", name=Called(other.id), what=entry.name)


def _needs(entry: Lasting, bearer: Thing, creature: Thing) -> bool:
    ends = entry.span.ends_by
    with_source = ENDS_WITH_SOURCE in ends or (ENDS_WITH_DEATH in ends and thing_stats.is_dead(creature))
    return (bearer.id == creature.id and ENDS in ends) or (entry.cause.by == creature.id and with_source)


def stand_up(draft: Draft, creatures: Sequence[Thing]) -> None:
    """Let the prone creatures that can act and move stand up; note them, and those that stay prone. A prone condition that has a time of
    its own stays until that time.
    """
    prone = [c.id for c in creatures if is_prone(draft.world.things[c.id])]
    for id in prone:
        creature = draft.world.things[id]
        stats = draft.stats(creature)
        now = creature.creature.conditions
        kept = [c for c in now if c.name != "prone" or c.span.ends is not None]
        if len(kept) < len(now) and stats.can_act and any(speed.value > 0 for speed in stats.speed.values()):
            change(draft, creature, body_paths.CONDITIONS, kept or None)
    still = [Called(id) for id in prone if is_prone(draft.world.things[id])]
    if risen := [Called(id) for id in prone if Called(id) not in still]:
        draft.note("stand_up", names=risen)
    if still:
        draft.note("stay_prone", names=still)


def is_prone(creature: Thing) -> bool:
    return any(c.name == PRONE for c in creature.creature.conditions)
