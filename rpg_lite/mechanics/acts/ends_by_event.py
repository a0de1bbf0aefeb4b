"""Entries that end on their own bearer when something happens: at once, or by a save that the bearer repeats."""

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts.act_in_play import Spot
from rpg_lite.mechanics.acts.ends_by_attack import end_entry
from rpg_lite.mechanics.acts.result_building import result_of
from rpg_lite.mechanics.acts.steps.save_and_check import roll_save, threat_of
from rpg_lite.mechanics.acts.trigger_listener import NOTHING, Listener, act_of, performance_of
from rpg_lite.mechanics.creature import effect_source
from rpg_lite.mechanics.space import sides
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules.acts.act import ApplyStep, SaveStep
from rpg_lite.rules.acts.walk import step_at
from rpg_lite.vocabulary import ABILITIES
from rpg_lite.world import body_paths
from rpg_lite.world.creature_states import Lasting, LastingKind

Thrown = dict[tuple[str, str], bool]
"""The saves that one happening has called for, by cast and path: one save ends everything that one failed save has applied."""


def maybe_end(draft: Draft, h: Happening, entry: Lasting, kind: LastingKind, thrown: Thrown) -> None:
    for word in entry.span.ends_by:
        if _ends(draft, h, entry, word, thrown):
            end_entry(draft, draft.world.things[h.bearer], entry, kind)
            return
    _retry(draft, h, entry, kind, thrown)


def _ends(draft: Draft, h: Happening, entry: Lasting, word: str, thrown: Thrown) -> bool:
    """Whether an event ends an entry, after a save if the word asks for one."""
    head, _, rest = word.partition(":")
    match head, rest.partition(":")[0]:
        case "damage", _:
            return h.event == "damaged"
        case "bearer_0", _:
            return h.event == "to_0" and draft.world.things[h.bearer].creature.hp == 0
        case "harmed_by", _:
            return h.event == "damaged" and _is_of_the_source(draft, h.other, entry)
        case "attack_or_cast", _:
            return h.event == "cast"
        case "acted", _:
            return h.event in ("acted", "cast")
        case "idle_turn", _:
            return h.event == "turn_end" and not done_acts.strove(draft.world, h.bearer)
        case done_acts.UNEXTENDED, _:
            return h.event == "turn_end" and not done_acts.was_extended(draft.world, h.bearer, _acts_about(draft, entry))
        case "save", ("turn_end" | "turn_start") as edge:
            return h.event == edge and _saves(draft, h, entry, rest.partition(":")[2], thrown)
        case "save", ("damage" | "harmed_by_source" | "harmed_by_others") as whose:
            return _is_harm(draft, h, entry, whose) and _saves(draft, h, entry, rest.partition(":")[2], thrown)
    return False


def _is_harm(draft: Draft, h: Happening, entry: Lasting, whose: str) -> bool:
    """Whether the bearer is damaged: by anything, by the source of the entry or its companions (SRD 5.1, Vampire, Charm), or by anything but the
    source (SRD, Harpy, Luring Song).
    """
    if h.event != "damaged":
        return False
    if whose == "harmed_by_source":
        return _is_of_the_source(draft, h.other, entry)
    return whose == "damage" or h.other != entry.cause.by


def _is_of_the_source(draft: Draft, who: str | None, entry: Lasting) -> bool:
    """Whether the creature is the source of the entry or one of its companions (SRD, Charm Person, Suggestion)."""
    source, other = (draft.world.things.get(id or "") for id in (entry.cause.by, who))
    return source is not None and other is not None and sides.are_friends(draft.world, source, other, draft.situation.book)


def _saves(draft: Draft, h: Happening, entry: Lasting, mode: str, thrown: Thrown) -> bool:
    """Whether the bearer passes the save of the step that applied the entry, rolled once more. `mode`: the mode of the roll, or the ability
    of the save if no save leads to the step.
    """
    p = performance_of(draft, h, Listener(NOTHING, entry.name, entry))
    path, step = (
        (entry.cause.at or "", SaveStep.model_validate({"save": mode, "vs": entry.name})) if mode in ABILITIES else _save_of(draft, entry)
    )
    if step is None:
        return False
    laid = f"{entry.cause.by} {entry.cause.act}" if entry.cause.act else entry.name  # what stays for good belongs to no cast
    key = (entry.cause.cast or laid, path)
    if key not in thrown:
        asked = step.model_copy(update={"mode": step.mode if mode in ABILITIES else mode or step.mode})
        dc = entry.cause.dc or p.cast.dc if step.dc is None else p.cast.number(step.dc)
        thrown[key] = roll_save(p, asked, h.bearer, dc, "", threat_of(p, asked)).passed
        draft.note("triggered", played=result_of(p, entry.name))
    return thrown[key]


def _acts_about(draft: Draft, entry: Lasting) -> frozenset[str]:
    """The act that applied an entry, and the acts that its effect brings."""
    effect = effect_source.laid_effect(draft.world, entry.cause, draft.situation.book)
    return frozenset((entry.cause.act or "", *(act.name for act in (effect.acts if effect else ()))))


def _save_of(draft: Draft, entry: Lasting) -> tuple[str, SaveStep | None]:
    """(path, step) of the save above the step that applied the entry."""
    act, path = act_of(draft, entry), entry.cause.at or ""
    while "." in path:
        path = path.rpartition(".")[0]
        step = step_at(act, path)
        if isinstance(step, SaveStep):
            return path, step
    return path, None


def _retry(draft: Draft, h: Happening, entry: Lasting, kind: LastingKind, thrown: Thrown) -> None:
    """Repeat a save that counts passes and failures: enough of either end the entry and play the steps for that outcome (SRD, Flesh to
    Stone).
    """
    step = step_at(act_of(draft, entry), entry.cause.at or "")
    retry = step.retry if isinstance(step, ApplyStep) else None
    if retry is None or h.event != ("damaged" if retry.at == "damage" else retry.at):
        return
    thing = draft.world.things[h.bearer]
    if entry not in thing.creature.lasting(kind):
        return
    passed = _saves(draft, h, entry, retry.save or "", thrown)
    tried = entry.with_try(passed)
    count = tried.passes if passed else tried.failures
    if count < retry.need:
        entries = [tried if e == entry else e for e in draft.world.things[h.bearer].creature.lasting(kind)]
        change(draft, draft.world.things[h.bearer], body_paths.of_lasting(kind), entries)
        return
    p = performance_of(draft, h, Listener(NOTHING, entry.name, entry))
    p.play(retry.passed if passed else retry.fail, [h.bearer], Spot(f"{entry.cause.at}.retry.{'pass' if passed else 'fail'}"))
    # Only now, because the effects that the steps apply keep the caster's concentration.
    end_entry(draft, draft.world.things[h.bearer], entry, kind)
    draft.note("triggered", played=result_of(p, entry.name))
