"""A shop for tests: what lies where, in copper and in pieces."""

from rpg_lite.rules.prices import WORTH
from tests.operations.table import Sitting

COIN_NAMES = {"Copper Piece": "cp", "Silver Piece": "sp", "Electrum Piece": "ep", "Gold Piece": "gp", "Platinum Piece": "pp"}


def copper(table: Sitting, name: str) -> int:
    return sum(WORTH[COIN_NAMES[coin]] * count for coin, count in table.bag(name).items() if coin in COIN_NAMES)  # type: ignore[index]


def goods_of(table: Sitting, name: str) -> dict[str, int]:
    return {item: count for item, count in table.bag(name).items() if item not in COIN_NAMES and item != "Club"}


def lay(table: Sitting) -> None:
    """Mira with 40 gp; Marta, who keeps a shop with swords, torches and 100 gp."""
    table.did("create", name="Mira", character={"classes": ["fighter"], "level": 1, "party": True})
    table.did("create", name="Marta", template="Commoner")
    table.did("shop", "Marta")
    for item, count in (("Longsword", 2), ("Torch", 5), ("gp", 100)):
        table.did("give", "Marta", item=item, quantity=count)
    table.did("give", "Mira", item="gp", quantity=40)
