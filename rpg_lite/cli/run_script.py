"""rpg-lite run: a house rule, as a script."""

from typing import Annotated, Final

from cyclopts import Parameter

from rpg_lite.cli.options import CampaignName, Db, Items, Lore, New
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, REFUSED, Stop, name_of, read, say

ScriptFile = Annotated[str, Parameter(help="The script, or - for standard input.")]
Seed = Annotated[int | None, Parameter(help="A seed for the dice, so that they fall the same every time.")]
_WITHOUT: Final = 'Scripts run in a sandbox that is not installed: pip install "rpg-lite[scripts]"'


def run(
    script: ScriptFile,
    /,
    *,
    seed: Seed = None,
    db: Db = None,
    campaign: CampaignName = None,
    new: New = False,
    items: Items = (),
    lore: Lore = None,
) -> int:
    """Run a house rule: a Python script in a sandbox, which reads, rolls and calls the tools.

    Example:  rpg-lite run dusk.py --seed 7
    """
    try:
        import pydantic_monty
    except ImportError as error:
        raise Stop(REFUSED, _WITHOUT) from error
    from rpg_lite.cli import script_sandbox

    source = read(script)
    with campaign_from_options.open_game(db, campaign, new=new, items=items, lore=lore, seed=seed) as game:
        before = game.store.rev(game.campaign.id)
        try:
            script_sandbox.run(source, game, seed)
        except pydantic_monty.MontyError as error:
            fault = script_sandbox.fault_text(error, name_of(script))
            return say(f"rpg-lite: {fault}{_describe_done(before, game.store.rev(game.campaign.id))}", REFUSED)
    return DONE


def _describe_done(before: int, after: int) -> str:
    return f"\nThe changes that it had made stay; undo with toRev {before} takes them back." if after > before else ""
