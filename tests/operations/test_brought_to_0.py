"""What happens at 0 hit points, and at a score of 0, by the stat blocks that say so (SRD 5.1 and 5.2: Vampire, Misty Escape; Shadow; Mummy; Gibbering
Mouther; Phase Spider; Disintegrate).
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

WEAK: Final = [{"target": "save.all", "op": "add", "value": -50}, {"target": "ac", "op": "add", "value": -9}]

POISONERS: Final = ("Giant Centipede", "Giant Spider", "Giant Wasp", "Giant Wolf Spider", "Phase Spider")
"""Their bite is a critical hit on whoever lies there, and their poison harms once more: three failed death saves."""


@laid_alike
def seated(ruleset: Ruleset, creature: str, **hero: Any) -> Table:
    """A hero, and a creature that hits and rolls high."""
    table = Table(begun(ruleset))
    sheet = {"abilities": dict.fromkeys(ABILITIES, 10), "hpMax": 300, "party": True, "classes": ["rogue 3"], "modifiers": WEAK, **hero}
    table.did("create", name="Pip", character=sheet)
    table.did("create", template=creature)
    table.roll_with(falling(19, face=4))
    return table


def who_bring_down() -> Iterator[tuple[Ruleset, str, str]]:
    """(ruleset, creature, attack) of the attacks that do something to whoever they bring to 0 hit points."""
    for ruleset in RULESETS:
        for row in rulebook_loading.rulebook(ruleset).creatures.values():
            for act in row["character"].get("acts", ()):
                if "'drops'" in str(act) or ("'hp<=0'" in str(act) and "needs" not in act):
                    yield ruleset, row["character"]["name"], act["name"]


def struck(table: Table, creature: str, act: str, how: str = "act") -> Mapping[str, Any]:
    call = {"act": act, "targets": ["Pip"]} if how == "act" else {"itemName": act, "targetName": "Pip"}
    table.did(how, creature, force=True, **call)
    return table.thing("Pip").body


def test_there_are_such_attacks() -> None:
    assert len([*who_bring_down()]) == 12


@pytest.mark.parametrize(("ruleset", "creature", "act"), [*who_bring_down()])
@pytest.mark.parametrize("how", ["act", "attack"])
def test_it_concerns_whom_the_attack_brings_down_and_not_whoever_lay_there(ruleset: Ruleset, creature: str, act: str, how: str) -> None:
    table = seated(ruleset, creature)
    table.did("update", "Pip", character={"hp": 8})
    body = struck(table, creature, act, how)
    assert body["hp"] == 0
    assert body.get("dead") or {e["name"] for e in body["conditions"]} >= {"poisoned", "paralyzed"}
    table = seated(ruleset, creature)
    table.did("update", "Pip", character={"hp": 0})
    body = struck(table, creature, act, how)
    assert not body.get("dead") or creature in POISONERS
    assert "poisoned" not in str(body.get("conditions", ()))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_disintegrate_leaves_the_body_of_whoever_lay_there(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Mage")
    table.did("update", "Pip", character={"hp": 0})
    table.did("cast", "Mage", spell="Disintegrate", targets=["Pip"], force=True)
    assert "Dust" not in str(table.thing("Pip").body.get("effects", ()))


@pytest.mark.parametrize(("ruleset", "act"), [("5.1", "Strength Drain"), ("5.2", "Draining Swipe")])
def test_a_strength_of_0_kills(ruleset: Ruleset, act: str) -> None:
    table = seated(ruleset, "Shadow")
    for left in (6, 2):
        assert not struck(table, "Shadow", act).get("dead")
        assert table.number("Pip", "abilities.str") == left
    assert struck(table, "Shadow", act)["dead"]


def vampires() -> list[tuple[Ruleset, str]]:
    return [("5.1", "Vampire"), ("5.2", "Vampire")]


def fallen(ruleset: Ruleset, creature: str) -> Table:
    table = seated(ruleset, creature)
    table.did("damage", creature, amount=400, damageType="force")
    return table


def is_mist(table: Table, ruleset: Ruleset) -> bool:
    body = table.thing("Vampire").body
    return "Mist Form" in str(body.get("form" if ruleset == "5.1" else "effects", ""))


@pytest.mark.parametrize(("ruleset", "creature"), vampires())
def test_a_vampire_that_falls_is_mist_that_neither_heals_nor_changes_back(ruleset: Ruleset, creature: str) -> None:
    table = fallen(ruleset, creature)
    assert is_mist(table, ruleset)
    assert not table.thing(creature).body.get("dead")
    table.did("advance", duration="10 minutes")
    assert table.hp(creature) == 1  # stands for 0, at which others would lie dead
    change = "Shapechanger" if ruleset == "5.1" else "Shape-Shift"
    for form in ("vampire", "bat"):
        table.did("act", creature, act=change, choice={"choice": form}, force=True)
        assert is_mist(table, ruleset)
    table.did("damage", creature, amount=50, damageType="force")
    assert is_mist(table, ruleset)
    assert not table.thing(creature).body.get("dead")


@pytest.mark.parametrize(("ruleset", "creature"), vampires())
def test_it_is_destroyed_after_two_hours(ruleset: Ruleset, creature: str) -> None:
    table = fallen(ruleset, creature)
    table.did("advance", duration="119 minutes")
    assert not table.thing(creature).body.get("dead")
    table.did("advance", duration="2 minutes")
    assert table.thing(creature).body["dead"]


@pytest.mark.parametrize(("ruleset", "creature"), vampires())
def test_in_its_resting_place_it_comes_back(ruleset: Ruleset, creature: str) -> None:
    table = fallen(ruleset, creature)
    table.did("advance", duration="1 hour")
    table.did("act", creature, act="Misty Escape: rest")
    assert not is_mist(table, ruleset)
    table.did("advance", duration="59 minutes")
    assert "paralyzed" in str(table.thing(creature).body["conditions"])
    assert table.hp(creature) == 1
    table.did("advance", duration="1 hour")
    assert not table.thing(creature).body.get("conditions")
    assert not table.thing(creature).body.get("dead")
    assert (table.hp(creature) > 1) == (ruleset == "5.1")  # only the vampire of SRD 5.1 regenerates
