"""Creature templates for `create`: each has the numbers in the SRD of its ruleset."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import catalog, content_coverage, rulebook_files
from rpg_lite.rules import names
from rpg_lite.rules.character_document import OwnFeature
from rpg_lite.rules.items import Item
from rpg_lite.rules.sheet_document import CarriedThing, SheetDocument, pick_item, situation
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import ABILITIES, Ruleset

ROOT = Path(__file__).parents[1] / "facts"
FACTS: dict[Ruleset, dict[str, dict[str, Any]]] = {
    "5.1": json.loads((ROOT / "creatures.json").read_text(encoding="utf-8")),
    "5.2": json.loads((ROOT / "creatures_5_2.json").read_text(encoding="utf-8")),
}
"""The name in 5.1 → the numbers; `name` where 5.2 calls it otherwise. Attacks: damage, type, to hit, more damage."""
FOLDER = rulebook_files.folder("data") / "creatures"
ROWS: list[tuple[Ruleset, str]] = [(ruleset, name) for ruleset, rows in FACTS.items() for name in rows]
MOUNTS = [(ruleset, name) for ruleset, name in ROWS if "capacity" in FACTS[ruleset][name]]
each = pytest.mark.parametrize(("ruleset", "name"), ROWS)


def document(ruleset: Ruleset, name: str) -> SheetDocument:
    return SheetDocument.model_validate(catalog.rulebook(ruleset).creatures[names.fold(name)])


def stats(ruleset: Ruleset, found: SheetDocument) -> EffectiveStats:
    book = catalog.rulebook(ruleset)
    return situation(found, book).stats(book)


def entries(ruleset: Ruleset, written: tuple[CarriedThing | str, ...]) -> list[tuple[CarriedThing, Item]]:
    found = [CarriedThing(item=e) if isinstance(e, str) else e for e in written]
    items = [(e, pick_item(e, catalog.rulebook(ruleset))) for e in found]
    assert all(item for _, item in items)
    return [(e, item) for e, item in items if item]


def strikes(ruleset: Ruleset, name: str) -> dict[str, list[Any]]:
    """Every attack with its equipment in use, and with each carried weapon in hand."""
    written = document(ruleset, name)
    worn = tuple(e for e, item in entries(ruleset, written.equipped) if not item.weapon_stats and not item.is_shield)
    others = [e for e, item in entries(ruleset, written.carried) if item.weapon_stats]
    wielded = [written.model_copy(update={"equipped": (*worn, CarriedThing(item=e.item, slot="mainhand")), "carried": ()}) for e in others]
    found = [a for d in (written, *wielded) for a in stats(ruleset, d).attacks]
    assert all((a.mode, a.second) == ("normal", False) for a in found)
    more = {a: [f"{x.dice} {x.type}" for x in a.extra_dice if not x.scope] for a in found}
    return {a.name.rpartition("'s ")[2]: [a.damage, a.damage_type, a.to_hit.value, *more[a]] for a in found}


def test_every_file_has_its_rows() -> None:
    files = [f.stem for f in sorted(FOLDER.glob("*.json"))]
    assert files == sorted(name.lower().replace(" ", "_") for name in FACTS["5.1"])
    assert set(FACTS["5.1"]) - set(FACTS["5.2"]) == {"Orc"}
    for ruleset, rows in FACTS.items():
        known = {str(d["character"]["name"]) for d in catalog.rulebook(ruleset).creatures.values()}
        assert known >= {*rows, *(facts.get("name", name) for name, facts in rows.items())}
        assert catalog.rulebook(ruleset).faults == ()


def test_what_5_2_calls_otherwise_is_found_under_both_names() -> None:
    book = catalog.rulebook("5.2")
    told = {name: facts["name"] for name, facts in FACTS["5.2"].items() if facts["name"] != name}
    assert content_coverage.names_in_5_2() == {**told, "Orc": None}
    for old, new in told.items():
        one, other = book.creatures[names.fold(old)], book.creatures[names.fold(new)]
        assert (one["character"]["name"], other["character"]["name"]) == (old, new)
        assert {**one["character"], "name": new} == other["character"]
        assert names.fold(new) not in catalog.rulebook("5.1").creatures


@each
def test_a_creature_is_legal(ruleset: Ruleset, name: str) -> None:
    found = document(ruleset, name)
    assert (found.character.name, found.character.party) == (name, False)
    assert all(isinstance(f, OwnFeature) and (f.adjudicated or f.on) for f in found.character.features or ()), "what no roll reads is said"
    assert stats(ruleset, found).errors == ()


@each
def test_a_creature_has_the_numbers_of_its_stat_block(ruleset: Ruleset, name: str) -> None:
    facts, found = FACTS[ruleset][name], stats(ruleset, document(ruleset, name))
    assert (found.ac.value, found.hp_max.value if found.hp_max else None) == (facts["ac"], facts["hp"])
    assert [found.abilities[a].value for a in ABILITIES] == facts["abilities"]
    assert found.initiative.value == facts.get("initiative", found.initiative.value)
    assert {m: b.value for m, b in found.speed.items() if b.value} == facts["speed"]
    assert {s: b.value for s, b in found.senses.items() if b.value} == facts["senses"]
    assert found.passive["perception"].value == facts["passivePerception"]
    trained = document(ruleset, name).character.proficiencies
    assert trained
    assert {s: found.skills.values[s].value for s in trained.skills or ()} == facts.get("skills", {})
    assert {s: found.saves.values[s].value for s in trained.saves or ()} == facts.get("saves", {})


@each
def test_a_creature_strikes_as_its_stat_block_says(ruleset: Ruleset, name: str) -> None:
    assert strikes(ruleset, name) == FACTS[ruleset][name]["attacks"]


@each
def test_a_creature_shrugs_off_what_its_stat_block_says(ruleset: Ruleset, name: str) -> None:
    facts, found = FACTS[ruleset][name], stats(ruleset, document(ruleset, name))
    for key, words in (
        ("vulnerabilities", found.defenses.vulnerabilities), ("immunities", found.defenses.immunities),
        ("resistances", found.defenses.resistances), ("conditionImmunities", found.defenses.conditions),
    ):  # fmt: skip
        assert sorted(words) == sorted(facts.get(key, ())), key


@pytest.mark.parametrize(("ruleset", "name"), MOUNTS)
def test_a_mount_carries_what_the_table_of_mounts_says(ruleset: Ruleset, name: str) -> None:
    assert stats(ruleset, document(ruleset, name)).load.capacity.value == FACTS[ruleset][name]["capacity"]


@each
def test_a_part_of_the_body_weighs_nothing_and_is_natural(ruleset: Ruleset, name: str) -> None:
    found = document(ruleset, name)
    for _, item in entries(ruleset, (*found.equipped, *found.carried)):
        assert item.natural == (item.weapon_stats is not None and not item.weight and item.name not in ("Sling",)), item.name


IMP = {"character": {"name": "Imp", "hpMax": 10, "speed": {"walk": 20}}}


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"character": {}}, "creatures/imp.json: character.name: is missing"),
        ({**IMP, "equiped": []}, "creatures/imp.json: equiped: unknown key"),
        ({**IMP, "5.2": {"hpMax": 3}}, "creatures/imp.json: 5.2.hpMax: unknown key"),
        ({**IMP, "5.2": {"character": {"hpMax": "3"}}}, "creatures/imp.json: 5.2.character.hpMax: "),
        ({**IMP, "5.2": {"character": {"hpMaxx": 3}}}, "creatures/imp.json: 5.2.character.hpMaxx: unknown key"),
        ({**IMP, "5.2": {"equipped": [{"item": "Club", "slott": "mainhand"}]}}, "creatures/imp.json: 5.2.equipped[0].slott: unknown key"),
        ({**IMP, "5.2": {"aliases": [3]}}, "creatures/imp.json: 5.2.aliases[0]: "),
        ({**IMP, "5.2": 3}, "creatures/imp.json: 5.2: "),
        ([], "creatures/imp.json: takes an object"),
    ],
)
def test_a_faulty_file_is_left_out_and_named(tmp_path: Path, written: Any, said: str) -> None:
    (tmp_path / "creatures").mkdir()
    (tmp_path / "creatures" / "imp.json").write_text(json.dumps(written), encoding="utf-8")
    found, faults = catalog.bestiary("5.2", tmp_path / "creatures")
    assert found == {}
    assert str(faults[0]).startswith(said)


def test_what_differs_takes_the_place_of_the_key(tmp_path: Path) -> None:
    over = {"character": {"speed": {"fly": 40}, "hpMax": None}, "aliases": ["Lesser Imp"]}
    (tmp_path / "imp.json").write_text(json.dumps({**IMP, "5.2": over}), encoding="utf-8")
    assert catalog.bestiary("5.1", tmp_path) == ({"imp": IMP}, [])
    found, faults = catalog.bestiary("5.2", tmp_path)
    assert (found["imp"], faults) == ({"character": {"name": "Imp", "speed": {"fly": 40}}}, [])
    assert found["lesser imp"]["character"] == {"name": "Lesser Imp", "speed": {"fly": 40}}
