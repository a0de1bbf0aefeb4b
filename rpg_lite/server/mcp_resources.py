"""The resources of the MCP server: item templates, their schema, characters and their belongings."""

import json
import logging
import re
from mimetypes import guess_type
from typing import Any, Final

from anyio import to_thread
from fastmcp import FastMCP
from fastmcp.exceptions import ResourceError
from fastmcp.resources import Resource, ResourceContent, ResourceResult

from rpg_lite.content import content_schemas
from rpg_lite.content.built_in_scenes import scenes
from rpg_lite.content.content_schemas import KINDS
from rpg_lite.content.item_schema import schema
from rpg_lite.rules.lore import NO_LORE
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.tool_scenes import SceneRule
from rpg_lite.server import subscriptions
from rpg_lite.server.campaign_router import Access, AccessDenied, CampaignRouter
from rpg_lite.server.listed_tools import menu_of
from rpg_lite.server.scene_tracking import describe_scene

MENU: Final = "rpg://menu"
_CHARACTER_ID: Final = re.compile(r"c\d+\.\d+")


class NotThere(ResourceError):
    """The client asked for a resource that does not exist; this is the client's mistake and is not logged as an error."""

    def __init__(self, told: str) -> None:
        super().__init__(told, log_level=logging.INFO)


async def _book(router: CampaignRouter) -> Rulebook:
    """The book as the caller of this resource may read it."""
    at = await _access(router)
    return at.caller.readable(at.game.book)


def add_resources(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    json_type = "application/json"

    async def shown(payload: dict[str, Any], tool: str) -> str:
        at = await _access(router)
        answer = await to_thread.run_sync(at.game.ask, payload, tool, "full", at.caller)
        if not answer["ok"]:
            raise NotThere(answer["text"])
        return _json(answer["results"][0] | {"rev": answer["rev"]})

    @mcp.resource(subscriptions.TEMPLATES, title="Item templates", description="Names and ids of all item templates.", mime_type=json_type)
    async def templates() -> str:
        book = await _book(router)
        return _json([{"id": t.id, "name": t.item.name, "type": t.item.type} for t in book.templates.values()])

    @mcp.resource(MENU, title="Menu", description="The operations of every tool, a line each.", mime_type="text/plain")
    def menu() -> str:
        return menu_of(router.role(), router.game.measures)

    @mcp.resource(
        subscriptions.SCHEMA, title="Item schema", description="JSON Schema of an item, with the modifier vocabulary.", mime_type=json_type
    )
    def item_schema() -> str:
        return _json(schema())

    @mcp.resource(
        subscriptions.KIND,
        title="Schema of a kind",
        description=f"JSON Schema of entries of your own, with every key and its meaning: {', '.join(KINDS)}.",
        mime_type=json_type,
    )
    def kind_schema(kind: str) -> str:
        if kind not in KINDS:
            raise NotThere(f"There is no schema of {kind!r}; kinds: {', '.join(KINDS)}.")
        return _json(content_schemas.schema(kind))

    @mcp.resource(subscriptions.ITEM, title="Item template", description="One template; percent-encode the name.", mime_type=json_type)
    async def item(name: str) -> str:
        book = await _book(router)
        pick = book.find(name)
        found = book.item(pick) if pick else None
        if pick is None or found is None:
            raise NotThere(f"There is no item template {name!r}; items://templates lists all.")
        return _json({"id": pick.template, **found.model_dump(mode="json", by_alias=True, exclude_defaults=True)})

    @mcp.resource(subscriptions.CHARACTER, title="Character", description="A character by id: gear, numbers, reasons.", mime_type=json_type)
    async def character(id: str) -> str:
        return await shown({"operation": "view", "characterId": id}, "manage_inventory")

    @mcp.resource(
        subscriptions.INVENTORY,
        title="Inventory",
        description='The gear of a character, in use and carried, by id or percent-encoded name; "here": the room of the party.',
        mime_type=json_type,
    )
    async def inventory(who: str) -> str:
        whose = (
            {"scope": "here"} if who == "here" else {"scope": "me", "characterId" if _CHARACTER_ID.fullmatch(who) else "characterName": who}
        )
        return await shown({"operation": "inventory", **whose}, "read_campaign")


def add_pages(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    """Add the table's own pages and the files of its skills. To everybody but the game master, an existing page looks like a missing
    one.
    """

    @mcp.resource(
        subscriptions.LORE,
        title="Page",
        description="One of the table's own pages, or a file of a skill, by its path; read_campaign rules lists them. For the game master alone.",
        mime_type="text/markdown",
    )
    async def page(path: str) -> ResourceResult:
        at = await _access(router)
        lore = await to_thread.run_sync(lambda: at.game.lore) if at.caller.sees_all else NO_LORE
        found = next((page for page in lore.pages if page.path == path), None)
        data = found.text if found else await to_thread.run_sync(lore.read_asset, path)
        if data is None:
            raise NotThere(f"There is no page {path!r} for you; read_campaign rules lists the pages for the game master.")
        return ResourceResult(
            [ResourceContent(data, mime_type="text/markdown" if found else guess_type(path)[0] or "application/octet-stream")]
        )


def add_scenes(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    """Add the scenes, with their state in the caller's campaign."""

    @mcp.resource(
        subscriptions.SCENE,
        title="Scene",
        description=f"What a scene is for, and whether it is loaded: {', '.join(scenes().by_id)}.",
        mime_type="application/json",
    )
    async def scene(scene: str) -> str:
        return await _scene_json(router, scene)

    for rule in scenes().by_id.values():  # clients that show only the list, and no templates, see each scene there, too
        mcp.add_resource(_listed_scene(router, rule))


def _listed_scene(router: CampaignRouter, rule: SceneRule) -> Resource:
    async def scene() -> str:
        return await _scene_json(router, rule.id)

    address = subscriptions.SCENE.format(scene=rule.id)
    return Resource.from_function(
        scene, address, name=address, title=f"Scene {rule.name}", description=rule.description, mime_type="application/json"
    )


async def _scene_json(router: CampaignRouter, id: str) -> str:
    at = await _access(router)
    found = await to_thread.run_sync(describe_scene, at.game, id)
    if found is None:
        raise NotThere(f"There is no scene {id!r}; scenes: {', '.join(scenes().by_id)}.")
    return _json(found)


async def _access(router: CampaignRouter) -> Access:
    try:
        return await router.access()
    except AccessDenied as why:
        raise ResourceError(str(why)) from why


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
