"""The dungeon for these tests."""

from typing import Any

from tests.operations.table import Answer, Table, snapshot


def room(table: Table, operation: str, who: str | None = None, **fields: Any) -> Answer:
    """The answer of manage_room."""
    return table.send({**({"characterName": who} if who else {}), "operation": operation, **fields}, "manage_room")


def did(table: Table, operation: str, who: str | None = None, **fields: Any) -> Answer:
    answer = room(table, operation, who, **fields)
    assert answer["ok"], answer["text"]
    return answer


def refused(table: Table, code: str, operation: str, who: str | None = None, **fields: Any) -> Answer:
    """Refused with this code, in one sentence, without a trace."""
    before = snapshot(table.game)
    answer = room(table, operation, who, **fields)
    assert not answer["ok"], answer["text"]
    assert answer["error"]["code"] == code, answer["text"]
    assert snapshot(table.game) == before
    return answer


def seen(table: Table) -> dict[str, str]:
    """The rooms that the party has seen and not only heard of."""
    return {t.name: t.body["seen"] for t in table.now.things.values() if t.kind == "room" and "seen" in t.body}


def stands(table: Table, who: str) -> str:
    return table.now.things[table.thing(who).parent_id or ""].name


def way(table: Table, room_name: str, label: str) -> Any:
    return next(w for w in table.now.exits.values() if w.from_room == table.id(room_name) and w.label == label)


def sides(table: Table, room_name: str, label: str) -> list[Any]:
    one = way(table, room_name, label)
    return [one, table.now.exits[one.back]]
