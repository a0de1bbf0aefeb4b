"""The authors of words: a player writes as a character of its own, and speaks to those in the same room."""

from dataclasses import replace
from typing import Final

from rpg_lite.decision import reserved_names
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.journal.journal_entries import Addressed, EntryCommand, address
from rpg_lite.mechanics.space import hearing
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Rights
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Thing, World


def may_write(caller: Caller, command: EntryCommand, seen: World, book: Rulebook) -> Rejected | None:
    """Allow only the caller's own character as the author, and words to somebody only in the same room; a character that cannot speak has none,
    except to the game master.

    Refuses: cannot_speak, not_yours, out_of_reach.
    """
    if command.is_masters:
        return Rejected("not_yours", "characterName", {"name": command.character_name}, allowed=caller.names_of_own(seen))
    if refused := reach.of_own(caller, command, seen, book):
        return refused
    said = address(seen, command) if command.is_spoken else None
    to = said.to if isinstance(said, Addressed) else None
    if command.is_spoken and to != reserved_names.GAME_MASTER and (refused := _speechless(command, seen, book)):
        return refused
    if not isinstance(to, Thing) or to.creature.is_member:
        return None
    return reach.is_beside(seen, reach.hand_of(command, seen, book), to, "toName" if any(command.hearer) else "text")


def _speechless(command: EntryCommand, seen: World, book: Rulebook) -> Rejected | None:
    speaker = reach.hand_of(command, seen, book)
    if isinstance(speaker, Rejected) or hearing.can_speak(seen, speaker, book):
        return None
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    instead = {**{key: value for key, value in sent.items() if key != "toId"}, "toName": reserved_names.GAME_MASTER}
    return Rejected("cannot_speak", "characterName", {"name": speaker.name}, instead=instead)


AUTHOR: Final[Rights] = replace(OWN, reach=may_write)
