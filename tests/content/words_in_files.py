"""The words of `if`, `needs` and `ends` in content files, and those of them that code reads."""

import re
from collections.abc import Iterator
from typing import Any

READ_IF = re.compile(
    r"(\{[^{}]+\}|hp|missing_hp|cr|size|hits|moved|slot|level|taken|int|str)(<=|>=|<|>|=).+"
    r"|(target|self|condition|laid|laid_by_self|type|choice|list|wearing|carries|immune|attack|damaged_by|room_for):.+"
    r"|critical|nat20|advantage|disadvantage|bloodied|healed_other|harmed|drops|concentrating|grappled_by_self|grapples_no_other|first_attack|sees_user|marked_0|dead|in_form|in_fight|free_hand|spent_slot|after_short_rest|surprised|own_turn|itself|named:heal"
)
READ_ENDS = re.compile(
    r"damage|harmed_by:source|attack|attack_or_cast|acted|attacked|save:(turn_end|turn_start|damage|harmed_by_source|harmed_by_others)(:\w+)?|deals_damage|source_0|idle_turn|unextended_turn|leave"
    r"|action:.+|curse|disease|found|healed(?:_by_magic|_by_spell)?|armor|rest|incapacitated|source_incapacitated|attacked_by:(source|other)|apart|bearer_0|source_dead"
)


def words(written: Any, key: str) -> Iterator[str]:
    if isinstance(written, dict):
        if isinstance(written.get(key), list):
            yield from (word for word in written[key] if isinstance(word, str))
        written = list(written.values())
    if isinstance(written, list):
        for part in written:
            yield from words(part, key)
