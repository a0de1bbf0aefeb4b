"""Checks before an act spends anything: the caster, the targets, the choices."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.steps.branch_steps import find_choice
from rpg_lite.mechanics.acts.wish_and_casting import SAID, Casting
from rpg_lite.mechanics.creature import creature_type_of
from rpg_lite.mechanics.space import sides, stealth
from rpg_lite.mechanics.turn import ledger, turn_rules
from rpg_lite.rules import durations, names
from rpg_lite.rules.acts.act import (
    Act,
    ApplyStep,
    AttackStep,
    CheckStep,
    ChooseStep,
    EffectModel,
    IfStep,
    SaveStep,
    Spell,
    ZoneStep,
)
from rpg_lite.rules.acts.harmful_acts import harms, is_unaimed
from rpg_lite.rules.acts.plain_steps import DoStep, MakeStep, SayStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep, ReviveStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import parts_of, walk
from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, order_made

MOST_TARGETS = 100


def wrong_targets(cast: Casting, targets: Sequence[Thing]) -> Rejected | None:
    """Refuse too many or too few targets, by the act's own count; for shots, the call gives one name for all, or one name for each."""
    act = cast.act
    details = {"act": act.name, "count": len(targets)}
    most = most_targets(cast)
    if most == 0 and all(t.id == cast.by for t in targets):  # the act affects only its caster at this slot (SRD 5.2, Etherealness)
        return None
    if not targets and most != 0 and (needs_targets(act) or is_unaimed(act)) and not _only_makes(cast):
        return Rejected("target_required", "targets", {**details, "most": _told_most(cast)})
    if len(targets) > MOST_TARGETS:
        return Rejected("targets_count", "targets", {**details, "most": MOST_TARGETS})
    if shots := shots_of(cast):
        fits = len(targets) in (1, shots)
        return None if fits else Rejected("shots_count", "targets", {**details, "shots": shots}, instead=again(cast, [targets[0].name]))
    if _is_for_its_caster(cast) and (others := [t for t in targets if t.id != cast.by]):
        return Rejected("only_for_itself", "targets", {"act": act.name, "name": others[0].name}, instead=again(cast, []))
    if most is None or len(targets) <= most:
        return None
    return Rejected("targets_count", "targets", {**details, "most": most}, instead=again(cast, [t.name for t in targets[:most]]))


def _is_for_its_caster(cast: Casting) -> bool:
    """Whether the act changes the creature that plays it and reaches nobody else, so that no other target fits (SRD, Mirror Image; Rage).
    Whoever is in a zone, or whom a spell of knowledge is about, may be named; so may whoever is given a potion.
    """
    act = cast.act
    if act.targets != "self" or act.range not in ("self", None) or (act.range is None and (cast.item or is_unaimed(act))):
        return False
    steps = list(walk(act.steps, inner_acts=False))
    return any(s.on_a_target and not s.to for s in steps) and not any(isinstance(s, ZoneStep) for s in steps)


def _only_makes(cast: Casting) -> bool:
    """Whether the part that the call chooses only makes creatures, and so has no target (SRD, True Polymorph)."""
    chosen = (s.choose[word] for s in cast.act.steps if isinstance(s, ChooseStep) and (word := find_choice(s, cast.wish.choice)))
    return any(any(isinstance(s, MakeStep) for s in part) and all(isinstance(s, MakeStep | SayStep) for s in part) for part in chosen)


def needs_targets(act: Act) -> bool:
    """Whether the act makes no sense without a named target; areas may be empty, and some acts affect only the creature that plays them."""
    if act.targets in ("any", "each_enemy"):
        return any(isinstance(s, AttackStep | SaveStep | DamageStep | HealStep | ApplyStep) and not s.to for s in act.steps)
    return act.targets not in ("self", "area")


def shots_of(cast: Casting) -> int | None:
    """The number of rays or darts of the act; None if it has none."""
    steps = (s for s in cast.act.steps if isinstance(s, AttackStep | DamageStep) and s.times)
    return next((cast.times(s.times) for s in steps if s.times), None)


def by_shares(cast: Casting, targets: Sequence[Thing]) -> tuple[Sequence[Thing], Casting]:
    """The target of each shot, if the choices share the shots among the targets: {"Goblin 1": 2, "Goblin 2": 1}."""
    shares = {names.fold(name): int(n) for name, n in cast.wish.choice.items() if n.isdecimal()}
    by_target = {t.id: shares[names.fold(t.name)] for t in targets if names.fold(t.name) in shares}
    if not targets or len(by_target) != len(targets) or sum(by_target.values()) != shots_of(cast):
        return targets, cast
    named = {names.fold(t.name) for t in targets}
    left = {name: n for name, n in cast.wish.choice.items() if names.fold(name) not in named}
    return [t for t in targets for _ in range(by_target[t.id])], replace(cast, wish=replace(cast.wish, choice=left))


def most_targets(cast: Casting) -> int | None:
    """The most targets that may be named; None if the table decides."""
    word = cast.act.targets
    if word in ("area", "any", "each_enemy"):
        return None
    if word == "self":
        return 1
    if word.endswith("+per_slot"):
        return int(word.removesuffix("+per_slot")) + max(0, cast.slot - cast.level)
    return cast.number(word)


def _told_most(cast: Casting) -> int:
    return shots_of(cast) or most_targets(cast) or 1


def unfit(act: Act, targets: Sequence[Thing], book: Rulebook, plays: Callable[[], Iterable[Act]] = tuple) -> Rejected | None:
    """Refuse a target whose type the act does not affect. If nobody has set the type, the table judges. `plays`: the acts that it plays."""
    if (dead := _dead_among(act, targets)) and any(map(_is_for_the_living, (act, *plays()))):
        return Rejected("target_dead", "targets", {"name": dead.name})
    if targets and any(isinstance(s, ReviveStep) for s in act.steps_by_path.values()) and not any(thing_stats.is_dead(t) for t in targets):
        return Rejected("target_unfit", "targets", {"act": act.name, "name": targets[0].name, "only": "the dead", "is": "alive"})
    if not act.only:
        return None
    wanted = {names.fold(w) for w in act.only}
    for target in targets:
        types = creature_type_of.types_of(target, book)
        if types & {*CREATURE_TYPES} and not types & wanted:
            return Rejected(
                "target_unfit",
                "targets",
                {"act": act.name, "name": target.name, "only": ", ".join(act.only), "is": ", ".join(sorted(types))},
            )
    return None


def _dead_among(act: Act, targets: Sequence[Thing]) -> Thing | None:
    """The dead target on which the act would be wasted, if there is one; in an area, the dead may lie among the living."""
    dead = [t for t in targets if thing_stats.is_dead(t)]
    has_shots = any(isinstance(s, AttackStep | DamageStep) and s.times for s in act.steps)
    in_an_area = act.targets in ("self", "area", "any", "each_enemy") and not has_shots
    return None if not dead or (in_an_area and len(dead) < len(targets)) else dead[0]


def _is_for_the_living(act: Act) -> bool:
    """Whether the act does nothing to the dead: it attacks, grapples, heals, strengthens, or asks for a save, and revives nobody."""
    plays_part = any(isinstance(s, DoStep) and s.part for s in act.steps)  # a part of the same cast (SRD, Heat Metal)
    steps = list(walk(act.steps, inner_acts=plays_part))
    strikes = act.targets != "self" and any(isinstance(s, DoStep) and names.fold(s.do) == _UNARMED for s in steps)
    asks = strikes or any((s.for_the_living and not s.to) or (isinstance(s, CheckStep) and s.against) for s in steps)
    return asks and not any(isinstance(s, ReviveStep) for s in steps)


_UNARMED: Final = "unarmed strike"


def time_taken(cast: Casting) -> str | None:
    """The time of an act that takes longer than a turn; a ritual takes ten minutes more (SRD, Longer Casting Times, Rituals)."""
    if cast.wish.ritual:
        span = durations.parse(cast.act.cost)
        minutes = span.minutes(int(span.count)) if span else 0
        return f"{minutes + RITUAL_MINUTES:g} minutes"
    return cast.act.cost if ledger.takes_long(cast.act.cost) else None


def takes_too_long(draft: Draft, caster: Thing, cast: Casting) -> Rejected | None:
    """Refuse an act that takes minutes or hours to a creature that is fighting."""
    return turn_rules.refuse_in_a_fight(draft, caster, cast.act.name, time_taken(cast))


RITUAL_MINUTES: Final = 10


def nobody_inside(draft: Draft, caster: Thing, cast: Casting, targets: Sequence[Thing]) -> Rejected | None:
    """Refuse an area in which nobody is named, because its cost would be lost. A zone may begin empty, and an act that also affects its
    caster is not lost (SRD, Pass without Trace).
    """
    act = cast.act
    if any(s.to == "self" for s in act.steps):
        return None
    if targets or act.targets != "area" or not any(s.for_the_living for s in walk(act.steps, inner_acts=False)):
        return None
    if any(isinstance(s, ZoneStep) for s in walk(act.steps, inner_acts=False)):
        return None
    room = draft.world.room_of(caster.id)
    there = [t for t in draft.situation.people([room.id]).values() if t.id != caster.id] if room else []
    alive = sorted((t for t in there if not thing_stats.is_dead(t) and not hides_from(draft, t, caster)), key=order_made)
    around = draft.world.beside({t.id: t for t in there})
    others = [t.name for t in alive if not sides.are_friends(around, t, caster, draft.situation.book)] or [t.name for t in alive]
    instead = again(cast, others, caster) if others else {**again(cast, (), caster), "force": True}
    return Rejected("area_empty", "targets", {"act": act.name}, allowed=tuple(t.name for t in alive), instead=instead)


def hides_from(draft: Draft, other: Thing, caster: Thing) -> bool:
    return stealth.dc_to_find(other) is not None and not sides.are_friends(draft.world, other, caster, draft.situation.book)


def again(cast: Casting, targets: Sequence[str], caster: Thing | None = None) -> dict[str, Any]:
    """The same call with these targets."""
    head = {"operation": "cast", "spell": cast.act.name} if isinstance(cast.act, Spell) else {"operation": "act", "act": cast.act.name}
    who = {"characterName": caster.name} if caster else {"characterId": cast.by}
    slot = {} if cast.wish.slot is None else {"slot": cast.wish.slot}
    choice = {"choice": dict(cast.wish.choice)} if cast.wish.choice else {}
    force = {"force": True} if cast.wish.force else {}
    return {**head, **who, **slot, **choice, **({"targets": [*targets]} if targets else {}), **force}


def missing_choice(act: Act, choice: Mapping[str, str], harm_first: bool | None = None) -> Rejected | None:
    """Refuse a call that does not make every choice that the act asks for, and name them all. `harm_first`: whether the parts that harm are
    listed first, as for enemies, or last, as for friends (SRD 5.2, Divine Spark); None keeps their order.
    """
    missing = [*_words_to_choose(act, choice)]
    asked = {option for _, options in missing for option in options}
    missing += [(name, parts) for name, parts in _parts_to_choose(act, choice, harm_first) if asked.isdisjoint(parts)]
    if not missing:
        return None
    (name, options), *others = missing
    more = {"also": [f"{other} ({', '.join(words)})" for other, words in others]} if others else {}
    details = {"act": act.name, "choice": name, "given": ", ".join(choice.values()), "kept": _understood(act, choice), **more}
    return Rejected("choice_required", "choice", details, allowed=tuple(options))


def _understood(act: Act, choice: Mapping[str, str]) -> list[str]:
    """The names of the choices that the act can use; numbers that it does not ask for, and words that are not options, are left out."""
    parts = [[*step.choose] for step in walk(act.steps) if isinstance(step, ChooseStep)]
    options = {names.fold(word) for words in (*act.choices.values(), *parts) for word in words}
    asks_for_a_number = any(word in act.model_dump_json() for word in SAID)
    return [
        name
        for name, word in choice.items()
        if names.fold(word) in options or (asks_for_a_number if word.isdecimal() else name != "choice")
    ]


def _words_to_choose(act: Act, choice: Mapping[str, str]) -> Iterator[tuple[str, Sequence[str]]]:
    """The named choices that the call does not make, with their options."""
    given = {names.fold(w): w for w in choice.values()}
    for name, options in act.choices.items():
        is_made = (
            set(choice.get(name, "").split("|")) <= {*options} if name in act.several else any(names.fold(o) in given for o in options)
        )
        if not is_made:
            yield name, options


def _parts_to_choose(act: Act, choice: Mapping[str, str], harm_first: bool | None) -> Iterator[tuple[str, Sequence[str]]]:
    """The first choice of a part that the call does not make; a later one may depend on it."""
    for step in _surely_or_by_a_roll(act.steps, choice, _acts_brought(act)):
        if isinstance(step, ChooseStep) and find_choice(step, choice) is None:
            yield "choice", [*step.choose] if harm_first is None else _by_harm(step, harm_first)
            return


def _by_harm(step: ChooseStep, harm_first: bool) -> Sequence[str]:
    return sorted(step.choose, key=lambda word: harms(step.choose[word]) != harm_first)


def harms_as_a_part(act: Act) -> bool:
    """Whether the act harms its targets, by itself or by an act that it brings and plays at once (SRD, Spiritual Weapon)."""
    played = {step.do for step in act.steps if isinstance(step, DoStep) and step.part}
    return harms(act.steps) or any(harms(inner.steps) for name, inner in _acts_brought(act).items() if name in played)


def _acts_brought(act: Act) -> dict[str, Act]:
    """The acts that effects of this act bring, by name; the act may play one as a part of itself (SRD, Eyebite)."""
    effects = (step.apply for step in act.steps if isinstance(step, ApplyStep) and isinstance(step.apply, EffectModel))
    return {inner.name: inner for effect in effects for inner in effect.acts}


def _surely_or_by_a_roll(steps: Sequence[StepModel], choice: Mapping[str, str], acts: Mapping[str, Act]) -> Iterator[StepModel]:
    """The steps that are certain to play, those that depend on a hit, a save or a check, those of the chosen part, and those that an
    exception alone would stop ("not target:undead"); steps inside any other `if` are left out, because they may never play. `acts`: those
    that may be played as a part.
    """
    for step in steps:
        yield step
        match step:
            case AttackStep() | SaveStep() | CheckStep():
                for part in parts_of(step):
                    yield from _surely_or_by_a_roll(part, choice, acts)
            case ChooseStep() if (word := find_choice(step, choice)) is not None:
                yield from _surely_or_by_a_roll(step.choose[word], choice, acts)
            case IfStep() if all(one.startswith("not ") for one in step.if_):
                yield from _surely_or_by_a_roll(step.then, choice, acts)
            case DoStep(part=True) if step.do in acts:
                yield from _surely_or_by_a_roll(acts[step.do].steps, choice, {})


def _several(options: Sequence[str], said: str) -> str:
    """The options that a text names, joined like the words of a scope: "fiend, undead" means either; an unknown word stays as it is."""
    known = {names.fold(o): o for o in options}
    return "|".join(dict.fromkeys(known.get(names.fold(part), part) for part in names.listed(said, options)))


def by_default(act: Act, choice: Mapping[str, str]) -> dict[str, str]:
    """The options that count because the call makes no such choice. A choice that the call names with a word that is no option is refused."""
    return {name: act.defaults[name] for name, _ in _words_to_choose(act, choice) if name in act.defaults and name not in choice}


def named_choices(act: Act, choice: Mapping[str, str]) -> dict[str, str]:
    """The choices by their names, spelled as the act spells them: the word that was given by name, or else any word that the choice offers."""
    found = {}
    for name, options in act.choices.items():
        if name in act.several:
            said = choice.get(name) or choice.get("choice") or next(iter(choice.values()), "")
            found[name] = _several(options, said)
            continue
        given = [choice[name], *choice.values()] if name in choice else [*choice.values()]
        word = next((o for w in given for o in options if names.fold(o) == names.fold(w)), None)
        if word is not None:
            found[name] = word
    return {**choice, **found}
