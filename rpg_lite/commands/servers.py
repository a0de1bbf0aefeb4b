"""connect and disconnect: a tool server and its tools as things of the campaign. Asked by the program that talks to the server."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.commands.inventory import moves
from rpg_lite.commands.outcome import Outcome, Rejected, Story, Turn
from rpg_lite.commands.targets import Command
from rpg_lite.vocabulary import Kind
from rpg_lite.world import events
from rpg_lite.world.things import SERVERS_ID, Ref, Thing, World

ServerName = Annotated[str, Field(max_length=60, pattern=r"^[A-Za-z0-9.-]+(_[A-Za-z0-9.-]+)*$")]
"""Without a double underscore, which stands for the colon where a client takes none."""
ToolName = Annotated[str, Field(pattern=r"^[\w.-]{1,100}$")]


class OfServer(Command):
    """A command about one server: by its name, with all that bears its name."""

    name: ServerName

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("qualified", None, self.name), Ref("qualified", None, f"{self.name}:*"))


class Connect(OfServer):
    """The server is there, and these are its tools: name → what it does."""

    operation: Literal["connect"] = "connect"
    tools: Mapping[ToolName, str]


class Disconnect(OfServer):
    """The server does not answer: its tools stay, and are not available."""

    operation: Literal["disconnect"] = "disconnect"


def decide_connect(command: Connect, world: World, turn: Turn) -> Outcome:
    """New tools join, known ones are as the server says, and those that it no longer has are gone."""
    story = Story(world, turn)
    server = _upsert(story, "mcp", command.name, SERVERS_ID, command.name, None)
    if isinstance(server, Rejected):
        return server
    for name, description in command.tools.items():
        tool = _upsert(story, "tool", name, server.id, f"{command.name}:{name}", description)
        if isinstance(tool, Rejected):
            return tool
    for tool in _tools_of(world, server):
        if tool.name not in command.tools:
            story.add(events.Removed(story.world.things[tool.id]))
    return story.accepted(server.id)


def decide_disconnect(command: Disconnect, world: World, turn: Turn) -> Outcome:
    server = _called(world, command.name)
    if server is None or server.kind != "mcp":
        return Rejected("server_unknown", "name", {"wanted": command.name})
    story = Story(world, turn)
    for thing in (server, *_tools_of(world, server)):
        moves.change(story, thing, "available", False)
    return story.accepted(server.id)


def _upsert(story: Story, kind: Kind, name: str, parent_id: str, qualified_name: str, description: str | None) -> Thing | Rejected:
    """The thing of this qualified name, made or made available, with the description of now."""
    there = _called(story.world, qualified_name)
    if there is None:
        body = {"description": description} if description else {}
        new = Thing(story.new_id(kind), kind, name, parent_id, qualified_name=qualified_name, body=body)
        story.add(events.Created(new))
        return new
    if (there.kind, there.parent_id) != (kind, parent_id):
        where = story.world.things.get(there.parent_id or "")
        return Rejected("qualified_name_taken", "name", {"name": qualified_name, "id": there.id, "where": where.name if where else "?"})
    moves.change(story, there, "available", True)
    moves.change(story, there, "body.description", description or None)
    return story.world.things[there.id]


def _called(world: World, qualified_name: str) -> Thing | None:
    return next((t for t in world.things.values() if t.qualified_name == qualified_name), None)


def _tools_of(world: World, server: Thing) -> list[Thing]:
    return [t for t in world.bag_of(server.id) if t.kind == "tool"]
