"""The contents of a bearer or a bag, and a creature's numbers: as text for the model, as data for programs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rpg_lite.messages.render_context import many
from rpg_lite.rules import durations, modifier_tags, names
from rpg_lite.rules.breakdown import Breakdown, Suppressed
from rpg_lite.rules.equipment_slots import in_order
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import ByLevel, EqualTo, Formula, Modifier, PerLevel
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views.changes import named, unit
from rpg_lite.views.stats import breakdown_json, line_json, numbers, pounds, stats_json, words
from rpg_lite.vocabulary import ABILITIES
from rpg_lite.world import bearers, clock, time_left
from rpg_lite.world.appearance import is_hidden
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.locks import is_locked
from rpg_lite.world.things import Thing, World

MOST_LISTED = 60
_REASONS: Mapping[str, str] = {
    "not_attuned": "not attuned",
    "not_worn": "not worn",
    "same_name": "the same name counts once",
    "predicate": "its condition does not hold",
    "blocked": "blocked",
    "lower": "something better applies",
    "capped": "capped",
    "no_roll": "it changes rolls, and a passive score is not rolled",
    "scoped": "only for some rolls",
    "not_trained": "not trained",
    "second_shield": "only one shield counts",
}


# ── text ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def headline(thing: Thing, stats: EffectiveStats) -> str:
    """Name, armor class, hit points, speed, conditions in one line."""
    temp = f" +{stats.temp_hp} temporary" if stats.temp_hp else ""
    hp = f"HP {stats.hp}/{stats.hp_max.value}{temp}" if stats.hp_max else "HP unknown"
    states = "dead" if bearers.is_dead(thing) else "; ".join(filter(None, [conditions_text(stats), dying_text(thing)]))
    return f"{thing.name} ({thing.id}): AC {stats.ac.value}, {hp}, speed {stats.speed['walk'].value} ft" + (f"; {states}" if states else "")


def conditions_text(stats: EffectiveStats) -> str:
    return ", ".join(state_text(c) for c in stats.conditions_active.values())


def dying_text(thing: Thing) -> str:
    """The death saves of a creature at 0 hit points."""
    tally = bearers.tally(thing) if thing.creature.hp == 0 else ""
    return f"death saves: {tally}" if tally and tally != "stable" else tally


def state_text(affliction: Any) -> str:
    """The name of a condition; exhaustion with its level."""
    return f"{affliction.name} {affliction.level}" if affliction.name == "exhaustion" else affliction.name


def holdings(
    world: World, bearer: Thing, stats: EffectiveStats | None, book: Rulebook, equipped: bool = True, inventory: bool = True
) -> str:
    """One line each for worn, carried and attuned things, and for the weight."""
    rows = world.worn_by.get(bearer.id, {})
    lines = []
    if equipped and bearer.kind == "character":
        held = [
            r for r in rows.values() if r.slot and r.thing_id in world.things and not bearers.is_natural(world.things[r.thing_id], book)
        ]
        worn = sorted(held, key=lambda r: in_order(r.slot))  # type: ignore[arg-type]
        shown = [f"{r.slot} {label(world, world.things[r.thing_id], book)}{' in both hands' if r.grip == 'two' else ''}" for r in worn]
        lines.append(f"Worn: {', '.join(shown) or 'nothing'}.")
    if (equipped or inventory) and (own := [t.name for t in world.bag_of(bearer.id) if bearers.is_natural(t, book)]):
        lines.append(f"Natural weapons: {', '.join(own)}.")
    if inventory:
        loose = [t for t in world.bag_of(bearer.id) if t.id not in rows and t.kind != "character" and not bearers.is_natural(t, book)]
        what = "Carried" if bearer.kind == "character" else "Contents"
        lines.append(f"{what}: {listed(world, loose, book)}.")
    if stats:
        lines += filter(None, (effects_text(world, bearer), _bonds(world, bearer, book), _asleep(world, bearer, book), _weight(stats)))
    return "\n".join(lines)


def listed(world: World, things: Sequence[Thing], book: Rulebook) -> str:
    """Names with counts, bags with their contents; a cut list says how many more there are."""
    shown = [_with_contents(world, t, book) for t in things[:MOST_LISTED]]
    more = len(things) - len(shown)
    return ", ".join(shown) + (f" and {more} more (detail full shows all)" if more > 0 else "") or "nothing"


def _with_contents(world: World, thing: Thing, book: Rulebook) -> str:
    inside = () if is_locked(thing) else world.bag_of(thing.id)
    return f"{label(world, thing, book)} [{listed(world, inside, book)}]" if inside else label(world, thing, book)


def label(world: World, thing: Thing, book: Rulebook) -> str:
    """Name, count, charges or uses, and the properties that are on."""
    if thing.kind != "item":
        return thing.name
    item = bearers.item_of(thing, book)
    charges, uses = bearers.charges_left(thing, item), bearers.uses_left(thing, item)
    marks = [
        f"broken: {thing.item.template} is in no item file" if bearers.is_broken(thing, book) else "",
        f"{charges} charges" if charges is not None else "",
        f"{uses} uses" if uses is not None else "",
        "on: " + " ".join(on) if (on := bearers.active_of(world, thing)) else "",
        f"not identified, looks like {plain_look(item)}" if is_hidden(thing) else "",
        _hidden(thing),
        "locked" if is_locked(thing) else "",
    ]
    kept = [m for m in marks if m]
    return (f"{thing.name} × {thing.quantity}" if thing.quantity > 1 else thing.name) + (f" ({', '.join(kept)})" if kept else "")


def _hidden(thing: Thing) -> str:
    dc = thing.state.dc_to_find
    return "" if not thing.state.is_hidden else "hidden" if dc is None else f"hidden, DC {dc} to find it"


def spells_text(world: World, bearer: Thing) -> str:
    """The effects and the concentration in one phrase: "Bless (9 rounds left), concentrates on Bless"."""
    held = bearer.creature.concentration
    return ", ".join((*_effects(world, bearer), *([f"concentrates on {held.effect}"] if held else [])))


def _effects(world: World, bearer: Thing) -> list[str]:
    return [f"{e.name}{_time_left(world, e)}" for e in bearers.lasting(world, bearer, "effects")]


def _time_left(world: World, entry: Lasting) -> str:
    """How long it still lasts, in parentheses; nothing for what has no end of its own."""
    if entry.span.ends is None:
        return ""
    rounds = entry.span.ends - clock.now(world)
    return (_to_the_turn(world, entry.span.until, rounds) if entry.span.until else "") or _left(max(1, rounds))


def _to_the_turn(world: World, until: str, rounds: int) -> str:
    """Nothing where the reader does not know the creature, or nobody takes turns."""
    edge, whose = time_left.anchor(until)
    on, creature = clock.fight(world), world.things.get(whose)
    if on is None or creature is None:
        return ""
    later = f" in round {on.round + rounds}" if rounds else ""
    return f" (until {creature.name}'s turn {'ends' if edge == time_left.TURN_END else 'begins'}{later})"


def effects_text(world: World, bearer: Thing) -> str:
    """The creature's effects with the time left, and its concentration."""
    shown = _effects(world, bearer)
    held = bearer.creature.concentration
    mind = f" Concentrates on {held.effect}." if held else ""
    return f"Effects: {', '.join(shown) or 'none'}.{mind}" if shown or held else ""


def _left(rounds: int) -> str:
    return f" ({many(rounds, 'round') if rounds < 100 else many(rounds // durations.ROUNDS_A_MINUTE, 'minute')} left)"


def _bonds(world: World, bearer: Thing, book: Rulebook) -> str:
    bonded = [t.name for t in world.tree_of(bearer.id) if t.attuned_to == bearer.id]
    return f"Attuned {len(bonded)}/{book.policy.attunement_limit}: {', '.join(bonded)}." if bonded else ""


def _asleep(world: World, bearer: Thing, book: Rulebook) -> str:
    rows = world.worn_by.get(bearer.id, {})
    sleeping = [t.name for t in world.bag_of(bearer.id) if t.id in rows and not t.attuned_to and bearers.item_of(t, book).needs_attunement]
    return f"Inactive until attuned: {', '.join(sleeping)}." if sleeping else ""


def _weight(stats: EffectiveStats) -> str:
    over = ", too much" if stats.load.over else ""
    return f"Weight {pounds(stats.load.weight)}/{stats.load.capacity.value} lb{over}."


def numbers_text(stats: EffectiveStats) -> str:
    """The numbers of a sheet in a few lines, modes marked where they are not normal."""
    abilities = " ".join(f"{a.upper()} {b.value} ({stats.modifiers[a]:+d})" for a, b in stats.abilities.items())
    saves = " ".join(f"{a.upper()} {b.value:+d}{_mark(stats.saves.modes[a])}" for a, b in stats.saves.values.items())
    lines = [abilities, f"Saves: {saves}."]
    lines += map(attack_text, stats.attacks)
    if stats.spellcasting:
        lines.append(f"Spell save DC {stats.spellcasting.save_dc.value}, spell attack {stats.spellcasting.attack.value:+d}.")
    d = stats.defenses
    for word, grants in (("Resists", d.resistances), ("Immune to", d.immunities), ("Vulnerable to", d.vulnerabilities)):
        if grants:
            lines.append(f"{word} {', '.join(grants)}.")
    if stats.languages:
        lines.append(f"Speaks {', '.join(map(names.begun, stats.languages))}.")
    if stats.tools:
        lines.append(f"Proficient with {', '.join(stats.tools)}.")
    lines += [f"{named(path)} {b.value}{unit(path)}." for path, b in numbers(stats) if path.startswith(("jump.", "vehicle."))]
    lines += [f"{m.source.name}: {change_text(m)}." for m in stats.auras]
    if stats.dice:
        lines.append(
            "Rolled with: " + "; ".join(f"{_rolls_of(t)} {' '.join(str(m.value) for m in ms)}" for t, ms in stats.dice.items()) + "."
        )
    return "\n".join(lines)


def _rolls_of(target: str) -> str:
    """
    >>> _rolls_of("attack.all"), _rolls_of("save.dex"), _rolls_of("skill.sleight_of_hand"), _rolls_of("damage.this_weapon")
    ('all attacks', 'DEX saves', 'sleight of hand', 'damage of this weapon')
    """
    head, _, rest = target.partition(".")
    rest = rest.upper() if rest in ABILITIES else rest.replace("_", " ")
    if head == "damage":
        return f"damage of {'all attacks' if rest == 'all' else rest}"
    return f"{rest} {head}s" if head in ("attack", "save", "check") else rest or head.replace("_", " ")


def attack_text(a: AttackStats) -> str:
    """ "Flame Tongue Longsword +6, 1d8+3 slashing + 2d6 fire." """
    return f"{a.name} {a.to_hit.value:+d}{_mark(a.mode)}, {'no damage' if a.is_harmless else f'{a.damage} {a.damage_type}'}{_extra(a.extra_dice)}."


def _mark(mode: str) -> str:
    return {"advantage": "▲", "disadvantage": "▼"}.get(mode, "")


def _extra(dice: Sequence[Any]) -> str:
    return "".join(f" + {x.dice} {x.type}{f' ({modifier_tags.told(x.scope)})' if x.scope else ''}" for x in dice)


def reasons_text(path: str, b: Breakdown) -> str:
    """ "AC 21 = 18 Plate Armor + 2 Shield + 1 Ring of Protection; asleep: …" """
    why = f"{named(path)} {b.value}{unit(path)} = {_sum(b.lines) or '0'}"
    return ". ".join((why, *map(_lost, b.suppressed))) + "."


def _sum(lines: Sequence[Modifier]) -> str:
    """The lines in a row; a sum that is multiplied stands in parentheses: "(30 walk + 10 fast movement) × 2 Haste"."""
    told = ""
    for i, m in enumerate(lines):
        if m.op == "mul" and i > 1 and lines[i - 1].op == "add":
            told = f"({told})"
        told = f"{told} {_line(m, i == 0)}".strip()
    return told


def _lost(s: Suppressed) -> str:
    """Why something does not count: "Ring of Protection +1: not attuned"."""
    m = s.modifier
    amount = f"{m.value:+d}" if m.op == "add" and isinstance(m.value, int) else str(_amount(m)) or m.op
    why = modifier_tags.only(m.scope) if s.reason == "scoped" else f"same effect from {s.by}" if s.by else _REASONS[s.reason]
    return f"{m.source.name} {amount} does not count: {why}"


def _line(m: Modifier, first: bool) -> str:
    amount, name = _amount(m), m.source.name
    match m.op:
        case "add":
            sign = "" if first else "− " if str(amount).startswith("-") else "+ "
            return f"{sign}{str(amount).removeprefix('-') if not first else amount} {name}"
        case "mul":
            return f"× {amount} {name}"
        case "raise_to" | "min":
            return f"→ at least {amount} {name}" if not first else f"{amount} {name}"
        case "zero":
            return f"→ 0 {name}"
    return name if " × " in name else f"{amount} {name}"  # its factors say the number


def _amount(m: Modifier) -> Any:
    return m.value if isinstance(m.value, int | float | str) and not isinstance(m.value, bool) else ""


# ── data ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def bearer_json(world: World, bearer: Thing, stats: EffectiveStats | None, book: Rulebook) -> dict[str, Any]:
    """All data for programs: the bag tree with weights, slot → item, attunement, encumbrance, every number with its reasons."""
    rows = world.worn_by.get(bearer.id, {})
    shown: dict[str, Any] = {"id": bearer.id, "name": bearer.name, "inventory": [_tree(world, t, book) for t in world.bag_of(bearer.id)]}
    if stats:
        bonded = [{"id": t.id, "name": t.name} for t in world.tree_of(bearer.id) if t.attuned_to == bearer.id]
        shown |= {
            "equipped": {r.slot: {"id": r.thing_id, "name": world.things[r.thing_id].name} for r in rows.values() if r.slot},
            "attunement": {"used": len(bonded), "limit": book.policy.attunement_limit, "items": bonded},
            "encumbrance": {"weight": pounds(stats.load.weight), "capacity": stats.load.capacity.value, "over": stats.load.over},
            "stats": numbers_json(stats),
            "sheet": stats_json(stats),
        }
    return shown


def numbers_json(stats: EffectiveStats) -> dict[str, Any]:
    """Dotted path → the number with its lines; other values have only lines."""
    return {p: breakdown_json(b) for p, b in numbers(stats)} | {p: {"lines": [line_json(m) for m in ms]} for p, ms in words(stats) if ms}


def _tree(world: World, thing: Thing, book: Rulebook) -> dict[str, Any]:
    if thing.kind != "item":
        return {"id": thing.id, "name": thing.name, "kind": thing.kind}
    item = bearers.item_of(thing, book)
    row = world.row_of(thing.id)
    shown = {
        "id": thing.id,
        "name": thing.name,
        "type": item.type,
        "quantity": thing.quantity,
        "weight": pounds(round((item.weight or 0) * 1000) * thing.quantity),
        "slot": row.slot if row else None,
        "attuned": bool(thing.attuned_to) or None,
        "charges": bearers.charges_left(thing, item),
        "usesRemaining": bearers.uses_left(thing, item),
        "active": bearers.active_of(world, thing) or None,
        "looksLike": look
        if is_hidden(thing) and (look := plain_look(item)) != item.name
        else None,  # a reader who sees only the look learns no more
        "locked": is_locked(thing) or None,
        "contents": None if is_locked(thing) else [_tree(world, t, book) for t in world.bag_of(thing.id)] or None,
    }
    return {k: v for k, v in shown.items() if v is not None}


def item_lines(item: Item) -> Iterator[str]:
    """Yield the lines of an item's card: its numbers and effects."""
    if item.weapon_stats:
        w = item.weapon_stats
        versatile = f" ({w.versatile_damage} in both hands)" if w.versatile_damage else ""
        reach = f", range {w.range.normal}/{w.range.long} ft" if w.range else ""
        properties = f"; {', '.join(w.properties)}" if w.properties else ""
        yield f"{w.damage_dice}{versatile} {w.damage_type}, {w.category.replace('_', ' ')}{reach}{properties}"
    if item.armor_stats:
        yield from _armor(item)
    yield from (change_text(m) for m in item.passive)
    for id, modifiers in item.toggled:
        yield f"when {id} is on: {', '.join(map(change_text, modifiers)) or 'no number changes'}"
    if item.heals:
        yield f"heals {item.heals}"
    if item.charges_or_effects:
        c = item.charges_or_effects
        back = f", {c.regain} back at {c.recharge}" if c.regain else f", recharge {c.recharge}"
        yield f"{c.max} charges{back}"
    yield from (f"for you to judge: {text}" for text in item.adjudicated)


def _armor(item: Item) -> Iterator[str]:
    a = item.armor_stats
    if a is None:
        return
    if a.category == "shield":
        yield f"shield, AC +{a.base_ac}"
        return
    dex = {"light": " + DEX", "medium": f" + DEX (at most {2 if a.max_dex_bonus is None else a.max_dex_bonus})"}.get(a.category, "")
    needs = f", STR {a.strength_requirement}" if a.strength_requirement else ""
    yield f"{a.category} armor, AC {a.base_ac}{dex}{needs}{', stealth at disadvantage' if a.stealth_disadvantage else ''}"


def change_text(m: Modifier) -> str:
    """A modifier in a few words."""
    text = value_text(m.value)
    value = {"add": f"{m.value:+d}" if isinstance(m.value, int) else f"+ {text}", "raise_to": f"at least {text}", "mul": f"× {text}"}
    amount = value.get(m.op, f"{m.op.replace('_', ' ')} {text}").strip()
    only = f" ({modifier_tags.told((*m.when, *m.scope))})" if m.when or m.scope else ""
    reach = f", within {m.aura_ft} ft{'' if 'others' in m.scope else ' for others too'}" if m.aura_ft else ""
    return f"{m.target} {amount}{only}{reach}"


def value_text(value: Any) -> str:
    """The value of a modifier, in words."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case Formula(base, add, most):
            capped = f" (together at most {most})" if most is not None else ""
            return " + ".join((str(base), *(a.upper() for a in add))) + capped
        case EqualTo(equal_to):
            return f"equal to {equal_to}"
        case PerLevel(per_level):
            return f"{per_level} for each level"
        case ByLevel(by_level):
            return ", ".join(f"{amount} from level {level}" for level, amount in by_level)
    return str(value)
