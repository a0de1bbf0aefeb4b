"""The command line. Each command imports what it needs when it runs, so that --help waits for nothing."""

import gc
import json
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from cyclopts import App, CycloptsError, Parameter

from rpg_lite.server import chosen_campaign
from rpg_lite.terminal.console import (
    DONE,
    INTERRUPTED,
    MISUSED,
    REFUSED,
    STDIN,
    Stop,
    named,
    not_json,
    path,
    print_json,
    read,
    say,
    tell,
    warn,
)
from rpg_lite.vocabulary import RULESETS, Ruleset

if TYPE_CHECKING:
    from rpg_lite.rules.rulebook import Rulebook

Http = Annotated[
    str | None, Parameter(help="HOST:PORT for streamable HTTP at /mcp (a page to look at /, health at /health) instead of stdio.")
]
Hosts = Annotated[tuple[str, ...], Parameter(name="--allow-host", help="With --http: one more host name to let in, or *.example.org.")]
Workers = Annotated[int | None, Parameter(help="With --http and PostgreSQL: how many processes serve; one without it.")]
LogFormat = Annotated[Literal["text", "json"] | None, Parameter(help="How each call is written to standard error.")]
Stdio = Annotated[bool, Parameter(help="On stdio, although the settings name an address.")]
ConfigFile = Annotated[Path | None, Parameter(help="Settings; without it rpg-lite.toml in this folder, if there is one.")]
AuthFile = Annotated[Path | None, Parameter(name="--auth", help="With --http: a TOML file that says whose tokens are let in, and as whom.")]
Anybody = Annotated[bool, Parameter(name="--open", help="With --http on a network: let in everybody, as game masters, without tokens.")]
Db = Annotated[str | None, Parameter(help="A file or an SQLAlchemy URL (also RPG_LITE_DB); without it, one in your data folder.")]
CampaignName = Annotated[str | None, Parameter(help='Name of the campaign (also RPG_LITE_CAMPAIGN); without it, "campaign".')]
New = Annotated[bool, Parameter(help="Begin a campaign of that name if there is none.")]
Rules = Annotated[Ruleset | None, Parameter(help="Edition of the rules (SRD 5.1 or 5.2).")]
Items = Annotated[tuple[Path, ...], Parameter(help="Your own item file or folder, over ours. May be given several times.")]
AsJson = Annotated[bool, Parameter(name="--json", help="Print JSON for programs.")]
Explain = Annotated[bool, Parameter(help="A sheet for people, with the reasons of its numbers.")]
File = Annotated[str, Parameter(help="A file, or - for standard input (also when it is left out).")]
ToolName = Annotated[str, Parameter(show_default=True, help="The tool that the payload is for.")]
ItemName = Annotated[str, Parameter(help="Name, alias or id of a template.")]
Svg = Annotated[Path | None, Parameter(help="Write a picture into this file instead of printing text.")]
Everything = Annotated[bool, Parameter(help="Also what the party has not discovered: for the game master.")]
Around = Annotated[int | None, Parameter(help="How many steps around the party; all that hangs together without it.")]
ChatProgram = Annotated[
    Literal["claude-desktop", "claude-code", "cursor", "vscode"] | None, Parameter(help="Your chat program; all four without it.")
]


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("rpg-lite")
    except PackageNotFoundError:
        return "unknown: not installed"


app = App(
    name="rpg-lite",
    help="D&D 5e campaigns for LLM game masters: who carries what, every number and why.\n\n"
    "New here:  rpg-lite demo, then  rpg-lite connect; without a model:  rpg-lite play",
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
    version=_version,
    suppress_keyboard_interrupt=False,
)
items_app = app.command(App(name="items", help="Item templates: list, show, or check your own files."))
db_app = app.command(App(name="db", help="Look after the database."))
app.command("rpg_lite.cli.history:history", name="history", help="Show what was played, and the tool calls.")
app.command("rpg_lite.cli.history:collect", name="gc", help="Count what hangs from nothing or is long gone, and delete it.")
WAITING: Final = (
    "rpg-lite: waiting for a chat program on standard input, as `rpg-lite connect` tells it to start this; --http 127.0.0.1:8000 serves "
    "a network, rpg-lite play needs no program. Ctrl-D ends it."
)
_EXAMPLE: Final = "{}\n\nExample:  rpg-lite {}"
_IMPORT: Final = "Bring a map into the campaign, as one command: rooms, ways, creatures and loot.", "import cellars.json --direction down"
_LINT: Final = "Look for what is wrong with a map: rooms out of reach, traps, keys behind their locks.", "lint cellars.json"
app.command("rpg_lite.cli.maps:import_map", name="import", help=_EXAMPLE.format(*_IMPORT))
app.command("rpg_lite.cli.maps:lint_map", name="lint", help=_EXAMPLE.format(*_LINT))
_RUN: Final = "Run a house rule: a Python script in a sandbox, which reads, rolls and calls the tools.", "run dusk.py --seed 7"
_SHOW: Final = "Show every setting and where it comes from: a file, the environment or nowhere.", "config show"
_CHECK: Final = "Check the settings: every fault with its place, its key and what is meant.", "config check --config rpg-lite.toml"
servers_app = app.command(App(name="servers", help="Tool servers whose tools rooms and characters may use."))
_CONNECT: Final = (
    "Ask a server for its tools and record them. What follows -- is its command.",
    "servers connect holler -- uvx holler --quiet",
)
servers_app.command("rpg_lite.cli.tool_servers:show", name="list", help="List the servers and their tools.")
servers_app.command("rpg_lite.cli.tool_servers:connect", name="connect", help=_EXAMPLE.format(*_CONNECT))
servers_app.command(
    "rpg_lite.cli.tool_servers:disconnect", name="disconnect", help="Record that a server is gone; its tools stay, not available."
)
campaigns_app = app.command(App(name="campaigns", help="The campaigns of a database: list, begin, put away, take along."))
for _name, _does, _example in (
    ("list", "List the campaigns; archived ones with --all.", "campaigns list"),
    ("create", "Begin a campaign.", "campaigns create Saltmarsh --ruleset 5.2"),
    ("archive", "Put a campaign away: not listed, read but not changed.", "campaigns archive Saltmarsh"),
    ("restore", "Bring an archived campaign back.", "campaigns restore Saltmarsh"),
    ("export", "Write a whole campaign with its history into one file.", "campaigns export Saltmarsh saltmarsh.zip"),
    ("import", "Read a campaign from such a file: the whole of it, or nothing.", "campaigns import saltmarsh.zip --as Replay"),
):
    _function = {"list": "show", "import": "import_"}.get(_name, _name)
    campaigns_app.command(f"rpg_lite.cli.campaigns:{_function}", name=_name, help=_EXAMPLE.format(_does, _example))
for _name, _does, _example in (
    ("backup", "Copy the database into a new file while others may play on.", "db backup friday.db"),
    ("check", "Look the database over; exit code 1 when something is wrong.", "db check --db party.db"),
    ("upgrade", "Bring a database of an older version to today's schema, as any start does.", "db upgrade"),
    ("copy", "Copy all campaigns into an empty database, and compare.", "db copy postgresql://me@localhost/rpg"),
):
    db_app.command(f"rpg_lite.cli.databases:{_name}", name=_name, help=_EXAMPLE.format(_does, _example))
config_app = app.command(App(name="config", help="Settings: show them with where each comes from, or check a file."))
config_app.command("rpg_lite.cli.config:show", name="show", help=_EXAMPLE.format(*_SHOW))
config_app.command("rpg_lite.cli.config:check", name="check", help=_EXAMPLE.format(*_CHECK))
token_app = app.command(App(name="token", help="Tokens for players, viewers and game masters who come over HTTP."))
_TOKEN: Final = (
    "Make a token: what to paste into the file of serve --auth, and the token, once.",
    "token new --role player --character Thorin",
)
token_app.command("rpg_lite.cli.tokens:new", name="new", help=_EXAMPLE.format(*_TOKEN))
app.command("rpg_lite.cli.scripts:run", name="run", help=_EXAMPLE.format(*_RUN))
_PLAY: Final = "Play by typing what you do, as in a MUD: the same commands and answers as over MCP.", "play --db party.db"
app.command("rpg_lite.cli.play:play", name="play", help=_EXAMPLE.format(*_PLAY))


def main(tokens: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code: 0 done, 1 rejected or a fault in the user's content, 2 wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # no letter that a terminal does not have ends the program
    given = _positional(sys.argv[1:] if tokens is None else tokens)
    try:
        code = app(given, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except CycloptsError as error:
        chain = " ".join(["rpg-lite", *(error.command_chain or ())])
        return say(f"rpg-lite: {error} Try: {chain} --help", MISUSED)
    except Stop as stop:
        return say(f"rpg-lite: {stop}", stop.code)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as end:  # the HTTP server, when it cannot start; it has said so
        return REFUSED if end.code else DONE
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whoever read has gone: what is still buffered goes nowhere
        return DONE


def _positional(tokens: Sequence[str]) -> list[str]:
    """The tokens with "-" behind "--", since the parser takes it for an option everywhere else."""
    end = tokens.index("--") if "--" in tokens else len(tokens)
    options = [token for token in tokens[:end] if token != STDIN]
    files = [STDIN] * (end - len(options))
    return [*options, "--", *files, *tokens[end + 1 :]] if files else list(tokens)


# ── commands ────────────────────────────────────────────────────────────────────────────────────────────────────────


@app.command
def serve(
    *, http: Http = None, allow_host: Hosts = (), workers: Workers = None, log_format: LogFormat = None, db: Db = None,
    campaign: CampaignName = None, new: New = False, ruleset: Rules = None, items: Items = (), config: ConfigFile = None, stdio: Stdio = False,
    auth: AuthFile = None, anybody: Anybody = False,
) -> int:  # fmt: skip
    """Run the MCP server, on stdio unless --http is given.

    Example:  rpg-lite serve --http 127.0.0.1:8000 --db party.db
    """
    from rpg_lite.server.settings import loaded

    flags = {"http": http, "allow_hosts": allow_host, "workers": workers, "db": db, "campaign": campaign, "items": items}
    settings = loaded(config, auth, **flags, open=anybody or None, log={"format": log_format} if log_format else None).settings
    settings = (settings.on_stdio() if stdio else settings).for_service()
    gc.disable()  # what comes with the imports stays; `mcp` freezes it and turns collecting on again
    with chosen_campaign.opened(None, None, new=new, ruleset=ruleset, settings=settings) as game:
        warn(game.store.warnings)
        if settings.workers == 1:
            from rpg_lite.server import mcp

            if not settings.http and sys.stdin.isatty():
                say(WAITING)
            mcp.serve(game, settings)
            return DONE
    from rpg_lite.server import workers as crew

    return crew.serve(settings)


@app.command
def demo() -> int:
    """Play an evening's first ten minutes, to see what it does.

    Starts a real server on a database that is thrown away, and talks to it as a chat program would.

    Example:  rpg-lite demo
    """
    from rpg_lite.cli.demo import run

    return DONE if run() else REFUSED


@app.command
def connect(
    client: ChatProgram = None, /, *, db: Db = None, campaign: CampaignName = None, ruleset: Rules = None, items: Items = (),
    config: ConfigFile = None,
) -> int:  # fmt: skip
    """Show what to paste into your chat program. Writes nothing.

    What you name here the server is started with: a campaign that is not there yet begins with it.

    Example:  rpg-lite connect claude-desktop --campaign Saltmarsh --items my_items/
    """
    from rpg_lite.cli import connect as recipes
    from rpg_lite.server.settings import loaded

    options = recipes.options(loaded(config, db=db, campaign=campaign, items=items), ruleset)
    if client is None:
        tell(recipes.all_of_them(*options))
    else:
        recipe = recipes.recipe(client, *options)
        tell(recipe.paste)
        say(f"\nWhere it goes: {recipe.where}")
    return DONE


@app.command
def ask(
    file: File = STDIN, /, *, tool: ToolName = "manage_inventory", db: Db = None, campaign: CampaignName = None, new: New = False,
    items: Items = (), as_json: AsJson = False,
) -> int:  # fmt: skip
    """Send one tool call's JSON and print the answer, without a server.

    Exit code 1 when it is refused; nothing was changed then.

    Example:  echo '{"operation": "party"}' | rpg-lite ask --tool read_campaign
    """
    from rpg_lite.operations.registry import TOOLS

    if tool not in TOOLS:
        raise Stop(MISUSED, f"There is no tool {tool!r}; allowed: {', '.join(TOOLS)}.")
    payload = _payload(file, as_json)
    with chosen_campaign.opened(db, campaign, new=new, items=items) as game:
        answer = game.ask(payload, tool=tool, detail="full" if as_json else "brief")
    print_json(answer) if as_json else tell(answer["text"])
    return DONE if answer["ok"] else REFUSED


@app.command
def sheet(file: File = STDIN, /, *, ruleset: Rules = None, items: Items = (), explain: Explain = False) -> int:
    """Compute a character's numbers from a sheet document.

    The input is one JSON document or JSON Lines; the output effective stats as JSON, one line for each document.

    Example:  rpg-lite sheet thorin.json --explain
    """
    from rpg_lite.cli import sheets

    books: dict[Ruleset, Rulebook] = {}
    code = DONE
    for line, written in sheets.with_progress(sheets.documents_in(read(file))):
        try:
            sheets.show(*sheets.situated(written, ruleset, items, books), explain)
        except Stop as fault:
            code = REFUSED
            say(f"rpg-lite: line {line}: {fault}") if explain else print_json({"ok": False, "line": line, "error": str(fault)})
    return max(code, warn(dict.fromkeys(f for book in books.values() for f in book.faults)))


@items_app.command(name="list")
def items_list(*, ruleset: Rules = None, items: Items = (), as_json: AsJson = False) -> int:
    """List every template, one to a line.

    Example:  rpg-lite items list --items my_items/
    """
    book = _rulebook(ruleset, items)
    rows = sorted(((t.item, t.id) for t in book.templates.values()), key=lambda row: row[0].name)
    if as_json:
        keys = {"name", "type", "rarity", "weight", "value"}
        print_json([{"id": id, **item.model_dump(include=keys), "requiresAttunement": item.needs_attunement} for item, id in rows])
    else:
        wide = max((len(item.name) for item, _ in rows), default=0)
        for item, _ in rows:
            kind = (item.type, item.rarity, "attunement" if item.needs_attunement else "")
            tell(f"{item.name:<{wide}}  {', '.join(filter(None, kind)).replace('_', ' ')}")
    return warn(book.faults)


@items_app.command
def show(name: ItemName, /, *, ruleset: Rules = None, items: Items = (), as_json: AsJson = False) -> int:
    """Show one template whole.

    Example:  rpg-lite items show "Flame Tongue Longsword"
    """
    from rpg_lite.views import campaign as views

    book = _rulebook(ruleset, items)
    pick = book.find(name)
    item = book.item(pick) if pick else None
    if pick is None or item is None:
        warn(book.faults)
        near = ", ".join(book.near(name))
        raise Stop(REFUSED, f"No template is {name!r}; " + (f"did you mean {near}?" if near else "rpg-lite items list shows all."))
    if as_json:
        print_json({"id": pick.template, **item.model_dump(mode="json", by_alias=True, exclude_defaults=True)})
    else:
        tell(views.card(pick.template, item, book))
    return warn(book.faults)


@items_app.command
def check(*paths: Annotated[Path, Parameter(help="Item files, or folders of them.")], as_json: AsJson = False) -> int:
    """Check your own item files.

    Every fault with its file, its key and what is expected there. Exit code 1 when there is one.

    Example:  rpg-lite items check my_items/
    """
    from rpg_lite.content import catalog

    if not paths:
        raise Stop(MISUSED, "Name the files or folders to check, such as: rpg-lite items check my_items/")
    checked = [catalog.check(p) for p in paths]
    faults = [f for c in checked for f in c.faults]
    faults += [catalog.Fault(str(p), "", "holds no item files (*.json)") for p, c in zip(paths, checked, strict=True) if not any(c)]
    good = sum(c.good for c in checked)
    overrides = dict.fromkeys(o for r in RULESETS for o in catalog.rulebook(r, *paths).overrides)
    if as_json:
        told = [{"file": f.file, "key": f.key, "expected": f.expected} for f in faults]
        print_json({"ok": not faults, "good": good, "faults": told, "overrides": list(overrides)})
    else:
        tell(*faults, *overrides, f"{good} good, {len(faults)} {'fault' if len(faults) == 1 else 'faults'}.")
    return REFUSED if faults else DONE


@app.command(name="map")
def draw(
    *, svg: Svg = None, everything: Everything = False, around: Around = None, db: Db = None, campaign: CampaignName = None
) -> int:  # fmt: skip
    """Draw the map: as text, or with --svg as a picture.

    What the party has discovered, for everybody to see; --everything is the game master's.

    Example:  rpg-lite map --svg map.svg
    """
    with chosen_campaign.opened(db, campaign, makes=False) as game:
        from rpg_lite.views.maps import svg as pictures
        from rpg_lite.views.maps import text

        chart = game.chart(everything=everything, around=around)
    if svg is None:
        tell(text.map_text(chart, full=True))
        return DONE
    try:
        path(str(svg)).write_text(pictures.map_svg(chart), "utf-8")
    except OSError as error:
        raise Stop(REFUSED, f"{svg} cannot be written: {(error.strerror or 'unknown').lower()}.") from error
    beyond = f"; {len(chart.names)} more lie beyond" if chart.names else ""
    tell(f"Drawn into {svg}: {len(chart.rooms)} {'room' if len(chart.rooms) == 1 else 'rooms'}{beyond}.")
    return DONE


def _rulebook(ruleset: Ruleset | None, items: Sequence[Path]) -> "Rulebook":
    from rpg_lite.content import catalog

    return catalog.rulebook(ruleset or "5.1", *items)


def _payload(file: str, as_json: bool) -> Any:
    if file.lstrip().startswith("{"):
        raise Stop(MISUSED, "ask takes a file; send the JSON itself on standard input: echo '{ … }' | rpg-lite ask")
    try:
        return json.loads(read(file))
    except (ValueError, RecursionError) as error:
        place = f"line {error.lineno}, " if isinstance(error, json.JSONDecodeError) else ""
        sentence = f"{named(file)}: {place}{not_json(error)}. Nothing was changed."
        if as_json:
            print_json({"ok": False, "error": {"code": "json_invalid"}, "text": sentence})
        raise Stop(REFUSED, sentence) from error
