"""Recorded dice rolls; the d20 with its bonus, advantage, and the dice that effects add."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Change
from rpg_lite.decision.outcome import Called, Result
from rpg_lite.mechanics.rolls import physical_dice
from rpg_lite.rules import creature_flags
from rpg_lite.rules.dice import DiceRoll, Roller, written_out
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.vocabulary import Mode
from rpg_lite.world import events

LUCK: Final = "luck"
"""The purpose of a roll that did not count; it is recorded after the roll that counted."""
Seed = Annotated[int | None, Field(description="Repeats rolls.")]


def roll_dice(draft: Draft, dice: str, what_for: str, key: str = "") -> DiceRoll:
    """Roll and record. `key`: distinguishes these dice from others of the same purpose in this command."""
    own, roll = _key_dice(draft, what_for, key)
    fell = physical_dice.take(draft, dice, what_for) or roll(dice)
    draft.add(events.Rolled(fell.dice, fell.faces, fell.total, what_for, own))
    return fell


def _key_dice(draft: Draft, what_for: str, key: str) -> tuple[str, Roller]:
    """The whole key of the dice and their roller; without a key, the faces cannot be repeated later."""
    return draft.dice_for(f"{what_for} {key}") if key else ("", draft.situation.roll)


_OF_A_D20: Final[tuple[Change, ...]] = ("reroll", "reroll:advantage", "reroll:one", "add", "subtract", "succeed", "natural_20")
"""The changes that an answer can make to a d20."""
_REROLLS: Final = frozenset[Change](("reroll", "reroll:advantage"))


@dataclass(frozen=True, slots=True)
class D20:
    """A rolled d20: the face that counts, and the total with bonus and added dice. `told`: the faces in place of the dice; `succeeds`: it succeeds
    whatever the total.
    """

    face: int
    total: int
    mode: Mode
    dice: str
    told: str
    key: str = ""
    succeeds: bool = False
    why: tuple[str, ...] = ()
    """The names of what gives the advantage or disadvantage; empty if nothing does, or only the call."""


@dataclass(frozen=True, slots=True)
class CheckRoll:
    """A creature's check or save: its purpose and its result."""

    who: Called
    what: str
    total: int
    mode: Mode
    verdict: str
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckResult(Result):
    """The rolls of a check or a save, one for each creature."""

    rolls: tuple[CheckRoll, ...]


def mode_of(reasons: Sequence[Modifier], asked: Mode | None = None) -> Mode:
    """The mode from all the reasons and the caller's wish: advantage and disadvantage cancel out, however many there are."""
    ops = {m.op for m in reasons if m.op in ("advantage", "disadvantage")} | ({asked} if asked and asked != "normal" else set())
    if len(ops) != 1:
        return "normal"
    return "advantage" if "advantage" in ops else "disadvantage"


def causes(reasons: Sequence[Modifier], mode: Mode) -> tuple[str, ...]:
    """The names of the sources of this mode, each once."""
    return tuple(dict.fromkeys(m.source.name for m in reasons if m.op == mode and m.source and m.source.name))


def d20(
    draft: Draft,
    bonus: int,
    mode: Mode,
    added: Sequence[Modifier],
    what_for: str,
    who: str = "",
    key: str = "",
    flags: Collection[str] = (),
    ability: str = "",
    least: int = 0,
    least_face: int = 0,
    why: Sequence[Modifier] = (),
) -> D20:
    """Roll and record. Advantage takes the higher of two dice, disadvantage the lower (SRD, Advantage and Disadvantage).

    `who`: the id of the creature that rolls; `key`: distinguishes this roll from its others of the same purpose; `flags`: its flags, one of
    which lets it reroll a 1, and another sets the lowest face that counts in checks of this `ability`; `least`: the lowest total that
    counts (SRD, Indomitable Might); `least_face`: the face that counts if the die shows a lower one; `why`: the reasons for the mode.
    """
    own, roll = _key_dice(draft, what_for, f"{who}{key}")
    altered = draft.altering(lambda occasion: bool(own) and occasion.key == own, *_OF_A_D20)
    fell_for = own
    changes = {a.change for a in altered}
    if "reroll:advantage" in changes:
        mode = "normal" if mode == "disadvantage" else "advantage"
    if not changes.isdisjoint(_REROLLS):
        fell_for, roll = _key_dice(draft, what_for, f"{who}{key} again")
    dice = "1d20" if mode == "normal" else "2d20"
    thrown = physical_dice.take(draft, dice, what_for) or roll(dice)
    faces = thrown.faces or (thrown.total,)
    if "reroll:one" in changes:
        fell_for, again = _key_dice(draft, what_for, f"{who}{key} again")
        faces = _with_one_again(faces, again)
    has_luck = creature_flags.REROLLS_ONES in flags and bool(thrown.faces)  # a dry run has no faces, and a 1 there is only the lowest total
    fell = faces if has_luck and 1 in faces and fell_for not in draft.situation.fallen else ()
    if fell:
        faces = _with_luck(fell, physical_dice.take(draft, "1d20", what_for) or roll("1d20"))
    lowest = creature_flags.least_face(flags, ability)
    faces = tuple([max(face, lowest) for face in faces])
    face = max(least_face, max(faces) if mode == "advantage" else min(faces))
    if "natural_20" in changes:
        face = 20
    extra = [roll(str(m.value)) for m in added]
    if altered:
        bonus += sum(a.amount if a.change == "add" else -a.amount for a in altered if a.change in ("add", "subtract"))
    total = face + bonus + sum([r.total for r in extra])
    total = max(least, total) if least else total
    written = _write_roll(mode, bonus, extra)
    shown = (*faces, *[f for r in extra for f in r.faces])
    draft.add(events.Rolled(written, shown, total, what_for, fell_for))
    if fell:
        draft.add(events.Rolled(thrown.dice, fell, sum(fell), LUCK))
    return D20(face, total, mode, written, written_out(written, shown), own, "succeed" in changes, causes(why, mode))


def _with_one_again(faces: Sequence[int], again: Roller) -> tuple[int, ...]:
    """The dice with the lowest one rolled again and put first: of two dice, only one is rerolled (SRD 5.2, Interactions with Rerolls)."""
    lowest = faces.index(min(faces))
    return (again("1d20").total, *faces[:lowest], *faces[lowest + 1 :])


def _with_luck(faces: Sequence[int], again: DiceRoll) -> tuple[int, ...]:
    """Count the new face in place of a 1; of two dice that show 1, only one is rolled again (SRD, Halfling: Lucky; SRD 5.2, Luck)."""
    first = faces.index(1)
    return (*faces[:first], again.total, *faces[first + 1 :])


def _write_roll(mode: Mode, bonus: int, extra: Sequence[DiceRoll]) -> str:
    """The roll in dice notation: 2d20kh1+5+1d4."""
    first = {"normal": "1d20", "advantage": "2d20kh1", "disadvantage": "2d20kl1"}[mode]
    added = "".join([r.dice if r.dice.startswith("-") else f"+{r.dice}" for r in extra])
    return f"{first}{bonus:+d}{added}" if bonus else f"{first}{added}"
