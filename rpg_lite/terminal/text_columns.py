"""Print words with a text next to each, in columns."""

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text


def entry(what: str, text: str, style: str = "") -> RenderableType:
    """Return a word on the left and its text on the right, each wrapped in its own column."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(width=20, style="cyan")
    table.add_column(ratio=1)
    table.add_row(Text(clean(what)), Text(clean(text), style))
    return Padding(table, (0, 1))


def clean(text: str) -> str:
    """Return the text without characters that would control the terminal."""
    return "".join(c for c in text if c.isprintable())
