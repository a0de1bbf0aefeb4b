"""An item that absorbs spells takes only those that its text names: aimed at its bearer alone, without an area, by another creature, in sight
(SRD, Rod of Absorption, Staff of the Magi, Ioun Stone).
"""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import let
from tests.operations.table import Answer, Table

ROD, STAFF = "Rod of Absorption", "Staff of the Magi"
STONES = ("Ioun Stone of Absorption", "Ioun Stone of Greater Absorption")
ACTS = {ROD: "Absorb", STAFF: "Absorb Spell", **dict.fromkeys(STONES, "Absorb")}
AT_ONE: tuple[dict[str, Any], ...] = (
    {"spell": "Magic Missile", "targets": ["Elara"]},
    {"spell": "Charm Person", "targets": ["Elara"]},
    {"spell": "Ray of Enfeeblement", "targets": ["Elara"]},
)
AT_MORE: tuple[dict[str, Any], ...] = (
    {"spell": "Fireball", "targets": ["Elara"]},
    {"spell": "Lightning Bolt", "targets": ["Elara"]},
    {"spell": "Burning Hands", "targets": ["Elara"]},
    {"spell": "Thunderwave", "targets": ["Elara"]},
    {"spell": "Cloudkill", "targets": ["Elara"]},
    {"spell": "Sunburst", "targets": ["Elara"]},
    {"spell": "Slow", "targets": ["Elara", "Bran"]},
    {"spell": "Charm Person", "targets": ["Elara", "Bran"], "slot": 2},
    {"spell": "Magic Missile", "targets": ["Elara", "Bran", "Bran"]},
    {"spell": "Charm Person", "targets": ["Bran"]},
)


@laid_alike
def seated(ruleset: Ruleset, item: str) -> Table:
    table = Table(begun(ruleset))
    for name, party in (("Elara", True), ("Bran", True), ("Mage", False)):
        character = {"classes": ["wizard 20"], "abilities": {"int": 18}, "party": party, "hpMax": 200, "type": "humanoid"}
        table.did("create", name=name, character=character)
    table.did("give", "Elara", template=item, equip=True)
    table.did("attune", "Elara", itemName=item)
    return let(table, 10)


def absorbs(table: Table, item: str, **cast: Any) -> Answer:
    """The answer of Elara to a spell."""
    who = cast.pop("who", "Mage")
    table.did("cast", who, **{"with": ["unwilling"]}, **cast)
    return table.ask("act", "Elara", act=ACTS[item], answer=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_item_of_the_data_that_absorbs_spells_is_missing_here(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    every = [item for name in book.template_names if (pick := book.find(name)) and (item := book.item(pick))]
    assert {i.name for i in every if any(word.startswith("cast") for act in i.acts for word in act.when)} == {*ACTS}


@pytest.mark.parametrize("item", ACTS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_absorbs_a_spell_at_its_bearer_alone(ruleset: Ruleset, item: str) -> None:
    for cast in AT_ONE:
        told = absorbs(seated(ruleset, item), item, **cast)
        assert told["ok"] and "cancels it" in told["text"], (cast, told["text"])


@pytest.mark.parametrize("item", [ROD, STAFF, *STONES])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_absorbs_no_area_and_no_spell_at_several(ruleset: Ruleset, item: str) -> None:
    is_any = ruleset == "5.2" and item in STONES  # it takes any spell that a creature in sight casts
    for cast in AT_MORE:
        told = absorbs(seated(ruleset, item), item, **cast)
        assert told["ok"] == is_any, (cast, told["text"])
        assert is_any or told["error"]["code"] == "answer_unfit"


@pytest.mark.parametrize("item", [STAFF, *STONES])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_absorbs_no_spell_of_its_bearer(ruleset: Ruleset, item: str) -> None:
    told = absorbs(seated(ruleset, item), item, who="Elara", spell="Mage Armor", targets=["Elara"])
    assert not told["ok"] and told["error"]["code"] == "answer_unfit", told["text"]


@pytest.mark.parametrize("item", STONES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_stone_needs_the_caster_in_sight(ruleset: Ruleset, item: str) -> None:
    table = seated(ruleset, item)
    table.did("apply", "Mage", condition="invisible")
    told = absorbs(table, item, spell="Charm Person", targets=["Elara"])
    assert not told["ok"] and told["error"]["code"] == "answer_unseen", told["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_is_offered_what_does_not_fit(ruleset: Ruleset) -> None:
    table = seated(ruleset, STAFF)
    assert "Absorb" not in table.did("cast", "Mage", spell="Fireball", targets=["Elara", "Bran"])["text"]
    assert "Absorb" not in table.did("cast", "Elara", spell="Mage Armor", targets=["Elara"])["text"]
    assert "Absorb" in table.did("cast", "Mage", spell="Charm Person", targets=["Elara"], **{"with": ["unwilling"]})["text"]
