"""Faces that somebody rolled by hand: they replace the dice of a command's own rolls, in the order of those rolls.

They belong to the rolls that the call asks for. A roll that follows from these, such as a save for somebody's concentration, never uses
them. If a roll with advantage or disadvantage finds only one face, the other die is rolled, and the answer says so.
"""

from typing import Annotated

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules import dice
from rpg_lite.rules.dice import DiceRoll

Face = Annotated[int, Field(ge=1, le=20, strict=True)]
Faces = Annotated[tuple[Face, ...], Field(description="Faces on the table; with (dis)advantage, two.")]


def take(draft: Draft, text: str, what_for: str) -> DiceRoll | None:
    """The roll made from the faces on the table; None if the dice have to be rolled."""
    table = draft.faces
    if table is None or not what_for.startswith(table.purposes):
        return None
    sizes = dice.sizes(text)
    if not table.left:
        table.rolled_here += 1
        return None
    for size in sizes[len(table.left) :]:
        table.left.append(draft.situation.roll(f"1d{size}").total)
        table.short += 1
    faces, table.left = table.left[: len(sizes)], table.left[len(sizes) :]
    beyond = [(face, size) for face, size in zip(faces, sizes, strict=True) if face > size]
    table.too_high = table.too_high or next(iter(beyond), None)
    table.taken += 1
    return DiceRoll(text, tuple(faces), sum(faces))


def clear(draft: Draft) -> None:
    """Set aside the remaining faces: all later rolls are only consequences of the command."""
    if draft.faces:
        draft.faces.purposes = ()


def unfit(draft: Draft) -> Rejected | None:
    """The refusal of a face that its die does not have; notes report faces that no roll used, and rolls for which no faces were left.

    Refuses: face_too_high.
    """
    table = draft.faces
    if table is None:
        return None
    if table.too_high:
        return Rejected("face_too_high", "d20", {"face": table.too_high[0], "sides": table.too_high[1]})
    if table.left:
        draft.note("faces_unused", texts=[str(face) for face in table.left])
    if table.short:
        draft.note("face_fell_here")
    if table.rolled_here:
        draft.note("rolled_without_faces", taken=table.taken, rolls=table.taken + table.rolled_here)
    return None
