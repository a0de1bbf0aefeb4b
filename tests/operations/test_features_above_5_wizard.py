"""The wizard above level 5, with the numbers of the two texts."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.high_heroes import cast, hero, hp, left, played, rules, who
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
EVOKER = {"choices": {"subclass": "evocation"}}


def slots(box: Sandbox) -> tuple[int, ...]:
    return tuple(thing_stats.sheet(who(box, "Hero"), box.book).spell_slots.left)


# ── the evoker ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("level", "spell", "points"), [
    (9, "Fireball", 8), (10, "Fireball", 12), (10, "Scorching Ray", 3 * 2 + 4), (10, "Magic Missile", 3 * 2 + 4), (10, "Cone of Cold", 12),
    (10, "Blight", 8),
])  # fmt: skip
@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_empowered_evocation_adds_intelligence_to_one_roll(ruleset: Ruleset, level: int, spell: str, points: int) -> None:
    """Every die shows 1; a necromancy gains nothing."""
    box = hero(ruleset, f"wizard {level}", **EVOKER)
    box.accept("update", "Foe", character={"modifiers": [{"target": "save.all", "op": "add", "value": -50}]})
    cast(box.let(15), spell, targets=["Foe"])
    assert hp(box) == 200 - points


@pytest.mark.parametrize(("level", "potent", "sculpt"), [(2, False, True), (6, True, True)])
def test_sculpted_spells_come_first_in_5_1(level: int, potent: bool, sculpt: bool) -> None:
    names = {r.name for r in rules(hero("5.1", f"wizard {level}", **EVOKER))}
    assert ("Potent Cantrip" in names, "Sculpt Spells" in names) == (potent, sculpt)


@pytest.mark.parametrize(("level", "potent", "sculpt"), [(3, True, False), (6, True, True)])
def test_potent_cantrips_come_first_in_5_2(level: int, potent: bool, sculpt: bool) -> None:
    names = {r.name for r in rules(hero("5.2", f"wizard {level}", **EVOKER))}
    assert ("Potent Cantrip" in names, "Sculpt Spells" in names) == (potent, sculpt)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_overchannelled_spell_deals_the_most(ruleset: Ruleset) -> None:
    """8d6 are 48; with Empowered Evocation 52. The first time it costs nothing."""
    box = hero(ruleset, "wizard 14", **EVOKER)
    cast(box.let(1), "Fireball", targets=["Foe"], **{"with": ["Overchannel"]})
    assert (hp(box), hp(box, "Hero")) == (200 - 52, 50)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_overchannelling_again_hurts_ever_more(ruleset: Ruleset) -> None:
    """2d12 a level the second time, 3d12 the third; nothing after a long rest. Each die shows 1."""
    box = hero(ruleset, "wizard 14", hpMax=200, hp=200, **EVOKER)
    for taken in (0, 2 * 2, 3 * 2):
        before = hp(box, "Hero") or 0
        cast(box.let(15), "Scorching Ray", targets=["Foe"], **{"with": ["Overchannel"]})
        assert hp(box, "Hero") == before - taken
    box.accept("rest", "Hero", kind="short")
    before = hp(box, "Hero") or 0
    cast(box.let(15), "Scorching Ray", targets=["Foe"], slot=3, **{"with": ["Overchannel"]})
    assert hp(box, "Hero") == before - 4 * 3
    box.accept("rest", "Hero", kind="long")
    cast(box.let(15), "Scorching Ray", targets=["Foe"], **{"with": ["Overchannel"]})
    assert hp(box, "Hero") == 200


@pytest.mark.parametrize(("spell", "slot"), [("Fire Bolt", None), ("Chain Lightning", 6), ("Mage Armor", 1)])
def test_overchannel_is_for_spells_of_levels_1_to_5_that_hurt(spell: str, slot: int | None) -> None:
    box = hero("5.1", "wizard 14", **EVOKER)
    target = "Hero" if spell == "Mage Armor" else "Foe"
    outcome = box.let(10).accept(
        "cast", "Hero", spell=spell, targets=[target], **({"slot": slot} if slot else {}), **{"with": ["Overchannel"]}
    )
    assert "rider_not_applied" in [n.code for n in outcome.notes]
    assert left(box, "overchannel") == 20


# ── mastery ─────────────────────────────────────────────────────────────────────────────────────────────────────────

MASTERY: Any = {"spell mastery": ["Magic Missile", "Scorching Ray"]}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_mastered_spells_are_cast_at_will_at_their_own_level(ruleset: Ruleset) -> None:
    box = hero(ruleset, "wizard 18", choices=MASTERY, spells={"prepared": ["Magic Missile", "Scorching Ray", "Fireball"]})
    full = slots(box)
    for spell in ("Magic Missile", "Scorching Ray", "Magic Missile"):
        cast(box, spell, targets=["Foe"])
    assert slots(box) == full
    result = cast(box, "Magic Missile", targets=["Foe"], slot=3)
    assert slots(box) == (*full[:2], full[2] - 1, *full[3:])
    assert len([t for t in result.thrown if t.what_for == "damage"]) == 5
    cast(box, "Fireball", targets=["Foe"])
    assert slots(box)[2] == full[2] - 2


@pytest.mark.parametrize(("ruleset", "code"), [("5.1", "spell_not_prepared"), ("5.2", None)])
def test_mastered_spells_of_5_1_must_be_prepared(ruleset: Ruleset, code: str | None) -> None:
    box = hero(ruleset, "wizard 18", choices=MASTERY, spells={"prepared": ["Fireball"]})
    call = {"spell": "Magic Missile", "targets": ["Foe"]}
    box.reject(code, "cast", "Hero", **call) if code else box.accept("cast", "Hero", **call)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_is_mastered_before_18_nor_of_a_higher_level(ruleset: Ruleset) -> None:
    box = hero(ruleset, "wizard 17", choices={"spell mastery": ["Magic Missile"]})
    full = slots(box)
    cast(box, "Magic Missile", targets=["Foe"])
    assert slots(box) != full


@pytest.mark.parametrize(
    ("level", "choice", "words", "wrong"),
    [
        (18, "spell mastery", ["Fireball"], "Fireball"), (18, "spell mastery", ["Magic Missile", "Shield"], "Shield"),
        (20, "signature spells", ["Fireball", "Magic Missile"], "Magic Missile"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_mastered_spell_has_its_level(ruleset: Ruleset, level: int, choice: str, words: list[str], wrong: str) -> None:
    """SRD, Spell Mastery: one spell of level 1 and one of level 2; Signature Spells: two of level 3."""
    refused = hero(ruleset, f"wizard {level}").refused("choice_unfit", "update", "Hero", character={"choices": {choice: words}})
    assert f"{wrong!r}" in refused["text"] and "of level" in refused["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_signature_spell_is_cast_once_between_rests(ruleset: Ruleset) -> None:
    """Always prepared, at level 3 without a slot; back after a short rest."""
    box = hero(ruleset, "wizard 20", choices={"signature spells": ["Fireball", "Fly"]}, spells={"prepared": ["Shield"]})
    full = slots(box)
    cast(box, "Fireball", targets=["Foe"])
    cast(box, "Fly", targets=["Hero"])
    assert slots(box) == full
    cast(box, "Fireball", targets=["Foe"])
    assert slots(box)[2] == full[2] - 1
    box.accept("rest", "Hero", kind="short")
    assert (left(box, "fireball"), left(box, "fly")) == (1, 1)
    cast(box, "Fireball", targets=["Foe"], slot=5)
    assert (left(box, "fireball"), slots(box)[4]) == (1, full[4] - 1)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_answer_names_what_needs_no_slot(ruleset: Ruleset) -> None:
    box = hero(ruleset, "wizard 20", choices={**MASTERY, "signature spells": ["Fireball", "Fly"]})
    told = box.send({"operation": "character", "characterName": "Hero", "stats": ["spells"]}, "read_campaign")["text"]
    assert "Magic Missile (at will)" in told and "Fireball (1 of 1 without a slot)" in told


@pytest.mark.parametrize(("level", "most"), [(6, 3), (9, 5), (20, 10)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_recovery_grows_to_20(ruleset: Ruleset, level: int, most: int) -> None:
    box = hero(ruleset, f"wizard {level}", spent={"slot_1": 4, "slot_2": 3, "slot_3": 2})
    played(box, "Arcane Recovery", force=True, choice="1, 1, 1" if most == 3 else "2, 2, 1" if most == 5 else "3, 3, 2, 2")
    back = {3: (3, 0, 0), 5: (1, 2, 0), 10: (0, 2, 2)}[most]
    full = hero(ruleset, f"wizard {level}")
    spent = (4, 3, 2)
    assert slots(box)[:3] == tuple(n - s + b for n, s, b in zip(slots(full)[:3], spent, back, strict=True))
