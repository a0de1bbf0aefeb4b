"""Read the lines about quests in a map of plain lines: "step: Find the bell; under The Silent Tower; text It lies in the moat."."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from rpg_lite.vocabulary import QuestKind
from rpg_lite.world.map_plans import PlannedQuest

KINDS: Final[tuple[QuestKind, ...]] = get_args(QuestKind)
_TEXT: Final = re.compile(r";\s*text ")
"""A text may contain semicolons, so it comes last."""
_WORDS: Final = ("under NAME", "public", "text TEXT")


def read(kind: str, line: str, fault: Callable[[str], Exception]) -> dict[str, Any]:
    """The quest of a line as plain values. `fault` makes the error for a line that says something else."""
    written, _, text = _TEXT.sub("\n", line, count=1).partition("\n")
    name, *words = (part.strip() for part in written.split(";"))
    quest: dict[str, Any] = {"name": name, "kind": kind, **({"text": text} if text else {})}
    for word in words:
        if word == "public" and "public" not in quest:
            quest["public"] = True
        elif word.startswith("under "):
            quest.setdefault("under", []).append(word.removeprefix("under ").strip())
        elif word == "public":
            raise fault("'public' repeats what was given before")
        else:
            raise fault(f"unknown {word[:60]!r}; allowed between semicolons: {', '.join(_WORDS)}")
    return quest


def write(quest: PlannedQuest) -> str:
    return "; ".join((f"{quest.kind}: {quest.name}", *_words(quest)))


def _words(quest: PlannedQuest) -> Iterator[str]:
    yield from (f"under {name}" for name in quest.under)
    if quest.public:
        yield "public"
    if quest.text:
        yield f"text {quest.text}"
