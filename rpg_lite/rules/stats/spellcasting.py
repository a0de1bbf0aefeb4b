"""Spell save DC and spell attack of the sheet, and of each class that casts spells (SRD, Spellcasting)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rpg_lite.rules.breakdown import Breakdown, line
from rpg_lite.rules.class_resources import values_of
from rpg_lite.rules.class_spellcasting import ClassCasting, casting_at, with_features
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.checks import modifier_line, trained_line
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.vocabulary import Ability, Mode


@dataclass(frozen=True, slots=True)
class SpellNumbers:
    """The numbers for casting the spells of one class, and the number of its spells."""

    ability: Ability
    save_dc: Breakdown
    attack: Breakdown
    counts: ClassCasting


@dataclass(frozen=True, slots=True)
class Spellcasting:
    """The numbers with the sheet's own ability (by default that of the first class), and the numbers for each class."""

    ability: Ability
    save_dc: Breakdown
    attack: Breakdown
    mode: Mode
    reasons: tuple[Modifier, ...] = ()
    by_class: Mapping[str, SpellNumbers] = field(default_factory=dict)

    def of_class(self, name: str | None) -> "SpellNumbers | Spellcasting":
        """The numbers of a class, or the numbers of the sheet if this class casts no spells."""
        return self.by_class.get(name or "", self)


def spellcasting(sheet: Sheet, pool: Pool, modifiers: Mapping[Ability, int], bonus: int, book: Rulebook) -> Spellcasting | None:
    """Spell save DC: 8 + proficiency + modifier; spell attack: proficiency + modifier."""
    ability = sheet.spellcasting_ability
    if ability is None:
        return None
    dc, attack = _numbers(ability, pool, modifiers, bonus)
    return Spellcasting(ability, dc, attack, *pool.mode(*_targets(ability)), _by_class(sheet, pool, modifiers, bonus, book))


def _by_class(sheet: Sheet, pool: Pool, modifiers: Mapping[Ability, int], bonus: int, book: Rulebook) -> dict[str, SpellNumbers]:
    values = values_of(sheet.class_levels, sheet.level, bonus, modifiers)
    return {
        name: SpellNumbers(
            how.ability,
            *_numbers(how.ability, pool, modifiers, bonus),
            with_features(casting_at(how, level, values, book), name, sheet.feature_rules),
        )
        for name, (how, level) in sheet.casting.items()
    }


def _numbers(ability: Ability, pool: Pool, modifiers: Mapping[Ability, int], bonus: int) -> tuple[Breakdown, Breakdown]:
    own = [modifier_line(ability, modifiers[ability]), trained_line(bonus, 1)]
    dc = pool.fold([line("base", "spell save", "spell_save_dc", "base", 8), *own], "spell_save_dc")
    return dc, pool.fold(own, *_targets(ability))


def _targets(ability: Ability) -> tuple[str, ...]:
    return ("attack.all", "attack.spell", f"attack.{ability}")
