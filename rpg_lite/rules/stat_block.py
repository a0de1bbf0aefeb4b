"""The keys that only the stat block of a creature has, and the modifiers that reproduce its printed numbers (SRD, Monsters)."""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, StrictBool

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell, Step
from rpg_lite.rules.acts.plain_steps import EndStep
from rpg_lite.rules.acts.words import Lasts
from rpg_lite.rules.class_resources import Supply
from rpg_lite.rules.document_field_types import Count, Document, Name
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY, Ability

LEGENDARY_RESISTANCE: Final = "legendary resistance"
"""The resource that turns a failed save of its bearer into a success (SRD, Legendary Resistance)."""
BLOCK: Final = "stat_block"
"""The id of the source of every printed number."""
_SOURCE: Final = Source("base", BLOCK, "stat block")
_ROLLS: Final[Mapping[str, tuple[str, Ability]]] = {
    **{f"saves.{ability}": (f"save.{ability}", ability) for ability in ABILITIES},
    **{f"skills.{skill}": (f"skill.{skill}", ability) for skill, ability in SKILL_ABILITY.items()},
    "initiative": ("initiative", "dex"),
}
"""Printed number → the target of its modifier, and its ability."""
PRINTED_KEYS: Final = ("ac", "passivePerception", *_ROLLS)


def _known_number(key: str) -> str:
    if key not in PRINTED_KEYS:
        near = names.nearest(key, PRINTED_KEYS, 1)
        meant = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(
            f"unknown key {names.show_key(key)!r}; allowed: ac, initiative, passivePerception, saves.ABILITY, skills.SKILL{meant}"
        )
    return key


PrintedKey = Annotated[str, AfterValidator(_known_number)]
PrintedNumber = Annotated[int, Field(ge=-10, le=60, strict=True)]
Component = Literal["V", "S", "M"]
SpellLevel = Annotated[int, Field(ge=0, le=9)]


class BlockSpell(Document):
    """A spell of a stat block at a level above its own, one that its creature casts only on itself, or one that its stat block changes
    (SRD 5.2, Shapechange of the metallic dragons).
    """

    spell: Name
    slot: Annotated[int, Field(ge=1, le=9, strict=True)] | None = None
    only_self: Annotated[bool, Field(alias="self")] = False
    concentration: bool | None = None
    for_: Annotated[Lasts | None, Field(alias="for")] = None
    once: StrictBool = False
    steps: tuple[Step, ...] = ()


Spells = tuple[Name | BlockSpell, ...]


class BlockCasting(Document):
    """The spellcasting of a stat block: its ability and numbers, its slots and prepared spells, and the spells that need no slot."""

    ability: Ability
    save_dc: Annotated[int, Field(ge=0, le=40, strict=True)] | None = None
    attack: Annotated[int, Field(ge=-10, le=40, strict=True)] | None = None
    level: Annotated[int, Field(ge=1, le=20, strict=True)] | None = None
    slots: dict[SpellLevel, Count] = {}
    spells: dict[SpellLevel, Spells] = {}
    at_will: Spells = ()
    per_day: dict[Annotated[int, Field(ge=1, le=20)], Spells] = {}
    without: tuple[Component, ...] = ()


def as_cast(spell: Spell, how: BlockCasting, one: str | BlockSpell) -> Spell:
    """The spell as a stat block casts it: without the components that it does not need, and with its own changes."""
    changes: dict[str, Any] = {}
    if how.without:
        kept = tuple(letter for letter in spell.components if letter not in how.without)
        changes |= {"components": kept, "material": spell.material if "M" in kept else None}
    if isinstance(one, BlockSpell):
        changes |= {"range": "self", "targets": "self"} if one.only_self else {}
        changes |= {} if one.concentration is None else {"concentration": one.concentration}
        changes |= {"duration": one.for_} if one.for_ else {}
        changes |= {"steps": one.steps} if one.steps else {}
        changes |= {"steps": (EndStep(end="earlier"), *changes.get("steps", spell.steps))} if one.once else {}
    return Spell.model_construct(**{**{name: getattr(spell, name) for name in Spell.model_fields}, **changes})


class Lair(Document):
    """The numbers that change while the creature is in its lair."""

    legendary_actions: Count | None = None
    legendary_resistance: Count | None = None
    xp: Count | None = None


def proficiency_of(cr: float) -> int:
    """The proficiency bonus of a challenge rating (SRD, Proficiency Bonus by Challenge Rating).

    >>> [proficiency_of(cr) for cr in (0, 0.5, 4, 5, 17, 30)]
    [2, 2, 2, 3, 6, 9]
    """
    return 2 + max(0, ceil(cr) - 1) // 4


def printed_modifiers(printed: Mapping[str, int], abilities: Mapping[Ability, int]) -> Iterator[Modifier]:
    """The modifiers that make each number equal the printed one. A change of the ability score still changes the number."""
    for key, value in printed.items():
        if key == "ac":
            yield Modifier("ac", "base", value, source=_SOURCE)
        elif key in _ROLLS:
            target, ability = _ROLLS[key]
            yield Modifier(target, "add", value - (abilities.get(ability, 10) - 10) // 2, source=_SOURCE)


def is_printed_roll(m: Modifier) -> bool:
    """Whether the modifier makes a save or skill equal the printed one."""
    return m.source.id == BLOCK and m.target.partition(".")[0] in ("save", "skill")


def supplies(legendary: str, actions: int | None, resistance: int | None, casting: BlockCasting | None) -> dict[str, Supply]:
    """The resources of a stat block: legendary actions and resistances, and the spells that it casts some times a day."""
    found = {legendary: Supply(actions, actions, "long_rest", None, "all")} if actions else {}
    if resistance:
        found[LEGENDARY_RESISTANCE] = Supply(resistance, resistance, "long_rest", None, "all")
    for count, spells in casting.per_day.items() if casting else ():
        found |= {spell_name(one).casefold(): Supply(count, count, "long_rest", None, "all") for one in spells}
    return found


def spell_name(one: str | BlockSpell) -> str:
    return one if isinstance(one, str) else one.spell
