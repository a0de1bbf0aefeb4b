"""Teleports where places count: a creature stands where the call says, within the feet of the act, with no way between.

The act is played first, since only its steps tell whether it takes somebody away: a spell that was countered takes nobody.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Verdict
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand, caster_of
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.space import default_places, known_creatures, place_refusals, standing
from rpg_lite.mechanics.space.choosing import find_place
from rpg_lite.mechanics.space.free_places import Asking, FreePlaces, Leap
from rpg_lite.mechanics.space.named_places import NamedPlaces
from rpg_lite.mechanics.space.place_search import FoundPlace
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.first_moves import first_move
from rpg_lite.rules.acts.plain_steps import MoveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.space.measure import ROUND
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, square_name
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_TELEPORTS: Final = re.compile(r"teleports (\d+) ft")
_SHOWN: Final = 3
"""The places that a refusal proposes."""


def refuse_stray(command: ActCommand, draft: Draft, called: str | None) -> Rejected | None:
    """The refusal of a place where places do not count, or for an act that takes nobody to one, in the words of a key that no operation has.

    Refuses: argument_invalid, teleports_nobody.
    """
    if command.to is None:
        return None
    caster = caster_of(command, draft.world)
    room = draft.world.room_of(caster.id) if isinstance(caster, Thing) else None
    if isinstance(caster, Thing) and room is not None and standing.is_measured(draft.world, room.id):
        act = _act_of(draft, caster, called or "")
        if act is None or _has_teleport(act) or first_move(act):
            return None
        fits = ("at", "catch") if act.area is not None else ("targetName", "targets")
        sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
        instead = {key: value for key, value in sent.items() if key != "to"}
        return Rejected("teleports_nobody", "to", {"act": act.name}, allowed=fits, instead={**instead, fits[0]: command.to})
    operation = str(command.model_dump(include={"operation"})["operation"])
    guess = "" if command.target_name else "; did you mean 'targetName'?"
    return Rejected("argument_invalid", "to", {"faults": [("to", f"only for operation=move|place, not {operation}{guess}")]})


def with_place(verdict: Verdict, draft: Draft, caster: Thing, command: ActCommand) -> Verdict:
    """The verdict; whoever the act has teleported stands in its new place.

    Refuses: beyond_range, beyond_reach, place_required, place_unseen.
    """
    played = verdict.result if isinstance(verdict, Decision) and isinstance(verdict.result, ActResult) else None
    room = draft.world.room_of(caster.id)
    if played is None or room is None or not standing.is_measured(draft.world, room.id):
        return verdict
    feet, act = _feet_of(played), _act_of(draft, caster, played.act)
    if feet is None or act is None:
        return verdict
    goers = _goers(draft, caster, played, act)
    now = standing.standing_in(draft.world, room, draft.situation.book, sees_hidden=False)
    if not goers or any(one.id not in now.spaces for one in goers):
        return verdict
    asking = Asking(now, goers[0], known_creatures.known_to(now, goers[0]), leap=Leap(feet, is_seen=not _may_be_unseen(act)))
    if command.to is None:
        details = {"name": goers[0].name, "act": act.name, "feet": feet}
        return Rejected("place_required", "to", details, allowed=tuple(_candidates(asking)))
    if away := next((one for one in goers[1:] if (now.feet(goers[0].id, one.id) or 0) > SQUARE_FEET), None):
        far = {"name": away.name, "who": goers[0].name, "feet": now.feet(goers[0].id, away.id), "most": SQUARE_FEET}
        return Rejected("beyond_reach", "targets", far)
    found = _found(command.to, asking)
    if isinstance(found, Rejected):
        return found
    _land(draft, room, goers, found.space)
    return verdict


def _feet_of(played: ActResult) -> int | None:
    """The feet that the act has let somebody teleport; None if it has let nobody."""
    told = (_TELEPORTS.fullmatch(text) for each in played.targets for text in each.effects)
    return next((int(found[1]) for found in told if found), None)


def _act_of(draft: Draft, caster: Thing, called: str) -> Act | None:
    """The act or spell of this name, with its steps."""
    book = draft.situation.book
    found = acts.find(draft.world, draft.world.things[caster.id], called, book)
    return found.act if found else thing_stats.spell_of(caster, called, book)


def _teleports(act: Act) -> Iterator[MoveStep]:
    return (step for step in walk(act.steps, inner_acts=False) if isinstance(step, MoveStep) and step.how == "teleport")


def _has_teleport(act: Act) -> bool:
    return any(_teleports(act))


def _may_be_unseen(act: Act) -> bool:
    return any(step.unseen for step in _teleports(act))


def _goers(draft: Draft, caster: Thing, played: ActResult, act: Act) -> Sequence[Thing]:
    """Those who are taken along, its user first: of a spell for oneself, the targets are companions."""
    ids = [each.who.id for each in played.targets if any(map(_TELEPORTS.fullmatch, each.effects))]
    if act.targets == "self" or caster.id in ids:
        ids = [caster.id, *(id for id in ids if id != caster.id)]
    return [draft.world.things[id] for id in dict.fromkeys(ids)]


def _found(words: str, asking: Asking) -> FoundPlace | Rejected:
    """The place that the words mean among those to which the act leads."""
    found = find_place(words, "to", asking)
    far = find_place(words, "to", replace(asking, leap=None)) if isinstance(found, Rejected) else found
    if not isinstance(far, FoundPlace):
        return found
    places = FreePlaces(asking, far.space.z)
    if isinstance(found, FoundPlace) and places.leads_to(found.space):
        return found
    present, leap = asking.present, asking.leap
    assert present is not None and leap is not None
    is_on_its_floor = far.space.z == places.ground.floor_under(far.space)
    # Beside a ledge that is too far off there is air: who stands on something is told of places on something.
    near = place_refusals.names_of((FreePlaces(asking, 0) if is_on_its_floor else places).nearest(far.space))
    feet = places.feet_leapt(present, far.space)
    if feet > leap.feet:
        return Rejected("beyond_range", "to", {"name": far.name, "feet": feet, "most": leap.feet}, near)
    return Rejected("place_unseen", "to", {"name": asking.mover.name, "at": far.name}, near)


def _candidates(asking: Asking) -> Iterator[str]:
    """A few words for places to which the act leads."""
    named, unnamed = NamedPlaces(asking), asking.standing.world.unnamed
    foe, friend = named.nearest_foe(), named.nearest_friend([asking.present] if asking.present else [])
    words = [f"{form} {foe.name}" for form in ("behind", "away from", "cover from", "next to")] if foe and foe.id not in unnamed else []
    words += [f"next to {friend.name}"] if friend and friend.id not in unnamed else []
    feet = asking.leap.feet if asking.leap else SQUARE_FEET
    words += [f"{way} {far} ft" for far in (min(feet, 30), SQUARE_FEET) for way in ROUND]
    found = (one for one in words if isinstance(_found(one, asking), FoundPlace))
    return (one for one, _ in zip(found, range(_SHOWN), strict=False))


def _land(draft: Draft, room: Thing, goers: Sequence[Thing], goal: Space) -> None:
    """Let them stand there: whoever comes along next to the first, and all where nobody is, known or not."""
    before = standing.standing_in(draft.world, room, draft.situation.book)
    places: Mapping[str, Space] = {one.id: before.spaces[one.id] for one in goers}
    for one in goers:
        now = _without(standing.standing_in(draft.world, draft.world.things[room.id], draft.situation.book), places, one)
        free = FreePlaces(Asking(now, one), goal.z)
        wished = free.at(goal.x, goal.y)
        is_free = free.ground.holds(wished) and free.fits(wished) and not free.is_taken(wished)
        space = wished if is_free else next(iter(free.nearest(wished)), None)
        if space is not None:
            draft.ways.append((one.id, (places[one.id], space)))  # it comes over nothing between
            default_places.stand(draft, draft.world.things[one.id], space, room)
            draft.note("teleports_to", name=Called(one.id), at=square_name((space.x, space.y), space.z))


def _without(now: Standing, old: Mapping[str, Space], one: Thing) -> Standing:
    """The room without those who have not landed yet: they are gone from their old places."""
    return replace(now, spaces={id: space for id, space in now.spaces.items() if id == one.id or old.get(id) != space})
