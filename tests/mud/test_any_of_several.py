"""A name that fits several creatures of a kind means any of them: the first that stands, which the answer names."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.mud.parse import parse
from rpg_lite.mud.session import Session
from rpg_lite.mud.solo import SoloSession
from tests.mud.places import CAVE, RATS, called

KIN = called("Rat", "c2.1")


@pytest.mark.pure
@pytest.mark.parametrize("line", ["attack rat", "attack the giant rat", "cast fire bolt at rat", "act shove at rat", "shove at rat"])
def test_a_target_is_the_first_that_stands(line: str) -> None:
    for down, meant in ((0, "c1.1"), (1, "c1.2"), (2, "c1.3")):
        lying = tuple(replace(rat, down=n < down) for n, rat in enumerate(RATS))
        asked = parse(line, replace(CAVE, people=lying))
        assert isinstance(asked, Ask) and meant in (asked.payload.get("targetId"), *asked.payload.get("targets", ()))


@pytest.mark.pure
def test_a_number_still_means_that_one() -> None:
    asked = parse("attack rat 2", CAVE)
    assert isinstance(asked, Ask) and asked.payload["targetId"] == "c1.2"


@pytest.mark.pure
def test_different_kinds_and_the_party_are_asked_about() -> None:
    mixed = replace(CAVE, people=(*RATS, called("Rat Catcher", "c3.1", "Rat")))
    friends = replace(CAVE, members=("Ada", "Giant Rat 1"), people=RATS)
    for scene in (mixed, friends):
        assert "matches several here" in str(parse("attack rat", scene))


@pytest.mark.pure
def test_a_fight_with_a_kind_is_with_all_of_it() -> None:
    asked = parse("fight rats", CAVE)
    assert isinstance(asked, Ask) and asked.payload["names"] == ["party", "c1.1", "c1.2", "c1.3"]


@pytest.fixture(params=[Session, SoloSession])
def session(request: pytest.FixtureRequest) -> Iterator[Session]:
    with open_campaign(seed=2) as game:
        made: Session = request.param(game)
        made.hear("hero Ada fighter 3")
        assert game.ask({"operation": "create", "template": "Giant Rat", "count": 3}, "manage_character")["ok"]
        made.hear("look")
        yield made


def test_the_answer_names_the_creature_and_calls_still_ask(session: Session) -> None:
    assert "Ada attacks Giant Rat 1 " in str(session.hear("attack rat"))
    refused = session.game.ask({"operation": "attack", "characterName": "Ada", "targetName": "rat"}, "execute_action")
    assert not refused["ok"] and all(f"Giant Rat {n}" in refused["text"] for n in (1, 2, 3))
