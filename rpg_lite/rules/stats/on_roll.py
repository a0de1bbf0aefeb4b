"""The things that count beside the number when a creature rolls: advantage, disadvantage, failing without a roll, and added dice.

Every roll and every explanation of a number reads it here, so that an explanation names all that the roll uses.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY, SKILLS, Ability, Skill


class OnRoll(NamedTuple):
    """`modes`: every reason for advantage or disadvantage, also those that cancel out; `fails`: what makes it fail without a roll;
    `dice`: the dice added to it.
    """

    modes: tuple[Modifier, ...] = ()
    fails: tuple[Modifier, ...] = ()
    dice: tuple[Modifier, ...] = ()

    @property
    def sources(self) -> dict[str, list[str]]:
        """The names of what makes the roll better, worse or fail, each once: way → names. Ways to which nothing leads are left out."""
        better, worse = ([m for m in self.modes if m.op == op] for op in ("advantage", "disadvantage"))
        ways = {"advantage": better, "disadvantage": worse, "fails": self.fails}
        return {way: list(dict.fromkeys(m.source.name for m in causes)) for way, causes in ways.items() if causes}


NOTHING: Final = OnRoll()


def of_save(stats: EffectiveStats, ability: Ability) -> OnRoll:
    dice = added_dice(stats, "save.all", f"save.{ability}")
    return OnRoll(stats.saves.reasons[ability], stats.auto_fail_saves.get(ability, ()), dice)


def of_check(stats: EffectiveStats, ability: Ability) -> OnRoll:
    return OnRoll(stats.checks.reasons[ability], (), added_dice(stats, "check.all", f"check.{ability}"))


def of_skill(stats: EffectiveStats, skill: Skill) -> OnRoll:
    dice = added_dice(stats, "check.all", f"check.{SKILL_ABILITY[skill]}", f"skill.{skill}")
    return OnRoll(stats.skills.reasons[skill], (), dice)


def of_initiative(stats: EffectiveStats) -> OnRoll:
    return OnRoll(stats.initiative_reasons, (), added_dice(stats, "initiative"))


def of_attack(attack: AttackStats) -> OnRoll:
    return OnRoll(attack.reasons, (), attack.hit_dice)


def of_spell_attack(stats: EffectiveStats) -> OnRoll:
    """An attack with a spell; without spellcasting of its own, a creature aims a spell as it aims a blow."""
    own = stats.spellcasting.reasons if stats.spellcasting else stats.unarmed.reasons
    return OnRoll(own, (), added_dice(stats, "attack.all", "attack.spell"))


def added_dice(stats: EffectiveStats, *targets: str) -> tuple[Modifier, ...]:
    """The dice that changes to these targets add to a roll."""
    return tuple([m for t in targets for m in stats.dice.get(t, ())]) if stats.dice else ()


def by_path(stats: EffectiveStats) -> dict[str, OnRoll]:
    """The things that count on each roll, by the path of its number; paths to which nothing applies are left out."""
    return {path: found for path, found in _every(stats) if any(found)}


def _every(stats: EffectiveStats) -> Iterator[tuple[str, OnRoll]]:
    yield from ((f"saves.{a}", of_save(stats, a)) for a in ABILITIES)
    yield from ((f"checks.{a}", of_check(stats, a)) for a in ABILITIES)
    yield from ((f"skills.{s}", of_skill(stats, s)) for s in SKILLS)
    yield "initiative", of_initiative(stats)
    yield from ((f"attacks.{a.name}.toHit", of_attack(a)) for a in stats.attacks)
    if stats.spellcasting:
        yield "spellcasting.attack", of_spell_attack(stats)
