"""Forms that creatures take: how a form begins, and how it ends before its time is up (SRD, Wild Shape, Polymorph, Shape-Shifting)."""

from collections.abc import Mapping
from typing import Any

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.state_changes import change
from rpg_lite.rules import names
from rpg_lite.rules.class_resources import slug
from rpg_lite.rules.form_sheet import uses_of_acts
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.form_state import Form
from rpg_lite.world.world_model import Thing


def begin(draft: Draft, creature: Thing, form: Form) -> None:
    """Let the creature take the form; the effect that holds the form must already be on it."""
    change(draft, creature, body_paths.FORM, form)
    _begin_uses(draft, draft.world.things[creature.id])
    most = draft.stats(draft.world.things[creature.id]).hp_max
    if form.points == "form" and most:
        change(draft, creature, body_paths.HP, most.value)


def _begin_uses(draft: Draft, creature: Thing) -> None:
    """Restore all uses of the acts of a form that begins, whatever was spent in an earlier form."""
    book = draft.situation.book
    own = thing_stats.true_sheet(creature, book).resources
    of_form = {slug(name) for name in uses_of_acts(thing_stats.sheet(creature, book)) if name not in own}
    for key in [key for key in creature.creature.spent if key in of_form]:
        change(draft, creature, body_paths.SPENT.at(key), None)


def leave(draft: Draft, creature: Thing) -> None:
    """End the form that a creature has taken; the creature's own numbers apply again."""
    thing = draft.world.things[creature.id]
    form = thing.creature.form
    if form:
        effect_removal.end_of_kind(draft, thing.id, "effects", lambda entry: entry.cause.cast == form.cast)


def check(draft: Draft, creature: Thing) -> None:
    """End a form that a condition of the creature ends: unconscious, incapacitated."""
    form = draft.world.things[creature.id].creature.form
    if form is None:
        return
    active = draft.stats(draft.world.things[creature.id]).conditions_active
    if any(word in active for word in form.until):
        leave(draft, creature)


def list_known(book: Rulebook) -> dict[str, Mapping[str, Any]]:
    """Name → the document of a creature, each once."""
    return {str(d["character"]["name"]): d["character"] for d in book.creatures.values()}


def found(wanted: str, book: Rulebook) -> Mapping[str, Any] | None:
    """The entry in the book for the creature of this name."""
    document = book.creatures.get(names.fold(wanted))
    return document["character"] if document else None
