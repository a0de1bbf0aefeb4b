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
    assert "Brenna still has to choose: fighter skills" in told and "is ready" not in told and not session.is_asked
    assert sheet(session)["stats"]["abilities.str"]["value"] >= 15
    assert "equipped" in sheet(session) and sheet(session)["inventory"]
    assert "Brenna" in answers(session, "look")


def test_what_does_not_fit_is_asked_again(session: Session) -> None:
    assert "did you mean fighter?" in answers(session, "hero", "Brenna", "fihgter")
    assert "is not a level" in answers(session, "fighter", "21")
    answers(session, "3", "dwarf", "acolyte")
    assert "neither array" in answers(session, "best")
    assert "costs 54 points of 27" in answers(session, "buy", "15 15 15 15 15 15")
    told = answers(session, "15 14 13 12 10 8")
    assert session.me == "Brenna" and "skills" in told
    assert "is none of these" in answers(session, "juggling, dancing")
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
        assert "of int, wis, cha" in told and "does not fit; write int 2 wis 1" in answers(session, "str 2 dex 1")
        answers(session, "wis 2 cha 1")
        assert sheet(session)["stats"]["abilities.wis"]["value"] == before + 2


def test_a_name_that_is_taken_is_asked_again(session: Session) -> None:
    assert "Another name?" in answers(session, "hero", "party")
    assert "Another name?" in answers(session, "floor", "fighter", "1", "dwarf", "acolyte", "array")
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


def until(session: Session, question: str, told: str) -> str:
    """Leave open what comes before this question."""
    for _ in range(20):
        if f": {question} (" in told:
            return told
        told = answers(session, "later")
    raise AssertionError(f"nobody asked for {question}")


def test_a_choice_that_is_made_word_by_word_keeps_every_word(session: Session) -> None:
    told = until(session, "skills", answers(session, "hero", "Brenna", "fighter", "1", "dwarf", "acolyte", "array"))
    assert "2 of them" in told and "insight" not in told  # the background gives insight
    told = answers(session, "athletics")
    assert "skills (one of them" in told and "athletics" not in told
    assert "has athletics already" in answers(session, "athletics") and ": skills (" not in answers(session, "perception")
    choices = session.game.ask({"operation": "export", "characterName": "Brenna"}, "manage_character")["results"][0]["document"][
        "character"
    ]
    assert choices["choices"]["skills"] == ["athletics", "perception"]


def test_only_a_language_that_the_hero_lacks_is_one_to_choose(session: Session) -> None:
    told = until(session, "languages", answers(session, "hero", "Brenna", "fighter", "1", "human", "acolyte", "array"))
    assert "Common," not in told
    assert all("is none of these" in answers(session, word) for word in ("klingon", "Common"))
    assert "languages (" in answers(session, "what is smith's tools?")
    answers(session, "Orc"), answers(session, "Giant")
    told = answers(session, "stop", "sheet")
    assert "Orc" in told and "Giant" in told and "Klingon" not in told


def test_the_cantrip_of_a_species_comes_after_those_of_the_class() -> None:
    with open_campaign(":memory:") as game:
        session = Session(game)
        told = until(session, "cantrips", answers(session, "hero", "Brenna", "wizard", "1", "high elf", "acolyte", "array"))
        told = until(session, "species cantrip", answers(session, "Light, Mage Hand, Mending"))
        assert "Fire Bolt" in told and "species cantrip" not in answers(session, "Fire Bolt")
        told = answers(session, "stop", "sheet")
        assert "Cantrips: Light, Mage Hand, Mending, Fire Bolt" in told and "cantrip at" not in told


@pytest.mark.parametrize("typed", ["con and str", "Con +1, Str +1", "constitution 1 strength 1"])
def test_points_of_a_species_are_typed_as_people_write_them(typed: str) -> None:
    with open_campaign(":memory:") as game:
        session = Session(game)
        told = until(session, "ability scores", answers(session, "hero", "Brenna", "cleric", "1", "half elf", "acolyte", "array"))
        assert "str 1 dex 1" in told and "{" not in told
        before = sheet(session)["stats"]["abilities.con"]["value"]
        assert "{" not in answers(session, "later") + answers(session, "stop", f"choose ability scores {typed}")
        assert sheet(session)["stats"]["abilities.con"]["value"] == before + 1


def test_improvements_add_up_and_a_feat_is_one_of_the_rules(session: Session) -> None:
    told = until(session, "asi", answers(session, "hero", "Brenna", "fighter", "6", "dwarf", "acolyte", "array"))
    before = sheet(session)["stats"]["abilities.dex"]["value"]
    assert ": asi (" in answers(session, "Juggling")
    answers(session, "dex 2"), answers(session, "dex 2")
    assert told and sheet(session)["stats"]["abilities.dex"]["value"] == before + 4


def test_what_was_left_open_is_chosen_later(session: Session) -> None:
    answers(session, "hero", "Brenna", "fighter", "3", "dwarf", "acolyte", "array", "stop")
    assert "fighter subclass" in answers(session, "choose skills athletics, perception")
    assert "subclass" not in answers(session, "choose Champion")
    assert "Which choice of Brenna" in answers(session, "choose nonsense") and "(stop ends" in answers(session, "choose")
    assert "still has to choose" in answers(session, "stop") and not session.is_asked


def test_a_hero_of_one_line_is_one_of_the_rules_and_says_what_it_lacks(session: Session) -> None:
    assert "scores of 10 and no gear" in answers(session, "hero Brenna fighter")
    assert "did you mean fighter?" in answers(session, "hero Zed figther")
    assert "There is no class 'blacksmith'" in answers(session, "hero Zed blacksmith")
    assert "There is no species 'marsupial'" in answers(session, "hero Zed wizard 3 marsupial")
    assert "Zed" not in answers(session, "party")
    assert "Zed is in Lobby" in answers(session, "hero Zed blacksmith --force")


def test_two_heroes_of_one_name_are_not_made(session: Session) -> None:
    answers(session, "hero Brenna fighter")
    assert "in the party already" in answers(session, "hero Brenna wizard")
    assert "in the party already" in answers(session, "hero", "brenna") and "is a verb" in answers(session, "look")
    answers(session, "Bo")
    assert "Which level" in answers(session, "fighter")


def test_a_name_that_somebody_else_has_makes_a_hero_with_all_choices(session: Session) -> None:
    session.game.ask({"operation": "create", "name": "Brenna", "character": {"hpMax": 4}}, "manage_character")
    told = until(session, "skills", answers(session, "hero", "Brenna", "fighter", "1", "dwarf", "acolyte", "array"))
    assert ": skills (" in told
    answers(session, "athletics, perception", "stop")
    assert "athletics" in answers(session, "sheet")


def test_scores_bought_twice_need_no_second_word() -> None:
    with open_campaign(":memory:", seed=1) as game:
        session = Session(game)
        for line in ("hero", "Odo", "cleric", "1", "human", "acolyte", "point buy"):
            session.hear(line)
        assert "points of 27" in str(session.hear("15 15 15 13 10 10"))
        assert "Refused" not in str(session.hear("15 14 13 10 10 10"))
        session.hear("stop")
        assert "STR 16" in str(session.hear("sheet"))


def test_a_hero_of_one_line_has_the_background_that_it_names(session: Session) -> None:
    assert "Brenna has no background" in answers(session, "hero Brenna fighter")
    assert "did you mean Acolyte?" in answers(session, "hero Ilse wizard 1 elf background acolite")
    assert "no background" not in answers(session, "hero Ilse wizard 1 elf background acolyte")
    assert "Elf wizard 1, acolyte" in answers(session, "sheet") and "elf wizard 1, acolyte" in answers(session, "party")


@pytest.mark.parametrize(
    "line",
    ["choose languages Orc, species cantrip Light", "choose species cantrip Light; languages Orc", "choose languages orc and species cantrip light", "choose Light, Orc"],
)  # fmt: skip
def test_two_choices_of_one_line_are_both_made(line: str) -> None:
    with open_campaign(":memory:") as game:
        session = Session(game)
        answers(session, "hero Brenna fighter 1 high elf", "choose skills athletics, history", "choose fighting style Defense")
        assert "has nothing left to choose" in answers(session, line)
        told = answers(session, "sheet")
        assert "Cantrips: Light" in told and "Orc" in told


def test_of_two_choices_neither_is_made_if_one_does_not_fit() -> None:
    with open_campaign(":memory:") as game:
        session = Session(game)
        answers(session, "hero Brenna fighter 1 high elf")
        assert "is none of these" in answers(session, "choose languages Orc, species cantrip Bless")
        assert "languages" in answers(session, "choose nonsense")


def test_of_two_heroes_the_line_names_the_one_who_chooses(session: Session) -> None:
    assert "choose by Ilse asks for each" in answers(session, "hero Brenna fighter", "hero Ilse fighter")
    told = answers(session, "as party", "choose skills athletics, perception")
    assert "choose skills athletics, perception by Brenna, or choose skills athletics, perception by Ilse" in told
    assert "choose by Brenna, or choose by Ilse" in answers(session, "choose")
    assert "Ilse still has to choose" in answers(session, "choose skills athletics, perception by Ilse")
    told = answers(session, "choose nonsense by Ilse")
    assert "choose fighting style … by Ilse" in told and "choose by Ilse asks" in told
