"""Every word of `if` and `ends` in the files is read by code, or is told."""

import json
import re
from collections.abc import Iterator
from typing import Any

from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules.acts.words import TABLE_WORDS, TOLD_ENDS

READ_IF = re.compile(
    r"(\{[^{}]+\}|hp|missing_hp|cr|size|hits|moved|slot|level|taken|int)(<=|>=|<|>|=).+"
    r"|(target|self|condition|laid|type|choice|list|wearing|immune|attack|damaged_by):.+"
    r"|critical|nat20|advantage|disadvantage|bloodied|healed_other|harmed|concentrating|grappled_by_self|marked_0|dead|in_form|free_hand|spent_slot|after_short_rest"
)
READ_ENDS = re.compile(
    r"damage|harmed_by:source|attack|attack_or_cast|attacked|save:(turn_end|turn_start|damage)(:\w+)?|deals_damage|source_0|idle_turn|unextended_turn|leave"
    r"|action:.+|curse|disease|found|armor|rest|incapacitated|source_incapacitated|attacked_by:source"
)


def words(written: Any, key: str) -> Iterator[str]:
    if isinstance(written, dict):
        if isinstance(written.get(key), list):
            yield from (word for word in written[key] if isinstance(word, str))
        written = list(written.values())
    if isinstance(written, list):
        for part in written:
            yield from words(part, key)


def of_files(*keys: str) -> set[str]:
    files = [json.loads(file.read_text("utf-8")) for file in folder("data").rglob("*.json")]
    return {word for file in files for key in keys for word in words(file, key)}


def test_every_word_of_if_is_read() -> None:
    parts = {part for word in of_files("if", "needs") for part in word.removeprefix("not ").split("|")[:1]}
    assert {p for p in parts if p not in TABLE_WORDS and not READ_IF.fullmatch(p)} == set()


def test_every_word_of_ends_is_read_or_told() -> None:
    lost = {w for w in of_files("ends") if not READ_ENDS.fullmatch(w) and w.partition(":")[0] not in TOLD_ENDS}
    assert lost == set()
