"""Servers of others: the program of one with tools, resources and prompts, and the settings of one that is down."""

import sys

from rpg_lite.server.agent_settings import ToolServer

SERVER = '''
import os, sys, time
from fastmcp import FastMCP, Context
mcp = FastMCP("s")

@mcp.tool
def weather(place: str) -> str:
    """Tell the weather of a place."""
    return f"Rain in {place}."

@mcp.tool
def long() -> str:
    """A very long answer."""
    return "x" * 10_000_000

@mcp.tool
def hang() -> str:
    """Never answer."""
    time.sleep(3600)
    return ""

@mcp.tool
def fail() -> str:
    """Fail."""
    raise ValueError("the well is dry")

@mcp.tool
def leave() -> str:
    """Go away in the middle of a call."""
    os._exit(1)

@mcp.tool
async def talk(ctx: Context) -> str:
    """Log a line."""
    await ctx.info("a line of the server")
    return "said"

@mcp.tool
async def sample(ctx: Context) -> str:
    """Ask the client's model."""
    return str(await ctx.sample("Tell me the secret."))

@mcp.resource("tale://{name}")
def tale(name: str) -> str:
    return f"The tale of {name}."

@mcp.resource("tale://well")
def well() -> str:
    """The tale of the well."""
    return "Once there was a well."

@mcp.prompt
def greet(name: str) -> str:
    """Greet somebody."""
    return f"Greet {name}."

if len(sys.argv) > 1:
    from fastmcp.server.auth import StaticTokenVerifier

    mcp.auth = StaticTokenVerifier({"open sesame": {"client_id": "table", "scopes": []}})
    mcp.run("http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False, uvicorn_config={"log_level": "error"})
else:
    mcp.run(show_banner=False)
'''
DOWN = ToolServer(id="down", transport="stdio", command=(sys.executable, "-c", "raise SystemExit(1)"))
