"""Spells: each file is sound in its rulesets and has the numbers of the SRD of each."""

import functools
import json
import re
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rpg_lite.content import rulebook_loading
from rpg_lite.rules import formulas, names
from rpg_lite.rules.acts.act import ApplyStep, AttackStep, EffectModel, PoolStep, SaveStep, Spell
from rpg_lite.rules.acts.plain_steps import THINGS, MakeStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep, TempHpStep
from rpg_lite.rules.acts.steps.step_model import StepModel, Up
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.creature_flags import ATTACKERS_SAVE
from rpg_lite.vocabulary import ABILITIES, Ruleset
from tests.rows import each_row

FACTS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "facts" / "spell_facts.json").read_text(encoding="utf-8"))
FOLDER = rulebook_loading.folder("data") / "spells"
each = each_row("fact", FACTS, ids=[f"{f['name']} {f['ruleset']}" for f in FACTS])
DESCRIPTION_MEDIAN, DESCRIPTION_MOST = 25, 70
FEET_A_MILE = 5280
LATER = {"level": 20, "mod": 4, "dc": 15, "their_slot": 3, "taken": 8}
"""Values of formulas other than the slot."""


def spell(name: str, ruleset: Ruleset) -> Spell:
    found = rulebook_loading.rulebook(ruleset).spell(name)
    assert found, f"no spell {name} in {ruleset}"
    return found


def steps(of: Spell, *kinds: type[StepModel]) -> list[Any]:
    return [s for s in walk(of.steps) if isinstance(s, kinds)]


def number(text: str, slot: int, level: int = 20) -> int:
    return formulas.value(text, {**LATER, "level": level, "slot": slot})


# ── the heading ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_file_has_its_rows() -> None:
    written = {names.fold(f.stem) for f in FOLDER.glob("*.json")}
    assert written == {names.fold(f["name"]) for f in FACTS}


def test_a_spell_is_in_the_rulesets_that_have_it() -> None:
    had = {(names.fold(f["name"]), f["ruleset"]) for f in FACTS}
    found = {(names.fold(f.stem), r) for f in FOLDER.glob("*.json") for r in ("5.1", "5.2") if rulebook_loading.rulebook(r).spell(f.stem)}
    assert found == had


@each
def test_the_heading_is_that_of_the_srd(fact: dict[str, Any]) -> None:
    of = spell(fact["name"], fact["ruleset"])
    assert of.name == fact["name"]
    assert (of.level, of.school, sorted(of.classes), list(of.components)) == (fact["level"], fact["school"], fact["classes"], fact["comp"])
    assert (of.cost, of.range) == (_span(fact["casting"]), _reach(**fact["range"]))
    assert (of.duration and _one(formulas.fill(of.duration, {"slot": of.level}))) == _span(fact["duration"])
    assert (of.concentration, of.ritual) == (fact.get("conc", False), fact.get("ritual", False))
    assert of.spends == (("slot",) if of.level else ())


def _reach(kind: str, n: int | None = None) -> int | str:
    return kind if n is None else n * FEET_A_MILE if kind == "mile" else n


def _one(span: str) -> str:
    return re.sub(r"^(1 \w+)s$", r"\1", span)


def _span(fact: dict[str, Any]) -> str | None:
    kind = fact.get("unit") or fact["kind"]
    if kind in ("instant", "special", "action", "bonus", "reaction"):
        return None if kind in ("instant", "special") else str(kind)
    return f"{fact['n']} {kind}{'s' if fact['n'] > 1 else ''}" if "n" in fact else str(kind)


@each
def test_the_components_have_their_price(fact: dict[str, Any]) -> None:
    of = spell(fact["name"], fact["ruleset"])
    had = (of.material.cost, of.material.consumed) if of.material else (None, False)
    assert had == (fact.get("cost"), fact.get("consumed", False))


# ── the numbers ─────────────────────────────────────────────────────────────────────────────────────────────────────


@each
def test_damage_and_healing_have_their_dice(fact: dict[str, Any]) -> None:
    of = spell(fact["name"], fact["ruleset"])
    dealt = {(_plain(s.damage), kind) for s in steps(of, DamageStep) for kind in of.choices.get(s.type.strip("{}"), (s.type,))}
    dealt |= {(m.value, m.damage_type) for s in steps(of, ApplyStep) for m in getattr(s.apply, "modifiers", ()) if m.damage_type}
    assert {d for d in dealt if d[1] != "as_taken"} == {(dice, kind) for dice, kind in fact.get("damage", ())}
    if "heal" in fact:
        assert fact["heal"] in {
            _plain(getattr(s, "heal", None) or s.revive)
            for s in (*walk(of.steps), *_steps_of_things(of, fact["ruleset"]))
            if hasattr(s, "heal") or hasattr(s, "revive")
        }
    if "temp_hp" in fact:
        assert fact["temp_hp"] in {_plain(s.temp_hp) for s in steps(of, TempHpStep)}


def _steps_of_things(of: Spell, ruleset: Ruleset) -> Iterator[Any]:
    """The steps of the acts of the things that the spell makes."""
    book = rulebook_loading.rulebook(ruleset)
    for step in steps(of, MakeStep):
        pick = book.find(step.make.removeprefix(THINGS)) if step.makes_things else None
        item = book.item(pick) if pick else None
        for act in item.acts if item else ():
            yield from walk(act.steps)


def _plain(dice: str) -> str:
    """The dice as the facts write them; those of Hunter's Mark grow with a ranger's last level (SRD 5.2, Foe Slayer)."""
    return dice.replace("{mod}", "mod").replace("{hp_max}", "full").replace("{6+4*floor(class:ranger/20)}", "6")


@each
def test_saves_and_attacks_are_those_of_the_srd(fact: dict[str, Any]) -> None:
    of = spell(fact["name"], fact["ruleset"])
    assert {*_saves(of)} == {*fact.get("save", ())}
    assert any(s.passed == "half" for s in steps(of, SaveStep)) == fact.get("half", False)
    assert {s.kind for s in steps(of, AttackStep) if s.attack == "spell"} == {*fact.get("attack", ())}


def _saves(of: Spell) -> Iterator[str]:
    for step in steps(of, SaveStep):
        yield from (step.save,) if isinstance(step.save, str) else step.save
    for step in steps(of, ApplyStep):
        yield from (w for end in step.ends if end.startswith("save:") and (w := end.rpartition(":")[2]) in ABILITIES)
        yield from (step.retry.save,) if step.retry and step.retry.save else ()
        if isinstance(step.apply, EffectModel) and ATTACKERS_SAVE in step.apply.flags:
            yield "wis"


@each
def test_a_higher_slot_gives_what_the_srd_says(fact: dict[str, Any]) -> None:
    of, rise = spell(fact["name"], fact["ruleset"]), fact.get("upcast", {})
    ups = {_up(s.up) for s in steps(of, DamageStep, HealStep, TempHpStep, PoolStep) if s.up}
    if "d" in rise.get("add", "") or ups:
        assert ups == {(rise[key], rise["per"]) for key in ("add", "second_add") if key in rise}
    elif "add" in rise:
        assert int(rise["add"]) in _gains(of)
    if "more" in rise:
        assert max(_gains(of)) == rise["n"]
    assert {slot: _told(text) for slot, text in of.duration_by_slot.items()} == rise.get("duration", {})
    for slot, bonus in rise.get("bonus", {}).items():
        assert {number(text, int(slot)) for text in _formulas(of)} == {bonus} != {number(text, int(slot) - 1) for text in _formulas(of)}
    if not rise:
        assert _gains(of) <= {0}


def _told(duration: str) -> str:
    """A duration as the facts spell it: 10m, 8h no conc."""
    spelled = {" days": "d", " hours": "h", " hour": "h", " minutes": "m", "until_dispelled": "permanent", "no_concentration": "no conc"}
    return functools.reduce(lambda text, word: text.replace(word, spelled[word]), spelled, duration)


def _up(up: str | Up) -> tuple[str, int]:
    return (up.add, up.per) if isinstance(up, Up) else (up, 1)


def _gains(of: Spell) -> set[int]:
    """The gain of the targets and the formulas of a spell with one more slot level."""
    return {1} if of.targets.endswith("+per_slot") else {number(t, of.level + 1) - number(t, of.level) for t in _formulas(of)}


def _formulas(of: Spell) -> set[str]:
    """Every formula of the slot, wherever it stands."""
    text = json.dumps(of.model_dump(mode="json", by_alias=True, exclude={"description"}))
    return {*re.findall(r"\{[^{}\"]*\bslot\b[^{}\"]*\}", text)}


@each
def test_a_cantrip_grows_at_its_levels(fact: dict[str, Any]) -> None:
    of = spell(fact["name"], fact["ruleset"])
    dice = [s.damage for s in steps(of, DamageStep) if s.cantrip]
    times = [s.times for s in steps(of, AttackStep) if s.times]
    for level, grown in fact.get("cantrip", {}).items():
        count, _, kind = grown.replace("d", " d").partition(" ")
        match kind:
            case "beams":
                assert {number(t, 0, int(level)) for t in times} == {int(count)}
            case "ft":
                assert count in (of.description or "")
            case _ if dice:
                assert {*dice} == {f"1{kind}"} and int(count) == 1 + (int(level) >= 5) + (int(level) >= 11) + (int(level) >= 17)
            case _:
                assert grown in {formulas.fill(text, {**LATER, "level": int(level)}) for text in _dice_by_level(of)}
    assert bool(dice or _dice_by_level(of)) == any("d" in g for g in fact.get("cantrip", {}).values())


def _dice_by_level(of: Spell) -> list[str]:
    """The dice of a cantrip whose number or size is a formula of the level."""
    found = [s.damage for s in steps(of, DamageStep)]
    found += [str(m.value) for s in steps(of, ApplyStep) for m in getattr(s.apply, "modifiers", ())]
    return [text for text in found if not of.level and "level" in text]


@each
def test_an_area_has_its_feet(fact: dict[str, Any]) -> None:
    of = spell(fact["name"], fact["ruleset"])
    if of.area and "area" in fact:
        assert number(of.area.ft, of.level) in [feet for feet, _ in fact["area"]]


# ── the descriptions ────────────────────────────────────────────────────────────────────────────────────────────────


def test_descriptions_are_short() -> None:
    lengths = {(f["name"], f["ruleset"]): len((spell(f["name"], f["ruleset"]).description or "").split()) for f in FACTS}
    assert min(lengths.values()) > 0
    assert {k: n for k, n in lengths.items() if n > DESCRIPTION_MOST} == {}
    assert statistics.median(lengths.values()) <= DESCRIPTION_MEDIAN
