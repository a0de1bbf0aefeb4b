"""The few moves of which every inventory operation consists: stack, split, let go, put down."""

from collections.abc import Iterable

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.decision.targets import alike
from rpg_lite.rules.carried_gear import weight_of
from rpg_lite.rules.equipment_slots import Worn
from rpg_lite.rules.items import LIT, Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.collect import collect
from rpg_lite.rules.stats.legal_gear import as_worn
from rpg_lite.world import body_paths, events, shop_lookup, thing_stats
from rpg_lite.world.world_model import Thing, World


def stacks(item: Item) -> bool:
    """Whether the item stacks: never with charges, uses, attunement or contents, or if its definition says otherwise."""
    special = item.charges_or_effects or item.uses_remaining is not None or item.needs_attunement or item.container
    return item.stackable is not False and not special and not item.activated


def stack_in(world: World, bag_id: str, like: Thing, book: Rulebook) -> Thing | None:
    """The stack in a bag that an equal thing would join; worn things are not stacks, except ammunition."""
    if like.kind != "item" or not stacks(thing_stats.item_of(like, book)):
        return None
    template, key = like.item.template, alike(like, book)
    for thing in world.bag_of(bag_id):
        if thing.kind == "item" and thing.item.template == template and thing.id != like.id:
            if alike(thing, book) == key and _open(world, thing, book):
                return thing
    return None


def _open(world: World, thing: Thing, book: Rulebook) -> bool:
    return world.row_of(thing.id) is None or thing_stats.item_of(thing, book).type == "ammunition"


def lay(draft: Draft, new: Thing) -> str:
    """Put a new thing into its bag, on an equal stack if there is one. Return the id of the stored thing."""
    return lay_onto(draft, new, stack_in(draft.world, new.parent_id or "", new, draft.situation.book))


def lay_onto(draft: Draft, new: Thing, stack: Thing | None) -> str:
    """Put a new thing into its bag, on this stack if there is one. Return the id of the stored thing."""
    if stack:
        draft.add(events.Counted(stack.id, stack.quantity, stack.quantity + new.quantity))
        return stack.id
    draft.add(events.Created(new))
    return new.id


def let_go(draft: Draft, thing: Thing) -> None:
    """Detach a thing and its contents from their bearer: they are no longer equipped or attuned, and no property stays switched on."""
    for gone in (thing, *draft.world.tree_of(thing.id)):
        row = draft.world.row_of(gone.id)
        if row:
            draft.add(events.Unequipped(row.context_id, gone.id, row.slot, row.grip, row.priority))
        if gone.attuned_to:
            draft.add(events.Unattuned(gone.id, gone.attuned_to))
        if gone.item.active and LIT not in gone.item.active:  # a lit thing goes on burning in another hand or on the floor
            change(draft, gone, body_paths.ACTIVE, None)
            change(draft, gone, body_paths.ENDS, None)
            change(draft, gone, body_paths.PARAMETERS, None)


def move(draft: Draft, thing: Thing, to: Thing, quantity: int) -> str:
    """Move this many of a thing into another bag, on an equal stack if there is one. Return the id of the stored thing."""
    book = draft.situation.book
    bearer = draft.world.bearer_of(thing.id)
    leaves = bearer is not None and bearer.id not in (to.id, *(t.id for t in draft.world.ancestors(to.id)))
    whole = quantity == thing.quantity
    if leaves and whole:
        let_go(draft, thing)
    elif whole and (row := draft.world.row_of(thing.id)):
        draft.add(events.Unequipped(row.context_id, thing.id, row.slot, row.grip, row.priority))
    change(draft, thing, body_paths.HIDDEN, None)  # taking a hidden thing means finding it
    change(draft, thing, body_paths.DC_TO_FIND, None)
    untagged = shop_lookup.is_taken_out(draft.world, thing, to)
    if untagged and whole:
        change(draft, thing, body_paths.PRICE, None)
    thing = draft.world.things[thing.id]
    part = shop_lookup.without_tag(thing) if untagged else thing
    stack = stack_in(draft.world, to.id, part, book)
    if not whole:
        return _split(draft, thing, to, quantity, stack, part)
    if stack:
        draft.add(events.Removed(thing), events.Counted(stack.id, stack.quantity, stack.quantity + quantity))
        return stack.id
    draft.add(events.Moved(thing.id, thing.parent_id or "", to.id))
    return thing.id


def _split(draft: Draft, thing: Thing, to: Thing, quantity: int, stack: Thing | None, like: Thing) -> str:
    draft.add(events.Counted(thing.id, thing.quantity, thing.quantity - quantity))
    if stack:
        draft.add(events.Counted(stack.id, stack.quantity, stack.quantity + quantity))
        return stack.id
    part = like.part(draft.new_id(thing.kind), to.id, quantity)
    draft.add(events.Created(part))
    return part.id


def part_off(draft: Draft, thing: Thing, bag_id: str | None = None) -> Thing:
    """Take one piece from a stack and keep it next to the stack, or in this bag."""
    draft.add(events.Counted(thing.id, thing.quantity, thing.quantity - 1))
    one = thing.part(draft.new_id(thing.kind), bag_id or thing.parent_id)
    draft.add(events.Created(one))
    return one


def take_away(draft: Draft, thing: Thing, quantity: int) -> None:
    """Remove this many of a thing for good; with the last one, its contents and its tools in use are removed too."""
    if quantity < thing.quantity:
        draft.add(events.Counted(thing.id, thing.quantity, thing.quantity - quantity))
        return
    let_go(draft, thing)
    ends = [draft.world.things[thing.id], *draft.world.tree_of(thing.id)]
    ids = {gone.id for gone in ends}
    used = (row for key, row in sorted(draft.world.equipped.items(), key=lambda use: use[0]) if not ids.isdisjoint(key))
    draft.add(*[events.Unequipped(row.context_id, row.thing_id, row.slot, row.grip, row.priority) for row in used])
    draft.add(*map(events.Removed, reversed(ends)))


def put_away(draft: Draft, thing: Thing) -> str:
    """Take off a worn thing; it stays in its bag and merges into an equal stack. Return the id of the stored thing."""
    row = draft.world.row_of(thing.id)
    if row is None:
        return thing.id
    draft.add(events.Unequipped(row.context_id, thing.id, row.slot, row.grip, row.priority))
    stack = stack_in(draft.world, thing.parent_id or "", thing, draft.situation.book)
    if stack is None:
        return thing.id
    draft.add(events.Removed(draft.world.things[thing.id]), events.Counted(stack.id, stack.quantity, stack.quantity + thing.quantity))
    return stack.id


def is_cursed(world: World, thing: Thing, book: Rulebook) -> bool:
    """Whether a curse keeps the bearer from parting with the thing: after attunement if it needs that, or else while it is worn."""
    item = thing_stats.item_of(thing, book)
    holds = thing.attuned_to is not None if item.needs_attunement else world.row_of(thing.id) is not None
    return bool(item.cursed) and holds


def is_stuck(world: World, thing: Thing, book: Rulebook) -> bool:
    """Whether a curse also keeps the thing from coming off (SRD, Demon Armor); others can be put away (SRD, Berserker Axe)."""
    return is_cursed(world, thing, book) and world.row_of(thing.id) is not None and thing_stats.item_of(thing, book).cursed is True


def as_held(world: World, bearer: Thing, book: Rulebook) -> list[Worn]:
    """The bearer's worn things, as `slots` sees them. Collect an item's own changes only if they affect handling."""
    worn = [g for g in thing_stats.gear_of(world, bearer, book) if g.slot is not None]
    if bearer.creature.form or not any(g.item.changes_handling for g in worn):
        return [as_worn(g) for g in worn]
    at = thing_stats.situation_of(world, bearer, book)
    c = collect(at.sheet, at.gear, at.conditions, at.effects, book, at.moment)
    return [as_worn(g, c.own.get(g.id)) for g in c.worn]


def enough(thing: Thing, wanted: int, field: str = "quantity") -> Rejected | None:
    """Refuse a quantity larger than there is, instead of reducing it."""
    if wanted > thing.quantity:
        return Rejected("quantity_too_many", field, {"name": thing.name, "has": thing.quantity, "wanted": wanted})
    return None


def weighs(world: World, thing: Thing, book: Rulebook) -> float:
    """The weight of a thing with its contents, in pounds."""
    return weight_of((thing_stats.whole(world, thing, book),)) / 1000


def too_full(world: World, bag: Thing, pounds: float, book: Rulebook, field: str) -> Rejected | None:
    """Refuse more than the known capacity of the container or of a container around it."""
    for outer in (bag, *world.ancestors(bag.id)):
        container = thing_stats.item_of(outer, book).container if outer.kind == "item" else None
        if container is None or container.capacity_lb is None:
            continue
        inside = sum(weighs(world, t, book) for t in world.bag_of(outer.id))
        if inside + pounds > container.capacity_lb:
            told = {"name": outer.name, "capacity": container.capacity_lb, "inside": inside, "more": pounds}
            return Rejected("bag_full", field, told)
        if container.fixed_weight is not None:
            return None  # its contents add no weight to the outer container
    return None


def opens_a_gate(world: World, inside: Iterable[Item], bag: Thing, book: Rulebook, name: str, field: str) -> Rejected | None:
    """Refuse to put an extradimensional space into another: both would be destroyed, with whatever is near (SRD, Bag of Holding, Handy
    Haversack, Portable Hole; SRD 5.2, Mirror of Life Trapping).
    """
    around = (outer for outer in (bag, *world.ancestors(bag.id)) if outer.kind in ("item", "container"))
    space = next((outer for outer in around if thing_stats.item_of(outer, book).extradimensional), None)
    if space is None or not any(item.extradimensional for item in inside):
        return None
    return Rejected("gate_opens", field, {"name": name, "to": space.name})


def bearer_id(world: World, thing: Thing) -> str | None:
    bearer = world.bearer_of(thing.id)
    return bearer.id if bearer else None
