"""Every refusal brings the details that its text names; a missing one would end the call with an error of the program."""

import ast
import string
from collections.abc import Iterable, Iterator, Mapping

from rpg_lite.decision.outcome import Rejected
from rpg_lite.messages.refusal_formatting import sentence
from rpg_lite.messages.refusal_texts import TEXTS
from rpg_lite.messages.refusal_texts_of_players import OF_PLAYERS
from tests.gates.sources import ROOT, nodes

Given = tuple[str, int, str, frozenset[str]]
"""File, line, code, and the details that are given by their names."""


def needed(text: str) -> set[str]:
    """The details that a text names."""
    return {name.partition(".")[0].partition("[")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


def codes_in(node: ast.expr) -> Iterator[str]:
    """The codes that the first argument may be: one, or those of a condition."""
    if isinstance(node, ast.IfExp):
        yield from codes_in(node.body)
        yield from codes_in(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def details_in(node: ast.expr | None) -> set[str] | None:
    """The names of the details; None if they are made elsewhere."""
    if node is None:
        return set()
    if not isinstance(node, ast.Dict):
        return None
    keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
    return {str(key) for key in keys} if all(keys) else None


def given(source: Iterable[ast.AST], where: str) -> Iterator[Given]:
    """Every refusal whose code and details stand where it is made."""
    for node in source:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Rejected" and node.args:
            named = next((k.value for k in node.keywords if k.arg == "details"), None)
            details = details_in(node.args[2] if len(node.args) > 2 else named)
            if details is not None and not any(isinstance(a, ast.Starred) for a in node.args):
                yield from ((where, node.lineno, code, frozenset(details)) for code in codes_in(node.args[0]))


def missing(found: Iterator[Given], texts: Mapping[str, str]) -> list[str]:
    """The refusals whose sentence cannot be made from their details: the formatter adds some, so that it must say it."""
    faults = []
    for where, line, code, details in found:
        if needed(texts.get(code, "")) <= details:
            continue
        why = [_fault(Rejected(code, None, dict.fromkeys(details, value), players=texts is OF_PLAYERS)) for value in ("x", 2)]
        faults += [f"{where}:{line} {code}: {why[0]}"] if all(why) else []
    return faults


def _fault(rejected: Rejected) -> str:
    """What stops the sentence; a count makes other details than a name."""
    try:
        sentence(rejected)
    except (KeyError, TypeError, AttributeError) as fault:
        return str(fault)
    return ""


def of_the_program() -> list[Given]:
    files = sorted((ROOT / "rpg_lite").rglob("*.py"))
    return [one for p in files for one in given(nodes(p), str(p.relative_to(ROOT)))]


def test_every_refusal_brings_what_its_text_names() -> None:
    found = of_the_program()
    assert len({code for _, _, code, _ in found}) > 250  # most codes; the details of the others are made by a function
    assert missing(iter(found), TEXTS) == []
    assert missing((one for one in found if one[2] in OF_PLAYERS), OF_PLAYERS) == []


def test_a_refusal_without_a_detail_is_found() -> None:
    source = 'Rejected("character_exists" if one else "name_ambiguous", "name", {"wanted": name}, near=told)'
    assert missing(given(ast.walk(ast.parse(source)), "here"), TEXTS) == ["here:1 name_ambiguous: 'ids'"]
