"""The names that a refusal may tell a player: those of the party, and of what is where the player's own characters stand.

Players see with the eyes of the whole party, and a command finds what any of them sees; but a refusal lists nobody from a friend's room to
whoever sent a wrong name (adrs/0339).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rpg_lite.decision.callers import Caller, is_known, room_id, standing_oneself
from rpg_lite.decision.command import Command
from rpg_lite.decision.name_matching import told_with_id
from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.world.world_model import Thing, World

_OF_ROOMS: Final = "r"
"""The letter with which the ids of rooms begin; which rooms a player knows is decided elsewhere."""
SOMEBODY: Final = "somebody out of sight"


@dataclass(frozen=True, slots=True)
class _Sight:
    """The ids in sight of a caller's own characters, and the names that only things out of sight have."""

    ids: Collection[str]
    hidden: Collection[str]

    def tells(self, word: str) -> bool:
        """Whether a listed word names nothing that is out of sight."""
        if (both := told_with_id(word)) is None:
            return word not in self.hidden
        return both[1] in self.ids or both[1].startswith(_OF_ROOMS)


def without(refused: Rejected, command: Command, caller: Caller, seen: World) -> Rejected:
    """The refusal for a player, who learns from it no name of anybody or anything in a room where only friends stand.

    A name that the player sent whole is repeated; for one that the player wrote in part or as an id, the sent word stands.
    """
    if not caller.characters:
        return refused
    sight = _sight(caller, seen)
    if not sight.hidden:
        return refused
    sent = [names.fold(word) for word in _words(command.model_dump(exclude_none=True))]
    details = {key: _told(value, sent, sight) for key, value in refused.details.items()}
    near = tuple(word for word in refused.near if sight.tells(word))
    allowed = tuple(word for word in refused.allowed if sight.tells(word))
    if "more" in details and (len(near) < len(refused.near) or len(allowed) < len(refused.allowed)):
        del details["more"]
    return replace(refused, details=details, near=near, allowed=allowed)


def _sight(caller: Caller, seen: World) -> _Sight:
    rooms = standing_oneself(caller, seen)

    def is_near(thing: Thing) -> bool:
        bearer = thing if thing.kind == "character" else seen.bearer_of(thing.id)
        return thing.kind == "room" or (bearer is not None and is_known(caller, bearer)) or room_id(seen, thing) in rooms

    near = [t for t in seen.things.values() if is_near(t)]
    told, kept = {t.id for t in near}, {t.name for t in near}
    strangers = {t.name for t in seen.things.values() if t.id not in told and t.kind in ("character", "item")}
    return _Sight(told, strangers - kept)


def _words(value: Any) -> Iterator[str]:
    """Every text in a payload, however deep it lies."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner)


def _told(value: Any, sent: Collection[str], sight: _Sight) -> Any:
    if isinstance(value, list | tuple):
        return [_told(one, sent, sight) for one in value if not isinstance(one, str) or sight.tells(one)]
    if not isinstance(value, str) or value not in sight.hidden or names.fold(value) in sent:
        return value
    return SOMEBODY
