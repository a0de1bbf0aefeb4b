"""One row of the table of speeds and sizes."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Row:
    """One number with its limit. `beside`: the raw numbers behind it."""

    name: str
    measured: float
    sign: Literal["≤", "≥"]
    limit: float
    beside: str

    @property
    def ok(self) -> bool:
        return self.measured <= self.limit if self.sign == "≤" else self.measured >= self.limit
