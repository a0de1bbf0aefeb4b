"""Prices as people write them, in copper pieces, and the rates of a shop."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from rpg_lite.rules.document_field_types import LARGEST_QUANTITY, Document
from rpg_lite.vocabulary import COIN_VALUE, COINS, Coin

WORTH: Final[Mapping[Coin, int]] = {coin: round(value * 100) for coin, value in COIN_VALUE.items()}
"""The worth of each coin in copper; each coin is worth a whole number of any cheaper coin."""
CHANGE: Final[tuple[Coin, ...]] = ("gp", "sp", "cp")
"""The coins of change and of written prices, the most valuable first."""
_PART: Final = re.compile(rf"([0-9]{{1,10}}(?:\.[0-9]{{1,4}})?) ?({'|'.join(COINS)})")
_SAMPLE: Final = 'takes a price such as "2 gp 5 sp" or 1.5 (gold pieces), in whole copper pieces'


def in_coins(copper: int) -> dict[Coin, int]:
    """The fewest coins of this worth, without platinum and electrum.

    >>> in_coins(1234)
    {'gp': 12, 'sp': 3, 'cp': 4}
    """
    found: dict[Coin, int] = {}
    for coin in CHANGE:
        count, copper = divmod(copper, WORTH[coin])
        if count:
            found[coin] = count
    return found


def price_text(copper: int) -> str:
    """
    >>> price_text(1250), price_text(0)
    ('12 gp 5 sp', '0 cp')
    """
    return " ".join(f"{count} {coin}" for coin, count in in_coins(copper).items()) or "0 cp"


def price_in_copper(written: str) -> int:
    """Read a price. Raises ValueError for anything but coins that are worth whole copper pieces.

    >>> price_in_copper("2 gp 5 sp"), price_in_copper("0.5gp")
    (250, 50)
    """
    text = " ".join(written.lower().replace(",", " ").split())
    parts = [(Fraction(count) * WORTH[coin], text_of) for text_of, count, coin in _parts(text)]  # type: ignore[index]  # the pattern takes only these coins
    total = sum((worth for worth, _ in parts), Fraction())
    if not parts or " ".join(part for _, part in parts) != text or total.denominator != 1 or total > LARGEST_QUANTITY * 100:
        raise ValueError(_SAMPLE)
    return int(total)


def _parts(text: str) -> list[tuple[str, str, str]]:
    return [(found[0], found[1], found[2]) for found in _PART.finditer(text)]


def _in_words(written: Any) -> Any:
    """A number of gold pieces as text; anything else unchanged."""
    if isinstance(written, bool) or not isinstance(written, int | float) or not 0 <= written <= LARGEST_QUANTITY:
        return written if isinstance(written, str) else str(written)
    copper = Fraction(str(written)) * WORTH["gp"]
    return price_text(int(copper)) if copper.denominator == 1 else str(written)


def _plain_price(written: str) -> str:
    return price_text(price_in_copper(written))


Price = Annotated[str, BeforeValidator(_in_words), AfterValidator(_plain_price)]
"""A price in words, "2 gp 5 sp"; a number means gold pieces."""


def _to_four_places(rate: float) -> float:
    return round(rate, 4)


Rate = Annotated[float, Field(ge=0.01, le=1000, allow_inf_nan=False), AfterValidator(_to_four_places)]
BuyingRate = Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False), AfterValidator(_to_four_places)]
USUAL_PRICES: Final = 1.0
USUAL_BUYING: Final = 0.5
"""Used equipment fetches half its cost (SRD, Selling Treasure)."""


class ShopDocument(Document):
    """A shop. `prices`: its prices as a multiple of the value of its goods; `buysAt`: the multiple that it pays."""

    prices: Rate = USUAL_PRICES
    buys_at: BuyingRate = USUAL_BUYING

    @model_validator(mode="after")
    def _earns(self) -> Self:
        if self.buys_at > self.prices:
            raise ValueError(
                f"buysAt ({self.buys_at:g}) is above prices ({self.prices:g}): everybody could sell the goods back at a profit"
            )
        return self


def times(value: float, rate: float) -> Fraction:
    """The worth in copper of a value in gold pieces at a rate, without rounding; decimal figures stay exact.

    >>> times(0.002, 1), times(15, 1.1)
    (Fraction(1, 5), Fraction(1650, 1))
    """
    return Fraction(str(value)) * Fraction(str(rate)) * WORTH["gp"]
