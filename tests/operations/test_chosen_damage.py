"""A spell whose type of damage is chosen asks for it, tells it, and holds to it: every choice of every such spell (SRD, Protection from Energy)."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import ChooseStep, Spell
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import DAMAGE_TYPES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import let
from tests.operations.table import Answer, Table

NO_DAMAGE = ("Druidcraft", "Elementalism", "Prestidigitation", "Wish")
"""Spells with a choice of that name that means no type of damage, and the one that does everything."""
RESISTED = ("Protection from Energy", "Resistance")


def choices_of(spell: Spell) -> dict[str, list[str]]:
    """Name of a choice → its types of damage; "choice" for a part."""
    named = {name: [o for o in options if o in DAMAGE_TYPES] for name, options in spell.choices.items()}
    parts = [[o for o in step.choose if o in DAMAGE_TYPES] for step in walk(spell.steps) if isinstance(step, ChooseStep)]
    return {name: found for name, found in (*named.items(), *(("choice", part) for part in parts)) if len(found) > 1}


def spells_of(book: Rulebook) -> dict[str, dict[str, list[str]]]:
    every = (spell for word in book.spells if (spell := book.spell(word)) and spell.name not in NO_DAMAGE)
    return {spell.name: found for spell in every if (found := choices_of(spell))}


CASES = [(r, spell, name, kind) for r in RULESETS for spell, found in spells_of(rulebook_loading.rulebook(r)).items() for name, kinds in found.items() for kind in kinds]  # fmt: skip


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    scores = {"int": 18, "wis": 18, "cha": 18}
    for name, classes in (("Cleric", "cleric 17"), ("Druid", "druid 17"), ("Sorcerer", "sorcerer 17"), ("Wizard", "wizard 17")):
        table.did("create", name=name, character={"classes": [classes], "abilities": scores, "party": True, "hpMax": 200})
    table.did("create", name="Foe", character={"hpMax": 300, "type": "giant"})
    return let(table, 18)


def cast(table: Table, spell: str, choice: dict[str, str]) -> Answer:
    rule = table.game.book.spell(spell)
    assert rule
    who = next(name for name in ("Cleric", "Druid", "Sorcerer", "Wizard") if name.lower() in rule.classes)
    aimed = {"targets": [who] if spell in RESISTED else ["Foe"]} if rule.targets != "self" else {}
    rest = (
        {name: options[0] for name, options in rule.choices.items() if name not in choice and name not in rule.defaults} if choice else {}
    )
    return table.ask("cast", who, spell=spell, force=True, **aimed, **({"choice": {**rest, **choice}} if choice else {}))


def has_default(ruleset: Ruleset, spell: str, name: str) -> bool:
    """Whether the spell does without this choice, as its text says what holds then."""
    rule = rulebook_loading.rulebook(ruleset).spell(spell)
    return rule is not None and name in rule.defaults


@pytest.mark.parametrize("ruleset", RULESETS)
def test_there_are_such_spells(ruleset: Ruleset) -> None:
    found = spells_of(rulebook_loading.rulebook(ruleset))
    assert {"Protection from Energy", "Spirit Guardians", "Glyph of Warding", "Forbiddance"} <= {*found}


@pytest.mark.parametrize(("ruleset", "spell"), sorted({(r, s) for r, s, name, _ in CASES if not has_default(r, s, name)}))
def test_it_is_asked_for(ruleset: Ruleset, spell: str) -> None:
    table = seated(ruleset)
    refused = cast(table, spell, {})
    assert not refused["ok"] and refused["error"]["code"] == "choice_required", refused["text"]
    for kinds in spells_of(table.game.book)[spell].values():
        assert all(kind in refused["text"] for kind in kinds[:3])


@pytest.mark.parametrize(("ruleset", "spell", "name", "kind"), CASES)
def test_each_choice_is_told_and_kept(ruleset: Ruleset, spell: str, name: str, kind: str) -> None:
    table = seated(ruleset)
    answer = cast(table, spell, {name: kind})
    assert answer["ok"], answer["text"]
    bodies = str([t.body for t in table.now.things.values() if t.kind == "character"])
    assert kind in answer["text"].lower() or kind in bodies, answer["text"]


@pytest.mark.parametrize(("ruleset", "kind"), [(r, k) for r in RULESETS for k in ("acid", "cold", "fire", "lightning", "thunder")])
def test_protection_holds_for_the_chosen_energy_alone(ruleset: Ruleset, kind: str) -> None:
    table = seated(ruleset)
    assert f"Resists {kind}" in cast(table, "Protection from Energy", {"choice": kind})["text"]
    for other in ("acid", "cold", "fire", "lightning", "thunder"):
        before = table.hp("Cleric")
        table.did("damage", "Cleric", amount=10, damageType=other)
        assert before - table.hp("Cleric") == (5 if other == kind else 10)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_by_hand_the_game_master_is_asked_too(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    refused = table.send({"operation": "apply", "characterName": "Foe", "effect": "Protection from Energy"}, "manage_condition")
    assert not refused["ok"] and "Protection from Energy (fire)" in refused["text"]
    assert table.send({"operation": "apply", "characterName": "Foe", "effect": "Protection from Energy (fire)"}, "manage_condition")["ok"]
