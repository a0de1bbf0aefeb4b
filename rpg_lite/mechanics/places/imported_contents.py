"""Put the creatures and the loot of a map into its rooms, and note entries that the rulebook lacks."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from rpg_lite.decision import locked_refusals, state_changes, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.heroes import sheet_packing
from rpg_lite.mechanics.heroes.creature_making import make, next_names
from rpg_lite.mechanics.items import new_things
from rpg_lite.mechanics.items.money import coin_of
from rpg_lite.mechanics.items.new_things import Gift, body_of
from rpg_lite.mechanics.items.template_lookup import pick_of
from rpg_lite.mechanics.places import room_lookup, trap_setting
from rpg_lite.mechanics.places.imported_places import lie_at, stand_at
from rpg_lite.mechanics.places.lurking import lurk
from rpg_lite.rules import names
from rpg_lite.rules.items import Item
from rpg_lite.rules.prices import price_in_copper
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.rules.trap_lookup import Given, missing_name
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.map_grounds import spots_of
from rpg_lite.world.map_lint import Code, MapFinding, findings_of_trap
from rpg_lite.world.map_plans import Dweller, Loot, Plan, Room, plain_thing
from rpg_lite.world.placed_traps import Place
from rpg_lite.world.shop_lookup import shop_around
from rpg_lite.world.states import LatchState, ShopState
from rpg_lite.world.world_model import Thing, World

NOTED: Final = "the room has a note of it"
"""The words of the import about a trap that the rulebook lacks."""


def set_traps(
    draft: Draft, plan: Plan, ids: Mapping[str, str], placed: Mapping[tuple[int, int], str], lacking: list[MapFinding]
) -> Rejected | None:
    """Set every trap of a plan. `ids`: folded name of a room → id; `placed`: (place of the room, place of the thing in it) → id."""
    book = draft.situation.book
    for n, room in enumerate(plan.rooms):
        for field, given, place in _traps_of(draft, room, n, ids[names.fold(room.name)], placed):
            told = place.label if place.kind not in ("room", "item") and hasattr(place, "label") else room.name
            lacking += findings_of_trap(given, told, room.name, trap_setting.kind_of(place), {f"SRD {book.ruleset}": book}, NOTED)
            if (missing := missing_name(given, book)) is not None:
                here = draft.world.things[ids[names.fold(room.name)]]
                change(draft, here, body_paths.NOTES, [*here.room.notes, f"A trap should be here: the rulebook has no {missing}."])
            elif refusal := trap_setting.set_trap(draft, place, given):
                return Rejected("trap_invalid", f"document.rooms[{n}].{field}", refusal.details)
    return None


def _traps_of(draft: Draft, room: Room, n: int, id: str, placed: Mapping[tuple[int, int], str]) -> Iterator[tuple[str, Given, Place]]:
    """(field, trap, place) of each trap of a room."""
    if room.trap is not None:
        yield "trap", room.trap, draft.world.things[id]
    for w, planned in enumerate(room.ways):
        way = room_lookup.find_exit(draft.world, id, planned.label)
        if planned.trap is not None and way is not None:
            yield f"ways[{w}].trap", planned.trap, way
    for t, loot in enumerate(room.things):
        if loot.trap is not None and (n, t) in placed:
            yield f"things[{t}].trap", loot.trap, draft.world.things[placed[n, t]]


FILLED: Final = "filled"
KEEPER: Final = "Commoner"
"""The creature that keeps a shop if the rulebook lacks the one on the map."""


def fill_rooms(draft: Draft, plan: Plan, ids: Mapping[str, str], lacking: list[MapFinding]) -> Rejected | None:
    """Place creatures first, because things may be in their hands. For things that the rulebook lacks, leave a note, and put their contents
    on the floor.
    """
    numbers, trapped = _Numbers(plan, draft.world), dict[tuple[int, int], str]()
    for n, room in enumerate(plan.rooms):
        at = f"document.rooms[{n}]"
        holders = {"": ids[names.fold(room.name)]}
        here = draft.world.things[holders[""]]
        for dweller in room.creatures:
            if dweller.shop and not _is_known(draft, dweller):
                lacking.append(_note_keeper(draft, here, dweller))
                dweller = dweller.model_copy(update={"creature": KEEPER, "called": dweller.name})
            settled = _settle(draft, dweller, here, numbers)
            if isinstance(settled, list) and dweller.at:
                lacking += stand_at(draft, here, settled, spots_of(dweller.at))
            if isinstance(settled, Rejected):
                return settled
            if settled is None:
                lacking.append(_note_missing(draft, here, "creature_unknown", dweller.creature, _told_creature(dweller)))
            else:
                holders[names.fold(dweller.name)] = settled[-1]
        placed: dict[int, str] = {}
        held = {names.fold(loot.inside) for loot in room.things if loot.inside}
        for t in _outer_first(room):
            done = _place(draft, room.things[t], holders, names.fold(room.things[t].name) in held, f"{at}.things[{t}]")
            if isinstance(done, Rejected) and done.code == "template_unknown":
                lacking.append(_note_missing(draft, here, "item_unknown", room.things[t].item, _told_thing(room.things[t])))
                continue
            if isinstance(done, Rejected):
                return done
            holders[names.fold(room.things[t].name)] = placed[t] = trapped[n, t] = done
        for t, id in placed.items():  # lock a lid only when everything is inside; initial contents do not trigger a latch
            state_changes.change(draft, draft.world.things[id], body_paths.LOCKED, room.things[t].locked or None)
            state_changes.change(draft, draft.world.things[id], body_paths.OPENS, _latch_of(draft, room.things[t], ids))
            if (spots := spots_of(room.things[t].at)) and draft.world.things[id].parent_id == here.id:
                lie_at(draft, here, draft.world.things[id], spots[0])
        draft.situation.progress(FILLED, n + 1, len(plan.rooms))
    return set_traps(draft, plan, ids, trapped, lacking)


class _Numbers:
    """The names Goblin 1 … Goblin 6, numbered over the whole map, after existing ones; a creature without namesakes has no number."""

    def __init__(self, plan: Plan, world: World) -> None:
        counts: dict[str, tuple[str, int]] = {}
        for dweller in (d for room in plan.rooms for d in room.creatures):
            name, count = counts.get(names.fold(dweller.name), (dweller.name, 0))
            counts[names.fold(dweller.name)] = (name, count + dweller.count)
        self._free = {key: iter(next_names(world, name, count)) for key, (name, count) in counts.items() if count}

    def next(self, name: str) -> str:
        return next(self._free[names.fold(name)])


def _settle(draft: Draft, dweller: Dweller, room: Thing, numbers: _Numbers) -> list[str] | Rejected | None:
    """Create the creatures and return their ids; None if the rulebook has no such creature."""
    written = draft.situation.book.creatures.get(names.fold(dweller.creature))
    if written is None and dweller.own is None:
        return None
    document, made = dweller.own or SheetDocument.model_validate(written), list[str]()
    if dweller.shop:
        document = document.model_copy(update={"shop": dweller.shop})
    texts = {key: text for key, text in (("description", dweller.looks), ("secret", dweller.note)) if text}
    character = document.character.model_copy(update=texts) if texts else document.character
    for _ in range(dweller.count):
        made.append(make(draft, numbers.next(dweller.name), character, room))
        if refusal := sheet_packing.unpack(draft, draft.world.things[made[-1]], document):
            return refusal
        if dweller.hidden:
            lurk(draft, draft.world.things[made[-1]], dweller.find)
    return made


def _is_known(draft: Draft, dweller: Dweller) -> bool:
    return dweller.own is not None or names.fold(dweller.creature) in draft.situation.book.creatures


def _note_keeper(draft: Draft, room: Thing, dweller: Dweller) -> MapFinding:
    """Report a shopkeeper that the rulebook lacks; nobody needs its numbers to trade."""
    return MapFinding(
        "creature_unknown", (dweller.creature, room.name, f"the rulebook has none, so a {KEEPER} of that name keeps the shop")
    )


def _note_missing(draft: Draft, room: Thing, code: Code, wanted: str, told: str) -> MapFinding:
    """Leave a note in place of a creature or thing that the rulebook lacks."""
    notes = draft.world.things[room.id].room.notes
    state_changes.change(
        draft, draft.world.things[room.id], body_paths.NOTES, [*notes, f"{told} should be here: the rulebook has no {wanted}."]
    )
    book = draft.situation.book
    known = [str(c["character"]["name"]) for c in book.creatures.values()] if code == "creature_unknown" else book.template_names
    near = names.nearest(wanted, known, 1)
    return MapFinding(
        code, (wanted, room.name, f"the rulebook has none{f' (near: {near[0]})' if near else ''}, and the room has a note of it")
    )


def _told_creature(dweller: Dweller) -> str:
    said = f" ({'; '.join(filter(None, (dweller.looks, dweller.note)))})" if dweller.looks or dweller.note else ""
    return (
        f"{f'{dweller.count} ' if dweller.count > 1 else ''}{dweller.creature}{f' called {dweller.called}' if dweller.called else ''}{said}"
    )


def _told_thing(loot: Loot) -> str:
    return f"{f'{loot.quantity} ' if loot.quantity > 1 else ''}{loot.item}{f' called {loot.called}' if loot.called else ''}"


def _latch_of(draft: Draft, loot: Loot, ids: Mapping[str, str]) -> LatchState | None:
    """The exit that the thing opens by its load, by its id in the campaign."""
    if loot.opens is None:
        return None
    room = ids[names.fold(loot.opens.room)]
    way = room_lookup.find_exit(draft.world, room, loot.opens.way)
    return LatchState.make(way.id, room, loot.opens.lb) if way else None


def _outer_first(room: Room) -> list[int]:
    """The things, each after its container."""
    place = {names.fold(loot.name): n for n, loot in enumerate(room.things)}
    depth: dict[int, int] = {}

    def deep(n: int) -> int:
        if n not in depth:
            holder = place.get(names.fold(room.things[n].inside or ""))
            depth[n] = 0 if holder is None else deep(holder) + 1
        return depth[n]

    return sorted(range(len(room.things)), key=deep)


def _place(draft: Draft, loot: Loot, holders: Mapping[str, str], holds: bool, field: str) -> str | Rejected:
    """Give the thing to its holder, as `give` does; its name, lock and tags come from the map. `holds`: others lie in it."""
    book = draft.situation.book
    bag = targets.any_bag(draft.world, holders.get(names.fold(loot.inside or ""), holders[""]), None, "bagId", book)
    made = bag if isinstance(bag, Rejected) else _make_contents(draft, bag, loot, holds)
    if isinstance(made, Rejected):
        return replace(made, field=f"{field}.{'quantity' if made.field == 'quantity' else 'item'}", instead=None)
    thing = draft.world.things[made[0]]
    if loot.called:
        state_changes.change(draft, thing, body_paths.NAME, loot.called)
    if loot.key:
        state_changes.change(draft, thing, body_paths.KEY_NAME, loot.key)
    if loot.dc:
        state_changes.change(draft, thing, body_paths.DC, loot.dc)
    if loot.hidden:
        state_changes.change(draft, thing, body_paths.HIDDEN, True)
        state_changes.change(draft, thing, body_paths.DC_TO_FIND, loot.find)
    if loot.shop:
        if not thing_stats.is_bag(thing, book):
            return Rejected("not_a_bag", f"{field}.shop", {"name": thing.name})
        state_changes.change(draft, thing, body_paths.SHOP, ShopState.make(loot.shop.prices, loot.shop.buys_at))
    if loot.price and shop_around(draft.world, thing.id):
        if coin_of(thing):
            return Rejected("coins_not_sold", f"{field}.price", {"name": thing.name})
        state_changes.change(draft, thing, body_paths.PRICE, price_in_copper(loot.price))
    if loot.tags:
        state_changes.change(draft, thing, body_paths.TAGS, loot.tags)
    return thing.id


def _make_contents(draft: Draft, bag: Thing, loot: Loot, holds: bool) -> list[str] | Rejected:
    gift = _gift(loot, holds, draft.situation.book)
    if isinstance(gift, Rejected):
        return gift
    return locked_refusals.shut(draft.world, bag, "bagName", draft.situation.book) or new_things.make(draft, bag, gift, "bagName")


def _gift(loot: Loot, holds: bool, book: Rulebook) -> Gift | Rejected:
    if loot.own:
        is_bag = holds or loot.opens is not None or loot.shop is not None
        item = Item.model_validate(plain_thing(loot.item, loot.lb, is_bag))
        return Gift(body_paths.body_of(body_paths.ITEM.to(item.to_document())), item, loot.quantity)
    pick = pick_of(loot.item, None, None, book)
    if isinstance(pick, Rejected):
        return pick
    found = book.item(pick)
    assert found is not None
    return Gift(body_of(pick), found, loot.quantity, not loot.unidentified)
