"""The types of texts and names in a map: those that its formats can hold on one line, between semicolons and colons."""

from typing import Annotated

from pydantic import AfterValidator, Field

from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Name


def _line(text: str) -> str:
    """Make the text one line: each run of spaces, tabs and line ends becomes one space."""
    line = names.tidy(" ".join(text.split()))
    if any(map(names.is_forbidden, line)):
        raise ValueError("takes text without control or text-direction characters")
    return line


def without_semicolon(name: str) -> str:
    """The name on one line. Raises ValueError for a semicolon."""
    if ";" in name:
        raise ValueError("takes text without a semicolon, which would end it in a map")
    return _line(name)


def _without_colon(label: str) -> str:
    if ":" in label:
        raise ValueError("a label cannot have a colon")
    return label


OneLine = Annotated[str, Field(max_length=names.LONGEST_TEXT), AfterValidator(_line)]
Title = Annotated[Name, AfterValidator(without_semicolon)]
Label = Annotated[Title, AfterValidator(_without_colon)]
Tag = Annotated[str, Field(pattern=r"^[a-z0-9_]+(:[a-z0-9_]+)?$")]
