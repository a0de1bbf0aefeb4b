"""Read data/ and items/, with the user's own files on top, into one frozen Rulebook for each ruleset."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rpg_lite.content import act_files, creatures, file_reading
from rpg_lite.content.entries_by_ruleset import (
    EDITION_KEYS,
    Editions,
    Faulty,
    FileKeys,
    in_ruleset,
    refuse_unknown_words,
    refuse_unsound,
    template_of,
    valid,
    word,
)
from rpg_lite.rules import names
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.document_fields import Document
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifier_targets import TARGETS
from rpg_lite.rules.modifiers import fault_where_it_lasts
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.rulebook_entries import ConditionRule, EffectRule, FeatureRule, RaceRule, SlotRule, SpellRule
from rpg_lite.rules.templates import Template
from rpg_lite.rules.word_checks import KnownWords
from rpg_lite.vocabulary import CONDITIONS, RULESETS, SLOT_WORDS, Ruleset

TABLES: Final[Mapping[str, type[Document]]] = {
    "slots": SlotRule,
    "conditions": ConditionRule,
    "effects": EffectRule,
    "features": FeatureRule,
    "classes": ClassRule,
    "races": RaceRule,
}
"""A file with one of these names holds a list of such rules; `rulesets.json` holds the policy of each ruleset; any other file holds items.

They are read in this order and before the items, so that a later file can name entries of an earlier one.
"""

BASE_WORDS: Final = (
    "any weapon", "any melee weapon", "any sword", "any axe", "any ammunition", "any armor", "light", "medium", "heavy", "shield",
)  # fmt: skip
RARITY_VALUES: Final = "rarity_values.json"
"""The file with gold pieces for each rarity, for the rulesets that have such a table."""
SCHEMA_FILE: Final = "item.schema.json"
_SHAPE: Final = 'one item { … } or {"items": [ … ]}'


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in a file: its place, and the expected value.

    >>> str(Fault("my.json", "items[0].weight", "is -1; takes at least 0"))
    'my.json: items[0].weight: is -1; takes at least 0'
    """

    file: str
    key: str
    expected: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.key, self.expected) if part)


class Checked(NamedTuple):
    """The result of `check`: the number of entries without a fault, and the faults."""

    good: int
    faults: list[Fault]


def folder(name: str) -> Path:
    """The path of `data` or `items`: inside an installed package, or beside the package in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def rulebook(ruleset: Ruleset = "5.1", *paths: str | Path) -> Rulebook:
    """Our rulebook with the user's files and folders on top: an item with the same id or name replaces ours.

    Faulty entries are left out and named in `Rulebook.faults`; all others are loaded.
    """
    return _RulebookDraft.over(_ours(ruleset), "own").read(*paths).rulebook() if paths else _ours(ruleset)


def check(path: str | Path) -> Checked:
    """Check an item file or a folder of them in both rulesets."""
    drafts = [_RulebookDraft.over(_ours(r), "own").read(path) for r in RULESETS]
    faults = list(dict.fromkeys(f for d in drafts for f in d.all_faults()))
    entries = dict.fromkeys(e for d in drafts for e in d.entries)
    return Checked(sum(not any(_is_of(f, *e) for f in faults) for e in entries), faults)


def _is_of(fault: Fault, file: str, place: str) -> bool:
    return fault.file == file and (not place or fault.key == place or fault.key.startswith(f"{place}."))


@cache
def _ours(ruleset: Ruleset) -> Rulebook:
    data = [file for name in ("rulesets", *TABLES) if (file := folder("data") / f"{name}.json").is_file()]
    table = json.loads((folder("data") / RARITY_VALUES).read_text("utf-8"))
    worth = {rarity: float(gold) for rarity, gold in table[ruleset].items()}
    book = _RulebookDraft.over(Rulebook(ruleset, rarity_values=MappingProxyType(worth)), "srd").read(*data, folder("items")).rulebook()
    known = frozenset(names.fold(f["name"]) for f in _rows("known_features", ruleset))
    spells = {names.fold(s["name"]): SpellRule(**s) for s in _rows("spells", ruleset)}
    beasts, faults = bestiary(ruleset, folder("data") / "creatures")
    told = (*book.faults, *map(str, faults))
    whole = act_files.SpellFiles(folder("data") / "spells", ruleset)
    common = act_files.common_acts(folder("data") / "acts.json", ruleset)
    return replace(
        book, creatures=MappingProxyType(beasts), known_features=known, spells=MappingProxyType(spells), faults=told, spell_acts=whole,
        common_acts=MappingProxyType(common),
    )  # fmt: skip


def _rows(name: str, ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """The entries of one of our own plain lists in this ruleset, hundreds of them, which users never write."""
    for raw in json.loads((folder("data") / f"{name}.json").read_text("utf-8")):
        if ruleset in raw.get("rulesets", RULESETS):
            yield {k: v for k, v in (raw | raw.get(ruleset, {})).items() if k not in EDITION_KEYS}


def bestiary(ruleset: Ruleset, where: Path) -> tuple[dict[str, Mapping[str, Any]], list[Fault]]:
    """The creatures of a folder by each of their folded names, and the faults of those that are left out."""
    found: dict[str, Mapping[str, Any]] = {}
    faults: list[Fault] = []
    for file in sorted(where.glob("*.json")):
        try:
            found |= creatures.read(_load(file), ruleset)
        except Faulty as faulty:
            faults += [Fault(f"{where.name}/{file.name}", *place) for place in faulty.places]
    return found, faults


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class _RulebookDraft:
    """A rulebook while files are read into it.

    `entries`: (file, place) of every entry so far; `places`: that of each new template; `rules`: that of each new condition; `naming`: the conditions of the current file; `ids`: folded name → id of the template.
    `overriding`: ids and keys of the entries that replace an entry of `book`; `overrides`: one sentence for each of them.
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

    @classmethod
    def over(cls, book: Rulebook, prefix: str) -> "_RulebookDraft":
        ids = {names.fold(t.item.name): t.id for t in book.templates.values()}
        return cls(book, prefix, {t: dict(getattr(book, t)) for t in TABLES}, book.policy, ids)

    @property
    def templates(self) -> dict[str, Template]:
        """The new templates first, so that their names win over the aliases of older ones."""
        return {**self.new, **{id: t for id, t in self.book.templates.items() if id not in self.replaced}}

    @property
    def words(self) -> KnownWords:
        """The conditions and slots read so far, and the conditions of the current file, which may name each other."""
        conditions = dict.fromkeys((*self.tables["conditions"], *self.naming))
        return KnownWords(tuple(conditions) or CONDITIONS, (*SLOT_WORDS, *self.tables["slots"]))

    def read(self, *paths: str | Path) -> "_RulebookDraft":
        for path in sorted((file for p in paths for file in _files(Path(p))), key=_order):
            try:
                self._read(path, _load(path))
            except Faulty as faulty:
                self.faults += [Fault(_shown(path), *place) for place in faulty.places]
        return self

    def rulebook(self) -> Rulebook:
        tables: dict[str, Any] = {name: MappingProxyType(table) for name, table in self.tables.items()}
        told: dict[str, Any] = {"faults": (*self.book.faults, *map(str, self.all_faults())), "overrides": tuple(self.overrides)}
        return replace(self.book, templates=MappingProxyType(self.templates), policy=self.policy, **tables, **told).priced()

    def all_faults(self) -> list[Fault]:
        """The faults of single entries, and every base or content that no item of the whole book matches."""
        plain = {names.fold(t.item.name): t.item.name for t in self.templates.values() if t.is_plain}
        return [
            *self.faults,
            *(
                Fault(file, f"{place}.bases".lstrip("."), f"there is no item {base!r}; {_bases_meant(base, plain.values())}")
                for id, (file, place) in self.places.items()
                for base in self.new[id].bases
                if not base.startswith("!") and base not in BASE_WORDS and names.fold(base) not in plain
            ),
            *self._contents_faults(),
            *self._named_faults(),
            *self._shape_faults(),
        ]

    def _contents_faults(self) -> Iterator[Fault]:
        """Faults of contents that name nothing, lack a base or a variant, or have contents themselves."""
        book = Rulebook(self.book.ruleset, self.templates)
        for id, (file, place) in self.places.items():
            for n, content in enumerate(self.new[id].contents):
                known = self.ids.get(names.fold(content.item))  # most are plain names; finding any other takes all names of the book
                if why := _content_fault(content.item, Pick(known) if known else book.find(content.item), book):
                    yield Fault(file, f"{place}.contents[{n}].item".lstrip("."), why)

    def _named_faults(self) -> Iterator[Fault]:
        """Faults of effects from the use of an item, and of implied conditions, that no table has."""
        effects = {names.fold(n): r.name for r in self.tables["effects"].values() for n in (r.name, *r.aliases)}
        for id, (file, place) in self.places.items():
            use = self.new[id].item.on_use
            if use and use.effect and names.fold(use.effect) not in effects:
                why = f"there is no effect {use.effect!r}{_meant(use.effect, effects.values()) or '; send the name of one'}"
                yield Fault(file, f"{place}.onUse.effect".lstrip("."), why)
        conditions = self.tables["conditions"]
        for name, (file, place) in self.rules.items():
            for implied in conditions[name].implies:
                if implied not in conditions:
                    yield Fault(file, f"{place}.implies", f"there is no condition {implied!r}; allowed: {', '.join(conditions)}")

    def _shape_faults(self) -> Iterator[Fault]:
        """Faults of weapons that take the shape of a weapon that the book does not have."""
        known = {names.fold(t.item.name): t.item.name for t in self.templates.values() if t.item.weapon_stats and t.is_plain}
        for id, (file, place) in self.places.items():
            item = self.new[id].item
            for m in (*item.modifiers, *(m for a in item.activated for m in a.modifiers)):
                if m.target == "weapon.base" and names.fold(str(m.value)) not in known:
                    yield Fault(
                        file, place, f"weapon.base takes the name of a weapon, not {m.value!r}{_meant(str(m.value), known.values())}"
                    )

    def _read(self, path: Path, data: Any) -> None:
        if path.stem == "rulesets":
            self.policy = _policy(data, self.book.ruleset, self.policy)
        elif path.stem in TABLES:
            listed = _listed(data)
            self.naming = tuple(_named(raw) for _, raw in listed if _named(raw)) if path.stem == "conditions" else ()
            self._each(path, listed, lambda raw, seen: self._add_rule(path.stem, raw, seen))
            self.naming = ()
        elif isinstance(data, dict) and "items" not in data:
            self._each(path, [("", data)], self._add_template)
        else:
            self._each(path, _listed(_items_of(data), "items"), self._add_template)

    def _each(self, path: Path, entries: Iterable[tuple[str, Any]], add: Callable[[dict[str, Any], dict[str, str]], str]) -> None:
        """Add every entry of this ruleset; `seen` holds the names and ids of the file with their places."""
        file, seen = _shown(path), dict[str, str]()
        for place, raw in entries:
            at = f'{place} "{names.shown(name)}"'.strip() if (name := _named(raw)) else place
            self.entries.append((file, at))
            try:
                refuse_unsound(raw)
                if (entry := in_ruleset(raw, self.book.ruleset)) is not None:
                    key = add(entry, seen)
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

    def _add_template(self, raw: dict[str, Any], seen: dict[str, str]) -> str:
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
        return template.id

    def _add_rule(self, table: str, raw: dict[str, Any], seen: dict[str, str]) -> str:
        rule: Any = valid(TABLES[table], raw, known=self.words)
        key: str = rule.name if table in ("conditions", "slots") else names.fold(rule.name)
        if key in seen:
            raise Faulty(("name", f"{key!r} appears twice in this file, first at {seen[key]}"))
        changes = [m for ms in (getattr(rule, "modifiers", ()), *getattr(rule, "levels", ())) for m in ms]
        refuse_unknown_words(changes, getattr(rule, "toggles", ()), "modifiers", self.words)
        if fault := fault_where_it_lasts([m for m in changes if table != "effects" or m.target != "temp_hp"]):
            raise Faulty(("modifiers", fault))
        self.overriding |= {key} & getattr(self.book, table).keys()
        self.tables[table][key] = rule
        return key


def _files(path: Path) -> list[Path]:
    return sorted(p for p in path.rglob("*.json") if not p.name.endswith(".schema.json")) if path.is_dir() else [path]


def _named(raw: Any) -> str:
    name = raw.get("name") if isinstance(raw, dict) else None
    return name if isinstance(name, str) else ""


def _order(file: Path) -> int:
    """The sort key of a file: policy and tables come before items; the others stay in the given order."""
    order = ("rulesets", *TABLES)
    return order.index(file.stem) if file.stem in order else len(order)


def _shown(path: Path) -> str:
    """The path to show: folder and name for our own files, the given path for the user's."""
    return f"{path.parent.name}/{path.name}" if path.parent in (folder("data"), folder("items")) else str(path)


def _load(path: Path) -> Any:
    try:
        file_reading.require_regular(path)
        data = json.loads(file_reading.read(path).decode("utf-8-sig"))
    except json.JSONDecodeError as e:
        raise Faulty((f"line {e.lineno}, column {e.colno}", f"not JSON: {e.msg[0].lower()}{e.msg[1:]}")) from e
    except UnicodeDecodeError as e:
        raise Faulty(("", "not UTF-8 text")) from e
    except ValueError as e:
        raise Faulty(("", "not JSON: a number with too many digits")) from e
    except RecursionError as e:
        raise Faulty(("", f"nested too deeply; expected {_SHAPE}")) from e
    except OSError as e:
        raise Faulty(("", f"cannot be read: {(e.strerror or 'no such file').lower()}")) from e
    return data


def _policy(data: Any, ruleset: Ruleset, before: Policy) -> Policy:
    """The policy with the given keys; the others stay as they were."""
    if not isinstance(data, dict) or data.keys() - set(RULESETS):
        raise Faulty(("", f"takes an object with the keys {' and '.join(RULESETS)}, found {word(data)}"))
    refuse_unsound(data)
    given: Policy = valid(Policy, data.get(ruleset, {}), at=ruleset)
    return before.changed_by(given)


def _items_of(data: Any) -> Any:
    if not isinstance(data, dict):
        raise Faulty(("", f"expected {_SHAPE}, found {word(data)}"))
    if unknown := sorted(data.keys() - {"$schema", "items"}):
        raise Faulty((names.shown(unknown[0]), f'unknown key beside "items"; expected {_SHAPE}'))
    return data["items"]


def _listed(data: Any, at: str = "") -> list[tuple[str, Any]]:
    if not isinstance(data, list):
        raise Faulty((at, f"takes a list [ … ] of entries, found {word(data)}"))
    return [(f"{at}[{n}]", raw) for n, raw in enumerate(data)]


def _bases_meant(base: str, plain: Iterable[str]) -> str:
    near = names.nearest(base, [*BASE_WORDS, *plain], 1)
    return f"did you mean {near[0]!r}?" if near else f"allowed: names of mundane items, {', '.join(BASE_WORDS)}"


def _meant(name: str, known: Iterable[str]) -> str:
    near = names.nearest(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _content_fault(name: str, pick: Pick | None, book: Rulebook) -> str | None:
    """The reason why this cannot be in a new thing, or None. A pack in a pack is refused, so that none can contain itself."""
    if pick is None:
        near = book.near(name, 1)
        return f"there is no template {name!r}; {f'did you mean {near[0]!r}?' if near else 'send the name of one'}"
    template = book.templates[pick.template]
    if template.contents:
        return f"{template.item.name!r} has contents itself; name those contents instead"
    missing = "base" if template.bases and not pick.base else "variant" if template.variants and not pick.variant else None
    return f"{template.item.name!r} needs a {missing}; write its whole name" if missing else None


# ── the schema ──────────────────────────────────────────────────────────────────────────────────────────────────────


def schema() -> dict[str, Any]:
    """The JSON Schema of an item file, made from the models, so that editors complete and check while you type."""
    item = Item.model_json_schema(by_alias=True)
    file_keys = FileKeys.model_json_schema(by_alias=True)
    keys, editions = file_keys["properties"], Editions.model_json_schema(by_alias=True)["properties"]
    defs = item.pop("$defs") | file_keys["$defs"]
    defs["Modifier"]["properties"]["target"]["enum"] = list(TARGETS)
    properties = {"$schema": {"type": "string"}, **item["properties"], **keys, **editions}
    differing = [k for k in properties if k not in ("$schema", *EDITION_KEYS)]
    properties["5.2"] |= {"propertyNames": {"enum": differing}}
    properties["variants"]["items"] = {"type": "object", "required": ["name"], "propertyNames": {"enum": [*differing, "fullName"]}}
    listed = {"items": {"type": "array", "items": {"$ref": "#/$defs/Item"}}, "$schema": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Items of rpg-lite: one item, or a list of them under items",
        "$defs": {**defs, "Item": {**item, "properties": properties}},
        "if": {"required": ["items"]},
        "then": {"type": "object", "properties": listed, "additionalProperties": False},
        "else": {"$ref": "#/$defs/Item"},
    }


if __name__ == "__main__":
    (folder("items") / SCHEMA_FILE).write_text(json.dumps(schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
