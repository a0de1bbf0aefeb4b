"""A line for the model once it is in the journal: whom it addresses, and who hears the answer."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.decision.callers import Caller
from rpg_lite.decision.reserved_names import GAME_MASTER
from rpg_lite.game import Game
from rpg_lite.mechanics.journal import private_talks
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.world.events import Created
from rpg_lite.world.states import EntryState
from rpg_lite.world.world_model import JOURNAL_ID, Ref


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line as typed, and the call that records it; without one, it is a line of the program about what has happened. `played`: the ids of the heroes that seats play, for whom the model never speaks;
    `is_shared`: others at the table must not hear private words.
    """

    text: str
    payload: Mapping[str, Any] | None
    caller: Caller
    played: Collection[str]
    is_shared: bool


@dataclass(frozen=True, slots=True)
class Spoken:
    """The recorded line. `by`: the id of its speaker; `to`: the id of the creature that it addresses, or "gm", or None; `name`: the name
    of that creature; `hearers`: the ids of those who hear the line and its answer, none if everybody does; `talk_goes_on`: it is said
    aloud while others have a private talk.
    """

    by: str | None
    to: str | None
    name: str
    hearers: tuple[str, ...]
    talk_goes_on: bool = False

    @property
    def answers_as(self) -> str | None:
        """The id of the creature that answers; None for the game master."""
        return None if self.to == GAME_MASTER else self.to

    @property
    def answer(self) -> dict[str, Any]:
        """The call that records the answer, without its text."""
        back = {"toId": self.by} if self.by else {}
        if self.to == GAME_MASTER:
            return {"operation": "say", "characterName": GAME_MASTER, **back} if back else {"operation": "tell"}
        if self.to:
            return {"operation": "say", "characterId": self.to, **back}
        return {"operation": "tell", **({"names": ["party"]} if self.talk_goes_on else {})}


NOBODY: Final = Spoken(None, None, "", ())
"""A line that nobody has spoken; everybody hears what follows."""


def read(game: Game, rev: int) -> Spoken:
    """The line that this rev recorded."""

    def work(at: Reading) -> Spoken:
        (commit,) = at.commits_of([rev])
        entry = next(e.thing.entry for e in commit.events if isinstance(e, Created) and e.thing.parent_id == JOURNAL_ID)
        named = None if entry.to == GAME_MASTER else entry.to
        world = at.load((Ref("fight"), *((Ref("bearer", named),) if named else ())), game.book)
        called = world.things[named].name if named else ""
        talk_goes_on = entry.thread is None and private_talks.talk_in(world) is not None
        return Spoken(entry.by, entry.to, called, _hearers(entry), talk_goes_on)

    return game.store.read(game.campaign.id, work)


def _hearers(entry: EntryState) -> tuple[str, ...]:
    if entry.to is None and entry.thread is None:
        return ()
    return tuple(sorted({id for id in (entry.by, entry.to, *(entry.heard or ())) if id and id != GAME_MASTER}))
