"""The text and the picture of a ground show players the squares that the party has had in sight, as the board does, and the game master all."""

from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from tests.copies import begun, laid_alike
from tests.operations.crypts import ANN, CRYPT, crypt, fought, room, turn_of
from tests.operations.table import Table

SPLIT: Final = {
    "size": "12x10",
    "features": [{"is": "wall", "at": "F1-F9"}, {"is": "pit", "at": "J4", "called": "shaft"}, {"is": "low_wall", "at": "K8|L8", "called": "parapet"}],
}
"""A ground that a wall parts, with a gap in its last row; a shaft and a parapet behind it."""
BEHIND: Final = ("shaft", "parapet")


@laid_alike
def split() -> Table:
    """The crypt with a wall from north to south, at Oda's turn."""
    table = fought(ground=SPLIT, places={"Oda": "C5", "Pip": "C7", "Goblin 1": "I8", "Goblin 2": "E2", "Ogre": "I5"})
    turn_of(table, "Oda")
    return table


def text(table: Table, caller: Caller = ANN, **more: Any) -> str:
    answer = table.game.ask({"operation": "map", "ground": True, **more}, "manage_room", "full", caller)
    assert answer["ok"], answer["text"]
    return str({key: value for key, value in answer.items() if key != "rev"})


def rows(table: Table, caller: Caller = ANN) -> list[str]:
    """The rows of the drawn ground, each 12 signs wide."""
    drawn = table.game.ask({"operation": "map", "ground": True}, "manage_room", "brief", caller)["text"]
    return [line[3:].ljust(12) for line in drawn.splitlines() if line[:2].strip().isdigit()]


def picture(game: Game, everything: bool = False, name: str | None = None) -> str:
    found = game.ground(everything, name)
    assert found is not None
    return found.svg


def test_what_lies_behind_a_wall_is_on_no_map_of_players() -> None:
    table = split()
    assert not [word for word in BEHIND if word in text(table) or word in picture(table.game)]
    whole = str(room(table, "map", ground=True))
    assert all(word in whole and word in picture(table.game, True) for word in BEHIND)


def test_the_text_leaves_blank_what_the_board_leaves_blank() -> None:
    table = split()
    sight = table.game.table(False, ANN)["board"]["sight"]
    drawn = [[sign for sign in row] for row in rows(table)]
    assert [[sign in " 13" for sign in row] for row in drawn] == [
        [level == "0" or drawn[y][x] in "13" for x, level in enumerate(row)] for y, row in enumerate(sight)
    ]
    assert sum(sign == " " for row in drawn for sign in row) > 40
    assert "(blank) not in sight so far" in table.game.ask({"operation": "map", "ground": True}, "manage_room", "brief", ANN)["text"]
    assert "not in sight so far" in picture(table.game) and "not in sight so far" not in picture(table.game, True)


def test_what_the_party_has_seen_it_remembers() -> None:
    table = split()
    table.did("place", names=["Oda"], to="G10")
    assert "shaft" in text(table) and "shaft" in picture(table.game)
    table.did("place", names=["Oda"], to="C5")
    assert "shaft" in text(table) and "shaft" in picture(table.game)


def test_a_zone_behind_a_wall_is_on_no_map_of_players() -> None:
    table = split()
    table.did("cast", "Goblin 1", spell="Fog Cloud", at="K2", force=True)
    assert "Fog Cloud" not in text(table) and "Fog Cloud" not in picture(table.game)
    assert "Fog Cloud" in str(room(table, "map", ground=True)) and "Fog Cloud" in picture(table.game, True)


def test_worlds_that_differ_only_behind_a_wall_have_the_same_maps() -> None:
    one, other = split(), split()
    room(other, bagName="Crypt", ground={"clear": ["J4"], "features": [{"is": "furniture", "at": "H3", "called": "throne"}]})
    assert text(one) == text(other) and picture(one.game) == picture(other.game)


@pytest.fixture
def halls() -> Table:
    """Two heroes in a lobby; north of it a crypt in which they have been."""
    table = crypt(begun(), CRYPT)
    assert room(table, "go", direction="south")["ok"]
    return table


def test_a_room_in_which_the_party_has_been_is_drawn_whole(halls: Table) -> None:
    assert "altar" in text(halls, bagName="Crypt") and "altar" in picture(halls.game, name="Crypt")


def test_of_a_room_that_is_known_by_its_door_no_square_is_drawn(halls: Table) -> None:
    vault = {"size": "4x3", "features": [{"is": "pillar", "at": "B2", "called": "idol"}]}
    assert room(halls, "create", name="Vault", direction="east", ground=vault)["ok"]
    assert room(halls, "look")["ok"]
    shown = halls.game.ask({"operation": "map", "ground": True, "bagName": "Vault"}, "manage_room", "full", ANN)
    assert shown["ok"] and "idol" not in str(shown) and "(blank) not in sight so far" in shown["text"], shown["text"]
    assert "idol" not in picture(halls.game, name="Vault")
    assert "idol" in str(room(halls, "map", ground=True, bagName="Vault", everything=True))

