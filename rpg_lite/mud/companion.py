"""The companion of a lone hero: a fighter who joins as an adventure for several heroes begins in a game alone."""

from collections.abc import Collection
from typing import Any, Final

from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.space import sides
from rpg_lite.mud.character_creation_questions import METHODS
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from rpg_lite.world.map_plans import Plan
from rpg_lite.world.world_model import World

ABOVE: Final = 3
"""The levels by which the companion is above that of the adventure: so a fighter of level 1 wins at least 7 of 10 evenings in either rulebook
(tests/mud/test_first_evening.py); with 2 levels, 4 to 9 of them.
"""
NAMES: Final = ("Oda", "Ilsa", "Torvin", "Wenna")
"""The names that a companion may have; the first that nobody in the party has."""
JOINS: Final = (
    "{name}, a fighter of level {level}, joins {hero}: this adventure is too much for one. retire {name} sends the companion away."
)
_INCREASES: Final = ((4, {"str": 1, "con": 1}), (6, {"str": 2}))
"""The ability score increases of a fighter, each with its level."""
_CHOICES: Final[dict[Ruleset, dict[str, Any]]] = {
    "5.1": {"skills": ["athletics", "perception"], "fighting style": "defense", "subclass": "champion"},
    "5.2": {
        "skills": ["athletics", "perception"],
        "fighting style": "Defense",
        "subclass": "champion",
        "weapon mastery": ["greatsword", "flail", "javelin", "longbow"],
    },
}
"""The other choices of a fighter of levels 4 to 6."""


def wanted(world: World, plan: Plan, book: Rulebook) -> Ask | None:
    """Return the call that makes the companion; None for a party of several, for an adventure for one, and for a hero above the companion."""
    heroes, _ = sides.split_party(party_of(world))
    if len(heroes) != 1 or not plan.heroes or plan.heroes < 2 or plan.level is None:
        return None
    level = plan.level + ABOVE
    if thing_stats.true_sheet(heroes[0], book).level > level:
        return None
    increases = [points for at, points in _INCREASES if at <= level]
    choices = {**_CHOICES[book.ruleset], "fighter asi": increases}
    character = {"classes": [f"fighter {level}"], "party": True, "choices": choices}
    made = {"operation": "create", "name": _name([one.name for one in party_of(world)]), "method": METHODS["array"], "kit": True}
    return Ask("manage_character", {**made, "character": character})


def greeting(ask: Ask, hero: str, plan: Plan) -> str:
    """The sentence about the companion who joins."""
    assert plan.level is not None
    return JOINS.format(name=ask.payload["name"], level=plan.level + ABOVE, hero=hero)


def _name(taken: Collection[str]) -> str:
    had = {*map(names.fold, taken)}
    return next(name for name in NAMES if names.fold(name) not in had)
