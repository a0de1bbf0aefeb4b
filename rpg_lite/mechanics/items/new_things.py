"""New things in a bag: one stack or several things, with the contents that the template gives."""

import re
from dataclasses import dataclass
from typing import Any, Final

from rapidfuzz import fuzz

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.items import item_moves
from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import LARGEST_QUANTITY
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.world import body_paths, events
from rpg_lite.world.kept_json import Body
from rpg_lite.world.world_model import Thing

MOST_SEPARATE = 100
"""The maximum number of unstackable things in one gift, because they are made one by one."""


@dataclass(frozen=True, slots=True)
class Gift:
    """A new thing: its stored body, and its item."""

    body: Body
    item: Item
    quantity: int = 1
    identified: bool = True


def make(draft: Draft, bag: Thing, gift: Gift, field: str) -> list[str] | Rejected:
    """Make one stack, or the requested number of things; return their ids. `field`: the key that named the bag."""
    item, quantity = gift.item, gift.quantity
    if gate := item_moves.opens_a_gate(draft.world, [item], bag, draft.situation.book, item.name, field):
        return gate
    if full := item_moves.too_full(draft.world, bag, (item.weight or 0) * quantity, draft.situation.book, field):
        return full
    if item_moves.stacks(item):
        like = Thing(draft.new_id("item"), "item", item.name, bag.id, quantity, body=_with_state(draft, gift))
        there = item_moves.stack_in(draft.world, bag.id, like, draft.situation.book)
        if there and there.quantity + quantity > LARGEST_QUANTITY:
            return Rejected("quantity_too_large", "quantity", {"has": there.quantity, "most": LARGEST_QUANTITY})
        return [item_moves.lay_onto(draft, like, there)]
    if quantity > MOST_SEPARATE:
        return Rejected("quantity_too_large", "quantity", {"has": 0, "most": MOST_SEPARATE})
    made = []
    for _ in range(quantity):
        state = _with_state(draft, gift)
        thing = Thing(draft.new_id("item"), "item", item.name, bag.id, 1, body=state)
        draft.add(events.Created(thing))
        made.append(thing.id)
        _fill(draft, thing)
    return made


def _fill(draft: Draft, pack: Thing) -> None:
    """Fill a pack with the contents that its template gives."""
    book = draft.situation.book
    template = book.templates.get(pack.item.template or "")
    for content in template.contents if template else ():
        pick = book.find(content.item)
        item = book.item(pick) if pick else None
        if pick and item:
            item_moves.lay(draft, Thing(draft.new_id("item"), "item", item.name, pack.id, content.quantity, body=body_of(pick)))


def _with_state(draft: Draft, gift: Gift) -> Body:
    """The body, with the differences from an ordinary new thing: unidentified, charges from dice or from the short spelling."""
    item, kept = gift.item, None
    charges, effects = item.charges, item.mechanical_effects
    first = charges and (charges.max if charges.start is None else charges.start)
    if isinstance(first, int) and charges and first != charges.max:
        kept = first
    elif isinstance(first, str):
        roll = draft.situation.roll(first)
        draft.add(events.Rolled(roll.dice, roll.faces, roll.total, "charges"))
        kept = roll.total
    elif effects and effects.charges is not None and effects.max_charges and effects.charges < effects.max_charges:
        kept = effects.charges
    differs = (() if gift.identified else (body_paths.IDENTIFIED.to(False),)) + (() if kept is None else (body_paths.CHARGES.to(kept),))
    return body_paths.changed_body(gift.body, differs)


def body_of(pick: Pick) -> Body:
    """The keys that a thing stores to find its template, base and variant."""
    return body_paths.body_of(
        body_paths.TEMPLATE.to(pick.template), body_paths.BASE.to(pick.base or None), body_paths.VARIANT.to(pick.variant or None)
    )


_PLAIN: Final = re.compile(r"[^\W\d_]+(?:['’ -]{1,2}[^\W\d_]+){0,5}")
_LETTERS: Final = range(3, 61)
_RULED: Final = frozenset(("weapon", "armor", "consumable", "ammunition"))
"""Types of things that are useless without numbers."""
_MISSPELT: Final = 80
"""The percentage of letters that a misspelled name shares with the right one."""
_TREASURE: Final = frozenset(
    """gem gemstone jewel jewelry ruby diamond emerald sapphire pearl opal topaz jade amber garnet amethyst jasper onyx quartz moonstone
    bloodstone agate aquamarine peridot citrine lapis obsidian coral necklace pendant bracelet brooch tiara diadem goblet chalice
    statuette figurine painting tapestry ingot""".split()
)
"""Things with a price and no effect."""


def plain_item(name: str, book: Rulebook) -> dict[str, Any] | None:
    """The inline item for the name; None if the name means a thing of the rules, such as a potion, another sword, or a misspelled name."""
    said = names.tidy(name)
    if len(said) not in _LETTERS or not _PLAIN.fullmatch(said) or " of " in said.casefold():
        return None
    head = names.fold(said).split()[-1]
    if any(_is_head(head, t.item.name) for t in book.templates.values() if t.item.type in _RULED):
        return None
    return {"name": said, "type": "treasure" if head in _TREASURE else "adventuring_gear"}


def alike(name: str, near: tuple[str, ...]) -> tuple[str, ...]:
    """The similar names that this name misspells, or that mean the same kind of thing."""
    head = names.fold(name).split()[-1]
    return tuple(n for n in near if head in names.fold(n).split() or fuzz.ratio(name.casefold(), n.casefold()) >= _MISSPELT)


def _is_head(head: str, name: str) -> bool:
    """Whether the name means this kind of thing: "sword" for Longsword, "potion" for Potion of Healing."""
    return any(word.endswith(head) for word in names.fold(name).split())
