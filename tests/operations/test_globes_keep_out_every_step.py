"""A spell from outside does nothing to a creature in a globe of invulnerability or an antimagic field, whatever its steps (SRD)."""

from typing import Any

import pytest

from rpg_lite.rules.acts.act import AttackStep, SaveStep, Spell
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Table

CLASSES = ("wizard", "cleric", "druid", "bard", "paladin", "warlock", "sorcerer", "ranger")
SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
WARDS = ("Globe of Invulnerability", "Antimagic Field")


def make(ruleset: Ruleset, ward: str) -> Any:
    table = Table(begun(ruleset))
    for name in CLASSES:
        table.did("create", name=name.title(), character={"classes": [f"{name} 17"], "abilities": SCORES, "party": True})
    table.did("create", name="Hurt", character={"classes": ["wizard 17"], "abilities": SCORES, "hp": 20, "party": True})
    table.did("apply", "Hurt", condition="poisoned")
    table.did("cast", "Hurt", spell="Fire Shield", choice="warm", force=True)
    table.did("cast", "Hurt", spell=ward, targets=["Hurt"], force=True)
    return table.game


def is_played_here(spell: Spell | None) -> bool:
    """Whether the spell is of a level that the globe keeps out, and may do something without an attack roll or a save."""
    return (
        spell is not None
        and 1 <= spell.level <= 5
        and spell.targets != "self"
        and not spell.only
        and spell.cost != "reaction"
        and "revive" not in spell.model_dump_json()
        and not any(isinstance(step, AttackStep | SaveStep) for step in walk(spell.steps))
    )


@pytest.mark.parametrize("ward", WARDS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_spell_from_outside_changes_whoever_is_inside(ruleset: Ruleset, ward: str) -> None:
    book = begun(ruleset).book
    fitting = [spell for rule in book.spells.values() if is_played_here(spell := book.spell(rule.name)) and spell]
    played = 0
    for spell in fitting:
        table = Table(copy_of(make, ruleset, ward))
        table.roll_with(falling(20, face=4))
        who = next(name.title() for name in CLASSES if name in spell.classes)
        before, call = table.thing("Hurt").body, {"spell": spell.name, "targets": ["Hurt"], "force": True}
        answer = table.ask("cast", who, **call)
        for _ in range(4):
            proposed = (answer.get("error") or {}).get("try") or {}
            if answer["ok"] or not proposed:
                break
            call |= {key: value for key, value in proposed.items() if key == "choice"}
            answer = table.ask("cast", who, **call)
        played += answer["ok"]
        assert table.thing("Hurt").body == before, (spell.name, answer["text"])
    assert played > 50


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_later_act_of_a_spell_is_kept_out_as_well(ruleset: Ruleset) -> None:
    table = Table(copy_of(make, ruleset, WARDS[0]))
    table.roll_with(falling(1, face=4))
    table.did("create", name="Goblin", character={"hpMax": 90})
    table.did("cast", "Druid", spell="Heat Metal", targets=["Goblin"])
    before = table.hp("Hurt")
    text = table.did("act", "Druid", act="Heat Metal: again", targets=["Hurt"])["text"]
    assert "Hurt is immune to Heat Metal" in text
    assert table.hp("Hurt") == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_from_inside_works_inside(ruleset: Ruleset) -> None:
    table = Table(copy_of(make, ruleset, WARDS[0]))
    table.roll_with(falling(10, face=4))
    table.did("act", "Cleric", act="enter", zone=WARDS[0])
    before = table.hp("Hurt")
    table.did("cast", "Cleric", spell="Cure Wounds", targets=["Hurt"])
    assert table.hp("Hurt") > before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_globe_itself_is_dispelled_from_outside(ruleset: Ruleset) -> None:
    table = Table(copy_of(make, ruleset, WARDS[0]))
    table.roll_with(falling(20, face=4))
    text = table.did("cast", "Cleric", spell="Dispel Magic", targets=[WARDS[0]])["text"]
    assert WARDS[0] not in {zone["act"] for zone in table.thing("Hurt").body.get("zones", {}).values()}, text
    assert any(entry["name"].startswith("Fire Shield") for entry in table.thing("Hurt").body["effects"])
