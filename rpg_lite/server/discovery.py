"""Help clients find the identity provider: protected resource metadata (RFC 9728), and a 401 that points to it."""

from typing import Any, Final
from urllib.parse import urlsplit

from fastmcp import FastMCP
from mcp.server.auth.json_response import PydanticJSONResponse
from mcp.server.auth.routes import build_resource_metadata_url
from mcp.shared.auth import ProtectedResourceMetadata
from pydantic import AnyHttpUrl, TypeAdapter, ValidationError
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

WELL_KNOWN: Final = "/.well-known/oauth-protected-resource"
MCP: Final = "/mcp"
_URL: Final = TypeAdapter(AnyHttpUrl)
_HEADERS: Final = {"cache-control": "public, max-age=3600", "access-control-allow-origin": "*"}


class Discovery:
    """`issuer`: the provider whose tokens the server accepts; `public_url`: the address where clients reach this server; without it, the
    host in the request, which the guard has accepted."""

    def __init__(self, issuer: str, public_url: str | None) -> None:
        self._issuer, self._public_url = _URL.validate_python(issuer), public_url

    def add_to(self, mcp: FastMCP[Any]) -> None:
        """Serve the metadata below the root, both alone and followed by the path of the resource."""
        behind = urlsplit(self._public_url).path.rstrip("/") if self._public_url else ""
        for path in dict.fromkeys((WELL_KNOWN, f"{WELL_KNOWN}{MCP}", f"{WELL_KNOWN}{behind}{MCP}")):
            mcp.custom_route(path, methods=["GET"])(self.metadata)

    async def metadata(self, request: Request) -> Response:
        found = ProtectedResourceMetadata(
            resource=self._resource(request),
            authorization_servers=[self._issuer],
            bearer_methods_supported=["header"],
            resource_name="rpg-lite",
        )
        return PydanticJSONResponse(found, headers=_HEADERS)

    def place(self, connection: HTTPConnection) -> str:
        """Return the address of the metadata."""
        return str(build_resource_metadata_url(self._resource(connection)))

    def _resource(self, connection: HTTPConnection) -> AnyHttpUrl:
        root = self._public_url or f"{connection.url.scheme}://{connection.url.netloc}"
        return _URL.validate_python(f"{root.rstrip('/')}{MCP}")


class Challenging:
    """Extend a 401 answer: state that the token is invalid, and give the address of the provider of tokens."""

    def __init__(self, app: ASGIApp, discovery: Discovery | None) -> None:
        self._app, self._discovery = app, discovery

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_completed(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 401:
                headers = MutableHeaders(scope=message)
                headers["www-authenticate"] = self._challenge(HTTPConnection(scope), headers.get("www-authenticate", "Bearer"))
            await send(message)

        await self._app(scope, receive, send_completed if scope["type"] == "http" else send)

    def _challenge(self, connection: HTTPConnection, said: str) -> str:
        scheme, _, rest = said.partition(" ")
        parts = [rest] if rest else []
        if not rest and connection.headers.get("authorization", "").lower().startswith("bearer "):
            parts.append('error="invalid_token"')
        if self._discovery:
            parts.append(f'resource_metadata="{self._discovery.place(connection)}"')
        return f"{scheme} {', '.join(parts)}".rstrip()


def discovery_of(issuer: str | None, public_url: str | None) -> Discovery | None:
    """Return the discovery for these settings; None if tokens come only from a file, or from an issuer whose name is not a URL."""
    try:
        return Discovery(issuer, public_url) if issuer else None
    except ValidationError:
        return None
