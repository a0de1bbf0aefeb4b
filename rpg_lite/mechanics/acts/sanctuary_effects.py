"""Effects that guard their bearer: an attacker that fails a save loses its attack or harmful spell (SRD, Sanctuary)."""

from dataclasses import dataclass

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.creature import effect_source
from rpg_lite.mechanics.rolls import saves
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.act import Act, AttackStep, Spell
from rpg_lite.rules.acts.harmful_acts import harms
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class LostAttack:
    """An attack or spell that a guard keeps from its bearer: the name of the effect, the attacker's save, and the DC."""

    effect: str
    total: int
    dc: int


def keep_off(draft: Draft, attacker: Thing, target: Thing, key: str = "") -> LostAttack | None:
    """The guard that the attacker does not overcome; the attacker saves against each guard of the target."""
    if attacker.id == target.id:
        return None
    for entry in thing_stats.lasting(draft.world, draft.world.things[target.id], "effects"):
        if not _guards(draft.world, entry, draft.situation.book):
            continue
        dc = _dc_of(draft, entry)
        if dc is None:
            draft.note("guard_without_dc", name=Called(target.id), effect=entry.name)
            continue
        # Faces that the call gives belong to its attack, so this save has a purpose of its own.
        save = saves.save(draft, attacker, "wis", dc, ("magic", "spell"), what_for="guard", key=f">{target.id} guard{key}")
        if save.passed is False:
            draft.note("guarded", name=Called(target.id), effect=entry.name, by=Called(attacker.id), total=save.total, dc=dc)
            return LostAttack(entry.name, save.total, dc)
    return None


def _guards(world: World, entry: Lasting, book: Rulebook) -> bool:
    if effect := effect_source.laid_effect(world, entry.cause, book):
        return creature_flags.ATTACKERS_SAVE in effect.flags
    rule = book.effect(entry.name)
    return rule is not None and any(m.target == "flag" and m.value == creature_flags.ATTACKERS_SAVE for m in rule.modifiers)


def _dc_of(draft: Draft, entry: Lasting) -> int | None:
    """The DC of the cast. If the game master applied the effect, the spell save DC of its source."""
    if entry.cause.dc is not None:
        return entry.cause.dc
    source = draft.world.things.get(entry.cause.by or "")
    casting = draft.stats(source).spellcasting if source else None
    return max((numbers.save_dc.value for numbers in casting.by_class.values()), default=None) if casting else None


def is_kept_off(act: Act, book: Rulebook) -> bool:
    """Whether a guard works against this spell: it must be aimed at creatures and attack or harm them; by the newer rules, it must deal
    damage (SRD 5.2, Sanctuary). Areas are never warded off.
    """
    if not isinstance(act, Spell) or act.targets in ("area", "self"):
        return False
    if book.ruleset == "5.2":
        return any(isinstance(step, AttackStep | DamageStep) for step in walk(act.steps))
    return harms(tuple(walk(act.steps)))
