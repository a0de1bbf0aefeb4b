"""Steps that end conditions and effects before their time is up: `remove` and `end`."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from rpg_lite.decision import effect_removal
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts import ability_restoration, free_escapes
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.steps import dispelling, save_and_check, summoning
from rpg_lite.mechanics.creature import formula_values, laid_elsewhere
from rpg_lite.mechanics.creature.effect_source import laid_effect
from rpg_lite.mechanics.life import concentration, dying, forms
from rpg_lite.mechanics.life.grapple_release import release_one
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.act import ApplyStep
from rpg_lite.rules.acts.plain_steps import EndStep, RemoveStep
from rpg_lite.rules.conditions import EXHAUSTION
from rpg_lite.vocabulary import Mode
from rpg_lite.world import body_paths, events, flagged_effects, thing_stats
from rpg_lite.world.creature_states import LASTING, Lasting
from rpg_lite.world.world_model import Thing

HELD: Final = "held"
"""The word that the step `end` uses for everything that an action can end."""
GRAPPLE: Final = "grapple"
"""The word that the step `end` uses for a grapple, which ends by a check against its escape DC."""
GRIP: Final = "grip"
"""The word that the step `end` uses for the grapples of whoever plays the act, which it lets go at will."""
GRAPPLED: Final = "grappled"
_NO_ACTION: Final = ": no action ends what is on it; a web or a net may be cut or burnt, and then manage_condition remove ends it"
MIND: Final = "concentration"
"""The word that the step `end` uses for the spell on which somebody concentrates."""
FORM: Final = "form"
"""The word that the step `end` uses for the form that a creature has taken."""
ZONE: Final = "zone"
"""The word of the step `end` for the zone of this cast."""
CAST: Final = "cast"
"""The word of the step `end` for everything that this cast has applied, to anybody."""
INSIDE: Final = "inside"
"""The word of the step `end` by which a creature spits out all those inside it, who land prone (SRD, Behir: Swallow)."""
EARLIER: Final = "earlier"
"""The word of the step `end` for everything that earlier casts of this act by the same creature have applied."""
CURSE: Final = "curse"
"""The word of the step `remove` for curses, including those of items to which the target is attuned."""
DISEASE: Final = "disease"
"""The word of the step `remove` for diseases."""
ACTION: Final = "action:"
DISADVANTAGE: Final = "disadvantage"


def remove(p: Performance, step: RemoveStep, targets: Sequence[str], spot: Spot) -> None:
    """Remove conditions, effects or exhaustion (SRD, Greater Restoration, Dispel Magic); `one`: only the chosen entry or, without a choice,
    the first.
    """
    wanted = {names.fold(w) for w in p.cast.wish.choice.values()}
    for target in targets:
        if not dispelling.named_zones(p, p.thing(target)) and p.wards_off(target):  # a zone itself lies open to a spell from outside
            continue
        words = _words_meant(step, wanted)
        record, said = p.record(target), len(p.says)
        ended = len(record.ended)
        for word in words:
            if _remove_entries(p, word, target, spot, step.one) and step.one:
                break
        is_wasted = not (record.healed or record.conditions or record.effects or len(p.says) > said)
        if len(record.ended) == ended and is_wasted:
            p.say(f"{p.thing(target).name} has nothing that this ends.{_zones_to_name(p, step, target)}")
        elif step.one and not wanted and (left := _left(p, step, target)):
            p.say(f"{p.thing(target).name} still has {', '.join(left)} (choice, for another).")


def _words_meant(step: RemoveStep, wanted: Collection[str]) -> Sequence[str]:
    """The words of the step that the call chooses; all of them if it chooses none, or the name of what they end."""
    if not step.one or not wanted:
        return step.remove
    return [w for w in step.remove if w.startswith(dispelling.DISPELS) or names.fold(w.partition(":")[0]) in wanted] or [
        w for w in step.remove if w.partition(":")[0] in (CURSE, DISEASE, ability_restoration.OF_A_SCORE, ability_restoration.OF_HIT_POINTS)
    ]


def _left(p: Performance, step: RemoveStep, target: str) -> list[str]:
    """The names of what else the step could have ended."""
    told = p.record(target).ended
    lying = [entry for kind in LASTING for entry in p.thing(target).creature.lasting(kind)]
    heads = {word.partition(":")[0]: word.partition(":")[2] for word in step.remove if not word.startswith(dispelling.DISPELS)}
    named = set(map(names.fold, heads))
    low = [e for head in (ability_restoration.OF_A_SCORE, ability_restoration.OF_HIT_POINTS) if head in heads
           for e in ability_restoration.found(p.thing(target), head, heads[head], ())]  # fmt: skip
    fitting = (e.name for e in lying if e in low or names.fold(e.name) in named or not heads.keys().isdisjoint(e.span.ends_by))
    return [name for name in dict.fromkeys(fitting) if not any(one.startswith(name) for one in told)]


def _zones_to_name(p: Performance, step: RemoveStep, target: str) -> str:
    """The zones of the target, one of which a dispelling spell could end."""
    laid = [zone.act for zone in p.thing(target).creature.zones.values()]
    return f" Zones: {', '.join(laid)} (choice)." if laid and any(word.startswith(dispelling.DISPELS) for word in step.remove) else ""


def _remove_entries(p: Performance, word: str, target: str, spot: Spot, one: bool) -> bool:
    head, _, number = word.partition(":")
    thing = p.thing(target)
    now = thing_stats.lasting(p.draft.world, thing, "conditions")
    if head == EXHAUSTION:
        return _ease(p, thing, now, int(number or 1))
    if head == "dying":
        return _stabilize(p, thing)
    wanted = {names.fold(w) for w in p.cast.wish.choice.values()} if one else set()
    if head in (ability_restoration.OF_A_SCORE, ability_restoration.OF_HIT_POINTS):
        low = ability_restoration.found(thing, head, number, wanted)
        return _take_off(p, target, lambda entry: entry in low)
    if head in (CURSE, DISEASE):
        named = {
            e.name for e in thing_stats.lasting(p.draft.world, thing, "effects") if head in e.span.ends_by and names.fold(e.name) in wanted
        }
        taken = _take_off(p, target, lambda entry: head in entry.span.ends_by and (not named or entry.name in named))
        return (head == CURSE and not (one and taken) and _free_of_items(p, target)) or taken
    if head.startswith(dispelling.DISPELS) and one:
        chosen = dispelling.one_spell(p, target, int(head.removeprefix(dispelling.DISPELS)))
        return chosen is not None and _take_off(p, target, lambda entry: entry.cause.cast == chosen)
    if head.startswith(dispelling.DISPELS) and dispelling.named_zones(p, thing):
        return dispelling.dispel_zones(p, thing)  # the spell is aimed at the zone and does not touch other effects on the zone's caster
    if head.startswith(dispelling.DISPELS):
        chosen_acts = dispelling.acts_named(p, thing)
        holding = dispelling.zones_holding(p, target)
        taken = _take_off(
            p, target, lambda entry: (not chosen_acts or dispelling.bears(entry, chosen_acts)) and dispelling.is_dispelled(p, entry)
        )
        for found in holding:
            if found.key not in {
                one.key for one in dispelling.zones_holding(p, target)
            }:  # what a zone holds on somebody ends with the zone, for all
                dispelling.end_zone(p, found)
        return taken
    if effect_removal.end_of_kind(p.draft, target, "conditions", lambda entry: entry.name == head):
        p.record(target).ended.append(head)
        concentration.tidy(p.draft)
        return True
    return _take_off(p, target, lambda entry: names.fold(word) in _called(p, entry))


def _called(p: Performance, entry: Lasting) -> tuple[str, ...]:
    """The folded names by which a spell may end an entry: its own, that of its act, and that of the effect which brought the condition."""
    effect = laid_effect(p.draft.world, entry.cause, p.book)
    brought = effect.name if effect and effect.name else ""
    return tuple(map(names.fold, (entry.name, entry.cause.act or "", brought)))


def _free_of_items(p: Performance, target: str) -> bool:
    """End the bearer's attunement to cursed items, which stay cursed, and everything that they applied to it (SRD, Remove Curse)."""
    draft = p.draft
    bound = [t for t in draft.world.tree_of(target) if t.attuned_to == target and thing_stats.item_of(t, p.book).cursed]
    for item in bound:
        draft.add(events.Unattuned(item.id, target))
    if bound:
        called = {item.name for item in bound}
        _take_off(p, target, lambda entry: entry.cause.by == target and entry.cause.act in called)
        p.record(target).ended.append(CURSE)
        draft.note("bonds_end", name=Called(target), texts=[Called(t.id) for t in bound])
    return bool(bound)


def _take_off(p: Performance, target: str, is_over: Callable[[Lasting], bool]) -> bool:
    """End every condition and effect for which the predicate holds."""
    found = effect_removal.end_where(p.draft, target, is_over)
    p.record(target).ended += [entry.name for entry in found]
    concentration.tidy(p.draft)
    return bool(found)


def _stabilize(p: Performance, thing: Thing) -> bool:
    """Stabilize a creature at 0 hit points, which then makes no more death saves."""
    if not dying.is_dying(thing):
        return False
    if not dying.stabilize(p.draft, thing):
        p.record(thing.id).ended.append("dying")
    return True


def _ease(p: Performance, thing: Thing, now: Sequence[Lasting], by: int) -> bool:
    tired = next((c for c in now if c.name == EXHAUSTION), None)
    if tired is None:
        return False
    left = [tired.at_level(tired.level - by)] if tired.level > by else []
    change(p.draft, thing, body_paths.CONDITIONS, [*(c for c in now if c.name != EXHAUSTION), *left] or None)
    p.record(thing.id).ended.append(EXHAUSTION if not left else f"{EXHAUSTION} {tired.level} → {tired.level - by}")
    return True


def end(p: Performance, step: EndStep, targets: Sequence[str], spot: Spot) -> None:
    """End an effect or condition by its name; `this`: everything that this cast applied; `held`: everything that an action of the bearer or
    of another creature can end; `grapple`: a grapple, by a check; `bonds`: grapples and bonds that are not magical; `grip`: the grapples of whoever plays the act; `form`: the form that the target has taken; `concentration`: the spell on
    which the target concentrates; `zone`: the zone of this cast; `earlier`: everything that earlier casts of this act by the same creature
    have applied to anybody; `cast`: everything that this cast has applied to anybody at hand; `inside`: what keeps others inside.
    """
    if step.end == ZONE:
        return concentration.end_zone(p.draft, p.thing(p.cast.by), p.cast.id)
    if step.end == CAST:
        for thing in [t for t in p.draft.world.things.values() if t.kind == "character"]:
            _take_off(p, thing.id, partial(_is_of_this, p))
        return None
    if step.end == EARLIER:
        summoning.end_earlier(p)
        return None
    if step.end == INSIDE:
        return _spit_out(p, spot)
    if step.end == HELD:
        return _break_free(p, targets)
    if step.end == GRAPPLE:
        return _escape(p, targets)
    if step.end == GRIP:
        return _let_go(p, targets)
    if step.end == free_escapes.BONDS:
        return _slip_free(p, targets)
    if step.end == FORM:
        for target in targets:
            forms.leave(p.draft, p.thing(target))
        return None
    for target in targets:
        thing = p.thing(target)
        if step.end == MIND:
            concentration.end(p.draft, thing, p.cast.act.name)
        over = effect_removal.end_where(p.draft, target, partial(_is_of_this, p) if step.end == "this" else partial(_is_named, step.end))
        p.record(target).ended += [e.name for e in over]
    concentration.tidy(p.draft)


def _spit_out(p: Performance, spot: Spot) -> None:
    """End what keeps others inside the creature that plays the act; they land prone beside it."""
    laid_elsewhere.bring(p.draft, p.cast.by)
    everybody = [t for t in p.draft.world.things.values() if t.kind == "character"]
    inside = [t for t in everybody if flagged_effects.source_of(p.draft.world, t, creature_flags.INSIDE_SOURCE, p.book) == p.cast.by]
    for one in inside:
        held = {
            e.cause.cast
            for e in one.creature.effects
            if e.cause.by == p.cast.by and flagged_effects.gives(e, creature_flags.INSIDE_SOURCE, p.book)
        }
        over = effect_removal.end_where(p.draft, one.id, partial(_is_laid_by, p.cast.by, held))
        p.record(one.id).ended += [entry.name for entry in over]
    p.play((ApplyStep(apply="prone"),), [one.id for one in inside], spot.at("inside"))


def _is_laid_by(by: str, casts: Collection[str | None], entry: Lasting) -> bool:
    return entry.cause.by == by and entry.cause.cast in casts


def _let_go(p: Performance, targets: Sequence[str]) -> None:
    """End the grapples of the creature that plays the act, with all that came with them (SRD, Grappling)."""
    for target in targets:
        over = release_one(p.draft, p.thing(p.cast.by), p.thing(target))
        p.record(target).ended += [entry.name for entry in over]


def _is_named(name: str, entry: Lasting) -> bool:
    return names.fold(entry.name) == names.fold(name)


def _is_of_this(p: Performance, entry: Lasting) -> bool:
    """Whether this cast applied the entry; an act that comes from an effect belongs to the cast that applied the effect. An entry that
    stays for good belongs to no cast (adrs/0116): for its own trigger, `this` is the entry itself.
    """
    own = p.of_entry
    if own and own.cause.cast is None:
        return (entry.name, entry.cause) == (own.name, own.cause)
    return entry.cause.cast is not None and entry.cause.cast == p.cast.id


def _break_free(p: Performance, targets: Sequence[str]) -> None:
    """End the effects that an action can end, at once or by a check of the acting creature (SRD, Web, Sleep)."""
    for target in targets:
        if not _take_off(p, target, partial(_is_open, p, target)):
            may_end = any(
                word.startswith(ACTION) for kind in LASTING for e in p.thing(target).creature.lasting(kind) for word in e.span.ends_by
            )
            p.say(f"{p.thing(target).name} stays as it is{'' if may_end else _NO_ACTION}.")


def _is_open(p: Performance, target: str, entry: Lasting) -> bool:
    return _escapes(p, target, entry) or _is_broken(p, target, entry.span.ends_by, _mode_against(p, entry))


def _escapes(p: Performance, target: str, entry: Lasting) -> bool:
    """Whether the creature ends what lies on itself without the check that its action would need (SRD 5.1, Maze: a minotaur)."""
    needs_action = any(word.startswith(ACTION) for word in entry.span.ends_by)
    return needs_action and target == p.cast.by and f"{creature_flags.ESCAPES}{names.fold(entry.name)}" in p.stats(target).flags


def _escape(p: Performance, targets: Sequence[str]) -> None:
    """End a grapple by a check against its escape DC, or in a contest if it has none (SRD 5.1, Escaping a Grapple), with everything else that
    the same cast applied (SRD 5.2, Grappling).
    """
    for target in targets:
        grapples = [c for c in thing_stats.lasting(p.draft.world, p.thing(target), "conditions") if c.name == GRAPPLED]
        broken = [c for c in grapples if _gets_out(p, target, c)]
        if not grapples:
            p.say(f"{p.thing(target).name} is not grappled.")
        elif broken:
            _take_off(p, target, partial(_is_of_one, broken))


def _slip_free(p: Performance, targets: Sequence[str]) -> None:
    """End every grapple and bond that is not magical, with everything else that the same cast applied (SRD, Freedom of Movement)."""
    for target in targets:
        bonds = [
            c for c in thing_stats.lasting(p.draft.world, p.thing(target), "conditions") if free_escapes.is_bond(p.draft.world, p.book, c)
        ]
        if not bonds or not _take_off(p, target, partial(_is_of_one, bonds)):
            p.say(f"Nothing holds {p.thing(target).name} but magic." if _is_bound(p, target) else f"Nothing holds {p.thing(target).name}.")


def _is_bound(p: Performance, target: str) -> bool:
    """Whether anything grapples or restrains the creature."""
    return any(c.name in (GRAPPLED, "restrained") for c in thing_stats.lasting(p.draft.world, p.thing(target), "conditions"))


def _is_of_one(broken: Sequence[Lasting], entry: Lasting) -> bool:
    """Whether the entry is one of these, or was applied by the same cast as one of them."""
    return entry in broken or (entry.cause.cast is not None and any(c.cause.cast == entry.cause.cast for c in broken))


def _gets_out(p: Performance, target: str, grapple: Lasting) -> bool:
    mode = _mode_against(p, grapple)
    if any(word.startswith(ACTION) for word in grapple.span.ends_by):
        return _is_broken(p, target, grapple.span.ends_by, mode)
    by = _grappler(p, grapple)
    if by is None:
        p.say("No escape DC is known: the check is yours (execute_action check; then manage_condition remove grappled).")
        return False
    if p.book.ruleset == "5.1":
        return save_and_check.wins_contest(p, p.cast.by, _chosen_skill(p, ("athletics", "acrobatics")), by.id, "athletics", mode)
    stats = p.stats(by.id)  # the game master applied the grapple: the DC is that of the grappler's unarmed strike
    dc = 8 + stats.proficiency_bonus.value + formula_values.wrestling(stats)
    return _is_broken(p, target, (f"{ACTION}athletics:{dc}", f"{ACTION}acrobatics:{dc}"), mode)


def _grappler(p: Performance, grapple: Lasting) -> Thing | None:
    held_by = {names.fold(word) for word in (grapple.cause.by, grapple.cause.source) if word}
    there = (t for t in p.draft.world.things.values() if t.kind == "character")
    return next((t for t in there if held_by & {names.fold(t.id), names.fold(t.name)}), None)


def _chosen_skill(p: Performance, skills: Sequence[str]) -> str:
    """The better of these skills of the acting creature, unless the call chooses one."""
    wanted = set(map(names.fold, p.cast.wish.choice.values()))
    return max([s for s in skills if names.fold(s) in wanted] or skills, key=lambda s: save_and_check.bonus_of(p.stats(p.cast.by), s))


def _mode_against(p: Performance, entry: Lasting) -> Mode | None:
    """The mode of a roll to end an entry: advantage against a grapple if the acting creature is powerful (SRD 5.2, Powerful Build)."""
    is_strong = creature_flags.STRONG_AGAINST_GRAPPLES in p.stats(p.cast.by).flags
    return "advantage" if entry.name == GRAPPLED and is_strong else None


def _is_broken(p: Performance, target: str, ends_by: Sequence[str], mode: Mode | None = None) -> bool:
    """Whether the action ends an entry with these `ends`: "action:none" needs no check; "action:athletics:15" asks for a check, perhaps with
    a mode ("action:athletics:13:disadvantage"), and of several checks the better one counts, unless the call chooses another.
    """
    asked = [word.removeprefix(ACTION).split(":") for word in ends_by if word.startswith(ACTION)]
    checks = [(skill, int(rest[0])) for skill, *rest in asked if rest and rest[0].isdigit()]
    is_hard = any(rest[1:] == [DISADVANTAGE] for _, *rest in asked)
    mode = (None if mode == "advantage" else "disadvantage") if is_hard else mode
    if not checks:
        return bool(asked)
    wanted = set(map(names.fold, p.cast.wish.choice.values()))
    checks = [one for one in checks if names.fold(one[0]) in wanted] or checks
    skill, dc = max(checks, key=lambda one: save_and_check.bonus_of(p.stats(p.cast.by), one[0]))
    key = f"{target} {skill}:{dc}"
    if key not in p.tried:
        p.tried[key] = save_and_check.passes_check(p, p.cast.by, skill, dc, mode)
    return p.tried[key]


PLAYS: Final[Plays] = {RemoveStep: remove, EndStep: end}
"""Kind of step → the function that plays it."""
