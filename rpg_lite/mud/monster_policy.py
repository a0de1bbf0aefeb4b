"""How monsters choose what to do when nobody plays the game master: a simple policy that the player can read.

A monster turns to the nearest standing foe. rpg-lite measures no distances, so the nearest is the one in the same room whose turn comes
next. It plays its best ready act: one that has to recharge, then Multiattack, then what deals most damage on average; last, a bonus action
that deals damage. Its standing allies in the room count as beside the target. At the end of the turn of another, a legendary creature plays the act that deals most. Monsters cast no spells by
themselves.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.mud.creature_offers import is_left, may_play_legendary
from rpg_lite.mud.words import Ask
from rpg_lite.operations.mechanics.acting import finding
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import own_acts
from rpg_lite.views.own_acts import ReadyAct
from rpg_lite.world import bearers, combat
from rpg_lite.world.things import Thing, World

NEAR: Final = "ally_near"
"""The word for an ally within 5 feet of the target, as pack tactics need it."""
MULTIATTACK: Final = "Multiattack"
_MANY: Final = ("any", "area", "each_enemy")
_DICE: Final = re.compile(r"(?:(\d+)d(\d+))?([+-]?\d+)?")
_RECHARGES, _SEVERAL, _BEST, _NOTHING = range(4)
"""The ranks of acts, the first before all others."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to hurt somebody: an act or an attack, with its rank and its damage on average."""

    name: str
    rank: int
    damage: float
    is_attack: bool = False
    reaches_all: bool = False


def deeds(world: World, who: Thing, book: Rulebook, cost: str = "action") -> list[Ask]:
    """What the creature may do, the best first; empty if it finds no foe or can do nothing."""
    foes = standing_foes(world, who)
    stats = bearers.stats_of(world, who, book)
    if not foes or not stats.can_act or creature_flags.NO_ACTIONS in stats.flags:
        return []
    beside = {"with": [NEAR]} if standing_foes(world, foes[0], but=who.id) else {}
    ways = sorted(_ways(world, who, book, cost), key=lambda way: (way.rank, -way.damage))
    return [ask for way in ways if way.rank < _NOTHING for ask in _asks(who, way, foes, beside)]


def legendary_deeds(world: World, who: Thing, book: Rulebook) -> list[Ask]:
    """The legendary acts that the creature may play at the end of this turn, the best first."""
    return deeds(world, who, book, "legendary") if may_play_legendary(world, who) else []


def standing_foes(world: World, who: Thing, but: str = "") -> list[Thing]:
    """Those of the other side in the same room who stand, the one whose turn comes next first. `but`: an id to leave out."""
    order = [fighter.id for fighter in combat.order(world)]
    after = order.index(who.id) + 1 if who.id in order else 0
    others = [world.things[id] for id in (*order[after:], *order[:after]) if id in world.things and id != but]
    return [o for o in others if o.creature.is_member != who.creature.is_member and is_standing(o) and _is_near(world, who, o)]


def is_standing(who: Thing) -> bool:
    return not bearers.is_dead(who) and who.creature.hp != 0


def _is_near(world: World, one: Thing, other: Thing) -> bool:
    return world.room_of(one.id) == world.room_of(other.id) and not other.state.is_hidden


def _ways(world: World, who: Thing, book: Rulebook, cost: str) -> Iterator[Way]:
    stats, sheet = bearers.stats_of(world, who, book), bearers.sheet(who, book)
    written = {names.fold(found.act.name): found.act for found in finding.acts_of(world, who, book)}
    for act in own_acts.acts_now(world, who, stats, book):
        if act.cost == cost and is_left(act, sheet):
            rule = written.get(names.fold(act.name))
            reaches_all = rule is not None and act.save is not None and (rule.area is not None or rule.targets in _MANY)
            yield Way(act.name, _rank(act), mean(act.damage), reaches_all=reaches_all)
    if cost == "action":
        for attack in stats.attacks:
            if names.fold(attack.name) not in written:
                yield Way(attack.name, _BEST, attack.damage_bonus.value + mean(attack.damage_dice), is_attack=True)


def _rank(act: ReadyAct) -> int:
    if names.fold(act.name) == names.fold(MULTIATTACK):
        return _SEVERAL
    hurts = act.damage or act.to_hit is not None or "attack" in names.fold(act.name)
    if not hurts:
        return _NOTHING
    return _RECHARGES if act.recharge else _BEST


def mean(damage: str) -> float:
    """The average of damage as a sheet writes it.

    >>> mean("2d10+6 piercing + 1d8 acid"), mean("1 piercing"), mean("")
    (21.5, 1.0, 0.0)
    """
    found = (_DICE.match(part.strip()) for part in damage.split(" + "))
    return float(sum(int(m[1] or 0) * (int(m[2] or 0) + 1) / 2 + int(m[3] or 0) for m in found if m))


def _asks(who: Thing, way: Way, foes: Sequence[Thing], beside: Mapping[str, Any]) -> Iterator[Ask]:
    """The call with an ally beside the target, for those who fight in packs; and the plain call, if that does not fit."""
    if way.is_attack:
        fields: dict[str, Any] = {"operation": "attack", "itemName": way.name, "targetId": foes[0].id}
    else:
        fields = {"operation": "act", "act": way.name, "targets": [foe.id for foe in (foes if way.reaches_all else foes[:1])]}
    for more in (beside, {}) if beside else ({},):
        yield Ask("execute_action", {"characterId": who.id, **fields, **more})
