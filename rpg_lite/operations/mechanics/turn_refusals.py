"""Turn rules that a table may demand: where turn:one_action or a similar rule is in use, deeds that the turn does not allow are refused.

Without such a rule, the deed is played and noted. Both follow the count of `turn_economy`, which covers haste, extra attacks, second
turns and readied acts, and that of `spells_of_a_turn`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.operations.command import Command
from rpg_lite.operations.mechanics import installed_turn_rules, optional_turn_rules
from rpg_lite.operations.mechanics.optional_turn_rules import INITIATIVE, ONE_SPELL, RULE_OF_COST
from rpg_lite.operations.outcome import Called, Notice, Outcome, Rejected
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import World

ATTACKS: Final = "attacks"
_RULE_OF_NOTE: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "turn_of_another": (INITIATIVE, "turn_not_yours"),
        "death_save_early": (INITIATIVE, "turn_save_early"),
        "attacks_beyond": (RULE_OF_COST["action"], "turn_spent"),
        "second_slot": (ONE_SPELL, "turn_slot_spent"),
        "spell_beside_bonus": (ONE_SPELL, "turn_spell_spent"),
    }
)
"""The rule that forbids what a note reports, and the code of the refusal."""

OF_OTHERS: Final = frozenset(code for rule, code in _RULE_OF_NOTE.values() if rule == INITIATIVE)
"""The refusals that name the creature whose turn it is."""
OF_OWN_TURN: Final = frozenset(("turn_rule", *(code for _, code in _RULE_OF_NOTE.values()))) - OF_OTHERS
"""The refusals that name only what the creature has done in its turn."""


def refuse(command: Command, world: World, outcome: Outcome, book: Rulebook) -> Outcome:
    """The outcome, or a refusal if a rule in use forbids something that the notes of the outcome report, or if a rule of one's own forbids
    an act; the game master may force it.
    """
    if isinstance(outcome, Rejected) or command.is_forced:
        return outcome
    refusals = (refusal for note in outcome.notes if (refusal := _refusal(note, world)))
    return next(refusals, None) or installed_turn_rules.refusal(world, outcome.world, book) or outcome


def _refusal(note: Notice, world: World) -> Rejected | None:
    rule, code = _rule_of(note)
    who = note.details.get("by", note.details.get("name"))
    creature = world.things.get(who.id) if isinstance(who, Called) else None
    if rule is None or creature is None or not optional_turn_rules.is_demanded(world, creature, rule):
        return None
    if rule != INITIATIVE:
        return Rejected(code, "operation", {"rule": rule, "name": creature.name, "what": note.details.get("what", ATTACKS)})
    whose = note.details["name"]
    whose = world.things[whose.id].name if isinstance(whose, Called) else whose
    return Rejected(code, "operation", {"rule": rule, "name": whose, "by": creature.name})


def _rule_of(note: Notice) -> tuple[str | None, str]:
    if note.code == "spent_already":
        return RULE_OF_COST.get(str(note.details.get("what", ""))), "turn_spent"
    return _RULE_OF_NOTE.get(note.code, (None, ""))
