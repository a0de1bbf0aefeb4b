"""What many turns have brought, in few lines: one for each source and those whom it concerns. Apart because it decides nothing: it only tells."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Notice
from rpg_lite.mechanics.acts.act_results import ActResult, Suffered, TargetPlayed


def shorten(draft: Draft, start: int) -> None:
    """Tell together what the same source has brought to the same creatures in several turns, and leave out what was said before."""
    told: list[Notice] = []
    places: dict[tuple[str, str, str], int] = {}
    for note in draft.notes[start:]:
        played = note.details.get("played")
        if not isinstance(played, ActResult):
            told += [] if note in told or note.code in _NOTHING else [note]
        elif any(map(_is_changed, played.targets)) or played.says:
            rolls = bool([save for t in played.targets for save in t.saves])  # what ends by a save tells its roll, and then what follows
            key = (played.act, played.who.id, f"{rolls} {' '.join(t.who.id for t in played.targets)}")
            if key in places:
                before = told[places[key]]
                told[places[key]] = Notice(note.code, {"played": _together(before.details["played"], played)})
            else:
                places[key] = len(told)
                told.append(note)
    draft.notes[start:] = told


def _together(before: ActResult, after: ActResult) -> ActResult:
    """Both plays as one: their sums, and of the rolls the last."""
    targets = tuple(_both(a, b) for a, b in zip(before.targets, after.targets, strict=True))
    says = tuple(dict.fromkeys((*before.says, *after.says)))
    advice, secrets = before.advice | after.advice, before.secrets | after.secrets
    spared, times = before.spared | after.spared, before.times + after.times
    return replace(after, targets=targets, thrown=(), says=says, advice=advice, secrets=secrets, spared=spared, times=times)


_NOTHING: Final = ("already_whole", "already_so", "begins_anew")
"""Notes about turns that change nothing."""


def _is_changed(target: TargetPlayed) -> bool:
    """Whether anything but its place among the targets is told of the creature."""
    return target != TargetPlayed(target.who, hp_was=target.hp_was, hp=target.hp, hp_max=target.hp_max)


def _both(a: TargetPlayed, b: TargetPlayed) -> TargetPlayed:
    suffered = _summed((*a.suffered, *b.suffered))
    return replace(
        b,
        saves=() if suffered else b.saves,  # one verdict would not fit the sum of several saves
        suffered=suffered,
        healed=a.healed + b.healed,
        conditions=tuple(dict.fromkeys((*a.conditions, *b.conditions))),
        effects=tuple(dict.fromkeys((*a.effects, *b.effects))),
        ended=tuple(dict.fromkeys((*a.ended, *b.ended))),
        hp_was=a.hp_was,
        dead=a.dead or b.dead,
    )


def _summed(all_: Sequence[Suffered]) -> tuple[Suffered, ...]:
    """The damage by type."""
    kinds = dict.fromkeys(one.type for one in all_)
    return tuple(
        Suffered(
            kind,
            sum(s.dealt for s in all_ if s.type == kind),
            sum(s.taken for s in all_ if s.type == kind),
            tuple(dict.fromkeys(w for s in all_ if s.type == kind for w in s.why)),
        )
        for kind in kinds
    )
