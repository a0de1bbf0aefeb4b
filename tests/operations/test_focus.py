"""Private talks: words belong to the talk on which the game master focuses, and the context tells it alone until it ends."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.operations.callers import GM, Caller

THORIN = Caller("player", characters=("Thorin",))
ALOUD = Caller("gm", aloud=True)


@pytest.fixture
def evening() -> Iterator[Game]:
    """Words before a talk with Marra, words in it, and a deed."""
    with open_campaign(":memory:", seed=1) as game:
        for name, party in (("Thorin", True), ("Marra", False), ("Odo", False)):
            did(game, "manage_character", "create", name=name, character={"hpMax": 12, "party": party})
        did(game, "keep_journal", "tell", text="zqxbefore")
        did(game, "keep_journal", "decide", text="zqxdecided", characterName="Thorin")
        did(game, "keep_journal", "focus", toName="Marra")
        did(game, "keep_journal", "tell", text="zqxtold")
        did(game, "keep_journal", "say", text="zqxsaid", characterName="Thorin", toName="Marra")
        yield game


def ask(game: Game, tool: str, operation: str, caller: Caller = GM, **fields: Any) -> dict[str, Any]:
    return game.ask({"operation": operation, **fields}, tool, "full", caller)


def did(game: Game, tool: str, operation: str, caller: Caller = GM, **fields: Any) -> dict[str, Any]:
    answer = ask(game, tool, operation, caller, **fields)
    assert answer["ok"], answer["text"]
    return answer


def read(game: Game, operation: str, caller: Caller = GM, **fields: Any) -> str:
    return str(did(game, "read_campaign", operation, caller, **fields)["text"])


def words(text: str) -> set[str]:
    return {word for word in ("zqxbefore", "zqxdecided", "zqxtold", "zqxsaid", "zqxafter") if word in text}


def test_the_story_tells_the_talk_alone_and_the_journal_everything(evening: Game) -> None:
    context = read(evening, "context")
    assert "A private talk with Marra is going on" in context
    assert words(context) == {"zqxdecided", "zqxtold", "zqxsaid"}
    assert words(read(evening, "journal")) == {"zqxbefore", "zqxdecided", "zqxtold", "zqxsaid"}


def test_it_ends_and_the_story_is_whole_again(evening: Game) -> None:
    told = did(evening, "keep_journal", "focus")["text"]
    assert "The talk has ended" in told
    did(evening, "keep_journal", "tell", text="zqxafter")
    context = read(evening, "context")
    assert "private talk with Marra is going on" not in context
    assert words(context) == {"zqxbefore", "zqxdecided", "zqxtold", "zqxsaid", "zqxafter"}
    refused = ask(evening, "keep_journal", "focus")
    assert refused["error"]["code"] == "no_focus"


def test_the_words_of_a_talk_are_found_by_its_partner(evening: Game) -> None:
    did(evening, "keep_journal", "focus", toName="Odo")
    did(evening, "keep_journal", "tell", text="zqxafter")
    assert words(read(evening, "journal", talkWith="Marra")) == {"zqxtold", "zqxsaid"}
    assert words(read(evening, "journal", talkWith="Odo")) == {"zqxafter"}
    assert words(read(evening, "context")) == {"zqxdecided", "zqxafter"}
    assert ask(evening, "read_campaign", "journal", talkWith="Marta")["error"]["code"] == "character_unknown"


def test_the_journal_says_with_whom_a_talk_began(evening: Game) -> None:
    (line,) = [line for line in read(evening, "journal").split("\n") if "private talk" in line]
    assert line.endswith("The game master begins a private talk with Marra, for the game master only: A talk with Marra")


def test_undo_takes_the_focus_back(evening: Game) -> None:
    did(evening, "keep_journal", "focus", toName="Odo")
    did(evening, "manage_inventory", "undo")
    assert "A private talk with Marra is going on" in read(evening, "context")


def test_the_partner_tells_the_talk_alone_and_others_what_they_heard(evening: Game) -> None:
    assert "A private talk with Marra is going on" in read(evening, "context", forName="Marra")
    assert words(read(evening, "context", forName="Marra")) == {"zqxtold", "zqxsaid"}
    assert words(read(evening, "context", forName="Odo")) == {"zqxbefore", "zqxtold"}


def test_players_neither_begin_a_talk_nor_lose_their_story(evening: Game) -> None:
    assert not ask(evening, "keep_journal", "focus", THORIN, toName="Odo")["ok"]
    context = read(evening, "context", THORIN)
    assert words(context) == {"zqxbefore", "zqxdecided", "zqxtold", "zqxsaid"}
    assert "private talk" not in context


def test_its_partner_does_not_hear_that_it_began(evening: Game) -> None:
    did(evening, "keep_journal", "focus", toName="Thorin")
    told = [read(evening, operation, caller) for operation in ("journal", "context", "recap") for caller in (THORIN, ALOUD)]
    told += [read(evening, "history", ALOUD), read(evening, "journal", forName="Thorin")]
    assert [text for text in told if "talk with" in text] == []
    assert "private talk with Thorin" in read(evening, "journal")


def test_a_talk_with_nobody_there_is_refused_with_near_names(evening: Game) -> None:
    refused = ask(evening, "keep_journal", "focus", toName="Mara")
    assert refused["error"]["code"] == "character_unknown" and "Marra" in refused["text"]


def test_words_of_a_talk_are_heard_by_its_two_sides_alone(evening: Game) -> None:
    did(evening, "keep_journal", "focus")
    did(evening, "keep_journal", "focus", toName="Marra")
    told = did(evening, "keep_journal", "say", text="What does the duke get?", characterName="Odo")["text"]
    assert told.endswith("Heard by Marra alone.")
    told = did(evening, "keep_journal", "say", text="A third of each barge.", characterName="Marra")["text"]
    assert told.endswith("Heard by Odo alone.")
    for other in (read(evening, "journal", forName="Thorin"), read(evening, "journal", THORIN)):
        assert "duke" not in other and "barge" not in other
    for side in ("Odo", "Marra"):
        assert "duke" in (heard := read(evening, "journal", forName=side)) and "barge" in heard


def test_words_to_the_party_are_aloud_in_a_talk(evening: Game) -> None:
    told = did(evening, "keep_journal", "say", text="Run, all of you!", characterName="Marra", toName="party")["text"]
    assert "alone" not in told
    assert "Run" in read(evening, "journal", forName="Thorin")


def test_a_player_is_not_told_who_listens(evening: Game) -> None:
    assert "Heard by" not in did(evening, "keep_journal", "say", THORIN, text="Hello?", characterName="Thorin")["text"]
