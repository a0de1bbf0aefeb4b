"""Write the folder from which `make bundle` packs a one-click bundle (.mcpb): the program, its data and a manifest, without dependencies.

python -m rpg_lite.server.bundle FOLDER

The chat program starts the server with uv, which reads pyproject.toml and fetches the dependencies.
"""

import json
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

from rpg_lite.messages.tool_purposes import PURPOSES
from rpg_lite.server.instructions import TITLES

ROOT: Final = Path(__file__).parents[2]
PACKED: Final = ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "rpg_lite", "data", "items")
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
            "mcp_config": {"command": "uv", "args": ["run", "--directory", "${__dirname}", "rpg-lite", "serve"]},
        },
        "tools": [{"name": name, "description": TITLES[name]} for name in PURPOSES],
        "prompts_generated": True,
        "keywords": project["keywords"],
        "license": project["license"],
        "compatibility": {"platforms": ["darwin", "win32", "linux"], "runtimes": {"python": project["requires-python"]}},
    }


if __name__ == "__main__":
    write(Path(sys.argv[1]))
