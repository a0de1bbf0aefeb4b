"""The campaign of each caller, among all the campaigns that a server plays."""

import asyncio
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, Final

from anyio import to_thread
from fastmcp.server.auth import AccessToken
from fastmcp.server.dependencies import get_access_token
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.context import ServerRequestContext
from mcp.types import SubscriptionsListenRequestParams, SubscriptionsListenResult
from starlette.requests import Request

from rpg_lite.game import Game
from rpg_lite.operations.callers import GM, Caller
from rpg_lite.server.auth_settings import Auth
from rpg_lite.server.authentication import Authenticator, caller_of
from rpg_lite.server.limits import Rates, client_now
from rpg_lite.server.scene_listing import SceneListing
from rpg_lite.server.settings import DEFAULTS, Limits
from rpg_lite.server.subscriptions import LOOKS_S, Listening, Streams
from rpg_lite.vocabulary import Role

AT_ONCE: Final = 5
"""The number of minutes over which a player's unused allowance of text accumulates."""


@dataclass(frozen=True, slots=True)
class Access:
    """The game to which a call goes, and the caller."""

    game: Game
    listening: Listening
    caller: Caller


class AccessDenied(Exception):
    """The caller may not play any campaign here; the message says why."""


class CampaignRouter:
    """The campaigns that a server plays: each caller has access to exactly one of them.

    Without auth, everybody plays the campaign that the server started with, as a game master.
    """

    def __init__(self, game: Game, auth: Auth | None = None, limits: Limits = DEFAULTS) -> None:
        self.authenticator = Authenticator(auth) if auth and auth.asks else None
        self.issuer: Final = auth.jwt.issuer if auth and auth.jwt else None
        self.game: Final = game
        """The campaign that the server started with."""
        self.letters: Final = Rates(limits.letters / 60, AT_ONCE * limits.letters)
        """The allowance of text that each player has left, in characters."""
        self.scenes: SceneListing | None = None
        """The loaded scenes, if they decide which fields the list of tools shows."""
        self._streams = Streams(limits.streams, max(1, limits.connections // 2))
        self.listening: Final = Listening(_rev(game), self._streams)
        self._played = {game.campaign.id: (game, self.listening)}
        self._opened: dict[str | None, tuple[Game, Listening]] = {}
        self._lock = Lock()

    async def access(self, request: Request | None = None) -> Access:
        """The game and the caller of the current call. Raises AccessDenied."""
        if self.authenticator is None:
            return Access(self.game, self.listening, GM)
        token = get_access_token() if request is None else _token_of(request)
        caller = caller_of(token.claims) if token else None
        if caller is None:
            raise AccessDenied("Send a token: Authorization: Bearer …")
        taken = self._opened.get(caller.campaign)  # starting a thread would cost more than the query
        return Access(*taken, caller) if taken else await to_thread.run_sync(self._open, caller)

    def role(self) -> Role:
        """The role of the current caller; without auth, everybody is a game master."""
        if self.authenticator is None:
            return GM.role
        token = get_access_token()
        caller = caller_of(token.claims) if token else None
        return caller.role if caller else "viewer"

    async def listen(self, ctx: ServerRequestContext[Any, Any], params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        """Serve a stream of messages about the caller's own campaign."""
        return await (await self.access()).listening.listens(ctx, params, client_now(), tools_change=self.scenes is not None)

    async def follow(self) -> None:
        """Tell listeners about writes by other processes to their campaign, until this is cancelled."""
        while True:
            await asyncio.sleep(LOOKS_S)
            for game, listening in tuple(self._played.values()):
                await listening.look(partial(_rev, game))
                if self.scenes is not None and listening.is_heard and await self.scenes.differs(game, listening.rev):
                    listening.note_tools()

    def close(self) -> None:
        """End the streams of all listeners."""
        for _, listening in self._played.values():
            listening.close()

    def _open(self, caller: Caller) -> Access:
        with self._lock:
            game = self.game.sibling(caller.campaign) if caller.campaign else self.game
            if game is None:
                raise AccessDenied("This token is for a campaign that is not played here.")
            if game.campaign.id not in self._played:
                self._played[game.campaign.id] = game, Listening(_rev(game), self._streams)
            self._opened[caller.campaign] = self._played[game.campaign.id]
            return Access(*self._played[game.campaign.id], caller)


def _rev(game: Game) -> int:
    return game.store.rev(game.campaign.id)


def _token_of(request: Request) -> AccessToken | None:
    user = request.scope.get("user")
    found = user.access_token if isinstance(user, AuthenticatedUser) else None
    return found if isinstance(found, AccessToken) else None
