"""A program asks as a player or a viewer, by role and characters, on a thread or on an event loop."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

import rpg_lite
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.rules.document_validation import DocumentFault

HEROES = [{"operation": "create", "name": name, "character": {"classes": ["fighter 1"]}} for name in ("Mira", "Bo")]
GIVE = {"operation": "give", "characterName": "Mira", "item": "Rope"}


@pytest.fixture
def game() -> Iterator[Game]:
    with rpg_lite.open_campaign(":memory:") as game:
        assert game.ask({"batch": HEROES}, "manage_character")["ok"]
        yield game


@pytest.mark.parametrize("named", [{"role": "player", "characters": ["Mira"]}, {"characters": ["Mira"]}])
def test_a_player_acts_for_the_own_character_alone(game: Game, named: dict[str, Any]) -> None:
    def roll(who: str) -> dict[str, Any]:
        return game.ask({"operation": "check", "characterName": who, "skill": "stealth"}, "execute_action", **named)

    assert roll("Mira")["ok"]
    assert roll("Bo")["error"]["code"] == "not_yours"
    assert not game.ask(GIVE, **named)["ok"] and game.ask(GIVE)["ok"]


def test_a_viewer_only_reads(game: Game) -> None:
    assert game.ask({"operation": "look"}, "manage_room", role="viewer")["ok"]
    refused = game.ask({"operation": "check", "characterName": "Mira", "skill": "stealth"}, "execute_action", role="viewer")
    assert refused["error"]["code"] == "not_allowed"


@pytest.mark.parametrize(
    ("named", "kind", "told"),
    [
        ({"role": "admin"}, ValueError, "role takes gm, player, viewer, not 'admin'"),
        ({"characters": "Mira"}, TypeError, r"characters takes a list of names such as \['Mira'\]"),
        ({"role": "player", "caller": Caller("viewer")}, ValueError, "either caller, or role and characters"),
    ],
)
def test_a_caller_that_is_none_is_an_error_and_nothing_happens(game: Game, named: dict[str, Any], kind: type[Exception], told: str) -> None:
    before = game.ask({"operation": "look"}, "manage_room")["rev"]
    with pytest.raises(kind, match=told):
        game.ask(GIVE, **named)
    assert game.ask({"operation": "look"}, "manage_room")["rev"] == before


def test_a_caller_never_owns_the_letters_of_a_name() -> None:
    with pytest.raises(TypeError, match=r"characters takes a list of names such as \['Mira'\]"):
        Caller("player", characters="Mira")  # type: ignore[arg-type]


def test_an_event_loop_asks_twenty_times_at_once(game: Game) -> None:
    async def evening() -> list[dict[str, Any]]:
        return await asyncio.gather(*(game.ask_async(GIVE) for _ in range(20)), game.ask_async(GIVE, characters=["Mira"]))

    *given, refused = asyncio.run(evening())
    assert len({answer["rev"] for answer in given}) == 20
    assert not refused["ok"]


@pytest.mark.parametrize("document", [{"character": {"level": "many"}}, {"charakter": {}}])
def test_a_document_with_faults_is_our_error_with_the_place(document: dict[str, Any]) -> None:
    with pytest.raises(DocumentFault) as raised:
        rpg_lite.effective(document)
    assert raised.value.faults[0][0] in ("character.level", "charakter") and "pydantic" not in str(raised.value)
    with pytest.raises(DocumentFault):
        rpg_lite.play("Fireball", document)
