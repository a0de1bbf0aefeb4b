"""A record of every command that the tests decide and of every answer that they read, so that a change of shape shows that nothing else changed.

`pytest --record FILE …` writes a line for each: the test, its n-th line, what was asked, and what came of it. `--record-whole` writes texts
in place of digests, for a few tests. `python -m tests.recorded_calls BEFORE AFTER` tells what differs. Two records are comparable when both
runs collected the tests in the same order in one process (no `-n`), because what tests share is made by the first of them that needs it.
Servers that tests start as processes are not heard.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, TextIO

import pytest

from rpg_lite.decision.outcome import Accepted, Outcome
from rpg_lite.operations import batch
from rpg_lite.views import answer_presenter
from rpg_lite.views.answer_presenter import Presenter
from rpg_lite.world import events

MOST_SHOWN: Final = 40
COLUMNS: Final = ("asked", "came of it")


def add_options(parser: pytest.Parser) -> None:
    parser.addoption("--record", metavar="FILE", type=Path, help="write what every call asks and brings, for tests.recorded_calls")
    parser.addoption("--record-whole", action="store_true", help="with --record: texts in place of digests")


def begin(config: pytest.Config) -> None:
    """Record from now on if the options ask for it. Raises UsageError where workers would share the file."""
    if not (path := config.getoption("--record")):
        return
    if config.pluginmanager.hasplugin("dsession") or hasattr(config, "workerinput"):
        raise pytest.UsageError("--record needs one process; leave out -n")
    config.pluginmanager.register(Recorder(path.open("w", encoding="utf-8"), config.getoption("--record-whole")), "recorded_calls")


class Recorder:
    """The plugin that hears deciders and presenters."""

    def __init__(self, file: TextIO, is_whole: bool) -> None:
        self._file, self._is_whole = file, is_whole
        self._test, self._line = "collection", 0
        self._hear_deciders()
        self._hear_presenters()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._test, self._line = nodeid, 0

    def pytest_unconfigure(self) -> None:
        self._file.close()

    # ── hearing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _hear_deciders(self) -> None:
        decide: Callable[..., batch.Decided] = batch.decide

        def heard(commands: Sequence[Any], *more: Any, **named: Any) -> batch.Decided:
            decided = decide(commands, *more, **named)
            self._write([_fields(c) for c in commands], [events.dump(decided.events), [_ending(o) for o in decided.outcomes]])
            return decided

        batch.decide = heard

    def _hear_presenters(self) -> None:
        answer, refusal = Presenter.answer, answer_presenter.refusal

        def answered(presenter: Presenter, commands: Sequence[Any], *more: Any, **named: Any) -> Any:
            shown = answer(presenter, commands, *more, **named)
            self._write([_fields(c) for c in commands], shown)
            return shown

        def refused(*more: Any, **named: Any) -> Any:
            shown = refusal(*more, **named)
            self._write("refused", shown)
            return shown

        Presenter.answer = answered  # type: ignore[method-assign]
        answer_presenter.refusal = refused

    def _write(self, asked: Any, came: Any) -> None:
        self._line += 1
        told = (self._as_told(asked), self._as_told(came))
        self._file.write("\t".join((self._test.replace("\t", " "), str(self._line), *told)) + "\n")

    def _as_told(self, value: Any) -> str:
        text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=_plain)
        return text if self._is_whole else blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def _fields(command: Any) -> list[Any]:
    """The kind of a command and what the sender put into it."""
    sent = command.model_fields_set if hasattr(command, "model_fields_set") else ()
    return [type(command).__name__, {name: getattr(command, name) for name in sorted(sent)}]


def _ending(outcome: Outcome) -> Any:
    if isinstance(outcome, Accepted):
        return [[note.code, note.details] for note in outcome.notes]
    return [outcome.code, outcome.field, outcome.details]


def _plain(value: Any) -> Any:
    """A value as JSON that is the same in every process: sets in order, without fields that say nothing, all else by its text without addresses."""
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="python")
    if hasattr(value, "__dataclass_fields__"):
        return {name: one for name in value.__dataclass_fields__ if (one := getattr(value, name)) or isinstance(one, bool | int)}
    return str(value).partition(" at 0x")[0] if not hasattr(value, "items") else dict(value.items())


# ── comparing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def main(words: Sequence[str]) -> int:
    """Print what differs between two records; the exit code is 1 if anything does."""
    parser = argparse.ArgumentParser(prog="python -m tests.recorded_calls", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    asked = parser.parse_args(words)
    before, after = _by_test(asked.before), _by_test(asked.after)
    lost, new = [t for t in before if t not in after], [t for t in after if t not in before]
    differing = {test: fault for test in before if test in after and (fault := first_difference(before[test], after[test]))}
    for title, tests in (("only before", lost), ("only after", new)):
        if tests:
            print(f"{title}: {len(tests)} tests, such as {tests[0]}")
    for test, fault in list(differing.items())[:MOST_SHOWN]:
        print(f"{test}: {fault}")
    files = Counter(test.partition("::")[0] for test in differing)
    calls = sum(map(len, after.values()))
    print(f"{len(differing)} of {len(before)} tests differ, in {len(files)} files; {calls} lines after", *files.most_common(10), sep="\n  ")
    return 1 if differing or lost else 0


def first_difference(before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> str | None:
    """The first line at which two runs of a test part: "line 3: came of it"; None if they do not.

    >>> first_difference([("a", "b")], [("a", "b")]), first_difference([("a", "b")], [("a", "c")]), first_difference([("a", "b")], [])
    (None, 'line 1: came of it', 'line 1: is missing after')
    """
    for n, (was, now) in enumerate(zip_longest(before, after), 1):
        if was is None or now is None:
            return f"line {n}: is missing {'before' if was is None else 'after'}"
        if was != now:
            column = next(name for name, a, b in zip(COLUMNS, was, now, strict=True) if a != b)
            return f"line {n}: {column}"
    return None


def _by_test(path: Path) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for test, *told in _lines(path):
        found.setdefault(test, []).append(tuple(told[1:]))
    return found


def _lines(path: Path) -> Iterator[list[str]]:
    with path.open(encoding="utf-8") as file:
        yield from (line.rstrip("\n").split("\t") for line in file)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
