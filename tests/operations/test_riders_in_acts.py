"""Riders of attacks that an act makes: Stunning Strike on a Flurry of Blows, Sneak Attack on an opportunity attack."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
LIN = {"classes": ["monk 5"], "abilities": {"dex": 16, "wis": 16}}
PIP = {"classes": ["rogue 5"], "abilities": {"dex": 16}}
KI = {"5.1": "ki", "5.2": "focus"}


def yard(ruleset: Ruleset = "5.1") -> Sandbox:
    """A monk and a rogue with a rapier, and somebody whom they always hit and who never saves."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Lin", character=LIN)
    box.accept("create", name="Pip", character=PIP)
    box.accept("give", "Pip", item="Rapier")
    box.accept("equip", "Pip", itemName="Rapier")
    weak = [{"target": "save.all", "op": "add", "value": -20}]
    for name in ("Foe", "Other"):
        box.accept("create", name=name, character={"hpMax": 200, "modifiers": weak})
    return box.let(15, face=3)


def act(box: Sandbox, who: str, name: str, *words: str, targets: tuple[str, ...] = ("Foe",)) -> ActResult:
    return box.accept("act", who, act=name, targets=[*targets], **({"with": [*words]} if words else {})).expect(ActResult)


def notes(box: Sandbox, who: str, name: str, *words: str, targets: tuple[str, ...] = ("Foe",)) -> str:
    call = {"operation": "act", "characterName": who, "act": name, "targets": [*targets], "with": [*words]}
    return str(box.send(call, "execute_action")["text"])


def spent(box: Sandbox, who: str) -> dict[str, int]:
    return dict(box.thing(who).creature.spent)


def names_on(box: Sandbox, who: str) -> list[str]:
    return [c.name for c in box.thing(who).creature.conditions]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_stunning_strike_on_a_flurry_of_blows_stuns(ruleset: Ruleset) -> None:
    box = yard(ruleset)
    act(box, "Lin", "Flurry of Blows", "Stunning Strike")
    assert names_on(box, "Foe") == ["stunned"]
    assert spent(box, "Lin") == {KI[ruleset]: 2}, "one for the flurry, one for the first hit alone"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_joins_the_first_hit_that_there_is(ruleset: Ruleset) -> None:
    box = yard(ruleset).let(2, 15, 15)
    act(box, "Lin", "Flurry of Blows", "Stunning Strike", targets=("Foe", "Other"))
    assert (names_on(box, "Foe"), names_on(box, "Other")) == ([], ["stunned"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_a_hit_it_costs_nothing_and_is_said(ruleset: Ruleset) -> None:
    box = yard(ruleset).let(2)
    text = notes(box, "Lin", "Flurry of Blows", "Stunning Strike")
    assert spent(box, "Lin") == {KI[ruleset]: 1}
    assert "Stunning Strike does not count: no attack that it goes with has hit" in text


def test_an_act_without_attacks_says_that_it_takes_no_rider() -> None:
    assert "Stunning Strike does not count" in notes(yard(), "Lin", "Dodge", "Stunning Strike", targets=())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_points_it_does_not_count(ruleset: Ruleset) -> None:
    box = yard(ruleset)
    box.accept("update", "Lin", character={"spent": {KI[ruleset]: 4}})
    assert "Stunning Strike does not count: resource spent" in notes(box, "Lin", "Flurry of Blows", "Stunning Strike")
    assert names_on(box, "Foe") == []


@pytest.mark.parametrize(("face", "dice"), [(15, 3), (20, 6)])
def test_a_sneak_attack_on_an_opportunity_attack_is_one_blow(face: int, dice: int) -> None:
    """1d8+3 of the rapier and 3d6; a critical hit doubles all dice."""
    box = yard().let(face, face=3)
    played = act(box, "Pip", "Opportunity Attack", "Sneak Attack", "ally_near")
    (foe,) = [t for t in played.targets if t.suffered]
    assert foe.taken == 3 + 3 * (2 if face == 20 else 1) + 3 * dice
    assert box.thing("Foe").creature.hp == 200 - foe.taken


def test_a_sneak_attack_needs_an_ally_or_advantage() -> None:
    box = yard()
    text = notes(box, "Pip", "Opportunity Attack", "Sneak Attack")
    assert "Sneak Attack does not count: needs advantage on the roll or an ally near the target" in text
    assert box.thing("Foe").creature.hp == 200 - 6


def test_a_sneak_attack_counts_once_a_turn() -> None:
    box = yard()
    box.let(20, 10, 5)
    box.accept("start_fight", names=["Pip", "Lin", "Foe"])
    box.let(15, face=3)
    act(box, "Pip", "Opportunity Attack", "Sneak Attack", "ally_near")
    assert "already used this turn" in notes(box, "Pip", "Opportunity Attack", "Sneak Attack", "ally_near")
    box.accept("next_turn")
    before: Any = box.thing("Foe").creature.hp
    act(box, "Pip", "Opportunity Attack", "Sneak Attack", "ally_near")
    assert before - box.thing("Foe").creature.hp == 6 + 9


def test_the_answer_offers_what_nobody_named() -> None:
    assert any(o.startswith("Sneak Attack") for o in act(yard(), "Pip", "Opportunity Attack", "ally_near").offers)
    assert "Stunning Strike" in act(yard(), "Lin", "Flurry of Blows").offers
    assert "Stunning Strike" not in act(yard(), "Lin", "Flurry of Blows", "Stunning Strike").offers


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_an_attack_of_an_act_lays_ends_as_its_file_says(ruleset: Ruleset) -> None:
    """The damage of the weapon stands before the steps of the hit: the entry still knows its own step."""
    box = yard(ruleset)
    steps = [
        {"attack": "weapon", "hit": [{"apply": {"name": "Mark", "on": [{"on": "turn_start", "then": [{"damage": "5", "type": "cold"}]}]}}]}
    ]
    box.accept("update", "Pip", character={"acts": [{"name": "Marking Strike", "targets": "1", "steps": steps}]})
    box.let(20, 5)
    box.accept("start_fight", names=["Pip", "Foe"])
    box.let(15, face=3)
    act(box, "Pip", "Marking Strike")
    before: Any = box.thing("Foe").creature.hp
    box.accept("next_turn")
    assert before - box.thing("Foe").creature.hp == 5
