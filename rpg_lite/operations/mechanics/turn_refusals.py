"""Turn rules that a table may demand: where turn:one_action or a similar rule is in use, deeds that the turn does not allow are refused.

Without such a rule, the deed is played and noted. Both follow from what the draft holds as overspent: the count of `turn_economy` covers
haste, extra attacks, second turns and readied acts, that of `spells_of_a_turn` the spells.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.operations.command import Command
from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics import installed_turn_rules, optional_turn_rules
from rpg_lite.operations.mechanics.optional_turn_rules import INITIATIVE, ONE_SPELL, RULE_OF_COST
from rpg_lite.operations.outcome import Called, Overspent, Rejected, What
from rpg_lite.world.world_model import World

_RULES: Final[Mapping[What, tuple[str, str]]] = MappingProxyType(
    {
        "turn": (INITIATIVE, "turn_not_yours"),
        "death save": (INITIATIVE, "turn_save_early"),
        "action": (RULE_OF_COST["action"], "turn_spent"),
        "action of Haste": (RULE_OF_COST["action of Haste"], "turn_spent"),
        "attacks": (RULE_OF_COST["action"], "turn_spent"),
        "bonus action": (RULE_OF_COST["bonus action"], "turn_spent"),
        "reaction": (RULE_OF_COST["reaction"], "turn_spent"),
        "movement": (RULE_OF_COST["movement"], "turn_spent"),
        "second slot": (ONE_SPELL, "turn_slot_spent"),
        "spell beside bonus": (ONE_SPELL, "turn_spell_spent"),
    }
)
"""The rule that forbids what was overspent, and the code of the refusal."""

OF_OTHERS: Final = frozenset(code for rule, code in _RULES.values() if rule == INITIATIVE)
"""The refusals that name the creature whose turn it is."""
OF_OWN_TURN: Final = frozenset(("turn_rule", *(code for _, code in _RULES.values()))) - OF_OTHERS
"""The refusals that name only what the creature has done in its turn."""


def refuse(command: Command, draft: Draft) -> Rejected | None:
    """The refusal if a rule in use forbids something that was overspent, or if a rule of one's own forbids an act; the game master may force it."""
    if command.is_forced or not (draft.overspent or draft.situation.book.turn_rules):
        return None
    found = (refusal for over in draft.overspent if (refusal := _refusal(over, draft.before)))
    return next(found, None) or installed_turn_rules.refusal(draft.before, draft.world, draft.situation.book)


def _refusal(over: Overspent, world: World) -> Rejected | None:
    (rule, code), creature = _RULES[over.what], world.things.get(over.who)
    if creature is None or not optional_turn_rules.is_demanded(world, creature, rule):
        return None
    if rule != INITIATIVE:
        return Rejected(code, "operation", {"rule": rule, "name": creature.name, "what": over.what})
    whose = world.things[over.whose.id].name if isinstance(over.whose, Called) else over.whose
    return Rejected(code, "operation", {"rule": rule, "name": whose, "by": creature.name})
