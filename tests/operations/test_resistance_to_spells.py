"""Resistance to the damage of spells (SRD 5.1, Archmage: "damage from spells"), and resistance to magic that is more than a name."""

import json
from pathlib import Path

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

DATA = Path(__file__).parents[2] / "data" / "creatures"
BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")
RESISTANT = [
    (r, d["name"], f["name"])
    for r in BOTH
    for file in sorted((DATA / r).glob("*.json"))
    for d in [json.loads(file.read_text("utf-8"))]
    for f in d.get("features", ())
    if isinstance(f, dict) and f["name"].startswith(("Magic Resistance", "Spell Resistance"))
]


@laid_alike
def laid() -> Table:
    table = Table(begun("5.1"))
    scores = {"str": 16, "dex": 16, "con": 10, "int": 18, "wis": 16, "cha": 10}
    for classes in ("wizard 17", "cleric 17", "druid 17"):
        table.did("create", name=classes.partition(" ")[0].title(), character={"classes": [classes], "abilities": scores})
    table.did("create", template="Archmage", character={"hpMax": 300})
    table.did("give", "Wizard", template="Longsword", equip=True)
    return table


@each_row(
    ("by", "spell", "dealt"),
    [
        ("Wizard", "Fire Bolt", 12), ("Wizard", "Magic Missile", 12), ("Wizard", "Cone of Cold", 24), ("Wizard", "Shocking Grasp", 12), ("Cleric", "Sacred Flame", 12),
        ("Cleric", "Flame Strike", 24), ("Druid", "Moonbeam", 0), ("Cleric", "Inflict Wounds", 9),
    ],
)  # fmt: skip
def test_the_damage_of_a_spell_is_halved(by: str, spell: str, dealt: int) -> None:
    table = laid()
    table.roll_with(falling(1 if spell in ("Sacred Flame",) else 19, face=3))
    before, more = table.hp("Archmage"), {"choice": "fire"} if spell == "Flame Strike" else {}
    told = table.did("cast", by, spell=spell, targets=["Archmage"], force=True, **more)["text"]
    lost = before - table.hp("Archmage")
    assert lost < dealt or not dealt
    assert "resistance" in told or not dealt, told


def test_the_damage_of_an_act_of_a_spell_is_halved_and_that_of_a_weapon_is_not() -> None:
    table = laid()
    table.roll_with(falling(19, face=3))
    table.did("cast", "Cleric", spell="Spiritual Weapon", targets=["Archmage"], force=True)
    before = table.hp("Archmage")
    assert "resistance" in table.did("act", "Cleric", act="Spiritual Weapon: strike", targets=["Archmage"])["text"]
    assert before - table.hp("Archmage") == (3 + 3) // 2
    before = table.hp("Archmage")
    table.did("attack", "Wizard", targetName="Archmage", itemName="Longsword")
    assert before - table.hp("Archmage") == (3 + 3) // 2  # nonmagical, by its Stoneskin
    before = table.hp("Archmage")
    table.did("damage", "Archmage", amount=8, damageType="fire")
    assert before - table.hp("Archmage") == 8


def test_the_sheet_says_so() -> None:
    assert (
        "Resists all damage of spells."
        in laid().send({"operation": "character", "characterName": "Archmage"}, "read_campaign", "full")["text"]
    )


@each_row(("ruleset", "block", "trait"), RESISTANT)
def test_resistance_to_magic_is_a_change_of_numbers(ruleset: Ruleset, block: str, trait: str) -> None:
    files = [json.loads(file.read_text("utf-8")) for file in (DATA / ruleset).glob("*.json")]
    (feature,) = [f for d in files if d["name"] == block for f in d["features"] if isinstance(f, dict) and f["name"] == trait]
    assert feature["modifiers"]
