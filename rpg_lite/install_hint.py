"""The command that adds an extra to rpg-lite, in the way in which rpg-lite itself was installed, from the folder that it came from."""

import json
import sys
from importlib import metadata
from pathlib import Path
from urllib.parse import unquote, urlsplit


def how_to_add(extra: str) -> str:
    """The command, ready to paste into a shell.

    It names the folder of the clone (PEP 610 records it), since the package is on no index; pipx and uv keep an environment of their own
    for each program, so that a plain pip would add the extra elsewhere.
    """
    source = _source()
    wanted = f'"rpg-lite[{extra}] @ {source}"' if "://" in source else f'"{source}[{extra}]"'
    kept = {*Path(sys.prefix).parts}
    if {"pipx", "venvs"} <= kept:
        return f"pipx install --force {wanted}"
    if {"uv", "tools"} <= kept:
        return f"uv tool install --force {wanted}"
    if {"uv", "archive-v0"} <= kept:
        return f"uvx --from {wanted} rpg-lite"
    return f"{_python()} -m pip install {wanted}"


def of_uvx() -> str | None:
    """The folder or the address from which uvx took this program into its cache; None if it was installed in another way."""
    return _source() if {"uv", "archive-v0"} <= {*Path(sys.prefix).parts} else None


def _source() -> str:
    """The folder or the address from which the package was installed; its name alone if that is not known."""
    try:
        record = json.loads(metadata.distribution("rpg-lite").read_text("direct_url.json") or "{}")
    except metadata.PackageNotFoundError:
        return str(Path(__file__).resolve().parents[1])  # run from a clone that nobody installed
    place = urlsplit(str(record.get("url", "")))
    return unquote(place.path) if place.scheme == "file" else str(record.get("url", "rpg-lite"))


def _python() -> str:
    return f'"{sys.executable}"' if " " in sys.executable else sys.executable
