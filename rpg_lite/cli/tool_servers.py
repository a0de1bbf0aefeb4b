"""The commands for tool servers: the campaign records the tools that each server reports."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson, CampaignName, Db
from rpg_lite.cli.subcommand_group import group
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, Stop, print_json, tell

if TYPE_CHECKING:
    from rpg_lite.game import Game
    from rpg_lite.world.world_model import Thing, World

Name = Annotated[str, Parameter(help="Its name in the campaign: its tools are NAME:tool.")]
Where = Annotated[str, Parameter(help="A URL, or the command of a server that speaks MCP on standard input and output.")]
Wait = Annotated[float, Parameter(help="Seconds to wait for it.", show_default=True)]


def list_all(*, db: Db = None, campaign: CampaignName = None, as_json: AsJson = False) -> int:
    """List the servers and their tools."""
    with campaign_from_options.open_game(db, campaign, makes=False) as game:
        rows = _list_known(game)
    if as_json:
        print_json(rows)
    else:
        lines = [_line(row) for row in rows]
        tell(*lines or ["No server has been connected yet."])
    return DONE


def connect(name: Name, /, *where: Where, wait: Wait = 30.0, db: Db = None, campaign: CampaignName = None) -> int:
    """Ask a server for its tools and record them. Its command follows --.

    Example:  rpg-lite servers connect holler -- uvx holler --quiet
    """
    from rpg_lite.cli import tool_server_client

    tool_server_client.require_name(name)
    if not where:
        raise Stop(MISUSED, f"Give its address or its command: rpg-lite servers connect {name} URL, or servers connect {name} -- COMMAND.")
    with campaign_from_options.open_game(db, campaign) as game:
        try:
            heard = tool_server_client.connection(name, where, wait)
        except tool_server_client.Silent as why:
            raise Stop(REFUSED, f"{name} does not answer: {why}. {_as_it_was(_list_known(game), name)}") from why
        answer = game.record_server(heard)
    tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


def disconnect(name: Name, /, *, db: Db = None, campaign: CampaignName = None) -> int:
    """Record that a server is gone; its tools stay but are not available."""
    from rpg_lite.cli import tool_server_client
    from rpg_lite.operations.tool_server_connection import Disconnect

    with campaign_from_options.open_game(db, campaign, makes=False) as game:
        answer = game.record_server(Disconnect(name=tool_server_client.require_name(name)))
    tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


def _list_known(game: "Game") -> list[dict[str, Any]]:
    from rpg_lite.world.world_model import Ref

    world = game.store.read(game.campaign.id, lambda at: at.load([Ref("qualified", None, "*")], game.book))
    return [_row(world, t) for t in world.things.values() if t.kind == "mcp"]


def _as_it_was(rows: Sequence[Mapping[str, Any]], name: str) -> str:
    """Return a sentence about the unchanged state of the server after a failed attempt."""
    row = next((row for row in rows if row["name"] == name), None)
    if row is None:
        return "It was not connected before; nothing was changed."
    line = f"Nothing was changed: as before, {_line(row)}."
    return f"{line} If it is gone for good: rpg-lite servers disconnect {name}" if row["available"] else line


def _row(world: "World", server: "Thing") -> dict[str, Any]:
    tools = [t for t in world.bag_of(server.id) if t.kind == "tool"]
    told = [{"name": t.name, "qualifiedName": t.qualified_name, "available": t.available, **t.body} for t in tools]
    return {"name": server.name, "available": server.available, "tools": told}


def _line(row: Mapping[str, Any]) -> str:
    state = "connected" if row["available"] else "not available"
    return f"{row['name']} ({state}): {', '.join(t['name'] for t in row['tools']) or 'no tools'}"


GROUP: Final = group("servers", list=list_all, connect=connect, disconnect=disconnect)
