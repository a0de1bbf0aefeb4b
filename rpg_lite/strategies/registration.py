"""The registration of the strategies with Hypothesis."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter

from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier, ModifierField
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.strategies.act_values import acts, spells
from rpg_lite.strategies.command_values import commands
from rpg_lite.strategies.item_values import items
from rpg_lite.strategies.modifier_values import modifiers
from rpg_lite.strategies.primitive_values import Values
from rpg_lite.strategies.sheet_values import characters, documents

Model = TypeVar("Model", bound=BaseModel)
_MODIFIER: Final[TypeAdapter[Modifier]] = TypeAdapter(ModifierField)


def register() -> None:
    """Teach `st.from_type` the models. Importing `rpg_lite.strategies` calls this, and Hypothesis imports that module where the package is
    installed.

    >>> register()
    >>> from hypothesis import find
    >>> find(st.from_type(Item), lambda item: item.is_shield).armor_stats.category
    'shield'
    """
    st.register_type_strategy(Modifier, lambda _: modifiers().map(_MODIFIER.validate_python))
    for model, values in ((Item, items), (CharacterDocument, characters), (SheetDocument, documents), (Act, acts), (Spell, spells)):
        _register(model, values)
    for tool in TOOLS:
        for operation, command in operations(tool).items():
            _register(command, partial(commands, tool, operation))


def _register(model: type[Model], values: Callable[[], Values]) -> None:
    st.register_type_strategy(model, lambda _: values().map(model.model_validate))
