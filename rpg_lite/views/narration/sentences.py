"""Cut a narration into the sentences that state something: without quoted speech, questions, guesses and plans."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_SPOKEN: Final = re.compile(r'"[^"\n]*"|“[^”\n]*”|«[^»\n]*»')
_SPEECH: Final = "…"
"""The sign in place of quoted speech, which is not checked because characters may lie."""
_FENCE: Final = re.compile(r"^\s*(```|~~~)")
_MARKUP: Final = re.compile(r"[*_`]+")
_LINE_START: Final = re.compile(r"^\s*(?:#+\s+|>\s?|[-+]\s+|\d+[.)]\s+)+")
_END: Final = re.compile(r"[.!?]+[)\s]+|[.!?]+$|\n\s*\n")
_UNCERTAIN: Final = (
    r"\b(?:if|when|whenever|unless|would|could|might|may|should|will|shall|wish(?:es)?|wants?|hopes?|needs?|must|dream(?:s|t|ed)?|imagines?|remembers?|"
    r"recalls?|thinks?|believes?|fears?|guess(?:es)?|pretends?|feigns?|claims?|says? that|swears?|promis(?:es|ed)|used to|once|ago|yesterday|"
    r"earlier|tomorrow|later|seems?|looks? like|as though|almost|nearly|about to|tries|try|next time|until|before|whether|than|"
    r"(?:hears?|heard|tells?|told|learns?|reports?|knows?) (?:\w+ )?that|per|(?:each|every) (?:round|turn)|on a (?:failed|successful)|"
    r"vision|illusion|story|song|tale|legend|rumou?rs?|like)\b|'ll\b|’ll\b"
)
"""Words that mark a sentence as not necessarily true now."""
_LONGEST: Final = 1000
"""The maximum number of letters of a sentence that are read."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, and the number of the line where it begins."""

    line: int
    text: str


def statements(text: str) -> Iterator[Sentence]:
    """The sentences about the current state of things.

    >>> [s.text for s in statements("Marra is dead. Is she? If Thorin falls, all is lost.")]
    ['Marra is dead.']
    """
    for sentence in split(text):
        if not sentence.text.endswith("?") and not re.search(_UNCERTAIN, sentence.text, re.IGNORECASE):
            yield sentence


def split(text: str) -> Iterator[Sentence]:
    """Every sentence, without Markdown's signs and without quoted speech. A blank line or a heading ends a sentence too."""
    whole = _plain(text)
    begin, line = 0, 1
    for end in (*(m.end() for m in _END.finditer(whole)), len(whole)):
        part = whole[begin:end]
        if said := " ".join(part.split()):
            yield Sentence(line + part[: len(part) - len(part.lstrip())].count("\n"), said[:_LONGEST])
        begin, line = end, line + part.count("\n")


def _plain(text: str) -> str:
    """The text with the same number of lines, but without code, markup and quoted speech."""
    lines, is_code = list[str](), False
    for line in text.replace("\r\n", "\n").split("\n"):
        is_fence = bool(_FENCE.match(line))
        is_code ^= is_fence
        is_heading = line.lstrip().startswith("#")
        bare = "" if is_fence or is_code else _MARKUP.sub("", _LINE_START.sub("", line))
        lines.append(f"{bare.rstrip()}." if is_heading and bare.strip() else bare)
    return _SPOKEN.sub(_SPEECH, "\n".join(lines))
