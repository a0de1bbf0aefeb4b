"""The command line's look back: what was played, which tools were called, and the garbage of both."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from rpg_lite.frontends import campaigns, cli
from rpg_lite.frontends.console import DONE, MISUSED, REFUSED, Stop, print_json, tell

if TYPE_CHECKING:
    from rpg_lite.game import Game

Number = Annotated[int, Parameter(help="How many, 50 at most.", show_default=True)]
Tools = Annotated[bool, Parameter(help="The last tool calls: age, tool, who, outcome, seconds, arguments.")]
Stats = Annotated[bool, Parameter(help="How often each operation was called, how often it failed, how long it took; how the dice fell.")]
Actor = Annotated[str | None, Parameter(help="Only of this character.")]
Room = Annotated[str | None, Parameter(help="Only in this room.")]
Item = Annotated[str | None, Parameter(help="Only with this item.")]
Since = Annotated[int | None, Parameter(help="Only after this rev.")]
Days = Annotated[int, Parameter(help="How long a row must be gone, or a call be past.", show_default=True)]
Sure = Annotated[bool, Parameter(name="--yes", help="Delete; without it purge counts only.")]


def history(
    last: Number = 10, /, *, tools: Tools = False, stats: Stats = False, actor: Actor = None, room: Room = None, item: Item = None,
    since: Since = None, db: cli.Db = None, campaign: cli.CampaignName = None, as_json: cli.AsJson = False,
) -> int:  # fmt: skip
    """Show the last commands of a campaign, or its tool calls.

    Example:  rpg-lite history 20 --tools --actor Thorin
    """
    named = {"actorName": actor, "roomName": room, "itemName": item, "since": since, "tools": tools or None, "stats": stats or None}
    payload: dict[str, Any] = {"operation": "history", "last": last} | {k: v for k, v in named.items() if v is not None}
    with campaigns.opened(db, campaign, makes=False) as game:
        answer = game.ask(payload, tool="read_campaign", detail="full" if as_json else "brief")
    print_json(answer) if as_json else tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


def collect(
    what: Literal["orphans", "stale", "purge"] = "stale", /, *, days: Days = 30, yes: Sure = False,
    db: cli.Db = None, campaign: cli.CampaignName = None,
) -> int:  # fmt: skip
    """Count rows that hang from nothing (orphans) or are long gone (stale), or delete the latter for good (purge).

    Undo and history keep working after a purge: the chronicle holds everything that ever was.

    Example:  rpg-lite gc purge --days 90 --yes
    """
    if days < 0:
        raise Stop(MISUSED, "--days counts from 0.")
    with campaigns.opened(db, campaign, makes=False) as game:
        tell(collected(game, what, days, yes))
    return DONE


def collected(game: "Game", what: str, days: int, yes: bool) -> str:
    """What was found, or deleted, in a sentence."""
    if what == "orphans":
        return f"Hanging from nothing: {_counted(game.store.orphans(game.campaign.id))}."
    if what == "purge" and yes:
        return f"Deleted for good: {_counted(game.store.purge(game.campaign.id, days))}."
    found = f"Older than {days} days: {_counted(game.store.stale(game.campaign.id, days))}."
    return f"{found} Nothing was deleted; --yes deletes them for good." if what == "purge" else found


def _counted(rows: dict[str, int]) -> str:
    words = {"thing": "things", "equipped": "things in use", "exit": "exits", "call": "records of calls"}
    return ", ".join(f"{n} {words[table]}" for table, n in rows.items())
