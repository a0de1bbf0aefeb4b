"""What a zone holds on those inside ends for all of them, whoever of them a dispelling spell is aimed at."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import ZoneStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Answer, Table

CHOICES = {"Hallow": {"choice": "courage", "types": "fiend"}}
UNDISPELLED = ("Prismatic Wall", "Globe of Invulnerability", "Antimagic Field", "Wall of Force", "Forcecage")


def create(table: Table, name: str, of: str = "", **more: Any) -> None:
    sheet = {"abilities": dict.fromkeys(ABILITIES, 18), "hpMax": 300, "party": bool(of), **({"classes": [of]} if of else {}), **more}
    table.did("create", name=name, character=sheet)


def holding_spells() -> list[Any]:
    """The spells whose zone holds an effect on those inside."""
    return [
        pytest.param(ruleset, spell.name, id=f"{ruleset}-{spell.name}")
        for ruleset in RULESETS
        for spell in rulebook_loading.rulebook(ruleset).spell_acts.values()
        if spell.duration
        and any(isinstance(step, ZoneStep) and step.zone.apply for step in walk(spell.steps, inner_acts=False))
        and spell.name not in UNDISPELLED
    ]


def cast(table: Table, who: str, spell: str, **more: Any) -> Answer:
    """The answer to the cast, with the choices that a refusal proposes."""
    answer = table.ask("cast", who, spell=spell, force=True, seed=1, **more)
    for _ in range(3):
        if answer["ok"] or "try" not in answer["error"]:
            break
        answer = table.send({**answer["error"]["try"], "force": True}, "execute_action")
    assert answer["ok"], answer["text"]
    return answer


@pytest.mark.parametrize(("ruleset", "spell"), holding_spells())
def test_dispelled_on_one_it_ends_for_all(ruleset: Ruleset, spell: str) -> None:
    found = rulebook_loading.rulebook(ruleset).spell(spell)
    assert found is not None
    table = Table(begun(ruleset))
    create(table, "Bran", f"{found.classes[0]} 20")
    create(table, "Elara", "wizard 20")
    inside = ("Ulf", "Pip")
    for name in inside:
        create(table, name, modifiers=[{"target": "save.all", "op": "add", "value": -50}])
    cast(table, "Bran", spell, targets=[*inside], **({"choice": CHOICES[spell]} if spell in CHOICES else {}))
    held = {name: {e["name"] for e in table.thing(name).body.get("effects", ())} for name in inside}
    if not held["Ulf"]:
        assert "zones" in table.thing("Bran").body  # this choice of the spell holds nothing
        return
    cast(table, "Elara", "Dispel Magic", targets=["Ulf"], slot=9)
    assert "zones" not in table.thing("Bran").body
    for name in inside:
        assert not {e["name"] for e in table.thing(name).body.get("effects", ())} & held[name]
