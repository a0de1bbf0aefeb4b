"""The one place that words mean, in rooms with grounds."""

import pytest

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space.choosing import FoundPlace
from tests.places import Room


def hall() -> Room:
    """Oda and Pip against a Large ogre and a goblin, with a pillar, an altar and a wall."""
    room = Room("12x10", ("pillar", "F6"), ("furniture", "H3-I3", "altar"), ("wall", "K1-K3"))
    room.hero("Oda", "B5").hero("Pip", "D8").creature("Ogre", "G4", "large").creature("Goblin", "J8")
    return room.exit("north").exit("east", "gate")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("C4", "C4"),
        ("B5", "B5"),
        ("F6", "does_not_fit"),
        ("G4", "occupied"),
        ("H5", "occupied"),
        ("M1", "off_the_ground"),
        ("E5/F6", "place_unclear"),
        ("next to Ogre", "F5"),
        ("Ogre", "F5"),
        ("next to Pip", "C7"),
        ("door north", "F1"),
        ("north", "F1"),
        ("north door", "F1"),
        ("gate", "L5"),
        ("gate exit", "L5"),
        ("door east", "L5"),
        ("20 ft north of Goblin", "J4"),
        ("north 20 ft", "B1"),
        ("20 ft west of Ogre", "C4"),
    ],
)
def test_places_in_the_hall(words: str, place: str) -> None:
    assert hall().at("Oda", words) == place


def test_a_refusal_names_the_nearest_free_places() -> None:
    refused = hall().find("Oda", "G4")
    assert isinstance(refused, Rejected) and refused.near == ("F5", "F4", "F3")


def test_words_that_mean_nothing_are_answered_with_the_forms() -> None:
    refused = hall().find("Oda", "near the fire")
    assert isinstance(refused, Rejected)
    assert refused.code == "place_unclear" and {"C4", "next to Ogre", "between Ogre and Pip", "door north"} <= set(refused.allowed)


def test_every_form_that_a_refusal_lists_is_read() -> None:
    room = hall()
    refused = room.find("Oda", "near the fire")
    assert isinstance(refused, Rejected)
    assert [words for words in refused.allowed if room.at("Oda", words) == "place_unclear"] == []


def test_the_nearest_free_place_is_told() -> None:
    room = hall().creature("Rat", "F1")
    found = room.find("Oda", "door north")
    assert isinstance(found, FoundPlace) and found.name == "E2" and found.wished is not None
