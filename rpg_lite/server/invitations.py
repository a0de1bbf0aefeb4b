"""Invitations to the page: tokens for the game master, for each hero of the party and for a screen, which are valid as long as the server
runs.

The token comes after the # of an address, because browsers do not send this part. Only a terminal shows the token.
"""

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.game import Game
from rpg_lite.server.auth_settings import Token, digest, new_token
from rpg_lite.server.local_addresses import is_this_machine
from rpg_lite.server.settings import Settings
from rpg_lite.vocabulary import Role

BYTES: Final = 16
_EVERY_ADDRESS: Final = ("0.0.0.0", "::")
_FAR: Final = ("192.0.2.1", 9)
"""An address that no machine has: a datagram socket that is directed there reveals our own address, and sends nothing."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """`url` opens the page for this reader."""

    name: str
    role: Role
    token: str
    url: str
    characters: tuple[str, ...] = ()

    @property
    def admits(self) -> Token:
        """The token as the server keeps it."""
        return Token(sha256=digest(self.token), name=self.name, role=self.role, characters=self.characters)


def invitations(game: Game, settings: Settings) -> list[Invitation]:
    """Make new invitations: the game master, the heroes of the party in order, and a screen that only looks."""
    readers: list[tuple[str, Role, tuple[str, ...]]] = [("Game master", "gm", ())]
    readers += [(member["name"], "player", (member["id"],)) for member in game.table()["party"]]
    readers.append(("Screen", "viewer", ()))
    return [_invitation(name, role, characters, page_address(settings)) for name, role, characters in readers]


def admitting(settings: Settings, invited: list[Invitation]) -> Settings:
    """Return the settings with the tokens of these invitations in addition to those that they already have."""
    auth = settings.auth.model_copy(update={"tokens": (*settings.auth.tokens, *(i.admits for i in invited))})
    return settings.model_copy(update={"auth": auth})


class Newcomers:
    """The heroes who join while the server runs: each gets an invitation, which `show` prints, and the codes of the others stay valid."""

    def __init__(self, game: Game, settings: Settings, invited: list[Invitation], show: Callable[[str], None]) -> None:
        self._game, self._settings, self._show = game, settings, show
        self._known = {id for i in invited for id in i.characters}

    def invite(self) -> list[Token]:
        """Show an invitation for each hero who has none, and return the tokens to admit."""
        new = [member for member in self._game.table()["party"] if member["id"] not in self._known]
        made = [_invitation(member["name"], "player", (member["id"],), page_address(self._settings)) for member in new]
        for invitation in made:
            self._known.update(invitation.characters)
            self._show("\n".join(_show(invitation)))
        return [invitation.admits for invitation in made]


def _invitation(name: str, role: Role, characters: tuple[str, ...], address: str) -> Invitation:
    token = new_token(BYTES)
    query = "?everything=1" if role == "gm" else ""
    return Invitation(name, role, token, f"{address}/{query}#token={token}", characters)


def page_address(settings: Settings) -> str:
    """Return the address of the page for other machines: the public one, or this machine's own in its network."""
    if settings.public_url:
        return settings.public_url
    host, port = settings.address or ("127.0.0.1", 0)
    found = network_address() if host in _EVERY_ADDRESS else host
    return f"http://{f'[{found}]' if ':' in found else found}:{port}"


def network_address() -> str:
    """Return the address of this machine in its network; 127.0.0.1 if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as looking:
        try:
            looking.connect(_FAR)
            return str(looking.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def lines(invited: list[Invitation], address: str) -> Iterator[str]:
    """Yield the invitations as text for a terminal, with a QR code for each hero and for the screen."""
    for invitation in invited:
        yield from _show(invitation)
    master = next(i for i in invited if i.role == "gm")
    yield f"\nA chat program of the game master connects with: rpg-lite connect PROGRAM --http {address} --token {master.token}"
    if is_this_machine(address.rpartition("//")[2].rpartition(":")[0].strip("[]")):
        yield "Phones cannot reach this address: serve with --http 0.0.0.0:8000 on a network that you trust."
    yield "These tokens are valid until the server stops; rpg-lite token new makes lasting ones."


def _show(invitation: Invitation) -> Iterator[str]:
    import segno  # loaded only for invitations

    yield f"\n{invitation.name} ({invitation.role}): {invitation.url}"
    if invitation.role != "gm":
        yield _drawn(segno.make(invitation.url, error="l", micro=False).matrix)


def _drawn(matrix: tuple[bytearray, ...]) -> str:
    """Return the code in half blocks, dark on light with a quiet margin of two, whatever the colors of the terminal."""
    wide = len(matrix[0]) + 4
    rows = [bytearray(wide)] * 2 + [bytearray(2) + row + bytearray(2) for row in matrix] + [bytearray(wide)] * 3
    pairs = zip(rows[::2], rows[1::2], strict=False)
    return "\n".join(f"\x1b[30;107m{''.join(_HALVES[up, low] for up, low in zip(*pair, strict=True))}\x1b[0m" for pair in pairs)


_HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
