"""connect and disconnect: a tool server and its tools as things of the campaign. Only the program that talks to the server sends them."""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import state_changes, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.decision.state_changes import change
from rpg_lite.operations.operation import Decider
from rpg_lite.vocabulary import Kind
from rpg_lite.world import body_paths, events, tools_in_use
from rpg_lite.world.world_model import DEFAULTS_ID, INTERNAL_ID, SERVERS_ID, Ref, Thing, World

ServerName = Annotated[str, Field(max_length=60, pattern=r"^[A-Za-z0-9.-]+(_[A-Za-z0-9.-]+)*$")]
"""A name without a double underscore, because a double underscore replaces the colon for clients that do not allow colons."""
ToolName = Annotated[str, Field(pattern=r"^[\w.-]{1,100}$")]
MOST_TOOLS: Final = 1000
TOOL: Final = "servers"
"""The tool name on recorded commits and calls; no client lists the tool, because only the host that talks to the server may use it."""


STRANGE: Final = (Ref("context"), Ref("qualified", None, "*"))
"""The parts of the world that `explained` needs."""


class OfServer(Command):
    """A command about a server, given by name; it loads the server's things, whose qualified names begin with that name."""

    name: ServerName

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("qualified", None, self.name), Ref("qualified", None, f"{self.name}:*"))


class Connect(OfServer):
    """The server is there, and these are its tools: name → description."""

    operation: Literal["connect"] = "connect"
    tools: Annotated[Mapping[ToolName, str], Field(max_length=MOST_TOOLS)]


class Disconnect(OfServer):
    """The server does not answer; its tools stay but are not available."""

    operation: Literal["disconnect"] = "disconnect"
    reason: str = ""


def decide_connect(command: Connect, draft: Draft) -> Verdict:
    """Add new tools, update the texts of known ones, and remove those that the server no longer has."""
    world = draft.world
    server = _upsert(draft, "mcp", command.name, SERVERS_ID, command.name, None)
    if isinstance(server, Rejected):
        return server
    for name, description in command.tools.items():
        tool = _upsert(draft, "tool", name, server.id, f"{command.name}:{name}", description)
        if isinstance(tool, Rejected):
            return tool
    for tool in _tools_of(world, server):
        if tool.name not in command.tools:
            draft.add(events.Removed(draft.world.things[tool.id]))
    return Decision.about(server.id)


def decide_disconnect(command: Disconnect, draft: Draft) -> Verdict:
    world = draft.world
    server = _find_server(world, command.name)
    if server is None or server.kind != "mcp":
        return Rejected("server_unknown", "name", {"wanted": command.name})
    for thing in (server, *_tools_of(world, server)):
        state_changes.change(draft, thing, body_paths.AVAILABLE, False)
    return Decision.about(server.id)


DECIDERS: Final[Mapping[type[OfServer], Decider]] = MappingProxyType({Connect: decide_connect, Disconnect: decide_disconnect})

_OTHER_NAMES: Final = MappingProxyType({"create_item_template": "give", "list_rooms": "rooms", "whereami": "look"})
"""Names of tools in other programs of this kind → the operation that does their work."""


def explain_unknown_tool(wanted: str, world: World, ours: Mapping[str, Collection[str]]) -> Rejected | None:
    """The refusal for a tool that is not one of ours, with the reason and an alternative. `ours`: tool → its operations.

    The slice holds every qualified name and the tools that the party's room has in use. None means that the name is unknown.
    """
    tools = [t for t in world.things.values() if t.kind == "tool" and t.qualified_name and _is_meant(t.qualified_name, wanted)]
    theirs = [t for t in tools if t.parent_id != INTERNAL_ID]
    if len(theirs) > 1:
        return Rejected("tool_unknown", None, {"wanted": wanted}, tuple(str(t.qualified_name) for t in theirs))
    if theirs:
        return _elsewhere(theirs[0], world)
    verb = tools[0].name if tools else wanted
    for meant in (verb, _OTHER_NAMES.get(verb.casefold(), ""), *_beginnings(verb)):
        if having := [tool for tool, operations in ours.items() if meant in operations]:
            return Rejected("tool_is_operation", None, {"verb": meant, "tools": having})
    return None


def _beginnings(name: str) -> Iterator[str]:
    """Yield the words with which a name such as "give_item" begins, the longest first."""
    words = name.split("_")
    yield from ("_".join(words[:n]) for n in range(len(words) - 1, 0, -1))


def _is_meant(name: str, wanted: str) -> bool:
    """Whether the text means this name, as stored (holler:sample) or as clients spell it (holler__sample, holler_sample)."""
    return wanted in (name, tools_in_use.join_name(name), name.replace(":", "_", 1))


def _elsewhere(tool: Thing, world: World) -> Rejected:
    server = world.things[tool.parent_id or ""]
    room = targets.party_room(world, "bagName")
    found = room if isinstance(room, Thing) else world.things[DEFAULTS_ID]
    is_used = tool in tools_in_use.in_use(world, found.id, None, "tool")
    use = f"{found.name} uses it" if is_used else f"{found.name} does not use it (manage_tools equip {tool.qualified_name} changes that)"
    details = {"name": tool.qualified_name, "server": server.name, "tool": tool.name, "use": use}
    return Rejected("tool_elsewhere" if tool.available else "tool_not_available", None, details)


def _upsert(draft: Draft, kind: Kind, name: str, parent_id: str, qualified_name: str, description: str | None) -> Thing | Rejected:
    """The thing with this qualified name, created or made available, with its current description."""
    there = _find_server(draft.world, qualified_name)
    if there is None:
        body = body_paths.body_of(body_paths.DESCRIPTION.to(description or None))
        new = Thing(draft.new_id(kind), kind, name, parent_id, qualified_name=qualified_name, body=body)
        draft.add(events.Created(new))
        return new
    if (there.kind, there.parent_id) != (kind, parent_id):
        where = draft.world.things.get(there.parent_id or "")
        return Rejected("qualified_name_taken", "name", {"name": qualified_name, "id": there.id, "where": where.name if where else "?"})
    change(draft, there, body_paths.AVAILABLE, True)
    change(draft, there, body_paths.DESCRIPTION, description or None)
    return draft.world.things[there.id]


def _find_server(world: World, qualified_name: str) -> Thing | None:
    return next((t for t in world.things.values() if t.qualified_name == qualified_name), None)


def _tools_of(world: World, server: Thing) -> list[Thing]:
    return [t for t in world.bag_of(server.id) if t.kind == "tool"]
