"""The estimate of tokens against committed counts of a real tokenizer, and its laws."""

import json
from pathlib import Path
from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.rules.token_estimate import estimate
from tests.rows import each_row

COUNTED: Final[list[dict[str, Any]]] = json.loads((Path(__file__).parents[1] / "facts" / "token_counts.json").read_text(encoding="utf-8"))
"""Texts of 17 kinds with their counts in cl100k, as js-tiktoken 1.0.21 counts them."""


def test_there_are_17_kinds_of_text() -> None:
    assert len({row["kind"] for row in COUNTED}) == len(COUNTED) == 17


@each_row("row", COUNTED, ids=lambda row: row["kind"])
def test_the_estimate_is_never_below_the_tokenizer_and_at_most_a_third_above(row: dict[str, Any]) -> None:
    assert 1.0 <= estimate(row["text"]) / row["tokens"] <= 1.35


def test_the_estimate_of_a_whole_context_is_no_lower_than_the_tokenizer() -> None:
    whole = "\n".join(row["text"] for row in COUNTED)
    assert estimate(whole) >= sum(row["tokens"] for row in COUNTED)


@given(st.lists(st.text(), max_size=8))
def test_lines_apart_never_cost_less_than_together(lines: list[str]) -> None:
    """What fits line by line fits as a whole."""
    assert estimate("\n".join(lines)) <= sum(estimate(f"{line}\n") for line in lines)
