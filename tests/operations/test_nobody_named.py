"""An act whose call names nobody: oneself where a table would mean that, the shares of a choice, or a refusal that proposes somebody."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.game import Game
from rpg_lite.mechanics.acts.natural_targets import is_for_oneself
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.table import Table
from tests.rows import each_row

HEROES: dict[str, dict[str, Any]] = {
    "Mira": {"classes": ["wizard 9"], "abilities": {"int": 18}},
    "Bram": {"classes": ["Cleric (Life) 9"], "abilities": {"wis": 18}},
    "Wren": {"classes": ["druid 9"], "abilities": {"wis": 18}},
}


def _party(ruleset: Ruleset) -> Game:
    table = Table(begun(ruleset=ruleset))
    for name, character in HEROES.items():
        table.did("create", name=name, character={**character, "hpMax": 60, "party": True})
    table.did("create", name="Count Orlok", character={"hpMax": 60})
    table.did("create", name="Ogre", character={"hpMax": 60})
    return table.game


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    with copy_of(_party, request.param) as game:
        yield Table(game)


def lies_on(table: Table, name: str) -> list[str]:
    return [e["name"] for kind in ("conditions", "effects") for e in table.thing(name).body.get(kind, ())]


@pytest.mark.parametrize(("caster", "spell"), [("Mira", "Mage Armor"), ("Mira", "Invisibility"), ("Mira", "Fly"), ("Wren", "Longstrider")])
def test_a_boon_by_touch_is_for_its_caster(table: Table, caster: str, spell: str) -> None:
    told = table.did("cast", caster, spell=spell)
    assert lies_on(table, caster) and f"Nobody was named, so {caster} is the target." in told["text"]
    table.did("undo")
    assert not lies_on(table, caster)


def test_a_named_target_is_the_target(table: Table) -> None:
    told = table.did("cast", "Mira", spell="Mage Armor", targetName="Wren")
    assert lies_on(table, "Wren") == ["Mage Armor"] and not lies_on(table, "Mira") and "Nobody was named" not in told["text"]


@each_row(
    "spell",
    ["Cure Wounds", "Bless", "Haste", "Banishment", "Hold Person", "Warding Bond", "Lesser Restoration", "Revivify", "Clone", "Awaken",
     "Polymorph", "Shocking Grasp", "Bestow Curse", "Raise Dead", "Death Ward", "Guidance"],
)  # fmt: skip
def test_what_is_for_oneself_is_decided_by_the_steps(spell: str) -> None:
    """A cure and a charm ask for their target; a boon by touch does not."""
    act = rulebook_loading.rulebook("5.1").spell(spell)
    assert act and is_for_oneself(act) == (spell in ("Death Ward", "Guidance"))


def test_a_cure_is_proposed_for_the_friend_who_lacks_most(table: Table) -> None:
    table.did("damage", "Wren", amount=30, damageType="fire")
    table.did("damage", "Ogre", amount=50, damageType="fire")
    refused = table.refused("target_required", "cast", "Bram", spell="Cure Wounds")
    assert "allowed: targets, targetName, targetId" in refused["text"] and refused["error"]["try"]["targets"] == ["Wren"]
    assert table.send(refused["error"]["try"], "execute_action")["ok"]


def test_harm_is_proposed_for_an_enemy(table: Table) -> None:
    refused = table.refused("target_required", "cast", "Bram", spell="Guiding Bolt")
    assert refused["error"]["try"]["targets"] == ["Count Orlok"]
    assert table.send(refused["error"]["try"], "execute_action")["ok"]


def test_one_who_hides_is_proposed_to_nobody(table: Table) -> None:
    table.did("act", "Count Orlok", act="Hide", d20=[20])
    refused = table.refused("target_required", "cast", "Bram", spell="Guiding Bolt")
    assert refused["error"]["try"]["targets"] == ["Ogre"]


def test_shares_name_the_targets(table: Table) -> None:
    """Five times the cleric's level, up to half of each one's hit points (SRD, Preserve Life)."""
    for name in ("Mira", "Wren"):
        table.did("damage", name, amount=50, damageType="fire")
    told = table.did("act", "Bram", act="Preserve Life", choice={"Mira": 20, "Wren": 10})
    assert (table.hp("Mira"), table.hp("Wren")) == (30, 20)
    assert "15 of 45 hit points are left over" in told["text"]


def test_a_name_of_a_choice_is_no_part_of_a_creature(table: Table) -> None:
    """ "Count" is a number of points here, and not Count Orlok."""
    table.did("damage", "Mira", amount=50, damageType="fire")
    refused = table.refused("target_required", "act", "Bram", act="Preserve Life", choice={"count": 8})
    assert "Count Orlok" not in refused["text"]
