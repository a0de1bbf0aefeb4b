"""What needs a choice asks for it before anything is spent; an arcanum is counted with the slots and comes back with a long rest (SRD, Eyebite,
Command, Mystic Arcanum).
"""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import ChooseStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.act_table import CASTERS
from tests.operations.table import Table


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    for of in CASTERS:
        table.did("create", name=of, character={"classes": [f"{of} 17"], "party": True, "abilities": {"cha": 18}})
    save = {"target": "save.all", "op": "add", "value": -50}
    table.did("create", name="Umber", character={"hpMax": 900, "type": "humanoid", "modifiers": [save]})
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_spell_is_paid_before_its_choice_is_made(ruleset: Ruleset) -> None:
    table, book, asked = seated(ruleset), rulebook_loading.rulebook(ruleset), set()
    for spell in [s for word in book.spells if (s := book.spell(word)) and any(isinstance(x, ChooseStep) for x in walk(s.steps))]:
        who = next(c for c in CASTERS if c in spell.classes)
        answer = table.ask("cast", who, spell=spell.name, targets=["Umber"], dryRun=True)
        assert "Nothing was chosen of" not in answer["text"], spell.name
        if not answer["ok"] and answer["error"]["code"] == "choice_required":
            asked.add(spell.name)
    assert {"Eyebite", "Command", "Bestow Curse"} <= asked


@pytest.mark.parametrize("who", ["warlock", "wizard"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_eyebite_asks_and_then_strikes(ruleset: Ruleset, who: str) -> None:
    table = seated(ruleset)
    told = table.refused("choice_required", "cast", who, spell="Eyebite", targets=["Umber"])
    assert "asleep" in told["text"]
    assert "unconscious" in table.did("cast", who, **_call(told))["text"]


def _call(told: dict[str, object]) -> dict[str, object]:
    error = told["error"]
    assert isinstance(error, dict)
    return {key: value for key, value in error["try"].items() if key not in ("operation", "characterName", "characterId")}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spent_arcanum_waits_for_a_long_rest(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    assert "arcana 6, 7, 8, 9 of 6, 7, 8, 9" in table.did("character", "warlock")["text"]
    table.did("cast", "warlock", spell="Circle of Death", targets=["Umber"])
    told = table.refused("no_slot_left", "cast", "warlock", spell="Circle of Death", targets=["Umber"])["text"]
    assert "arcana 7, 8, 9 of 6, 7, 8, 9" in told and "a long rest brings back such slots" in told
    assert "arcana 7, 8, 9 of" in table.did("character", "warlock")["text"]
    assert "arcana 7, 8, 9 of" in table.did("party")["text"]
    table.did("rest", "warlock", kind="short")
    assert "arcana 7, 8, 9 of" in table.did("character", "warlock")["text"]
    table.did("rest", "warlock", kind="long")
    assert "arcana 6, 7, 8, 9 of" in table.did("character", "warlock")["text"]
