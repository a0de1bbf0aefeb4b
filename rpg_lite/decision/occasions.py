"""The happenings to which triggers listen while a command is decided, the occasions that a deed gives for an answer, and the changes that
answers make to the deed when it is played again.
"""

from dataclasses import dataclass, field
from typing import Final, Literal

from rpg_lite.rules import names, roll_scopes
from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel
from rpg_lite.rules.acts.plain_steps import AnswerStep, MakeStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.trigger_text import BESIDE, SPELL_ATTACK, UNARMED_ATTACK, WEAPON_ATTACK
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import TriggerEvent

Happens = Literal["attacked", "hit", "miss", "damaged", "subjected", "cast", "save_failed", "save", "check", "fall", "to_0", "leaves_reach"]
Change = Literal[
    "halve",
    "reduce",
    "lower",
    "reroll",
    "reroll:advantage",
    "reroll:one",
    "succeed",
    "natural_20",
    "cancel",
    "hp",
    "add",
    "subtract",
    "guard",
    "redirect",
]
OWN: Final = ("hit", "miss", "cast", "leaves_reach")
"""The happenings that belong to the creature that causes them; the others belong to the creature that suffers them or rolls."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """A moment of a deed that may be answered: the creature that acts or rolls, its target, and the key of its d20.

    "subjected" is a blow that hurts the creature or is resisted entirely; its `types` also say if it left the creature bloodied.

    `act`: the name of a spell that is cast, with its `slot`; `passed`: the result of a check whose DC is known. `types`: the damage
    types of a blow, or the tags of the threat of a save.
    """

    happens: Happens
    by: str
    to: str
    key: str = ""
    melee: bool | None = None
    types: tuple[str, ...] = ()
    taken: int = 0
    act: str = ""
    slot: int = 0
    passed: bool | None = None
    critical: bool = False
    blow: int = 0
    """The number of the attack's blow among those on the target in this deed, from 1; 0 means any blow."""
    is_alone: bool = False
    """Whether a spell that is cast targets only this creature."""
    missed: bool = False
    """Whether the attack misses, although its result is not told yet."""
    is_release: bool = False
    """Whether a spell that was readied is released, and so reaches its targets without being cast (SRD, Ready)."""
    has_components: bool = False
    """Whether a spell is cast with words, gestures or materials."""
    ability: str = ""
    """The ability of a saving throw."""
    unarmed_attack: bool = False
    """Whether an attack is an Unarmed Strike as part of the Attack action."""
    made_with: frozenset[str] = frozenset()
    """The tags of the weapon of an attack: "weapon", "melee_weapon", "unarmed" and so on; "spell" for a spell attack."""
    hits_anyway: bool = False
    """Whether the attack hits at any AC: its d20 shows a 20."""
    step: int = 0
    """The number of the step, from 0, before which a creature strikes at one that leaves its reach."""

    @property
    def bearer(self) -> str:
        """The creature to which the occasion belongs."""
        return self.by if self.happens in OWN else self.to


@dataclass(frozen=True, slots=True)
class Alteration:
    """A change to the deed at the occasion that was answered. `name`: the act that makes the change; `amount`: points.

    "guard": an effect of the act counts for the attack of the occasion, and earlier attacks of the deed do not end it.
    """

    change: Change
    occasion: Occasion
    name: str
    amount: int = 0
    toward: str = ""
    """The creature that becomes the target of a redirected attack."""
    slot_kept: bool = False
    use_kept: bool = False
    """Whether the answer costs nothing if the roll that it changes still fails."""


def changes_deed(act: Act) -> bool:
    """Whether the answer is played first and the deed that it answers is then played again; any other answer follows the deed."""
    if "leaves_reach" in act.when:
        return True  # it is played before the creature is gone (SRD, Opportunity Attacks)
    steps = list(walk(act.steps, inner_acts=False))
    if any(isinstance(s, MakeStep) for s in steps):
        return False  # a creature splits by the hit points that the deed has left it (SRD, Split)
    return any(isinstance(s, AnswerStep) for s in steps) or (act.cost == "reaction" and any(isinstance(s, ApplyStep) for s in steps))


def only_lowers(act: Act) -> bool:
    """Whether the answer only takes something away from a roll or from damage, which does nothing to a miss (SRD 5.1, Cutting Words)."""
    answers = [s.answer for s in walk(act.steps, inner_acts=False) if isinstance(s, AnswerStep)]
    words = [word for answer in answers for word in ([answer] if isinstance(answer, str) else answer)]
    return bool(words) and {*words} <= {"halve", "reduce", "lower", "subtract"}


def hinders(act: Act) -> bool:
    """Whether the answer gives the attack disadvantage, which does nothing to a miss (SRD 5.1, Protection)."""
    return act.cost == "reaction" and any(
        isinstance(s, ApplyStep) and isinstance(s.apply, EffectModel) and any(m.op == "disadvantage" and str(m.target).startswith("attack.") for m in s.apply.modifiers)
        for s in act.steps
    )


def is_for_another_beside(act: Act) -> bool:
    """Whether it answers an attack on another creature within 5 ft (SRD 5.1, Protection)."""
    return BESIDE in act.when


def redirects(act: Act) -> bool:
    """Whether the answer sends the attack at somebody else (SRD 5.2, Redirect Attack)."""
    return any(isinstance(s, AnswerStep) and s.answer == "redirect" for s in act.steps)


def raises_ac(act: Act) -> bool:
    """Whether the answer makes somebody harder to hit (SRD, Shield, Parry)."""
    return act.cost == "reaction" and any(_gives_ac(step) for step in act.steps)


def shelters(act: Act) -> bool:
    """Whether the answer gives its AC to somebody else who was hit (SRD 5.2, Shield Guardian: Protection)."""
    gives = any(_gives_ac(step) and not step.to for step in act.steps)
    return act.cost == "reaction" and act.targets != "self" and "hit" in act.when and gives


def _gives_ac(step: StepModel) -> bool:
    return isinstance(step, ApplyStep) and isinstance(step.apply, EffectModel) and any(m.target == "ac" for m in step.apply.modifiers)


def lessens(act: Act) -> bool:
    """Whether the answer reduces the damage of one attack (SRD, Uncanny Dodge, Deflect Missiles)."""
    answers = (s.answer for s in walk(act.steps, inner_acts=False) if isinstance(s, AnswerStep))
    return any(word in ("halve", "reduce", "lower") for answer in answers for word in ([answer] if isinstance(answer, str) else answer))


def follows_a_hit(act: Act) -> bool:
    """Whether the act makes sense only after a hit by its own creature (SRD, Divine Smite) and so is played as an answer to that hit."""
    return act.cost != "reaction" and bool(act.when) and all(word.partition(":")[0] == "hit" for word in act.when)


def only_changes_deed(act: Act) -> bool:
    """Whether the act is spent for nothing without a deed that it changes (SRD 5.2, Heroic Inspiration)."""
    return bool(act.when) and any(isinstance(s, AnswerStep) for s in walk(act.steps, inner_acts=False))


def counters(act: Act) -> bool:
    """Whether the act makes sense only against a spell that is being cast (SRD, Counterspell)."""
    return act.cost == "reaction" and bool(act.when) and all(word.partition(":")[0] == "cast" for word in act.when)


def fits(act: Act, occasion: Occasion, who: str, target: str | None) -> bool:
    """Whether a creature may play the act in answer to this. A reaction answers the deeds of others; other acts answer the creature's own
    events.
    """
    if not any(_is_meant(word, occasion) for word in act.when):
        return False
    if act.cost == "free" and act.range is not None and act.targets == "1" and changes_deed(act):
        return target in (None, occasion.by, occasion.to)  # for any creature's roll (SRD 5.2, Boon of Fate)
    if act.cost != "reaction":
        return occasion.bearer == who and occasion.passed is not True and (target is None or target in (occasion.by, occasion.to))
    if act.targets == "self":
        return occasion.to == who
    if is_for_another_beside(act):
        return occasion.to not in ("", who) and occasion.by not in (who, "") and target in (None, occasion.by)
    if shelters(act):
        return occasion.to != who and target in (None, occasion.to)
    if occasion.happens == "fall":
        return occasion.to == who or target in (None, occasion.to)
    if occasion.happens == "save_failed" and occasion.to == who:
        return target in (None, who)
    if occasion.happens == "leaves_reach" and occasion.to not in ("", who):
        return False  # where places count, the walk leaves the reach of one creature and not of another
    return occasion.by not in (who, "") and target in (None, occasion.by) and (changes_deed(act) or occasion.to == who)


def aim_of(act: Act, occasion: Occasion) -> str:
    """The creature at which an answer is aimed if its call names none: the one that gave the occasion."""
    return occasion.by if act.cost == "reaction" and occasion.happens != "fall" and not shelters(act) else occasion.to


def place_of(act: Act, occasion: Occasion) -> int:
    """The place of this kind of occasion among those that the act answers; if a deed gives several occasions, the first counts."""
    return next((n for n, word in enumerate(act.when) if _is_meant(word, occasion)), len(act.when))


def _is_made_so(word: str, occasion: Occasion) -> bool:
    """Whether the attack is of this kind: "melee", "weapon", "melee_weapon", "unarmed", or "ranged_weapon_attack", which is no spell."""
    way, _, of_weapon = word.partition("_")
    if of_weapon == WEAPON_ATTACK:
        return occasion.melee == (way == "melee") and SPELL_ATTACK not in occasion.made_with
    return occasion.melee == (word == "melee") if word in ("melee", "ranged") else word in occasion.made_with


def _is_meant(word: str, occasion: Occasion) -> bool:
    head, _, rest = word.partition(":")
    if head == "check_failed":
        return occasion.happens == "check" and occasion.passed is False
    if head != occasion.happens:
        return False
    match head, rest:
        case _, "":
            return not occasion.is_release
        case "hit", _ if rest == UNARMED_ATTACK:
            return occasion.unarmed_attack
        case (("hit" | "miss"), _):
            return any(_is_made_so(one, occasion) for one in rest.split("|"))
        case "attacked", "beside":
            return True  # whom it is for is asked of `fits`, and how near that one is of where places count
        case "cast", "components":
            return occasion.has_components
        case "cast", "alone":
            return occasion.is_alone
        case "cast", "alone_by_another":
            return occasion.is_alone and occasion.by != occasion.to
        case "cast", _:
            return names.fold(rest) == names.fold(occasion.act)
        case "save_failed", _:
            return rest == occasion.ability or not roll_scopes.tags(rest.split("|")).isdisjoint(occasion.types)
        case "damaged", _:
            return rest == "attack" and occasion.melee is not None
        case "subjected", _:
            return not {*rest.split("|")}.isdisjoint(occasion.types)
    return False


@dataclass(frozen=True, slots=True)
class Happening:
    """An event for triggers. `bearer`: the creature to which it happens; `other`: the creature that caused it; `taken`: the points of
    damage and their `types`; `armed`: whether an attack was made with a weapon; `cast`: the zone that the creature enters or leaves; `key`: the
    key of an attack's d20; `missed`: whether an attack did not hit. For "searched", `taken` is the
    Perception total, for "time" the minutes that have passed, for "hurt_inside" and "hurt_in_turn" the damage of one turn, for "healed_by_spell" the points that a spell of level 1 or higher restores.
    "acted": the bearer has played an act that is not a spell, for an action, a bonus action or a reaction; only effects that it ends listen
    for this. `weapon`: the id of the weapon that made the attack; `arms`: for "hit", the ids of the weapon
    and of its ammunition; `source`: for "hit" and "hit_by", the damage of the attack so far, to which triggers add.
    """

    event: TriggerEvent | Literal["acted"]
    bearer: str
    other: str | None = None
    taken: int = 0
    types: tuple[str, ...] = ()
    melee: bool | None = None
    critical: bool = False
    armed: bool = True
    cast: str | None = None
    missed: bool = False
    weapon: str | None = None
    arms: tuple[str, ...] = ()
    key: str = ""
    source: "OneSource | None" = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class OneSource:
    """The damage of one attack so far. `kept`: creature → its damage, and the total of the save that kept its concentration; `damaged`:
    creature → its damage as triggers will hear of it; `beyond`: creature that it brought to 0 hit points → the damage left over.
    """

    kept: dict[str, tuple[int, int]] = field(default_factory=dict)
    damaged: dict[str, Happening] = field(default_factory=dict)
    beyond: dict[str, int] = field(default_factory=dict)
