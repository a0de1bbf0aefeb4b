"""What a file or a call may hold of one's own is bounded: numbers, charges, and the entries of a file."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.content.rulebook_files import MOST_ENTRIES, entries_in
from rpg_lite.rules.modifier_values import LARGEST
from tests.copies import begun
from tests.operations.table import Table


def ring(**own: Any) -> dict[str, Any]:
    return {"name": "Ring of Much", "type": "wondrous", "rarity": "rare", "slot": "ring", **own}


def ac(value: Any) -> dict[str, Any]:
    return ring(modifiers=[{"target": "ac", "op": "add", "value": value}])


BEYOND: dict[str, dict[str, Any]] = {
    "a number of 300 digits": ac(10**300),
    "a negative one": ac(-(10**300)),
    "a little too much": ac(LARGEST + 1),
    "an ability": ring(modifiers=[{"target": "ability.str", "op": "raise_to", "value": 10**30}]),
    "a ceiling": ring(modifiers=[{"target": "ability.str", "op": "add", "value": 2, "cap": 10**30}]),
    "charges": ring(charges={"max": 10**30}),
    "charges that come back": ring(charges={"max": 3, "regain": 10**30, "recharge": "dawn"}),
    "uses": ring(casts=[{"spell": "Light", "uses": {"count": 10**30}}]),
    "a weight": ring(weight=10**30),
    "an armor class": {"name": "Big Plate", "type": "armor", "slot": "armor", "armorStats": {"baseAc": 10**30, "category": "heavy"}},
}


@pytest.mark.parametrize("item", BEYOND.values(), ids=BEYOND)
def test_a_number_beyond_every_sheet_is_refused_in_a_file_and_in_a_call(item: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"items": [item]}))
    book = rulebook_loading.rulebook("5.1", file)
    assert book.find(item["name"]) is None and any(str(file) in fault for fault in book.faults)
    table = Table(begun("5.1"))
    table.did("create", name="Kim", character={"hpMax": 9})
    before = table.now
    assert not table.ask("give", "Kim", item=item)["ok"]
    assert table.now == before


@pytest.mark.parametrize("item", [ac(LARGEST), ac(-LARGEST), ring(charges={"max": LARGEST})], ids=["most", "least", "charges"])
def test_the_highest_number_is_kept(item: dict[str, Any]) -> None:
    table = Table(begun("5.1"))
    table.did("create", name="Kim", character={"hpMax": 9})
    table.did("give", "Kim", item=item, equip=True)


def test_a_file_has_no_more_entries_than_can_be_checked() -> None:
    assert len(entries_in([{}] * MOST_ENTRIES)) == MOST_ENTRIES
    with pytest.raises(Faulty, match="5,001 entries"):
        entries_in([{}] * (MOST_ENTRIES + 1))
