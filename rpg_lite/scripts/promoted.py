"""House rules that the game master has promoted: notes named script:NAME that are in use and run until they expire.

A script of a skill becomes such a note when it is kept: script:chase/encounter is skills/chase/scripts/encounter.py.
"""

from typing import Any, Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.targets import party_of, party_room
from rpg_lite.game import Game
from rpg_lite.install_hint import how_to_add
from rpg_lite.rules import names
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.world import clock, tools_in_use
from rpg_lite.world.world_model import Ref, Thing, World

PREFIX: Final = f"{tools_in_use.SCRIPT_SPACE}:"


def without_sandbox() -> str:
    """The message where scripts cannot run."""
    return f"Scripts run in a sandbox that is not installed: {how_to_add('scripts')}"


def name_of(script: str) -> str:
    """Return the qualified name of a script, from a name with or without its namespace.

    >>> name_of("hunger"), name_of("script:chase/encounter")
    ('script:hunger', 'script:chase/encounter')
    """
    return f"{PREFIX}{script.strip().removeprefix(PREFIX).removesuffix('.py')}"


def source(game: Game, script: str, days: int) -> str | Rejected:
    """Return the text of a promoted script, or the refusal if it is unknown, not in use where the party is, or expired."""
    wanted = name_of(script)

    def load(at: Reading) -> World:
        return at.load([Ref("context"), Ref("party"), *(Ref("qualified", None, name) for name in (wanted, f"{PREFIX}*"))], game.book)

    world = game.store.read(game.campaign.id, load)
    here = party_room(world)
    room, where = (here.id, here.name) if isinstance(here, Thing) else (None, "the party")
    used = {t.id: t for who in (None, *(m.id for m in party_of(world))) for t in tools_in_use.in_use(world, room, who, "data")}
    known = {t.qualified_name: t for t in (*world.things.values(), *used.values()) if tools_in_use.is_script(t)}
    if wanted not in known:
        return Rejected("qualified_unknown", "script", {"wanted": wanted}, tuple(names.nearest(wanted, filter(None, known))))
    if known[wanted].id not in used:
        return Rejected("not_in_use", "script", {"wanted": wanted, "name": where})
    return _unexpired(known[wanted], world, days)


def of_skill(game: Game, script: str) -> str | None:
    """Return the text of a script in the folder of a skill; None if there is none of this name."""
    skill, slash, name = name_of(script).removeprefix(PREFIX).partition("/")
    path = f"skills/{skill}/scripts/{name}.py"
    lore = game.lore
    data = lore.read_asset(path) if slash and path in lore.assets else None
    return data.decode("utf-8", "replace") if data is not None else None


def keep(game: Game, script: str, text: str) -> dict[str, Any]:
    """Keep a script in the campaign and put it in use everywhere; return the answer to the call."""
    note = {"operation": "equip", "bagName": "home", "itemName": name_of(script), "content": text}
    answer: dict[str, Any] = game.ask(note, tool="manage_tools", detail="brief")
    return answer


def _unexpired(note: Thing, world: World, days: int) -> str | Rejected:
    since = note.note.minutes or 0
    end = note.note.until if note.note.until is not None else since + days * clock.DAY
    if world.campaign.minutes >= end:
        told = {"name": note.qualified_name, "since": clock.tell_time(end)}
        again = {"operation": "equip", "itemName": note.qualified_name}
        return Rejected("script_expired", "script", told, instead=again)
    return note.note.content or ""
