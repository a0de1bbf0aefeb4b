"""Renderers of the reading operations of manage_tools."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted
from rpg_lite.operations.tools.tools import Tools, ToolsResult
from rpg_lite.views.renderer_input import Rendered, Renderer, Showing
from rpg_lite.vocabulary import Kind
from rpg_lite.world.clock import tell_time
from rpg_lite.world.tools_in_use import CAPABILITIES, layer_of
from rpg_lite.world.world_model import Thing, World

_WORDS: Final[Mapping[Kind, str]] = {"tool": "tools", "data": "notes", "reference": "references"}


def used_text(world: World, context: Thing, used: Sequence[str], unused: Sequence[str], closely: bool, layer: str | None = None) -> str:
    """The things in use on one line. `closely`: show each thing on its own line, with its text; `unused`: notes not in use; `layer`: show
    only the tools of this layer.
    """
    things = [world.things[id] for id in used]
    if closely:
        return "\n".join(_closely(world, t) for t in things)
    parts = [f"{_WORDS[kind]} {', '.join(names)}" for kind in CAPABILITIES if (names := list(_group_names(things, kind)))]
    rest = f" Not in use: {', '.join(unused)}." if unused else ""
    which = f"{layer} " if layer in ("internal", "external") else ""
    nothing = f"no {which}tools" if layer else "nothing"
    return f"{context.name} uses {which if parts else ''}{'; '.join(parts) or nothing}.{rest}"


def _group_names(things: Sequence[Thing], kind: Kind) -> Iterator[str]:
    """Group the names of each namespace: "rpg:look,go"."""
    before = ""
    for thing in (t for t in things if t.kind == kind):
        space, _, name = (thing.qualified_name or thing.name).rpartition(":")
        yield f"{name if space and space == before else thing.qualified_name or thing.name}{'' if thing.available else ' (not available)'}"
        before = space


def _closely(world: World, t: Thing) -> str:
    where = world.things.get(t.parent_id or "")
    said = t.note.content or t.note.uri or t.state.description or ""
    gone = "" if t.available else ", not available"
    gone += f", in use since {tell_time(t.note.minutes)}" if t.note.minutes is not None else ""
    gone += f", until {tell_time(t.note.until)}" if t.note.until is not None else ""
    return f"{t.qualified_name or t.name} ({t.kind} {t.id} of {where.name if where else '?'}{gone}): {said}"


def used_json(world: World, used: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "id": t.id,
            "kind": t.kind,
            **({"layer": layer_of(t)} if t.kind == "tool" else {}),
            "qualifiedName": t.qualified_name,
            "available": t.available,
            "parentId": t.parent_id,
            **t.body,
        }
        for t in map(world.things.__getitem__, used)
    ]


def _tools(command: Tools, outcome: Accepted, showing: Showing) -> Rendered:
    world, told = outcome.world, outcome.expect(ToolsResult)
    context = world.things[outcome.subject or ""]
    text = used_text(world, context, told.used, told.unused, told.closely, command.layer)
    return text, {"ok": True, **({"tools": used_json(world, told.used)} if showing.full else {})}


RENDERERS: Final[Mapping[type[Command], Renderer]] = MappingProxyType({Tools: _tools})
