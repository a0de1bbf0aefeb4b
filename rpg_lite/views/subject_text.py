"""A step that changes somebody else than the target, with that creature as the subject: "the user gets speed 20", "the user takes 2d6 fire"."""

import re
from collections.abc import Mapping
from typing import Final

from rpg_lite.vocabulary import ABILITIES, CONDITIONS

USER: Final = "the user"
"""The creature that acts, in the text of steps; a card that knows better says the caster or the creature."""
SOURCE: Final = "the source"
WHOM: Final[Mapping[str, str]] = {
    "self": USER, "target": "the target", "source": SOURCE, "other": "the other creature", "named:heal": "the named creature",
}  # fmt: skip
_VERBS: Final = frozenset(
    "breathes cannot casts climbs corrodes falls flies floats gains has heals hovers is knows loses makes may mends moves must regains resists returns "
    "revives sees sheds swims takes teleports walks".split()
)
_STATES: Final = frozenset(
    (
        *(c for c in CONDITIONS if c != "exhaustion"),
        "dead",
        "ethereal",
        "healed",
        "hidden",
        "immune",
        "pulled",
        "pushed",
        "trained",
        "under",
        "vulnerable",
    )
)
_OCCASIONS: Final = frozenset("after at choose every if in on once roll unless when".split())
_ROLL: Final = re.compile(rf"(?:(?:{'|'.join(a.upper() for a in ABILITIES)})(?: or )?)+ save|(?:\w+ ){{1,4}}check\b")


def with_subject(whom: str, told: str) -> str:
    """The text of a step with its subject.

    >>> with_subject("the user", "2d6 fire"), with_subject("the user", "heals 5"), with_subject("the user", "prone"), with_subject("the user", "at dawn: prone")
    ('the user takes 2d6 fire', 'the user heals 5', 'the user is prone', 'for the user, at dawn: prone')
    >>> with_subject("the user", "CON save or prone"), with_subject("the user", "speed +10"), with_subject("the user", "It falls")
    ('for the user, CON save or prone', 'the user gets speed +10', 'It falls')
    """
    first = re.split(r"[ ,:;]", told, maxsplit=1)[0]
    if told.startswith(("It ", "The ", "Its ", "its ", "this ends", "ends ", "the ", "for ")) or (
        first[:1].isupper() and first.upper() != first
    ):
        return told
    if first in _VERBS:
        return f"{whom} {told}"
    if first in _STATES:
        return f"{whom} is {told}"
    if first in _OCCASIONS or _ROLL.match(told):
        return f"for {whom}, {told}"
    return f"{whom} {'takes' if _DAMAGE.match(_BRACES.sub('', told)) else 'gets'} {told}"


_BRACES: Final = re.compile(r"\{[^{}]*\}")
_DAMAGE: Final = re.compile(
    r"[^;:]*\b(?:acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder|of that type)\b(?! light)(?! spell)"
)
