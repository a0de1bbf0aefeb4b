"""Whoever moves freely leaves grapples and nonmagical bonds without a check (SRD, Freedom of Movement, Oil of Slipperiness; SRD 5.1, Kraken)."""

from typing import Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.dice import falling
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

SCORES: Final = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)
FREED: Final = [(ruleset, how) for ruleset in RULESETS for how in ("Freedom of Movement", "Oil of Slipperiness", "effect")]
BOUND_BY: Final = [
    ("5.1", "Constrictor Snake", "Constrict"), ("5.1", "Giant Spider", "Web"), ("5.1", "Mimic", "Pseudopod"), ("5.1", "Roper", "Tendril"),
    ("5.2", "Giant Crocodile", "Bite"), ("5.2", "Mimic", "Pseudopod"), ("5.2", "Roper", "Tentacle"),
]  # fmt: skip


def _table(ruleset: Ruleset, how: str) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept(
        "create",
        name="Kim",
        character={"classes": ["cleric 9"], "hpMax": 300, "abilities": SCORES, "spells": {"prepared": ["Freedom of Movement"]}},
    )
    if how == "Oil of Slipperiness":
        box.accept("give", "Kim", template=how)
        box.accept("use", "Kim", itemName=how)
    elif how == "effect":
        box.accept("apply", "Kim", effect="Freedom of Movement")
    elif how:
        box.accept("cast", "Kim", spell=how, targets=["Kim"])
    return box


def _bonds(box: Sandbox) -> list[str]:
    return [entry.name for entry in box.thing("Kim").creature.conditions]


def _bind(box: Sandbox, block: str, act: str) -> None:
    box.accept("create", template=block, name="Foe")
    box.roll_with(falling(19, 2, face=1))
    box.accept("act", "Foe", act=act, targets=["Kim"])
    box.roll_with(falling(1))


@pytest.mark.parametrize(("ruleset", "how"), FREED)
def test_it_escapes_without_a_roll(ruleset: Ruleset, how: str) -> None:
    for its_ruleset, block, attack in BOUND_BY:
        if its_ruleset != ruleset:
            continue
        for act in ("Escape", "Break Free"):
            box = _table(ruleset, how)
            _bind(box, block, attack)
            if not {"grappled", "restrained"} & {*_bonds(box)} or (act, "grappled" in _bonds(box)) == ("Escape", False):
                continue
            told = box.did("act", "Kim", act=act)["text"]
            assert not {"grappled", "restrained"} & {*_bonds(box)}, (block, told)
            assert "5 feet of movement" in told and "against DC" not in told


@pytest.mark.parametrize(("ruleset", "block", "attack"), BOUND_BY)
def test_these_bind(ruleset: Ruleset, block: str, attack: str) -> None:
    box = _table(ruleset, "")
    _bind(box, block, attack)
    assert {"grappled", "restrained"} & {*_bonds(box)}
    box.accept("act", "Kim", act="Escape" if "grappled" in _bonds(box) else "Break Free")
    assert {"grappled", "restrained"} & {*_bonds(box)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_costs_no_action(ruleset: Ruleset) -> None:
    """The action is left for Dodge; somebody who moves as others do has spent it on the attempt."""
    for how, is_free in (("Freedom of Movement", True), ("", False)):
        box = _table(ruleset, how)
        _bind(box, "Mimic", "Pseudopod")
        box.roll_with(falling(20, 1))
        box.accept("start_fight", names=["Kim", "Foe"])
        box.accept("act", "Kim", act="Escape")
        told = box.did("act", "Kim", act="Dodge", dryRun=True)["text"]
        assert ("already used its action" not in told) == is_free


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_grip_of_a_spell_needs_a_check(ruleset: Ruleset) -> None:
    box = _table(ruleset, "Freedom of Movement")
    box.accept("create", name="Mage", character={"classes": ["wizard 9"], "spells": {"prepared": ["Arcane Hand"]}})
    box.roll_with(falling(*((19, 1) if ruleset == "5.1" else (1,))))
    box.accept("cast", "Mage", spell="Arcane Hand", targets=["Kim"], choice="grasp")
    assert "grappled" in _bonds(box)
    box.roll_with(falling(1, 20))
    told = box.did("act", "Kim", act="Escape")["text"]
    assert "grappled" in _bonds(box) and "5 feet" not in told


def test_a_kraken_slips_out_of_a_grapple() -> None:
    box = Sandbox(first_world("5.1"))
    box.accept("create", template="Kraken", name="Kim")
    box.accept("create", name="Bo", character={"classes": ["fighter 20"], "abilities": SCORES})
    box.accept("apply", "Kim", condition="grappled", source="Bo")
    box.roll_with(falling(1, 20))
    box.accept("act", "Kim", act="Escape")
    assert "grappled" not in _bonds(box)
