"""The throw that a blow out of reach could be: the weapon in hand has the property, or the creature has the same act as a shot (SRD 5.1 and 5.2,
Thrown; SRD 5.1, "Melee or Ranged Weapon Attack"; SRD 5.2, "Melee or Ranged Attack Roll"). Apart because attacks and acts both ask it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.attack import weapon_reaches
from rpg_lite.mechanics.attack.weapon_reaches import Reach
from rpg_lite.mechanics.rolls.attack_scopes import THROWN
from rpg_lite.mechanics.space import facts
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.act_ranges import RANGED, ranges_of
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.natural_attacks import NATURAL
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw. `sent`: its call; `how`: what the call says; `reach`: how far it goes."""

    sent: Mapping[str, Any]
    how: str
    reach: Reach

    @property
    def told(self) -> str:
        """Its range in words."""
        far = f", {self.reach.most} ft with disadvantage" if self.reach.most > self.reach.normal else ""
        return f"{self.how} throws it {self.reach.normal} ft{far}"

    def hits(self, draft: Draft, attacker: Thing, target: Thing) -> bool:
        """Whether the target stands within its long range and behind no total cover."""
        known = facts.facts_of(draft, attacker, target, frozenset())
        return known is not None and self.reach.refuse(known, attacker, target, "") is None


def of_attack(draft: Draft, attacker: Thing, target: Thing, way: AttackStats, sent: Mapping[str, Any]) -> Throw | None:
    """The throw of a weapon in hand, or the shot that an attack of a stat block may be as well; None for a blow alone."""
    if NATURAL in way.properties:
        own = thing_stats.unspent_sheet(attacker, draft.situation.book).acts
        return of_act(way.name, own, {"operation": "act", "characterName": attacker.name, "targets": [target.name]})
    reach = weapon_reaches.of_weapon(draft, attacker, way, True) if THROWN in way.properties else None
    return Throw({**sent, "with": [*sent.get("with", ()), THROWN]}, f'with ["{THROWN}"]', reach) if reach else None


def of_act(act: str | None, own: Iterable[Act], sent: Mapping[str, Any]) -> Throw | None:
    """The shot that an act of a stat block may be as well; None for an act that is a blow alone."""
    key = names.fold(f"{act}{RANGED}")
    shot = next((one for one in own if names.fold(one.name) == key), None)
    far = ranges_of(shot) if shot is not None else None
    return Throw({**sent, "act": shot.name}, f"the act {shot.name}", Reach(*far, is_melee=False)) if shot is not None and far else None
