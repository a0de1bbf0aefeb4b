"""keep_journal tell: record the game master's narration and the creatures that hear it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.journal import private_talks
from rpg_lite.mechanics.journal.journal_entries import NewEntry, TalkResult, Text, called_by, called_in, put_entry, talk_result
from rpg_lite.mechanics.places import mentioned_names
from rpg_lite.mechanics.space import hearing
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import body_paths
from rpg_lite.world.world_model import Ref, Thing, World


class Tell(Command):
    """The game master's narration; false claims are noted. "@Pip you see it" is for Pip alone."""

    operation: Literal["tell"]
    text: Text
    names: Annotated[
        tuple[str, ...],
        Field(
            max_length=hearing.MOST_HEARERS,
            description="Who hears it; default: all awake in the party's room, or the sides of the talk in focus.",
        ),
    ] = ()

    def touches(self) -> tuple[Ref, ...]:
        one_by_one = (Ref("bearer", *targets.id_or_name(name)) for name in self.names if not reserved_names.is_party(name))
        called = (
            () if self.names else (Ref("namesake", None, name) for name in called_in(self.text) if not reserved_names.means_nobody(name))
        )
        return (Ref("party"), Ref("people"), Ref("fight"), *one_by_one, *called, *mentioned_names.mentioned(self.text))


@dataclass(frozen=True, slots=True)
class TellResult(Result):
    """The names of the creatures that hear it, and of the party members among them: players see only the latter, because another hearer may
    be hidden. `talk`: the private talk to which the words belong.
    """

    heard: tuple[str, ...]
    of_party: tuple[str, ...]
    talk: TalkResult | None = None


@dataclass(frozen=True, slots=True)
class _Told:
    """The narration with those for whom it is; `names`: nobody, for everybody there or for the sides of a talk. `is_for_named`: those who
    are named are not the party.
    """

    text: str
    names: Sequence[Thing]
    is_for_named: bool = False


def decide_tell(command: Tell, draft: Draft) -> Verdict:
    """The hearers are those who are named or called, or else the sides of a private talk, or else those awake in the party's room."""
    world, situation = draft.world, draft.situation
    told = _told(command, world)
    if isinstance(told, Rejected):
        return told
    room = world.room_of(told.names[0].id) if told.names else targets.party_room(world)
    if isinstance(room, Rejected):
        return room
    talk = None if told.names else private_talks.talk_in(world)
    sides = private_talks.hearers(talk, None, world, situation, room) if talk else {}
    heard = tuple(who.id for who in told.names) or tuple(sides) or (hearing.who_hears(world, situation, room) if room else ())
    only_they = body_paths.NAMED.to(told.is_for_named or None)
    thread = talk.thread if talk else None
    entry = NewEntry(command.operation, told.text, None, None, room.id if room else None, (only_they,), heard, thread)
    made = put_entry(draft, entry)
    known = {**(situation.people([room.id]) if room else {}), **world.things}
    members = tuple(known[id].name for id in heard if id in known and known[id].creature.is_member)
    called = tuple(known[id].name if id in known else sides[id] for id in heard)
    return Decision.about(None, made=[made], result=TellResult(called, members, talk_result(talk, None, sides) if talk else None))


def _told(command: Tell, world: World) -> _Told | Rejected:
    if command.names:
        named = _named(command, world)
        return named if isinstance(named, Rejected) else _Told(command.text, named, not _is_party(command, named, world))
    said = called_by(world, command.text)
    if isinstance(said, Rejected):
        return said
    if said.to is None:
        return _Told(said.text, targets.party_of(world) if said.is_aloud else ())
    to = said.to if isinstance(said.to, Thing) else targets.character(world, None, said.to, "text")
    return to if isinstance(to, Rejected) else _Told(said.text, [to], is_for_named=True)


def _is_party(command: Tell, named: Sequence[Thing], world: World) -> bool:
    """Whether all of a party are named. A lone hero who is named by name is told in private, because others may join later."""
    party = {member.id for member in targets.party_of(world)}
    return any(map(reserved_names.is_party, command.names)) or (len(party) > 1 and party <= {one.id for one in named})


def _named(command: Tell, world: World) -> list[Thing] | Rejected:
    found: dict[str, Thing] = {}
    for n, name in enumerate(command.names):
        if reserved_names.is_party(name):
            found |= {member.id: member for member in targets.party_of(world)}
            continue
        one = targets.character(world, *targets.id_or_name(name), f"names[{n}]")
        if isinstance(one, Rejected):
            return one
        found[one.id] = one
    return [*found.values()]


OPERATION = Operation(tool="keep_journal", model=Tell, decide=decide_tell, who=GM, cost=free, sends="text")
