"""Compare a story with the campaign that it is about."""

from typing import Final

from rpg_lite.cli.options import AsJson, CampaignName, Db, File
from rpg_lite.cli.subcommand_group import group
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, REFUSED, STDIN, Stop, name_of, print_json, read, tell

LONGEST_STORY: Final = 1_000_000


def check(file: File = STDIN, /, *, db: Db = None, campaign: CampaignName = None, as_json: AsJson = False) -> int:
    """Print each line of a story (Markdown or plain text) that does not agree with the current state of the campaign.

    Hit points, armor class, damage, coins, things, deaths and places are compared; the exit code is 1 if one does not agree.

    Example:  rpg-lite journal check chapter3.md
    """
    from rpg_lite.messages.narration import disagreement

    story = read(file)
    if len(story) > LONGEST_STORY:
        raise Stop(
            REFUSED, f"{name_of(file)} has {len(story):,} characters; a story has at most {LONGEST_STORY:,}: check its chapters one by one."
        )
    with campaign_from_options.open_game(db, campaign, makes=False) as game:
        found = game.find_contradictions(story)
    words = [(c, disagreement(c.sentence, c.what, c.details)) for c in found]
    if as_json:
        print_json([{"line": c.line, "sentence": c.sentence, "what": c.what, "text": text} for c, text in words])
    else:
        count = f"{len(found)} {'sentence does' if len(found) == 1 else 'sentences do'} not agree" if found else "nothing disagrees"
        tell(*(f"{name_of(file)}:{c.line}: {text}" for c, text in words), f"{name_of(file)}: {count} with the campaign.")
    return REFUSED if found else DONE


GROUP: Final = group("journal", check=check)
