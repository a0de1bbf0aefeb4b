"""One entry of a content file: its form in one ruleset, and the template made from it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import Field, ValidationError
from pydantic.alias_generators import to_camel

from rpg_lite.meaning import parse
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.document_field_types import Document
from rpg_lite.rules.document_validation import SCHEMA, dot_path, faults_of
from rpg_lite.rules.extensible_words import ANY, OURS, KnownWords
from rpg_lite.rules.item_templates import Content, ScrollNumbers, Template, Variant
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.predicates import unknown_words
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.vocabulary import RULESETS, Ruleset


class Editions(Document):
    """The rulesets of an entry (the top level is SRD 5.1), and its differences in 5.2: keys replace, null removes."""

    rulesets: tuple[Ruleset, ...] = RULESETS
    differences: dict[str, Any] = Field(default={}, alias="5.2")


class FileKeys(Document):
    """The keys of a file in addition to those of an item: its id, its possible bases, its variants, its contents, the numbers of its spell
    scrolls.
    """

    id: str | None = None
    bases: tuple[str, ...] = ()
    name_as: str | None = None
    variants: tuple[dict[str, Any], ...] = ()
    contents: tuple[Content, ...] = ()
    scrolls: dict[str, ScrollNumbers] = {}


FILE_KEYS: Final = ("id", "bases", "nameAs", "variants", "contents", "scrolls")
SCHEMA_KINDS: Final[Mapping[type[Document], str]] = {
    Spell: "spell",
    Act: "act",
    FeatureRule: "feature",
    SheetDocument: "creature",
    TrapRule: "trap",
}
EDITION_KEYS: Final = ("rulesets", "5.2")
VARIANT_KEYS: Final = ("name", "fullName", "aliases")


class Faulty(Exception):
    """The faults of an invalid document: (dotted path, sentence) for each place."""

    def __init__(self, *places: tuple[str, str]) -> None:
        self.places = places


def valid(model: type[Document], data: Any, also: Iterable[str] = (), at: str = "", known: KnownWords = OURS) -> Any:
    try:
        return model.model_validate(data, context=known)
    except ValidationError as e:
        faults = [(path, why.replace(SCHEMA, _schema_command(model))) for path, why in faults_of(e, model, also)]
        raise Faulty(*((".".join(filter(None, (at, path))), why) for path, why in faults)) from None


def _schema_command(model: type[Document]) -> str:
    """The command that shows all keys to users who check their files."""
    kind = next((kind for of, kind in SCHEMA_KINDS.items() if issubclass(model, of)), "item")
    return f"rpg-lite content schema {kind}"


def in_ruleset(raw: Any, ruleset: Ruleset) -> dict[str, Any] | None:
    """The entry in this ruleset with camelCase keys; None when the ruleset does not have it."""
    if not isinstance(raw, dict):
        raise Faulty(("", f"takes an object {{ … }}, found {word(raw)}"))
    editions: Editions = valid(Editions, {k: raw[k] for k in EDITION_KEYS if k in raw})
    if ruleset not in editions.rulesets:
        return None
    plain = {_camel(k): v for k, v in raw.items() if k not in EDITION_KEYS}
    over = {_camel(k): v for k, v in editions.differences.items()} if ruleset == "5.2" else {}
    return {k: v for k, v in (plain | over).items() if v is not None or k not in over}


def _camel(key: str) -> str:
    return to_camel(key) if "_" in key else key


def template_of(raw: dict[str, Any], prefix: str, known: KnownWords = OURS) -> Template:
    """The template of an entry; its conditions and slots must be among the `known` words."""
    own = {k: v for k, v in raw.items() if k not in FILE_KEYS}
    keys: FileKeys = valid(FileKeys, {k: raw[k] for k in FILE_KEYS if k in raw})
    item = _item(own, known)
    if keys.contents and not item.container:
        raise Faulty(("contents", 'only a container has contents; add the key container, such as {"capacityLb": 30}'))
    variants = tuple(_variant(v, own, n, known) for n, v in enumerate(keys.variants))
    id = keys.id or f"{prefix}:{names.fold(item.name).replace(' ', '_')}"
    made = {
        "id": id,
        "item": item,
        "bases": keys.bases,
        "variants": variants,
        "name_as": keys.name_as,
        "contents": keys.contents,
        "scrolls": keys.scrolls,
    }
    return Template.model_validate(made, context=ANY)  # its parts have just been checked against the known words


def _item(raw: dict[str, Any], known: KnownWords, at: str = "") -> Item:
    item: Item = valid(Item, raw, (*FILE_KEYS, *EDITION_KEYS), at, known)
    own = (*item.toggles, *(a.id for a in item.activated))
    refuse_unknown_words(item.on_use.modifiers if item.on_use else (), own, f"{at}.onUse.modifiers".lstrip("."), known)
    return item


def _variant(raw: dict[str, Any], whole: dict[str, Any], n: int, known: KnownWords) -> Variant:
    """A variant of a template; the template with the variant's keys must be a valid item."""
    at = dot_path(("variants", n))
    head = {k: v for k, v in raw.items() if k in VARIANT_KEYS}
    over = {_camel(k): v for k, v in raw.items() if k not in VARIANT_KEYS}
    variant: Variant = valid(Variant, {**head, "overrides": over}, at=at, known=known)
    _item(whole | over, known, at)
    return variant


def refuse_unknown_words(modifiers: Iterable[Modifier], own: Iterable[str], at: str, known: KnownWords) -> None:
    if unknown := unknown_words([w for m in modifiers for w in m.when], own, known.conditions):
        raise Faulty((at, f"when: nothing can make {unknown[0]!r} true; declare it in toggles"))


def refuse_unsound(raw: Any) -> None:
    """Refuse a text that no answer may contain, before any model checks the entry."""
    if not isinstance(raw, dict):
        return
    if deep := parse.too_deep(raw):
        raise Faulty((names.show_key(deep[0]), deep[1]))
    if wrong := parse.no_number(raw):
        raise Faulty((names.show_key(wrong[0]), wrong[1]))
    if (key := parse.not_unicode(raw)) is not None:
        raise Faulty((names.show_key(key), "holds half a character"))
    if (key := parse.control_in(raw)) is not None:
        raise Faulty((names.show_key(key), "holds a control character"))


def word(data: Any) -> str:
    return {dict: "an object { … }", list: "a list [ … ]", str: "text", type(None): "null"}.get(type(data), repr(data))
