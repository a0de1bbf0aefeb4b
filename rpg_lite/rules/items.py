"""Items: the fields of the original tool schema, further fields, and the modifiers that follow from them."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, StrictBool, ValidationInfo, model_validator
from pydantic.json_schema import SkipJsonSchema

from rpg_lite.rules import creature_flags, dice, durations, extensible_words, names
from rpg_lite.rules.acts import use_acts
from rpg_lite.rules.acts.act import Act, Rider, Trigger
from rpg_lite.rules.document_field_types import Amount, Count, Document, Name, Quantity
from rpg_lite.rules.extensible_words import Condition, SlotWord
from rpg_lite.rules.item_effects_shorthand import MechanicalEffects, from_effects
from rpg_lite.rules.item_part_models import (
    Activated,
    ArmorStats,
    Attunement,
    Burns,
    Charges,
    Coats,
    Container,
    ItemCast,
    OnUse,
    Uses,
    WeaponStats,
)
from rpg_lite.rules.modifier_targets import ITEM_TARGETS
from rpg_lite.rules.modifiers import Modifier, ModifierField, Source, fault_where_it_lasts
from rpg_lite.rules.predicates import unknown_words
from rpg_lite.vocabulary import ItemType, Material, Rarity, UseState

LIT: Final = "lit"
HOOD: Final = "hood"
"""The properties of what burns: its flame, and the hood of a lantern."""
_OF_THE_THING: Final = frozenset({"id", "quantity", "equipped", "attuned"})


class Item(Document):
    """An item: the fields of the original tool schema and further ones. Value in gold pieces, weight in pounds, both per piece.

    `light`: feet of bright and dim light when a use lights it; `burns`: for how long, by the clock.
    `casts`: the spells that a use casts; `acts`, `on`, `riders`: acts of its own, triggers, and changes to other acts, while it works.
    `natural`: a part of the body, such as a bite or claws: nobody can take it away, and it is never one of two weapons for two-weapon
    fighting.
    """

    name: Name
    type: ItemType
    id: str | None = None
    description: str | None = None
    rarity: Rarity = "common"
    requires_attunement: StrictBool = False
    attuned: StrictBool = False
    slot: SlotWord | None = None
    equipped: StrictBool = False
    weapon_stats: WeaponStats | None = None
    armor_stats: ArmorStats | None = None
    material: Material | None = None
    mechanical_effects: MechanicalEffects | None = None
    value: Amount | None = None
    weight: Amount | None = None
    quantity: Quantity = 1
    uses_remaining: Count | None = None
    effect: str | None = None
    stackable: StrictBool | None = None
    aliases: tuple[str, ...] = ()
    modifiers: tuple[ModifierField, ...] = ()
    on_use: OnUse | None = None
    charges: Charges | None = None
    activated: tuple[Activated, ...] = ()
    casts: tuple[ItemCast, ...] = ()
    acts: tuple[Act, ...] = ()
    on: tuple[Trigger, ...] = ()
    riders: tuple[Rider, ...] = ()
    extradimensional: SkipJsonSchema[StrictBool] = False
    """Whether it is, or opens, a space beyond: inside another such space both are destroyed. No call needs to say it."""
    coats: SkipJsonSchema[Coats | None] = None
    """The weapons that it coats: a use may name one of them as its target."""
    stores: SkipJsonSchema[Count | None] = None
    """The levels of spells that it stores; the game master keeps the list of them."""
    main_act: Annotated[str | None, Field(description="The act that the name of the item alone means, if it has several.")] = None
    toggles: tuple[str, ...] = ()
    use_state: UseState | None = None
    attunement: Attunement | None = None
    container: Container | None = None
    base: str | None = None
    variant: str | None = None
    same_item_as: str | None = None
    cursed: StrictBool | Literal["bond"] | None = None
    """true: the item cannot be taken off or given away. bond: it can be taken off, but stays with its bearer."""
    natural: StrictBool = False
    light: tuple[int, int] | None = None
    burns: Burns | None = None
    adjudicated: tuple[str, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _ignore_schema(cls, data: Any) -> Any:
        return {k: v for k, v in data.items() if k != "$schema"} if isinstance(data, dict) and "$schema" in data else data

    @model_validator(mode="after")
    def _agree(self, info: ValidationInfo) -> Self:
        if self.attunement and "requires_attunement" in self.model_fields_set and self.requires_attunement != self.attunement.required:
            raise ValueError("requiresAttunement and attunement.required disagree; give one of them")
        own = {*self.toggles, *(a.id for a in self.activated)}
        lasting = (*self.modifiers, *(m for a in self.activated for m in a.modifiers))
        if fault := fault_where_it_lasts(lasting):
            raise ValueError(fault)
        if dear := next((c for c in self.casts if c.costs.stop > 1 and self.charges_or_effects is None), None):
            raise ValueError(f"casts: {dear.spell} costs charges, and the item has none; add charges")
        if self.burns and self.light is None:
            raise ValueError("burns: only a thing with light burns; add light, the feet of its bright and dim light")
        if self.main_act and self.main_act not in (*(a.name for a in self.acts), *(c.spell for c in self.casts)):
            raise ValueError(f"mainAct: {self.main_act!r} is not one of its acts or spells")
        predicates = [w for m in lasting for w in m.when]
        if unknown := unknown_words([*predicates, *(w for a in self.activated for w in a.when)], own, extensible_words.of(info).conditions):
            raise ValueError(
                f"when: nothing can make {unknown[0]!r} true; declare it in toggles, or use no_armor, worn, race:x, a condition …"
            )
        return self

    def to_document(self) -> dict[str, Any]:
        """The document that a thing stores, without the fields that belong to the individual thing."""
        written = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return {k: v for k, v in written.items() if k not in _OF_THE_THING}

    @cached_property
    def needs_attunement(self) -> bool:
        return self.attunement.required if self.attunement else self.requires_attunement

    @property
    def is_magical(self) -> bool:
        return self.rarity != "common" or self.needs_attunement

    @cached_property
    def identity(self) -> str:
        """The key that all copies share: `sameItemAs`, or else the name (which includes template and variant)."""
        return names.fold(self.same_item_as or self.name)

    @cached_property
    def weapon_properties(self) -> frozenset[str]:
        return frozenset(self.weapon_stats.properties if self.weapon_stats else ())

    @cached_property
    def is_shield(self) -> bool:
        return self.armor_stats is not None and self.armor_stats.category == "shield"

    @cached_property
    def is_body_armor(self) -> bool:
        return self.armor_stats is not None and self.armor_stats.category != "shield"

    @cached_property
    def limited(self) -> tuple[tuple[str, Uses], ...]:
        """(key, uses) for every property, spell and act of the item that has limited uses."""
        switched = (
            (a.id, a.uses or (Uses(count=a.minutes.count, recharge=a.minutes.recharge) if a.minutes else None)) for a in self.activated
        )
        cast = ((c.id, c.uses) for c in self.casts)
        ridden = (uses_of_rider(r, self.name) for r in self.riders)
        return (*((id, uses) for id, uses in (*switched, *cast) if uses), *filter(None, (*map(uses_of_act, self.acts), *ridden)))

    @cached_property
    def plays(self) -> bool:
        """Whether using the item plays an act."""
        return bool(self.casts or self.acts)

    @property
    def heals(self) -> str | None:
        """The healing dice of a use: `onUse.heal`, or an effect of the form "Heal 2d4+2 HP"."""
        if self.on_use and self.on_use.heal:
            return self.on_use.heal
        words = (self.effect or "").split()
        spelled = len(words) in (2, 3) and words[0].casefold() == "heal" and (len(words) == 2 or words[2].casefold() == "hp")
        return words[1] if spelled and dice.fault(words[1]) is None else None

    @cached_property
    def use_act(self) -> Act:
        """The act of using the item by its keys, without its own acts and spells; the ruleset may say what it costs (`is_quick`)."""
        is_magical = self.is_magical or self.type == "consumable"
        return use_acts.use_act(self.name, self.on_use, self.heals, self.charges_or_effects is not None, is_magical)

    @cached_property
    def switch_acts(self) -> tuple[tuple[str, Act], ...]:
        """(property, act) for everything that a use lights or switches on; the ruleset says what lighting costs."""
        flames = ((LIT, HOOD) if self.burns.hood else (LIT,)) if self.burns else ()
        lights = ((word, use_acts.switch_act(self.name, word)) for word in flames)
        return (*lights, *((a.id, use_acts.switch_act(self.name, a.id, a.cost, a.charges)) for a in self.activated))

    @property
    def is_quick(self) -> bool:
        """Whether a use takes what the ruleset says for drinking a potion, because the item gives no cost."""
        return self.has_use and (self.on_use is None or self.on_use.cost is None)

    @property
    def has_use(self) -> bool:
        """Whether its keys say what a use does."""
        return self.on_use is not None or self.heals is not None

    @property
    def is_used_up(self) -> bool:
        """Whether a use takes the item away, or its last use if it has several."""
        return self.type == "consumable" or self.use_state == "consumed"

    @property
    def charges_or_effects(self) -> Charges | None:
        """`charges`, or the short spelling `mechanicalEffects.maxCharges`."""
        effects = self.mechanical_effects
        if self.charges or not effects or not (effects.max_charges or effects.charges):
            return self.charges
        return Charges(max=effects.max_charges or effects.charges or 1, recharge=effects.recharge_on or "never")

    @cached_property
    def passive(self) -> tuple[Modifier, ...]:
        """The changes that always apply, with their source, in file order: the short spelling first, then `modifiers`."""
        effects = self.mechanical_effects
        short = from_effects(effects, of_weapon=bool(self.weapon_stats) or self.type == "ammunition") if effects else ()
        return tuple(_with_source(m, self) for m in (*short, *self.modifiers))

    @cached_property
    def keys(self) -> frozenset[str]:
        """The folded names under which the item is found."""
        return frozenset(names.fold(n) for n in (self.name, *self.aliases))

    @cached_property
    def is_telling(self) -> bool:
        """Whether the item can change anything about its bearer except the weight, even if it is only carried."""
        return any(m.target not in ITEM_TARGETS for m in self._modifiers)

    @cached_property
    def changes_handling(self) -> bool:
        """Whether the item may take more or fewer hands than its properties say (a lance in the saddle, an animated shield)."""
        return any(m.target == "weapon.property" or m.value == creature_flags.SHIELD_FLOATS for m in self._modifiers)

    @cached_property
    def _modifiers(self) -> tuple[Modifier, ...]:
        """The modifiers that always count, and those of properties that can be switched on."""
        return (*self.passive, *(m for _, modifiers in self.toggled for m in modifiers))

    @cached_property
    def switched_conditions(self) -> tuple[tuple[str, tuple[Condition, ...]], ...]:
        """(id, conditions) for each activated property that brings conditions."""
        return tuple((a.id, a.conditions) for a in self.activated if a.conditions)

    @cached_property
    def toggled(self) -> tuple[tuple[str, tuple[Modifier, ...]], ...]:
        """(id, modifiers) for each activated property; the property's own `when` is added to that of each modifier."""
        return tuple((a.id, tuple(_with_source(m, self, a.when) for m in a.modifiers)) for a in self.activated)


def uses_of_act(act: Act) -> tuple[str, Uses] | None:
    """The key and the uses of an act that spends `uses:n:RECHARGE`."""
    return _uses(act.name, act.spends)


def weight_of_use(act: Act) -> str:
    """The number of uses that one play of the act takes, as a formula: "uses:20:never:{their_slot}"."""
    return next((parts[3] for spend in act.spends if (parts := spend.split(":", 3))[0] == "uses" and len(parts) == 4), "1")


def uses_of_rider(rider: Rider, item_name: str) -> tuple[str, Uses] | None:
    """The key and the uses of a rider that spends `uses:n:RECHARGE`; a rider without a name has that of its item."""
    return _uses(rider.name or item_name, (rider.spend,) if rider.spend else ())


def _uses(name: str, spends: Sequence[str]) -> tuple[str, Uses] | None:
    for spend in spends:
        word, _, rest = spend.partition(":")
        count, _, back = rest.partition(":")
        recharge = back.partition(":")[0]
        if word == "uses" and count.isdecimal() and (recharge == "never" or durations.parse(recharge.replace("_", " "))):
            return re.sub(r"\W+", "_", names.fold(name)), Uses(count=int(count), recharge=recharge)
    return None


def _with_source(m: Modifier, item: Item, when: tuple[str, ...] = ()) -> Modifier:
    return Modifier(
        m.target, m.op, m.value, m.cap, (*when, *m.when), m.scope, m.group, m.needs, m.damage_type,
        m.magical, m.permanent, m.persists_when_removed, m.from_sources, m.aura_ft,
        Source("equipment", item.identity, m.source.name or item.name),
    )  # fmt: skip
