"""SRD 5.2: a long rest restores lowered ability scores and hit point maximums. SRD 5.1: the text of each drain says which rest does."""

from typing import Any, Final

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, copy_of, laid_alike
from tests.operations.dice import falling
from tests.operations.drains import SCORES, Step, all_steps, block_of, drains, numbers
from tests.operations.table import Table

STAY: Final = {
    "5.1": {"Clay Golem Slam", "Death Dog Disease: weaker", "Giant Rat Disease: weaker", "Mummy Rot: worse", "Nightmare Haunting", "Otyugh Disease: weaker"},
    "5.2": set[str](),
}  # fmt: skip
"""The reductions that magic or the end of a disease or a curse restores, and no rest (SRD 5.1)."""
DRAINS: Final = drains(2)


def make(ruleset: Ruleset) -> Any:
    table = Table(begun(ruleset))
    table.did("create", name="Man", character={"classes": ["fighter 12"], "abilities": SCORES, "party": True})
    table.did("create", name="Foe", character={"hpMax": 50})
    return table.game


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    table = Table(copy_of(make, ruleset))
    table.roll_with(falling(10, face=4))
    return table


def rest(table: Table, kind: str = "long") -> None:
    table.did("advance", duration="1 day")
    table.did("rest", "Man", kind=kind)


@pytest.mark.parametrize(("ruleset", "block", "drain", "step"), DRAINS, ids=lambda one: one if isinstance(one, str) else "")
def test_a_long_rest_restores_what_its_text_lets_it(ruleset: Ruleset, block: str, drain: str, step: Step) -> None:
    table = seated(ruleset)
    before = numbers(table)
    table.did("act", "Foe", act="Blow", steps=[step], targets=["Man"])
    assert numbers(table) != before
    rest(table)
    assert (numbers(table) == before) == (drain not in STAY[ruleset])


@pytest.mark.parametrize(("ruleset", "act", "kind"), [("5.1", "Strength Drain", "short"), ("5.2", "Draining Swipe", "long")])
def test_a_shadow_drains_until_this_rest(ruleset: Ruleset, act: str, kind: str) -> None:
    table = seated(ruleset)
    table.did("create", name="Shade", template="Shadow")
    table.roll_with(falling(19, face=4))
    table.did("act", "Shade", act=act, targets=["Man"])
    assert table.number("Man", "abilities.str") == 10
    if kind == "long":
        rest(table, "short")
        assert table.number("Man", "abilities.str") == 10
    rest(table, kind)
    assert table.number("Man", "abilities.str") == 14


@pytest.mark.parametrize(("ruleset", "left"), [("5.1", 11), ("5.2", 14)])
def test_a_drain_of_ones_own_lasts_by_the_rulebook(ruleset: Ruleset, left: int) -> None:
    table = seated(ruleset)
    steps = [{"apply": {"name": "Weak Arms", "modifiers": [{"target": "ability.str", "op": "add", "value": -3}]}, "for": "permanent"}]
    table.did("act", "Foe", act="Curse", steps=steps, targets=["Man"])
    rest(table)
    assert table.number("Man", "abilities.str") == left


def laid(name: str, *ends: str, **effect: Any) -> list[dict[str, Any]]:
    return [{"apply": {"name": name, **effect}, **({"ends": [*ends]} if ends else {})}]


@pytest.mark.parametrize(("block", "keeper"), [("Mummy", "Rotting Curse"), ("Death Dog", "Death Dog Poison"), ("Otyugh", "Otyugh Disease")])
def test_a_curse_or_poison_keeps_the_maximum_low(block: str, keeper: str) -> None:
    """SRD 5.2: while cursed or poisoned, the target's maximum does not return to normal with a long rest; scores do."""
    table = seated("5.2")
    (kept,) = [s["apply"] for s in all_steps(block_of("5.2", block)) if s["apply"].get("name") == keeper]
    steps = [{"apply": {"name": keeper, "flags": kept["flags"]}}, *(step for r, b, _, step in DRAINS if (r, b) == ("5.2", block))]
    table.did(
        "act",
        "Foe",
        act="Blow",
        steps=[*steps, *laid("Weak", modifiers=[{"target": "ability.str", "op": "add", "value": -1}])],
        targets=["Man"],
    )
    low = table.number("Man", "hpMax")
    rest(table)
    assert numbers(table) == (low, 14)
    assert table.send({"operation": "remove", "characterName": "Man", "effect": keeper}, "manage_condition")["ok"]
    rest(table)
    assert table.number("Man", "hpMax") == low + 2


def test_a_card_lowers_a_score_for_good() -> None:
    """SRD 5.2, Deck of Many Things: Balance and Puzzle change the scores permanently."""
    table = seated("5.2")
    table.did("give", "Man", template="Deck of Many Things")
    for act, choice, score in (("Balance", {"up": "dex", "down": "str"}, "str"), ("Puzzle", {"ability": "int"}, "int")):
        table.did("act", "Man", act=act, choice=choice)
        lowered = table.number("Man", f"abilities.{score}")
        assert lowered < 14
        rest(table)
        assert table.number("Man", f"abilities.{score}") == lowered
