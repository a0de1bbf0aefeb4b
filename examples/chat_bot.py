"""A chat bot without a model: what players write becomes calls with the rights of their heroes.

    python examples/chat_bot.py party.db

Lines look like "ann: !attack Goblin". Put the chat of your choice in the place of the terminal: `Table.hear` takes who wrote and what, and returns
the answer or None.
"""

import asyncio
import sys
from collections.abc import Mapping
from typing import Any

import rpg_lite
from rpg_lite.game import Game

HEROES: Mapping[str, tuple[str, ...]] = {"ann": ("Brenna",), "ben": ("Pip",)}
"""Who plays whom. Whoever is not listed only looks."""
HELP = "!look, !sheet, !inventory, !attack TARGET, !check SKILL, !say WORDS, !roll DICE"


class Table:
    """A campaign and the people who write."""

    def __init__(self, game: Game, heroes: Mapping[str, tuple[str, ...]] = HEROES) -> None:
        self.game, self.heroes = game, heroes

    async def hear(self, author: str, text: str) -> str | None:
        """The answer to one line; None if the line is no command."""
        if not text.startswith("!"):
            return None
        word, _, rest = text[1:].strip().partition(" ")
        mine = self.heroes.get(author, ())
        call = _call(word.lower(), rest.strip(), mine[0] if mine else None)
        if call is None:
            return HELP
        tool, payload = call
        answer = await self.game.ask_async(payload, tool, role="player" if mine else "viewer", characters=mine)
        return str(answer["text"])


def _call(word: str, rest: str, hero: str | None) -> tuple[str, dict[str, Any]] | None:
    """The call for a command; None if there is no such command."""
    who = {"characterName": hero} if hero else {}
    match word:
        case "look":
            return "manage_room", {"operation": "look", **who}
        case "sheet":
            return "read_campaign", {"operation": "character", **who}
        case "inventory":
            return "read_campaign", {"operation": "inventory", **who}
        case "attack":
            return "execute_action", {"operation": "attack", "targetName": rest, **who}
        case "check":
            return "execute_action", {"operation": "check", "skill": rest, **who}
        case "say":
            return "keep_journal", {"operation": "say", "text": rest, **who}
        case "roll":
            return "execute_action", {"operation": "roll", "dice": rest}
    return None


def begin(game: Game) -> None:
    """Make the heroes of the example and a goblin, unless they are there."""
    for name, class_ in (("Brenna", "fighter 1"), ("Pip", "rogue 1")):
        hero = {"classes": [class_], "party": True}
        game.ask({"operation": "create", "name": name, "method": "standard_array", "kit": True, "character": hero}, "manage_character")
    game.ask({"operation": "create", "template": "Goblin"}, "manage_character")


async def main(database: str) -> None:
    with rpg_lite.open_campaign(database) as game:
        if not game.ask({"operation": "party"}, "read_campaign")["results"][0]["party"]:
            begin(game)
        table = Table(game)
        print(f"ann plays Brenna, ben plays Pip. Begin each line with who writes, such as ann: !look. {HELP}. Ctrl-D ends.")
        while line := await asyncio.to_thread(sys.stdin.readline):
            author, _, text = (part.strip() for part in line.partition(":"))
            if author.startswith("!"):
                print(f"Who writes? Begin the line with a name, such as ann: {author}")
            elif answer := await table.hear(author, text):
                print(answer)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else ":memory:"))
