"""The commands that show the history of play and the tool calls, and that delete old rows of both."""

from typing import Annotated, Any, Literal

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson, CampaignName, Db
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal import garbage_collection_report
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, Stop, print_json, tell

Number = Annotated[int, Parameter(help="The number of entries, 50 at most.", show_default=True)]
Tools = Annotated[bool, Parameter(help="The last tool calls: age, tool, caller, outcome, seconds, arguments.")]
Stats = Annotated[bool, Parameter(help="Calls, failures and mean time for each operation, and the results of the dice.")]
Actor = Annotated[str | None, Parameter(help="Only what this character did.")]
Room = Annotated[str | None, Parameter(help="Only what happened in this room.")]
Item = Annotated[str | None, Parameter(help="Only what involved this item.")]
Since = Annotated[int | str | None, Parameter(help="Only after this rev or checkpoint.")]
Days = Annotated[int, Parameter(help="The minimum age of a removed row or a call, in days.", show_default=True)]
Sure = Annotated[bool, Parameter(name="--yes", help="Delete the rows; without this option, purge only counts them.")]


def history(
    last: Number = 10, /, *, tools: Tools = False, stats: Stats = False, actor: Actor = None, room: Room = None, item: Item = None,
    since: Since = None, db: Db = None, campaign: CampaignName = None, as_json: AsJson = False,
) -> int:  # fmt: skip
    """Show the history of play, and the tool calls."""
    named = {"actorName": actor, "roomName": room, "itemName": item, "since": since, "tools": tools or None, "stats": stats or None}
    payload: dict[str, Any] = {"operation": "history", "last": last} | {k: v for k, v in named.items() if v is not None}
    with campaign_from_options.open_game(db, campaign, makes=False) as game:
        answer = game.ask(payload, tool="read_campaign", detail="full" if as_json else "brief")
    print_json(answer) if as_json else tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


def collect(
    what: Literal["orphans", "stale", "purge"] = "stale", /, *, days: Days = 30, yes: Sure = False,
    db: Db = None, campaign: CampaignName = None,
) -> int:  # fmt: skip
    """Count orphans and things removed long ago; purge deletes the latter."""
    if days < 0:
        raise Stop(MISUSED, "--days must be 0 or more.")
    with campaign_from_options.open_game(db, campaign, makes=False) as game:
        tell(garbage_collection_report.collect(game, what, days, yes))
    return DONE
