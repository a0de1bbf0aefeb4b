"""The game master's cut to another scene, without a route and without time passing."""

from collections.abc import Sequence

from rpg_lite.operations import reserved_names, targets
from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics import company, leaving_fights, room_context
from rpg_lite.operations.mechanics.arrival_result import ArrivalResult
from rpg_lite.operations.mechanics.room_context import Several
from rpg_lite.operations.outcome import Called, Decision, Rejected, Verdict
from rpg_lite.world import events, thing_stats
from rpg_lite.world.world_model import Ref, Thing


class CutCommand(Several):
    """The party, wherever its members are, or the named characters."""

    force: bool = False
    for_players: bool = False

    def touches(self) -> tuple[Ref, ...]:
        """Load the people of the rooms that they leave, because mounts and companions come along."""
        named = [targets.id_or_name(name) for name in self.names if not reserved_names.is_party(name)]
        whole = [self.who] if self.is_for_one or self.is_for_party else []
        around = (Ref("people", *who) for who in (*named, *whole))
        return (*super().touches(), *self.everybody(), *around, Ref("fight"))


def cut_to(command: CutCommand, room: Thing, draft: Draft) -> Verdict:
    who = room_context.together(draft.world, command)
    if isinstance(who, Rejected):
        return who
    if not command.force and (refusal := room_context.stay_in_the_fight(draft.world, command, who)):
        return refusal
    coming = who if command.is_for_one else _without_the_dead(draft, who)
    if command.is_for_party:
        coming = [*coming, *company.companions_of(draft.world, coming, draft.situation.book)]
    coming = company.with_mounts(draft.world, coming)
    if there := [Called(c.id) for c in coming if c.parent_id == room.id]:
        draft.note("there_already", names=there, room=Called(room.id))
    moved = [c for c in coming if c.parent_id != room.id]
    for left in dict.fromkeys(c.parent_id or "" for c in moved):
        room_context.discover(draft, left)
    before = draft.world
    draft.add(*(events.Moved(c.id, c.parent_id or "", room.id) for c in moved))
    leaving_fights.go_away(draft, moved)
    room_context.discover_by(draft, room.id, moved, before)
    room_context.offer_fight(draft, moved, room.id)
    return Decision.about(room.id, result=ArrivalResult(tuple(Called(c.id) for c in moved), command.for_players))


def _without_the_dead(draft: Draft, who: Sequence[Thing]) -> list[Thing]:
    """Leave out the dead, whose bodies stay behind; a body comes along only if it is named."""
    if dead := [Called(c.id) for c in who if thing_stats.is_dead(c)]:
        draft.note("dead_stay", names=dead)
    return [c for c in who if not thing_stats.is_dead(c)]
