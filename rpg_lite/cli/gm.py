"""rpg-lite gm: a game master for people without a chat program."""

import asyncio
import os
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter
from cyclopts.validators import Number

from rpg_lite.cli.options import CampaignName, ConfigFile, Db, Items, Lore, New, Rules
from rpg_lite.install_hint import how_to_add
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, Stop, path, tell

if TYPE_CHECKING:
    from rpg_lite.agent.adapter_loading import Adapter
    from rpg_lite.game import Game
    from rpg_lite.server.agent_settings import ToolServer
    from rpg_lite.server.settings import Settings

A_PORT = Number(gte=0, lte=65535)
Model = Annotated[
    str | None,
    Parameter(help="The model that tells the story: anthropic:NAME, openai:NAME, ollama:NAME, script:FILE or test (also agent.model)."),
]
AdapterFile = Annotated[Path | None, Parameter(name="--adapter", help="A Python file with async def main(gm), instead of ACP.")]
Port = Annotated[
    int | None,
    Parameter(
        name="--http", validator=A_PORT, help="Serve ACP to programs on this machine at this port, instead of standard input and output."
    ),
]
Npc = Annotated[str | None, Parameter(help="The character with whom other agents talk over A2A; needs --a2a.")]
A2aPort = Annotated[
    int | None, Parameter(name="--a2a", validator=A_PORT, help="The port on this machine where other agents talk with the --npc character.")
]
SandboxMode = Annotated[
    Literal["off", "prefer", "require"] | None,
    Parameter(name="--sandbox", help="Run in a sandbox of bubblewrap: require one, prefer one, or off (also sandbox.mode)."),
]
Check = Annotated[bool, Parameter(negative="", help="Say what would run and how, and stop.")]


def gm(
    *, model: Model = None, adapter: AdapterFile = None, http: Port = None, npc: Npc = None, a2a: A2aPort = None, sandbox: SandboxMode = None, check: Check = False, config: ConfigFile = None,
    db: Db = None, campaign: CampaignName = None, new: New = False, ruleset: Rules = None, items: Items = (), lore: Lore = None,
) -> int:  # fmt: skip
    """Run a game master with a model of your own: at this terminal, for editors that speak ACP (Agent Client Protocol) on standard input and
    output, or for your own adapter.

    Without a model, verbs work as in `rpg-lite play`, and nobody tells the story.

    Example:  rpg-lite gm --model ollama:llama3.1
    """
    from rpg_lite.server.settings_loading import load_settings

    way = _way(adapter, http, npc, a2a)
    loaded = load_settings(
        config, db=db, campaign=campaign, items=items, lore=lore,
        agent={"model": model} if model else None, sandbox={"mode": sandbox} if sandbox else None,
    )  # fmt: skip
    settings = loaded.settings
    if npc and not settings.agent.model:
        raise Stop(MISUSED, f"--npc: nobody would answer for {npc} without a model: add --model, such as --model ollama:llama3.1.")
    _require_network(settings, way)
    _require_packages(settings)
    places = _places(settings, [file for file in (loaded.file, adapter) if file])
    _require_programs(settings, places)
    if check:
        return _check(settings, way.where, npc, new)
    _enter_sandbox(settings, places)
    with campaign_from_options.open_game(None, None, new=new, ruleset=ruleset, settings=settings) as game:
        asyncio.run(_run(game, settings, way.play(game)))
    return DONE


@dataclass(frozen=True)
class _Way:
    """A way for people to reach the table. `where`: in words, for --check; `play`: makes the adapter of a game. Raises Stop."""

    where: str
    play: "Callable[[Game], Adapter]"
    port: int | None = None


def _way(adapter: Path | None, http: int | None, npc: str | None, a2a: int | None) -> _Way:
    """Return the way that the options choose. Raises Stop."""
    if (npc is None) != (a2a is None):
        raise Stop(MISUSED, "--npc NAME and --a2a PORT go together: the character, and where other agents reach it.")
    if sum(option is not None for option in (adapter, http, a2a)) > 1:
        raise Stop(MISUSED, "--adapter, --http and --a2a each say where people play: choose one of them.")
    if adapter:
        from rpg_lite.agent import adapter_loading

        main = adapter_loading.load(adapter)
        return _Way(str(adapter), lambda game: main)
    if npc is not None and a2a is not None:
        return _Way(f"{npc} over A2A, port {a2a} on this machine", partial(_guest, npc, a2a), a2a)
    if http is not None:
        return _Way(f"ACP over HTTP, port {http} on this machine", lambda game: _acp_over_http(http), http)
    if sys.stdin.isatty() and sys.stdout.isatty():
        return _Way("this terminal", lambda game: _at_this_terminal())
    return _Way("ACP on standard input and output", lambda game: _acp())


def _acp() -> "Adapter":
    _require_acp()
    from rpg_lite.agent import acp_adapter

    _require_pipes()
    return acp_adapter.main


def _require_acp() -> None:
    try:
        import acp  # noqa: F401
    except ImportError as error:
        raise Stop(MISUSED, f"ACP needs the package agent-client-protocol ({error.name}): {how_to_add('gm')}") from error


def _require_pipes() -> None:
    """Refuse to speak ACP with a file: a client answers what it reads. Raises Stop."""
    for stream, name in ((sys.stdin, "input"), (sys.stdout, "output")):
        try:
            mode = os.fstat(stream.fileno()).st_mode
        except (AttributeError, OSError, ValueError):  # no file at all, as in a test
            continue
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            raise Stop(
                MISUSED,
                f"standard {name} is a file, and ACP takes a pipe: let an editor start rpg-lite gm, or type at a terminal; rpg-lite play reads lines from a file.",
            )


def _at_this_terminal() -> "Adapter":
    from rpg_lite.cli import gm_prompt

    return gm_prompt.main


def _acp_over_http(port: int) -> "Adapter":
    _require_acp()
    from rpg_lite.agent import acp_http

    return partial(acp_http.serve, port=port)


def _guest(name: str, port: int, game: "Game") -> "Adapter":
    try:
        from rpg_lite.agent import npc_a2a_server
    except ImportError as error:
        raise Stop(MISUSED, f"A2A needs the package a2a-sdk ({error.name}): {how_to_add('gm-a2a')}") from error
    _require_character(game, name)
    return partial(npc_a2a_server.serve, port=port, name=name)


def _require_character(game: "Game", name: str) -> None:
    found = game.ask({"operation": "character", "characterName": name}, tool="read_campaign", detail="full")
    if not found["ok"]:
        raise Stop(MISUSED, f"--npc: {found['text']}")


def _models(settings: "Settings") -> dict[str, str]:
    agent = settings.agent
    return {"model": agent.model, "parser": agent.parser, "judge": agent.judge}


def _require_network(settings: "Settings", way: _Way) -> None:
    """Refuse a sandbox without a network for a model, a server, a database or clients that need one."""
    if settings.sandbox.mode == "off" or settings.sandbox.network == "all":
        return
    distant = [f"agent.{key}" for key, model in _models(settings).items() if model.startswith(("anthropic", "openai", "ollama"))]
    distant += [f"server {server.id}" for server in settings.servers if server.transport == "http"]
    distant += ["db"] if "://" in (settings.db or "") and not (settings.db or "").startswith("sqlite") else []
    distant += ["the port for clients"] if way.port is not None else []
    if distant:
        raise Stop(
            MISUSED,
            f'sandbox.network is none, and {", ".join(distant)} {"need" if len(distant) > 1 else "needs"} the network: set sandbox.network = "all".',
        )


def _require_packages(settings: "Settings") -> None:
    """Refuse a model, a parser or a judge whose package is missing, before anything starts. Raises Stop with the line that adds it."""
    for key, model in _models(settings).items():
        _named(model, f"agent.{key}")


@dataclass(frozen=True)
class _Places:
    """The files and folders that the game master reads, and those that it writes."""

    reads: list[Path]
    writes: list[Path]


def _places(settings: "Settings", files: list[Path]) -> _Places:
    """Return what a sandbox must hold. `files`: those of the command line."""
    from rpg_lite.store.database_address import file_of

    database = file_of(campaign_from_options.where(settings.db))
    named = [model.partition(":") for model in _models(settings).values()]
    scripts = [path(file) for provider, _, file in named if provider == "script"]
    reads = [*files, *settings.items, *filter(None, [settings.lore]), *scripts]
    return _Places(reads, [database.parent] if database else [])


def _require_programs(settings: "Settings", places: _Places) -> None:
    """Refuse a sandbox that does not hold the program of a server, which would not answer and not say why. Raises Stop."""
    from rpg_lite.agent import bubblewrap_sandbox

    here = [server for server in settings.servers if server.command and not server.lacks]
    if settings.sandbox.mode == "off" or bubblewrap_sandbox.is_inside() or not here or bubblewrap_sandbox.require(settings.sandbox):
        return
    for server in here:
        if word := bubblewrap_sandbox.missing_inside(settings.sandbox, server.command, places.reads, places.writes):
            raise Stop(
                MISUSED,
                f"server {server.id}: the sandbox does not hold {word}: put it into /usr, or name its folder in sandbox.write.",
            )


def _enter_sandbox(settings: "Settings", places: _Places) -> None:
    """Continue in the sandbox if the settings ask for one."""
    from rpg_lite.agent import bubblewrap_sandbox

    tokens = [server.token_env for server in settings.servers if server.token_env]
    bubblewrap_sandbox.enter(settings.sandbox, sys.argv[1:], places.reads, places.writes, tokens)


async def _run(game: "Game", settings: "Settings", play: "Adapter") -> None:
    from rpg_lite.agent.gm_agent import create_gm

    gm = create_gm(game, settings)
    await gm.start()
    try:
        await play(gm)
    finally:
        await gm.stop()


def _check(settings: "Settings", plays: str, npc: str | None, new: bool) -> int:
    """Report the parts that would run; a fault ends the command as it would end the game master. `plays`: the adapter."""
    agent = settings.agent
    tell(
        f"database   {campaign_from_options.where(settings.db)}{_campaign(settings, npc, new)}",
        f"adapter    {plays}",
        f"model      {_named(agent.model, 'agent.model') or 'none: verbs work, and nobody tells the story'}",
        f"parser     {_named(agent.parser, 'agent.parser') or 'none'}",
        f"judge      {_named(agent.judge, 'agent.judge') or 'none: stories are not judged'}",
        f"context    {agent.context_tokens:,} tokens, {agent.steps} calls and {agent.seconds:g} seconds a turn",
        f"sandbox    {_sandbox(settings)}",
        *([_reached(server) for server in settings.servers] or ["servers    none"]),
    )
    return DONE


def _campaign(settings: "Settings", npc: str | None, new: bool) -> str:
    """Name the campaign that would be opened. Raises Stop."""
    with campaign_from_options.look_into(settings, new=new) as game:
        if game is None and npc:
            raise Stop(MISUSED, f"--npc: a campaign that is not there yet has no {npc}: start it once, and create {npc}.")
        if game is None:
            return ", created or upgraded at the start"
        if npc:
            _require_character(game, npc)
        return f", campaign {game.campaign.name!r}"


def _sandbox(settings: "Settings") -> str:
    from rpg_lite.agent import bubblewrap_sandbox

    hindrance = bubblewrap_sandbox.require(settings.sandbox)
    return f"{settings.sandbox.mode}{f': there is none, {hindrance}' if hindrance else ''}"


def _reached(server: "ToolServer") -> str:
    return f"server     {server.id}: {server.url or ' '.join(server.command)}{f' ({server.lacks})' if server.lacks else ''}"


def _named(model: str, key: str) -> str:
    if model:
        try:
            from rpg_lite.agent.model_factory import model_of
        except ImportError as error:
            raise Stop(MISUSED, f"{key}: {model} needs the package pydantic-ai-slim ({error.name}): {how_to_add('gm')}") from error
        model_of(model, key)
    return model
