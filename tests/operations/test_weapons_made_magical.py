"""A weapon that a spell, a feature or an oil makes magical overcomes resistance to nonmagical attacks, and no other weapon does (SRD 5.1)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

RESISTS = [
    {"target": "resist", "op": "grant", "value": kind, "scope": ["damage:nonmagical"]} for kind in ("bludgeoning", "piercing", "slashing")
]
HEROES: dict[str, dict[str, Any]] = {
    "Magic Weapon": {"classes": ["paladin 9"], "spells": {"prepared": ["Magic Weapon"]}},
    "Sacred Weapon": {"classes": ["paladin 9"], "choices": {"subclass": "devotion"}},
    "Shillelagh": {"classes": ["druid 9"], "spells": {"cantrips": ["Shillelagh"]}},
    "Pact Weapon": {"classes": ["warlock 9"], "features": ["Pact of the Blade"]},
    "Oil of Sharpness": {"classes": ["fighter 9"]},
}


@laid_alike
def seated(means: str, weapon: str, ruleset: Ruleset = "5.1") -> Table:
    table = Table(begun(ruleset))
    scores = {"str": 10, "dex": 10, "con": 10, "int": 10, "wis": 10, "cha": 10}
    table.did("create", name="Kim", character={**HEROES[means], "abilities": scores, "party": True})
    table.did("create", name="Foe", character={"hpMax": 900, "modifiers": RESISTS})
    table.did("give", "Kim", template=weapon, equip=True)
    table.roll_with(falling(15, face=8))
    return table


def make_magical(table: Table, means: str, **more: Any) -> None:
    match means:
        case "Magic Weapon":
            table.did("cast", "Kim", spell=means, targets=["Kim"], **more)
        case "Shillelagh":
            table.did("cast", "Kim", spell=means, **more)
        case "Sacred Weapon":
            table.did("act", "Kim", act=means, **more)
        case "Pact Weapon":
            table.did("act", "Kim", act=means, choice={"weapon": "longsword"}, **more)
        case "Oil of Sharpness":
            table.did("give", "Kim", template=means)
            table.did("use", "Kim", itemName=means)


def blow(table: Table, weapon: str, **more: Any) -> tuple[int, str]:
    """The points that a hit costs the foe, and the answer."""
    before = table.hp("Foe")
    text = table.did("attack", "Kim", targetName="Foe", itemName=weapon, **more)["text"]
    return before - table.hp("Foe"), text


@pytest.mark.parametrize(
    ("means", "weapon", "plain", "after"),
    [
        ("Magic Weapon", "Longsword", 4, 8 + 1),
        ("Sacred Weapon", "Longsword", 4, 8),
        ("Shillelagh", "Quarterstaff", 3, 8),
        ("Shillelagh", "Club", 2, 8),
        ("Pact Weapon", "Longsword", 4, 8),
    ],
)
def test_a_weapon_made_magical_overcomes_resistance(means: str, weapon: str, plain: int, after: int) -> None:
    table = seated(means, weapon)
    assert blow(table, weapon)[0] == plain
    make_magical(table, means)
    assert blow(table, weapon)[0] == after


def test_the_coated_weapon_of_an_oil_is_magical_and_others_are_not() -> None:
    table = seated("Oil of Sharpness", "Longsword")
    make_magical(table, "Oil of Sharpness")
    assert blow(table, "Longsword", **{"with": ["coated_weapon"]})[0] == 8 + 3
    assert blow(table, "Longsword")[0] == 4


@pytest.mark.parametrize("effect", ["Magic Weapon +1", "Magic Weapon +2", "Magic Weapon +3"])
def test_the_effects_of_the_book_make_it_magical(effect: str) -> None:
    table = seated("Oil of Sharpness", "Longsword")
    table.did("apply", "Kim", effect=effect)
    assert blow(table, "Longsword")[0] == 8 + int(effect[-1])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("means", "attack", "damage"), [("Magic Weapon", 1, 1), ("Sacred Weapon", 1, 0)])
def test_the_bonus_stays_with_the_weapon_in_hand(ruleset: Ruleset, means: str, attack: int, damage: int) -> None:
    table = seated(means, "Longsword", ruleset)
    table.did("give", "Kim", template="Shortsword")
    make_magical(table, means)
    assert f"+{4 + attack}" in _numbers(table, "Longsword")
    table.did("unequip", "Kim", itemName="Longsword")
    table.did("equip", "Kim", itemName="Shortsword")
    assert "+4" in _numbers(table, "Shortsword")
    points, _ = blow(table, "Shortsword")
    assert points == 3  # 6, halved: the shortsword is not magical
    table.did("unequip", "Kim", itemName="Shortsword")
    table.did("equip", "Kim", itemName="Longsword")
    points, _ = blow(table, "Longsword")
    is_magical = (means, ruleset) != ("Sacred Weapon", "5.2")  # SRD 5.2 does not make it magical
    assert points == (8 + damage if is_magical else 4)


def _numbers(table: Table, weapon: str) -> str:
    found = table.did("character", "Kim", stats=[f"attacks.{weapon}.toHit"])["results"][0]["stats"]
    return f"+{next(iter(found.values()))['value']}"


def test_the_bonus_stays_with_the_weapon_in_the_other_hand() -> None:
    table = seated("Magic Weapon", "Shortsword")
    make_magical(table, "Magic Weapon")
    table.did("equip", "Kim", itemName="Shortsword", slot="offhand")
    table.did("give", "Kim", template="Longsword", equip=True)
    assert blow(table, "Longsword")[0] == 4
    assert blow(table, "Shortsword")[0] == 6 + 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_shillelagh_needs_a_club_or_a_quarterstaff_in_hand(ruleset: Ruleset) -> None:
    table = seated("Shillelagh", "Scimitar", ruleset)
    choice = {"choice": {"type": "weapon"}} if ruleset == "5.2" else {}
    table.refused("target_unfit", "cast", "Kim", spell="Shillelagh", **choice)
    table.did("give", "Kim", template="Club", equip=True)
    table.did("cast", "Kim", spell="Shillelagh", **choice)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sacred_weapon_needs_a_weapon_in_hand(ruleset: Ruleset) -> None:
    table = seated("Sacred Weapon", "Longsword", ruleset)
    table.did("unequip", "Kim", itemName="Longsword")
    table.refused("target_unfit", "act", "Kim", act="Sacred Weapon")
