"""The values that a rider sets in another act: one function reads each key of `set` (SRD, Metamagic and similar features), those of damage and
healing among them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.riders.rider_roll_changes import Changes
from rpg_lite.mechanics.acts.target_requirements import most_targets, shots_of
from rpg_lite.mechanics.acts.wish_and_casting import Casting
from rpg_lite.rules import durations, names
from rpg_lite.rules.acts.act import Act, ApplyStep, AttackStep, Rider, SaveStep, Spell
from rpg_lite.rules.acts.mapped import is_of, map_steps, with_steps
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class Setting:
    """A rider while it joins an act: the act with its numbers so far, the targets, the changes, and the texts to say."""

    cast: Casting
    rider: Rider
    name: str
    targets: Sequence[Thing]
    changes: Changes
    says: tuple[str, ...] = ()
    why_not: str | None = None
    refused: Rejected | None = None

    @property
    def act(self) -> Act:
        return self.cast.act

    def number(self, text: Any) -> int:
        return self.cast.number(text if isinstance(text, int) else str(text))

    def say(self, text: str) -> "Setting":
        return replace(self, says=(*self.says, text))

    def with_act(self, act: Act) -> "Setting":
        return replace(self, cast=replace(self.cast, act=act, base=self.cast.base or self.cast.act))

    def without(self, why: str) -> "Setting":
        """Report why the rider does not fit this act; the creature does not pay for it."""
        return replace(self, why_not=self.why_not or why)


TRANSMUTABLE: Final = ("acid", "cold", "fire", "lightning", "poison", "thunder")
"""The damage types that change into each other (SRD 5.2, Transmuted Spell)."""


def set_type(s: Setting, value: Any) -> Setting:
    wanted = next((w for w in map(names.fold, s.cast.wish.choice.values()) if w in TRANSMUTABLE), None)
    dealt = [step for step in walk(s.act.steps) if isinstance(step, DamageStep) and step.type in TRANSMUTABLE]
    if not dealt:
        return s.without(f"the act deals none of {', '.join(TRANSMUTABLE)}")
    if wanted is None:
        details = {"act": s.name, "choice": "type", "given": ", ".join(s.cast.wish.choice.values())}
        return replace(s, refused=Rejected("choice_required", "choice", details, allowed=TRANSMUTABLE))
    return s.with_act(with_steps(s.act, map_steps(s.act.steps, lambda step: _of_type(step, wanted))))


def _of_type(step: StepModel, wanted: str) -> StepModel:
    return step.model_copy(update={"type": wanted}) if isinstance(step, DamageStep) and step.type in TRANSMUTABLE else step


def set_damage(s: Setting, value: Any) -> Setting:
    """Add damage to each hit, or to the blow of an act without attacks."""
    more, found = s.number(value), [step for step in walk(s.act.steps) if isinstance(step, AttackStep)]
    if found:
        steps = map_steps(s.act.steps, lambda step: _hitting(step, more))
    else:
        steps = _first(s.act.steps, DamageStep, lambda step: _more(step, "damage", more))
        if steps == s.act.steps:
            steps = _first(s.act.steps, SaveStep, lambda step: _failing(step, more))
    return s.with_act(with_steps(s.act, steps)) if steps != s.act.steps else s.without("the act deals no damage")


def set_damage_once(s: Setting, value: Any) -> Setting:
    """Add to one damage roll of the act; with `of`, to one of this type (SRD, Elemental Affinity)."""
    kind = str(s.rider.set.get("of", "")) or None
    chosen = s.cast.wish.choice
    dealt = [chosen.get(step.type.strip("{}"), step.type) for step in walk(s.act.steps) if isinstance(step, DamageStep)]
    if not dealt or (kind and kind not in dealt):
        return s.without(f"the act deals no {f'{kind} ' if kind else ''}damage")
    return replace(s, changes=replace(s.changes, added=s.number(value), added_to=kind))


def set_maximum(s: Setting, value: Any) -> Setting:
    """Deal the highest damage that the dice of the act can show (SRD, Overchannel)."""
    if not any(isinstance(step, DamageStep) for step in walk(s.act.steps)):
        return s.without("the act deals no damage")
    return replace(s, changes=replace(s.changes, maximum=bool(value)))


def _hitting(step: StepModel, more: int) -> StepModel:
    if not isinstance(step, AttackStep):
        return step
    return step.model_copy(update={"hit": _first(step.hit, DamageStep, lambda inner: _more(inner, "damage", more))})


def _failing(step: StepModel, more: int) -> StepModel:
    """Add damage to a failed save."""
    if not isinstance(step, SaveStep):
        return step
    return step.model_copy(update={"fail": _first(step.fail, DamageStep, lambda inner: _more(inner, "damage", more))})


def set_heal_dice(s: Setting, value: Any) -> Setting:
    """Let each healing die count as its highest face (SRD, Supreme Healing)."""
    if not any(isinstance(step, HealStep) for step in walk(s.act.steps)):
        return s.without("the act heals nobody")
    return replace(s, changes=replace(s.changes, heals_most=value == "max"))


def set_heal(s: Setting, value: Any) -> Setting:
    if not any(isinstance(step, HealStep) for step in walk(s.act.steps)):
        return s.without("the act heals nobody")
    more = s.number(value)
    return s.with_act(
        with_steps(s.act, map_steps(s.act.steps, lambda step: _more(step, "heal", more) if isinstance(step, HealStep) else step))
    )


def _more(step: StepModel, key: str, points: int) -> StepModel:
    return step.model_copy(update={key: f"{getattr(step, key)}{points:+d}"}) if points else step


def _first(steps: Sequence[StepModel], kind: type[StepModel], change: Callable[[StepModel], StepModel]) -> tuple[StepModel, ...]:
    place = next((n for n, step in enumerate(steps) if isinstance(step, kind)), None)
    return tuple(change(step) if n == place else step for n, step in enumerate(steps))


def set_pass(s: Setting, value: Any) -> Setting:
    steps = map_steps(s.act.steps, _half_after_a_save)
    return (
        s.with_act(with_steps(s.act, steps))
        if not is_of(steps, s.act.steps)
        else s
        if "miss" in s.rider.set
        else s.without("no save decides it")
    )


def _half_after_a_save(step: StepModel) -> StepModel:
    fits = isinstance(step, SaveStep) and not step.passed and any(isinstance(inner, DamageStep) for inner in step.fail)
    return step.model_copy(update={"passed": "half"}) if fits else step


def set_miss(s: Setting, value: Any) -> Setting:
    return s.with_act(with_steps(s.act, map_steps(s.act.steps, _half_after_a_miss)))


def _half_after_a_miss(step: StepModel) -> StepModel:
    fits = isinstance(step, AttackStep) and not step.miss and any(isinstance(inner, DamageStep) for inner in step.hit)
    return step.model_copy(update={"miss": "half"}) if fits else step


SPARE: Final = ("spare", "spared", "spares")
LONGEST_MINUTES: Final = 24 * 60
"""No spell is extended beyond 24 hours (SRD, Extended Spell)."""


Reader = Callable[[Setting, Any], Setting]


def read(setting: Setting) -> Setting:
    """Read everything that the rider sets, key by key."""
    for key, value in setting.rider.set.items():
        setting = READERS[key](setting, value)
    return setting


def _cost(s: Setting, value: Any) -> Setting:
    if s.act.cost != "action":
        return s.without("the act costs no action")
    return s.with_act(s.act.model_copy(update={"cost": str(value)}))


def _targets(s: Setting, value: Any) -> Setting:
    if (
        s.act.range == "self"
        or shots_of(s.cast) not in (None, 1)
        or most_targets(s.cast) not in (None, 1)
        or s.act.targets in ("self", "area")
    ):
        return s.without("the act does not take just one target")
    if s.act.targets in ("any", "each_enemy") and shots_of(s.cast) is None:
        return s.without("the act does not take just one target")
    steps = map_steps(s.act.steps, lambda step: _shots(step, str(value)))
    return s.with_act(with_steps(s.act, steps).model_copy(update={"targets": str(value)}))


def _apart(s: Setting, value: Any) -> Setting:
    """Let further targets stand near the first one (SRD 5.2, Words of Creation)."""
    return s.with_act(s.act.model_copy(update={"apart": s.number(value)}))


def _shots(step: StepModel, count: str) -> StepModel:
    return step.model_copy(update={"times": count}) if isinstance(step, AttackStep | DamageStep) and step.times else step


def _slot(s: Setting, value: Any) -> Setting:
    """Play the act that many levels above the slot that pays for it (SRD 5.2, Twinned Spell)."""
    if "+per_slot" not in s.act.targets:
        return s.without("a higher slot gives this spell no additional target")
    slot = s.cast.slot + int(value)
    return replace(s, cast=replace(s.cast, slot=slot, values={**s.cast.values, "slot": slot}))


def _range(s: Setting, value: Any) -> Setting:
    given = s.act.range
    if isinstance(value, str) and value == "double":
        if not isinstance(given, int):
            return s if given == "touch" and "touch" in s.rider.set else s.without("the act has no range in feet")
        feet = given * 2
    elif isinstance(value, str) and value.startswith("+"):
        feet = (given if isinstance(given, int) else 0) + s.number(value[1:])
    else:
        feet = s.number(value)
    return _reaching(s, feet)


def _farther(s: Setting, value: Any) -> Setting:
    """Add feet to the range of an act that reaches at least 10 (SRD 5.2, Improved Elemental Fury)."""
    if not isinstance(s.act.range, int) or s.act.range < 10:
        return s.without("the act has no range of 10 feet or more")
    return _reaching(s, s.act.range + s.number(value))


def _touch(s: Setting, value: Any) -> Setting:
    return _reaching(s, s.number(value)) if s.act.range == "touch" else s


def _reaching(s: Setting, feet: int) -> Setting:
    return s.with_act(s.act.model_copy(update={"range": feet})).say(f"{s.name}: range {feet} ft.")


def _duration(s: Setting, value: Any) -> Setting:
    text = doubled_duration(s.act.duration or "")
    if text is None:
        return s.without("the act lasts less than a minute")
    by_slot = {slot: doubled_duration(lasts) or lasts for slot, lasts in s.act.duration_by_slot.items()}
    return s.with_act(s.act.model_copy(update={"duration": text, "duration_by_slot": by_slot})).say(f"{s.name}: lasts {text}.")


def doubled_duration(text: str) -> str | None:
    """Double a duration, to a day at most; None below a minute.

    >>> doubled_duration("1 minute"), doubled_duration("8 hours"), doubled_duration("24 hours"), doubled_duration("1 round")
    ('2 minutes', '16 hours', '24 hours', None)
    """
    span = durations.parse(text)
    if span is None or not span.count.isdigit() or span.minutes(int(span.count)) < 1:
        return None
    minutes = span.minutes(int(span.count))
    if minutes * 2 > LONGEST_MINUTES:
        return text if minutes >= LONGEST_MINUTES else "24 hours"
    return f"{int(span.count) * 2} {span.unit}s"


def _concentration(s: Setting, value: Any) -> Setting:
    """Give this mode to the saves that keep concentration on the spell."""
    if not s.act.concentration:
        return s
    changed = replace(s, changes=replace(s.changes, concentration=value))
    return changed.say(f"{s.name}: {value} on saves to concentrate on it.")


def _components(s: Setting, value: Any) -> Setting:
    if not isinstance(s.act, Spell):
        return s.without("it is not a spell")
    kept = [c for c in s.act.components if c == "M" and (value == "M" or s.act.material)]
    return s.with_act(s.act.model_copy(update={"components": tuple(kept)})).say(
        f"{s.name}: {'only the material component' if kept else 'no components'}."
    )


def _stays(s: Setting, value: Any) -> Setting:
    """Remove words of `ends`, which then no longer end the effects of the act (SRD, Persistent Rage)."""
    words = str(value).split()
    return s.with_act(with_steps(s.act, map_steps(s.act.steps, lambda step: _without_ends(step, words))))


def _without_ends(step: StepModel, words: Sequence[str]) -> StepModel:
    if not isinstance(step, ApplyStep):
        return step
    return step.model_copy(update={"ends": tuple(word for word in step.ends if word not in words)})


def _mode(s: Setting, value: Any) -> Setting:
    """Give disadvantage on the saves of one target: the chosen target, or else the first."""
    if not any(isinstance(step, SaveStep) for step in walk(s.act.steps)):
        return s.without("the act asks for no save")
    chosen = _choose_targets(s) or list(s.targets)
    if not chosen:
        return s.without("nobody is named")
    once = str(s.rider.set.get("on", "")).startswith("first")
    return replace(s, changes=replace(s.changes, hindered=chosen[0].id, hindered_once=once))


def _spare_targets(s: Setting, value: Any) -> Setting:
    if not any(isinstance(step, SaveStep) for step in walk(s.act.steps)):
        return s.without("the act asks for no save")
    others = [t for t in s.targets if t.id != s.cast.by]  # a caster does not protect itself (SRD, Sculpt Spells, Careful Spell)
    if not others:
        return s.without("it protects other creatures alone")
    wanted, most = named_to_spare(s.cast.wish.choice, [t.name for t in s.targets]), s.number(value)
    chosen = [t for t in others if names.fold(t.name) in wanted or t.id in wanted]
    chosen = chosen if wanted else [t for t in _choose_targets(s) if t.id != s.cast.by]
    if wanted and not chosen and s.cast.filled is not None:
        return s.without("nobody whom it protects is caught")
    if not chosen and not wanted and _catches_foes_alone(s, others):
        return s.without("nobody of its own side is caught")
    if not chosen or (s.cast.filled is None and len({t.id for t in chosen}) < len(wanted)):
        details = {"act": s.name, "choice": "spared", "given": ", ".join(s.cast.wish.choice.values())}
        own_side = sorted(others, key=lambda target: not target.creature.is_member)  # the first is the one that is proposed
        return replace(s, refused=Rejected("choice_required", "choice", details, allowed=tuple(t.name for t in own_side)))
    if len(chosen) > most:
        return replace(s, refused=Rejected("targets_count", "choice", {"act": s.name, "count": len(chosen), "most": most}))
    return replace(s, changes=replace(s.changes, spared=s.changes.spared | {t.id for t in chosen}))


def _catches_foes_alone(s: Setting, others: Sequence[Thing]) -> bool:
    """Whether an area in its place catches nobody on the caster's side, so that there is nobody to protect (SRD, Careful Spell)."""
    filled = s.cast.filled
    return filled is not None and not filled.own_side and not any(t.creature.is_member for t in others)


def named_to_spare(choice: Mapping[str, str], known: Iterable[str] = ()) -> frozenset[str]:
    """The names under `spare` of a choice, folded. `known`: those of the targets, which may have commas of their own."""
    listed = next((text for key, text in choice.items() if names.fold(key) in SPARE), "")
    return frozenset(filter(None, (names.fold(part) for part in names.listed(listed, known))))


def _spared_half(s: Setting, value: Any) -> Setting:
    return replace(s, changes=replace(s.changes, spared_take_none=value == "none"))


def _choose_targets(s: Setting) -> list[Thing]:
    """The targets that the words of `choice` name."""
    known = [t.name for t in s.targets]
    words = {names.fold(part) for text in s.cast.wish.choice.values() for part in names.listed(text, known)}
    return [t for t in s.targets if names.fold(t.name) in words or t.id in words]


def _reroll(s: Setting, value: Any) -> Setting:
    if not any(isinstance(step, DamageStep) for step in walk(s.act.steps)):
        return s.without("the act deals no damage")
    return replace(s, changes=replace(s.changes, rerolls=s.number(value)))


def _attack(s: Setting, value: Any) -> Setting:
    price = Act.model_construct(name=s.name, steps=(), spend=s.rider.spend, cost="free")
    return replace(s, changes=replace(s.changes, new_roll=price))


def _at(s: Setting, value: Any) -> Setting:
    """Put the rider's steps first in a part of the act, such as "0.fail"."""
    place, _, part = str(value).partition(".")
    step = s.act.steps[int(place)] if int(place) < len(s.act.steps) else None
    inner = getattr(step, part, None)
    if step is None or not isinstance(inner, tuple):
        return s.without("the act has no such part")
    changed = step.model_copy(update={part: (*_fill_in(s), *inner)})
    return s.with_act(with_steps(s.act, tuple(changed if n == int(place) else old for n, old in enumerate(s.act.steps))))


def _fill_in(s: Setting) -> Sequence[StepModel]:
    return s.rider.steps


def _nothing_more(s: Setting, value: Any) -> Setting:
    """Do nothing: another key, or the rider that this one changes, reads the value."""
    return s


READERS: Final[Mapping[str, Reader]] = MappingProxyType(
    {
        "alone": _nothing_more, "apart": _apart, "at": _at, "attack": _attack, "components": _components, "concentration": _concentration, "cost": _cost, "damage": set_damage,
        "damageOnce": set_damage_once, "dice": _nothing_more, "duration": _duration, "farther": _farther, "forgo": _nothing_more, "heal": set_heal,
        "healDice": set_heal_dice, "maximum": set_maximum, "miss": set_miss, "mode": _mode, "most": _nothing_more, "of": _nothing_more, "oneOf": _nothing_more,
        "on": _nothing_more, "pass": set_pass, "pays": _nothing_more, "list": _nothing_more, "upTo": _nothing_more, "castIn": _nothing_more,
        "material": _nothing_more, "choice": _nothing_more, "range": _range, "reroll": _reroll, "slot": _slot, "spared": _spare_targets,
        "sparedHalf": _spared_half, "stays": _stays, "targets": _targets,
        "touch": _touch, "type": set_type,
    }
)  # fmt: skip
"""Key of `set` → its reader. A test checks that each key in the data is one of them."""
