"""The gear of a creature as the rules see it: each thing with its slot, its attunement and its contents."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rpg_lite.rules.equipment_slots import HAND_SLOTS
from rpg_lite.rules.items import Item
from rpg_lite.vocabulary import Grip


@dataclass(frozen=True, slots=True)
class Gear:
    """One thing. `slot` None: carried. `attuned`: its bearer chose to attune it. `active`: activated properties and toggles that are on.

    `improvised`: it strikes although it is no weapon. `contents_lb`: the weight in pounds of contents that are known only as a sum.
    """

    id: str
    item: Item
    slot: str | None = None
    grip: Grip | None = None
    attuned: bool = False
    quantity: int = 1
    active: frozenset[str] = frozenset()
    contents: tuple["Gear", ...] = ()
    contents_lb: float = 0
    state: Mapping[str, Any] = field(default_factory=dict)
    identified: bool = True
    improvised: bool = False

    @property
    def is_held(self) -> bool:
        return self.slot in HAND_SLOTS


def flat(gear: Sequence[Gear]) -> Iterator[Gear]:
    """All the gear, including the contents of containers."""
    for entry in gear:
        yield entry
        if entry.contents:
            yield from flat(entry.contents)


def weight_of(gear: Sequence[Gear]) -> int:
    """The weight in thousandths of a pound. A container of fixed weight weighs the same whatever it contains."""
    return sum(_weight(entry) for entry in gear)


def _weight(entry: Gear) -> int:
    inside = weight_of(entry.contents) + round(entry.contents_lb * 1000) if entry.contents or entry.contents_lb else 0
    return weighs(entry.item, entry.quantity, inside)


def weighs(item: Item, quantity: int, inside: int) -> int:
    """The weight of this quantity with its contents, in thousandths of a pound."""
    if item.container and item.container.fixed_weight is not None:
        return round(item.container.fixed_weight * 1000) * quantity
    return round((item.weight or 0) * 1000) * quantity + inside
