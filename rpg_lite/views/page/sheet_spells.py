"""The spells of a creature on its sheet, each with what it does at this creature's level and whether it can be cast now."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from rpg_lite.mechanics.acts.wish_and_casting import cantrip_times, more_dice
from rpg_lite.rules import names, ready_spells
from rpg_lite.rules.acts.act import AttackStep, SaveStep, Spell
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.formulas import FormulaFault, fill
from rpg_lite.rules.granted_spells import always_prepared
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import castable_spells
from rpg_lite.views.act_text import cost_text
from rpg_lite.views.formula_words import in_words
from rpg_lite.views.span_text import lasts_text

Json = dict[str, Any]

_ORDER: Final = ("cantrip", "always", "prepared", "book")


def spells_json(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> list[Json]:
    """The spells by level. `ready`: cantrip, always, prepared, or book for one that is only in the spellbook."""
    found: dict[str, tuple[Spell, str]] = {}
    always = {names.fold(name) for name in always_prepared(sheet, book)}
    for name in castable_spells.ready(sheet, stats, book):
        if spell := _spell(sheet, name, book):
            ready = "cantrip" if spell.level == 0 else "always" if names.fold(spell.name) in always else "prepared"
            found.setdefault(names.fold(spell.name), (spell, ready))
    for name in (*(sheet.spells.known or ()), *(ready_spells.chosen_spells(sheet, book, as_ritual=True) or ())):
        if spell := _spell(sheet, name, book):
            found.setdefault(names.fold(spell.name), (spell, "book" if spell.level else "cantrip"))
    rows = sorted(found.values(), key=lambda row: (row[0].level, _ORDER.index(row[1]), row[0].name))
    return [_spell_json(spell, ready, sheet.level) for spell, ready in rows]


def _spell(sheet: Sheet, name: str, book: Rulebook) -> Spell | None:
    own = {names.fold(spell.name): spell for spell in sheet.spells.own}
    return own.get(names.fold(name)) or book.spell(name)


def _spell_json(spell: Spell, ready: str, level: int) -> Json:
    shown = {
        "name": spell.name,
        "level": spell.level,
        "time": names.capitalize(cost_text(spell)),
        "range": f"{spell.range} ft" if isinstance(spell.range, int) else spell.range or "",
        "area": f"{spell.area.shape} {spell.area.ft} ft" if spell.area else "",
        "parts": " ".join(spell.components),
        "conc": spell.concentration,
        "ritual": spell.ritual,
        "lasts": lasts_text(spell.duration) if spell.duration else "",
        "text": spell.description or "",
        "hit": _hit(spell),
        "dice": next(_dice(spell, level), ""),
        "ready": ready,
    }
    return {key: value for key, value in shown.items() if value != "" and value is not False}


def _hit(spell: Spell) -> str:
    """Whether the spell is an attack or asks for a save: "attack", "save CON"."""
    for step in spell.steps_by_path.values():
        if isinstance(step, AttackStep):
            return "attack"
        if isinstance(step, SaveStep):
            return f"save {'/'.join(map(str.upper, _abilities(step)))}"
    return ""


def _abilities(step: SaveStep) -> Sequence[str]:
    return (step.save,) if isinstance(step.save, str) else tuple(step.save)


def _dice(spell: Spell, level: int) -> Iterator[str]:
    """The dice of its first damage or healing; those of a cantrip at this character level."""
    for step in spell.steps_by_path.values():
        if isinstance(step, DamageStep) and isinstance(step.damage, str):
            dice = more_dice(step.damage, cantrip_times(level)) if step.cantrip and step.damage[:1].isdigit() else step.damage
            if not (told := _told(dice, spell, level)).startswith("0d"):
                yield f"{told} {step.type}" if isinstance(step.type, str) and step.type.isalpha() else told
        elif isinstance(step, HealStep) and isinstance(step.heal, str):
            yield _told(step.heal.replace("{mod}", "modifier"), spell, level)


def _told(amount: str, spell: Spell, level: int) -> str:
    """The amount at this character level; what depends on more than that is in words."""
    with suppress(FormulaFault):
        return fill(amount, {"level": level})
    return in_words(amount, max(1, spell.level))


def casting_json(stats: EffectiveStats, whys: Mapping[str, str]) -> Json | None:
    """The numbers for casting; `prepares`: the number of spells that the first class prepares or knows."""
    casting = stats.spellcasting
    if casting is None:
        return None
    of, counts = next(((name, n.counts) for name, n in casting.by_class.items()), ("", None))
    many = (counts.prepared if counts.prepared is not None else counts.known) if counts else None
    shown = {"dc": casting.save_dc.value, "dcWhy": whys.get("spellcasting.saveDc", ""), "attack": casting.attack.value}
    return {**shown, "attackWhy": whys.get("spellcasting.attack", ""), "prepares": many, "of": of}
