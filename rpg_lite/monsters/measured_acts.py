"""The acts, attacks and spells of a creature where places count, ranked by what they are worth against each foe from where it stands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.mechanics.attack.attack_roll import cover_of
from rpg_lite.mechanics.creature import acts, creature_type_of
from rpg_lite.mechanics.space import facts, reach_of, standing
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.monsters import act_choices, act_worth, area_worth, expected_worth
from rpg_lite.monsters.act_worth import mean
from rpg_lite.monsters.expected_worth import PRONE, ActingFoe, FacedHero
from rpg_lite.monsters.prices import is_left
from rpg_lite.monsters.way import MOST_TRIED, Deed, Way, deeds_of
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, AttackStep, ChooseStep, IfStep, SaveStep
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.acts.plain_steps import DoStep, MoveStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.block_spells import block_spells
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.rules.species_spells import OwnSpell
from rpg_lite.rules.spell_slots import SLOT
from rpg_lite.rules.stat_block import as_cast
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.views import own_acts
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

_MANY: Final = ("any", "area", "each_enemy")
_FAR: Final = 1 << 20
_WORTH_TURNING: Final = 0.5
"""The share of the best worth against anybody below which a foe is passed over."""
_SHOT: Final = "ammunition"


@dataclass(frozen=True, slots=True)
class _Ready:
    """Something that the creature may do now. `numbers`: those with which it does it; `caught`: whom its area catches in its best place, None where no area
    is measured.
    """

    name: str
    numbers: ActingFoe
    act: Act | None = None
    attack: AttackStats | None = None
    is_spell: bool = False
    caught: tuple[str, ...] | None = None
    is_last: bool = False

    def worth(self, foe: FacedHero, reach: int) -> float:
        """Its expected worth against one foe."""
        if self.attack is not None:
            is_shot = _SHOT in self.attack.properties
            damage = self.attack.damage_bonus.value + mean(self.attack.damage_dice)
            most = (_FAR, _FAR) if is_shot else (reach, reach)
            return expected_worth.of_attack(self.attack.to_hit.value, damage, most, is_shot, self.numbers, foe)
        return expected_worth.of(self.act, self.numbers, foe) if self.act is not None else 0

    @property
    def reaches_all(self) -> bool:
        """Whether it works on everybody in range who saves, without an area of its own."""
        return self.act is not None and self.act.targets in _MANY and any(isinstance(s, SaveStep) for s in walk(self.act.steps)) and not any(
            isinstance(s, DoStep | AttackStep) for s in walk(self.act.steps)
        )


def deeds(world: World, who: Thing, against: Sequence[Thing], book: Rulebook, cost: str) -> list[Deed]:
    """Return the calls that the creature may make now: against the nearest foe what is worth most, then against the next; last an area for one foe. Foes
    against whom all is worth less than half of what it is against another one, such as the prone behind cover, come after the others.
    """
    arms = _Arms(world, who, against, book)
    arms.look_closely(against[:MOST_TRIED])
    ready = [one for one in arms.ready(cost) if one.caught is None or one.caught]
    worths = [(foe, [(arms.whole_worth(one, foe), one) for one in ready]) for foe in against[:MOST_TRIED]]
    best = {foe.id: max((worth for worth, _ in ranked), default=0.0) for foe, ranked in worths}
    enough = _WORTH_TURNING * max(best.values(), default=0.0)
    first, last = list[Deed](), list[Deed]()
    for n, (foe, ranked) in enumerate(sorted(worths, key=lambda pair: best[pair[0].id] < enough)):
        for worth, one in sorted(ranked, key=lambda pair: -pair[0]):
            if worth > 0 and not (n and (one.caught is not None or one.reaches_all)):
                (last if one.is_last else first).extend(arms.calls(one, foe, worth))
    return [*first, *last]


def prefers_melee(world: World, who: Thing, against: Sequence[Thing], book: Rulebook) -> bool:
    """Whether what the creature does hand to hand is worth more against the nearest foe than what it could do from where it stands, or from within range;
    what crowds a shooter is left out, since it can step off.
    """
    if not against:
        return True
    arms = _Arms(world, who, against, book)
    ready, foe = list(arms.ready("action")), arms.targets[against[0].id]
    off = max(foe.feet or 0, arms.reach + SQUARE_FEET)
    near = max((arms.worth_at(one, against[0], SQUARE_FEET) for one in ready), default=0)
    far = max((_from_afar(arms, one, against[0], off) for one in ready), default=0)
    return near > far or far == 0


def gains_by_closing_in(world: World, who: Thing, against: Sequence[Thing], book: Rulebook) -> bool:
    """Whether the creature fights better hand to hand than from afar, and does more beside its nearest foe than from where it stands."""
    if not prefers_melee(world, who, against, book):
        return False
    return not against or _gain(world, who, against, book, None)


def word_for_closing_in(world: World, who: Thing, against: Sequence[Thing], book: Rulebook) -> str:
    """The word for the place that it seeks: in reach of its foe, next to it if it does more there, or in sight of it if it fights from afar."""
    if not prefers_melee(world, who, against, book):
        return "in sight of"
    return "next to" if against and _gain(world, who, against, book, reach_of.melee_reach(world, who, book)) else "in reach of"


def leaps(world: World, who: Thing, against: Sequence[Thing], book: Rulebook) -> list[Deed]:
    """Return the calls, but for the place, of the acts and spells by which the creature teleports itself as a bonus action and does nothing else."""
    found = [one for one in _Arms(world, who, against, book).ready("bonus") if one.act is not None and _only_teleports(one.act)]
    calls = [{"operation": "cast", "spell": one.name} if one.is_spell else {"operation": "act", "act": one.name} for one in found]
    return [{"characterId": who.id, **call} for call in calls]


def _only_teleports(act: Act) -> bool:
    return not isinstance(act.steps, str) and all(isinstance(step, MoveStep) and step.how == "teleport" for step in act.steps)


def _gain(world: World, who: Thing, against: Sequence[Thing], book: Rulebook, feet: int | None) -> bool:
    """Whether the creature does more beside its nearest foe than at this distance, by default its own."""
    arms, foe = _Arms(world, who, against, book), against[0]
    ready = list(arms.ready("action"))
    there = feet if feet is not None else arms.targets[foe.id].feet
    if there is None or there <= SQUARE_FEET:
        return False
    here = max((arms.worth_at(one, foe, there) for one in ready), default=0)
    return max((arms.worth_at(one, foe, SQUARE_FEET) for one in ready), default=0) > here


def _from_afar(arms: "_Arms", one: _Ready, foe: Thing, feet: int) -> float:
    """The worth of something at this distance, or from the edge of its range if that is nearer."""
    reach = ranges_of(one.act) if one.act is not None else None
    free = replace(one, numbers=replace(one.numbers, crowded=False))
    return arms.worth_at(free, foe, min(feet, reach[0]) if reach is not None and reach[0] > arms.reach else feet)


class _Arms:
    """The arms of a creature, and the numbers of its foes."""

    def __init__(self, world: World, who: Thing, against: Sequence[Thing], book: Rulebook) -> None:
        self.world, self.who, self.against, self.book = world, who, against, book
        self.stats, self.sheet = thing_stats.stats_of(world, who, book), thing_stats.sheet(who, book)
        self.written = {names.fold(found.act.name): found.act for found in acts.own_acts_of(world, who, book)}
        room = world.room_of(who.id)
        now = standing.standing_in(world, room, book) if room is not None else None
        feet = {foe.id: now.feet(who.id, foe.id) if now is not None else None for foe in against}
        self.targets = {foe.id: self._target(foe, feet[foe.id]) for foe in against}
        self.reach = reach_of.melee_reach(world, who, book)
        self._listed = own_acts.acts_now(world, who, self.stats, book)
        crowded = any(each is not None and each <= SQUARE_FEET for each in feet.values())
        casting = self.stats.spellcasting
        often = [act for act in self.written.values() if act.cost == "action" and not act.spends]
        best = max([*(mean(act.damage) for act in self._listed if not act.spend), *(_whole(act.steps) for act in often)], default=0.0)
        best = max([best, *(a.damage_bonus.value + mean(a.damage_dice) for a in self.stats.attacks), *map(self._of_several, often)])
        bonus = self.stats.proficiency_bonus.value
        mod = max(self.stats.modifiers.values(), default=0)
        dc = casting.save_dc.value if casting else 8 + bonus + mod
        attack = casting.attack.value if casting else bonus + mod
        self.numbers = ActingFoe(book, best, dc, attack, mod, self.written, crowded, self.stats.speed["walk"].value)

    def _of_several(self, act: Act) -> float:
        """The average damage of the acts that an act plays, by its best option."""
        steps: Sequence[StepModel] = () if isinstance(act.steps, str) else act.steps
        options = [part for step in steps if isinstance(step, ChooseStep) for part in step.choose.values()] or [tuple(steps)]
        means = {**{name: _whole(one.steps) for name, one in self.written.items()}, **{names.fold(a.name): mean(a.damage) for a in self._listed if a.damage}}
        return max(
            (sum(means.get(names.fold(s.do), 0) * int(str(s.times or 1)) for s in part if isinstance(s, DoStep) and str(s.times or 1).isdecimal())
             for part in options), default=0,
        )  # fmt: skip

    def _target(self, foe: Thing, feet: int | None) -> FacedHero:
        stats = thing_stats.stats_of(self.world, foe, self.book)
        lasting = (effect.name for effect in thing_stats.lasting(self.world, foe, "effects"))
        borne = frozenset((*stats.conditions_active, *stats.defenses.conditions, *lasting))
        return FacedHero(stats, borne, feet, frozenset(map(names.fold, creature_type_of.types_of(foe, self.book))))

    def look_closely(self, foes: Sequence[Thing]) -> None:
        """Note the cover of these foes from where the creature stands, and who lies prone. Whoever only thinks of another place leaves that out."""
        room = self.world.room_of(self.who.id)
        now = standing.standing_in(self.world, room, self.book) if room is not None else None
        for foe in foes:
            cover = facts.cover_between(now, self.who, foe) if now is not None else None
            if cover is not None:
                more = None if cover.degree == facts.TOTAL else cover_of({f"{cover.degree}_cover"})
                target = self.targets[foe.id]
                self.targets[foe.id] = replace(target, cover=more, is_prone=PRONE in target.stats.conditions_active)

    def ready(self, cost: str) -> Iterator[_Ready]:
        """The acts, attacks and spells that the creature can pay for now."""
        for act in self._listed:
            rule = self.written.get(names.fold(act.name))
            if rule is None or act_worth.only_speaks(rule) or (rule.concentration and self.who.creature.concentration):
                continue
            if act.cost == cost and is_left(act, self.sheet):
                yield self._placed(_Ready(act.name, self.numbers, rule))
        if cost == "action":
            for attack in self.stats.attacks:
                if names.fold(attack.name) not in self.written:
                    yield _Ready(attack.name, self.numbers, attack=attack)
        yield from self._spells(cost)

    def _spells(self, cost: str) -> Iterator[_Ready]:
        """The spells of its stat block. Beside another spell of this turn none, or in SRD 5.2 those that take no slot (SRD 5.1, Bonus Action; SRD 5.2, One
        Spell with a Spell Slot per Turn).
        """
        is_second = any(self.book.spell(act.act) is not None for act in done_acts.done_in_turn(self.world, self.who.id))
        if is_second and self.book.ruleset == "5.1":
            return
        for own in block_spells(self.sheet, self.book).values():
            spell = self.book.spell(own.name)
            if spell is None or spell.cost != cost or not _is_paid(own, self.sheet) or (is_second and own.with_slots):
                continue
            cast = as_cast(spell, *own.of_block) if own.of_block is not None else spell
            if cast.concentration and self.who.creature.concentration:
                continue
            mod = self.stats.modifiers[own.ability]
            dc = own.dc if own.dc is not None else self.numbers.dc
            numbers = replace(self.numbers, mod=mod, dc=dc, attack=own.attack if own.attack is not None else self.numbers.attack)
            yield self._placed(_Ready(spell.name, numbers, cast, is_spell=True))

    def _placed(self, one: _Ready) -> _Ready:
        """The same with those whom its area catches."""
        assert one.act is not None
        found = area_worth.found(self.world, self.who, one.act, self.book)
        if found.worth == "unmeasured":
            return one
        return replace(one, caught=() if found.worth == "wasted" else found.caught, is_last=found.worth == "poor")

    def worth_at(self, one: _Ready, foe: Thing, feet: int) -> float:
        """The whole worth of something if the foe were so far off."""
        if one.caught is not None or one.reaches_all:
            return self.whole_worth(one, foe)
        return one.worth(replace(self.targets[foe.id], feet=feet, cover=0, is_prone=False), self.reach)

    def whole_worth(self, one: _Ready, foe: Thing) -> float:
        """The worth of something against all whom it reaches, or against this foe."""
        if one.caught is not None:
            return sum(one.worth(self.targets[id], self.reach) for id in one.caught if id in self.targets)
        if one.reaches_all:
            return sum(one.worth(target, self.reach) for target in self.targets.values())
        return one.worth(self.targets[foe.id], self.reach)

    def calls(self, one: _Ready, foe: Thing, worth: float) -> Iterator[Deed]:
        """The calls that do it to this foe, or to all whom it reaches."""
        every = [each for each in self.against if one.worth(self.targets[each.id], self.reach) > 0] if one.reaches_all else [foe]
        worths = self._worths(foe) if one.act is not None and not one.is_spell else {}
        printed = act_choices.options_printed(self.who.name, one.name, self.book)
        choices = act_choices.of(one.act, self.written, worths, printed) if one.act is not None else [{}]
        way = Way(
            one.name, 0, worth, is_attack=one.attack is not None, reaches_all=one.reaches_all, choices=tuple(choices),
            is_placed=one.caught is not None, is_spell=one.is_spell, is_several=one.act is not None and act_worth.attacks_often(one.act),
        )  # fmt: skip
        then = [each for each in self.against if each.id != foe.id] if way.is_several and not one.reaches_all else []
        yield from deeds_of(self.who, way, [*every, *then], {})

    def _worths(self, foe: Thing) -> Mapping[str, float]:
        """The worth of each of its acts and attacks against this foe, by folded name."""
        target = self.targets[foe.id]
        found = {name: expected_worth.of(act, self.numbers, target) for name, act in self.written.items()}
        shots = [_Ready(attack.name, self.numbers, attack=attack) for attack in self.stats.attacks]
        return {**{names.fold(one.name): one.worth(target, self.reach) for one in shots}, **found}


def _whole(steps: Sequence[StepModel] | str) -> float:
    """The average damage of steps if every attack hits, every save fails and every condition holds."""
    found = 0.0
    for step in () if isinstance(steps, str) else steps:
        match step:
            case AttackStep():
                found += _whole(step.hit)
            case SaveStep():
                found += _whole(step.fail)
            case IfStep():
                found += _whole(step.then)
            case DamageStep() if step.to != "self":
                found += mean(str(step.damage))
    return found


def _is_paid(own: OwnSpell, sheet: Sheet) -> bool:
    """Whether the creature can cast one of its spells now: at will, some times a day, or with a slot."""
    if own.at_will or not (own.resource or own.with_slots):
        return True
    if own.resource:
        supply = sheet.resources.get(own.resource)
        return supply is not None and bool(supply.left)
    return any(sheet.spell_slots.left_of(f"{SLOT}{level}") > 0 for level in range(own.level, 10))
