"""The bytes of each tool in the listing that a client reads, and the budget for these bytes; running this module prints both."""

import asyncio
import json
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from fastmcp import Client, FastMCP

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.server.mcp import server

BUDGETS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "manage_inventory": 8_600, "read_campaign": 5_000, "manage_character": 6_000, "manage_condition": 2_800, "execute_action": 4_500,
        "manage_room": 4_000, "manage_tools": 2_800, "keep_journal": 3_000,
    }
)  # fmt: skip
TOGETHER: Final = 36_000


async def sizes(mcp: FastMCP[Any]) -> dict[str, int]:
    """Return the bytes of each tool's name, description and schemas, as the client receives them; `_meta` is not counted, because it is for
    the client and no model reads it.
    """
    async with Client(mcp) as client:
        listed = {t.name: t.model_dump(by_alias=True, exclude_none=True, exclude={"meta"}) for t in await client.list_tools()}
    return {name: len(json.dumps(tool, ensure_ascii=False, separators=(",", ":")).encode()) for name, tool in listed.items()}


def main() -> int:
    with open_campaign() as game:
        found = asyncio.run(sizes(server(game)))
    rows = [*((name, size, BUDGETS[name]) for name, size in found.items()), ("all together", sum(found.values()), TOGETHER)]
    for name, size, budget in rows:
        print(f"{name:<18}{size:>7,} of {budget:>6,} bytes{'  (over budget)' if size > budget else ''}")
    return int(any(size > budget for _, size, budget in rows))


if __name__ == "__main__":
    sys.exit(main())
