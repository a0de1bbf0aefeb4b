"""The words with which a client completes an argument of a prompt or a resource: only names that the caller may see."""

from collections.abc import Callable, Iterable
from typing import Any

from anyio import to_thread
from fastmcp import FastMCP
from mcp.types import CompletionArgument, CompletionContext, PromptReference, ResourceTemplateReference

from rpg_lite.content.built_in_scenes import scenes
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.server import subscriptions
from rpg_lite.server.campaign_router import AccessDenied, CampaignRouter

SPEAK_AS = "npc"
Words = Callable[[Game, Caller], Iterable[str]]


def add_completions(mcp: FastMCP[Any], router: CampaignRouter) -> None:
    """Complete an argument with the words that begin with it, then with those that contain it."""

    @mcp.completion
    async def complete(
        ref: PromptReference | ResourceTemplateReference, argument: CompletionArgument, context: CompletionContext | None
    ) -> list[str]:
        words = WORDS.get(ref.name if isinstance(ref, PromptReference) else ref.uri)
        try:
            at = await router.access()
        except AccessDenied:
            return []
        return await to_thread.run_sync(lambda: fitting(argument.value, words(at.game, at.caller))) if words else []


def fitting(typed: str, words: Iterable[str]) -> list[str]:
    """Return the words that contain the typed text; those that begin with it come first.

    >>> fitting("or", ["Thorin", "Orb", "Elara"])
    ['Orb', 'Thorin']
    """
    key = typed.casefold()
    found = [word for word in dict.fromkeys(words) if key in word.casefold()]
    return sorted(found, key=lambda word: (not word.casefold().startswith(key), word.casefold()))


def _people(game: Game, caller: Caller, key: str = "name") -> list[str]:
    """Return the party and everybody in its rooms."""
    party = game.ask({"operation": "party"}, "read_campaign", "full", caller)
    look = game.ask({"operation": "look"}, "manage_room", "full", caller)
    members = party["results"][0]["party"] if party["ok"] else []
    others = look["results"][0]["room"]["people"] if look["ok"] else []
    return [person[key] for person in (*members, *others)]


def _ids(game: Game, caller: Caller) -> list[str]:
    return _people(game, caller, "id")


def _bearers(game: Game, caller: Caller) -> list[str]:
    return ["here", *_people(game, caller)]


def _items(game: Game, caller: Caller) -> list[str]:
    return [template.item.name for template in caller.readable(game.book).templates.values()]


def _scenes(game: Game, caller: Caller) -> Iterable[str]:
    return scenes().by_id


def _pages(game: Game, caller: Caller) -> list[str]:
    """Return the table's own pages, which only the game master reads."""
    lore = game.lore if caller.sees_all else None
    return [*(page.path for page in lore.pages), *lore.assets] if lore else []


WORDS: dict[str, Words] = {
    SPEAK_AS: _people,
    subscriptions.ITEM: _items,
    subscriptions.CHARACTER: _ids,
    subscriptions.INVENTORY: _bearers,
    subscriptions.SCENE: _scenes,
    subscriptions.LORE: _pages,
}
"""The words for the argument of each prompt and resource."""
