"""The attacks of a stat block follow its changed scores and its corroded weapon, in every grip and at every range (SRD, Monsters: Actions)."""

import re
from typing import Any, Final

import pytest

from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.rules.stats import natural_attacks
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

APART: Final = {
    "5.1": set("Bat,Cat,Crab,Druid,Dryad,Ghost,Lemure,Lizard,Rat,Sprite,Violet Fungus".split(",")),
    "5.2": set("Druid,Dryad,Ghost,Incubus,Lich,Rakshasa,Succubus,Violet Fungus,Will-o'-Wisp".split(",")),
}
"""Creatures with an attack by magic, or with one whose printed numbers contain neither STR nor DEX."""


def _strikes(act: Act) -> Any:
    step = natural_attacks.strike_of(act)
    return step if step and isinstance(step.attack, int) and step.weapon else None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_weapon_of_every_block_follows_its_score(ruleset: Ruleset) -> None:
    """With 4 more STR and 4 more DEX, each attack by STR or DEX has 2 more to hit."""
    book = begun(ruleset).book
    still = set()
    for key in book.creatures:
        document = SheetDocument.model_validate(book.creatures[key], context=ANY)
        plain = situation(document, book)
        more = {a: plain.sheet.abilities[a] + 4 for a in ("str", "dex")}
        now = {a: (more.get(a, n) - 10) // 2 for a, n in plain.sheet.abilities.items()}
        for act in plain.sheet.acts:
            step = _strikes(act)
            if step is None:
                continue
            hit, hurt = natural_attacks.shift(act.name, step, plain.sheet, now)
            if hit != 2 or hurt not in (0, 2):
                still.add(plain.sheet.name)
    assert still == APART[ruleset]


@laid_alike
def _table(name: str, ruleset: Ruleset = "5.1") -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Thorin", character={"classes": ["fighter 5"], "hpMax": 300, "party": True, "abilities": {"dex": 10}})
    table.did("create", template=name, name="Foe")
    table.roll_with(falling(15))
    return table


def _numbers(table: Table, how: str, weapon: str) -> tuple[int, int]:
    """The total of the attack and the points that Thorin loses, with a 15 and the lowest dice."""
    before = table.hp("Thorin")
    if how == "act":
        text = table.did("act", "Foe", act=weapon, targets=["Thorin"])["text"]
    else:
        text = table.did("attack", "Foe", itemName=weapon, targetName="Thorin")["text"]
    found = re.search(r"(?:= (\d+) against AC|: (\d+) against AC)", text)
    assert found, text
    return int(found[1] or found[2]), before - table.hp("Thorin")


SPEARS: Final = ["Spear", "Spear (two hands)", "Spear (ranged)"]


@pytest.mark.parametrize("how", ["act", "attack"])
@pytest.mark.parametrize("weapon", SPEARS)
def test_gauntlets_of_ogre_power_count_for_each_grip(weapon: str, how: str) -> None:
    """A guard's STR rises from 13 to 19, by 3 to hit and 3 damage."""
    table = _table("Guard")
    plain = _numbers(table, how, weapon)
    table.did("give", "Foe", template="Gauntlets of Ogre Power", equip=True, attune=True)
    assert _numbers(table, how, weapon) == (plain[0] + 3, plain[1] + 3)


@pytest.mark.parametrize("how", ["act", "attack"])
@pytest.mark.parametrize(
    ("creature", "weapon"), [("Ogre", "Greatclub"), ("Ogre", "Javelin"), ("Ogre", "Javelin (ranged)"), ("Knight", "Greatsword")]
)
def test_a_drained_strength_weakens_each_weapon(creature: str, weapon: str, how: str) -> None:
    table = _table(creature)
    plain = _numbers(table, how, weapon)
    drain = {"target": "ability.str", "op": "add", "value": -4}
    table.did("apply", "Foe", effect={"name": "Strength Drain", "modifiers": [drain]})
    assert _numbers(table, how, weapon) == (plain[0] - 2, plain[1] - 2)


def test_a_crossbow_does_not_follow_strength() -> None:
    table = _table("Knight")
    plain = table.did("character", "Foe", stats=["attacks.Heavy Crossbow.toHit"])["results"][0]["stats"]
    table.did("give", "Foe", template="Gauntlets of Ogre Power", equip=True, attune=True)
    assert table.did("character", "Foe", stats=["attacks.Heavy Crossbow.toHit"])["results"][0]["stats"] == plain


@pytest.mark.parametrize("how", ["act", "attack"])
@pytest.mark.parametrize("weapon", ["Longsword", "Longsword (two hands)", "Shortsword"])
def test_a_weapon_that_strikes_a_rust_monster_corrodes_in_every_grip(weapon: str, how: str) -> None:
    table = _table("Veteran")
    table.did("create", template="Rust Monster", name="Rusty")
    plain = _numbers(table, how, weapon)
    call = {"act": weapon, "targets": ["Rusty"]} if how == "act" else {"itemName": weapon, "targetName": "Rusty"}
    table.roll_with(falling(19))
    told = table.did(how, "Foe", **call)["text"]
    assert "corroded, -1" in told, told
    table.roll_with(falling(15))
    assert _numbers(table, how, weapon) == (plain[0], plain[1] - 1)


def test_the_armor_of_a_block_is_worn() -> None:
    table = _table("Veteran")
    table.did("create", template="Black Pudding", name="Pudding")
    ac = table.number("Foe", "ac")
    table.roll_with(falling(19))
    told = table.did("act", "Pudding", act="Pseudopod", targets=["Foe"])["text"]
    assert "Armor: corroded, -1 to the AC" in told, told
    assert table.number("Foe", "ac") == ac - 1
