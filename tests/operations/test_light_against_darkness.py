"""Spells of light and of darkness in one room end each other by their levels, in whichever order (SRD, Darkness, Daylight)."""

from itertools import permutations

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
KNOWN = ["Darkness", "Daylight", "Continual Flame", "Faerie Fire", "Fog Cloud"]


def table(ruleset: Ruleset = "5.1") -> Sandbox:
    box = Sandbox(first_world(ruleset))
    for name in ("Bo", "Al"):
        spells = {"cantrips": ["Light"], "known": KNOWN}
        box.accept("create", name=name, character={"classes": ["sorcerer 9"], "party": True, "spells": spells})
    box.accept("create", name="Imp", character={"hpMax": 100})
    return box


def cast(box: Sandbox, who: str, spell: str, slot: int | None = None) -> str:
    aim = {"targets": ["Imp"]} if spell in ("Darkness", "Daylight") else {}
    return str(box.did("cast", who, spell=spell, force=True, **aim, **({"slot": slot} if slot else {})))


def standing(box: Sandbox) -> set[str]:
    """The names of the spells that last."""
    people = [box.thing(name).creature for name in ("Bo", "Al")]
    laid = {zone.act for one in people for zone in one.zones.values()}
    return laid | {entry.name for one in people for entry in one.lasting("effects")}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        (("Light", None), ("Darkness", None), {"Darkness"}),
        (("Continual Flame", None), ("Darkness", None), {"Darkness"}),
        (("Continual Flame", 3), ("Darkness", None), {"Continual Flame", "Darkness"}),
        (("Daylight", None), ("Darkness", None), {"Daylight"}),
        (("Daylight", None), ("Darkness", 3), {"Daylight"}),
        (("Daylight", None), ("Darkness", 4), {"Daylight", "Darkness"}),
        (("Daylight", None), ("Fog Cloud", None), {"Daylight", "Fog Cloud"}),
    ],
)
def test_the_weaker_spell_ends(ruleset: Ruleset, first: tuple[str, int | None], second: tuple[str, int | None], left: set[str]) -> None:
    for one, other in permutations([("Bo", *first), ("Al", *second)]):
        box = table(ruleset)
        cast(box, *one)
        told = cast(box, *other)
        assert standing(box) == left
        gone = {first[0], second[0]} - left
        assert all(f"{name} is dispelled by" in told for name in gone)
        assert not (gone & {c.effect for n in ("Bo", "Al") if (c := box.thing(n).creature.concentration)})


def test_a_torch_is_no_spell_and_burns_on() -> None:
    box = table()
    box.accept("give", "Bo", template="Torch")
    box.accept("use", "Bo", itemName="Torch")
    cast(box, "Al", "Darkness")
    assert "Torch (lit" in box.did("view", "Bo")["text"]


def test_light_in_another_room_shines_on() -> None:
    box = table()
    cast(box, "Bo", "Light")
    assert box.send({"operation": "create", "name": "Cave", "direction": "north"}, "manage_room")["ok"]
    box.accept("go", "Bo", direction="north")
    cast(box, "Al", "Darkness")
    assert standing(box) == {"Light", "Darkness"}


@pytest.mark.parametrize(("features", "unseen"), [([], True), (["Devil's Sight"], False)])
def test_devils_sight_pierces_magical_darkness(features: list[str], unseen: bool) -> None:
    box = table()
    box.accept("create", name="Wo", character={"classes": ["warlock 5"], "features": features})
    cast(box, "Al", "Darkness")
    told = str(box.did("attack", "Wo", targetName="Imp"))
    assert ("Wo does not see Imp" in told) == unseen


@pytest.mark.stored
def test_the_light_of_one_in_the_darkness_ends_in_a_stored_campaign() -> None:
    with begun() as game:
        made = Table(game)
        for name in ("Bo", "Al"):
            spells = {"cantrips": ["Light"], "known": KNOWN}
            made.did("create", name=name, character={"classes": ["sorcerer 9"], "spells": spells})
        made.did("create", name="Imp", character={"hpMax": 100})
        made.did("cast", "Bo", spell="Light", force=True)
        before = made.now.world
        assert "Light is dispelled by Darkness" in str(made.did("cast", "Al", spell="Darkness", targets=["Imp", "Bo"], force=True))
        assert not made.thing("Bo").creature.lasting("effects")
        made.did("undo")
        assert made.now.world == before


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("spell", ["Light", "Continual Flame", "Daylight", "Dancing Lights", "Produce Flame"])
def test_dispel_magic_ends_a_spell_of_light(ruleset: Ruleset, spell: str) -> None:
    """One that shines by itself, such as Daylight, is named (SRD, Dispel Magic: a magical effect)."""
    box = Sandbox(first_world(ruleset))
    for name in ("Bo", "Al"):
        box.accept("create", name=name, character={"classes": ["wizard 9"], "party": True})
    box.accept("create", name="Imp", character={"hpMax": 100})
    cast(box, "Bo", spell)
    assert standing(box) == {spell}
    named = {"choice": spell} if spell == "Daylight" else {}
    told = str(box.did("cast", "Al", spell="Dispel Magic", targets=["Bo"], force=True, **named))
    assert f"{spell} ends" in told and standing(box) == set() and box.thing("Bo").creature.concentration is None
