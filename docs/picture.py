"""Draw docs/sheet.svg: the sheet of docs/thorin.json as `rpg-lite sheet --explain` shows it on a terminal."""

import io
import json
import re
from pathlib import Path

from rich.console import Console

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.terminal.sheet import explain

HERE = Path(__file__).parent


def main() -> None:
    book = rulebook_loading.rulebook("5.1")
    at = situation(SheetDocument.model_validate(json.loads((HERE / "thorin.json").read_text("utf-8"))), book)
    console = Console(record=True, width=80, force_terminal=True, color_system="truecolor", file=io.StringIO())
    explain(at.stats(book), at, console)
    drawn = console.export_svg(title="rpg-lite sheet thorin.json --explain")
    (HERE / "sheet.svg").write_text(re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    main()
