"""The bytes of each tool that a model reads, and the budgets for these bytes; running this module prints both."""

import asyncio
import json
import sys
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from fastmcp import Client, FastMCP

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.server.mcp import server
from rpg_lite.server.settings import ToolListing

READ: Final = ("name", "description", "inputSchema")
"""The parts of a tool in a listing that a client hands to its model. Titles, annotations, output schemas and `_meta` are for the client."""
BUDGETS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "manage_inventory": 8_600, "read_campaign": 4_600, "manage_character": 6_000, "manage_condition": 2_400, "execute_action": 5_400,
        "manage_room": 4_000, "manage_tools": 2_400, "keep_journal": 3_000,
    }
)  # fmt: skip
TOGETHER: Final = 34_000
COMPACT_TOOL: Final = 2_400
COMPACT_TOGETHER: Final = 13_000


async def sizes(mcp: FastMCP[Any]) -> dict[str, int]:
    """Return the bytes of what a model reads of each tool, as a client receives it."""
    async with Client(mcp) as client:
        listed = {t.name: t.model_dump(by_alias=True, exclude_none=True) for t in await client.list_tools()}
    return {name: _bytes({part: tool[part] for part in READ}) for name, tool in listed.items()}


def _bytes(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def main() -> int:
    with open_campaign() as game:
        full = asyncio.run(sizes(server(game)))
        compact = asyncio.run(sizes(server(game, listing=ToolListing(tools="compact"))))
    rows = [
        *((name, size, BUDGETS[name]) for name, size in full.items()),
        ("all together", sum(full.values()), TOGETHER),
        *((f"{name}, compact", size, COMPACT_TOOL) for name, size in compact.items()),
        ("all together, compact", sum(compact.values()), COMPACT_TOGETHER),
    ]
    print("\n".join(_lines(rows)))
    return int(any(size > budget for _, size, budget in rows))


def _lines(rows: Iterable[tuple[str, int, int]]) -> Iterable[str]:
    for name, size, budget in rows:
        yield f"{name:<26}{size:>7,} of {budget:>6,} bytes{'  (over budget)' if size > budget else ''}"


if __name__ == "__main__":
    sys.exit(main())
