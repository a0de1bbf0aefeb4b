"""The lookups that find a slice, apart from the database that answers them: a world in memory can answer them as well."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection

from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import exit_queries, in_use_queries, thing_queries
from rpg_lite.store.in_use_queries import Rows
from rpg_lite.store.thing_queries import Things
from rpg_lite.world.world_model import Exit, Ref, RosterLine, Thing


class SliceRows(Protocol):
    """The existing rows of one campaign. The functions of the same meaning in the modules of queries say what each lookup finds."""

    def characters(self) -> list[Thing]: ...

    def trees(
        self, *, ids: Iterable[str], keys: Iterable[str] = (), templates: Iterable[str] = (), above: Iterable[str] = ()
    ) -> Things: ...

    def outwards(self, ids: Iterable[str], alike: Iterable[str] = ()) -> Things: ...

    def inside(self, bag_id: str) -> list[Thing]: ...

    def roster(self, book: Rulebook) -> tuple[RosterLine, ...]: ...

    def names_of_rooms(self) -> list[RosterLine]: ...

    def exits_at(self, rooms: Collection[str]) -> dict[str, Exit]: ...

    def exits_out_of(self, rooms: Collection[str]) -> list[Exit]: ...

    def exits_by_id(self, ids: Collection[str]) -> dict[str, Exit]: ...

    def worn(self, things: Mapping[str, Thing], using: Iterable[str]) -> Rows: ...

    def qualified(self, refs: Sequence[Ref]) -> list[str]: ...

    def users(self, ids: Sequence[str]) -> Rows: ...

    def notes_in(self, bags: Iterable[str]) -> list[str]: ...

    def verbs(self, refs: Sequence[Ref], things: Mapping[str, Thing]) -> tuple[Things, Rows]: ...


@dataclass(frozen=True, slots=True)
class StoredRows:
    """The rows of a campaign in the database: each lookup is one statement, or a few."""

    connection: Connection
    campaign_id: str

    def characters(self) -> list[Thing]:
        return thing_queries.characters(self.connection, self.campaign_id)

    def trees(self, *, ids: Iterable[str], keys: Iterable[str] = (), templates: Iterable[str] = (), above: Iterable[str] = ()) -> Things:
        return thing_queries.trees(self.connection, self.campaign_id, ids=ids, keys=keys, templates=templates, above=above)

    def outwards(self, ids: Iterable[str], alike: Iterable[str] = ()) -> Things:
        return thing_queries.outwards(self.connection, self.campaign_id, ids, alike)

    def inside(self, bag_id: str) -> list[Thing]:
        return thing_queries.bare(self.connection, self.campaign_id, "parent_id", bag_id)

    def roster(self, book: Rulebook) -> tuple[RosterLine, ...]:
        return thing_queries.roster(self.connection, self.campaign_id, book)

    def names_of_rooms(self) -> list[RosterLine]:
        return thing_queries.names_of_rooms(self.connection, self.campaign_id)

    def exits_at(self, rooms: Collection[str]) -> dict[str, Exit]:
        return exit_queries.at(self.connection, self.campaign_id, rooms)

    def exits_out_of(self, rooms: Collection[str]) -> list[Exit]:
        return exit_queries.out_of(self.connection, self.campaign_id, rooms)

    def exits_by_id(self, ids: Collection[str]) -> dict[str, Exit]:
        return exit_queries.by_id(self.connection, self.campaign_id, ids)

    def worn(self, things: Mapping[str, Thing], using: Iterable[str]) -> Rows:
        return in_use_queries.load_worn(self.connection, self.campaign_id, things, using)

    def qualified(self, refs: Sequence[Ref]) -> list[str]:
        return in_use_queries.find_qualified(self.connection, self.campaign_id, refs)

    def users(self, ids: Sequence[str]) -> Rows:
        return in_use_queries.users(self.connection, self.campaign_id, ids)

    def notes_in(self, bags: Iterable[str]) -> list[str]:
        return in_use_queries.notes_in(self.connection, self.campaign_id, bags)

    def verbs(self, refs: Sequence[Ref], things: Mapping[str, Thing]) -> tuple[Things, Rows]:
        return in_use_queries.verbs(self.connection, self.campaign_id, refs, things)
