"""Lines that people type at a table: doors and chests by plain words, experience, things to strike, and words of the dead."""

from collections.abc import Iterator

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud.session import Session

MADE = (
    "hero Brenna fighter",
    "call manage_room create name=Vault direction=east exitKind=door",
    "call manage_inventory give bagName=floor template=Chest",
)


@pytest.fixture
def player() -> Iterator[Session]:
    with open_campaign(seed=3) as game:
        player = Session(game)
        for line in MADE:
            player.hear(line)
        yield player


def test_the_door_is_the_only_exit_and_the_east_door_the_one_in_the_east(player: Session) -> None:
    for line, told in (
        ("close the door", "the exit east is closed"),
        ("open the east door", "the exit east is open"),
        ("go through the door", "Vault"),
    ):
        assert told in str(player.hear(line)), line


def test_of_several_exits_the_door_is_the_one_with_a_door(player: Session) -> None:
    player.hear("create Cave toward north")
    assert "the exit east is closed" in str(player.hear("close the door"))
    assert "the exit east is open" in str(player.hear("open the east door"))


@pytest.mark.parametrize("line", ["go north gate", "go to the North Gate", "walk to the north gate", "go through the north gate"])
def test_a_room_beyond_an_exit_is_no_door_of_that_name(player: Session, line: str) -> None:
    for made in ("create Hall toward north", "create North Gate toward south"):
        player.hear(made)
    assert "North Gate" in str(player.hear(line)).partition("\n")[0]


def test_to_search_a_chest_is_to_look_into_it(player: Session) -> None:
    assert "Contents: nothing" in str(player.hear("search the chest"))
    assert "found nothing" in str(player.hear("search"))
    assert "found nothing" in str(player.hear("search for traps"))


@pytest.mark.parametrize("line", ["attack the chest", "cast fire bolt at chest"])
def test_a_thing_that_is_struck_needs_the_numbers_of_the_game_master(player: Session, line: str) -> None:
    told = str(player.hear(line))
    assert "Chest is no creature" in told and "only the game master" in told and "{" not in told


def test_the_sheet_counts_experience(player: Session) -> None:
    assert "XP" not in str(player.hear("sheet"))
    player.hear("award 100")
    assert "level 1, 100 XP of 300." in str(player.hear("xp"))


def test_the_dead_speak_by_magic_alone(player: Session) -> None:
    assert "magic" not in str(player.hear("say Hello"))
    player.game.ask({"operation": "damage", "characterName": "Brenna", "amount": 300, "damageType": "fire"}, "execute_action")
    assert "Brenna is dead, and only magic lets the dead speak" in str(player.hear("say Help"))
