"""Moments of the campaign: revs, and checkpoints, which are revs with names."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.rules import names
from rpg_lite.world.states import CHECKPOINT
from rpg_lite.world.world_model import JOURNAL_ID, LAST_REV, World

Rev = Annotated[int, Field(ge=0, le=LAST_REV, strict=True)]


def _no_number(name: str) -> str:
    """Refuse a name that `since` would read as a rev."""
    if not any(not (letter.isdecimal() or letter.isspace()) for letter in name):
        raise ValueError("needs a letter, since a number alone means a rev")
    return name


CheckpointName = Annotated[str, Field(min_length=1, max_length=80, json_schema_extra={"pattern": r"[^\d\s]"}), AfterValidator(_no_number)]


def _read(written: Any) -> Any:
    return int(written) if isinstance(written, str) and written.isascii() and written.isdecimal() else written


Since = Annotated[Rev | CheckpointName | None, BeforeValidator(_read), Field(description="Only after this rev or checkpoint.")]


def rev_of(moment: int | str | None, situation: Situation) -> int | Rejected | None:
    """The rev of a moment that `since` names. The refusal lists no names, since players may hear it.

    Refuses: checkpoint_unknown.
    """
    if not isinstance(moment, str):
        return moment
    rev = situation.checkpoints().get(names.fold(moment))
    instead = {"operation": "journal", "entry": CHECKPOINT}
    return Rejected("checkpoint_unknown", "since", {"wanted": moment}, instead=instead) if rev is None else rev


def is_taken(name: str, world: World, situation: Situation) -> bool:
    """Whether a checkpoint has this name already, in the campaign or earlier in the same batch."""
    new = (t for t in world.things.values() if t.parent_id == JOURNAL_ID and t.entry.entry == CHECKPOINT)
    return names.fold(name) in {*situation.checkpoints(), *(names.fold(t.entry.text) for t in new)}
