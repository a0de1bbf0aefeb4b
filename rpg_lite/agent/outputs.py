"""What a game master gives back for a line, in the order in which it happens."""

from dataclasses import dataclass, field
from typing import Any, Literal

OutputKind = Literal["answer", "call", "called", "narration", "refusal", "usage", "plan"]


@dataclass(frozen=True, slots=True)
class Output:
    """`answer`: of a verb; `call` and `called`: a call of the model and its answer, joined by `details["id"]`; `narration`: the story;
    `refusal`: why something was not done or not told; `usage`: the tokens of the turn; `plan`: the open quests."""

    kind: OutputKind
    text: str
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def is_told(self) -> bool:
        """Whether a table without a chat program shows it."""
        return self.kind in ("answer", "narration", "refusal") and bool(self.text)
