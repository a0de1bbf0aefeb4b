"""A picture of a load: calls per second, latencies and memory."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

WIDE, HIGH, LEFT, TOP, GAP = 250, 150, 45, 48, 55
COLORS: Final = {"mix": "#b3541e", "mix p99": "#e0a070", "no-op": "#2e6f8e", "no-op p99": "#8fbdd1", "server": "#5b7d3a"}


@dataclass(frozen=True)
class Panel:
    """Lines over the same named ticks; `log`: each step up means ten times as much."""

    title: str
    below: str
    ticks: tuple[str, ...]
    lines: dict[str, Sequence[float]]
    log: bool = False


def drawn(found: dict[str, Any]) -> str:
    levels, memory = found["levels"], found["memory"]
    clients = tuple(str(level["clients"]) for level in levels)

    def of(kind: str, key: str) -> list[float]:
        return [level[kind][key] for level in levels]

    shown = [
        Panel("calls per second", "clients", clients, {"mix": of("mix", "per_second"), "no-op": of("no_op", "per_second")}),
        Panel(
            "milliseconds, p50 and p99", "clients", clients,
            {"mix": of("mix", "p50_ms"), "mix p99": of("mix", "p99_ms"), "no-op": of("no_op", "p50_ms"), "no-op p99": of("no_op", "p99_ms")},
            log=True,
        ),
    ]  # fmt: skip
    if memory:
        calls = tuple(f"{m['calls'] / 1000:.0f}" if n % 5 == 0 else "" for n, m in enumerate(memory))
        shown.append(Panel("MiB of the server", "thousand calls", calls, {"server": [m["MiB"] for m in memory]}))
    width = LEFT + len(shown) * (WIDE + GAP)
    panels = "".join(_panel(panel, LEFT + n * (WIDE + GAP)) for n, panel in enumerate(shown))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HIGH + 46}" font-family="sans-serif" font-size="11">'
        f'<rect width="100%" height="100%" fill="#fffdf8"/>{panels}</svg>\n'
    )


def _panel(panel: Panel, x: float) -> str:
    values = [value for line in panel.lines.values() for value in line]
    low = 10 ** math.floor(math.log10(min(values))) if panel.log else 0
    high = 10 ** math.ceil(math.log10(max(values))) if panel.log else _round(max(values))
    marks = [10.0**n for n in range(round(math.log10(low)), round(math.log10(high)) + 1)] if panel.log else [high * n / 4 for n in range(5)]

    def up(value: float) -> float:
        share = math.log(value / low) / math.log(high / low) if panel.log else value / high
        return TOP + HIGH * (1 - share)

    def over(n: int) -> float:
        return x + WIDE * n / max(1, len(panel.ticks) - 1)

    parts = [_text(x, TOP - 28, panel.title, "start", "#000"), _text(x + WIDE / 2, TOP + HIGH + 32, panel.below)]
    parts += [f'<path d="M{x} {up(m):.1f}h{WIDE}" stroke="#ddd"/>{_text(x - 5, up(m) + 4, f"{m:g}", "end")}' for m in marks]
    parts += [_text(over(n), TOP + HIGH + 15, tick) for n, tick in enumerate(panel.ticks)]
    for place, (name, line) in enumerate(panel.lines.items()):
        points = " ".join(f"{over(n):.1f},{up(value):.1f}" for n, value in enumerate(line))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLORS[name]}" stroke-width="2"/>')
        parts.append(_text(x + place * 62, TOP - 12, name, "start", COLORS[name]))
    return "".join(parts)


def _round(most: float) -> float:
    """Round up to a number that can be divided into four equal round steps."""
    unit = 10 ** math.floor(math.log10(most))
    return next(step * unit for step in (1, 1.2, 1.6, 2, 4, 6, 8, 10) if step * unit >= most)


def _text(x: float, y: float, said: str, anchor: str = "middle", color: str = "#666") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{said}</text>'
