"""rpg-lite sheet: a character's numbers from one or more sheet documents."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from rpg_lite.cli.options import File, Items, Rules
from rpg_lite.terminal.command_io import DONE, REFUSED, STDIN, Stop, print_json, read, say, warn
from rpg_lite.vocabulary import Ruleset

if TYPE_CHECKING:
    from rpg_lite.rules.rulebook import Rulebook

Stats = Annotated[
    tuple[str, ...], Parameter(help="Only these numbers, such as ac or saves.dex; a family such as saves. May be given several times.")
]
Explain = Annotated[bool, Parameter(help="A sheet for people, with the reasons for its numbers.")]


def sheet(file: File = STDIN, /, *, ruleset: Rules = None, items: Items = (), stats: Stats = (), explain: Explain = False) -> int:
    """Compute a character's numbers from a sheet document.

    The input is one JSON document or JSON Lines; the output is effective stats as JSON, one line for each document.

    Example:  rpg-lite sheet thorin.json --stats ac --stats saves --explain
    """
    from rpg_lite.cli import sheet_reading

    books: dict[Ruleset, Rulebook] = {}
    code = DONE
    for line, written in sheet_reading.with_progress(sheet_reading.documents_in(read(file))):
        try:
            sheet_reading.show(*sheet_reading.read_circumstances(written, ruleset, items, books), explain, stats)
        except Stop as fault:
            code = REFUSED
            say(f"rpg-lite: line {line}: {fault}") if explain else print_json({"ok": False, "line": line, "error": str(fault)})
    return max(code, warn(dict.fromkeys(f for book in books.values() for f in book.faults)))
