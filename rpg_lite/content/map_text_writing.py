"""Write a plan as a map of plain lines, which `map_text.parse` reads back as the same plan."""

import json
from collections.abc import Iterator
from decimal import Decimal

from rpg_lite.content import map_ground_lines, map_quest_lines
from rpg_lite.content.map_text import BARE, KEY_LINE, MARKS, Json
from rpg_lite.rules.prices import USUAL_BUYING, USUAL_PRICES, ShopDocument
from rpg_lite.world.map_plans import OUTSIDE, Dweller, Loot, Plan, PlannedExit, Room, direction_in


def write(plan: Plan) -> str:
    """The text of the plan."""
    head = [f"# {plan.name}", *_prose(plan.story), *([f"entrance: {plan.entrance}"] if plan.entrance else [])]
    head += [f"{key}: {number}" for key, number in (("level", plan.level), ("heroes", plan.heroes)) if number]
    head += map(map_quest_lines.write, plan.quests)
    return "\n\n".join("\n".join(lines) for lines in (head, *(list(_room(room)) for room in plan.rooms))) + "\n"


def _prose(text: str) -> list[str]:
    """Escape text that begins like another kind of line."""
    marked = text.startswith((*MARKS, "\\")) or text in BARE or KEY_LINE.fullmatch(text)
    return [f"\\{text}" if marked else text] if text else []


def _room(room: Room) -> Iterator[str]:
    yield f"## {room.name}"
    if room.vibe:
        yield f"vibe: {room.vibe}"
    if room.at:
        yield f"at: {room.at.x} {room.at.y} {room.at.w} {room.at.h}"
    if room.outside:
        yield "outside: yes"
    if room.light:
        yield f"light: {room.light}"
    if room.trap:
        yield f"trap: {_written_trap(room.trap)}"
    yield from _prose(room.description)
    yield from map_ground_lines.write(room.ground) if room.ground else ()
    yield from (f"> {note}" for note in room.notes)
    yield from (_join_lines(f"- {way.label}: {way.to or OUTSIDE}", _words_of_way(way)) for way in room.ways)
    yield from (_join_lines(f"* {loot.item}", _words_of_thing(loot)) for loot in room.things)
    yield from (_join_lines(f"! {dweller.creature}", _words_of_creature(dweller)) for dweller in room.creatures)


def _join_lines(first: str, words: Iterator[str]) -> str:
    return "; ".join((first, *words))


def _words_of_way(way: PlannedExit) -> Iterator[str]:
    if way.direction != direction_in(way.label):
        yield f"direction {way.direction}"
    if way.kind != "passage":
        yield way.kind.replace("_", " ")
    if way.state != "open":
        yield way.state
    if way.hidden:
        yield "secret"
    if way.key:
        yield f"key {way.key}"
    if way.dc:
        yield f"dc {way.dc}"
    if way.minutes != 1:
        yield f"{way.minutes} minutes"
    if way.back:
        yield f"back {way.back}"
    if way.one_way:
        yield "one way"
    if way.trap:
        yield f"trap {_written_trap(way.trap)}"
    if way.square:
        yield f"square {way.square}"
    if way.far_square:
        yield f"far square {way.far_square}"
    if way.note:
        yield f"note {way.note}"


def _words_of_thing(loot: Loot) -> Iterator[str]:
    yield from _count_copies(loot.quantity, loot.called)
    if loot.own:
        yield "own"
    if loot.unidentified:
        yield "unidentified"
    if loot.inside:
        yield f"in {loot.inside}"
    if loot.locked:
        yield "locked"
    if loot.key:
        yield f"key {loot.key}"
    if loot.dc:
        yield f"dc {loot.dc}"
    if loot.hidden:
        yield "hidden"
    if loot.find:
        yield f"find {loot.find}"
    if loot.lb:
        yield f"{loot.lb} lb"
    if loot.opens:
        yield f"opens {loot.opens.way} of {loot.opens.room} under {loot.opens.lb} lb"
    yield from (f"tag {tag}" for tag in loot.tags)
    if loot.price is not None:
        yield f"price {loot.price}"
    yield from _words_of_shop(loot.shop)
    if loot.at:
        yield f"at {loot.at}"
    if loot.trap:
        yield f"trap {_written_trap(loot.trap)}"


def _written_trap(trap: str | Json) -> str:
    """The name or the JSON of a trap, without semicolons, because a semicolon would end the word."""
    if isinstance(trap, str):
        return trap
    if {*trap} == {"name", "at"}:
        return f"{trap['name']} at {trap['at']}"
    return json.dumps(trap, ensure_ascii=False, separators=(",", ":")).replace(";", "\\u003b")


def _words_of_creature(dweller: Dweller) -> Iterator[str]:
    yield from _count_copies(dweller.count, dweller.called)
    if dweller.looks:
        yield f"looks {dweller.looks}"
    yield from _words_of_shop(dweller.shop)
    if dweller.at:
        yield f"at {dweller.at}"
    if dweller.hidden:
        yield "hidden"
    if dweller.find:
        yield f"find {dweller.find}"
    if dweller.own:
        document = dweller.own.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        yield f"own {json.dumps(document, ensure_ascii=False, separators=(',', ':'))}"
    if dweller.note:
        yield f"note {dweller.note}"


def _words_of_shop(shop: ShopDocument | None) -> Iterator[str]:
    if shop is None:
        return
    yield "shop"
    if shop.prices != USUAL_PRICES:
        yield f"prices {_figure(shop.prices)}"
    if shop.buys_at != USUAL_BUYING:
        yield f"buys at {_figure(shop.buys_at)}"


def _figure(rate: float) -> str:
    return f"{Decimal(str(rate)):f}".removesuffix(".0")


def _count_copies(count: int, called: str | None) -> Iterator[str]:
    if count != 1:
        yield f"x{count}"
    if called:
        yield f"called {called}"
