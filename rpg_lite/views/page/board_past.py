"""The past of a board: the last walk, and the area of the last deed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.rules.space.squares import Square, read_squares
from rpg_lite.views.page import deed_cards
from rpg_lite.views.page.moments import WitnessedCommit
from rpg_lite.world import body_paths, deeds
from rpg_lite.world.events import Changed, Event
from rpg_lite.world.history_records import Commit
from rpg_lite.world.world_model import WORLD_ID

Json = dict[str, Any]

_ACTS: Final = f"{body_paths.FIGHT_ACTS}."


@dataclass(frozen=True, slots=True)
class LastArea:
    """The area of the last deed. `by`, `name`: as its readers know them; `hits`: creature → what became of it."""

    name: str
    by: str
    squares: Sequence[Square]
    hits: Mapping[str, str]


def _walked(event: Event) -> Json | None:
    """What a fight remembers of a walk with its way."""
    if not isinstance(event, Changed) or event.id != WORLD_ID or not str(event.path).startswith(_ACTS):
        return None
    return event.now if event.now and event.now.get("way") else None


def last_way(newest_first: Iterable[WitnessedCommit], known: Collection[str]) -> tuple[str, list[Square]] | None:
    """Whoever walked last in this fight, of those whom the readers saw walk and see now, and the squares of its way."""
    for moment in newest_first:
        for event in reversed(moment.commit.events):
            if (done := _walked(event)) and done["by"] in moment.readers.names and done["by"] in known:
                return done["by"], [(x, y) for x, y, _ in done["way"]]
        if _begins_a_fight(moment.commit):
            return None
    return None


def last_area(newest_first: Iterable[WitnessedCommit], known: Collection[str]) -> LastArea | None:
    """The area of the last deed of this fight; None if it had none, and if its readers do not know who did it, because it lies around that one."""
    for moment in newest_first:
        kept = deeds.load(moment.commit.deed) if moment.commit.deed else ()
        for deed in reversed(kept):
            if deed.kind == "fight":
                return None
            card = deed_cards.card(deed, moment.readers) if deed_cards.is_card(deed) else None
            if card is None:
                continue
            if not deed.area or deed.who not in moment.readers.names:
                return None
            shown = {t.who: result for t in deed.targets if t.who in known and (result := deed_cards.result_of(t))}
            return LastArea(card["what"], card["who"], read_squares(deed.area) or (), shown)
    return None


def _begins_a_fight(commit: Commit) -> bool:
    return any(row.get("kind") == "fight" for row in commit.deed or ())
