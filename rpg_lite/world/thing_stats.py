"""Give the rules a bearer of a World in the form that they expect (sheet, gear, conditions and effects), and items as their templates
define them.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final

from pydantic import ValidationError

from rpg_lite.rules import attunement, names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.carried_gear import Gear, weighs
from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.rules.conditions import Affliction
from rpg_lite.rules.corrosion import with_corrosion
from rpg_lite.rules.derived_sheet import Sheet, sheet_of
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.rules.items import Item
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.sheet_document import Circumstances, EffectEntry, effects_of
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.stats.moment import Moment
from rpg_lite.world import clock, effect_expiry, form_stat_blocks, grapples
from rpg_lite.world.creature_states import LASTING, CreatureState, Lasting, LastingKind
from rpg_lite.world.kept_json import Body, canonical
from rpg_lite.world.world_model import Thing, World

_LOST: Final = frozenset(("unconscious", "petrified"))


def item_of(thing: Thing, book: Rulebook) -> Item:
    """The item of a thing: its template in the current book, or its inline document. If the template is missing, the item appears as
    broken.
    """
    kept = thing.item
    if kept.document is not None:
        item = _inline(canonical(kept.document))
    elif kept.template is None:
        return _break_item(thing.name, "?")
    elif not kept.state and (plain := book.plain(kept.template)):
        return plain
    else:
        item = book.item(pick_of(thing)) or _break_item(thing.name, kept.template)
    return with_corrosion(item, kept.corroded) if kept.corroded else item


def level_of_unnamed_scroll(thing: Thing, book: Rulebook) -> int | None:
    """The level of a spell scroll whose spell nobody has named yet; None for everything else."""
    kept = thing.item if thing.kind == "item" else None
    template = book.templates.get(kept.template) if kept and kept.template else None
    if template is None or not template.scrolls:
        return None
    variant = pick_of(thing).variant
    return int(variant) if variant in template.scrolls else None


def pick_of(thing: Thing) -> Pick:
    """The template of a thing, which must have a template."""
    kept = thing.item
    return Pick(str(kept.template), kept.base, kept.variant)


@lru_cache(maxsize=4096)
def _inline(text: str) -> Item:
    """The item in this document; if an older version accepted the document and this version does not, the item appears as broken."""
    try:
        return Item.model_validate_json(text, context=ANY)
    except ValidationError:
        name = str(json.loads(text).get("name", "?"))
        return Item.model_construct(name=name, type="adventuring_gear", adjudicated=("this version cannot read its description",))


@lru_cache(maxsize=256)
def _break_item(name: str, template: str) -> Item:
    return Item(name=name, type="adventuring_gear", adjudicated=(f"its template {template} is missing from the item files",))


def is_broken(thing: Thing, book: Rulebook) -> bool:
    """Whether the template of the thing is missing from the book."""
    return thing.item.template is not None and book.item(pick_of(thing)) is None


def is_natural(thing: Thing, book: Rulebook) -> bool:
    """Whether the item is a part of its bearer's body, such as a bite or claws."""
    return thing.kind == "item" and item_of(thing, book).natural


def is_bag(thing: Thing, book: Rulebook) -> bool:
    """Whether the thing can hold other things."""
    return thing.kind != "item" or item_of(thing, book).container is not None


def names_of(thing: Thing, book: Rulebook) -> frozenset[str]:
    """Every folded name of a thing: its own name, its template's name, its aliases, and its look as long as nobody has identified it."""
    known = _true_names(thing, book)
    if thing.kind != "item" or thing.item.is_identified:
        return known
    return known | {names.fold(plain_look(item_of(thing, book)))}


def _true_names(thing: Thing, book: Rulebook) -> frozenset[str]:
    """Every folded name of a thing, without its look."""
    own = names.fold(thing.name)
    if thing.kind != "item":
        return frozenset((own,))
    kept = thing.item
    composed = kept.template is not None and (kept.base is not None or kept.variant is not None)
    keys = book.names_of(pick_of(thing)) if composed else item_of(thing, book).keys
    return keys if own in keys else keys | {own}


def spellings_of(thing: Thing, book: Rulebook) -> tuple[str, ...]:
    """The names of a thing as they are written."""
    if thing.kind != "item":
        return (thing.name,)
    item = item_of(thing, book)
    return (thing.name, item.name, *item.aliases)


def active_of(world: World, thing: Thing) -> list[str]:
    """The activated properties and toggles that are on; each switches off automatically at the end of its time."""
    ids, ends = list(thing.item.active), thing.item.ends
    if not ends:
        return ids
    time = clock.now(world)
    return [a for a in ids if a not in ends or ends[a] > time]


def charges_left(thing: Thing, item: Item) -> int | None:
    """The charges left; None for an item without charges. An item without stored charges has all of them."""
    charges = item.charges_or_effects
    if charges is None:
        return None
    kept = thing.item.charges
    return int(kept) if kept is not None else charges.max if isinstance(charges.max, int) else 0


def uses_left(thing: Thing, item: Item) -> int | None:
    kept = thing.item.uses_remaining
    return int(kept) if kept is not None else item.uses_remaining


def gear_of(world: World, bearer: Thing, book: Rulebook) -> tuple[Gear, ...]:
    """Everything that the bearer carries, whatever its form, including the contents of bags."""
    rows = world.worn_by.get(bearer.id, {})
    return tuple(_gear(world, t, bearer, book, rows) for t in world.bag_of(bearer.id) if t.kind == "item")


def gear_at_work(world: World, bearer: Thing, book: Rulebook) -> tuple[Gear, ...]:
    """The gear that counts. A creature in another form has the form's natural weapons, and its own gear only if the gear has not merged
    into the form (SRD, Wild Shape); it holds no weapon or shield.
    """
    form = bearer.creature.form
    if form is None:
        return gear_of(world, bearer, book)
    own = () if form.has_merged_gear else tuple(g for g in gear_of(world, bearer, book) if g.slot not in _HANDS)
    return (*(Gear(thing.id, item_of(thing, book), slot) for thing, slot in form_stat_blocks.weapons(bearer, book)), *own)


_HANDS: Final = ("mainhand", "offhand")


def _gear(world: World, thing: Thing, bearer: Thing, book: Rulebook, rows: Mapping[str, Any]) -> Gear:
    row = rows.get(thing.id)
    return Gear(
        thing.id,
        item_of(thing, book),
        row.slot if row else None,
        row.grip if row else None,
        thing.attuned_to == bearer.id,
        thing.quantity,
        frozenset(active_of(world, thing)),
        tuple(_gear(world, t, bearer, book, rows) for t in world.bag_of(thing.id)),
        0,
        thing.item.state,
        thing.item.is_identified,
    )


def unspent_sheet(bearer: Thing, book: Rulebook) -> Sheet:
    """The sheet that counts, before anything is spent or lost. It serves for values that hit points and slots do not change, and is much
    cheaper than `sheet`.
    """
    return _sheet_that_counts(bearer.creature.sheet.text, bearer, book)


def attunement_limit(bearer: Thing, book: Rulebook) -> int:
    """The number of items to which the bearer can be attuned; a bag or a room has the usual number."""
    usual = book.policy.attunement_limit
    return attunement.limit_of(unspent_sheet(bearer, book), usual) if bearer.kind == "character" else usual


def sheet(bearer: Thing, book: Rulebook) -> Sheet:
    """The sheet with the current hit points; for a creature in another form, the sheet of the form with the traits that it keeps."""
    kept = bearer.creature
    if kept.form is None:
        return true_sheet(bearer, book)
    return _as_it_stands(_sheet_that_counts(kept.sheet.text, bearer, book), tuple(kept.spent.items()), kept.hp, kept.temp_hp or 0)


def true_sheet(bearer: Thing, book: Rulebook) -> Sheet:
    """The creature's own sheet, whatever its form."""
    kept = bearer.creature
    return _true_sheet(kept.sheet.text, bearer.name, book, tuple(kept.spent.items()), kept.hp, kept.temp_hp or 0)


@lru_cache(maxsize=2048)
def _true_sheet(text: str, name: str, book: Rulebook, spent: tuple[tuple[str, int], ...], hp: int | None, temp_hp: int) -> Sheet:
    return _as_it_stands(_sheet(text, name, book), spent, hp, temp_hp)


def _as_it_stands(base: Sheet, spent: tuple[tuple[str, int], ...], hp: int | None, temp_hp: int) -> Sheet:
    base = base.after(dict(spent)) if spent else base
    return base._replace(hp=base.hp if hp is None else hp, temp_hp=temp_hp)


def _sheet_that_counts(text: str, bearer: Thing, book: Rulebook) -> Sheet:
    """The sheet that counts, before anything is spent. If the book has no stat block of the form, the creature's own sheet counts."""
    form = bearer.creature.form
    own = _sheet(text, bearer.name, book)
    if form is None:
        return own
    return form_stat_blocks.sheet_in(text, bearer.name, form.creature, tuple(form.keep), form.points == "form", book) or own


@lru_cache(maxsize=2048)
def _sheet(text: str, name: str, book: Rulebook) -> Sheet:
    document = StoredCharacter.model_validate_json(text, context=ANY)
    return sheet_of(document.model_copy(update={"name": name}), book)


def spell_of(bearer: Thing, name: str, book: Rulebook) -> Spell | None:
    """The spell of this name: one that the table made for the bearer, or else one of the book."""
    own = true_sheet(bearer, book).spells.own if bearer.kind == "character" else ()
    key = names.fold(name)
    return next((spell for spell in own if key in map(names.fold, (spell.name, *spell.aliases))), None) or book.spell(name)


def spell_cast_by(world: World, by: str | None, name: str | None, book: Rulebook) -> Spell | None:
    """The spell of this name as the creature with this id casts it; a caster that is not there has only the spells of the book."""
    caster = world.things.get(by or "")
    if name is None:
        return None
    return book.spell(name) if caster is None else spell_of(caster, name, book)


def lasting(world: World, bearer: Thing, kind: LastingKind) -> list[Lasting]:
    """The entries whose time is not over; entries end automatically."""
    entries = bearer.creature.lasting(kind)
    if not entries:
        return []
    return grapples.in_force(world, effect_expiry.still(entries, effect_expiry.Instant.of(world)))


def afflictions(world: World, bearer: Thing) -> tuple[Affliction, ...]:
    """The conditions of a creature; at 0 hit points it is also unconscious (SRD, Damage and Healing), which is not stored."""
    given = tuple(
        Affliction(c.name, c.level, c.cause.is_magical, c.cause.source, c.span.duration) for c in lasting(world, bearer, "conditions")
    )
    down = bearer.creature.hp == 0
    return (*given, Affliction("unconscious", source="0 hit points")) if down else given


def situation_of(world: World, bearer: Thing, book: Rulebook) -> Circumstances:
    form = bearer.creature.form
    lying = [e for e in lasting(world, bearer, "effects") if form is None or e.cause.cast != form.cast]
    entries = [EffectEntry.model_validate(e.as_rule, context=ANY) for e in _longest_first(lying)]
    effects, unknown = effects_of(entries, book)
    return Circumstances(
        sheet(bearer, book), gear_at_work(world, bearer, book), afflictions(world, bearer), effects, _moment(world, bearer), 0, (),
        ("unknown_effect",) * len(unknown),
    )  # fmt: skip


def _longest_first(effects: list[Lasting]) -> list[Lasting]:
    """Sort longer effects before shorter ones, because of equally potent effects with the same name only the first counts."""
    if len({e.name for e in effects}) == len(effects):
        return effects
    return sorted(effects, key=lambda e: (e.span.ends is not None, -(e.span.ends or 0)))


def _moment(world: World, bearer: Thing) -> Moment:
    """The amounts that the bearer chose for switched-on properties that offer a choice."""
    return Moment(parameters={k: n for t in world.bag_of(bearer.id) for k, n in t.item.parameters.items()})


def stats_of(world: World, bearer: Thing, book: Rulebook) -> EffectiveStats:
    """Every number of a character; the world keeps them, but not those of a held one, which change when its holder dies."""
    known = world.numbers.get(bearer.id)
    if known is None or known[0] is not bearer or known[1] is not book:
        counted = _current_stats(world, bearer, book)
        if grapples.is_held(bearer):
            return counted
        known = world.numbers[bearer.id] = (bearer, book, counted)
    return known[2]


def _current_stats(world: World, bearer: Thing, book: Rulebook) -> EffectiveStats:
    """The numbers are computed once for each state of a creature; only weight and hit points are filled in each time."""
    held: list[tuple[Item, tuple[object, ...]]] = []
    kept = bearer.creature
    weight = _survey(world, bearer, bearer.id, book, held) if _has_gear(kept) and bearer.id in world.children else 0
    body = kept.sheet.text
    lasts = canonical(_lasting(world, bearer)) if kept.conditions or kept.effects else ""
    counted = weight if book.policy.encumbrance == "variant" else 0
    form = canonical(kept.form.document) if kept.form else None
    items, states = zip(*held, strict=True) if held else ((), ())
    key = (bearer.name, body, kept.hp == 0, lasts, states, counted, form)
    stats = _stats(_Question(key, book, items, partial(situation_of, world, bearer, book)))
    hp = _sheet_that_counts(body, bearer, book).hp if kept.hp is None else kept.hp
    shown = hp if hp is None or stats.hp_max is None else min(hp, max(0, stats.hp_max.value))
    load = stats.load if stats.load.weight == weight else replace(stats.load, weight=weight)
    return stats._replace(load=load, hp=shown, temp_hp=kept.temp_hp or 0)


def _has_gear(creature: CreatureState) -> bool:
    """Whether the gear of the creature counts, and does not merge into another form."""
    return creature.form is None or not creature.form.has_merged_gear


def _lasting(world: World, bearer: Thing) -> Body:
    """The entries that still last, by their kind."""
    return {kind: [e.document for e in now] for kind in LASTING if (now := lasting(world, bearer, kind))}


def _survey(world: World, bearer: Thing, bag_id: str, book: Rulebook, held: list[tuple[Item, tuple[object, ...]]]) -> int:
    """The weight of a bag in thousandths of a pound; `held` collects each thing that may change a number, and how it is held."""
    rows = world.worn_by.get(bearer.id, {})
    weight = 0
    for thing in world.bag_of(bag_id):
        if thing.kind != "item":
            continue
        item, row = item_of(thing, book), rows.get(thing.id)
        inside = _survey(world, bearer, thing.id, book, held) if thing.id in world.children else 0
        weight += weighs(item, thing.quantity, inside)
        if row or item.is_telling or thing.attuned_to or thing.item.corroded:
            place = (row.slot, row.grip) if row else None
            held.append((item, (thing.id, id(item), place, thing.attuned_to == bearer.id, *_list_switched(world, thing))))
    return weight


def _list_switched(world: World, thing: Thing) -> tuple[object, ...]:
    """The switched-on properties of an item, and the amounts chosen for them."""
    return (*active_of(world, thing), *thing.item.parameters.items())


class _Question:
    """A question about a creature's numbers. Equal questions have equal answers, in any world.

    The question keeps `items` alive, because otherwise other objects could get their ids.
    """

    __slots__ = ("book", "items", "key", "situation")

    def __init__(self, key: tuple[object, ...], book: Rulebook, items: tuple[Item, ...], situation: Callable[[], Circumstances]) -> None:
        self.key, self.book, self.items = key, book, items
        self.situation: Callable[[], Circumstances] | None = situation

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and self.key == other.key and self.book is other.book


@lru_cache(maxsize=1024)
def _stats(question: _Question) -> EffectiveStats:
    assert question.situation is not None
    stats = question.situation().stats(question.book)
    question.situation = None  # keep the answer, but not the world
    return stats


def is_loaded(world: World, bearer: Thing) -> bool:
    """Whether the slice holds the bearer's belongings, and not only the bearer as part of another creature's surroundings."""
    return bearer.id in world.children or bearer.id not in world.worn_by


def is_dead(bearer: Thing) -> bool:
    return bearer.creature.is_dead


def tally(bearer: Thing) -> str:
    """The state of a creature's death saves; empty before the first save."""
    dying = bearer.creature.dying
    successes, failures = dying.successes, dying.failures
    counted = f"{successes} success{'' if successes == 1 else 'es'}, {failures} failure{'' if failures == 1 else 's'}"
    return "stable" if dying.is_stable else counted if dying.document else ""


def is_lost(world: World, bearer: Thing) -> bool:
    """Whether the creature is dead, unconscious or petrified, and so cannot walk."""
    return is_dead(bearer) or any(a.name in _LOST for a in afflictions(world, bearer))


def whole(world: World, thing: Thing, book: Rulebook) -> Gear:
    """A single thing with its contents, as gear that nobody wears."""
    inside = tuple(whole(world, t, book) for t in world.bag_of(thing.id) if t.kind == "item")
    return Gear(thing.id, item_of(thing, book), quantity=thing.quantity, contents=inside)
