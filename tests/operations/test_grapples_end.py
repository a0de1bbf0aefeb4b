"""A grapple ends with its grappler: dead or incapacitated, and with it what came with the grapple (SRD, Grappled)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.vocabulary import ABILITIES, CONDITIONS, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

CREATURES = Path(__file__).parents[2] / "data" / "creatures"


def holding(value: Any) -> Iterator[tuple[str, ...]]:
    """The conditions of each step that grapples."""
    if isinstance(value, dict):
        effect = value.get("apply")
        given = effect.get("conditions", ()) if isinstance(effect, dict) else effect if isinstance(effect, list) else [effect]
        if "grappled" in given:
            yield tuple(sorted(given))
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from holding(part)


def shapes() -> list[tuple[str, str, str, tuple[str, ...]]]:
    """One block and act for each ruleset and each set of conditions that an attack of a stat block lays with its grapple."""
    found: dict[tuple[str, tuple[str, ...]], tuple[str, str]] = {}
    for path in sorted(CREATURES.glob("*/*.json")):
        block = json.loads(path.read_text("utf-8"))
        for act in block.get("acts", ()):
            if act.get("steps") and "attack" in act["steps"][0]:
                for conditions in holding(act["steps"]):
                    found.setdefault((path.parent.name, conditions), (block["name"], act["name"]))
    return [(ruleset, *block, conditions) for (ruleset, conditions), block in found.items()]


SHAPES = shapes()


@laid_alike
def seized(ruleset: Ruleset, block: str, act: str, in_a_fight: bool) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Tess", character={"classes": ["fighter 5"], "party": True, "hpMax": 500, "hp": 500, "size": "medium"})
    table.did("create", name="Pip", character={"classes": ["wizard 5"], "party": True})
    table.did("create", template=block)
    if in_a_fight:
        table.did("start_fight", names=["Tess", "Pip", block])
    table.roll_with(falling(20, face=4))
    table.did("act", block, act=act, targetName="Tess", choice={"hit": "grapple"} if "Animated" in block else {}, force=True)
    return table


def laid(table: Table, who: str) -> set[str]:
    """The conditions that count, as anybody reads them."""
    headline = table.did("character", who)["text"].partition("\n")[0]
    return {name for name in CONDITIONS if name in headline}


def freed(table: Table, who: str, condition: str) -> None:
    assert table.send({"operation": "remove", "characterName": who, "condition": condition}, "manage_condition")["ok"]


@each_row(("ruleset", "block", "act", "conditions", "in_a_fight"), [(*shape, fights) for shape in SHAPES for fights in (False, True)])
def test_the_dead_hold_nobody(ruleset: Ruleset, block: str, act: str, conditions: tuple[str, ...], in_a_fight: bool) -> None:
    """Pip kills it: the command that kills does not load Tess."""
    table = seized(ruleset, block, act, in_a_fight)
    assert {*conditions} <= laid(table, "Tess")
    text = table.did("damage", block, amount=2000, damageType="force")["text"]
    assert "Tess" in text and "grappled" in text and "judge" not in text, text
    assert laid(table, "Tess").isdisjoint(conditions)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_stunned_hold_nobody_from_the_next_turn_on(ruleset: Ruleset) -> None:
    _, block, act, conditions = next(s for s in SHAPES if s[0] == ruleset)
    table = seized(ruleset, block, act, in_a_fight=True)
    table.did("apply", block, condition="stunned")
    table.did("next_turn")
    freed(table, block, "stunned")
    assert laid(table, "Tess").isdisjoint(conditions)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_other_conditions_of_the_same_creature_stay(ruleset: Ruleset) -> None:
    """Fear of a dead creature is for the game master, and poison stays."""
    _, block, act, _ = next(s for s in SHAPES if s[0] == ruleset)
    table = seized(ruleset, block, act, in_a_fight=False)
    table.did("apply", "Tess", condition="poisoned", source=block)
    table.did("apply", "Tess", condition="frightened", source=block)
    table.did("damage", block, amount=2000, damageType="force")
    assert laid(table, "Tess") == {"poisoned", "frightened"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_conjured_hand_leaves_both_hands_free(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Tess", character={"classes": ["wizard 9"], "party": True, "spells": {"prepared": ["Arcane Hand"]}})
    table.did("create", name="Snik", character={"hpMax": 90, "size": "medium", "abilities": dict.fromkeys(ABILITIES, 1)})
    table.did("give", "Tess", template="Greatsword", equip=True)
    table.roll_with(falling(10, face=4))
    table.did("cast", "Tess", spell="Arcane Hand", targets=["Snik"], choice={"choice": "grasp"})
    assert "grappled" in laid(table, "Snik")
    table.did("attack", "Tess", targetName="Snik")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_hands_are_not_there_while_one_grapples(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Tess", character={"classes": ["fighter 5"], "abilities": {"str": 20}, "party": True})
    table.did("create", name="Snik", character={"hpMax": 90, "abilities": dict.fromkeys(ABILITIES, 1)})
    for item in ("Greatsword", "Longsword", "Longbow", "Arrows"):
        table.did("give", "Tess", template=item, equip=item == "Greatsword")
    table.did("attack", "Tess", targetName="Snik")
    table.roll_with(falling(10, face=4))
    table.did("act", "Tess", act="Grapple", targetName="Snik")
    assert laid(table, "Snik") == {"grappled"}
    refused = table.refused("needs_both_hands", "attack", "Tess", targetName="Snik")
    assert "Greatsword" in refused["text"] and "Snik" in refused["text"]
    unarmed = refused["error"]["try"]
    assert "Unarmed Strike" in table.send(unarmed, "execute_action")["text"]
    table.did("attack", "Tess", targetName="Snik", force=True)
    table.did("equip", "Tess", itemName="Longsword")
    table.did("attack", "Tess", targetName="Snik")
    table.did("equip", "Tess", itemName="Longbow")
    table.refused("needs_both_hands", "attack", "Tess", targetName="Snik")
    freed(table, "Snik", "grappled")
    table.did("attack", "Tess", targetName="Snik")
