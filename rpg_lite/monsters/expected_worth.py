"""The expected worth of an act against one foe where places count: the chance to hit, or that a save fails, times the average damage, and what the
conditions are worth that it lays.

A condition counts in shares of the best damage that the creature deals with an action, by CONDITIONS; one that the foe has, or is immune to, counts
nothing. What does not reach the foe from where the creature stands counts nothing either.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.monsters.act_worth import mean
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, ApplyStep, AttackStep, ChooseStep, IfStep, SaveStep, ZoneStep
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.acts.first_moves import first_move
from rpg_lite.rules.acts.plain_steps import WHOLE_SPEED, DoStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import SQUARE_FEET, SQUARES_OF_SIZE
from rpg_lite.rules.stats.effective import EffectiveStats

CONDITIONS: Final[Mapping[str, float]] = {
    **dict.fromkeys(("paralyzed", "petrified", "stunned", "unconscious", "incapacitated"), 2.0),
    **dict.fromkeys(("restrained", "blinded", "charmed", "frightened", "poisoned"), 1.0),
    **dict.fromkeys(("grappled", "prone", "deafened", "exhaustion"), 0.5),
}
"""Condition → what it is worth, in shares of the best damage of an action."""
PRONE: Final = "prone"
OTHER: Final = 0.5
"""The same for any other effect that changes numbers of the foe."""
_OF_THE_ROLL: Final = ("hp<=0", "drops", "advantage", "moved>=", "taken", "missing_hp>=")
"""The words of a branch that hold only after a good roll or a run."""
_SIZES: Final = tuple(SQUARES_OF_SIZE)
_DIE: Final = 20


@dataclass(frozen=True, slots=True)
class ActingFoe:
    """The creature that acts. `best`: the best damage of its actions on average; `dc`, `attack`, `mod`: the numbers of its spells; `acts`: its own
    acts, by folded name; `crowded`: whether a foe within 5 ft disturbs its shots.
    """

    book: Rulebook
    best: float
    dc: int
    attack: int
    mod: int
    acts: Mapping[str, Act]
    crowded: bool = False
    speed: int = 0
    """Its walking speed in feet, of which some acts give the whole or the half before they strike."""


@dataclass(frozen=True, slots=True)
class FacedHero:
    """The foe. `borne`: the conditions and effects that it has, and the conditions to which it is immune; `feet`: how far it is, None where that does not
    count; `cover`: what its cover adds to its AC, None behind total cover; `is_prone`: whether it lies, for whoever counts that.
    """

    stats: EffectiveStats
    borne: frozenset[str]
    feet: int | None
    kinds: frozenset[str] = frozenset()
    """Its creature type, as acts name it."""
    cover: int | None = 0
    is_prone: bool = False

    @property
    def prone_mode(self) -> str:
        """The mode of attacks on it by its lying prone: advantage within 5 ft, else disadvantage (SRD 5.1 and 5.2, Prone)."""
        if not self.is_prone:
            return "normal"
        return "advantage" if self.feet is None or self.feet <= SQUARE_FEET else "disadvantage"


def of(act: Act, who: ActingFoe, foe: FacedHero) -> float:
    """The expected worth of an act against a foe; 0 for one that does not reach it or does not work on it."""
    if (moves := first_move(act)) is not None and foe.feet is not None:
        feet = who.speed if moves.startswith(WHOLE_SPEED) else who.speed // 2
        foe = replace(foe, feet=max(min(foe.feet, SQUARE_FEET), foe.feet - feet))
    if act.only and foe.kinds and foe.kinds.isdisjoint(map(names.fold, act.only)):
        return 0
    if f"act:{act.name}" in foe.stats.defenses.immunities or (foe.cover is None and act.area is None):
        return 0
    reach = ranges_of(act)
    if reach is not None and foe.feet is not None and foe.feet > reach[1] and act.area is None:
        return 0
    is_far = reach is not None and foe.feet is not None and foe.feet > reach[0]
    return _Reckoning(act, who, foe, is_far).of(act.steps)


def of_attack(to_hit: int, damage: float, reach: tuple[int, int], is_shot: bool, who: ActingFoe, foe: FacedHero) -> float:
    """The expected worth of an attack with a weapon. `reach`: its normal reach or range and the longest, in feet."""
    if (foe.feet is not None and foe.feet > reach[1]) or foe.cover is None:
        return 0
    is_far = foe.feet is not None and foe.feet > reach[0]
    return chance_to_hit(to_hit, foe, is_hindered=(is_shot and who.crowded) or is_far) * damage


def chance_to_hit(to_hit: int, foe: FacedHero, is_hindered: bool, is_favoured: bool = False) -> float:
    """The chance that an attack hits, with the advantage or disadvantage that is known: 1 always misses, 20 always hits (SRD, Attack Rolls)."""
    modes = (foe.stats.attacks_against_you, foe.prone_mode)
    ups, downs = int(is_favoured) + modes.count("advantage"), int(is_hindered) + modes.count("disadvantage")
    faces = min(_DIE - 1, max(1, _DIE + 1 + to_hit - foe.stats.ac.value - (foe.cover or 0)))
    chance = faces / _DIE
    if bool(ups) == bool(downs):
        return chance
    return 1 - (1 - chance) ** 2 if ups else chance**2


@dataclass(frozen=True, slots=True)
class _Reckoning:
    """The worth of the steps of one act against one foe."""

    act: Act
    who: ActingFoe
    foe: FacedHero
    is_far: bool
    depth: int = 0

    def of(self, steps: Iterable[StepModel] | str) -> float:
        return 0 if isinstance(steps, str) else sum(map(self._of_one, steps))

    def _of_one(self, step: StepModel) -> float:
        match step:
            case AttackStep():
                return self._of_attack(step)
            case SaveStep():
                chance = self._chance_to_fail(step)
                passed = self._damage(step.fail) / 2 if step.passed == "half" else self.of(step.passed)
                return chance * self.of(step.fail) + (1 - chance) * passed
            case IfStep():
                return self.of(step.then if self._holds(step) else step.else_)
            case DamageStep() if step.to != "self":
                return self._dealt(step)
            case ApplyStep() if step.to != "self":
                return self._laid(step)
            case ChooseStep():
                return max(map(self.of, step.choose.values()))
            case DoStep():
                return self._of_inner(step)
            case ZoneStep():
                return max((self.of(trigger.then) for trigger in step.zone.on), default=0)
        return 0

    def _of_attack(self, step: AttackStep) -> float:
        reach = step.reach if step.kind == "melee" and self.act.range is None else None
        if step.kind == "melee" and self.foe.feet is not None and self.act.range is None and self.foe.feet > (reach or SQUARE_FEET):
            return 0
        bonus = step.attack if isinstance(step.attack, int) else self.who.attack
        is_hindered = (step.kind == "ranged" and self.who.crowded) or self.is_far or step.mode == "disadvantage"
        chance = chance_to_hit(bonus, self.foe, is_hindered, is_favoured=step.mode == "advantage")
        times = int(step.times) if step.times is not None and str(step.times).isdecimal() else 1
        missed = self._damage(step.hit) / 2 if step.miss == "half" else self.of(step.miss)
        return times * (chance * self.of(step.hit) + (1 - chance) * missed)

    def _chance_to_fail(self, step: SaveStep) -> float:
        abilities = (step.save,) if isinstance(step.save, str) else step.save
        stats = self.foe.stats
        if any(ability in stats.auto_fail_saves and stats.auto_fail_saves[ability] for ability in abilities):
            return 1
        dc = int(step.dc) if step.dc is not None and str(step.dc).isdecimal() else self.who.dc
        chances = []
        for ability in abilities:
            faces = min(_DIE, max(0, dc - 1 - stats.saves.values[ability].value))
            chance, mode = faces / _DIE, stats.saves.modes[ability]
            chances.append(chance**2 if mode == "advantage" else 1 - (1 - chance) ** 2 if mode == "disadvantage" else chance)
        return min(chances)

    def _holds(self, step: IfStep) -> bool:
        """Whether the words of a branch hold: those of an effect that the act has laid before are known, as are the size and the kind of the foe; what only
        the roll can tell is not counted on, and others hold.
        """
        for word in step.if_:
            is_not, plain = word.startswith("not "), word.removeprefix("not ")
            head, _, rest = plain.partition(":")
            if plain.startswith(_OF_THE_ROLL) and not is_not:
                return False
            if plain.startswith("size<=") and (_SIZES.index(self.foe.stats.size) <= _SIZES.index(plain[6:])) == is_not:
                return False
            if head == "laid_by_self" and (rest in self.foe.borne) == is_not:
                return False
            if head == "target" and self.foe.kinds and (not self.foe.kinds.isdisjoint(map(names.fold, rest.split("|")))) == is_not:
                return False
            if head == "grappled_by_self" and ("grappled" in self.foe.borne) == is_not:
                return False
        return True

    def _damage(self, steps: Iterable[StepModel] | str) -> float:
        return 0 if isinstance(steps, str) else sum(self._dealt(step) for step in steps if isinstance(step, DamageStep) and step.to != "self")

    def _dealt(self, step: DamageStep) -> float:
        """The damage of a step on average, as the foe takes it."""
        defenses = self.foe.stats.defenses
        kind = step.type
        factor = 0.0 if kind in defenses.immunities else 0.5 if kind in defenses.resistances else 2.0 if kind in defenses.vulnerabilities else 1.0
        return factor * mean(str(step.damage).replace("{mod}", str(self.who.mod)))

    def _laid(self, step: ApplyStep) -> float:
        if isinstance(step.apply, str):
            laid: Iterable[str] = (step.apply,)
        else:
            laid = step.apply.conditions
            if step.apply.name is not None and step.apply.name in self.foe.borne:
                return 0
        worths = [CONDITIONS.get(one, OTHER) for one in laid if one not in self.foe.borne]
        if not worths and not isinstance(step.apply, str) and step.apply.modifiers:
            worths = [OTHER]
        return max(worths, default=0) * self.who.best

    def _of_inner(self, step: DoStep) -> float:
        """The worth of another act that a step plays."""
        inner = self.who.acts.get(names.fold(step.do)) or self.who.book.spell(step.do)
        if inner is None or self.depth > 1:
            return 0
        times = int(step.times) if step.times is not None and str(step.times).isdecimal() else 1
        reach = ranges_of(inner)
        if reach is not None and self.foe.feet is not None and self.foe.feet > reach[1] and inner.area is None:
            return 0
        is_far = reach is not None and self.foe.feet is not None and self.foe.feet > reach[0]
        return times * replace(self, act=inner, is_far=is_far, depth=self.depth + 1).of(inner.steps)
