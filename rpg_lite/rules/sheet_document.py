"""The sheet document, which describes one creature in one situation, and its conversion into the input of the pipeline."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from rpg_lite.rules import equipment_slots
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.carried_gear import Gear, flat
from rpg_lite.rules.character_document import CharacterDocument, NamedModifiers
from rpg_lite.rules.conditions import Affliction
from rpg_lite.rules.corrosion import with_corrosion
from rpg_lite.rules.derived_sheet import Sheet, sheet_of
from rpg_lite.rules.document_field_types import Amount, Count, Document, Name, Quantity
from rpg_lite.rules.extensible_words import Condition, SlotWord
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier, bind
from rpg_lite.rules.predicates import parse_predicate
from rpg_lite.rules.prices import Price, ShopDocument
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.stats.collect import collect
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.rules.stats.effective import EffectiveStats, effective
from rpg_lite.rules.stats.moment import ActiveEffect, Moment
from rpg_lite.vocabulary import RULESETS, Coin, DamageType, Grip, Penalty, Ruleset


def unheard(moment: Moment, gear: Sequence[Gear], given: Iterable[Affliction], others: Iterable[Modifier], book: Rulebook) -> Iterator[str]:
    """Describe each unused part. `others`: the modifiers of the creature itself and of its effects."""
    everything = list(flat(gear))
    changes = [*others, *(m for g in everything for m in _all_of(g))]
    asked = {w.removeprefix("active:") for m in changes for p in m.when for w in parse_predicate(p)[1]}
    numbers = {str(m.value).lstrip("-") for m in changes if isinstance(m.value, str)} | {w.split(">=")[0] for w in asked if ">=" in w}
    heard = asked | {a.id for g in everything for a in g.item.activated} | {t for g in everything for t in g.item.toggles}
    yield from (f"toggle {t}" for t in sorted(moment.toggles - heard))
    yield from (f"parameter {p}" for p in moment.parameters if p not in numbers)
    for g in everything:
        yield from (f"{g.item.name} {what}" for what in _of_gear(g))
    for a in given:
        rule = book.conditions.get(a.name)
        if a.level > 1 and rule and not rule.levels:
            yield f"{a.name} level {a.level}"


def _all_of(g: Gear) -> Iterator[Modifier]:
    yield from g.item.passive
    yield from (m for _, modifiers in g.item.toggled for m in modifiers)


def _of_gear(g: Gear) -> Iterator[str]:
    asked = {w.removeprefix("active:") for m in _all_of(g) for p in m.when for w in parse_predicate(p)[1]}
    yield from (f"active {a}" for a in sorted(g.active - asked - {a.id for a in g.item.activated} - set(g.item.toggles)))
    if g.attuned and not g.item.needs_attunement:
        yield "attuned"
    if g.grip == "two" and g.item.weapon_properties.isdisjoint(("versatile", "two_handed")):
        yield "grip two"
    if g.grip == "one" and "two_handed" in g.item.weapon_properties:
        yield "grip one"


LONGEST_PATH: Final = 200
LONGEST_KEPT_STEPS: Final = 4_000
"""The maximum length, as JSON, of the steps of an improvised act that are stored in its effects."""
MOST_CHOICES: Final = 20
MOST_ENDINGS: Final = 20
EndingWord = Annotated[str, Field(pattern=r"^[a-z0-9_]+(:[a-z0-9_]+)*$", max_length=100)]


def _steps(written: tuple[dict[str, Any], ...]) -> tuple[dict[str, Any], ...]:
    """Check the steps of an improvised act, which must be short enough to be stored with its effects."""
    if len(json.dumps(written)) > LONGEST_KEPT_STEPS:
        raise ValueError(f"takes at most {LONGEST_KEPT_STEPS} letters")
    Act.model_validate({"name": "kept", "cost": "free", "steps": list(written)})
    return written


class LockEntry(Document):
    """The lock of a chest, whether or not it is locked: the name of its key, and the DC to pick it. A lock with neither is a bolt."""

    locked: bool = True
    key_name: Name | None = None
    dc: Annotated[int, Field(ge=0, le=40, strict=True)] | None = None


def _named_trap(written: Any) -> Any:
    """A bare name is a trap that waits."""
    return {"trap": written} if isinstance(written, str) else written


class TrapEntry(Document):
    """The trap of a thing: its name in the book or the whole trap, and its state."""

    trap: Name | dict[str, Any]
    is_: Annotated[Literal["triggered", "disarmed"] | None, Field(alias="is")] = None
    found: bool = False
    times: Count = 0


class CarriedThing(Document):
    """A thing that is worn or carried: a template's name or an inline item, and its state."""

    item: str | Item
    slot: SlotWord | None = None
    grip: Grip | None = None
    quantity: Quantity = 1
    attuned: bool = False
    charges: Count | None = None
    uses_remaining: Count | None = None
    active: tuple[str, ...] = ()
    identified: bool = True
    base: str | None = None
    variant: str | None = None
    name: Name | None = None
    contents: "tuple[CarriedThing | str, ...]" = ()
    container_contents_lb: Amount = 0
    lock: LockEntry | None = None
    trap: Annotated[TrapEntry | None, BeforeValidator(_named_trap, json_schema_input_type=Name | TrapEntry | None)] = None
    shop: ShopDocument | None = None
    price: Price | None = None
    """Its price tag in a shop, for one piece."""
    vanishes_in: Annotated[int, Field(ge=1, strict=True)] | None = None
    """The minutes until a thing that a spell has made is gone."""
    corroded: dict[Penalty, Annotated[int, Field(ge=1, le=20, strict=True)]] | None = None
    """The points that corrosion has taken from its attack rolls, its damage rolls or its AC."""


class LaidByAnAct(Document):
    """The act that applied it, the path of the step in it, the numbers and choices of the cast, and the events that end it."""

    act: Name | None = None
    at: Annotated[str, Field(max_length=LONGEST_PATH)] | None = None
    slot: Annotated[int, Field(ge=0, le=9, strict=True)] | None = None
    dc: Annotated[int, Field(ge=0, le=99, strict=True)] | None = None
    mod: Annotated[int, Field(ge=-99, le=99, strict=True)] | None = None
    choice: Annotated[dict[str, str], Field(max_length=MOST_CHOICES)] | None = None
    steps: Annotated[tuple[dict[str, Any], ...], AfterValidator(_steps)] | None = None
    ends_by: Annotated[tuple[EndingWord, ...], Field(max_length=MOST_ENDINGS)] = ()


class ConditionEntry(LaidByAnAct):
    name: Condition
    level: Annotated[int, Field(ge=1, le=6, strict=True)] = 1
    magical: bool = False
    source: str | None = None
    duration: str | None = None


class EffectEntry(NamedModifiers, LaidByAnAct):
    """An effect with its own numbers, or a known effect with a duration and a source."""


class IncomingDamage(Document):
    type: DamageType
    amount: Annotated[int, Field(ge=0, strict=True)]
    magical: bool = False
    adjust: int = 0


class SheetDocument(Document):
    """The whole document; every key is optional. The last six keys belong to one moment and are never stored."""

    ruleset: Ruleset = "5.1"
    character: CharacterDocument = CharacterDocument.model_construct()  # building its validator takes long, and few processes need one
    equipped: tuple[CarriedThing | str, ...] = ()
    carried: tuple[CarriedThing | str, ...] = ()
    coins: dict[Coin, Count] = {}
    shop: ShopDocument | None = None
    conditions: tuple[Condition | ConditionEntry, ...] = ()
    effects: tuple[str | EffectEntry, ...] = ()
    toggles: tuple[str, ...] = ()
    parameters: dict[str, int] = {}
    attune_order: tuple[str, ...] = ()
    incoming_damage: tuple[IncomingDamage, ...] = ()
    variant_encumbrance: bool = False
    fear_source_visible: bool = True


def ruleset_of(written: Any) -> Ruleset:
    """The ruleset that an unread document names, or else the default; reading the document refuses an unknown word."""
    named = written.get("ruleset") if isinstance(written, dict) else None
    return next((r for r in RULESETS if r == named), SheetDocument.model_fields["ruleset"].default)


MOMENT_KEYS = ("toggles", "parameters", "attune_order", "incoming_damage", "variant_encumbrance", "fear_source_visible")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """A document as values. `errors` holds codes for everything that breaks the rules; the numbers are computed all the same.

    `unknown`: kind and name of the items and effects that are left out because the book does not have them.
    """

    sheet: Sheet
    gear: tuple[Gear, ...]
    conditions: tuple[Affliction, ...]
    effects: tuple[ActiveEffect, ...]
    moment: Moment
    coins: int
    damage: tuple[Hit, ...]
    errors: tuple[str, ...]
    unknown: tuple[tuple[str, str], ...] = ()
    unheard: tuple[str, ...] = ()
    """The parts of the document that change nothing here, in words."""

    def stats(self, book: Rulebook) -> EffectiveStats:
        return effective(self.sheet, self.gear, book, self.conditions, self.effects, self.moment, self.coins, self.errors)

    def facts(self, book: Rulebook) -> frozenset[str]:
        """The words that are true for the creature now, in the conditions of modifiers."""
        return collect(self.sheet, self.gear, self.conditions, self.effects, book, self.moment).facts


def situation(document: SheetDocument, book: Rulebook) -> Circumstances:
    """Read the situation of a sheet document without repairing it: `errors` reports everything that does not fit."""
    sheet = sheet_of(document.character, book)
    worn, lost, misplaced = _equip_gear(document.equipped, book)
    carried, lost_too = _entries(document.carried, book, "carried")
    effects, unknown = effects_of(document.effects, book)
    left_out = (*(("item", name) for name in (*lost, *lost_too)), *(("effect", name) for name in unknown))
    granted = temporary_points(m for e in effects for m in e.modifiers)
    moment = Moment(
        frozenset(document.toggles), document.parameters, document.attune_order, document.variant_encumbrance,
        document.fear_source_visible,
    )  # fmt: skip
    gear, given = (*worn, *carried), tuple(affliction(c) for c in document.conditions)
    others = (*sheet.modifiers, *(m for e in effects for m in e.modifiers))
    return Circumstances(
        sheet._replace(temp_hp=granted) if granted > sheet.temp_hp else sheet,
        gear,
        given,
        effects,
        moment,
        sum(document.coins.values()),
        tuple(Hit(d.type, d.amount, d.magical, d.adjust) for d in document.incoming_damage),
        (*misplaced, *(f"unknown_{kind}" for kind, _ in left_out), *(["unknown_feature"] * len(sheet.unknown_features))),
        left_out,
        tuple(sorted(set(unheard(moment, gear, given, others, book)))),
    )  # fmt: skip


def temporary_points(modifiers: Iterable[Modifier]) -> int:
    """The highest temporary hit points, which do not add up; an effect gives them once, when it begins (SRD, Temporary Hit Points)."""
    return max((m.value for m in modifiers if m.target == "temp_hp" and isinstance(m.value, int)), default=0)


def affliction(entry: Condition | ConditionEntry) -> Affliction:
    if isinstance(entry, str):
        return Affliction(entry)
    return Affliction(entry.name, entry.level, entry.magical, entry.source, entry.duration)


def effects_of(entries: Sequence[str | EffectEntry], book: Rulebook) -> tuple[tuple[ActiveEffect, ...], list[str]]:
    """The effects with their modifiers bound, and the names that the book does not have. An act defines its own effects: an effect that it
    applies makes the changes that the act states, even if the book has an effect of the same name.
    """
    found: list[ActiveEffect] = []
    unknown: list[str] = []
    for entry in entries:
        if not isinstance(entry, str) and entry.act:
            found.append(ActiveEffect(entry.name, bind(entry.modifiers or (), "effects", entry.name), (), entry.duration, entry.source))
            continue
        name = entry if isinstance(entry, str) else entry.name
        rule = book.effect(name)
        if rule is None and (isinstance(entry, str) or not entry.modifiers):
            unknown.append(name)
            continue
        own = entry.modifiers if not isinstance(entry, str) else ()
        modifiers = own or (rule.modifiers if rule else ())
        duration, source = (None, None) if isinstance(entry, str) else (entry.duration, entry.source)
        shown = rule.name if rule and not own else name
        found.append(ActiveEffect(shown, bind(modifiers, "effects", shown), rule.conditions if rule else (), duration, source))
    return tuple(found), unknown


def pick_item(entry: CarriedThing, book: Rulebook) -> Item | None:
    """The item that an entry describes or names; None when the book has no such item."""
    if isinstance(entry.item, Item):
        return book.on_base(entry.item) or entry.item
    pick = pick_of(entry.item, entry, book)
    return book.item(pick) if pick else None


def pick_of(name: str, entry: CarriedThing, book: Rulebook) -> Pick | None:
    """The template of this name with the entry's base and variant; None when the book has no such template."""
    pick = book.find(name)
    if pick is None:
        return None
    template = book.templates[pick.template]
    base = book.find_base(template, entry.base) if entry.base else pick.base
    variant = book.find_variant(template, entry.variant) if entry.variant else pick.variant
    if (entry.base and not base) or (entry.variant and not variant):
        return None
    chosen = Pick(pick.template, base, variant)
    return chosen if book.item(chosen) else None


def _entries(written: Sequence[CarriedThing | str], book: Rulebook, where: str) -> tuple[list[Gear], list[str]]:
    """The gear, and the names that the book does not have."""
    found: list[Gear] = []
    unknown: list[str] = []
    for n, raw in enumerate(written):
        entry = CarriedThing(item=raw) if isinstance(raw, str) else raw
        item = pick_item(entry, book)
        if item is None:
            unknown.append(str(entry.item))
            continue
        inside, lost = _entries(entry.contents, book, f"{where}.{n}")
        unknown += lost
        found.append(_gear(f"{where}.{n}", entry, item, tuple(inside)))
    return found, unknown


def _gear(id: str, entry: CarriedThing, item: Item, inside: tuple[Gear, ...]) -> Gear:
    return Gear(
        id, with_corrosion(item, entry.corroded) if entry.corroded else item, None, entry.grip, entry.attuned or item.attuned, entry.quantity, frozenset(entry.active), inside,
        entry.container_contents_lb, identified=entry.identified,
    )  # fmt: skip


def _equip_gear(written: Sequence[CarriedThing | str], book: Rulebook) -> tuple[list[Gear], list[str], list[str]]:
    """The gear, each in its slot or the next free one of its kind; the unknown names; `slot_taken` or `slot_unfit` for each misfit."""
    gear, unknown = _entries(written, book, "equipped")
    entries = {f"equipped.{n}": e if isinstance(e, CarriedThing) else CarriedThing(item=e) for n, e in enumerate(written)}
    at = equipment_slots.place((g.id, g.item, entries[g.id].slot) for g in gear)
    misplaced = ["slot_taken"] * list(at.values()).count(None)
    misplaced += ["slot_unfit" for g in gear if (word := entries[g.id].slot) and not equipment_slots.fits(g.item, word, book.slots)]
    return [g if at[g.id] is None else replace(g, slot=at[g.id]) for g in gear], unknown, misplaced
