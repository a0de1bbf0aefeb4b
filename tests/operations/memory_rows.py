"""A world in memory that answers the lookups of a slice as the database does, so that a test decides with what the program would load."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TypeVar

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import exit_queries, slices, thing_queries
from rpg_lite.store.in_use_queries import Rows
from rpg_lite.store.tables import OWN_BAG
from rpg_lite.store.thing_queries import Things
from rpg_lite.store.world_writer import template_of
from rpg_lite.world import tools_in_use
from rpg_lite.world.tools_in_use import CAPABILITIES, NOTES
from rpg_lite.world.world_model import DEFAULTS_ID, HOME_ID, WORLD_ID, Exit, Ref, RosterLine, Thing, World, order_made

K = TypeVar("K")
V = TypeVar("V")
_fold = lru_cache(maxsize=None)(names.fold)


def slice_of(world: World, refs: Iterable[Ref], book: Rulebook) -> World:
    """What the store would load of this world for these refs."""
    rows, wanted = MemoryRows(world), tuple(refs)
    hints = [ref for ref in wanted if ref.role == "elsewhere"]
    found = slices.load(rows, world.campaign, (ref for ref in wanted if ref.role != "elsewhere"), book)
    return found.beside(slices.elsewhere(rows, hints)) if hints else found


def written(whole: World, before: World, after: World) -> World:
    """The whole world once the store has written the difference between two states of a slice of it."""
    things = {id: t for id, t in whole.things.items() if id in after.things or id not in before.things} | _changed(
        before.things, after.things
    )
    equipped = {key: row for key, row in whole.equipped.items() if key in after.equipped or key not in before.equipped}
    exits = {id: way for id, way in whole.exits.items() if id in after.exits or id not in before.exits}
    return replace(
        whole,
        campaign=after.campaign,
        things=things,
        equipped=equipped | _changed(before.equipped, after.equipped),
        exits=exits | _changed(before.exits, after.exits),
    )


def _changed(before: Mapping[K, V], after: Mapping[K, V]) -> dict[K, V]:
    return {key: value for key, value in after.items() if before.get(key) != value}


@dataclass(frozen=True)
class MemoryRows:
    """The lookups of `SliceRows` in a whole world."""

    world: World

    def characters(self) -> list[Thing]:
        return [t for t in self._things if t.kind == "character"]

    def trees(self, *, ids: Iterable[str], keys: Iterable[str] = (), templates: Iterable[str] = (), above: Iterable[str] = ()) -> Things:
        roots = {*self._existing(ids), *(t.id for t in self._named({*keys}, {*templates}))}
        below = {id for root in roots for id in self._below(self.world.things[root], is_root=True)}
        return self._in_order(below | self._upwards(roots | {*above}))

    def outwards(self, ids: Iterable[str], alike: Iterable[str] = ()) -> Things:
        found = [t for key in {*alike} for t in self._called(key)]
        newest = sorted(found, key=order_made, reverse=True)[: thing_queries.MOST_NAMESAKES]
        return self._in_order(self._upwards({*ids, *(t.id for t in newest)}))

    def inside(self, bag_id: str) -> list[Thing]:
        return [t for t in self._things if t.parent_id == bag_id]

    def roster(self, book: Rulebook) -> tuple[RosterLine, ...]:
        known = [t for t in self._things if t.kind in ("character", "room") or (t.kind == "container" and t.parent_id != WORLD_ID)]
        bags = [t for t in self._things if template_of(t.item) in (OWN_BAG, *book.bags)]
        return tuple(RosterLine(t.id, t.name, t.kind) for t in (*known, *bags))[: thing_queries.LONGEST_ROSTER]

    def names_of_rooms(self) -> list[RosterLine]:
        return [RosterLine(t.id, t.name, t.kind) for t in self._things if t.kind == "room"]

    def exits_at(self, rooms: Collection[str]) -> dict[str, Exit]:
        return exit_queries.in_order(way for way in self.world.exits.values() if way.from_room in rooms or way.to_room in rooms)

    def exits_out_of(self, rooms: Collection[str]) -> list[Exit]:
        return [way for way in self.world.exits.values() if way.from_room in rooms]

    def exits_by_id(self, ids: Collection[str]) -> dict[str, Exit]:
        return exit_queries.in_order(way for id, way in self.world.exits.items() if id in ids)

    def worn(self, things: Mapping[str, Thing], using: Iterable[str]) -> Rows:
        users = {*using}
        rows = self._uses({id for id, thing in things.items() if thing.kind == "character"} | users, users)
        sets = {row.thing_id for row in rows.values() if row.slot is None and tools_in_use.is_set(row.thing_id)}
        return rows | self._uses(sets, sets)

    def qualified(self, refs: Sequence[Ref]) -> list[str]:
        wanted = [ref.name for ref in refs if ref.role == "qualified" and ref.name]
        return [t.id for t in self._things if t.qualified_name is not None and any(tools_in_use.fits(t.qualified_name, w) for w in wanted)]

    def users(self, ids: Sequence[str]) -> Rows:
        return {key: row for key, row in self.world.equipped.items() if row.thing_id in ids}

    def notes_in(self, bags: Iterable[str]) -> list[str]:
        contexts = {*bags}
        return [t.id for t in self._things if t.parent_id in contexts and t.kind in NOTES]

    def verbs(self, refs: Sequence[Ref], things: Mapping[str, Thing]) -> tuple[Things, Rows]:
        verbs = {ref.name for ref in refs if ref.role == "verb" and ref.name}
        if not verbs:
            return {}, {}
        rows = self._of_verbs(verbs, {DEFAULTS_ID, HOME_ID, *(id for id, t in things.items() if t.kind in ("room", "character"))})
        rows |= self._of_verbs(verbs, {row.thing_id for row in rows.values() if tools_in_use.is_set(row.thing_id)})
        return {row.thing_id: self.world.things[row.thing_id] for row in rows.values()}, rows

    # ── steps ───────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _things(self) -> list[Thing]:
        return sorted(self.world.things.values(), key=order_made)

    @cached_property
    def _by_key(self) -> Mapping[str, list[Thing]]:
        found = defaultdict(list)
        for thing in self._things:
            if thing.kind not in CAPABILITIES:
                found[_fold(thing.name)].append(thing)
        return found

    def _called(self, key: str) -> list[Thing]:
        return self._by_key.get(key, [])

    def _named(self, keys: set[str], templates: set[str]) -> list[Thing]:
        """Bags and creatures before items, because a campaign may hold ten thousand torches."""
        called = [t for key in keys for t in self._called(key)]
        made = [t for t in self._things if template_of(t.item) in templates and _fold(t.name) not in keys] if templates else []
        return sorted((*called, *made), key=lambda t: (t.kind == "item", order_made(t)))[: thing_queries.MOST_OF_ONE_NAME]

    def _existing(self, ids: Iterable[str]) -> set[str]:
        return {id for id in ids if id in self.world.things}

    def _below(self, thing: Thing, *, is_root: bool = False) -> Iterator[str]:
        """The thing and, if it opens, what lies in it; only a root opens a character or a room."""
        yield thing.id
        is_frame = thing.parent_id == WORLD_ID and (thing.kind == "container" or not is_root)
        if not is_frame and (is_root or thing.kind not in ("room", "character")):
            for inside in self.world.bag_of(thing.id):
                if inside.kind not in CAPABILITIES:
                    yield from self._below(inside)

    def _upwards(self, ids: Iterable[str]) -> set[str]:
        there = self._existing(ids)
        return there | {around.id for id in there for around in self.world.ancestors(id)}

    def _in_order(self, ids: set[str]) -> Things:
        return {id: self.world.things[id] for id in sorted(ids, key=lambda id: order_made(self.world.things[id]))}

    def _uses(self, contexts: set[str], using: set[str]) -> Rows:
        """Everything worn by the contexts, and everything that those in `using` use without a slot."""
        rows = self.world.equipped.items()
        return dict(sorted((key, row) for key, row in rows if key[0] in contexts and (row.slot is not None or key[0] in using)))

    def _of_verbs(self, verbs: set[str], contexts: set[str]) -> Rows:
        """The uses of the wanted tools in these contexts, and of the last other thing that each uses, whatever it is."""
        used = {key: row for key, row in self.world.equipped.items() if key[0] in contexts}
        last: dict[str, str] = {}
        for (context, thing), row in used.items():
            if row.slot is None:
                last[context] = max(thing, last.get(context, ""))
        found = {key: thing for key in used if (thing := self.world.things.get(key[1]))}
        return {
            key: used[key]
            for key, thing in sorted(found.items(), key=lambda pair: pair[0])
            if thing.qualified_name in verbs or last.get(key[0]) == thing.id
        }
