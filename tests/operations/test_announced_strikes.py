"""An act that strikes with a weapon or the unarmed strike deals the damage of these, too; its card and its plan say so beforehand."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.dice import let
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("attack", "own", "bonus"),
    [("natural", "3 bludgeoning", "+4"), ("weapon", "1d6+2 bludgeoning", "+4"), (7, "", "+7")],
)
def test_card_plan_and_hit_name_the_same_damage(ruleset: Ruleset, attack: str | int, own: str, bonus: str) -> None:
    box = Sandbox(first_world(ruleset))
    step: dict[str, Any] = {"attack": attack, "hit": [{"damage": "1d8+2", "type": "slashing"}]}
    acts = [{"name": "Claw", "cost": "action", "targets": "1", "steps": [step]}]
    box.accept("create", name="Beast", character={"hpMax": 20, "abilities": {"str": 14}, "acts": acts})
    box.accept("give", "Beast", template="Mace", equip=True)
    box.accept("create", name="Foe", character={"hpMax": 100})
    whole = " + ".join(filter(None, (own, "1d8+2 slashing")))
    assert f"Claw (action, {bonus} to hit, {whole})" in box.did("character", "Beast")["text"]
    planned = box.did("act", "Beast", act="Claw", targets=["Foe"], dryRun=True)["text"]
    assert f"attack {bonus}" in planned and (not own or own.split()[0] in planned) and "1d8+2" in planned
    dealt = let(box, 18, face=2).did("act", "Beast", act="Claw", targets=["Foe"])["text"]
    assert ("bludgeoning" in dealt) == bool(own) and "slashing" in dealt
