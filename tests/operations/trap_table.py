"""Traps to set for tests, and the place where they wait."""

from typing import Any

from tests.operations.rooms import did
from tests.operations.table import Answer, Table

BLADE = {
    "name": "Blade", "trigger": "enter", "detect": 12, "disarm": {"dc": 10, "triggers": True},
    "steps": [{"save": "dex", "dc": 30, "fail": [{"damage": "5", "type": "slashing"}]}],
}  # fmt: skip


def hall(table: Table, wisdom: int = 1) -> Table:
    """Mira and Pip in the Lobby, a Crypt to the north behind a closed door, a chest on the floor."""
    scores = {"str": 10, "dex": 10, "con": 10, "wis": wisdom}
    for name in ("Mira", "Pip"):
        table.did("create", name=name, character={"party": True, "hpMax": 200, "abilities": scores})
    did(table, "create", name="Crypt", direction="north", door="closed")
    table.did("give", bagName="floor", item="Chest")
    return table


def trap(table: Table, given: Any, **where: Any) -> Answer:
    return did(table, "update", **where, trap=given)


def state(table: Table, holder: str, key: str = "here") -> Any:
    return table.thing(holder).body.get("traps", {}).get(key)


def known(table: Table, given: Any, **where: Any) -> None:
    trap(table, given, **where)
    trap(table, "found", **where)
