"""The contents of a bearer or a bag as text: worn, carried and attuned things, and the weight."""

from collections.abc import Sequence

from rpg_lite.messages.render_context import many
from rpg_lite.rules.equipment_slots import in_order
from rpg_lite.rules.items import HOOD, LIT, Item
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views.lasting_effects import effects_text
from rpg_lite.views.stats_json import pounds
from rpg_lite.world import light_sources, thing_stats
from rpg_lite.world.felt_appearance import is_hidden
from rpg_lite.world.locks import is_locked
from rpg_lite.world.world_model import Thing, World

MOST_LISTED = 60


def holdings(
    world: World,
    bearer: Thing,
    stats: EffectiveStats | None,
    book: Rulebook,
    equipped: bool = True,
    inventory: bool = True,
    full: bool = False,
) -> str:
    """One line each for worn things, carried things (in full all of them), attuned things and the weight."""
    rows = world.worn_by.get(bearer.id, {})
    lines = []
    if equipped and bearer.kind == "character":
        held = [
            r for r in rows.values() if r.slot and r.thing_id in world.things and not thing_stats.is_natural(world.things[r.thing_id], book)
        ]
        worn = sorted(held, key=lambda r: in_order(r.slot))
        shown = [f"{r.slot} {label(world, world.things[r.thing_id], book)}{' in both hands' if r.grip == 'two' else ''}" for r in worn]
        lines.append(f"Worn: {', '.join(shown) or 'nothing'}.")
    if (equipped or inventory) and (own := [t.name for t in world.bag_of(bearer.id) if thing_stats.is_natural(t, book)]):
        lines.append(f"Natural weapons: {', '.join(own)}.")
    if inventory:
        loose = [t for t in world.bag_of(bearer.id) if t.id not in rows and t.kind != "character" and not thing_stats.is_natural(t, book)]
        what = "Carried" if bearer.kind == "character" else "Contents"
        lines.append(f"{what}: {list_things(world, loose, book, full)}.")
    if stats:
        lines += filter(None, (effects_text(world, bearer), _bonds(world, bearer, book), _asleep(world, bearer, book), _weight(stats)))
    return "\n".join(lines)


def list_things(world: World, things: Sequence[Thing], book: Rulebook, full: bool = False) -> str:
    """Names with counts, and bags with their contents; a cut list gives the number of things left out; a full list is not cut."""
    shown = [_with_contents(world, t, book, full) for t in (things if full else things[:MOST_LISTED])]
    more = len(things) - len(shown)
    return ", ".join(shown) + (f" and {more} more (detail full shows all)" if more > 0 else "") or "nothing"


def _with_contents(world: World, thing: Thing, book: Rulebook, full: bool) -> str:
    inside = () if is_locked(thing) else world.bag_of(thing.id)
    return f"{label(world, thing, book)} [{list_things(world, inside, book, full)}]" if inside else label(world, thing, book)


def label(world: World, thing: Thing, book: Rulebook) -> str:
    """The name, count, charges or uses of a thing, and its properties that are switched on."""
    if thing.kind != "item":
        return thing.name
    item = thing_stats.item_of(thing, book)
    charges, uses = thing_stats.charges_left(thing, item), thing_stats.uses_left(thing, item)
    marks = [
        f"broken: {thing.item.template} is in no item file" if thing_stats.is_broken(thing, book) else "",
        many(charges, "charge") if charges is not None else "",
        f"{uses} uses" if uses is not None else "",
        "on: " + " ".join(on)
        if (on := [word for word in thing_stats.active_of(world, thing) if word != LIT and not (item.burns and word == HOOD)])
        else "",
        ", ".join(f"corroded: {-n} {what}" for what, n in thing.item.corroded.items()),
        _burning(world, thing, item),
        f"not identified, looks like {plain_look(item)}" if is_hidden(thing) else "",
        _show_hidden(thing),
        "locked" if is_locked(thing) else "",
        "a shop" if thing.state.shop else "",
    ]
    kept = [m for m in marks if m]
    return (f"{thing.name} × {thing.quantity}" if thing.quantity > 1 else thing.name) + (f" ({', '.join(kept)})" if kept else "")


def _burning(world: World, thing: Thing, item: Item) -> str:
    """A phrase that tells whether the thing burns, and how long it still will; empty for a thing that has never been lit."""
    if item.burns is None or not (LIT in thing.item.active or LIT in thing.item.used):
        return ""
    left = light_sources.minutes_left(world, thing, item.burns)
    hood = "hood lowered, " if HOOD in thing_stats.active_of(world, thing) else ""
    return f"lit, {hood}{left} min left" if light_sources.is_lit(world, thing) else f"{left} min left"


def _show_hidden(thing: Thing) -> str:
    dc = thing.state.dc_to_find
    return "" if not thing.state.is_hidden else "hidden" if dc is None else f"hidden, DC {dc} to find it"


def _bonds(world: World, bearer: Thing, book: Rulebook) -> str:
    bonded = [t.name for t in world.tree_of(bearer.id) if t.attuned_to == bearer.id]
    return f"Attuned {len(bonded)}/{thing_stats.attunement_limit(bearer, book)}: {', '.join(bonded)}." if bonded else ""


def _asleep(world: World, bearer: Thing, book: Rulebook) -> str:
    rows = world.worn_by.get(bearer.id, {})
    sleeping = [
        t.name for t in world.bag_of(bearer.id) if t.id in rows and not t.attuned_to and thing_stats.item_of(t, book).needs_attunement
    ]
    return f"Inactive until attuned: {', '.join(sleeping)}." if sleeping else ""


def _weight(stats: EffectiveStats) -> str:
    over = ", too much" if stats.load.over else ""
    return f"Weight {pounds(stats.load.weight)}/{stats.load.capacity.value} lb{over}."
