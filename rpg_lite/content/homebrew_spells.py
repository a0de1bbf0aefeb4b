"""The spells of a user on the lists of the classes, so that heroes choose and prepare them like those of the rulebook."""

from rpg_lite.rules.acts.act import AttackStep, SaveStep, Spell
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook_entries import SpellRule


def rule_of(spell: Spell) -> SpellRule:
    """The spell with its level, its classes, and the roll that it needs; of several saving throws, the first."""
    steps = list(walk(spell.steps))
    saves = [step.save for step in steps if isinstance(step, SaveStep) and isinstance(step.save, str)]
    is_attack = any(isinstance(step, AttackStep) and step.attack == "spell" for step in steps)
    return SpellRule(spell.name, is_attack, saves[0] if saves else None, spell.level, tuple(spell.classes))
