"""The outcome of an act: frozen results for the answer, and the record that collects them while the act is played."""

from dataclasses import dataclass, field, replace
from typing import Final, Self

from rpg_lite.decision.outcome import Called, Result
from rpg_lite.mechanics.items.switched_properties import Switched
from rpg_lite.mechanics.life.mirror_images import ImageStruck
from rpg_lite.mechanics.space.facts import PlaceFacts
from rpg_lite.mechanics.space.filled_areas import FilledArea
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnLeft
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Mode
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import World


@dataclass(frozen=True, slots=True)
class AttackRolled:
    """`told`: the faces in place of the dice, "18+9"."""

    natural: int
    total: int
    ac: int
    hit: bool
    critical: bool
    mode: Mode
    told: str
    image: ImageStruck | None = None
    why: tuple[str, ...] = ()
    """The names of what gives the advantage or disadvantage."""
    shelter: str = ""
    """The cover in the AC, where it follows from places: "half cover (Oda)"."""
    facts: PlaceFacts | None = field(default=None, compare=False)
    """The facts of places, where these count; two rolls are the same whatever words have said them."""


@dataclass(frozen=True, slots=True)
class SaveRolled:
    """`total` is None if no die decides: a condition fails the save, or a feature passes it. `told`: the faces in place of the dice."""

    ability: str
    dc: int
    total: int | None
    passed: bool
    mode: Mode = "normal"
    against: tuple[Called, int] | None = None
    """In a contest: the other creature, and its total."""
    told: str = ""
    shelter: str = ""
    """The cover in the total, where it follows from places: "half cover (Oda)"."""


@dataclass(frozen=True, slots=True)
class Suffered:
    """Damage of one type: dealt, taken, and the reasons for a difference."""

    type: str
    dealt: int
    taken: int
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TargetPlayed:
    """The outcome for one target, which may be the acting creature itself."""

    who: Called
    attacks: tuple[AttackRolled, ...] = ()
    saves: tuple[SaveRolled, ...] = ()
    checks: tuple[SaveRolled, ...] = ()
    suffered: tuple[Suffered, ...] = ()
    healed: int = 0
    temp_hp: int | None = None
    conditions: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    hp_was: int | None = None
    hp: int | None = None
    hp_max: int | None = None
    dead: bool = False
    """Whether the act has killed it."""

    @property
    def taken(self) -> int:
        return sum(s.taken for s in self.suffered)


NOTHING: Final = "Nothing comes of it."
"""The text of an act that leaves no trace."""
USED_UP: Final = "used up"
"""The `what` of a use that consumes the thing: one piece of it is spent."""


@dataclass(frozen=True, slots=True)
class Spent:
    """`what`: slot_3, pact, a resource, charges, used up."""

    what: str
    was: int
    left: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice of the act itself: their purpose, the dice, the faces, the total, the damage type."""

    what_for: str
    dice: str
    faces: tuple[int, ...]
    total: int
    type: str | None = None


@dataclass(frozen=True, slots=True)
class PlannedDice:
    """Dice that would be rolled: their type, the lowest and the highest total, and both totals for a critical hit."""

    dice: str
    type: str | None
    bounds: tuple[int, int]
    critical: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ActPlan:
    """The plan of an act. `attack`: kind and bonus; `save`: abilities, DC, the effect of a passed save; `lays`: conditions and effects;
    `parts`: the acts that it plays, each with its number; `escape_dc`: the DC of the action that ends its effects; `added`: points that join
    the damage of one of several shots; `moved`: those whom it would push or pull with the lowest dice, with the words for it and the feet.
    """

    cost: str
    slot: int | None
    targets_max: int | None
    times: int
    attack: tuple[str, int | str] | None
    save: tuple[str, int, str] | None
    concentration: bool
    duration: str | None
    rounds: int | None
    damage: tuple[PlannedDice, ...]
    heal: tuple[PlannedDice, ...]
    temp_hp: tuple[PlannedDice, ...]
    pool: tuple[PlannedDice, ...]
    lays: tuple[str, ...]
    parts: tuple[tuple[str, int], ...] = ()
    escape_dc: int | None = None
    added: int = 0
    moved: tuple[tuple[Called, str, int], ...] = ()

    @property
    def is_telling(self) -> bool:
        """Whether the plan says more than the cost."""
        return bool(self.parts or self.attack or self.save or self.damage or self.heal or self.temp_hp or self.pool or self.lays)


@dataclass(frozen=True, slots=True)
class ActResult(Result):
    """An act that was played."""

    who: Called
    act: str
    is_spell: bool
    slot: int | None
    dc: int | None
    spent: tuple[Spent, ...]
    targets: tuple[TargetPlayed, ...]
    thrown: tuple[Thrown, ...]
    concentration: str | None = None
    concentration_ended: str | None = None
    says: tuple[str, ...] = ()
    advice: frozenset[str] = frozenset()
    """The texts among `says` that tell the game master how the act goes on."""
    secrets: frozenset[str] = frozenset()
    """The texts among `says` that contain a number of the target."""
    spared: frozenset[tuple[Called, str]] = frozenset()
    """The texts among `says` that tell why the act does nothing to a creature."""
    offers: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    """Words of `with` that would have made a difference, but that only the table knows."""
    unchecked: bool = False
    ritual: bool = False
    passed_minutes: int = 0
    item: Called | None = None
    """The thing that gave the act."""
    is_named_as_thing: bool = False
    """Whether the act is called as its thing, by the name under which a reader knows that."""
    learned: tuple[Called, ...] = ()
    """The things whose properties it revealed."""
    times: int = 1
    """How often it played, if turns that passed outside a fight are told together."""
    switched: Switched | None = None
    """The property of the thing that it has switched."""
    turn: TurnLeft | None = None
    aimed_at: tuple[Called, ...] = ()
    """The creatures that the call aims at, without those that the act reaches besides, such as its user."""
    plan: ActPlan | None = None
    """In a dry run: the plan of the act."""
    area: FilledArea | None = None
    """The area in its place, where places count."""
    offers_on_hits: tuple[str, ...] = ()
    """The riders that could join the hits, as long as somebody is left alive for them."""

    def at_end(self, world: World, book: Rulebook) -> Self:
        """The act with what is left of the turn. What follows from it may break the concentration or kill the last target."""
        there = [world.things[one.id] for one in self.aimed_at if one.id in world.things]
        on_hits = () if all(map(thing_stats.is_dead, there)) else self.offers_on_hits
        keeps = world.things[self.who.id].creature.concentration is not None
        return replace(
            self,
            offers=tuple(dict.fromkeys((*self.offers, *on_hits))),
            concentration=self.concentration if keeps else None,
            turn=ledger.left(world, self.who.id, book),
        )


@dataclass(slots=True)
class TargetRecord:
    """The outcome for a target so far."""

    hp_was: int | None
    was_dead: bool = False
    attacks: list[AttackRolled] = field(default_factory=list)
    saves: list[SaveRolled] = field(default_factory=list)
    checks: list[SaveRolled] = field(default_factory=list)
    suffered: list[Suffered] = field(default_factory=list)
    healed: int = 0
    is_revived: bool = False
    """Whether it came back from the dead with these hit points, which nobody has restored."""
    temp_hp: int | None = None
    conditions: list[str] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)

    def freeze(self, id: str, hp: int | None, hp_max: int | None, dead: bool) -> TargetPlayed:
        return TargetPlayed(
            Called(id), tuple(self.attacks), tuple(self.saves), tuple(self.checks), tuple(self.suffered), self.healed, self.temp_hp,
            tuple(self.conditions), tuple(self.effects), tuple(self.ended), self.hp_was, hp, hp_max, dead and not self.was_dead,
        )  # fmt: skip
