"""Places that the game master says: each creature stands where the words mean, one after the other."""

from collections.abc import Sequence
from dataclasses import dataclass

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.space import default_places, held_aloft, standing
from rpg_lite.mechanics.space.choosing import find_place, ids_named
from rpg_lite.mechanics.space.free_places import Asking, standing_with, standing_without
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.mechanics.turn import movement
from rpg_lite.rules.space.squares import square_name
from rpg_lite.world import mounts
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class Stands:
    """A creature and the square on which it stands now. `wished`: the square that was said and is taken; `meant`: which of several things of one
    name was meant, with its square.
    """

    who: Called
    at: str
    wished: str | None = None
    meant: tuple[str, ...] = ()


def place(
    draft: Draft, room: Thing, ones: Sequence[Thing], words: str, field: str, leaving: Sequence[Thing] = ()
) -> list[Stands] | Rejected:
    """Let these creatures stand there: the first where the words mean, each later one where they mean now. `leaving`: those who are placed after them
    by the same call, and whose old places are therefore free. A rider stands where its mount is placed. Those of whom the words speak stay where
    they are: of "the party next to Pip" the others
    come to Pip.

    Refuses: moves_with_another, nothing_holds.
    """
    now = standing.standing_in(draft.world, draft.world.things[room.id], draft.situation.book)
    ones = [one for one in ones if one.id not in _named_among(now, ones, words)] or ones
    ones = [*{one.id: one for one in (mounts.mount_of(draft.world, each) or each for each in ones)}.values()]
    going = [one for one in ones if not now.is_carried(one)]
    if not going:
        return Rejected("moves_with_another", field, {"name": ones[0].name})
    ones = going  # those inside others come along
    told = list[Stands]()
    for n, one in enumerate(ones):
        # Those who follow leave their old places first, so that a group may take places that its own members give up.
        flies = bool(movement.speeds(draft.world, one, draft.situation.book).get("fly"))
        asking = Asking(standing_without(now, [later.id for later in (*ones[n + 1 :], *leaving)]), one, flies=flies)
        found = find_place(words, field, asking)
        if isinstance(found, Rejected) and found.code == "occupied" and n and found.near:
            # A group at one square: the first fills it, and each of the others stands as near to it as it can.
            found = find_place(found.near[0], field, asking)
        if isinstance(found, Rejected):
            return found
        if refused := held_aloft.refuse_aloft(draft, draft.world.things[one.id], found.space, now.ground, room, field):
            return refused
        now = standing_with(now, {one.id: found.space})
        default_places.stand(draft, draft.world.things[one.id], found.space, room)
        meant = tuple(f"{each.name} at {each.at}" for each in found.meant if each.kind != "square")
        told.append(
            Stands(
                Called(one.id),
                found.name,
                square_name((found.wished.x, found.wished.y), found.wished.z) if found.wished else None,
                meant,
            )
        )
    return told


def _named_among(now: Standing, ones: Sequence[Thing], words: str) -> frozenset[str]:
    """Those of several that have a place and of whom the words speak; nobody's own name counts for itself, so that two are asked."""
    if len(ones) < 2:
        return frozenset()
    named = ids_named(words, Asking(now, ones[0])) | ids_named(words, Asking(now, ones[-1]))
    return named & {one.id for one in ones if one.id in now.spaces}
