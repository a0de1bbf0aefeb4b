"""The context as a resource, and the prompts that begin with it: go on with the campaign, or speak as one character; and session zero."""

from typing import Any, Final

from anyio import to_thread
from fastmcp import FastMCP
from fastmcp.exceptions import PromptError, ResourceError

from rpg_lite.server import subscriptions
from rpg_lite.server.campaign_router import AccessDenied, CampaignRouter
from rpg_lite.server.mcp_resources import NotThere

GO_ON: Final = "Tell what happened last in three sentences, then ask what they do."
BEGIN: Final = """\
This is the first evening of a campaign. Ask the players, one question at a time:
1. What kind of story, and what is out of bounds?
2. Who plays whom: name, class, level, race or species, and one thing the hero wants?
3. Where does it begin?
Then record the answers. Each hero: manage_character {"operation":"create","name":"Thorin","character":{"classes":["fighter 1"],"party":true}}. \
The first room: manage_room {"operation":"update","bagName":"Lobby","name":"…","description":"…"}. \
What was agreed: keep_journal {"operation":"decide","text":"…"}.
Begin with the first question."""


async def _ask(router: CampaignRouter, payload: dict[str, Any]) -> dict[str, Any]:
    """The answer to read_campaign context. Raises AccessDenied."""
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

    @mcp.prompt(title="Begin", description="Session zero: what to ask, and the calls that record the answers.")
    def begin() -> str:
        return BEGIN

    @mcp.prompt(title="Speak as", description="Speak as one character, who knows only its own part.")
    async def npc(name: str) -> str:
        return f"{await told({'forName': name})}\n\nYou are {name}. Answer as {name} would."
