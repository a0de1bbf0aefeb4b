"""An unidentified item works all the same; players see only its look until somebody identifies it."""

import json

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Pick
from tests.operations.table import Table, notes
from tests.rows import each_row

pytestmark = pytest.mark.pure

BOOK = rulebook_loading.rulebook("5.1")


@pytest.fixture
def unknowing(table: Table) -> Table:
    """Thorin wears a Ring of Protection and wields a +1 Longsword that nobody has identified."""
    table.did("give", "Thorin", template="Ring of Protection", equip=True, attune=True, identified=False)
    table.did("give", "Thorin", template="+1 Longsword", equip=True, identified=False)
    return table


def shown(table: Table, **fields: object) -> str:
    payload = {"operation": "view", "characterName": "Thorin", **fields}
    return "".join(json.dumps(table.send(payload, detail=d), ensure_ascii=False) for d in ("brief", "full"))


def test_it_works_all_the_same(unknowing: Table):
    assert unknowing.number("Thorin", "ac") == 12 + 1
    assert unknowing.number("Thorin", "attacks.Longsword +1.toHit") == 3 + 3 + 1


def test_the_game_master_sees_what_it_is_and_how_it_looks(unknowing: Table):
    text = shown(unknowing)
    assert "Ring of Protection (not identified, looks like Ring)" in text
    assert "Longsword +1 (not identified, looks like Longsword)" in text
    assert '"looksLike": "Ring"' in text


def test_players_are_told_the_bond_but_neither_name_nor_reason(unknowing: Table):
    text = shown(unknowing, forPlayers=True)
    assert all(word not in text for word in ("Protection", "Longsword +1", "identified"))
    assert "Attuned 1/3: Ring." in text
    assert "AC 13" in text and "ring1 Ring" in text and "mainhand Longsword" in text


def test_players_see_what_is_known_by_its_name(unknowing: Table):
    unknowing.did("give", "Thorin", template="Cloak of Protection")
    assert "Cloak of Protection" in shown(unknowing, forPlayers=True)


@pytest.mark.stored
def test_what_is_identified_is_shown_to_all_and_undo_forgets_it(unknowing: Table):
    before = unknowing.now.world
    assert "The players now know" in unknowing.did("identify", "Thorin", itemName="Ring of Protection")["text"]
    assert "Ring of Protection" in shown(unknowing, forPlayers=True)
    assert "already known" in notes(unknowing.did("identify", "Thorin", itemName="Ring of Protection"))
    unknowing.did("undo")
    assert unknowing.now.world == before


def test_a_potion_that_is_identified_joins_its_like(table: Table):
    table.did("give", "Thorin", template="Potion of Healing")
    table.did("give", "Thorin", template="Potion of Healing", quantity=2, identified=False)
    assert table.stacks("Thorin", "Potion of Healing") == [1, 2]
    table.did("identify", "Thorin", itemName="Potion of Healing")
    assert table.stacks("Thorin", "Potion of Healing") == [3]


def test_what_nobody_has_is_not_identified(table: Table):
    table.refused("item_unknown", "identify", "Thorin", itemName="Ring of Protection")


@each_row(
    ("name", "look"),
    [
        ("Potion of Healing", "Potion"), ("Flame Tongue Longsword", "Longsword"), ("Wand of Secrets", "Wand"), ("Winged Boots", "Boots"),
        ("+1 Shield", "Shield"), ("Sun Blade", "Longsword"), ("Dwarven Plate", "Plate Armor"), ("Bag of Holding", "Bag"),
        ("Ioun Stone (Agility)", "Stone"), ("Luck Blade Rapier", "Rapier"), ("Brooch of Shielding", "Brooch"),
    ],
)  # fmt: skip
def test_a_look_names_the_kind_of_thing(name: str, look: str):
    pick = BOOK.find(name)
    item = BOOK.item(pick) if pick else None
    assert item and plain_look(item) == look


def test_no_look_is_the_name_of_the_magic():
    for ruleset in ("5.1", "5.2"):
        book = rulebook_loading.rulebook(ruleset)
        for t in book.templates.values():
            item = book.item(Pick(t.id, next(iter(book.bases_of(t)), None), t.variants[0].name if t.variants else None))
            assert item
            if item.rarity != "common" or item.needs_attunement:
                assert plain_look(item) != item.name


def test_players_who_look_into_an_unknown_bag_are_not_told_what_it_is(table: Table):
    table.did("give", "Thorin", template="Bag of Holding", identified=False)
    payload = {"operation": "view", "bagId": table.id("Bag of Holding"), "forPlayers": True}
    answer = table.send(payload)
    assert answer["ok"] and "Bag of Holding" not in json.dumps(answer)
