"""execute_action start_fight: roll initiative, and begin the order of turns or add newcomers to it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from rpg_lite.decision import reserved_names, state_changes, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.shared_keys import Names
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import traps_in_play, triggers
from rpg_lite.mechanics.fight import initiative, leaving_fights, said_sides, travel_companions, turn_beginning
from rpg_lite.mechanics.fight.initiative import Hands
from rpg_lite.mechanics.fight.turn_report import CurrentTurn, turn_of
from rpg_lite.mechanics.rolls.rolls import Seed
from rpg_lite.mechanics.space import default_places, said_places, sides, standing
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, clock, combat, thing_stats
from rpg_lite.world.fight_states import Fight, Fighter
from rpg_lite.world.world_model import WORLD_ID, Ref, Thing, World

MOST_FIGHTERS = 60


class StartFight(Command):
    """Roll initiative; those who come later join."""

    operation: Literal["start_fight"]
    names: Annotated[tuple[str, ...], Field(min_length=1, max_length=MOST_FIGHTERS, description='Or ids, or "party".')]
    surprised: Annotated[tuple[str, ...], Field(max_length=MOST_FIGHTERS, description="Unaware.")] = ()
    space: Annotated[
        Literal["told", "measured"] | None, Field(description="Whether places count; default: the policy of the campaign.")
    ] = None
    places: Annotated[Mapping[str, str], Field(max_length=MOST_FIGHTERS, description='{"party": "door south", "Goblin 1": "C4"}')] = {}
    force: Annotated[bool, Field(description="Override by the game master.")] = False
    with_: Annotated[Names, Field(alias="with", description="aura of NAME, for initiative.")] = ()
    d20: Hands = {}
    seed: Seed = None

    @model_validator(mode="before")
    @classmethod
    def _of_places(cls, data: Any) -> Any:
        """Those whose places are said fight with everybody of both sides, if nobody is named."""
        is_unnamed = isinstance(data, Mapping) and "names" not in data and isinstance(data.get("places"), Mapping) and data["places"]
        return {**data, "names": [*data["places"], said_sides.BOTH_SIDES]} if is_unnamed else data

    def touches(self) -> tuple[Ref, ...]:
        placed = (*(r for n in self.places for r in _ref(n)), *self._around) if self.space == "measured" or self.places else ()
        return (*(r for n in (*self.names, *self.surprised) for r in _ref(n)), Ref("fight"), *placed)

    def touches_by_rule(self, book: Rulebook) -> tuple[Ref, ...]:
        """Everybody in the room gets a place where the table measures, and the party stands at the exit by which it came."""
        return () if book.policy.space == "told" or self.space == "told" else self._around

    @property
    def _around(self) -> tuple[Ref, ...]:
        named = [name for name in self.names if not said_sides.is_side(name)]
        first = targets.id_or_name(named[0]) if named and not any(map(reserved_names.is_party, named)) else (None, None)
        return Ref("here", *first), Ref("people", *first)


def _ref(name: str) -> tuple[Ref, ...]:
    if said_sides.is_side(name):
        return Ref("party"), Ref("here", None, None), Ref("people", None, None), Ref("bearer", *targets.id_or_name(name))
    return (Ref("party"), Ref("people", None, None)) if reserved_names.is_party(name) else (Ref("bearer", *targets.id_or_name(name)),)


@dataclass(frozen=True, slots=True)
class StartFightResult(Result):
    """The initiative of each creature that begins or joins the fight, and the current turn."""

    order: tuple[tuple[Called, int], ...]
    joins: bool
    turn: CurrentTurn


def decide_start_fight(command: StartFight, draft: Draft) -> Verdict:
    """Begin a fight; creatures that come later join it.

    Refuses: all_fight_already, aura_required, character_unknown, face_of_nobody, face_too_high, fight_keeps_its_kind, fights_elsewhere, floor_unknown, moves_with_another, nobody_left, not_in_the_campaign, not_named, nothing_holds, party_empty, places_not_counted, stands_elsewhere.
    """
    world, situation = draft.world, draft.situation
    if command.with_:
        return Rejected("aura_required", "with", {"wanted": command.with_[0]})
    room = _where(command, world)
    if isinstance(room, Rejected):
        return _brought_in_first(room, situation)
    fighters = _fighters(command, draft, room)
    if isinstance(fighters, Rejected):
        return _brought_in_first(fighters, situation)
    surprised = _surprised(command, draft, fighters, room)
    if isinstance(surprised, Rejected):
        return surprised
    back = [one for one in fighters if leaving_fights.come_back(draft, one.id)]
    new = [one for one in fighters if one not in back]
    led = initiative.among(draft, new)
    rolled = initiative.roll(draft, [one for one in new if one.id not in led], surprised, command.d20)
    if isinstance(rolled, Rejected):
        return rolled
    if command.space == "told" and command.places:
        return Rejected("places_not_counted", "places")
    if on := clock.fight(world):
        if command.space not in (None, "measured" if on.is_measured else "told"):
            return Rejected("fight_keeps_its_kind", "space", {"space": "measured" if on.is_measured else "told"})
        if command.places and not on.is_measured:
            return Rejected("fight_keeps_its_kind", "places", {"space": "told"})
        if on.is_measured:
            draft.starting |= {one.id for one in new}
            if refusal := _take_places(draft, room, command.places):
                return refusal
        return _join(draft, rolled, led, [one.id for one in back], surprised)
    return _begin(draft, rolled, led, room, surprised, command.places if _measures(command, draft, room) else None)


def _measures(command: StartFight, draft: Draft, room: Thing) -> bool:
    """Whether places count in the fight that begins."""
    if command.space is not None or command.places:
        return command.space != "told"
    policy = draft.situation.book.policy.space
    return policy == "measured" or (policy == "by_plan" and standing.has_ground(room))


def _begin(
    draft: Draft, rolled: Sequence[Fighter], led: Mapping[str, str], room: Thing, surprised: Sequence[str], places: Mapping[str, str] | None
) -> Verdict:
    """Begin the fight. `places`: what the game master says of them; None where they do not count."""
    by_roll = sorted(rolled, key=lambda e: initiative.place(draft, e))
    order = initiative.beside_leaders(by_roll, led, surprised)
    state_changes.change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT, Fight.begin(order, room.id, is_measured=places is not None))
    if places is not None:
        draft.starting |= {one.id for one in draft.world.bag_of(room.id)}
        if refusal := _take_places(draft, room, places):
            return refusal
    initiative.surprise(draft, surprised)
    _tell_initiative(draft, order)
    traps_in_play.at_start(draft, order[0].initiative)
    first = draft.world.things[order[0].id]
    recharged = () if draft.situation.dry else turn_beginning.begin(draft, first)  # in a dry run nobody knows yet who is first
    triggers.settle(draft)
    return Decision.about(None, result=StartFightResult(_roll_initiative(order), False, turn_of(draft, first, recharged)))


def _join(draft: Draft, coming: Sequence[Fighter], led: Mapping[str, str], back: Sequence[str], surprised: Sequence[str]) -> Verdict:
    """Put newcomers in their places in the order; the current turn stays the same. Creatures that come `back` take their old places."""
    on = clock.fight(draft.world)
    assert on is not None
    whose = on.whose
    returned = [entry for entry in on.order if entry.id in back]
    new = initiative.add(draft, coming)
    new += [initiative.put_after(draft, leader, id, id in surprised) for id, leader in led.items()]
    initiative.surprise(draft, surprised)
    _tell_initiative(draft, new)
    return Decision.about(
        None, result=StartFightResult(_roll_initiative([*returned, *new]), True, turn_of(draft, draft.world.things.get(whose.id)))
    )


_Group = tuple[list[Thing], str, str]
"""Those who are placed together, the words for their place, and the key of the words."""


def _take_places(draft: Draft, room: Thing, places: Mapping[str, str]) -> Rejected | None:
    """Let those stand where the game master says for whom there are words, and everybody else where they would."""
    groups = list[_Group]()
    for name, words in places.items():
        ones = _placed_as(draft, name, room)
        if isinstance(ones, Rejected):
            return ones
        if away := next((one for one in ones if draft.world.room_of(one.id) != room), None):
            return Rejected("stands_elsewhere", f"places.{name}", {"name": away.name, "room": room.name})
        groups.append((ones, words, f"places.{name}"))
    said = {one.id for ones, *_ in groups for one in ones}
    is_told = any(one.id not in said for one in default_places.without_place(draft, room))
    if refusal := _place_groups(draft, room, groups):
        return refusal
    default_places.give_to_all(draft, room)
    if is_told:
        _tell_places(draft, room)
    return None


def _placed_as(draft: Draft, name: str, room: Thing) -> list[Thing] | Rejected:
    """Those in the room whom a key of `places` names."""
    if reserved_names.is_party(name):
        return _members_here(draft, room)
    if (side := said_sides.of_room(draft.world, name, room, draft.situation.book)) is not None:
        return side or Rejected("character_unknown", f"places.{name}", {"wanted": name})
    return targets.creatures(draft.world, name, f"places.{name}", room)


def _place_groups(draft: Draft, room: Thing, groups: Sequence[_Group]) -> Rejected | None:
    """Place the groups one after the other; those whose words speak of somebody who has no place yet, or of foes while there are none, come later."""
    waiting, is_filled = [*groups], False
    while waiting:
        postponed = list[_Group]()
        refused: Rejected | None = None
        for n, group in enumerate(waiting):
            ones, words, field = group
            later = [one for others, *_ in (*postponed, *waiting[n + 1 :]) for one in others if one not in ones]
            stands = said_places.place(draft, room, ones, words, field, later)
            if isinstance(stands, Rejected):
                if stands.code not in ("no_place", "place_unclear"):
                    return stands
                refused = refused or stands
                postponed.append(group)
        if refused is not None and len(postponed) == len(waiting):
            if is_filled:
                return refused
            # Nobody says where those stand of whom the words speak: they stand where they would.
            default_places.give_to_all(draft, room, but={one.id for ones, *_ in postponed for one in ones})
            is_filled = True
        waiting = postponed
    return None


def _members_here(draft: Draft, room: Thing) -> list[Thing]:
    return [one for one in targets.party_of(draft.world) if draft.world.room_of(one.id) == room]


def _tell_places(draft: Draft, room: Thing) -> None:
    """Say how far the two sides are apart, because the table may want it otherwise."""
    now = standing.standing_in(draft.world, draft.world.things[room.id], draft.situation.book)
    if nearest := default_places.apart(now):
        feet, one, other = nearest
        draft.note("sides_stand_apart", feet=feet, name=Called(one.id), by=Called(other.id))


def _tell_initiative(draft: Draft, order: Sequence[Fighter]) -> None:
    """Play everything that follows from these creatures' initiative rolls (SRD 5.1, Superior Inspiration)."""
    draft.happened += [Happening("initiative", entry.id) for entry in order]
    triggers.settle(draft)


def _roll_initiative(order: Sequence[Fighter]) -> tuple[tuple[Called, int], ...]:
    return tuple((Called(e.id), e.initiative) for e in order)


# ── the fighters and their room ─────────────────────────────────────────────────────────────────────────────────────


def _where(command: StartFight, world: World) -> Thing | Rejected:
    """The room of the current fight. Without a fight, the party's room if the party is named, or else the room of the first creature named."""
    if at := combat.room_id(world):
        return world.things.get(at) or Rejected("floor_unknown", "names")
    if any(map(reserved_names.is_party, command.names)):
        return targets.party_room(world, "names") if targets.party_of(world) else Rejected("party_empty", "names")
    named = [(n, name) for n, name in enumerate(command.names) if not said_sides.is_side(name) or not targets.party_of(world)]
    if not named:
        return targets.party_room(world, "names")
    party = targets.party_room(world, "names") if targets.party_of(world) else None
    first = _find_named(named[0][1], named[0][0], world, party if isinstance(party, Thing) else None)
    return first if isinstance(first, Rejected) else world.room_of(first[0].id) or Rejected("floor_unknown", "names")


def _brought_in_first(refused: Rejected, situation: Situation) -> Rejected:
    """The refusal; for a creature that only the rulebook has, with the operation that brings one into the campaign."""
    written = situation.book.creatures.get(names.fold(str(refused.details.get("wanted", ""))))
    if refused.code != "character_unknown" or written is None:
        return refused
    details = {**refused.details, "name": written["character"]["name"]}
    return Rejected("not_in_the_campaign", refused.field, details, refused.near, refused.allowed)


def _find_named(name: str, n: int, world: World, room: Thing | None = None) -> list[Thing] | Rejected:
    return targets.creatures(world, name, f"names[{n}]", room)


def _fighters(command: StartFight, draft: Draft, room: Thing) -> list[Thing] | Rejected:
    """The named creatures that are alive. Party members elsewhere stay out; other creatures elsewhere are refused without `force`."""
    world = draft.world
    found: dict[str, Thing] = {}
    absent: dict[str, Thing] = {}
    for n, name in enumerate(command.names):
        if reserved_names.is_party(name):
            members = {t.id: t for t in targets.party_of(world)}
            absent |= {id: t for id, t in members.items() if world.room_of(id) != room}
            found |= {id: t for id, t in members.items() if id not in absent}
            found |= {one.id: one for one in travel_companions.companions_of(world, _members_here(draft, room), draft.situation.book)}
            continue
        side = said_sides.of_room(world, name, room, draft.situation.book)
        if side or name == said_sides.BOTH_SIDES:
            found |= {one.id: one for one in side or ()}
            continue
        named = _find_named(name, n, world, room)
        if isinstance(named, Rejected):
            return named
        for one in named:
            if world.room_of(one.id) != room and not command.force:
                return _elsewhere(command, draft, n, one, room)
            found[one.id] = one
    if away := [f"{t.name} ({_room_name(world, t)})" for id, t in absent.items() if id not in found]:
        draft.note("are_elsewhere", names=away)
    fighters = _new(found, draft)
    if not isinstance(fighters, Rejected):
        _tell_left_out(draft, room, found, said_sides.BOTH_SIDES in command.names, _measures(command, draft, room))
    return fighters


def _tell_left_out(draft: Draft, room: Thing, named: Collection[str], is_unnamed: bool, is_measured: bool) -> None:
    """Say who in the room is not in the fight: those who would attack the party, and those who were made from a stat block but have a name of their own,
    since only the game master knows on whose side they are; if nobody is named, every stranger. Where places count also say who is hidden.
    """
    world, book = draft.world, draft.situation.book
    there = [one for one in world.bag_of(room.id) if one.kind == "character" and not thing_stats.is_dead(one)]
    out = [one for one in there if one.id not in named and not combat.is_in(world, one.id) and not one.state.shop]
    others = [one for one in out if not sides.is_ally(world, one, book)]
    strangers = [one for one in others if not one.is_unfound]
    foes = [one for one in strangers if sides.is_likely_foe(world, one, book)]
    persons = [one for one in strangers if one not in foes and (is_unnamed or (is_measured and _is_dangerous(one)))]
    if foes:
        draft.note("left_out_of_fight", names=[one.name for one in foes])
    if is_measured and (hidden := [one.name for one in others if one.is_unfound]):
        draft.note("hidden_left_out_of_fight", names=hidden)
    if persons:
        draft.note("persons_left_out_of_fight", names=[one.name for one in persons])


def _is_dangerous(one: Thing) -> bool:
    return str(one.creature.sheet.document.get("cr") or "0") != "0"


def _surprised(command: StartFight, draft: Draft, fighters: Sequence[Thing], room: Thing) -> list[str] | Rejected:
    """The ids of the fighters that begin surprised."""
    coming = {one.id for one in fighters}
    found: dict[str, None] = {}
    for n, name in enumerate(command.surprised):
        if reserved_names.is_party(name):
            found |= {t.id: None for t in targets.party_of(draft.world) if t.id in coming}
            continue
        if side := said_sides.of_room(draft.world, name, room, draft.situation.book):
            found |= {t.id: None for t in side if t.id in coming}
            continue
        named = targets.creatures(draft.world, name, f"surprised[{n}]", room)
        if isinstance(named, Rejected):
            return named
        if out := next((one for one in named if one.id not in coming), None):
            return Rejected("not_named", f"surprised[{n}]", {"name": out.name}, allowed=tuple(t.name for t in fighters))
        found |= {one.id: None for one in named}
    return initiative.can_be_surprised(draft, [*found])


def _elsewhere(command: StartFight, draft: Draft, n: int, one: Thing, room: Thing) -> Rejected:
    """The refusal, which says who should go where: a companion or a newcomer goes to the fight, and the fighters go to a stranger."""
    world = draft.world
    there = world.room_of(one.id)
    comes = combat.room_id(world) is not None or sides.is_ally(world, one, draft.situation.book)
    coming = [one.id] if comes else _those_in(room, command, world)
    goal = room if comes else there
    details = {"name": one.name, "there": _room_name(world, one), "room": room.name, "coming": coming, "goal": goal.id if goal else None}
    return Rejected("fights_elsewhere", f"names[{n}]", details)


def _those_in(room: Thing, command: StartFight, world: World) -> list[str]:
    """The ids of the creatures in this room that are named, or belong to a named "party"."""
    found = []
    for n, name in enumerate(command.names):
        named = None if reserved_names.is_party(name) else _find_named(name, n, world, room)
        if named is None:
            found.append(reserved_names.PARTY)
        elif not isinstance(named, Rejected):
            found += [one.id for one in named if world.room_of(one.id) == room]
    return found


def _room_name(world: World, one: Thing) -> str:
    room = world.room_of(one.id)
    return room.name if room else "no room"


def _new(found: dict[str, Thing], draft: Draft) -> list[Thing] | Rejected:
    """The named creatures that are alive and not in the fight yet."""
    alive = [t for t in found.values() if not thing_stats.is_dead(t)]
    if not alive:
        return Rejected("nobody_left" if found else "party_empty", "names")
    if dead := [t.name for t in found.values() if t not in alive]:
        draft.note("dead_stay_out", names=dead)
    new = [t for t in alive if not combat.is_in(draft.world, t.id)]
    already = [t.name for t in alive if t not in new]
    if not new:
        return Rejected("all_fight_already", "names", {"names": already}, instead={"operation": "next_turn"})
    if already:
        draft.note("fight_already", names=already)
    return new


OPERATION = Operation(
    tool="execute_action",
    model=StartFight,
    decide=decide_start_fight,
    who=GM,
    cost=free,
    sends="names surprised? d20? seed?",
    before_all=True,
)
