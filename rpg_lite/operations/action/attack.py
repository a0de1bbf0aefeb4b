"""execute_action attack: roll with the numbers of the sheet, record the dice, and apply the damage."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.hand_rolled_faces import FacesOnTheTable
from rpg_lite.decision.outcome import Decision, Overspent, Rejected, Verdict
from rpg_lite.decision.shared_keys import Names, told_words
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import acts_sent_as_attacks, allowed_deeds, sanctuary_effects, triggers, weapon_attack
from rpg_lite.mechanics.acts.act_and_cast_keys import ROLLS_OF_ACTS
from rpg_lite.mechanics.acts.riders import attack_riders, weapon_namesake_act
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.attack import (
    ammunition,
    drawing,
    familiar_attacks,
    improvised_strikes,
    mastered_weapons,
    object_target_hints,
    redirected_attacks,
    throwing,
    total_cover,
    two_weapons,
    weapon_reaches,
)
from rpg_lite.mechanics.attack.attacker_and_target import Duel, tags_of, weapon_name, weapon_of
from rpg_lite.mechanics.creature import planes
from rpg_lite.mechanics.creature.own_riders import OwnRider
from rpg_lite.mechanics.life import hands, hit_points, knocking_out
from rpg_lite.mechanics.life.incapacity import cannot_act
from rpg_lite.mechanics.rolls import attack_scopes, one_roll_effects, physical_dice, roll_effect_refusals
from rpg_lite.mechanics.rolls.attack_scopes import THROWN
from rpg_lite.mechanics.rolls.physical_dice import Faces
from rpg_lite.mechanics.rolls.rolls import Seed
from rpg_lite.mechanics.space import facts
from rpg_lite.mechanics.space.facts import OF_SPACE, PlaceFacts
from rpg_lite.mechanics.turn import done_acts, ledger, movement, readied
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.operations import closing_in, reach, thrown_instead
from rpg_lite.operations.operation import OWN, Operation, by_act
from rpg_lite.rules import names
from rpg_lite.rules.acts.words import TABLE_WORDS
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import UNARMED, AttackStats
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.stats.natural_attacks import NATURAL
from rpg_lite.vocabulary import Mode
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.world_model import Ref, Thing, World

NICK: Final = "Nick"
"""The name under which a fight remembers the extra attack that is part of the action."""


class Attack(Command):
    """Strike a creature."""

    operation: Literal["attack"]
    character_id: str | None = None
    character_name: str | None = None
    target_id: str | None = None
    target_name: str | None = None
    item_name: Annotated[str | None, Field(description="Default: main hand.")] = None
    mode: Annotated[Mode | None, Field(description="Added to the sheets' own.")] = None
    within_5_ft: Annotated[bool | None, Field(description="Default: in melee.")] = None
    with_: Annotated[Names, Field(alias="with", description="Riders (Sneak Attack), and what the table sees: ally_near, half_cover …")] = ()
    d20: Faces = ()
    force: Annotated[bool, Field(description="Override by the game master.")] = False
    seed: Seed = None

    def faces_on_the_table(self) -> FacesOnTheTable | None:
        return FacesOnTheTable.laid(self.d20, *ROLLS_OF_ACTS)

    def touches(self) -> tuple[Ref, ...]:
        return (
            Ref("bearer", self.character_id, self.character_name),
            Ref("bearer", self.target_id, self.target_name),
            Ref("people", *self.actor),
        )

    def ids_meant(self, seen: World, book: Rulebook) -> Mapping[str, Any]:
        """The hand that holds the weapon."""
        who = targets.character(seen, *self.actor, "characterName")
        if not self.item_name or isinstance(who, Rejected):
            return {}
        key = names.fold(self.item_name)
        slots = [a.slot for a in thing_stats.stats_of(seen, who, book).attacks if names.fold(a.name) == key and a.slot]
        return {"item_name": slots[0]} if slots else {}


def decide_attack(command: Attack, draft: Draft) -> Verdict:
    """Refuses: ammunition_absent, answers_a_roll, attack_unknown, attacks_by_reaction, behind_total_cover, beyond_range, beyond_reach, cannot_act, cannot_attack, door_has_no_numbers, follows_a_hit_only, hp_unknown, knock_out_by_shot,
    mount_is_controlled, needs_both_hands, no_ammunition, object_has_no_numbers, rider_follows_a_hit, rider_is_a_reaction, rider_is_an_act, rider_of_an_act,
    rider_of_other_attacks, rider_of_spells, rider_unknown, second_creature_only, spell_is_cast, target_banished, target_dead, target_elsewhere, total_cover, weapon_takes_action, words_contradict.
    """
    world, situation = draft.world, draft.situation
    attacker = targets.character(world, command.character_id, command.character_name, "characterName")
    target = targets.character(world, command.target_id, command.target_name, "targetName")
    if isinstance(attacker, Rejected):
        return attacker
    if isinstance(target, Rejected):
        return object_target_hints.lead_on(target, attacker, world, situation)
    target = redirected_attacks.target_of(draft, attacker, target)
    mine, theirs = draft.stats(attacker), draft.stats(target)
    way = _way(mine, command.item_name, world, attacker, situation.book)
    if isinstance(way, Rejected) and way.code == "attack_unknown" and (in_hand := _drawn(command, draft, attacker, target)):
        if isinstance(in_hand, Rejected):
            return in_hand
        attacker = draft.world.things[attacker.id]
        world, mine = draft.world, draft.stats(attacker)
        way = _way(mine, command.item_name, world, attacker, situation.book)
    if isinstance(way, Rejected):
        return acts_sent_as_attacks.refuse_spell(command.item_name, attacker, target, situation.book) or way
    denied = cannot_act(attacker, mine) or _refuse_forbidden(command, draft, attacker, target)
    if refusal := denied or hit_points.may_hurt(target, draft, targets.field_of(command.target_id, command.target_name, "targetName")):
        return refusal
    way = two_weapons.in_turn(draft, attacker, way)
    told = told_words(command.with_)
    ranged = _is_ranged(world, attacker, way, situation) or (THROWN in told and THROWN in way.properties)
    if refusal := None if command.force else _out_of_reach(command, world, situation, attacker, target, ranged):
        return refusal
    measured = _measured(command, draft, attacker, target, way, ranged)
    if isinstance(measured, Rejected):
        sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
        throw = thrown_instead.of_attack(draft, attacker, target, way, sent) if not ranged else None
        return closing_in.with_walk(measured, draft, attacker, sent, throw)
    seen, hindered = measured
    told = seen.words if seen else told
    near = command.within_5_ft if command.within_5_ft is not None else seen.is_near if seen else not ranged
    piece = ammunition.choose(world, attacker, way, told, situation.book)
    drawn = None if isinstance(piece, Rejected) else piece
    weapon = weapon_of(world, attacker, way, situation.book)
    tags = tags_of(world, attacker, way, ranged, situation.book) | mastered_weapons.tags(world, attacker, mine, way, situation.book)
    known = [
        *attack_riders.for_attacks(world, attacker, weapon, tags, situation.book, drawn),
        *weapon_namesake_act.additions(attacker, way, situation.book),
    ]
    if command.with_ and (refusal := _words_unfit(draft, command, Duel(attacker, target, mine, theirs, way, near, ranged), known)):
        return refusal
    if refusal := None if command.force else total_cover.refuse(told, target) or _refuse_grip(command, draft, attacker, target, weapon):
        return refusal
    if isinstance(piece, Rejected):
        return piece
    way = ammunition.numbers(world, attacker, way, piece, situation.book) if piece else way
    shot = thing_stats.item_of(piece, situation.book) if piece else None
    duel = Duel(attacker, target, mine, theirs, way, near, ranged, shot=shot, piece=piece, facts=seen, hindered=hindered)
    return _carry_out(draft, command, duel, known, told)


def _drawn(command: Attack, draft: Draft, attacker: Thing, target: Thing) -> Rejected | bool:
    """Draw the weapon that the attack names, if somebody can who carries it; a told table equips it by a call of its own, as ever."""
    if draft.situation.book.policy.space == "told" and not movement.is_measured(draft.world, attacker.id):
        return False
    can = command.item_name is not None and cannot_act(attacker, draft.stats(attacker)) is None
    return can and drawing.draw(draft, command, attacker, target, command.item_name or "", command.force, told_words(command.with_))


def _carry_out(draft: Draft, command: Attack, duel: Duel, known: Sequence[OwnRider], told: frozenset[str]) -> Verdict:
    """Pay for the attack and make it, with all that follows."""
    attacker, target = duel.attacker, duel.target
    if (acting := _another_acts(draft, attacker)) and not _may_out_of_turn(draft, attacker):
        draft.overspend(Overspent(attacker.id, "turn", acting))
    _note_no_pair(draft, duel)
    draft.acting = attacker.id
    extra = _extra_attack(draft, duel, attack_riders.named(known, told))
    if extra and not command.force and (refusal := _refuse_extra(command, draft.world, duel, extra, draft.situation.book)):
        return refusal
    duel = replace(duel, of_action=_pay(draft, duel, extra) in ("attack", "free"))
    result = _strike(draft, command, duel, known, Wish(told=told))
    _remember(draft, duel, extra, known, result.hit)
    physical_dice.clear(draft)  # what follows is rolled here
    triggers.settle(draft)  # while the weapon is in hand: what it brings on a hit still counts, and then it lies where it fell
    throwing.land(draft, duel)
    return Decision.about(target.id, target.id, attacker.id, result=result)


def _measured(
    command: Attack, draft: Draft, attacker: Thing, target: Thing, way: AttackStats, ranged: bool
) -> tuple[PlaceFacts | None, tuple[Modifier, ...]] | Rejected:
    """The facts that follow from where both stand, and the hindrance of the distance; the refusal of a target that the weapon does not reach."""
    seen = facts.facts_of(draft, attacker, target, told_words(command.with_))
    far = weapon_reaches.of_weapon(draft, attacker, way, ranged)
    if far is None:
        return seen, ()
    refusal = None if command.force else far.refuse(seen, attacker, target, "targetName")
    return refusal or (seen, far.hindered(seen))


def _refuse_grip(command: Attack, draft: Draft, attacker: Thing, target: Thing, weapon: Thing | None) -> Rejected | None:
    """The refusal of a weapon that the hands cannot swing, with the strike that needs none."""
    refused = hands.refuse_two_handed(draft, attacker, weapon)
    unarmed = {"operation": "attack", "characterName": attacker.name, "targetName": target.name, "itemName": UNARMED}
    return refused and replace(refused, instead=unarmed)


def _words_unfit(draft: Draft, command: Attack, duel: Duel, known: Sequence[OwnRider]) -> Rejected | None:
    """The refusal of a word of `with` that cannot apply to this attack."""
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    words = ammunition.other_words(command.with_, draft.world, duel.attacker, duel.way, draft.situation.book)
    if refusal := attack_riders.unknown(
        words, known, _words(draft, duel.attacker, duel.way) | mastered_weapons.words(draft.world, duel, draft.situation.book)
    ):
        if absent := ammunition.absent(refusal.details["wanted"], draft.world, duel.attacker, duel.way, draft.situation.book):
            return absent
        return acts_sent_as_attacks.lead_on(refusal, sent, duel.attacker, duel.target, draft.world, draft.situation.book)
    word = next((w for w in command.with_ if one_roll_effects.key_of(w) == knocking_out.KNOCK_OUT), None)
    if word and duel.ranged:
        return Rejected("knock_out_by_shot", "with", {"name": duel.attacker.name}, instead=roll_effect_refusals.without(sent, word))
    return None


def _words(draft: Draft, attacker: Thing, way: AttackStats) -> frozenset[str]:
    """The words of `with` that are not riders: facts of the table, and effects that the attacker can spend on the roll."""
    places = OF_SPACE if movement.is_measured(draft.world, attacker.id) else frozenset[str]()
    seen = TABLE_WORDS | attack_scopes.words_of(way) | (way.properties & {THROWN}) | places
    return seen | {knocking_out.KNOCK_OUT} | one_roll_effects.words_of(draft, attacker, one_roll_effects.OF_ATTACKS).keys()


def _strike(draft: Draft, command: Attack, duel: Duel, known: Sequence[OwnRider], wish: Wish) -> weapon_attack.AttackResult:
    """The attack, unless a guard of the target wards it off."""
    draft.spares = duel.target.id if knocking_out.KNOCK_OUT in wish.told else None
    kept = None if command.force else sanctuary_effects.keep_off(draft, duel.attacker, duel.target)
    if kept:
        return weapon_attack.lose(draft, duel, kept)
    if duel.piece:
        ammunition.spend(draft, duel.piece)
    return weapon_attack.attack(draft, _spending(draft, duel, wish), command.mode, known, wish)


def _spending(draft: Draft, duel: Duel, wish: Wish) -> Duel:
    """The attack, changed by the effects that the attacker spends on its roll."""
    spent, way = one_roll_effects.spend(draft, duel.attacker, wish.told, one_roll_effects.OF_ATTACKS), duel.way
    return replace(duel, way=replace(way, reasons=(*way.reasons, *spent.modes), hit_dice=(*way.hit_dice, *spent.dice))) if spent else duel


def _refuse_forbidden(command: Attack, draft: Draft, attacker: Thing, target: Thing) -> Rejected | None:
    """The refusal of an attack that a rule forbids; the game master may force it, and then it is noted."""
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    attempt = allowed_deeds.Attempt(draft, attacker, whom=[target], sent=sent)
    refused = allowed_deeds.refuse_unforced(attempt, command.force)
    if refused is None or refused.field != "targets":
        return refused
    return replace(refused, field=targets.field_of(command.target_id, command.target_name, "targetName"))


def _extra_attack(draft: Draft, duel: Duel, joining: Sequence[OwnRider]) -> OwnRider | None:
    """The rider that makes this an extra attack with a cost of its own, once a turn (SRD 5.2, Cleave)."""
    found = next((own for own in joining if "cost" in own.rider.set), None)
    is_left = found and not done_acts.was_done(draft.world, duel.attacker.id, found.once_key, "turn")
    return found if is_left else None


def _remember(draft: Draft, duel: Duel, extra: OwnRider | None, known: Sequence[OwnRider], is_hit: bool) -> None:
    """Count an extra attack that missed, and remember whom a hit that may give one struck."""
    if extra and not is_hit:
        done_acts.remember(draft, duel.attacker.id, extra.once_key)
    if is_hit and any("cost" in own.rider.set for own in known):
        done_acts.remember_hit(draft, duel.attacker.id, duel.target.id, _which(draft.world, duel, draft.situation.book))


def _which(world: World, duel: Duel, book: Rulebook) -> str:
    """The weapon of the attack: its id, because players know one that nobody has identified by another name; else the name of the attack."""
    weapon = weapon_of(world, duel.attacker, duel.way, book)
    return weapon.id if weapon else duel.way.name


def _refuse_extra(command: Attack, world: World, duel: Duel, extra: OwnRider, book: Rulebook) -> Rejected | None:
    """The refusal of an extra attack in a fight that follows no hit with the weapon, or is aimed at the creature that was hit."""
    if clock.fight(world) is None:
        return None
    struck = done_acts.last_hit(world, duel.attacker.id, _which(world, duel, book))
    if struck is not None:
        return _refuse_first(command, world, duel, extra) if struck == duel.target.id else None
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    word = next((w for w in command.with_ if names.fold(w) == names.fold(extra.told)), extra.told)
    details = {"what": extra.called, "weapon": duel.way.name}
    return Rejected("follows_a_hit_only", "with", details, instead=roll_effect_refusals.without(sent, word))


def _refuse_first(command: Attack, world: World, duel: Duel, extra: OwnRider) -> Rejected:
    """The refusal of an extra attack at the creature that was just hit, with the same attack at another one of its side in the fight."""
    on = clock.fight(world)
    there = [world.things[f.id] for f in on.order if f.id in world.things] if on else []
    side, first = duel.target.creature.is_member, duel.target.id
    other = next((t for t in there if t.creature.is_member == side and t.id != first and not thing_stats.is_dead(t)), None)
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude={"target_id"})
    instead = {**sent, "targetName": other.name} if other else None
    return Rejected("second_creature_only", "targetName", {"name": duel.target.name, "what": extra.called}, instead=instead)


def _pay(draft: Draft, duel: Duel, extra: OwnRider | None) -> str:
    """Charge the attack to the attacker's turn, and a forgone attack to the turn of the creature that lends it; return the cost."""
    cost = str(extra.rider.set["cost"]) if extra else _cost(draft, duel)
    familiar_attacks.lend(draft, duel.attacker)
    two_weapons.remember(draft, duel.attacker, duel.way)
    ledger.spend(draft, TurnPrice(duel.attacker.id, done_acts.ATTACK, cost))
    return cost


def _cost(draft: Draft, duel: Duel) -> str:
    """The cost of an attack: on another creature's turn, a reaction; for the extra attack of the other hand, a bonus action or, once a
    turn, part of the action (SRD, Two-Weapon Fighting; SRD 5.2, Light, Nick).
    """
    if readied.is_ready(draft.world, duel.attacker.id):
        return "attack"
    if combat.acting(draft.world) not in (None, duel.attacker.id) and combat.is_beside(draft.world, duel.attacker.id):
        return "reaction"
    if not duel.way.second:
        return "attack"
    if not mastered_weapons.has(draft.world, duel, mastered_weapons.NICK, draft.situation.book):
        return "bonus"
    if done_acts.was_done(draft.world, duel.attacker.id, NICK, "turn"):
        return "attack"
    done_acts.remember(draft, duel.attacker.id, NICK)
    return "free"


def _another_acts(draft: Draft, attacker: Thing) -> str | None:
    """The name of the creature whose turn it is, unless that is the attacker or far from it; the attack is then a reaction."""
    acting = combat.acting(draft.world)
    if acting is None or acting == attacker.id or not combat.is_beside(draft.world, attacker.id):
        return None
    room = combat.room_id(draft.world)
    there = draft.world.things.get(acting) or (draft.situation.people([room]).get(acting) if room else None)
    return there.name if there else None


def _may_out_of_turn(draft: Draft, attacker: Thing) -> bool:
    """Whether the rules give it this attack on the turn of another creature: it has readied one, or that creature lends it one."""
    return readied.is_ready(draft.world, attacker.id) or familiar_attacks.is_lent_one(draft, attacker)


def _out_of_reach(command: Attack, world: World, situation: Situation, attacker: Thing, target: Thing, ranged: bool) -> Rejected | None:
    """The refusal for a target in another room; a ranged weapon can shoot into the next room through an open exit."""
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "force": True}
    field = targets.field_of(command.target_id, command.target_name, "targetName")
    if planes.are_apart(world, attacker, target, situation.book):
        return Rejected("target_banished", field, {"name": target.name, "who": attacker.name}, instead=instead)
    here, there = world.room_of(attacker.id), world.room_of(target.id)
    if here == there or here is None or there is None:
        return None
    if ranged and any(w.to_room == there.id and w.state == "open" and not w.hidden for w in situation.ways([here.id], "out")):
        return None
    details = {"name": target.name, "there": there.name, "who": attacker.name, "here": here.name}
    return Rejected("target_elsewhere", field, details, instead=instead)


_UNARMED: Final = frozenset(("unarmed", "unarmed attack", "fist", "fists", "punch", "kick", "headbutt"))
"""Other names of an unarmed strike (SRD, Unarmed Strike)."""


def _way(mine: EffectiveStats, name: str | None, world: World, attacker: Thing, book: Rulebook) -> AttackStats | Rejected:
    """The attack with the named weapon, hand or thing in hand; if none is named, the attack of the main hand, or else the creature's first
    attack.
    """
    if name is None:
        return next((a for a in mine.attacks if a.slot == "mainhand"), mine.attacks[0])
    key = names.fold(name)
    is_own = any(names.fold(way.name) == key for way in mine.attacks)  # the fist of an ape is an attack of its own
    key = names.fold(mine.unarmed.name) if key in _UNARMED and not is_own else key
    ways = tuple({a.name: a for a in (*mine.attacks, mine.unarmed)}.values())
    if found := _named(ways, name, key, world, attacker, book):
        return found
    makeshift = improvised_strikes.attacks(world, attacker, book)
    known = tuple(dict.fromkeys(_shown_name(a, world, attacker, book) for a in (*ways, *makeshift)))
    refused = Rejected("attack_unknown", "itemName", {"wanted": name}, tuple(names.nearest(name, known)), known)
    return _named(makeshift, name, key, world, attacker, book) or refused


def _named(ways: Sequence[AttackStats], name: str, key: str, world: World, attacker: Thing, book: Rulebook) -> AttackStats | None:
    """The attack of this name, or else the attack with this hand, or with the thing that is also called so or looks so."""
    alike = names.prefer_exact(name, [a for a in ways if names.fold(a.name) == key], lambda a: (a.name,))
    in_hand = [(a, weapon_of(world, attacker, a, book)) for a in ways] if not alike else []
    called = (a for a, thing in in_hand if thing is not None and key in thing_stats.names_of(thing, book))
    return next(chain(alike, (a for a in ways if a.slot == key), called), None)


def _shown_name(way: AttackStats, world: World, attacker: Thing, book: Rulebook) -> str:
    """The name by which everybody may know the weapon: the look of one that nobody has identified."""
    thing = weapon_of(world, attacker, way, book)
    return way.name if thing is None or thing.item.is_identified else plain_look(thing_stats.item_of(thing, book))


def _note_no_pair(draft: Draft, duel: Duel) -> None:
    world, book = draft.world, draft.situation.book
    if main := _no_pair(world, duel, book):
        name, other = (weapon_name(world, duel.attacker, way, book) for way in (duel.way, main))
        draft.note("no_second_attack", name=name, main=other)


def _no_pair(world: World, duel: Duel, book: Rulebook) -> AttackStats | None:
    """The main-hand weapon that rules out an extra off-hand attack; natural weapons need no hand."""
    if duel.way.slot != "offhand" or duel.way.swapped is not None:
        return None
    main = next((a for a in duel.mine.attacks if a.slot == "mainhand"), None)
    both = [weapon_of(world, duel.attacker, way, book) for way in (duel.way, main) if way]
    return None if any(weapon and thing_stats.is_natural(weapon, book) for weapon in both) else main


def _is_ranged(world: World, attacker: Thing, way: AttackStats, situation: Situation) -> bool:
    if NATURAL in way.properties:
        return "ranged" in way.properties
    weapon = weapon_of(world, attacker, way, situation.book)
    stats = thing_stats.item_of(weapon, situation.book).weapon_stats if weapon else None
    return stats is not None and stats.category.endswith("ranged")


def may_attack(caller: Caller, command: Attack, seen: World, book: Rulebook) -> Rejected | None:
    """Allow the caller's own character, on its turn or with an attack that it has readied, against a creature in the same room.

    Refuses: fact_of_space, not_in_the_fight, not_your_turn, not_yours, out_of_reach.
    """
    who, target = targets.character(seen, *command.actor, "characterName"), targets.character(seen, *command.target, "targetName")
    is_near = reach.is_own(caller, who, "characterName", seen) or reach.is_beside(seen, who, target, "targetName")
    waits = is_near or reach.waits_for_trigger(caller, seen, who)
    return waits or reach.tells_no_place(seen, who, command.with_, command.within_5_ft)


OPERATION = Operation(
    tool="execute_action",
    model=Attack,
    decide=decide_attack,
    who=replace(OWN, reach=may_attack, decrees=("d20",)),
    cost=by_act,
    sends="characterName targetName mode? seed?",
)
