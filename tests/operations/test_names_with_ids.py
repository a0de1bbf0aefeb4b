"""A name is taken as a refusal lists it, with its id: "Ann (c2.1) in Lobby"."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.game import Game

Json = dict[str, Any]
CALLS: list[tuple[str, Json]] = [
    ("read_campaign", {"operation": "character", "characterName": "{}"}),
    ("manage_character", {"operation": "update", "characterName": "{}", "character": {"hp": 3}}),
    ("manage_inventory", {"operation": "give", "characterName": "{}", "template": "Torch"}),
    ("manage_inventory", {"operation": "transfer", "characterName": "Bob", "itemName": "Rope", "toCharacterName": "{}"}),
    ("execute_action", {"operation": "damage", "characterName": "{}", "amount": 1, "damageType": "fire"}),
    ("execute_action", {"operation": "attack", "characterName": "Bob", "targetName": "{}"}),
    ("execute_action", {"operation": "act", "characterName": "Bob", "act": "Help", "choice": {"choice": "check"}, "targets": ["{}"]}),
    ("execute_action", {"operation": "start_fight", "names": ["{}", "Bob"]}),
    ("manage_condition", {"operation": "apply", "characterName": "{}", "condition": "prone"}),
    ("keep_journal", {"operation": "say", "characterName": "Bob", "toName": "{}", "text": "hi"}),
    ("keep_journal", {"operation": "say", "characterName": "{}", "text": "hi"}),
    ("keep_journal", {"operation": "tell", "names": ["{}"], "text": "hi"}),
    ("read_campaign", {"operation": "context", "forName": "{}"}),
    ("manage_room", {"operation": "join", "toName": "Lobby", "names": ["{}"]}),
]


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        for name in ("Ann", "Ann", "Bob"):
            made = {"operation": "create", "name": name, "character": {"classes": ["fighter 1"], "party": True}}
            assert game.ask(made, "manage_character")["ok"]
        assert game.ask({"operation": "give", "characterName": "Bob", "template": "Rope, hempen"}, "manage_inventory")["ok"]
        yield game


def filled(value: Any, told: str) -> Any:
    if isinstance(value, dict):
        return {key: filled(one, told) for key, one in value.items()}
    return (
        [filled(one, told) for one in value] if isinstance(value, list) else value.replace("{}", told) if isinstance(value, str) else value
    )


@pytest.mark.parametrize(("tool", "payload"), CALLS, ids=[f"{p['operation']} {n}" for n, (_, p) in enumerate(CALLS)])
@pytest.mark.parametrize("is_whole", [True, False])
def test_what_a_refusal_lists_can_be_sent(game: Game, is_whole: bool, tool: str, payload: Json) -> None:
    payload = {key: value.replace("Rope", "Rope, hempen") if key == "itemName" else value for key, value in payload.items()}
    refused = game.ask(filled(payload, "Ann"), tool)
    if payload["operation"] not in ("join",):
        assert not refused["ok"] and refused["error"]["code"] == "name_ambiguous", refused["text"]
        listed = refused["error"]["near"]
        assert len(listed) == 2 and listed[0].startswith("Ann (c")
    else:
        listed = ["Ann (c2.1) in Lobby"]
    told = listed[-1] if is_whole else listed[-1].partition(" in ")[0]
    answer = game.ask(filled(payload, told), tool)
    assert answer["ok"], (told, answer["text"])


def test_a_name_and_an_id_that_disagree_are_refused(game: Game) -> None:
    answer = game.ask({"operation": "character", "characterName": "Bob (c2.1)"}, "read_campaign")
    assert not answer["ok"] and answer["error"]["code"] == "id_and_name_disagree"
