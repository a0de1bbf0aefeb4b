"""What every step of an act has: its word, and what it is to those who only read an act. The steps of a family also have `tell`."""

from typing import Annotated, ClassVar

from pydantic import Field

from rpg_lite.rules.acts.words import Amount, Whom
from rpg_lite.rules.document_field_types import Document


class StepModel(Document):
    """`to` directs a step at a creature other than its target."""

    word: ClassVar[str] = ""
    """The key that names the step in a document."""
    harms: ClassVar[bool] = False
    """It attacks, damages or asks for a save."""
    for_others: ClassVar[bool] = False
    """The table must name its target: it harms, cures or restores."""
    on_a_target: ClassVar[bool] = False
    """It may go to a named creature even in an act for oneself."""
    for_the_living: ClassVar[bool] = False
    """It does nothing to the dead."""
    for_oneself: ClassVar[bool] = False
    """It plays even if nobody is named, but never in a branch that no target took."""
    takes_no_word: ClassVar[bool] = False
    """Its choices are all in lists; other steps read free words, such as the name of a form or a creature."""
    fits_a_trap: ClassVar[bool] = False
    """A place can play it: it asks for no choice, no slot and no creature that acts."""
    is_warded: ClassVar[bool] = False
    """A ward keeps it from a creature as a whole (SRD, Globe of Invulnerability); other steps ask about it themselves."""

    to: Whom | None = None


class Up(Document):
    """Dice for each slot level, or each few slot levels, above the spell's own: {"add": "1d8", "per": 2}."""

    add: Amount
    per: Annotated[int, Field(ge=1, le=9)] = 1


def up_text(up: str | Up | None) -> str:
    """How much more each higher slot gives, in parentheses."""
    if isinstance(up, Up):
        return f" (+{up.add} per {up.per} higher slot levels)" if up.per > 1 else f" (+{up.add} per higher slot)"
    return f" (+{up} per higher slot)" if up else ""
