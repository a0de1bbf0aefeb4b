"""The sample poisons and diseases: what a dose does to whoever fails its save, and to whoever passes (SRD 5.1, Sample Poisons, Sample Diseases; SRD 5.2,
Sample Poisons).
"""

from typing import Final

import pytest

from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.item_table import conditions, effects, lost, table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
FACE: Final = 4
"""The face of every die of damage and time."""
Row = tuple[str, int, int, int, set[str]]
COATS = ("Drow Poison", "Purple Worm Poison", "Serpent Venom", "Spider's Sting", "Wyvern Poison")
SAME: list[Row] = [
    ("Assassin's Blood", 10, 1, 1, {"poisoned"}), ("Burnt Othur Fumes", 13, 3, 0, set()),
    ("Crawler Mucus", 13, 0, 0, {"poisoned", "paralyzed"}), ("Essence of Ether", 15, 0, 0, {"poisoned", "unconscious"}),
    ("Malice", 15, 0, 0, {"poisoned", "blinded"}), ("Oil of Taggit", 13, 0, 0, {"poisoned", "unconscious"}),
    ("Pale Tincture", 16, 1, 0, {"poisoned"}), ("Serpent Venom", 11, 3, 3, set()), ("Truth Serum", 11, 0, 0, {"poisoned"}),
]  # fmt: skip
"""Name, DC, the dice of a failure, those of which a success takes half, the conditions of a failure."""
ROWS: list[tuple[Ruleset, Row]] = [
    *((ruleset, row) for ruleset in RULESETS for row in SAME),
    ("5.1", ("Drow Poison", 13, 0, 0, {"poisoned", "unconscious"})), ("5.2", ("Spider's Sting", 13, 0, 0, {"poisoned", "unconscious"})),
    ("5.1", ("Purple Worm Poison", 19, 12, 12, set())), ("5.2", ("Purple Worm Poison", 21, 10, 10, set())),
    ("5.1", ("Torpor", 15, 0, 0, {"poisoned", "incapacitated"})), ("5.2", ("Torpor", 15, 0, 0, {"poisoned"})),
    ("5.1", ("Wyvern Poison", 15, 7, 7, set())), ("5.2", ("Wyvern Poison", 14, 7, 7, set())),
]  # fmt: skip


def taken(ruleset: Ruleset, name: str, face: int) -> tuple[Sandbox, str]:
    """Foe after the dose, with this face on its save; a dagger delivers what coats, with a damage of 7 of its own."""
    box = table(ruleset, name, "Dagger")
    if name not in COATS:
        return box, box.let(face, face=FACE).did("use", "Hero", itemName=name, targetName="Foe")["text"]
    box.did("use", "Hero", itemName=name, targetName="Dagger")
    return box, box.let(15, face, face=FACE).did("attack", "Hero", targetName="Foe", itemName="Dagger")["text"]


@each_row("ruleset, row", ROWS)
def test_a_failed_save_suffers_it(ruleset: Ruleset, row: Row) -> None:
    name, dc, dice, _, suffered = row
    box, told = taken(ruleset, name, 1)
    assert f"CON save DC {dc}" in told, told
    blow = FACE + 3 if name in COATS else 0
    assert lost(box) == dice * FACE + blow, told
    assert suffered <= conditions(box) and conditions(box) <= suffered | {"prone"}, told


@each_row("ruleset, row", ROWS)
def test_a_passed_save_halves_or_spares(ruleset: Ruleset, row: Row) -> None:
    name, _, _, halved, _ = row
    box, told = taken(ruleset, name, 20 if name not in COATS else 19)
    blow = FACE + 3 if name in COATS else 0
    if "Foe (19" in told and "fails" in told:  # a DC of 21 is beyond the 19 that hits without a critical hit
        assert (ruleset, name) == ("5.2", "Purple Worm Poison")
        return
    assert lost(box) == halved * FACE // 2 + blow, told
    assert not conditions(box) and not effects(box), told


@each_row("ruleset, name", [(r, n) for r, (n, *_) in ROWS if n in COATS])
def test_a_coat_is_delivered_once(ruleset: Ruleset, name: str) -> None:
    box, _ = taken(ruleset, name, 1)
    assert "CON save" not in box.let(15, 1, face=FACE).did("attack", "Hero", targetName="Foe", itemName="Dagger")["text"]


@each_row("ruleset, name, wakes", [
    (r, n, w) for r in RULESETS for n, w in (("Essence of Ether", True), ("Oil of Taggit", False), ("Drow Poison" if r == "5.1" else "Spider's Sting", True))
])  # fmt: skip
def test_damage_wakes_the_sleeper_and_a_shake_wakes_some(ruleset: Ruleset, name: str, wakes: bool) -> None:
    for by_damage in (True, False):
        box, _ = taken(ruleset, name, 1)
        if by_damage:
            box.did("damage", "Foe", amount=1, damageType="fire")
        else:
            box.did("act", "Other", act="Shake Awake", targets=["Foe"])
        assert ("unconscious" in conditions(box)) is not (by_damage or wakes)
        assert "poisoned" in conditions(box)


@each_row("ruleset", RULESETS)
def test_fumes_end_after_three_successes(ruleset: Ruleset) -> None:
    box, _ = taken(ruleset, "Burnt Othur Fumes", 1)
    box.did("start_fight", names=["Foe", "Hero"], d20={"Foe": 1, "Hero": 20})
    harmed = lost(box)
    for face, more in ((1, FACE), (20, 0), (20, 0), (1, FACE), (20, 0)):
        assert "Burnt Othur Fumes" in effects(box)
        box.let(face, face=FACE).did("next_turn")
        assert lost(box) == harmed + more
        harmed = lost(box)
        box.did("next_turn")
    assert not effects(box)


@each_row("ruleset", RULESETS)
def test_tears_wait_for_midnight(ruleset: Ruleset) -> None:
    for face, dice in ((1, 9 * FACE), (20, 9 * FACE // 2)):
        box, _ = taken(ruleset, "Midnight Tears", 1)
        assert lost(box) == 0 and "Midnight Tears" in effects(box)
        box.let(face, face=FACE).did("act", "Foe", act="Midnight Tears: midnight")
        assert lost(box) == dice and not effects(box)


@each_row("ruleset", RULESETS)
def test_the_tincture_takes_seven_successes(ruleset: Ruleset) -> None:
    box, _ = taken(ruleset, "Pale Tincture", 1)
    for _ in range(7):
        assert "poisoned" in conditions(box)
        box.let(20, face=FACE).did("advance", duration="1 day")
    assert not conditions(box) and not effects(box) and lost(box) == FACE


def test_a_torpor_of_5_2_halves_the_speed() -> None:
    box, _ = taken("5.2", "Torpor", 1)
    assert "speed 15" in box.did("character", "Foe")["text"]


DISEASES = ("Cackle Fever", "Sewer Plague", "Sight Rot", "Sight Rot 2", "Sight Rot 3", "Sight Rot 4", "Sight Rot 5")


@each_row("name", DISEASES)
def test_a_disease_of_5_1_is_applied_and_cured(name: str) -> None:
    box = table("5.1", hero={"classes": ["cleric 9"]})
    box.did("apply", "Foe", effect=name)
    assert name in effects(box)
    box.did("cast", "Hero", spell="Lesser Restoration", targets=["Foe"], force=True)
    assert name not in effects(box) and not conditions(box)


@each_row("name, least", [("Sight Rot", -1), ("Sight Rot 2", -2), ("Sight Rot 3", -3), ("Sight Rot 4", -4)])
def test_sight_rot_lowers_attacks(name: str, least: int) -> None:
    box = table("5.1").let(10)
    before = box.accept("attack", "Foe", targetName="Hero").expect(AttackResult)
    box.let(10).did("apply", "Foe", effect=name)
    after = box.let(10).accept("attack", "Foe", targetName="Hero").expect(AttackResult)
    assert (before.total, after.total) == (12, 12 + least)
