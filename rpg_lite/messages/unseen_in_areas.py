"""What players read of an area that catches somebody whom they do not see: nothing of it, as if nobody were there."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rpg_lite.decision.outcome import Accepted, Called
from rpg_lite.mechanics.acts.act_results import NOTHING, ActResult
from rpg_lite.mechanics.space.filled_areas import FilledArea
from rpg_lite.world import events
from rpg_lite.world.world_model import World


def as_read(outcome: Accepted, before: World) -> Accepted:
    """The outcome without those whom the area of an act has caught and the reader does not see; where they are all, without its dice, too."""
    result = outcome.result
    if not isinstance(result, ActResult) or result.area is None:
        return outcome
    unseen = {one.id for one in result.area.caught if one.id not in outcome.world.things and one.id not in before.things}
    if not unseen:
        return outcome
    known = replace(
        result,
        targets=tuple(one for one in result.targets if one.who.id not in unseen),
        aimed_at=tuple(one for one in result.aimed_at if one.id not in unseen),
        area=_without(result.area, unseen),
    )
    fell = outcome.events
    if not known.aimed_at:
        leaves_nothing = not known.says and known.concentration is None
        known = replace(known, thrown=(), says=(NOTHING,) if leaves_nothing else known.says)
        fell = tuple(one for one in fell if not isinstance(one, events.Rolled))
    return replace(
        outcome,
        result=known,
        events=fell,
        notes=tuple(note for note in outcome.notes if unseen.isdisjoint(_mentioned(note.details))),
        bearers=tuple(id for id in outcome.bearers if id not in unseen),
    )


def _without(area: FilledArea, unseen: Collection[str]) -> FilledArea:
    own, others = (
        tuple(one for one in part if one.id not in unseen) for part in (area.unasked[: area.own_side], area.unasked[area.own_side :])
    )
    caught = tuple(one for one in area.caught if one.id not in unseen)
    return replace(area, caught=caught, unasked=(*own, *others), own_side=len(own))


def _mentioned(value: Any) -> Iterator[str]:
    """The ids of all that the details of a note mention."""
    match value:
        case Called(id):
            yield id
        case Mapping():
            for part in value.values():
                yield from _mentioned(part)
        case list() | tuple():
            for part in value:
                yield from _mentioned(part)
