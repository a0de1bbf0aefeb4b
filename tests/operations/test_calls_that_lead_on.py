"""What an evening of play asked for: a refusal or an answer names the call that works, and no key of a call is dropped in silence."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game

EVOKER = {"classes": ["wizard 10"], "abilities": {"int": 18}, "choices": {"subclass": "Evoker"}}


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=5, ruleset="5.2") as game:
        tell(game, "manage_character", operation="create", name="Mira", character=EVOKER)
        tell(game, "manage_character", operation="create", name="Rusk", character={"classes": ["fighter 5"], "party": True})
        tell(game, "manage_character", operation="create", template="Ogre")
        yield game


def ask(game: Game, tool: str, caller: Caller = GM, **payload: Any) -> Any:
    return game.ask(payload, tool, "brief", caller)


def tell(game: Game, tool: str, **payload: Any) -> str:
    answer = ask(game, tool, **payload)
    assert answer["ok"], answer["text"]
    return str(answer["text"])


def refused(game: Game, tool: str, **payload: Any) -> str:
    answer = ask(game, tool, **payload)
    assert not answer["ok"], answer["text"]
    return str(answer["text"])


def test_an_attack_with_an_opportunity_attack_leads_to_the_reaction(game: Game) -> None:
    told = refused(game, "execute_action", operation="attack", characterName="Rusk", targetName="Ogre", **{"with": ["Opportunity Attack"]})
    assert 'Send instead: {"operation": "act", "act": "Opportunity Attack", "characterName": "Rusk", "targets": ["Ogre"]}' in told


def test_influence_names_the_check_with_its_dc(game: Game) -> None:
    influence = {"operation": "act", "characterName": "Rusk", "act": "Influence"}
    told = tell(game, "execute_action", **influence, targets=["Ogre"])
    assert "execute_action check" in told and told.endswith("The DC is 15.")
    assert "The DC is 18." in tell(game, "execute_action", **influence, targets=["Mira"])  # her Intelligence is higher than 15
    assert "hostile" in tell(game, "read_campaign", operation="lookup", query="attitude")


def test_ready_says_beforehand_how_a_spell_is_readied(game: Game) -> None:
    assert "A spell takes no act Ready: cast it and name ready in with" in tell(game, "read_campaign", operation="lookup", query="Ready")


def test_names_to_spare_need_somebody_who_can_spare(game: Game) -> None:
    cast = {"operation": "cast", "characterName": "Mira", "spell": "Fireball", "targets": ["Rusk", "Ogre"], "choice": {"spared": "Rusk"}}
    assert "Rusk" in tell(game, "execute_action", **cast)
    own = {**cast, "characterName": "Rusk", "force": True}
    assert "spared" in refused(game, "execute_action", **own)


def test_escape_takes_no_target(game: Game) -> None:
    tell(game, "manage_condition", operation="apply", characterName="Rusk", condition="grappled")
    told = refused(game, "execute_action", operation="act", characterName="Rusk", act="Escape", targets=["Ogre"])
    assert "Escape affects only its own user, not Ogre" in told


def test_foes_among_the_names_of_an_encounter_are_measured_without_the_names(game: Game) -> None:
    told = refused(game, "read_campaign", operation="encounter", names=["Ogre"])
    assert "names takes those for whom the encounter is measured" in told and 'Send instead: {"operation": "encounter"}' in told


def test_the_things_of_a_room_are_not_hidden_behind_the_verbs_of_the_game(game: Game) -> None:
    tell(game, "manage_inventory", operation="give", bagName="Lobby", template="Torch")
    told = tell(game, "read_campaign", operation="inventory", scope="here")
    assert told.startswith("Room contents:") and "Torch" in told and "rpg:look" not in told and "verbs of the game" in told
    assert "rpg:look" in tell(game, "read_campaign", operation="inventory", scope="all")


def test_a_class_and_a_level_without_spells_show_the_class(game: Game) -> None:
    told = tell(game, "read_campaign", operation="lookup", query="rogue level 4")
    assert told.startswith("Rogue 4: proficiency bonus +2; hit dice 4d8.")
    assert "trained with light armor, simple weapons" in tell(game, "read_campaign", operation="lookup", query="rogue")
    assert "casts with INT" in tell(game, "read_campaign", operation="lookup", query="wizard")
    assert "spells" in tell(game, "read_campaign", operation="lookup", query="wizard level 5")
    assert "no entry" in refused(game, "read_campaign", operation="lookup", query="ogre level 4")


def test_the_card_of_a_rider_is_in_words(game: Game) -> None:
    told = tell(game, "read_campaign", operation="lookup", query="Sculpt Spells")
    assert "On spells of evocation: spares up to 1 + slot level of the targets" in told and "sparedHalf" not in told


def test_a_transfer_from_another_room_says_so(game: Game) -> None:
    tell(game, "manage_room", operation="create", name="Cellar", direction="down")
    tell(game, "manage_character", operation="create", name="Cutthroat", template="Bandit", roomName="Cellar")
    tell(game, "manage_inventory", operation="give", characterName="Cutthroat", template="Torch", quantity=2)
    taken = {"operation": "transfer", "characterName": "Cutthroat", "toCharacterName": "Mira", "itemName": "Torch"}
    assert "It goes from Cellar to Lobby without anybody walking" in tell(game, "manage_inventory", **taken)
    back = {**taken, "characterName": "Mira", "toCharacterName": "Rusk"}
    assert "without anybody walking" not in tell(game, "manage_inventory", **back)
