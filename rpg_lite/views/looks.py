"""What players see of a thing that is not identified: its plain look, never its name. It works all the same."""

from dataclasses import replace

from rpg_lite.rules.items import Item
from rpg_lite.rules.looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, World


def is_hidden(thing: Thing) -> bool:
    return thing.state.get("identified") is False


def as_players_see(world: World, book: Rulebook) -> World:
    """The world with a plain thing in place of each that is not identified, without what nobody has found."""
    unfound = {id for t in world.things.values() if t.body.get("hidden") for id in (t.id, *(x.id for x in world.tree_of(t.id)))}
    seen = {id: t for id, t in world.things.items() if id not in unfound}
    return replace(world, things={id: _veiled(t, book) if is_hidden(t) else t for id, t in seen.items()})


def _veiled(thing: Thing, book: Rulebook) -> Thing:
    """Its number and its place stay; a name that it was given stays too."""
    item = bearers.item_of(thing, book)
    look = plain_look(item)
    plain = Item(name=look, type="adventuring_gear", weight=item.weight)
    body = {"item": plain.model_dump(mode="json", by_alias=True, exclude_defaults=True)}
    return replace(thing, name=look if thing.name == item.name else thing.name, attuned_to=None, body=body)


def veiled_attacks(stats: EffectiveStats, world: World, bearer: Thing, book: Rulebook) -> EffectiveStats:
    """The numbers as they are, the weapons by their looks."""
    rows = world.worn_by.get(bearer.id, {})
    hidden = {row.slot: bearers.item_of(world.things[id], book) for id, row in rows.items() if is_hidden(world.things[id])}
    shown = (replace(a, name=plain_look(hidden[a.slot])) if a.slot in hidden else a for a in stats.attacks)
    return stats._replace(attacks=tuple(shown))
