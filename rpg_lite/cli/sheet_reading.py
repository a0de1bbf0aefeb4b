"""Read one or more sheet documents, and show each as numbers or with its reasons."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rpg_lite.content import catalog
from rpg_lite.rules.document_faults import DocumentFault, read
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import Circumstances, SheetDocument, ruleset_of, situation
from rpg_lite.terminal.command_io import REFUSED, Stop, not_json, print_json
from rpg_lite.views.stats import sheet_json
from rpg_lite.vocabulary import Ruleset


def documents_in(text: str) -> list[tuple[int, Any]]:
    """(line, document) pairs, with a Stop in place of text that is not JSON. Text that parses as a whole is one document; otherwise each
    line is a document.
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
    """A document's circumstances and its rulebook. Raises Stop with every fault and its path."""
    if isinstance(written, Stop):
        raise written
    edition = ruleset or ruleset_of(written)
    book = books[edition] = books.get(edition) or catalog.rulebook(edition, *items)
    try:
        document = read(SheetDocument, written, book.words)
    except DocumentFault as fault:
        raise Stop(REFUSED, str(fault)) from fault
    return situation(document, book), book


def show(at: Circumstances, book: Rulebook, explain: bool) -> None:
    if explain:
        from rpg_lite.terminal import sheet

        sheet.explain(at.stats(book), at, sheet.console())
    else:
        print_json(sheet_json(at, book))


def with_progress(documents: list[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    """Yield the documents; show a count on the terminal when there are many documents and the results go elsewhere."""
    shown = len(documents) >= 200 and sys.stderr.isatty() and not sys.stdout.isatty()
    for n, document in enumerate(documents, 1):
        yield document
        if shown and (n % 100 == 0 or n == len(documents)):
            print(f"\r{n} of {len(documents)} sheets", end="\n" if n == len(documents) else "", file=sys.stderr, flush=True)
