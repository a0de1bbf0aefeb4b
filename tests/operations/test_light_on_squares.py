"""Light that falls on squares, senses that reach as far as their feet, and fog of the ground (SRD 5.1 and 5.2, Vision and Light)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import fought, put, room, turn_of, where
from tests.operations.dice import let
from tests.operations.table import Table

pytestmark = pytest.mark.stored

HALL = {"size": "40x10"}
UNSEEN = "does not see"


@laid_alike
def dark_hall(ruleset: Ruleset, ground: dict[str, object] = HALL, **where: str) -> Table:
    """Oda and Pip, who have only their eyes, against an ogre and two goblins in a dark hall, on Oda's turn."""
    table = fought(ruleset, ground)
    assert room(table, bagName="Crypt", light="dark")["ok"]
    put(table, **where)
    turn_of(table, "Oda")
    return table


def lit(table: Table, who: str) -> None:
    table.did("give", who, template="Torch")
    table.did("use", who, itemName="Torch", force=True)


def shot(table: Table, who: str, at: str, **fields: Any) -> str:
    """The text of an attack with a bow or whatever it has."""
    let(table, 12)
    return str(table.did("attack", who, targetName=at, force=True, dryRun=True, detail="full", **fields)["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("square", "is_seen"), [("F1", True), ("I1", True), ("J1", False), ("X3", False)])
def test_a_torch_reaches_forty_feet(ruleset: Ruleset, square: str, is_seen: bool):
    table = dark_hall(ruleset, Oda="A1", Pip="A9", Goblin_1=square, Goblin_2="AN9", Ogre="AL9")
    lit(table, "Oda")
    assert (UNSEEN not in shot(table, "Oda", "Goblin 1")) == is_seen


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_bears_the_light_is_seen_from_afar(ruleset: Ruleset):
    table = dark_hall(ruleset, Oda="A1", Pip="A9", Goblin_1="AN1", Goblin_2="AN9", Ogre="AL9")
    lit(table, "Oda")
    turn_of(table, "Goblin 1")
    told = shot(table, "Goblin 1", "Oda")
    assert f"Goblin 1 {UNSEEN} Oda" not in told and f"Oda {UNSEEN} Goblin 1" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_wall_stops_the_light(ruleset: Ruleset):
    ground = HALL | {"features": [{"is": "wall", "at": "C1-C8"}]}
    table = dark_hall(ruleset, ground, Oda="A1", Pip="A9", Goblin_1="D1", Goblin_2="AN9", Ogre="AL9")
    lit(table, "Oda")
    table.did("place", names=["Pip"], to="H1")
    turn_of(table, "Pip")
    assert f"Pip {UNSEEN} Goblin 1" in shot(table, "Pip", "Goblin 1")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("square", "is_seen"), [("M1", True), ("N1", False)])
def test_darkvision_ends_at_its_feet(ruleset: Ruleset, square: str, is_seen: bool):
    table = dark_hall(ruleset, Oda=square, Pip="A9", Goblin_1="A1", Goblin_2="AN9", Ogre="AL9")
    turn_of(table, "Goblin 1")
    assert (f"Goblin 1 {UNSEEN} Oda" not in shot(table, "Goblin 1", "Oda")) == is_seen


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("square", "is_seen"), [("G1", True), ("H1", False)])
def test_blindsight_ends_at_its_feet(ruleset: Ruleset, square: str, is_seen: bool):
    table = dark_hall(ruleset, Oda=square, Pip="A9", Goblin_1="AN1", Goblin_2="AN9", Ogre="AL9")
    table.did("create", name="Grim", template="Grimlock", roomName="Crypt")
    table.did("start_fight", names=["Grim"])
    put(table, Grim="A1")
    table.did("apply", "Oda", condition="invisible")
    turn_of(table, "Grim")
    assert (f"Grim {UNSEEN} Oda" not in shot(table, "Grim", "Oda")) == is_seen


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("light", "square", "is_seen"), [([10, 5], "E1", True), ([10, 5], "F1", False), (None, "J1", True), (None, "K1", False)])
def test_a_light_of_the_room_shines_from_its_square(ruleset: Ruleset, light: list[int] | None, square: str, is_seen: bool):
    feature = {"is": "light", "at": "B1", "called": "brazier", **({"light": light} if light else {})}
    table = dark_hall(ruleset, HALL | {"features": [feature]}, Oda="A5", Pip="A9", Goblin_1=square, Goblin_2="AN9", Ogre="AL9")
    assert (UNSEEN not in shot(table, "Oda", "Goblin 1").replace("Goblin 1 does not see", "")) == is_seen


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("oda", "goblin", "is_seen"), [("A1", "H1", False), ("A1", "E1", False), ("E1", "H1", False), ("A5", "H5", True)])
def test_what_is_heavily_obscured_hides_whoever_is_in_it_or_behind_it(ruleset: Ruleset, oda: str, goblin: str, is_seen: bool):
    ground = HALL | {"features": [{"is": "obscured", "at": "D1-F3", "called": "steam"}]}
    table = fought(ruleset, ground)
    put(table, Oda=oda, Pip="A9", Goblin_1=goblin, Goblin_2="AN9", Ogre="AL9")
    turn_of(table, "Oda")
    assert (f"Oda {UNSEEN} Goblin 1" not in shot(table, "Oda", "Goblin 1")) == is_seen


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_lightly_obscured_is_said_to_change_nothing(ruleset: Ruleset):
    table = fought(ruleset, HALL)
    thin = room(table, bagName="Crypt", ground={"features": [{"is": "obscured", "at": "D1", "obscures": "lightly"}]})
    assert "lightly obscured changes no roll" in thin["text"]
    thick = room(table, bagName="Crypt", ground={"features": [{"is": "obscured", "at": "D2"}]})
    assert "D2" not in thick["text"] and thick["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("feature", [{"is": "pillar", "at": "B1", "light": [5, 5]}, {"is": "light", "at": "B1", "obscures": "lightly"}])
def test_light_and_fog_belong_to_their_words(ruleset: Ruleset, feature: dict[str, object]):
    table = fought(ruleset, HALL)
    answer = room(table, bagName="Crypt", ground={"features": [feature]})
    assert not answer["ok"] and "belongs to a feature" in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("light", [[-1, 5], [501, 0], [5], [5, 5, 5], "bright", [5.5, 1]])
def test_bad_feet_of_light_are_refused(ruleset: Ruleset, light: object):
    table = fought(ruleset, HALL)
    answer = room(table, bagName="Crypt", ground={"features": [{"is": "light", "at": "B1", "light": light}]})
    assert not answer["ok"] and "light" in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("square", "is_seen"), [("X1", True), ("AI1", True), ("AK1", False)])
def test_daylight_shines_beyond_its_sphere(ruleset: Ruleset, square: str, is_seen: bool):
    """Bright for 60 ft around its point, dim for 60 ft more."""
    table = dark_hall(ruleset, Oda="B5", Pip="B6", Goblin_1=square, Goblin_2="AN9", Ogre="AL9")
    table.did("end_fight")
    sheet = {"abilities": {"wis": 16}, "classes": {"cleric": 5}, "party": True, "spells": {"prepared": ["Daylight"]}}
    table.did("create", name="Mira", character=sheet, roomName="Crypt")
    table.did("start_fight", names=["party", "Goblin 1", "Goblin 2", "Ogre"], space="measured")
    put(table, Oda="B5", Pip="B6", Goblin_1=square, Goblin_2="AN9", Ogre="AL9", Mira="B2")
    turn_of(table, "Mira")
    table.did("cast", "Mira", spell="Daylight", at="K2/L3")
    turn_of(table, "Oda")
    assert (f"Oda {UNSEEN} Goblin 1" not in shot(table, "Oda", "Goblin 1")) == is_seen


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_stands_in_the_dark_reads_it(ruleset: Ruleset):
    table = dark_hall(ruleset, Oda="A1", Pip="A9", Goblin_1="F1", Goblin_2="AN9", Ogre="AL9")
    assert "Oda at A1 in the dark." in where(table, "Oda")
    lit(table, "Oda")
    assert "Oda at A1. " in where(table, "Oda") and "Pip at A9 in dim light." in where(table, "Pip")
    standing = table.game.ask({"operation": "where", "characterName": "Pip"}, "read_campaign", "full")["results"][0]
    assert standing["light"] == "dim"
