"""Items: the fields of the original tool schema, those that it lacks, and the modifiers that follow from them."""

from functools import cached_property
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, ValidationInfo, model_validator
from pydantic.alias_generators import to_camel

from rpg_lite.rules import creature_flags, dice, durations, names, word_checks
from rpg_lite.rules.modifiers import Half, Modifier, ModifierField, Source, Value, fault_where_it_lasts, unknown_words
from rpg_lite.rules.word_checks import Condition, SlotWord
from rpg_lite.vocabulary import (
    ABILITIES,
    Ability,
    ArmorCategory,
    DamageType,
    ItemType,
    Rarity,
    Recharge,
    Skill,
    UseState,
    WeaponCategory,
    WeaponProperty,
)

LARGEST_QUANTITY: Final = 1_000_000_000


def _plain_name(name: str) -> str:
    if fault := names.fault_in_name(name):
        raise ValueError(fault)
    return names.tidy(name)


def _plain_dice(text: str) -> str:
    if fault := dice.fault(text):
        raise ValueError(fault)
    return text


def _rolled_dice(text: str) -> str:
    if fault := dice.fault_in_roll(text):
        raise ValueError(fault)
    return text


def _plain_duration(text: str) -> str:
    if fault := durations.fault(text):
        raise ValueError(fault)
    return text


DurationText = Annotated[str, AfterValidator(_plain_duration)]
Name = Annotated[str, AfterValidator(_plain_name)]
Dice = Annotated[str, AfterValidator(_plain_dice)]
RolledDice = Annotated[str, AfterValidator(_rolled_dice)]
"""Dice that somebody rolls by hand, which may keep only some of them."""
Quantity = Annotated[int, Field(ge=1, le=LARGEST_QUANTITY, strict=True)]
Count = Annotated[int, Field(ge=0, le=LARGEST_QUANTITY, strict=True)]
Amount = Annotated[float, Field(ge=0, le=LARGEST_QUANTITY, allow_inf_nan=False)]


class Document(BaseModel):
    """Values from outside: frozen, closed, camelCase (snake_case is accepted)."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        ignored_types=(cached_property,),
    )


class Range(Document):
    """A range in feet."""

    normal: Annotated[int, Field(ge=0)]
    long: int | None = None


class WeaponStats(Document):
    """`ammunition`: the name of its ammunition; each attack uses up one piece."""

    damage_dice: Dice
    damage_type: DamageType
    category: WeaponCategory
    properties: tuple[WeaponProperty, ...] = ()
    range: Range | None = None
    versatile_damage: Dice | None = None
    ammunition: str | None = None


class ArmorStats(Document):
    """`base_ac` of a shield is its bonus."""

    base_ac: Annotated[int, Field(ge=0, le=100)]
    category: ArmorCategory
    max_dex_bonus: int | None = None
    stealth_disadvantage: bool = False
    strength_requirement: int | None = None


class MechanicalEffects(Document):
    """The short spelling of the original tool schema, which becomes modifiers (`Item.passive`)."""

    ac_bonus: int | None = None
    save_bonus: int | None = None
    save_bonus_ability: Ability | None = None
    attack_bonus: int | None = None
    damage_bonus: int | None = None
    bonus_damage: Dice | None = None
    bonus_damage_type: DamageType | None = None
    str_bonus: int | None = None
    dex_bonus: int | None = None
    con_bonus: int | None = None
    int_bonus: int | None = None
    wis_bonus: int | None = None
    cha_bonus: int | None = None
    str_set: int | None = None
    dex_set: int | None = None
    con_set: int | None = None
    speed_bonus: int | None = None
    speed_multiplier: int | Half | None = None
    advantage_on: tuple[Skill, ...] = ()
    resistances: tuple[DamageType, ...] = ()
    immunities: tuple[DamageType, ...] = ()
    condition_immunities: tuple[Condition, ...] = ()
    charges: Count | None = None
    max_charges: Count | None = None
    recharge_on: Recharge | None = None


class Charges(Document):
    """`max` and `regain` are a number or dice; `on_last` describes the risk of the last charge."""

    max: Annotated[int, Field(ge=1)] | Dice
    regain: Annotated[int, Field(ge=0)] | Dice | None = None
    recharge: Recharge = "never"
    on_last: str | None = None


class Uses(Document):
    count: Annotated[int, Field(ge=1)]
    recharge: Recharge = "never"


class Damage(Document):
    dice: Dice
    type: DamageType


class OnUse(Document):
    """The result of a use: healing, damage, modifiers or a known effect for a duration, conditions; `stabilizes`: it stabilizes the dying."""

    heal: Dice | None = None
    damage: Damage | None = None
    modifiers: tuple[ModifierField, ...] = ()
    effect: str | None = None
    conditions: tuple[Condition, ...] = ()
    duration: str | None = None
    stabilizes: bool = False


class Activated(Document):
    """A property that can be switched on and off; switching it on costs `charges`. `light`: feet of bright and dim light.

    Its bearer has the `conditions` while it is on.
    """

    id: str
    modifiers: tuple[ModifierField, ...] = ()
    conditions: tuple[Condition, ...] = ()
    action: str | None = None
    duration: str | None = None
    charges: int | None = None
    uses: Uses | None = None
    when: tuple[str, ...] = ()
    light: tuple[int, int] | None = None


class Attunement(Document):
    """The creatures that may attune; they must also wear or carry `requires_items` (SRD 5.1, Magic Items, Attunement).

    `or_attuned_to`: attunement to one of these items replaces class, race and alignment.
    """

    required: bool = True
    classes: tuple[str, ...] = ()
    races: tuple[str, ...] = ()
    alignments: tuple[str, ...] = ()
    spellcaster: bool = False
    requires_items: tuple[str, ...] = ()
    or_attuned_to: tuple[str, ...] = ()


class Container(Document):
    """Weights in pounds. `fixed_weight`: its weight with any contents."""

    capacity_lb: Amount | None = None
    fixed_weight: Amount | None = None


_OF_THE_THING: Final = frozenset({"id", "quantity", "equipped", "attuned"})


class Item(Document):
    """An item: the fields of the original tool schema and those that it lacks. Value in gold pieces, weight in pounds, both per piece.

    `light`: feet of bright and dim light when a use lights it; the description says how long it burns.
    `natural`: a part of the body, such as a bite or claws: nobody can take it away, and it does not pair with another weapon.
    """

    name: Name
    type: ItemType
    id: str | None = None
    description: str | None = None
    rarity: Rarity = "common"
    requires_attunement: bool = False
    attuned: bool = False
    slot: SlotWord | None = None
    equipped: bool = False
    weapon_stats: WeaponStats | None = None
    armor_stats: ArmorStats | None = None
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
    toggles: tuple[str, ...] = ()
    use_state: UseState | None = None
    attunement: Attunement | None = None
    container: Container | None = None
    base: str | None = None
    variant: str | None = None
    same_item_as: str | None = None
    cursed: StrictBool | Literal["bond"] | None = None
    """true: it cannot be taken off or parted with. bond: it comes off, and stays with its bearer."""
    natural: bool = False
    light: tuple[int, int] | None = None
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
        predicates = [w for m in lasting for w in m.when]
        if unknown := unknown_words([*predicates, *(w for a in self.activated for w in a.when)], own, word_checks.of(info).conditions):
            raise ValueError(
                f"when: nothing can make {unknown[0]!r} true; declare it in toggles, or use no_armor, worn, race:x, a condition …"
            )
        return self

    def kept(self) -> dict[str, Any]:
        """The document that a thing stores, without the fields of the individual thing."""
        written = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return {k: v for k, v in written.items() if k not in _OF_THE_THING}

    @cached_property
    def needs_attunement(self) -> bool:
        return self.attunement.required if self.attunement else self.requires_attunement

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

    @property
    def heals(self) -> str | None:
        """Dice of healing when used: `onUse.heal`, or an effect of the form "Heal 2d4+2 HP"."""
        if self.on_use and self.on_use.heal:
            return self.on_use.heal
        words = (self.effect or "").split()
        spelled = len(words) in (2, 3) and words[0].casefold() == "heal" and (len(words) == 2 or words[2].casefold() == "hp")
        return words[1] if spelled and dice.fault(words[1]) is None else None

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
        return tuple(_sourced(m, self) for m in (*from_effects(self), *self.modifiers))

    @cached_property
    def keys(self) -> frozenset[str]:
        """The folded names under which it is found."""
        return frozenset(names.fold(n) for n in (self.name, *self.aliases))

    @cached_property
    def is_telling(self) -> bool:
        """Whether it can change anything about its bearer except the weight."""
        return bool(self.passive or self.toggled)

    @cached_property
    def changes_handling(self) -> bool:
        """Whether it may take more or fewer hands than its properties say (a lance in the saddle, an animated shield)."""
        everything = (*self.passive, *(m for _, modifiers in self.toggled for m in modifiers))
        return any(m.target == "weapon.property" or m.value == creature_flags.SHIELD_FLOATS for m in everything)

    @cached_property
    def switched_conditions(self) -> tuple[tuple[str, tuple[Condition, ...]], ...]:
        """(id, conditions) for each activated property that brings any."""
        return tuple((a.id, a.conditions) for a in self.activated if a.conditions)

    @cached_property
    def toggled(self) -> tuple[tuple[str, tuple[Modifier, ...]], ...]:
        """(id, modifiers) for each activated property; the property's own `when` joins that of its modifiers."""
        return tuple((a.id, tuple(_sourced(m, self, a.when) for m in a.modifiers)) for a in self.activated)


def _sourced(m: Modifier, item: Item, when: tuple[str, ...] = ()) -> Modifier:
    return Modifier(
        m.target, m.op, m.value, m.cap, (*when, *m.when), m.scope, m.group, m.needs, m.damage_type,
        m.magical, m.permanent, m.persists_when_removed, m.from_sources, m.aura_ft,
        Source("equipment", item.identity, item.name),
    )  # fmt: skip


def from_effects(item: Item) -> list[Modifier]:
    """`mechanicalEffects` as modifiers. On a weapon, attack and damage change that weapon; on other items, every weapon."""
    effects = item.mechanical_effects
    if effects is None:
        return []
    where = "this_weapon" if item.weapon_stats or item.type == "ammunition" else "weapon"
    changes: list[tuple[str, str, Value | None]] = [
        ("ac", "add", effects.ac_bonus),
        (f"save.{effects.save_bonus_ability or 'all'}", "add", effects.save_bonus),
        (f"attack.{where}", "add", effects.attack_bonus),
        (f"damage.{where}", "add", effects.damage_bonus),
        *((f"ability.{a}", "raise_to", getattr(effects, f"{a}_set", None)) for a in ABILITIES),
        *((f"ability.{a}", "add", getattr(effects, f"{a}_bonus")) for a in ABILITIES),
        ("speed.walk", "add", effects.speed_bonus),
        ("speed.walk", "mul", effects.speed_multiplier),
        *((f"skill.{s}", "advantage", True) for s in effects.advantage_on),
        *(("resist", "grant", d) for d in effects.resistances),
        *(("immune", "grant", d) for d in effects.immunities),
        *(("condition_immunity", "grant", c) for c in effects.condition_immunities),
    ]
    made = [Modifier(target, op, value) for target, op, value in changes if value is not None]  # type: ignore[arg-type]
    if effects.bonus_damage:
        made.append(Modifier(f"damage.{where}", "extra_dice", effects.bonus_damage, damage_type=effects.bonus_damage_type))
    return made


class Variant(Document):
    """One variant of a template: its name, the whole name of the item, and the keys of the item that differ."""

    name: Name
    full_name: Name | None = None
    aliases: tuple[str, ...] = ()
    overrides: dict[str, Any] = Field(default_factory=dict)


class Content(Document):
    """Contents of a newly made thing: the name of a template, and a quantity."""

    item: str
    quantity: Quantity = 1


class Template(Document):
    """An item of the files, with the base items or variants that it requires.

    `bases`: names of base items, or the words "any weapon", "any sword", "any armor", "light", "medium", "heavy" …;
    a leading "!" leaves one out. When `base` is given too, the item is complete as it is, and another base brings its own stats.
    `name_as` makes the whole name from {name}, {base} and {variant}. `contents`: the things in a pack.
    """

    id: str
    item: Item
    bases: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    name_as: str | None = None
    contents: tuple[Content, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether it can be the base of other items."""
        return not (self.bases or self.variants or self.item.base)
