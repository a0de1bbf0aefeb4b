"""undo: record the inverse events of a commit, unless later commands build on it. An undo is itself a command; its own undo restores the
commit.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, assert_never

from pydantic import Field

from rpg_lite.decision import locked_refusals
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.items.item_moves import too_full
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, events, tools_in_use
from rpg_lite.world.events import Event
from rpg_lite.world.fight_states import Fight
from rpg_lite.world.locks import shutting
from rpg_lite.world.world_model import KIND_LETTER, Thing, World

Mark = tuple[str, ...]
COUNT: Final = "count"
"""The head of the mark of a stack's quantity. Two changes of it add up, so neither is in the way of the other."""
LONGEST_QUOTE = 120
FURTHEST_BACK: Final = 1000
"""The maximum number of commits that a caller can go back, to look at a moment or to return to it."""
_TURNS: Final = 2
"""The undos in a row of one deed after which the answer says how to go further back."""
MOST_TOLD: Final = 8
"""The maximum number of creatures whose numbers the answer repeats."""


class Undo(Command):
    """Take back the last command, one rev, or all after toRev."""

    operation: Literal["undo"]
    rev: Annotated[int | None, Field(ge=1, strict=True, description="Default: the last.")] = None
    to_rev: Annotated[int | None, Field(ge=0, strict=True, description="Instead: all after this rev.")] = None


@dataclass(frozen=True, slots=True)
class Done:
    """A commit as undo reads it. `undoes`: the rev that it took back; `back_to`: the rev after which it took back everything; `text`: its
    answer."""

    rev: int
    events: tuple[Event, ...]
    undoes: int | None = None
    text: str = ""
    back_to: int | None = None


def choose_commit(history: Sequence[Done], rev: int | None) -> Done | Rejected:
    """The commit to take back; `history` holds the newest commits, oldest first, back at least to the wanted commit."""
    gone = taken_back(history)
    standing = [d for d in history if d.rev not in gone and d.rev > 0]
    if rev is None:
        return standing[-1] if standing else Rejected("nothing_to_undo", "rev")
    found = next((d for d in history if d.rev == rev and rev > 0), None)
    if found is None:
        return Rejected("rev_unknown", "rev", {"wanted": rev, "last": history[-1].rev if history else 0})
    return found if rev not in gone else Rejected("already_undone", "rev", {"wanted": rev})


def taken_back(history: Sequence[Done]) -> set[int]:
    """The revs taken back by an undo that still stands. The newest is read first, because undoing an undo restores its rev."""
    gone: set[int] = set()
    for d in sorted(history, key=lambda d: d.rev, reverse=True):
        if d.undoes is not None and d.rev not in gone:
            gone.add(d.undoes)
        if d.back_to is not None and d.rev not in gone:
            gone |= set(range(d.back_to + 1, d.rev))
    return gone


def to_compare(history: Sequence[Done], target: Done) -> list[int]:
    """The revs of later commands that still stand: only they may depend on the target."""
    gone = taken_back(history)
    later = [d for d in history if d.rev > target.rev and d.rev not in gone]
    # An undo of a later commit has cancelled itself out; an undo of an earlier commit has not.
    return [d.rev for d in later if (d.undoes is None or d.undoes < target.rev) and (d.back_to is None or d.back_to < target.rev)]


def in_the_way(history: Sequence[Done], target: Done, counts_add_up: bool = False) -> list[int]:
    """Revs of later commands that build on the target. `counts_add_up`: those that only counted the same stack further do not."""
    counted = frozenset(to_compare(history, target))
    made = tools_in_use.without_new_sets(target.events)
    return [d.rev for d in history if d.rev in counted and _builds_on(d.events, made, counts_add_up)]


def _builds_on(later: Iterable[Event], earlier: Iterable[Event], counts_add_up: bool) -> bool:
    wrote, read = _marks(earlier)
    wrote_later, read_later = _marks(later)
    both = (wrote & (wrote_later | read_later)) | (read & wrote_later)
    return any(mark[0] != COUNT for mark in both) if counts_add_up else bool(both)


def _marks(happened: Iterable[Event]) -> tuple[set[Mark], set[Mark]]:
    """(marks that the events wrote, marks that they relied on). Taking or giving up a room's name writes the name, which is unique."""
    wrote: set[Mark] = set()
    read: set[Mark] = set()
    for e in happened:
        match e:
            case events.Created(thing) | events.Removed(thing):
                wrote |= {("thing", thing.id), ("name", thing.qualified_name or thing.id)}
                wrote |= {("room", names.fold(thing.name))} if thing.kind == "room" else set()
                read.add(("thing", thing.parent_id or ""))
            case events.Moved(id, from_, to):
                wrote.add(("place", id))
                read |= {("thing", id), ("thing", from_), ("thing", to), ("place", from_), ("place", to)}
            case events.Counted(id):
                wrote.add((COUNT, id))
                read |= {("thing", id), ("place", id)}
            case events.Changed(id, path, was, now):
                wrote.add(("value", id, path))
                read |= {("value", id, above) for above in _above(path)}
                wrote |= (
                    {("room", names.fold(str(name))) for name in (was, now)} if path == "name" and id[0] == KIND_LETTER["room"] else set()
                )
                wrote |= {("value", id, body_paths.FIGHT_TURN)} if path == body_paths.FIGHT_ORDER else set()  # the turn is a place in it
                wrote |= {("quests",)} if path == body_paths.PARENTS else set()  # two changes that are each legal may form a cycle
                read.add(("thing", id))
            case events.Equipped(context, id, slot) | events.Unequipped(context, id, slot):
                wrote.add(("worn", context) if slot else ("uses", context, id))
                read |= {("thing", id), ("place", id)}
            case events.Attuned(id, bearer) | events.Unattuned(id, bearer):
                wrote.add(("bonds", bearer))
                read |= {("thing", id), ("place", id)}
            case events.ExitOpened(way) | events.ExitClosed(way):
                wrote |= {("exit", way.id), ("label", way.from_room, way.label)}
                read |= {("thing", way.from_room), ("thing", way.to_room or "")}
            case events.ExitChanged(id, path):
                wrote.add(("value", id, path))
                read.add(("exit", id))
            case events.Rolled():
                pass
            case _:
                assert_never(e)
    return wrote, read


def _above(path: str) -> Iterator[str]:
    """The paths that contain this one: a change to the whole replaces the part. Siblings do not affect each other."""
    parts = path.split(".")
    for n in range(2, len(parts)):
        yield ".".join(parts[:n])


@dataclass(frozen=True, slots=True)
class UndoResult(Result):
    """The rev that was taken back, and its answer; for an undo that was taken back, the rev that this restores, or the rev after which
    everything is restored.
    """

    undoes: int
    what: str
    restored: int | None = None
    restored_after: int | None = None
    further: int | None = None
    """The toRev that goes one deed further back, where undo after undo has only taken back and restored the same deed."""


@dataclass(frozen=True, slots=True)
class BackResult(Result):
    """The rev after which everything was taken back, and the number of commands."""

    back_to: int
    count: int


def decide_undo(target: Done, history: Sequence[Done], draft: Draft) -> Verdict:
    """The inverse of the target's events, last first."""
    world, book = draft.world, draft.situation.book
    if ways := in_the_way(history, target, counts_add_up=True):
        return _blocked(target, ways)
    if shut := _locked_since(target.events, world, book):
        return shut
    for e in reversed(tools_in_use.without_new_sets(target.events)):
        inverse = _inverse(e, draft.world)
        if isinstance(inverse, events.Counted) and inverse.now < 1:
            return _blocked(target, in_the_way(history, target))
        draft.add(*([inverse] if inverse else []))
    moved = [e for e in target.events if isinstance(e, events.Moved)]
    if any(draft.world.lies_in_itself(e.id) for e in moved if e.id in draft.world.things):
        return Rejected("undo_blocked", "rev", {"wanted": target.rev, "revs": "moves of bags since then"})
    if full := next((f for bag in _given_back_to(draft.world, target.events) if (f := too_full(draft.world, bag, 0, book, "rev"))), None):
        return full
    return Decision.about(
        None,
        *bearers_of(draft.world, target.events),
        result=UndoResult(target.rev, _short(target.text), target.undoes, target.back_to, further_back(history, target)),
    )


def further_back(history: Sequence[Done], target: Done) -> int | None:
    """The rev before the deed before the one that several undos in a row take back and restore; None before the third of them."""
    by_rev, turns, deed = {d.rev: d for d in history}, 0, target
    while deed.undoes is not None and deed.undoes in by_rev:
        turns, deed = turns + 1, by_rev[deed.undoes]
    if turns < _TURNS or deed.undoes is not None:
        return None
    gone = taken_back(history)
    earlier = [d.rev for d in history if 0 < d.rev < deed.rev and d.rev not in gone and d.undoes is None and d.back_to is None]
    return max(earlier, default=deed.rev) - 1


def _blocked(target: Done, ways: Sequence[int]) -> Rejected:
    instead = {"operation": "undo", "rev": ways[-1]}
    return Rejected("undo_blocked", "rev", {"wanted": target.rev, "revs": ways}, instead=instead)


def _inverse(e: Event, world: World) -> Event | None:
    """The event that takes this one back; a quantity changes by the difference, since later commands may have counted the stack, too."""
    if isinstance(e, events.Counted):
        has = world.things[e.id].quantity
        return events.Counted(e.id, has, has + e.was - e.now)
    return None if isinstance(e, events.Rolled) else events.invert(e)


def too_far(to_rev: int, last: int) -> Rejected | None:
    """The refusal if the moment after this rev is too far back."""
    if to_rev > last:
        return Rejected("rev_unknown", "toRev", {"wanted": to_rev, "last": last})
    if to_rev == last:
        return Rejected("nothing_to_undo", "toRev")
    if last - to_rev > FURTHEST_BACK:
        return Rejected("rev_too_far", "toRev", {"wanted": to_rev, "most": FURTHEST_BACK, "first": last - FURTHEST_BACK})
    return None


def decide_back(to_rev: int, happened: Sequence[Event], draft: Draft) -> Verdict:
    """The inverse of all later events, last first. Going back passes only through worlds that existed, so nothing can block it."""
    since = net(happened)
    draft.add(*(events.invert(e) for e in reversed(since)))
    changed = bearers_of(draft.world, since)[:MOST_TOLD]
    return Decision.about(None, *changed, result=BackResult(to_rev, draft.before.campaign.rev - to_rev))


def net(happened: Iterable[Event]) -> list[Event]:
    """The events without those already undone; otherwise, each undo would contain all earlier undos and be twice as large."""
    left: list[Event] = []
    for e in happened:
        if left and left[-1] == events.invert(e):
            left.pop()
        elif not isinstance(e, events.Rolled):
            left.append(e)
    return left


def _short(text: str) -> str:
    line = " · ".join(text.split("\n"))
    return line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"


def _given_back_to(world: World, happened: Iterable[Event]) -> list[Thing]:
    """The bags from which the events took something; a bag that is fuller now may have no room to take the thing back."""
    found: dict[str, None] = {}
    for e in happened:
        match e:
            case events.Moved(from_=bag_id) | events.Removed(Thing(parent_id=bag_id)):
                found[bag_id or ""] = None
            case events.Counted(id, was, now) if now < was and id in world.things:
                found[world.things[id].parent_id or ""] = None
            case _:
                pass
    return [world.things[id] for id in found if id in world.things]


def _locked_since(happened: Sequence[Event], world: World, book: Rulebook) -> Rejected | None:
    """The lock that keeps something from moving back, unless the undone events locked it."""
    turned = {e.id for e in happened if isinstance(e, events.Changed) and e.path == body_paths.LOCKED}
    bags = [world.things[id] for id in _bags_of(happened, world) if id in world.things]
    locked = (bag for bag in bags if (chest := shutting(world, bag.id)) and chest.id not in turned)
    return next((locked_refusals.shut(world, bag, "rev", book) for bag in locked), None)


def _bags_of(happened: Iterable[Event], world: World) -> Iterator[str]:
    """The bags into which or out of which something was moved."""
    for e in happened:
        match e:
            case events.Moved(_, from_, to):
                yield from (from_, to)
            case events.Created(thing) | events.Removed(thing):
                yield thing.parent_id or ""
            case events.Counted(id) if id in world.things:
                yield world.things[id].parent_id or ""
            case _:
                pass


def bearers_of(world: World, happened: Iterable[Event]) -> list[str]:
    """The characters whose numbers the events may have changed, as far as the world shows them."""
    found: dict[str, None] = {}
    for id in ids_of(happened):
        thing = world.things.get(id)
        if thing and thing.kind == "character":
            found[id] = None
        elif thing and (bearer := world.bearer_of(id)):
            found[bearer.id] = None
    return list(found)


def ids_of(happened: Iterable[Event]) -> list[str]:
    """The ids of all things that the events name."""
    found: dict[str, None] = {}
    for e in happened:
        match e:
            case events.Created(thing) | events.Removed(thing):
                found |= {thing.id: None, thing.parent_id or "": None}
            case events.Moved(id, from_, to):
                found |= {id: None, from_: None, to: None}
            case events.Changed(id, body_paths.FIGHT, was):
                found |= {id: None, **{fighter.id: None for fighter in (Fight.of(was).order if was else ())}}  # everybody in the turn order
            case events.Equipped(context, id) | events.Unequipped(context, id):
                found |= {id: None, context: None}
            case events.Attuned(id, bearer) | events.Unattuned(id, bearer):
                found |= {id: None, bearer: None}
            case events.Counted(id) | events.Changed(id) | events.ExitChanged(id):
                found[id] = None
            case events.ExitOpened(way) | events.ExitClosed(way):
                found |= {way.id: None, way.from_room: None, way.to_room or "": None}
            case events.Rolled():
                pass
            case _:
                assert_never(e)
    return [id for id in found if id]
