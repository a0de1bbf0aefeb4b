"""The level of another's spell is a secret: a player's dry run of what depends on it is the same for every level."""

import json
import re
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.mechanics.acts.secret_spell_levels import SAID, THEIR_SLOT
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import let
from tests.operations.table import Answer, Table

PLAYER = Caller.of("player", ["Wiz"])
HERO = {"classes": ["wizard 11"], "abilities": {"int": 16}, "party": True, "hpMax": 190}
ANSWERS: dict[str, dict[str, Any]] = {
    "Counterspell": {"operation": "cast", "spell": "Counterspell"},
    "Rod of Absorption": {"operation": "act", "act": "Absorb"},
    "Staff of the Magi": {"operation": "act", "act": "Absorb Spell"},
}
"""What answers a spell by its level → the call of the player."""
DEPENDING: dict[Ruleset, set[str]] = {
    "5.1": {"Counterspell", "Dispel Magic", "Rod of Absorption", "Staff of the Magi"},
    "5.2": {"Dispel Magic", "Rod of Absorption", "Staff of the Magi"},
}


@laid_alike
def seated(ruleset: Ruleset, item: str | None = None) -> Table:
    table = Table(begun(ruleset))
    prepared = ["Counterspell", "Dispel Magic"]
    table.did("create", name="Wiz", character={**HERO, "spells": {"known": prepared, "prepared": prepared}})
    table.did("create", name="Mage", character={**HERO, "party": False})
    if item:
        table.did("give", "Wiz", template=item, equip=True)
        table.did("attune", "Wiz", itemName=item)
    return let(table, 10)


def tries(table: Table, caller: Caller | None, **call: Any) -> Answer:
    payload = {"characterName": "Wiz", **call, "dryRun": True}
    return table.game.ask(payload, "execute_action", "full", *([caller] if caller else []))


def told(answer: Answer) -> str:
    """All of the answer but the number of the answered deed."""
    assert answer["ok"], answer["text"]
    return re.sub(r"rev\W+\d+|\bk\d+\.\d+", "", json.dumps(answer))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_of_the_data_that_depends_on_a_level_is_missing_here(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    spells = {s.name for word in book.spells if (s := book.spell(word)) and (THEIR_SLOT in s.model_dump_json())}
    items = {t.item.name for t in book.templates.values() if any(THEIR_SLOT in a.model_dump_json() for a in t.item.acts)}
    assert spells | items == DEPENDING[ruleset]


@pytest.mark.parametrize(("ruleset", "what"), [(r, w) for r in RULESETS for w in ANSWERS])
def test_an_answer_is_tried_alike_for_every_level(ruleset: Ruleset, what: str) -> None:
    found = set()
    for slot in (1, 5):
        table = seated(ruleset, None if what == "Counterspell" else what)
        table.did("cast", "Mage", spell="Charm Person", targets=["Wiz"], slot=slot, force=True, seed=1)
        answer = tries(table, PLAYER, **ANSWERS[what], answer=True)
        assert (SAID in answer["text"]) == (what in DEPENDING[ruleset])
        found.add(told(answer))
        assert SAID not in tries(table, None, **ANSWERS[what], answer=True)["text"]
    assert len(found) == 1, found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dispelling_is_tried_alike_for_every_level(ruleset: Ruleset) -> None:
    found = set()
    for slot in (3, 5):
        table = seated(ruleset)
        table.did("cast", "Mage", spell="Fly", targets=["Mage"], slot=slot, force=True)
        answer = tries(table, PLAYER, operation="cast", spell="Dispel Magic", targets=["Mage"])
        assert SAID in answer["text"]
        found.add(told(answer))
        by_gm = tries(table, None, operation="cast", spell="Dispel Magic", targets=["Mage"])["text"]
        assert ("does not succeed" in by_gm) == (slot == 5) and SAID not in by_gm
    assert len(found) == 1, found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_spells_of_the_party_are_no_secret(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("cast", "Wiz", spell="Fly", targets=["Wiz"], force=True)
    answer = tries(table, PLAYER, operation="cast", spell="Dispel Magic", targets=["Wiz"])
    assert "Fly ends" in answer["text"] and SAID not in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_spell_itself_is_played_as_ever(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("cast", "Mage", spell="Fly", targets=["Mage"], force=True)
    call = {"operation": "cast", "characterName": "Wiz", "spell": "Dispel Magic", "targets": ["Mage"]}
    answer = table.game.ask(call, "execute_action", "full", PLAYER)
    assert answer["ok"] and "Fly ends" in answer["text"], answer["text"]
