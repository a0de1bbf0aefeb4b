"""The command that makes a token, shows it once and stores it nowhere."""

from typing import Annotated, Final

from cyclopts import Parameter

from rpg_lite.cli.command_groups import group
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


def new(*, role: TheRole, name: Name = None, character: Characters = (), campaign: Campaign = None) -> int:
    """Make a token: show the text to paste into the file for serve --auth, and show the token once.

    Example:  rpg-lite token new --role player --character Thorin
    """
    import secrets

    from rpg_lite.server.auth_settings import digest

    if (role == "player") != bool(character):
        raise Stop(MISUSED, "The role player needs at least one --character; the other roles take none.")
    token = secrets.token_urlsafe(BYTES)
    told = {"sha256": digest(token), "name": name or next(iter(character), role), "role": role, "campaign": campaign}
    lines = [f"{key} = {toml_string(value)}" for key, value in told.items() if value]
    lines += [f"characters = [{', '.join(map(toml_string, character))}]"] if character else []
    print("[[auth.tokens]]", *lines, sep="\n")
    say(f"\nPaste that into the file for serve --auth. The token itself is shown only this once:\n{token}")
    return DONE


GROUP: Final = group("token", new=new)
