"""rpg-lite run: a house rule, as a script."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from rpg_lite.cli.options import CampaignName, ConfigFile, Db, Items, Lore, New
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, REFUSED, Stop, name_of, read, say

if TYPE_CHECKING:
    from rpg_lite.game import Game

ScriptFile = Annotated[str, Parameter(help="The file, - for standard input, or script:NAME for a note in use.")]
Seed = Annotated[int | None, Parameter(help="A seed for the dice, so that they fall the same every time.")]


def run(
    script: ScriptFile,
    /,
    *,
    seed: Seed = None,
    config: ConfigFile = None,
    db: Db = None,
    campaign: CampaignName = None,
    new: New = False,
    items: Items = (),
    lore: Lore = None,
) -> int:
    """Run a house rule: a Python script in a sandbox, which reads, rolls and calls the tools.

    Example:  rpg-lite run dusk.py --seed 7
    Example:  rpg-lite run script:hunger --db party.db
    """
    from rpg_lite.scripts import promoted

    try:
        from rpg_lite.scripts import script_sandbox
    except ImportError as error:
        raise Stop(REFUSED, promoted.without_sandbox()) from error
    from rpg_lite.server.settings_loading import load_settings

    settings = load_settings(config, db=db, campaign=campaign, items=items, lore=lore).settings
    given = None if script.startswith(promoted.PREFIX) else read(script)
    with campaign_from_options.open_game(db, campaign, new=new, seed=seed, settings=settings) as game:
        source = given if given is not None else _promoted(game, script, settings.scripts.days)
        fault = script_sandbox.run_named(source, game, name_of(script), seed=seed)
    return say(f"rpg-lite: {fault}", REFUSED) if fault else DONE


def _promoted(game: "Game", script: str, days: int) -> str:
    """Return the text of a note in use. Raises Stop."""
    from rpg_lite.decision.outcome import Rejected
    from rpg_lite.messages import refusal_formatting
    from rpg_lite.scripts import promoted

    found = promoted.source(game, script, days)
    if isinstance(found, Rejected):
        kept = f" Keep it first: rpg-lite lore keep {script}." if promoted.of_skill(game, script) is not None else ""
        raise Stop(REFUSED, f"{refusal_formatting.sentence(found)}.{kept}")
    return found
