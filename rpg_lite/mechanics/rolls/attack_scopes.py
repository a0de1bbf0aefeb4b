"""Modifiers of attacks that apply only to some rolls: against targets of a kind, when the table sees something (Pack Tactics), or when the
roll has advantage (SRD 5.2, Goblin).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.stats.weapon_numbers import MELEE, ExtraDice
from rpg_lite.vocabulary import Mode
from rpg_lite.world import clock, thing_stats
from rpg_lite.world.fight_states import Fight
from rpg_lite.world.world_model import World

THROWN: Final = "thrown"
SWORN_ENEMY: Final = "sworn_enemy"
COATED: Final = "coated_weapon"
SEEN: Final[Mapping[str, str]] = MappingProxyType(
    {"ally_beside_target": "ally_near", "sunlight": "sunlight", THROWN: THROWN, "target:sworn_enemy": SWORN_ENEMY, COATED: COATED}
)
"""Tag of a modifier → the word of `with` by which the caller says that it holds."""
_AT_TARGETS: Final = "target:"
_WITH_ADVANTAGE: Final = "with_advantage"
_ONCE_A_TURN: Final = "once_a_turn"
_NATURAL_20: Final = "natural20"
_FIRST_ROUND: Final = "first_round"
_SURPRISED: Final = "surprised"
_AWARE: Final = "aware"
"""The kinds of a target that the fight took by surprise, and of one that it did not; outside a fight nobody can tell."""
_AMBUSHED: Final = "ambushed"
"""The kind of a target that the fight took by surprise, in its first round (SRD 5.1, Doppelganger)."""
STILL_SURPRISED: Final = "still_surprised"
"""The kind of a target whose surprise lasts, until the end of its first turn (SRD 5.1, Surprise)."""
_YET_TO_ACT: Final = "yet_to_act"
"""The kind of a target that has had no turn, for an attacker in its own first turn (SRD 5.1, Assassin)."""


FOE_SENSED: Final = "enemy_sensed_within:60"
"""The tag of a change that counts while the attacker senses a foe; distances are not known, so a living foe in its fight is near enough."""


def kinds_in_fight(world: World, id: str, attacker: str | None = None) -> set[str]:
    """Whether the fight took the creature by surprise, as a kind of target (SRD 5.1, Bugbear), and whether its attacker has a foe there
    (SRD 5.1, Berserker Axe).
    """
    on = clock.fight(world)
    place = next((n for n, f in enumerate(on.order) if f.id == id), None) if on else None
    state = set[str]() if on is None or place is None else _at_its_place(on, place, attacker)
    return state | ({FOE_SENSED} if on and attacker in {f.id for f in on.order} and _has_a_foe(world, attacker, on) else set())


def _at_its_place(on: Fight, place: int, attacker: str | None) -> set[str]:
    """The kinds of the fighter at this place of the order."""
    state = {_SURPRISED if on.order[place].is_surprised else _AWARE}
    if on.round > 1:
        return state
    if on.order[place].is_surprised:
        state |= {_AMBUSHED, *([STILL_SURPRISED] if place >= on.turn else [])}
    if place > on.turn and on.order[on.turn].id == attacker and on.again is None:
        state.add(_YET_TO_ACT)
    return state


def _has_a_foe(world: World, attacker: str | None, on: Fight) -> bool:
    there = [world.things[f.id] for f in on.order if f.id in world.things]
    side = next((one.creature.is_member for one in there if one.id == attacker), None)
    return any(one.creature.is_member != side and not thing_stats.is_dead(one) for one in there)


def is_caught(world: World, id: str) -> bool:
    """Whether the fight took the creature by surprise and is in its first round (SRD 5.1, Surprise Attack)."""
    on = clock.fight(world)
    return on is not None and on.round == 1 and _SURPRISED in kinds_in_fight(world, id)


def words_of(way: AttackStats) -> frozenset[str]:
    """The words of `with` that decide whether changes to this weapon apply."""
    scopes = (*(x.scope for x in way.extra_dice), *(m.scope for m in way.at_rolls))
    return frozenset(SEEN[tag] for scope in scopes for tag in scope if tag in SEEN)


def on_attacks(mine: EffectiveStats, kinds: Collection[str], told: Collection[str]) -> list[Modifier]:
    """The scoped modifiers of all attack rolls that apply against a target of these kinds, given the caller's words."""
    return [m for m in _of_the_table(mine) if all(_decide(tag, kinds, told) for tag in m.scope)]


def of_weapon(way: AttackStats, kinds: Collection[str], told: Collection[str]) -> list[Modifier]:
    """The changes for this weapon that apply to a roll against a target of these kinds."""
    return [m for m in way.at_rolls if all(_decide(tag, kinds, told) for tag in m.scope)]


def added_by(found: Sequence[Modifier], what: str) -> int:
    """The amount that these changes add to the weapon's `attack` or `damage` rolls."""
    return sum(m.value for m in found if m.target.startswith(f"{what}.") and m.op == "add" and isinstance(m.value, int))


def asked_of_attacks(mine: EffectiveStats, told: Collection[str]) -> frozenset[str]:
    """The words that would affect this attacker's rolls and that the caller did not give."""
    return frozenset(SEEN[tag] for m in _of_the_table(mine) for tag in m.scope if tag in SEEN) - frozenset(told)


def asked_of_weapon(way: AttackStats, told: Collection[str]) -> frozenset[str]:
    """The words that would affect the rolls of this weapon and that the caller did not give."""
    return frozenset(SEEN[tag] for m in way.at_rolls for tag in m.scope if tag in SEEN) - frozenset(told)


def _of_the_table(mine: EffectiveStats) -> Iterator[Modifier]:
    return (m for m in mine.scoped if m.target == "attack.all" and m.scope and all(_may_decide(tag) for tag in m.scope))


def _may_decide(tag: str) -> bool:
    return tag in SEEN or tag.startswith(_AT_TARGETS)


def _decide(tag: str, kinds: Collection[str], told: Collection[str]) -> bool:
    if tag == MELEE:
        return THROWN not in told
    if tag == FOE_SENSED:
        return tag in kinds
    return SEEN[tag] in told if tag in SEEN else bool(is_of_kind(tag, kinds))


def is_of_kind(tag: str, kinds: Collection[str]) -> bool | None:
    """Whether a target of these kinds is one that the tag means; None if nobody can tell.

    >>> is_of_kind("target:fiend|undead", {"undead"}), is_of_kind("target:dragon", {"beast"}), is_of_kind("target:dragon", set())
    (True, False, None)
    >>> is_of_kind("target:air elemental", {"elemental"}), is_of_kind("target:air elemental", {"beast"}), is_of_kind("sight", {"beast"})
    (None, False, None)
    """
    if not tag.startswith(_AT_TARGETS):
        return None
    words = tag.removeprefix(_AT_TARGETS).split("|")
    if "creature" in words or not set(words).isdisjoint(kinds):
        return True
    if words == ["object"] or (words == [_SURPRISED] and _AWARE in kinds):
        return False
    known = {*kinds} & {*CREATURE_TYPES}
    types = [word.rsplit(maxsplit=1)[-1] for word in words]
    excluded = [kind in CREATURE_TYPES and (word == kind or kind not in known) for word, kind in zip(words, types, strict=True)]
    return False if known and all(excluded) else None


def is_played(dice: ExtraDice, kinds: Collection[str]) -> bool:
    """Whether the target, the roll, the turn or a word of the caller decides whether the dice apply, so that nobody has to judge."""
    return any(is_of_kind(tag, kinds) is False for tag in dice.scope) or all(_is_decided(tag, kinds) for tag in dice.scope)


def _is_decided(tag: str, kinds: Collection[str]) -> bool:
    return tag in SEEN or tag in (MELEE, _WITH_ADVANTAGE, _ONCE_A_TURN, _NATURAL_20, _FIRST_ROUND) or is_of_kind(tag, kinds) is not None


def joining(
    draft: Draft, who: str, kinds: Collection[str], every: Sequence[ExtraDice], face: int, mode: Mode, told: Collection[str]
) -> list[ExtraDice]:
    """The dice that apply to this hit; dice that apply only once a turn are remembered."""
    found = [
        x for x in every if is_played(x, kinds) and all(_holds(draft, who, x, tag, face, mode, told, kinds) for tag in x.scope)
    ]  # fmt: skip
    for x in found:
        if _ONCE_A_TURN in x.scope:
            done_acts.remember(draft, who, _name(x))
    return found


def asked_of_dice(draft: Draft, who: str, kinds: Collection[str], every: Sequence[ExtraDice], told: Collection[str]) -> frozenset[str]:
    """The words with which more dice would have applied."""
    open_ones = (
        x
        for x in every
        if is_played(x, kinds)
        and all(is_of_kind(tag, kinds) is not False for tag in x.scope)
        and not (_ONCE_A_TURN in x.scope and done_acts.was_done(draft.world, who, _name(x), "turn"))
    )
    return frozenset(SEEN[tag] for x in open_ones for tag in x.scope if tag in SEEN) - frozenset(told)


def _holds(
    draft: Draft, who: str, dice: ExtraDice, tag: str, face: int, mode: Mode, told: Collection[str], kinds: Collection[str]
) -> bool:  # fmt: skip
    match tag:
        case "with_advantage":
            return mode == "advantage"
        case "first_round":
            on = clock.fight(draft.world)
            return on is not None and on.round == 1
        case "natural20":
            return face == 20
        case "once_a_turn":
            return not done_acts.was_done(draft.world, who, _name(dice), "turn")
    return _decide(tag, kinds, told)


def _name(dice: ExtraDice) -> str:
    return f"{dice.dice} of {dice.source}"
