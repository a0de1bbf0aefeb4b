"""The first ten minutes of an evening: a real server over stdio, a real MCP client, and a check of every answer."""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rpg_lite.cli import demo_steps
from rpg_lite.cli.demo_steps import Payload, Step
from rpg_lite.content import map_files, rulebook_files, rulebook_loading
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.terminal import sheet

_BAGS: Final[tuple[Payload, ...]] = ({"bagName": "Chest"}, {"characterName": "Thorin"}, {"characterName": "Elara"})


class Unexpected(Exception):
    """An answer differs from the expected one."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The client that plays the evening, and the console that shows it."""

    client: Client[Any]
    console: Console

    async def play(self, title: str, steps: Iterable[Step]) -> None:
        self.console.print(Rule(Text(title, "bold"), style="cyan", align="left"))
        for step in steps:
            await self.step(step)

    async def step(self, step: Step) -> Payload:
        self.console.print(Text(step.says, "italic"))
        self._indent(Text.assemble((f"{step.tool} ", "cyan"), (_compact(step.payload), "dim")))
        result = await self.client.call_tool(step.tool, step.payload, raise_on_error=False)
        text = "\n".join(getattr(block, "text", "") for block in result.content)
        self._indent(Text(text, "yellow" if result.is_error else "green"))
        self.console.print()
        refused = (result.meta or {}).get("rpg-lite/error", {}).get("code") if result.is_error else None
        _hold(step, text, refused)
        return result.structured_content or {}

    async def pieces(self) -> "list[Counter[str]]":
        """Return the contents of the chest and of both packs, by name."""
        return [await self._pieces(bag) for bag in _BAGS]

    async def _pieces(self, bag: Payload) -> "Counter[str]":
        answer = await self.client.call_tool("manage_inventory", {**bag, "operation": "view", "detail": "full"})
        found: Counter[str] = Counter()
        for thing in (answer.structured_content or {})["results"][0]["inventory"]:
            found[thing["name"]] += thing.get("quantity", 1)
        return found

    async def sheet(self, name: str) -> None:
        answer = await self.client.call_tool("manage_character", {"operation": "export", "characterName": name})
        document = SheetDocument.model_validate((answer.structured_content or {})["results"][0]["document"])
        book = rulebook_loading.rulebook(document.ruleset)
        at = situation(document, book)
        sheet.explain(at.stats(book), at, self.console)

    def _indent(self, text: Text) -> None:
        self.console.print(Padding(text, (0, 0, 0, 2)))


def run() -> bool:
    """Play the evening; return True if every answer is as expected."""
    console = sheet.console()
    with TemporaryDirectory(prefix="rpg-lite-demo-") as folder:
        log = Path(folder) / "server.log"
        try:
            asyncio.run(_evening(console, Path(folder) / "demo.db", log))
        except Unexpected as unexpected:
            console.print(Text(f"Not as expected: {unexpected}", "bold red"))
        except Exception as error:  # the server did not start, or stopped early; its own message explains more than a traceback
            console.print(Text(f"The server failed: {error}", "bold red"))
            console.print(Text(_last_words(log)))
        else:
            console.print(Text("Every answer was as expected. Next: rpg-lite connect", "bold green"))
            return True
    return False


async def _evening(console: Console, database: Path, log: Path) -> None:
    settings = database.with_name("rpg-lite.toml")
    settings.touch()  # in place of the user's own
    own = {k: v for k, v in os.environ.items() if not k.startswith("RPG_LITE_")} | {"RPG_LITE_CONFIG": str(settings)}
    arguments = ["-m", "rpg_lite", "serve", "--db", str(database)]
    with console.status("Starting the server") as waiting:
        async with Client(StdioTransport(sys.executable, arguments, env=own, log_file=log)) as client:
            waiting.stop()
            await _play(Evening(client, console))


async def _play(evening: Evening) -> None:
    await evening.play("The party", demo_steps.PARTY)
    await evening.play("A chest", demo_steps.CHEST)
    before = await evening.pieces()
    await evening.step(demo_steps.LOOT)
    _compare(evening.console, before, await evening.pieces())
    await evening.play("Gear", demo_steps.GEAR)
    await evening.play("A fight, and a mistake", demo_steps.FIGHT)
    await evening.play("A fight on squares", demo_steps.ON_SQUARES)
    await evening.play("A breath and a level", demo_steps.SPELLS)
    await evening.play("The Salt Toll", [demo_steps.import_of(_adventure()), *demo_steps.COUNTING_ROOM, *demo_steps.STRONGBOX])
    await evening.play("A week later", demo_steps.WEEK_LATER)
    await evening.play("The party and its sheets", [demo_steps.END])
    for name in ("Thorin", "Elara"):
        await evening.sheet(name)


def _adventure() -> Payload:
    """Return the plan of the first adventure, as `rpg-lite import` sends it."""
    plan = map_files.read((rulebook_files.folder("data") / "adventures" / "salt_toll.txt").read_text("utf-8"))
    return plan.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def _hold(step: Step, text: str, refused: str | None) -> None:
    if refused != step.refused:
        wanted = f"a refusal ({step.refused})" if step.refused else "no refusal"
        raise Unexpected(f"{step.tool} {_compact(step.payload)} should give {wanted} but gives: {text}")
    if missing := [word for word in step.must if word not in text]:
        raise Unexpected(f"the answer does not say {', '.join(map(repr, missing))}: {text}")


def _compare(console: Console, before: "list[Counter[str]]", after: "list[Counter[str]]") -> None:
    """Compare the pieces before and after, wherever they are now."""
    table = Table(title="Pieces, counted", title_justify="left", title_style="bold")
    table.add_column("where")
    table.add_column("before", justify="right")
    table.add_column("after", justify="right")
    for bag, was, now in zip(_BAGS, before, after, strict=True):
        table.add_row(next(iter(bag.values())), str(was.total()), str(now.total()))
    whole, still = sum(before, Counter()), sum(after, Counter())
    table.add_row("together", str(whole.total()), str(still.total()), style="bold")
    console.print(table)
    if whole != still:
        raise Unexpected(f"before: {dict(whole)}, after: {dict(still)}")
    if after[0]:
        raise Unexpected(f"the chest still holds {dict(after[0])}")
    console.print(Text(f"{len(whole)} kinds of things, {whole.total()} pieces: the same before and after.\n"))


def _compact(payload: Mapping[str, Any]) -> str:
    """Return JSON on one line; a batch with a line for each element."""
    payload = {k: _abridge(v) if k == "document" else v for k, v in payload.items()}
    if "batch" not in payload:
        return json.dumps(payload, ensure_ascii=False)
    beside = json.dumps({k: v for k, v in payload.items() if k != "batch"}, ensure_ascii=False)
    elements = ",\n  ".join(json.dumps(element, ensure_ascii=False) for element in payload["batch"])
    return f'{beside[:-1]}{", " if len(payload) > 1 else ""}"batch": [\n  {elements}]}}'


def _abridge(document: Mapping[str, Any]) -> Payload:
    return {"name": document["name"], "rooms": ["…"]}


def _last_words(log: Path) -> str:
    return "\n".join(log.read_text("utf-8", "replace").splitlines()[-12:]) if log.exists() else ""
