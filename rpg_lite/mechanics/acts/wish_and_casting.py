"""One playing of an act as a value: the creature that plays it, its numbers and its choices."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.riders.rider_roll_changes import NO_CHANGES, Changes
from rpg_lite.mechanics.creature.formula_values import values_of
from rpg_lite.mechanics.space.area_crowd import AreaWish
from rpg_lite.mechanics.space.filled_areas import FilledArea
from rpg_lite.rules import dice, formulas
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.formulas import FormulaFault, Values
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Ability
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Cause
from rpg_lite.world.world_model import Thing, World

MOST_TIMES: Final = 100
"""The most shots of an attack, and the most repetitions of another act."""
_CHOICE = re.compile(r"\{([a-z_]+)\}")


class Walks(Protocol):
    """The walk on the feet that an act gives before its blow, where places count. It is planned above this room, which knows no ways."""

    is_given: bool
    """Whether the feet were given already, by a part of the same act."""

    to: str | None
    """The place that the call names; None where it goes to whoever is struck."""

    def to_place(self, draft: Draft, who: str) -> Rejected | None:
        """Walk to the place that the call names; the refusal of one to which the feet do not lead."""
        ...

    def to_reach(self, draft: Draft, who: str, refused: Rejected) -> bool:
        """Walk to where the blow that was refused for its reach reaches; whether there is such a way over the feet that are given."""
        ...


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of a call for the act, in addition to its name and targets.

    `told`: the words of `with`, which are names of riders and facts that only the table knows. `slot`: the level of a slot, or "pact".
    """

    slot: int | str | None = None
    choice: Mapping[str, str] = field(default_factory=dict)
    told: frozenset[str] = frozenset()
    ritual: bool = False
    force: bool = False
    area: AreaWish | None = None
    """What a call says of the area of its act; None for an act that another one plays, whose targets are known."""
    then: tuple[str, ...] | None = None
    """The ids of those to whom attacks turn once their target has fallen; None: they go on at whoever is named."""
    walks: "Walks | None" = None
    """The walk of an act that moves first; None for an act that another thing plays."""


@dataclass(frozen=True, slots=True)
class Casting:
    """The numbers of one playing. `id`: the id of the cast, by which everything that it applies is recognized; `slot`: the spell's level
    here, 0 for a cantrip; `values`: numbers for formulas.
    """

    id: str
    act: Act
    by: str
    slot: int
    dc: int
    attack: int
    mod: int
    values: Values
    wish: Wish = Wish()
    depth: int = 0
    level: int = 0
    """The spell's own level, from which an act that the spell brings counts, too."""
    base: Act | None = None
    """The act in its original form, as the book has it, if riders have changed it."""
    changes: Changes = NO_CHANGES
    spent_slot: str | None = None
    """The spell slot of the caster that pays: slot_3, pact; None if an item, a ritual or a feature pays instead."""
    item: str | None = None
    """The id of the thing that gives the act or the rider; {resource:charges} are its charges."""
    ability: Ability | None = None
    """The spellcasting ability that gives these numbers; None if something else gives them."""
    cause: Cause | None = None
    """The cause of everything that a use of a thing applies, which is the thing and not this cast."""
    look: str | None = None
    """The look of the thing that nobody has identified and that gives the act."""
    is_spell: bool = False
    """Whether a spell does this: itself, or by an act, a trigger or a zone that it brings."""
    filled: FilledArea | None = None
    """The area of the act in its place, where places count."""

    def fill(self, text: str, **more: int) -> str:
        """The text with choices and formulas filled in. Raises FormulaFault."""
        chosen = _CHOICE.sub(lambda m: self.wish.choice.get(m[1], m[0]), text)
        return formulas.fill(chosen, {**self.values, **more}) if "{" in chosen else chosen

    def number(self, text: str | int, **more: int) -> int:
        return text if isinstance(text, int) else formulas.value(text, {**self.values, **more})

    def times(self, text: str | int) -> int:
        """The number of shots or repetitions. Raises FormulaFault if the answer would never end."""
        count = self.number(text)
        if count > MOST_TIMES:
            raise FormulaFault(f"{count:,} times is too much; at most {MOST_TIMES}")
        return count


SAID: Final = ("amount", "their_slot")
"""Words of formulas whose number comes from a choice."""
LONGEST_NUMBER: Final = 5


def amount_of(wish: Wish) -> dict[str, int]:
    """The number that only the call can give: hit points of Lay on Hands, the feet of a fall, the level of the answered spell."""
    said = (int(word) for word in wish.choice.values() if word.isdecimal() and len(word) <= LONGEST_NUMBER)
    return next((dict.fromkeys(SAID, number) for number in said), {})


def make_casting(
    id: str, act: Act, caster: Thing, world: World, book: Rulebook, wish: Wish, *,
    slot: int | None = None, dc: int | None = None, attack: int | None = None, mod: int | None = None, more: Mapping[str, Any] | None = None,
    own: int | None = None, of: str | None = None, ability: Ability | None = None,
) -> Casting:  # fmt: skip
    """The numbers for playing an act: those of the caster's spellcasting, unless they are given. `own`: the level of the spell that brings
    the act; `of`: the class that gives these numbers.
    """
    stats = thing_stats.stats_of(world, caster, book)
    casting = stats.spellcasting.of_class(of) if stats.spellcasting else None
    level = slot if slot is not None else act.level if isinstance(act, Spell) else 0
    bonus = stats.proficiency_bonus.value
    added = mod if mod is not None else stats.modifiers[casting.ability] if casting else max(stats.modifiers.values(), default=0)
    save_dc = dc if dc is not None else casting.save_dc.value if casting else 8 + bonus + added
    to_hit = attack if attack is not None else casting.attack.value if casting else bonus + added
    numbers = {"slot": level, "dc": save_dc, "attack": to_hit, "mod": added}
    values = {**values_of(caster, stats, book), **amount_of(wish), **numbers, **(more or {})}
    base = own if own is not None else act.level if isinstance(act, Spell) else level
    is_spell = own is not None or isinstance(act, Spell)
    of_caster = ability or (casting.ability if casting and mod is None else None)
    return Casting(id, act, caster.id, level, save_dc, to_hit, added, values, wish, level=base, ability=of_caster, is_spell=is_spell)


def attack_bonus(cast: Casting, attack: str | int) -> int:
    """The bonus of a step `attack` without a weapon: a number, a formula such as "{dex}", or the caster's."""
    return attack if isinstance(attack, int) else cast.number(attack) if "{" in attack else cast.attack


def scale_dice(dice: str, up: Any, cast: Casting, cantrip: bool) -> Sequence[str]:
    """The dice of a step at this slot or, for a cantrip, at this level: the base, and the dice added to it."""
    parts = [cast.fill(dice)]
    if cantrip:
        parts[0] = more_dice(parts[0], cantrip_times(int(cast.values["level"])))
    if up is not None and cast.slot > cast.level:
        add, per = (up, 1) if isinstance(up, str) else (up.add, up.per)
        steps = (cast.slot - cast.level) // per
        if steps:
            parts.append(times_dice(cast.fill(add), steps))
    for part in parts:
        refuse_too_many(part)
    return parts


def refuse_too_many(text: str) -> None:
    """Raise FormulaFault for too many dice to roll, because a formula may ask for any number of them."""
    if not _FLAT.fullmatch(text) and (why := dice.fault_in_roll(text)):
        raise FormulaFault(why)


def cantrip_times(level: int) -> int:
    """The number of times that a cantrip's dice are rolled at a character level (SRD, Cantrips).

    >>> [cantrip_times(n) for n in (1, 4, 5, 11, 17)]
    [1, 1, 2, 3, 4]
    """
    return 1 + (level >= 5) + (level >= 11) + (level >= 17)


_FLAT = re.compile(r"[+-]?\d+", re.ASCII)
_TERM = re.compile(r"([+-]?)\s*(?:(\d*)d(\d+)|(\d+))")


def times_dice(text: str, count: int) -> str:
    """Multiply the dice and the flat parts.

    >>> times_dice("1d8+1", 3), times_dice("2d6", 1), times_dice("5", 4)
    ('3d8+3', '2d6', '20')
    """
    return _each(text, lambda n: n * count, lambda n: n * count)


def more_dice(text: str, count: int) -> str:
    """Multiply the dice alone, as the levels of a caster multiply those of a cantrip.

    >>> more_dice("1d8+3", 2), more_dice("1d10", 4)
    ('2d8+3', '4d10')
    """
    return _each(text, lambda n: n * count, lambda n: n)


def fewer(text: str, count: int) -> str:
    """Take away a number of dice of the first kind.

    >>> fewer("3d6", 1), fewer("3d6", 0), fewer("1d6", 2)
    ('2d6', '3d6', '0')
    """
    found = re.match(r"(\d*)d(\d+)(.*)", text)
    if not count or found is None:
        return text
    left = int(found[1] or 1) - count
    return f"{left}d{found[2]}{found[3]}" if left > 0 else found[3].removeprefix("+") or "0"


def double_dice(text: str) -> str:
    """The dice of a critical hit: each die counts twice, flat parts once (SRD, Critical Hits).

    >>> double_dice("2d6+4"), double_dice("7")
    ('4d6+4', '7')
    """
    return _each(text, lambda n: 2 * n, lambda n: n)


def _each(text: str, dice: Any, flat: Any) -> str:
    found = [(m[1], f"{dice(int(m[2] or 1))}d{m[3]}" if m[3] else str(flat(int(m[4])))) for m in _TERM.finditer(text)]
    return "".join(f"{sign or '+'}{part}" for sign, part in found).removeprefix("+")
