"""Charmed creatures and what they may not do to whoever charmed them (SRD, Charmed). Apart because an offer of a reaction and a monster's choice
ask it, too.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import target_requirements
from rpg_lite.mechanics.acts.steps.branch_steps import find_choice
from rpg_lite.mechanics.attack import familiar_attacks
from rpg_lite.mechanics.life import grapple_release
from rpg_lite.mechanics.space import sides
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.act import Act, ApplyStep, AttackStep, ChooseStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import parts_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import LASTING, Lasting
from rpg_lite.world.world_model import Thing, World, order_made

CHARMED: Final = "charmed"
_AIM = ("targetId", "targetName", "targets")
"""The keys of a call that name its targets."""


def is_charmed_by(world: World, creature: Thing, other: Thing, book: Rulebook) -> bool:
    """Whether the other creature has charmed this one, which is not immune to it now (SRD, Charmed)."""
    now = world.things.get(creature.id, creature)
    if not (now.creature.conditions or now.creature.effects):
        return False
    if creature_flags.CANNOT_HARM_CHARMER not in thing_stats.stats_of(world, now, book).flags:
        return False
    return any(grapple_release.is_laid_by(world, entry, other) for entry in _charms(world, now, book))


def refuse(
    draft: Draft, creature: Thing, act: Act | None, whom: Sequence[Thing], choice: Mapping[str, str], sent: Mapping[str, Any]
) -> Rejected | None:
    """Refuse a harmful deed whose named targets include the charmer. `act`: None for an attack; `sent`: the call, which is proposed for those
    targets that did not charm the creature, or for another foe (SRD, Charmed).
    """
    if CHARMED in draft.suppressed(creature):
        return None
    charmers = [one for one in whom if one.id != creature.id and is_charmed_by(draft.world, creature, one, draft.situation.book)]
    if not charmers or not is_harmful(act, creature, choice, draft.situation.book):
        return None
    only_damage = draft.situation.book.ruleset == "5.2"
    details = {
        "name": creature.name,
        "charmer": charmers[0].name,
        "what": "damages" if only_damage else "harms",
        "why": f"charmed by {charmers[0].name}",
    }
    others = [one for one in whom if one not in charmers] or _other_foes(draft, creature)[:1]
    return Rejected("charmed_by_target", "targets", details, instead=_aimed(sent, others) if sent and others else None)


def is_spared(world: World, creature: Thing, act: Act, target: Thing, book: Rulebook) -> bool:
    """Whether the act harms a target that has charmed the creature."""
    return is_charmed_by(world, creature, target, book) and is_harmful(act, creature, {}, book)


def is_harmful(act: Act | None, creature: Thing, choice: Mapping[str, str], book: Rulebook) -> bool:
    """Whether the deed attacks or harms its targets (SRD 5.1, Charmed), or attacks or damages them (SRD 5.2, Charmed). `act`: None for an
    attack with a weapon.
    """
    if act is None or familiar_attacks.attacks(act, creature, book):
        return True
    return any(_harms(one.steps, choice, book) for one in familiar_attacks.played_by(act, creature, book))


def _charms(world: World, creature: Thing, book: Rulebook) -> Iterator[Lasting]:
    """The entries that keep the creature from harming whoever laid them."""
    charming = {key for key, rule in book.conditions.items() if any(m.value == creature_flags.CANNOT_HARM_CHARMER for m in rule.modifiers)}
    for kind in LASTING:
        for entry in thing_stats.lasting(world, creature, kind):
            rule = book.effect(entry.name) if kind == "effects" else None
            brought = rule.conditions if rule else ()
            if (kind == "conditions" and entry.name in charming) or not charming.isdisjoint(brought) or _grants(entry):
                yield entry


def _grants(entry: Lasting) -> bool:
    rows = entry.document["modifiers"] if entry.has_modifiers else ()
    return any(row.get("value") == creature_flags.CANNOT_HARM_CHARMER for row in rows)


def _harms(steps: Sequence[StepModel], choice: Mapping[str, str], book: Rulebook) -> bool:
    """Whether the steps harm a target at once. An effect that they lay may strike later, but at whom, nobody knows yet."""
    return any(_is_harm(step, choice, book) for step in steps)


def _is_harm(step: StepModel, choice: Mapping[str, str], book: Rulebook) -> bool:
    if step.to not in (None, "target") or isinstance(step, ApplyStep):
        return False
    if step.harms if book.ruleset == "5.1" else isinstance(step, AttackStep | DamageStep):
        return True
    if isinstance(step, ChooseStep):
        chosen = find_choice(step, choice)
        parts = [step.choose[chosen]] if chosen is not None else [*step.choose.values()]
        return all(_harms(part, choice, book) for part in parts)
    return any(_harms(part, choice, book) for part in parts_of(step, inner_acts=False))


def _other_foes(draft: Draft, creature: Thing) -> list[Thing]:
    """Those of the other side in the room that stand, do not hide, and have not charmed the creature."""
    room = draft.world.room_of(creature.id)
    there = [draft.world.things.get(id, one) for id, one in draft.situation.people([room.id]).items()] if room else []
    return [
        one
        for one in sorted(there, key=order_made)
        if not sides.are_friends(draft.world, one, creature, draft.situation.book)
        and not (thing_stats.is_dead(one) or one.creature.hp == 0 or target_requirements.hides_from(draft, one, creature))
        and not is_charmed_by(draft.world, creature, one, draft.situation.book)
    ]


def _aimed(sent: Mapping[str, Any], others: Sequence[Thing]) -> dict[str, Any]:
    """The call with other targets."""
    kept = {key: value for key, value in sent.items() if key not in _AIM}
    told = [*dict.fromkeys(one.name for one in others)]
    return {**kept, **({"targets": told} if sent.get("operation") in ("act", "cast") else {"targetName": told[0]})}
