"""An act that is being played: the draft, the cast, the dice rolled once for all targets, and the record of each target."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.acts import choice_targets
from rpg_lite.mechanics.acts.act_results import AttackRolled, Spent, TargetRecord, Thrown
from rpg_lite.mechanics.acts.sanctuary_effects import is_kept_off, keep_off
from rpg_lite.mechanics.acts.wish_and_casting import Casting, refuse_too_many
from rpg_lite.mechanics.creature import creature_type_of
from rpg_lite.mechanics.items.switched_properties import Switched
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.mechanics.space.forced_moves import Force, Shift
from rpg_lite.rules import creature_flags, dice, formulas, names
from rpg_lite.rules.acts import form_changes
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.words import NAMED
from rpg_lite.rules.dice import DiceRoll
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing

_KEYS_DICE: Final = re.compile(r"@.*|(shot|do|use)\d+|rider_.*")
_DONE: Final = re.compile(r"do\d+")
"""The parts of a path that only distinguish dice and name no part of an act."""
MOST_STEPS = 2_000
"""The maximum number of steps that one act may play, summed over its targets; more steps mean that it runs in a circle."""
_SPELLS: Final = ("spell<=", "slot<=")
"""The beginnings of the names of an immunity against spells up to a level: the spell's own level (SRD 5.1, Globe of Invulnerability), or
the level of its slot (SRD 5.2).
"""


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a step in an act, and the facts that are true there.

    `path` keys the dice. `half`: after a passed save; `evasion`: a DEX save for half led here; `critical`: after a critical hit; `struck`: the
    creature that it hit, if others may be harmed here; `attack`: the attack that led here; `weapon`: its damage type; `source`, `bearer`, `other`: the creatures of an effect's trigger; `kinds`: the
    kinds of the attack that triggered: weapon, spell, melee, ranged; `rolled`: the total of the check that led here; `dc`: the DC of an
    effect applied here, if not the caster's; `laid_by`: the source of an effect applied here, if not the caster; `magical`: a magic weapon
    led here; `shot`: a ranged weapon attack did; `materials`: those of the weapon or its ammunition; `wielder`: words for
    whoever wields it.
    """

    path: str = ""
    half: bool = False
    evasion: bool = False
    critical: bool = False
    struck: str | None = None
    attack: AttackRolled | None = None
    weapon: str | None = None
    source: str | None = None
    other: str | None = None
    taken: int | None = None
    taken_type: str | None = None
    kinds: frozenset[str] = frozenset()
    rolled: int = 0
    dc: int | None = None
    laid_by: str | None = None
    magical: bool = False
    shot: bool = False
    materials: frozenset[str] = frozenset()
    weapon_id: str | None = None
    wielder: frozenset[str] = frozenset()

    def doubles_for(self, target: str) -> bool:
        """Whether the dice of damage to this creature are those of a critical hit. What the creature that was hit does to its attacker, such as
        the fire of Fire Shield, is no part of the attack (SRD, Critical Hits).
        """
        return self.critical and self.struck in (None, target)

    def at(self, part: str | int) -> "Spot":
        return replace(self, path=f"{self.path}.{part}" if self.path else str(part))


class Overplayed(Exception):
    """Raised when an act has played more steps than any act may."""


IS_IMMUNE: Final = " is immune to "
"""The words between the name of a creature and the act or the condition that does nothing to it."""


class Performance:
    """The mutable part of one playing. It never leaves the reader."""

    def __init__(self, draft: Draft, cast: Casting, play: "Player", targets: Sequence[str], named: bool = True) -> None:
        self.draft = draft
        self.cast = cast
        self.player = play
        self.targets = tuple(targets)
        self.records: dict[str, TargetRecord] = {}
        self.thrown: list[Thrown] = []
        self.says: list[str] = []
        self.advice: set[str] = set()
        self.secrets: set[str] = set()
        self.spared: set[tuple[str, str]] = set()
        """The creatures that the act does nothing to because of what they are, each with the text that says why."""
        self.shifts: dict[tuple[str, Force], Shift] = {}
        """The creatures that the act has pushed or pulled over squares, and how far."""
        self.zone_moved = False
        """Whether the zone of the act has moved to where the call says."""
        self.laid: list[str] = []
        self.made: list[str] = []
        self.steps_played = 0
        self._fallen: dict[str, DiceRoll] = {}
        self._warded: dict[str, bool] = {}
        self.cancelled = False
        self.happened_taken = 0
        self.shared_out = 0
        self.asked: set[str] = set()
        self.rerolls = cast.changes.rerolls
        self.hindered = cast.changes.hindered
        self.added = cast.changes.added
        self.tried: dict[str, bool] = {}
        self.riders_tried: set[str] = set()
        """The riders of attacks that found a hit to join."""
        self.riders_joined: set[str] = set()
        self.offers: list[str] = []
        self.of_entry: Lasting | None = None
        """The entry whose trigger plays these steps."""
        self.spent: list[Spent] = []
        """The amounts that the steps take from the creature that plays the act, in addition to the price."""
        self.switched: Switched | None = None
        """The property of the thing that the act has switched."""
        self.learned: list[str] = []
        """The things whose properties the act reveals."""
        self.concentrates = False
        """Whether the act requires its caster to concentrate."""
        self.rounds_left: int | None = None
        """The rounds that are left of the cast, if the act belongs to a cast that began earlier."""
        self.refused: Rejected | None = None
        """The reason why a step cannot be paid for; no part of the act then happens."""
        self.left_out: Rejected | None = None
        """The reason why the first attack within this act was left out: it did not reach."""
        self.reaches = False
        """Whether an attack within this act reached somebody, so that those left out refuse nothing."""

    # ── playing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def play(self, steps: Sequence[StepModel], targets: Sequence[str], spot: Spot) -> None:
        """Play these steps for these targets."""
        self.steps_played += len(steps)
        if self.steps_played > MOST_STEPS:
            raise Overplayed
        self.player(self, steps, tuple(targets), spot)

    def whom(self, step: StepModel, targets: Sequence[str], spot: Spot) -> tuple[str, ...]:
        """The creatures that a step affects."""
        match step.to:
            case "self":
                return (self.cast.by,)
            case "source":
                source = spot.source or self.cast.by
                return (source,) if source in self.draft.world.things else ()
            case "other":
                return (spot.other,) if spot.other else ()
            case str(word) if word.startswith(NAMED):
                one = choice_targets.find(self.draft.world, self.cast.wish.choice, word.removeprefix(NAMED))
                return (one.id,) if isinstance(one, Thing) else ()
        return tuple(targets)

    # ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def book(self) -> Rulebook:
        return self.draft.situation.book

    def thing(self, id: str) -> Thing:
        return self.draft.world.things[id]

    def stats(self, id: str) -> EffectiveStats:
        return self.draft.stats(self.thing(id))

    def record(self, id: str) -> TargetRecord:
        if id not in self.records:
            self.records[id] = TargetRecord(self.stats(id).hp, thing_stats.is_dead(self.thing(id)))
        return self.records[id]

    @property
    def is_broken_off(self) -> bool:
        """Whether the act itself has ended the caster's concentration, because the caster has banished itself."""
        held = self.thing(self.cast.by).creature.concentration if self.concentrates else None
        return self.concentrates and (held is None or held.cast != self.cast.id)

    @property
    def is_magical(self) -> bool:
        """Whether a spell does this, itself or by an act, a trigger or a zone that it brings."""
        return self.cast.is_spell

    def is_of_type(self, id: str, types: Sequence[str]) -> bool:
        """Whether the creature is of one of these types, or has such a type as a tag."""
        return bool(creature_type_of.types_of(self.thing(id), self.book) & {names.fold(t) for t in types})

    def challenge(self, id: str) -> float | None:
        return thing_stats.unspent_sheet(self.thing(id), self.book).cr

    def hits(self, id: str) -> int:
        """The number of times that the act has hit this target."""
        return sum(a.hit for a in self.records[id].attacks) if id in self.records else 0

    def wards_off(self, id: str) -> bool:
        """Whether a ward keeps this act from the creature: a ward against the act by its name, or against spells up to a level that come
        from outside.
        """
        if id not in self._warded:
            is_immune = id != self.cast.by and self._ward(id)
            self._warded[id] = is_immune or self._is_guarded(id)
            if is_immune:
                self.spare(id, f"{self.thing(id).name}{IS_IMMUNE}{self.cast.act.name}.")
        return self._warded[id]

    def keeps_off(self, id: str, key: str) -> bool:
        """Whether a guard of the target wards off one attack of this act; a spell is warded off as a whole."""
        if self.is_magical or self.cast.wish.force or self.of_entry is not None:
            return False
        return keep_off(self.draft, self.thing(self.cast.by), self.thing(id), key) is not None

    def _is_guarded(self, id: str) -> bool:
        if self.cast.wish.force or self.of_entry is not None or not is_kept_off(self.cast.act, self.book):
            return False
        return keep_off(self.draft, self.thing(self.cast.by), self.thing(id)) is not None

    def keeps_its_form(self, id: str) -> bool:
        """Whether nothing turns the creature to stone (SRD 5.1, Immutable Form)."""
        return creature_flags.IMMUTABLE_FORM in self.stats(id).flags

    def _ward(self, id: str) -> bool:
        act, stats = self.cast.act, self.stats(id)
        is_immutable = creature_flags.IMMUTABLE_FORM in stats.flags
        is_fixed = is_immutable or creature_flags.CANNOT_SHAPE_SHIFT in stats.flags
        if (is_fixed and form_changes.gives_a_form(act)) or (is_immutable and form_changes.turns_to_stone(act)):
            return True
        words = stats.defenses.immunities
        if not words:
            return False
        within = self.stats(self.cast.by).defenses.immunities
        wards = [w for w in words if w.startswith(_SPELLS) and w not in within]
        name = self.cast.act.name
        by_name = any(f"act:{one}" in words for one in (name, name.partition(":")[0]))
        return by_name or (self.is_magical and any(self._is_up_to(w) for w in wards))

    def _is_up_to(self, ward: str) -> bool:
        counted, _, most = ward.partition("<=")
        return (self.cast.level if counted == "spell" else self.cast.slot) <= int(most)

    def number_or_table(self, text: str) -> float | None:
        """The number of a comparison, which may be 1/2; None below a table's first row."""
        if text in self.cast.values:
            return float(self.cast.values[text])
        try:
            found = formulas.exact(text, self.cast.values)
        except ValueError:
            self.asked.add(text)
            return None
        return None if found is None else float(found)

    def step_path(self, spot: "Spot") -> str:
        """The path of a step in the act that is being played, without the shots and targets that key the dice."""
        parts = spot.path.split(".")
        outer = max((n for n, part in enumerate(parts, 1) if _DONE.fullmatch(part)), default=0)
        return ".".join(part for part in parts[outer:] if not _KEYS_DICE.fullmatch(part))

    def lay(self, id: str) -> None:
        """Remember that something of the cast lies on this creature."""
        if id not in self.laid:
            self.laid.append(id)

    # ── dice ────────────────────────────────────────────────────────────────────────────────────────────────────

    def key(self, path: str) -> str:
        """The key of dice at this path, in this act."""
        return f" {self.cast.act.name} {path}"

    def roll_once(self, key: str, text: str, what_for: str, type: str | None = None) -> DiceRoll:
        """Roll the dice of this key once for each time the act is played; flat numbers need no roll."""
        if key not in self._fallen:
            refuse_too_many(text)
            roll = DiceRoll(text, (), int(text)) if text.lstrip("+-").isdigit() else roll_dice(self.draft, text, what_for, self.key(key))
            if what_for == "damage":
                roll = self._as_changed(roll, key, type)
            self._fallen[key] = roll
            self.thrown.append(Thrown(what_for, roll.dice, roll.faces, roll.total, type))
        return self._fallen[key]

    def _as_changed(self, roll: DiceRoll, key: str, type: str | None) -> DiceRoll:
        """A damage roll as riders change it: low dice rerolled, points added to one roll (SRD, Empowered Evocation), or every die at its
        highest.
        """
        if self.rerolls and roll.faces:
            roll = self._again(roll, self.key(key))
        if self.cast.changes.maximum and roll.faces:
            highest = tuple(dice.sizes(roll.dice))
            roll = DiceRoll(roll.dice, highest, roll.total + sum(highest) - sum(roll.faces))
        if self.added and self.cast.changes.added_to in (None, type):
            roll = DiceRoll(f"{roll.dice}{self.added:+d}", roll.faces, roll.total + self.added)
            self.added = 0
        return self._lowered(roll) if roll.faces else roll

    def _lowered(self, roll: DiceRoll) -> DiceRoll:
        """The damage roll minus the points that answers took from it, for everybody whom it hurts (SRD, Cutting Words)."""
        taken = self.draft.altering(lambda occasion: occasion.by == self.cast.by and not occasion.blow, "lower")
        for answer in taken:
            points = min(answer.amount, roll.total)
            self.say(f"{answer.name}: {points} less on the damage roll.")
            roll = DiceRoll(f"{roll.dice}-{points}", roll.faces, roll.total - points)
        return roll

    def _again(self, roll: DiceRoll, key: str) -> DiceRoll:
        """Roll the lowest dice again, as many as a rider allows, but only those below the average (SRD, Empowered Spell)."""
        sides = max(dice.sizes(roll.dice), default=0)
        low = sorted(n for n in range(len(roll.faces)) if 2 * roll.faces[n] <= sides)
        chosen = sorted(low, key=lambda n: roll.faces[n])[: self.rerolls]
        if not chosen:
            return roll
        self.rerolls -= len(chosen)
        anew = dict(zip(chosen, roll_dice(self.draft, f"{len(chosen)}d{sides}", "damage", f"again {key}").faces, strict=True))
        faces = tuple(anew.get(n, face) for n, face in enumerate(roll.faces))
        was, now = ("+".join(map(str, shown)) for shown in ([roll.faces[n] for n in chosen], anew.values()))
        self.say(f"Rolled again: {len(chosen)}d{sides}: {now} in place of {was}.")
        return DiceRoll(roll.dice, faces, roll.total + sum(faces) - sum(roll.faces))

    def say(self, text: str) -> None:
        if text not in self.says:
            self.says.append(text)

    def advise(self, text: str) -> None:
        """Say a text of the act itself: what whoever plays its creature has to know."""
        self.advice.add(text)
        self.say(text)

    def tell_secret(self, text: str) -> None:
        """Say a text with a number of the target, which players read of nobody but their own."""
        self.secrets.add(text)
        self.advise(text)

    def spare(self, who: str, text: str) -> None:
        """Say why the act does nothing to the creature, which players do not read of a stranger."""
        self.spared.add((who, text))
        self.say(text)

    def note(self, code: str, who: str, **details: object) -> None:
        self.draft.note(code, name=Called(who), **details)


Player = Callable[[Performance, Sequence[StepModel], tuple[str, ...], Spot], None]


Plays = Mapping[type[StepModel], Callable[[Performance, Any, Sequence[str], Spot], None]]
"""Kind of step → the function that plays it on these targets; each family of steps ends with its own."""
