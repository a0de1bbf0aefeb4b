"""Rules that a table may demand: tools named turn:*, which apply where the room, the creature or Home uses them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.world import tools_in_use
from rpg_lite.world.world_model import HOME_ID, Ref, Thing, World

INITIATIVE: Final = "turn:initiative"
RULE_OF_COST: Final[Mapping[str, str]] = MappingProxyType(
    {
        "action": "turn:one_action",
        "action of Haste": "turn:one_action",
        "bonus action": "turn:one_bonus_action",
        "reaction": "turn:one_reaction",
        "movement": "turn:one_movement",
    }
)
"""The rule that forbids spending something twice, keyed by the word in the note."""
ONE_SPELL: Final = "turn:one_spell"
"""The rule about several spells in one turn, which differs between the rulesets."""
RULES: Final = (INITIATIVE, *dict.fromkeys(RULE_OF_COST.values()), ONE_SPELL)
REFS: Final = tuple(Ref("verb", None, rule) for rule in RULES)
"""The refs of a command that can spend a part of a turn; without them, the world that it sees has no turn rules."""


def is_demanded(world: World, creature: Thing, rule: str) -> bool:
    """Whether the rule of this qualified name applies to the creature where it is; the rules that Home uses apply everywhere."""
    if any(_is_in(world, world.worn_by.get(context, ()), rule) for context in (HOME_ID, creature.id)):  # only rooms use sets of defaults
        return True
    room = world.room_of(creature.id)
    return _is_in(world, tools_in_use.rows_of(world, tools_in_use.in_force(world, room.id if room else None)), rule)


def _is_in(world: World, ids: Iterable[str], rule: str) -> bool:
    for id in ids:
        tool = world.things.get(id)
        if tool is not None and tool.qualified_name == rule:
            return True
    return False
