"""The definitions of the tools that go to a model with a context, in the form that its interface takes."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

from rpg_lite.messages.tool_purposes import PURPOSES
from rpg_lite.operations import schema
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.world.tools_in_use import OWN_SPACE

Json = dict[str, Any]
Wanted = str | Sequence[str]
"""All tools, none, or patterns."""
ALL: Final = "all"
NONE: Final = "none"


def definitions(wanted: Wanted) -> tuple[Json, ...]:
    """The name, the purpose and the schema of each tool that is wanted, in the order of the tools.

    A pattern such as "execute_*" means tools by their names; "rpg:attack" means the tool that has this operation. Raises ValueError when
    a pattern matches nothing.

    >>> [tool["name"] for tool in definitions(["*_journal", "rpg:attack"])], definitions("none")
    (['execute_action', 'keep_journal'], ())
    """
    patterns = {ALL: ("*",), NONE: ()}.get(wanted, (wanted,)) if isinstance(wanted, str) else tuple(wanted)
    names = {name: tuple(_names_of(name)) for name in TOOLS}
    for pattern in patterns:
        if not any(fnmatchcase(called, pattern) for every in names.values() for called in every):
            raise ValueError(
                f'No tool is called {pattern!r}. Tools: {", ".join(TOOLS)}; "{ALL}", "{NONE}" or {OWN_SPACE}:attack mean them as well.'
            )
    meant = [name for name, every in names.items() if any(fnmatchcase(called, pattern) for called in every for pattern in patterns)]
    return tuple({"name": name, "description": PURPOSES[name], "inputSchema": schema.flat(name)} for name in meant)


def _names_of(tool: str) -> Iterator[str]:
    yield tool
    yield from (f"{OWN_SPACE}:{verb}" for verb in operations(tool))
