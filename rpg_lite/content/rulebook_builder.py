"""Build a rulebook from files entry by entry, and collect the faults of each entry."""

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from rpg_lite.content import builtin_files, creature_parsing, homebrew_faults, own_features
from rpg_lite.content.entry_editions import Faulty, in_ruleset, refuse_unknown_words, refuse_unsound, template_of, valid
from rpg_lite.content.rulebook_files import (
    ACTS,
    CREATURES,
    KEYED_BY_WORD,
    ONE_A_FILE,
    PREFIX,
    TABLES,
    Fault,
    entries_in,
    entry_and_lineages,
    files_in,
    folder,
    items_in,
    kind_of,
    load,
    name_in,
    one_or_several,
    order_of_file,
    path_to_show,
    policy_in,
)
from rpg_lite.content.spell_files import SpellFiles
from rpg_lite.rules import names
from rpg_lite.rules.acts import act_faults
from rpg_lite.rules.acts.act import Act, AttackStep, SaveStep, Spell
from rpg_lite.rules.acts.part_paths import parts_of
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.acts.word_faults import OwnWords
from rpg_lite.rules.document_field_types import Document
from rpg_lite.rules.extensible_words import ANY, KnownWords
from rpg_lite.rules.item_templates import Template, names_of_templates
from rpg_lite.rules.lazy_entries import Unread, freeze, rows_of
from rpg_lite.rules.modifiers import fault_where_it_lasts
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule, SpellRule
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.vocabulary import CONDITIONS, RULESETS, SLOT_WORDS


def rule_of(spell: Spell) -> SpellRule:
    """The spell with its level, its classes, and the roll that it needs; of several saving throws, the first."""
    steps = list(walk(spell.steps))
    saves = [step.save for step in steps if isinstance(step, SaveStep) and isinstance(step.save, str)]
    is_attack = any(isinstance(step, AttackStep) and step.attack == "spell" for step in steps)
    return SpellRule(spell.name, is_attack, saves[0] if saves else None, spell.level, tuple(spell.classes))


V = TypeVar("V")
BASE_WORDS: Final = (
    "any weapon", "any melee weapon", "any sword", "any axe", "any ammunition", "any armor", "light", "medium", "heavy", "shield",
)  # fmt: skip


@dataclass
class RulebookDraft:
    """A rulebook into which files are being read.

    `entries`: (file, place) of every entry so far; `places`: the place of each new template; `rules`: the place of each new condition;
    `naming`: the conditions of the current file; `ids`: folded name → id of the template. `overriding`: ids and keys of the entries that
    replace an entry of `book`; `overrides`: one sentence for each of them.
    `acting`: (file, place, entry) of each of the user's entries that may hold acts.
    """

    book: Rulebook
    prefix: str
    tables: dict[str, dict[str, Any]]
    policy: Policy
    ids: dict[str, str]
    new: dict[str, Template] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)
    entries: list[tuple[str, str]] = field(default_factory=list)
    places: dict[str, tuple[str, str]] = field(default_factory=dict)
    rules: dict[str, tuple[str, str]] = field(default_factory=dict)
    naming: tuple[str, ...] = ()
    overriding: set[str] = field(default_factory=set)
    overrides: list[str] = field(default_factory=list)
    spells: dict[str, Spell] = field(default_factory=dict)
    acts: dict[str, Act] = field(default_factory=dict)
    creatures: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    acting: list[tuple[str, str, Document]] = field(default_factory=list)

    @classmethod
    def over(cls, book: Rulebook, prefix: str) -> "RulebookDraft":
        ids = {names.fold(called.names[0]): id for id, called in names_of_templates(book.templates)}
        return cls(book, prefix, {t: rows_of(getattr(book, t)) for t in TABLES}, book.policy, ids)

    @property
    def templates(self) -> Mapping[str, Template]:
        """The templates, the new ones first, so that their names take precedence over the aliases of older ones."""
        return freeze({**self.new, **{id: t for id, t in rows_of(self.book.templates).items() if id not in self.replaced}})

    @property
    def words(self) -> KnownWords:
        """The conditions and slots read so far, and the conditions of the current file, which may name each other."""
        conditions = dict.fromkeys((*self.tables["conditions"], *self.naming))
        return KnownWords(tuple(conditions) or CONDITIONS, (*SLOT_WORDS, *self.tables["slots"]))

    def read(self, *paths: str | Path) -> "RulebookDraft":
        for path in sorted((file for p in paths for file in files_in(Path(p))), key=order_of_file):
            try:
                self._read(path, load(path))
            except Faulty as faulty:
                self.faults += [Fault(path_to_show(path), *place) for place in faulty.places]
        return self

    def rulebook(self) -> Rulebook:
        told: dict[str, Any] = {"faults": (*self.book.faults, *map(str, self.all_faults())), "overrides": tuple(self.overrides)}
        return replace(self._whole(), own=self._own(), **told).with_prices()

    def _own(self) -> frozenset[str]:
        """The templates and creatures that only the user's files have; a name of the rulebook is no secret, whatever replaces its entry."""
        if self.prefix == PREFIX:
            return self.book.own
        new = (self.new.keys() - self.overriding) | (self.creatures.keys() - self.book.creatures.keys())
        return self.book.own | new

    def _whole(self) -> Rulebook:
        """The book with everything that was read so far."""
        tables: dict[str, Any] = {name: freeze(table) for name, table in self.tables.items()}
        if self.spells or self.acts or self.creatures:
            tables |= {"spell_acts": _over(self.spells, self.book.spell_acts), "common_acts": _over(self.acts, self.book.common_acts)}
            tables |= {"creatures": _over(self.creatures, self.book.creatures)}
        if self.spells:
            on_lists = {key: rule_of(spell) for key, spell in self.spells.items()}
            tables |= {"spells": freeze({**rows_of(self.book.spells), **on_lists})}
        book = replace(self.book, templates=self.templates, policy=self.policy, **tables)
        own = [entry for _, _, entry in self.acting if isinstance(entry, FeatureRule)]
        if classes := own_features.with_features(book, own, self.book):
            return replace(book, classes=freeze({**rows_of(book.classes), **classes}))
        return book

    def all_faults(self) -> list[Fault]:
        """The faults of single entries, and every base or content that matches no item of the whole book."""
        whole = self._whole()
        return [
            *self.faults,
            *self._bases_faults(),
            *self._contents_faults(),
            *self._named_faults(whole),
            *self._shape_faults(),
            *self._act_faults(whole),
        ]

    def _bases_faults(self) -> Iterator[Fault]:
        """Faults of bases that match no item of the whole book; all items are read only if some base is a name, not a word."""
        asked = [(*self.places[id], "bases", base) for id in self.places for base in self.new[id].bases]
        asked = [row for row in asked if not row[3].startswith("!") and row[3] not in BASE_WORDS]
        asked += [(*self.places[id], "base", base) for id in self.places if (base := self.new[id].item.base)]
        plain = {names.fold(t.item.name): t.item.name for t in self.templates.values() if t.is_plain} if asked else {}
        for file, place, key, base in asked:
            if names.fold(base) not in plain:
                yield Fault(file, f"{place}.{key}".lstrip("."), f"there is no item {base!r}; {_bases_meant(base, plain.values())}")

    def _contents_faults(self) -> Iterator[Fault]:
        """Faults of contents that name nothing, lack a base or a variant, or have contents themselves."""
        book = Rulebook(self.book.ruleset, self.templates)
        for id, (file, place) in self.places.items():
            for n, content in enumerate(self.new[id].contents):
                known = self.ids.get(names.fold(content.item))  # most are plain names; any other requires all names of the book
                if why := _content_fault(content.item, Pick(known) if known else book.find(content.item), book):
                    yield Fault(file, f"{place}.contents[{n}].item".lstrip("."), why)

    def _named_faults(self, whole: Rulebook) -> Iterator[Fault]:
        """Faults of effects (from using an item) and of implied conditions that no table has."""
        (elsewhere,) = (r for r in RULESETS if r != self.book.ruleset)
        others = SpellFiles(folder("data") / "spells", elsewhere)
        called = (row.names if isinstance(row, Unread) else (row.name, *row.aliases) for row in self.tables["effects"].values())
        effects = {names.fold(name): own[0] for own in called for name in own}
        for id, (file, place) in self.places.items():
            use = self.new[id].item.on_use
            if use and use.effect and names.fold(use.effect) not in effects:
                why = f"there is no effect {use.effect!r}{_find_meant(use.effect, effects.values()) or '; send the name of one'}"
                yield Fault(file, f"{place}.onUse.effect".lstrip("."), why)
            yield from (Fault(file, f"{place}.{at}".lstrip("."), why) for at, why in whole.unknown_casts(self.new[id].item, others))
        conditions = self.tables["conditions"]
        for name, (file, place) in self.rules.items():
            for implied in conditions[name].implies:
                if implied not in conditions:
                    yield Fault(file, f"{place}.implies", f"there is no condition {implied!r}; allowed: {', '.join(conditions)}")

    def _act_faults(self, whole: Rulebook) -> Iterator[Fault]:
        """Faults of acts that use a word unknown to the whole book, or that do nothing."""
        also = [part.name for _, _, entry in self.acting for _, part in parts_of(entry) if isinstance(part, Act)]
        words = OwnWords((entry for _, _, entry in self.acting), elsewhere=builtin_files.resources_of_both_rulesets)
        for file, at, entry in self.acting:
            found = list(own_features.faults(entry, whole)) if isinstance(entry, FeatureRule) else []
            found += homebrew_faults.faults(entry, whole)
            for key, why in (*found, *act_faults.faults(entry, whole, (*also, *_things_of(entry)), words)):
                yield Fault(file, ".".join(filter(None, (at, key))), why)

    def _shape_faults(self) -> Iterator[Fault]:
        """Faults of weapons with a `base` weapon that is not in the book."""
        asked = []
        for id, (file, place) in self.places.items():
            item = self.new[id].item
            changes = (*item.modifiers, *(m for a in item.activated for m in a.modifiers))
            asked += [(file, place, str(m.value), repr(m.value)) for m in changes if m.target == "weapon.base"]
        weapons = (
            (t.item.name for t in self.templates.values() if t.item.type == "weapon" and t.item.weapon_stats and t.is_plain)
            if asked
            else ()
        )
        known = {names.fold(name): name for name in weapons}
        for file, place, given, shown in asked:
            if names.fold(given) not in known:
                yield Fault(file, place, f"weapon.base takes the name of a weapon, not {shown}{_find_meant(given, known.values())}")

    def _read(self, path: Path, data: Any) -> None:
        kind = kind_of(path)
        if kind in ACTS and path.parent != folder("data"):
            self._each(path, one_or_several(data), lambda raw, seen: self._add_act(kind, raw, seen))
        elif kind == CREATURES:
            self._read_creatures(path, one_or_several(data))
        elif path.stem == "rulesets":
            self.policy = policy_in(data, self.book.ruleset, self.policy)
        elif path.parent.name in ONE_A_FILE:
            self._each(path, entry_and_lineages(data), lambda raw, seen: self._add_rule(ONE_A_FILE[path.parent.name], raw, seen))
        elif kind in TABLES:
            listed = entries_in(data)
            self.naming = tuple(name_in(raw) for _, raw in listed if name_in(raw)) if kind == "conditions" else ()
            self._each(path, listed, lambda raw, seen: self._add_rule(kind, raw, seen))
            self.naming = ()
        elif isinstance(data, dict) and "items" not in data:
            self._each(path, [("", data)], self._add_template)
        else:
            self._each(path, entries_in(items_in(data, path.stem), "items"), self._add_template)

    def _each(
        self, path: Path, entries: Iterable[tuple[str, Any]], add: Callable[[dict[str, Any], dict[str, str]], tuple[str, Document]]
    ) -> None:
        """Add every entry of this ruleset; `seen` holds the names and ids of the file with their places."""
        file, seen = path_to_show(path), dict[str, str]()
        for place, raw in entries:
            at = f'{place} "{names.show_key(name)}"'.strip() if (name := name_in(raw)) else place
            self.entries.append((file, at))
            try:
                if self.prefix != PREFIX:
                    refuse_unsound(raw)
                if (entry := in_ruleset(raw, self.book.ruleset)) is not None:
                    key, made = add(entry, seen)
                    self.acting += [(file, at, made)] if self.prefix != PREFIX else []
                    self.overrides += [str(Fault(file, at, "replaces ours"))] if key in self.overriding else []
                    seen |= {key: place, names.fold(entry["name"]): place}
                    self.places |= {key: (file, at)} if key in self.new else {}
                    self.rules |= {key: (file, at)} if path.stem == "conditions" else {}
            except Faulty as faulty:
                self.faults += [Fault(file, ".".join(filter(None, (at, self._edition(raw, p), p))), why) for p, why in faulty.places]

    def _edition(self, raw: Any, path: str) -> str:
        """Return "5.2" when the faulty key is under it."""
        given = raw.get("5.2") if isinstance(raw, dict) and self.book.ruleset == "5.2" else None
        return "5.2" if isinstance(given, dict) and path and path.split(".")[0].split("[")[0] in given else ""

    def _add_template(self, raw: dict[str, Any], seen: dict[str, str]) -> tuple[str, Document]:
        template = template_of(raw, self.prefix, self.words)
        key = names.fold(template.item.name)
        if "id" not in raw and key in self.ids and key not in seen:
            template = template.model_copy(update={"id": self.ids[key]})
        for what, given in (("name", key), ("id", template.id)):
            if given in seen:
                raise Faulty((what, f"{given!r} appears twice in this file, first at {seen[given]}"))
        replaced = {template.id, self.ids.get(key, template.id)}
        self.replaced |= replaced
        self.overriding |= {template.id} if replaced & self.book.templates.keys() else set()
        self.new = {id: t for id, t in self.new.items() if id not in replaced} if replaced & self.new.keys() else self.new
        self.new[template.id] = template
        self.ids[key] = template.id
        return template.id, template.item

    def _add_act(self, kind: str, raw: dict[str, Any], seen: dict[str, str]) -> tuple[str, Document]:
        """Add a spell or a common act under each of its names."""
        act: Any = valid(ACTS[kind], raw, known=self.words)
        key = names.fold(act.name)
        if key in seen:
            raise Faulty(("name", f"{act.name!r} appears twice in this file, first at {seen[key]}"))
        if isinstance(act, Spell):
            self._refuse_unknown_classes(act)
        own, ours = (self.spells, self.book.spell_acts) if kind == "spells" else (self.acts, self.book.common_acts)
        self.overriding |= {key} if key in ours else set()
        own |= {names.fold(name): act for name in (act.name, *act.aliases)}
        return key, act

    def _refuse_unknown_classes(self, spell: Spell) -> None:
        known = sorted({names.fold(rule.name): rule.name for rule in freeze(self.tables["classes"]).values()}.values())
        for n, name in enumerate(spell.classes):
            if known and name not in known:
                raise Faulty((f"classes[{n}]", f"is {names.show_key(name)!r}; allowed: {', '.join(known)}{_find_meant(name, known)}"))

    def _read_creatures(self, path: Path, entries: Iterable[tuple[str, Any]]) -> None:
        file = path_to_show(path)
        for place, raw in entries:
            made = raw.get("character", raw) if isinstance(raw, dict) else None
            at = f'{place} "{names.show_key(name)}"'.strip() if (name := name_in(made)) else place
            self.entries.append((file, at))
            try:
                found = creature_parsing.read(raw, self.book.ruleset)
                self.acting += [(file, at, SheetDocument.model_validate(sheet, context=ANY)) for sheet in list(found.values())[:1]]
                self.overrides += [str(Fault(file, at, "replaces ours"))] if found.keys() & self.book.creatures.keys() else []
                self.creatures |= found
            except Faulty as faulty:
                self.faults += [Fault(file, ".".join(filter(None, (at, p))), why) for p, why in faulty.places]

    def _add_rule(self, table: str, raw: dict[str, Any], seen: dict[str, str]) -> tuple[str, Document]:
        rule: Any = valid(TABLES[table], raw, known=self.words)
        key: str = rule.name if table in KEYED_BY_WORD else names.fold(rule.name)
        if key in seen:
            raise Faulty(("name", f"{key!r} appears twice in this file, first at {seen[key]}"))
        changes = [m for ms in (getattr(rule, "modifiers", ()), *getattr(rule, "levels", ())) for m in ms]
        refuse_unknown_words(changes, getattr(rule, "toggles", ()), "modifiers", self.words)
        if fault := fault_where_it_lasts([m for m in changes if table != "effects" or m.target != "temp_hp"]):
            raise Faulty(("modifiers", fault))
        self.overriding |= {key} & getattr(self.book, table).keys()
        self.tables[table][key] = rule
        return key, rule


def _things_of(entry: Document) -> Iterator[str]:
    """The names of the things with which a creature attacks."""
    for thing in (*entry.equipped, *entry.carried) if isinstance(entry, SheetDocument) else ():
        item = thing if isinstance(thing, str) else thing.item
        yield item if isinstance(item, str) else item.name


def _over(own: dict[str, V], ours: Mapping[str, V]) -> Mapping[str, V]:
    """The user's entries on top of the built-in entries, which are still read only on first use."""
    return ChainMap(own, ours) if own else ours  # type: ignore[arg-type]  # nobody writes into a rulebook


def _bases_meant(base: str, plain: Iterable[str]) -> str:
    near = names.nearest(base, [*BASE_WORDS, *plain], 1)
    return f"did you mean {near[0]!r}?" if near else f"allowed: names of mundane items, {', '.join(BASE_WORDS)}"


def _find_meant(name: str, known: Iterable[str]) -> str:
    near = names.nearest(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _content_fault(name: str, pick: Pick | None, book: Rulebook) -> str | None:
    """The reason why a new thing cannot contain this, or None. A pack inside a pack is refused, because otherwise a pack could contain
    itself.
    """
    if pick is None:
        near = book.near(name, 1)
        return f"there is no template {name!r}; {f'did you mean {near[0]!r}?' if near else 'send the name of one'}"
    template = book.templates[pick.template]
    if template.contents:
        return f"{template.item.name!r} has contents itself; name those contents instead"
    missing = "base" if template.bases and not pick.base else "variant" if template.variants and not pick.variant else None
    return f"{template.item.name!r} needs a {missing}; write its whole name" if missing else None
