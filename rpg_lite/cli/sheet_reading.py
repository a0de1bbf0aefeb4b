"""Read one or more sheet documents, and show each as numbers or with its reasons."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.document_validation import DocumentFault, read
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import Circumstances, SheetDocument, ruleset_of, situation
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.terminal.command_io import REFUSED, Stop, not_json, print_json, tell
from rpg_lite.views import stat_paths
from rpg_lite.views.stats_json import numbers, sheet_json, words
from rpg_lite.vocabulary import Ruleset


def documents_in(text: str) -> list[tuple[int, Any]]:
    """Return (line, document) pairs, with a Stop in place of text that is not JSON. Text that parses as a whole is one document; otherwise
    each line is a document.
    """
    try:
        return [(1, json.loads(text))]
    except (ValueError, RecursionError) as error:
        lines = [(n, _parse_document(line), line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        if not lines or (isinstance(lines[0][1], Stop) and sum(line.startswith("{") for *_, line in lines) < 2):
            return [(getattr(error, "lineno", 1), not_json(error))]  # one document over several lines
        return [(n, document) for n, document, _ in lines]


def _parse_document(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        return not_json(error)


def read_circumstances(
    written: Any, ruleset: Ruleset | None, items: Sequence[Path], books: dict[Ruleset, Rulebook]
) -> tuple[Circumstances, Rulebook]:
    """Return a document's circumstances and its rulebook. Raises Stop with every fault and its path."""
    if isinstance(written, Stop):
        raise written
    edition = ruleset or ruleset_of(written)
    book = books[edition] = books.get(edition) or rulebook_loading.rulebook(edition, *items)
    try:
        document = read(SheetDocument, written, book.words)
    except DocumentFault as fault:
        raise Stop(REFUSED, str(fault)) from fault
    return situation(document, book), book


def show(at: Circumstances, book: Rulebook, explain: bool, paths: Sequence[str] = ()) -> None:
    """Print the sheet, or only the numbers at these paths. Raises Stop for a path that this sheet lacks."""
    if paths:
        _show_numbers(at.sheet.name, at.stats(book), explain, paths)
    elif explain:
        from rpg_lite.terminal import sheet

        sheet.explain(at.stats(book), at, sheet.console())
    else:
        print_json(sheet_json(at, book))


def _show_numbers(name: str, stats: EffectiveStats, explain: bool, paths: Sequence[str]) -> None:
    """Print numbers by their paths, or each with its reasons; anything that is not a number, such as an advantage, shows its sources."""
    wanted = dict.fromkeys(found for path in paths for found in _matching(path, stats))
    if explain:
        known = dict(numbers(stats))
        reasons = " ".join(stat_paths.reasons(path, known, stats) for path in wanted)
        tell(reasons if name == "?" else f"{name}: {reasons}")
        return
    values = {path: b.value for path, b in numbers(stats)} | {path: [m.source.name for m in lines] for path, lines in words(stats)}
    print_json({"name": name, "stats": {path: values[path] for path in wanted}})


def _matching(path: str, stats: EffectiveStats) -> list[str]:
    if found := stat_paths.matching(path, stats):
        return found
    near = stat_paths.near(path, stats)
    meant = f" Did you mean {', '.join(near)}?" if near else ""
    raise Stop(REFUSED, f"--stats {path}: this sheet has no such number.{meant} It has {', '.join(stat_paths.families(stats))}.")


def with_progress(documents: list[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """Yield the documents; show a count on the terminal when there are many documents and the results go elsewhere."""
    shown = len(documents) >= 200 and sys.stderr.isatty() and not sys.stdout.isatty()
    for n, document in enumerate(documents, 1):
        yield document
        if shown and (n % 100 == 0 or n == len(documents)):
            print(f"\r{n} of {len(documents)} sheets", end="\n" if n == len(documents) else "", file=sys.stderr, flush=True)
