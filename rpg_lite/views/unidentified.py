"""The players' view of unidentified things, whose magic works nevertheless."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from rpg_lite.mechanics.space import sight
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.items import Item
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.checks import Rolls
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.felt_appearance import is_hidden
from rpg_lite.world.locks import out_of_sight
from rpg_lite.world.world_model import Thing, World


def as_players_see(world: World, book: Rulebook) -> World:
    """The world with a plain thing in place of each unidentified one, and without the things that nobody has found or that lie behind a lock."""
    members = [t for t in world.things.values() if t.kind == "character" and t.creature.is_member]
    away = [t for t in world.things.values() if t.is_unfound or (t.kind == "character" and sight.is_unnoticed(world, t, members, book))]
    unfound = {id for t in away for id in (t.id, *(x.id for x in world.tree_of(t.id)))}
    unseen = unfound | out_of_sight(world)
    seen = {id: t for id, t in world.things.items() if id not in unseen}
    return replace(world, things={id: _veil(world, t, book) if is_hidden(t) else t for id, t in seen.items()})


def _veil(world: World, thing: Thing, book: Rulebook) -> Thing:
    """A plain thing with the same look; it keeps its quantity, its place, any name that somebody gave it, and its bond with a member of the
    party, who knows it. The bond of a stranger would tell that the thing is magical.
    """
    item = thing_stats.item_of(thing, book)
    look = plain_look(item)
    plain = Item(name=look, type=item.type, weight=item.weight)
    body = body_paths.body_of(body_paths.ITEM.to(plain.model_dump(mode="json", by_alias=True, exclude_defaults=True)))
    bonded = world.things.get(thing.attuned_to or "")
    keeper = bonded.id if bonded and bonded.kind == "character" and bonded.creature.is_member else None
    return replace(thing, name=look if thing.name == item.name else thing.name, attuned_to=keeper, body=body)


def veiled_attacks(stats: EffectiveStats, world: World, bearer: Thing, book: Rulebook) -> EffectiveStats:
    """The current numbers, with unidentified weapons named by their looks."""
    rows = world.worn_by.get(bearer.id, {})
    hidden = {row.slot: thing_stats.item_of(world.things[id], book) for id, row in rows.items() if is_hidden(world.things[id])}
    shown = (_veiled_attack(a, hidden[a.slot]) if a.slot in hidden else a for a in stats.attacks)
    return stats._replace(attacks=tuple(shown))


def _veiled_attack(attack: AttackStats, item: Item) -> AttackStats:
    """The attack, named by the weapon's look, without dice that count only against some targets."""
    return replace(attack, name=plain_look(item), extra_dice=tuple(x for x in attack.extra_dice if not x.scope))


def stats_of(world: World, bearer: Thing, book: Rulebook) -> EffectiveStats:
    """The numbers with their reasons. To what an unidentified thing adds, a player reads the number alone, because
    the parts would tell the bonus; nor does a player read why a change by it does not count.
    """
    stats = thing_stats.stats_of(world, bearer, book)
    hidden = (thing_stats.item_of(t, book) for t in world.tree_of(bearer.id) if t.kind == "item" and is_hidden(t))
    unsaid = {item.name for item in hidden if item.name == item.base}
    return EffectiveStats(*(_clear(part, unsaid) for part in stats)) if unsaid else stats


def _clear(part: Any, unsaid: Collection[str]) -> Any:
    """Drop the suppressed lines that come from these sources, and all lines of a number to which one of them adds."""
    match part:
        case Breakdown():
            changed = any(m.source.name in unsaid and m.op == "add" for m in part.lines)
            kept = tuple(s for s in part.suppressed if s.modifier.source.name not in unsaid)
            return part._replace(lines=() if changed else part.lines, suppressed=kept)
        case Rolls():
            return replace(part, values=_clear(part.values, unsaid))
        case AttackStats():
            return replace(part, to_hit=_clear(part.to_hit, unsaid), damage_bonus=_clear(part.damage_bonus, unsaid))
        case Mapping():
            return {key: _clear(value, unsaid) for key, value in part.items()}
        case tuple() if part and isinstance(part[0], AttackStats):
            return tuple(_clear(attack, unsaid) for attack in part)
    return part
