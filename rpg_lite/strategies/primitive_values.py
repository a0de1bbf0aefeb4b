"""The building blocks of the strategies: names, dice, JSON objects, and the heroes and things that commands name."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rpg_lite.rules import names

Json = dict[str, Any]
Values = SearchStrategy[Json]

HEROES: Final = ("Thorin", "Lyra", "Merric")
THINGS: Final = ("Longsword", "Shield", "Plate Armor", "Ring of Protection", "Arrow", "Potion of Healing", "Backpack")
RESERVED_NAMES: Final = frozenset(("party", "floor", "ground", "gm", "dm", "game master"))
DICE: Final = st.builds("{}d{}".format, st.integers(1, 4), st.sampled_from((4, 6, 8, 10, 12)))
LETTERS: Final = st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Cn", "Zl", "Zp", "Mn"))
NAMES: Final = st.one_of(
    st.builds("{} {}".format, st.sampled_from(("Old", "Silver", "Dragon's", "Élan’s")), st.sampled_from(("Blade", "Ring", "Cloak", "杖"))),
    st.text(LETTERS, min_size=1, max_size=20).map(lambda text: unicodedata.normalize("NFC", text.strip())),
).filter(lambda name: names.fault_in_name(name) is None and names.fold(name) not in RESERVED_NAMES)


def object_of(required: Mapping[str, SearchStrategy[Any]], **optional: SearchStrategy[Any]) -> Values:
    return st.fixed_dictionaries(dict(required), optional=optional)


def several(words: Sequence[str], most: int = 3) -> SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(words), max_size=most, unique=True)
