"""What a program reads of a campaign other than by tool calls: the context of a model, the past as rows, contradictions, the map, the page."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from rpg_lite import model_context, web_page_data
from rpg_lite.content.map_files import SHELF
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.operations.rooms import map
from rpg_lite.operations.rooms.map import Map
from rpg_lite.rules import dice
from rpg_lite.rules.dice import DiceRoll, Roller
from rpg_lite.rules.lore import NO_LORE, Lore, LoreSource
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.store import history
from rpg_lite.store.past_query import PastRow, PastRows
from rpg_lite.store.store import Store
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.views import player_view
from rpg_lite.views.context_budget import Count, Wrapped
from rpg_lite.views.maps import ground_svg, known_ground
from rpg_lite.views.maps.ground_svg import GroundPicture
from rpg_lite.views.model_tool_definitions import NONE, Wanted, definitions
from rpg_lite.views.narration.contradictions import Contradiction, contradictions
from rpg_lite.views.narration.facts import facts_of
from rpg_lite.views.page.table import TableState
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Campaign

Json = dict[str, Any]


class CampaignReadings:
    """One campaign of one database under one rulebook, with its dice and the table's own pages."""

    def __init__(self, store: Store, campaign: Campaign, book: Rulebook, roller: Roller | None, lore: LoreSource | None) -> None:
        self.store, self.campaign, self.book = store, campaign, book
        self._clerk = store.clerk(campaign.id)
        self._roll = roller or dice.roller()
        self._lore = lore

    @property
    def lore(self) -> Lore:
        """The table's own pages now."""
        return self._lore.now() if self._lore else NO_LORE

    def wrap(
        self,
        budget: int | None = 8_000,
        since: int | str | None = None,
        for_name: str | None = None,
        count: Count = estimate,
        tools: Wanted = NONE,
        hearers: Collection[str] | None = None,
    ) -> Wrapped:
        """The context that a model needs before it goes on, within a budget of tokens as `count` counts them; None is the budget of a call
        that names none.

        `hearers`: the ids of the creatures that hear what the model says next, none for everybody; private words of others are left out.
        None leaves nothing out. `tools`: "all", "none", or names and patterns such as "execute_*" and "rpg:attack"; the definitions of these tools are part of the
        answer and of its tokens. Every tool can be called, whatever is listed. Raises ValueError when the budget is too small for the
        lines that are never cut, when nobody has that name, when a pattern matches no tool, or for a value that a call would refuse.
        """
        command, listed = model_context.context_asked(budget, since, for_name, self.book), definitions(tools)
        return self.store.read(
            self.campaign.id,
            lambda at: model_context.wrapped(
                command,
                at,
                replace(self._situation(at, at.campaign.rev), lore=self.lore, checkpoints=at.checkpoints),
                count,
                listed,
                hearers,
            ),
        )

    def find_contradictions(self, story: str, for_players: bool = False) -> list[Contradiction]:
        """List the points in which a story contradicts the current state of the campaign; with `for_players`, only those that contradict
        facts that players know about the party.
        """

        def work(at: Reading) -> list[Contradiction]:
            deeds = at.deeds(history.LOOKED_THROUGH_OF_STORY)
            return contradictions(story, facts_of(at.whole(), self.book, deeds, of_party_only=for_players))

        return self.store.read(self.campaign.id, work)

    def private_words(self, hearers: Collection[str]) -> list[str]:
        """The newest private words that these creatures, or with none of them the whole table, have not heard."""
        return self.store.read(self.campaign.id, lambda at: model_context.private_words(at, self.book, hearers))

    def rows(self) -> PastRows:
        """The past as rows for a context of your own, such as `list(game.rows().by("Thorin").kinds("say").tokens(500))`."""

        def read(work: Callable[[Reading], list[PastRow]]) -> list[PastRow]:
            self._clerk.write()
            return self.store.read(self.campaign.id, work)

        return PastRows(read)

    def roll(self, text: str) -> DiceRoll:
        """Roll with the dice that every command uses, but without a record. Raises ValueError when the text is not dice."""
        return self._roll(text)

    def chart(self, everything: bool = False, around: int | None = None) -> Chart:
        """The map to draw around the party: as far as the party has discovered it, or everything."""
        command = Map(operation="map", everything=everything, around=map.FARTHEST if around is None else around)

        def work(at: Reading) -> Chart:
            return map.chart(command, at.load(command.touches(), self.book), self._situation(at, at.campaign.rev))

        return self.store.read(self.campaign.id, work)

    def ground(self, everything: bool = False, room: str | None = None) -> GroundPicture | None:
        """The picture of the ground of the party's room, or of the one of this name: as far as the party knows it, or everything.
        None where there is no such room; `map` with `ground` says why.
        """
        command = Map(operation="map", everything=everything, ground=True, to_name=room)

        def work(at: Reading) -> GroundPicture | None:
            situation, world = self._situation(at, at.campaign.rev), at.whole()
            found = map.room_of_ground(command, world, situation)
            if isinstance(found, Rejected):
                return None
            seen = world if everything else player_view.seen_by(Caller("viewer"), world, self.book, situation.rooms)
            past = None if everything else history.of_table(at)
            known = known_ground.of_room(seen, seen.things[found.id], self.book, past)
            return ground_svg.picture_of(known, everything)

        return self.store.read(self.campaign.id, work)

    def table(self, everything: bool = False, caller: Caller = GM) -> Json:
        """The scene that the page shows: as far as the party has discovered it, or everything; a player's own characters are marked."""
        return self.page_state(everything, caller).whole

    def page_state(self, everything: bool = False, caller: Caller = GM) -> TableState:
        """The same scene, in which the parts of earlier releases are made when they are asked for."""

        def work(at: Reading) -> TableState:
            return web_page_data.table_at(at, self._situation(at, at.campaign.rev), self.book, everything, caller)

        return self.store.read(self.campaign.id, work)

    def page_atlas(self, everything: bool = False, caller: Caller = GM) -> Json:
        """The places that the page draws, as {"tag", "storeys"}; the state of the same readers names the tag."""

        def work(at: Reading) -> Json:
            return web_page_data.atlas_at(at, self._situation(at, at.campaign.rev), self.book, everything, caller)

        return self.store.read(self.campaign.id, work)

    def page_ground(self, everything: bool = False, caller: Caller = GM) -> Json | None:
        """The ground of the measured fight that the page draws, with its room and its tag; None where the reader sees none."""

        def work(at: Reading) -> Json | None:
            return web_page_data.ground_at(at, self._situation(at, at.campaign.rev), self.book, everything, caller)

        return self.store.read(self.campaign.id, work)

    def page_sheet(self, id: str, caller: Caller = GM) -> Json | None:
        """The sheet of a creature as the page shows it; None if the caller may not see this sheet."""
        return self.store.read(self.campaign.id, lambda at: web_page_data.sheet_at(at, self.book, id, caller))

    def _situation(self, at: Reading, rev: int, roll: Roller | None = None, dry: bool = False) -> Situation:
        """The state that deciders may look up."""
        return Situation(
            self.book, roll or self._roll, rev, 0, dry, at.ways, at.sights, at.rooms, at.people, at.things, at.bearing,
            names=at.names, room_names=at.room_names, maps=SHELF,
        )  # fmt: skip
