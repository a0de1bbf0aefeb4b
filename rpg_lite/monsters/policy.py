"""A simple policy for monsters when nobody plays the game master; the player can read it.

A monster turns to the nearest standing foe, and to the next one if that one cannot be attacked; the nearest is the one in the same room whose turn
comes next. A prone monster stands up first. It plays its best ready act: one that has to recharge, then Multiattack, then the act that deals the most
damage on average; last, a bonus action that deals damage. An act that only tells the game master something is left to a game master. Its standing
allies in the room count as being next to the target. Once its target has fallen, the attacks that are left go to the next foe whom they reach, and to
nobody if there is none. No monster flees by itself: only one that is put to flight dashes, and where places count runs as far as it can from whoever put it
to flight; with nowhere to go it gets free or dodges.

Where places count, the nearest foe is the one the fewest feet away, and allies count where they stand. A foe that hides is not known, so nobody turns to it.
- Choice: against its nearest foe a monster does what is worth most from where it stands, be it an act, an attack or a spell of its stat block: the chance to
  hit, or that a save fails, times the average damage, and what the conditions are worth that it lays (expected_worth.CONDITIONS). Where nothing of that is
  possible it turns to the next foe. Cover and lying prone count in the chance to hit; a foe against whom all is worth less than half of what it is
  against another comes after the others.
- Hand to hand: a monster for which that is worth more so than from afar, and which does more beside its foe than where it stands, walks until it reaches its
  foe. It goes around those who could strike at it if that brings it to the same foe in this turn; otherwise it takes the strike.
- From afar: any other monster with a foe within 10 ft first steps 10 ft or more from all foes, if nobody can strike at it as it goes; otherwise it
  stays and shoots. It seeks a place in sight of a foe where it has none.
- Teleports: one that fights hand to hand and reaches nobody on foot teleports to a foe, if it can as a bonus action; one that fights from afar, and has
  done what it does with its action, so leaves a foe within 10 ft.
- Ground: it ends no walk in a zone that harms or in deep water while another foe or act serves.
- Areas: it fills one when its best place catches two foes or more, or one at half its hit points, and nobody of its own side; an area for a single
  other foe comes after everything else.
- A monster that can attack nobody from where it stands walks toward a foe, dashes where it still reaches none, and dodges where it gets no nearer.
- Doors: a monster that a shut door inside the room parts from all its foes goes there, opens it, and goes on; before a locked one it waits and dodges.
- A monster whose action the game master has used for it has been played: only its turn ends.

At the end of another creature's turn, a legendary creature first plays an act that deals no damage, if that lays something on a foe that the foe does
not have yet (fear, blindness, a command) or if it protects the creature, which is at half its hit points or less; otherwise it plays the act that
deals the most on average, with whatever acts and spells are in it. An act in which it only moves, looks or makes a zone is left to a game master.
Monsters cast no other spells by themselves, and where nobody counts squares only those of legendary acts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.mechanics.acts import charmed_creatures
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.space import sides, standing, stealth
from rpg_lite.mechanics.turn import ledger, movement
from rpg_lite.monsters import act_choices, act_worth, area_worth, measured_acts, shut_doors
from rpg_lite.monsters.act_worth import mean
from rpg_lite.monsters.prices import is_left, may_play_legendary
from rpg_lite.monsters.way import MOST_TRIED, Deed, Way, deeds_of
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.act import Act, ApplyStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import own_acts
from rpg_lite.views.own_acts import ReadyAct
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import Thing, World

NEAR: Final = "ally_near"
"""The word for an ally within 5 feet of the target, as Pack Tactics needs it."""
MULTIATTACK: Final = "Multiattack"
LEGENDARY: Final = "legendary"
_PRONE: Final = "prone"
_MANY: Final = ("any", "area", "each_enemy")
_RECHARGES, _SEVERAL, _BEST, _NOTHING = range(4)
"""The ranks of acts, the first before all others."""
_FAR: Final = 1 << 20
_KEPT_OFF: Final = 10
"""The feet that a creature which fights from afar keeps from its foes."""


def deeds(world: World, who: Thing, book: Rulebook, cost: str = "action") -> list[Deed]:
    """Return the calls for the acts that the creature may play, the best first; none if it finds no foe or can do nothing."""
    against = _against(world, who, book)
    stats = thing_stats.stats_of(world, who, book)
    if not against or not stats.can_act or creature_flags.NO_ACTIONS in stats.flags:
        return []
    # Where places count, the record knows who stands beside the target, and how far each foe is.
    is_measured = movement.is_measured(world, who.id)
    if is_measured and cost != LEGENDARY:
        return measured_acts.deeds(world, who, against, book, cost)
    beside = {"with": [NEAR]} if not is_measured and has_ally_near(world, who, book) else {}
    ways = sorted(_ways(world, who, book, cost), key=lambda way: (way.rank, -way.damage))
    ready = [(way, _not_yet_under(way.lays, world, against, book)) for way in ways if way.rank < _NOTHING]
    if not is_measured:
        return [deed for way, whom in ready if whom for deed in deeds_of(who, way, whom, beside)]
    # Where places count, a foe may be out of reach or behind cover: then the next one is attacked.
    first = [
        deed
        for n in range(MOST_TRIED)
        for way, whom in ready
        if whom[n:] and not way.is_last and not (n and way.is_placed)
        for deed in deeds_of(who, way, whom[n:], beside)
    ]
    return [*first, *(deed for way, whom in ready if whom and way.is_last for deed in deeds_of(who, way, whom, beside))]


def further_attacks(world: World, who: Thing, book: Rulebook) -> list[Deed]:
    """Return the calls for the attacks that are left of an action which the creature has begun (SRD, Extra Attack)."""
    left = ledger.left(world, who.id, book)
    if left is None or not left.has_begun or thing_stats.sheet(who, book).attacks_per_action <= 1:
        return []
    return [deed for deed in deeds(world, who, book) if deed["operation"] == "attack"]


def _not_yet_under(laid: frozenset[str], world: World, against: Sequence[Thing], book: Rulebook) -> list[Thing]:
    """The foes on whom an act that applies these conditions and effects is not wasted."""
    return [foe for foe in against if not laid or not laid <= _borne(world, foe, book)]


def _borne(world: World, who: Thing, book: Rulebook) -> set[str]:
    """The conditions and effects that the creature has, and the conditions to which it is immune."""
    stats = thing_stats.stats_of(world, who, book)
    return {*stats.conditions_active, *stats.defenses.conditions, *(effect.name for effect in thing_stats.lasting(world, who, "effects"))}


def getting_up(world: World, who: Thing, book: Rulebook) -> list[Deed]:
    """Return the call by which a prone creature stands up before it does anything else; none for others."""
    stats = thing_stats.stats_of(world, who, book)
    can_rise = stats.can_act and _PRONE in stats.conditions_active and stats.speed["walk"].value > 0
    return [{"characterId": who.id, "operation": "act", "act": "Stand Up"}] if can_rise else []


def closing_in(world: World, who: Thing, book: Rulebook) -> list[Deed]:
    """Return the walks to foes, the nearest first, of a creature that fights hand to hand where places count and reaches nobody; the first that is
    not refused is walked. The last one goes as far as it can.
    """
    if not movement.is_measured(world, who.id) or not thing_stats.stats_of(world, who, book).can_act:
        return []
    nearest = _feet_to_nearest(world, who, book)
    if nearest is None or not measured_acts.gains_by_closing_in(world, who, _against(world, who, book), book):
        return []
    return approaches(world, who, book)


def approaches(world: World, who: Thing, book: Rulebook) -> list[Deed]:
    """Return the walks that bring a creature to its foes where places count, the nearest first; none where it has no feet left."""
    if not movement.is_measured(world, who.id) or not any(ledger.feet_left(world, who.id, book).values()):
        return []
    foes = standing_foes(world, who, book)
    if (shut := shut_doors.before(world, who, foes, book)) is not None:
        return shut.walks(who)
    walk_to = {"characterId": who.id, "operation": "move"}
    ways: tuple[Deed, ...] = ({"careful": True}, {})
    near = measured_acts.word_for_closing_in(world, who, _against(world, who, book), book)
    reaching = [{**walk_to, "to": f"{near} {foe.name}", **how} for foe in foes for how in ways]
    return [*reaching, *({**walk_to, "to": f"toward {foe.name}"} for foe in foes)]


def opening(world: World, who: Thing, book: Rulebook) -> list[Deed]:
    """Return the call that opens the door beside a creature which parts it from its foes where places count; none for others."""
    if not movement.is_measured(world, who.id):
        return []
    shut = shut_doors.before(world, who, standing_foes(world, who, book), book)
    return shut.opening(who) if shut is not None else []


def keeping_off(world: World, who: Thing, book: Rulebook) -> list[Deed]:
    """Return the step that brings a creature that fights from afar 10 ft or more from all foes, where places count and one of them is nearer; it is
    refused where somebody may strike at the creature as it goes.
    """
    nearest = _feet_to_nearest(world, who, book) if movement.is_measured(world, who.id) else None
    may_go = thing_stats.stats_of(world, who, book).can_act and nearest is not None and nearest < _KEPT_OFF
    if not may_go or measured_acts.prefers_melee(world, who, _against(world, who, book), book):
        return []
    return [{"characterId": who.id, "operation": "move", "to": f"at least {_KEPT_OFF} ft from all enemies", "careful": True}]


def leaping_in(world: World, who: Thing, book: Rulebook) -> list[Deed]:
    """Return the teleports, as a bonus action, into the reach of its foes, the nearest first, for a creature that fights hand to hand where places count
    and has walked to nobody.
    """
    against = _against(world, who, book) if movement.is_measured(world, who.id) else []
    if not against or not thing_stats.stats_of(world, who, book).can_act or not measured_acts.gains_by_closing_in(world, who, against, book):
        return []
    return [{**leap, "to": f"in reach of {foe.name}"} for leap in measured_acts.leaps(world, who, against, book) for foe in against[:MOST_TRIED]]


def leaping_off(world: World, who: Thing, book: Rulebook) -> list[Deed]:
    """Return the teleports, as a bonus action, away from all foes, for a creature that fights from afar where places count and has one beside it."""
    nearest = _feet_to_nearest(world, who, book) if movement.is_measured(world, who.id) else None
    if nearest is None or nearest >= _KEPT_OFF or not thing_stats.stats_of(world, who, book).can_act:
        return []
    against = _against(world, who, book)
    if measured_acts.prefers_melee(world, who, against, book):
        return []
    return [{**leap, "to": "away from all enemies"} for leap in measured_acts.leaps(world, who, against, book)]


def general_act(who: Thing, name: str) -> list[Deed]:
    """Return the call of an act that every creature has."""
    return [{"characterId": who.id, "operation": "act", "act": name}]


def _feet_to_nearest(world: World, who: Thing, book: Rulebook) -> int | None:
    foes, room = standing_foes(world, who, book), world.room_of(who.id)
    if not foes or room is None:
        return None
    return standing.standing_in(world, room, book).feet(who.id, foes[0].id)


def _against(world: World, who: Thing, book: Rulebook) -> list[Thing]:
    """The foes that the creature may harm, the nearest first."""
    return [foe for foe in standing_foes(world, who, book) if not charmed_creatures.is_charmed_by(world, who, foe, book)]


def legendary_deeds(world: World, who: Thing, book: Rulebook) -> list[Deed]:
    """Return the legendary acts that the creature may play at the end of this turn, the best first."""
    return deeds(world, who, book, LEGENDARY) if may_play_legendary(world, who) else []


def opportunity_attacks(who: Thing, leaving: Sequence[Thing], has_allies: bool) -> list[Deed]:
    """Return the attack of a creature on someone who moves away from it; the first call that is not refused names the creature that moved."""
    fields = {"characterId": who.id, "operation": "act", "act": "Opportunity Attack", "answer": True}
    return [{**fields, "targets": [hero.id], **beside} for hero in leaving for beside in ([{"with": [NEAR]}, {}] if has_allies else [{}])]


def standing_foes(world: World, who: Thing, book: Rulebook) -> list[Thing]:
    """The standing creatures of the other side in the same room of which it knows, since they do not hide, beginning with the one whose turn comes next;
    where places count, the nearest first.
    """
    order = [fighter.id for fighter in combat.order(world)]
    after = order.index(who.id) + 1 if who.id in order else 0
    others = [world.things[id] for id in (*order[after:], *order[:after]) if id in world.things]
    side = sides.is_ally(world, who, book)
    there = [o for o in others if sides.is_ally(world, o, book) != side and is_standing(o) and _is_near(world, who, o)]
    found = [o for o in there if stealth.dc_to_find(o) is None]
    room = world.room_of(who.id)
    if room is None or not movement.is_measured(world, who.id):
        return found
    now = standing.standing_in(world, room, book)
    return sorted(found, key=lambda foe: feet if (feet := now.feet(who.id, foe.id)) is not None else _FAR)


def has_ally_near(world: World, who: Thing, book: Rulebook) -> bool:
    """Whether another creature of the same side that is not incapacitated (SRD, Pack Tactics) is in the same room, which counts as being
    next to the target.
    """
    others = (world.things[f.id] for f in combat.order(world) if f.id in world.things and f.id != who.id)
    side = sides.is_ally(world, who, book)
    allies = (o for o in others if sides.is_ally(world, o, book) == side and is_standing(o) and _is_near(world, who, o))
    return any(thing_stats.stats_of(world, ally, book).can_act for ally in allies)


def is_standing(who: Thing) -> bool:
    return not thing_stats.is_dead(who) and who.creature.hp != 0


def _is_near(world: World, one: Thing, other: Thing) -> bool:
    return world.room_of(one.id) == world.room_of(other.id) and not other.state.is_hidden


def _ways(world: World, who: Thing, book: Rulebook, cost: str) -> Iterator[Way]:
    stats, sheet = thing_stats.stats_of(world, who, book), thing_stats.sheet(who, book)
    written = {names.fold(found.act.name): found.act for found in acts.acts_of(world, who, book)}
    ready = own_acts.acts_now(world, who, stats, book)
    hits = {names.fold(attack.name): attack.damage_bonus.value + mean(attack.damage_dice) for attack in stats.attacks}
    damages = {**hits, **{names.fold(act.name): mean(act.damage) for act in ready}}
    for act in ready:
        if act.cost == cost and is_left(act, sheet):
            rule = written.get(names.fold(act.name))
            if rule is not None and act_worth.only_speaks(rule):
                continue
            worth = area_worth.of(world, who, rule, book) if rule is not None and movement.is_measured(world, who.id) else "unmeasured"
            if worth == "wasted":
                continue
            if cost == LEGENDARY and rule is not None:
                ways = _legendary_way(_Legendary(world, who, book, act, rule), written, damages)
                yield from (_in_its_place(way, worth) for way in ways)
                continue
            reaches_all = rule is not None and act.save is not None and (rule.area is not None or rule.targets in _MANY)
            printed = act_choices.options_printed(who.name, act.name, book)
            choices = act_choices.of(rule, written, damages, printed) if rule else [{}]
            damage, lays = damages[names.fold(act.name)], _lays(rule, act)
            several = rule is not None and act_worth.attacks_often(rule)
            way = Way(act.name, _rank(act), damage, reaches_all=reaches_all, choices=tuple(choices), lays=lays, is_several=several)
            yield _in_its_place(way, worth)
    if cost == "action":
        for attack in stats.attacks:
            if names.fold(attack.name) not in written:
                yield Way(attack.name, _BEST, damages[names.fold(attack.name)], is_attack=True, choices=({},))


def _in_its_place(way: Way, worth: area_worth.Worth) -> Way:
    """The way; an area that is measured finds its place by itself."""
    return way if worth == "unmeasured" or way.is_for_itself else replace(way, is_placed=True, is_last=worth == "poor")


@dataclass(frozen=True, slots=True)
class _Legendary:
    """A legendary act that its creature can pay."""

    world: World
    who: Thing
    book: Rulebook
    act: ReadyAct
    rule: Act


def _legendary_way(of: _Legendary, written: Mapping[str, Act], damages: Mapping[str, float]) -> Iterator[Way]:
    """The way to use a legendary act; none for one that would change nothing now."""
    worth = act_worth.of(of.rule, damages, of.book)
    choices = act_choices.of(of.rule, {**written, **worth.inner}, damages, act_choices.options_printed(of.who.name, of.act.name, of.book))
    if (damage := max(mean(of.act.damage), worth.damage)) or of.act.to_hit is not None or act_worth.strikes(of.rule):
        several = act_worth.attacks_often(of.rule)
        yield Way(of.act.name, _BEST, damage, reaches_all=worth.reaches_all, choices=tuple(choices), is_several=several)
        return
    if worth.concentrates and of.who.creature.concentration:
        return
    if worth.harms and worth.lays:
        yield Way(of.act.name, _SEVERAL, 0, reaches_all=worth.reaches_all, choices=tuple(choices), lays=worth.lays)
    elif worth.keeps and _is_bloodied(of) and not worth.keeps <= _borne(of.world, of.who, of.book):
        yield Way(of.act.name, _SEVERAL, 0, choices=tuple(choices), is_for_itself=True)


def _is_bloodied(of: _Legendary) -> bool:
    """Whether the creature has half its hit points or fewer (SRD 5.2, Bloodied)."""
    stats = thing_stats.stats_of(of.world, of.who, of.book)
    return stats.hp is not None and stats.hp_max is not None and 2 * stats.hp <= stats.hp_max.value


def _lays(rule: Act | None, act: ReadyAct) -> frozenset[str]:
    if rule is None or act.damage:
        return frozenset()
    applied = (step.apply for step in walk(rule.steps) if isinstance(step, ApplyStep))
    return frozenset(condition for laid in applied if not isinstance(laid, str) for condition in laid.conditions)


def _rank(act: ReadyAct) -> int:
    if names.fold(act.name) == names.fold(MULTIATTACK):
        return _SEVERAL
    hurts = act.damage or act.to_hit is not None or "attack" in names.fold(act.name)
    if not hurts:
        return _NOTHING
    return _RECHARGES if act.recharge else _BEST
