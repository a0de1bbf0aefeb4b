"""An exact name wins over names that are only equal after folding (adrs/0071)."""

import pytest

from rpg_lite.rules.names import fold, prefer_exact
from tests.copies import laid_once
from tests.operations.table import Table
from tests.rows import each_row

PARTY = {"party": True, "hpMax": 20}


@laid_once
def table(empty: Table) -> Table:
    """James beside Jame, and Elara beside two whose names fold like hers."""
    for name in ("James", "Elara"):
        empty.did("create", name=name, character=PARTY)
    for name in ("Jame", "Elaras", "Élara"):
        empty.did("create", name=name, character={"hpMax": 7})
    return empty


@each_row(
    ("wanted", "matches", "meant"),
    [
        ("James", ["Jame", "James"], ["James"]),
        (" James ", ["Jame", "James"], ["James"]),
        ("james", ["Jame", "James"], ["James"]),
        ("the James", ["Jame", "James"], ["Jame", "James"]),
        ("james", ["James", "JAMES", "Jame"], ["James", "JAMES"]),
        ("James", ["James", "James", "Jame"], ["James", "James"]),
        ("E\u0301lara", ["Elara", "Élara"], ["Élara"]),
        ("Jame", ["James"], ["James"]),
    ],
)
def test_of_what_folds_alike_the_exact_name_is_meant(wanted, matches, meant):
    assert {fold(m) for m in matches} == {fold(wanted)}
    assert list(prefer_exact(wanted, matches, lambda name: [name])) == meant


@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("give", {"characterName": "{}", "template": "Torch"}),
        ("view", {"characterName": "{}"}),
        ("character", {"characterName": "{}"}),
        ("heal", {"characterName": "{}", "amount": 1}),
        ("attack", {"characterName": "Élara", "targetName": "{}"}),
        ("start_fight", {"names": ["{}"]}),
        ("say", {"text": "@{} hello"}),
        ("say", {"text": "Hello", "toName": "{}"}),
        ("note", {"text": "Hm", "characterName": "{}"}),
        ("journal", {"actorName": "{}"}),
        ("examine", {"name": "{}"}),
        ("transfer", {"bagName": "floor", "all": True, "toCharacterName": "{}"}),
        ("apply", {"characterName": "{}", "effect": "Bless", "source": "{}"}),
    ],
)
@pytest.mark.parametrize("name", ["James", "Jame", "Elara", "Elaras"])
def test_each_operation_means_the_exact_name(table: Table, operation: str, fields: dict, name: str):
    table.did("give", bagName="floor", template="Torch")
    wish = {k: [v[0].format(name)] if isinstance(v, list) else v.format(name) if isinstance(v, str) else v for k, v in fields.items()}
    answer = table.did(operation, **wish)
    assert "nobody concentrates" not in answer["text"].casefold()


def test_without_an_exact_name_all_matches_are_offered(table: Table):
    text = table.refused("name_ambiguous", "heal", "The James", amount=1)["text"]
    assert "James (c" in text and "Jame (c" in text


def test_exact_namesakes_are_told_apart_without_those_that_only_fold_alike(table: Table):
    table.did("create", name="James")
    text = table.refused("name_ambiguous", "heal", "James", amount=1)["text"]
    assert text.count("James (c") == 2 and "Jame (c" not in text


def test_bags_and_items_go_by_the_exact_name(table: Table):
    table.did("give", "James", item={"name": "Torch", "type": "adventuring_gear"})
    table.did("give", "James", item={"name": "Torches", "type": "adventuring_gear"})
    table.did("transfer", "James", itemName="Torches", toName="floor")
    assert table.bag("James") == {"Torch": 1}
    for name in ("Chest", "Chests"):
        table.did("give", bagName="floor", item={"name": name, "type": "adventuring_gear", "container": {"capacityLb": 100}})
    table.did("transfer", "James", itemName="Torch", toName="Chests")
    assert table.bag("Chests") == {"Torch": 1}


def test_an_attack_is_made_with_the_weapon_of_the_exact_name(table: Table):
    weapon = {"type": "weapon", "weaponStats": {"category": "simple_melee", "damageDice": "1d4", "damageType": "piercing"}}
    for name, slot in (("Fang", "mainhand"), ("Fangs", "offhand")):
        table.did("give", "James", item={"name": name, **weapon}, equip=True, slot=slot)
    assert "Fangs" in table.did("attack", "James", targetName="Elaras", itemName="Fangs")["text"]
