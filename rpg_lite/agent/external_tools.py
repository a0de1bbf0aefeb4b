"""The tools of other servers as tools of the model."""

from collections.abc import Callable
from typing import Any

from fastmcp.exceptions import ToolError
from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.tools import Tool
from pydantic_ai.toolsets import AbstractToolset, FunctionToolset

from rpg_lite.agent.model_turn import shortened
from rpg_lite.agent.tool_server_registry import Registry, Unavailable


def toolset(registry: Registry) -> AbstractToolset[Any]:
    """Return the tools of the servers that answer now. The model reads a failure as text."""
    tools = [
        Tool.from_schema(_caller(registry, offer.name), offer.name, offer.description, offer.schema) for offer in registry.offers(["tool"])
    ]
    return FunctionToolset(tools)


def _caller(registry: Registry, name: str) -> Callable[..., Any]:
    async def call(**arguments: Any) -> str:
        try:
            return shortened(await registry.execute(name, arguments))
        except (Unavailable, ToolError) as error:
            raise ToolFailed(str(error)) from error

    return call
