"""Stat blocks: printed numbers hold, attacks are acts, and their spells, legendary actions and resistances are counted (SRD, Monsters)."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.rules import stat_block
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.views import creature_card
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
BITE = {
    "name": "Bite",
    "cost": "action",
    "targets": "1",
    "steps": [{"attack": 14, "reach": 10, "hit": [{"damage": "2d10+8", "type": "piercing"}, {"damage": "2d6", "type": "fire"}]}],
}
SPIT = {
    "name": "Spit",
    "cost": "action",
    "targets": "1",
    "range": 60,
    "steps": [{"attack": 6, "kind": "ranged", "hit": [{"damage": "1", "type": "acid"}]}],
}
BLOCK: dict[str, Any] = {
    "name": "Ember Wyrm", "type": "dragon", "cr": 17, "size": "huge", "hpMax": 256, "hitDice": "19d12+133",
    "abilities": {"str": 27, "dex": 10, "con": 25, "int": 16, "wis": 13, "cha": 21},
    "printed": {"ac": 19, "saves.dex": 6, "skills.perception": 13, "initiative": 12},
    "legendaryActions": 3, "legendaryResistance": 2,
    "spellcasting": {
        "ability": "cha", "saveDc": 20, "attack": 12, "level": 5, "slots": {"1": 2},
        "spells": {"0": ["Fire Bolt"], "1": ["Burning Hands"]}, "atWill": ["Detect Magic", {"spell": "Invisibility", "self": True}], "perDay": {"1": [{"spell": "Fireball", "slot": 4}]},
    },
    "acts": [BITE, SPIT],
}  # fmt: skip


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    where = tmp_path_factory.mktemp("own") / "creatures.json"
    where.write_text(json.dumps([BLOCK]), encoding="utf-8")
    made = rulebook_loading.rulebook("5.1", where)
    assert made.faults == ()
    return made


def lair(book: Rulebook) -> Sandbox:
    box = Sandbox(first_world("5.1"), book)
    box.accept("create", name="Thorin", character={"hpMax": 500, "abilities": {"dex": 10}})
    box.accept("create", template="Ember Wyrm")
    return box


def test_printed_numbers_hold_and_scores_still_change_them(book: Rulebook) -> None:
    at = situation(SheetDocument.model_validate({**book.creatures["ember wyrm"]}), book)
    stats = at.stats(book)
    assert (stats.ac.value, stats.saves.values["dex"].value, stats.saves.values["con"].value) == (19, 6, 7)
    assert (stats.skills.values["perception"].value, stats.passive["perception"].value, stats.initiative.value) == (13, 23, 12)
    assert stats.proficiency_bonus.value == 6
    drained = {
        **book.creatures["ember wyrm"],
        "effects": [{"name": "Drain", "modifiers": [{"target": "ability.dex", "op": "add", "value": -4}]}],
    }
    weak = situation(SheetDocument.model_validate(drained), book).stats(book)
    assert (weak.saves.values["dex"].value, weak.initiative.value, weak.ac.value) == (4, 10, 19)


def test_an_attack_names_an_act_and_deals_all_of_it(book: Rulebook) -> None:
    box = lair(book)
    done = box.let(5, face=2).accept("attack", "Ember Wyrm", itemName="Bite", targetName="Thorin").expect(AttackResult)
    assert (done.total, done.weapon, [(d.points, d.type) for d in done.dealt]) == (19, "Bite", [(12, "piercing"), (4, "fire")])
    done = box.let(20, face=2).accept("attack", "Ember Wyrm", targetName="Thorin").expect(AttackResult)
    assert [(d.points, d.type) for d in done.dealt] == [(16, "piercing"), (8, "fire")]


def test_a_shot_is_ranged(book: Rulebook) -> None:
    box = lair(book)
    box.accept("apply", "Thorin", condition="prone")
    shot = box.let(10, 5).accept("attack", "Ember Wyrm", itemName="Spit", targetName="Thorin").expect(AttackResult)
    assert (shot.mode, shot.dealt[0].points if shot.hit else 0) == ("disadvantage", 1)
    bite = box.let(10, 5, face=1).accept("attack", "Ember Wyrm", itemName="Bite", targetName="Thorin").expect(AttackResult)
    assert bite.mode == "advantage"


def test_spells_come_from_the_block_with_its_numbers(book: Rulebook) -> None:
    box = lair(book)
    before = box.thing("Thorin").creature.hp or 500
    box.let(1, face=1).accept("cast", "Ember Wyrm", spell="Fireball", targets=["Thorin"])
    assert before - (box.thing("Thorin").creature.hp or 0) == 9  # 8d6 and 1d6 for the slot
    box.reject("resource_spent", "cast", "Ember Wyrm", spell="Fireball", targets=["Thorin"])
    for _ in range(3):
        box.accept("cast", "Ember Wyrm", spell="Detect Magic")
    for _ in range(2):
        box.let(1, face=1).accept("cast", "Ember Wyrm", spell="Burning Hands", targets=["Thorin"])
    box.reject("no_slot_left", "cast", "Ember Wyrm", spell="Burning Hands", targets=["Thorin"])
    refused = box.reject("spell_not_prepared", "cast", "Ember Wyrm", spell="Bless", targets=["Thorin"])
    assert "Fireball" in refused.allowed


def test_a_cantrip_uses_the_printed_attack_and_the_caster_level(book: Rulebook) -> None:
    box = lair(book)
    box.let(5, face=3).accept("cast", "Ember Wyrm", spell="Fire Bolt", targets=["Thorin"])
    assert (box.thing("Thorin").creature.hp or 0) == 500 - 6  # 17 hits; two dice from level 5


def test_legendary_actions_and_resistances_are_resources(book: Rulebook) -> None:
    sheet = situation(SheetDocument.model_validate({**book.creatures["ember wyrm"]}), book).sheet
    left = {name: supply.left for name, supply in sheet.resources.items()}
    assert (left["legendary actions"], left[stat_block.LEGENDARY_RESISTANCE], left["fireball"]) == (3, 2, 1)


def test_the_card_tells_attacks_and_spells(book: Rulebook) -> None:
    text = next(creature_card.texts("Ember Wyrm", book))
    assert "Bite: melee +14, reach 10 ft: 2d10+8 piercing, 2d6 fire." in text
    casts = "at will Detect Magic, Invisibility (only on itself); 1/day Fireball (level 4); cantrips Fire Bolt; level 1 (2 slots) Burning Hands."
    assert f"Spells (CHA, DC 20, +12): {casts}" in text


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"printed": {"saves.luck": 3}}, "printed"),
        ({"printed": {"ac": "19"}}, "printed"),
        ({"spellcasting": {"ability": "cha", "slots": {"10": 1}}}, "spellcasting.slots"),
        ({"cr": 31}, "cr"),
        ({"hitDice": "many"}, "hitDice"),
        ({"bite": 3}, "bite"),
    ],
)
def test_a_wrong_block_is_refused_at_its_key(wrong: dict[str, Any], where: str, tmp_path: Path) -> None:
    file = tmp_path / "creatures.json"
    file.write_text(json.dumps({**BLOCK, **wrong}), encoding="utf-8")
    faults = [str(f) for f in rulebook_loading.check(file).faults]
    assert len(faults) == 1 and where in faults[0] and "character." not in faults[0], faults
