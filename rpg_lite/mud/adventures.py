"""The shipped adventures: the list, what players read when one begins, and when the party cannot go back to its entrance."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rpg_lite.content import map_files
from rpg_lite.decision.targets import party_of
from rpg_lite.game import Game
from rpg_lite.messages import result_notes
from rpg_lite.messages.render_context import join_names, many
from rpg_lite.monsters.policy import is_standing
from rpg_lite.world import clock
from rpg_lite.world.map_plans import Plan
from rpg_lite.world.world_model import Ref, World

FIRST: Final = "salt_toll"
"""The adventure for a first evening."""
HOW_TO_BEGIN: Final = "Type adventure NAME to begin one."
NOT_IN_A_FIGHT: Final = "A fight is going on, so the party cannot go back to {start}: flee leaves the fight, and end ends it."
NOBODY_STANDS: Final = (
    "Nobody in the party is standing, so nobody goes back to {start}. undo takes back the last turns; heal NAME by N helps, too."
)
NONE_IN_A_FIGHT: Final = "A fight is going on, and no adventure begins in its middle: flee leaves the fight, and end ends it."
NOBODY_BEGINS: Final = (
    "Nobody in the party is standing, so no adventure begins. hero NAME CLASS makes a hero who can; undo takes back the last turns."
)
GOES_BACK: Final = "{name} has begun already; the party goes back to {start}."
_MADE_FOR: Final = ("made_for_heroes", "made_for_number", "made_for_level")
"""The notes on the party for which a map is meant, the fullest first, since its text has the form of the others, too."""
CARRIED: Final = "The others carry {names}."


def read_all() -> dict[str, Plan]:
    """Read the shipped adventures: name of the file → plan."""
    return {name: map_files.read(file.read_text("utf-8")) for name, file in map_files.list_adventures().items()}


def listing(known: Mapping[str, Plan]) -> str:
    return "\n".join([*(f"{stem}: {_describe(plan)}" for stem, plan in known.items()), HOW_TO_BEGIN])


def _describe(plan: Plan) -> str:
    heroes = f", for a party of {plan.heroes}" if plan.heroes else ""
    level = f", for level {plan.level}" if plan.level else ""
    return f"{plan.name}, {many(len(plan.rooms), 'room')}{heroes}{level}"


def opening(answer: Mapping[str, Any], plan: Plan) -> Iterator[str]:
    """Yield what players read when the adventure begins. Most of the answer to the import is for the game master, and so is the story."""
    noted = (result_notes.pattern(code, name=plan.name).search(answer["text"]) for code in _MADE_FOR)
    meant = next(filter(None, noted), None)
    yield " ".join((f"{plan.name} begins.", *([meant[0]] if meant else [])))
    yield from (f"{quest.name}: {quest.text}" for quest in plan.quests if quest.public and not quest.under)


def why_not_back(game: Game, plan: Plan) -> str | None:
    """The reason why the party cannot go back to the entrance of an adventure that has begun; None if it can."""
    world = _party_in(game)
    if not any(map(is_standing, party_of(world))):
        return NOBODY_STANDS.format(start=plan.start)
    return NOT_IN_A_FIGHT.format(start=plan.start) if clock.fight(world) else None


def why_not_begun(game: Game) -> str | None:
    """The reason why the party cannot begin another adventure now; None if it can."""
    world = _party_in(game)
    if not any(map(is_standing, party_of(world))):
        return NOBODY_BEGINS
    return NONE_IN_A_FIGHT if clock.fight(world) else None


def is_on_a_map(game: Game) -> bool:
    """Whether the party stands in a room that came with a map, to which the map of another story would be joined."""
    world = _party_in(game)
    return any(room.room.map is not None for one in party_of(world) if (room := world.room_of(one.id)))


def going_back(game: Game, plan: Plan) -> str:
    """The sentence about the way back, with those who cannot walk."""
    fallen = [one.name for one in party_of(_party_in(game)) if not is_standing(one)]
    told = GOES_BACK.format(name=plan.name, start=plan.start)
    return f"{told} {CARRIED.format(names=join_names(fallen))}" if fallen else told


def _party_in(game: Game) -> World:
    return game.store.read(game.campaign.id, lambda at: at.load([Ref("party"), Ref("fight")], game.book))
