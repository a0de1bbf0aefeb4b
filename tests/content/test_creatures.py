"""The creatures that `create` can be given as a template: each has the numbers that the SRD 5.1 prints for it."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import catalog
from rpg_lite.rules.document import SheetDocument, situation
from rpg_lite.rules.sheet import OwnFeature
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset

FACTS: dict[str, dict[str, Any]] = json.loads((Path(__file__).parents[1] / "facts" / "creatures.json").read_text(encoding="utf-8"))
FILES = sorted((catalog.folder("data") / "creatures").glob("*.json"))
MOUNTS = [name for name, facts in FACTS.items() if "capacity" in facts]


def document(name: str) -> SheetDocument:
    path = catalog.folder("data") / "creatures" / f"{name.lower().replace(' ', '_')}.json"
    return SheetDocument.model_validate_json(path.read_text(encoding="utf-8"))


def stats(name: str, ruleset: Ruleset = "5.1") -> EffectiveStats:
    book = catalog.rulebook(ruleset)
    return situation(document(name), book).stats(book)


def test_every_file_has_its_row_and_every_row_its_file() -> None:
    assert [f.stem for f in FILES] == sorted(name.lower().replace(" ", "_") for name in FACTS)
    assert len(catalog.rulebook().creatures) == len(FILES) >= 14


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", FACTS)
def test_a_creature_is_legal_in_both_rulesets(name: str, ruleset: Ruleset) -> None:
    found = document(name)
    assert (found.character.name, found.character.party) == (name, False)
    assert all(isinstance(f, OwnFeature) and f.adjudicated and f.on for f in found.character.features or ()), "what no roll reads is said"
    assert stats(name, ruleset).errors == ()


@pytest.mark.parametrize("name", FACTS)
def test_a_creature_has_the_numbers_of_its_stat_block(name: str) -> None:
    facts, found = FACTS[name], stats(name)
    assert (found.ac.value, found.hp_max.value if found.hp_max else None) == (facts["ac"], facts["hp"])
    assert [found.abilities[a].value for a in ABILITIES] == facts["abilities"]
    assert {m: b.value for m, b in found.speed.items() if b.value} == facts["speed"]
    assert {s: b.value for s, b in found.senses.items() if b.value} == facts["senses"]
    assert found.passive["perception"].value == facts["passivePerception"]
    assert {s: found.skills.values[s].value for s in facts.get("skills", {})} == facts.get("skills", {})
    assert {s: found.saves.values[s].value for s in facts.get("saves", {})} == facts.get("saves", {})


@pytest.mark.parametrize("name", FACTS)
def test_a_creature_strikes_as_its_stat_block_says(name: str) -> None:
    found = {a.name: [a.damage, a.damage_type, a.to_hit.value] for a in stats(name).attacks}
    assert found == FACTS[name]["attacks"]


@pytest.mark.parametrize("name", FACTS)
def test_a_creature_shrugs_off_what_its_stat_block_says(name: str) -> None:
    facts, found = FACTS[name], stats(name)
    for key, words in (
        ("vulnerabilities", found.defenses.vulnerabilities), ("immunities", found.defenses.immunities),
        ("conditionImmunities", found.defenses.conditions),
    ):  # fmt: skip
        assert sorted(words) == sorted(facts.get(key, ())), key


@pytest.mark.parametrize("name", MOUNTS)
def test_a_mount_carries_what_the_table_of_mounts_says(name: str) -> None:
    assert stats(name).load.capacity.value == FACTS[name]["capacity"]
