"""The envelope of a payload: what stands beside the operation, and the commands that it asks for."""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from rpg_lite.decision.command import Command, Invalid
from rpg_lite.decision.outcome import Rejected
from rpg_lite.operations.registry import READ_ONLY
from rpg_lite.rules.document_field_types import Document

MOST_IN_BATCH: Final = 20


class Envelope(Document):
    """The keys next to the operation, the same for every tool."""

    batch: Annotated[
        tuple[dict[str, Any], ...] | None,
        Field(min_length=1, max_length=MOST_IN_BATCH, description="1-20 operations; a target or operation beside it applies to all."),
    ] = None
    on_error: Annotated[Literal["abort", "continue"], Field(description="abort: all or nothing.")] = "abort"
    dry_run: Annotated[bool, Field(strict=True, description="Decide and show, record nothing.")] = False
    request_id: Annotated[str | None, Field(min_length=1, max_length=100, description="Your id: a repeat is not done twice.")] = None
    detail: Annotated[Literal["brief", "full"] | None, Field(description="full: all data and reasons.")] = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A payload that was understood."""

    tool: str
    commands: tuple[Command, ...]
    envelope: Envelope
    request_hash: str

    @property
    def is_batch(self) -> bool:
        return self.envelope.batch is not None

    @property
    def reads(self) -> bool:
        return all(type(c) in READ_ONLY or isinstance(c, Invalid) for c in self.commands)


Parsed = Asked | Rejected | list[Rejected]
