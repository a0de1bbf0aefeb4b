"""A hero's sheet for paper: one page of HTML that loads nothing, with the reasons of every number in small print."""

from collections.abc import Iterator
from html import escape
from typing import Any, Final

Json = dict[str, Any]
_STYLE: Final = """
@page{margin:14mm}
body{font:11pt/1.35 Georgia,"Times New Roman",serif;color:#000;background:#fff;max-width:190mm;margin:0 auto;padding:6mm}
h1{font-size:20pt;margin:0 0 2mm}h2{font-size:11pt;letter-spacing:.08em;text-transform:uppercase;border-bottom:.4mm solid #000;margin:5mm 0 2mm;break-after:avoid}
p{margin:0 0 1mm}.columns{columns:2;column-gap:8mm}.row{display:flex;gap:3mm;align-items:baseline;break-inside:avoid;padding:.6mm 0}
.row b{min-width:10mm;text-align:right}.why{font-size:8pt;color:#444;flex:1}.name{min-width:32mm}
.boxes{letter-spacing:.2em}footer{font-size:8pt;color:#444;margin-top:6mm}
"""


def printed_sheet(member: Json, sheet: Json, campaign: str, rev: int) -> str:
    """The page. `member`, `sheet`: the values of the page at the table."""
    name = escape(str(sheet["name"]))
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{name}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{_STYLE}</style></head><body>",
            f"<h1>{name}</h1>",
            *(f"<p>{escape(line)}</p>" for line in sheet["lines"]),
            *_supplies("Spell slots", member["slots"]),
            *_supplies("Resources", member["resources"]),
            *(line for group in sheet["groups"] for line in _group(group)),
            *_gear(sheet["carried"], sheet["load"]),
            f"<footer>{escape(campaign)}, rev {rev}. Made by rpg-lite.</footer>",
            "</body></html>\n",
        )
    )


def _supplies(title: str, rows: list[Json]) -> Iterator[str]:
    """A box for each use, to tick off with a pencil."""
    if rows:
        yield f"<h2>{title}</h2>"
    for row in rows:
        boxes = "without limit" if row["max"] is None else "☐" * row["max"] if row["max"] <= 20 else f"{row['left']} of {row['max']}"
        yield f'<div class="row"><span class="name">{escape(str(row["name"]))}</span><span class="boxes">{boxes}</span></div>'


def _gear(carried: list[Json], load: str) -> Iterator[str]:
    """The things that the hero carries, those within a bag indented; what they do to the numbers stands beside the numbers."""
    yield "<h2>Gear</h2>"
    for row in carried:
        name = f"{escape(str(row['name']))}{' ✓' if row['inUse'] else ''}"
        yield f'<div class="row" style="padding-left:{6 * row["depth"]}mm"><span>{name}</span><span class="why">{escape(row["weight"])}</span></div>'
    yield f"<p>✓ in use. {escape(load)}.</p>"


def _group(group: Json) -> Iterator[str]:
    yield f'<h2>{escape(group["title"])}</h2><div class="columns">'
    for row in group["numbers"]:
        name, value, why = (escape(str(row[key])) for key in ("name", "value", "why"))
        yield f'<div class="row"><span class="name">{name}</span><b>{value}</b><span class="why">{why}</span></div>'
    yield "</div>"
