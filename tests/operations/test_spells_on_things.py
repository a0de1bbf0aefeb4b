"""Spells on things: the call names the thing as its target, and the effect is kept with whoever bears it."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.high_heroes import lying, table
from tests.operations.table import Table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

WIZ, THORIN = {"classes": ["wizard 13"]}, {"classes": ["fighter 5"], "party": True}


def party(ruleset: Ruleset, of: str = "wizard") -> Sandbox:
    box = table(ruleset, Wiz={"classes": [f"{of} 13"]}, Thorin=THORIN)
    box.accept("give", "Thorin", template="Shield")
    box.accept("give", "Wiz", template="Quarterstaff")
    return box


@pytest.mark.pure
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("thing", "bearer"), [("Thorin's shield", "Thorin"), ("Quarterstaff", "Wiz"), ("a pebble", "Wiz")])
def test_light_lies_with_the_bearer_of_the_thing(ruleset: Ruleset, thing: str, bearer: str) -> None:
    """SRD, Light: an object of at most 10 feet (5.1), a Large or smaller one that nobody else wears or carries unless forced (5.2)."""
    box = party(ruleset)
    told = box.did("cast", "Wiz", spell="Light", targets=[thing], force=ruleset == "5.2" and bearer != "Wiz")["text"]
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


HELD = {
    ("Light", "5.1"): "", ("Light", "5.2"): "caster", ("Magic Mouth", "5.1"): "caster", ("Magic Mouth", "5.2"): "caster", ("Darkness", "5.1"): "caster",
    ("Darkness", "5.2"): "nobody", ("Daylight", "5.1"): "caster", ("Daylight", "5.2"): "nobody", ("Animate Objects", "5.1"): "nobody",
    ("Animate Objects", "5.2"): "nobody", ("Continual Flame", "5.1"): "", ("Continual Flame", "5.2"): "", ("Arcane Lock", "5.2"): "",
}  # fmt: skip
"""Who alone may wear or carry the thing, by the texts: "isn't being worn or carried by someone else", "isn't being worn or carried"."""


@pytest.mark.pure
@pytest.mark.parametrize(("row", "holder"), HELD.items(), ids=[" ".join(row) for row in HELD])
def test_a_thing_that_somebody_has_is_taken_only_where_the_text_lets_it(row: tuple[str, Ruleset], holder: str) -> None:
    spell, ruleset = row
    for thing, fits in (("Thorin's shield", not holder), ("Quarterstaff", holder != "nobody"), ("a pebble", True)):
        box = party(ruleset, "cleric" if spell == "Daylight" else "wizard")
        answer = box.ask("cast", "Wiz", spell=spell, targets=[thing])
        code = (answer.get("error") or {}).get("code")
        assert (code != "thing_is_held") == fits, answer["text"]
        if not fits and spell == "Light":
            assert box.send(answer["error"]["try"], "execute_action")["ok"]


@pytest.mark.pure
def test_a_creature_is_no_thing_to_be_lit() -> None:
    """SRD 5.2, Light: one object; by force it lies on what the creature bears."""
    box = party("5.2")
    assert "Thorin is a creature" in box.refused("thing_is_held", "cast", "Wiz", spell="Light", targets=["Thorin"])["text"]
    box.did("cast", "Wiz", spell="Light", targets=["Thorin"], force=True)
