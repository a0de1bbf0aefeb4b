"""The budget of a context: whose it is, what else goes into it, and what it costs to compose."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.calls import python_calls
from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.rules.token_estimate import estimate

HEROES = {"Thorin": "fighter 5", "Elara": "wizard 5", "Snag": "rogue 5", "Mira": "cleric 5"}
GEAR = ("Longsword", "Torch", "Backpack", "Potion of Healing", "Shield", "Chain Mail")
TIMES = 3
"""A context calls at most as many times the functions of the party at a glance."""


def did(game: Game, tool: str, operation: str, **fields: Any) -> dict[str, Any]:
    answer = game.ask({"operation": operation, **fields}, tool, "brief")
    assert answer["ok"], answer["text"]
    return answer


@pytest.fixture
def evening() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        for name, calling in HEROES.items():
            did(game, "manage_character", "create", name=name, character={"classes": [calling], "party": True})
        yield game


# ── whose budget ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_budget_is_that_of_the_reader_s_model(evening: Game) -> None:
    """A program has 8,000 tokens unless it says how many its model takes; over a call, 2,000 leave room for the client's own transcript."""
    assert evening.wrap().budget == 8_000
    for tokens in (600, 3_000, 32_000):
        assert evening.wrap(budget=tokens).budget == tokens
        told = evening.ask({"operation": "context", "budget": tokens}, "read_campaign")["results"][0]
        assert told["budget"] == tokens >= told["tokens"]
    assert evening.ask({"operation": "context"}, "read_campaign")["results"][0]["budget"] == 2_000


def test_a_larger_budget_reads_more_of_the_past_and_the_rest_is_named(evening: Game) -> None:
    for n in range(120):
        did(evening, "keep_journal", "say", text=f"Line {n}.", characterName="Thorin")
    first = evening.ask({"operation": "journal", "last": 1, "skip": 119}, "read_campaign")["results"][0]["journal"][0]["rev"]
    assert "Line 0." in evening.wrap(budget=20_000).context and "Left out" not in evening.wrap(budget=20_000).context
    small = evening.wrap(budget=2_000)
    assert "Line 119." in small.context and "Line 80." not in small.context
    assert f"story all before rev {first + 120 - 33}." in small.context


DEEDS = st.lists(st.tuples(st.sampled_from(["say", "note", "decide", "heal", "give"]), st.integers(1, 40)), max_size=6)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=DEEDS, budget=st.integers(200, 3_000), since=st.sampled_from([None, 0]))
def test_no_budget_is_passed_and_nothing_is_left_out_in_silence(
    evening: Game, deeds: list[tuple[str, int]], budget: int, since: int | None
) -> None:
    for kind, size in deeds:
        if kind == "heal":
            did(evening, "execute_action", "heal", characterName="Thorin", amount=size)
        elif kind == "give":
            did(evening, "manage_inventory", "give", characterName="Thorin", template="Torch", quantity=size)
        else:
            did(evening, "keep_journal", kind, text="the tide takes the steps " * size, characterName="Elara")
    payload = {"operation": "context", "budget": budget, **({} if since is None else {"since": since})}
    answer = evening.ask(payload, "read_campaign")
    if not answer["ok"]:
        assert answer["error"]["code"] == "budget_too_small" and answer["error"]["details"]["needed"] > budget
        return
    told, text = answer["results"][0], answer["text"]
    assert estimate(text) <= budget
    whole = evening.ask({**payload, "budget": 100_000}, "read_campaign")["results"][0]
    lines = {la["name"]: la["lines"] for la in whole["layers"]}
    named = text.rpartition("Left out for ")[2]
    for layer in told["layers"]:
        missing = lines[layer["name"]] - layer["lines"]
        assert missing == layer["dropped"] or " all before rev " in named
        assert not layer["dropped"] or f"{layer['name']} {layer['dropped']} line" in named


# ── tools ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ("none", []),
        ((), []),
        ("keep_journal", ["keep_journal"]),
        (["execute_*"], ["execute_action"]),
        (["keep_journal", "execute_action"], ["execute_action", "keep_journal"]),
        (["rpg:look", "rpg:say"], ["manage_room", "keep_journal"]),
        (["manage_[ct]*"], ["manage_character", "manage_condition", "manage_tools"]),
    ],
)
def test_tools_are_wanted_by_names_and_patterns(evening: Game, wanted: Any, names: list[str]) -> None:
    found = evening.wrap(budget=20_000, tools=wanted)
    assert [tool["name"] for tool in found.tools] == names
    assert all(tool["description"] and tool["inputSchema"]["properties"] for tool in found.tools)


def test_all_tools_are_those_that_a_client_lists(evening: Game) -> None:
    found = evening.wrap(budget=40_000, tools="all")
    assert len(found.tools) == 8 and evening.wrap(budget=40_000, tools=["rpg:*"]).tools == found.tools


def test_the_tokens_of_the_tools_count_to_the_budget(evening: Game) -> None:
    plain, listed = evening.wrap(budget=4_000), evening.wrap(budget=4_000, tools=["keep_journal"])
    assert listed.tokens == plain.tokens + sum(estimate(json.dumps(tool, ensure_ascii=False)) for tool in listed.tools) <= 4_000
    with pytest.raises(ValueError, match="tokens are too few"):
        evening.wrap(budget=1_000, tools=["manage_inventory"])


def test_a_pattern_that_no_tool_has_is_refused(evening: Game) -> None:
    with pytest.raises(ValueError, match=r"No tool is called 'dice:\*'. Tools: manage_inventory, read_campaign"):
        evening.wrap(tools=["keep_journal", "dice:*"])


# ── what it costs ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_context_of_seven_hundred_deeds_calls_three_times_as_many_functions_as_the_party(evening: Game) -> None:
    for name in HEROES:
        for item in GEAR:
            did(evening, "manage_inventory", "give", characterName=name, template=item)
    play_on(evening, 20)
    soon = _calls(evening, "context", budget=2_000)
    play_on(evening, 330)
    late = _calls(evening, "context", budget=2_000)
    assert late <= TIMES * _calls(evening, "party")
    assert late <= 1.2 * soon, "what is too old to be told is not read"


def play_on(game: Game, pairs: int) -> None:
    for n in range(pairs):
        did(game, "keep_journal", "say", text=f"Line {n}: the tide takes the lower steps.", characterName="Thorin")
        did(game, "execute_action", "heal", characterName="Elara", amount=1)


def _calls(game: Game, operation: str, **fields: Any) -> int:
    """The functions that a call runs while its answer is not known yet: before each, an hour passes, which every slice shows."""
    found = list[int]()
    for _ in range(4):
        did(game, "manage_character", "advance", characterName="party", duration="1 hour")
        found.append(python_calls(lambda: did(game, "read_campaign", operation, **fields)))
    return min(found)
