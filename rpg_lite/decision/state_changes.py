"""The only way to change a value in a thing's body: an event with the old and the new value."""

from typing import TypeVar

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.rules import names
from rpg_lite.world import body_paths, events
from rpg_lite.world.body_paths import Path
from rpg_lite.world.evolve import value_at
from rpg_lite.world.kept_json import as_kept
from rpg_lite.world.world_model import Thing

T = TypeVar("T")


def change(draft: Draft, thing: Thing, path: Path[T], now: T | None) -> None:
    """Set a value of a thing if it differs; None removes it."""
    was, kept = value_at(draft.world.things[thing.id], path), as_kept(now)
    if was != kept:
        draft.add(events.Changed(thing.id, str(path), was, kept))
        if path == body_paths.EFFECTS:
            _leave_form(draft, thing.id)


def set_temporary_points(draft: Draft, thing: Thing, points: int | None, cast: str | None = None) -> None:
    """Set the temporary hit points, and the cast that gave them; the end of another cast leaves them alone."""
    change(draft, thing, body_paths.TEMP_HP, points or None)
    change(draft, thing, body_paths.TEMP_HP_CAST, cast if points else None)


def end_points_of(draft: Draft, thing: Thing, cast: str) -> None:
    """End the temporary hit points that this cast gave."""
    if draft.world.things[thing.id].creature.temp_hp_cast == cast:
        set_temporary_points(draft, thing, None)


def _leave_form(draft: Draft, id: str) -> None:
    """End a form when the effect that holds it has ended for any reason: the true hit points apply again, and the temporary ones that it gave
    are lost.
    """
    thing = draft.world.things[id]
    form = thing.creature.form
    if form is None or any(e.cause.cast == form.cast for e in thing.creature.effects):
        return
    change(draft, thing, body_paths.FORM, None)
    if form.points == "form":
        change(draft, thing, body_paths.HP, form.hp)
    elif form.points in ("temp", "lent"):
        end_points_of(draft, thing, form.cast)
    draft.note("form_ends", name=Called(id), form=names.with_article(form.creature))
