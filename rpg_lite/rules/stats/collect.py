"""Steps 1–4 of the pipeline: find the legal gear, the live changes, and the active conditions (adrs/0018)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from rpg_lite.rules import attunement, conditions, creature_flags, dice, equipment_slots, names
from rpg_lite.rules.carried_gear import Gear, flat
from rpg_lite.rules.conditions import Affliction, Ward
from rpg_lite.rules.equipment_slots import Worn
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import ITEM_TARGETS, Modifier, holds
from rpg_lite.rules.rulebook import Policy, Rulebook
from rpg_lite.rules.sheet import Sheet
from rpg_lite.rules.stats.pool import OPEN, Pool, resolved
from rpg_lite.vocabulary import Reason


@dataclass(frozen=True, slots=True)
class ActiveEffect:
    """An effect on a creature, with its modifiers bound to the layer effects."""

    name: str
    modifiers: tuple[Modifier, ...] = ()
    conditions: tuple[str, ...] = ()
    duration: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of one moment, which is not stored: toggles, parameters, order of attunement, a visible source of fear."""

    toggles: frozenset[str] = frozenset()
    parameters: Mapping[str, int] = field(default_factory=dict)
    attune_order: tuple[str, ...] = ()
    variant_encumbrance: bool = False
    fear_source_visible: bool = True


@dataclass(frozen=True)
class Collected:
    """The input of the steps that compute numbers. `own`: for each piece of gear, the changes to the item itself."""

    pool: Pool
    own: Mapping[str, Pool]
    worn: tuple[Gear, ...]
    active: Mapping[str, Affliction]
    blocked: Mapping[str, str]
    attuned: frozenset[str]
    errors: tuple[str, ...]
    facts: frozenset[str]
    shield: Gear | None
    armor: Gear | None


@dataclass(slots=True)
class _Instance:
    """One source of changes: a thing, an effect, a condition. Instances with the same name do not add up. `cause`: the source of an effect."""

    name: str
    modifiers: Sequence[Modifier]
    facts: frozenset[str] = frozenset()
    own: str | None = None
    works: bool = True
    worn: bool = True
    cause: str = ""


def collect(
    sheet: Sheet, gear: Sequence[Gear], given: Sequence[Affliction], effects: Sequence[ActiveEffect], book: Rulebook, moment: Moment
) -> Collected:
    everything = list(flat(gear))
    worn = tuple(g for g in everything if g.slot is not None)
    bonded, errors = bonds(sheet, everything, book, moment)
    armor = next((g for g in worn if g.item.is_body_armor), None)
    shields = sorted([g for g in worn if g.item.is_shield], key=_shield_worth, reverse=True)
    base = _facts(sheet, worn, armor, shields, book, moment)
    instances = [_Instance("sheet", sheet.modifiers)]
    instances += [_of_gear(g, bonded, moment) for g in everything if g.item.passive or g.item.toggled]
    instances += [_Instance(names.fold(e.name), e.modifiers, cause=e.source or "") for e in effects]
    brought = (Affliction(c, magical=True) for e in effects for c in e.conditions)
    given = conditions.summed([*given, *brought, *_switched_on(everything, bonded, moment)])
    active, blocked = _conditions(given, instances, base, book)
    instances += [_Instance(a.name, conditions.changes(a, book)) for a in active.values()]
    facts = base | active.keys() | ({"can_move"} if _can_move(active, book) else set())
    ignored: dict[str, Reason] = {g.id: "second_shield" for g in shields[1:]}
    if shields and book.policy.untrained_shield == "no_bonus" and "shield" not in sheet.armor_training:
        ignored[shields[0].id] = "not_trained"
    pool, own = _sort(instances, facts, ignored, sheet, moment)
    return Collected(
        pool, own, worn, active, blocked, bonded, tuple(errors + _handling(worn, shields, own)), facts,
        shields[0] if shields else None, armor,
    )  # fmt: skip


# ── legality ────────────────────────────────────────────────────────────────────────────────────────────────────────


def bonds(sheet: Sheet, gear: Sequence[Gear], book: Rulebook, moment: Moment = Moment()) -> tuple[frozenset[str], list[str]]:
    """(ids of the gear that is truly attuned, reasons why the others are not), in list order or in the requested order."""
    wishes = [g for g in gear if g.attuned and g.item.needs_attunement]
    if not wishes:
        return frozenset(), []
    if moment.attune_order:
        order = {names.fold(n): i for i, n in enumerate(moment.attune_order)}
        wishes.sort(key=lambda g: order.get(names.fold(g.item.name), len(order)))
    wishes.sort(key=lambda g: bool(g.item.attunement and g.item.attunement.or_attuned_to))
    at_hand = [g.item for g in gear]
    kept: list[Gear] = []
    errors: list[str] = []
    for g in wishes:
        refusal = attunement.refused(g.item, [k.item for k in kept], sheet, book.policy.attunement_limit, at_hand)
        if refusal:
            errors.append(refusal)
        else:
            kept.append(g)
    return frozenset(g.id for g in kept), errors


def _handling(worn: Sequence[Gear], shields: Sequence[Gear], own: Mapping[str, Pool]) -> list[str]:
    hands = sum(equipment_slots.hands_of(as_worn(g, own.get(g.id))) for g in worn if g.is_held)
    return (["not_enough_hands"] if hands > equipment_slots.HANDS else []) + ["second_shield_ignored"] * len(shields[1:])


def as_worn(g: Gear, own: Pool | None = None) -> Worn:
    """The gear as `slots` sees it, with its own changes to its properties and hands."""
    assert g.slot is not None
    floats = own is not None and own.flag(creature_flags.SHIELD_FLOATS)
    return Worn(g.id, g.item, g.slot, g.grip, "two_handed" in properties_of(g, own), floats)


def properties_of(g: Gear, own: Pool | None) -> frozenset[str]:
    """The weapon's properties after all grants and removals."""
    given: frozenset[str] = g.item.weapon_properties
    for m in own.words.get("weapon.property", ()) if own else ():
        given = given | {str(m.value)} if m.op == "grant" else given - {str(m.value)}
    return given


def _shield_worth(g: Gear) -> int:
    own = sum(m.value for m in g.item.passive if m.target == "ac" and m.op == "add" and isinstance(m.value, int))
    return own + (g.item.armor_stats.base_ac if g.item.armor_stats else 0)


# ── what is true of the creature ────────────────────────────────────────────────────────────────────────────────────


def _facts(
    sheet: Sheet, worn: Sequence[Gear], armor: Gear | None, shields: Sequence[Gear], book: Rulebook, moment: Moment
) -> frozenset[str]:
    heavy = armor is not None and armor.item.armor_stats is not None and armor.item.armor_stats.category == "heavy"
    return frozenset(
        {
            *_standing(sheet.words, sheet.size, sheet.weapon_training, sheet.armor_training, book),
            "wearing_armor" if armor else "no_armor",
            "wearing_shield" if shields else "no_shield",
            *(() if heavy else ("no_heavy_armor",)),
            *_armed([g.item for g in worn if g.item.weapon_stats and g.is_held], book),
            *(("fear_source_visible",) if moment.fear_source_visible else ()),
            *moment.toggles,
            *(f"active:{t}" for t in moment.toggles),
            *(f"{p}>={n}" for p, value in moment.parameters.items() for n in range(min(value, 100) + 1)),
        }
    )


def _armed(weapons: Sequence[Item], book: Rulebook) -> Iterator[str]:
    """The facts that the weapons in hand make true."""
    if len(weapons) < 2:
        yield "one_weapon_at_most"
    if all([is_monk_weapon(item, book.policy) for item in weapons]):
        yield "only_monk_weapons"


def is_monk_weapon(item: Item, policy: Policy) -> bool:
    """Whether it is a simple melee weapon; 5.1 excludes heavy and two-handed ones and adds shortswords, 5.2 adds light martial melee weapons (SRD, Martial Arts)."""
    category = item.weapon_stats.category if item.weapon_stats else ""
    properties = item.weapon_properties
    if policy.monk_weapons == "simple_and_light":
        return category == "simple_melee" or (category == "martial_melee" and "light" in properties)
    short = names.fold(item.base or item.name) == "shortsword"
    return short or (category == "simple_melee" and properties.isdisjoint(("heavy", "two_handed")))


_HELD, _WORN, _CARRIED = frozenset(("held", "worn", "carried")), frozenset(("worn", "carried")), frozenset(("carried",))
"""A held or worn thing also counts as carried, because it is on the person."""
_ATTUNED: Final = frozenset(("attuned",))
_CURSED: Final = "cursed"
"""The toggle that attunement to a cursed item switches on (SRD, Cursed Items)."""


@lru_cache(maxsize=1024)
def _standing(words: frozenset[str], size: str, weapons: frozenset[str], armor: frozenset[str], book: Rulebook) -> frozenset[str]:
    """The facts about the creature that do not depend on its own modifiers."""
    trained = {f"proficient:{w}" for w in weapons | armor}
    return frozenset({*words, f"size:{size}", *trained, *(w for t in weapons for w in book.proficient_words.get(t, ()))})


def _switched_on(gear: Sequence[Gear], bonded: frozenset[str], moment: Moment) -> Iterator[Affliction]:
    """The conditions from activated properties of worn, working items (SRD, Ring of Invisibility)."""
    for g in gear:
        if g.item.switched_conditions and g.slot is not None and (g.id in bonded or not g.item.needs_attunement):
            on = g.active | moment.toggles
            yield from (
                Affliction(c, magical=True, source=g.item.name) for id, words in g.item.switched_conditions if id in on for c in words
            )


def _of_gear(g: Gear, bonded: frozenset[str], moment: Moment) -> _Instance:
    item = g.item
    cursed = frozenset((_CURSED,)) if item.cursed and g.id in bonded else frozenset[str]()
    active = g.active | cursed
    on = active | moment.toggles if item.toggled else active
    switched = [m for id, ms in item.toggled if id in on for m in ms]
    is_worn = g.slot is not None
    words = _HELD if g.is_held else _WORN if is_worn else _CARRIED
    if g.id in bonded:
        words = words | _ATTUNED
    if active:
        words = words.union(active, (f"active:{a}" for a in active))
    return _Instance(
        item.identity,
        (*item.passive, *switched) if switched else item.passive,
        words,
        g.id,
        g.id in bonded or not item.needs_attunement,
        is_worn or item.use_state == "carried",
    )


# ── conditions ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _conditions(
    given: Sequence[Affliction], instances: Sequence[_Instance], base: frozenset[str], book: Rulebook
) -> tuple[dict[str, Affliction], dict[str, str]]:
    """Apply the immunities of every layer to the conditions first; the rest may imply others and grant immunities of their own (petrified)."""
    if not given:
        return {}, {}
    facts = base | conditions.expanded(given, book).keys()
    wards = _wards(instances, facts)
    left = conditions.free(given, wards)
    inner = _wards([_Instance(a.name, conditions.changes(a, book)) for a in left], facts)
    every = conditions.expanded(conditions.free(left, inner), book)
    active = {a.name: a for a in conditions.free(list(every.values()), wards)}
    blocked = conditions.blocked(given, wards) | conditions.blocked(left, inner) | conditions.blocked(list(every.values()), wards)
    return active, {name: source for name, source in blocked.items() if name not in active}


_WARDING: Final = ((), ("source:magic",))
"""Scopes of an immunity that the condition itself decides; the game master decides any other."""


def _wards(instances: Sequence[_Instance], facts: frozenset[str]) -> list[Ward]:
    """The live immunities; a `remove` of the word wins."""
    own = ((i, m) for i in instances if i.worn for m in i.modifiers if m.target == "condition_immunity" and m.scope in _WARDING)
    live = [m for i, m in own if _is_live(i, m, facts)]
    removed = {m.value for m in live if m.op == "remove"}
    return [Ward(str(m.value), m.source.name, "source:magic" in m.scope) for m in live if m.op == "grant" and m.value not in removed]


def _is_live(i: _Instance, m: Modifier, facts: frozenset[str]) -> bool:
    return (i.works or m.needs == "none") and holds(m.when, facts | i.facts)


def _can_move(active: Mapping[str, Affliction], book: Rulebook) -> bool:
    return not any(m.op == "zero" and m.target.startswith("speed.") for a in active.values() for m in conditions.changes(a, book))


# ── sorting ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sort(
    instances: Sequence[_Instance], facts: frozenset[str], ignored: Mapping[str, Reason], sheet: Sheet, moment: Moment
) -> tuple[Pool, dict[str, Pool]]:
    pool = Pool()
    own: dict[str, Pool] = {}
    groups: dict[tuple[str, str], list[Modifier]] = {}
    live = _live(instances, facts, ignored, pool, sheet, moment.parameters)
    if doubled := _doubled(instances):
        live = _most_potent(list(live), doubled, pool)
    for i, m in live:
        if i.own and (m.target in ITEM_TARGETS or m.value == creature_flags.SHIELD_FLOATS):
            own.setdefault(i.own, Pool()).add(m)
        elif m.group:
            groups.setdefault((m.target, m.group), []).append(m)
        else:
            pool.add(m)
    for members in groups.values():
        _best_of(members, pool)
    for each in (pool, *own.values()):
        each.settle()
    return pool, own


def _live(
    instances: Sequence[_Instance],
    facts: frozenset[str],
    ignored: Mapping[str, Reason],
    pool: Pool,
    sheet: Sheet,
    parameters: Mapping[str, int],
) -> Iterator[tuple[_Instance, Modifier]]:
    """The changes that count now; the pool keeps the others with the reason."""
    for i in instances:
        known = facts | i.facts if i.facts else facts
        for m in i.modifiers:
            if not i.worn and not m.persists_when_removed and "carried" not in m.when:
                pool.lose(m, "not_worn")
            elif not i.works and m.needs != "none":
                pool.lose(m, "not_attuned")
            elif m.when and not holds(m.when, known):
                pool.lose(m, "predicate")
            elif i.own in ignored and m.target == "ac":
                pool.lose(m, ignored[i.own])  # type: ignore[index]
            else:
                yield i, resolved(m, sheet, parameters) if type(m.value) in OPEN else m


def _doubled(instances: Sequence[_Instance]) -> set[str]:
    """Names that several instances share."""
    seen: set[str] = set()
    twice: set[str] = set()
    for i in instances:
        if i.modifiers:
            (twice if i.name in seen else seen).add(i.name)
    return twice


def _most_potent(live: Sequence[tuple[_Instance, Modifier]], doubled: set[str], pool: Pool) -> Iterator[tuple[_Instance, Modifier]]:
    """Among several sources with one name, each target takes its changes from the most potent one (SRD, Combining Effects)."""
    worth: dict[tuple[str, str, object], dict[int, tuple[float, str]]] = {}
    for i, m in live:
        if i.name in doubled and m.target not in ITEM_TARGETS:
            per_source = worth.setdefault(_rivalry(i, m), {})
            weight, told = per_source.get(id(i), (0.0, ""))
            per_source[id(i)] = (weight + potency(m), f"{told}{m.value}")
    causes = {id(i): i.cause for i, _ in live}
    for i, m in live:
        rivals = worth.get(_rivalry(i, m), {}) if i.name in doubled and m.target not in ITEM_TARGETS else {}
        if rivals and (best := max(rivals, key=lambda k: rivals[k])) != id(i):
            pool.lose(m, "same_name", causes[best])
        else:
            yield i, m


def _rivalry(i: _Instance, m: Modifier) -> tuple[str, str, object]:
    """The key for which sources with one name compete: a number as a whole, each mode and each granted word by itself."""
    word = m.op if m.op in ("advantage", "disadvantage", "auto_fail") else m.value if m.op in ("grant", "remove") else None
    return i.name, m.target, word


def potency(m: Modifier) -> float:
    """The strength of a change compared with similar ones; dice count with their average."""
    if isinstance(m.value, str) and m.op in ("add_dice", "extra_dice"):
        return abs(dice.average(m.value))
    return abs(m.value) if isinstance(m.value, int | float) and not isinstance(m.value, bool) else 1


def _best_of(members: Iterable[Modifier], pool: Pool) -> None:
    ranked = sorted(members, key=potency, reverse=True)
    pool.add(ranked[0])
    for m in ranked[1:]:
        pool.lose(m, "lower")
