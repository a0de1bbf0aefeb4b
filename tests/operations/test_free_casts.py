"""Spells that a feature casts without a slot: they come before a slot, by name if asked, and are counted (SRD 5.2, Favored Enemy)."""

import pytest

from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
RANGER = {"classes": ["ranger 5"], "abilities": {"wis": 16, "dex": 16}, "spells": {"prepared": ["Cure Wounds"]}, "party": True}


@pytest.fixture
def box() -> Sandbox:
    made = Sandbox(first_world("5.2")).let(face=2)
    made.accept("create", name="Ryn", character=RANGER)
    made.accept("create", name="Foe", character={"hpMax": 90})
    return made


def mark(box: Sandbox, **fields: object) -> str:
    return box.did("cast", "Ryn", spell="Hunter's Mark", targets=["Foe"], **fields)["text"]


def test_the_feature_pays_before_a_slot_does(box: Sandbox) -> None:
    assert [("favored enemy, 2 of 3 left" in mark(box)), ("favored enemy, 1 of 3 left" in mark(box, slot="free"))] == [True, True]
    assert "slot 1, 3 of 4 left" in mark(box, slot=1)
    assert "favored enemy, 0 of 3 left" in mark(box) and "slot 1, 2 of 4 left" in mark(box)


def test_when_none_is_left_the_same_call_without_the_word_is_proposed(box: Sandbox) -> None:
    for _ in range(3):
        mark(box)
    refused = box.reject("no_free_cast", "cast", "Ryn", spell="Hunter's Mark", targets=["Foe"], slot="free")
    assert refused.instead and box.accept(**{"who": None, **refused.instead})


def test_a_spell_that_nothing_casts_freely_asks_for_a_slot(box: Sandbox) -> None:
    box.accept("damage", "Foe", amount=20, damageType="fire")
    box.reject("no_free_cast", "cast", "Ryn", spell="Cure Wounds", targets=["Foe"], slot="free")
    assert "slot 1" in box.did("cast", "Ryn", spell="Cure Wounds", targets=["Foe"])["text"]


def test_a_species_casts_freely_by_the_same_word() -> None:
    box = Sandbox(first_world("5.2")).let(face=2)
    box.accept("create", name="Tief", character={"race": "tiefling", "classes": ["fighter 3"], "choices": {"lineage": "infernal"}})
    box.accept("create", name="Foe", character={"hpMax": 90})
    told = box.did("cast", "Tief", spell="Hellish Rebuke", targets=["Foe"], slot="free", force=True)["text"]
    assert "0 of 1 left" in told
    box.reject("no_free_cast", "cast", "Tief", spell="Hellish Rebuke", targets=["Foe"], slot="free")
