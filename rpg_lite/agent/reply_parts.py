"""The outputs of a game master for a line, in the order in which they happen."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

ALOUD: Final = "aloud"
"""The key of the details of an output that every seat hears."""

OutputKind = Literal["answer", "call", "called", "deed", "narration", "refusal", "usage", "plan"]


@dataclass(frozen=True, slots=True)
class Output:
    """`answer`: of a verb; `call` and `called`: a call of the model and its answer, joined by `details["id"]`; `deed`: what the call did, in
    the words for players; `narration`: the story;
    `refusal`: the reason why something was not done or not told; `usage`: the tokens of the turn; `plan`: the open quests."""

    kind: OutputKind
    text: str
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def is_told(self) -> bool:
        """Whether a table without a chat program shows it."""
        return self.kind in ("answer", "deed", "narration", "refusal") and bool(self.text)
