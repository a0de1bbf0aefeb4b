"""Templates: the items in the files, with the bases, variants and contents that they allow."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from rpg_lite.rules.acts.words import Cost
from rpg_lite.rules.document_field_types import Document, Name, Quantity
from rpg_lite.rules.items import Item
from rpg_lite.rules.lazy_entries import Entries, UnreadVariant


class Variant(Document):
    """One variant of a template: its name, the whole name of the item, and the item's keys that differ from the template."""

    name: Name
    full_name: Name | None = None
    aliases: tuple[str, ...] = ()
    overrides: dict[str, Any] = Field(default_factory=dict)


class Content(Document):
    """An entry of the contents of a newly made thing: the name of a template, and a quantity."""

    item: str
    quantity: Quantity = 1


class ScrollNumbers(Document):
    """The numbers of a scroll with one spell. `cost`: the cost of reading it, in place of the spell's own casting time."""

    dc: int
    attack: int
    cost: Cost | None = None


class Template(Document):
    """An item of the files, with the base items or variants that it requires.

    `bases`: names of base items, or the words "any weapon", "any sword", "any armor", "light", "medium", "heavy" …;
    a leading "!" leaves one out. If `base` is given too, the item is complete without a choice, and another base brings its own stats.
    `name_as` makes the whole name from {name}, {base} and {variant}. `contents`: the things in a pack. `scrolls`: maps each
    spell level, which names a variant, to the numbers of its scroll; each spell is then a variant, too.
    """

    id: str
    item: Item
    bases: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    name_as: str | None = None
    contents: tuple[Content, ...] = ()
    scrolls: dict[str, ScrollNumbers] = Field(default_factory=dict)

    @property
    def is_plain(self) -> bool:
        """Whether the template can be the base of other items."""
        return not (self.bases or self.variants or self.item.base)


@dataclass(frozen=True, slots=True)
class TemplateNames:
    """The names of a template, its own name first, and those of its variants."""

    names: tuple[str, ...]
    variants: tuple[Variant | UnreadVariant, ...]


def names_of_templates(templates: Mapping[str, Template]) -> Iterator[tuple[str, TemplateNames]]:
    """The id of each template with its names; no template is made for it."""
    for id in templates:
        if unread := templates.unread(id) if isinstance(templates, Entries) else None:
            yield id, TemplateNames(unread.names, unread.variants)
        else:
            t = templates[id]
            yield id, TemplateNames((t.item.name, *t.item.aliases), t.variants)
