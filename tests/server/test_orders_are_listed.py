"""Every call that a prompt, a context or any other text of ours orders stands in the listed schema, so that a client bound by it can send it."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from fastmcp import Client

import rpg_lite
from rpg_lite.decision.callers import Caller
from rpg_lite.messages.refusal_texts_of_players import OF_PLAYERS
from rpg_lite.operations.registry import TOOLS
from rpg_lite.server.mcp import server
from rpg_lite.server.settings import ToolListing
from rpg_lite.vocabulary import RULESETS, Role, Ruleset
from tests.copies import begun
from tests.operations.table import Table
from tests.rows import each_row
from tests.server.listed_calls import is_in_schema

PACKAGE: Final = Path(rpg_lite.__file__).parent
CALL: Final = re.compile(rf"\b({'|'.join(TOOLS)})[` ]+(\{{+|\w+)(?: with (\w+))?")
KEY: Final = re.compile(r'\\?"(\w+)\\?":')
FOLDERS: Final = ("views", "messages", "server", "operations", "monsters", "world", "rules")
NO_KEY: Final = frozenset(("party", "hp", "features", "the"))
"""Words after "with" that are no keys of the call: keys of the character in it, and articles."""
PROSE: Final = frozenset(("takes", "names"))
"""Words after the name of a tool that speak about the tool itself, in comments on the code."""
FOR_PROGRAMS: Final = frozenset(("read_campaign item", "keep_journal import_quests"))
"""Operations that only programs send; their own modules name them."""
OF_PLACES: Final = frozenset(("read_campaign where", "execute_action place", "execute_action move"))
"""Operations that only campaigns list that measure; their own modules name them."""


def orders(text: str) -> Iterator[tuple[str, str, set[str]]]:
    """(tool, operation, keys) of every call that a text names: as JSON, or as words such as `execute_action save with ability death`."""
    for found in CALL.finditer(text):
        if not found[2].startswith("{"):
            key = found[3] if found[3] and found[3] not in NO_KEY else None
            yield found[1], found[2], {key} if key else set()
            continue
        written = text[found.start(2) :]
        if found[2].startswith("{{"):  # the text is formatted later
            written = written.replace("{{", "{").replace("}}", "}")
        try:
            payload = json.JSONDecoder().raw_decode(written)[0]
        except ValueError:  # a part of it is filled in later
            head = written.partition("}")[0]
            said = re.search(r'"operation":\s*"(\w+)"', head)
            payload = dict.fromkeys(KEY.findall(head)) | ({"operation": said[1]} if said else {})
        if "operation" in payload:
            yield found[1], str(payload["operation"]), {*payload}


def unlisted(text: str, role: Role = "gm") -> list[str]:
    """The calls of a text that the schema for this role does not list."""
    return [f"{tool} {operation} {sorted(keys)}" for tool, operation, keys in orders(text) if not is_in_schema(tool, operation, keys, role)]


# ── prompts and contexts, by role ───────────────────────────────────────────────────────────────────────────────────


def at_play(ruleset: Ruleset) -> Table:
    """A fight with somebody dying, a spell that lasts, quests, a hidden thing, a decision, a private talk and a long journal."""
    table = Table(begun(ruleset))
    for name, of in (("Thorin", "fighter 5"), ("Elara", "wizard 5")):
        table.did("create", name=name, character={"classes": [of], "party": True, "hpMax": 20, "hp": 20})
    table.did("create", template="Goblin" if ruleset == "5.1" else "Goblin Warrior", name="Snig")
    table.did("quest", name="The Lamp", text="Find it.")
    table.did("decide", question="Does rope burn?", text="Yes, in two rounds. " + "So it was said. " * 30)
    for n in range(30):
        table.did("say", "Thorin", text=f"Word {n}.")
    table.did("give", bagName="floor", item={"name": "Ruby", "type": "treasure", "weight": 1})
    table.did("hide", itemName="Ruby", dc=12)
    table.did("cast", "Elara", spell="Fly", targets=["Thorin"], force=True, slot=3)
    table.did("start_fight", names=["Thorin", "Snig", "Elara"])
    table.did("damage", "Thorin", amount=20, damageType="fire")
    table.did("focus", "Thorin", toName="Elara")
    return table


PLAYER: Final = Caller("player", characters=("Thorin",))
VIEWER: Final = Caller("viewer")


@each_row("ruleset", RULESETS)
def test_a_context_orders_what_its_reader_may_send(ruleset: Ruleset) -> None:
    for game in (begun(ruleset), at_play(ruleset).game):
        for caller in (Caller(), PLAYER, VIEWER):
            for budget in (None, 900, 2_000):
                asked = {"operation": "context"} | ({"budget": budget} if budget else {})
                told = game.ask(asked, "read_campaign", caller=caller)["text"]
                told += game.ask({"operation": "party"}, "read_campaign", caller=caller)["text"]
                assert not unlisted(told, caller.role), (caller.role, unlisted(told, caller.role))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("tools", ["full", "compact"])
async def test_every_prompt_and_the_instructions_order_what_is_listed(ruleset: Ruleset, tools: Any) -> None:
    for game in (begun(ruleset), at_play(ruleset).game):
        async with Client(server(game, listing=ToolListing(tools=tools))) as client:
            texts = [str(client.instructions)] if hasattr(client, "instructions") else []
            for prompt in await client.list_prompts():
                given = {"name": "Thorin"} if prompt.name == "npc" and game.campaign.rev else {}
                if prompt.name != "npc" or given:
                    texts += [str(message.content.text) for message in (await client.get_prompt(prompt.name, given)).messages]  # type: ignore[union-attr]
            listed = {tool.name: tool.input_schema["properties"]["operation"]["enum"] for tool in await client.list_tools()}
        assert len(texts) >= 2
        for text in texts:
            assert not unlisted(text)
            assert all(operation in listed[tool] for tool, operation, _ in orders(text))


# ── all texts ───────────────────────────────────────────────────────────────────────────────────────────────────────


def texts_of_code() -> Iterator[tuple[str, str]]:
    """(file, text) of every text of the package that an answer may show; the parts that are filled in are left out."""
    for folder in FOLDERS:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    yield path.name, "".join(str(v.value) if isinstance(v, ast.Constant) else "…" for v in node.values)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield path.name, node.value
    data = PACKAGE.parent / "data"
    yield "SKILL.md", (data / "skill" / "SKILL.md").read_text("utf-8")
    for name in ("rules.json", "acts.json", "world.json"):
        yield from ((name, text) for text in _strings(json.loads((data / name).read_text("utf-8"))))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _strings(inner)


def test_every_text_orders_what_is_listed() -> None:
    found = [
        (file, order)
        for file, text in texts_of_code()
        for order in unlisted(text)
        if order.split()[1] not in PROSE and " ".join(order.split()[:2]) not in FOR_PROGRAMS | OF_PLACES and "choices" not in order
    ]
    assert not found, found


def test_every_refusal_to_players_orders_what_they_may_send() -> None:
    found = {code: orders for code, text in OF_PLAYERS.items() if (orders := unlisted(text, "player"))}
    assert not found, found


def test_the_check_finds_what_is_not_listed() -> None:
    assert unlisted('manage_room {"operation":"import_map","document":{}}') and unlisted("keep_journal import_quests")
    assert unlisted("execute_action heal", "player") and unlisted("execute_action save with spell x")
    assert not unlisted('execute_action {"operation":"end","characterName":"Pip","spell":"Moonbeam"}')
