"""Put the quests of a map into the campaign."""

from dataclasses import replace

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics.quest_nodes import NodeValues, put
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.world.map_plans import Plan


def add_quests(draft: Draft, plan: Plan) -> Rejected | None:
    """Make each quest of the map, or change the one of the same name; values that the map does not give stay as they are."""
    ids: dict[str, str] = {}
    for n, quest in enumerate(plan.quests):
        parents = [ids[names.fold(name)] for name in quest.under]
        values = NodeValues(quest.kind, None, [*dict.fromkeys(parents)] or None, quest.text or None, quest.public or None)
        made = put(draft, quest.name, values)
        if isinstance(made, Rejected):
            return replace(made, field=f"document.quests[{n}].{made.field}")
        ids[names.fold(quest.name)] = made
    return None
