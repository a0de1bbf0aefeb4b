"""Every tool gets every kind of input: it answers or refuses in words, never fails, and a refusal changes nothing."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy import Table as Sheet

from rpg_lite.messages import refusal_texts
from rpg_lite.store import dependency_order
from rpg_lite.store.tables import CAMPAIGN
from rpg_lite.views.maps import svg, text
from tests.faults.hostile import ALL_TOOLS, calls, payloads
from tests.furnished import furnished
from tests.operations.table import Answer, Table

FEW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
MANY = settings(FEW, max_examples=600)
LEAST, LONGEST_S = 20, 240


def is_an_answer(answer: Answer) -> None:
    assert isinstance(answer["text"], str) and answer["text"]
    assert len(answer["text"]) < 20_000
    json.dumps(answer, allow_nan=False).encode()
    if "error" in answer:
        assert answer["ok"] is False and answer["error"]["code"] in refusal_texts.TEXTS, answer
        assert "pydantic" not in answer["text"] and "Traceback" not in answer["text"]


def everything_can_still_be_read(table: Table) -> None:
    """Accepted input must not harm later calls."""
    game = table.game
    for tool, payload in (
        ("read_campaign", {"operation": "party"}),
        ("read_campaign", {"operation": "who"}),
        ("read_campaign", {"operation": "history", "last": 20}),
        ("read_campaign", {"operation": "journal"}),
        ("manage_room", {"operation": "look"}),
    ):
        answer = game.ask(payload, tool)
        is_an_answer(answer)
        assert answer["ok"], answer["text"]
    for thing in table.now.things.values():
        if thing.kind == "character":
            is_an_answer(seen := game.ask({"operation": "view", "characterId": thing.id, "showStats": True}))
            assert seen["ok"], seen["text"]
    json.dumps(game.table(everything=True), allow_nan=False)
    chart = game.chart(everything=True)
    assert svg.map_svg(chart) and text.map_text(chart)


class Again:
    """One furnished table, reset before each example instead of being made again."""

    def __init__(self) -> None:
        self.table = furnished()
        self.table.game._clerk.write()
        self._kept = self.table.game.store.at_one_moment(self._rows)

    def _rows(self, at: Connection) -> list[tuple[Sheet, list[dependency_order.Row]]]:
        campaign = self.table.game.campaign.id
        own = [dict(row) for row in at.execute(select(CAMPAIGN)).mappings()]
        return [(CAMPAIGN, own), *((sheet, list(dependency_order.in_order(at, sheet, campaign))) for sheet in dependency_order.TABLES)]

    def fresh(self) -> Table:
        game = self.table.game
        game._clerk.write()
        game.store.in_one_transaction(self._put_back)
        game._fast.forget()
        game.store._memories.clear()
        return self.table

    def _put_back(self, at: Connection) -> None:
        for sheet, _ in reversed(self._kept):
            at.execute(delete(sheet))
        for sheet, kept in self._kept:
            if kept:
                at.execute(insert(sheet), kept)


@pytest.fixture(scope="module")
def again() -> Iterator[Again]:
    again = Again()
    yield again
    again.table.game.close()


def play(table: Table, asked: list[tuple[str, Any]]) -> None:
    first = before = table.now
    for tool, payload in asked:
        answer = table.send(payload, tool)
        is_an_answer(answer)
        after = table.now
        if "error" in answer or answer.get("dryRun"):
            assert after == before, (tool, payload)
        elif after != before:
            assert after.rev == answer["rev"] == before.rev + 1 == after.commits - 1
        before = after
    if before != first:
        everything_can_still_be_read(table)


@pytest.mark.parametrize("tool", ALL_TOOLS)
def test_whatever_a_tool_is_sent_it_answers(again: Again, tool: str):
    @FEW
    @given(payloads(tool))
    def sent(payload: Any) -> None:
        play(again.fresh(), [(tool, payload)])

    sent()


@pytest.mark.faults
@pytest.mark.timeout(600)
def test_whatever_is_sent_one_after_the_other_is_answered(again: Again):
    """Some examples, and then as many as fit into some minutes."""
    ends, played = time.monotonic() + LONGEST_S, 0

    @MANY
    @given(st.lists(calls, min_size=2, max_size=8))
    def sent(asked: list[tuple[str, Any]]) -> None:
        nonlocal played
        if played < LEAST or time.monotonic() < ends:
            play(again.fresh(), asked)
            played += 1

    sent()
