"""Substances that coat a weapon: the call names the weapon, and the coat stays with it (SRD, Basic Poison, Oil of Sharpness)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.rolls import attack_scopes
from rpg_lite.rules import modifier_tag_words
from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.item_part_models import Coats
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World

WEAPON: Final = "weapon"
"""The choice under which an effect remembers the weapon that is coated, by its id."""
COATED: Final = "coated"
"""The kind of an attack with the weapon that the effect coats: `attack:coated`."""
_AMMUNITION: Final = "ammunition"


def find(world: World, bag: Thing, item: Item, named: tuple[str | None, str | None], book: Rulebook) -> Thing | Rejected | None:
    """The weapon or ammunition that the call coats, by its id or its name; None if the item coats nothing or the call names no thing.

    Refuses: coats_others, name_ambiguous.
    """
    id, name = named
    user = bag if bag.kind == "character" else world.bearer_of(bag.id)
    if item.coats is None or user is None or not (id or name):
        return None
    if not isinstance(targets.character(world, id, name, "targetName"), Rejected):
        return None
    fitting = [t for t in at_hand(world, user.id) if t.kind == "item" and _is_fit(item.coats, t, book)]
    found = targets.find_carried(world, user, id, name, book, lambda t: t in fitting, targets.field_of(id, name, "targetName"))
    if isinstance(found, Rejected):
        return replace(found, details={**found.details, "ids": "targetId"}) if found.code == "name_ambiguous" else None
    if found not in fitting:
        allowed = tuple(dict.fromkeys(t.name for t in fitting))
        return Rejected("coats_others", "targetName", {"what": item.name, "name": found.name, "kinds": _words(item.coats)}, allowed=allowed)
    return found


def _is_fit(coats: Coats, thing: Thing, book: Rulebook) -> bool:
    """Whether the substance may coat the thing. Ammunition of the rules says no type of damage; only bullets bludgeon."""
    item = thing_stats.item_of(thing, book)
    if coats.nonmagical and item.is_magical:
        return False
    if item.type == _AMMUNITION:
        return "bludgeoning" in coats.types or "bullet" not in item.name.casefold()
    weapon = item.weapon_stats
    return weapon is not None and weapon.damage_type in coats.types and not (coats.melee and weapon.category.endswith("ranged"))


def _words(coats: Coats) -> str:
    """The things that it coats, in words: "a nonmagical melee slashing or piercing weapon, or ammunition"."""
    kinds = [*(["nonmagical"] if coats.nonmagical else []), *(["melee"] if coats.melee else [])]
    types = " or ".join(coats.types) if len(coats.types) < len(_EVERY) else ""
    return f"a {' '.join(filter(None, (*kinds, types, 'weapon')))} or ammunition"


_EVERY: Final = ("bludgeoning", "piercing", "slashing")


def is_kept(item: Item) -> bool:
    """Whether the effect of the coat remembers the weapon by itself."""
    return any(f"attack:{COATED}" in act.model_dump_json() for act in item.acts)


def tell(draft: Draft, item: Item, coated: Thing, user: str | None) -> None:
    """Say on which thing the coat is, and which creature bears its effect, because only creatures bear effects; a coat without one is for
    the game master to carry out.
    """
    lies = is_kept(item) or (item.on_use is not None and bool(item.on_use.modifiers))
    draft.note("coats" if lies and user else "coats_for_good", what=item.name, thing=Called(coated.id), name=Called(user or coated.id))


def bound(act: Act, coated: Thing, book: Rulebook) -> Act:
    """The act, whose changes count for the coated weapon alone. For ammunition, which is many things, the call says when it flies (`with`)."""
    if thing_stats.item_of(coated, book).type == _AMMUNITION:
        return act
    return act.model_copy(update={"steps": tuple(_bound_step(step, coated) for step in act.steps)})


def _bound_step(step: StepModel, coated: Thing) -> StepModel:
    if not isinstance(step, ApplyStep) or not isinstance(step.apply, EffectModel):
        return step
    own = modifier_tag_words.of_one_weapon(coated.id)
    changes = tuple(
        m.model_copy(update={"scope": tuple(own if tag == attack_scopes.COATED else tag for tag in m.scope)}) for m in step.apply.modifiers
    )
    return step.model_copy(update={"apply": step.apply.model_copy(update={"modifiers": changes})})


def kinds(entry: Lasting | None, arms: Sequence[str]) -> frozenset[str]:
    """The kind `coated` of an attack with these things, if the effect coats one of them, or if nobody has said what it coats."""
    chosen: Any = (entry.cause.choice or {}).get(WEAPON) if entry else None
    return frozenset((COATED,)) if chosen is None or chosen in arms else frozenset()
