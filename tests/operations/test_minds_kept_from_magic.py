"""Nobody sees through a sphinx, and magic neither reads nor watches what is kept from it (SRD, Inscrutable, Shielded Mind, Mind Blank)."""

from typing import Final

import pytest

from rpg_lite.rules.creature_flags import HARD_TO_READ
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

SPHINXES: Final[dict[Ruleset, tuple[str, ...]]] = {"5.1": ("Androsphinx", "Gynosphinx"), "5.2": ("Sphinx of Lore", "Sphinx of Valor")}
UNREAD: Final[dict[Ruleset, tuple[str, ...]]] = {"5.1": (*SPHINXES["5.1"], "Couatl"), "5.2": (*SPHINXES["5.2"], "Couatl", "Rakshasa")}
UNWATCHED: Final[dict[Ruleset, tuple[str, ...]]] = {"5.1": UNREAD["5.1"], "5.2": (*SPHINXES["5.2"], "Rakshasa")}


@laid_alike
def beside(ruleset: Ruleset, block: str | None) -> Table:
    """Elara, a wizard who knows the minds of others, and somebody of a stat block, or a commoner."""
    table = Table(begun(ruleset))
    spells = {"prepared": ["Detect Thoughts", "Scrying", "Mind Blank", "Nondetection"]}
    table.did("create", name="Elara", character={"classes": ["wizard 17"], "abilities": {"int": 18}, "spells": spells})
    table.did("create", name="Mind", template=block or "Commoner", character={"party": False})
    table.roll_with(falling(*[2] * 20))
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_inscrutable_creature_is_missing_here(ruleset: Ruleset) -> None:
    blocks = Table(begun(ruleset)).game.book.creatures
    told = {name for name, block in blocks.items() if "'Inscrutable'" in str(block) or '"Inscrutable"' in str(block)}
    assert told == {name.casefold() for name in SPHINXES[ruleset]}
    assert told == {name for name, block in blocks.items() if HARD_TO_READ in str(block)}


@each_row(("ruleset", "block"), [(r, b) for r in RULESETS for b in SPHINXES[r]])
def test_insight_against_a_sphinx_has_disadvantage(ruleset: Ruleset, block: str) -> None:
    table = beside(ruleset, block)
    contest = {"targetName": "Mind", "against": "deception"}
    assert "disadvantage: Mind is hard to read" in table.did("check", "Elara", skill="insight", **contest)["text"]
    assert "disadvantage" not in table.did("check", "Elara", skill="perception", **contest)["text"]
    assert "disadvantage" not in table.did("check", "Mind", skill="insight", targetName="Elara", against="deception")["text"]


def probed(table: Table) -> str:
    table.did("cast", "Elara", spell="Detect Thoughts", force=True)
    told: str = table.did("act", "Elara", act="Detect Thoughts: probe", targets=["Mind"])["text"]
    return told


def scried(table: Table) -> str:
    told: str = table.did(
        "cast", "Elara", spell="Scrying", targets=["Mind"], choice={"knowledge": "firsthand", "connection": "none"}, force=True
    )["text"]
    return told


@each_row(("ruleset", "block"), [(r, b) for r in RULESETS for b in UNREAD[r]])
def test_no_spell_reads_these_minds(ruleset: Ruleset, block: str) -> None:
    assert "Mind is immune to Detect Thoughts" in probed(beside(ruleset, block))


@each_row(("ruleset", "block"), [(r, b) for r in RULESETS for b in UNWATCHED[r]])
def test_no_spell_watches_these(ruleset: Ruleset, block: str) -> None:
    assert "Mind is immune to Scrying" in scried(beside(ruleset, block))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_commoner_is_read_and_watched(ruleset: Ruleset) -> None:
    assert "learns its reasoning" in probed(beside(ruleset, None))
    assert "immune" not in scried(beside(ruleset, None))


@each_row(("ruleset", "spell"), [(r, s) for r in RULESETS for s in ("Mind Blank", "Nondetection")])
def test_spells_keep_magic_off(ruleset: Ruleset, spell: str) -> None:
    table = beside(ruleset, None)
    table.did("cast", "Elara", spell=spell, targets=["Mind"], force=True)
    assert "Mind is immune to Scrying" in scried(table)
    assert ("Mind is immune to Detect Thoughts" in probed(table)) == (spell == "Mind Blank")
