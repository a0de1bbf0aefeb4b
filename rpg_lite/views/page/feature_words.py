"""What a feature does, in words for those who play it. Apart because the sheet and the questions of the page say it alike.

A card of the rulebook names for the game master the keys of a call and the kind of what it lists ("act (ki): …"); a page names neither.
"""

import re
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.views.formula_words import in_words
from rpg_lite.views.trait_text import feature_text

_ACT: Final = re.compile(r"(^|\. )act(?: \(([^()]*)\))?: ")
"""An act that has the name of its feature: "act (bonus action, second wind): …", "act: …"."""
_CALL: Final = re.compile(
    r" \((?:(?:manage|execute|read|keep)_[^()]*|operation [a-z_]+|mode|choices?|slot|force|attack|damage|spells|give it)\)"
)
"""The call, or the key of a call, with which a game master plays what a sentence says."""
_BEGINNING: Final = re.compile(r"(?<=[a-z)\d]\. )[a-z]")


def sentence(rule: FeatureRule) -> str:
    """The effects of the feature; empty if the rulebook knows none.

    >>> _plain("It dodges. act (ki, on a miss): the roll succeeds. act: Jump"), _plain("disadvantage (mode)")
    ('It dodges. Ki, on a miss: the roll succeeds. Jump', 'Disadvantage')
    """
    return _plain(in_words(feature_text(rule)))


def _plain(text: str) -> str:
    told = _CALL.sub("", _ACT.sub(lambda found: f"{found[1]}{f'{found[2]}: ' if found[2] else ''}", text))
    return _BEGINNING.sub(lambda found: found[0].upper(), names.capitalize(told))
