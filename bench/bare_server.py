"""A FastMCP server with one tool that does nothing: the floor for a server's first answer."""

from typing import Any

from fastmcp import FastMCP

mcp: FastMCP[Any] = FastMCP("bare")


@mcp.tool
def read_campaign(operation: str) -> dict[str, str]:
    """Do nothing."""
    return {"text": "Nothing."}


if __name__ == "__main__":
    mcp.run(show_banner=False, log_level="WARNING")
