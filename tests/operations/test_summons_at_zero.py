"""A summoned creature whose text says so vanishes at 0 hit points, and concentration on a spell ends with the last creature that it brought
(SRD 5.1: Conjure Animals …, Giant Insect; SRD 5.2: Summon Dragon, Giant Insect …). A familiar and a steed are celestial, fey or fiend.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.rules.acts.act import Act
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

DATA = Path(__file__).parents[2] / "data"
STAY = {"Animate Dead", "Create Undead", "Finger of Death", "Phantom Steed"}
"""Spells that leave a body behind. A phantom steed ends by any damage, and its rider has a minute to dismount."""
SPELLS = [
    ("5.1", "Conjure Animals", "druid"), ("5.1", "Conjure Celestial", "cleric"), ("5.1", "Conjure Elemental", "druid"), ("5.1", "Conjure Fey", "druid"),
    ("5.1", "Conjure Minor Elementals", "druid"), ("5.1", "Conjure Woodland Beings", "druid"), ("5.1", "Giant Insect", "druid"), ("5.1", "Animate Objects", "wizard"),
    ("5.1", "Arcane Hand", "wizard"), ("5.1", "True Polymorph", "wizard"), ("5.1", "Find Familiar", "wizard"), ("5.1", "Find Steed", "paladin"),
    ("5.2", "Giant Insect", "druid"), ("5.2", "Summon Dragon", "wizard"), ("5.2", "Animate Objects", "wizard"), ("5.2", "Arcane Hand", "wizard"),
    ("5.2", "True Polymorph", "wizard"), ("5.2", "Find Familiar", "wizard"), ("5.2", "Find Steed", "paladin"),
]  # fmt: skip
ITEMS = [
    ("5.2", "Gray Bag of Tricks", "Pull an Animal"), ("5.1", "Elemental Gem", "Break the Gem"), ("5.2", "Elemental Gem", "Break the Gem"),
    ("5.1", "Ring of Djinni Summoning", "Call the Djinni"), ("5.2", "Ring of Djinni Summoning", "Call the Djinni"),
]  # fmt: skip


def makes(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        if "make" in part and not str(part["make"]).startswith("item:"):
            yield part
        for inner in part.values():
            yield from makes(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from makes(inner)


def test_no_spell_that_makes_creatures_is_missing_here() -> None:
    documents = [json.loads(file.read_text("utf-8")) for file in sorted((DATA / "spells").glob("*.json"))]
    making = {d["name"]: list(makes(d)) for d in documents if list(makes(d))}
    assert making.keys() == {name for _, name, _ in SPELLS} | STAY
    assert {name for name, steps in making.items() if not all(step.get("ends") for step in steps)} == STAY


@laid_alike
def table_of(ruleset: Ruleset, classes: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Mira", character={"classes": [classes], "hpMax": 100, "abilities": {"int": 18, "wis": 18, "cha": 18}})
    table.did("create", name="Foe", character={"hpMax": 30, "party": False})
    return table


def accepted(table: Table, answer: dict[str, Any]) -> None:
    for _ in range(4):
        if not answer["ok"]:
            assert "try" in answer["error"], answer
            answer = table.send(answer["error"]["try"], "execute_action")
    assert answer["ok"], answer


def made(table: Table) -> list[str]:
    return [t.name for t in table.now.things.values() if t.kind == "character" and t.name not in ("Mira", "Foe")]


@each_row(("ruleset", "spell", "of_class"), SPELLS)
def test_a_summons_vanishes_at_0_and_concentration_ends_with_the_last(ruleset: Ruleset, spell: str, of_class: str) -> None:
    table = table_of(ruleset, f"{of_class} 20")
    choice = {"Arcane Hand": "push", "True Polymorph": "animate"}.get(spell)
    accepted(table, table.ask("cast", "Mira", spell=spell, force=True, **({"choice": choice, "targets": ["Foe"]} if choice else {})))
    there = made(table)
    assert there
    concentrates = table.thing("Mira").creature.concentration is not None
    for n, name in enumerate(there, 1):
        table.did("damage", name, amount=500, damageType="force")
        assert name not in made(table)
        still = table.thing("Mira").creature.concentration is not None
        assert still == (concentrates and n < len(there))


@each_row(("ruleset", "item", "act"), ITEMS)
def test_what_an_item_calls_vanishes_at_0(ruleset: Ruleset, item: str, act: str) -> None:
    table = table_of(ruleset, "wizard 9")
    table.did("give", "Mira", template=item, **({"variant": "air"} if item == "Elemental Gem" else {}))
    if item.startswith("Ring"):
        table.did("equip", "Mira", itemName=item, slot="ring1")
        table.did("attune", "Mira", itemName=item)
    accepted(table, table.ask("use", "Mira", itemName=item))
    (there,) = made(table)
    table.did("damage", there, amount=500, damageType="force")
    assert not made(table)
    assert table.thing("Mira").creature.concentration is None


@each_row(("ruleset", "spell", "form"), [("5.1", "Find Familiar", "owl"), ("5.2", "Find Familiar", "owl"), ("5.1", "Find Steed", "pony")])
def test_a_spirit_is_of_the_chosen_type(ruleset: Ruleset, spell: str, form: str) -> None:
    for kind in ("celestial", "fey", "fiend"):
        table = table_of(ruleset, "paladin 9" if spell == "Find Steed" else "wizard 9")
        table.did("cast", "Mira", spell=spell, choice={"form": form, "type": kind}, force=True)
        assert thing_stats.sheet(table.thing(form.title()), table.game.book).creature_type == kind


@each_row(("ruleset", "spell", "form"), [("5.1", "Find Familiar", "rat"), ("5.2", "Find Familiar", "rat"), ("5.1", "Find Steed", "pony")])
def test_a_spirit_whose_type_nobody_chose_is_fey_and_the_answer_says_so(ruleset: Ruleset, spell: str, form: str) -> None:
    table = table_of(ruleset, "paladin 9" if spell == "Find Steed" else "wizard 9")
    told = table.did("cast", "Mira", spell=spell, choice=form, force=True)["text"]
    assert f"Nobody chose the type of {spell}, so it is fey (of celestial; fey; fiend)." in told
    assert thing_stats.sheet(table.thing(form.title()), table.game.book).creature_type == "fey"


@each_row("ruleset", ["5.1", "5.2"])
def test_the_proposal_of_a_missing_choice_keeps_the_word_that_was_sent(ruleset: Ruleset) -> None:
    table = table_of(ruleset, "wizard 9")
    answer = table.refused("choice_required", "cast", "Mira", spell="Find Familiar", choice="fiend", force=True)
    assert answer["error"]["try"]["choice"] == {"type": "fiend", "form": "bat"}


def test_a_default_that_is_no_option_is_refused() -> None:
    with pytest.raises(ValueError, match="takes an option of a choice"):
        Act.model_validate({"name": "Call", "choices": {"type": ["fey"]}, "defaults": {"type": "fiend"}})
