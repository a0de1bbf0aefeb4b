"""Turn the news about a tool server into English. Apart because tool servers are reported by the program and not by a caller."""

from collections.abc import Iterable
from typing import assert_never

from rpg_lite.decision.outcome import Accepted
from rpg_lite.operations.tool_server_connection import Connect, Disconnect
from rpg_lite.world import events
from rpg_lite.world.world_model import World


def sentence(command: Connect | Disconnect, outcome: Accepted, before: World) -> str:
    match command:
        case Connect():
            made = [e.thing.name for e in outcome.events if isinstance(e, events.Created) and e.thing.kind == "tool"]
            gone = [e.thing.name for e in outcome.events if isinstance(e, events.Removed)]
            changed = f"{_list_tools(' New: ', made)}{_list_tools(' Gone: ', gone)}"
            return f"{command.name} is connected; its tools: {', '.join(sorted(command.tools)) or 'none'}.{changed}"
        case Disconnect():
            tools = sorted(t.name for t in before.things.values() if t.kind == "tool")
            why = f": {command.reason}" if command.reason else ""
            stay = f" Its tools ({', '.join(tools)}) stay equipped where they are but are not available." if tools else ""
            return f"{command.name} is disconnected{why}.{stay}"
        case _:
            assert_never(command)


def _list_tools(lead: str, names: Iterable[str]) -> str:
    told = ", ".join(sorted(names))
    return f"{lead}{told}." if told else ""
