"""Words for a place, read without a world: the first form whose names all mean something."""

import pytest

from rpg_lite.mechanics.space.asked_places import (
    Above,
    AskedPlace,
    AtCorner,
    AtSquare,
    AwayFrom,
    BareName,
    Behind,
    Between,
    CoverFrom,
    EdgeOf,
    FeetFrom,
    Flanking,
    InDirection,
    InFrontOf,
    InPart,
    InReach,
    MiddleOf,
    NextTo,
    On,
    Opposite,
    OutOf,
    OutOfSight,
    Through,
    Toward,
    WithCover,
    names_in,
)
from rpg_lite.mechanics.space.place_words import ENEMIES, FAR, LONGEST_WORDS, forms, read
from rpg_lite.rules.space.squares import Space

HERE = {"Ogre", "Oda", "altar", "door north", "Man behind the Curtain", "Next to Nothing", "A and B", "B and C", "A", "C", "X from Y", "30 ft from Hell",
        "Bo with cover"}  # fmt: skip


def meant(words: str, *more: str) -> AskedPlace | None:
    return read(words, {*HERE, *more, ENEMIES}.__contains__)


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("C4", AtSquare(Space(2, 3))),
        ("c4+20", AtSquare(Space(2, 3, 1, 20))),
        ("C4 down 10", AtSquare(Space(2, 3, 1, -10))),
        ("E5/F6", AtCorner((40, 40))),
        ("Ogre", BareName("Ogre")),
        ("door north", BareName("door north")),
        ("next to Ogre", NextTo("Ogre")),
        ("beside altar", NextTo("altar")),
        ("NEXT  TO   Ogre ", NextTo("Ogre")),
        ("in reach of Ogre", InReach("Ogre")),
        ("30 ft from Ogre", FeetFrom("Ogre", 26, 30)),
        ("30 feet from Ogre", FeetFrom("Ogre", 26, 30)),
        ("30ft from Ogre", FeetFrom("Ogre", 26, 30)),
        ("within 30 ft of Ogre", FeetFrom("Ogre", 0, 30)),
        ("within 1000000000 ft of Ogre", FeetFrom("Ogre", 0, 10**9)),
        ("20 ft north of Ogre", InDirection(20, "north", "Ogre")),
        ("20 ft south-west of Ogre", InDirection(20, "southwest", "Ogre")),
        ("20 ft North East of Ogre", InDirection(20, "northeast", "Ogre")),
        ("north 20 ft", InDirection(20, "north")),
        ("20 ft southeast", InDirection(20, "southeast")),
        ("behind Ogre", Behind("Ogre")),
        ("behind Ogre from Oda", Behind("Ogre", "Oda")),
        ("20 ft behind Ogre", Behind("Ogre", "", 20)),
        ("20 ft behind Ogre from Oda", Behind("Ogre", "Oda", 20)),
        ("between Ogre and Oda", Between("Ogre", "Oda")),
        ("toward Ogre", Toward("Ogre")),
        ("towards Ogre", Toward("Ogre")),
        ("away from Ogre", AwayFrom("Ogre")),
        ("cover from Ogre", CoverFrom("Ogre")),
        ("out of sight of Ogre", OutOfSight("Ogre")),
        ("to C4", AtSquare(Space(2, 3))),
        ("at the square C4.", AtSquare(Space(2, 3))),
        ("20 ft NE of Ogre", InDirection(20, "northeast", "Ogre")),
        ("w 20 ft", InDirection(20, "west")),
        ("NW corner", InPart("corner", "northwest")),
        ("10 ft closer to Ogre", Toward("Ogre", 10)),
        ("retreat from Ogre", AwayFrom("Ogre")),
        ("half cover from Ogre", CoverFrom("Ogre")),
        ("total cover from Ogre", OutOfSight("Ogre")),
        ("behind full cover", OutOfSight(ENEMIES)),
        ("on altar", On("altar")),
        ("into altar", On("altar")),
        ("up on top of altar", On("altar")),
        ("through door north", Through("door north")),
        ("out of door north", OutOf("door north")),
        ("at Ogre", BareName("Ogre")),
        ("to Ogre", BareName("Ogre")),
        ("near Ogre", NextTo("Ogre")),
        ("by Ogre", NextTo("Ogre")),
        ("within reach of Ogre", InReach("Ogre")),
        ("into melee with Ogre", InReach("Ogre")),
        ("six squares from Ogre", FeetFrom("Ogre", 26, 30)),
        ("10' from Ogre", FeetFrom("Ogre", 6, 10)),
        ("at least 30 ft from Ogre", FeetFrom("Ogre", 30, FAR)),
        ("more than 30 ft away from Ogre", FeetFrom("Ogre", 31, FAR)),
        ("30 ft or more from Ogre", FeetFrom("Ogre", 30, FAR)),
        ("at most 30 ft from Ogre", FeetFrom("Ogre", 0, 30)),
        ("3 squares north of Ogre", InDirection(15, "north", "Ogre")),
        ("to the north of Ogre", InDirection(5, "north", "Ogre")),
        ("two squares to the west", InDirection(10, "west")),
        ("10 ft above Ogre", Above(10, "Ogre")),
        ("above Ogre", Above(5, "Ogre")),
        ("5 ft under Ogre", Above(-5, "Ogre")),
        ("20 ft up", Above(20)),
        ("down 20 ft", Above(-20)),
        ("20 ft in the air", Above(20, is_from_ground=True)),
        ("opposite Ogre", Opposite("Ogre")),
        ("on the other side of Ogre", Opposite("Ogre")),
        ("flanking Ogre", Flanking("Ogre")),
        ("flank Ogre", Flanking("Ogre")),
        ("in front of Ogre", InFrontOf("Ogre")),
        ("halfway between Ogre and Oda", Between("Ogre", "Oda")),
        ("20 ft toward Ogre", Toward("Ogre", 20)),
        ("as close to Ogre as possible", Toward("Ogre")),
        ("back away from Ogre", AwayFrom("Ogre")),
        ("as far from Ogre as possible", AwayFrom("Ogre")),
        ("10 ft back", AwayFrom(ENEMIES, 10)),
        ("back two squares", AwayFrom(ENEMIES, 10)),
        ("back away", AwayFrom(ENEMIES)),
        ("behind cover", CoverFrom(ENEMIES)),
        ("take cover from Ogre", CoverFrom("Ogre")),
        ("out of Ogre", OutOf("Ogre")),
        ("outside Ogre", OutOf("Ogre")),
        ("edge of Ogre", EdgeOf("Ogre")),
        ("at the very edge of Ogre", EdgeOf("Ogre")),
        ("in the middle of Ogre", MiddleOf("Ogre")),
        ("between Ogre", MiddleOf("Ogre", is_among=True)),
        ("back to the wall", InPart("side")),
        ("out of sight", OutOfSight(ENEMIES)),
        ("the nearest corner", InPart("corner")),
        ("in the north-east corner of the room", InPart("corner", "northeast")),
        ("along the southern wall", InPart("side", "south")),
        ("the middle of the room", InPart("middle")),
        ("north wall with cover", WithCover(InPart("side", "north"))),
        ("door north with cover", WithCover(BareName("door north"))),
        ("C4 with cover", WithCover(AtSquare(Space(2, 3)))),
        ("30 ft from Ogre with cover", WithCover(FeetFrom("Ogre", 26, 30))),
        ("next to Oda with cover from Ogre", WithCover(NextTo("Oda"), "Ogre")),
    ],
)
def test_each_row_is_read(words: str, asked: AskedPlace) -> None:
    assert meant(words) == asked


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("Man behind the Curtain", BareName("Man behind the Curtain")),
        ("next to Man behind the Curtain", NextTo("Man behind the Curtain")),
        ("behind Man behind the Curtain", Behind("Man behind the Curtain")),
        ("Next to Nothing", BareName("Next to Nothing")),
        ("next to Next to Nothing", NextTo("Next to Nothing")),
        ("between A and B and C", Between("A", "B and C")),
        ("between A and B and B and C", Between("A and B", "B and C")),
        ("behind X from Y", Behind("X from Y")),
        ("behind X from Y from X from Y", Behind("X from Y", "X from Y")),
        ("30 ft from Hell", BareName("30 ft from Hell")),
        ("30 ft from 30 ft from Hell", FeetFrom("30 ft from Hell", 26, 30)),
        ("next to Bo with cover", NextTo("Bo with cover")),
        ("next to Bo with cover with cover", WithCover(NextTo("Bo with cover"))),
        ("Bo with cover with cover from Bo with cover", WithCover(BareName("Bo with cover"), "Bo with cover")),
    ],
)
def test_names_may_hold_the_words_of_the_table(words: str, asked: AskedPlace) -> None:
    assert meant(words) == asked


def test_a_square_comes_before_a_name_and_a_name_before_a_row() -> None:
    assert meant("C4", "C4") == AtSquare(Space(2, 3))
    assert meant("next to C4", "C4") == NextTo("C4")
    assert meant("next to Ogre", "next to Ogre") == BareName("next to Ogre")


@pytest.mark.parametrize(
    "words",
    [
        "", " ", "C0", "ZZ1000", "A101", "C4+3", "C4 down 1000", "C4/C5", "nobody", "next to", "next to nobody", "30 ft",
        "0 ft from Ogre", "4 ft from Ogre", "-30 ft from Ogre", "NaN ft from Ogre", "3.5 ft from Ogre", "30 m from Ogre", "ft from Ogre",
        "99999999999 ft from Ogre", "within ft of Ogre", "20 ft up of Ogre", "20 ft of Ogre", "north", "north 0 ft", "behind", "behind Ogre from",
        "behind Ogre from nobody", "between Ogre and", "between Ogre and nobody", "between nobody and Ogre", "toward", "away Ogre",
        "cover", "with cover", " with cover", "Ogre with cover from", "Ogre with cover from nobody", "nobody with cover", "Ogre, Oda", "٣ ft from Ogre",
        "\u202eOgre", "next\x00to Ogre", "six squares", "six squares away", "back", "back 0 ft", "up", "up 2 ft", "9999 ft above Ogre", "over Ogre", "under Ogre",
        "left of Ogre", "right of Ogre", "on", "in", "through nobody", "south corner", "northeast wall", "corners", "flank", "flanking", "opposite", "in front",
        "seven hundred ft from Ogre",
    ],
)  # fmt: skip
def test_nothing_looser_is_read(words: str) -> None:
    assert meant(words) is None


def test_long_words_are_not_read() -> None:
    assert meant("next to " + "x" * 5000, "x" * 5000) is None
    assert [*forms("and " * 1250)] == []
    assert len([*forms(("between " + "a and " * 80)[:LONGEST_WORDS])]) < 200


def test_every_form_tells_its_names() -> None:
    assert names_in(WithCover(Between("A", "C"), "Oda")) == ("A", "C", "Oda")
    assert names_in(InDirection(20, "north")) == () == names_in(AtSquare(Space(0, 0)))
