"""A poison whose victim is stable at 0 hit points kills nobody: the victim lies poisoned and paralyzed (SRD 5.1, Giant Wasp; SRD 5.2, Phase Spider)."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

CREATURES: Final = Path(__file__).parents[2] / "data" / "creatures"
POISONS: Final[dict[Ruleset, list[tuple[str, str]]]] = {
    "5.1": [
        ("Giant Centipede", "Bite"), ("Giant Spider", "Bite"), ("Giant Wasp", "Sting"), ("Giant Wolf Spider", "Bite"),
        ("Phase Spider", "Bite"), ("Swarm of Centipedes", "Bites"),
    ],
    "5.2": [("Phase Spider", "Bite"), ("Vampire Familiar", "Umbral Dagger"), ("Vampire Familiar", "Umbral Dagger (ranged)")],
}  # fmt: skip
CASES: Final = [(ruleset, *poison) for ruleset in RULESETS for poison in POISONS[ruleset]]
SCORES: Final = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_act_that_paralyzes_at_0_is_missing_here(ruleset: Ruleset) -> None:
    found = []
    for file in sorted((CREATURES / ruleset).glob("*.json")):
        block = json.loads(file.read_text("utf-8"))
        for act in block.get("acts", ()):
            text = json.dumps(act)
            if ('"hp<=0"' in text or '"drops"' in text) and "paralyzed" in text:
                found.append((block["name"], act["name"]))
    assert found == POISONS[ruleset]


@laid_alike
def _struck(ruleset: Ruleset, creature: str, act: str, how: str, hero: bool, **victim: Any) -> Table:
    table = Table(begun(ruleset))
    numbers = {"classes": ["fighter 1"]} if hero else {"level": 1}
    table.did("create", name="Vic", character={**numbers, "abilities": SCORES, "party": hero, **victim})
    table.did("create", template=creature, name="Foe")
    table.roll_with(falling(19, 1, face=2))
    call: dict[str, Any] = {"act": act, "targets": ["Vic"]} if how == "act" else {"itemName": act, "targetName": "Vic"}
    table.did(how, "Foe", **call)
    return table


@pytest.mark.parametrize("hero", [True, False])
@pytest.mark.parametrize("how", ["act", "attack"])
@pytest.mark.parametrize(("ruleset", "creature", "act"), CASES)
def test_its_victim_lies_stable_poisoned_and_paralyzed(ruleset: Ruleset, creature: str, act: str, how: str, hero: bool) -> None:
    table = _struck(ruleset, creature, act, how, hero, hpMax=7)
    who = table.thing("Vic").creature
    assert (who.hp, who.is_dead, who.dying.is_stable) == (0, False, True)
    assert {"poisoned", "paralyzed"} <= {*str(table.did("character", "Vic")["text"]).replace(",", " ").split()}


@pytest.mark.parametrize(("ruleset", "creature", "act"), [c for c in CASES if c[1] == "Giant Wasp"])
def test_other_damage_of_the_same_blow_kills_as_ever(ruleset: Ruleset, creature: str, act: str) -> None:
    """The points of the sting itself are not those of the poison."""
    assert _struck(ruleset, creature, act, "act", False, hpMax=2).thing("Vic").creature.is_dead
