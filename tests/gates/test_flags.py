"""No flag is ignored in silence: a list has the flags that code reads, and the game master learns of the others."""

import ast
from pathlib import Path

import pytest

from rpg_lite.content import content_coverage, rulebook_loading
from rpg_lite.rules import creature_flags
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.views.stats_json import sheet_json
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.gates.sources import PACKAGE, nodes

HOME = PACKAGE / "rules" / "creature_flags.py"
NAMES = {name: value for name, value in vars(creature_flags).items() if name.isupper() and isinstance(value, str)}


def read_in(path: Path) -> set[str]:
    """The flags that a module asks for: `creature_flags.NAME`."""
    attributes = (
        n for n in nodes(path) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id == "creature_flags"
    )
    return {NAMES[n.attr] for n in attributes if n.attr in NAMES}


def asked_by_word(path: Path) -> set[str]:
    """Words handed to `.flag("…")` or compared with `.flags` without their name."""
    calls = (n for n in nodes(path) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "flag")
    compared = (
        n
        for n in nodes(path)
        if isinstance(n, ast.Compare) and any(isinstance(c, ast.Attribute) and c.attr == "flags" for c in n.comparators)
    )
    words = [a for n in calls for a in n.args] + [n.left for n in compared]
    return {str(a.value) for a in words if isinstance(a, ast.Constant)}


def test_every_listed_flag_is_read_by_code() -> None:
    read = {word for path in PACKAGE.rglob("*.py") if path != HOME for word in read_in(path)}
    assert read >= creature_flags.READ and creature_flags.WHEN_HURT in read


def test_code_asks_for_flags_by_their_names() -> None:
    assert [(str(p), words) for p in PACKAGE.rglob("*.py") if (words := asked_by_word(p))] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_feature_that_nothing_follows_from_says_so(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    found = content_coverage.not_yet(book)
    assert found == {}
    for name in (r.name for r in book.features.values()):
        document = SheetDocument.model_validate({"ruleset": ruleset, "character": {"features": [name]}})
        told = " ".join(sheet_json(situation(document, book), book)["notes"])
        assert "not yet applied" not in told, name


def test_the_documentation_lists_none() -> None:
    assert [ruleset for ruleset in RULESETS if content_coverage.not_yet(rulebook_loading.rulebook(ruleset))] == []
    assert "## Not yet" not in content_coverage.DOCUMENT.read_text(encoding="utf-8")
