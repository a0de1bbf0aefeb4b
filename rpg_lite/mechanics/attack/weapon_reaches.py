"""How far an attack with a weapon goes: its reach, or its normal and its long range (SRD 5.1 and 5.2, Range, Reach, Thrown).

Apart because attacks and acts that attack with the weapon in hand both ask it.
"""

from dataclasses import dataclass
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.attack.attacker_and_target import weapon_of
from rpg_lite.mechanics.space import facts, reach_of
from rpg_lite.mechanics.space.facts import TOTAL, PlaceFacts
from rpg_lite.rules import names
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.natural_attacks import NATURAL
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_LONG: Final = "reach"
_THROWN: Final = "thrown"
SHOT: Final = "ammunition"
_IMPROVISED: Final = (20, 60)
"""The ranges of a thing that is thrown although it is not made for it (SRD 5.1 and 5.2, Improvised Weapons)."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far an attack goes, in feet: `normal`, and `most`, beyond which nothing is hit; for melee both are the reach."""

    normal: int
    most: int
    is_melee: bool
    is_missile: bool = False
    """Whether it shoots arrows, bolts and the like, and throws no boulder (SRD, Wind Wall)."""

    def hindered(self, known: PlaceFacts | None) -> tuple[Modifier, ...]:
        """The disadvantage beyond the normal range."""
        if known is None or self.is_melee or known.feet <= self.normal:
            return ()
        return (facts.long_range(known.feet, self.normal),)

    def refuse(self, known: PlaceFacts | None, attacker: Thing, target: Thing, field: str) -> Rejected | None:
        """The refusal of a target behind total cover, or farther off than the attack goes.

        Refuses: beyond_range, beyond_reach, total_cover.
        """
        if known is None:
            return None
        details = {"name": target.name, "who": attacker.name, "feet": known.feet, "most": self.most, "id": target.id}
        if known.feet > self.most:
            return Rejected("beyond_reach", field, details) if self.is_melee else Rejected("beyond_range", field, details)
        if known.cover.degree == TOTAL and not known.is_told:
            return Rejected("total_cover", field, {**details, "by": known.cover.by or "a wall"})
        met = known.missiles_meet if self.is_missile else known.hands_meet if self.is_melee and self.most <= SQUARE_FEET else ""
        return Rejected("total_cover", field, {**details, "by": met}) if met and not known.is_told else None


def of_weapon(draft: Draft, attacker: Thing, way: AttackStats, is_ranged: bool) -> Reach | None:
    """The reach of this attack; None where nothing says how far it shoots."""
    if not is_ranged:
        if NATURAL in way.properties:
            far = reach_of.melee_reach(draft.world, attacker, draft.situation.book)
        else:
            far = 2 * SQUARE_FEET if _LONG in way.properties else SQUARE_FEET
        return Reach(far, far, is_melee=True)
    if NATURAL in way.properties:
        return _of_own_act(attacker, way, draft.situation.book)
    weapon = weapon_of(draft.world, attacker, way, draft.situation.book)
    stats = thing_stats.item_of(weapon, draft.situation.book).weapon_stats if weapon else None
    if stats is not None and stats.range is not None:
        return Reach(stats.range.normal, stats.range.long or stats.range.normal, is_melee=False, is_missile=SHOT in way.properties)
    return Reach(*_IMPROVISED, is_melee=False) if _THROWN in way.properties else None


def _of_own_act(attacker: Thing, way: AttackStats, book: Rulebook) -> Reach | None:
    """The ranges of an attack of a stat block, which the act of its name prints."""
    key = names.fold(way.name)
    act = next((one for one in thing_stats.unspent_sheet(attacker, book).acts if names.fold(one.name) == key), None)
    found = ranges_of(act) if act is not None else None
    return Reach(*found, is_melee=False) if found else None
