"""The past of a campaign as rows for a program that composes a context of its own: a chain of filters that `list` reads."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self, get_args

from rpg_lite.decision.reserved_names import GAME_MASTER
from rpg_lite.mechanics.journal.journal_entries import EntryKind
from rpg_lite.rules import names
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.store.call_queries import CallFilter
from rpg_lite.store.chronicle import JOURNAL
from rpg_lite.store.journal_queries import EntryFilter
from rpg_lite.store.unit_of_work import Reading

MOST_ROWS: Final = 500
"""The number of entries, and of deeds, that are read: the newest ones."""
DEED: Final = "deed"
KINDS: Final = (*get_args(EntryKind), DEED)


@dataclass(frozen=True, slots=True)
class PastRow:
    """An entry of the journal, or a deed: the answer to a command. `by`: the name of the speaker or of the creature that acted; None for
    the game master.
    """

    rev: int
    kind: str
    by: str | None
    text: str


@dataclass(frozen=True, slots=True)
class PastRows:
    """The rows that pass every filter. Each filter returns another chain, and nothing is read before a loop over the chain begins."""

    _read: Callable[[Callable[[Reading], list[PastRow]]], list[PastRow]]
    _by: frozenset[str] = frozenset()
    _kinds: frozenset[str] = frozenset()
    _since: int | str | None = None
    _most: int | None = None

    def by(self, *who: str) -> Self:
        """Only rows by one of these characters, or by "gm". The loop raises ValueError for a name that nobody has."""
        return replace(self, _by=frozenset(map(names.fold, who)))

    def kinds(self, *kinds: str) -> Self:
        """Only rows of these kinds. Raises ValueError for an unknown kind."""
        if unknown := sorted({*kinds} - {*KINDS}):
            raise ValueError(f"No row is of the kind {unknown[0]!r}; kinds: {', '.join(KINDS)}.")
        return replace(self, _kinds=frozenset(kinds))

    def tools(self) -> Self:
        """Only deeds, which are calls of tools."""
        return self.kinds(DEED)

    def since(self, moment: int | str) -> Self:
        """Only rows after this rev or checkpoint. The loop raises ValueError for an unknown checkpoint."""
        return replace(self, _since=moment)

    def tokens(self, most: int) -> Self:
        """Only the newest rows whose texts have no more than this estimated number of tokens together."""
        if most < 0:
            raise ValueError("tokens: the number is 0 or more.")
        return replace(self, _most=most)

    def __iter__(self) -> Iterator[PastRow]:
        """The rows, oldest first: at most the newest 500 entries and the newest 500 deeds."""
        return iter(self._read(self._list))

    def _list(self, at: Reading) -> list[PastRow]:
        since = _rev_of(self._since, at)
        rows = sorted([*_entries(at, since), *_deeds(at, since)], key=lambda row: row.rev)
        known = {names.fold(name) for name in (*at.names(), *(row.by for row in rows if row.by), GAME_MASTER)}
        if unknown := sorted(self._by - known):
            near = names.nearest(unknown[0], at.names())
            raise ValueError(f"Nobody is called {unknown[0]!r}; {f'did you mean {near[0]}?' if near else 'the game master is gm.'}")
        return _newest([row for row in rows if self._fits(row)], self._most)

    def _fits(self, row: PastRow) -> bool:
        return (not self._kinds or row.kind in self._kinds) and (not self._by or names.fold(row.by or GAME_MASTER) in self._by)


def _rev_of(moment: int | str | None, at: Reading) -> int | None:
    if not isinstance(moment, str):
        return moment
    known = at.checkpoints()
    if (rev := known.get(names.fold(moment))) is None:
        raise ValueError(f"No checkpoint is called {moment!r}; checkpoints: {', '.join(known) or 'none yet'}.")
    return rev


def _entries(at: Reading, since: int | None) -> list[PastRow]:
    return [PastRow(e.rev, e.entry, e.by, e.text) for e in at.entries(EntryFilter(since=since), MOST_ROWS)]


def _deeds(at: Reading, since: int | None) -> list[PastRow]:
    who = {call.rev: call.who for call in at.calls(CallFilter(since=since), 2 * MOST_ROWS) if call.rev is not None}
    commits = (c for c in at.answers(MOST_ROWS) if c.tool != JOURNAL and c.rev > (since or 0))
    return [PastRow(c.rev, DEED, who.get(c.rev), str(c.answer.get("text", c.tool))) for c in commits]


def _newest(rows: Sequence[PastRow], most: int | None) -> list[PastRow]:
    if most is None:
        return [*rows]
    kept: list[PastRow] = []
    for row in reversed(rows):
        most -= estimate(row.text)
        if most < 0:
            break
        kept.append(row)
    return kept[::-1]
