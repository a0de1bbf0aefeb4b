"""Write the folder from which `make bundle` packs a one-click bundle (.mcpb): the program, its data and a manifest, without dependencies.

python -m rpg_lite.server.bundle FOLDER

The chat program starts the server with uv, which reads pyproject.toml and fetches the dependencies.
"""

import json
import shutil
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from rpg_lite.messages.tool_purposes import PURPOSES
from rpg_lite.server.instructions import TITLES
from rpg_lite.server.settings import PREFIX

ROOT: Final = Path(__file__).parents[2]
PACKED: Final = ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "rpg_lite", "data", "items")
ICON: Final = "icon.png"
"""The drawing of icon.svg with 256 pixels a side: bundles take no SVG."""
ASKED: Final[Mapping[str, Mapping[str, Any]]] = {
    "campaign": {"type": "string", "title": "Campaign", "description": "The name of the campaign; a new name begins a new one."},
    "items": {
        "type": "directory",
        "title": "Your own content",
        "description": "A folder of your own items, spells, creatures and features.",
    },
    "lore": {"type": "directory", "title": "Your own pages", "description": "A folder of the table's house rules, regions and handouts."},
}
"""The settings for which a chat program asks when it installs the bundle. Each is a variable of the server; an empty one counts as not set.
The edition is a question of the prompt `begin`.
"""
FORMAT: Final = "0.4"
"""The version of the manifest format that supports servers of type uv."""


def write(folder: Path) -> None:
    """Replace the folder with the contents of the bundle."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in PACKED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        else:
            shutil.copyfile(ROOT / name, folder / name)
    shutil.copyfile(ROOT / "rpg_lite" / "server" / ICON, folder / ICON)
    (folder / "manifest.json").write_text(json.dumps(manifest(), indent=2, ensure_ascii=False) + "\n", "utf-8")


def manifest() -> dict[str, Any]:
    """Return the manifest of the bundle; names and version come from pyproject.toml, the tools from the server."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        "manifest_version": FORMAT,
        "name": project["name"],
        "display_name": project["name"],
        "version": project["version"],
        "description": project["description"],
        "author": {"name": "The authors of rpg-lite"},
        "server": {
            "type": "uv",
            "entry_point": "rpg_lite/__main__.py",
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--directory", "${__dirname}", "rpg-lite", "serve"],
                "env": {f"{PREFIX}{key.upper()}": f"${{user_config.{key}}}" for key in ASKED},
            },
        },
        "icon": ICON,
        "user_config": {key: {**asked, "required": False, "default": ""} for key, asked in ASKED.items()},
        "tools": [{"name": name, "description": TITLES[name]} for name in PURPOSES],
        "prompts_generated": True,
        "keywords": project["keywords"],
        "license": project["license"],
        "compatibility": {"platforms": ["darwin", "win32", "linux"], "runtimes": {"python": project["requires-python"]}},
    }


if __name__ == "__main__":
    write(Path(sys.argv[1]))
