"""The features that the sheet of a creature describes itself, as stat blocks do. Apart because operations find them by name and views tell them."""

from collections.abc import Sequence
from typing import Any

from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import form_stat_blocks
from rpg_lite.world.world_model import Thing


def written_features(who: Thing, book: Rulebook) -> Sequence[Any]:
    """The features that are written out, as documents; in another form, those of the form."""
    return [f for f in _features(who, book) if not isinstance(f, str)]


def feature_names(who: Thing, book: Rulebook) -> Sequence[str]:
    """The names of all features on the sheet, written out or named."""
    return [f if isinstance(f, str) else name_of(f) for f in _features(who, book)]


def name_of(written: Any) -> str:
    """The name of a feature that is written out."""
    return str(written["name"] if isinstance(written, dict) else written.name)


def _features(who: Thing, book: Rulebook) -> Sequence[Any]:
    form = who.creature.form
    block = form_stat_blocks.read_written(form, book) if form else None
    features: Sequence[Any] = block["character"].get("features", ()) if block else who.creature.sheet.features or ()
    return features
