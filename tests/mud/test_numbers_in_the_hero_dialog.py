"""The questions about a hero take the number of each option that they list, say how many are wanted, and take no more."""

import re
from collections.abc import Iterator

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud.session import Session
from rpg_lite.vocabulary import RULESETS

CLASSES = ("fighter", "wizard", "rogue", "cleric", "bard", "druid")


@pytest.fixture(params=RULESETS)
def asked(request: pytest.FixtureRequest) -> Iterator[Session]:
    with open_campaign(seed=1, ruleset=request.param) as game:
        yield Session(game)


def begin(session: Session, kind: str, *, species: str = "human", background: str = "acolyte") -> str:
    for line in ("hero", "Ada", kind, "1", species, background):
        session.hear(line)
    return str(session.hear("array"))


@pytest.mark.parametrize("kind", CLASSES)
def test_numbers_alone_make_every_choice(asked: Session, kind: str) -> None:
    question = begin(asked, kind)
    for _ in range(40):
        if not asked.is_asked:
            break
        how_many = re.search(r"\((?:(\d+) of them|one of them|(\d) cantrips)", question)
        assert how_many or "numbers work, too" in question, question
        listed = question.splitlines()[-1]
        assert re.search(r": 1 \S", listed), question
        later = asked.hear("1")
        assert "none of these" not in str(later) and "does not fit" not in str(later), (question, later)
        question = str(later)
    assert "Ada is ready" in question and "To choose" not in str(asked.hear("sheet"))


@pytest.mark.parametrize("kind", CLASSES)
def test_one_more_than_is_wanted_is_said_and_nothing_is_kept(asked: Session, kind: str) -> None:
    question = begin(asked, kind)
    count = int((re.search(r"\((\d+) of them", question) or [0, 0])[1])
    assert count > 1
    told = str(asked.hear(", ".join(str(n) for n in range(1, count + 2))))
    assert f"That is {count + 1}; Ada chooses {count} of them." in told and f"({count} of them" in told


def test_scores_are_chosen_by_number_and_by_words() -> None:
    for answer in ("1", "2", "int 2, con 1"):
        with open_campaign(seed=1, ruleset="5.2") as game:
            session = Session(game)
            question = begin(session, "fighter", background="sage")
            while "ability scores" not in question.splitlines()[-1]:
                question = str(session.hear("later"))
            assert "1 con 2 int 1, or 2 con 1 int 1 wis 1, of con, int, wis" in question
            assert "does not fit" not in str(session.hear(answer))


def test_magic_initiate_takes_two_cantrips_and_one_spell() -> None:
    with open_campaign(seed=1, ruleset="5.2") as game:
        session = Session(game)
        question = begin(session, "fighter", background="sage")
        while "magic initiate" not in question.splitlines()[-1]:
            question = str(session.hear("later"))
        assert "2 cantrips and 1 spell of level 1" in question
        assert "Ada chooses 2 cantrips and 1 spell of level 1 here." in str(session.hear("Light, Message, Mending"))
        assert "Ada chooses 2 cantrips and 1 spell of level 1 here." in str(session.hear("Shield, Sleep"))
        question = str(session.hear("Light, Message"))
        assert "magic initiate (1 spell of level 1" in question and "Mending" not in question.splitlines()[-1]
        session.hear("Shield")
        assert "magic initiate" not in str(session.hear("stop"))


@pytest.mark.parametrize("word", ["sheet", "Klingon", "99", "0"])
def test_a_word_that_is_no_language_is_refused(word: str) -> None:
    with open_campaign(seed=1) as game:
        session = Session(game)
        question = begin(session, "fighter")
        while "languages" not in question.splitlines()[-1]:
            question = str(session.hear("later"))
        assert "is none of these" in str(session.hear(word))
