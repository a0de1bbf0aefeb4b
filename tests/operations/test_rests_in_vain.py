"""A curse or a nightmare robs a creature of the benefits of a rest (SRD, Rakshasa, Dream; SRD 5.1, Night Hag; SRD 5.2, Mummy Lord, Incubus)."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Table

DATA = Path(__file__).parents[2] / "data"
BARRED: dict[tuple[str, str], tuple[str, set[str]]] = {
    ("5.1", "Rakshasa"): ("Claw", {"short", "long"}),
    ("5.2", "Rakshasa"): ("Cursed Touch", {"short", "long"}),
    ("5.1", "Night Hag"): ("Nightmare Haunting", {"short", "long"}),
    ("5.2", "Incubus"): ("Restless Touch", {"short"}),
    ("5.2", "Mummy Lord"): ("Rotting Fist", {"long"}),
}


def test_every_block_that_robs_of_rest_is_played_here() -> None:
    texts = {path: path.read_text("utf-8") for path in (DATA / "creatures").glob("*/*.json")}
    found = {(path.parent.name, json.loads(text)["name"]) for path, text in texts.items() if "rests_give_nothing" in text}
    assert found == BARRED.keys()


def make(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 14)
    table.did("create", name="Kim", character={"classes": ["wizard 9"], "abilities": scores, "party": True})
    table.did("create", name="Ann", character={"classes": ["wizard 9"], "abilities": scores, "party": True})
    for name in ("Kim", "Ann"):
        table.did("cast", name, spell="Cone of Cold", targets=[], force=True)
        table.did("damage", name, amount=10, damageType="fire")
    return table.game


def left(table: Table, name: str) -> tuple[int, Any]:
    return table.hp(name), table.thing(name).body.get("spent")


@pytest.mark.parametrize("kind", ["short", "long"])
@pytest.mark.parametrize(("ruleset", "block"), BARRED)
def test_the_cursed_gain_nothing_from_these_rests(ruleset: Ruleset, block: str, kind: str) -> None:
    act, kinds = BARRED[ruleset, block]
    table = Table(copy_of(make, ruleset))
    table.did("create", name="Foe", template=block)
    table.roll_with(falling(19, face=1))
    table.did("act", "Foe", act=act, targets=["Kim"], force=True)
    before = left(table, "Kim")
    dice = {"hitDice": {"Kim": 1, "Ann": 1}} if kind == "short" else {}
    text = table.did("rest", kind=kind, **dice)["text"]
    assert (left(table, "Kim") == before) == (kind in kinds), text
    assert (f"The {kind} rest gives these nothing" in text) == (kind in kinds)
    assert table.hp("Ann") > 20


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_nightmare_robs_of_one_rest(ruleset: Ruleset) -> None:
    table = Table(copy_of(make, ruleset))
    table.roll_with(falling(1, face=1))
    table.did("cast", "Ann", spell="Dream", targets=["Kim"], choice="nightmare", force=True)
    before = table.thing("Kim").body.get("spent")
    table.did("rest", "Kim", kind="long")
    assert table.thing("Kim").body.get("spent") == before
    table.did("advance", duration="1 day")
    table.did("rest", "Kim", kind="long")
    assert table.thing("Kim").body.get("spent") != before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_remove_curse_gives_the_rests_back(ruleset: Ruleset) -> None:
    table = Table(copy_of(make, ruleset))
    table.did("create", name="Foe", template="Rakshasa")
    table.roll_with(falling(19, face=1))
    table.did("act", "Foe", act=BARRED[ruleset, "Rakshasa"][0], targets=["Kim"], force=True)
    table.did("cast", "Ann", spell="Remove Curse", targets=["Kim"], force=True)
    before = left(table, "Kim")
    table.did("rest", kind="long")
    assert left(table, "Kim") != before
