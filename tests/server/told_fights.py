"""A fight as a game master over MCP follows it: from the answers alone, each of which must agree with the ones before it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rpg_lite.vocabulary import Ruleset
from tests.server.masters import Master, found, numbers


@dataclass(frozen=True)
class Turn:
    """The announcement of a turn: whose it is, its hit points if it can act or die, and what it can do."""

    round: int
    whose: str
    facts: str

    @classmethod
    def read(cls, text: str) -> "Turn":
        told = found(r"Round (\d+): (.+?)'s turn(?: \((.*?)\))?\.", text)
        return cls(int(told[1]), told[2], told[3] or "")

    @property
    def ways(self) -> list[str]:
        return re.findall(r"([A-Z][\w '()]*?) [+-]\d+", self.facts)

    def is_ready(self, act: str) -> bool:
        return f"{act} ready" in self.facts


@dataclass
class Fight:
    """What a game master knows from the answers: who stands, with how many hit points, and how often each act was told to recharge."""

    master: Master
    ruleset: Ruleset
    party: tuple[str, ...]
    foes: tuple[str, ...]
    hp: dict[str, int] = field(default_factory=dict)
    recharges: list[bool] = field(default_factory=list)
    spent: bool = False
    """Whether the dragon's breath is spent."""
    resisting: tuple[str, ...] = ()
    """Who drank a potion against fire."""
    summoned: bool = False
    mounted: bool = False

    async def do(self, operation: str, who: str | None = None, **fields: Any) -> str:
        text = await self.master.do(operation, who, **fields)
        self.follow(text)
        return text

    async def look(self) -> None:
        """Everybody who is there has the hit points that follow from what was told."""
        rows = re.findall(r"^  (\S.*?) +(?:party|other) +(?:\w+ +)?HP (\d+)/\d+", await self.master.read("who"), re.MULTILINE)
        there = {name: int(hp) for name, hp in rows}
        assert there and {n: hp for n, hp in self.hp.items() if n in there} == {n: hp for n, hp in there.items() if n in self.hp}
        self.hp = there

    def follow(self, text: str) -> None:
        """Each told change begins where the last one ended, and is as large as the damage that is told with it."""
        check_verdicts(text)
        named: list[str] = []
        for sentence in re.split(r"(?<=[a-z\d)])\. ", text):
            named = [n for n in self.hp if re.search(rf"\b{n}(?! ?\d)\b", sentence.partition(" HP ")[0])] or named
            if (change := re.search(r"HP (\d+) → (\d+)", sentence)) is None:
                continue
            was, now = int(change[1]), int(change[2])
            dealt = re.search(r": ((?:\d+ [a-z]+(?: and )?)+) damage(?: \([^)]*\))?, HP", sentence)
            for name in named:
                assert self.hp[name] == was, (name, self.hp, text)
                assert dealt is None or now == max(0, was - sum(numbers(dealt[1]))), text
                self.hp[name] = now

    def standing(self, among: Iterable[str]) -> list[str]:
        return [name for name in among if self.hp.get(name, 0) > 0]

    @property
    def heroes(self) -> list[str]:
        return self.standing(self.party)

    @property
    def targets(self) -> list[str]:
        """The foes that stand, the weakest first."""
        return sorted(self.standing(self.foes), key=lambda name: self.hp[name])


def check_verdicts(text: str) -> None:
    """A total that reaches the number is a hit or a pass; a lower one is none."""
    for totals, hits in re.findall(r"\((\d+ against AC \d+(?:; \d+ against AC \d+)*)\) is hit (?:(\d+) of \d+ times)?", text):
        pairs = [numbers(pair) for pair in totals.split(";")]
        assert sum(total >= ac for total, ac in pairs) == int(hits or 1), text
    for total, ac in re.findall(r"(\d+) against AC (\d+)\) is missed", text):
        assert int(total) < int(ac), text
    for dc, verdicts in re.findall(r"save DC (\d+)(.*)", text):
        for who, verdict in re.findall(r"((?:[A-Z][\w ]+? \(\d+[^)]*\)(?:, )?)+) (fails?|pass(?:es)?)\b", verdicts):
            for roll in re.findall(r"\(([^)]*)\)", who):
                assert (numbers(roll)[-1] < int(dc)) == verdict.startswith("fail"), text
