"""Private talks: words belong to the talk on which the game master focuses, and the context tells it alone until it ends."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game

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
    assert words(read(evening, "context", forName="Odo")) == {"zqxbefore"}


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


# ── a talk with a hero ──────────────────────────────────────────────────────────────────────────────────────────────

PIP, BRENNA, VIEWER = Caller("player", characters=("Pip",)), Caller("player", characters=("Brenna",)), Caller("viewer")
READING: list[tuple[str, dict[str, Any]]] = [
    ("journal", {"last": 50}), ("journal", {"query": "zyx"}), ("journal", {"talkWith": "Pip"}), ("journal", {"actorName": "gm"}),
    ("context", {"budget": 20_000}), ("recap", {"since": 0}), ("party", {}),
]  # fmt: skip


@pytest.fixture
def table() -> Iterator[Game]:
    """Pip and Brenna of the party, with Marra, in one room."""
    with open_campaign(":memory:", seed=1) as game:
        for name, party in (("Pip", True), ("Brenna", True), ("Marra", False)):
            did(game, "manage_character", "create", name=name, character={"hpMax": 12, "party": party})
        yield game


def reads_of(game: Game, caller: Caller) -> str:
    """Everything that this caller reads of the past: by calls, and on the page."""
    answers = [str(ask(game, "read_campaign", operation, caller, **fields)).replace("'zyx'", "") for operation, fields in READING]
    return "\n".join([*answers, str(game.table(caller=caller))])


def test_words_of_the_game_master_in_a_talk_with_a_hero_reach_that_hero_alone(table: Game) -> None:
    did(table, "keep_journal", "focus", toName="Pip")
    told = did(table, "keep_journal", "say", text="zyxsaid")["text"]
    assert told.endswith("Heard by Pip alone.")
    assert did(table, "keep_journal", "tell", text="You see a zyxshadow.")["text"].endswith("Heard by Pip alone.")
    did(table, "keep_journal", "say", text="zyxvoice", characterName="Marra")
    own = did(table, "keep_journal", "say", PIP, text="zyxanswer", characterName="Pip")["text"]
    assert "Heard by" not in own
    for other in (BRENNA, VIEWER):
        assert "zyx" not in reads_of(table, other), other.role
    assert all(word in reads_of(table, PIP) for word in ("zyxsaid", "zyxshadow", "zyxvoice", "zyxanswer"))
    assert "zyx" not in str(table.table()) and "zyx" not in read(table, "context", forName="Brenna")
    assert "zyxanswer" in read(table, "context")


def test_a_partner_who_speaks_before_anybody_else_is_heard_by_the_game_master_alone(table: Game) -> None:
    for partner in ("Pip", "Marra"):
        did(table, "keep_journal", "focus", toName=partner)
        told = did(table, "keep_journal", "say", text="zyxfirst", characterName=partner)["text"]
        assert "Only the game master reads it." in told, told
    assert all("zyx" not in reads_of(table, reader) for reader in (BRENNA, VIEWER))


def test_another_hero_who_speaks_does_not_join_a_talk_of_two(table: Game) -> None:
    did(table, "keep_journal", "focus", toName="Pip")
    did(table, "keep_journal", "say", BRENNA, text="Is somebody there?", characterName="Brenna")
    did(table, "keep_journal", "tell", text="zyxtold")
    did(table, "keep_journal", "say", PIP, text="zyxanswer", characterName="Pip")
    assert "zyx" not in reads_of(table, BRENNA)
    assert "Is somebody there?" in read(table, "journal", PIP) and "Is somebody there?" in read(table, "context")
    told = did(table, "keep_journal", "say", text="Hello?", characterName="Brenna")["text"]
    assert told.endswith("Said aloud: the speaker takes no part in the private talk with Pip.")


def test_a_hero_who_joins_later_does_not_read_the_talk(table: Game) -> None:
    did(table, "manage_character", "update", characterName="Brenna", character={"party": False})
    did(table, "keep_journal", "focus", toName="Pip")
    did(table, "keep_journal", "tell", text="zyxtold")
    did(table, "manage_character", "create", name="Cid", character={"hpMax": 12, "party": True})
    for reader in (Caller("player", characters=("Cid",)), VIEWER):
        assert "zyx" not in reads_of(table, reader), reader.role


def test_the_first_hero_who_answers_an_npc_is_the_other_side(table: Game) -> None:
    told = did(table, "keep_journal", "focus", toName="Marra")["text"]
    assert told.startswith("A talk with Marra begins.")
    told = did(table, "keep_journal", "tell", text="zyxearly")["text"]
    assert "Heard by Marra alone. No hero takes part in the talk yet" in told
    did(table, "keep_journal", "say", PIP, text="zyxasked", characterName="Pip")
    assert did(table, "keep_journal", "tell", text="zyxtold")["text"].endswith("Heard by Marra and Pip alone.")
    assert did(table, "keep_journal", "say", text="zyxanswer", characterName="Marra")["text"].endswith("Heard by Pip alone.")
    did(table, "keep_journal", "say", BRENNA, text="@Marra And I?", characterName="Brenna")
    did(table, "keep_journal", "tell", text="zyxlate")
    assert "zyx" not in reads_of(table, BRENNA) and "zyxlate" in reads_of(table, PIP)


def test_a_talk_may_name_both_of_its_sides(table: Game) -> None:
    told = did(table, "keep_journal", "focus", toName="Marra", characterName="Brenna")["text"]
    assert told.startswith("A talk with Marra and Brenna begins.")
    assert did(table, "keep_journal", "tell", text="zyxtold")["text"].endswith("Heard by Marra and Brenna alone.")
    assert "zyx" not in reads_of(table, PIP) and "zyxtold" in reads_of(table, BRENNA)
    assert ask(table, "keep_journal", "focus", toName="Marra", characterName="Brena")["error"]["field"] == "characterName"


def test_an_at_sign_addresses_a_narration(table: Game) -> None:
    told = did(table, "keep_journal", "tell", text="@Pip, zyx a cold hand.")["text"]
    assert "tells: zyx a cold hand." in told and told.endswith("Heard by Pip.")
    assert "zyx" not in reads_of(table, BRENNA) and "zyx" not in reads_of(table, VIEWER) and "zyx a cold hand." in reads_of(table, PIP)
    assert did(table, "keep_journal", "tell", text="@party A bell.")["text"].endswith("Heard by Pip and Brenna.")
    for nobody in ("@Pipp zyx", "@gm zyx"):
        refused = ask(table, "keep_journal", "tell", text=nobody)
        assert refused["error"]["code"] == "character_unknown" and refused["error"]["field"] == "text", nobody


def test_a_called_name_is_not_repeated_in_the_words(table: Game) -> None:
    for fields in ({"text": "@Brenna I do not trust him."}, {"text": "@Brenna, I do not trust him.", "toName": "Brenna"}):
        told = did(table, "keep_journal", "say", characterName="Pip", **fields)["text"]
        assert told.startswith("Pip says to Brenna: I do not trust him."), told
