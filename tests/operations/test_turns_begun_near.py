"""Whoever begins a turn in a fight is told what those around do to it there: a stench, a gaze, a fear (SRD 5.1: Basilisk, Ghast, Gibbering Mouther,
Hezrou, Medusa, Pit Fiend, Sea Hag; SRD 5.2: Ghast, Gibbering Mouther, Hezrou, Pit Fiend, Sea Hag).
"""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.crypts import crypt, put, turn_of
from tests.operations.dice import falling
from tests.operations.table import Table


def reaching() -> list[tuple[Ruleset, str, str]]:
    """(ruleset, creature, act) of the traits that concern whoever starts its turn near their bearer."""
    found = []
    for ruleset in RULESETS:
        for row in rulebook_loading.rulebook(ruleset).creatures.values():
            for feature in row["character"].get("features", ()):
                if "starts its turn" in str(feature.get("adjudicated", ())):
                    found += [(ruleset, row["character"]["name"], act["name"]) for act in feature["acts"]]
    return found


@laid_alike
def fight(ruleset: Ruleset, creature: str) -> Table:
    table = Table(begun(ruleset))
    for name in ("Pip", "Cael"):
        sheet = {"abilities": dict.fromkeys(ABILITIES, 10), "hpMax": 300, "party": True, "classes": ["rogue 3"], "type": "humanoid"}
        table.did("create", name=name, character=sheet)
    table.did("create", template=creature)
    return table


def test_these_creatures_do() -> None:
    assert len(reaching()) == 13


@pytest.mark.parametrize(("ruleset", "creature", "act"), reaching())
def test_each_turn_of_another_names_the_act(ruleset: Ruleset, creature: str, act: str) -> None:
    table = fight(ruleset, creature)
    told = table.did("start_fight", names=["Pip", "Cael", creature], d20=[20, 19, 1])["text"]
    assert f"If Pip is near {creature} now:" in told and f"ct {act}" in told
    told = table.did("next_turn")["text"]
    assert f"If Cael is near {creature} now:" in told and f"ct {act}" in told
    assert f"near {creature} now" not in table.did("next_turn")["text"]  # it is the turn of the creature itself
    payload = {"operation": "next_turn"}
    assert f"near {creature} now" not in table.game.ask(payload, "execute_action", caller=Caller(characters=("Pip",), aloud=True))["text"]


@pytest.mark.parametrize(("ruleset", "creature", "act"), [(r, c, a) for r, c, a in reaching() if a in ("Stench", "Fear Aura")])
def test_whoever_has_withstood_it_is_left_alone(ruleset: Ruleset, creature: str, act: str) -> None:
    table = fight(ruleset, creature)
    table.did("update", "Pip", character={"modifiers": [{"target": "save.all", "op": "add", "value": 50}]})
    table.roll_with(falling(10))
    table.did("act", creature, act=act, targets=["Pip"], force=True)
    is_immune = bool(table.thing("Pip").body.get("effects"))  # the stench of a hezrou of SRD 5.2 spares nobody
    assert is_immune or (ruleset, creature) == ("5.2", "Hezrou")
    told = table.did("start_fight", names=["Pip", "Cael", creature], d20=[20, 19, 1])["text"]
    assert (f"near {creature} now" not in told) == is_immune


@pytest.mark.parametrize("ruleset", RULESETS)
def test_feet_say_who_is_near(ruleset: Ruleset) -> None:
    table = crypt(begun(ruleset), {"size": "16x12"})
    table.did("create", template="Ghast", roomName="Crypt")
    table.did("start_fight", names=["party", "Goblin 1", "Ghast"], space="measured")
    put(table, Ghast="B2", Pip="C3", Oda="D4", Goblin_1="P12")
    told = {}
    for _ in range(6):
        text = str(table.did("next_turn")["text"])
        told.update({who: text for who in ("Pip", "Oda", "Goblin 1") if f": {who}'s turn" in text})
    assert "Pip begins its turn 5 ft from Ghast" in told["Pip"] and "ct Stench" in told["Pip"]
    assert "Stench" not in told["Oda"] and "Stench" not in told["Goblin 1"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_turn_of_a_call_names_the_act_again(ruleset: Ruleset) -> None:
    table = crypt(begun(ruleset), {"size": "16x12"})
    table.did("create", template="Ghast", roomName="Crypt")
    table.did("start_fight", names=["Pip", "Goblin 1", "Ghast"], space="measured", d20=[20, 10, 1])
    put(table, Ghast="B2", Pip="C3", Goblin_1="A1")
    turn_of(table, "Pip")
    told = table.did("next_turn", play="foes")["text"]
    assert "Goblin 1 begins its turn 5 ft from Ghast" in told and "Pip begins its turn 5 ft from Ghast" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_dead_stink_no_more(ruleset: Ruleset) -> None:
    table = fight(ruleset, "Ghast")
    table.did("start_fight", names=["Pip", "Cael", "Ghast"], d20=[20, 19, 1])
    table.did("damage", "Ghast", amount=200, damageType="force")
    assert "near Ghast now" not in table.did("next_turn")["text"]
