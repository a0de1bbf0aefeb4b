"""manage_character prepare: set the spells that a caster has prepared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import state_changes, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.heroes import spell_preparing
from rpg_lite.mechanics.heroes.creature_making import Naming
from rpg_lite.operations.operation import OWN, Operation, free
from rpg_lite.rules import names
from rpg_lite.rules.class_spellcasting import ClassCasting
from rpg_lite.rules.granted_spells import always_prepared
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import SpellRule
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.world_model import Thing, World

_MOST_SPELLS: Final = 100


class Prepare(Naming):
    """The spells to have prepared."""

    operation: Literal["prepare"]
    spells: Annotated[tuple[str, ...], Field(max_length=_MOST_SPELLS)]
    force: bool = False


@dataclass(frozen=True, slots=True)
class PrepareResult(Result):
    """The prepared spells, their maximum number, the spells that are always prepared and do not count, and those that are prepared no longer."""

    spells: tuple[str, ...]
    most: int
    always: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def decide_prepare(command: Prepare, draft: Draft) -> Verdict:
    """Refuses: cantrip_prepared, prepared_too_many, prepared_too_many_of, prepares_nothing, replaces_too_many, spell_not_on_list, spell_unknown."""
    world, book = draft.world, draft.situation.book
    thing = targets.character(world, command.character_id, command.character_name, "characterName")
    if isinstance(thing, Rejected):
        return thing
    preparing = spell_preparing.preparing_classes(world, thing, book)
    if not preparing:
        return Rejected("prepares_nothing", "characterName", {"name": thing.name})
    most = sum(c.prepared or 0 for c in preparing.values())
    found = [
        spell_preparing.spell_to_prepare(word, thing.name, preparing, thing_stats.true_sheet(thing, book), book) for word in command.spells
    ]
    if refusal := next((s for s in found if isinstance(s, Rejected)), None):
        return refusal
    always = always_prepared(thing_stats.sheet(thing, book), book)
    named = tuple(dict.fromkeys(s.name for s in found if isinstance(s, SpellRule)))
    spells = tuple(s for s in named if s not in always)
    levels = {s.level for s in found if isinstance(s, SpellRule) and s.name in spells}
    most += len(levels.intersection(thing_stats.true_sheet(thing, book).spell_slots.arcanum))  # one more spell each
    if len(spells) > most:
        fewer = _as_many(spells, thing_stats.true_sheet(thing, book).spells.prepared or (), most)
        instead = {**command.model_dump(by_alias=True, exclude_unset=True), "spells": fewer} if fewer else None
        details = {"name": thing.name, "most": most, "wanted": len(spells), "over": len(spells) - most}
        return Rejected("prepared_too_many", "spells", details, instead=instead)
    if len(preparing) > 1:
        shared = _by_class(command, thing, spells, preparing, book)
        if isinstance(shared, Rejected):
            return shared
        spells = shared
    before = _prepared_before(thing, book)
    dropped = tuple(spell for spell in before if spell not in (*spells, *always))
    slow = spell_preparing.replacing(preparing, [book.spells[names.fold(s)] for s in dropped], thing_stats.true_sheet(thing, book), book)
    if slow and not command.force and (refusal := _replaces_too_many(command, thing, spells, before, dropped, slow, most, book)):
        return refusal
    if at_levels := [name for name in slow if spell_preparing.replaces_at_levels(name, book)]:
        draft.note("replaced_at_once", classes=at_levels)
    elif _changes_between_rests(thing, before, spells, world) and not _only_adds_at_levels(preparing, dropped, book):
        draft.note("prepared_at_once")
    kept = {**(thing.creature.sheet.document.get("spells") or {}), "prepared": list(spells)}
    state_changes.change(draft, thing, body_paths.of_sheet("spells"), kept)
    return Decision.about(thing.id, thing.id, result=PrepareResult(spells, most, tuple(always), dropped))


def _replaces_too_many(
    command: Prepare, thing: Thing, spells: Sequence[str], before: Sequence[str], dropped: Sequence[str], slow: Sequence[str], room: int, book: Rulebook
) -> Rejected | None:
    """Refuse to give up more spells than the classes replace at once, with a call that keeps the others (SRD 5.2, Changing Your Prepared Spells).
    `room`: the spells that may be prepared in all.
    """
    most = spell_preparing.most_replaced(slow, book)
    if len(dropped) <= most:
        return None
    new = [spell for spell in spells if spell not in before]
    kept = [spell for spell in before if spell not in dropped[len(dropped) - min(most, max(0, len(before) + len(new) - room)) :]]
    again = [*kept, *new[: max(0, room - len(kept))]]
    when = "when it gains a level" if spell_preparing.replaces_at_levels(slow[0], book) else "after a long rest"
    details = {"name": thing.name, "most": most, "classes": [*slow], "spells": [*dropped], "when": when}
    return Rejected("replaces_too_many", "spells", details, instead={**command.model_dump(by_alias=True, exclude_unset=True), "spells": again})


def _only_adds_at_levels(preparing: Mapping[str, ClassCasting], dropped: Sequence[str], book: Rulebook) -> bool:
    """Whether nothing but new spells of classes is prepared that gain them with their levels."""
    return not dropped and all(spell_preparing.replaces_at_levels(name, book) for name in preparing)


def _prepared_before(thing: Thing, book: Rulebook) -> list[str]:
    return [s.name for word in thing_stats.true_sheet(thing, book).spells.prepared or () if (s := book.spell(word))]


def _by_class(
    command: Prepare, thing: Thing, spells: Sequence[str], preparing: Mapping[str, ClassCasting], book: Rulebook
) -> tuple[str, ...] | Rejected:
    """The spells, with those that other classes have prepared; refused if they are too many for one of the classes."""
    sheet = thing_stats.true_sheet(thing, book)
    before = [s.name for word in sheet.spells.prepared or () if (s := book.spell(word)) and s.name not in always_prepared(sheet, book)]
    rules = [rule for name in dict.fromkeys((*spells, *before)) if (rule := book.spells.get(names.fold(name)))]
    rooms = spell_preparing.rooms_of(preparing, rules, sheet, book)
    without = [spell for spell in spells if not rooms.place(spell)]
    if without:
        crowded, most = rooms.crowded_by(without[0])
        classes = [name for name in preparing if name in crowded]
        over = sum(crowded.issuperset(rooms.fits[spell]) for spell in without)
        details = {"name": thing.name, "most": most, "classes": classes, "wanted": most + over, "over": over}
        again = {**command.model_dump(by_alias=True, exclude_unset=True), "spells": [spell for spell in spells if spell not in without]}
        return Rejected("prepared_too_many_of", "spells", details, instead=again)
    return (*spells, *(spell for spell in spell_preparing.kept_beside(spells, before, rooms) if rooms.place(spell)))


def _changes_between_rests(thing: Thing, before: Sequence[str], spells: Sequence[str], world: World) -> bool:
    """Whether other spells than before are prepared though no long rest has just ended (SRD, Preparing and Casting Spells); the first choice
    is free.
    """
    return bool(before) and {*before} != {*spells} and thing.creature.rested_at != world.campaign.minutes


def _as_many(wanted: Sequence[str], now: Sequence[str], most: int) -> list[str]:
    """As many of the wanted spells as fit: the first ones, but never just those that are prepared already; empty if none of them is new.

    >>> _as_many(["Bless", "Bane", "Aid"], ["Bless", "Bane"], 2), _as_many(["Bless", "Bane", "Aid"], ["Aid"], 2)
    (['Bless', 'Aid'], ['Bless', 'Bane'])
    """
    if not {*wanted[:most]} <= {*now}:
        return [*wanted[:most]]
    new = [spell for spell in wanted if spell not in now][:most]
    old = [spell for spell in wanted if spell in now][: most - len(new)]
    return [spell for spell in wanted if spell in new or spell in old] if new else []


OPERATION = Operation(
    tool="manage_character",
    model=Prepare,
    decide=decide_prepare,
    who=OWN,
    cost=free,
    sends="characterName spells",
)
