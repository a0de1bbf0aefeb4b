"""rpg-lite catalog: the tools as the server shows them to clients, and their cost in tokens."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

from cyclopts import Parameter

from rpg_lite.cli.options import Tools
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, Stop
from rpg_lite.vocabulary import ListingForm, Role

if TYPE_CHECKING:
    from rpg_lite.server.listed_tools import ListedTool

TheRole = Annotated[Role, Parameter(name="--role", help="For whom: gm (the default), player or viewer.")]
Tokens = Annotated[bool, Parameter(help="The estimated tokens of each tool, and their share of the full listing.")]
AsForm = Annotated[
    Literal["json", "markdown", "functiongemma"] | None,
    Parameter(name="--as", help="Print the whole definitions in this form; with --tokens, their cost in this form."),
]
Find = Annotated[str | None, Parameter(help="The operations and scenes that these words may mean, best first.")]
OfScene = Annotated[
    tuple[str, ...],
    Parameter(name="--scene", help="With --tools scene: a scene that is loaded besides global. May be given several times."),
]
_FULL: Final[ListingForm] = "full"


def catalog(
    *, tools: Tools = None, scene: OfScene = (), role: TheRole = "gm", tokens: Tokens = False, as_form: AsForm = None, find: Find = None
) -> int:
    """Show the tools as clients see them, and their cost in tokens.

    Example:  rpg-lite catalog --tools compact --tokens
    """
    if find is not None:
        if tools or scene or tokens or as_form:
            raise Stop(MISUSED, "--find lists operations, which are the same in every form: leave out --tools, --scene, --tokens and --as.")
        return _find(find, role)
    from rpg_lite.server.listed_tools import listed_tools
    from rpg_lite.views.tool_formats import render

    listed = listed_tools(tools or _FULL, role, _loaded(tools, scene))
    if tokens:
        _print_costs(_costs(listed, as_form), sum(_costs(listed_tools(_FULL, role), as_form).values()))
    elif as_form:
        print(render([each.definition for each in listed], as_form))
    else:
        print(*(f"{each.name}: {', '.join(each.parameters['properties']['operation']['enum'])}" for each in listed), sep="\n")
    return DONE


def _loaded(tools: ListingForm | None, words: tuple[str, ...]) -> frozenset[str]:
    """Return the scenes that count as loaded."""
    from rpg_lite.content.built_in_scenes import scenes
    from rpg_lite.rules.tool_scenes import GLOBAL

    if words and tools != "scene":
        raise Stop(MISUSED, "--scene needs --tools scene: the other listings are the same in every scene.")
    for word in words:
        if scenes().named(word) is None:
            raise Stop(MISUSED, f"there is no scene {word!r}; scenes: {', '.join(scenes().by_id)}.")
    return scenes().with_children((GLOBAL, *(id for word in words if (id := scenes().named(word)))))


def _find(words: str, role: Role) -> int:
    from rpg_lite.server import tool_search

    found = tool_search.find(words, role)
    if found is None:
        raise Stop(REFUSED, "the SQLite library of this Python has no full-text index, which --find needs.")
    if not found:
        raise Stop(REFUSED, f"no operation matches {words!r}; rpg-lite catalog lists all.")
    print(*found, sep="\n")
    return DONE


def _costs(listed: "Sequence[ListedTool]", form: Literal["json", "markdown", "functiongemma"] | None) -> dict[str, int]:
    """Return the estimated tokens of each tool in a form, by default in the JSON of the protocol."""
    import json

    from rpg_lite.rules.token_estimate import estimate
    from rpg_lite.views.tool_formats import render

    texts = {each.name: render([each.definition], form) if form else json.dumps(each.definition, ensure_ascii=False) for each in listed}
    return {name: estimate(text) for name, text in texts.items()}


def _print_costs(costs: dict[str, int], full: int) -> None:
    together = sum(costs.values())
    for name, cost in costs.items():
        print(f"{name:<18}{cost:>7,} tokens")
    print(f"{'all together':<18}{together:>7,} tokens, {together / full:.0%} of the full listing")
