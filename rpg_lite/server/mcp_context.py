"""The context as a resource, and the prompts that begin with it: go on with the campaign, or speak as one character; and session zero."""

from typing import Any, Final

from anyio import to_thread
from fastmcp import FastMCP
from fastmcp.exceptions import PromptError, ResourceError

from rpg_lite.server import session_zero, subscriptions
from rpg_lite.server.campaign_router import AccessDenied, CampaignRouter
from rpg_lite.server.mcp_resources import NotThere

GO_ON: Final = "Tell what happened last in three sentences, then ask what they do."


async def _ask(router: CampaignRouter, payload: dict[str, Any]) -> dict[str, Any]:
    """The answer to read_campaign, context unless the payload says otherwise. Raises AccessDenied."""
    at = await router.access()
    return await to_thread.run_sync(at.game.ask, {"operation": "context", **payload}, "read_campaign", "brief", at.caller)


def add_context(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    @mcp.resource(
        subscriptions.CONTEXT, title="Context", description="All you need to go on with the campaign, in brief.", mime_type="text/plain"
    )
    async def context() -> str:
        try:
            answer = await _ask(router, {})
        except AccessDenied as why:
            raise ResourceError(str(why)) from why
        if not answer["ok"]:
            raise NotThere(answer["text"])
        return str(answer["text"])


def add_prompts(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    async def told(payload: dict[str, Any]) -> str:
        try:
            answer = await _ask(router, payload)
        except AccessDenied as why:
            raise PromptError(str(why)) from why
        if not answer["ok"]:
            raise PromptError(answer["text"])
        return str(answer["text"])

    @mcp.prompt(name="continue", title="Continue", description="Go on with the campaign where it stands.")
    async def go_on(budget: int = 2_000) -> str:
        return f"{await told({'budget': budget})}\n\n{GO_ON}"

    @mcp.prompt(title="Begin", description="Session zero in five questions, with the calls that record the answers.")
    async def begin() -> str:
        try:
            party = (await _ask(router, {"operation": "party", "detail": "full"}))["results"][0]
        except AccessDenied as why:
            raise PromptError(str(why)) from why
        return await to_thread.run_sync(session_zero.begin, party)

    @mcp.prompt(title="Speak as", description="Speak as one character, who knows only its own part.")
    async def npc(name: str) -> str:
        return f"{await told({'forName': name})}\n\nYou are {name}. Answer as {name} would."
