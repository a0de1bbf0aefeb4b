"""The slots that an item may take, the hands it fills, and the items that it displaces, for equipping and display alike."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules.items import Item
from rpg_lite.rules.policy import Policy
from rpg_lite.vocabulary import SLOT_FAMILY, SLOTS, Grip

HANDS: Final = 2
HAND_SLOTS: Final[tuple[str, ...]] = ("mainhand", "offhand")


@dataclass(frozen=True, slots=True)
class Worn:
    """An item in its slot, with the details that this module needs. `free_hands`: whether the item floats and takes no hand."""

    id: str
    item: Item
    slot: str
    grip: Grip | None = None
    two_handed: bool = False
    free_hands: bool = False


def slots_of(word: str) -> tuple[str, ...]:
    """The slots that a slot word stands for: "ring" is ring1 or ring2.

    >>> slots_of("ring"), slots_of("head")
    (('ring1', 'ring2'), ('head',))
    """
    return SLOT_FAMILY.get(word) or (word,)


def allowed_for(item: Item) -> tuple[str, ...]:
    """Every slot that the item may take, the likeliest first; empty when the caller must name it (`slot_required`)."""
    if item.slot in HAND_SLOTS and not item.is_shield:
        return HAND_SLOTS
    if item.slot is not None:
        return slots_of(item.slot)
    if item.is_shield:
        return ("offhand", "mainhand")
    if item.is_body_armor or item.type == "armor":
        return ("armor",)
    if item.type == "ammunition":
        return ("quiver",)
    return HAND_SLOTS if item.type == "weapon" or item.use_state == "held" else ()


_TRINKETS: Final = frozenset(("wondrous", "treasure", "adventuring_gear"))


def fits(item: Item, word: str, own: Iterable[str] = ()) -> bool:
    return any(s in possible_for(item, own) for s in slots_of(word))


def possible_for(item: Item, own: Iterable[str] = ()) -> tuple[str, ...]:
    """Every slot that a caller may name for the item: a trinket without a slot goes anywhere except in place of armor and
    arrows; any other item without a slot goes in a hand. `own`: slots that files add to those of the rules."""
    if allowed := allowed_for(item):
        return allowed
    return (*(s for s in SLOTS if s not in ("armor", "quiver")), *own) if item.type in _TRINKETS else HAND_SLOTS


def choose(item: Item, word: str | None, worn: Sequence[Worn], policy: Policy) -> str | None:
    """The slot that an equip call means, or None when all slots of the kind are taken and the call names no slot."""
    if word is not None and len(slots_of(word)) == 1:
        return slots_of(word)[0]
    places = slots_of(word) if word else allowed_for(item)
    taken = {w.slot: w for w in worn}
    if set(places) == set(HAND_SLOTS) and not item.is_shield:
        return _hand(item, taken)
    if item.is_shield or len(places) == 1:
        return places[0]
    return next((s for s in places if s not in taken), None)


def _hand(item: Item, taken: Mapping[str, Worn]) -> str:
    """The main hand if it is free; or else the off hand if that is free and both weapons are light; or else the main hand."""
    if "mainhand" not in taken:
        return "mainhand"
    if "offhand" not in taken and is_light(item) and is_light(taken["mainhand"].item):
        return "offhand"
    return "mainhand"


def is_light(item: Item) -> bool:
    return item.weapon_stats is not None and "light" in item.weapon_stats.properties


def hands_of(worn: Worn) -> int:
    """The number of hands taken: 2 by a two-handed weapon or a versatile one in both hands, 0 by a floating item, 1 by any other item."""
    if worn.slot not in HAND_SLOTS or worn.free_hands:
        return 0
    return 2 if worn.two_handed or worn.grip == "two" else 1


def freed_by(coming: Worn, worn: Sequence[Worn]) -> list[Worn]:
    """The items that must come off to make room for `coming`: the item in its slot, another shield, then held items until two hands
    suffice.

    A two-handed weapon displaces the shield, and a shield displaces a two-handed weapon (SRD, Equipment, Weapon Properties).
    """
    others = [w for w in worn if w.id != coming.id]
    leaving = [w for w in others if w.slot == coming.slot or (coming.item.is_shield and w.item.is_shield)]
    staying = [w for w in others if w not in leaving]
    for held in sorted((w for w in staying if hands_of(w)), key=lambda w: w.slot != "offhand"):
        if hands_of(coming) and hands_of(coming) + sum(map(hands_of, staying)) > HANDS:
            leaving.append(held)
            staying.remove(held)
    return leaving


def place(wishes: Iterable[tuple[str, Item, str | None]]) -> dict[str, str | None]:
    """Place the items of a document: an item whose slot is taken goes to the next free slot of the kind; None if there is none."""
    found: dict[str, str | None] = {}
    for id, item, word in wishes:
        places = family(word) if word else allowed_for(item) or HAND_SLOTS
        found[id] = next((s for s in places if s not in found.values()), None)
    return found


def family(word: str) -> tuple[str, ...]:
    """The slot itself, then the other slots of its kind."""
    kin = next((f for f in SLOT_FAMILY.values() if word in f), None)
    own = slots_of(word)
    return (*own, *(s for s in kin if s not in own)) if kin else own


def in_order(slot: str | None) -> tuple[int, str]:
    """The sort key for showing slots: the slots of the rules first, then others by name, and finally no slot."""
    return (SLOTS.index(slot) if slot in SLOTS else len(SLOTS), slot or "\uffff")
