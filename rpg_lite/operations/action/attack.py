"""execute_action attack: the sheet's numbers, the recorded dice, the damage applied."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from rpg_lite.operations import targets
from rpg_lite.operations.callers import Caller
from rpg_lite.operations.mechanics import hit_points, reach, spell_named_as_attack, stacks, state_changes
from rpg_lite.operations.mechanics.incapacity import cannot_act
from rpg_lite.operations.mechanics.rolls import D20, Seed, d20, mode_of, rolled
from rpg_lite.operations.operation import OWN, Operation
from rpg_lite.operations.outcome import Called, Draft, Outcome, Rejected, Result, Situation
from rpg_lite.operations.targets import Command
from rpg_lite.rules import creature_flags, modifier_tags, names
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Mode
from rpg_lite.world import bearers, body_paths, clock, combat
from rpg_lite.world.creature_states import Cause
from rpg_lite.world.fight_states import Shot
from rpg_lite.world.locks import at_hand
from rpg_lite.world.things import WORLD_ID, Ref, Thing, World


class Attack(Command):
    """Strike a creature."""

    operation: Literal["attack"]
    character_id: str | None = None
    character_name: str | None = None
    target_id: str | None = None
    target_name: str | None = None
    item_name: Annotated[str | None, Field(description="Default: main hand.")] = None
    mode: Annotated[Mode | None, Field(description="Beside the sheets' own.")] = None
    within_5_ft: Annotated[bool | None, Field(description="Default: in melee.")] = None
    force: Annotated[bool, Field(description="Your decree.")] = False
    seed: Seed = None

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("bearer", self.character_id, self.character_name), Ref("bearer", self.target_id, self.target_name))

    def ids_meant(self, seen: World, book: Rulebook) -> Mapping[str, Any]:
        """The hand that holds the weapon."""
        who = targets.character(seen, *self.actor, "characterName")
        if not self.item_name or isinstance(who, Rejected):
            return {}
        key = names.fold(self.item_name)
        slots = [a.slot for a in bearers.stats_of(seen, who, book).attacks if names.fold(a.name) == key and a.slot]
        return {"item_name": slots[0]} if slots else {}


MASTERY: Final = "Mastery: "
"""The start of a weapon's line that counts only for creatures with its mastery (SRD 5.2, Mastery Properties)."""
GRIP_UNKNOWN: Final = "grappled: disadvantage on this attack, unless the target is the grappler (apply grappled with source, and it counts)"


@dataclass(frozen=True, slots=True)
class _Duel:
    """Both sides of an attack."""

    attacker: Thing
    target: Thing
    mine: EffectiveStats
    theirs: EffectiveStats
    way: AttackStats
    near: bool
    ranged: bool


@dataclass(frozen=True, slots=True)
class DamageDealt:
    """One kind of damage: the points that were dealt, those that were taken, and why not all."""

    points: int
    taken: int
    type: str
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AttackResult(Result):
    """Attacker, target, weapon, the d20 against the AC, and the damage; `second`: the extra off-hand attack."""

    attacker: Called
    target: Called
    weapon: str | Called
    total: int
    ac: int
    mode: Mode
    hit: bool
    critical: bool
    dealt: tuple[DamageDealt, ...]
    second: bool


def decide_attack(command: Attack, world: World, situation: Situation) -> Outcome:
    """Refuses: attack_unknown, cannot_act, hp_unknown, no_ammunition, spell_asks_for_save, spell_rolls_to_hit, spell_unknown_number,
    spell_without_roll, target_dead, target_elsewhere.
    """
    attacker = targets.character(world, command.character_id, command.character_name, "characterName")
    target = targets.character(world, command.target_id, command.target_name, "targetName")
    if isinstance(attacker, Rejected) or isinstance(target, Rejected):
        return attacker if isinstance(attacker, Rejected) else target  # type: ignore[return-value]
    mine, theirs = (bearers.stats_of(world, t, situation.book) for t in (attacker, target))
    way = _way(mine, command.item_name)
    draft = Draft(world, situation)
    if isinstance(way, Rejected):
        return spell_named_as_attack.refused(command.item_name, attacker, target, mine, situation.book) or way
    if refusal := cannot_act(attacker, mine) or hit_points.may_hurt(
        target, draft, targets.given(command.target_id, command.target_name, "targetName")
    ):
        return refusal
    ranged = _is_ranged(world, attacker, way, situation)
    if refusal := None if command.force else _out_of_reach(command, world, situation, attacker, target, ranged):
        return refusal
    near = command.within_5_ft if command.within_5_ft is not None else not ranged
    duel = _Duel(attacker, target, mine, theirs, way, near, ranged)
    if refusal := _spend_ammunition(draft, duel):
        return refusal
    if acting := _another_acts(draft, attacker):
        draft.note("turn_of_another", name=acting)
    if main := _no_pair(world, duel, situation.book):
        draft.note("no_second_attack", name=_name_of(world, attacker, way), main=_name_of(world, attacker, main))
    return _resolve(draft, duel, command.mode)


def _another_acts(draft: Draft, attacker: Thing) -> str | None:
    """The name of whose turn it is, where it is another's; reactions are none of the turn's."""
    acting = combat.acting(draft.world)
    if acting is None or acting == attacker.id:
        return None
    room = combat.room_id(draft.world)
    there = draft.world.things.get(acting) or (draft.situation.people([room]).get(acting) if room else None)
    return there.name if there else None


def _out_of_reach(command: Attack, world: World, situation: Situation, attacker: Thing, target: Thing, ranged: bool) -> Rejected | None:
    """Refused in another room; a ranged weapon shoots into the next one through an open way."""
    here, there = world.room_of(attacker.id), world.room_of(target.id)
    if here == there or here is None or there is None:
        return None
    if ranged and any(w.to_room == there.id and w.state == "open" and not w.hidden for w in situation.ways([here.id], "out")):
        return None
    details = {"name": target.name, "there": there.name, "who": attacker.name, "here": here.name}
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "force": True}
    return Rejected("target_elsewhere", targets.given(command.target_id, command.target_name, "targetName"), details, instead=instead)


_UNARMED: Final = frozenset(("unarmed", "unarmed attack", "fist", "fists", "punch", "kick", "headbutt"))
"""Other names of an unarmed strike (SRD, Unarmed Strike)."""


def _way(mine: EffectiveStats, name: str | None) -> AttackStats | Rejected:
    """The attack that is meant: by the weapon's name or the hand that holds it, else the main hand's, else the first there is."""
    if name is None:
        return next((a for a in mine.attacks if a.slot == "mainhand"), mine.attacks[0])
    key = names.fold(name)
    key = names.fold(mine.unarmed.name) if key in _UNARMED else key
    ways = {a.name: a for a in (*mine.attacks, mine.unarmed)}
    alike = names.prefer_exact(name, [a for a in ways.values() if names.fold(a.name) == key], lambda a: (a.name,))
    found = next(iter(alike), None) or next((a for a in mine.attacks if a.slot == key), None)
    known = tuple(ways)
    return found or Rejected("attack_unknown", "itemName", {"wanted": name}, tuple(names.nearest(name, known)), known)


def _no_pair(world: World, duel: _Duel, book: Rulebook) -> AttackStats | None:
    """The main-hand weapon that rules out an extra off-hand attack; natural weapons are in no hand."""
    if duel.way.slot != "offhand" or duel.way.second:
        return None
    main = next((a for a in duel.mine.attacks if a.slot == "mainhand"), None)
    both = [_weapon(world, duel.attacker, way) for way in (duel.way, main) if way]
    return None if any(weapon and bearers.is_natural(weapon, book) for weapon in both) else main


def _weapon(world: World, attacker: Thing, way: AttackStats) -> Thing | None:
    rows = world.worn_by.get(attacker.id, {})
    return next((world.things[id] for id, row in rows.items() if row.slot == way.slot and way.slot and id in world.things), None)


def _name_of(world: World, attacker: Thing, way: AttackStats) -> str | Called:
    """The weapon's name; an unidentified one keeps its secret."""
    weapon = _weapon(world, attacker, way)
    return Called(weapon.id) if weapon and not weapon.item.is_identified else way.name


def _is_ranged(world: World, attacker: Thing, way: AttackStats, situation: Situation) -> bool:
    weapon = _weapon(world, attacker, way)
    stats = bearers.item_of(weapon, situation.book).weapon_stats if weapon else None
    return stats is not None and stats.category.endswith("ranged")


# ── ammunition ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _spend_ammunition(draft: Draft, duel: _Duel) -> Rejected | None:
    """One piece for each shot; in a fight it is counted, so that half can be found again (SRD, Ammunition)."""
    book = draft.situation.book
    weapon = _weapon(draft.world, duel.attacker, duel.way)
    stats = bearers.item_of(weapon, book).weapon_stats if weapon else None
    if weapon is None or stats is None or stats.ammunition is None:
        return None
    wanted = names.fold(stats.ammunition)
    fits = [t for t in at_hand(draft.world, duel.attacker.id) if t.kind == "item" and wanted in _shot(t, draft)]
    if not fits:
        return Rejected("no_ammunition", "itemName", {"bearer": duel.attacker.name, "name": weapon.name, "needs": stats.ammunition})
    piece = next((t for t in fits if draft.world.row_of(t.id)), fits[0])
    stacks.take_away(draft, piece, 1)
    _remember_shot(draft, duel.attacker, piece)
    return None


def _shot(thing: Thing, draft: Draft) -> frozenset[str]:
    """The names under which ammunition fits; that of magic goes by its base as well."""
    item = bearers.item_of(thing, draft.situation.book)
    if item.type != "ammunition":
        return frozenset()
    return item.keys | {names.fold(item.base)} if item.base else item.keys


def _remember_shot(draft: Draft, attacker: Thing, piece: Thing) -> None:
    on = clock.fight(draft.world)
    if on is None:
        return
    others = [s for s in on.spent if (s.by, s.thing) != (attacker.id, piece.id)]
    before = sum(s.count for s in on.spent if s not in others)
    shot = Shot.made(attacker.id, piece.id, piece.name, piece.body, before + 1)
    state_changes.change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT, on.with_spent([*others, shot]))


# ── the roll ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _resolve(draft: Draft, duel: _Duel, asked: Mode | None) -> Outcome:
    held = _held_back(duel)
    reasons = [*duel.way.reasons, *_against(duel), *_in_close_combat(duel), *(held if _holder(draft.world, duel) == "another" else ())]
    thrown = d20(draft, duel.way.to_hit.value, mode_of(reasons, asked), duel.way.hit_dice, "attack")
    ac = max(duel.theirs.ac.value, duel.theirs.ac_vs.get("attack:ranged" if duel.ranged else "attack:melee", 0))
    hit = thrown.face != 1 and (thrown.face == 20 or thrown.total >= ac)
    critical = hit and _is_critical(thrown, duel)
    dealt = tuple(_damage(draft, duel, thrown, critical)) if hit else ()
    result = AttackResult(
        Called(duel.attacker.id), Called(duel.target.id), _name_of(draft.world, duel.attacker, duel.way),
        thrown.total, ac, thrown.mode, hit, critical, dealt, duel.way.second,
    )  # fmt: skip
    open_mode = [GRIP_UNKNOWN] if held and _holder(draft.world, duel) == "unknown" else []
    if lines := [*open_mode, *((*_open_dice(duel), *_lines_of(draft, duel)) if hit else ())]:
        draft.note("judge_the_roll", texts=lines)
    return draft.accepted(duel.target.id, duel.target.id, duel.attacker.id, result=result)


def _held_back(duel: _Duel) -> list[Modifier]:
    """The effect of a grapple on attacks against anyone but the grappler (SRD 5.2, Grappled)."""
    return [m for m in duel.mine.scoped if m.target == "attack.all" and m.scope == (modifier_tags.OTHER_THAN_GRAPPLER,)]


_Holder = Literal["target", "another", "unknown"]


def _holder(world: World, duel: _Duel) -> _Holder:
    """The grappler of the attacker, from the given sources; of several one that is not the target."""
    held = {_held_by(c.cause, duel.target) for c in bearers.lasting(world, duel.attacker, "conditions") if c.name == "grappled"}
    return "another" if "another" in held else "target" if held == {"target"} else "unknown"


def _held_by(cause: Cause, target: Thing) -> _Holder:
    source = cause.source or ""
    if target.id in (source, cause.by) or names.fold(source) == names.fold(target.name):
        return "target"
    return "another" if cause.by or (source and not names.is_part_of(source, target.name)) else "unknown"


_CLOSE: Final = Modifier("attack.all", "disadvantage", source=Source("base", "close_combat", "close combat"))


def _in_close_combat(duel: _Duel) -> list[Modifier]:
    """A shot at somebody near who can act is at disadvantage (SRD 5.1, Ranged Attacks in Close Combat; SRD 5.2, Ranged Attacks)."""
    return [_CLOSE] if duel.ranged and duel.near and duel.theirs.can_act else []


def _against(duel: _Duel) -> Iterator[Modifier]:
    """The effect of the target's state on attacks against it; prone depends on the distance."""
    yield from duel.theirs.attacks_against_reasons
    tag = f"attack:{'melee' if duel.near else 'ranged'}"
    yield from (m for m in duel.theirs.scoped if m.target == "attacks_against_you" and m.scope == (tag,))


def _is_critical(thrown: D20, duel: _Duel) -> bool:
    if creature_flags.NO_CRITICAL_HITS in duel.theirs.flags:
        return False
    return thrown.face == 20 or (duel.near and creature_flags.CRITICAL_WHEN_NEAR in duel.theirs.flags)


def _damage(draft: Draft, duel: _Duel, thrown: D20, critical: bool) -> Iterator[DamageDealt]:
    """Each kind of damage: dice twice on a critical hit, the bonus once; all of it one blow."""
    magical = _is_magical(draft, duel)
    way = duel.way
    points: dict[str, int] = {} if way.is_harmless else {way.damage_type: way.damage_bonus.value}
    dice = [] if way.is_harmless else [(way.damage_dice, way.damage_type)]
    dice += [(x.dice, x.type) for x in way.extra_dice if not x.scope or (x.scope == ("natural20",) and thrown.face == 20)]
    for written, kind in dice:
        fell = int(written) if written.isdigit() else sum(rolled(draft, written, "damage").total for _ in range(2 if critical else 1))
        points[kind] = points.get(kind, 0) + fell
    hits = [Hit(kind, max(0, amount), magical) for kind, amount in points.items()]
    felt = hit_points.hurt_by(draft, draft.world.things[duel.target.id], hits, critical)
    for hit, (taken, why) in zip(hits, felt, strict=True):
        yield DamageDealt(hit.amount, taken, hit.type, why)


def _is_magical(draft: Draft, duel: _Duel) -> bool:
    weapon = _weapon(draft.world, duel.attacker, duel.way)
    item = bearers.item_of(weapon, draft.situation.book) if weapon else None
    return item is not None and (item.rarity != "common" or item.needs_attunement)


def _lines_of(draft: Draft, duel: _Duel) -> Sequence[str]:
    """The weapon's other effects, which the game master judges."""
    weapon = _weapon(draft.world, duel.attacker, duel.way)
    if weapon is None:
        return ()
    item = bearers.item_of(weapon, draft.situation.book)
    pick = draft.situation.book.find(item.base) if item.base else None
    base = draft.situation.book.item(pick) if pick else None
    of_base = [line for line in base.adjudicated if line.startswith(MASTERY)] if base else []
    masters = creature_flags.WEAPON_MASTERY in duel.mine.flags
    return [line for line in dict.fromkeys((*item.adjudicated, *of_base)) if masters or not line.startswith(MASTERY)]


def _open_dice(duel: _Duel) -> list[str]:
    """Dice that count only against some: for the game master to add."""
    return [
        f"{x.dice} {x.type} more ({modifier_tags.told(x.scope)}, {x.source})"
        for x in duel.way.extra_dice
        if x.scope and x.scope != ("natural20",)
    ]


def may_attack(caller: Caller, command: Attack, seen: World, book: Rulebook) -> Rejected | None:
    """With the caller's own character on its turn, against a creature in the same room.

    Refuses: not_in_the_fight, not_your_turn, not_yours, out_of_reach.
    """
    who, target = targets.character(seen, *command.actor, "characterName"), targets.character(seen, *command.target, "targetName")
    is_near = reach.is_own(caller, who, "characterName", seen) or reach.is_beside(seen, who, target, "targetName")
    return is_near or reach.waits_for_turn(caller, seen, who)


OPERATION = Operation(
    tool="execute_action",
    model=Attack,
    decide=decide_attack,
    who=replace(OWN, reach=may_attack),
    sends="characterName targetName mode? seed?",
)
