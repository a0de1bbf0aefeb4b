"""The questions that the page asks a player now: a death save, or whether a hero answers the deed of another."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rpg_lite.operations.mechanics import dying
from rpg_lite.views.page import public_deed_outcome
from rpg_lite.world import combat
from rpg_lite.world.history_records import Commit
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]

_JOURNAL: Final = "keep_journal"
_OFFER: Final = re.compile(r"May answer: (.+)")


def death_saves(world: World, who: Thing) -> Json | None:
    """The death saves of a hero at 0 hit points, and whether one is due; None for others."""
    kept = who.creature
    if kept.hp != 0 or kept.is_dead:
        return None
    is_due = combat.acting(world) == who.id and dying.is_dying(who) and not dying.has_made_death_save(world, who)
    return {"stable": kept.dying.is_stable, "successes": kept.dying.successes, "failures": kept.dying.failures, "due": is_due}


def answers(commits: Sequence[Commit], names: Iterable[str]) -> dict[str, str]:
    """The acts with which each of these creatures may answer the newest deed; words between them change nothing."""
    newest = next((c for c in commits if c.tool != _JOURNAL), None)
    offer = _OFFER.search(public_deed_outcome.text_of(newest)) if newest else None
    found = ((name, re.search(rf"(?:^|, ){re.escape(name)} \(([^)]*)\)", offer[1])) for name in names) if offer else ()
    return {name: acts[1] for name, acts in found if acts}
