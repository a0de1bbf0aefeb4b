"""Rules that a table may demand: tools named turn:*, which apply where the room, the creature or Home uses them."""

from rpg_lite.world import tools_in_use
from rpg_lite.world.things import HOME_ID, Thing, World


def is_demanded(world: World, creature: Thing, rule: str) -> bool:
    """Whether the rule of this qualified name applies to the creature where it is; the rules that Home uses apply everywhere."""
    room = world.room_of(creature.id)
    contexts = (tools_in_use.in_force(world, room.id if room else None), creature.id, HOME_ID)
    return any(tool.qualified_name == rule for context in contexts for tool in tools_in_use.equipped_by(world, context))
