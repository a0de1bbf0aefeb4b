"""The tables and templates of one ruleset, frozen. Differences between rulesets are values here, never an `if`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from rpg_lite.rules import names, race_names, scroll_items
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.advancement import Advancement
from rpg_lite.rules.base_item_groups import is_base
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.encounters import EncounterTable
from rpg_lite.rules.extensible_words import KnownWords
from rpg_lite.rules.item_composition import ItemComposition
from rpg_lite.rules.item_names import ItemNames
from rpg_lite.rules.item_templates import Template, names_of_templates
from rpg_lite.rules.items import Item
from rpg_lite.rules.lazy_entries import Entries, Unread, freeze, rows_of
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.rulebook_entries import (
    BackgroundRule,
    ConditionRule,
    EffectRule,
    FeatRule,
    FeatureRule,
    NamedRule,
    RaceRule,
    SlotRule,
    SpellRule,
    TermRule,
)
from rpg_lite.rules.tool_scenes import Scenes
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.rules.turn_rules import TurnRule
from rpg_lite.vocabulary import CONDITIONS, RULESETS, SLOT_WORDS, Rarity, Ruleset


class Pick(NamedTuple):
    """A template with the chosen base item and variant, as a thing stores them."""

    template: str
    base: str | None = None
    variant: str | None = None


@dataclass(frozen=True, eq=False)
class Rulebook:
    """One ruleset. All tables are optional: `Rulebook()` is an empty book of SRD 5.1 with the default policy."""

    ruleset: Ruleset = "5.1"
    templates: Mapping[str, Template] = field(default_factory=dict)
    templates_elsewhere: Mapping[str, tuple[str, Ruleset]] = field(default_factory=dict)
    """Folded name → (name, ruleset) for the templates that only another ruleset has."""
    conditions: Mapping[str, ConditionRule] = field(default_factory=dict)
    effects: Mapping[str, EffectRule] = field(default_factory=dict)
    features: Mapping[str, FeatureRule] = field(default_factory=dict)
    classes: Mapping[str, ClassRule] = field(default_factory=dict)
    races: Mapping[str, RaceRule] = field(default_factory=dict)
    backgrounds: Mapping[str, BackgroundRule] = field(default_factory=dict)
    feats: Mapping[str, FeatRule] = field(default_factory=dict)
    rules: Mapping[str, TermRule] = field(default_factory=dict)
    traps: Mapping[str, TrapRule] = field(default_factory=dict)
    """Folded name → a trap that places may have."""
    known_features: frozenset[str] = frozenset()
    """Folded names of features of the rules that change no number here."""
    spells: Mapping[str, SpellRule] = field(default_factory=dict)
    """Folded name → the roll that the spell needs."""
    spell_acts: Mapping[str, Spell] = field(default_factory=dict)
    """Folded name → the whole spell; each of our own files is read on first use."""
    common_acts: Mapping[str, Act] = field(default_factory=dict)
    """Folded name → an act that every creature has: Dodge, Grapple …"""
    slots: Mapping[str, SlotRule] = field(default_factory=dict)
    """Slots that files add to those of the rules (vocabulary.SLOTS)."""
    creatures: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Folded name → the sheet document of a creature, a template for `create`."""
    policy: Policy = field(default_factory=Policy)
    advancement: Advancement = field(default_factory=Advancement)
    """The tables that all classes share: experience, spell slots, and the methods for ability scores."""
    encounters: EncounterTable = field(default_factory=EncounterTable)
    """The experience points by challenge rating, and how many of them a party can handle."""
    scenes: Scenes = field(default_factory=Scenes)
    """The operations that a model needs together."""
    rarity_values: Mapping[Rarity, float] = field(default_factory=dict)
    """Rarity → the value of a magic item in gold pieces, or half of it if a use consumes the item; empty if the ruleset has no such table.
    """
    turn_rules: Mapping[str, TurnRule] = field(default_factory=dict)
    """Qualified name of a note, such as turn:no_running → the function of an installed package that judges acts where it is in use."""
    faults: tuple[str, ...] = ()
    """The faulty entries: file, key, expected shape. All other entries are loaded."""
    overrides: tuple[str, ...] = ()
    """The entries of the user's files that replace entries of the rulebook: file, key."""
    own: frozenset[str] = frozenset()
    """The ids of the templates and the folded names of the creatures that only the user's files have."""

    # ── templates ───────────────────────────────────────────────────────────────────────────────────────────────

    def find(self, name: str) -> Pick | None:
        """The template of this name, id or alias; a whole name such as "Flame Tongue Longsword" also picks the base."""
        if name in self.templates:
            return Pick(name)
        if plain := self._plain_names.get(names.fold(name)):
            return plain
        found = self._item_names.find(name)
        return Pick(*found) if found else self._scroll(name)

    def _scroll(self, name: str) -> Pick | None:
        """The scroll of a spell, by any of its names."""
        called = scroll_items.spell_in(name)
        template = next((t for t in self.templates.values() if t.scrolls), None) if called else None
        spell = self.spell(called) if called and template else None
        return Pick(template.id, variant=spell.name) if template and spell else None

    def near(self, name: str, most: int = 3) -> list[str]:
        """The names of templates most similar to an unknown name, beginning with whole names that contain a part of it."""
        return list(dict.fromkeys([*self.near_whole(name, most), *names.nearest(name, self.template_names, most)]))[:most]

    def near_whole(self, name: str, most: int = 3) -> list[str]:
        """Similar names of a template with its base, if only one of the two is spelled correctly in the given name."""
        return self._item_names.near(name, most)

    def item(self, pick: Pick) -> Item | None:
        """The item of a pick, made once; None when the book has no such template, base or variant."""
        if pick not in self._items:
            self._items[pick] = self._make(pick)
        return self._items[pick]

    def plain(self, template: str) -> Item | None:
        """The item of a template that needs neither base nor variant; None when there is no such template."""
        found = self.templates.get(template)
        return found.item if found else None

    def bases_of(self, template: Template) -> list[str]:
        """The ids of the base items that this template allows, in the book's order."""
        if not template.bases:
            return []
        wanted = [w for w in template.bases if not w.startswith("!")]
        unwanted = {names.fold(w[1:]) for w in template.bases if w.startswith("!")}
        return [
            t.id
            for t in self.templates.values()
            if t.is_plain and names.fold(t.item.name) not in unwanted and any(is_base(t.item, w) for w in wanted)
        ]

    def find_base(self, template: Template, name: str) -> str | None:
        """The id of the base item of this name, if the template allows it; a fixed base is found by its names, too."""
        return self._item_names.find_base(template, name) if template.bases or template.item.base else None

    def find_variant(self, template: Template, name: str) -> str | None:
        key = names.fold(name)
        fits = (v.name for v in template.variants if key in {names.fold(w) for w in (v.name, v.full_name or v.name, *v.aliases)})
        found = next(fits, None)
        spell = self.spell(name) if template.scrolls and not found else None
        return spell.name if spell else found

    def names_of(self, pick: Pick) -> frozenset[str]:
        """Every folded name of a pick: the whole name, its other spellings, and the template's own names."""
        if pick not in self._names:
            self._names[pick] = frozenset(self._names_of(pick))
        return self._names[pick]

    @cached_property
    def bag_names(self) -> Mapping[str, frozenset[str]]:
        """Folded name → the ids of the bag templates that it means."""
        found: dict[str, set[str]] = {}
        for t in self.templates.values():
            if t.item.container or any("container" in v.overrides for v in t.variants):
                picks = (Pick(t.id, b, v.name if v else None) for b in self.bases_of(t) or (None,) for v in t.variants or (None,))
                for key in {key for pick in picks for key in self.names_of(pick)}:
                    found.setdefault(key, set()).add(t.id)
        return MappingProxyType({key: frozenset(ids) for key, ids in found.items()})

    @cached_property
    def bags(self) -> frozenset[str]:
        """The ids of the bag templates."""
        return frozenset(id for ids in self.bag_names.values() for id in ids)

    @cached_property
    def template_names(self) -> tuple[str, ...]:
        """Every name that finds a template, the templates' own names first, as a source of near names."""
        every = [called for _, called in names_of_templates(self.templates)]
        plain = dict.fromkeys(called.names[0] for called in every)
        variants = (v.full_name for called in every for v in called.variants if v.full_name)
        return tuple({**plain, **dict.fromkeys(variants)})

    @cached_property
    def _plain_names(self) -> dict[str, Pick]:
        found: dict[str, Pick] = {}
        for id, called in names_of_templates(self.templates):
            for name in called.names:
                found.setdefault(names.fold(name), Pick(id))
            for v in called.variants:
                for name in filter(None, (v.full_name, *v.aliases)):
                    found.setdefault(names.fold(name), Pick(id, variant=v.name))
        return found

    @cached_property
    def _item_names(self) -> ItemNames:
        return ItemNames(self.templates, self.bases_of)

    @cached_property
    def _names(self) -> dict[Pick, frozenset[str]]:
        return {}

    def _names_of(self, pick: Pick) -> Iterator[str]:
        made, t = self.item(pick), self.templates.get(pick.template)
        if made is None or t is None:
            return
        variant = next((v for v in t.variants if v.name == pick.variant), None)
        if t.scrolls and not variant and (spell := self.spell(pick.variant or "")):
            yield from scroll_items.folded_names(t, spell)
            return
        yield from map(names.fold, (made.name, t.item.name, *t.item.aliases))
        yield from self._item_names.names_of(t, self.templates[pick.base].item if pick.base else None, variant)

    def on_base(self, item: Item) -> Item | None:
        """The item of somebody's own with the stats of its base; itself without one, None if the rules have no such base."""
        return self._composition.on_base(item) if item.base else item

    @cached_property
    def _composition(self) -> ItemComposition:
        return ItemComposition(self.templates, self.rarity_values)

    @cached_property
    def _items(self) -> dict[Pick, Item | None]:
        return {}

    def _make(self, pick: Pick) -> Item | None:
        t = self.templates.get(pick.template)
        if t is None:
            return None
        variant = next((v for v in t.variants if v.name == pick.variant), None)
        base = self.templates.get(pick.base) if pick.base else None
        if t.scrolls and pick.variant and not variant:
            return self._scroll_item(t, pick.variant)
        if (pick.variant and not variant) or (pick.base and not base):
            return None
        if not variant and not base:
            return t.item
        return self._composition.compose(t, base.item if base else None, variant)

    def _scroll_item(self, t: Template, name: str) -> Item | None:
        """The scroll of a spell, made from the generic scroll of its level."""
        spell = self.spell(name)
        numbers = t.scrolls.get(str(spell.level)) if spell else None
        of_level = self.item(Pick(t.id, variant=str(spell.level))) if spell else None
        return scroll_items.scroll_of(spell, t, of_level, numbers) if spell and of_level and numbers else None

    @cached_property
    def as_printed(self) -> "Rulebook":
        """The book as players may read it: without the items and creatures that only the table's own files have, since nobody has met them."""
        if not self.own:
            return self
        printed = {id: row for id, row in rows_of(self.templates).items() if id not in self.own}
        known = {key: row for key, row in rows_of(self.creatures).items() if key not in self.own}
        return replace(self, templates=freeze(printed), creatures=freeze(known), own=frozenset())

    @cached_property
    def own_names(self) -> frozenset[str]:
        """The folded names of what `own` holds."""
        items = names_of_templates({id: t for id, t in rows_of(self.templates).items() if id in self.own}) if self.own else ()
        return self.own.union(names.fold(name) for _, called in items for name in called.names)

    def with_prices(self) -> "Rulebook":
        """The same book with a value for each magic template without variants, even before a base is chosen."""
        if not self.rarity_values:
            return self
        rows, price = rows_of(self.templates), self._composition.with_price
        priced = {id: row.then(price) if isinstance(row, Unread) else price(row) for id, row in rows.items()}
        return replace(self, templates=freeze(priced))

    @cached_property
    def proficient_words(self) -> Mapping[str, frozenset[str]]:
        """Map "simple" and "martial" to the predicate words of the weapons that they cover."""
        found: dict[str, set[str]] = {}
        for t in self.templates.values():
            if t.item.type == "weapon" and t.item.weapon_stats and not t.item.needs_attunement:
                training = t.item.weapon_stats.category.split("_")[0]
                found.setdefault(training, set()).add(f"proficient:{names.fold(t.item.name)}")
        return {training: frozenset(words) for training, words in found.items()}

    # ── words ───────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def words(self) -> KnownWords:
        """The conditions and slots that payloads and files can name, and whether places have words."""
        return KnownWords(tuple(self.conditions) or CONDITIONS, (*SLOT_WORDS, *self.slots), self.policy.space != "told")

    def condition(self, name: str) -> str | None:
        """The condition of this name in any spelling: "Sun Sick" is sun_sick."""
        return self._condition_names.get(names.fold(name))

    def effect(self, name: str) -> EffectRule | None:
        return self._effect_names.get(names.fold(name))

    def spell(self, name: str) -> Spell | None:
        """The spell of this name; names such as "Firebolt", "fire bolt spell" and those that begin with the inventor's name find it too."""
        key = names.fold(name).removesuffix(" spell")
        found = self.spell_acts.get(key) or self.spell_acts.get(self._joined_spells.get(key.replace(" ", ""), ""))
        inventor, _, rest = name.strip().partition(" ")
        return found or (self.spell_acts.get(names.fold(rest)) if inventor.endswith(("'s", "’s")) else None)

    def unknown_casts(self, item: Item, others: Mapping[str, Spell] = MappingProxyType({})) -> Iterator[tuple[str, str]]:
        """(key, reason) for each spell that the item casts but this ruleset lacks. `others`: the spells of the other ruleset."""
        for n, cast in enumerate(item.casts if self.spell_acts else ()):
            if self.spell(cast.spell) is None:
                other = others.get(names.fold(cast.spell))
                near = names.nearest(cast.spell, self.spell_names, 1) or self._like(other)
                meant = f"did you mean {near[0]!r}?" if near else "send the name of one"
                (elsewhere,) = (r for r in RULESETS if r != self.ruleset)
                has = f', but SRD {elsewhere} does: "rulesets": ["{elsewhere}"] gives the item to that one' if other else ""
                yield f"casts[{n}].spell", f"SRD {self.ruleset} has no spell {cast.spell!r}{has}; {meant}"

    def _like(self, other: Spell | None) -> tuple[str, ...]:
        """The spells of the same level and school that some class has in common with the other spell, by name."""
        if other is None:
            return ()
        alike = (s for s in self.spell_acts.values() if (s.level, s.school) == (other.level, other.school))
        return tuple(sorted(s.name for s in alike if not {*other.classes}.isdisjoint(s.classes)))

    @cached_property
    def _joined_spells(self) -> Mapping[str, str]:
        return {key.replace(" ", ""): key for key in self.spell_acts}

    @cached_property
    def spell_names(self) -> tuple[str, ...]:
        """The names of all spells that can be cast."""
        return tuple(self.spell_acts)

    def trap(self, name: str) -> TrapRule | None:
        """The trap with this name or alias."""
        key = names.fold(name)
        return self.traps.get(key) or next((t for t in self.traps.values() if key in map(names.fold, t.aliases)), None)

    def act(self, name: str) -> Act | None:
        """The common act or the act of a feature with this name."""
        key = names.fold(name)
        return self.common_acts.get(key) or self._feature_acts.get(key)

    @cached_property
    def _feature_acts(self) -> Mapping[str, Act]:
        return {names.fold(act.name): act for rule in self.features.values() for act in rule.acts}

    def feature(self, name: str) -> FeatureRule | None:
        key = self._feature_names.get(names.fold(name))
        return self.features[key] if key is not None else None

    @cached_property
    def terms(self) -> Mapping[str, TermRule]:
        """Each folded name and alias → the word of the rules."""
        return MappingProxyType({names.fold(n): rule for rule in self.rules.values() for n in (*rule.aliases, rule.name)})

    def race(self, name: str) -> RaceRule | None:
        """The race with these words in any order ("dwarf, hill"), or else the race that one of them names: "mountain dwarf" is a dwarf."""
        return self.exact_race(name) or next((self.races[w] for w in reversed(names.fold(name).split()) if w in self.races), None)

    def exact_race(self, name: str) -> RaceRule | None:
        """The race that all the words together name."""
        return self._race_names.get(frozenset(names.fold(name).split()))

    @cached_property
    def _race_names(self) -> Mapping[frozenset[str], RaceRule]:
        return race_names.by_words(self.races)

    @cached_property
    def _condition_names(self) -> Mapping[str, str]:
        return {names.fold(name): name for name in self.conditions}

    @cached_property
    def _effect_names(self) -> Mapping[str, EffectRule]:
        return _by_name(self.effects.values())

    @cached_property
    def _feature_names(self) -> Mapping[str, str]:
        """Each folded name → the key of its feature."""
        return {names.fold(name): key for key in self.features for name in _names_in(self.features, key)}


Rule = TypeVar("Rule", bound=NamedRule)


def _names_in(table: Mapping[str, NamedRule], key: str) -> tuple[str, ...]:
    unread = table.names_of(key) if isinstance(table, Entries) else None
    return (table[key].name, *table[key].aliases) if unread is None else unread


def _by_name(rules: Iterable[Rule]) -> Mapping[str, Rule]:
    found: dict[str, Rule] = {}
    for rule in rules:
        found |= {names.fold(name): rule for name in (rule.name, *rule.aliases)}
    return MappingProxyType(found)
