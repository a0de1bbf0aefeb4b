"""Unpack a sheet document into things, and pack a bearer into a sheet document; each is the inverse of the other."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.items.attunement_bonds import bond
from rpg_lite.mechanics.items.money import coin_of
from rpg_lite.mechanics.items.new_things import MOST_SEPARATE, body_of
from rpg_lite.mechanics.items.template_lookup import pick_of
from rpg_lite.mechanics.life import hit_points
from rpg_lite.mechanics.life.conditions import lasting_for, named_creature
from rpg_lite.rules import equipment_slots, names
from rpg_lite.rules.conditions import EXHAUSTION, MOST_EXHAUSTION
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.items import Item
from rpg_lite.rules.prices import ShopDocument, price_in_copper, price_text
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.sheet_document import CarriedThing, ConditionEntry, EffectEntry, SheetDocument, temporary_points
from rpg_lite.rules.trap_lookup import TrapFault, trap_of
from rpg_lite.vocabulary import COINS
from rpg_lite.world import body_paths, events, placed_traps, thing_stats
from rpg_lite.world.body_paths import Setting
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.evolve import evolve
from rpg_lite.world.kept_json import Body
from rpg_lite.world.shop_lookup import shop_around
from rpg_lite.world.states import ShopState, TrapState
from rpg_lite.world.world_model import Thing, World

# ── document → things ───────────────────────────────────────────────────────────────────────────────────────────────


def unpack(draft: Draft, bearer: Thing, document: SheetDocument) -> Rejected | None:
    """Create everything in the document but the character itself. Refuse the whole document if the book lacks a template."""
    state_changes.change(draft, bearer, body_paths.SHOP, _rates(document.shop))
    wanted: dict[str, tuple[CarriedThing, Thing]] = {}
    for where, written in (("equipped", document.equipped), ("carried", document.carried)):
        for n, raw in enumerate(written):
            entry = CarriedThing(item=raw) if isinstance(raw, str) else raw
            made = _unpack(draft, entry, bearer.id, f"document.{where}[{n}].item")
            if isinstance(made, Rejected):
                return made
            wanted[f"{where}.{n}"] = (entry, made)
    _coins(draft, bearer, document)
    _wear(draft, bearer, {k: v for k, v in wanted.items() if k.startswith("equipped.")})
    for entry, thing in wanted.values():
        if entry.attuned and (refusal := bond(draft, draft.world.things[bearer.id], draft.world.things[thing.id], True)):
            draft.note("not_attuned_because", name=thing.name, why=refusal.code)
    return _states(draft, bearer, document)


def _unpack(draft: Draft, entry: CarriedThing, bag_id: str, field: str) -> Thing | Rejected:
    body = _body(entry, draft.situation.book, field)
    if isinstance(body, Rejected):
        return body
    if entry.vanishes_in is not None:
        body = body_paths.changed_body(body, [body_paths.VANISHES.to(draft.world.campaign.minutes + entry.vanishes_in)])
    item = thing_stats.item_of(Thing("", "item", "?", None, body=body), draft.situation.book)
    if refusal := _impossible(entry, item, field):
        return refusal
    if entry.price and shop_around(draft.world, bag_id) is None:
        return Rejected("not_a_shop", f"{field[:-4]}price", {"name": draft.world.things[bag_id].name})
    if entry.container_contents_lb:
        draft.note("contents_lb_dropped", name=item.name)
    quantity = entry.quantity if item_moves.stacks(item) else 1
    thing = Thing(draft.new_id("item"), "item", entry.name or item.name, bag_id, quantity, body=body)
    draft.add(events.Created(thing))
    for _ in range(entry.quantity - quantity):
        draft.add(events.Created(replace(thing, id=draft.new_id("item"))))
    for n, raw in enumerate(entry.contents):
        inner = _unpack(draft, CarriedThing(item=raw) if isinstance(raw, str) else raw, thing.id, f"{field[:-5]}.contents[{n}].item")
        if isinstance(inner, Rejected):
            return inner
    return thing


def _impossible(entry: CarriedThing, item: Item, field: str) -> Rejected | None:
    """Refuse a state that no command could have caused: contents without a bag, more charges than possible, too many single things."""
    if (entry.contents or entry.lock or entry.shop) and item.container is None:
        return Rejected("not_a_bag", field, {"name": item.name})
    charges = item.charges_or_effects
    if entry.charges is not None and (charges is None or (isinstance(charges.max, int) and entry.charges > charges.max)):
        most = charges.max if charges else 0
        return Rejected("charges_too_many", field, {"name": item.name, "most": most, "wanted": entry.charges})
    if not item_moves.stacks(item) and entry.quantity > MOST_SEPARATE:
        return Rejected("quantity_too_large", field, {"has": 0, "most": MOST_SEPARATE})
    return None


def _body(entry: CarriedThing, book: Rulebook, field: str) -> Body | Rejected:
    """The body of the thing in an entry; refused when the book has no such template, base or variant."""
    trap = _trap(entry, book, field)
    if isinstance(trap, Rejected):
        return trap
    state = (
        *trap,
        body_paths.CHARGES.to(entry.charges),
        body_paths.USES_REMAINING.to(entry.uses_remaining),
        body_paths.ACTIVE.to(entry.active or None),
        body_paths.IDENTIFIED.to(None if entry.identified else False),
        body_paths.CORRODED.to(entry.corroded or None),
    )
    if isinstance(entry.item, Item):
        whole = book.on_base(entry.item) or entry.item
        return body_paths.body_of(body_paths.ITEM.to(whole.to_document()), *_lock(entry), *_trade(entry), *state)
    pick = _pick(entry, book, field)
    if isinstance(pick, Rejected):
        return pick
    made_of = (body_paths.BASE.to(pick.base), body_paths.VARIANT.to(pick.variant))
    return body_paths.body_of(body_paths.TEMPLATE.to(pick.template), *_lock(entry), *_trade(entry), *state, *made_of)


def _lock(entry: CarriedThing) -> tuple[Setting, ...]:
    """The lock in the form that the lock commands write."""
    lock = entry.lock
    return (body_paths.LOCKED.to(lock.locked or None), body_paths.KEY_NAME.to(lock.key_name), body_paths.DC.to(lock.dc)) if lock else ()


def _trap(entry: CarriedThing, book: Rulebook, field: str) -> tuple[Setting, ...] | Rejected:
    """The trap in the form that `manage_room update` writes; refused when the book has no such trap."""
    if entry.trap is None:
        return ()
    rule, kept = trap_of(entry.trap.trap, book), entry.trap
    if isinstance(rule, TrapFault):
        return Rejected("trap_invalid", f"{field[:-4]}trap", {"why": rule.why})
    state = TrapState.make(kept.trap, kept.is_ or "armed", kept.found, kept.times)
    return (body_paths.TRAPS.at(placed_traps.HERE).to(state),)


def _trade(entry: CarriedThing) -> tuple[Setting, ...]:
    """The rates of a bag that is a shop, and the price tag of goods."""
    return (body_paths.SHOP.to(_rates(entry.shop)), body_paths.PRICE.to(price_in_copper(entry.price) if entry.price else None))


def _rates(shop: ShopDocument | None) -> ShopState | None:
    return ShopState.make(shop.prices, shop.buys_at) if shop else None


def _pick(entry: CarriedThing, book: Rulebook, field: str) -> Pick | Rejected:
    pick = pick_of(str(entry.item), entry.base, entry.variant, book)
    return replace(pick, field=f"{field[:-4]}{pick.field}") if isinstance(pick, Rejected) else pick


def _coins(draft: Draft, bearer: Thing, document: SheetDocument) -> None:
    for coin, count in document.coins.items():
        pick = draft.situation.book.find(coin)
        item = draft.situation.book.item(pick) if pick else None
        if count and pick and item:
            item_moves.lay(draft, Thing(draft.new_id("item"), "item", item.name, bearer.id, count, body=body_of(pick)))


def _wear(draft: Draft, bearer: Thing, entries: Mapping[str, tuple[CarriedThing, Thing]]) -> None:
    """Put each thing in its slot; a thing without a free slot or hand is carried instead, with a note."""
    items = {thing.id: thing_stats.item_of(thing, draft.situation.book) for _, thing in entries.values()}
    at = equipment_slots.place((thing.id, items[thing.id], entry.slot) for entry, thing in entries.values())
    held = _bearer_alone(draft.world, bearer)
    for entry, thing in entries.values():
        slot = at[thing.id]
        holding = slot and _holding(held, draft.situation.book, events.Equipped(bearer.id, thing.id, slot, entry.grip))
        if slot is None or not holding:
            draft.note("carried_instead", name=thing.name)
            continue
        held = holding
        if thing.quantity > 1 and items[thing.id].type != "ammunition":
            draft.add(events.Counted(thing.id, thing.quantity, 1))
            draft.add(events.Created(replace(thing, id=draft.new_id("item"), quantity=thing.quantity - 1)))
        draft.add(events.Equipped(bearer.id, thing.id, slot, entry.grip))


def _bearer_alone(world: World, bearer: Thing) -> World:
    """The bearer with its things, and nothing else: each thing that it takes in hand is tried in a copy of the world, and copies of the
    whole world would be slow for a crowd of creatures.
    """
    own = {t.id: t for t in world.things.values() if bearer.id in (t.id, t.parent_id)}
    return World(world.campaign, own, {key: row for key, row in world.equipped.items() if row.context_id == bearer.id})


def _holding(world: World, book: Rulebook, event: events.Equipped) -> World | None:
    """The world in which the bearer wears the thing too; None if it takes too many hands, or is a second shield."""
    after = evolve(world, event)
    if event.slot not in equipment_slots.HAND_SLOTS:
        return after
    worn = item_moves.as_held(after, after.things[event.context], book)
    fits = sum(map(equipment_slots.hands_of, worn)) <= equipment_slots.HANDS and sum(w.item.is_shield for w in worn) <= 1
    return after if fits else None


def _states(draft: Draft, bearer: Thing, document: SheetDocument) -> Rejected | None:
    """Give the bearer the conditions and effects of the document."""
    now = [_lasting(draft, bearer, c) for c in document.conditions]
    effects: list[Lasting] = []
    for n, e in enumerate(document.effects):
        rule = draft.situation.book.effect(e if isinstance(e, str) else e.name)
        if rule is None and (isinstance(e, str) or not e.modifiers):
            wanted = e if isinstance(e, str) else e.name
            near = tuple(names.nearest(wanted, (r.name for r in draft.situation.book.effects.values())))
            return Rejected("effect_unknown", f"document.effects[{n}]", {"wanted": wanted}, near)
        own = () if isinstance(e, str) else e.modifiers
        if points := temporary_points(own or (rule.modifiers if rule else ())):
            hit_points.shield(draft, bearer, points)
        if isinstance(e, str):
            effects.append(Lasting.make_named(rule.name if rule else e))
        else:
            lasting = e.model_copy(update={"modifiers": tuple(m for m in own if m.target != "temp_hp")})
            if rule or lasting.modifiers:
                effects.append(_lasting(draft, bearer, lasting))
    state_changes.change(draft, bearer, body_paths.CONDITIONS, _sum_exhaustion(now) or None)
    state_changes.change(draft, bearer, body_paths.EFFECTS, effects or None)
    return None


def _lasting(draft: Draft, bearer: Thing, entry: str | ConditionEntry | EffectEntry) -> Lasting:
    """A condition or an effect of a document, lasting from now on."""
    if isinstance(entry, str):
        return Lasting.make_named(entry)
    written = Lasting.of(entry.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    if entry.duration is None:
        return written
    by = named_creature(draft.world, entry.source)
    return written.lasting(lasting_for(draft, entry.duration, by.id if by else None, bearer.id))


def _sum_exhaustion(conditions: list[Lasting]) -> list[Lasting]:
    """Add up the levels of exhaustion into one entry."""
    tired = [c for c in conditions if c.name == EXHAUSTION]
    if len(tired) < 2:
        return conditions
    whole = tired[0].at_level(min(MOST_EXHAUSTION, sum(c.level for c in tired)))
    return [*(c for c in conditions if c.name != EXHAUSTION), whole]


# ── things → document ───────────────────────────────────────────────────────────────────────────────────────────────


def pack(world: World, bearer: Thing, book: Rulebook) -> dict[str, Any]:
    """The bearer as a sheet document in JSON values, without empty keys; a creature in another form is packed without the form."""
    rows = world.worn_by.get(bearer.id, {})
    own = [t for t in world.bag_of(bearer.id) if t.kind == "item"]
    loose = [t for t in own if t.id not in rows]
    kept = bearer.creature
    character = {"name": bearer.name, **kept.sheet.document}
    sheet = thing_stats.true_sheet(bearer, book)
    if "level" in character:
        character["level"] = sheet.level
    if held := _resources(sheet, character.get("resources") or {}):
        character["resources"] = held
    form = kept.form
    hp = form.hp if form and form.points == "form" else kept.hp
    points = (("hp", hp), ("tempHp", kept.temp_hp), ("spent", sheet.spell_slots.spent or None))
    texts = (("description", bearer.state.description), ("secret", kept.secret))
    character |= {k: v for k, v in (*points, *texts) if v is not None}
    document = {
        "ruleset": book.ruleset,
        "character": character,
        "equipped": [{**_entry(world, t, book), **_row(rows[t.id])} for t in own if t.id in rows],
        "carried": [_entry(world, t, book) for t in loose if not coin_of(t)],
        "coins": dict(_purse(loose)),
        "shop": bearer.state.shop and bearer.state.shop.document,
        "conditions": [_state(c) for c in thing_stats.lasting(world, bearer, "conditions")],
        "effects": [_state(e) for e in thing_stats.lasting(world, bearer, "effects") if form is None or e.cause.cast != form.cast],
    }
    return {k: v for k, v in document.items() if v}


def _resources(sheet: Sheet, given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The given resources, and resources of the levels that are partly spent."""
    shown = {n: s for n, s in sheet.resources.items() if (n in given or s.spent) and s.max is not None}
    rows = {n: {"max": s.max, "left": s.left if s.spent else None, "recharge": s.recharge} for n, s in shown.items()}
    return {n: {k: v for k, v in row.items() if v is not None} for n, row in rows.items()}


def _state(entry: Lasting) -> str | Body:
    """A condition or effect in a document: only its name if there is nothing else to say; its end stays with the campaign."""
    kept = entry.as_written
    return entry.name if set(kept) == {"name"} else kept


def _purse(things: list[Thing]) -> Iterator[tuple[str, int]]:
    for coin in COINS:
        count = sum(t.quantity for t in things if coin_of(t) == coin)
        if count:
            yield coin, count


def _row(row: Any) -> dict[str, Any]:
    return {k: v for k, v in (("slot", row.slot), ("grip", row.grip)) if v}


def _entry(world: World, thing: Thing, book: Rulebook) -> dict[str, Any]:
    item, kept = thing_stats.item_of(thing, book), thing.item
    shown: dict[str, Any] = {"item": kept.document or _template_name(thing, book)}
    if thing.name != item.name:
        shown["name"] = thing.name
    if thing.quantity != 1:
        shown["quantity"] = thing.quantity
    if thing.attuned_to:
        shown["attuned"] = True
    left = {"charges": kept.charges, "usesRemaining": kept.uses_remaining, "identified": None if kept.is_identified else False}
    shown |= {k: v for k, v in left.items() if v is not None}
    if on := thing_stats.active_of(world, thing):
        shown["active"] = on
    if kept.vanishes is not None:
        shown["vanishesIn"] = max(1, kept.vanishes - world.campaign.minutes)
    if kept.corroded:
        shown["corroded"] = dict(kept.corroded)
    if kept.base:
        shown["base"] = book.templates[kept.base].item.name if kept.base in book.templates else kept.base
    if kept.variant:
        shown["variant"] = kept.variant
    lock = {"locked": thing.state.is_locked or None, "keyName": thing.state.key_name, "dc": thing.state.dc}
    if said := {k: v for k, v in lock.items() if v is not None}:
        shown["lock"] = {"locked": False, **said}
    if trap := thing.state.traps.get(placed_traps.HERE):
        shown["trap"] = trap.document
    if thing.state.shop:
        shown["shop"] = thing.state.shop.document
    if thing.state.price is not None and shop_around(world, thing.id):
        shown["price"] = price_text(thing.state.price)
    if inside := [_entry(world, t, book) for t in world.bag_of(thing.id)]:
        shown["contents"] = inside
    return shown


def _template_name(thing: Thing, book: Rulebook) -> str:
    """The template's name if that name finds the same template, or else its id."""
    id = str(thing.item.template)
    template = book.templates.get(id)
    found = book.find(template.item.name) if template else None
    return template.item.name if template and found and found.template == id else id
