"""A creature that a spell calls has the type that the spell gives it: a familiar, a steed, the companion of a druid (SRD, Find Familiar, Find Steed)."""

import json
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.creature import creature_type_of
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.plain_steps import MakeStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Answer, Table

CHOSEN = ("celestial", "fey", "fiend")
FORM: dict[str, dict[Ruleset, str | None]] = {"Find Familiar": {"5.1": "owl", "5.2": "owl"}, "Find Steed": {"5.1": "warhorse", "5.2": None}}
"""Spell → the form that the call chooses, if the ruleset has any."""
CHANGED: dict[Ruleset, set[str]] = {
    "5.1": {"Find Familiar", "Find Steed", "Conjure Animals", "Conjure Fey", "Animate Objects", "Arcane Hand"},
    "5.2": {"Find Familiar", "Find Steed", "Giant Insect", "Summon Dragon", "Animate Objects", "Arcane Hand"},
}
"""The spells of the data that say the type of what they make; only the first of each ruleset change that of another block."""


def acts_of(book: Rulebook) -> list[Act]:
    return [spell for word in book.spells if (spell := book.spell(word))]


@laid_alike
def table_of(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    for name, classes in (("Wiz", "wizard 9"), ("Pal", "paladin 9"), ("Dru", "druid 9")):
        scores = {"int": 16, "wis": 16, "cha": 16}
        table.did("create", name=name, character={"classes": [classes], "abilities": scores, "party": True, "hpMax": 90})
    return table


def cast(table: Table, spell: str, **choice: str) -> Answer:
    who = "Pal" if spell == "Find Steed" else "Wiz"
    form = FORM[spell][table.game.campaign.ruleset]
    return table.ask("cast", who, spell=spell, force=True, choice={**({"form": form} if form else {}), **choice})


def made(table: Table) -> list[set[str]]:
    """The types of the creatures that are no heroes."""
    there = [t for t in table.now.things.values() if t.kind == "character" and t.name not in ("Wiz", "Pal", "Dru")]
    return [creature_type_of.types_of(t, table.game.book) for t in there]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_spell_that_changes_a_type_is_missing_here(ruleset: Ruleset) -> None:
    found = set[str]()
    for act in acts_of(rulebook_loading.rulebook(ruleset)):
        for step in walk(act.steps):
            if (
                isinstance(step, MakeStep)
                and step.character
                and {"type", "tags"} & json.loads(json.dumps(dict(step.character), default=str)).keys()
            ):
                found.add(act.name)
    assert found == CHANGED[ruleset]


@pytest.mark.parametrize("kind", CHOSEN)
@pytest.mark.parametrize("spell", FORM)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_has_the_type_that_is_chosen(ruleset: Ruleset, spell: str, kind: str) -> None:
    table = table_of(ruleset)
    assert cast(table, spell, type=kind)["ok"]
    assert [types & {*CHOSEN, "beast"} for types in made(table)] == [{kind}]


@pytest.mark.parametrize("spell", FORM)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_another_type_is_refused(ruleset: Ruleset, spell: str) -> None:
    table = table_of(ruleset)
    refused = cast(table, spell, type="dragon")
    assert not refused["ok"] and refused["error"]["code"] == "choice_required" and "fiend" in refused["text"]


@pytest.mark.parametrize("spend", [{}, {"slot": 1}])
@pytest.mark.parametrize("choice", ["owl", {"form": "owl"}, {"form": "owl", "type": "fey"}])
def test_a_wild_companion_is_fey(choice: Any, spend: dict[str, int]) -> None:
    table = table_of("5.2")
    text = table.did("act", "Dru", act="Wild Companion", choice=choice, **spend)["text"]
    assert "Nobody chose" not in text and [types & {*CHOSEN, "beast"} for types in made(table)] == [{"fey"}]


@pytest.mark.parametrize("kind", ["celestial", "fiend"])
def test_a_wild_companion_is_nothing_else(kind: str) -> None:
    table = table_of("5.2")
    refused = table.refused("choice_required", "act", "Dru", act="Wild Companion", choice={"form": "owl", "type": kind})
    assert refused["error"]["allowed"] == ["fey"]


def test_conjured_animals_count_as_fey_too() -> None:
    table = table_of("5.1")
    table.did("cast", "Dru", spell="Conjure Animals", force=True, choice={"choice": "two", "form": "wolf"})
    assert all({"beast", "fey"} <= types for types in made(table)) and made(table)
