"""One play of an act while it goes through its stages: who plays what with which numbers, and what each stage has found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Alteration
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.acts.act_results import ActResult, Spent
from rpg_lite.mechanics.acts.costs import Price
from rpg_lite.mechanics.acts.riders.act_riders import Joined
from rpg_lite.mechanics.acts.wish_and_casting import Casting, Wish
from rpg_lite.mechanics.space.filled_areas import FilledArea
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.formulas import Values
from rpg_lite.rules.space.squares import Point
from rpg_lite.vocabulary import Ability
from rpg_lite.world.creature_states import Cause, Concentration
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers from a source other than the caster's spellcasting: a wand's DC, a feature's ability."""

    slot: int | None = None
    own: int | None = None
    """The level of the spell that brings the act."""
    dc: int | None = None
    attack: int | None = None
    mod: int | None = None
    ability: Ability | None = None
    """The spellcasting ability of these numbers."""
    spent: int | None = None
    """Charges of the item that gives the act."""
    level: int | None = None
    """The level of the caster, if it is not the creature's own."""
    of: str | None = None
    """The class whose feature gives the act."""
    values: Values = field(default_factory=dict)
    """Numbers for its formulas that are not those of the creature that plays it: the tables of the creature that applied the effect."""
    free: bool = False
    """Whether the act spends nothing: a ritual, an item that pays with charges, a part of another act."""
    cast: str | None = None
    """The cast that brings the act: everything that the act applies belongs to that cast, and `this` means that cast."""
    forced: bool = False
    """Whether the act is played even if nothing is left to spend."""
    item: str | None = None
    """The id of the thing that gives the act."""
    times: int = 1
    """How often the steps are played, and the turn is paid: several potions in one call."""
    cause: Cause | None = None
    """The cause of what a use of a thing leaves; everything else that an act leaves is part of its cast."""
    look: str | None = None
    """The look of a thing that nobody has identified: all that players know of what its act leaves."""

    @property
    def of_level(self) -> dict[str, int]:
        return {} if self.level is None else {"level": self.level}


OWN_NUMBERS: Final = Numbers()
"""The numbers of the creature that plays the act."""


@dataclass(slots=True)
class Playing:
    """The notebook of one play, never seen outside: what the call asks for, and what each stage writes for those after it."""

    draft: Draft
    caster: Thing
    act: Act
    targets: Sequence[Thing]
    wish: Wish
    numbers: Numbers
    price: Price = field(init=False)
    """The slot and the resources that the act takes."""
    cast: Casting = field(init=False)
    """The act with its DC, bonus, dice and targets, as its riders change it."""
    filled: FilledArea | None = None
    """The area of the act in its place, where places count."""
    zone_goal: tuple[str, Point, int] | None = None
    """The key of the zone that the act moves, the point to which it goes, and its level in feet."""
    joined: Joined = field(init=False)
    whom: Sequence[str] = ()
    """The ids of the creatures on which the steps are played."""
    is_vain: bool = False
    """Whether none of those at whom it is aimed is of the kind that it affects, which its caller could not know."""
    stopped: Sequence[Alteration] = ()
    """The answers that cancel it."""
    spent: Sequence[Spent] = ()
    held: Concentration | None = None
    """What the caster concentrated on before."""
    concentrates: bool = False
    performance: Performance = field(init=False)

    @property
    def is_of_item(self) -> bool:
        """Whether a thing pays with charges: its spells need no components, and its level is the thing's."""
        return self.numbers.spent is not None


Stage = Callable[[Playing], ActResult | Rejected | None]
"""A part of playing an act. A refusal or a result ends the play."""


def slot_answered(situation: Situation) -> dict[str, int]:
    """The slot level of the spell that is answered, for formulas."""
    on = situation.answers
    return {"their_slot": on.slot} if on and on.happens == "cast" else {}
