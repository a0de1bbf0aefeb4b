"""The examples of the plan for contexts, one by one: how a program asks for a context, filters the past, and names tools.

The plan speaks of users and models in a room; here a hero's player is the user, and a character that a model plays is the model.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.views.context_budget import Wrapped

ALICE, MARRA = "Alice", "Marra"


def did(game: Game, tool: str, operation: str, **fields: Any) -> str:
    answer = game.ask({"operation": operation, **fields}, tool, "brief")
    assert answer["ok"], answer["text"]
    return str(answer["text"])


def words(game: Game, *by: str, since: str | None = None) -> list[str]:
    rows = game.rows().kinds("say", "tell")
    return [row.text for row in (rows.by(*by) if by else rows if since is None else rows.since(since))]


@pytest.fixture(scope="module")
def evening() -> Iterator[Game]:
    """Alice talks to Marra, who is played by a model; Bob whispers to the game master; then comes a checkpoint."""
    with open_campaign(":memory:", seed=1) as game:
        for name in (ALICE, "Bob"):
            did(game, "manage_character", "create", name=name, character={"hpMax": 20, "party": True})
        did(game, "manage_character", "create", name=MARRA, character={"hpMax": 9})
        for who, to, text in ((ALICE, MARRA, "Do you have a boat?"), (MARRA, ALICE, "For ten silver."), ("Bob", "gm", "I steal it.")):
            did(game, "keep_journal", "say", characterName=who, toName=to, text=text)
        did(game, "keep_journal", "checkpoint", name="at the river")
        did(game, "keep_journal", "tell", text="Fog rises.")
        yield game


# ── wrap, and the history in it ─────────────────────────────────────────────────────────────────────────────────────


def test_wrap_gives_the_system_prompt_the_context_and_the_tools(evening: Game) -> None:
    wrapped = evening.wrap()
    assert isinstance(wrapped, Wrapped) and wrapped.tools == ()
    assert "never" in wrapped.system_prompt.casefold() and "Fog rises." in wrapped.context


def test_the_budget_is_eight_thousand_or_that_of_the_model(evening: Game) -> None:
    assert evening.wrap().budget == 8_000
    assert (
        evening.wrap(budget=900).tokens
        <= 900
        >= estimate(f"{evening.wrap(budget=900).system_prompt}\n\n{evening.wrap(budget=900).context}")
    )


def test_a_history_of_thirty_has_all_messages(evening: Game) -> None:
    told = did(evening, "read_campaign", "journal", last=30)
    assert all(text in told for text in ("Do you have a boat?", "I steal it.", "Fog rises."))


def test_a_history_of_some_agents_has_only_theirs(evening: Game) -> None:
    assert words(evening, ALICE, MARRA) == ["Do you have a boat?", "For ten silver."]


def test_a_history_since_a_marker_has_only_what_came_after(evening: Game) -> None:
    assert words(evening, since="at the river") == ["Fog rises."]
    told = did(evening, "read_campaign", "journal", last=30, since="at the river")
    assert "Fog rises." in told and "boat" not in told
    assert "boat" not in evening.wrap(since="at the river").context


def test_a_model_that_is_addressed_has_a_context_and_not_only_its_name(evening: Game) -> None:
    wrapped = evening.wrap(for_name=MARRA)
    assert sum(layer.tokens > 0 for layer in wrapped.layers) >= 3 and "Do you have a boat?" in wrapped.context


def test_its_history_is_that_of_the_user_and_the_model(evening: Game) -> None:
    """What Bob whispered to the game master is not for Marra."""
    assert "I steal it." in evening.wrap().context and "I steal it." not in evening.wrap(for_name=MARRA).context


def test_an_error_is_seen_and_there_is_no_prompt(evening: Game) -> None:
    with pytest.raises(ValueError, match="tokens are too few"):
        evening.wrap(budget=200)
    with pytest.raises(ValueError, match=r"^Refused: budget: .*200"):
        evening.wrap(budget=20)
    with pytest.raises(ValueError, match=r"^Refused: since: "):
        evening.wrap(since=-1)
    with pytest.raises(ValueError, match="Qwenb"):
        evening.wrap(for_name="Qwenb")


# ── tools ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("scope", "listed"), [("all", 8), ("none", 0), (["keep_journal"], 1), (["manage_*"], 5), (["rpg:look", "rpg:roll"], 2)]
)
def test_a_scope_of_tools_is_all_none_some_or_a_pattern(evening: Game, scope: Any, listed: int) -> None:
    assert len(evening.wrap(budget=60_000, tools=scope).tools) == listed


def test_a_tool_that_is_not_listed_can_be_called(evening: Game) -> None:
    assert evening.wrap(tools=["keep_journal"]).tools
    assert evening.ask({"operation": "look"}, "manage_room")["ok"]


def test_a_room_has_its_own_scope_of_tools() -> None:
    with open_campaign(":memory:") as game:
        did(game, "manage_tools", "unequip", bagName="Lobby", itemName="rpg:create")
        refused = game.ask({"operation": "create", "name": "Cave"}, "manage_room")
    assert not refused["ok"] and "manage_tools" in str(refused["error"])


# ── what was meant for later, and what was never meant ──────────────────────────────────────────────────────────────


def test_a_focus_is_a_thread_until_it_is_cleared() -> None:
    """What is said with the focus nests under it; what was said before is found again once it ends."""
    with open_campaign(":memory:", seed=1) as game:
        for name in (ALICE, MARRA):
            did(game, "manage_character", "create", name=name, character={"hpMax": 20, "party": name == ALICE})
        did(game, "keep_journal", "say", characterName=ALICE, text="Good morning, all.")
        did(game, "keep_journal", "focus", toName=MARRA)
        did(game, "keep_journal", "say", characterName=ALICE, toName=MARRA, text="A word in private.")
        within = game.wrap()
        assert f"A private talk with {MARRA} is going on" in within.context
        assert "A word in private." in within.context and "Good morning, all." not in within.context
        assert "Good morning" not in did(game, "read_campaign", "journal", talkWith=MARRA, last=30)
        did(game, "keep_journal", "focus")
        assert "Good morning, all." in game.wrap().context and "is going on" not in game.wrap().context


def test_old_context_is_summed_up_from_the_rows(evening: Game) -> None:
    """No model sums it up: the recap is the difference of two moments, and the rows stay."""
    told = did(evening, "read_campaign", "recap", since=0)
    assert all(f"{name} is new in the party." in told for name in (ALICE, "Bob")) and MARRA not in told
    assert "Do you have a boat?" in did(evening, "read_campaign", "journal", last=30)


def test_a_preview_shows_what_the_model_will_see(evening: Game) -> None:
    shown = evening.ask({"operation": "context", "budget": 8_000}, "read_campaign")["results"][0]
    wrapped = evening.wrap()
    assert (shown["systemPrompt"], shown["context"], shown["tokens"]) == (wrapped.system_prompt, wrapped.context, wrapped.tokens)
    assert [layer["name"] for layer in shown["layers"]] == [granted.layer.name for granted in wrapped.layers]


def test_rows_are_for_a_layer_of_ones_own(evening: Game) -> None:
    assert [row.text for row in evening.rows().by(ALICE, MARRA).kinds("say").tokens(10)] == ["For ten silver."]


def test_no_session_and_no_conversation_is_kept(evening: Game) -> None:
    """The same call gives the same text, whatever was asked in between."""
    first = evening.wrap()
    evening.wrap(for_name=MARRA, tools="all", budget=60_000)
    assert evening.wrap() == first
