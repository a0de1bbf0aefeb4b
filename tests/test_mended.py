"""Fixes that must stay: a reader found each of them, not a table row."""

import pytest

import rpg_lite
from rpg_lite.game import Game
from tests.copies import begun


def campaign() -> Game:
    game = begun()
    for name in ("Thorin", "Elara"):
        game.ask({"operation": "create", "name": name, "character": {"classes": ["fighter 5"]}}, "manage_character")
    return game


def test_an_undo_closes_no_circle_of_bags():
    game = campaign()

    def bag(name, into):
        item = {"name": name, "type": "adventuring_gear", "weight": 1, "container": {}}
        return game.ask({**into, "operation": "give", "item": item})

    bag("Abag", {"characterName": "Elara"}), bag("Cbag", {"characterName": "Elara"})
    bag("Bbag", {"bagName": "Cbag"}), bag("Dbag", {"bagName": "Abag"})
    game.ask({"characterName": "Elara", "operation": "transfer", "itemName": "Abag", "toName": "Bbag"})
    moved = game.ask({"characterName": "Elara", "operation": "transfer", "itemName": "Abag", "toCharacterName": "Thorin"})
    inside = game.ask({"characterName": "Elara", "operation": "transfer", "itemName": "Cbag", "toName": "Dbag"})
    assert moved["ok"] and inside["ok"]
    assert game.ask({"operation": "undo", "rev": moved["rev"]})["error"]["code"] == "undo_blocked"


def test_a_request_id_holds_for_what_changed_nothing_too():
    game = campaign()
    game.ask({"characterName": "Thorin", "operation": "give", "template": "Shield", "equip": True})
    wear = {"characterName": "Thorin", "operation": "equip", "itemName": "Shield", "requestId": "q1"}
    game.ask(wear)
    game.ask({"characterName": "Thorin", "operation": "unequip", "itemName": "Shield"})
    assert game.ask(wear)["repeated"] is True


@pytest.mark.parametrize("entry", [{"item": "Flame Tongue", "base": "Club"}, {"item": "Ioun Stone", "variant": "mauve"}])
def test_a_sheet_of_what_cannot_be_made_says_so(entry):
    assert rpg_lite.effective({"carried": [entry]}, rpg_lite.rulebook()).errors == ("unknown_item",)


def test_an_update_that_changes_nothing_does_not_say_it_did():
    game = campaign()
    answer = game.ask({"operation": "update", "characterName": "Thorin", "character": {"classes": ["fighter 5"]}}, "manage_character")
    assert "nothing changed" in answer["text"] and "updated" not in answer["text"]


def test_heroism_drunk_gives_its_dice_and_its_points():
    game = campaign()
    game.ask({"characterName": "Thorin", "operation": "give", "template": "Potion of Heroism"})
    game.ask({"characterName": "Thorin", "operation": "use", "itemName": "Potion of Heroism"})
    sheet = game.ask({"characterName": "Thorin", "operation": "view"})["results"][0]["sheet"]
    assert sheet["tempHp"] == 10 and sheet["dice"]["attack.all"] == ["1d4"]
