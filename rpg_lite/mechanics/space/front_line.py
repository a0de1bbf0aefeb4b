"""Those who stand in front when nobody says where they stand (SRD 5.1 and 5.2, Establish Positions: the texts leave it to the game master).

In front stands whoever strikes at least as hard hand to hand as from afar, with what is in hand or on its body; whoever casts spells does so only with
an armor class of 15 or more, and if it strikes harder hand to hand. Apart because it reads sheets, and places read squares.
"""

from collections.abc import Iterator
from typing import Final

from rpg_lite.rules import dice
from rpg_lite.rules.acts.act import AttackStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

_ARMORED: Final = 15
"""The armor class from which a caster stands in front."""
_AHEAD: Final = 2 * SQUARE_FEET
"""The feet by which those in front stand before the others."""
_SHOT: Final = "ammunition"


def fights_in_front(world: World, one: Thing, book: Rulebook) -> bool:
    """Whether a creature stands in front: it strikes at least as hard hand to hand as from afar; a caster only in armor, and if it strikes harder."""
    stats = thing_stats.stats_of(world, one, book)
    near, far = 0.0, 0.0
    for is_shot, damage in _strikes(world, one, book):
        near, far = (near, max(far, damage)) if is_shot else (max(near, damage), far)
    return near > far and stats.ac.value >= _ARMORED if stats.spellcasting else near >= far


def _strikes(world: World, one: Thing, book: Rulebook) -> Iterator[tuple[bool, float]]:
    """Whether each attack that the creature can make now is a shot, and its damage on average."""
    for attack in thing_stats.stats_of(world, one, book).attacks:
        yield _SHOT in attack.properties, attack.damage_bonus.value + _average(attack.damage_dice)
    for act in thing_stats.unspent_sheet(one, book).acts:
        for step in act.steps if act.cost == "action" else ():
            if isinstance(step, AttackStep):
                yield step.kind != "melee", sum(_average(str(hit.damage)) for hit in step.hit if isinstance(hit, DamageStep))


def _average(text: str) -> float:
    """The average of dice; 0 of a formula, which needs its creature's numbers."""
    return dice.average(text) if dice.fault_in_roll(text) is None else 0.0


def ahead(of: Square, toward: Square, w: int, h: int) -> Square:
    """The square by which those in front stand: some feet before another, straight toward the other side."""
    east, south = toward[0] - of[0], toward[1] - of[1]
    most = _AHEAD // SQUARE_FEET
    step = ((east > 0) - (east < 0), 0) if abs(east) > abs(south) else (0, (south > 0) - (south < 0))
    there = Space(min(max(of[0] + step[0] * most, 0), w - 1), min(max(of[1] + step[1] * most, 0), h - 1))
    return there.x, there.y
