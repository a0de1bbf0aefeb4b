"""Auras that reach others: where everybody has a place the feet say whom; elsewhere the table says who is near whom, once (`near`) or in a call.

A change reaches friends of its bearer in the same room (SRD, Aura of Protection; SRD 5.2, Aura of Authority). Of two auras of one name the
higher counts, and a creature's own aura comes first. An answer reminds of the auras of those whom the command has loaded: everybody in a fight, and the
people around for a save or a condition that an aura keeps off. To load them for everything else would cost more than it tells.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from rpg_lite.decision import targets
from rpg_lite.decision.aura_words import AuraWord, ToldAura, is_called, words_in
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Notice, Outcome, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.space import nearness, sides, standing
from rpg_lite.rules import names
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Ref, Thing, World

OTHERS: Final = "others"
"""The scope of a change that reaches only others."""
COUNTS: Final = "aura_counts"
WARDS: Final = "aura_wards"
IMMUNITY: Final = "condition_immunity"
INITIATIVE: Final = "initiative"
_ROLLS: Final = ("save.", "attack.", "ac", IMMUNITY, INITIATIVE)
"""The beginnings of the targets of changes that a call with such a word can bring: saves, attack rolls, the AC that an attack meets,
conditions that do not begin, initiative.
"""


# ── the words of a call ─────────────────────────────────────────────────────────────────────────────────────────────


def touches(command: Command) -> tuple[Ref, ...]:
    """The creatures whose auras the command names, and those that it says stand in them."""
    if not command.words_beside:
        return ()
    said = words_in(command.words_beside)
    called = dict.fromkeys(name for word in said for name in (*(by for _, by in word.readings), *word.on))
    return tuple(Ref("bearer", *targets.id_or_name(name)) for name in called)


def take(command: Command, world: World, situation: Situation) -> tuple[Command, Situation] | Rejected:
    """The command without its words about auras, and the situation that knows them.

    Refuses: aura_elsewhere, aura_of_a_foe, aura_sleeps, aura_unknown, aura_whose.
    """
    said = words_in(command.words_beside) if command.words_beside else []
    if not said:
        return command, situation
    told: list[ToldAura] = []
    taken: set[str] = set()
    for one in said:
        found = _find(one, command, world, situation.book)
        if isinstance(found, Rejected):
            return found
        if found is not None:
            told.append(found)
            taken.add(one.word)
    left = tuple(word for word in command.words_beside if word not in taken)
    return command.model_copy(update={"with_": left}), replace(situation, auras=tuple(told))


def _find(said: AuraWord, command: Command, world: World, book: Rulebook) -> ToldAura | Rejected | None:
    """The aura that the word names; None if the word is the name of something else, which the operation knows."""
    meant = [(name, by) for name, who in said.readings if isinstance(by := _creature(world, who), Thing)]
    if not meant:
        whole = names.fold(said.word)
        if (rule := book.feature(said.word)) is not None and any(m.aura_ft for m in rule.modifiers):
            bearers = tuple(t.name for t in _characters(world) if any(is_called(m.source.name, rule.name) for m in _of(world, t, book)))
            return Rejected("aura_whose", "with", {"aura": _plain(rule.name)}, near=bearers)
        known = book.effect(said.word) or book.spell(said.word) or book.act(whole) or book.feature(said.word)
        unknown = targets.character(world, *targets.id_or_name(said.readings[-1][1]), "with")
        return None if known or isinstance(unknown, Thing) else _respelled(unknown, said, command)
    name, by = meant[0]
    given = [m for m in _of(world, by, book) if is_called(m.source.name, name)]
    if not given:
        return _without_aura(by, name, world, book)
    on = [targets.character(world, *targets.id_or_name(who), "with") for who in said.on]
    if refused := next((one for one in on if isinstance(one, Rejected)), None):
        return refused
    named = [one for one in on if isinstance(one, Thing)]
    return _out_of_reach(by, given[0], named or _concerned(command, given, world), bool(named), world, book) or ToldAura(
        said.word, by.id, name, tuple(one.id for one in named)
    )


def _respelled(unknown: Rejected, said: AuraWord, command: Command) -> Rejected:
    """The refusal; if only one name is like the one that was sent, with the call that names it."""
    if len(unknown.near) != 1:
        return unknown
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    meant = said.word.replace(said.readings[-1][1], unknown.near[0].partition(" (")[0])
    return replace(unknown, instead={**sent, "with": [meant if word == said.word else word for word in sent["with"]]})


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _creature(world: World, who: str) -> Thing | None:
    found = targets.character(world, *targets.id_or_name(who), "with")
    return found if isinstance(found, Thing) else None


def _characters(world: World) -> list[Thing]:
    return [t for t in world.things.values() if t.kind == "character"]


def _of(world: World, by: Thing, book: Rulebook) -> list[Modifier]:
    """The auras of the creature that are in effect and change a roll of others."""
    return [m for m in thing_stats.stats_of(world, by, book).auras if m.target.startswith(_ROLLS)]


def _without_aura(by: Thing, name: str | None, world: World, book: Rulebook) -> Rejected:
    """The refusal for a creature without such an aura, or with one that does not work now (SRD, Aura of Protection)."""
    rules = thing_stats.sheet(by, book).feature_rules
    asleep = next(
        (r.name for r in rules for m in r.modifiers if m.aura_ft and m.target.startswith(_ROLLS) and is_called(r.name, name)), None
    )
    if asleep is None:
        return Rejected("aura_unknown", "with", {"name": by.name, "aura": name or "aura"})
    stats = thing_stats.stats_of(world, by, book)
    why = "dead" if thing_stats.is_dead(by) else ", ".join(stats.conditions_active) or "what it needs is not given"
    return Rejected("aura_sleeps", "with", {"name": by.name, "aura": _plain(asleep), "why": why})


def _concerned(command: Command, given: Sequence[Modifier], world: World) -> list[Thing]:
    """The creatures on whose rolls the call is likely to depend: the targets, or else the creature that it is about; that one also if the
    aura changes its attacks.
    """
    found = [targets.creatures(world, name, "targets") for name in dict(command).get("targets", ())]
    whom = [several for several in found if not isinstance(several, Rejected)]
    if any(command.target) and isinstance(single := targets.character(world, *command.target, "targetName"), Thing):
        whom.append([single])
    if not whom or any(m.target.startswith("attack.") for m in given):
        own = targets.whom(world, *command.actor) if any(command.actor) else []
        whom += [] if isinstance(own, Rejected) else [own]
    return [one for many in whom for one in many]


def _out_of_reach(by: Thing, aura: Modifier, whom: Sequence[Thing], each: bool, world: World, book: Rulebook) -> Rejected | None:
    """The refusal if the aura can reach none of these creatures, or, if the call names them, not each of them."""
    refusals = [found for one in whom if (found := _refusal(by, aura, one, world, book))]
    return refusals[0] if refusals and (each or len(refusals) == len(whom)) else None


def _refusal(by: Thing, aura: Modifier, one: Thing, world: World, book: Rulebook) -> Rejected | None:
    details = {"aura": _plain(aura.source.name), "by": by.name, "name": one.name}
    if not sides.are_friends(world, by, one, book):
        return Rejected("aura_of_a_foe", "with", details)
    return None if world.room_of(by.id) == world.room_of(one.id) else Rejected("aura_elsewhere", "with", details)


# ── the rolls of a call ─────────────────────────────────────────────────────────────────────────────────────────────


def reaching(draft: Draft, creature: Thing, own: EffectiveStats) -> list[Modifier]:
    """The changes that the named auras bring to a creature; the id of their source is that of the aura's bearer. Of an aura that the creature
    has itself, only what is more.
    """
    found: list[Modifier] = []
    if draft.aura_bearers == () and not draft.situation.auras:  # most deeds are done where nobody has an aura
        return found
    feet = _feet_to_bearers(draft, creature)
    beside = nearness.near(draft.world, creature.id) if feet is None else [draft.world.things[id] for id in feet]
    if not (draft.situation.auras or beside):
        return found
    book = draft.situation.book
    for told in (*draft.situation.auras, *_of_those_near(draft, beside)):
        by = draft.world.things.get(told.by)
        if (
            by is None
            or by.id == creature.id
            or (told.on and creature.id not in told.on)
            or _refusal(by, _ANY, creature, draft.world, book)
        ):
            continue
        given = [m for m in _of(draft.world, by, book) if is_called(m.source.name, told.name)]
        if feet is not None and by.id in feet and told not in draft.situation.auras:
            given = [m for m in given if isinstance(m.aura_ft, int) and feet[by.id] <= m.aura_ft]
        found += [more for m in given if (more := _beyond(m, by, (*own.auras, *found)))]
    return found


def _feet_to_bearers(draft: Draft, creature: Thing) -> dict[str, int] | None:
    """The feet to each bearer of an aura in the room, where places count for the creature; None where the table says who is near whom."""
    room = draft.world.room_of(creature.id)
    if room is None or not standing.is_measured(draft.world, room.id):
        return None
    bearers = _bearers(draft)
    if not bearers:
        return {}
    now = standing.standing_in(draft.world, room, draft.situation.book)
    if creature.id not in now.spaces:
        return None
    return {id: feet for id in bearers if id != creature.id and (feet := now.feet(id, creature.id)) is not None}


def _bearers(draft: Draft) -> Sequence[str]:
    """The ids of all creatures at hand that may have an aura, found once for a deed."""
    if draft.aura_bearers is None:
        world, book = draft.world, draft.situation.book
        draft.aura_bearers = tuple(who.id for who in _characters(world) if _may_have_aura(world, who, book))
    return draft.aura_bearers


def _of_those_near(draft: Draft, beside: Sequence[Thing]) -> list[ToldAura]:
    """The auras of those who are said to be near a creature, without those that the call names."""
    named = {told.by for told in draft.situation.auras}
    return [ToldAura("", by.id) for by in beside if by.id not in named]


def _beyond(aura: Modifier, by: Thing, had: Sequence[Modifier]) -> Modifier | None:
    """The part of the aura that exceeds those that the creature has already: auras of one name do not add up."""
    same = [m for m in had if (m.source.name, m.target, m.op) == (aura.source.name, aura.target, aura.op)]
    reached = replace(aura, scope=tuple(word for word in aura.scope if word != OTHERS), source=replace(aura.source, id=by.id))
    if not isinstance(aura.value, int):
        return None if same else reached
    more = aura.value - max((m.value for m in same if isinstance(m.value, int)), default=0)
    return replace(reached, value=more) if more > 0 else None


def ward(draft: Draft, creature: Thing, condition: str) -> Modifier | None:
    """The named aura that keeps the creature from a condition (SRD, Aura of Courage, Aura of Devotion), with a note; without one, a note reminds
    of the auras that may do so.
    """
    found = kept_off(draft, creature, condition)
    if found is None:
        remind_of_wards(draft, creature, condition)
        return None
    draft.note("aura_wards", aura=_plain(found.source.name), by=Called(found.source.id), names=[Called(creature.id)], name=condition)
    return found


def kept_off(draft: Draft, creature: Thing, condition: str) -> Modifier | None:
    """The aura that keeps the creature from a condition, of those that the call names or whose bearers are said to be near."""
    found = reaching(draft, creature, thing_stats.stats_of(draft.world, creature, draft.situation.book))
    return next((m for m in found if m.target == IMMUNITY and m.value == condition and not m.scope), None)


def tell_of_what_lies(draft: Draft, creature: Thing) -> None:
    """Note the conditions that already lie on a creature, and that an aura of somebody near suppresses."""
    for name in dict.fromkeys(entry.name for entry in thing_stats.lasting(draft.world, creature, "conditions")):
        if found := kept_off(draft, creature, name):
            told = {"aura": _plain(found.source.name), "by": Called(found.source.id), "name": name, "bearer": Called(creature.id)}
            _note_once(draft, Notice("aura_suppresses", told))


def suppressed(draft: Draft, creature: Thing) -> frozenset[str]:
    """The conditions on a creature that have no effect while it is near somebody whose aura keeps them off (SRD 5.2, Aura of Courage)."""
    warded = warded_conditions(draft.situation.book)
    lying = {entry.name for entry in creature.creature.conditions} & warded
    if not lying or creature.id not in draft.world.things:
        return frozenset()
    return frozenset(name for name in lying if kept_off(draft, creature, name))


@lru_cache(maxsize=8)
def warded_conditions(book: Rulebook) -> frozenset[str]:
    """The conditions that the aura of some feature keeps off."""
    changes = (m for rule in book.features.values() for m in rule.modifiers if m.aura_ft and m.target == IMMUNITY)
    return frozenset(str(m.value) for m in changes)


def remind(draft: Draft, creature: Thing, kinds: Collection[str]) -> None:
    """Note, once for each aura, that it may reach the creature and that the call does not name it. `kinds`: the targets of the changes on which
    the roll depends.
    """
    if draft.aura_bearers == ():
        return
    for by, aura in _not_named(draft, creature, kinds):
        _note_once(draft, Notice("aura_may_reach", {"aura": _plain(aura.source.name), "by": Called(by.id), "feet": aura.aura_ft}))


def remind_of_wards(draft: Draft, creature: Thing, condition: str, is_applied: bool = False) -> None:
    """Note the auras that may keep a condition off which begins. `is_applied`: the game master applies it, in a call that names no auras."""
    for by, aura in _not_named(draft, creature, (IMMUNITY,)):
        if aura.value == condition:
            told = {
                "aura": _plain(aura.source.name),
                "by": Called(by.id),
                "feet": aura.aura_ft,
                "name": condition,
                "bearer": Called(creature.id),
            }
            _note_once(draft, Notice("aura_may_ward_applied", told) if is_applied else Notice("aura_may_ward", told))


def _note_once(draft: Draft, told: Notice) -> None:
    if told not in draft.notes:
        draft.notes.append(told)


def added(changes: Sequence[Modifier]) -> int:
    """The sum of the numbers that these changes add."""
    return sum(m.value for m in changes if m.op == "add" and isinstance(m.value, int))


def modes(changes: Sequence[Modifier]) -> list[Modifier]:
    """Those of these changes that give advantage or disadvantage."""
    return [m for m in changes if m.op in ("advantage", "disadvantage")]


def tell(draft: Draft, creature: Thing, changes: Sequence[Modifier], what: str) -> None:
    """Note the changes of auras that a roll of the creature uses. `what`: the kind of roll."""
    for change in changes:
        gives = f"{change.value:+d}" if isinstance(change.value, int) else change.op
        draft.note(
            "aura_counts",
            aura=_plain(change.source.name),
            by=Called(change.source.id),
            names=[Called(creature.id)],
            gives=f"{gives} to {what}",
        )


# ── the answer ──────────────────────────────────────────────────────────────────────────────────────────────────────


def close(outcome: Outcome, command: Command, situation: Situation) -> Outcome:
    """The outcome with one note for all whom an aura reached alike, and a note about an aura on which no roll depended. A refusal proposes the
    call with the words about auras that it had.
    """
    if isinstance(outcome, Rejected):
        return _with_words(outcome, command, situation) if situation.auras else outcome
    if not (outcome.notes or situation.auras):
        return outcome
    told = [n for n in outcome.notes if n.code == COUNTS]
    if not (told or situation.auras):
        return outcome
    alike: dict[tuple[str, str, str], dict[str, Called]] = {}
    for note in told:
        d = note.details
        alike.setdefault((d["aura"], d["by"].id, d["gives"]), {}).update({who.id: who for who in d["names"]})
    merged = [Notice(COUNTS, {"aura": a, "by": Called(by), "gives": g, "names": [*who.values()]}) for (a, by, g), who in alike.items()]
    used = {n.details["by"].id for n in outcome.notes if n.code in (COUNTS, WARDS)}
    idle = [t for t in situation.auras if not situation.dry and t.by not in used]
    unused = [Notice("words_idle", {"texts": tuple(t.word for t in idle)})] if idle else []
    return replace(outcome, notes=(*(n for n in outcome.notes if n.code != COUNTS), *merged, *unused))


def _with_words(refused: Rejected, command: Command, situation: Situation) -> Rejected:
    instead = refused.instead
    if instead is None or instead.get("operation") != command.operation:
        return refused
    words = (*instead.get("with", ()), *(t.word for t in situation.auras))
    return replace(refused, instead={**instead, "with": [*dict.fromkeys(words)]})


def _not_named(draft: Draft, creature: Thing, kinds: Collection[str]) -> Iterator[tuple[Thing, Modifier]]:
    """The auras (bearer, change) on rolls of these kinds that may reach the creature and that the call does not name."""
    world, book = draft.world, draft.situation.book
    if not _bearers(draft):
        return
    placed = _feet_to_bearers(draft, creature) or {}
    named = {told.by: [m.source.name for m in _of(world, world.things[told.by], book)] for told in draft.situation.auras}
    counted = {names.fold(name) for auras in named.values() for name in auras}
    told = {*named, *(by.id for by in nearness.near(world, creature.id))}
    for id in _bearers(draft):
        by = world.things.get(id)
        if by is None or id in placed or id in told or id == creature.id or _refusal(by, _ANY, creature, world, book) is not None:
            continue
        for aura in _of(world, by, book):
            if aura.target in kinds and names.fold(aura.source.name) not in counted:
                yield by, aura


def _may_have_aura(world: World, who: Thing, book: Rulebook) -> bool:
    """Whether a feature, an effect or a thing of the creature brings an aura, whatever else it needs. It computes no numbers, because most
    creatures of most rolls have none.
    """
    kept = who.creature
    text = kept.sheet.text
    if '"classes"' in text or '"features"' in text or '"race"' in text or '"modifiers"' in text or kept.form is not None:
        sheet = thing_stats.sheet(who, book)
        changes = (*sheet.modifiers, *(change for rule in sheet.feature_rules for change in rule.modifiers))
        if any(change.aura_ft for change in changes):
            return True
    if who.id in world.children:
        things = (t for t in world.bag_of(who.id) if t.kind == "item")
        if any(change.aura_ft for t in things for change in _changes_of(thing_stats.item_of(t, book))):
            return True
    effects = thing_stats.lasting(world, who, "effects") if kept.effects else ()
    return any(_is_aura(change) for e in effects for change in e.document.get("modifiers") or _of_effect(e.name, book))


def _changes_of(item: Item) -> Iterator[Modifier]:
    yield from item.modifiers
    for switched in item.activated:
        yield from switched.modifiers


def _of_effect(name: str, book: Rulebook) -> Sequence[Modifier]:
    rule = book.effect(name)
    return rule.modifiers if rule else ()


def _is_aura(change: Any) -> bool:
    """Whether a change of an effect is an aura; an effect keeps its changes as they are written."""
    return bool(change.get("auraFt") if isinstance(change, Mapping) else change.aura_ft)


_ANY: Final = Modifier("save.all", "add", 0)
"""Stands for any aura where only the creatures matter."""
