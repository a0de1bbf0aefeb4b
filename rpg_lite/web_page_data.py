"""Read the data of the page at the table, for one audience, at one moment. Apart because it is read by streams and not by calls."""

from collections.abc import Collection
from typing import Any

from rpg_lite.decision import callers, targets
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.decision.situation import Situation
from rpg_lite.operations.rooms import map
from rpg_lite.operations.rooms.map import Map
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import history
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.views import player_view
from rpg_lite.views.page import atlas, board, moments, sheet, table
from rpg_lite.views.page.board import BoardScene
from rpg_lite.views.page.table import TableState
from rpg_lite.world import clock
from rpg_lite.world.history_records import Past
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Ref, World

Json = dict[str, Any]


def table_at(at: Reading, situation: Situation, book: Rulebook, everything: bool, caller: Caller) -> TableState:
    """The scene: as far as the party has discovered it, or everything. A player's own characters are marked, and the scene shows the room
    of the first of them.
    """
    world, own, chart = _scene(at, situation, book, everything, caller)
    past = history.of_table(at)
    acted = at.load([Ref("mentioned", id) for id in sorted(moments.creatures_of(past.commits))], book)
    scene = _board_scene(world, chart, past, situation, _reader(everything, caller), own)
    return table.table_state(world, chart, past, book, own, acted, scene)


def atlas_at(at: Reading, situation: Situation, book: Rulebook, everything: bool, caller: Caller) -> Json:
    """The drawing of the places that these readers know, with its tag."""
    _, _, chart = _scene(at, situation, book, everything, caller)
    storeys = atlas.atlas_json(chart)
    return {"tag": atlas.tag_of(storeys), "storeys": storeys}


def ground_at(at: Reading, situation: Situation, book: Rulebook, everything: bool, caller: Caller) -> Json | None:
    """The ground of the measured fight that these readers see, with its room and its tag; None where there is none."""
    world, own, chart = _scene(at, situation, book, everything, caller)
    scene = _board_scene(world, chart, history.of_table(at), situation, _reader(everything, caller), own)
    if scene is None:
        return None
    drawn = scene.ground
    return {"room": scene.now.room.id, "tag": atlas.tag_of([drawn]), **drawn}


def _reader(everything: bool, caller: Caller) -> Caller:
    """The caller whose eyes the page has: the page without everything shows a game master what a viewer sees."""
    return GM if everything else caller if caller.role == "player" else Caller("viewer")


def _board_scene(world: World, chart: Chart, past: Past, situation: Situation, reader: Caller, own: Collection[str]) -> BoardScene | None:
    """The measured fight that is on, as the reader knows it."""
    on = clock.fight(world)
    if on is None or not on.is_measured:
        return None
    known = world if reader.sees_all else player_view.eyes(reader, situation.book)(world)
    return board.scene_of(world, known, chart, past, situation, own)


def _scene(
    at: Reading, situation: Situation, book: Rulebook, everything: bool, caller: Caller
) -> tuple[World, Collection[str], Chart]:  # fmt: skip
    """(the world with the party, the ids of the caller's characters, the map around the first of them or the party)."""
    command = Map(operation="map", everything=everything, around=map.FARTHEST)
    world = at.load((*command.touches(), Ref("fight"), Ref("quests")), book)
    own = caller.played_in(world)
    first = next((member.id for member in targets.party_of(world) if member.id in own and world.room_of(member.id)), None)
    return world, own, map.chart(command.model_copy(update={"character_id": first}), world, situation)


def sheet_at(at: Reading, book: Rulebook, id: str, caller: Caller) -> Json | None:
    """The sheet of the creature with this id; None if there is none, or if it is neither in the party nor the caller's own."""
    world = at.load((Ref("mentioned", id), *caller.touches(), Ref("party")), book)
    who = world.things.get(id)
    if who is None or who.kind != "character" or not (caller.sees_all or callers.is_known(caller, who)):
        return None
    seen = world if caller.sees_all else player_view.eyes(caller, book)(world)
    return sheet.sheet_json(seen, seen.things[id], book) if id in seen.things else None
