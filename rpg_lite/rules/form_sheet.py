"""Another form: the stat block of a creature, combined with the parts of the true sheet that still apply (SRD, Wild Shape, Polymorph)."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rpg_lite.rules import creature_flags
from rpg_lite.rules.act_uses import supply_name
from rpg_lite.rules.class_resources import Supply
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import Circumstances
from rpg_lite.rules.stat_block import is_printed_roll
from rpg_lite.rules.stats.effective import EffectiveStats, effective
from rpg_lite.vocabulary import ABILITIES, SKILLS

_HIT_DIE: Final = "hit_die_"
LANGUAGE: Final = "language"


def in_form(
    own: Sheet, shape: Circumstances, keep: Collection[str], has_form_points: bool, languages: Sequence[Modifier], book: Rulebook
) -> Sheet:  # fmt: skip
    """The sheet of a creature in a form. `keep`: the parts that stay its own: abilities, skills, saves, features, type, hit dice;
    `languages`: the languages that stay, whatever their source.

    If the stat block has a higher skill or save, the higher number applies. The stat block's bonus to hit applies whatever the level of the
    creature.
    """
    merged = _with_features(own, shape.sheet, keep) if "features" in keep else _replace_sheet(own, shape.sheet)
    abilities = {a: (own if a in keep else shape.sheet).abilities[a] for a in ABILITIES}
    most = shape.sheet.hp_max if has_form_points else _own_most(own, book)
    creature_type = own.creature_type if "type" in keep else shape.sheet.creature_type
    changes = (*languages, *_changes(own, shape, keep))
    merged = merged._replace(abilities=abilities, hp_max=most, creature_type=creature_type, modifiers=changes)
    printed = _printed_numbers(effective(merged, shape.gear, book), shape, book)
    return merged._replace(modifiers=(*merged.modifiers, *printed))


def _replace_sheet(own: Sheet, shape: Sheet) -> Sheet:
    """The whole stat block, under the name of the creature."""
    return shape._replace(
        name=own.name, alignment=own.alignment, party=own.party, race=own.race, hp=own.hp, temp_hp=own.temp_hp,
        makes_death_saves=own.makes_death_saves, xp=own.xp, assumed=(),
    )  # fmt: skip


def _with_features(own: Sheet, shape: Sheet, keep: Collection[str]) -> Sheet:
    """The true sheet with the body of the form: its size, speed, senses, acts and traits, and the training of both."""
    printed = _printed_rolls(shape)
    skills = {**own.skills} if "skills" in keep else {}
    for skill in SKILLS:
        if skill in shape.skills or f"skill.{skill}" in printed:
            skills[skill] = max(skills.get(skill, 0), 1)
    supplies = {n: s for n, s in own.resources.items() if "hit_dice" in keep or not n.startswith(_HIT_DIE)}
    supplies = {**uses_of_acts(shape), **supplies}
    kept_words = {w for w in own.words if not w.startswith("size:")}
    return own._replace(
        size=shape.size, speed=shape.speed, senses=shape.senses, acts=shape.acts, cr=shape.cr, tags=shape.tags, skills=skills,
        saves=(own.saves if "saves" in keep else frozenset()) | shape.saves | {a for a in ABILITIES if f"save.{a}" in printed}, resources=supplies,
        ability_max=own.ability_max, armor_training=own.armor_training | shape.armor_training,
        weapon_training=own.weapon_training | shape.weapon_training, feature_rules=(*own.feature_rules, *shape.feature_rules),
        words=frozenset(kept_words) | {w for w in shape.words if w.startswith("size:")}, mounted=False,
    )  # fmt: skip


def uses_of_acts(sheet: Sheet) -> dict[str, Supply]:
    """The uses of acts that are counted separately, such as a breath that recharges or an act with uses per day."""
    found = dict.fromkeys(supply_name(act) for act in sheet.acts)
    return {name: sheet.resources[name] for name in found if name in sheet.resources}


def _changes(own: Sheet, shape: Circumstances, keep: Collection[str]) -> Iterator[Modifier]:
    """The modifiers of the form, and those of the true sheet that still apply: all except those of the body, which the form replaces."""
    yield from (m for m in shape.sheet.modifiers if not ("features" in keep and is_printed_roll(m)))
    for m in own.modifiers:
        if "features" in keep and m.target != LANGUAGE and not _is_of_the_body(m, keep):
            yield m
        elif "features" not in keep and m.target.partition(".")[0] == "ability" and m.target.partition(".")[2] in keep:
            yield m  # a kept score stays as the levels have raised it
    if "spellcasting" not in keep and ("features" not in keep or not any(m.value == creature_flags.CASTS_IN_FORMS for m in own.modifiers)):
        yield Modifier("flag", "grant", creature_flags.NO_CASTING, source=_source(shape))


def _is_of_the_body(m: Modifier, keep: Collection[str]) -> bool:
    head, _, rest = m.target.partition(".")
    return m.target == "hp_max" or head == "sense" or (head == "ability" and rest not in keep)


def _own_most(own: Sheet, book: Rulebook) -> int | None:
    """The creature's own hit point maximum, which the form does not change."""
    most = effective(own, (), book).hp_max
    return most.value if most else None


def _printed_numbers(now: EffectiveStats, shape: Circumstances, book: Rulebook) -> Iterator[Modifier]:
    """The modifiers that raise the creature's numbers to the printed numbers of the stat block."""
    block = shape.stats(book)
    printed = _printed_rolls(shape.sheet)
    for skill in SKILLS:
        if skill in shape.sheet.skills or f"skill.{skill}" in printed:
            yield from _missing(f"skill.{skill}", block.skills.values[skill].value - now.skills.values[skill].value, shape)
    for ability in ABILITIES:
        if ability in shape.sheet.saves or f"save.{ability}" in printed:
            yield from _missing(f"save.{ability}", block.saves.values[ability].value - now.saves.values[ability].value, shape)
    differs = block.proficiency_bonus.value - now.proficiency_bonus.value
    if differs and shape.gear:
        yield Modifier("attack.weapon", "add", differs, source=_source(shape))


def _printed_rolls(shape: Sheet) -> set[str]:
    """The saves and skills that the stat block prints, each as the target of a modifier; its bearer is proficient in them."""
    return {m.target for m in shape.modifiers if is_printed_roll(m)}


def _missing(target: str, points: int, shape: Circumstances) -> Iterator[Modifier]:
    if points > 0:
        yield Modifier(target, "add", points, source=_source(shape))


def _source(shape: Circumstances) -> Source:
    return Source("base", "form", shape.sheet.name)
