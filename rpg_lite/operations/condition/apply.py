"""manage_condition apply: begin a condition or an effect, unless an immunity blocks it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.acts import improvised_acts, playing
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.life import concentration, dying
from rpg_lite.mechanics.life.condition_lookup import AfflictionCommand, what_is_meant, with_whole_source
from rpg_lite.mechanics.life.conditions import add_condition, add_effect, named_creature
from rpg_lite.mechanics.space import auras
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.document_field_types import DurationText
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import EffectRule
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Cause
from rpg_lite.world.world_model import Ref, Thing

STABLE = "stable"


class Apply(AfflictionCommand):
    """A condition or an effect begins."""

    operation: Literal["apply"]
    duration: Annotated[DurationText | None, Field(description='"1 round", "10 minutes", "long_rest", "dawn", "turn_end:target".')] = None
    magical: Annotated[bool | None, Field(description="Whether magic causes it.")] = None
    own: Annotated[Mapping[str, Any] | None, Field(description='An effect of yours: {"name": "Glue", "flags": […]}.')] = None

    @model_validator(mode="before")
    @classmethod
    def _own_effect(cls, given: Any) -> Any:
        """An effect that is written out belongs in `own`."""
        if isinstance(given, Mapping) and isinstance(given.get("effect"), Mapping):
            return {**{k: v for k, v in given.items() if k != "effect"}, "own": given["effect"]}
        return given

    def touches(self) -> tuple[Ref, ...]:
        cause = (Ref("namesake", name=self.source), Ref("bearer", name=self.source)) if self.source else ()
        return (*super().touches(), *cause)

    def touches_by_rule(self, book: Rulebook) -> tuple[Ref, ...]:
        """Load the people around for a condition that the aura of one of them may keep off."""
        is_warded = self.condition and book.condition(self.condition) in auras.warded_conditions(book)
        return (Ref("people", *self.who),) if is_warded else ()


@dataclass(frozen=True, slots=True)
class ApplyResult(Result):
    """The condition or the effect that begins, and its duration."""

    applied: str
    duration: str | None
    is_effect: bool


def decide_apply(command: Apply, draft: Draft) -> Verdict:
    """Refuses: act_invalid, condition_immune, condition_magical_unknown, condition_unknown, effect_unknown, level_unfit, not_dying, one_of_required,
    state_bloodied, state_concentrating, state_dead, state_dying, state_hidden.
    """
    world, book = draft.world, draft.situation.book
    who = targets.whom(world, command.character_id, command.character_name)
    if not isinstance(who, Rejected) and _means_stable(command, book):
        return _stabilize(draft, who, command)
    if not isinstance(who, Rejected) and command.own is not None:
        return _lay_own(draft, who, command, command.own)
    what = what_is_meant(command, book)
    if isinstance(who, Rejected):
        return who
    if isinstance(what, Rejected):
        return what
    command = with_whole_source(command, world)
    rule = book.effect(what) if command.effect else None
    who = _bearers(draft, who, rule, command.source) if rule else who
    by = named_creature(world, command.source)
    cause = Cause(command.source, by.id if by else None, bool(command.magical))
    if command.effect:
        cause = replace(cause, cast=_cast(draft, what, cause, who))
    if rule and rule.concentration:
        _concentrates(draft, by, what, cause.cast)
    for creature in who:
        if command.effect:
            add_effect(draft, creature, what, (), cause, command.duration)
        elif refusal := _apply(draft, creature, what, cause, command):
            return refusal
    if rule and rule.adjudicated:
        draft.note("for_you_to_judge", texts=list(rule.adjudicated))
    return Decision.about(who[0].id, *(c.id for c in who), result=ApplyResult(what, command.duration, is_effect=bool(command.effect)))


_OWN: Final = "steps[0].apply"
"""The path of the effect within the act that applies it."""


def _lay_own(draft: Draft, who: Sequence[Thing], command: Apply, own: Mapping[str, Any]) -> Verdict:
    """Apply to each creature the effect that the call describes, as an act would."""
    if command.condition or command.effect:
        return Rejected("one_of_required", "own", allowed=("condition", "effect", "own"))
    name = str(own.get("name") or "Effect")
    step = {"apply": {"name": name, **own}, **({"for": command.duration} if command.duration else {})}
    written = {"name": name, "cost": "free", "targets": "1", "steps": [step]}
    act = improvised_acts.read_act(written, who[0], draft.world, draft.situation.book)
    if not isinstance(act, Act):
        return improvised_acts.refuse("own", [(path.removeprefix(_OWN).strip("."), why) for path, why in act])
    for creature in who:
        played = playing.play(draft, draft.world.things[creature.id], act, [draft.world.things[creature.id]], Wish())
        if isinstance(played, Rejected):
            return played
    return Decision.about(who[0].id, *(c.id for c in who), result=ApplyResult(name, command.duration, is_effect=True))


def _cast(draft: Draft, effect: str, cause: Cause, who: Sequence[Thing]) -> str | None:
    """The cast to which this call belongs: the cast of this effect on which the caster concentrates; or else one from the same cause that
    affects the same creatures or began in this payload; or else a new one. A concentration in an older campaign has no cast.
    """
    caster = draft.world.things.get(cause.by or "")
    held = caster.creature.concentration if caster else None
    if held and names.fold(held.effect) == names.fold(effect):
        return held.cast
    alike = [
        (t, e.cause.cast)
        for t in draft.world.things.values()
        for e in (thing_stats.lasting(draft.world, t, "effects") if t.kind == "character" else ())
        if e.cause.cast and names.fold(e.name) == names.fold(effect) and e.cause.is_alike(cause)
    ]
    known = (cast for t, cast in alike if t in who or draft.is_of_this_commit(cast))
    return next(known, None) or draft.new_cast_id()


def _concentrates(draft: Draft, caster: Thing | None, effect: str, cast: str | None) -> None:
    if caster:
        concentration.begin(draft, caster, effect, cast)
    else:
        draft.note("nobody_concentrates", name=effect)


def _means_stable(command: Apply, book: Rulebook) -> bool:
    """Whether the command means the state "stable", which is a state at 0 hit points, although people apply it like a condition."""
    return (
        command.effect is None
        and names.fold(command.condition or "") in (STABLE, "stabilized", "stabilised")
        and book.condition(STABLE) is None
    )


def _stabilize(draft: Draft, who: Sequence[Thing], command: Apply) -> Verdict:
    for creature in who:
        if not dying.is_dying(creature):
            return Rejected("not_dying", "characterName", {"name": creature.name})
        dying.stabilize(draft, creature)
    return Decision.about(who[0].id, *(c.id for c in who), result=ApplyResult(STABLE, command.duration, is_effect=False))


def _bearers(draft: Draft, named: Sequence[Thing], rule: EffectRule, source: str | None) -> list[Thing]:
    """The creature that bears the effect's numbers: a spell that marks a target changes its caster's attacks on it (SRD, Hunter's Mark)."""
    casters = draft.world.find_named(source, "character") if rule.of_caster and source else []
    marked = [c for c in named if c not in casters]
    if len(casters) != 1 or not marked:
        return list(named)
    draft.note("caster_bears", name=rule.name, caster=Called(casters[0].id), marked=[Called(c.id) for c in marked])
    return casters


def _apply(draft: Draft, creature: Thing, name: str, cause: Cause, command: Apply) -> Rejected | None:
    if refusal := _refuse_warded(draft, creature, name, command):
        return refusal
    auras.remind_of_wards(draft, creature, name, is_applied=True)
    add_condition(draft, creature, name, cause, command.duration, command.level)
    return None


def _refuse_warded(draft: Draft, creature: Thing, name: str, command: Apply) -> Rejected | None:
    """The refusal, with the immunity and its source; for a ward against magic only, the command must say whether it is magical."""
    stats = draft.stats(creature)
    who = {"name": name, "bearer": creature.name}
    if grants := stats.defenses.conditions.get(name):
        return Rejected("condition_immune", "condition", {**who, "source": grants[0].source.name})
    if ward := auras.kept_off(draft, creature, name):
        by = draft.world.things[ward.source.id]
        return Rejected("condition_immune", "condition", {**who, "source": f"{ward.source.name.replace('_', ' ')} of {by.name}"})
    magic = next((m for m in stats.scoped if m.target == "condition_immunity" and m.value == name and "source:magic" in m.scope), None)
    if magic is None or command.magical is False:
        return None
    if command.magical:
        return Rejected("condition_immune", "condition", {**who, "source": magic.source.name})
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "magical": False}
    return Rejected("condition_magical_unknown", "magical", {**who, "source": magic.source.name}, instead=instead)


OPERATION = Operation(
    tool="manage_condition",
    model=Apply,
    decide=decide_apply,
    who=GM,
    cost=free,
    sends="characterName condition duration? source?",
)
