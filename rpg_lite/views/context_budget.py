"""Compose the text that a model reads on one turn from layers of lines, within a budget of tokens.

The system half is granted first, up to half of the budget. So it depends only on its own layers and the budget, and a cache of prompts
stays valid while the context half changes. Within a half, layers are granted by rank, a line at a time. Rank 0 is never cut: if it does not
fit, the answer is a budget that would be enough. Everything left out is stated, with the reason.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

Tool = dict[str, Any]
"""The definition of a tool, as JSON."""
Count = Callable[[str], int]
"""The tokens of a text, estimated or counted by a real tokenizer."""
Half = Literal["system", "context"]
HALVES: Final[tuple[Half, ...]] = ("system", "context")
BETWEEN: Final = "\n\n"
NEVER_CUT: Final = 0


@dataclass(frozen=True, slots=True)
class Layer:
    """Lines about one subject. `tail`: the last lines matter most; `share`: the largest part of the budget that the layer may take;
    `title`: the line above the lines, if any line is kept; `unread`: the lines that the layer would also have if more had been read;
    `lesser`: the places of lines that give way to all others.
    """

    name: str
    half: Half
    rank: int
    lines: tuple[str, ...]
    tail: bool = False
    share: float = 1.0
    title: str = ""
    unread: str = ""
    lesser: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Granted:
    """The part of a layer that fits: its lines, its tokens, the number of lines left out, and the reason."""

    layer: Layer
    lines: tuple[str, ...]
    tokens: int
    dropped: int = 0
    why: str = ""

    @property
    def is_short(self) -> bool:
        return bool(self.dropped or self.layer.unread)

    @property
    def text(self) -> Iterator[str]:
        if self.lines and self.layer.title:
            yield self.layer.title
        yield from self.lines


@dataclass(frozen=True, slots=True)
class Wrapped:
    """The two halves; every layer with the parts that were left out, in the order of the layers; and the tools. `tokens`: the tokens of all
    of it.
    """

    system_prompt: str
    context: str
    tokens: int
    budget: int
    layers: tuple[Granted, ...]
    tools: tuple[Tool, ...] = ()

    @property
    def text(self) -> str:
        return BETWEEN.join(filter(None, (self.system_prompt, self.context)))


@dataclass(frozen=True, slots=True)
class BudgetTooSmall:
    """The budget is too small for the lines that are never cut. `needed`: a budget that is large enough."""

    budget: int
    needed: int


def wrap(layers: Sequence[Layer], budget: int, count: Count, tools: Sequence[Tool] = ()) -> Wrapped | BudgetTooSmall:
    """The lines that fit together with the definitions of these tools, or the budget that is needed."""
    beside = sum(count(json.dumps(tool, ensure_ascii=False)) for tool in tools)
    room = budget - beside
    while True:
        found = _wrap(layers, budget, room, count)
        if isinstance(found, BudgetTooSmall):
            return found
        if found.tokens + beside <= budget:
            return replace(found, tokens=found.tokens + beside, tools=tuple(tools))
        room -= max(1, found.tokens + beside - budget)  # a tokenizer may count a whole text higher than its lines


def _wrap(layers: Sequence[Layer], budget: int, room: int, count: Count) -> Wrapped | BudgetTooSmall:
    system = _grant_half([layer for layer in layers if layer.half == "system"], room, room // 2, count)
    others = [layer for layer in layers if layer.half == "context"]
    between = count(BETWEEN)
    left = room - sum(g.tokens for g in system) - between
    context = _grant_half(others, room, left, count)
    if any(g.is_short for g in (*system, *context)):
        context = _grant_half(others, room, left - _cost(_note(budget, _all_cut(layers)), count), count)
    granted = _in_order(layers, (*system, *context))
    if sum(g.tokens for g in granted) + between + _cost(_note(budget, granted), count) > room:
        return BudgetTooSmall(budget, budget - room + _needed(layers, room, budget, between, count))
    halves = {half: [line for g in granted if g.layer.half == half for line in g.text] for half in HALVES}
    halves["context"] += filter(None, [_note(budget, granted)])
    texts = ["\n".join(halves[half]) for half in HALVES]
    whole = BETWEEN.join(filter(None, texts))
    return Wrapped(texts[0], texts[1], count(whole), budget, granted)


def _needed(layers: Sequence[Layer], room: int, budget: int, between: int, count: Count) -> int:
    """A budget that has room for the lines that are never cut, whatever share of it the rest of the system half takes."""
    fixed = {half: sum(_of_all(la, count) for la in layers if la.half == half and la.rank == NEVER_CUT) for half in HALVES}
    whole = sum(_of_all(la, count) for la in layers if la.half == "system")
    note = _cost(_note(10 * max(room, budget), _all_cut(layers)), count)
    rest = fixed["context"] + between + note
    return max(room + 1, min(max(fixed["system"] + rest, 2 * rest), whole + rest))


# ── one half ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _grant_half(layers: Sequence[Layer], budget: int, most: int, count: Count) -> list[Granted]:
    """Grant the layers by rank until `most` tokens are taken."""
    granted, left = list[Granted](), most
    for layer in sorted(layers, key=lambda layer: layer.rank):
        granted.append(found := _grant(layer, budget, left, count))
        left -= found.tokens
    return granted


def _grant(layer: Layer, budget: int, left: int, count: Count) -> Granted:
    """The lines that fit, from the side that matters most. The first line that does not fit ends the layer."""
    if layer.rank == NEVER_CUT:
        return Granted(layer, layer.lines, _of_all(layer, count))
    may = min(left, int(layer.share * budget))
    limit = "are left" if may == left else "are left of its share"
    taken, kept = _cost(layer.title, count), set[int]()
    for n in _by_weight(layer):
        cost = _cost(layer.lines[n], count)
        if taken + cost > may:
            why = f"the next line takes {cost} tokens, {max(0, may - taken)} {limit}"
            return Granted(layer, _kept(layer, kept), taken if kept else 0, len(layer.lines) - len(kept), why)
        taken += cost
        kept.add(n)
    return Granted(layer, layer.lines, taken if kept else 0)


def _by_weight(layer: Layer) -> list[int]:
    """The places of the lines, those that matter most first."""
    places = range(len(layer.lines) - 1, -1, -1) if layer.tail else range(len(layer.lines))
    return sorted(places, key=lambda n: n in layer.lesser)


def _kept(layer: Layer, places: set[int]) -> tuple[str, ...]:
    return tuple(line for n, line in enumerate(layer.lines) if n in places)


def _in_order(layers: Sequence[Layer], granted: Sequence[Granted]) -> tuple[Granted, ...]:
    of = {id(g.layer): g for g in granted}
    return tuple(of[id(layer)] for layer in layers)


# ── what lines cost ─────────────────────────────────────────────────────────────────────────────────────────────────


def _of_all(layer: Layer, count: Count) -> int:
    return sum(_cost(line, count) for line in (layer.title, *layer.lines)) if layer.lines else 0


def _cost(line: str, count: Count) -> int:
    return count(f"{line}\n") if line else 0


def _all_cut(layers: Sequence[Layer]) -> list[Granted]:
    """Every layer as if all its lines were left out, except the lines that are never cut."""
    return [Granted(layer, (), 0, 0 if layer.rank == NEVER_CUT else len(layer.lines)) for layer in layers]


def _note(budget: int, granted: Sequence[Granted]) -> str:
    """The line that states what was left out; empty if nothing was."""
    cut = [f"{g.layer.name} {' and '.join(_missing(g))}" for g in granted if g.is_short]
    return f"Left out for {budget} tokens: {', '.join(cut)}." if cut else ""


def _missing(granted: Granted) -> Iterator[str]:
    if granted.dropped:
        yield f"{granted.dropped} line{'' if granted.dropped == 1 else 's'}"
    if granted.layer.unread:
        yield granted.layer.unread
