"""Charges that an item loses and gains by what it does."""

import pytest

import rpg_lite
from rpg_lite.vocabulary import Ruleset
from tests.operations.dice import falling
from tests.operations.item_table import BOTH, NEW, OLD, creature, item, lost, plays, strikes, table
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("save", "gone"), [(5, 1), (16, 0)])
def test_a_life_stolen_costs_a_charge(ruleset: Ruleset, save: int, gone: int) -> None:
    """1d8+1 charges; CON save DC 15 (CON 10) at a 20."""
    box = table(ruleset, "Nine Lives Stealer Longsword", hp=90)
    before = item(box, "Nine Lives Stealer Longsword").charges
    strikes(box, 20, save)
    assert item(box, "Nine Lives Stealer Longsword").charges == before - gone
    assert (creature(box).hp == 0) is (gone == 1)


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_nine_lives_stealer_without_charges_kills_no_more(ruleset: Ruleset) -> None:
    box = table(ruleset, "Nine Lives Stealer Longsword", hp=90)
    for _ in range(item(box, "Nine Lives Stealer Longsword").charges):
        strikes(box, 20, 5)
        assert creature(box).is_dead
        _raise(box)
    strikes(box, 20, 5)
    assert item(box, "Nine Lives Stealer Longsword").charges == 0 and not creature(box).is_dead


@pytest.mark.parametrize(
    ("ruleset", "name", "act", "distance"),
    [(OLD, "Staff of Power", "Retributive Strike", 8), (OLD, "Staff of Power", "Retributive Strike at 20 Feet", 6),
     (OLD, "Staff of the Magi", "Retributive Strike at 30 Feet", 4), (NEW, "Staff of Power", "Retributive Strike", 4),
     (NEW, "Staff of the Magi", "Retributive Strike", 6)],
)  # fmt: skip
@pytest.mark.parametrize(("save", "share"), [(16, 1), (17, 2)])
def test_a_broken_staff_strikes_with_its_charges(ruleset: Ruleset, name: str, act: str, distance: int, save: int, share: int) -> None:
    """DEX save DC 17 (DEX 14): so much force for each of 20 or 50 charges, and half on a success."""
    charges = 20 if name == "Staff of Power" else 50
    box = table(ruleset, name, hp=900, hero={"classes": ["wizard 9"]})
    plays(box, act, save - 2, face=50)
    assert lost(box, most=900) == distance * charges // share


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("face", "taken"), [(50, 0), (51, 16 * 20)])
def test_whoever_breaks_a_staff_may_escape_by_halves(ruleset: Ruleset, face: int, taken: int) -> None:
    box = table(ruleset, "Staff of Power", hero={"classes": ["wizard 9"], "hpMax": 900})
    plays(box, "Retributive Strike", 20, face=face)
    assert 900 - (creature(box, "Hero").hp or 900) == taken


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("name", "act", "slots", "left"), [
    ("Ioun Stone of Absorption", "Absorb", (1, 4), 20 - 5), ("Ioun Stone of Absorption", "Absorb", (5,), None),
    ("Ioun Stone of Greater Absorption", "Absorb", (8, 5), {OLD: 50 - 13, NEW: 20 - 13}), ("Staff of the Magi", "Absorb Spell", (2,), 40 + 2),
])  # fmt: skip
def test_what_absorbs_a_spell_counts_its_level(
    ruleset: Ruleset, name: str, act: str, slots: tuple[int, ...], left: int | dict[Ruleset, int] | None
) -> None:
    """Stones for 20 levels, up to level 4; the greater one for 50 (5.1) or 20 (5.2), up to level 8. The staff gains charges."""
    with rpg_lite.open_campaign(":memory:", ruleset=ruleset) as game:
        at = Table(game)
        for who, level in (("Hero", 9), ("Mage", 17)):
            at.did("create", name=who, character={"classes": [f"wizard {level}"], "abilities": {"int": 18}, "hpMax": 200})
        at.did("give", "Hero", template=name, equip=True)
        at.did("attune", "Hero", itemName=name)
        if name == "Staff of the Magi":
            for _ in range(2):
                at.did("cast", "Hero", spell="Passwall", **{"with": [name]})
        for slot in slots:
            at.roll_with(falling(10, face=2))
            at.did("cast", "Mage", spell="Magic Missile", slot=slot, targets=["Hero"])
            at.did("act", "Hero", act=act, answer=True)
        assert at.thing(name).item.charges == (left[ruleset] if isinstance(left, dict) else left)
        assert (at.hp("Hero") == 200) is (left is not None)


def test_prayer_beads_come_back_at_dawn() -> None:
    """1d4+2 beads, each once a day: those that were spent come back, and no more."""
    for ruleset in BOTH:
        box = table(ruleset, "Necklace of Prayer Beads", hero={"classes": ["cleric 9"]})
        beads = item(box, "Necklace of Prayer Beads").charges
        for _ in range(2):
            box.accept("use", "Hero", itemName="Necklace of Prayer Beads", choice={"spell": "Bless"}, targets=["Hero"])
        assert item(box, "Necklace of Prayer Beads").charges == beads - 2
        for _ in range(2):
            box.accept("advance", duration="1 day")
            assert item(box, "Necklace of Prayer Beads").charges == beads


def _raise(box: Sandbox) -> None:
    box.accept("cast", "Other", spell="True Resurrection", targets=["Foe"], force=True, slot=9)


@pytest.mark.parametrize("left", [1, 2])
@pytest.mark.parametrize("ruleset", BOTH)
def test_one_charge_is_told_as_one(ruleset: Ruleset, left: int) -> None:
    at = Sandbox(first_world(ruleset))
    at.did("create", name="Wiz", character={"classes": ["wizard 9"], "party": True})
    given = {"name": "Rod of Sparks", "type": "wondrous", "slot": "mainhand", "mechanicalEffects": {"charges": left, "maxCharges": 3}}
    at.did("give", "Wiz", item=given, equip=True)
    at.did("give", "Wiz", item=given)
    told = " ".join((at.did("view", "Wiz")["text"], at.ask("use", "Wiz", itemName="Rod of Sparks")["text"]))
    assert (f"{left} charge" in told) and ("1 charges" not in told) and (left == 1 or "2 charges" in told), told
