"""A game master over MCP who knows what the answers say, and nothing else."""

import re
from typing import Any

from fastmcp import Client

Answer = dict[str, Any]


class Master:
    def __init__(self, client: Client[Any]) -> None:
        self.client = client

    async def ask(self, tool: str, operation: str, who: str | None = None, **fields: Any) -> Answer:
        payload = {"operation": operation, **({"characterName": who} if who else {}), **fields}
        answer: Answer = (await self.client.call_tool(tool, payload)).structured_content
        return answer

    async def do(self, operation: str, who: str | None = None, **fields: Any) -> str:
        return str((await self.ask("execute_action", operation, who, **fields))["text"])

    async def sent(self, tool: str, operation: str, who: str | None = None, **fields: Any) -> tuple[bool, str]:
        """Whether the call was accepted, and the text of its answer."""
        payload = {"operation": operation, **({"characterName": who} if who else {}), **fields}
        answer = await self.client.call_tool(tool, payload, raise_on_error=False)
        return not answer.is_error, str(getattr(answer.content[0], "text", ""))

    async def refused(self, operation: str, who: str, **fields: Any) -> Answer:
        """The error of an act or cast that must be refused."""
        payload = {"operation": operation, "characterName": who, **fields}
        answer = await self.client.call_tool("execute_action", payload, raise_on_error=False)
        assert answer.is_error and answer.meta, answer
        error: Answer = answer.meta["rpg-lite/error"]
        return error

    async def read(self, operation: str, who: str | None = None, **fields: Any) -> str:
        return str((await self.ask("read_campaign", operation, who, **fields))["text"])

    async def hp(self, name: str) -> int:
        return int(found(r"HP (\d+)/", await self.read("character", name))[1])


def found(pattern: str, text: str) -> re.Match[str]:
    match = re.search(pattern, text)
    assert match, text
    return match


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"-?\d+", text)]


def dice_that_fell(text: str) -> list[tuple[list[int], int]]:
    """The faces and numbers of each roll that is told, and its total."""
    return [(numbers(parts.replace("-", "+-")), int(total)) for parts, total in re.findall(r"Rolled [^:]+: ([^=.]+?) = (-?\d+)", text)]
