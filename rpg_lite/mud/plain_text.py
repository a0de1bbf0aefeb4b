"""A tool's answer in the form that players read: the same sentences, without the parts that only programs need."""

import re
from collections.abc import Mapping
from typing import Any, Final

from rpg_lite.mud.own_words import in_verbs

_ID: Final = re.compile(r" \([a-z]\d+\.\d+\)|(?<=\()[a-z]\d+\.\d+; ")
"""An id in brackets, alone or before others."""
_FOR_THE_MODEL: Final = re.compile(r" \([a-z]+_[a-z]+ [^()]*\)|; manage_tools equip restores it")
"""The call that would help; players type a verb from help instead."""
_PAYLOAD: Final = re.compile(r" Choose like this: [a-z_]+ \{.*?\}\.(?=\s|$)")
"""A whole call; players type their own commands."""
_VERB: Final = "is "
"""A sentence that begins with this word is about the field."""
_UNTOUCHED: Final = " Nothing was changed."
_NEEDS_ID: Final = frozenset({"name_ambiguous"})


def render(answer: Mapping[str, Any], *, closely: bool = False) -> str:
    """Render the text; ids stay only in a close look, and where they tell apart things with the same name.

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
        text = _FOR_THE_MODEL.sub("", sentence[:1].upper() + sentence[1:])
    text = in_verbs(_PAYLOAD.sub("", text))
    return text if closely or (error and error["code"] in _NEEDS_ID) else _ID.sub("", text)
