"""The campaign of each caller, among all the campaigns that a server plays."""

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from anyio import to_thread
from fastmcp.server.auth import AccessToken
from fastmcp.server.dependencies import get_access_token
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.context import ServerRequestContext
from mcp.types import SubscriptionsListenRequestParams, SubscriptionsListenResult
from starlette.requests import Request

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.server.auth_settings import Auth
from rpg_lite.server.authentication import Authenticator, caller_of
from rpg_lite.server.calls_at_work import CallsAtWork
from rpg_lite.server.limits import Rates, client_now
from rpg_lite.server.scene_tracking import SceneListing
from rpg_lite.server.settings import DEFAULTS, Limits
from rpg_lite.server.subscriptions import LOOKS_S, Listening, Streams
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.vocabulary import Role

if TYPE_CHECKING:
    from rpg_lite.server.invitations import Newcomers

_log = logging.getLogger("rpg_lite")

MOST_OPEN: Final = 64
"""The maximum number of campaigns that stay open while nobody plays them. The one that was idle longest is closed first, and opened again
when somebody calls.
"""
AT_ONCE: Final = 5
"""The number of minutes over which a player's unused allowance of text accumulates."""


@dataclass(frozen=True, slots=True)
class Access:
    """The game to which a call goes, and the caller."""

    game: Game
    listening: Listening
    caller: Caller


class AccessDenied(Exception):
    """The caller may not play any campaign here; the message gives the reason."""


class CampaignRouter:
    """The campaigns that a server plays: each caller has access to exactly one of them.

    Without auth, everybody plays the campaign that the server started with, as the caller `master`.
    """

    def __init__(
        self,
        game: Game,
        auth: Auth | None = None,
        limits: Limits = DEFAULTS,
        newcomers: "Newcomers | None" = None,
        master: Caller = GM,
    ) -> None:
        self.authenticator = Authenticator(auth) if auth and auth.asks else None
        self.issuer: Final = auth.jwt.issuer if auth and auth.jwt else None
        self._master: Final = master
        self.game: Final = game
        """The campaign that the server started with."""
        self.at_work: Final = CallsAtWork(limits.calls)
        self.letters: Final = Rates(limits.letters / 60, AT_ONCE * limits.letters)
        """The allowance of text that each player has left, in characters."""
        self.scenes: SceneListing | None = None
        """The loaded scenes, if they determine the fields in the list of tools."""
        self._streams = Streams(limits.streams, max(1, limits.connections // 2))
        self.listening: Final = Listening(_rev(game), self._streams)
        self._played = {game.campaign.id: (game, self.listening)}
        self._opened: OrderedDict[str | None, tuple[Game, Listening]] = OrderedDict()
        self._lock = Lock()
        self._newcomers, self._invited_at = newcomers, 0

    async def access(self, request: Request | None = None) -> Access:
        """Return the game and the caller of the current call. Raises AccessDenied."""
        if self.authenticator is None:
            return Access(self.game, self.listening, self._master)
        token = get_access_token() if request is None else _token_of(request)
        caller = caller_of(token.claims) if token else None
        if caller is None:
            raise AccessDenied("Send a token: Authorization: Bearer …")
        taken = self._opened.get(caller.campaign)  # starting a thread would cost more than the query
        if taken is None:
            return await to_thread.run_sync(self._open, caller)
        with suppress(KeyError):  # a thread has just closed this campaign; the call continues with it
            self._opened.move_to_end(caller.campaign)
        return Access(*taken, caller)

    def role(self) -> Role:
        """Return the role of the current caller; without auth, everybody is a game master."""
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
            await self._invite_newcomers()

    async def _invite_newcomers(self) -> None:
        """Invite the heroes who have joined since the last look, if this server makes invitations."""
        if self._newcomers is None or self.authenticator is None or self.listening.rev == self._invited_at:
            return
        self._invited_at = self.listening.rev
        try:
            self.authenticator.admit(await to_thread.run_sync(self._newcomers.invite))
        except StoreFault as fault:
            _log.warning("new heroes get no invitation yet, because the database cannot be read: %s", fault)

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
            self._opened[caller.campaign] = found = self._played[game.campaign.id]
            self._let_go()
            return Access(*found, caller)

    def _let_go(self) -> None:
        """Close campaigns that nobody listens to, the longest idle first, until no more than MOST_OPEN are open."""
        idle = [name for name, (game, listening) in self._opened.items() if game is not self.game and not listening.is_heard]
        for name in idle[: max(0, len(self._opened) - MOST_OPEN)]:
            game, _ = self._opened.pop(name)
            self._played.pop(game.campaign.id, None)
            self.game.let_go(game)


def _rev(game: Game) -> int:
    return game.store.rev(game.campaign.id)


def _token_of(request: Request) -> AccessToken | None:
    user = request.scope.get("user")
    found = user.access_token if isinstance(user, AuthenticatedUser) else None
    return found if isinstance(found, AccessToken) else None
