"""Whoever is stopped by an answer to an answer on its walk lies where it was struck, and not where the walk would have ended."""

from tests.copies import laid_alike
from tests.operations.crypts import SCORES, fought, put, turn_of
from tests.operations.dice import let
from tests.operations.table import Table, snapshot

STRUCK, ENDED = (5, 6), (13, 6)


@laid_alike
def hit(hp: int, **more: str) -> Table:
    """An ogre with so many hit points walks away from Vow, a paladin, whose opportunity attack takes 4 of them."""
    table = fought("5.1", {"size": "20x20"})
    table.did("create", name="Vow", character={"classes": {"paladin": 5}, "party": True, "abilities": SCORES}, roomName="Crypt")
    table.did("give", "Vow", template="Longsword", equip=True)
    table.did("start_fight", names=["Vow"])
    table.did("update", "Ogre", character={"hpMax": 30, "hp": hp})
    turn_of(table, "Ogre")
    put(table, Ogre="F7", Vow="E7", Oda="A1", Pip="A2", Goblin_1="T20", Goblin_2="T19")
    table.did("move", "Ogre", to="N7")
    let(table, 18).did("act", "Vow", act="Opportunity Attack", answer=True)
    assert table.hp("Ogre") == hp - 4 and square(table) == ENDED
    return table


def square(table: Table) -> tuple[int, int]:
    spot = table.thing("Ogre").state.spot
    assert spot is not None
    return spot.x, spot.y


def test_a_smite_that_kills_a_walker_leaves_it_where_it_was_struck() -> None:
    table = hit(6)
    before = snapshot(table.game).world
    told = table.did("act", "Vow", act="Divine Smite", answer=True)
    assert "Ogre comes no further than where it was struck." in told["text"] and square(table) == STRUCK
    table.did("undo", rev=told["rev"])
    assert snapshot(table.game).world == before and square(table) == ENDED


def test_whoever_can_still_go_or_has_gone_on_stays() -> None:
    table = hit(20)
    assert "no further" not in table.did("act", "Vow", act="Divine Smite", answer=True)["text"] and square(table) == ENDED
    table = hit(6)
    put(table, Ogre="N9")
    assert "no further" not in table.did("act", "Vow", act="Divine Smite", answer=True)["text"] and square(table) != STRUCK
