"""What manage_tools did → English."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.messages.render_context import RenderContext
from rpg_lite.operations.targets import Command
from rpg_lite.operations.tools.drop import DropTool
from rpg_lite.operations.tools.equip import EquipTool
from rpg_lite.operations.tools.unequip import UnequipTool


def _equip_tool(t: RenderContext) -> str:
    made = f" ({t.data['made'][0]})" if t.data["made"] else ""
    return f"{t.data['context']} uses {_few(t.data['used'])}{made}."


def _unequip_tool(t: RenderContext) -> str:
    return f"{t.data['context']} no longer uses {_few(t.data['unused'])}."


def _drop_tool(t: RenderContext) -> str:
    others = f", and no longer in use in {_few(t.data['used_by'])}" if t.data["used_by"] else ""
    return f"{_few(t.data['dropped'])} {'is' if len(t.data['dropped']) == 1 else 'are'} gone from {t.data['context']}{others}."


MOST_NAMED: Final = 8


def _few(words: Sequence[str]) -> str:
    more = len(words) - MOST_NAMED
    return ", ".join(words[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        EquipTool: _equip_tool,
        UnequipTool: _unequip_tool,
        DropTool: _drop_tool,
    }
)
