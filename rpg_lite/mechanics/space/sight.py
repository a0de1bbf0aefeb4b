"""The light of a room, and who sees whom in it (SRD, Vision and Light). A room whose light nobody has set counts as bright, which changes
nothing. A light that somebody brings lights the whole room.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.creature import effect_source, zones
from rpg_lite.mechanics.space import fog, sides, stealth
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.words import RULES_OF_LIGHT
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import RoomLight
from rpg_lite.world import clock, light_sources, thing_stats
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


@dataclass(frozen=True, slots=True)
class Lit:
    """The light in a room, and the names of its sources other than the room itself."""

    level: RoomLight
    sources: tuple[str, ...]


def light_in(world: World, room: Thing, book: Rulebook) -> Lit:
    found = list(_sources(world, room, book))
    brightest: RoomLight = "bright" if any(bright for _, bright in found) else "dim" if found else "dark"
    order: tuple[RoomLight, ...] = ("dark", "dim", "bright")
    level = max(room.room.light or "bright", brightest, key=order.index)
    return Lit(level, tuple(name for name, _ in found))


def _sources(world: World, room: Thing, book: Rulebook) -> Iterator[tuple[str, bool]]:
    """(name, whether it sheds bright light) of every light in the room; things in bags shed none."""
    people = [t for t in world.bag_of(room.id) if t.kind == "character"]
    for thing in (t for holder in (room, *people) for t in world.bag_of(holder.id) if t.kind == "item"):
        for bright, _ in _lights_of(world, thing, book):
            yield thing.name, bright > 0
    for one in people:
        yield from _of_body(world, one, book)
        for entry in thing_stats.lasting(world, one, "effects"):
            effect = effect_source.laid_effect(world, entry.cause, book)
            if effect and effect.light:
                yield entry.name, effect.light.get("bright", 0) > 0
        for zone in zones.of(world, one, book):
            words = {rule.partition(":")[0] for rule in zone.model.rules}
            if words & RULES_OF_LIGHT:
                yield zone.zone.act, "bright_light" in words


def _of_body(world: World, creature: Thing, book: Rulebook) -> Iterator[tuple[str, bool]]:
    """The light that a living creature's own body sheds, in its present form (SRD, Illumination)."""
    for rule in () if thing_stats.is_dead(creature) else thing_stats.unspent_sheet(creature, book).feature_rules:
        if rule.light and not set(rule.light.unless) & {*thing_stats.stats_of(world, creature, book).conditions_active}:
            yield rule.name, rule.light.bright > 0


def _lights_of(world: World, thing: Thing, book: Rulebook) -> Iterator[tuple[int, int]]:
    on, row = thing_stats.active_of(world, thing), world.row_of(thing.id)
    if not on and row is None:
        return
    item = thing_stats.item_of(thing, book)
    if item.light and not item.burns and row:
        yield item.light
    if burning := light_sources.shed(world, thing, item):
        yield burning
    yield from (a.light for a in item.activated if a.id in on and a.light)


# ── sight ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def sight(world: World, looker: Thing, book: Rulebook, other: Thing | None = None, *, plainly: bool = False) -> Sight:
    """How well a creature sees another, or the room around it. `plainly`: with nothing but eyes, whatever its senses are."""
    stats = thing_stats.stats_of(world, looker, book)
    room, senses = world.room_of(looker.id), {} if plainly else {k: v.value for k, v in stats.senses.items()}
    flags = frozenset() if plainly else stats.flags
    if room is None or senses.get("blindsight"):
        return "clear"
    pierces = bool(senses.get("truesight")) or creature_flags.SEES_IN_MAGICAL_DARKNESS in flags
    if _is_obscured(world, book, looker, other, pierces):
        return "blind"
    if room.room.is_bright or senses.get("truesight"):
        return "clear"
    level = light_in(world, room, book).level
    if _SEEN_AS_BRIGHT.get(level) in flags:
        return "clear"
    if senses.get("darkvision"):
        return "dim" if level == "dark" else "clear"
    return _PLAIN_SIGHT[level]


def sees_by_darkvision(world: World, looker: Thing, level: RoomLight, book: Rulebook) -> bool:
    """Whether nothing but darkvision makes this light better to the creature."""
    stats = thing_stats.stats_of(world, looker, book)
    return bool(stats.senses.get("darkvision")) and _SEEN_AS_BRIGHT.get(level) not in stats.flags and not stats.senses.get("truesight")


def _is_obscured(world: World, book: Rulebook, looker: Thing, other: Thing | None, pierces: bool) -> bool:
    """Whether fog or magical darkness lies on the looker, on the other or between them; truesight and a devil's sight pierce the darkness, not the fog."""
    hiding = {"heavily_obscured"} if pierces else {"heavily_obscured", "magical_darkness"}
    there = {looker.id, *((other.id,) if other else ())}
    opaque = [z for z in zones.all_of(world, book) if not hiding.isdisjoint(z.model.rules) or fog.BLOCKS_SIGHT in z.model.rules]
    if any(not there.isdisjoint(z.zone.inside) and not hiding.isdisjoint(z.model.rules) for z in opaque):
        return True
    return other is not None and bool(opaque) and fog.lies_between(world, looker, other, opaque, book)


def why_unseen(world: World, looker: Thing, other: Thing, book: Rulebook, *, plainly: bool = False) -> Unseen | None:
    """The reason why a creature does not see another; None if it does (SRD, Unseen Attackers and Targets). `plainly`: as for sight."""
    mine = thing_stats.stats_of(world, looker, book)
    if "blindsight" in mine.senses and not plainly:
        return None
    if BLINDED in mine.conditions_active:
        return "blinded"
    if (other.state.is_hidden or stealth.dc_to_find(other) is not None) and not sides.are_friends(world, other, looker, book):
        return "hidden"
    if (plainly or not _sees_the_invisible(mine)) and is_invisible(world, other, book):
        return "invisible"
    return "obscured" if sight(world, looker, book, other, plainly=plainly) == "blind" else None


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
    return not any(_sees_the_invisible(thing_stats.stats_of(world, one, book)) for one in near)


def _sees_the_invisible(stats: EffectiveStats) -> bool:
    return "truesight" in stats.senses or "blindsight" in stats.senses or creature_flags.SEES_INVISIBLE in stats.flags


def where_unseen(draft: Draft, reasons: Iterable[Modifier], attacker: Thing, target: Thing) -> list[Modifier]:
    """The reasons of an attack, without what invisibility does against a side that sees the invisible (SRD, Invisible)."""
    lookers = (("attack.all", target), ("attacks_against_you", attacker))
    seen = {word for word, one in lookers if not are_senses_hidden(draft.situation, one) and _sees_the_invisible(draft.stats(one))}
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
    if room.room.light is None or light_in(world, room, book).level != "dark":
        return []
    return [one for one in who if world.room_of(one.id) == room and sight(world, one, book) == "blind"]


def is_unseen(world: World, room: Thing, party: Sequence[Thing], book: Rulebook) -> bool:
    """Whether members of the party stand in a dark room, and none of them sees anything there."""
    there = [one for one in party if world.room_of(one.id) == room]
    return bool(there) and len(blind_in(world, room, there, book)) == len(there)
