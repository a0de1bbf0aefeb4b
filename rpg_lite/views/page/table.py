"""The view that everybody at the table shares: the map, the room, the fight, the party and its recent past, as data for the page.

Players see the party, and only the rooms that the party has discovered.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, tee
from typing import Any, Final

from rpg_lite.decision.targets import party_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import history, unidentified
from rpg_lite.views.campaign_overview import members_of, purse_text
from rpg_lite.views.maps.svg import map_svg
from rpg_lite.views.page import atlas, board, chronicle, fight, gm_view, heroes, moments, pending, places, quests, rolls, story
from rpg_lite.views.page.board import BoardScene
from rpg_lite.views.page.happenings import Known
from rpg_lite.world import clock
from rpg_lite.world.history_records import Past
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]

_OLD_COMMITS: Final = 40
"""The number of commits that the lists `told` and `rolls` look through."""


@dataclass(frozen=True, slots=True)
class TableState:
    """The data of the page. `parts`: what the page draws; `old`: the parts of earlier releases, which are made only for those who ask for the
    whole state.
    """

    parts: Json
    old: Callable[[], Json]

    @property
    def whole(self) -> Json:
        return {**self.parts, **self.old()}


def table_state(
    world: World, chart: Chart, past: Past, book: Rulebook, mine: Collection[str] = (), acted: World | None = None,
    scene: BoardScene | None = None,
) -> TableState:  # fmt: skip
    """The data of the page. `world`: the slice with the party; `past`: commits, newest first, and entries; `mine`: the ids of the reader's
    own characters; `acted`: the creatures that these commits name; `scene`: the measured fight that is on.
    """
    seen = world if chart.whole else unidentified.as_players_see(world, book)
    members = members_of(seen)
    known = _before_all(world, seen, chart)
    commits = list(history.standing(past.commits))
    open_to = pending.answers(commits, [m.name for m in members if chart.whole or m.id in mine])
    readers = rolls.Readers({m.id: m.name for m in members}, {}, chart.whole, frozenset(mine))
    met = world if acted is None else replace(world, things={**acted.things, **world.things})
    told, answered, earlier, walked = tee(moments.moments(commits, readers, met), 4)
    heard = [*chronicle.heard(past, members, chart.whole, mine)]
    parts = {
        "rev": world.campaign.rev,
        "campaign": world.campaign.name,
        "time": clock.tell_now(world),
        "day": 1 + (world.campaign.minutes + clock.BEGINS_AT) // clock.DAY,
        "clock": story.time_of_day(world.campaign.minutes),
        "role": "gm" if chart.whole else "player" if mine else "viewer",
        "may": [],
        "fight": fight.fight_json(world, known, book, chart.whole, mine),
        "board": board.board_json(scene, walked) if scene else None,
        "everything": chart.whole,
        "room": places.room_json(world, seen, chart, book),
        "party": heroes.members_json(world, known, members, chart, book, mine, open_to),
        "purse": purse_text(seen, members),
        "quests": quests.quests_json(quests_of(world) if chart.whole else quests_of(world).public),
        "offers": pending.offers(commits, open_to, members, answered, book),
        "story": story.story(told, heard, Known.of(seen, chart), world.campaign.minutes),
        "atlas": {"tag": atlas.tag_of(atlas.atlas_json(chart))},
        **({"secrets": gm_view.secrets_json(world, chart, book)} if chart.whole else {}),
    }

    @cache
    def old() -> Json:
        lately = [*islice(earlier, _OLD_COMMITS)]
        return {
            "told": chronicle.tell_events(lately, chart),
            "rolls": rolls.rolls((m.commit, m.readers) for m in lately),
            "words": chronicle.words(past, members, chart.whole, mine),
            "map": map_svg(chart, world.campaign.name),
        }

    return TableState(parts, old)


def _before_all(world: World, seen: World, chart: Chart) -> World:
    """The world without creatures that nobody in the party can see."""
    if chart.whole:
        return world
    rooms = {room.id for m in party_of(seen) if (room := seen.room_of(m.id))}
    return replace(seen, things={id: t for id, t in seen.things.items() if t.kind != "character" or _at(seen, t) in rooms})


def _at(world: World, who: Thing) -> str | None:
    room = world.room_of(who.id)
    return room.id if room else None
