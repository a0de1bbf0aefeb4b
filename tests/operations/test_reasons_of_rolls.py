"""The answers of a fight give the dice and the causes of each roll, and tell players no cause that they may not know."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.operations.callers import GM, Caller


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=5, ruleset="5.2") as game:
        tell(
            game,
            "manage_character",
            operation="create",
            name="Mira",
            character={"classes": ["wizard 5"], "abilities": {"int": 18}, "hpMax": 400},
        )
        tell(game, "manage_character", operation="create", name="Grub", template="Ogre")
        yield game


def tell(game: Game, tool: str, caller: Caller = GM, **payload: Any) -> str:
    answer = game.ask(payload, tool, "brief", caller)
    assert answer["ok"], answer["text"]
    return str(answer["text"])


def test_initiative_shows_its_dice(game: Game) -> None:
    told = tell(game, "execute_action", operation="start_fight", names=["Mira", "Grub"], d20={"Mira": 14, "Grub": 9})
    assert "Rolled: Mira 14; Grub 9-1 = 8." in told, told


def test_a_mode_names_its_cause(game: Game) -> None:
    for name in ("Mira", "Grub"):
        tell(game, "manage_condition", operation="apply", characterName=name, condition="poisoned")
    attack = {"operation": "attack", "characterName": "Mira", "targetName": "Grub"}
    assert "with disadvantage (poisoned)" in tell(game, "execute_action", **attack)
    assert "disadvantage: poisoned)" in tell(
        game, "execute_action", operation="act", characterName="Grub", act="Greatclub", targets=["Mira"]
    )
    check = {"operation": "check", "characterName": "Mira", "skill": "stealth"}
    assert "(disadvantage: poisoned)" in tell(game, "execute_action", **check)
    assert "(disadvantage)" in tell(game, "execute_action", Caller("player", characters=("Mira",)), **check)


def test_an_act_shows_the_dice_of_the_save_for_concentration(game: Game) -> None:
    tell(game, "execute_action", operation="cast", characterName="Mira", spell="Fly", targets=["Mira"])
    greatclub = {"operation": "act", "characterName": "Grub", "act": "Greatclub", "targets": ["Mira"]}
    told = next(text for text in (tell(game, "execute_action", **greatclub) for _ in range(20)) if "CON save" in text)
    assert "Rolled for concentration: " in told, told


def test_an_undo_of_a_death_says_who_lives_again(game: Game) -> None:
    tell(game, "execute_action", operation="damage", characterName="Mira", amount=2000, damageType="fire")
    assert "Mira is no longer dead." in tell(game, "execute_action", operation="undo")
    assert "Mira is dead again." in tell(game, "execute_action", operation="undo")
