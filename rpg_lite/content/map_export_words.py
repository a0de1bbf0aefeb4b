"""Words of an exported map: names that its formats can hold, and the sentence parts about everything that stays behind."""

from dataclasses import dataclass, field
from typing import Any

from rpg_lite.world.placed_traps import SetTrap


@dataclass(slots=True)
class ExportNotes:
    """The things that a plan leaves out, in the order in which they were found."""

    left_out: list[str] = field(default_factory=list)

    def leave_out(self, what: str) -> None:
        self.left_out.append(what)


def as_title(text: str) -> str:
    """The text with commas in place of semicolons, because a semicolon would end it in a map."""
    return text.replace(";", ",")


def as_label(text: str) -> str:
    """The label of an exit, which a colon would end, too."""
    return as_title(text).replace(":", " -")


def trap_left(there: SetTrap | None, place: str, notes: ExportNotes) -> dict[str, Any]:
    """The key of a trap that still waits. A plan arms every trap anew, so one that is disarmed or has gone off stays behind."""
    if there is None:
        return {}
    if not there.state.is_at_work:
        notes.leave_out(f"the trap of {place}, which is {there.state.condition}")
        return {}
    if there.state.is_found or there.state.times or there.state.initiative is not None:
        notes.leave_out(f"how the trap of {place} stands")
    trap = there.state.trap
    return {"trap": trap if isinstance(trap, str) else dict(trap)}
