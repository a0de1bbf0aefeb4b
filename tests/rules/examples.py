"""The worked cases of tests/facts as sheet documents."""

import json
from pathlib import Path
from typing import Any

from rpg_lite.vocabulary import Ruleset
from tests.rules.heroes import book

Json = dict[str, Any]


CASES = json.loads((Path(__file__).parents[1] / "facts" / "stat_examples.json").read_text("utf-8"))["cases"]


def inline(entry: Json, ruleset: Ruleset) -> Json:
    """The entry with its template written out, as somebody without our item files would."""
    pick = book(ruleset).find(entry["item"]) if isinstance(entry["item"], str) else None
    item = book(ruleset).item(pick) if pick else None
    return {**entry, "item": item.model_dump(mode="json", by_alias=True, exclude_defaults=True)} if item else entry


def by_name(entry: Json, ruleset: Ruleset) -> Json:
    """The entry by the name of a template, where its inline item has one."""
    named = isinstance(entry["item"], dict) and book(ruleset).find(entry["item"]["name"])
    return {**entry, "item": entry["item"]["name"]} if named else entry


def rewritten(document: Json, ruleset: Ruleset, how: Any) -> Json:
    lists = {k: [how({"item": e} if isinstance(e, str) else e, ruleset) for e in document.get(k, ())] for k in ("equipped", "carried")}
    return {**document, **{k: v for k, v in lists.items() if v}}
