"""Roll an attack against the armor class, and the damage of a hit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.operations.mechanics import hit_points
from rpg_lite.operations.mechanics.duel import Duel, weapon_name, weapon_of
from rpg_lite.operations.mechanics.rolls import D20, d20, mode_of, rolled
from rpg_lite.operations.outcome import Called, Draft, Outcome, Result
from rpg_lite.rules import creature_flags, modifier_tags, names
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.vocabulary import Mode
from rpg_lite.world import bearers

MASTERY: Final = "Mastery: "
"""The start of a weapon's line that counts only for creatures with its mastery (SRD 5.2, Mastery Properties)."""
GRIP_UNKNOWN: Final = "grappled: disadvantage on this attack, unless the target is the grappler (apply grappled with source, and it counts)"


@dataclass(frozen=True, slots=True)
class DamageDealt:
    """One kind of damage: the points dealt, the points taken, and why they differ."""

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


def roll_attack(draft: Draft, duel: Duel, asked: Mode | None) -> Outcome:
    held = _held_back(duel)
    reasons = [*duel.way.reasons, *_against(duel), *_in_close_combat(duel), *(held if _holder(duel) == "another" else ())]
    thrown = d20(draft, duel.way.to_hit.value, mode_of(reasons, asked), duel.way.hit_dice, "attack")
    ac = max(duel.theirs.ac.value, duel.theirs.ac_vs.get("attack:ranged" if duel.ranged else "attack:melee", 0))
    hit = thrown.face != 1 and (thrown.face == 20 or thrown.total >= ac)
    critical = hit and _is_critical(thrown, duel)
    dealt = tuple(_damage(draft, duel, thrown, critical)) if hit else ()
    result = AttackResult(
        Called(duel.attacker.id), Called(duel.target.id), weapon_name(draft.world, duel.attacker, duel.way),
        thrown.total, ac, thrown.mode, hit, critical, dealt, duel.way.second,
    )  # fmt: skip
    open_mode = [GRIP_UNKNOWN] if held and _holder(duel) == "unknown" else []
    if lines := [*open_mode, *((*_open_dice(duel), *_lines_of(draft, duel)) if hit else ())]:
        draft.note("judge_the_roll", texts=lines)
    return draft.accepted(duel.target.id, duel.target.id, duel.attacker.id, result=result)


def _held_back(duel: Duel) -> list[Modifier]:
    """The effect of a grapple on attacks against anyone but the grappler (SRD 5.2, Grappled)."""
    return [m for m in duel.mine.scoped if m.target == "attack.all" and m.scope == (modifier_tags.OTHER_THAN_GRAPPLER,)]


def _holder(duel: Duel) -> Literal["target", "another", "unknown"]:
    """The grappler of the attacker, from the source of the condition."""
    grip = duel.mine.conditions_active.get("grappled")
    source, target = (grip.source if grip else None) or "", duel.target
    if source == target.id or names.fold(source) == names.fold(target.name):
        return "target"
    return "unknown" if not source or names.is_part_of(source, target.name) else "another"


_CLOSE: Final = Modifier("attack.all", "disadvantage", source=Source("base", "close_combat", "close combat"))


def _in_close_combat(duel: Duel) -> list[Modifier]:
    """A shot near a creature that can act has disadvantage (SRD 5.1, Ranged Attacks in Close Combat; SRD 5.2, Ranged Attacks)."""
    return [_CLOSE] if duel.ranged and duel.near and duel.theirs.can_act else []


def _against(duel: Duel) -> Iterator[Modifier]:
    """The effect of the target's state on attacks against it; prone depends on the distance."""
    yield from duel.theirs.attacks_against_reasons
    tag = f"attack:{'melee' if duel.near else 'ranged'}"
    yield from (m for m in duel.theirs.scoped if m.target == "attacks_against_you" and m.scope == (tag,))


def _is_critical(thrown: D20, duel: Duel) -> bool:
    if creature_flags.NO_CRITICAL_HITS in duel.theirs.flags:
        return False
    return thrown.face == 20 or (duel.near and creature_flags.CRITICAL_WHEN_NEAR in duel.theirs.flags)


def _damage(draft: Draft, duel: Duel, thrown: D20, critical: bool) -> Iterator[DamageDealt]:
    """Deal each kind of damage in one blow; a critical hit doubles the dice but not the bonus."""
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


def _is_magical(draft: Draft, duel: Duel) -> bool:
    weapon = weapon_of(draft.world, duel.attacker, duel.way)
    item = bearers.item_of(weapon, draft.situation.book) if weapon else None
    return item is not None and (item.rarity != "common" or item.needs_attunement)


def _lines_of(draft: Draft, duel: Duel) -> Sequence[str]:
    """The weapon's other effects, which the game master judges."""
    weapon = weapon_of(draft.world, duel.attacker, duel.way)
    if weapon is None:
        return ()
    item = bearers.item_of(weapon, draft.situation.book)
    pick = draft.situation.book.find(item.base) if item.base else None
    base = draft.situation.book.item(pick) if pick else None
    of_base = [line for line in base.adjudicated if line.startswith(MASTERY)] if base else []
    masters = creature_flags.WEAPON_MASTERY in duel.mine.flags
    return [line for line in dict.fromkeys((*item.adjudicated, *of_base)) if masters or not line.startswith(MASTERY)]


def _open_dice(duel: Duel) -> list[str]:
    """Note dice that count only against some targets, for the game master to add."""
    return [
        f"{x.dice} more {x.type} ({modifier_tags.told(x.scope)}, {x.source})"
        for x in duel.way.extra_dice
        if x.scope and x.scope != ("natural20",)
    ]
