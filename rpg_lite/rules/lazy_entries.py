"""A table whose entries are made one by one on first use, because most calls need only a few of the hundreds of entries."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class UnreadVariant:
    """The names of a variant of an entry that has not been made yet."""

    name: str
    full_name: str | None = None
    aliases: tuple[str, ...] = ()


class Unread(Generic[V]):
    """An entry that has not been made yet, with the names that find it, its own name first. It is made once."""

    __slots__ = ("_made", "_make", "names", "variants")

    def __init__(self, names: tuple[str, ...], make: Callable[[], V], variants: tuple[UnreadVariant, ...] = ()) -> None:
        self.names, self._make, self.variants = names, make, variants
        self._made: list[V] = []

    def make(self) -> V:
        if not self._made:
            self._made.append(self._make())
        return self._made[0]

    def then(self, change: Callable[[V], V]) -> "Unread[V]":
        """The same entry, changed as soon as it has been made."""
        return Unread(self.names, lambda: change(self.make()), self.variants)


class Entries(Mapping[str, V]):
    """Key → entry, in the order of the rows."""

    def __init__(self, rows: Mapping[str, V | Unread[V]]) -> None:
        self._rows = dict(rows)

    def __getitem__(self, key: str) -> V:
        row = self._rows[key]
        if isinstance(row, Unread):
            row = self._rows[key] = row.make()
        return row

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    @property
    def rows(self) -> dict[str, V | Unread[V]]:
        """A copy of the rows, for a table that adds others to them."""
        return dict(self._rows)

    def unread(self, key: str) -> Unread[V] | None:
        """An entry that has not been made yet."""
        row = self._rows[key]
        return row if isinstance(row, Unread) else None

    def names_of(self, key: str) -> tuple[str, ...] | None:
        """The names of an entry that has not been made yet."""
        row = self.unread(key)
        return row.names if row else None


def rows_of(table: Mapping[str, Any]) -> dict[str, Any]:
    return table.rows if isinstance(table, Entries) else dict(table)


def freeze(rows: dict[str, Any]) -> Mapping[str, Any]:
    """The table of these rows."""
    return Entries(rows) if any(isinstance(row, Unread) for row in rows.values()) else MappingProxyType(rows)
