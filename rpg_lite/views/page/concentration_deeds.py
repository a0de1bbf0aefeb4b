"""The deeds of concentration: the saves that keep it, and the spells that end with it, whatever ended them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rpg_lite.decision.outcome import Called, Notice
from rpg_lite.rules import names
from rpg_lite.views.page.deed_scene import ToldOutcome, kept_roll
from rpg_lite.world import body_paths
from rpg_lite.world.creature_states import LASTING, Concentration, Lasting
from rpg_lite.world.deeds import KeptDeed, Target
from rpg_lite.world.events import Changed, Rolled
from rpg_lite.world.roll_keys import pair_of

_FAILED: Final = re.compile(r"CON save (-?\d+) against DC (\d+)")


def of_scene(at: ToldOutcome, told: Sequence[KeptDeed]) -> Iterator[KeptDeed]:
    """In the order of the events. `told`: the deeds that the outcome tells by itself, which are not told again."""
    for event in at.outcome.events:
        if isinstance(event, Rolled) and event.for_ == "concentration":
            yield from _save(at, event)
        elif isinstance(event, Changed) and event.path == body_paths.CONCENTRATION and event.was:
            was, now = Concentration.of(event.was), Concentration.of(event.now) if event.now else None
            if now is None or (now.cast, names.fold(now.effect)) != (was.cast, names.fold(was.effect)):
                yield from _end(at, event.id, was, told)


def _save(at: ToldOutcome, thrown: Rolled) -> Iterator[KeptDeed]:
    who = pair_of(thrown)[0]
    before = at.before.things.get(who or "")
    on = before.creature.concentration if before and before.kind == "character" else None
    if who is None:
        return
    dc, passed = next((found for note in at.outcome.notes if (found := _verdict(note, who, thrown.total))), (None, None))
    what = "CON save to concentrate"
    roll = kept_roll(thrown, thrown.total, dc, passed, what)
    yield KeptDeed("save", who, what, roll=roll, concentration=on.effect if on else "a spell")


def _verdict(note: Notice, who: str, total: int) -> tuple[int, bool] | None:
    """(the DC, whether the save holds), if the note tells of this save."""
    if note.details.get("bearer") != Called(who):
        return None
    if note.code == "concentration_holds" and note.details["total"] == total:
        return int(note.details["dc"]), True
    failed = _FAILED.fullmatch(str(note.details.get("why", ""))) if note.code == "concentration_ends" else None
    return (int(failed[2]), False) if failed and int(failed[1]) == total else None


def _end(at: ToldOutcome, caster: str, was: Concentration, told: Sequence[KeptDeed]) -> Iterator[KeptDeed]:
    spell = names.fold(was.effect)
    if any(d.kind == "ends" and d.who == caster and names.fold(d.what) == spell for d in told):
        return
    over = {t.who for d in told for t in d.targets if spell in map(names.fold, t.ended)}
    freed = [id for id in dict.fromkeys(was.on) if id not in over and _lost(at, id, was)]
    targets = tuple(Target(id, ended=(was.effect,)) for id in freed)
    yield KeptDeed("ends", caster, was.effect, is_spell=True, targets=targets, concentration=was.effect)


def _lost(at: ToldOutcome, id: str, was: Concentration) -> bool:
    """Whether the creature lost something that the spell had laid on it."""
    paths = {str(body_paths.of_lasting(kind)): kind for kind in LASTING}
    for event in at.outcome.events:
        if isinstance(event, Changed) and event.id == id and (kind := paths.get(event.path)):
            left = [Lasting.of(entry) for entry in event.now or ()]
            gone = [e for e in map(Lasting.of, event.was or ()) if e not in left]
            if any(was.lays(entry, kind) for entry in gone):
                return True
    return False
