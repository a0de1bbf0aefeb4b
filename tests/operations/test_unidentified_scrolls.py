"""A scroll that nobody has identified is read like a known one, and stays whole for whoever cannot read it (SRD, Spell Scroll)."""

from typing import Any, Final

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.decision.callers import Caller
from rpg_lite.rules.acts.act import Spell
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import TOOL_OF, Answer, Table

ANN: Final = Caller("player", "Ann", characters=("Mage", "Brute", "Novice"))
SCORES: Final = {"str": 14, "int": 18, "wis": 14}


def make(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    for name, classes in (("Mage", ["wizard 17"]), ("Brute", ["fighter 5"]), ("Novice", ["wizard 1"])):
        table.did("create", name=name, character={"classes": classes, "abilities": SCORES, "party": True, "hpMax": 60})
    table.did("create", name="Foe", character={"hpMax": 200, "type": "humanoid"})
    return table.game


def reads(ruleset: Ruleset, who: str, variant: str, is_known: bool = False, d20: int = 10, **fields: Any) -> tuple[Answer, bool, Table]:
    """The player's answer, whether the scroll is left, and the table."""
    table = Table(copy_of(make, ruleset))
    table.did("give", who, template="Spell Scroll", variant=variant, identified=is_known)
    table.roll_with(falling(d20, face=2))
    scroll = next(t for t in table.now.things.values() if t.kind == "item")
    name = scroll.name if is_known else "Scroll"
    payload = {"operation": "use", "characterName": who, "itemName": name, **fields}
    answer = table.game.ask(payload, TOOL_OF["use"], "full", ANN)  # type: ignore[arg-type]
    return answer, scroll.id in table.now.things, table


def spells(ruleset: Ruleset) -> list[str]:
    """One wizard's spell of each level that hurts a creature by an attack or a save."""
    book = rulebook(ruleset)
    found = {act.level: name for name in sorted(rule.name for rule in book.spells.values()) if (act := book.spell(name)) and _hurts(act)}
    return [found[level] for level in sorted(found)]


def _hurts(act: Spell) -> bool:
    steps = {key for step in act.steps for key in ("attack", "save") if hasattr(step, key)}
    return "wizard" in act.classes and act.targets == "1" and act.cost == "action" and bool(steps)


@pytest.mark.parametrize(("ruleset", "spell"), [(ruleset, spell) for ruleset in RULESETS for spell in spells(ruleset)])
def test_it_is_read_like_a_known_one(ruleset: Ruleset, spell: str) -> None:
    unknown, left, table = reads(ruleset, "Mage", spell, targets=["Foe"], d20=1)
    known, kept, same = reads(ruleset, "Mage", spell, is_known=True, targets=["Foe"], d20=1)
    assert unknown["ok"] == known["ok"] and left == kept, (unknown["text"], known["text"])
    assert unknown["ok"] != left  # a spell that asks for a choice stays, too
    assert table.thing("Foe").body == same.thing("Foe").body
    assert "judge" not in unknown["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_stays_whole_for_whoever_cannot_read_it(ruleset: Ruleset) -> None:
    answer, left, _ = reads(ruleset, "Brute", "Fireball", targets=["Foe"])
    assert not answer["ok"] and left and "Fireball" not in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("d20", [2, 19])
def test_a_spell_that_is_too_high_takes_a_check(ruleset: Ruleset, d20: int) -> None:
    answer, left, table = reads(ruleset, "Novice", "Fireball", d20=d20, targets=["Foe"])
    assert answer["ok"] and not left, answer["text"]
    assert (table.hp("Foe") < 200) == (d20 == 19)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("level", ["1", "3", "9"])
def test_a_scroll_without_a_spell_stays(ruleset: Ruleset, level: str) -> None:
    answer, left, _ = reads(ruleset, "Mage", level, targets=["Foe"])
    assert not answer["ok"] and left
