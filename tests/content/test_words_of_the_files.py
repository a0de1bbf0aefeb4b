"""Every word of `if` and `ends` in the files is read by code, or is told."""

import json

from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules.acts.words import TABLE_WORDS, TOLD_ENDS
from tests.content.words_in_files import READ_ENDS, READ_IF, words


def of_files(*keys: str) -> set[str]:
    files = [json.loads(file.read_text("utf-8")) for file in folder("data").rglob("*.json")]
    return {word for file in files for key in keys for word in words(file, key)}


def test_every_word_of_if_is_read() -> None:
    parts = {part for word in of_files("if", "needs") for part in word.removeprefix("not ").split("|")[:1]}
    assert {p for p in parts if p not in TABLE_WORDS and not READ_IF.fullmatch(p)} == set()


def test_every_word_of_ends_is_read_or_told() -> None:
    lost = {w for w in of_files("ends") if not READ_ENDS.fullmatch(w) and w.partition(":")[0] not in TOLD_ENDS}
    assert lost == set()
