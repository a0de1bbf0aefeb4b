"""The appearance of a thing that nobody has identified: its plain look, and only the magic that its bearer feels."""

from dataclasses import replace
from typing import Any, Final

from rpg_lite.rules.extensible_words import ANY
from rpg_lite.rules.item_part_models import Container
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.predicates import holds
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.world_model import Thing, World

_FELT_STATE: Final = frozenset(path.key for path in (body_paths.IDENTIFIED, body_paths.ACTIVE, body_paths.ENDS, body_paths.PARAMETERS))
_AS_IT_IS_BORNE: Final = frozenset({"attuned", "carried", "held", "worn"})
BEHIND_A_LOCK: Final = "something behind a lock"
CURSED: Final = "cursed"
"""The word of changes that a bond brings: whoever is bound to a cursed thing feels its curse (SRD, Armor of Vulnerability)."""
UNTRIED: Final = "its effect shows when it is used"


def is_hidden(thing: Thing) -> bool:
    return not thing.item.is_identified


def as_felt(thing: Thing, world: World, book: Rulebook) -> Thing:
    """The thing as it looks: an ordinary thing of its kind, with the magical changes to numbers that affect its bearer now.

    The result hides the effects of wearing, using or attuning the thing, as well as its charges and its curse.
    """
    item = thing_stats.item_of(thing, book)
    look = plain_look(item)
    plain = _ordinary(thing, item, look, world, book).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    unfelt = (body_paths.STATE.at(key).to(None) for key in thing.item.state if key not in _FELT_STATE)
    body = body_paths.changed_body(thing.body, (body_paths.TEMPLATE.to(None), *unfelt, body_paths.ITEM.to(plain)))
    return replace(thing, name=look if thing.name == item.name else thing.name, body=body)


def as_weight(thing: Thing, world: World, book: Rulebook) -> Thing:
    """The thing behind a lock, of which its bearer feels the weight and the magic that works now, and nothing else."""
    item = thing_stats.item_of(thing, book)
    is_placed = item.use_state == "carried"
    container = item.container and Container(fixed_weight=item.container.fixed_weight)
    made: dict[str, Any] = dict(
        name=BEHIND_A_LOCK, type="adventuring_gear", weight=item.weight, use_state=item.use_state, container=container
    )
    felt = Item.model_validate(made | _felt(thing, item, is_placed, not item.needs_attunement, world, book), context=ANY)
    body = body_paths.body_of(body_paths.ITEM.to(felt.model_dump(mode="json", by_alias=True, exclude_defaults=True)))
    return replace(thing, name=BEHIND_A_LOCK, body=body)


def _ordinary(thing: Thing, item: Item, look: str, world: World, book: Rulebook) -> Item:
    is_placed = world.row_of(thing.id) is not None or item.use_state == "carried"
    is_bonded = not item.needs_attunement or thing.attuned_to is not None
    made_of = ordinary_of(item, book)
    shape = item if is_placed or made_of is None else made_of
    container = item.container and Container(fixed_weight=item.container.fixed_weight)
    made: dict[str, Any] = dict(
        name=look, type=item.type, base=look, slot=item.slot, weight=item.weight, use_state=item.use_state, container=container,
        weapon_stats=shape.weapon_stats, armor_stats=shape.armor_stats, stackable=item.stackable,
        requires_attunement=thing.attuned_to is not None, same_item_as=item.identity, adjudicated=(UNTRIED,),
    )  # fmt: skip
    return Item.model_validate(made | _felt(thing, item, is_placed, is_bonded, world, book), context=ANY)


def ordinary_of(item: Item, book: Rulebook) -> Item | None:
    """The ordinary item that it looks like."""
    pick = book.find(item.base or plain_look(item))
    found = book.item(pick) if pick else None
    return found if found and found.type == item.type else None


def _felt(thing: Thing, item: Item, is_placed: bool, is_bonded: bool, world: World, book: Rulebook) -> dict[str, Any]:
    """The magic that works now: permanent magic, and every property that is switched on. Some works from the bag, too (Berserker Axe)."""
    on = {*thing_stats.active_of(world, thing), *((CURSED,) if thing.attuned_to is not None else ())}
    bearer = world.bearer_of(thing.id)
    facts = thing_stats.situation_of(world, bearer, book).facts(book) if bearer and bearer.kind == "character" else frozenset[str]()
    true = frozenset((*on, *_AS_IT_IS_BORNE, *facts))
    working = [
        _unconditional(m)
        for m in item.modifiers
        if (is_bonded or m.needs == "none") and (is_placed or "carried" in m.when or m.persists_when_removed) and _shows(m, true)
    ]
    switched = [
        a.model_copy(update={"charges": None, "uses": None, "modifiers": tuple(m for m in a.modifiers if _shows(m, true))})
        for a in item.activated
        if a.id in on and is_placed
    ]
    effects = item.mechanical_effects if is_placed and is_bonded else None
    plain = effects and effects.model_copy(update={"charges": None, "max_charges": None, "recharge_on": None})
    words = tuple(t for t in item.toggles if t in on)
    return {"modifiers": tuple(working), "activated": tuple(switched), "mechanical_effects": plain, "toggles": words}


def _shows(modifier: Modifier, true: frozenset[str]) -> bool:
    """Whether the bearer feels the change now: a change of its own numbers whose conditions hold."""
    return not modifier.scope and modifier.target != "flag" and holds(modifier.when, true)


def _unconditional(modifier: Modifier) -> Modifier:
    """The change without the conditions that only whoever has identified the thing knows."""
    return replace(modifier, when=tuple(word for word in modifier.when if word in _AS_IT_IS_BORNE))
