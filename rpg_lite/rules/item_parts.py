"""The parts of an item: weapon and armor stats, charges, uses, activated properties, attunement."""

from typing import Annotated

from pydantic import Field

from rpg_lite.rules.document_fields import Amount, Dice, Document
from rpg_lite.rules.modifiers import ModifierField
from rpg_lite.rules.word_checks import Condition
from rpg_lite.vocabulary import ArmorCategory, DamageType, Recharge, WeaponCategory, WeaponProperty


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
