"""The tools of other servers as tools of the model. Apart because the packages of tool servers load only when a model uses some."""

import logging
from collections.abc import Callable
from typing import Any, Final

from fastmcp.exceptions import ToolError
from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.tools import Tool
from pydantic_ai.toolsets import AbstractToolset, FunctionToolset

from rpg_lite.agent.model_turn import shortened
from rpg_lite.agent.tool_server_registry import Registry, Unavailable

_log: Final = logging.getLogger("rpg_lite.agent.servers")


def toolset(registry: Registry) -> AbstractToolset[Any]:
    """Return the tools of the servers that answer now. The model reads a failure as text."""
    offered = {offer.name: offer for offer in reversed(registry.offers(["tool"]))}  # two ids may look alike in names
    tools = [Tool.from_schema(_caller(registry, name), name, offer.description, offer.schema) for name, offer in reversed(offered.items())]
    return FunctionToolset(tools)


def _caller(registry: Registry, name: str) -> Callable[..., Any]:
    async def call(**arguments: Any) -> str:
        try:
            return shortened(await registry.execute(name, arguments))
        except (Unavailable, ToolError) as error:
            raise ToolFailed(str(error)) from error
        except Exception as error:  # whatever another server sends, the turn must go on
            _log.warning("%s failed: %s", name, type(error).__name__)
            raise ToolFailed(f"{name} failed: its answer cannot be read ({type(error).__name__})") from error

    return call
