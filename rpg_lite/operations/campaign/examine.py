"""read_campaign examine: take a close look at one thing, and at the calls about it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import name_matching, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.items.money import coin_of
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.room_lookup import ActingCommand
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import book_search, names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats, tools_in_use, written_features
from rpg_lite.world.world_model import Ref, Thing, World

_ID: Final = re.compile(r"[a-z]\d+\.\d+")


class Examine(ActingCommand):
    """A close look: tool, note, item, creature, room, template."""

    operation: Literal["examine"]
    name: Annotated[str, Field(min_length=1, max_length=200, description="Name: rpg:look, a thing at hand, a room, a trait.")]

    def touches(self) -> tuple[Ref, ...]:
        near = (*super().touches(), Ref("people", *self.who))
        if self.is_id:
            return (*near, Ref("place", self.name))
        return (*near, Ref("qualified", None, self.qualified) if self.is_qualified else Ref("place", None, self.name))

    @property
    def is_id(self) -> bool:
        return bool(_ID.fullmatch(self.name))

    @property
    def qualified(self) -> str:
        return tools_in_use.qualify(self.name.strip())

    @property
    def is_qualified(self) -> bool:
        return ":" in self.qualified and not tools_in_use.is_glob(self.qualified)

    @property
    def hears_calls(self) -> bool:
        return True

    @property
    def logged_actor(self) -> str | None:
        return next(filter(None, self.actor), None)

    @property
    def logged_item(self) -> str | None:
        """The thing to examine; the name in this command is not that of an actor."""
        return self.name


@dataclass(frozen=True, slots=True)
class ExamineResult(Result):
    """The filter for the calls about the thing: this tool, these rooms, or these ids and names; and the template, if the thing is a
    template.
    """

    tool: str | None = None
    rooms: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    template: str | None = None
    trait: str | None = None
    """The name of a trait, a feature or an act of the creature that is the subject."""


def decide_examine(command: Examine, draft: Draft) -> Verdict:
    """The thing of this name, or else a trait of the creature named or of somebody here, or else the template; and the calls about it.

    Refuses: floor_unknown, name_ambiguous, party_empty, thing_unknown.
    """
    world, situation = draft.world, draft.situation
    room = room_lookup.here(world, command)
    if isinstance(room, Rejected) and room.code != "floor_unknown":
        return room
    at_hand = list(_at_hand(command, world, room if isinstance(room, Thing) else None))
    found = _find_meant(command, world, at_hand, situation.book)
    if isinstance(found, Thing):
        return Decision.about(found.id, result=_calls_about(found, situation.book))
    if isinstance(found, Rejected):
        return found
    if who := _bearer_of_trait(command, at_hand[_PEOPLE], situation.book):
        return Decision.about(who.id, result=ExamineResult(named=(command.name,), trait=command.name))
    pick = situation.book.find(command.name)
    item = situation.book.item(pick) if pick else None
    if pick and item:
        return Decision.about(result=ExamineResult(items=(command.name, *sorted(item.keys)), template=pick.template))
    if book_search.exact(command.name, None, situation.book):  # an entry of the book is no misspelt thing
        return Rejected("thing_unknown", "name", {"wanted": command.name}, instead={"operation": "lookup", "query": command.name})
    return Rejected("thing_unknown", "name", {"wanted": command.name}, _near(command, world, at_hand, situation.book))


def _at_hand(command: Examine, world: World, room: Thing | None) -> Iterator[Sequence[Thing]]:
    """The candidates, nearest first: carried things, things here, people here, things that others here carry."""
    acting = room_lookup.acting(world, command)
    own = [] if isinstance(acting, Rejected) else acting
    here = room_lookup.people(world, room.id) if room else []
    yield [t for who in own for t in open_contents(world, who)]
    yield [t for t in open_contents(world, room) if t.kind not in ("character", "room")] if room else []
    yield [*own, *(who for who in here if who not in own)]
    theirs = (t for who in here if who not in own for t in open_contents(world, who))
    yield [t for t in theirs if not (t.id in world.unnamed and coin_of(t))]  # the till of a shop is not read aloud


_PEOPLE: Final = 2
"""The place of the people among the candidates, the acting creature first."""


def _bearer_of_trait(command: Examine, people: Sequence[Thing], book: Rulebook) -> Thing | None:
    """The creature here, the named one first, with a trait, a feature or an act of this name. A call that names nobody does not search the
    acts: an act of that name is looked up.
    """
    key, named = names.fold(command.name), any(command.actor)
    for who in people:
        sheet = thing_stats.sheet(who, book)
        acts = [act.name for act in (*sheet.acts, *(act for rule in sheet.feature_rules for act in rule.acts))] if named else []
        if key in map(names.fold, (*written_features.feature_names(who, book), *(rule.name for rule in sheet.feature_rules), *acts)):
            return who
    return None


def open_contents(world: World, bag: Thing) -> Iterator[Thing]:
    """The contents of the thing and of the unlocked bags in it."""
    for thing in world.bag_of(bag.id):
        yield thing
        if thing.kind not in ("character", "room") and not thing.state.is_locked:
            yield from open_contents(world, thing)


def _find_meant(command: Examine, world: World, at_hand: Sequence[Sequence[Thing]], book: Rulebook) -> Thing | Rejected | None:
    """Find the thing by its id or qualified name; otherwise, find the nearest thing of that name, or else a room."""
    if command.is_id:
        return next((t for t in world.nameable if t.id == command.name), None)
    if command.is_qualified and (tool := next((t for t in world.things.values() if t.qualified_name == command.qualified), None)):
        return tool
    key = names.fold(command.name)
    for things in (*at_hand, [t for t in world.things.values() if t.kind == "room"]):
        if called := [t for t in things if t.kind not in tools_in_use.CAPABILITIES and key in thing_stats.names_of(t, book)]:
            return _one_of(command, world, names.prefer_exact(command.name, called, lambda t: thing_stats.spellings_of(t, book)), book)
    return None


def _one_of(command: Examine, world: World, called: Sequence[Thing], book: Rulebook) -> Thing | Rejected:
    """The only one of these things; equal items count as one."""
    if len({targets.alike(t, book) if t.kind == "item" else t.id for t in called}) == 1:
        return called[0]
    near = tuple(name_matching.told_apart(world, t, book) for t in called)
    return Rejected("name_ambiguous", "name", {"wanted": command.name, "ids": "the id as name"}, near)


def _near(command: Examine, world: World, at_hand: Sequence[Sequence[Thing]], book: Rulebook) -> tuple[str, ...]:
    things = (t.name for things in at_hand for t in things if not t.state.is_hidden)
    rooms = (k.name for k in world.roster if k.kind == "room")
    tools = (t.qualified_name or t.name for t in world.things.values() if t.kind in tools_in_use.CAPABILITIES)
    near = names.nearest(command.name, [*things, *rooms, *tools, *book.near(command.name), *book.template_names])
    return tuple(n for n in near if names.is_like(command.name, n))


def _calls_about(thing: Thing, book: Rulebook) -> ExamineResult:
    """The calls of a tool; the calls made in a room; for anything else, the calls that name it."""
    match thing.kind:
        case "tool":
            return ExamineResult(tool=thing.qualified_name)
        case "room":
            return ExamineResult(rooms=(thing.id,))
        case "item":
            return ExamineResult(named=(thing.id, *sorted(thing_stats.names_of(thing, book))))
    return ExamineResult(named=tuple(filter(None, (thing.id, thing.name, thing.qualified_name))))


OPERATION = Operation(
    tool="read_campaign",
    model=Examine,
    decide=decide_examine,
    who=GM,
    cost=free,
    sends="name",
    reads=True,
    before_all=True,
)
