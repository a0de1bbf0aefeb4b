"""A cache of answers, for callers that repeat a question while the world in the answer stays the same. Apart because it keeps answers and
makes none.
"""

import json
from collections import OrderedDict
from threading import Lock
from typing import Any, Final

from rpg_lite.world.world_model import World

Json = dict[str, Any]
Key = tuple[str, bool, tuple[str, ...]]
"""(the question, whether the answer is full, the caller's view together with the state of everything that it shows from outside the
campaign).
"""

KEPT_ANSWERS: Final = 256


class Answers:
    """The stored answers. `shown`: the state that an answer shows, either a slice of the world or the campaign's rev. Safe to share between
    threads.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, tuple[int | World, str]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Key, shown: int | World, rev: int) -> Json | None:
        """The stored answer with the given rev filled in, or None."""
        with self._lock:
            on, text = self._kept.get(key, (None, ""))
            if not (on is shown or (isinstance(shown, int) and on == shown)):
                return None
            self._kept.move_to_end(key)
        found: Json = json.loads(text)
        return {**found, "rev": rev} if "rev" in found else found

    def keep(self, key: Key, shown: int | World, answer: Json) -> None:
        """Store the answer as text, because callers may change the object that they receive."""
        text = json.dumps(answer, ensure_ascii=False)
        with self._lock:
            self._kept[key] = shown, text
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT_ANSWERS:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()
