"""Expressions in the whole grammar of d20, for dice that a call asks for: "4d6rr1", "(2d6+3)*2", "1d20>10".

d20 reads and rolls them; this module says beforehand whether they end, how many dice they need, and between which totals they stay.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

MOST_DICE: Final = 100
MOST_FACES: Final = 1000
MOST_ROLLS: Final = 1_000
"""The most dice that an expression rolls on average, with all that it rolls again."""
LARGEST_TOTAL: Final = 10_000_000
_Span = tuple[float, float]
_SYNTAX: Final = "is not dice; write them like 1d8+3, 4d6kh3, 4d6rr1 or (2d6+3)*2"


@lru_cache(maxsize=1)
def d20_library() -> Any:
    import d20  # loaded on first use: most processes never roll

    return d20


@lru_cache(maxsize=1024)
def parsed(text: str) -> Any:
    """The tree of an expression, as d20 reads it. Raises ValueError."""
    try:
        return d20_library().parse(text.lower())
    except d20_library().RollError as e:
        raise ValueError(str(e)) from e


@lru_cache(maxsize=1024)
def fault(text: str) -> str | None:
    """The reason why this expression is not rolled, or None.

    >>> fault("4d6rr1"), fault("(2d6+3)*2"), fault("1d6/(1d2-1)")
    (None, None, "'1d6/(1d2-1)' divides by what may be 0")
    >>> fault("1d4rr<5"), fault("2*3")
    ("'1d4rr<5' would roll again for ever", "'2*3' has no die to roll")
    """
    try:
        tree = parsed(text)
    except ValueError:
        return f"{text!r} {_SYNTAX}"
    why = next(_faults(tree), None)
    return f"{text!r} {why}" if why else None


@lru_cache(maxsize=1024)
def bounds(text: str) -> tuple[int, int]:
    """The lowest and the highest total of an expression that has no fault. Dice that explode count as often as dice may be rolled.

    >>> bounds("(2d6+3)*2"), bounds("4d6kh3+1d4"), bounds("1d20>10"), bounds("2d6mi2"), bounds("1d6//2")
    ((10, 30), (4, 22), (0, 1), (4, 12), (0, 3))
    """
    low, high = _span(parsed(text))
    return math.trunc(low), math.trunc(high)


def _faults(tree: Any) -> Iterator[str]:
    """The faults of an expression: first what its dice are, then what becomes of them, because a span needs sound dice."""
    nodes = [*_nodes(tree)]
    of_dice = [node for node in nodes if _kind(node) == "Dice"]
    if not of_dice:
        yield "has no die to roll"
    for node in of_dice:
        if not node.num:
            yield "has no die to roll"
        if not _faces(node):
            yield "has a die without faces"
    if sum(node.num for node in of_dice) > MOST_DICE or any(_faces(node) > MOST_FACES for node in of_dice):
        yield f"is too large; at most {MOST_DICE} dice of at most {MOST_FACES} faces"
    for node in nodes:
        if _kind(node) == "OperatedDice":
            yield from _misread(node)
            yield from _endless(node)
        if _kind(node) == "BinOp" and node.op in ("/", "//", "%") and _span(node.right)[0] <= 0 <= _span(node.right)[1]:
            yield "divides by what may be 0"
    if max(map(abs, _span(tree))) > LARGEST_TOTAL:
        yield f"is too large; its total must stay below {LARGEST_TOTAL:,}"


def _misread(node: Any) -> Iterator[str]:
    """The parts that d20 takes for something else than most people mean: it keeps the dice that show 3, where they want three dice."""
    for change in node.operations:
        for number in (s.num for s in change.sels if s.cat is None and change.op in ("k", "p")):
            yield f"keeps or drops the dice that show {number}; write kh{number} for the highest {number}, kl{number} for the lowest"


def _endless(node: Any) -> Iterator[str]:
    """Dice that are rolled again as long as they show certain faces must soon show others."""
    for change in node.operations:
        if change.op in ("mi", "ma") and change.sels[-1].cat is not None:
            yield f"takes a number after {change.op}, as in 2d6mi2"
        if change.op in ("rr", "e"):
            faces = _faces(node.value)
            others = sum(not any(_selects(s, face) for s in change.sels) for face in _shown(node.value))
            if not others:
                yield "would roll again for ever"
            elif node.value.num * faces / others > MOST_ROLLS:
                yield f"would roll too often; at most {MOST_ROLLS:,} dice on average"


def _selects(selector: Any, face: int) -> bool:
    match selector.cat:
        case "<":
            return bool(face < selector.num)
        case ">":
            return bool(face > selector.num)
        case None:
            return bool(face == selector.num)
    return True  # of the highest or lowest dice there is always one


# ── totals ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _span(node: Any) -> _Span:
    """The lowest and the highest value of a part."""
    match _kind(node):
        case "Expression":
            return _span(node.roll)
        case "AnnotatedNumber" | "Parenthetical":
            return _span(node.value)
        case "Literal":
            return float(node.value), float(node.value)
        case "UnOp":
            low, high = _span(node.value)
            return (-high, -low) if node.op == "-" else (low, high)
        case "BinOp":
            return _of_two(_span(node.left), node.op, _span(node.right))
        case "NumberSet":
            return _sum([_span(part) for part in node.values])
        case "OperatedSet":  # it keeps or drops parts
            return _sum([(min(0, low), max(0, high)) for low, high in map(_span, getattr(node.value, "values", [node.value]))])
    return _of_dice(node)


def _sum(spans: list[_Span]) -> _Span:
    return sum(low for low, _ in spans), sum(high for _, high in spans)


def _of_two(left: _Span, op: str, right: _Span) -> _Span:
    if op == "+":
        return left[0] + right[0], left[1] + right[1]
    if op == "-":
        return left[0] - right[1], left[1] - right[0]
    if op == "%":
        return min(0, right[0]), max(0, right[1])
    if op not in ("*", "/", "//"):
        return 0, 1  # comparisons
    if op != "*" and right[0] <= 0 <= right[1]:
        return left  # a fault, which is told elsewhere
    ends = [a * b if op == "*" else a / b for a in left for b in right]
    return (math.floor(min(ends)), math.floor(max(ends))) if op == "//" else (min(ends), max(ends))


def _of_dice(node: Any) -> _Span:
    """Dice with what becomes of them, in order: some are kept, forced up or down, or rolled in addition."""
    rolled = node.value if _kind(node) == "OperatedDice" else node
    faces = _shown(rolled)
    least, most, low, high = rolled.num, rolled.num, faces.start, faces[-1]
    for change in getattr(node, "operations", ()):
        only = change.sels[0] if len(change.sels) == 1 else None
        if change.op in ("k", "p"):
            if only is None or only.cat not in ("h", "l"):
                least = 0
                continue
            most = min(only.num, most) if change.op == "k" else max(0, most - only.num)
            least = min(only.num, least) if change.op == "k" else max(0, least - only.num)
        elif change.op == "mi":
            low, high = max(low, change.sels[-1].num), max(high, change.sels[-1].num)
        elif change.op == "ma":
            low, high = min(low, change.sels[-1].num), min(high, change.sels[-1].num)
        elif change.op in ("e", "ra"):
            most += 1 if change.op == "ra" else MOST_DICE
            low, high = min(low, faces.start), max(high, faces[-1])
        elif change.op in ("rr", "ro"):
            low, high = min(low, faces.start), max(high, faces[-1])
    return least * low, most * high


# ── the tree of d20 ─────────────────────────────────────────────────────────────────────────────────────────────────


def _nodes(node: Any) -> Iterator[Any]:
    yield node
    for child in node.children:
        yield from _nodes(child)


def _kind(node: Any) -> str:
    return type(node).__name__


def _faces(node: Any) -> int:
    return 10 if node.size == "%" else int(node.size)


def _shown(node: Any) -> range:
    """The faces of one die: a die of percent shows tens."""
    return range(0, 100, 10) if node.size == "%" else range(1, int(node.size) + 1)
