"""Colours and strokes of a drawn map, written as attributes, because every renderer supports these; a style sheet changes them for dark
pages and print.
"""

from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Final

_LIGHT: Final[Mapping[str, str]] = {
    "paper": "#f4ecd8", "square": "#e3d6b8", "floor": "#fffdf6", "shade": "#e4dac2", "night": "#bfb39a", "ink": "#3b2f20", "faint": "#6b5c45", "door": "#9c5a1d", "lock": "#b3261e",
    "secret": "#6a3fa0", "hero": "#1f6f54", "other": "#a33b2a", "here": "#d99a1b", "water": "#a9c9dc", "deep": "#5d92b5",
}  # fmt: skip
_DARK: Final[Mapping[str, str]] = {
    "paper": "#1c1a17", "square": "#292520", "floor": "#37322a", "shade": "#2a2620", "night": "#14120f", "ink": "#efe6d2", "faint": "#a59a84", "door": "#d9924a", "lock": "#ff7a6b",
    "secret": "#b79bea", "hero": "#4fc79c", "other": "#f08c78", "here": "#ffc44d", "water": "#2e4a5c", "deep": "#1d6b97",
}  # fmt: skip
_PRINTED: Final[Mapping[str, str]] = {
    "paper": "#fff", "square": "#e8e8e8", "floor": "#fff", "shade": "#e6e6e6", "night": "#c4c4c4", "ink": "#000", "faint": "#444", "door": "#7a4413", "lock": "#a01010",
    "secret": "#50288a", "hero": "#14523d", "other": "#8a2a1c", "here": "#8a5f00", "water": "#d3e2ea", "deep": "#8fb3c7",
}  # fmt: skip
_FONT: Final = "Georgia,'Iowan Old Style','DejaVu Serif','Liberation Serif','Noto Serif','Times New Roman',serif"
"""Fonts by name: a renderer without a browser's settings knows no `serif` and would leave the words out."""
_RULES: Final[Mapping[str, Mapping[str, str]]] = {
    "words": {"font-family": _FONT, "fill": "ink", "font-size": "12", "text-anchor": "middle"},
    "paper": {"fill": "paper"},
    "square": {"stroke": "square", "stroke-width": "1", "fill": "none"},
    "room": {"fill": "floor", "stroke": "ink", "stroke-width": "2.5"},
    "sight": {"stroke-dasharray": "5 4", "stroke": "faint", "fill": "paper"},
    "dim": {"fill": "shade"},
    "dark": {"fill": "night"},
    "here": {"stroke": "here", "stroke-width": "4"},
    "wall": {"stroke": "ink", "stroke-width": "15", "fill": "none"},
    "way": {"stroke": "floor", "stroke-width": "10.5", "fill": "none"},
    "step": {"stroke": "faint", "stroke-width": "2", "fill": "none", "stroke-dasharray": "2 5", "stroke-linecap": "round"},
    "tread": {"stroke": "faint", "stroke-width": "1.5", "fill": "none"},
    "out": {"stroke": "ink", "stroke-width": "3", "fill": "none"},
    "door": {"fill": "door", "stroke": "paper", "stroke-width": "1.5"},
    "gap": {"fill": "floor", "stroke": "ink", "stroke-width": "1.2"},
    "lock": {"fill": "lock"},
    "secret": {"fill": "secret"},
    "bars": {"fill": "ink"},
    "no": {"fill": "none", "pointer-events": "all"},
    "note": {"fill": "here", "stroke": "ink", "stroke-width": "1"},
    "mark": {"fill": "paper", "stroke": "faint", "stroke-width": "1.2"},
    "title": {"fill": "ink", "font-size": "18", "text-anchor": "start"},
    "small": {"fill": "faint", "font-size": "10.5", "text-anchor": "start"},
    "token": {"stroke": "floor", "stroke-width": "1.5"},
    "hero": {"fill": "hero"},
    "other": {"fill": "other"},
    "arrow": {"fill": "ink"},
    "letter": {"fill": "floor", "font-size": "9", "font-weight": "bold"},
    "sign": {"fill": "ink"},
    "grid": {"stroke": "square", "stroke-width": "1", "fill": "none"},
    "stone": {"fill": "ink"},
    "low": {"fill": "shade", "stroke": "faint", "stroke-width": "1.2"},
    "rough": {"stroke": "faint", "stroke-width": "1.2", "fill": "none"},
    "water": {"fill": "water"},
    "deep": {"fill": "deep"},
    "pit": {"fill": "night", "stroke": "ink", "stroke-width": "1.2"},
    "ledge": {"fill": "shade", "stroke": "ink", "stroke-width": "1.2", "stroke-dasharray": "4 2"},
    "mist": {"fill": "faint", "fill-opacity": "0.35"},
    "glow": {"fill": "here", "fill-opacity": "0.18"},
    "unseen": {"fill": "paper", "stroke": "square", "stroke-width": "1"},
    "unfound": {"fill": "none", "stroke": "secret", "stroke-width": "1.5", "stroke-dasharray": "3 2"},
    "edge": {"stroke": "ink", "stroke-width": "4", "fill": "none"},
    "rail": {"stroke": "faint", "stroke-width": "4", "fill": "none"},
    "slit": {"stroke-dasharray": "5 3"},
    "zone": {"fill": "url(#ground-zone)", "stroke": "secret", "stroke-width": "1"},
    "hatch": {"stroke": "secret", "stroke-width": "1.2", "fill": "none"},
    "trail": {"stroke": "here", "stroke-width": "3", "fill": "none", "stroke-dasharray": "1 6", "stroke-linecap": "round"},
    "turn": {"fill": "none", "stroke": "here", "stroke-width": "3"},
    "blood": {"fill": "lock", "stroke": "floor", "stroke-width": "1"},
    "column": {"fill": "faint", "font-size": "10.5", "text-anchor": "middle"},
}
"""The attributes of each class, with colours by name. If several classes set one attribute, the last rule wins."""
_ROOT: Final = "words"
_COLOURED: Final = ("fill", "stroke")


@cache
def looks(classes: str) -> str:
    """The class and its attributes, as written in an element."""
    found: dict[str, str] = {}
    wanted = classes.split()
    for name, rule in _RULES.items():
        if name in wanted:
            found |= rule
    told = (f'{key}="{_LIGHT.get(value, value) if key in _COLOURED else value}"' for key, value in found.items())
    return " ".join((f'class="{classes}"', *told))


def _sheet(palette: Mapping[str, str]) -> str:
    """Write the rules with the colours of a palette; they apply only inside the map, because the page around it has its own classes."""
    rules = []
    for name, rule in _RULES.items():
        colours = ";".join(f"{key}:{palette[value]}" for key, value in rule.items() if key in _COLOURED and value in palette)
        rules += [f"{'.map' if name == _ROOT else f'.map .{name}'}{{{colours}}}"] if colours else []
    return "".join(rules)


STYLE: Final = (
    f"@media (prefers-color-scheme:dark){{{_sheet(_DARK)}}}\n"
    f"@media print{{{_sheet(_PRINTED)}.map{{print-color-adjust:exact;-webkit-print-color-adjust:exact}}}}"
)
"""The style sheet of a map. A page that shows the map must allow it by its hash, so nothing in the picture has a style of its own."""


# ── pieces ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def safe(text: str) -> str:
    """Escape a text and drop the characters that XML cannot hold."""
    return escape("".join(c for c in text if c >= " " and c not in "\ufffe\uffff"))


def with_tooltip(text: str, drawn: str) -> str:
    """Give a piece a tooltip."""
    return f"<g><title>{safe(text)}</title>{drawn}</g>"


def rect(classes: str, x: float, y: float, w: float, h: float, round: float | None = None) -> str:
    corner = f' rx="{round:g}"' if round else ""
    return f'<rect {looks(classes)} x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{corner}/>'


def path(classes: str, drawn: str) -> str:
    return f'<path {looks(classes)} d="{drawn}"/>'


def text(classes: str, x: float, y: float, words: str, turned: bool = False) -> str:
    """Write words; with `turned`, they run from bottom to top."""
    turn = f' transform="rotate(-90 {x:g} {y:g})"' if turned else ""
    return f'<text {looks(classes) + " " if classes else ""}x="{x:g}" y="{y:g}"{turn}>{safe(words)}</text>'


def disc(classes: str, x: float, y: float, radius: float) -> str:
    return f'<circle {looks(classes)} cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def bar(classes: str, x: float, y: float, across: bool, thick: float, length: float) -> str:
    """A piece of a wall; `across` if the exit leads to the left or right."""
    w, h = (thick, length) if across else (length, thick)
    return rect(classes, x - w / 2, y - h / 2, w, h, 1.5)
