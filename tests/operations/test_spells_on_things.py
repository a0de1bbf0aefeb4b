"""Spells on things: the call names the thing as its target, and the effect is kept with whoever bears it."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.high_heroes import lying, table
from tests.operations.table import Table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

WIZ, THORIN = {"classes": ["wizard 13"]}, {"classes": ["fighter 5"], "party": True}


def party(ruleset: Ruleset) -> Sandbox:
    box = table(ruleset, Wiz=WIZ, Thorin=THORIN)
    box.accept("give", "Thorin", template="Shield")
    box.accept("give", "Wiz", template="Quarterstaff")
    return box


@pytest.mark.pure
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("thing", "bearer"), [("Thorin's shield", "Thorin"), ("Quarterstaff", "Wiz"), ("a pebble", "Wiz")])
def test_light_lies_with_the_bearer_of_the_thing(ruleset: Ruleset, thing: str, bearer: str) -> None:
    """SRD, Light: an object of at most 10 feet (5.1), a Large or smaller one (5.2)."""
    box = party(ruleset)
    told = box.did("cast", "Wiz", spell="Light", targets=[thing])["text"]
    assert f"Light is on {thing} and kept with {bearer}" in told
    assert lying(box, bearer) == ["Light"]


@pytest.mark.pure
@each_row(
    ("ruleset", "spell", "thing"),
    [
        (ruleset, *row)
        for ruleset in RULESETS
        for row in [
            ("Knock", "the iron door"), ("Arcane Lock", "chest"), ("Continual Flame", "torch"), ("Magic Weapon", "Quarterstaff"),
            ("Magic Mouth", "statue"), ("Mending", "Quarterstaff"), ("Darkness", "a stone"), ("Daylight", "a stone"), ("Locate Object", "crown"),
            ("Stone Shape", "wall"), ("Nondetection", "Quarterstaff"),
        ]
    ],
)  # fmt: skip
def test_spells_on_things_take_the_name_of_one(ruleset: Ruleset, spell: str, thing: str) -> None:
    box = party(ruleset)
    assert f"{spell} is " in (told := box.did("cast", "Wiz", spell=spell, targets=[thing], force=True)["text"]) and thing in told


@pytest.mark.pure
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_misspelt_creature_and_a_spell_on_creatures_are_no_things(ruleset: Ruleset) -> None:
    box = party(ruleset)
    box.refused("character_unknown", "cast", "Wiz", spell="Light", targets=["Thorinn"])
    box.refused("character_unknown", "cast", "Wiz", spell="Fly", targets=["a carpet"], force=True)


@pytest.mark.stored
def test_the_bearer_of_the_thing_is_loaded() -> None:
    with begun() as game:
        at = Table(game)
        for name, hero in (("Wiz", WIZ), ("Thorin", THORIN)):
            at.did("create", name=name, character=hero)
        at.did("give", "Thorin", template="Shield")
        assert "kept with Thorin" in at.did("cast", "Wiz", spell="Light", targets=["Thorin's shield"], force=True)["text"]
