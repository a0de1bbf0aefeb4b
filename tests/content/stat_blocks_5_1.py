"""The stat blocks of SRD 5.1: the files as written, and the sheet documents that the book makes of them."""

import json
from typing import Any, Final

from rpg_lite.content import rulebook_files
from rpg_lite.content.builtin_creatures import CreatureFiles

_FOLDER: Final = rulebook_files.folder("data") / "creatures" / "5.1"
SHEETS: Final = CreatureFiles(_FOLDER, "5.1")
FILES: Final[dict[str, dict[str, Any]]] = {
    raw["name"]: raw for raw in (json.loads(f.read_text("utf-8")) for f in sorted(_FOLDER.glob("*.json")))
}
