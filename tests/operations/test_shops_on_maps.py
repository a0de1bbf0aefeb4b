"""Shops in files: maps, sheet documents, whole campaigns."""

from pathlib import Path

import pytest

import rpg_lite
from rpg_lite.content import map_files, map_text, map_text_writing
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.decision.callers import Caller
from rpg_lite.store import store_maintenance
from rpg_lite.store.store import Store
from rpg_lite.world.map_plans import Plan
from tests.copies import begun
from tests.operations.market import copper, goods_of
from tests.operations.table import Table
from tests.rows import each_row

MAP = """# High Street

## Corner Shop
! Merchant; called Marta; shop; prices 1.2; buys at 0.4
* Longsword; x2; in Marta; price 20
* Torch; x10; in Marta
* Gold; x50; in Marta
* Shelf; own; shop
* Sealed Letter; own; in Shelf; price 5 sp 5 cp
- out: outside
"""


def document(text: str = MAP) -> dict[str, object]:
    plan: dict[str, object] = map_text.parse(text).model_dump(mode="json", by_alias=True)
    return plan


@pytest.fixture
def street(empty: Table) -> Table:
    empty.did("create", name="Mira", character={"party": True})
    empty.did("give", "Mira", item="gp", quantity=100)
    answer = empty.send({"operation": "import_map", "document": document()}, "manage_room")
    assert "a Commoner of that name keeps the shop" in answer["text"]
    empty.did("join", toName="Corner Shop")
    return empty


def faults(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Faulty) as raised:
        map_files.read(text)
    return list(raised.value.places)


def test_a_shop_on_a_map_is_open_for_trade(street):
    street.did("buy", "Mira", itemName="Longsword", fromName="Marta")
    assert copper(street, "Mira") == 8000
    street.did("buy", "Mira", itemName="Torch", quantity=10, fromName="Marta")
    assert copper(street, "Mira") == 8000 - 12
    street.did("sell", "Mira", itemName="Longsword", toName="Marta")
    assert copper(street, "Mira") == 8000 - 12 + 600
    street.did("buy", "Mira", itemName="Sealed Letter", fromName="Shelf")
    assert copper(street, "Mira") == 8000 - 12 + 600 - 55


def test_players_see_the_shop_and_its_goods(street):
    mira = Caller("player", "ann", None, ("Mira",))
    looked = street.game.ask({"operation": "look"}, tool="manage_room", caller=mira)["text"]
    assert "Marta (keeps a shop)" in looked and "Shelf (a shop)" in looked
    listed = street.game.ask({"operation": "view", "characterName": "Marta"}, tool="manage_inventory", caller=mira)["text"]
    assert "Sells: Longsword × 2 (20 gp each), Torch × 10 (6 cp for 5)." in listed


def test_it_is_written_as_it_is_read():
    plan = map_text.parse(MAP)
    assert map_text.parse(map_text_writing.write(plan)) == plan
    assert "! Merchant; called Marta; shop; prices 1.2; buys at 0.4" in map_text_writing.write(plan)
    assert Plan.model_validate(document()) == plan


@each_row(
    ("was", "now", "line", "fault"),
    [
        ("* Torch; x10; in Marta", "* Torch; x10; price 3", "line 6", "only goods have a price"),
        ("; shop; prices 1.2; buys at 0.4", "", "line 5", "only goods have a price"),
        ("prices 1.2", "prices cheap", "line 4", "prices takes a number"),
        ("buys at 0.4", "buys at 2", "line 4", "above prices"),
        ("prices 1.2", "prices 0", "line 4", "at least 0.01"),
        ("price 20", "price much", "line 5", "takes a price"),
        ("price 20", "price 0.001", "line 5", "takes a price"),
    ],
)
def test_what_cannot_be_is_named_with_its_line(was, now, line, fault):
    found = faults(MAP.replace(was, now))
    assert found[0][0] == line and fault in found[0][1], found


def test_a_shop_must_hold_things_and_coins_have_no_price(empty):
    for was, now, code in (
        ("* Shelf; own; shop", "* Torch; called Shelf; shop", "not_a_bag"),
        ("* Gold; x50; in Marta", "* Gold; x50; in Marta; price 1", "coins_not_sold"),
    ):
        answer = empty.send({"operation": "import_map", "document": document(MAP.replace(was, now))}, "manage_room")
        assert not answer["ok"] and answer["error"]["code"] == code, answer["text"]


def test_one_undo_takes_back_the_whole_street(empty):
    before = empty.now.world
    assert empty.send({"operation": "import_map", "document": document()}, "manage_room")["ok"]
    empty.did("undo")
    assert empty.now.world == before


def test_a_shopkeeper_goes_into_another_campaign_with_everything(street):
    """export → import → export gives the same document."""
    first = street.did("export", "Marta")["results"][0]["document"]
    assert first["shop"] == {"prices": 1.2, "buysAt": 0.4}
    assert [(e["item"], e.get("price")) for e in first["carried"]] == [("Longsword", "20 gp"), ("Torch", None)]
    with begun() as game:
        other = Table(game)
        other.did("import", document=first)
        assert other.did("export", "Marta")["results"][0]["document"] == first
        other.did("create", name="Bo", character={"party": True})
        other.did("give", "Bo", item="gp", quantity=20)
        other.did("buy", "Bo", itemName="Longsword")
        assert copper(other, "Bo") == 0 and goods_of(other, "Bo") == {"Longsword": 1}


def test_a_price_in_a_document_needs_a_shop(empty):
    own = {"character": {"name": "Bo"}, "carried": [{"item": "Torch", "price": 1}]}
    told = empty.refused("not_a_shop", "import", document=own)
    assert "document.carried[0].price" in told["text"]
    empty.did("import", document={**own, "shop": {"prices": 2}})
    empty.refused("argument_invalid", "import", document={**own, "shop": {"prices": 0.1}})


def test_a_bag_with_a_shop_is_carried_along(empty):
    case = {"item": "Chest", "shop": {"prices": 3.0, "buysAt": 0.5}, "contents": [{"item": "Lute", "price": "7 gp"}]}
    empty.did("import", document={"character": {"name": "Bo"}, "carried": [case]})
    assert empty.did("export", "Bo")["results"][0]["document"]["carried"] == [case]


def test_a_whole_campaign_keeps_its_shops(street, tmp_path: Path):
    street.did("buy", "Mira", itemName="Torch", fromName="Marta")
    store_maintenance.export_campaign(street.game.store, street.game.campaign.id, tmp_path / "street.zip", lambda *_: None)
    with Store.open(tmp_path / "away.db") as away:
        store_maintenance.import_campaign(away, tmp_path / "street.zip", None, lambda *_: None)
    with rpg_lite.open_campaign(tmp_path / "away.db") as game:
        assert Table(game).now.world == street.now.world
