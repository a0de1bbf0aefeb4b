"""Invitations to the page: a token for the game master, each hero of the party and a screen, which hold as long as the server runs.

The token stands after the # of an address, so that browsers keep it to themselves, and it is shown at a terminal alone.
"""

import secrets
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.game import Game
from rpg_lite.server.auth_settings import Token, digest
from rpg_lite.server.local_addresses import is_this_machine
from rpg_lite.server.settings import Settings
from rpg_lite.vocabulary import Role

BYTES: Final = 16
_EVERY_ADDRESS: Final = ("0.0.0.0", "::")
_FAR: Final = ("192.0.2.1", 9)
"""An address that no machine has: a datagram socket that is directed there names our own address, and sends nothing."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """`url` opens the page for this reader."""

    name: str
    role: Role
    token: str
    url: str
    characters: tuple[str, ...] = ()


def invitations(game: Game, settings: Settings) -> list[Invitation]:
    """New invitations: the game master, the heroes of the party in order, and a screen that only looks."""
    readers: list[tuple[str, Role, tuple[str, ...]]] = [("Game master", "gm", ())]
    readers += [(member["name"], "player", (member["id"],)) for member in game.table()["party"]]
    readers.append(("Screen", "viewer", ()))
    return [_invitation(name, role, characters, page_address(settings)) for name, role, characters in readers]


def admitting(settings: Settings, invited: list[Invitation]) -> Settings:
    """The settings with the tokens of these invitations beside those that they already have."""
    tokens = (Token(sha256=digest(i.token), name=i.name, role=i.role, characters=i.characters) for i in invited)
    auth = settings.auth.model_copy(update={"tokens": (*settings.auth.tokens, *tokens)})
    return settings.model_copy(update={"auth": auth})


def _invitation(name: str, role: Role, characters: tuple[str, ...], address: str) -> Invitation:
    token = secrets.token_urlsafe(BYTES)
    query = "?everything=1" if role == "gm" else ""
    return Invitation(name, role, token, f"{address}/{query}#token={token}", characters)


def page_address(settings: Settings) -> str:
    """The address of the page for other machines: the public one, or this machine's own in its network."""
    if settings.public_url:
        return settings.public_url
    host, port = settings.address or ("127.0.0.1", 0)
    found = network_address() if host in _EVERY_ADDRESS else host
    return f"http://{f'[{found}]' if ':' in found else found}:{port}"


def network_address() -> str:
    """The address of this machine in its network; 127.0.0.1 if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as looking:
        try:
            looking.connect(_FAR)
            return str(looking.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def lines(invited: list[Invitation], address: str) -> Iterator[str]:
    """The invitations as text for a terminal, with a QR code for each hero and for the screen."""
    import segno  # only for those who invite

    for invitation in invited:
        yield f"\n{invitation.name} ({invitation.role}): {invitation.url}"
        if invitation.role != "gm":
            yield _drawn(segno.make(invitation.url, error="l", micro=False).matrix)
    master = next(i for i in invited if i.role == "gm")
    yield f"\nA chat program of the game master connects with: rpg-lite connect PROGRAM --http {address} --token {master.token}"
    if is_this_machine(address.rpartition("//")[2].rpartition(":")[0].strip("[]")):
        yield "Phones cannot reach this address: serve with --http 0.0.0.0:8000 on a network that you trust."
    yield "These tokens hold until the server stops; rpg-lite token new makes lasting ones."


def _drawn(matrix: tuple[bytearray, ...]) -> str:
    """The code in half blocks, dark on light with a quiet margin of two, whatever the colors of the terminal."""
    wide = len(matrix[0]) + 4
    rows = [bytearray(wide)] * 2 + [bytearray(2) + row + bytearray(2) for row in matrix] + [bytearray(wide)] * 3
    pairs = zip(rows[::2], rows[1::2], strict=False)
    return "\n".join(f"\x1b[30;107m{''.join(_HALVES[up, low] for up, low in zip(*pair, strict=True))}\x1b[0m" for pair in pairs)


_HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
