"""The spells that a character can cast, by level with the slots left: the spells that the character has chosen, or else those on the lists
of its classes.
"""

from collections.abc import Iterator, Mapping, Sequence

from rpg_lite.messages.render_context import many
from rpg_lite.rules import names, ready_spells
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.block_spells import block_spells
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.free_casts import free_casts
from rpg_lite.rules.granted_spells import always_prepared, granted_spells
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.species_spells import OwnSpell, species_spells
from rpg_lite.rules.spell_slots import ARCANUM, SLOT
from rpg_lite.rules.stats.effective import EffectiveStats

Spells = Mapping[int | None, list[str]]
"""Names of spells by level: cantrips under 0, and spells that the rulebook does not have under None."""


def castable(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> Spells:
    """The spells that `cast` accepts: chosen and always prepared spells; if none of a kind are chosen, those on the class lists."""
    cantrips, leveled = ready_spells.chosen_cantrips(sheet), ready_spells.chosen_spells(sheet, book)
    of_lists = _of_lists(sheet, stats, book) if cantrips is None or leveled is None else []
    listed = [s.name for s in of_lists if (cantrips if s.level == 0 else leveled) is None]
    own = {spell.name: spell for spell in sheet.spells.own}
    found: dict[int | None, list[str]] = {}
    for name in (*ready(sheet, stats, book), *listed):
        spell = own.get(name) or book.spell(name)
        row = found.setdefault(spell.level if spell else None, [])
        shown = spell.name if spell else name
        row += [] if names.fold(shown) in map(names.fold, row) else [shown]
    return {level: found[level] for level in sorted(found, key=lambda at: 99 if at is None else at)}


def ready(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> list[str]:
    """The spells that the creature has individually: chosen, always prepared, and given by its stat block, its species or its features."""
    chosen = (
        *(spell.name for spell in sheet.spells.own),
        *(ready_spells.chosen_cantrips(sheet) or ()),
        *(ready_spells.chosen_spells(sheet, book) or ()),
    )
    given = (*block_spells(sheet, book), *species_spells(sheet, stats.modifiers, book), *_free(sheet, stats, book))
    return list({names.fold(name): name for name in (*chosen, *granted_spells(sheet, book), *given)}.values())


def _of_lists(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> list[Spell]:
    """The spells on the lists of its classes, up to the spell level that each class has reached."""
    of_classes = stats.spellcasting.by_class if stats.spellcasting else {}
    highest = {c: n.counts.highest for c, n in of_classes.items() if c in sheet.casting}
    spells = sorted(filter(None, map(book.spell, book.spell_names)), key=lambda s: s.name) if highest else []
    return [s for s in spells if any(s.level <= highest.get(c, -1) for c in ready_spells.classes_with(sheet, s, book))]


def text(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> str:
    """The slots and numbers of a character, then one line for each level of spells."""
    rows = castable(sheet, stats, book)
    if not rows:
        return f"{sheet.name} casts no spells."
    slots, casting = sheet.spell_slots.words(), stats.spellcasting
    numbers = [f"save DC {casting.save_dc.value}, attack {casting.attack.value:+d}"] if casting else []
    head = f"{sheet.name}: {'; '.join((f'slots {slots}' if slots else 'no slots', *numbers))}"
    lines = [f"{head}.{_note_unchecked(sheet, book)}", *(f"{_level(sheet, level)}: {', '.join(found)}." for level, found in rows.items())]
    lines += given_lines(sheet, stats, book)
    if rituals := _for_rituals(sheet, book):
        lines.append(f"As rituals only: {', '.join(rituals)}.")
    return "\n".join(lines)


def level_line(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> str:
    """All spells in one line, by level with the slots left of that level: "Spells (DC 17, +9): cantrips Light; level 1 (4/4) Shield"."""
    told = (
        f"{_short_level(sheet, level)} {', '.join(_marked(sheet, book, found))}" for level, found in castable(sheet, stats, book).items()
    )
    return _in_a_line(stats, list(told))


def counted_line(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> str:
    """The number of spells of each level, in one line."""
    return _in_a_line(stats, [f"{_short_level(sheet, level)} {len(found)}" for level, found in castable(sheet, stats, book).items()])


def _in_a_line(stats: EffectiveStats, told: Sequence[str]) -> str:
    numbers = f" (DC {stats.spellcasting.save_dc.value}, {stats.spellcasting.attack.value:+d})" if stats.spellcasting else ""
    return f"Spells{numbers}: {'; '.join(told)}." if told else ""


def _short_level(sheet: Sheet, level: int | None) -> str:
    if not level:
        return "other" if level is None else "cantrips"
    most = sheet.spell_slots.most_of(f"{SLOT}{level}")
    return f"level {level} ({sheet.spell_slots.left_of(f'{SLOT}{level}')}/{most})" if most else f"level {level}"


def _marked(sheet: Sheet, book: Rulebook, spells: Sequence[str]) -> Iterator[str]:
    """The names, with what a stat block says of spells that need no slot."""
    own = {names.fold(name): spell for name, spell in block_spells(sheet, book).items()}
    for name in spells:
        spell = own.get(names.fold(name))
        supply = sheet.resources.get(spell.resource or "") if spell else None
        yield f"{name} {supply.left}/{supply.max}" if supply else f"{name} (at will)" if spell and spell.at_will else name


def given_lines(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> Iterator[str]:
    """One line for each kind of spells that nobody has to choose: always prepared, of the stat block, of the species, of features."""
    if always := sorted(always_prepared(sheet, book)):
        yield f"Always prepared: {', '.join(always)}."
    own = (
        ("stat block", block_spells(sheet, book)),
        ("species", species_spells(sheet, stats.modifiers, book)),
        ("features", _free(sheet, stats, book)),
    )
    for what, spells in own:
        if spells:
            yield f"From its {what}: {', '.join(_with_uses(sheet, spell) for spell in spells.values())}."


def _free(sheet: Sheet, stats: EffectiveStats, book: Rulebook) -> Mapping[str, OwnSpell]:
    """The spells that its features let it cast without a slot; a spell that must be prepared counts only while it is prepared."""
    ready = ready_spells.chosen_spells(sheet, book)
    found = free_casts(sheet, stats.modifiers, book)
    return {name: s for name, s in found.items() if s.prepared or ready is None or names.fold(name) in map(names.fold, ready)}


def _with_uses(sheet: Sheet, spell: OwnSpell) -> str:
    """The name of a spell with the number of castings that need no slot: "Darkness (1 of 1 without a slot)", "Shield (at will)"."""
    supply = sheet.resources.get(spell.resource or "")
    return (
        f"{spell.name} ({supply.left} of {supply.max} without a slot)" if supply else f"{spell.name}{' (at will)' if spell.at_will else ''}"
    )


def _note_unchecked(sheet: Sheet, book: Rulebook) -> str:
    if not sheet.casting:
        return ""
    if ready_spells.chosen_spells(sheet, book) is None:
        return " Nothing is prepared, so every spell on the class list counts."
    return " No cantrip is chosen, so each on the class list counts." if ready_spells.chosen_cantrips(sheet) is None else ""


def _for_rituals(sheet: Sheet, book: Rulebook) -> list[str]:
    """The rituals of the spellbook that are not prepared."""
    ready = ready_spells.chosen_spells(sheet, book) or []
    there = [spell for word in ready_spells.chosen_spells(sheet, book, as_ritual=True) or () if (spell := book.spell(word))]
    return [s.name for s in there if s.ritual and not ready_spells.has(ready, s)]


def _level(sheet: Sheet, level: int | None) -> str:
    """A spell level with its own slots; higher slots work too."""
    match level:
        case None:
            return "Not in the rulebook"
        case 0:
            return "Cantrips"
    slots = sheet.spell_slots
    if slots.most_of(f"{ARCANUM}{level}"):
        return f"Level {level} ({'arcanum' if slots.left_of(f'{ARCANUM}{level}') else 'arcanum spent'})"
    if not slots.highest and not slots.pact:
        return f"Level {level}"
    left = sum(slots.left_of(f"{SLOT}{at}") for at in range(level, 10)) + (
        slots.pact.left if slots.pact and slots.pact.level >= level else 0
    )
    return f"Level {level} ({many(left, 'slot')} of level {level} or higher left)"
