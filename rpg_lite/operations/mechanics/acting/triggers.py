"""Triggers: the steps that effects, features, items and zones play when something happens, and the entries that end because of it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.operations.happenings import Happening
from rpg_lite.operations.mechanics import concentration, lasting_ends, turn_economy
from rpg_lite.operations.mechanics.acting import casting, laid_acts, laying, reader, summoning, watching, zones
from rpg_lite.operations.mechanics.acting.branching import holds
from rpg_lite.operations.mechanics.acting.casting import Casting, Wish
from rpg_lite.operations.mechanics.acting.performance import Overplayed, Performance, Spot
from rpg_lite.operations.mechanics.acting.results import result_of
from rpg_lite.operations.mechanics.acting.saving import roll_save, threat_of
from rpg_lite.operations.mechanics.acting.working_items import told_name, working_items
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Called, Draft, Notice, Over
from rpg_lite.rules.acts.act import Act, ApplyStep, SaveStep, Spell, Step, Trigger
from rpg_lite.rules.acts.plain_steps import MakeStep
from rpg_lite.rules.acts.walk import step_at
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import ABILITIES
from rpg_lite.world import bearers, body_paths
from rpg_lite.world.creature_states import LASTING, Lasting, LastingKind
from rpg_lite.world.things import Thing

MOST_HAPPENINGS = 200
"""The maximum number of triggers that may follow from one command; more triggers mean that they trigger each other in a circle."""
TOLD_OF_A_CIRCLE = 3
MOST_TIMES = 100
"""The most times that a trigger of time counts at once, which is enough to heal anybody."""


@dataclass(frozen=True, slots=True)
class _Listener:
    """A trigger with its source: an effect on its bearer, or a feature or an item of the bearer.

    `item`: the id of that item, whose own name, `name`, only the party learns; `key`: the key that `once` remembers.
    """

    trigger: Trigger
    name: str
    entry: Lasting | None = None
    item: str | None = None

    @property
    def key(self) -> str:
        return self.item or self.name

    @property
    def called(self) -> str | Called:
        return Called(self.item) if self.item else self.name


def settle(draft: Draft) -> None:
    """Play everything that follows from the happenings, in the order in which they happened."""
    start = len(draft.notes)
    for _ in range(MOST_HAPPENINGS):
        if draft.over:
            over = draft.over.pop(0)
            if over.bearer in draft.world.things:
                at_end(draft, draft.world.things[over.bearer], over)
        elif draft.happened:
            happening = draft.followed = draft.happened.pop(0)
            if happening.bearer in draft.world.things:
                _follow(draft, happening)
        else:
            return
    draft.happened.clear()
    draft.over.clear()
    _shorten(draft, start)
    draft.note("triggers_in_a_circle")


def _shorten(draft: Draft, start: int) -> None:
    """Keep the first notes of triggers that run in a circle; the rest only repeat them."""
    places = [n for n, note in enumerate(draft.notes) if n >= start and note.code == "triggered"]
    left_out = {*places[TOLD_OF_A_CIRCLE:]}
    draft.notes = [note for n, note in enumerate(draft.notes) if n not in left_out]


def _follow(draft: Draft, h: Happening) -> None:
    for listener in list(_listeners(draft, h)):
        _play(draft, h, listener)
    if h.event in _OF_TURNS:
        _follow_on_others(draft, h)
    thrown: _Thrown = {}
    for kind in LASTING:
        for entry in draft.world.things[h.bearer].creature.lasting(kind):
            if not draft.is_older(h, h.bearer, entry):
                _maybe_end(draft, h, entry, kind, thrown)
    _end_of_others(draft, h)


_OF_TURNS: Final = frozenset(("turn_start", "turn_end"))


def _follow_on_others(draft: Draft, h: Happening) -> None:
    """Play what the turn of a creature sets off on those that bear its effects (SRD, Swallow: at the start of each of the toad's turns)."""
    for thing in [t for t in draft.world.things.values() if t.kind == "character" and t.id != h.bearer and t.creature.effects]:
        theirs = replace(h, bearer=thing.id, other=h.bearer)
        for listener in [one for one in _listeners(draft, theirs) if one.trigger.by == "source"]:
            _play(draft, theirs, listener)


_BY_ATTACKS: Final = frozenset(("attack", "attack_or_cast", "acted"))


def _end_of_others(draft: Draft, h: Happening) -> None:
    """End effects on others: those on a creature that attacks, hit or miss, or that deals damage, and those laid by a creature that falls
    to 0 (SRD, Invisibility, Turn Undead 5.2).
    """
    if h.event == "attacked" and h.other is not None and h.other in draft.world.things:
        _end_where(draft, h, [h.other], lambda entry: not _BY_ATTACKS.isdisjoint(entry.span.ends_by))
    elif h.event == "damaged" and h.other is not None and h.other in draft.world.things and h.other != h.bearer:
        _end_where(draft, h, [h.other], lambda entry: "deals_damage" in entry.span.ends_by)
    elif h.event == "searched":
        _find(draft, h)
    elif h.event == "to_0":
        everybody = [t.id for t in draft.world.things.values() if t.kind == "character"]
        _end_where(draft, h, everybody, lambda entry: "source_0" in entry.span.ends_by and entry.cause.by == h.bearer)


def _find(draft: Draft, h: Happening) -> None:
    """Find the creatures that hide from the searcher's side if the total reaches their DC (SRD 5.1, Hiding; SRD 5.2, Hide)."""
    searcher, room = draft.world.things[h.bearer], draft.world.room_of(h.bearer)
    others = [t for t in draft.world.things.values() if t.kind == "character" and watching.is_against(t, searcher)]
    for hider in others:
        dc = watching.dc_to_find(hider) if room and draft.world.room_of(hider.id) == room else None
        if dc is not None and h.taken >= dc:
            draft.note("found_by", by=Called(h.bearer), name=Called(hider.id))
            _end_where(draft, h, [hider.id], lambda entry: watching.FOUND in entry.span.ends_by)


def _end_where(draft: Draft, h: Happening, creatures: Sequence[str], is_over: Callable[[Lasting], bool]) -> None:
    for id in creatures:
        for kind in LASTING:
            for entry in draft.world.things[id].creature.lasting(kind):
                if is_over(entry) and not draft.is_older(h, id, entry):
                    end_entry(draft, draft.world.things[id], entry, kind)


def _listeners(draft: Draft, h: Happening) -> Iterator[_Listener]:
    bearer, book = draft.world.things[h.bearer], draft.situation.book
    for entry in bearers.lasting(draft.world, bearer, "effects"):  # the conditions that a step lays share its triggers with its effect
        effect = laid_acts.laid_effect(draft.world, entry.cause, book)
        for trigger in effect.on if effect else ():
            if trigger.on == h.event and _is_by(trigger, h, entry) and not (h.event == "cast" and draft.is_older(h, h.bearer, entry)):
                yield _Listener(trigger, entry.name, entry)
    for found in zones.around(draft.world, h.bearer, book):
        if h.event in ("enter", "leave") and h.cast not in (None, found.key):
            continue  # the creature entered another zone, not this one, in which it already stood
        for trigger in zones.triggers_of(found, h.event):
            if _is_by(trigger, h, entry := zones.as_entry(found)):
                yield _Listener(trigger, found.zone.act, entry)
    for thing, item in working_items(draft.world, bearer, book):
        for trigger in item.on:
            if trigger.on == h.event and (h.event != "time" or _times(draft, h, trigger)):
                yield _Listener(trigger, told_name(bearer, thing, item), item=thing.id)
    for feature in bearers.unspent_sheet(bearer, book).feature_rules:
        for trigger in feature.on:
            if trigger.on == h.event:
                yield _Listener(trigger, feature.name)


def _is_by(trigger: Trigger, h: Happening, entry: Lasting) -> bool:
    """Whether the right creature caused the event."""
    match trigger.by:
        case "source":
            return h.other == entry.cause.by
        case "bearer":
            return h.other in (None, h.bearer)
    return True


def _play(draft: Draft, h: Happening, listener: _Listener) -> None:
    trigger = listener.trigger
    if trigger.once and turn_economy.was_done(draft.world, h.bearer, listener.key, trigger.once):
        return
    p = Performance(draft, _cast_of(draft, h, listener), reader.play, [h.bearer])
    p.of_entry = listener.entry
    source = listener.entry.cause.by if listener.entry else h.bearer
    spot = Spot(
        laid_acts.path_to(p.cast.act, trigger.then) or (f"on.{trigger.on}" if listener.entry else ""), source=source, other=h.other, taken=h.taken, taken_type=h.types[0] if h.types else None, critical=h.critical,
        weapon=h.types[0] if h.types else None, kinds=_kinds(h),
    )  # fmt: skip
    if trigger.if_ and not holds(p, trigger.if_, h.bearer, spot):
        return
    before = len(draft.notes)
    try:
        p.play(trigger.then, [h.bearer], spot)
    except (FormulaFault, Overplayed) as fault:
        draft.note("trigger_failed", name=listener.called, why=str(fault) or "it runs in a circle")
        return
    if trigger.once:
        turn_economy.remember(draft, h.bearer, listener.key)
    told = result_of(p, listener.name, listener.item)
    if told.targets or told.says:
        draft.notes.insert(before, Notice("triggered", {"played": told}))  # the damage first, then the death that it caused


def _times(draft: Draft, h: Happening, trigger: Trigger) -> int:
    """The number of times that a trigger of time plays in the minutes that have passed."""
    now = draft.world.campaign.minutes
    return now // trigger.minutes - (now - h.taken) // trigger.minutes


def _kinds(h: Happening) -> frozenset[str]:
    """The kinds of the attack."""
    return frozenset(("weapon" if h.armed else "spell", "melee" if h.melee else "ranged"))


def _cast_of(draft: Draft, h: Happening, listener: _Listener) -> Casting:
    """The numbers of the cast that laid the entry; for a feature, those of its bearer."""
    entry, book = listener.entry, draft.situation.book
    if entry is None:
        act = Act.model_construct(name=listener.name, steps=listener.trigger.then)
        more = {"count": min(_times(draft, h, listener.trigger), MOST_TIMES)} if h.event == "time" else {"taken": h.taken}
        made = casting.make_casting(draft.new_cast_id(), act, draft.world.things[h.bearer], draft.world, book, Wish(), more=more)
        return replace(made, item=listener.item)
    act = act_of(draft, entry)
    caster = draft.world.things.get(entry.cause.by or "") or draft.world.things[h.bearer]
    wish = Wish(choice=entry.cause.choice or {})
    made = casting.make_casting(entry.cause.cast or draft.new_cast_id(), act, caster, draft.world, book, wish,
                      slot=entry.cause.slot, dc=entry.cause.dc, mod=entry.cause.mod, own=_level_of(act, book))  # fmt: skip
    return made


def _level_of(act: Act, book: Rulebook) -> int | None:
    """The level of the spell to which an act belongs; the name of such an act begins with that of the spell ("Moonbeam: move"). None for
    other acts.
    """
    spell = None if isinstance(act, Spell) else book.spell(act.name.partition(":")[0])
    return spell.level if spell else None


def act_of(draft: Draft, entry: Lasting) -> Act:
    """The act that laid the entry; an act without steps if none can be found."""
    found = laid_acts.act_of(draft.world, entry.cause, draft.situation.book)
    return found or Act.model_construct(name=entry.cause.act or entry.name, steps=())


# ── endings ───────────────────────────────────────────────────────────────────────────────────────────────────────


_Thrown = dict[tuple[str, str], bool]
"""The saves that one happening has called for, by cast and path: one save ends everything that one failed save has laid."""


def _maybe_end(draft: Draft, h: Happening, entry: Lasting, kind: LastingKind, thrown: _Thrown) -> None:
    for word in entry.span.ends_by:
        if _ends(draft, h, entry, word, thrown):
            end_entry(draft, draft.world.things[h.bearer], entry, kind)
            return
    _retry(draft, h, entry, kind, thrown)


def _ends(draft: Draft, h: Happening, entry: Lasting, word: str, thrown: _Thrown) -> bool:
    """Whether an event ends an entry, after a save if the word asks for one."""
    head, _, rest = word.partition(":")
    match head, rest.partition(":")[0]:
        case "damage", _:
            return h.event == "damaged"
        case "harmed_by", _:
            return h.event == "damaged" and h.other == entry.cause.by
        case "attack_or_cast", _:
            return h.event == "cast"
        case "acted", _:
            return h.event in ("acted", "cast")
        case "attacked", _:
            return h.event == "attacked" and (h.cast is None or h.cast != entry.cause.cast)
        case "attacked_by", _:
            return h.event == "attacked" and (h.other == entry.cause.by) == (rest == "source")
        case "idle_turn", _:
            return h.event == "turn_end" and not turn_economy.strove(draft.world, h.bearer)
        case turn_economy.UNEXTENDED, _:
            return h.event == "turn_end" and not turn_economy.was_extended(draft.world, h.bearer, _acts_about(draft, entry))
        case "save", ("turn_end" | "turn_start") as edge:
            return h.event == edge and _saves(draft, h, entry, rest.partition(":")[2], thrown)
        case "save", "damage":
            return h.event == "damaged" and _saves(draft, h, entry, rest.partition(":")[2], thrown)
    return False


def _saves(draft: Draft, h: Happening, entry: Lasting, mode: str, thrown: _Thrown) -> bool:
    """Whether the bearer passes the save of the step that laid the entry, rolled once more. `mode`: the mode of the roll, or the ability of
    the save if no save leads to the step.
    """
    p = Performance(draft, _cast_of(draft, h, _Listener(_NOTHING, entry.name, entry)), reader.play, [h.bearer])
    path, step = (
        (entry.cause.at or "", SaveStep.model_validate({"save": mode, "vs": entry.name})) if mode in ABILITIES else _save_of(draft, entry)
    )
    if step is None:
        return False
    key = (entry.cause.cast or entry.name, path)
    if key not in thrown:
        asked = step.model_copy(update={"mode": step.mode if mode in ABILITIES else mode or step.mode})
        dc = entry.cause.dc or p.cast.dc if step.dc is None else p.cast.number(step.dc)
        thrown[key] = roll_save(p, asked, h.bearer, dc, "", threat_of(p, asked)).passed
        draft.note("triggered", played=result_of(p, entry.name))
    return thrown[key]


def _acts_about(draft: Draft, entry: Lasting) -> frozenset[str]:
    """The act that laid an entry, and the acts that its effect brings."""
    effect = laid_acts.laid_effect(draft.world, entry.cause, draft.situation.book)
    return frozenset((entry.cause.act or "", *(act.name for act in (effect.acts if effect else ()))))


def _save_of(draft: Draft, entry: Lasting) -> tuple[str, SaveStep | None]:
    """(its path, the save above the step that laid the entry)."""
    act, path = act_of(draft, entry), entry.cause.at or ""
    while "." in path:
        path = path.rpartition(".")[0]
        step = step_at(act, path)
        if isinstance(step, SaveStep):
            return path, step
    return path, None


_NOTHING = Trigger.model_construct(on="turn_end", then=(), if_=())


def _retry(draft: Draft, h: Happening, entry: Lasting, kind: LastingKind, thrown: _Thrown) -> None:
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
    p = Performance(draft, _cast_of(draft, h, _Listener(_NOTHING, entry.name, entry)), reader.play, [h.bearer])
    p.play(retry.passed if passed else retry.fail, [h.bearer], Spot(f"{entry.cause.at}.retry.{'pass' if passed else 'fail'}"))
    # Only now: what the steps lay keeps the caster's concentration.
    end_entry(draft, draft.world.things[h.bearer], entry, kind)
    draft.note("triggered", played=result_of(p, entry.name))


def end_entry(draft: Draft, bearer: Thing, entry: Lasting, kind: LastingKind) -> None:
    """End one entry, and play the steps of the act for that end."""
    lasting_ends.end_of_kind(draft, bearer.id, kind, lambda one: one == entry)
    draft.note("ended_by_event", name=Called(bearer.id), what=entry.name)
    concentration.tidy(draft)


def _speaks_for(entry: Lasting, step: ApplyStep) -> bool:
    """Whether this is the one entry, of all those that a step has laid, whose end is reported: the effect, or else the first condition."""
    if isinstance(step.apply, str) or not step.apply.conditions:
        return True
    return entry.name not in step.apply.conditions if laying.lays_more(step.apply) else entry.name == step.apply.conditions[0]


def at_end(draft: Draft, bearer: Thing, over: Over) -> None:
    """Play the `onEnd` of an entry that has ended, and its `onTimeUp` if its time was up; a summoned creature vanishes."""
    entry = over.entry
    step = step_at(act_of(draft, entry), entry.cause.at or "")
    if isinstance(step, MakeStep) and not step.makes_things:
        summoning.dismiss(draft, bearer)
    elif isinstance(step, ApplyStep) and _speaks_for(entry, step):
        parts = {"on_time_up": step.on_time_up if over.in_time else (), "on_end": step.on_end}
        for word, steps in parts.items():
            _play_end(draft, bearer, entry, word, steps)


def _play_end(draft: Draft, bearer: Thing, entry: Lasting, word: str, steps: Sequence[Step]) -> None:
    if not steps or bearer.id not in draft.world.things:
        return
    cast = _cast_of(draft, Happening("turn_end", bearer.id), _Listener(_NOTHING, entry.name, entry))
    p = Performance(draft, cast, reader.play, [bearer.id])
    p.play(steps, [bearer.id], Spot(f"{entry.cause.at}.{word}"))
    draft.note("triggered", played=result_of(p, entry.name))
