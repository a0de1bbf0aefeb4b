"""Zones: who is inside, what plays there, and when they end."""

import pytest

from tests.operations.worlds import GOBLIN, Sandbox

pytestmark = pytest.mark.pure
BRAN = {"classes": ["cleric 5"], "abilities": {"wis": 16, "con": 14}}
ELARA = {"classes": ["wizard 5"], "abilities": {"int": 18, "con": 14}}


@pytest.fixture
def box() -> Sandbox:
    table = Sandbox()
    for name, character in (("Bran", BRAN), ("Elara", ELARA), ("Ogre", {**GOBLIN, "hpMax": 90, "abilities": {"dex": 8, "wis": 7}})):
        table.accept("create", name=name, character=character)
    table.let(15)
    table.accept("start_fight", names=["Bran", "Elara", "Ogre"])
    return table


def thing(box: Sandbox, name: str):  # type: ignore[no-untyped-def]
    return next(t for t in box.world.things.values() if t.kind == "character" and t.name == name)


def turns(box: Sandbox, name: str) -> str:
    """Play turns until it is this creature's; the text of the last answer."""
    for _ in range(4):
        text = str(box.send({"operation": "next_turn"}, "execute_action")["text"])
        if f"{name}'s turn" in text:
            return text
    raise AssertionError(text)


def test_a_zone_hurts_whoever_starts_a_turn_in_it(box: Sandbox) -> None:
    box.accept("cast", "Bran", spell="Spirit Guardians", targets=["Ogre"], choice="radiant")
    assert list(thing(box, "Bran").creature.zones)
    box.let(2, face=4)
    text = turns(box, "Ogre")
    assert "Spirit Guardians" in text and thing(box, "Ogre").creature.hp == 90 - 12


def test_a_zone_ends_with_its_concentration(box: Sandbox) -> None:
    box.accept("cast", "Bran", spell="Spirit Guardians", targets=["Ogre"], choice="radiant")
    box.accept("cast", "Bran", spell="Bless", targets=["Bran"])
    assert not thing(box, "Bran").creature.zones
    assert not thing(box, "Ogre").creature.effects


def test_entering_plays_and_leaving_lets_go(box: Sandbox) -> None:
    box.accept("cast", "Elara", spell="Web")
    box.let(2)
    told = box.send({"operation": "act", "characterName": "Ogre", "act": "enter", "zone": "Web"}, "execute_action")
    assert "Ogre enters Web" in told["text"] and "restrained" in told["text"], told["text"]
    assert [c.name for c in thing(box, "Ogre").creature.conditions] == ["restrained"]
    told = box.send({"operation": "act", "characterName": "Ogre", "act": "leave", "zone": "Web"}, "execute_action")
    assert told["ok"] and not thing(box, "Ogre").creature.conditions


@pytest.mark.parametrize(
    ("fields", "code"), [({"act": "enter", "zone": "Fog"}, "zone_unknown"), ({"act": "eat", "zone": "Web"}, "zone_act_unknown")]
)
def test_an_unknown_zone_or_word_is_refused(box: Sandbox, fields: dict[str, str], code: str) -> None:
    box.accept("cast", "Elara", spell="Web")
    assert box.reject(code, "act", "Ogre", **fields).allowed


def test_ones_own_aura_spares_oneself(box: Sandbox) -> None:
    box.accept("cast", "Bran", spell="Spirit Guardians", choice="radiant")
    before = thing(box, "Bran").creature.hp
    turns(box, "Elara")
    turns(box, "Bran")
    assert thing(box, "Bran").creature.hp == before


def test_entering_one_zone_plays_nothing_of_another(box: Sandbox) -> None:
    box.let(1)
    box.accept("cast", "Elara", spell="Web", targets=["Ogre"])
    box.accept("cast", "Bran", spell="Spirit Guardians", choice="radiant")
    text = str(
        box.send({"operation": "act", "characterName": "Ogre", "act": "enter", "zone": "Spirit Guardians"}, "execute_action")["text"]
    )
    assert "Spirit Guardians: " in text and "Web" not in text
