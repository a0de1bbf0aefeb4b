"""Modifiers of attacks that count only when the table sees something (Pack Tactics), or when the roll has advantage (SRD 5.2, Goblin)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.operations.mechanics import turn_economy
from rpg_lite.operations.outcome import Draft
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.attacks import ExtraDice
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Mode

SEEN: Final[Mapping[str, str]] = MappingProxyType({"ally_beside_target": "ally_near", "sunlight": "sunlight"})
"""Tag of a modifier → the word of `with` by which the caller says that it holds."""
_WITH_ADVANTAGE: Final = "with_advantage"
_ONCE_A_TURN: Final = "once_a_turn"
_NATURAL_20: Final = "natural20"


def on_attacks(mine: EffectiveStats, told: Collection[str]) -> list[Modifier]:
    """The scoped modifiers of attack rolls whose words the caller gave."""
    return [m for m in _of_the_table(mine) if all(SEEN[tag] in told for tag in m.scope)]


def asked_of_attacks(mine: EffectiveStats, told: Collection[str]) -> frozenset[str]:
    """The words that would count for this attacker's rolls and that the caller did not give."""
    return frozenset(SEEN[tag] for m in _of_the_table(mine) for tag in m.scope) - frozenset(told)


def _of_the_table(mine: EffectiveStats) -> Iterator[Modifier]:
    return (m for m in mine.scoped if m.target == "attack.all" and m.scope and all(tag in SEEN for tag in m.scope))


def is_played(dice: ExtraDice) -> bool:
    """Whether the roll, the turn or a word of the caller decides about the dice, so that nobody has to judge."""
    return all(tag in SEEN or tag in (_WITH_ADVANTAGE, _ONCE_A_TURN, _NATURAL_20) for tag in dice.scope)


def joining(draft: Draft, who: str, every: Sequence[ExtraDice], face: int, mode: Mode, told: Collection[str]) -> list[ExtraDice]:
    """The dice that count for this hit; dice that count once a turn are remembered."""
    found = [x for x in every if is_played(x) and all(_holds(draft, who, x, tag, face, mode, told) for tag in x.scope)]
    for x in found:
        if _ONCE_A_TURN in x.scope:
            turn_economy.remember(draft, who, _name(x))
    return found


def asked_of_dice(draft: Draft, who: str, every: Sequence[ExtraDice], told: Collection[str]) -> frozenset[str]:
    """The words with which more dice would have counted."""
    open_ones = (
        x for x in every if is_played(x) and not (_ONCE_A_TURN in x.scope and turn_economy.was_done(draft.world, who, _name(x), "turn"))
    )
    return frozenset(SEEN[tag] for x in open_ones for tag in x.scope if tag in SEEN) - frozenset(told)


def _holds(draft: Draft, who: str, dice: ExtraDice, tag: str, face: int, mode: Mode, told: Collection[str]) -> bool:
    match tag:
        case "with_advantage":
            return mode == "advantage"
        case "natural20":
            return face == 20
        case "once_a_turn":
            return not turn_economy.was_done(draft.world, who, _name(dice), "turn")
    return SEEN[tag] in told


def _name(dice: ExtraDice) -> str:
    return f"{dice.dice} of {dice.source}"
