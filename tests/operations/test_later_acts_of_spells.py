"""What a spell brings later, by an act or a zone, is that spell's still: Magic Resistance and wards against spells count (SRD)."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.rules.acts.act import Act, SaveStep, Spell
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

RESISTANCE = {"target": "save.all", "op": "advantage", "scope": ["against:spell|magic"]}
SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
CLASSES = ("wizard", "cleric", "druid", "bard", "paladin", "warlock", "sorcerer", "ranger")
OTHERS = {"Feeblemind", "Befuddlement", "Fear", "Compulsion", "Irresistible Dance"}
"""Spells whose later saves are played by their target."""
UNASKED = {"Magic Circle", "Forcecage", "Telekinesis", "Conjure Celestial", "Conjure Animals", "Conjure Elemental", "Magic Jar"}


def acts_with_saves(spell: Spell) -> Iterator[Act]:
    """The acts that a spell brings to its caster and that others save against."""
    for step in walk(spell.steps):
        for brought in (getattr(step, "apply", None), getattr(step, "zone", None)):
            for act in getattr(brought, "acts", ()):
                if act.targets != "self" and any(isinstance(inner, SaveStep) for inner in act.steps):
                    yield act


def make(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    for name in CLASSES:
        table.did("create", name=name.title(), character={"classes": [f"{name} 17"], "abilities": SCORES, "party": True})
    table.did("create", name="Foe", character={"hpMax": 900, "type": "fiend", "modifiers": [RESISTANCE]})
    table.did("create", name="Ally", character={"hpMax": 900, "type": "humanoid"})
    return table.game


def insistently(table: Table, operation: str, who: str, **call: Any) -> Answer:
    """The answer to a call that makes the choices that its refusals propose."""
    answer = table.ask(operation, who, **call)
    for _ in range(4):
        proposed = (answer.get("error") or {}).get("try") or {}
        if answer["ok"] or not proposed:
            break
        call |= {key: value for key, value in proposed.items() if key in ("choice", "slot", "targets")}
        answer = table.ask(operation, who, **call)
    assert answer["ok"], answer["text"]
    return answer


@pytest.mark.parametrize(("ruleset", "acts"), [("5.1", 19), ("5.2", 24)])
def test_magic_resistance_counts_against_every_later_act_of_a_spell(ruleset: Ruleset, acts: int) -> None:
    book = begun(ruleset).book
    played = [
        f"{spell.name}: {act.name}: {text}"
        for spell in filter(None, map(book.spell, [rule.name for rule in book.spells.values()]))
        for act in ({act.name: act for act in acts_with_saves(spell)}.values() if spell.name not in OTHERS | UNASKED else ())
        if (text := later(ruleset, spell, act)) is not None
    ]
    assert [text for text in played if "Foe (2, 2" not in text or "advantage" not in text] == []
    assert len(played) >= acts


def later(ruleset: Ruleset, spell: Spell, act: Act) -> str | None:
    """The answer to the later act, played by the caster or by the bearer of the effect; None if the cast brought another part."""
    table = Table(copy_of(make, ruleset))
    table.roll_with(falling(2, face=4))
    who = next(name.title() for name in CLASSES if name in spell.classes)
    whom = {} if spell.targets == "self" else {"targets": ["Ally"]}
    insistently(table, "cast", who, spell=spell.name, **whom, force=True)
    for actor in (who, "Ally"):
        text: str = table.ask("act", actor, act=act.name, targets=["Foe"], force=True)["text"]
        if "has no act" not in text:
            return text
    return None


def test_an_act_of_a_stat_block_with_the_name_of_a_spell_is_no_spell() -> None:
    """SRD 5.1, Clay Golem: its Haste is no spell, so the slam that it brings is none."""
    table = Table(begun("5.1"))
    table.did("create", name="Golem", template="Clay Golem")
    table.did("create", name="Foe", character={"hpMax": 900, "modifiers": [RESISTANCE]})
    table.roll_with(falling(15, 2, face=4))
    table.did("act", "Golem", act="Haste")
    text = table.did("act", "Golem", act="Slam (bonus)", targets=["Foe"])["text"]
    assert "Foe (2" in text and "2, 2" not in text
