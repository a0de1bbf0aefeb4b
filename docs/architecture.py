"""Draw docs/architecture.svg from the imports of the package, with each part above the parts that it imports.

    python docs/architecture.py

Arrows that follow from others are left out: if cli imports server and server imports game, no arrow runs from cli to game.
"""

import ast
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
PACKAGE: Final = HERE.parent / "rpg_lite"
PARTS: Final[Mapping[str, tuple[float, str]]] = {
    "vocabulary": (1, "closed word lists"),
    "rules": (1, "what the rulebook says"),
    "world": (1, "what is where"),
    "decision": (1, "what a decision is made of"),
    "mechanics": (1, "what follows at the table"),
    "operations": (1, "what may be asked"),
    "meaning": (1, "what was meant"),
    "content": (0, "files become values"),
    "store": (1, "values become rows"),
    "messages": (2, "codes become English"),
    "views": (2, "what may be shown"),
    "monsters": (2, "what monsters do alone"),
    "game": (1, "the only loop"),
    "terminal": (1, "sheets and tables for people"),
    "scripts": (2, "house rules run in a sandbox"),
    "server": (0.5, "MCP, HTTP, the page"),
    "mud": (1.5, "a typed line is a call"),
    "agent": (1.5, "a game master with a model"),
    "cli": (1, "the command line"),
}
"""Every part in the picture: its column, and its purpose. Modules beside `game.py` are parts of the loop."""
WIDTH: Final = 230
HEIGHT: Final = 58
GAP: Final = (30, 46)
PURE: Final = frozenset({"vocabulary", "rules", "world", "decision", "mechanics", "operations", "meaning"})
STYLE: Final = (
    "text{font-family:system-ui,sans-serif;fill:#222}.name{font-size:17px;font-weight:600}.does{font-size:13px}"
    "rect{fill:#fff;stroke:#555;stroke-width:1.5}.pure{fill:#eaf3ea}path{fill:none;stroke:#777;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){text{fill:#eee}rect{fill:#222;stroke:#aaa}.pure{fill:#1d3220}path{stroke:#999}}"
)


def part_of(module: str) -> str | None:
    """The part of a dotted module name; None for the shop window, `__main__` and the strategies, which nothing imports."""
    top = [*module.split("."), ""][1]
    return None if top in {"", "__main__", "strategies", "install_hint"} else top if top in PARTS else "game"


def imports() -> dict[str, set[str]]:
    """Each part with the other parts that any of its files imports, including imports inside functions and for types."""
    found: dict[str, set[str]] = {part: set() for part in PARTS}
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = part_of(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
        if inside:
            found[inside] |= {part for name in _imported(path) if (part := part_of(name))} - {inside}
    return found


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rpg_lite"):
            yield from (f"rpg_lite.{a.name}" for a in node.names) if node.module == "rpg_lite" else (str(node.module),)


def ranks(found: Mapping[str, set[str]]) -> dict[str, int]:
    """The height of each part above the ground: one more than the highest part that it imports. Raises ValueError for a cycle."""

    def rank(part: str, above: tuple[str, ...] = ()) -> int:
        if part in above:
            raise ValueError(f"imports in a circle: {' -> '.join((*above, part))}")
        return 1 + max((rank(below, (*above, part)) for below in found[part]), default=-1)

    return {part: rank(part) for part in found}


def direct(found: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """(above, below) of every import that does not follow from others."""

    def reach(part: str) -> set[str]:
        return found[part].union(*map(reach, found[part])) if found[part] else set()

    return [(a, b) for a in found for b in sorted(found[a]) if not any(b in reach(c) for c in found[a] - {b})]


def drawn() -> str:
    found = imports()
    height = ranks(found)
    top = max(height.values())
    wide = 3 * (WIDTH + GAP[0]) + GAP[0]
    tall = (top + 1) * (HEIGHT + GAP[1]) + GAP[0] - GAP[1] + GAP[0]
    at = {
        part: (GAP[0] + round(column * (WIDTH + GAP[0])), GAP[0] + (top - height[part]) * (HEIGHT + GAP[1]))
        for part, (column, _) in PARTS.items()
    }
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" role="img">',
            "<title>Which part of rpg-lite imports which</title>",
            f"<style>{STYLE}</style>",
            '<marker id="to" markerWidth="9" markerHeight="9" refX="8" refY="4.5" orient="auto"><path d="M1,1 L8,4.5 L1,8"/></marker>',
            *(_arrow(at[above], at[below]) for above, below in direct(found)),
            *(_box(part, *at[part]) for part in PARTS),
            "</svg>\n",
        ]
    )


def _arrow(above: tuple[int, int], below: tuple[int, int]) -> str:
    x1, y1, x2, y2 = above[0] + WIDTH // 2, above[1] + HEIGHT, below[0] + WIDTH // 2, below[1] - 2
    return f'<path d="M{x1},{y1} C{x1},{y1 + 28} {x2},{y2 - 28} {x2},{y2}" marker-end="url(#to)"/>'


def _box(part: str, x: int, y: int) -> str:
    middle = x + WIDTH // 2
    return (
        f'<rect class="{"pure" if part in PURE else "part"}" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
        f'<text class="name" x="{middle}" y="{y + 25}" text-anchor="middle">{escape(part)}</text>'
        f'<text class="does" x="{middle}" y="{y + 45}" text-anchor="middle">{escape(PARTS[part][1])}</text>'
    )


if __name__ == "__main__":
    (HERE / "architecture.svg").write_text(drawn(), "utf-8")
