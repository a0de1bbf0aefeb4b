"""The complete sheet of a character, derived from the stored choices."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rpg_lite.rules import (
    act_uses,
    choices,
    class_features,
    class_gains,
    class_resources,
    formulas,
    names,
    origin_choices,
    resources,
    spell_choices,
    stat_block,
    training_words,
)
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.character_document import Proficiencies, SpellLists, StoredCharacter
from rpg_lite.rules.choice_names import LANGUAGES, LINEAGE
from rpg_lite.rules.choices import Chosen, OpenChoice
from rpg_lite.rules.class_gains import NamedFeature
from rpg_lite.rules.class_resources import Supply, slug, values_of
from rpg_lite.rules.class_table import ClassRule, LaterClass, SpellcastingRule
from rpg_lite.rules.modifier_values import ByLevel, PerLevel
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule, RaceRule
from rpg_lite.rules.sheet_features import collect_features, granted_modifiers, own_modifiers
from rpg_lite.rules.spell_slots import SpellSlots
from rpg_lite.rules.stat_block import BlockCasting
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.vocabulary import ABILITIES, Ability, Movement, Sense, Size, Skill


def unknown_words(
    document: StoredCharacter, levels: Mapping[str, int], race: RaceRule | None, chosen: Chosen, book: Rulebook
) -> dict[str, Any]:
    """The words of the sheet that the rules do not have."""
    training = document.proficiencies or Proficiencies()
    return {
        "unknown_classes": tuple(c for c in levels if c not in book.classes),
        "unknown_races": (document.race,) if document.race and race is None else (),
        "unknown_background": document.background if document.background and chosen.background is None else None,
        "unknown_training": tuple(training_words.unknown(training.armor, training.weapons, book)),
    }


def list_assumed(
    document: StoredCharacter,
    written: Sequence[tuple[str, int | None]],
    rules: Sequence[object],
    race: RaceRule | None,
    hp_max: int | None,
    levels: Mapping[str, int],
    languages: int,
) -> tuple[str, ...]:
    missing = ["abilities"] if document.abilities is None else [a for a in ABILITIES if a not in document.abilities]
    training = document.proficiencies or Proficiencies()
    shared = len([c for c, n in written if n is None]) > 1
    is_block = bool(document.printed)
    found = [
        f"{' '.join(missing)} 10" if missing else "",
        "level 1" if document.level is None and document.cr is None and not any(n for _, n in written) else "",
        ", ".join(f"{c} {n}" for c, n in levels.items()) if shared else "",
        "" if document.speed or race else "speed 30 ft",
        "" if document.hp_max is not None or hp_max is None else f"hpMax {hp_max}",
        _to_choose(race, languages) if race and document.languages is None and document.features != () else "",
        "" if rules or is_block or training.armor is not None else "proficient with all armor and shields",
        "" if rules or is_block or training.weapons is not None else "proficient with all weapons",
    ]
    return tuple(f for f in found if f)


def _to_choose(race: RaceRule, chosen: int) -> str:
    """The languages of the race, with the number still to choose."""
    more = race.languages_to_choose - chosen
    return f"languages {', '.join(map(names.capitalize, race.languages))} and {more} more to choose" if more > 0 else ""


def level_of(document: StoredCharacter, levels: Sequence[tuple[str, int | None]]) -> int:
    carried = [n for _, n in levels if n is not None]
    return min(20, sum(carried)) if carried and len(carried) == len(levels) else document.level or _level_of_block(document)


def _level_of_block(document: StoredCharacter) -> int:
    """The level that counts for the cantrips of a stat block: its caster level, or else its challenge rating (SRD 5.1, Innate Spells)."""
    if document.spellcasting and document.spellcasting.level:
        return document.spellcasting.level
    return max(1, min(20, int(document.cr or 1)))


def hit_points_of(rules: Sequence[tuple[ClassRule, int]], level: int, con: int) -> int | None:
    """The maximum: all of the first hit die, the average for each later level, and CON for every level (SRD 5.1, Beyond 1st Level)."""
    if not rules:
        return None
    dice = [rule.hit_die for rule, n in rules for _ in range(n)]
    dice = dice if len(dice) == level else [rules[0][0].hit_die] * level
    return max(level, dice[0] + sum(d // 2 + 1 for d in dice[1:]) + level * ((con - 10) // 2))


def hit_dice_of(rules: Sequence[tuple[ClassRule, int]]) -> dict[str, int]:
    """The number of hit dice of each size: {"hit_die_d10": 5}."""
    found: dict[str, int] = {}
    for rule, n in rules:
        name = f"hit_die_d{rule.hit_die}"
        found[name] = found.get(name, 0) + n
    return {name: count for name, count in found.items() if count}


_NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})


class Sheet(NamedTuple):
    """A character with everything filled in. Speeds and senses in feet. `assumed` names the values that were filled in.

    A named tuple and not a dataclass: reading a document makes several, each with sixty fields.
    """

    name: str = "?"
    level: int = 1
    classes: tuple[str, ...] = ()
    class_levels: Mapping[str, int] = _NOTHING
    race: str = ""
    background: str = ""
    size: Size = "medium"
    alignment: str = ""
    party: bool = False
    abilities: Mapping[Ability, int] = MappingProxyType(dict.fromkeys(ABILITIES, 10))
    ability_max: Mapping[Ability, int] = _NOTHING
    speed: Mapping[Movement, int] = MappingProxyType({"walk": 30})
    armor_training: frozenset[str] = frozenset()
    weapon_training: frozenset[str] = frozenset()
    saves: frozenset[str] = frozenset()
    skills: Mapping[Skill, int] = _NOTHING
    spellcaster: bool = False
    spellcasting_ability: Ability | None = None
    hp_max: int | None = None
    hp: int | None = None
    temp_hp: int = 0
    modifiers: tuple[Modifier, ...] = ()
    resources: Mapping[str, Supply] = _NOTHING
    of_levels: Mapping[str, Supply] = _NOTHING
    """The hit dice and the resources that the levels give."""
    spell_slots: SpellSlots = SpellSlots()
    casting: Mapping[str, tuple[SpellcastingRule, int]] = _NOTHING
    """Class → its casting, and the levels in the class, for each class that has reached its spellcasting."""
    spells: SpellLists = SpellLists()
    attacks_per_action: int = 1
    features: tuple[NamedFeature, ...] = ()
    """The features by name, each once: the character's own, those of its race and of its classes."""
    open_choices: tuple[OpenChoice, ...] = ()
    chosen: Chosen | None = None
    xp: int | None = None
    senses: Mapping[Sense, int] = _NOTHING
    mounted: bool = False
    makes_death_saves: bool = False
    acts: tuple[Act, ...] = ()
    """The creature's own acts, in addition to those of its features."""
    feature_rules: tuple[FeatureRule, ...] = ()
    """The creature's features that have a rule in the book."""
    creature_type: str = ""
    cr: float | None = None
    tags: tuple[str, ...] = ()
    hit_dice: str | None = None
    """The hit dice of a stat block, such as 3d10+6."""
    block_casting: BlockCasting | None = None
    """The spellcasting of a stat block."""
    words: frozenset[str] = frozenset()
    """Lasting facts about the character in the words of predicates: "race:dwarf", "class:fighter", "size:medium" …"""
    assumed: tuple[str, ...] = ()
    unknown_features: tuple[str, ...] = ()
    features_to_judge: tuple[str, ...] = ()
    """Features of the rules that change no number here."""
    unknown_classes: tuple[str, ...] = ()
    unknown_races: tuple[str, ...] = ()
    unknown_background: str | None = None
    unknown_training: tuple[str, ...] = ()
    other_level: int | None = None
    """The given level, if the class levels add up to a different number."""
    race_counts_as: str | None = None
    """The race that replaces an unknown subrace."""
    not_counted: tuple[str, ...] = ()
    """Features of the book that are not applied yet, in whole or in part."""
    within_hp_max: tuple[str, ...] = ()
    """Features whose hit points the given maximum already includes."""

    def after(self, spent: Mapping[str, int]) -> "Sheet":
        """The same sheet with these amounts of its slots and resources spent: {"slot_3": 1, "rage": 2}."""
        keys = {slug(name): n for name, n in spent.items()}
        left = {name: s.after(keys[key]) if (key := slug(name)) in keys else s for name, s in self.resources.items()}
        return self._replace(resources=left, spell_slots=self.spell_slots.after(keys))

    @property
    def spent(self) -> dict[str, int]:
        """The amounts spent of resources and slots, by the keys under which they are stored."""
        return {slug(name): s.spent for name, s in self.resources.items() if s.spent} | self.spell_slots.spent

    @property
    def formula_values(self) -> formulas.Values:
        """The numbers of the sheet for formulas; the ability scores are those without gear."""
        scores = choices.raise_scores(self.abilities, self.chosen) if self.chosen else self.abilities
        modifiers = {a: (score - 10) // 2 for a, score in scores.items()}
        return values_of(self.class_levels, self.level, self.proficiency_bonus, modifiers)

    @property
    def proficiency_bonus(self) -> int:
        """The bonus of the level, or that of the challenge rating of a creature without a class."""
        by_rating = self.cr is not None and not self.class_levels
        return stat_block.proficiency_of(self.cr or 0) if by_rating else 2 + (self.level - 1) // 4

    def level_in(self, of: str | None) -> int:
        """The levels in a class; for a creature without that class, its total level."""
        return self.level if of is None else self.class_levels.get(of, self.level)

    def at_level(self, value: PerLevel | ByLevel) -> int | str:
        """The current amount of a value that grows with the level."""
        if isinstance(value, PerLevel):
            return value.per_level * self.level_in(value.of)
        level = self.level_in(value.of)
        return max((step for step in value.by_level if step[0] <= level), key=lambda step: step[0], default=(0, 0))[1]


def sheet_of(document: StoredCharacter, book: Rulebook) -> Sheet:
    """The whole sheet: a given key never changes; the others come from the class and race tables, or else from defaults.

    `features: []` means "none", so it also leaves out the traits of the race and of the classes: features, senses, resistances.
    """
    written = class_levels(document.classes or ())
    level = level_of(document, written)
    levels = class_features.levels_by_class(written, level)
    rules = class_features.hit_dice(levels, book)
    trained = class_features.training(rules)
    chosen = choices.chosen_of(document, book)
    race = origin_choices.race_of(document, chosen, book)
    traits = race if document.features != () else None
    training = document.proficiencies or Proficiencies()
    abilities = {**dict.fromkeys(ABILITIES, 10), **(document.abilities or {})}
    hp_max = document.hp_max if document.hp_max is not None else hit_points_of(rules, level, abilities["con"])
    found = collect_features(document, chosen, traits, levels, level, book)
    party = document.party if document.party is not None else bool(levels)
    sheet = Sheet(
        name=document.name or "?",
        level=level,
        classes=tuple(c for c, _ in written),
        class_levels=levels,
        race=race.name if race and chosen.of(LINEAGE) and race.of else document.race or "",
        background=document.background or "",
        size=document.size or (race.size if race else "medium"),
        alignment=document.alignment or "",
        party=party,
        abilities=abilities,
        ability_max=document.ability_max or {},
        speed=document.speed if document.speed is not None else (race.speed if race else {"walk": 30}),
        armor_training=training_words.training(training.armor, [c.armor for c in trained], "armor"),
        weapon_training=training_words.training(training.weapons, [c.weapons for c in trained], "weapon"),
        saves=frozenset(training.saves if training.saves is not None else (rules[0][0].saves if rules else ())),
        skills=choices.skills(chosen, training.skills or {}),
        hp_max=hp_max,
        modifiers=(
            *granted_modifiers(document, traits, _tools(trained, traits, chosen), chosen),
            *found.modifiers,
            *choices.increases(chosen),
            *stat_block.printed_modifiers(document.printed, abilities),
            *own_modifiers(document),
        ),
        senses=document.senses if document.senses is not None else (traits.senses if traits else {}),
        feature_rules=tuple(found.rules),
        **_as_creature(document),
        makes_death_saves=party if document.death_saves is None else document.death_saves,
        words=_words(document, levels, race),
        assumed=list_assumed(document, written, rules, race, hp_max, levels, len(chosen.of(LANGUAGES))),
        unknown_features=tuple(found.unknown),
        features_to_judge=tuple(found.to_judge),
        **unknown_words(document, levels, race, chosen, book),
        other_level=document.level if document.level not in (None, level) else None,
        race_counts_as=race.name if document.race and race and not chosen.of(LINEAGE) and not book.exact_race(document.race) else None,
        not_counted=tuple(found.not_counted),
        within_hp_max=tuple(found.within_hp_max),
    )
    whole = _with_class_gains(sheet, document, chosen, rules, traits, book)
    return whole if hp_max is None else _with_hit_points(whole, hp_max)


def _with_hit_points(sheet: Sheet, base: int) -> Sheet:
    """The sheet with the hit points of a new character, unless it has its own, and with the maximum that the choices give."""
    most = base + _hit_points_gained(sheet)
    if sheet.hp is not None and most == base:
        return sheet
    assumed = tuple(f"hpMax {most}" if text == f"hpMax {base}" else text for text in sheet.assumed)
    return sheet._replace(assumed=assumed, hp=most if sheet.hp is None else sheet.hp)


def _as_creature(document: StoredCharacter) -> dict[str, Any]:
    """The acts of the creature itself, its type, challenge rating and tags, and its state: hit points, and whether it rides."""
    state = {"hp": document.hp, "temp_hp": document.temp_hp or 0, "mounted": document.mounted}
    block = {"cr": document.cr, "tags": document.tags, "hit_dice": document.hit_dice, "block_casting": document.spellcasting}
    return {"acts": document.acts, "creature_type": document.type or "", **block, **state}


def _with_class_gains(
    sheet: Sheet, document: StoredCharacter, chosen: Chosen, rules: Sequence[tuple[ClassRule, int]], traits: RaceRule | None, book: Rulebook
) -> Sheet:
    """The sheet with the gains of its class levels other than training and hit points, minus the amounts spent."""
    levels = sheet.class_levels
    scores = choices.raise_scores(sheet.abilities, chosen)
    gains = class_gains.gains(document, chosen, levels, sheet.level, scores, sheet.feature_rules, book)
    of_levels = {**resources.hit_dice(hit_dice_of(rules)), **gains.resources, **class_gains.of_species(traits, levels, sheet.level, scores)}
    acts = (*sheet.acts, *(act for rule in sheet.feature_rules for act in rule.acts))
    modifiers = {a: (n - 10) // 2 for a, n in scores.items()}
    of_levels |= act_uses.supplies_of(acts, class_resources.values_of(levels, sheet.level, sheet.proficiency_bonus, modifiers))
    block = document.spellcasting
    of_levels |= stat_block.supplies(act_uses.LEGENDARY, document.legendary_actions, document.legendary_resistance, block)
    whole = sheet._replace(
        spellcaster=document.spellcaster if document.spellcaster is not None else block is not None or _casts(rules) is not None,
        spellcasting_ability=document.spellcasting_ability or (block.ability if block else _casts(rules)),
        resources=resources.supplies(document.resources or {}, of_levels, kept=type(document) is StoredCharacter),
        of_levels=of_levels,
        spell_slots=_slots_of_block(block) if block and block.slots else gains.spell_slots,
        casting=_casting(rules),
        spells=document.spells or SpellLists(),
        attacks_per_action=gains.attacks_per_action,
        features=class_gains.features(document, traits, chosen, levels, sheet.level, book),
        open_choices=(*gains.open_choices, *_open_of_origin(document, chosen, traits, sheet, book)),
        chosen=chosen,
        xp=document.xp,
    )
    if (whole.casting or whole.race) and whole.class_levels.keys() & book.classes.keys() and class_gains.takes_from_class(document):
        whole = whole._replace(open_choices=(*whole.open_choices, *spell_choices.opened(whole, book)))
    return whole.after(document.spent) if document.spent else whole


def _casts(rules: Sequence[tuple[ClassRule, int]]) -> Ability | None:
    """The ability with which the first class that casts spells does so."""
    return next(filter(None, (c.spellcasting_ability for c, _ in rules)), None)


def _slots_of_block(block: BlockCasting) -> SpellSlots:
    """The slots of a stat block, none of them spent."""
    slots = tuple(block.slots.get(level, 0) for level in range(1, max(block.slots) + 1))
    return SpellSlots(slots, slots)


def _open_of_origin(
    document: StoredCharacter, chosen: Chosen, traits: RaceRule | None, sheet: Sheet, book: Rulebook
) -> tuple[OpenChoice, ...]:
    """The open choices of species, background, feats and languages of a hero; a creature without a class of the rules has none."""
    if not class_gains.takes_from_class(document) or not any(c in book.classes for c in sheet.class_levels):
        return ()
    return tuple(origin_choices.opened(document, chosen, traits, sheet.feature_rules, book))


def _hit_points_gained(sheet: Sheet) -> int:
    """The hit points that features and chosen points of CON add to the maximum; a new character starts with them."""
    values = [m.value for m in sheet.modifiers if m.target == "hp_max" and m.op == "add" and not m.when]
    grown = [sheet.at_level(v) if isinstance(v, PerLevel | ByLevel) else v for v in values]
    con = choices.raise_scores(sheet.abilities, sheet.chosen)["con"] if sheet.chosen else sheet.abilities["con"]
    return sum(v for v in grown if isinstance(v, int)) + ((con - 10) // 2 - (sheet.abilities["con"] - 10) // 2) * sheet.level


def _tools(trained: Sequence[ClassRule | LaterClass], traits: RaceRule | None, chosen: Chosen) -> list[str]:
    """The tools of the classes, of the species and of the background."""
    of_classes = [t for c in trained for t in c.tools]
    of_origin = [*(traits.tools if traits else ()), *(chosen.background.tools if chosen.background else ())]
    return list(dict.fromkeys((*of_classes, *of_origin)))


def _casting(rules: Sequence[tuple[ClassRule, int]]) -> dict[str, tuple[SpellcastingRule, int]]:
    found = ((names.fold(rule.name), rule.spellcasting, n) for rule, n in rules)
    return {name: (how, n) for name, how, n in found if how and n >= how.first_level}


def _words(document: StoredCharacter, levels: Mapping[str, int], race: RaceRule | None) -> frozenset[str]:
    known = {race.name, race.of or race.name} if race else set()
    race_words = {names.fold(document.race), *known} if document.race else set()
    alignment = names.fold(document.alignment or "")
    return frozenset(
        {f"class:{c}" for c in levels}
        | {f"race:{r}" for r in race_words}
        | {f"alignment:{a}" for a in (alignment, *alignment.split()) if a}
        | ({"mounted"} if document.mounted else set())
    )
