"""Turn rules that a table may demand: where turn:one_action and its like are in use, what a turn does not allow is refused.

Without them, the deed is played and noted. The count is that of `turn_economy`, so that haste, extra attacks and second turns count alike.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.operations.command import Command
from rpg_lite.operations.mechanics import demanded_rules
from rpg_lite.operations.outcome import Called, Notice, Outcome, Rejected
from rpg_lite.world.things import World

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
"""The rule that forbids to spend something twice, by the word of the note."""
ATTACKS: Final = "attacks"


def refuse(command: Command, world: World, outcome: Outcome) -> Outcome:
    """The outcome, or a refusal if a rule in use forbids what the notes of the outcome report; the game master may force it."""
    if isinstance(outcome, Rejected) or command.is_forced:
        return outcome
    return next((refusal for note in outcome.notes if (refusal := _refusal(note, world))), outcome)


def _refusal(note: Notice, world: World) -> Rejected | None:
    rule, what = _rule_of(note)
    who = note.details.get("by", note.details.get("name"))
    creature = world.things.get(who.id) if isinstance(who, Called) else None
    if rule is None or creature is None or not demanded_rules.is_demanded(world, creature, rule):
        return None
    if rule == INITIATIVE:
        whose = note.details["name"]
        whose = world.things[whose.id].name if isinstance(whose, Called) else whose
        return Rejected("turn_not_yours", "operation", {"rule": rule, "name": whose, "by": creature.name})
    return Rejected("turn_spent", "operation", {"rule": rule, "name": creature.name, "what": what})


def _rule_of(note: Notice) -> tuple[str | None, str]:
    if note.code == "turn_of_another":
        return INITIATIVE, ""
    if note.code == "attacks_beyond":
        return RULE_OF_COST["action"], ATTACKS
    what = str(note.details.get("what", "")) if note.code == "spent_already" else ""
    return RULE_OF_COST.get(what), what
