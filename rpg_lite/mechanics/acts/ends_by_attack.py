"""Entries that an attack roll ends, on its target and on the attacker: such an effect counts for one attack, even within one act (SRD 5.2,
Sap, Vex; SRD, Help, Invisibility).
"""

from typing import Final

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.life import concentration
from rpg_lite.world.creature_states import LASTING, Lasting, LastingKind
from rpg_lite.world.world_model import Thing

_OF_ATTACKER: Final = frozenset(("attack", "attack_or_cast", "acted"))
_OF_TARGET: Final = frozenset(("attacked", "attacked_by"))
WORDS: Final = _OF_ATTACKER | _OF_TARGET
"""The words of `ends` that an attack roll fulfils."""


def end_after(draft: Draft, h: Happening) -> None:
    """End the entries that this attack ends, hit or miss, except those that the attack itself brought."""
    # Not a set: the order of the ends is told, and it is the same in every process.
    for id in [id for id in dict.fromkeys((h.bearer, h.other or "")) if id in draft.world.things]:
        for kind in LASTING:
            for entry in draft.world.things[id].creature.lasting(kind):
                if _is_over(draft, h, id, entry):
                    end_entry(draft, draft.world.things[id], entry, kind)


def end_entry(draft: Draft, bearer: Thing, entry: Lasting, kind: LastingKind) -> None:
    """End one entry."""
    effect_removal.end_of_kind(draft, bearer.id, kind, lambda one: one == entry)
    draft.note("ended_by_event", name=Called(bearer.id), what=entry.name)
    concentration.tidy(draft)


def _is_over(draft: Draft, h: Happening, id: str, entry: Lasting) -> bool:
    words = entry.span.ends_by
    ends = (id == h.bearer and any(_ends_on_target(h, entry, word) for word in words)) or (
        id == h.other and not _OF_ATTACKER.isdisjoint(words)
    )
    return ends and not draft.is_older(h, id, entry) and not _waits(draft, h, entry)


def _ends_on_target(h: Happening, entry: Lasting, word: str) -> bool:
    head, _, by = word.partition(":")
    return head in _OF_TARGET and (not by or (h.other == entry.cause.by) == (by == "source"))


def _waits(draft: Draft, h: Happening, entry: Lasting) -> bool:
    """Whether an answer to another attack of this deed brought the entry, which then counts for that attack (SRD, Parry)."""
    brought = [a for a in draft.situation.altered if a.change == "guard" and a.name == entry.cause.act]
    return bool(brought) and all(a.occasion.key != h.key for a in brought)
