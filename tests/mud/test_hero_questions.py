"""A hero by questions: every answer is checked where it is given, and the hero is what was asked for."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.mud.session import Session


@pytest.fixture(params=["5.1", "5.2"])
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    with open_campaign(":memory:", ruleset=request.param, seed=2) as game:
        yield Session(game)


def answers(session: Session, *lines: str) -> str:
    told = ""
    for line in lines:
        told = session.hear(line) or ""
    return told


def sheet(session: Session) -> dict[str, Any]:
    answer = session.game.ask({"operation": "character", "characterName": "Brenna"}, "read_campaign", detail="full")
    return dict(answer["results"][0])


def test_the_questions_come_one_by_one_and_end_with_a_hero(session: Session) -> None:
    assert "What is the hero's name?" in answers(session, "hero")
    assert "Which class?" in answers(session, "Brenna")
    assert "Which level" in answers(session, "fighter")
    assert "Which species?" in answers(session, "2")
    assert "Which background?" in answers(session, "dwarf")
    assert "How do you set the ability scores?" in answers(session, "acolyte")
    told = answers(session, "array")
    assert session.me == "Brenna" and "Ability scores: " in told and "skills" in told
    for _ in range(20):
        if not session.is_asked:
            break
        told = answers(session, "later")
    assert "Brenna is ready" in told and not session.is_asked
    assert sheet(session)["stats"]["abilities.str"]["value"] >= 15
    assert "equipped" in sheet(session) and sheet(session)["inventory"]
    assert "Brenna" in answers(session, "look")


def test_what_does_not_fit_is_asked_again(session: Session) -> None:
    assert "did you mean fighter?" in answers(session, "hero", "Brenna", "fihgter")
    assert "is no level" in answers(session, "fighter", "21")
    answers(session, "3", "dwarf", "acolyte")
    assert "neither array" in answers(session, "best")
    assert "costs 54 points of 27" in answers(session, "buy", "15 15 15 15 15 15")
    told = answers(session, "15 14 13 12 10 8")
    assert session.me == "Brenna" and "skills" in told
    assert "cannot choose" in answers(session, "juggling, dancing")
    answers(session, "athletics, perception")
    assert sheet(session)["stats"]["skills.athletics"]["value"] > sheet(session)["stats"]["skills.arcana"]["value"]


def test_the_dice_and_a_better_score(session: Session) -> None:
    told = answers(session, "hero", "Brenna", "fighter", "4", "dwarf", "acolyte", "roll")
    assert "Ability scores:" in told
    before = sheet(session)["stats"]["abilities.dex"]["value"]
    for _ in range(20):
        if ": asi (" in told:
            break
        told = answers(session, "later")
    answers(session, "dex 1 con 1")
    assert sheet(session)["stats"]["abilities.dex"]["value"] == before + 1


def test_the_scores_of_a_background_are_chosen_by_points() -> None:
    with open_campaign(":memory:", ruleset="5.2") as game:
        session = Session(game)
        told = answers(session, "hero", "Brenna", "cleric", "1", "dwarf", "acolyte", "array")
        for _ in range(20):
            if ": ability scores (" in told:
                break
            told = answers(session, "later")
        before = sheet(session)["stats"]["abilities.wis"]["value"]
        assert "of int, wis, cha" in told and "cannot" in answers(session, "str 2 dex 1")
        answers(session, "wis 2 cha 1")
        assert sheet(session)["stats"]["abilities.wis"]["value"] == before + 2


def test_a_name_that_is_taken_is_asked_again(session: Session) -> None:
    told = answers(session, "hero", "party", "fighter", "1", "dwarf", "acolyte", "array")
    assert "Another name?" in told
    answers(session, "Brenna", "array")
    assert session.me == "Brenna"


def test_stop_makes_nobody(session: Session) -> None:
    rev = session.game.store.rev(session.game.campaign.id)
    assert "No hero was made" in answers(session, "hero", "Brenna", "stop")
    assert session.game.store.rev(session.game.campaign.id) == rev and not session.is_asked
    assert "Lobby" in answers(session, "look")


def test_a_caster_chooses_from_the_spells_of_the_class(session: Session) -> None:
    told = answers(session, "hero", "Brenna", "wizard", "1", "elf", "acolyte", "array")
    for _ in range(20):
        if ": cantrips (" in told:
            break
        told = answers(session, "later")
    assert "Fire Bolt" in told
    answers(session, "Fire Bolt, Light, Mage Hand")
    assert "Fire Bolt" in answers(session, *["later"] * 12, "spells")


def test_an_option_is_chosen_by_its_number_too(session: Session) -> None:
    assert "There is no '13'" in answers(session, "hero", "Brenna", "13")
    assert "Which level" in answers(session, "5")
    answers(session, "1", "human", "acolyte", "array")
    assert "fighter 1" in answers(session, "stop", "party")
