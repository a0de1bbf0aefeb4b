"""The context as a resource, and the prompts that begin with it: continue the campaign, or speak as one character; and session zero."""

from typing import Any, Final

from anyio import to_thread
from fastmcp import FastMCP
from fastmcp.exceptions import PromptError, ResourceError
from fastmcp.server.auth import AuthContext

from rpg_lite.server import session_zero, subscriptions
from rpg_lite.server.campaign_router import AccessDenied, CampaignRouter
from rpg_lite.server.mcp_resources import NotThere
from rpg_lite.server.text_length import fitting
from rpg_lite.vocabulary import Ruleset

GO_ON: Final = "Tell what happened last in three sentences (read_campaign recap has fights, deaths and quests), then ask what they do."


async def _ask(router: CampaignRouter, payload: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to read_campaign; the operation is context unless the payload names another. Raises AccessDenied."""
    at = await router.access()
    return await to_thread.run_sync(at.game.ask, {"operation": "context", **payload}, "read_campaign", "brief", at.caller)


async def _choose(router: CampaignRouter, ruleset: Ruleset | None) -> None:
    """Begin the campaign in this ruleset. Raises AccessDenied, and PromptError if the campaign has begun."""
    at = await router.access()
    if ruleset is None or ruleset == at.game.campaign.ruleset:
        return
    if not await to_thread.run_sync(at.game.begin_in, ruleset):
        raise PromptError(
            f"This campaign has begun in SRD {at.game.campaign.ruleset} and keeps it: send the prompt begin without ruleset, or make another "
            f"campaign with: rpg-lite campaigns create NAME --ruleset {ruleset}"
        )


def add_context(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    @mcp.resource(
        subscriptions.CONTEXT, title="Context", description="All you need to continue the campaign, in brief.", mime_type="text/plain"
    )
    async def context() -> str:
        try:
            answer = await _ask(router, {})
        except AccessDenied as why:
            raise ResourceError(str(why)) from why
        if not answer["ok"]:
            raise NotThere(answer["text"])
        return fitting(str(answer["text"]))


def add_prompts(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    async def told(payload: dict[str, Any]) -> str:
        try:
            answer = await _ask(router, payload)
        except AccessDenied as why:
            raise PromptError(str(why)) from why
        if not answer["ok"]:
            raise PromptError(answer["text"])
        return fitting(str(answer["text"]))

    @mcp.prompt(name="continue", title="Continue", description="Continue the campaign from its current state.")
    async def go_on(budget: int = 2_000) -> str:
        return f"{await told({'budget': budget})}\n\n{GO_ON}"

    def is_master(_: AuthContext) -> bool:
        return router.role() == "gm"

    @mcp.prompt(title="Begin", auth=is_master, description="Session zero in five questions, with the calls that record the answers.")
    async def begin(ruleset: Ruleset | None = None) -> str:
        try:
            await _choose(router, ruleset)
            answer = await _ask(router, {"operation": "party", "detail": "full"})
        except AccessDenied as why:
            raise PromptError(str(why)) from why
        return fitting(await to_thread.run_sync(session_zero.begin, answer["results"][0], answer["rev"] == 0))

    @mcp.prompt(title="Speak as", auth=is_master, description="Speak as one character, who knows only its own part.")
    async def npc(name: str) -> str:
        return f"{await told({'forName': name})}\n\nYou are {name}. Answer as {name} would."
