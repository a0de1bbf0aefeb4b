"""Answers that were given, for who asks the same again while what they show is the same."""

import json
from collections import OrderedDict
from threading import Lock
from typing import Any, Final

from rpg_lite.world.things import World

Json = dict[str, Any]
Key = tuple[str, bool, tuple[str, ...]]
"""(what was asked, whether in full, what the caller sees)."""

KEPT_ANSWERS: Final = 256


class Answers:
    """`shown`: what an answer stands on, a slice of the world, or else the rev of the campaign. Safe to share between threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, tuple[int | World, str]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Key, shown: int | World, rev: int) -> Json | None:
        """Told as of this rev."""
        with self._lock:
            on, text = self._kept.get(key, (None, ""))
            if not (on is shown or (isinstance(shown, int) and on == shown)):
                return None
            self._kept.move_to_end(key)
        found: Json = json.loads(text)
        return {**found, "rev": rev} if "rev" in found else found

    def keep(self, key: Key, shown: int | World, answer: Json) -> None:
        """As text: who gets an answer may do with it what he likes."""
        text = json.dumps(answer, ensure_ascii=False)
        with self._lock:
            self._kept[key] = shown, text
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT_ANSWERS:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()
