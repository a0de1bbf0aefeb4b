"""Write docs/tools.md and the table of tools in docs/commands.md from the records of the operations.

python docs/tools.py
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rpg_lite.operations.operation import Operation
from rpg_lite.operations.registry import OPERATIONS, TOOLS
from rpg_lite.operations.role_table import right_of

HERE: Final = Path(__file__).parent
COMMANDS: Final = HERE / "commands.md"
TABLE: Final = re.compile(r"(?<=\| tool \| operations \|\n\|---\|---\|\n)(?:\|.*\n)+")
MAY: Final = {"never": "", "reads": "players and viewers", "own": "players, with their own characters"}
HEAD: Final = """\
# Tools and operations

`python docs/tools.py` writes this page from the records in `rpg_lite/operations/`. A game master may do everything; the third column says who else
may. The keys are the usual ones, and those in *italics* may be left out; the schema of a tool lists them all. Every tool that changes something also takes
`undo`, and every tool takes `batch`, `dryRun`, `requestId` and `detail`.

A value is also taken in another form that can mean only one thing: capitals and spaces in keys and words, one value where a list is due, a list as text,
`"DC 12"`, `"5 sp"`, `"30 ft"`, `"2nd"`, `"1h 30m"`, `"2d6"` as an amount (it is rolled), `"Fighter 3 / Rogue 2"`, or the whole call inside `params`. Another
word, such as `pick_up` or `caster`, is refused with one call that says the same in the words of this page.
"""


def commands(text: str) -> str:
    """The page of commands with the current table."""
    rows = "".join(f"| `{tool}` | {', '.join(_verbs(tool))} |\n" for tool in TOOLS)
    return TABLE.sub(lambda _: rows, text)


def page() -> str:
    return HEAD + "".join(
        f"\n## {tool}\n\n| operation | does | may also | keys |\n|---|---|---|---|\n{''.join(_rows(tool))}" for tool in TOOLS
    )


def _of(tool: str) -> list[Operation]:
    return [o for o in OPERATIONS if o.tool == tool]


def _verbs(tool: str) -> Iterator[str]:
    yield from (o.verb if o.is_listed else f"{o.verb} (for programs)" for o in _of(tool))
    if not all(o.reads for o in _of(tool)):
        yield "undo"


def _rows(tool: str) -> Iterator[str]:
    for o in _of(tool):
        keys = ", ".join(f"*{key[:-1]}*" if key.endswith("?") else key for key in o.sends.split())
        does = " ".join((o.model.__doc__ or "").split("\n\n")[0].split())
        yield f"| `{o.verb}` | {does} | {MAY[right_of('player', o.model)]} | {keys} |\n"


if __name__ == "__main__":
    COMMANDS.write_text(commands(COMMANDS.read_text("utf-8")), "utf-8")
    (HERE / "tools.md").write_text(page(), "utf-8")
