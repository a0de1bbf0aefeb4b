"""The board of a measured fight: who stands where, zones, the last walk and area, and where whoever acts may go, as far as its readers know.

Players see what the party together sees. Nobody unseen, no hidden feature and no square that was never in sight is in it, and no number of a foe.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rpg_lite.decision.situation import Situation
from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.movement import ways
from rpg_lite.mechanics.space import known_creatures, lights, party_sight, sides, standing, zone_places
from rpg_lite.mechanics.space.party_sight import SightLevel
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.mechanics.turn import ledger
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.shapes import squares_inside
from rpg_lite.rules.space.squares import Space, Square
from rpg_lite.views import player_view, relations
from rpg_lite.views.bearer import states
from rpg_lite.views.maps import known_ground
from rpg_lite.views.maps.ground_text import sorted_names
from rpg_lite.views.page import atlas, board_past, ground, heroes
from rpg_lite.views.page.moments import WitnessedCommit
from rpg_lite.views.surroundings import mark_of
from rpg_lite.world import combat, mounts, thing_stats
from rpg_lite.world.history_records import Past
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]

_LETTERS: Final = 2
"""The letters on a token that shares its first one with another."""


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A measured fight as its readers know it. `world`: with all numbers; `now`: the room as they know it; `levels`: how well they see each square, None
    for the game master; `mine`: their own characters; `reach`: square → feet, where whoever acts may go, as far as they may know it.
    """

    world: World
    now: Standing
    book: Rulebook
    chart: Chart
    levels: Mapping[Square, SightLevel] | None
    mine: Collection[str] = ()
    reach: Mapping[Square, int] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        return self.levels is None

    @property
    def ground(self) -> Json:
        """The ground as it is drawn."""
        return ground.ground_json(self.now, self.levels)

    def knows(self, square: Square) -> bool:
        return self.levels is None or square in self.levels


def scene_of(world: World, known: World, chart: Chart, past: Past, situation: Situation, mine: Collection[str]) -> BoardScene | None:
    """The scene of a measured fight; None where no such fight is on, and for players of whom nobody is there. `known`: the world as the readers know
    it; `past`: its commits, newest first; `mine`: the readers' own characters.
    """
    room, book = known.things.get(combat.room_id(world) or ""), situation.book
    if room is None or not standing.is_measured(known, room.id):
        return None
    now, levels = standing.standing_in(known, room, book), None
    if not chart.whole:
        party = [one for one in party_of(known) if one.id in now.spaces]
        if not party:
            return None
        levels = known_ground.of_players(now, past).levels
    acting = combat.acting(known) or ""
    mover = known.things.get(acting) if chart.whole or acting in mine else None
    return BoardScene(world, now, book, chart, levels, mine, ways.squares_in_reach(known, mover, situation) if mover else {})


def board_json(scene: BoardScene, moments: Iterable[WitnessedCommit]) -> Json:
    """The board. `moments`: the commits that stand, newest first, with their readers."""
    shown = dict(_shown(scene))
    found, now = [*moments], scene.now
    return {
        "room": now.room.id,
        "name": now.room.name,
        "tag": atlas.tag_of([scene.ground]),
        "sight": _rows(scene),
        **({"diagonals": "five_ten"} if scene.book.policy.diagonals == "five_ten" else {}),
        "tokens": _with_letters([_token(scene, one, space) for one, space in shown.values()]),
        "areas": [*_areas(scene)],
        "last": _last(scene, board_past.last_area(found, shown)),
        "way": _way(scene, board_past.last_way(found, shown)),
        "reach": _reach(scene),
        "cover": _cover(scene, shown),
    }


def _shown(scene: BoardScene) -> Iterator[tuple[str, tuple[Thing, Space]]]:
    """Those who have a place, also the dead; not those inside others. In darkness players know of fighters alone."""
    here = {one.id for one in scene.chart.people.get(scene.now.room.id, ())}
    for one in known_creatures.here_of(scene.now):
        if scene.whole or one.id in here or combat.is_in(scene.now.world, one.id) or one.creature.is_member:
            yield one.id, (one, scene.now.spaces[one.id])


def _rows(scene: BoardScene) -> list[str]:
    """How well each square is seen, 0 to 3, a word for each row; no rows where all is seen clearly."""
    if scene.levels is None or (
        len(scene.levels) == scene.now.ground.w * scene.now.ground.h and {*scene.levels.values()} == {party_sight.CLEAR}
    ):
        return []
    levels, w = scene.levels, range(scene.now.ground.w)
    return ["".join(str(levels.get((x, y), party_sight.UNKNOWN)) for x in w) for y in range(scene.now.ground.h)]


# ── tokens ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _token(scene: BoardScene, one: Thing, space: Space) -> Json:
    """A creature on its squares. A key is absent where there is nothing to say, or where the readers may not know it."""
    true, now, book = scene.world.things[one.id], scene.now, scene.book
    stats = thing_stats.stats_of(scene.world, true if scene.whole else player_view.as_it_looks(true), book)
    is_member, is_dead = one.creature.is_member, thing_stats.is_dead(one)
    knows, held = scene.whole or is_member, true.creature.concentration
    hp = {"value": stats.hp, "max": stats.hp_max.value, "temporary": stats.temp_hp} if knows and stats.hp_max else None
    mount = mounts.mount_of(now.world, one)
    more = {
        "z": space.z,
        "conditions": [] if is_dead else states(true, stats),
        "acts": combat.acting(now.world) == one.id,
        "mine": one.id in scene.mine,
        "light": lights.light_of(now.world, one, book),
        "concentration": held.effect if held and knows else None,
        "on": mount.id if mount and mount.id in now.spaces else None,
        "hp": hp,
        "ac": stats.ac.value if scene.whole else None,
        "hidden": scene.whole and not known_creatures.is_known_to_party(scene.world, true, book),
    }
    shown = {
        "id": one.id,
        "name": one.name,
        "side": _side(now, one),
        "x": space.x,
        "y": space.y,
        "size": space.n,
        "mark": mark_of(true, stats),
    }
    return {**shown, **{key: value for key, value in more.items() if value}}


def _side(now: Standing, one: Thing) -> str:
    if sides.is_ally(now.world, one, now.book):
        return "party"
    return "foe" if combat.is_in(now.world, one.id) else "other"


def _with_letters(tokens: list[Json]) -> list[Json]:
    """The tokens with the letters that stand on them: the first, with the number of one among many ("Ghoul 2" is G2); two where another shares it."""
    firsts = [token["name"].strip()[:1] for token in tokens if not token["name"][-1:].isdigit()]
    return [{**token, "short": _letters(token["name"].strip(), firsts)} for token in tokens]


def _letters(name: str, firsts: Collection[str]) -> str:
    digits = name[len(name.rstrip("0123456789")) :]
    if digits:
        return f"{name[0]}{digits[-2:]}"
    return name[: _LETTERS if [*firsts].count(name[:1]) > 1 else 1]


# ── areas, ways, reach ──────────────────────────────────────────────────────────────────────────────────────────────


def _areas(scene: BoardScene) -> Iterator[Json]:
    """The zones of those whom the readers see, on squares that they know."""
    for found, area in zone_places.of_room(scene.now):
        left = heroes.effect_json(scene.now.world, zones.as_entry(found))["left"]
        squares = sorted_names(square for square in squares_inside(scene.now.ground, area) if scene.knows(square))
        says = ", ".join(filter(None, (f"{area.feet} ft {area.shape}", left)))
        yield {"name": found.zone.act, "by": found.caster.name, "kind": area.shape, "says": says, "squares": squares}


def _last(scene: BoardScene, found: board_past.LastArea | None) -> Json | None:
    squares = sorted_names(square for square in found.squares if scene.knows(square)) if found else []
    return {"name": found.name, "by": found.by, "squares": squares, "hit": dict(found.hits)} if found and squares else None


def _way(scene: BoardScene, found: tuple[str, list[Square]] | None) -> list[list[int]] | None:
    """The squares of the last walk; of a stranger's those that the party sees."""
    if found is None:
        return None
    who, squares = found
    is_known = scene.whole or scene.now.world.things[who].creature.is_member
    way = [[*square] for square in squares if is_known or scene.levels is None or scene.levels.get(square, 0) >= party_sight.DIM]
    return way if len(way) > 1 else None


def _reach(scene: BoardScene) -> Json | None:
    of = combat.acting(scene.now.world)
    if of is None or not scene.reach:
        return None
    squares = sorted((*square, feet) for square, feet in scene.reach.items() if scene.knows(square))
    left = max(ledger.feet_left(scene.now.world, of, scene.book).values(), default=0)
    return {"of": of, "left": left, "squares": [[*each] for each in squares]}


def _cover(scene: BoardScene, shown: Mapping[str, tuple[Thing, Space]]) -> Json:
    """The cover of the others from the readers' own heroes and from whoever acts, as the relations tell it: id → id → words."""
    acting = combat.acting(scene.now.world)
    from_ = [id for id in shown if id in scene.mine or (id == acting and (scene.whole or scene.now.world.things[id].creature.is_member))]
    found = {id: _covers(scene.now, shown[id][0], shown) for id in from_}
    return {id: covers for id, covers in found.items() if covers}


def _covers(now: Standing, one: Thing, shown: Collection[str]) -> Json:
    return {r.id: words for r in relations.creatures(now, one) if r.id in shown and (words := relations.cover_words(r))}
