"""A map to import."""

from pathlib import Path
from typing import Any

from rpg_lite.content import map_files, rulebook_files

SALT = rulebook_files.folder("data") / "adventures" / "salt_toll.txt"


def document(file: Path) -> dict[str, Any]:
    return map_files.read(file.read_text(encoding="utf-8")).model_dump(mode="json", by_alias=True, exclude_defaults=True)
