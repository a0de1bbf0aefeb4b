"""Pages found by words: what people say at the table leads to the page that is meant."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from rpg_lite import open_campaign
from rpg_lite.content import lore_folder
from rpg_lite.rules.lore import MOST_FOUND, Page, Search
from rpg_lite.store.lore_index import index
from rpg_lite.store.word_index import match_of

TESTS = Path(__file__).parents[1]
SENTENCES = json.loads((TESTS / "facts" / "lore_sentences.json").read_text("utf-8"))
LEAST_RECALL = 0.8


def sample() -> tuple[tuple[Page, ...], Search]:
    pages = lore_folder.read(TESTS / "lore", lore_folder.list_files(TESTS / "lore")).pages
    search = index(pages)
    assert search
    return pages, search


def test_what_people_say_finds_the_page_among_the_first_three():
    _, search = sample()
    assert len(SENTENCES) >= 60
    missed = [s["said"] for s in SENTENCES if s["page"] not in [p.path for p in search(s["said"])[:MOST_FOUND]]]
    assert 1 - len(missed) / len(SENTENCES) >= LEAST_RECALL, missed


def test_a_keyword_is_found_first():
    pages, search = sample()
    for page in pages:
        for word in (w for w in page.keywords if sum(w in p.keywords for p in pages) == 1 and " " not in w):
            assert page.path in [p.path for p in search(word)[:2]], (word, page.path)


def test_words_match_in_any_form_case_and_accent():
    search = index((Page("rules/a.md", "rule", "Drowning", "The hero drowned."), Page("rules/b.md", "rule", "Café", "Coffee.")))
    assert search
    assert [p.path for p in search("DROWNS!")] == ["rules/a.md"]
    assert [p.path for p in search("cafe")] == ["rules/b.md"]


def test_the_index_writes_nothing_to_the_database(tmp_path: Path) -> None:
    with open_campaign(tmp_path / "without.db"):
        pass
    with open_campaign(tmp_path / "with.db", lore=TESTS / "lore") as game:
        assert game.ask({"operation": "rules", "query": "he falls"}, "read_campaign")["ok"]
    tables = [_tables(tmp_path / name) for name in ("without.db", "with.db")]
    assert tables[0] == tables[1] and not any("fts" in table or "page" in table for table in tables[1])


def _tables(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as opened:
        return [row[0] for row in opened.execute("SELECT name FROM sqlite_master ORDER BY name")]


def test_no_sign_of_the_index_is_read_in_a_question():
    search = index((Page("rules/a.md", "rule", "Near", "near and far"),))
    assert search
    for question in ('"', "a* OR", "title:near", "near(a b)", "-far", "( )", "^", "the of", "'; DROP TABLE page; --", "\0", ""):
        search(question)
    assert match_of("?!") == ""
    assert [p.path for p in search("title:near")] == ["rules/a.md"]
