"""A spell that ends when it is cast again ends on its earlier target, whoever that is, and only what the same caster cast (SRD 5.1 and 5.2:
Light, Magic Weapon 5.2, Foresight, Spiritual Weapon 5.1 …).
"""

import json
from pathlib import Path
from typing import Any

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

SPELLS = Path(__file__).parents[2] / "data" / "spells"
BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")
CASTERS = {
    "Contingency": "wizard 17", "Foresight": "wizard 17", "Light": "wizard 17", "Mage Hand": "wizard 17", "Minor Illusion": "wizard 17", "Produce Flame": "druid 17",
    "Secret Chest": "wizard 17", "Shillelagh": "druid 17", "Simulacrum": "wizard 17", "Find Steed": "paladin 17",
}  # fmt: skip
ONE = [
    *((ruleset, spell) for ruleset in BOTH for spell in CASTERS),
    ("5.1", "Spiritual Weapon"),
    ("5.2", "Magic Weapon"),
    ("5.2", "Tiny Hut"),
]
ON_OTHERS = [("5.1", "Light"), ("5.2", "Light"), ("5.1", "Foresight"), ("5.2", "Foresight"), ("5.2", "Magic Weapon")]
CHOICES = {"Minor Illusion": ["sound", "image"], "Shillelagh": ["weapon", "force"]}


def of_ruleset(document: dict[str, Any], ruleset: Ruleset) -> list[dict[str, Any]]:
    own = document.get("5.2", {}) if ruleset == "5.2" else {}
    steps: list[dict[str, Any]] = own.get("steps") or document.get("steps", [])
    return steps


def test_no_spell_that_ends_its_earlier_casting_is_missing_here() -> None:
    documents = [json.loads(file.read_text("utf-8")) for file in sorted(SPELLS.glob("*.json"))]
    found = {(r, d["name"]) for d in documents for r in BOTH if any(step.get("end") == "earlier" for step in of_ruleset(d, r))}
    assert found == {*ONE}


@laid_alike
def casters(ruleset: Ruleset, spell: str) -> Table:
    table = Table(begun(ruleset))
    classes = CASTERS.get(spell, "cleric 17" if spell == "Spiritual Weapon" else "wizard 17")
    for name in ("W", "V", "S"):
        scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
        table.did("create", name=name, character={"classes": [classes], "abilities": scores, "hpMax": 200})
    return table


def cast(table: Table, by: str, spell: str, on: str | None, n: int = 0) -> None:
    choice = CHOICES.get(spell) if spell == "Minor Illusion" or table.game.campaign.ruleset == "5.2" else None
    call = {"spell": spell, "force": True, **({"targets": [on]} if on else {}), **({"choice": choice[n]} if choice else {})}
    answer = table.ask("cast", by, **call)
    if not answer["ok"] and answer["error"]["code"] == "choice_required":
        answer = table.send(answer["error"]["try"], "execute_action")
    assert answer["ok"], answer["text"]


def lying(table: Table, spell: str) -> list[str]:
    """Whoever bears the spell, once for each casting of it."""
    creatures = [t for t in table.now.things.values() if t.kind == "character"]
    casts = {(t.name, e.cause.cast) for t in creatures for e in t.creature.effects if e.cause.act == spell}
    zones = {(t.name, key.replace("_", ".")) for t in creatures for key, zone in t.creature.zones.items() if zone.act == spell}
    return sorted(name for name, _ in casts | zones)


@each_row(("ruleset", "spell"), ON_OTHERS)
def test_it_ends_on_the_earlier_target(ruleset: Ruleset, spell: str) -> None:
    table = casters(ruleset, spell)
    for target in ("W", "V", "S", "W"):
        cast(table, "V", spell, target)
        assert lying(table, spell) == [target]


@each_row(("ruleset", "spell"), ON_OTHERS)
def test_the_spell_of_another_caster_stays(ruleset: Ruleset, spell: str) -> None:
    table = casters(ruleset, spell)
    cast(table, "V", spell, "S")
    cast(table, "W", spell, "S")
    assert lying(table, spell) == ["S", "S"]
    cast(table, "W", spell, "V")
    assert lying(table, spell) == ["S", "V"]


@each_row(("ruleset", "spell"), [row for row in ONE if row not in ON_OTHERS and row[1] != "Find Steed"])
def test_it_ends_on_its_caster(ruleset: Ruleset, spell: str) -> None:
    table, on = casters(ruleset, spell), "S" if spell == "Spiritual Weapon" else None
    cast(table, "V", spell, on)
    assert lying(table, spell) == ["V"]
    cast(table, "V", spell, on, 1)
    assert lying(table, spell) == ["V"]


@each_row("ruleset", BOTH)
def test_a_creature_has_one_warding_bond(ruleset: Ruleset) -> None:
    table = casters(ruleset, "Spiritual Weapon")
    for by in ("W", "V"):
        cast(table, by, "Warding Bond", "S")
    assert lying(table, "Warding Bond") == ["S"]
    before = table.hp("W"), table.hp("V")
    table.did("damage", "S", amount=10, damageType="fire")
    assert (table.hp("W"), table.hp("V")) == (before[0], before[1] - 5)
