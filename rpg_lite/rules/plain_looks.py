"""The look of a thing for somebody who cannot identify it."""

from collections.abc import Mapping
from typing import Final

from rpg_lite.rules.items import Item

_BY_SLOT: Final[Mapping[str, str]] = {
    "ring": "Ring", "head": "Headgear", "neck": "Necklace", "cloak": "Cloak", "belt": "Belt", "hands": "Gloves", "feet": "Boots",
    "wrists": "Bracers", "eyes": "Lenses", "robe": "Robe", "armor": "Armor", "orbit": "Stone", "quiver": "Ammunition",
}  # fmt: skip
_BY_TYPE: Final[Mapping[str, str]] = {"weapon": "Weapon", "armor": "Armor", "consumable": "Vial", "ammunition": "Ammunition"}


def plain_look(item: Item) -> str:
    """The base of the item, or else the noun before "of", or else a word for its slot or type.

    >>> plain_look(Item(name="Ring of Protection", type="wondrous")), plain_look(Item(name="Sun Blade", type="weapon", base="Longsword"))
    ('Ring', 'Longsword')
    """
    noun, of, _ = item.name.partition(" of ")
    if item.base or of:
        return item.base or noun.split()[-1]
    slot = (item.slot or "").rstrip("123")
    return "Shield" if item.is_shield else _BY_SLOT.get(slot) or _BY_TYPE.get(item.type) or "Strange thing"
