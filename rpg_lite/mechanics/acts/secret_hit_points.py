"""The hit points of strangers, a secret: a player's dry run is the same whatever they are, and says what depends on them (SRD, Hit Points)."""

import re
from collections.abc import Sequence
from typing import Final

from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts.act_in_play import Performance

SAID: Final = "What follows depends on the hit points of {name}, which show when it is played."
_NUMBER: Final = re.compile(r"(?:not )?hp(<=|>=|<|>|=)(\d+)", re.ASCII)
"""A word of `if` that compares hit points with a number; how hurt somebody looks is no secret."""
DROPS: Final = "drops"
"""The word of `if` for whoever this deed brings to 0 hit points."""
_STANDING: Final = frozenset((("<=", "0"), (">", "0"), (">=", "1"), ("=", "0"), ("<", "1")))
"""Comparisons that only ask whether somebody is down, which everybody sees until this deed hurts them."""


def is_hidden(situation: Situation, creature: str) -> bool:
    """Whether this answer must not depend on the creature's hit points: a dry run for somebody who does not know them."""
    return situation.dry and creature in situation.unmeasured


def decides(p: Performance, entry: str, target: str) -> bool:
    """Whether an entry of `if` holds or not by hit points that are hidden."""
    if not is_hidden(p.draft.situation, target):
        return False
    words = ["hp<=0" if word.strip() == DROPS else word.strip() for word in entry.split("|")]
    compared = [found for word in words if (found := _NUMBER.fullmatch(word))]
    is_hurt = target in p.records and any(s.taken for s in p.records[target].suffered)
    return any((found[1], found[2]) not in _STANDING or is_hurt for found in compared)


def tell(p: Performance, targets: Sequence[str]) -> None:
    """Say that what follows depends on the hit points of these creatures."""
    for one in targets:
        p.say(SAID.format(name=p.thing(one).name))
