"""Renderers of the reading operations of manage_character."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted
from rpg_lite.operations.character.export import Export, ExportResult
from rpg_lite.views.renderer_input import Rendered, Renderer, Showing

LONGEST_DOCUMENT: Final = 30_000
"""The maximum number of bytes of a sheet in the text: half a document would be useless."""


def _export(command: Export, outcome: Accepted, showing: Showing) -> Rendered:
    kept = outcome.expect(ExportResult).document
    document = _as_it_looks(kept) if showing.players else kept
    written = json.dumps(document, ensure_ascii=False)
    if len(written.encode()) > LONGEST_DOCUMENT:
        written = f"too long for this text ({len(written)} characters); the structured content has all of it: results[].document."
    return f"The sheet document of {document['character']['name']}: {written}", {"ok": True, "document": document}


def _as_it_looks(value: Any) -> Any:
    """The document without the key that reveals unidentified things; the world that players see keeps this key, because the rules depend on
    it.
    """
    if isinstance(value, Mapping):
        kept = {key: _as_it_looks(inner) for key, inner in value.items()}
        if kept.get("identified") is False and isinstance(kept["item"], Mapping):
            kept["item"] = {key: inner for key, inner in kept["item"].items() if key != "sameItemAs"}
        return kept
    return [_as_it_looks(inner) for inner in value] if isinstance(value, list | tuple) else value


RENDERERS: Final[Mapping[type[Command], Renderer]] = MappingProxyType({Export: _export})
