"""Tool servers on the command line: a real MCP client asks a server for its tools, and the campaign keeps what it heard."""

import asyncio
import logging
import os
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from cyclopts import Parameter
from pydantic import ValidationError

from rpg_lite.cli import app
from rpg_lite.game import Game
from rpg_lite.operations.tool_servers import MOST_TOOLS, Connect, Disconnect
from rpg_lite.server import chosen_campaign
from rpg_lite.terminal.console import DONE, MISUSED, REFUSED, Stop, print_json, tell
from rpg_lite.world.things import Ref, Thing, World

Name = Annotated[str, Parameter(help="What the campaign calls it: its tools are NAME:tool.")]
Where = Annotated[str, Parameter(help="A URL, or a command that is started and speaks MCP on standard input and output.")]
Wait = Annotated[float, Parameter(help="Seconds to wait for it.", show_default=True)]
LONGEST_REASON: Final = 200


class Silent(Exception):
    """The server gave no list of tools, and why."""


def show(*, db: app.Db = None, campaign: app.CampaignName = None, as_json: app.AsJson = False) -> int:
    """The help of all three stands in cli.py, which does not load them to show it."""
    with chosen_campaign.opened(db, campaign, makes=False) as game:
        rows = _known(game)
    if as_json:
        print_json(rows)
    else:
        lines = [_line(row) for row in rows]
        tell(*lines or ["No server was connected yet."])
    return DONE


def connect(name: Name, /, *where: Where, wait: Wait = 30.0, db: app.Db = None, campaign: app.CampaignName = None) -> int:
    _named(name)
    if not where:
        raise Stop(MISUSED, f"Say where it is: rpg-lite servers connect {name} URL, or servers connect {name} -- COMMAND.")
    with chosen_campaign.opened(db, campaign) as game:
        try:
            heard = Connect(name=name, tools=asyncio.run(_tools(where, wait)))
        except ValidationError as error:
            raise Stop(REFUSED, f"{name} offers what cannot be kept: {_fault(error)}. Nothing was changed.") from error
        except Silent as why:
            raise Stop(REFUSED, f"{name} does not answer: {why}. {_as_it_was(_known(game), name)}") from why
        answer = game.record_server(heard)
    tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


def disconnect(name: Name, /, *, db: app.Db = None, campaign: app.CampaignName = None) -> int:
    with chosen_campaign.opened(db, campaign, makes=False) as game:
        answer = game.record_server(_named(name))
    tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


async def _tools(where: Sequence[str], wait: float) -> Mapping[str, str]:
    """Name → what it does. Raises Silent: whatever a strange program does, we wait so long and say what it was."""
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    logging.getLogger("mcp.client.stdio").setLevel(logging.CRITICAL)  # what a server stammers is told in one sentence, not in tracebacks
    is_url = len(where) == 1 and where[0].startswith(("http://", "https://"))
    to: Any = where[0] if is_url else StdioTransport(where[0], [*where[1:]], env=dict(os.environ), keep_alive=False)
    try:
        async with asyncio.timeout(wait), Client(to, init_timeout=wait, timeout=wait) as client:
            return {t.name: _clean(t.description or "") for t in await client.list_tools()}
    except TimeoutError:
        raise Silent(f"no answer within {wait:g} s") from None
    except Exception as error:
        raise Silent(_reason(error)) from error


def _reason(error: BaseException) -> str:
    """Of several errors the first, of its text the first line. It is recorded, so no address may stand in it: some hold a key."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    line = (str(error).splitlines() or [type(error).__name__])[0].removeprefix("Client failed to connect: ")
    return _clean(re.sub(r"\w+://[^\s'\"]+", "its address", line)[:LONGEST_REASON].rstrip("."))


def _clean(text: str) -> str:
    """Of letters that every database keeps."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def _named(name: str) -> Disconnect:
    try:
        return Disconnect(name=name)
    except ValidationError:
        fit = "letters, digits, dots, dashes and single underscores, 60 at most"
        raise Stop(MISUSED, f"{name!r} is no name for a server: {fit}.") from None


def _fault(error: ValidationError) -> str:
    first = error.errors()[0]
    tool = first["loc"][1] if len(first["loc"]) > 1 else None
    return f"the tool name {tool!r}" if tool is not None else f"more than {MOST_TOOLS} tools"


def _known(game: Game) -> list[dict[str, Any]]:
    world = game.store.read(game.campaign.id, lambda at: at.load([Ref("qualified", None, "*")], game.book))
    return [_row(world, t) for t in world.things.values() if t.kind == "mcp"]


def _as_it_was(rows: Sequence[Mapping[str, Any]], name: str) -> str:
    """What still holds after a try in vain."""
    row = next((row for row in rows if row["name"] == name), None)
    if row is None:
        return "It was not connected before; nothing was changed."
    line = f"Nothing was changed: as before, {_line(row)}."
    return f"{line} If it is gone for good: rpg-lite servers disconnect {name}" if row["available"] else line


def _row(world: World, server: Thing) -> dict[str, Any]:
    tools = [t for t in world.bag_of(server.id) if t.kind == "tool"]
    told = [{"name": t.name, "qualifiedName": t.qualified_name, "available": t.available, **t.body} for t in tools]
    return {"name": server.name, "available": server.available, "tools": told}


def _line(row: Mapping[str, Any]) -> str:
    state = "connected" if row["available"] else "not available"
    return f"{row['name']} ({state}): {', '.join(t['name'] for t in row['tools']) or 'no tools'}"
