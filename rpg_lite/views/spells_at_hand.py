"""The spells that a character can cast, by level with the slots left: those it has chosen, or the lists of its classes."""

from collections.abc import Mapping

from rpg_lite.messages.render_context import many
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet import Sheet
from rpg_lite.rules.spell_slots import ARCANUM, SLOT
from rpg_lite.rules.stats.effective import EffectiveStats

Spells = Mapping[int | None, list[str]]
"""Level → names, cantrips under 0; under None those that the rulebook does not have."""


def castable(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> Spells:
    chosen = [*(sheet.spells.cantrips or ()), *(sheet.spells.prepared or ()), *(sheet.spells.known or ())]
    found: dict[int | None, list[str]] = {}
    for name in chosen or _of_lists(sheet, stats, book):
        spell = book.spell(name)
        row = found.setdefault(spell.level if spell else None, [])
        shown = spell.name if spell else name
        row += [] if names.fold(shown) in map(names.fold, row) else [shown]
    return {level: found[level] for level in sorted(found, key=lambda at: 99 if at is None else at)}


def _of_lists(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> list[str]:
    """The spells on the lists of its classes, up to the level that each of them has reached."""
    of_classes = stats.spellcasting.by_class if stats.spellcasting else {}
    highest = {sheet.casting[c][0].list: n.counts.highest for c, n in of_classes.items() if c in sheet.casting}
    spells = sorted(filter(None, map(book.spell, book.spell_names)), key=lambda s: s.name) if highest else []
    return [s.name for s in spells if any(s.level <= most for of, most in highest.items() if of in s.classes)]


def text(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> str:
    """Slots, numbers, then one line for each level."""
    rows = castable(sheet, stats, book)
    if not rows:
        return f"{sheet.name} casts no spells."
    slots, casting = sheet.spell_slots.words(), stats.spellcasting
    numbers = [f"save DC {casting.save_dc.value}, attack {casting.attack.value:+d}"] if casting else []
    head = "; ".join((*([f"slots {slots}"] if slots else ["no slots"]), *numbers))
    unchecked = "" if _has_chosen(sheet) else " Nothing is prepared, so every spell on the class list counts."
    return "\n".join(
        (f"{sheet.name}: {head}.{unchecked}", *(f"{_level(sheet, level)}: {', '.join(found)}." for level, found in rows.items()))
    )


def _has_chosen(sheet: Sheet) -> bool:
    return bool(sheet.spells.prepared or sheet.spells.known or sheet.spells.cantrips)


def _level(sheet: Sheet, level: int | None) -> str:
    """The level with its own slots; higher ones serve too."""
    match level:
        case None:
            return "Not in the rulebook"
        case 0:
            return "Cantrips"
    slots = sheet.spell_slots
    if slots.most_of(f"{ARCANUM}{level}"):
        return f"Level {level} ({'arcanum' if slots.left_of(f'{ARCANUM}{level}') else 'arcanum spent'})"
    left = sum(slots.left_of(f"{SLOT}{at}") for at in range(level, 10)) + (
        slots.pact.left if slots.pact and slots.pact.level >= level else 0
    )
    return f"Level {level} ({many(left, 'slot')} that {'fits' if left == 1 else 'fit'})"
