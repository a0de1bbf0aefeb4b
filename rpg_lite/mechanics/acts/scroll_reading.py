"""Reading a spell scroll: the refusal for creatures that cannot read it, and the check for a spell of a level that the reader cannot cast
yet (SRD, Spell Scroll).
"""

from dataclasses import dataclass
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.acts.act_results import SaveRolled, TargetPlayed
from rpg_lite.mechanics.rolls.skill_checks import ability_check, skill_check
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.class_spellcasting import ClassCasting
from rpg_lite.rules.granted_spells import granted_spells
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

READING_DC: Final = 10
"""The number to which the level of the spell is added for the DC."""


@dataclass(frozen=True, slots=True)
class ScrollRead:
    """Whether the reader can read the scroll, and the check that decided it, if there was one."""

    is_made_out: bool
    check: TargetPlayed | None = None


def unreadable(draft: Draft, reader: Thing, thing: Thing, spell: Spell, field: str) -> Rejected | None:
    """The refusal if the spell is on none of the reader's lists; for a caster without classes, the table judges the list."""
    stats = draft.stats(reader)
    if creature_flags.READS_EVERY_SCROLL in stats.flags or creature_flags.IGNORES_ITEM_REQUIREMENTS in stats.flags:
        return None
    if stats.spellcasting and (not stats.spellcasting.by_class or _ways(draft, reader, spell, stats)):
        return None
    told = {"name": reader.name, "thing": thing.name, "spell": spell.name, "classes": ", ".join(spell.classes)}
    return Rejected("scroll_unreadable", field, told)


def read(draft: Draft, reader: Thing, spell: Spell) -> ScrollRead:
    """Read a scroll, with an ability check if the level of the spell is above those that the reader's class casts; in a dry run the check
    passes, and a note tells it.
    """
    stats = draft.stats(reader)
    if creature_flags.READS_EVERY_SCROLL in stats.flags:
        return ScrollRead(True) if spell.level <= 1 else _read_by_skill(draft, reader, spell)
    ways = _ways(draft, reader, spell, stats)
    if not ways or any(spell.level <= way.highest for way in ways) or not spell.level:
        return ScrollRead(True)
    ability = max((way.ability for way in ways), key=lambda a: stats.checks.values[a].value)
    if draft.situation.dry:
        return _told(draft, reader, spell, ability.upper())
    thrown = ability_check(draft, reader, ability)
    dc = READING_DC + spell.level
    check = SaveRolled(ability, dc, thrown.total, thrown.total >= dc, thrown.mode, told=thrown.told)
    return ScrollRead(check.passed, TargetPlayed(Called(reader.id), checks=(check,)))


def _read_by_skill(draft: Draft, reader: Thing, spell: Spell) -> ScrollRead:
    """Read a scroll of any class by an Arcana check (SRD 5.2, Use Magic Device)."""
    if draft.situation.dry:
        return _told(draft, reader, spell, "Arcana")
    thrown, dc = skill_check(draft, reader, "arcana"), READING_DC + spell.level
    check = SaveRolled("arcana", dc, thrown.total, thrown.total >= dc, thrown.mode, told=thrown.told)
    return ScrollRead(check.passed, TargetPlayed(Called(reader.id), checks=(check,)))


def _told(draft: Draft, reader: Thing, spell: Spell, check: str) -> ScrollRead:
    """The scroll as read, with a note on the check that decides it when it is played."""
    draft.note("scroll_takes_check", name=Called(reader.id), spell=spell.name, check=check, dc=READING_DC + spell.level)
    return ScrollRead(True)


def _ways(draft: Draft, reader: Thing, spell: Spell, stats: EffectiveStats) -> list[ClassCasting]:
    """The spellcasting of each of the reader's classes that has the spell on its list, or of all classes if the spell is granted."""
    if stats.spellcasting is None:
        return []
    every = [way.counts for way in stats.spellcasting.by_class.values()]
    of_list = [way for way in every if way.list in spell.classes]
    is_given = spell.name in granted_spells(thing_stats.sheet(reader, draft.situation.book), draft.situation.book)
    return of_list or (every if is_given else [])
