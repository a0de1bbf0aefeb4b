"""Make the pages of the documentation site in build/site_pages: the README as its first page, the pages of docs/, and a reference of every kind of content
file, of the modifiers and of their operations, generated from the models. `make docs` builds the site from them and fails at a dead link.

python docs/site.py
"""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ROOT / "build" / "site_pages"
NAV: Final = (
    ("Start", (("rpg-lite", "index.md"), ("Tutorial: game masters", "tutorial_game_master.md"), ("Tutorial: tinkerers", "tutorial_tinkerer.md"))),
    ("How to", (
        ("Play by typing, or alone", "playing.md"), ("A game master in a box", "game_master.md"), ("Fights on squares", "fights.md"), ("The page and its players", "table.md"), ("Heroes from Foundry", "heroes.md"),
        ("Maps from files", "dungeons.md"), ("The table's own pages", "lore.md"), ("Your own content", "own_content.md"),
        ("House rules as scripts", "scripts.md"), ("From Python", "python.md"), ("A server for others", "service.md"),
        ("Large databases", "scale.md"),
    )),
    ("Reference", (
        ("Tools and commands", "commands.md"), ("Every operation", "tools.md"), ("Content files", "reference.md"),
        ("Modifiers", "reference_modifiers.md"), ("Acts", "reference_act.md"), ("Coverage of the SRDs", "coverage.md"),
    )),
    ("Inside", (("Architecture", "architecture.md"), ("Promises", "promises.md"), ("Performance", "performance.md"))),
)  # fmt: skip
_LINK: Final = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")


def main() -> None:
    shutil.rmtree(PAGES, ignore_errors=True)
    (PAGES / "docs").mkdir(parents=True)
    for name, text in pages().items():
        (PAGES / "docs" / name).write_text(text, "utf-8")
    for picture in (p for p in (ROOT / "docs").rglob("*") if p.suffix in (".svg", ".png")):
        copy = PAGES / "docs" / picture.relative_to(ROOT / "docs")
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(picture, copy)
    (PAGES / "mkdocs.yml").write_text(json.dumps(settings(), indent=1), "utf-8")
    print(f"{len(pages())} pages in {PAGES.relative_to(ROOT)}")


def settings() -> dict[str, Any]:
    """The settings of mkdocs as JSON, which is valid YAML. The site loads nothing from elsewhere."""
    nav = [{part: [{title: file} for title, file in entries]} for part, entries in NAV]
    others = sorted(name for name in pages() if name.startswith("reference_") and not any(name == file for _, es in NAV for _, file in es))
    return {
        "site_name": "rpg-lite", "docs_dir": "docs", "site_dir": str(ROOT / "build" / "site"), "nav": nav, "not_in_nav": "\n".join(others),
        "theme": {"name": "mkdocs", "highlightjs": False, "color_mode": "auto", "user_color_mode_toggle": True},
        "use_directory_urls": False, "plugins": ["search"], "markdown_extensions": ["tables", "fenced_code", "toc"],
        "validation": {"links": {"not_found": "warn", "anchors": "warn", "absolute_links": "warn", "unrecognized_links": "warn"}},
    }  # fmt: skip


def pages() -> dict[str, str]:
    """Name → text, with links that work on the site."""
    found = {"index.md": (ROOT / "README.md").read_text("utf-8").replace("](docs/", "](")}
    found |= {page.name: page.read_text("utf-8") for page in sorted((ROOT / "docs").glob("*.md"))}
    found |= references()
    return {name: _LINK.sub(lambda m: _link(m, found), text) for name, text in found.items()}


def _link(found: re.Match[str], known: dict[str, str]) -> str:
    """The link if it leads to a page of the site or to another site; only its words if it leads to a file of the repository."""
    words, target = found[1], found[2]
    file, _, anchor = target.partition("#")
    if target.startswith(("http:", "https:", "mailto:", "#")) or file in known or (ROOT / "docs" / file).suffix in (".png", ".svg"):
        return found[0]
    if file.removeprefix("../") == "README.md":
        return f"[{words}](index.md{'#' + anchor if anchor else ''})"
    if not any((folder / file.removeprefix("../")).exists() for folder in (ROOT, ROOT / "docs")):
        raise SystemExit(f"a page links to {target}, which does not exist")
    return words


# ── references from the models ──────────────────────────────────────────────────────────────────────────────────────


def references() -> dict[str, str]:
    from rpg_lite.content import content_schemas
    from rpg_lite.rules.modifier_targets import TARGETS

    kinds = content_schemas.KINDS
    listed = "\n".join(f"- [{kind}](reference_{kind}.md)" for kind in kinds)
    first = f"# Content files\n\nEvery kind of file that `--items FOLDER` reads, with each key, from the models themselves.\n\n{listed}\n"
    rows = "\n".join(f"| `{target}` | {', '.join(f'`{op}`' for op in sorted(ops))} |" for target, ops in TARGETS.items())
    modifiers = (
        '# Modifiers\n\nA modifier changes one number or one roll: `{"target": "ac", "op": "add", "value": 1}`. '
        "[The page on items](reference_item.md) describes its keys.\n\n| target | operations |\n|---|---|\n" + rows + "\n"
    )
    return {
        "reference.md": first,
        "reference_modifiers.md": modifiers,
        **{f"reference_{k}.md": _kind(k, content_schemas.schema(k)) for k in kinds},
    }


def _kind(kind: str, schema: dict[str, Any]) -> str:
    """The page of one kind of file: its own keys, then each part that it contains."""
    defs: dict[str, Any] = schema.get("$defs", {})
    parts = [f"# {kind.capitalize()}\n\n{schema.get('title') or schema.get('description', '')}\n"]
    if schema.get("properties"):
        parts.append(_table(schema))
    parts += [f"## {name}\n\n{_plain(part.get('description', ''))}\n\n{_body(part)}" for name, part in defs.items()]
    return "\n".join(parts)


def _body(part: dict[str, Any]) -> str:
    """The keys of an object, or the values that any other part takes."""
    return _table(part) if part.get("properties") else f"Takes {_type(part)}.\n"


def _table(part: dict[str, Any]) -> str:
    required = part.get("required", ())
    rows = "\n".join(
        f"| `{key}`{' (required)' if key in required else ''} | {_type(value)} | {_plain(value.get('description', ''))} |"
        for key, value in part["properties"].items()
    )
    return f"| key | takes | meaning |\n|---|---|---|\n{rows}\n"


def _type(value: dict[str, Any]) -> str:
    return ", ".join(dict.fromkeys(_types(value))) or "anything"


def _types(value: dict[str, Any]) -> Iterator[str]:
    if "$ref" in value:
        name = value["$ref"].rsplit("/", 1)[-1]
        yield f"[{name}](#{name.lower()})"
    elif "enum" in value:
        yield ", ".join(f"`{word}`" for word in value["enum"])
    elif "const" in value:
        yield f"`{value['const']}`"
    elif "anyOf" in value or "oneOf" in value:
        for each in value.get("anyOf") or value["oneOf"]:
            yield from _types(each)
    elif value.get("type") == "array":
        yield f"list of {_type(value.get('items') or {})}"
    elif isinstance(value.get("type"), str) and value["type"] != "null":
        yield value["type"]


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;").replace("[", "\\[")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
