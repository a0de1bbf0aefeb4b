"""Nothing changes the form of a creature with Immutable Form (SRD 5.1: nor turns it to stone; SRD 5.2: it cannot shape-shift)."""

import json
from pathlib import Path

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

CREATURES = Path(__file__).parents[2] / "data" / "creatures"
GOLEMS = ("Clay Golem", "Flesh Golem", "Iron Golem", "Stone Golem")
SPELLS = {
    "Polymorph": {"choice": "Rat"},
    "True Polymorph": {"choice": {"into": "creature", "form": "Rat"}},
    "Animal Shapes": {"choice": "Rat"},
    "Gaseous Form": {},
    "Wind Walk": {},
}


def with_the_trait() -> set[tuple[str, str]]:
    blocks = [(path.parent.name, json.loads(path.read_text("utf-8"))) for path in CREATURES.glob("*/*.json")]
    return {(ruleset, block["name"]) for ruleset, block in blocks if "Immutable Form" in json.dumps(block)}


def test_every_block_with_the_trait_is_played_here() -> None:
    assert with_the_trait() == {(ruleset, golem) for ruleset in RULESETS for golem in GOLEMS}


@laid_alike
def seated(ruleset: Ruleset, golem: str) -> Table:
    table = Table(begun(ruleset))
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 18)
    table.did("create", name="Kim", character={"classes": ["wizard 18"], "abilities": scores, "party": True})
    table.did("create", name="Golem", template=golem)
    table.did("create", name="Man", character={"hpMax": 90, "type": "humanoid"})
    table.roll_with(falling(1, face=4))
    return table


@pytest.mark.parametrize("spell", SPELLS)
@pytest.mark.parametrize("golem", GOLEMS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_spell_changes_its_form(ruleset: Ruleset, golem: str, spell: str) -> None:
    table = seated(ruleset, golem)
    before = table.thing("Golem").body
    answer = table.ask("cast", "Kim", spell=spell, targets=["Golem"], force=True, **SPELLS[spell])
    assert answer["ok"] and f"Golem is immune to {spell}" in answer["text"], answer["text"]
    assert table.thing("Golem").body == before


@pytest.mark.parametrize("golem", GOLEMS)
def test_it_does_not_turn_to_stone(golem: str) -> None:
    table = seated("5.1", golem)
    before = table.thing("Golem").body
    text = table.did("cast", "Kim", spell="Flesh to Stone", targets=["Golem"], force=True)["text"]
    assert "Golem is immune to Flesh to Stone" in text
    assert table.thing("Golem").body == before
    table.did("cast", "Kim", spell="Flesh to Stone", targets=["Man"], force=True)
    assert {entry["name"] for entry in table.thing("Man").body["conditions"]} == {"restrained"}


def test_a_ray_that_begins_to_petrify_does_nothing_to_it() -> None:
    table = seated("5.1", "Clay Golem")
    for name in ("Golem", "Man"):
        steps = [
            {
                "save": "con",
                "dc": 30,
                "fail": [
                    {
                        "apply": {"conditions": ["restrained"]},
                        "retry": {"at": "turn_end", "fail": [{"apply": {"conditions": ["petrified"]}}]},
                    },
                    {"damage": "1", "type": "cold"},
                ],
            }
        ]
        table.did("act", "Kim", act="Gray Ray", steps=steps, targets=[name])
    assert "conditions" not in table.thing("Golem").body
    assert {entry["name"] for entry in table.thing("Man").body["conditions"]} == {"restrained"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_others_change_their_form(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Iron Golem")
    table.did("cast", "Kim", spell="Polymorph", targets=["Man"], choice="Rat", force=True)
    assert "Rat" in table.thing("Man").body["form"].values()
