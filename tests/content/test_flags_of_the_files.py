"""Every flag in the files is read by code, or told where it is laid."""

import json

from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules import creature_flags
from tests.content.words_in_files import flags


def test_every_flag_is_read_or_told() -> None:
    found = {word for file in folder("data").rglob("*.json") for word in flags(json.loads(file.read_text("utf-8")))}
    known = creature_flags.READ | creature_flags.TOLD
    lost = {w for w in found if w not in known and w.partition(":")[0] not in known and not w.startswith(creature_flags.HEADS)}
    assert lost == set()
    assert not creature_flags.TOLD & creature_flags.READ
