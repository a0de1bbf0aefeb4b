"""The stat blocks that forms take from the book, and the natural weapons that come with them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rpg_lite.rules import names
from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.rules.derived_sheet import Sheet, sheet_of
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.rules.form_sheet import LANGUAGE, in_form
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import Circumstances, SheetDocument, situation
from rpg_lite.world import body_paths
from rpg_lite.world.form_state import Form
from rpg_lite.world.world_model import Thing


def read_written(form: Form, book: Rulebook) -> Mapping[str, Any] | None:
    """The creature as its file describes it; None if the book no longer has it."""
    return book.creatures.get(names.fold(form.creature))


def weapons(bearer: Thing, book: Rulebook) -> list[tuple[Thing, str]]:
    """The natural weapons of the form that the creature has taken, each with the slot in which the rules count it."""
    form = bearer.creature.form
    found = read_written(form, book) if form else None
    rows = [row for row in (found or {}).get("equipped", ()) if isinstance(row, Mapping) and isinstance(row.get("item"), Mapping)]
    return [
        (
            Thing(
                f"{bearer.id}/{n}", "item", str(row["item"]["name"]), bearer.id, body=body_paths.body_of(body_paths.ITEM.to(row["item"]))
            ),
            str(row["slot"]),
        )
        for n, row in enumerate(rows)
    ]


@lru_cache(maxsize=512)
def sheet_in(text: str, name: str, of: str, keep: tuple[str, ...], has_form_points: bool, book: Rulebook) -> Sheet | None:
    """The sheet of this stored character in a form. Without `traits` in `keep`, the creature's species does not count."""
    shape = _shape(names.fold(of), book)
    if shape is None:
        return None
    document = StoredCharacter.model_validate_json(text, context=ANY)
    whole = sheet_of(document.model_copy(update={"name": name}), book)
    own = whole if "traits" in keep else sheet_of(document.model_copy(update={"name": name, "race": None}), book)
    languages = [m for m in whole.modifiers if m.target == LANGUAGE] if "languages" in keep else []
    return in_form(own, shape, keep, has_form_points, languages, book)


@lru_cache(maxsize=128)
def _shape(key: str, book: Rulebook) -> Circumstances | None:
    found = book.creatures.get(key)
    return situation(SheetDocument.model_validate(found, context=ANY), book) if found else None
