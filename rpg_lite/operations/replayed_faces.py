"""A deed that is decided again: its command without dice of its own, and the faces that fell the first time."""

from collections.abc import Iterable, Sequence

from rpg_lite.decision.command import Command
from rpg_lite.decision.occasions import Alteration
from rpg_lite.decision.situation import Faces
from rpg_lite.rules import dice
from rpg_lite.world import events
from rpg_lite.world.events import Event


def without_dice(command: Command) -> Command:
    """The command without its own faces and seed, because its dice are found by their keys."""
    own = {key: value for key, value in (("d20", ()), ("seed", None)) if command.takes(key)}
    return command.model_copy(update=own)


def faces_by_key(happened: Iterable[Event]) -> Faces:
    """The dice by their keys; if several have the same key, the ones rolled last."""
    return {e.key: _faces(e) for e in _rolls(happened) if e.key}


def with_redirected(fallen: Faces, altered: Sequence[Alteration]) -> Faces:
    """The faces, with those of attacks on a creature also under the keys of the one to whom an answer sends them: the roll stands."""
    for one in altered:
        if one.change == "redirect":
            old, new = one.occasion.to, one.toward
            moved = {key.replace(old, new).replace(old.replace(".", "_"), new.replace(".", "_")): faces for key, faces in fallen.items()}
            fallen = {**moved, **fallen}
    return fallen


def faces_without_key(happened: Iterable[Event]) -> list[tuple[int, int]]:
    """All dice without a key, in the order in which they fell."""
    return [face for e in _rolls(happened) if not e.key for face in _faces(e)]


def _rolls(happened: Iterable[Event]) -> list[events.Rolled]:
    return [e for e in happened if isinstance(e, events.Rolled)]


def _faces(rolled: events.Rolled) -> list[tuple[int, int]]:
    return [*zip(dice.sizes(rolled.dice), rolled.faces, strict=False)]
