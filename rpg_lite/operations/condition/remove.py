"""manage_condition remove: end a condition or an effect."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.decision import effect_removal, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.life import concentration, kept_spells
from rpg_lite.mechanics.life.condition_lookup import AfflictionCommand, what_is_meant, with_whole_source
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import names
from rpg_lite.rules.conditions import MOST_EXHAUSTION, Affliction, expand
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.creature_states import Lasting, LastingKind
from rpg_lite.world.world_model import Ref, Thing, World


class Lift(AfflictionCommand):
    """A condition or an effect ends."""

    operation: Literal["remove"]
    level: Annotated[int | None, Field(ge=1, le=MOST_EXHAUSTION, strict=True, description="Levels of exhaustion to remove.")] = None

    def touches(self) -> tuple[Ref, ...]:
        """Load everyone, because the caster of the effect that ends may be anywhere."""
        return (*super().touches(), Ref("everyone"))


@dataclass(frozen=True, slots=True)
class LiftResult(Result):
    """The condition or the effect that was taken away."""

    lifted: str


def decide_lift(command: Lift, draft: Draft) -> Verdict:
    """Refuses: condition_follows, condition_not_there, condition_unknown, effect_not_there, effect_unknown, ends_by_its_caster, level_unfit,
    one_of_required, source_not_there, state_bloodied, state_concentrating, state_dead, state_dying, state_hidden.
    """
    world, book = draft.world, draft.situation.book
    command = with_whole_source(command, world)
    who = targets.whom(world, command.character_id, command.character_name)
    what = _lying(command, world, who) or what_is_meant(command, book)
    if isinstance(who, Rejected):
        return who
    if isinstance(what, Rejected):
        kept = _kept(command, world, who, book)
        is_of_acts = what.code == "effect_unknown"  # what acts lay is in no table, so its name may be right, and the creature without it
        return kept or (_not_there(world, who, "effects", str(command.effect), book) if is_of_acts else what)
    kind: LastingKind = "effects" if command.effect else "conditions"
    had = [c for c in who if _entries_named(world, c, kind, what)]
    if not had:
        return _kept(command, world, who, book) or _not_there(world, who, kind, what, book)
    meant = [c for c in had if _entries_from(world, c, kind, what, command.source)]
    if not meant:
        return _other_source(world, had[0], kind, what, str(command.source))
    for creature in meant:
        _lift(draft, creature, kind, what, command)
    for caster, effect in concentration.tidy(draft):
        draft.note("concentration_ends", bearer=Called(caster.id), name=effect, why=f"{effect} was taken away")
    for creature in meant:
        if (held := draft.world.things[creature.id].creature.concentration) and any(
            held.lays(e, kind) for e in _ended(world, draft.world, creature, kind)
        ):
            draft.note("still_concentrates", bearer=Called(creature.id), name=held.effect)
    for creature in meant if command.condition and command.level is None else ():
        if causes := _causes(draft.world, draft.world.things[creature.id], what, book):
            draft.note("still_so", name=what, bearer=Called(creature.id), causes=[c for _, c in causes])
    return Decision.about(who[0].id, *(c.id for c in who), result=LiftResult(what))


def _lying(command: Lift, world: World, who: Sequence[Thing] | Rejected) -> str | None:
    """Find an effect by the name of its entry on a creature, because effects that acts apply are in no table."""
    there = () if isinstance(who, Rejected) or not command.effect else who
    return next((entry.name for c in there for entry in _entries_named(world, c, "effects", str(command.effect))), None)


def _ended(before: World, after: World, creature: Thing, kind: LastingKind) -> list[Lasting]:
    left = after.things[creature.id].creature.lasting(kind)
    return [entry for entry in before.things[creature.id].creature.lasting(kind) if entry not in left]


def _kept(command: Lift, world: World, who: Sequence[Thing], book: Rulebook) -> Rejected | None:
    """The refusal if the word means a spell that one of these creatures keeps going, or its concentration: the call that ends all of it."""
    word, field = (command.effect, "effect") if command.effect else (command.condition or "", "condition")
    found = kept_spells.called(world, who, word, book)
    details = {"name": found[0].caster.name, "spell": found[0].name} if found else {}
    return Rejected("ends_by_its_caster", field, details) if found else None


def _not_there(world: World, who: Sequence[Thing], kind: LastingKind, what: str, book: Rulebook) -> Rejected:
    """The refusal if no creature was given the condition or effect; a condition that follows from something else ends with its cause."""
    for creature in who if kind == "conditions" else ():
        if causes := _causes(world, creature, what, book):
            details = {"name": what, "bearer": creature.name, "causes": [c for _, c in causes]}
            return Rejected("condition_follows", "condition", details, instead=_ending(creature, *causes[0]))
    return Rejected(f"{kind[:-1]}_not_there", kind[:-1], {"name": what, "bearer": who[0].name}, near=_has(world, who[0], kind))


def _causes(world: World, creature: Thing, name: str, book: Rulebook) -> list[tuple[str, str]]:
    """(kind, name) of everything that causes a condition: other conditions, effects, 0 hit points."""
    given = {c.name for c in thing_stats.lasting(world, creature, "conditions")}
    follows = [a for a in thing_stats.afflictions(world, creature) if name in expand([a], book)]
    found = [("condition", _cause(a, name)) if a.name in given else ("hp", str(a.source)) for a in follows]
    rules = [r for e in thing_stats.lasting(world, creature, "effects") if (r := book.effect(e.name))]
    return found + [("effect", r.name) for r in rules if name in expand(map(Affliction, r.conditions), book)]


def _cause(affliction: Affliction, name: str) -> str:
    """The condition from which another follows; for the condition itself, its other source."""
    return affliction.name if affliction.name != name else affliction.source or "another cause"


def _ending(creature: Thing, kind: str, cause: str) -> dict[str, Any] | None:
    """The payload that ends a cause: healing for 0 hit points; no payload for the dead."""
    if kind != "hp":
        return {"operation": "remove", "characterName": creature.name, kind: cause}
    return None if thing_stats.is_dead(creature) else {"operation": "heal", "characterName": creature.name, "amount": 1}


def _entries_named(world: World, creature: Thing, kind: LastingKind, name: str) -> list[Lasting]:
    """The entries of this name, one for each cause."""
    return [e for e in thing_stats.lasting(world, creature, kind) if names.fold(e.name) == names.fold(name)]


def _entries_from(world: World, creature: Thing, kind: LastingKind, name: str, source: str | None) -> list[Lasting]:
    """The entries that come from a source: a creature, words, or the act that applied them. Without a source, all of them."""
    there = _entries_named(world, creature, kind, name)
    return there if source is None else [e for e in there if any(names.fold(source) == names.fold(s) for s in _sources(e, world))]


def _came_with(entry: Lasting, effect: Lasting) -> bool:
    """Whether the steps of one moment laid the entry together with the effect, as Silence deafens whoever it silences."""
    cause, of = entry.cause, effect.cause
    return of.cast is not None and cause.cast == of.cast and not cause.is_of_an_end and _moment(cause.at) == _moment(of.at)


def _moment(at: str | None) -> str:
    """The path of the list of steps in which the step of this path stands."""
    return (at or "").rpartition(".")[0]


def _sources(entry: Lasting, world: World) -> list[str]:
    """The words that may name the cause of the entry."""
    by = world.things.get(entry.cause.by or "")
    words = (entry.cause.source, entry.cause.act, by.name if by else None, entry.cause.by)
    return [word for word in words if word]


def _other_source(world: World, creature: Thing, kind: LastingKind, name: str, source: str) -> Rejected:
    """The refusal for an entry that comes from another source."""
    known = (_sources(e, world)[:1] for e in _entries_named(world, creature, kind, name))
    near = tuple(dict.fromkeys(word for words in known for word in words))
    return Rejected("source_not_there", "source", {"name": name, "bearer": creature.name, "wanted": source}, near=near)


def _has(world: World, creature: Thing, kind: LastingKind) -> tuple[str, ...]:
    return tuple(dict.fromkeys(e.name for e in thing_stats.lasting(world, creature, kind)))


def _lift(draft: Draft, creature: Thing, kind: LastingKind, name: str, command: Lift) -> None:
    ended = _entries_from(draft.world, creature, kind, name, command.source)
    eased = [e for e in ended if command.level and e.level > command.level]
    effect_removal.end_of_kind(draft, creature.id, kind, lambda entry: entry in ended and entry not in eased)
    own = [e for e in ended if e.cause.by == creature.id and names.fold(e.name) == names.fold(e.cause.act or "")]
    for cast in dict.fromkeys(entry.cause.cast for entry in own):
        if (held := creature.creature.concentration) is None or held.cast != cast:
            concentration.end_zone(draft, creature, cast)  # the effect on its caster is the spell itself (Hallow)
    if kind == "effects":
        effect_removal.end_where(draft, creature.id, lambda entry: any(_came_with(entry, of) for of in ended))
    if eased:
        left = [e.at_level(e.level - (command.level or 0)) if e in eased else e for e in thing_stats.lasting(draft.world, creature, kind)]
        change(draft, creature, body_paths.of_lasting(kind), left)


OPERATION = Operation(
    tool="manage_condition",
    model=Lift,
    decide=decide_lift,
    who=GM,
    cost=free,
    sends="characterName condition level? source?",
)
