"""manage_condition: conditions and effects come over a creature and go; immunities block, with their source named."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import Field
from rapidfuzz import fuzz

from rpg_lite.commands import concentration, hit_points, incapacity, targets
from rpg_lite.commands.inventory.moves import change
from rpg_lite.commands.outcome import Called, Outcome, Rejected, Story, Turn
from rpg_lite.commands.rolls import rolled
from rpg_lite.commands.targets import Command
from rpg_lite.rules import durations, names
from rpg_lite.rules.conditions import EXHAUSTION, MOST_EXHAUSTION, Affliction, expanded
from rpg_lite.rules.document import temporary_points
from rpg_lite.rules.items import DurationText
from rpg_lite.rules.modifiers import Modifier, as_written
from rpg_lite.rules.rulebook import EffectRule, Rulebook
from rpg_lite.world import bearers, clock
from rpg_lite.world.things import Ref, Thing, World

STABLE = "stable"
MISSPELT = 80
"""Of a hundred letters so many agree in a condition or an effect that is misspelt: "turned" is not "stunned"."""


STATES: Final[Mapping[str, frozenset[str]]] = {
    "state_dying": frozenset(("dying",)),
    "state_dead": frozenset(("dead", "killed", "slain", "death")),
    "state_concentrating": frozenset(("concentrating", "concentration", "concentrate")),
    "state_hidden": frozenset(("hidden", "hiding", "hide", "stealthed", "stealth")),
    "state_bloodied": frozenset(("bloodied", "wounded")),
}
"""What is no condition and has a call of its own: the refusal, by the words for it."""


class _Afflicting(Command):
    character_id: str | None = None
    character_name: Annotated[str | None, Field(description='Whose; "party" is all of the party.')] = None
    condition: Annotated[str | None, Field(description="A condition: grappled, poisoned, exhaustion …")] = None
    effect: Annotated[str | None, Field(description="A spell or potion that changes numbers: Bless, Haste …")] = None
    level: Annotated[
        int | None, Field(ge=1, le=MOST_EXHAUSTION, strict=True, description="Levels of exhaustion to add; left out: one.")
    ] = None

    def touches(self) -> tuple[Ref, ...]:
        return targets.refs(self.character_id, self.character_name, None, None)


class Apply(_Afflicting):
    """A condition or an effect begins."""

    operation: Literal["apply"]
    duration: Annotated[DurationText | None, Field(description='"3 rounds", "10 minutes", "8 hours", "long_rest", "dawn".')] = None
    source: Annotated[str | None, Field(description="What or who causes it.")] = None
    magical: Annotated[bool | None, Field(description="Whether magic causes it; asked for when an immunity depends on it.")] = None

    def touches(self) -> tuple[Ref, ...]:
        cause = (Ref("namesake", name=self.source), Ref("bearer", name=self.source)) if self.source else ()
        return (*super().touches(), *cause)


class Lift(_Afflicting):
    """A condition or an effect ends."""

    operation: Literal["remove"]
    level: Annotated[int | None, Field(ge=1, le=MOST_EXHAUSTION, strict=True, description="Levels of exhaustion to take off.")] = None

    def touches(self) -> tuple[Ref, ...]:
        """Whoever casts an effect may stand anywhere."""
        return (*super().touches(), Ref("everyone")) if self.effect else super().touches()


def decide_apply(command: Apply, world: World, turn: Turn) -> Outcome:
    who = targets.whom(world, command.character_id, command.character_name)
    if not isinstance(who, Rejected) and _means_stable(command, turn.book):
        return _stabilized(Story(world, turn), who)
    what = _what(command, turn.book)
    if isinstance(who, Rejected) or isinstance(what, Rejected):
        return who if isinstance(who, Rejected) else what  # type: ignore[return-value]
    command = _by_name(world, command)
    story = Story(world, turn)
    rule = turn.book.effect(what) if command.effect else None
    who = _bearers(story, who, rule, command.source) if rule else who
    for creature in who:
        if command.effect:
            add_effect(story, creature, what, (), command.duration, command.source)
        elif refusal := _apply(story, creature, what, command):
            return refusal
    if rule and rule.concentration:
        concentration.begin(story, what, who, command.source)
    if rule and rule.adjudicated:
        story.note("for_you_to_judge", texts=list(rule.adjudicated))
    return story.accepted(who[0].id, *(c.id for c in who), applied=what)


def _by_name(world: World, command: Apply) -> Apply:
    """With the whole name of the creature that is the source, where a part of it was given; other sources stay as they are written."""
    if not command.source or list(world.named(command.source)):
        return command
    found = targets.character(world, None, command.source, "source")
    return command.model_copy(update={"source": found.name}) if isinstance(found, Thing) else command


def _means_stable(command: Apply, book: Rulebook) -> bool:
    """Stable is how one at 0 hit points is, and no condition; people apply it as one."""
    return (
        command.effect is None
        and names.fold(command.condition or "") in (STABLE, "stabilized", "stabilised")
        and book.condition(STABLE) is None
    )


def _stabilized(story: Story, who: Sequence[Thing]) -> Outcome:
    for creature in who:
        if not hit_points.is_dying(creature):
            return Rejected("not_dying", "characterName", {"name": creature.name})
        hit_points.stabilize(story, creature)
    return story.accepted(who[0].id, *(c.id for c in who), applied=STABLE)


def _bearers(story: Story, named: Sequence[Thing], rule: EffectRule, source: str | None) -> list[Thing]:
    """On whom the effect's numbers lie: a spell that marks somebody changes what its caster does to the marked (SRD, Hunter's Mark)."""
    casters = story.world.named(source, "character") if rule.of_caster and source else []
    marked = [c for c in named if c not in casters]
    if len(casters) != 1 or not marked:
        return list(named)
    story.note("caster_bears", name=rule.name, caster=Called(casters[0].id), marked=[Called(c.id) for c in marked])
    return casters


def decide_lift(command: Lift, world: World, turn: Turn) -> Outcome:
    who = targets.whom(world, command.character_id, command.character_name)
    what = _what(command, turn.book)
    if isinstance(who, Rejected) or isinstance(what, Rejected):
        return who if isinstance(who, Rejected) else what  # type: ignore[return-value]
    story = Story(world, turn)
    kind = "effects" if command.effect else "conditions"
    had = [c for c in who if _named(bearers.lasting(world, c, kind), what)]
    if not had:
        return _not_there(world, who, kind, what, turn.book)
    for creature in had:
        _lift(story, creature, kind, what, command.level)
    for caster, effect in concentration.tidy(story):
        story.note("concentration_ends", bearer=Called(caster.id), name=effect, why=f"{effect} was taken away")
    for creature in had if command.condition and command.level is None else ():
        if causes := _causes(story.world, story.world.things[creature.id], what, turn.book):
            story.note("still_so", name=what, bearer=Called(creature.id), causes=[c for _, c in causes])
    return story.accepted(who[0].id, *(c.id for c in who), lifted=what)


def _not_there(world: World, who: Sequence[Thing], kind: str, what: str, book: Rulebook) -> Rejected:
    """Nobody was given it; a condition that follows from something else is ended by ending that."""
    for creature in who if kind == "conditions" else ():
        if causes := _causes(world, creature, what, book):
            details = {"name": what, "bearer": creature.name, "causes": [c for _, c in causes]}
            return Rejected("condition_follows", "condition", details, instead=_ending(creature, *causes[0]))
    return Rejected(f"{kind[:-1]}_not_there", kind[:-1], {"name": what, "bearer": who[0].name}, near=_has(world, who[0], kind))


def _causes(world: World, creature: Thing, name: str, book: Rulebook) -> list[tuple[str, str]]:
    """(kind, what) of everything from which a condition follows: other conditions, effects, 0 hit points."""
    given = {c["name"] for c in bearers.lasting(world, creature, "conditions")}
    follows = [a for a in bearers.afflictions(world, creature) if name in expanded([a], book)]
    found = [("condition", a.name) if a.name in given else ("hp", str(a.source)) for a in follows]
    rules = [r for e in bearers.lasting(world, creature, "effects") if (r := book.effect(e["name"]))]
    return found + [("effect", r.name) for r in rules if name in expanded(map(Affliction, r.conditions), book)]


def _ending(creature: Thing, kind: str, cause: str) -> dict[str, Any] | None:
    """The payload that ends a cause: healing for 0 hit points, for the dead none."""
    if kind != "hp":
        return {"operation": "remove", "characterName": creature.name, kind: cause}
    return None if bearers.is_dead(creature) else {"operation": "heal", "characterName": creature.name, "amount": 1}


def _what(command: _Afflicting, book: Rulebook) -> str | Rejected:
    """The condition or effect by its own spelling."""
    if bool(command.condition) == bool(command.effect):
        return Rejected("one_of_required", "condition", allowed=("condition", "effect"))
    if command.level is not None and names.fold(command.condition or "") != "exhaustion":
        return Rejected("level_unfit", "level", {"name": command.condition or command.effect})
    if command.condition:
        return book.condition(command.condition) or _unknown_condition(command.condition, book)
    rule = book.effect(command.effect or "")
    known = [r.name for r in book.effects.values()]
    if rule:
        return rule.name
    near = tuple(n for n in names.nearest(command.effect or "", known, 5) if _is_like(names.fold(command.effect or ""), names.fold(n)))
    return Rejected("effect_unknown", "effect", {"wanted": command.effect}, near)


def _is_like(wanted: str, name: str) -> bool:
    """Misspelt, or the name without what tells its kinds apart: "Hex" is not "Heroism", drowning are no Dragon Wings."""
    return fuzz.ratio(wanted, name) > MISSPELT or {*wanted.split()} <= {*name.split()} or (len(wanted) > 3 and name.startswith(wanted))


def _unknown_condition(wanted: str, book: Rulebook) -> Rejected:
    """A state that follows from something else with the call of its own; else the conditions that are spelt like it."""
    key = names.fold(wanted)
    if state := next((state for state, called in STATES.items() if key in called), None):
        return Rejected(state, "condition", {"wanted": wanted})
    known = tuple(book.conditions)
    near = tuple(n for n in known if fuzz.ratio(key, n) >= MISSPELT or (len(key) > 3 and n.startswith(key)))
    return Rejected("condition_unknown", "condition", {"wanted": wanted}, near, known)


def _apply(story: Story, creature: Thing, name: str, command: Apply) -> Rejected | None:
    if refusal := _warded(story, creature, name, command):
        return refusal
    add_condition(story, creature, name, command.level, command.duration, command.source, bool(command.magical))
    return None


def _warded(story: Story, creature: Thing, name: str, command: Apply) -> Rejected | None:
    """Immune, and by what; a ward against magic only must be told whether it is magic."""
    stats = bearers.stats_of(story.world, creature, story.turn.book)
    who = {"name": name, "bearer": creature.name}
    if grants := stats.defenses.conditions.get(name):
        return Rejected("condition_immune", "condition", {**who, "source": grants[0].source.name})
    magic = next((m for m in stats.scoped if m.target == "condition_immunity" and m.value == name and "source:magic" in m.scope), None)
    if magic is None or command.magical is False:
        return None
    if command.magical:
        return Rejected("condition_immune", "condition", {**who, "source": magic.source.name})
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "magical": False}
    return Rejected("condition_magical_unknown", "magical", {**who, "source": magic.source.name}, instead=instead)


def add_condition(story: Story, creature: Thing, name: str, level: int | None = None, duration: str | None = None,
                  source: str | None = None, magical: bool = False, look: str | None = None) -> None:  # fmt: skip
    """Adds a condition; of exhaustion so many levels more, else one. One that lasts already stays as it is."""
    creature = story.world.things[creature.id]
    now = bearers.lasting(story.world, creature, "conditions")
    had = sum(c.get("level", 1) for c in now if c["name"] == name)
    if had and (name != EXHAUSTION or had >= MOST_EXHAUSTION):
        story.note("already_so", name=name, bearer=Called(creature.id))
        return
    entry: dict[str, Any] = {"name": name, **lasting_for(story, duration), "source": source, "magical": magical or None, "look": look}
    if name == EXHAUSTION:
        entry["level"] = min(MOST_EXHAUSTION, had + (level or 1))
    kept = [c for c in now if c["name"] != name]
    change(story, creature, "body.conditions", [*kept, {k: v for k, v in entry.items() if v is not None}])
    if entry.get("level") == MOST_EXHAUSTION and not bearers.is_dead(creature):
        hit_points.die(story, creature, f"exhaustion {MOST_EXHAUSTION}")
    incapacity.fall(story, creature)
    if not bearers.is_dead(story.world.things[creature.id]):
        incapacity.let_go(story, creature)
    concentration.check(story, creature)


def add_effect(story: Story, creature: Thing, name: str, modifiers: Sequence[Modifier], duration: str | None,
               source: str | None, look: str | None = None) -> None:  # fmt: skip
    """Adds an effect; the same one again begins anew (SRD, Combining Magical Effects). Temporary hit points are given once and not kept.

    What raises the maximum gives the points as well (SRD, Aid). `look`: all that players know of what gave it.
    """
    rule = story.turn.book.effect(name)
    points = temporary_points(modifiers or (rule.modifiers if rule else ()))
    if rule and rule.temp_hp and not modifiers:
        points = max(points, rolled(story, rule.temp_hp, "temporary hit points").total)
    if points:
        hit_points.shield(story, creature, points)
    if rule and not (modifiers or rule.modifiers or rule.conditions or rule.duration or duration):
        return
    lasting = [m for m in modifiers if m.target != "temp_hp"]
    if modifiers and not lasting:
        return
    creature = story.world.things[creature.id]
    shown = rule.name if rule and not modifiers else name
    lasts = lasting_for(story, duration or (rule.duration if rule else None))
    entry: dict[str, Any] = {"name": shown, **lasts, "source": source, "look": look}
    if modifiers:
        entry["modifiers"] = [as_written(m) for m in lasting]
    now = bearers.lasting(story.world, creature, "effects")
    kept = [e for e in now if names.fold(e["name"]) != names.fold(shown)]
    if len(kept) < len(now):
        story.note("begins_anew", name=look or shown, bearer=Called(creature.id))
    before = bearers.stats_of(story.world, creature, story.turn.book).hp_max
    change(story, creature, "body.effects", [*kept, {k: v for k, v in entry.items() if v is not None}])
    hit_points.rise(story, creature, before.value if before else None)
    incapacity.fall(story, creature)
    if not bearers.is_dead(story.world.things[creature.id]):
        incapacity.let_go(story, creature)
    concentration.check(story, creature)


def lasting_for(story: Story, duration: str | None) -> dict[str, Any]:
    """The duration as it is kept: its text, and the round of the campaign in which it ends; dice of it are rolled now."""
    span = durations.parse(duration) if duration else None
    if span is None or span.until:
        return {"duration": duration}
    count = int(span.count) if span.count.isdigit() else rolled(story, span.count, "duration").total
    return {"duration": duration, "ends": clock.now(story.world) + round(span.minutes(count) * durations.ROUNDS_A_MINUTE)}


def _named(entries: Sequence[Mapping[str, Any]], name: str) -> Mapping[str, Any] | None:
    return next((e for e in entries if names.fold(e["name"]) == names.fold(name)), None)


def _has(world: World, creature: Thing, kind: str) -> tuple[str, ...]:
    return tuple(e["name"] for e in bearers.lasting(world, creature, kind))


def _lift(story: Story, creature: Thing, kind: str, name: str, levels: int | None) -> None:
    now = bearers.lasting(story.world, creature, kind)
    entry = _named(now, name)
    kept = [e for e in now if e is not entry]
    if entry and levels and entry.get("level", 1) > levels:
        kept.append({**entry, "level": entry["level"] - levels})
    change(story, creature, f"body.{kind}", kept or None)
