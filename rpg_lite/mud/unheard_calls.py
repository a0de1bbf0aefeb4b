"""Calls whose words name nothing that is there: such a line is more often free text than a mistake in a name. Apart because it reads
refusals alone.
"""

from collections.abc import Mapping
from typing import Any, Final

from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.rules import names

MOST_WORDS: Final = 3
"""The most words of a name in which a mistake in typing is more likely than free text."""
_NOTHING: Final = frozenset(
    "argument_invalid no_shop_here prepares_nothing nothing_to_answer room_not_next_door lore_missing ends_no_spell effect_not_there not_a_shop".split()
)
"""The codes of refusals, beside those that end in "_unknown", of words that fit nothing."""


def found_nothing(ask: Ask, answer: Mapping[str, Any]) -> bool:
    """Whether the call is refused because its words name nothing here, and not because a rule forbids it. A typed call, a hero in the
    making, and a short name that is nearly right stay with the rules.
    """
    if answer["ok"] or ask.is_call or ask.acts_as:
        return False
    error = answer.get("error") or {}
    code = str(error.get("code"))
    named = [str(value) for key, value in ask.payload.items() if key != "operation" and len(str(value).split()) <= MOST_WORDS]
    near = [name.rpartition(" (")[0] or name for name in error.get("near", ())]
    is_near = any(names.nearest_alike(name, near) for name in named)
    return (code.endswith("_unknown") or code in _NOTHING) and not is_near
