"""Sentences for the results of manage_tools."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.mechanics.places.scenes_named import ScenesResult
from rpg_lite.messages.render_context import RenderContext
from rpg_lite.operations.tools.drop import DropTool, DropToolResult
from rpg_lite.operations.tools.equip import EquipTool, EquipToolResult
from rpg_lite.operations.tools.load import LoadScenes
from rpg_lite.operations.tools.unequip import UnequipTool, UnequipToolResult
from rpg_lite.operations.tools.unload import UnloadScenes


def _equip_tool(t: RenderContext) -> str:
    told, made = t.result(EquipToolResult), t.outcome.made
    return f"{told.context} uses {_few(told.used)}{f' ({made[0]})' if made else ''}."


def _unequip_tool(t: RenderContext) -> str:
    told = t.result(UnequipToolResult)
    return f"{told.context} no longer uses {_few(told.unused)}."


def _drop_tool(t: RenderContext) -> str:
    told = t.result(DropToolResult)
    others = f", and no longer in use in {_few(told.used_by)}" if told.used_by else ""
    return f"{_few(told.dropped)} {'is' if len(told.dropped) == 1 else 'are'} gone from {told.context}{others}."


def _scenes(t: RenderContext) -> str:
    told = t.result(ScenesResult)
    later = f", and those of {told.room} while the party is there" if told.room else ""
    return f"Loaded now: {', '.join(told.loaded)}{later}."


MOST_NAMED: Final = 8


def _few(words: Sequence[str]) -> str:
    more = len(words) - MOST_NAMED
    return ", ".join(words[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        EquipTool: _equip_tool,
        UnequipTool: _unequip_tool,
        DropTool: _drop_tool,
        LoadScenes: _scenes,
        UnloadScenes: _scenes,
    }
)
