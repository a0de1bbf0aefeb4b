"""An act that was played or planned, as data for programs. The data includes numbers only of creatures whose numbers the reader may know."""

from collections.abc import Mapping, Sequence
from typing import Any

from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.acts.act_results import ActPlan, ActResult, AttackRolled, PlannedDice, SaveRolled, TargetPlayed
from rpg_lite.mechanics.acts.weapon_attack import PlannedBlow
from rpg_lite.mechanics.life.mirror_images import ImageStruck
from rpg_lite.mechanics.turn.ledger import TurnLeft
from rpg_lite.messages.act_sentences import heard, known_costs
from rpg_lite.messages.render_context import RenderContext
from rpg_lite.rules.acts import withstood

Json = dict[str, Any]


def act_json(told: RenderContext, result: ActResult) -> Json:
    """The rest of the turn and, for a dry run, the plan."""
    plan = {"plan": _plan(told, result.plan)} if result.plan and told.knows_numbers(result.who.id) else {}
    return {**plan, **turn_json(told, result.who, result.turn)}


def turn_json(told: RenderContext, who: Called, left: TurnLeft | None) -> Json:
    """The rest of the turn, only for readers who know the creature's numbers."""
    if left is None or not told.knows_numbers(who.id):
        return {}
    always = {"actions": left.actions, "attacks": left.attacks, "bonus": left.bonus, "reaction": left.reaction}
    more = {"hasted": True} if left.hasted else {}
    return {"turn": {**always, **more, **({} if left.most_feet is None else {"movement": left.most_feet})}}


# ── outcome of an act ─────────────────────────────────────────────────────────────────────────────────────────────────


def outcome_json(told: RenderContext, result: ActResult) -> Json:
    """Each target, the resources spent, concentration, offers and texts to say; empty for a dry run, which decides nothing."""
    if told.dry:
        return {}
    knows = told.knows_numbers(result.who.id)
    concentration = {"on": result.concentration, "ended": result.concentration_ended}
    return _there(
        {
            "targets": [_target(told, t, knows, result.is_spell) for t in result.targets if told.sees(t.who)],
            "spent": {s.what: {"was": s.was, "left": s.left} for s in known_costs(told, result)} if knows else {},
            "concentration": _there(concentration) if knows else {},
            "offers": list(result.offers) if knows else [],
            "say": heard(told, result),
        }
    )


def _target(told: RenderContext, target: TargetPlayed, knows_caster: bool, is_spell: bool) -> Json:
    knows = told.knows_numbers(target.who.id)
    tells_marks = knows_caster or is_spell
    attacks = [_attack(a, knows_caster) for a in target.attacks]
    saves = [_save(s, knows_caster, knows) for s in target.saves]
    image = next((a.image for a in reversed(target.attacks) if a.image), None)
    return _there(
        {
            "name": told.name_of(target.who),
            "attack": attacks[0] if len(attacks) == 1 else None,
            "attacks": attacks if len(attacks) > 1 else [],
            "save": saves[0] if len(saves) == 1 else None,
            "saves": saves if len(saves) > 1 else [],
            "checks": [_save(c, not told.players, knows) for c in target.checks],
            "damage": sum(s.dealt for s in target.suffered) if target.suffered and knows else None,
            "taken": target.taken if target.suffered else None,
            "healed": target.healed or None,
            "tempHp": target.temp_hp if knows else None,
            "conditions": list(target.conditions),
            "effects": [one for one in target.effects if tells_marks or not withstood.is_mark(one)],
            "hp": {"was": target.hp_was, "value": target.hp, "max": target.hp_max} if knows and target.hp is not None else None,
            "dead": target.dead or None,
            "image": image_json(told, target.who, image) if image else None,
        }
    )


def image_json(told: RenderContext, who: Called, image: ImageStruck) -> Json:
    """An attack on an image; the AC only for readers who know the creature's numbers."""
    return {**({"ac": image.ac} if told.knows_numbers(who.id) else {}), "struck": image.struck, "left": image.left}


def _attack(rolled: AttackRolled, knows: bool) -> Json:
    numbers = {"natural": rolled.natural, "total": rolled.total} if knows else {}
    return {**numbers, "hit": rolled.hit, "critical": rolled.critical}


def _save(rolled: SaveRolled, knows_dc: bool, knows_total: bool) -> Json:
    """A save or a check. The DC of a save is a number of the caster; the DC of a check may be a number of another creature, which no player
    learns.
    """
    dc = {"dc": rolled.dc} if knows_dc else {}
    return {"ability": rolled.ability, **dc, **({"total": rolled.total} if knows_total else {}), "passed": rolled.passed}


def _there(shown: Mapping[str, Any]) -> Json:
    return {key: value for key, value in shown.items() if value not in (None, [], {})}


# ── plan of an act ────────────────────────────────────────────────────────────────────────────────────────────────


def _plan(told: RenderContext, plan: ActPlan) -> Json:
    """The parts of the plan that have values; players see only the numbers of their own characters."""
    shown: Json = {
        "cost": plan.cost,
        "slot": plan.slot,
        "targetsMax": plan.targets_max,
        "times": plan.times,
        "attack": plan.attack and {"kind": plan.attack[0], "toHit": plan.attack[1]},
        "parts": [{"name": name, "times": times} for name, times in plan.parts] or None,
        "escapeDc": plan.escape_dc,
        "save": plan.save and dict(zip(("ability", "dc", "onPass"), (plan.save[0].lower(), *plan.save[1:]), strict=True)),
        "concentration": plan.concentration or None,
        "duration": plan.duration,
        "rounds": plan.rounds,
        "damage": _damage(plan.damage),
        "added": plan.added or None,
        "heal": [_range(d) for d in plan.heal],
        "tempHp": [_range(d) for d in plan.temp_hp],
        "pool": [_range(d) for d in plan.pool],
        "moved": [{"name": told.name_of(who), "how": text, "feet": feet} for who, text, feet in plan.moved],
        "onFail" if plan.save else "lays": list(plan.lays),
    }
    return _there(shown)


def blow_json(planned: PlannedBlow) -> Json:
    """The attack with a weapon that a dry run tells."""
    return {"attack": {"kind": planned.kind, "toHit": planned.to_hit}, "damage": _damage(planned.damage)}


def _damage(planned: Sequence[PlannedDice]) -> list[Json]:
    """Damage that would be dealt, with its range, and that of a critical hit."""
    return [{**_range(d), "type": d.type, "critMin": d.critical[0], "critMax": d.critical[1]} for d in planned]


def _range(planned: PlannedDice) -> Json:
    low, high = planned.bounds
    return {"dice": planned.dice, "min": low, "max": high, "average": (low + high) / 2}
