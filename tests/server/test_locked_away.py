"""What lies in a locked chest is unknown to players, wherever the chest is: two chests of different contents give the same answers."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.mud.session import Session
from tests.copies import begun, copy_of, laid_alike
from tests.operations.table import TOOL_OF, Table
from tests.rows import each_row

Answer = dict[str, Any]
ELARA: Final = Caller("player", "ann", None, ("Elara",))
VIEWER: Final = Caller("viewer", "screen")
ALOUD: Final = Caller(characters=("Elara",), aloud=True)
CONTENTS: Final = (
    ({"item": {"name": "zqxruby", "type": "treasure", "weight": 1}}, {"template": "Potion of Healing"}, {"template": "Ring of Protection"},
     {"template": "Gold Piece", "quantity": 50}, {"template": "Backpack"}),
    ({"item": {"name": "Odd Pearl", "type": "treasure", "weight": 1}}, {"template": "Potion of Speed"}, {"template": "Ring of Jumping"},
     {"template": "Silver Piece", "quantity": 50}, {"item": {"name": "Satchel", "type": "adventuring_gear", "weight": 5, "container": {}}}),
)  # fmt: skip
NAMES: Final = ("zqxruby", "Odd Pearl", "Potion of Healing", "Ring of Protection", "Backpac")
"""What lies inside, and what is nearly called so."""


@laid_alike
def locked(contents: int, where: str) -> Table:
    """A chest that was locked before something came into it: with Thorin, in his Bag of Holding, or on the floor."""
    return Table(copy_of(_locked, contents, where))


def _locked(contents: int, where: str) -> Game:
    table = Table(begun())
    for name in ("Elara", "Thorin"):
        table.did("create", name=name, character={"party": True, "hpMax": 20, "classes": ["fighter 5"]})
    table.did("give", "Elara", template="Silver Piece", quantity=9)
    table.did("create", name="Marra", character={"hpMax": 9})
    table.did("shop", "Marra")
    table.did("give", "Thorin", template="Bag of Holding")
    table.did(
        "give",
        **{"thorin": {"characterName": "Thorin"}, "floor": {"bagName": "floor"}, "bag": {"bagName": "Bag of Holding"}}[where],
        template="Chest",
    )
    table.send({"operation": "lock", "bagName": "Chest", "keyName": "Iron Key", "dc": 28, "characterName": "Thorin"}, "manage_room")
    for what in CONTENTS[contents]:
        table.did("give", bagName="Chest", **what)
    return table.game


def inside(table: Table) -> list[str]:
    chest = table.id("Chest")
    return [t.id for t in table.now.things.values() if t.parent_id == chest]


def questions(name: str, ids: list[str]) -> Iterator[Answer]:
    """Calls that name what may be inside, in every place where a name goes, and calls that read."""
    for who in ("Elara", "Thorin"):
        for operation in ("use", "equip", "attune", "unattune", "unequip"):
            yield {"operation": operation, "characterName": who, "itemName": name}
        yield {"operation": "transfer", "characterName": who, "itemName": name, "toName": "floor"}
        yield {"operation": "transfer", "characterName": who, "itemName": name, "toCharacterName": "Elara"}
        yield {"operation": "sell", "characterName": who, "itemName": name, "toName": "Marra"}
        yield {"operation": "view", "characterName": who, "bagName": name}
        yield {"operation": "check", "characterName": who, "tool": name}
        yield {"operation": "item", "characterName": who, "itemName": name}
        yield {"operation": "open", "characterName": who, "bagName": name}
        yield {"operation": "attack", "characterName": who, "targetName": "Marra", "attack": name}
    for bag in ("Chest", name):
        yield {"operation": "view", "bagName": bag}
        yield {"operation": "transfer", "bagName": bag, "itemName": name, "toCharacterName": "Elara"}
        yield {"operation": "exchange", "bagName": bag, "itemName": "gp", "toName": "sp"}
    yield {"operation": "transfer", "characterName": "Elara", "itemName": "sp", "toName": name}
    yield {"operation": "buy", "characterName": "Elara", "fromName": "Marra", "itemName": name}
    yield {"operation": "exchange", "characterName": "Thorin", "itemName": "gp", "toName": "sp"}
    yield {"operation": "who", "characterName": name}
    yield {"operation": "examine", "itemName": name}
    for id in ids:
        for operation in ("use", "equip", "attune", "sell"):
            yield {"operation": operation, "characterName": "Elara", "itemId": id}
            yield {"operation": operation, "characterName": "Thorin", "itemId": id}
        yield {"operation": "transfer", "characterName": "Thorin", "itemId": id, "toName": "floor"}
        yield {"operation": "view", "bagId": id}


READING: Final[list[Answer]] = [
    {"operation": "recap", "since": 0},
    {"operation": "history"},
    {"operation": "context"},
    {"operation": "party"},
    {"operation": "view", "characterName": "Thorin"},
    {"operation": "character", "characterName": "Thorin"},
    {"operation": "inventory", "scope": "all"},
    {"operation": "look"},
    {"operation": "who"},
    {"operation": "examine", "itemName": "Chest"},
    {"operation": "journal"},
]


def heard(table: Table, payload: Answer, caller: Caller) -> str:
    return json.dumps(table.game.ask(payload, TOOL_OF[payload["operation"]], "full", caller), sort_keys=True)


@pytest.mark.parametrize("where", ["thorin", *(pytest.param(where, marks=pytest.mark.slow) for where in ("bag", "floor"))])
def test_no_question_tells_two_contents_apart(where: str) -> None:
    tables = [locked(contents, where) for contents in (0, 1)]
    ids = inside(tables[0])
    assert ids == inside(tables[1])
    for name, reader in (*((name, ELARA) for name in NAMES), (NAMES[0], VIEWER), (NAMES[2], ALOUD)):
        for asked in questions(name, ids[:2]):
            for payload in (asked, {**asked, "dryRun": True}):
                answers = {heard(table, payload, reader) for table in tables}
                assert len(answers) == 1, (payload, answers)


@pytest.mark.parametrize("where", ["thorin", "bag", "floor"])
def test_nothing_that_players_read_tells_two_contents_apart(where: str) -> None:
    tables = [locked(contents, where) for contents in (0, 1)]
    for reader in (ELARA, VIEWER, ALOUD):
        for payload in READING:
            answers = {heard(table, payload, reader) for table in tables}
            assert len(answers) == 1, (payload, answers)
        pages = {json.dumps(table.game.table(caller=reader), sort_keys=True) for table in tables}
        sheets = {json.dumps(table.game.page_sheet(table.id("Thorin"), reader), sort_keys=True) for table in tables}
        assert len(pages) == len(sheets) == 1


def test_a_story_for_players_is_not_held_against_what_is_locked_away() -> None:
    for name in ("Ring of Protection", "Ring of Jumping"):
        said = [str(locked(contents, "thorin").game.find_contradictions(f"Thorin has a {name}.", for_players=True)) for contents in (0, 1)]
        assert said[0] == said[1]


def test_what_is_locked_away_is_felt_as_weight() -> None:
    table = locked(0, "thorin")
    assert "Weight 47.5/150 lb" in table.did("view", "Thorin")["text"]
    assert "Weight 47.5/150 lb" in table.game.ask({"operation": "view", "characterName": "Thorin"}, caller=ELARA)["text"]


def test_a_recap_tells_it_once_the_chest_is_open() -> None:
    table = locked(0, "thorin")
    assert "zqxruby" in table.did("recap", since=0)["text"]
    shut = table.game.ask({"operation": "recap", "since": 0}, "read_campaign", caller=ELARA)["text"]
    assert "Got: Bag of Holding, Chest, 9 sp." in shut
    table.send({"operation": "unlock", "bagName": "Chest", "force": True}, "manage_room")
    assert "zqxruby" in table.game.ask({"operation": "recap", "since": 0}, "read_campaign", caller=ELARA)["text"]
    table.send({"operation": "lock", "bagName": "Chest", "force": True}, "manage_room")
    assert table.game.ask({"operation": "recap", "since": 0}, "read_campaign", caller=ELARA)["text"] == shut


def test_what_the_party_is_bonded_to_stays_known_and_the_bond_may_end() -> None:
    table = locked(0, "thorin")
    table.did("give", "Elara", template="Ring of Jumping")
    table.did("attune", "Elara", itemName="Ring of Jumping")
    table.send({"operation": "unlock", "bagName": "Chest", "force": True}, "manage_room")
    table.did("transfer", "Thorin", itemName="Chest", toCharacterName="Elara")
    table.did("transfer", "Elara", itemName="Ring of Jumping", toName="Chest")
    table.send({"operation": "lock", "bagName": "Chest", "force": True}, "manage_room")
    ended = table.game.ask({"operation": "unattune", "characterName": "Elara", "itemName": "Ring of Jumping"}, caller=ELARA)
    assert ended["ok"], ended["text"]


@each_row("line", ["use Potion of Healing", "drop zqxruby", "take zqxruby from Thorin", "give Ring of Protection to Elara"])
def test_a_typed_line_finds_nothing_behind_the_lock(line: str) -> None:
    told = []
    for contents in (0, 1):
        session = Session(locked(contents, "thorin").game)
        session.act_as("Thorin")
        told.append(session.hear(line))
    assert told[0] == told[1]
