"""Poison and thrown flasks: the roll that the text asks for comes before what depends on it."""

import json
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.operations.inventory.use import Use, may_use
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def table(ruleset: Ruleset, **target: Any) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Pip", character={"classes": ["rogue 5"], "abilities": {"dex": 16, "con": 10}, "hpMax": 100})
    box.accept("create", name="Ghoul", character={"hpMax": 100, "party": False, **target})
    return box


def lost(box: Sandbox, name: str = "Ghoul") -> int:
    hp = box.thing(name).creature.hp
    return 0 if hp is None else 100 - hp


def conditions(box: Sandbox, name: str) -> list[str]:
    return [c.name for c in box.thing(name).creature.conditions]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("identified", [True, False])
@pytest.mark.parametrize(("d20", "laid"), [(12, ["poisoned"]), (13, [])])
def test_the_poison_hurts_and_its_save_keeps_from_being_poisoned(ruleset: Ruleset, identified: bool, d20: int, laid: list[str]) -> None:
    box = table(ruleset)
    box.accept("give", "Pip", template="Potion of Poison", identified=identified)
    answer = box.let(d20, face=2).send(
        {"operation": "use", "characterName": "Pip", "itemName": "Potion of Poison" if identified else "Potion"}
    )
    assert answer["ok"], answer["text"]
    assert lost(box, "Pip") == (6 if ruleset == "5.1" else 8)
    assert conditions(box, "Pip") == laid
    assert not [t for t in box.world.things.values() if t.name == "Potion of Poison"]
    told = json.dumps([c.document for c in box.thing("Pip").creature.conditions])
    assert identified or ("Pip uses Potion of Poison" in answer["text"] and "of Poison" not in told)


def test_the_poison_loses_a_die_with_each_save_until_it_is_over() -> None:
    """3d6, 2d6, 1d6 at the start of each turn while poisoned (SRD 5.1, Potion of Poison)."""
    box = table("5.1")
    box.accept("give", "Pip", template="Potion of Poison")
    box.let(20, 1).accept("start_fight", names=["Pip", "Ghoul"])
    box.let(2, face=2).accept("use", "Pip", itemName="Potion of Poison")
    seen = []
    for d20 in (18, 2, 18, 18):
        before = lost(box, "Pip")
        box.let(d20, face=2).accept("next_turn")
        box.accept("next_turn")
        seen.append((lost(box, "Pip") - before, conditions(box, "Pip")))
    assert seen == [(4, ["poisoned"]), (4, ["poisoned"]), (2, ["poisoned"]), (0, [])]


def test_nobody_whom_poison_cannot_poison_suffers_it_later() -> None:
    box = table("5.1", conditionImmunities=["poisoned"])
    box.accept("give", "Ghoul", template="Potion of Poison")
    box.let(20, 1).accept("start_fight", names=["Ghoul", "Pip"])
    box.let(2, face=2).accept("use", "Ghoul", itemName="Potion of Poison")
    box.let(2, face=2).accept("next_turn")
    box.accept("next_turn")
    assert lost(box) == 6


FLASKS = [
    ("5.1", "Acid", {}, (9,), 4), ("5.1", "Acid", {}, (6,), 0),
    ("5.2", "Acid", {}, (13,), 4), ("5.2", "Acid", {}, (14,), 0),
    ("5.1", "Holy Water", {"type": "undead"}, (9,), 4), ("5.1", "Holy Water", {"type": "undead"}, (6,), 0), ("5.1", "Holy Water", {"type": "beast"}, (9,), 0),
    ("5.2", "Holy Water", {"type": "fiend"}, (13,), 4), ("5.2", "Holy Water", {"type": "fiend"}, (14,), 0),
    ("5.2", "Holy Water", {"type": "beast"}, (13,), 0),
]  # fmt: skip


@each_row(("ruleset", "name", "target", "d20", "points"), FLASKS)
def test_a_flask_is_thrown_by_an_attack_or_avoided_by_a_save(
    ruleset: Ruleset, name: str, target: dict[str, Any], d20: tuple[int, ...], points: int
) -> None:
    """5.1: an improvised weapon, DEX +3 and no proficiency against AC 10; 5.2: a DEX save against DC 8 + 3 + 3."""
    box = table(ruleset, **target)
    box.accept("give", "Pip", template=name)
    box.let(*d20, face=2).accept("use", "Pip", itemName=name, targetName="Ghoul")
    assert lost(box) == points
    assert not [t for t in box.world.things.values() if t.name == name]


@each_row(("ruleset", "d20", "points"), [("5.1", 9, [0, 2, 2]), ("5.1", 6, [0, 0, 0]), ("5.2", 13, [2, 4, 4]), ("5.2", 14, [0, 0, 0])])
def test_a_burning_creature_burns_until_it_is_put_out(ruleset: Ruleset, d20: int, points: list[int]) -> None:
    box = table(ruleset)
    box.accept("give", "Pip", template="Alchemist's Fire")
    box.let(20, 1).accept("start_fight", names=["Pip", "Ghoul"])
    box.let(d20, face=2).accept("use", "Pip", itemName="Alchemist's Fire", targetName="Ghoul")
    seen = [lost(box)]
    box.let(10, face=2).accept("next_turn")
    seen.append(lost(box))
    box.let(10).accept("act", "Ghoul", act="Break Free")
    box.accept("next_turn")
    box.let(10, face=2).accept("next_turn")
    seen.append(lost(box))
    assert seen == points


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", ["Acid", "Alchemist's Fire", "Holy Water"])
def test_a_flask_without_a_target_is_kept(ruleset: Ruleset, name: str) -> None:
    box = table(ruleset)
    box.accept("give", "Pip", template=name)
    instead = dict(box.reject("target_required", "use", "Pip", itemName=name).instead or {})
    assert instead["targetName"] == "Ghoul"
    box.accept(instead.pop("operation"), instead.pop("characterName"), **instead)


def test_a_players_flask_asks_the_player_of_another_hero() -> None:
    """As before: a spell asks nobody, a thrown flask does."""
    box = table("5.1")
    box.accept("create", name="Mira", character={"hpMax": 20, "party": True})
    box.accept("give", "Pip", template="Acid")
    command = Use.model_validate({"operation": "use", "characterName": "Pip", "itemName": "Acid", "targetName": "Mira"})
    refused = may_use(Caller("player", "cy", None, ("Pip",)), command, box.world, box.book)
    assert refused is not None and refused.code == "target_not_asked"
