"""What an act costs: the slot, the resource or the uses that it spends, and the numbers that follow from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rpg_lite.operations.mechanics.acting.cast import Wish
from rpg_lite.operations.mechanics.acting.played import Spent
from rpg_lite.operations.outcome import Draft, Rejected
from rpg_lite.rules.acts.act import Act
from rpg_lite.world.things import Thing


@dataclass(frozen=True, slots=True)
class Price:
    """`slot`: the level at which the act is played; `what`: resource → how much."""

    slot: int | None = None
    what: Mapping[str, int] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)


def price_of(draft: Draft, caster: Thing, act: Act, wish: Wish, numbers: "Numbers") -> Price | Rejected:  # type: ignore[name-defined] # noqa: F821
    """The price; refused where the caster cannot pay it."""
    if numbers.free:
        return Price(numbers.slot)
    return Price(numbers.slot)


def pay(draft: Draft, caster: Thing, price: Price) -> Sequence[Spent] | Rejected:
    return []
