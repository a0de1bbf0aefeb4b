"""keep_journal tell: record what the game master tells, and the creatures that hear it."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations import reserved_names, targets
from rpg_lite.operations.command import Command
from rpg_lite.operations.mechanics import capitalized_names, hearing
from rpg_lite.operations.mechanics.journal_entries import NewEntry, Text, put_entry
from rpg_lite.operations.operation import GM, Operation
from rpg_lite.operations.outcome import Draft, Outcome, Rejected, Result, Situation
from rpg_lite.world.things import Ref, Thing, World


class Tell(Command):
    """The game master's narration; what is not true is noted."""

    operation: Literal["tell"]
    text: Text
    names: Annotated[
        tuple[str, ...], Field(max_length=hearing.MOST_HEARERS, description="Who hears it; default: all awake in the party's room.")
    ] = ()

    def touches(self) -> tuple[Ref, ...]:
        one_by_one = (Ref("bearer", *targets.id_or_name(name)) for name in self.names if not reserved_names.is_party(name))
        return (Ref("party"), Ref("people"), Ref("fight"), *one_by_one, *capitalized_names.mentioned(self.text))


@dataclass(frozen=True, slots=True)
class TellResult(Result):
    """The names of the creatures that hear it, and of those among them that are of the party: players are told no others, since one may
    be hidden.
    """

    heard: tuple[str, ...]
    of_party: tuple[str, ...]


def decide_tell(command: Tell, world: World, situation: Situation) -> Outcome:
    """The hearers are those who are named, or else those awake in the party's room."""
    hearers = _named(command, world)
    if isinstance(hearers, Rejected):
        return hearers
    room = world.room_of(hearers[0]) if hearers else targets.party_room(world)
    if isinstance(room, Rejected):
        return room
    heard = hearers or (hearing.who_hears(world, situation, room) if room else ())
    draft = Draft(world, situation)
    made = put_entry(draft, NewEntry(command.operation, command.text, None, None, room.id if room else None, heard=heard))
    known = {**(situation.people([room.id]) if room else {}), **world.things}
    audience = [known[id] for id in heard]
    members = tuple(who.name for who in audience if who.creature.is_member)
    return draft.accept(None, made=[made], result=TellResult(tuple(who.name for who in audience), members))


def _named(command: Tell, world: World) -> tuple[str, ...] | Rejected:
    found: dict[str, Thing] = {}
    for n, name in enumerate(command.names):
        if reserved_names.is_party(name):
            found |= {member.id: member for member in targets.party_of(world)}
            continue
        one = targets.character(world, *targets.id_or_name(name), f"names[{n}]")
        if isinstance(one, Rejected):
            return one
        found[one.id] = one
    return tuple(found)


OPERATION = Operation(tool="keep_journal", model=Tell, decide=decide_tell, who=GM, sends="text")
