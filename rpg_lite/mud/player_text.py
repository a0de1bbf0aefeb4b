"""A tool's answer in the form that players read: the same sentences, without the parts that only programs need."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.messages import refusal_formatting
from rpg_lite.mud import api_words
from rpg_lite.mud.calls_to_verbs import in_verbs

_ID: Final = re.compile(r" \([a-z]\d+\.\d+\)|(?<=\()[a-z]\d+\.\d+; ")
"""An id in brackets, alone or followed by other words."""
_FOR_THE_MODEL: Final = re.compile(r" \([a-z]+_[a-z]+ [^()]*\)|; manage_tools equip restores it")
"""The call that would help; players type a verb from help instead."""
_PAYLOAD: Final = re.compile(r' Choose like this: [a-z_]+ \{"operation": "[a-z_]+", "characterName": ("(?:[^"\\]|\\.)*").*?\}\.(?=\s|$)')
"""A whole call and the hero that it names; players type their own commands."""
_CUT: Final = re.compile(r" Choose l[^\n]*…$| (?:C(?:h(?:o(?:o(?:s(?:e(?: )?)?)?)?)?)?)?…$", re.MULTILINE)
"""The rest of such a call that is left in a shortened line of the history."""
_VERB: Final = ("is ", "has ", "holds ")
"""The first words of a sentence about the field."""
_UNTOUCHED: Final = " Nothing was changed."
_NEEDS_ID: Final = frozenset({"name_ambiguous"})


def refusal(refused: Rejected) -> str:
    """The sentence of a refusal, without its field."""
    return render({"text": f"{refusal_formatting.sentence(refused)}.", "error": {"code": refused.code, "field": refused.field}})


def render(answer: Mapping[str, Any], *, closely: bool = False, as_sent: bool = False) -> str:
    """Render the text; ids stay only in a close look, and where they distinguish things with the same name. `as_sent`: keys of calls stay,
    because the reader has typed such keys.

    >>> render({"ok": True, "text": "Shield (i3.1) → Thorin."})
    'Shield → Thorin.'
    >>> render({"ok": False, "text": "Refused: itemName: there is no 'rope'. Nothing was changed.", "error": {"code": "item_unknown", "field": "itemName"}})
    "There is no 'rope'."
    """
    text = str(answer["text"])
    error = answer.get("error")
    if error:
        field = f"{error.get('field')}: "
        sentence = text.removeprefix("Refused: ").removeprefix(field).partition(_UNTOUCHED)[0]
        sentence = f"{field[:-2]} {sentence}" if sentence.startswith(_VERB) else sentence
        text = _FOR_THE_MODEL.sub("", refusal_formatting.capitalize(sentence)) if sentence else ""
    text = in_verbs(_CUT.sub("", _PAYLOAD.sub(_how_to_choose, text)))
    text = text if as_sent else api_words.plain(text)
    return text if closely or (error and error["code"] in _NEEDS_ID) else _ID.sub("", text)


def _how_to_choose(call: re.Match[str]) -> str:
    """Name the line that asks for each choice of the hero in the call."""
    return f" choose by {json.loads(call[1])} asks for each."
