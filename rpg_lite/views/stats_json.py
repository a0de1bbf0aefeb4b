"""Effective stats as JSON values: the output keys of a sheet, and each number with its lines."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from rpg_lite.mechanics.attack.attack_roll import critical_from
from rpg_lite.messages.result_notes import word_note
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.choices import OpenChoice
from rpg_lite.rules.class_resources import Supply
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.modifier_values import ByLevel, EqualTo, Formula, PerLevel
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import Circumstances
from rpg_lite.rules.sheet_warnings import in_vain, remarks
from rpg_lite.rules.spell_slots import SpellSlots
from rpg_lite.rules.stats import on_roll
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.checks import Rolls
from rpg_lite.rules.stats.defenses import damage_taken
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.stats.spellcasting import SpellNumbers
from rpg_lite.views import own_acts, own_acts_text

Json = dict[str, Any]


def sheet_json(at: Circumstances, book: Rulebook) -> Json:
    """The output of `rpg-lite sheet`: all numbers, their reasons, and the damage that remains after defenses."""
    stats = at.stats(book)
    shown = stats_json(stats)
    shown["damageTaken"] = [damage_taken(hit, stats.defenses)[0] for hit in at.damage]
    shown |= gains_json(at.sheet)
    shown |= own_acts_text.as_json(own_acts.own_acts(at.sheet, stats), own_acts.own_riders(at.sheet, stats))
    shown["assumed"] = list(at.sheet.assumed)
    shown["notes"] = [word_note(code, details) for code, details in (*remarks(at.sheet, book, at.unknown), *in_vain(at.unheard))]
    shown["breakdown"] = breakdowns(stats)
    return shown


def gains_json(sheet: Sheet) -> Json:
    """The gains from levels other than numbers: slots, resources, attacks, features and open choices."""
    return {
        "spellSlots": slots_json(sheet.spell_slots),
        "resources": {name: resource_json(r) for name, r in sheet.resources.items()},
        "attacksPerAction": sheet.attacks_per_action,
        "features": [{"name": f.name, **({"tables": dict(f.tables)} if f.tables else {})} for f in sheet.features],
        "openChoices": [choice_json(c) for c in sheet.open_choices],
        **({"spells": spells} if (spells := sheet.spells.model_dump(mode="json", exclude_none=True)) else {}),
    }


def choice_json(c: OpenChoice) -> Json:
    more = {"count": c.count} if c.count > 1 else {}
    return {"choice": c.choice, "class": c.of, "level": c.level, **more}


def slots_json(s: SpellSlots) -> Json:
    pact = {"level": s.pact.level, "slots": s.pact.slots, "left": s.pact.left} if s.pact else None
    return {"slots": list(s.slots), "left": list(s.left), "pact": pact, "arcanum": list(s.arcanum)}


def resource_json(r: Supply) -> Json:
    """A resource as data; `max` and `left` are null if there is no limit."""
    return {"max": r.max, "left": r.left, "recharge": r.recharge, **({"die": r.die} if r.die else {})}


def stats_json(stats: EffectiveStats) -> Json:
    """All output keys except the breakdown."""
    d = stats.defenses
    return {
        "ac": stats.ac.value,
        "acVs": dict(stats.ac_vs),
        "abilities": _values(stats.abilities),
        "modifiers": dict(stats.modifiers),
        "proficiencyBonus": stats.proficiency_bonus.value,
        "saves": _values(stats.saves.values),
        "saveModes": dict(stats.saves.modes),
        "autoFailSaves": list(stats.auto_fail_saves),
        "checks": _values(stats.checks.values),
        "checkModes": dict(stats.checks.modes),
        "skills": _values(stats.skills.values),
        "skillModes": dict(stats.skills.modes),
        "passive": _values(stats.passive),
        "passivePerception": stats.passive["perception"].value,
        "initiative": stats.initiative.value,
        "initiativeMode": stats.initiative_mode,
        "speed": _values(stats.speed),
        "jump": _values(stats.jump),
        "vehicle": _values(stats.vehicle),
        "attacks": {a.name: _attack(a, critical_from(stats)) for a in stats.attacks},
        "spellcasting": _spellcasting(stats),
        "attacksAgainstYou": stats.attacks_against_you,
        **({"attacksAgainstBonus": stats.attacks_against_added} if stats.attacks_against_added else {}),
        "dice": {target: [str(m.value) for m in dice] for target, dice in stats.dice.items()},
        "scopedModes": [
            {"target": m.target, "mode": m.op, "scope": list(m.scope)}
            for m in stats.scoped
            if m.op in ("advantage", "disadvantage", "auto_fail")
        ],
        "auras": [aura_json(m) for m in stats.auras],
        "resistances": list(d.resistances),
        "vulnerabilities": list(d.vulnerabilities),
        **({"reductions": [{"dice": str(m.value), "scope": list(m.scope)} for m in stats.reductions]} if stats.reductions else {}),
        "immunities": list(d.immunities),
        "conditionImmunities": list(d.conditions),
        "languages": list(stats.languages),
        "toolProficiencies": list(stats.tools),
        **({"toolExpertise": list(stats.expert_tools)} if stats.expert_tools else {}),
        "conditionsActive": list(stats.conditions_active),
        "conditionsBlocked": list(stats.conditions_blocked),
        "senses": _values(stats.senses),
        "hp": stats.hp,
        "tempHp": stats.temp_hp,
        "hpMax": stats.hp_max.value if stats.hp_max else None,
        "size": stats.size,
        "canAct": stats.can_act,
        "dead": stats.dead,
        "carriedWeight": pounds(stats.load.weight),
        "carryingCapacity": stats.load.capacity.value,
        "pushDragLift": stats.load.push_drag_lift,
        "overCapacity": stats.load.over,
        "encumbrance": stats.load.encumbrance,
        "flags": [*stats.flags, *(f"{m.target}:{m.value} {' '.join(m.scope)}" for m in stats.scoped if m.op == "grant")],
        "errors": list(stats.errors),
    }


def pounds(thousandths: int) -> int | float:
    """Thousandths of a pound as pounds; a whole number becomes an integer.

    >>> pounds(65_000), pounds(50)
    (65, 0.05)
    """
    return thousandths // 1000 if thousandths % 1000 == 0 else thousandths / 1000


def _values(of: Mapping[Any, Breakdown]) -> dict[str, int]:
    return {key: b.value for key, b in of.items()}


def _attack(a: AttackStats, least: int) -> Json:
    return {
        "slot": a.slot,
        "toHit": a.to_hit.value,
        "damage": a.damage,
        "damageDice": a.damage_dice,
        "damageBonus": a.damage_bonus.value,
        **({"damageFactor": a.factor} if a.factor != 1 else {}),
        "damageType": a.damage_type,
        "ability": a.ability,
        "mode": a.mode,
        **({"criticalFrom": least} if least < 20 else {}),
        "toHitDice": [str(m.value) for m in a.hit_dice],
        "extraDice": [{"dice": x.dice, "type": x.type, "scope": list(x.scope)} for x in a.extra_dice],
    }


def _spellcasting(stats: EffectiveStats) -> Json | None:
    s = stats.spellcasting
    if s is None:
        return None
    of_classes = {name: _spell_numbers(n) for name, n in s.by_class.items()}
    return {"ability": s.ability, "saveDc": s.save_dc.value, "attack": s.attack.value, "mode": s.mode, "byClass": of_classes}


def _spell_numbers(n: SpellNumbers) -> Json:
    c = n.counts
    counts = {"known": c.known} if c.prepared is None else {"prepared": c.prepared, "preparedMax": c.prepared}
    return {"ability": n.ability, "saveDc": n.save_dc.value, "attack": n.attack.value, "cantrips": c.cantrips, **counts}


def aura_json(m: Modifier) -> Json:
    """A modifier that also counts for others within a number of feet; with the scope `others`, it counts only for them."""
    return {"source": m.source.name, "feet": m.aura_ft, "target": m.target, "op": m.op, "value": _plain(m.value), "scope": list(m.scope)}


# ── numbers with their reasons ──────────────────────────────────────────────────────────────────────────────────────


def breakdowns(stats: EffectiveStats) -> Json:
    """Map each dotted path to its value, lines and suppressed lines, and to what counts when it is rolled."""
    rolls = on_roll_json(stats)
    return {path: breakdown_json(b) | rolls.get(path, {}) for path, b in numbers(stats)}


def on_roll_json(stats: EffectiveStats) -> dict[str, Json]:
    """The facts that count when a number is rolled, by its path: `advantage`, `disadvantage` and `fails` name their sources, `dice` also the dice."""
    return {path: _on_roll(one) for path, one in on_roll.by_path(stats).items()}


def _on_roll(one: on_roll.OnRoll) -> Json:
    dice = [{"dice": str(m.value), "source": m.source.name} for m in one.dice]
    return {**one.sources, **({"dice": dice} if dice else {})}


def numbers(stats: EffectiveStats) -> list[tuple[str, Breakdown]]:
    """Every number of the stats that has reasons, with its dotted path. This is a list and not an iterator, because every change reads all
    numbers before and after.
    """
    attacks = [pair for a in stats.attacks for pair in ((f"{a.name}.toHit", a.to_hit), (f"{a.name}.damageBonus", a.damage_bonus))]
    casting = stats.spellcasting
    groups: tuple[tuple[str, Breakdown | Iterable[tuple[str, Breakdown]] | None], ...] = (
        ("ac", stats.ac),
        ("abilities", stats.abilities.items()),
        ("proficiencyBonus", stats.proficiency_bonus),
        ("saves", stats.saves.values.items()),
        ("checks", stats.checks.values.items()),
        ("skills", stats.skills.values.items()),
        ("passive", stats.passive.items()),
        ("initiative", stats.initiative),
        ("speed", stats.speed.items()),
        ("jump", stats.jump.items()),
        ("vehicle", stats.vehicle.items()),
        ("attacks", attacks),
        ("spellcasting", (("saveDc", casting.save_dc), ("attack", casting.attack)) if casting else None),
        ("senses", stats.senses.items()),
        ("hpMax", stats.hp_max),
        ("carryingCapacity", stats.load.capacity),
    )
    found: list[tuple[str, Breakdown]] = []
    for path, group in groups:
        if isinstance(group, Breakdown):
            found.append((path, group))
        elif group:
            for key, b in group:  # before Python 3.12, a comprehension is one more call
                found.append((f"{path}.{key}", b))
    return found


def words(stats: EffectiveStats) -> Iterator[tuple[str, tuple[Modifier, ...]]]:
    """Values that have reasons but are not numbers: modes other than normal, granted resistances and immunities."""
    yield from _modes("saveModes", stats.saves)
    yield from _modes("checkModes", stats.checks)
    yield from _modes("skillModes", stats.skills)
    yield "initiativeMode", stats.initiative_reasons
    yield from ((f"attacks.{a.name}.mode", a.reasons) for a in stats.attacks)
    if stats.spellcasting:
        yield "spellcasting.mode", stats.spellcasting.reasons
    yield "attacksAgainstYou", stats.attacks_against_reasons
    d = stats.defenses
    granted = {
        "resistances": d.resistances,
        "immunities": d.immunities,
        "vulnerabilities": d.vulnerabilities,
        "conditionImmunities": d.conditions,
        "languages": stats.languages,
        "toolProficiencies": stats.tools,
        "toolExpertise": stats.expert_tools,
    }
    yield from ((f"{kind}.{word}", ms) for kind, grants in granted.items() for word, ms in grants.items())


def _modes(path: str, rolls: Rolls[Any]) -> Iterator[tuple[str, tuple[Modifier, ...]]]:
    yield from ((f"{path}.{key}", ms) for key, ms in rolls.reasons.items() if ms)


def breakdown_json(b: Breakdown) -> Json:
    shown: Json = {"value": b.value, "lines": [line_json(m) for m in b.lines]}
    if b.suppressed:
        shown["suppressed"] = [
            {"source": s.modifier.source.name, "value": _plain(s.modifier.value), "reason": s.reason, **({"by": s.by} if s.by else {})}
            for s in b.suppressed
        ]
    return shown


def line_json(m: Modifier) -> Json:
    return {"source": m.source.name, "layer": m.source.layer, "op": m.op, "value": _plain(m.value)}


def _plain(value: object) -> Any:
    return (
        {"base": value.base, "add": list(value.add)}
        if isinstance(value, Formula)
        else value
        if isinstance(value, int | float | str)
        else asdict(value)
        if isinstance(value, EqualTo | PerLevel | ByLevel)
        else str(value)
    )
