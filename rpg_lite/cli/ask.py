"""rpg-lite ask: one tool call without a server."""

import json
from typing import Annotated, Any

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson, CampaignName, Db, File, Items, Lore, New
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, STDIN, Stop, name_of, not_json, print_json, read, tell

ToolName = Annotated[str, Parameter(show_default=True, help="The tool to call.")]


def ask(
    file: File = STDIN, /, *, tool: ToolName = "manage_inventory", db: Db = None, campaign: CampaignName = None, new: New = False,
    items: Items = (), lore: Lore = None, as_json: AsJson = False,
) -> int:  # fmt: skip
    """Send one tool call's JSON and print the answer, without a server.

    The exit code is 1 when the call is refused; in that case nothing changes.

    Example:  echo '{"operation": "party"}' | rpg-lite ask --tool read_campaign
    """
    from rpg_lite.operations.registry import TOOLS

    if tool not in TOOLS:
        raise Stop(MISUSED, f"There is no tool {tool!r}; allowed: {', '.join(TOOLS)}.")
    payload = _payload(file, as_json)
    with campaign_from_options.open_game(db, campaign, new=new, items=items, lore=lore) as game:
        answer = game.ask(payload, tool=tool, detail="full" if as_json else "brief")
    print_json(answer) if as_json else tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


def _payload(file: str, as_json: bool) -> Any:
    if file.lstrip().startswith("{"):
        raise Stop(MISUSED, "ask takes a file; send the JSON itself on standard input: echo '{ … }' | rpg-lite ask")
    try:
        return json.loads(read(file))
    except (ValueError, RecursionError) as error:
        place = f"line {error.lineno}, " if isinstance(error, json.JSONDecodeError) else ""
        sentence = f"{name_of(file)}: {place}{not_json(error)}. Nothing was changed."
        if as_json:
            print_json({"ok": False, "error": {"code": "json_invalid"}, "text": sentence})
        raise Stop(REFUSED, sentence) from error
