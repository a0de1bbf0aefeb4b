"""rpg-lite context: the facts that a model should know before it continues the campaign."""

from typing import Annotated, Any

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson, CampaignName, Db, Lore
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, REFUSED, print_json, tell

Budget = Annotated[int | None, Parameter(help="The estimated number of tokens, from 200 to 100000; by default, 2000.")]
For = Annotated[str | None, Parameter(name="--for", help="Only what this character knows.")]
Since = Annotated[int | str | None, Parameter(help="Words and deeds only after this rev or checkpoint.")]


def context(
    *, budget: Budget = None, for_name: For = None, since: Since = None,
    db: Db = None, campaign: CampaignName = None, lore: Lore = None, as_json: AsJson = False,
) -> int:  # fmt: skip
    """Show what a model should know before it continues, within a budget of tokens.

    Example:  rpg-lite context --budget 800
    """
    named = {"budget": budget, "forName": for_name, "since": since}
    payload: dict[str, Any] = {"operation": "context"} | {k: v for k, v in named.items() if v is not None}
    with campaign_from_options.open_game(db, campaign, lore=lore, makes=False) as game:
        answer = game.ask(payload, tool="read_campaign", detail="full" if as_json else "brief")
    print_json(answer) if as_json else tell(answer["text"])
    return DONE if answer["ok"] else REFUSED
