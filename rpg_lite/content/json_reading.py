"""Read the JSON of other programs: refuse a file that is too long, cut off, nested too deeply or not JSON, and name the place."""

import json
from typing import Any

from rpg_lite.content.entry_editions import Faulty


def load(text: str, most: int) -> Any:
    """The value of the text, which may have at most this many characters. Raises Faulty: (line and column, fault)."""
    if len(text) > most:
        raise Faulty(("", f"takes at most {most:,} characters; this has {len(text):,}"))
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        is_cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        cut = "; the file seems to be cut off" if is_cut else ""
        raise Faulty((f"line {error.lineno}, column {error.colno}", f"is not JSON: {error.msg.lower()}{cut}")) from None
    except RecursionError:
        raise Faulty(("", "is nested too deeply")) from None
    except ValueError as error:
        raise Faulty(("", f"is not JSON: {error}")) from None


def _no_number(found: str) -> float:
    raise ValueError(f"{found} is not a number")
