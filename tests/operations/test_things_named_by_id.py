"""A spell at a thing takes its id wherever it takes its name, and of several things that look alike it proposes one by its id (SRD, Identify, Light)."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.rules.acts.act import ITEM_LORE
from rpg_lite.rules.acts.plain_steps import GainStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Answer, Table

PLAYER, GM = Caller.of("player", ["Wiz"]), None


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    """A caster with two quarterstaffs, as it seems, one of which is a Staff of Fire."""
    table = Table(begun(ruleset))
    table.did("create", name="Wiz", character={"classes": ["wizard 9", "cleric 9"], "party": True})
    table.did("give", "Wiz", template="Quarterstaff", equip=True)
    table.did("give", "Wiz", template="Staff of Fire", identified=False)
    return table


def casts(table: Table, caller: Caller | None, **call: Any) -> Answer:
    payload = {"operation": "cast", "characterName": "Wiz", **call}
    return table.game.ask(payload, "execute_action", "brief", *([caller] if caller else []))


def at_things(ruleset: Ruleset) -> list[str]:
    """The spells that take a thing, and Identify."""
    book = rulebook_loading.rulebook(ruleset)
    every = [s for word in book.spells if (s := book.spell(word)) and {"wizard", "cleric"} & {*s.classes}]
    return sorted({s.name for s in every if s.things or any(isinstance(x, GainStep) and x.gain == ITEM_LORE for x in walk(s.steps))})


@pytest.mark.parametrize("caller", [PLAYER, GM])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_takes_a_thing_by_its_name_takes_it_by_its_id(ruleset: Ruleset, caller: Caller | None) -> None:
    table, seen = seated(ruleset), 0
    staff = table.id("Quarterstaff")
    table.did("update", "Wiz", character={"hpMax": 100})
    for spell in at_things(ruleset):
        by_name = casts(table, caller, spell=spell, targetName="Wiz's Quarterstaff" if spell != "Identify" else "Wiz", dryRun=True)
        for call in ({"targetId": staff}, {"targets": [staff]}):
            by_id = casts(table, caller, spell=spell, dryRun=True, **call)
            assert by_id["ok"] or not by_name["ok"], (spell, by_id["text"])
            assert staff not in by_id["text"] or not by_id["ok"], (spell, by_id["text"])
            seen += by_id["ok"]
    assert seen >= 10
    assert not casts(table, caller, spell="Hold Person", targetId=staff, dryRun=True)["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_of_two_that_look_alike_the_unknown_one_is_proposed(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    told = casts(table, PLAYER, spell="Identify", ritual=True, targetName="Quarterstaff")
    assert told["error"]["code"] == "name_ambiguous" and "send targetId" in told["text"], told["text"]
    assert "Fire" not in told["text"]
    again = told["error"]["try"]
    assert again["targetId"] == table.id("Staff of Fire") and again["ritual"]
    done = table.game.ask(again, "execute_action", "brief", PLAYER)
    assert done["ok"] and "Staff of Fire is" in done["text"], done["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_key_for_the_name_of_a_thing_takes_its_id(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    staff = table.id("Quarterstaff")
    assert table.did("unequip", "Wiz", itemName=staff)["ok"]
    assert table.did("equip", "Wiz", itemName=staff)["ok"]
