"""Of effects of one name, the most potent applies: a small flame does not put out a great one (SRD 5.1, Combining Magical Effects)."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.effect_potency import damage_of
from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Answer, Table

FIRES: dict[str, tuple[dict[str, Any], int]] = {
    "Ele": ({"operation": "act", "characterName": "Ele", "act": "Touch", "targets": ["Foe"], "force": True}, 10),
    "Mag": ({"operation": "act", "characterName": "Mag", "act": "Touch", "targets": ["Foe"], "force": True}, 6),
    "Hero": ({"operation": "use", "characterName": "Hero", "itemName": "Alchemist's Fire", "targetName": "Foe", "force": True}, 4),
}
"""Source in 5.1 → the call that sets the foe on fire, and the sides of the die that burns it."""


def torch(sides: int) -> dict[str, Any]:
    """An act of a table that sets on fire, in either ruleset."""
    burning = {"name": "Burning", "on": [{"on": "turn_start", "then": [{"damage": f"1d{sides}", "type": "fire"}]}]}
    return {"name": f"Torch {sides}", "cost": "action", "targets": "1", "steps": [{"apply": burning, "ends": ["action:none"]}]}


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset))
    table.did("create", name="Foe", character={"hpMax": 300, "party": False})
    for name, sides in (("Small", 4), ("Great", 10)):
        table.did("create", name=name, character={"hpMax": 30, "party": True, "acts": [torch(sides)]})
    return table


@pytest.fixture
def fires() -> Table:
    table = Table(begun("5.1"))
    table.did("create", name="Hero", character={"hpMax": 300, "party": True, "classes": ["fighter 3"]})
    table.did("give", "Hero", template="Alchemist's Fire", quantity=5)
    table.did("create", name="Ele", template="Fire Elemental")
    table.did("create", name="Mag", template="Magmin")
    table.did("create", name="Foe", character={"hpMax": 300, "party": False})
    return let(table, 19)


def lying(table: Table) -> list[str]:
    return [e["by"] for e in table.thing("Foe").body.get("effects", ()) if e["name"] == "Burning"]


def burns(table: Table, source: str) -> Answer:
    call, _ = FIRES[source]
    answer = table.send(call, "manage_inventory" if call["operation"] == "use" else "execute_action")
    assert answer["ok"], answer["text"]
    return answer


def acts_of(book: Rulebook) -> list[Act]:
    sheets = [{"acts": c["character"].get("acts") or ()} for c in book.creatures.values()]
    of_creatures = [act for sheet in sheets for act in StoredCharacter.model_validate(sheet, context=ANY).acts]
    return [*of_creatures, *(a for t in book.templates.values() for a in t.item.acts), *(a for f in book.features.values() for a in f.acts)]


@pytest.mark.parametrize(("ruleset", "strengths"), [("5.1", {2.5, 3.5, 5.5}), ("5.2", {2.5})])
def test_burning_is_the_only_state_of_several_strengths(ruleset: Ruleset, strengths: set[float]) -> None:
    found: dict[str, set[float]] = {}
    for act in acts_of(rulebook_loading.rulebook(ruleset)):
        for step in walk(act.steps):
            if isinstance(step, ApplyStep) and isinstance(step.apply, EffectModel):
                effect = step.apply
                if effect.on and damage_of(effect) and not (effect.conditions or effect.adds_up):
                    found.setdefault(effect.name or act.name, set()).add(damage_of(effect))
    assert found["Burning"] == strengths
    assert not [name for name, every in found.items() if len(every) > 1 and name != "Burning"]


@pytest.mark.parametrize("weak", FIRES)
@pytest.mark.parametrize("strong", FIRES)
def test_the_stronger_fire_burns_on(fires: Table, strong: str, weak: str) -> None:
    if FIRES[strong][1] <= FIRES[weak][1]:
        return
    burns(fires, strong)
    answer = burns(fires, weak)
    assert lying(fires) == [fires.id(strong)] and "Burning on Foe is stronger already" in answer["text"]
    assert fires.send({"operation": "remove", "characterName": "Foe", "effect": "Burning"}, "manage_condition")["ok"]
    burns(fires, weak)
    burns(fires, strong)
    assert lying(fires) == [fires.id(strong)]


def test_fire_of_the_same_strength_is_the_newer_one(table: Table) -> None:
    table.did("create", name="Other", character={"hpMax": 30, "party": True, "acts": [torch(10)]})
    for who in ("Great", "Other"):
        table.did("act", who, act="Torch 10", targets=["Foe"])
    assert lying(table) == [table.id("Other")]


def test_the_fires_of_a_table_follow_it_in_both_rulesets(table: Table) -> None:
    table.did("act", "Great", act="Torch 10", targets=["Foe"])
    table.did("act", "Small", act="Torch 4", targets=["Foe"])
    assert lying(table) == [table.id("Great")]
    let(table, 10, face=10).did("start_fight", names=["Foe", "Great"], d20=[1, 20])
    before = table.hp("Foe")
    while table.hp("Foe") == before:
        table.did("next_turn")
    assert before - table.hp("Foe") == 10
