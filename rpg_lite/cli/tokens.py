"""The command that makes a token, shows it once and stores it nowhere."""

from typing import Annotated, Final

from cyclopts import Parameter

from rpg_lite.cli.options import Db
from rpg_lite.cli.subcommand_group import group
from rpg_lite.rules import names
from rpg_lite.terminal.command_io import DONE, MISUSED, Stop, say, toml_string
from rpg_lite.vocabulary import Role

Name = Annotated[str | None, Parameter(help="The name of its bearer; by default, the first character or the role.")]
TheRole = Annotated[Role, Parameter(name="--role", help="gm, player or viewer.")]
Characters = Annotated[
    tuple[str, ...],
    Parameter(
        name="--character",
        help="A character of the player: its id, or its exact name in the party. May be given several times.",
    ),
]
Campaign = Annotated[str | None, Parameter(help="The only campaign that the token opens; by default, the one that is served.")]
BYTES: Final = 32


def new(*, role: TheRole, name: Name = None, character: Characters = (), campaign: Campaign = None, db: Db = None) -> int:
    """Make a token: show the text to paste into the file for serve --auth, and show the token once.

    Example:  rpg-lite token new --role player --character Thorin
    """
    from rpg_lite.server.auth_settings import digest, new_token

    if (role == "player") != bool(character):
        raise Stop(MISUSED, "The role player needs at least one --character; the other roles take none.")
    if character:
        _warn_of_strangers(character, db, campaign)
    token = new_token(BYTES)
    told = {"sha256": digest(token), "name": name or next(iter(character), role), "role": role, "campaign": campaign}
    lines = [f"{key} = {toml_string(value)}" for key, value in told.items() if value]
    lines += [f"characters = [{', '.join(map(toml_string, character))}]"] if character else []
    print("[[auth.tokens]]", *lines, sep="\n")
    say(
        f"\nThe lines that begin with [[auth.tokens]] belong in the file for serve --auth. The token itself is shown only this once:\n{token}"
    )
    return DONE


def _warn_of_strangers(characters: tuple[str, ...], db: str | None, campaign: str | None) -> None:
    """Warn about names that nobody in the party has. A token may be made before its campaign, so no campaign is no mistake."""
    from rpg_lite.server import campaign_from_options

    try:
        with campaign_from_options.open_game(db, campaign, new=False, makes=False) as game:
            party = game.table()["party"]
            called = game.campaign.name
    except Stop:
        return
    known = {word for member in party for word in (member["id"], names.tidy(member["name"]))}
    if strangers := [one for one in characters if one not in known and names.tidy(one) not in known]:
        here = ", ".join(member["name"] for member in party) or "nobody yet"
        who = " and ".join(strangers)
        say(f'Warning: nobody in the party of "{called}" is {who}, so the page shows this player no hero of their own. The party: {here}.')


GROUP: Final = group("token", new=new)
