"""Hypothesis strategies for items, modifiers, characters, sheet documents, acts, spells, creatures and commands, for property tests of your own content.

Each strategy generates valid JSON values in the form that files and payloads use. Such values shrink well, and you can send or validate
them:

>>> import rpg_lite
>>> from hypothesis import given, settings
>>> @settings(max_examples=10)
... @given(documents())
... def nobody_walks_backwards(document):
...     assert rpg_lite.effective(document).speed["walk"].value >= 0
>>> nobody_walks_backwards()

Where the package is installed, `st.from_type(Item)` and the other models work too (`register`, a Hypothesis entry point).
"""

from importlib import import_module

from rpg_lite.install_hint import how_to_add

try:
    import_module("hypothesis")
except ImportError as missing:
    raise ImportError(f"rpg_lite.strategies needs Hypothesis; install it with: {how_to_add('testing')}") from missing

from rpg_lite.strategies.act_values import acts, creatures, spells
from rpg_lite.strategies.command_values import commands
from rpg_lite.strategies.item_values import items
from rpg_lite.strategies.map_values import plans
from rpg_lite.strategies.modifier_values import modifiers
from rpg_lite.strategies.primitive_values import HEROES, THINGS, Json, Values
from rpg_lite.strategies.registration import Model, register
from rpg_lite.strategies.sheet_values import MOST_ATTUNED, characters, documents

__all__ = (
    "HEROES", "MOST_ATTUNED", "THINGS", "Json", "Model", "Values",
    "acts", "characters", "commands", "creatures", "documents", "items", "modifiers", "plans", "register", "spells",
)  # fmt: skip

register()  # called here, because Hypothesis would call it while this module is only half imported, and then the import would fail
