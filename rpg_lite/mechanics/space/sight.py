"""Sight: how well a creature sees another, or the room around it, by the light and by its senses (SRD, Vision and Light). Where places count, light
falls on squares and senses reach as far as their feet.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.space import fog, lights, sides, standing, stealth, zone_places
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules import creature_flags
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import Space
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import RoomLight
from rpg_lite.world import clock, thing_stats
from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.world_model import Thing, World

Sight = Literal["clear", "dim", "blind"]
Unseen = Literal["blinded", "hidden", "invisible", "obscured"]
_PLAIN_SIGHT: Final[Mapping[RoomLight, Sight]] = {"bright": "clear", "dim": "dim", "dark": "blind"}
_SEEN_AS_BRIGHT: Final = {"dark": creature_flags.SEES_IN_DARKNESS, "dim": creature_flags.SEES_IN_DIM_LIGHT}
BLINDED: Final = "blinded"
INVISIBLE: Final = "invisible"
_DIM: Final = Modifier("skill.perception", "disadvantage", source=Source("base", "dim_light", "dim light"))
_UNSEEN_TARGET: Final = Modifier("attack.all", "disadvantage", source=Source("base", "unseen_target", "unseen target"))
_UNSEEN_ATTACKER: Final = Modifier("attacks_against_you", "advantage", source=Source("base", "unseen_attacker", "unseen attacker"))


# ── sight ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def sight(
    world: World, looker: Thing, book: Rulebook, other: Thing | None = None, *, plainly: bool = False, supposed: Standing | None = None
) -> Sight:
    """How well a creature sees another, or the room around it. `plainly`: with nothing but eyes, whatever its senses are; `supposed`: where everybody
    would stand, in place of where they do.
    """
    room, stats = world.room_of(looker.id), thing_stats.stats_of(world, looker, book)
    now = supposed or (None if other is None else _on_squares(world, looker, other, book))
    senses = frozenset[str]() if plainly else _senses(stats, now, looker, other)
    flags = frozenset() if plainly else stats.flags
    if room is None or "blindsight" in senses:
        return "clear"
    pierces = "truesight" in senses or creature_flags.SEES_IN_MAGICAL_DARKNESS in flags
    if _is_obscured(world, book, looker, other, pierces, now, supposed is not None):
        return "blind"
    if room.room.is_bright or "truesight" in senses:
        return "clear"
    level = lights.light_in(world, room, book).level if now is None or other is None else lights.light_at(now, now.spaces[other.id])
    return _by_light(level, flags, senses)


def look(now: Standing, looker: Thing, space: Space, level: RoomLight) -> Sight:
    """How well a creature sees a space in this light, where places count and nothing lies between."""
    stats = thing_stats.stats_of(now.world, looker, now.book)
    feet = distance(now.spaces[looker.id], space, now.book.policy.diagonals)
    senses = frozenset(sense for sense, reach in stats.senses.items() if reach.value and feet <= reach.value)
    return "clear" if not senses.isdisjoint(("blindsight", "truesight")) else _by_light(level, stats.flags, senses)


def _by_light(level: RoomLight, flags: Container[str], senses: Container[str]) -> Sight:
    if _SEEN_AS_BRIGHT.get(level) in flags:
        return "clear"
    if "darkvision" in senses:
        return "dim" if level == "dark" else "clear"
    return _PLAIN_SIGHT[level]


def _on_squares(world: World, looker: Thing, other: Thing, book: Rulebook) -> Standing | None:
    """The places of the room if they count for these two; None elsewhere."""
    room = world.room_of(looker.id)
    if room is None or not standing.is_measured(world, room.id):
        return None
    now = standing.standing_in(world, room, book)
    return now if {looker.id, other.id} <= now.spaces.keys() else None


def _senses(stats: EffectiveStats, now: Standing | None, looker: Thing, other: Thing | None) -> frozenset[str]:
    """The senses of a creature that reach another: where places count, those with feet enough."""
    feet = now.feet(looker.id, other.id) or 0 if now is not None and other is not None else 0
    return frozenset(sense for sense, reach in stats.senses.items() if reach.value and feet <= reach.value)


def sees_by_darkvision(world: World, looker: Thing, level: RoomLight, book: Rulebook) -> bool:
    """Whether nothing but darkvision makes this light better to the creature."""
    stats = thing_stats.stats_of(world, looker, book)
    return bool(stats.senses.get("darkvision")) and _SEEN_AS_BRIGHT.get(level) not in stats.flags and not stats.senses.get("truesight")


def _is_obscured(
    world: World, book: Rulebook, looker: Thing, other: Thing | None, pierces: bool, now: Standing | None, is_supposed: bool = False
) -> bool:
    """Whether fog or magical darkness lies on the looker, on the other or between them; truesight and a devil's sight pierce the darkness, not the fog."""
    hiding = {"heavily_obscured"} if pierces else {"heavily_obscured", "magical_darkness"}
    there = {looker.id, *((other.id,) if other else ())}
    opaque = [z for z in zones.all_of(world, book) if not hiding.isdisjoint(z.model.rules) or fog.BLOCKS_SIGHT in z.model.rules]
    for zone in (z for z in opaque if not hiding.isdisjoint(z.model.rules)):
        if not there.isdisjoint(zone_places.inside_now(now, zone) if now is not None and is_supposed else zone.zone.inside):
            return True
    return now is not None and other is not None and (bool(opaque) or fog.is_thick(now.room)) and fog.lies_between(now, looker, other, opaque)


def why_unseen(
    world: World, looker: Thing, other: Thing, book: Rulebook, *, plainly: bool = False, supposed: Standing | None = None
) -> Unseen | None:
    """The reason why a creature does not see another; None if it does (SRD, Unseen Attackers and Targets). `plainly`, `supposed`: as for sight."""
    mine = thing_stats.stats_of(world, looker, book)
    senses = frozenset[str]() if plainly else _senses(mine, supposed or _on_squares(world, looker, other, book), looker, other)
    if "blindsight" in senses:
        return None
    if BLINDED in mine.conditions_active:
        return "blinded"
    if (other.state.is_hidden or stealth.dc_to_find(other) is not None) and not sides.are_friends(world, other, looker, book):
        return "hidden"
    if (plainly or not _sees_the_invisible(mine, senses)) and is_invisible(world, other, book):
        return "invisible"
    return "obscured" if sight(world, looker, book, other, plainly=plainly, supposed=supposed) == "blind" else None


def are_senses_hidden(situation: Situation, looker: Thing) -> bool:
    """Whether this answer must not depend on the senses of a creature: a dry run for somebody who does not see everything, about a creature
    outside the party.
    """
    return situation.hides_others and not looker.creature.is_member


def is_invisible(world: World, creature: Thing, book: Rulebook) -> bool:
    return INVISIBLE in thing_stats.stats_of(world, creature, book).conditions_active


def is_unnoticed(world: World, creature: Thing, party: Sequence[Thing], book: Rulebook) -> bool:
    """Whether a living stranger is invisible to everybody of the party. A fight gives away the place of its fighters, who still have the
    advantages of the unseen, and the party knows whom it has made invisible (SRD, Unseen Attackers and Targets; Truesight).
    """
    members = {one.id for one in party}
    if creature.id in members or creature.id in clock.fighters(world) or thing_stats.is_dead(creature):
        return False
    if not is_invisible(world, creature, book) or any(e.cause.by in members for k in LASTING for e in creature.creature.lasting(k)):
        return False
    room = creature.parent_id
    near = [one for one in party if one.parent_id == room]
    return not any(_sees_the_invisible(stats, stats.senses) for stats in (thing_stats.stats_of(world, one, book) for one in near))


def _sees_the_invisible(stats: EffectiveStats, senses: Container[str]) -> bool:
    """Whether a creature sees what is invisible, with those of its senses that reach it."""
    return "truesight" in senses or "blindsight" in senses or creature_flags.SEES_INVISIBLE in stats.flags


def where_unseen(draft: Draft, reasons: Iterable[Modifier], attacker: Thing, target: Thing) -> list[Modifier]:
    """The reasons of an attack, without what invisibility does against a side that sees the invisible (SRD, Invisible)."""
    now = _on_squares(draft.world, attacker, target, draft.situation.book)
    seen = set[str]()
    for word, one, other in (("attack.all", target, attacker), ("attacks_against_you", attacker, target)):
        stats = draft.stats(one)
        if not are_senses_hidden(draft.situation, one) and _sees_the_invisible(stats, _senses(stats, now, one, other)):
            seen.add(word)
    return [m for m in reasons if not (m.target in seen and m.source.layer == "conditions" and m.source.id == INVISIBLE)]


def for_attack(draft: Draft, attacker: Thing, target: Thing) -> list[Modifier]:
    """Disadvantage against a target that the attacker does not see, advantage against one that does not see the attacker."""
    found: list[Modifier] = []
    pairs = ((attacker, target, _UNSEEN_TARGET), (target, attacker, _UNSEEN_ATTACKER))
    for looker, other, reason in pairs:
        hidden = are_senses_hidden(draft.situation, looker)
        if sight(draft.world, looker, draft.situation.book, other, plainly=hidden) == "blind":
            draft.note("may_not_see" if hidden else "does_not_see", name=Called(looker.id), other=Called(other.id))
            found.append(reason)
    return found


def for_search(draft: Draft, looker: Thing) -> list[Modifier]:
    """Disadvantage on a Perception check by sight in dim light. Who sees nothing fails what needs sight, and the rest is as good as ever; the
    game master decides which searches need no eyes (SRD, Vision and Light; Blinded).
    """
    seen = sight(draft.world, looker, draft.situation.book)
    if seen == "clear":
        return []
    draft.note("sees_dimly" if seen == "dim" else "sees_nothing", name=Called(looker.id))
    return [_DIM] if seen == "dim" else []


def can_search(draft: Draft, looker: Thing) -> bool:
    """Whether a creature can use its eyes for a search; if not, a note says so (SRD, Blinded)."""
    book = draft.situation.book
    stats = draft.stats(looker)
    is_blinded = BLINDED in stats.conditions_active and "blindsight" not in stats.senses
    if is_blinded or sight(draft.world, looker, book) == "blind":
        draft.note("searches_blind", name=Called(looker.id))
        return False
    return True


def blind_in(world: World, room: Thing, who: Iterable[Thing], book: Rulebook) -> list[Thing]:
    """Those of the creatures who see nothing in a dark room."""
    if room.room.light is None or lights.light_in(world, room, book).level != "dark":
        return []
    return [one for one in who if world.room_of(one.id) == room and sight(world, one, book) == "blind"]


def is_unseen(world: World, room: Thing, party: Sequence[Thing], book: Rulebook) -> bool:
    """Whether members of the party stand in a dark room, and none of them sees anything there."""
    there = [one for one in party if world.room_of(one.id) == room]
    return bool(there) and len(blind_in(world, room, there, book)) == len(there)
