"""A cyclopts program with the commands and options of rpg-lite and no code behind them: the floor for `--help`."""

# ruff: noqa: B006

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

app = App(name="rpg-lite", help="D&D 5e campaigns for LLM game masters.", help_format="plaintext", version="0")
items = app.command(App(name="items", help="Item templates."))
db = app.command(App(name="db", help="Back up, check, upgrade or copy the database."))

Text = Annotated[str | None, Parameter(show_default=False, help="A text.")]
Switch = Annotated[bool, Parameter(negative=(), show_default=False, help="On or off.")]
Paths = Annotated[list[Path], Parameter(negative=(), show_default=False, help="Files or folders.")]
Rules = Annotated[Literal["5.1", "5.2"] | None, Parameter(show_default=False, help="Edition.")]


@app.command
def serve(
    *, http: Text = None, db: Text = None, campaign: Text = None, new: Switch = False, ruleset: Rules = None, items: Paths = []
) -> int:
    """Run the MCP server, on stdio unless --http is given."""
    return 0


@app.command
def history(last: int = 10, /, *, tools: Switch = False, stats: Switch = False, actor: Text = None, db: Text = None) -> int:
    """Show the history of play, and the tool calls."""
    return 0


@app.command
def gc(what: Literal["orphans", "stale", "purge"] = "stale", /, *, days: int = 30, yes: Switch = False, db: Text = None) -> int:
    """Count orphaned and long-gone rows, and delete them."""
    return 0


@app.command(name="import")
def import_map(file: str, /, *, at: Text = None, direction: Text = None, db: Text = None) -> int:
    """Bring a map into the campaign, as one command: rooms, exits, creatures and loot."""
    return 0


@app.command
def lint(file: Text = None, /, *, db: Text = None) -> int:
    """Find faults of a map: unreachable rooms, traps, keys behind their locks."""
    return 0


@app.command(name="map")
def draw(*, svg: Text = None, everything: Switch = False, around: int = 3, db: Text = None) -> int:
    """Show the map of the rooms that the party has discovered."""
    return 0


@app.command
def demo() -> int:
    """Play the first ten minutes of an evening against a real server, on a temporary database."""
    return 0


@app.command
def connect(client: Literal["claude-desktop", "claude-code", "cursor", "vscode"] | None = None, /, *, db: Text = None) -> int:
    """Show the settings that make your chat program start this server."""
    return 0


@app.command
def ask(file: str = "-", /, *, tool: str = "x", db: Text = None, campaign: Text = None, items: Paths = [], json: Switch = False) -> int:
    """Send the JSON payload of one tool call and print the answer, without a server."""
    return 0


@app.command
def sheet(file: str = "-", /, *, ruleset: Rules = None, items: Paths = [], explain: Switch = False) -> int:
    """Compute a character sheet: a document, or JSON Lines of them, to effective stats as JSON."""
    return 0


@items.command(name="list")
def list_(*, ruleset: Rules = None, items: Paths = [], json: Switch = False) -> int:
    """List all templates, one per line."""
    return 0


@items.command
def show(name: str, /, *, ruleset: Rules = None, items: Paths = [], json: Switch = False) -> int:
    """Show one template in full."""
    return 0


@items.command
def check(*paths: Path, json: Switch = False) -> int:
    """Check your own item files."""
    return 0


@db.command
def backup(file: Path, /, *, db: Text = None) -> int:
    """Copy the database into a new file; others can go on playing."""
    return 0


if __name__ == "__main__":
    app()
