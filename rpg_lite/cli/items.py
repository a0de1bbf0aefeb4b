"""Item templates on the command line: list them, show one, check the user's own files."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter

from rpg_lite.cli.content import check
from rpg_lite.cli.options import AsJson, Items, Rules
from rpg_lite.cli.subcommand_group import group
from rpg_lite.rules import names
from rpg_lite.terminal.command_io import MISUSED, REFUSED, Stop, print_json, tell, warn
from rpg_lite.vocabulary import Ruleset

if TYPE_CHECKING:
    from rpg_lite.rules.rulebook import Rulebook

Words = Annotated[str, Parameter(help="Words of the names; by default, all templates are listed.")]
ItemName = Annotated[str, Parameter(help="Name, alias or id of a template.")]


def list_all(*words: Words, ruleset: Rules = None, items: Items = (), as_json: AsJson = False) -> int:
    """List every template, one per line, or those with these words in their names.

    Example:  rpg-lite items list --items my_items/

    Example:  rpg-lite items list cloak
    """
    book = _rulebook(ruleset, items)
    wanted = [names.fold(word) for word in words]
    found = (t for t in book.templates.values() if all(word in names.fold(t.item.name) for word in wanted))
    rows = sorted(((t.item, t.id) for t in found), key=lambda row: row[0].name)
    if words and not rows:
        raise Stop(MISUSED, f"No template has {' and '.join(map(repr, words))} in its name; rpg-lite items list shows all.")
    if as_json:
        keys = {"name", "type", "rarity", "weight", "value"}
        print_json([{"id": id, **item.model_dump(include=keys), "requiresAttunement": item.needs_attunement} for item, id in rows])
    else:
        wide = max((len(item.name) for item, _ in rows), default=0)
        for item, _ in rows:
            kind = (item.type, item.rarity, "attunement" if item.needs_attunement else "")
            tell(f"{item.name:<{wide}}  {', '.join(filter(None, kind)).replace('_', ' ')}")
    return warn(book.faults)


def show(name: ItemName, /, *, ruleset: Rules = None, items: Items = (), as_json: AsJson = False) -> int:
    """Show one template in full.

    Example:  rpg-lite items show "Flame Tongue Longsword"
    """
    from rpg_lite.views.campaign_overview import card

    book = _rulebook(ruleset, items)
    pick = book.find(name)
    item = book.item(pick) if pick else None
    if pick is None or item is None:
        warn(book.faults)
        near = ", ".join(book.near(name))
        raise Stop(REFUSED, f"There is no template {name!r}; " + (f"did you mean {near}?" if near else "rpg-lite items list shows all."))
    if as_json:
        print_json({"id": pick.template, **item.model_dump(mode="json", by_alias=True, exclude_defaults=True)})
    else:
        tell(card(pick.template, item, book))
    return warn(book.faults)


def _rulebook(ruleset: Ruleset | None, items: Sequence[Path]) -> "Rulebook":
    from rpg_lite.content import rulebook_loading

    return rulebook_loading.rulebook(ruleset or "5.1", *items)


GROUP: Final = group("items", list=list_all, show=show, check=check)
