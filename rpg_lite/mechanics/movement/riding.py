"""Riders where places count: the mount moves for its rider, who holds on as it is pushed, and whoever gets off stands beside it (SRD 5.1 and 5.2,
Mounted Combat).
"""

from functools import cache, partial

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Notice, Rejected
from rpg_lite.mechanics.acts import playing
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.space import default_places, forced_moves, standing
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.act import Act
from rpg_lite.world import events, mounts, thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing


def legs_of(draft: Draft, one: Thing) -> Thing | Rejected:
    """The creature that moves when this one does: its controlled mount, or itself.

    Refuses: mount_moves_itself.
    """
    mount = mounts.mount_of(draft.world, one)
    if mount is None:
        return one
    if creature_flags.CONTROLLED_MOUNT not in draft.stats(mount).flags:
        return Rejected("mount_moves_itself", "characterName", {"name": one.name, "mount": mount.name})
    return mount


def hold_on(draft: Draft) -> bool:
    """Let the riders hold on whose mounts have been pushed or pulled: DC 10 DEX, or they fall off and are prone. Return whether somebody had to."""
    riders = forced_moves.mounts_moved(draft)
    draft.forced.clear()
    for rider, mount in riders:
        ride = mounts.ride_of(rider)
        played = playing.play(draft, rider, _holding_on(), [rider], Wish())
        if not isinstance(played, ActResult):
            continue
        draft.notes.append(Notice("triggered", {"played": played}))
        if ride is not None and not all(save.passed for each in played.targets for save in each.saves):
            for one in (rider, mount):
                effect_removal.end_where(draft, one.id, partial(_is_of, ride))
    return bool(riders)


def _is_of(ride: Lasting, entry: Lasting) -> bool:
    """Whether the entry is of the same mounting."""
    return (entry.cause.act, entry.cause.cast) == (ride.cause.act, ride.cause.cast)


@cache
def _holding_on() -> Act:
    """The save of a rider whose mount is moved against its will. It is no act that anybody may play, so no list names it; made when somebody must, because
    validators of acts are dear.
    """
    fall = [{"apply": {"conditions": ["prone"]}}, {"say": "It falls off its mount."}]
    save = {"save": "dex", "dc": 10, "fail": fall}
    return Act.model_validate({"name": "Holding On", "cost": "free", "targets": "self", "steps": [save]})


def set_down(draft: Draft) -> None:
    """Let those stand beside their mounts who rode before this deed and ride no more, where places count."""
    thrown = [t for t in _changed(draft) if mounts.is_carried(draft.before.things[t.id]) and not mounts.is_carried(t)]
    for one in [t for t in thrown if t.state.spot == draft.before.things[t.id].state.spot]:  # whoever has been set down stays there
        room, mount = draft.world.room_of(one.id), mounts.mount_of(draft.before, draft.before.things[one.id])
        if room is None or mount is None or not standing.is_measured(draft.world, room.id):
            continue
        now = standing.standing_in(draft.world, room, draft.situation.book)
        if (beside := now.spaces.get(mount.id)) is None or thing_stats.is_dead(one):
            continue
        if (free := default_places.nearest_free(draft, room, one, (beside.x, beside.y), beside)) is not None:
            default_places.stand(draft, one, free, room)


def _changed(draft: Draft) -> list[Thing]:
    """The creatures of which this deed has changed something."""
    ids = dict.fromkeys(event.id for event in draft.events if isinstance(event, events.Changed) and event.id in draft.before.things)
    return [one for id in ids if (one := draft.world.things.get(id)) is not None and one.kind == "character"]
