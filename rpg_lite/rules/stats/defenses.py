"""Defenses of a creature: resistances, immunities, vulnerabilities, and the damage that remains after them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.vocabulary import DAMAGE_TYPES

Grants = Mapping[str, tuple[Modifier, ...]]


TYPED: Final = frozenset(("resist", "immune", "vulnerable"))
"""Targets whose words are damage types."""


@dataclass(frozen=True, slots=True)
class Defenses:
    """Word → the modifiers that grant it. `nonmagical`: (kind, type) pairs that apply only to nonmagical damage; `of_shots`: pairs that
    apply only to ranged weapon attacks; `of_spells`: pairs that apply only to the damage of spells.
    """

    resistances: Grants
    immunities: Grants
    vulnerabilities: Grants
    conditions: Grants
    nonmagical: Mapping[tuple[str, str], Modifier]
    of_shots: Mapping[tuple[str, str], Modifier]
    of_spells: Mapping[tuple[str, str], Modifier]
    of_wielders: Mapping[tuple[str, str], Modifier]
    """(kind, type) pairs that apply only to weapons in the hands of some creatures."""


def defenses(pool: Pool) -> Defenses:
    """Combine all the grants; an immunity removes its type from resistance and vulnerability."""
    immune = _types("immune", pool)
    resist = {t: m for t, m in _types("resist", pool).items() if t not in immune}
    vulnerable = {t: m for t, m in _types("vulnerable", pool).items() if t not in immune}
    warded = dict(sorted(pool.list_grants("condition_immunity").items()))
    return Defenses(
        resist, immune, vulnerable, warded, _only(pool, NONMAGICAL), _only(pool, OF_SHOTS), _only(pool, OF_SPELLS), _of_wielders(pool)
    )


def _types(target: str, pool: Pool) -> dict[str, tuple[Modifier, ...]]:
    """The damage types of a target; "all" means every type, also for a removal."""
    found: dict[str, tuple[Modifier, ...]] = {}
    changes = pool.words.get(target, ())
    for m in changes:
        for t in _expand_words(m) if m.op == "grant" else ():
            found[t] = (*found.get(t, ()), m)
    for m in changes:
        for t in _expand_words(m) if m.op == "remove" else ():
            found.pop(t, None)
    return dict(sorted(found.items()))


def _expand_words(m: Modifier) -> Sequence[str]:
    return DAMAGE_TYPES if m.value == "all" else (str(m.value),)


NONMAGICAL: Final = "damage:nonmagical"
BUT_OF: Final = "but_of:"
"""The scope of a defense against nonmagical damage that does not help against weapons of a material: "but_of:silvered"."""


def but_of(defense: Modifier) -> list[str]:
    """The materials against which a defense does not help."""
    return [tag.removeprefix(BUT_OF) for tag in defense.scope if tag.startswith(BUT_OF)]


OF_SHOTS: Final = "attack:ranged_weapon"
OF_SPELLS: Final = "damage:of_spells"
"""The scope of a defense against the damage of spells (SRD 5.1, Archmage)."""
MAGICAL: Final = "damage:magical"
WIELDER: Final = "wielder:"
"""The scope of a defense against weapons in the hands of some: "wielder:good", "wielder:bless" (SRD, Rakshasa)."""
GOOD: Final = "good"
UNALIGNED: Final = "alignment_unknown"
"""The word of a wielder whose alignment nobody has noted, so that the game master judges."""
REDUCTION: Final = "reduction"
"""The target of dice that lessen damage before resistance does."""


def _only(pool: Pool, scope: str) -> dict[tuple[str, str], Modifier]:
    """The (kind, type) pairs with this scope."""
    found: dict[tuple[str, str], Modifier] = {}
    for kind in ("resist", "immune", "vulnerable"):
        for m in pool.scoped.get(kind, ()):
            if scope in m.scope:
                found |= {(kind, t): m for t in (DAMAGE_TYPES if m.value == "all" else (str(m.value),))}
    return found


@dataclass(frozen=True, slots=True)
class Hit:
    """Damage of one type; `adjust` is a flat change before resistance; `unresisted`: no resistance lessens it; `unlessened`: no immunity
    lessens it either; `of_shot`: it comes from a ranged weapon attack; `of_spell`: a spell deals it; `materials`: those of the weapon and of its
    ammunition; `resisted_by`: what resists this damage around the target, such as water; `leaves_stable`: a creature that it drops to 0 hit points
    is stable (SRD, Phase Spider).
    """

    type: str
    amount: int
    magical: bool = False
    adjust: int = 0
    unresisted: bool = False
    unlessened: bool = False
    of_shot: bool = False
    of_spell: bool = False
    materials: frozenset[str] = frozenset()
    resisted_by: str | None = None
    leaves_stable: bool = False
    wielder: frozenset[str] = frozenset()
    """Words for whoever wields the weapon: good, the names of effects on it."""


def _of_wielders(pool: Pool) -> dict[tuple[str, str], Modifier]:
    scoped = ((kind, m) for kind in ("resist", "immune", "vulnerable") for m in pool.scoped.get(kind, ()))
    return {(kind, str(m.value)): m for kind, m in scoped if any(tag.startswith(WIELDER) for tag in m.scope)}


def _is_wielded(defense: Modifier, hit: Hit) -> bool:
    """Whether the damage comes from a weapon in the hands of one of those that the defense means."""
    meant = {tag.removeprefix(WIELDER) for tag in defense.scope if tag.startswith(WIELDER)}
    return not meant.isdisjoint(hit.wielder) and (hit.magical or MAGICAL not in defense.scope)


def is_open(kind: str, hit: Hit, d: Defenses) -> bool:
    """Whether only the unknown alignment of whoever wields the weapon keeps a defense from counting."""
    defense = d.of_wielders.get((kind, hit.type))
    return defense is not None and _is_wielded(defense, replace(hit, wielder=hit.wielder | {GOOD})) and UNALIGNED in hit.wielder


def damage_taken(hit: Hit, d: Defenses) -> tuple[int, tuple[str, ...]]:
    """(remaining points, reasons for the change). Flat changes come first, resistance halves (rounded down), vulnerability doubles last.

    Source: SRD 5.1, Damage Resistance and Vulnerability.
    """
    if not hit.unlessened and (sources := _against("immune", d.immunities, hit, d)):
        return 0, tuple(f"immune ({s})" for s in sources)
    left, why = max(0, hit.amount + hit.adjust), []
    if not (hit.unresisted or hit.unlessened) and (sources := _against("resist", d.resistances, hit, d)):
        left //= 2
        why.append(f"resistance ({sources[0]})")
    if sources := _against("vulnerable", d.vulnerabilities, hit, d):
        left *= 2
        why.append(f"vulnerability ({sources[0]})")
    return left, tuple(why)


def _against(kind: str, grants: Grants, hit: Hit, d: Defenses) -> Sequence[str]:
    found = [m.source.name for m in grants.get(hit.type, ())]
    mundane = None if hit.magical else d.nonmagical.get((kind, hit.type))
    if mundane is not None and not any(f"{BUT_OF}{material}" in mundane.scope for material in hit.materials):
        found.append(mundane.source.name)
    if hit.of_shot and (kind, hit.type) in d.of_shots:
        found.append(d.of_shots[kind, hit.type].source.name)
    if hit.of_spell and (kind, hit.type) in d.of_spells:
        found.append(d.of_spells[kind, hit.type].source.name)
    if (wielded := d.of_wielders.get((kind, hit.type))) and _is_wielded(wielded, hit):
        found.append(wielded.source.name)
    if hit.resisted_by and kind == "resist":
        found.append(hit.resisted_by)
    return found
