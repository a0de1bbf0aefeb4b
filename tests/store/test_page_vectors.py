"""Pages found by meaning, beside their words, with an embedder that the caller brings."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.content import lore_folder
from rpg_lite.rules.lore import MOST_FOUND, Page, PartlyIndexed
from rpg_lite.store.lore_index import index
from tests.rows import each_row

TESTS = Path(__file__).parents[1]
SENTENCES = json.loads((TESTS / "facts" / "lore_sentences.json").read_text("utf-8"))
LEAST_RECALL = 0.85
PAGES = (
    Page("rules/fall.md", "rule", "Falling", "A creature that comes down hard takes damage."),
    Page("rules/swim.md", "rule", "Swimming", "Cold water tires a creature."),
    Page("rules/ride.md", "rule", "Riding", "A horse obeys its rider."),
)
SIZE = 512
MEANINGS = (("fall", "cliff", "abyss", "hard"), ("swim", "river", "water"), ("ride", "horse", "saddle"))


def by_letters(texts: Sequence[str]) -> list[list[float]]:
    """A vector of the groups of four letters in each text: similar spelling gives similar vectors."""
    return [_letters(f" {text.casefold()} ") for text in texts]


def _letters(text: str) -> list[float]:
    vector = [0.0] * SIZE
    for n in range(len(text) - 3):
        vector[int.from_bytes(text[n : n + 4].encode()[:6]) % SIZE] += 1
    return [math.log1p(x) for x in vector]


def by_subject(texts: Sequence[str]) -> list[list[float]]:
    """An embedder that knows what three subjects are about."""
    return [[float(sum(word in text.casefold() for word in words)) for words in MEANINGS] for text in texts]


def test_a_question_without_a_common_word_finds_the_page_by_meaning() -> None:
    words, meaning = index(PAGES), index(PAGES, by_subject)
    assert words and meaning
    assert words("the abyss below the cliff") == ()
    assert meaning("the abyss below the cliff")[0].path == "rules/fall.md"


def test_an_exact_word_stays_first() -> None:
    search = index(PAGES, by_subject)
    assert search and search("rider")[0].path == "rules/ride.md"


def test_meaning_takes_nothing_away_from_what_words_find() -> None:
    pages = lore_folder.read(TESTS / "lore", lore_folder.list_files(TESTS / "lore")).pages
    search = index(pages, by_letters)
    assert search
    missed = [s["said"] for s in SENTENCES if s["page"] not in [p.path for p in search(s["said"])[:MOST_FOUND]]]
    assert 1 - len(missed) / len(SENTENCES) >= LEAST_RECALL, missed


def failing(texts: Sequence[str]) -> Any:
    raise RuntimeError("no model")


@each_row(
    "embed, why",
    [
        (failing, "RuntimeError: no model"),
        (lambda texts: [[1.0]], "3 texts gave 1 vectors"),
        (lambda texts: [[1.0], [1.0, 2.0], [1.0]], "of the lengths [1, 2]"),
        (lambda texts: [[]] * len(texts), "of the lengths [0]"),
        (lambda texts: [["x"]] * len(texts), "could not convert string to float"),
        (lambda texts: [[math.nan]] * len(texts), "not finite"),
        (lambda texts: None, "TypeError"),
    ],
)
def test_an_embedder_that_fails_on_the_pages_leaves_the_words_and_is_told(embed: Any, why: str) -> None:
    with pytest.raises(PartlyIndexed, match="by words alone, because the embedder failed") as failed:
        index(PAGES, embed)
    assert why in str(failed.value) and failed.value.search("rider")[0].path == "rules/ride.md"


def test_an_embedder_that_fails_on_a_question_leaves_the_words() -> None:
    for later in (failing, lambda texts: [[1.0] * 9]):
        calls: list[int] = []

        def embed(texts: Sequence[str], calls: list[int] = calls, later: Any = later) -> Any:
            calls.append(len(texts))
            return by_subject(texts) if len(calls) == 1 else later(texts)

        search = index(PAGES, embed)
        assert search and [p.path for p in search("rider")] == ["rules/ride.md"]


def test_pages_are_embedded_once_for_each_change_of_the_folder() -> None:
    calls: list[int] = []

    def embed(texts: Sequence[str]) -> Any:
        calls.append(len(texts))
        return by_letters(texts)

    with open_campaign(":memory:", lore=TESTS / "lore", embed=embed) as game:
        for _ in range(2):
            assert game.ask({"operation": "rules", "query": "he goes over the cliff"}, "read_campaign")["ok"]
    assert calls[0] > 20 and set(calls[1:]) == {1}


def test_a_game_says_that_its_embedder_fails() -> None:
    with open_campaign(":memory:", lore=TESTS / "lore", embed=failing) as game:
        assert "the embedder failed: RuntimeError: no model" in game.ask({"operation": "rules"}, "read_campaign")["text"]
        assert game.ask({"operation": "rules", "query": "falling"}, "read_campaign")["ok"]


def test_an_embedder_without_pages_is_refused() -> None:
    with pytest.raises(ValueError, match="give lore= as well"):
        open_campaign(":memory:", embed=by_letters)


def test_no_pages_need_no_vectors() -> None:
    search = index((), by_letters)
    assert search and search("anything") == ()
