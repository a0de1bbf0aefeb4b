"""The numbers of the first target that the formulas of a step may use."""

from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.vocabulary import MOVEMENTS

THEIR_SPEED = "their_speed:"
THEIR_SCORE = "their_score:"


def values_for(p: Performance, text: str) -> dict[str, int]:
    """The speeds of the first target, for a rider that is as fast as its mount (SRD, Mounted Combat), and its ability scores, for a DC that
    follows from them (SRD 5.2, Influence); only those that the text asks for. Without a target they are 0.
    """
    if THEIR_SPEED not in text and THEIR_SCORE not in text:
        return {}
    stats = p.stats(p.targets[0]) if p.targets else None
    speeds = {f"{THEIR_SPEED}{m}": stats.speed[m].value if stats and m in stats.speed else 0 for m in MOVEMENTS}
    scores = {f"{THEIR_SCORE}{a}": b.value for a, b in stats.abilities.items()} if stats else {}
    return speeds | scores
