"""Turn map findings into English."""

from collections.abc import Mapping, Sequence
from typing import Final

from rpg_lite.operations.rooms.import_map import ImportMapResult
from rpg_lite.world.map_lint import Code, MapFinding

TEXTS: Final[Mapping[Code, str]] = {
    "room_unreachable": "No exit leads to {0}.",
    "room_trap": "Nobody who enters {0} can leave it again.",
    "key_behind": "{0} is locked, and {1} can only be reached through a lock that it opens.",
    "key_missing": "{0} is locked, and {1} is nowhere on the map.",
    "creature_unknown": "{0} should be in {1}: {2}.",
    "item_unknown": "{0} should lie in {1}: {2}.",
    "trap_unknown": "The trap {0} should be in {1}: {2}.",
    "trap_in_vain": "Nothing triggers the trap {0} ({1}): it waits for {2}.",
    "block_without_lever": "{0} in {1} blocks the path, and no lever for it can be reached.",
    "creature_moved": "{0} stands {1} in {2}, because it does not fit at {3}.",
    "remark": "{0}",
}
MOST_TOLD: Final = 10


def contents(of: ImportMapResult) -> str:
    """The size of a map: its rooms, exits, creatures, things and quests."""
    secret = f" ({of.secrets} secret)" if of.secrets else ""
    told = (_several(of.rooms, "room"), _several(of.ways, "exit") + secret, _several(of.creatures, "creature"))
    quests = (_several(of.quests, "line") + " about quests",) if of.quests else ()
    return f"{of.name}: {', '.join((*told, _several(of.things, 'thing'), *quests))}."


def _several(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def sentence(finding: MapFinding) -> str:
    return TEXTS[finding.code].format(*finding.names).replace("?.", "?")  # a remark may end with a question


def loop(rooms: Sequence[str]) -> str:
    return f"Loop: {' – '.join((*rooms, rooms[0]))}."


def summary(findings: Sequence[MapFinding], loops: Sequence[Sequence[str]]) -> str:
    """The findings, and the number of loops."""
    told = [sentence(f) for f in findings[:MOST_TOLD]]
    told += [f"And {_several(len(findings) - MOST_TOLD, 'more finding')}."] if len(findings) > MOST_TOLD else []
    return " ".join((*(told or ["Nothing is wrong with the map."]), f"{_several(len(loops), 'loop')}."))
