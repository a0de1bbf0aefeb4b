"""rpg-lite gm: a game master for those who have no chat program."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from rpg_lite.cli.options import CampaignName, ConfigFile, Db, Items, Lore
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import DONE, MISUSED, Stop, tell

if TYPE_CHECKING:
    from rpg_lite.agent.adapters import Adapter
    from rpg_lite.game import Game
    from rpg_lite.server.settings import Settings

Model = Annotated[
    str | None,
    Parameter(help="The model that tells the story: anthropic:NAME, openai:NAME, ollama:NAME, script:FILE or test (also agent.model)."),
]
AdapterFile = Annotated[Path | None, Parameter(name="--adapter", help="A Python file with async def main(gm), instead of ACP.")]
SandboxMode = Annotated[
    Literal["off", "prefer", "require"] | None,
    Parameter(name="--sandbox", help="Run in a sandbox of bubblewrap: require one, prefer one, or off (also sandbox.mode)."),
]
Check = Annotated[bool, Parameter(negative="", help="Say what would run with what, and end.")]


def gm(
    *, model: Model = None, adapter: AdapterFile = None, sandbox: SandboxMode = None, check: Check = False, config: ConfigFile = None,
    db: Db = None, campaign: CampaignName = None, items: Items = (), lore: Lore = None,
) -> int:  # fmt: skip
    """Run a game master with a model of your own: for editors that speak ACP (Agent Client Protocol) on standard input and output, or for an
    adapter of yours.

    Without a model, verbs work as in `rpg-lite play`, and nobody tells the story.

    Example:  rpg-lite gm --model ollama:llama3.1 --adapter examples/telnet_adapter.py
    """
    from rpg_lite.agent import adapters
    from rpg_lite.server.settings_loading import load_settings

    loaded = load_settings(
        config, db=db, campaign=campaign, items=items, lore=lore,
        agent={"model": model} if model else None, sandbox={"mode": sandbox} if sandbox else None,
    )  # fmt: skip
    settings = loaded.settings
    _require_network(settings)
    if check:
        return _check(settings, adapter)
    _enter_sandbox(settings, [file for file in (loaded.file, adapter) if file])
    play = adapters.load(adapter) if adapter else _acp()
    with campaign_from_options.open_game(settings.db, settings.campaign, items=settings.items, lore=settings.lore) as game:
        asyncio.run(_run(game, settings, play))
    return DONE


def _acp() -> "Adapter":
    try:
        from rpg_lite.agent import acp_adapter
    except ImportError as error:
        raise Stop(MISUSED, f'ACP needs the package agent-client-protocol ({error.name}): pip install "rpg-lite[gm]"') from error
    return acp_adapter.main


def _require_network(settings: "Settings") -> None:
    """Refuse a sandbox without a network for a model or a database that needs one."""
    if settings.sandbox.mode == "off" or settings.sandbox.network == "all":
        return
    distant = [
        f"agent.{key}" for key in ("model", "parser", "judge") if getattr(settings.agent, key).startswith(("anthropic", "openai", "ollama"))
    ]
    distant += ["db"] if "://" in (settings.db or "") and not (settings.db or "").startswith("sqlite") else []
    if distant:
        raise Stop(MISUSED, f'sandbox.network is none, and {", ".join(distant)} needs the network: set sandbox.network = "all".')


def _enter_sandbox(settings: "Settings", files: list[Path]) -> None:
    """Go on in the sandbox if the settings want one."""
    from rpg_lite.agent import sandbox

    where = campaign_from_options.where(settings.db)
    script = settings.agent.model.partition(":")[2] if settings.agent.model.startswith("script:") else ""
    reads = [*files, *settings.items, *filter(None, [settings.lore]), *([Path(script)] if script else [])]
    sandbox.enter(settings.sandbox, sys.argv[1:], reads, [Path(where).absolute().parent] if isinstance(where, Path) else [Path.cwd()])


async def _run(game: "Game", settings: "Settings", play: "Adapter") -> None:
    from rpg_lite.agent.game_master import create_gm

    gm = create_gm(game, settings)
    await gm.start()
    try:
        await play(gm)
    finally:
        await gm.stop()


def _check(settings: "Settings", adapter: Path | None) -> int:
    """Say what would run; a fault ends the command as it would end the game master."""
    from rpg_lite.agent import adapters, sandbox

    if adapter:
        adapters.load(adapter)
    agent = settings.agent
    tell(
        f"database   {campaign_from_options.where(settings.db)}",
        f"adapter    {adapter or 'ACP on standard input and output'}",
        f"model      {_named(agent.model, 'agent.model') or 'none: verbs work, and nobody tells the story'}",
        f"parser     {_named(agent.parser, 'agent.parser') or 'none'}",
        f"judge      {_named(agent.judge, 'agent.judge') or 'none: stories are not judged'}",
        f"context    {agent.context_tokens:,} tokens, {agent.steps} calls and {agent.seconds:g} seconds a turn",
    )
    isolated = sandbox.hindrance() if settings.sandbox.mode != "off" else ""
    tell(f"sandbox    {settings.sandbox.mode}{f': there is none, {isolated}' if isolated else ''}")
    tell(*[f"server     {server.id}: {server.url or ' '.join(server.command)}" for server in settings.servers] or ["servers    none"])
    return DONE


def _named(model: str, key: str) -> str:
    if model:
        try:
            from rpg_lite.agent.models import model_of
        except ImportError as error:
            raise Stop(MISUSED, f'{key}: {model} needs the package pydantic-ai-slim ({error.name}): pip install "rpg-lite[gm]"') from error
        model_of(model, key)
    return model
