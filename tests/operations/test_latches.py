"""Latches: an exit stays open while enough pounds lie in a thing, no matter who puts them there and how."""

from typing import Any

import pytest

from rpg_lite.content import map_text, map_text_writing
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.world import map_lint
from tests.copies import laid_once
from tests.operations.rooms import did, refused, seen, sides
from tests.operations.table import Answer, Table
from tests.rows import each_row

MAP = """# Mill
## Yard
* Scale; own; 900 lb; opens north of Hall under 50 lb
* Weight; own; x3; 25 lb

## Hall
- north: Vault; portcullis; locked; key Crank
- south: Yard

## Vault
"""


@laid_once
def mill(empty: Table) -> Table:
    """Ada in the Yard, Bo in the Hall before the gate of the Vault."""
    for name in ("Ada", "Bo"):
        empty.did("create", name=name, character={"party": True, "abilities": {"str": 18}})
    document = map_text.parse(MAP).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    did(empty, "import_map", document=document)
    did(empty, "join", toName="Yard")
    did(empty, "join", "Bo", toName="Hall")
    empty.did("transfer", "Ada", bagName="floor", itemName="Weight", all=True, toCharacterName="Ada")
    return empty


def gate(table: Table) -> set[str]:
    return {side.state for side in sides(table, "Hall", "north")}


def lay(table: Table, quantity: int = 1, to: str = "Scale") -> Answer:
    return table.did("transfer", "Ada", itemName="Weight", quantity=quantity, toName=to)


def test_enough_opens_it_and_less_locks_it_again(mill: Table):
    lay(mill)
    assert gate(mill) == {"locked"}
    assert "The portcullis north of Hall opens." in lay(mill)["text"]
    assert gate(mill) == {"open"} and seen(mill)["Vault"] == "seen"
    assert "portcullis" not in lay(mill)["text"]
    assert "shuts" in mill.did("transfer", bagName="Scale", itemName="Weight", quantity=2, toCharacterName="Ada")["text"]
    assert gate(mill) == {"locked"}


def test_weight_counts_in_a_bag_and_by_decree(mill: Table):
    mill.did("give", bagName="Scale", template="Chest")
    lay(mill, 2, "Chest")
    assert gate(mill) == {"open"}
    mill.did("remove", bagName="Chest", itemName="Weight", quantity=2)
    assert gate(mill) == {"locked"}
    mill.did("give", bagName="Chest", item={"name": "Anvil", "type": "adventuring_gear", "weight": 100})
    assert gate(mill) == {"open"}


def test_undo_takes_the_load_and_the_gate_back(mill: Table):
    lay(mill)
    before = mill.now
    lay(mill)
    did(mill, "undo")
    assert (mill.now.things, mill.now.exits) == (before.things, before.exits)
    lay(mill)
    assert gate(mill) == {"open"}


def test_a_batch_weighs_as_it_goes(mill: Table):
    one = {"operation": "transfer", "characterName": "Ada", "itemName": "Weight", "quantity": 1, "toName": "Scale"}
    mill.batch(one, one)
    assert gate(mill) == {"open"}


def test_a_dry_run_opens_nothing(mill: Table):
    lay(mill)
    mill.did("transfer", "Ada", itemName="Weight", quantity=1, toName="Scale", dryRun=True)
    assert gate(mill) == {"locked"}


def test_a_player_loads_it_and_hears_of_rooms_that_are_known_alone(empty: Table):
    empty.did("create", name="Ada", character={"party": True, "abilities": {"str": 18}})
    document = map_text.parse(MAP.replace("- south: Yard", "- south: Yard; door; closed")).model_dump(mode="json", by_alias=True)
    did(empty, "import_map", document=document)
    did(empty, "join", toName="Yard")
    player = Caller("player", "p", characters=(empty.id("Ada"),))
    asked = {"operation": "transfer", "characterName": "Ada", "bagName": "floor", "itemName": "Weight", "quantity": 2, "toName": "Scale"}
    answer = empty.game.ask(asked, caller=player)
    assert answer["ok"], answer["text"]
    assert "opens" in answer["text"] and "Hall" not in str(answer) and gate(empty) == {"open"}


def test_a_gate_that_has_caved_in_is_moved_by_nothing(mill: Table):
    did(mill, "remove", bagName="Hall", direction="north")
    assert "opens" not in lay(mill, 2)["text"]


def test_its_key_opens_it_as_well(mill: Table):
    refused(mill, "lock_without_dc", "unlock", "Bo", direction="north")
    mill.did("give", "Bo", item={"name": "Crank", "type": "tool"})
    did(mill, "unlock", "Bo", direction="north")
    assert gate(mill) == {"closed"}


# ── the map ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_it_is_written_as_it_is_read():
    plan = map_text.parse(MAP)
    assert map_text.parse(map_text_writing.write(plan)) == plan


@each_row(
    ("was", "now", "fault"),
    [
        ("* Scale; own; 900 lb;", "* Chest;", "only a thing of the map"),
        ("* Weight; own; x3; 25 lb", "* Torch; 25 lb", "can have a weight"),
        ("of Hall under", "of Hell under", "there is no room"),
        ("opens north of", "opens south 2 of", "has no exit"),
        ("locked; key Crank", "locked", "needs state locked, and a key or a dc"),
        ("portcullis; locked; key Crank", "portcullis; closed", "needs state locked, and a key or a dc"),
    ],
)
def test_what_cannot_be_is_named_with_its_line(was: str, now: str, fault: str):
    with pytest.raises(Faulty, match=fault) as told:
        map_text.parse(MAP.replace(was, now))
    assert told.value.places[0][0].startswith("line ")


@pytest.mark.parametrize(
    ("was", "now", "codes"),
    [
        ("", "", []),
        ("* Scale; own; 900 lb; opens north of Hall under 50 lb\n", "", ["key_missing", "key_missing"]),
        ("## Vault\n", "## Vault\n* Scale; own; opens north of Hall under 50 lb\n", ["key_missing", "key_missing"]),
    ],
)
def test_lint_counts_what_can_be_loaded_as_a_way_in(was: str, now: str, codes: list[str]):
    text = MAP.replace("* Scale; own; 900 lb; opens north of Hall under 50 lb\n", "") if "Vault" in was else MAP
    found = map_lint.lint(map_lint.chart_plan(map_text.parse(text.replace(was, now) if was else text))).findings
    assert [f.code for f in found] == codes[: len(found)] and bool(found) == bool(codes)


def test_lint_reads_the_campaign_likewise(mill: Table):
    def findings(game: Game) -> list[Any]:
        return [*map_lint.lint(map_lint.charted_world(game.store.read(game.campaign.id, lambda at: at.whole()))).findings]

    did(mill, "join", toName="Yard")
    assert not findings(mill.game)
    mill.did("remove", bagName="Yard", itemName="Scale")
    assert [f.code for f in findings(mill.game)] == ["key_missing"]
