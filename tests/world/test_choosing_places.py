"""The one place that words mean, in rooms with grounds: every row of the table, and the refusals."""

from dataclasses import replace
from typing import Any

import pytest

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space.choosing import FoundPlace, find_place
from rpg_lite.mechanics.space.free_places import standing_with, standing_without
from rpg_lite.mechanics.space.named_places import Landmark
from rpg_lite.mechanics.space.reach_of import melee_reach
from rpg_lite.mechanics.space.sheltered_places import Shelter
from rpg_lite.messages.refusal_formatting import sentence
from rpg_lite.rules.space.squares import Space
from tests.places import Room


def hall() -> Room:
    """Oda and Pip against a Large ogre and a goblin, with a pillar, an altar and a wall; doors in the north and in the east."""
    room = Room("12x10", ("pillar", "F6"), ("furniture", "H3-I3", "altar"), ("wall", "K1-K3"))
    room.hero("Oda", "B5").hero("Pip", "D8").creature("Ogre", "G4", "large").creature("Goblin", "J8")
    return room.exit("north").exit("east", "gate")


def trench() -> Room:
    """A long room with pillars, a pit from wall to wall, a low wall on an edge, a bog and a pool."""
    room = Room("20x4", ("pillar", "C2"), ("pillar", "H2"), ("pillar", "R2"), ("pit", "K1-K4"), ("low_wall", "E2|F2"), ("difficult", "M1-N4", "bog"),
                ("deep_water", "S1-S4", "pool"))  # fmt: skip
    return room.hero("Oda", "F3").creature("Orc", "P3")


def refusal(found: FoundPlace | Rejected) -> Rejected:
    assert isinstance(found, Rejected), found
    return found


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("C4", "C4"), ("c4", "C4"), ("B5", "B5"), ("H3", "H3"), ("F6", "does_not_fit"), ("G4", "occupied"), ("H5", "occupied"), ("M1", "off_the_ground"),
        ("A11", "off_the_ground"), ("C4+20", "C4+20"), ("C4 down 10", "C4 down 10"), ("E5/F6", "place_unclear"),
        ("next to Ogre", "F5"), ("beside Ogre", "F5"), ("Ogre", "F5"), ("ogre", "F5"), ("the Ogre", "F5"), ("next to Pip", "C7"), ("in reach of Goblin", "I7"),
        ("30 ft from Ogre", "A5"), ("15 ft from Ogre", "D5"), ("within 30 ft of Ogre", "B5"), ("within 10 ft of Ogre", "E5"), ("70 ft from Ogre", "off_the_ground"),
        ("20 ft north of Goblin", "J4"), ("20 ft west of Ogre", "C4"), ("10 ft northwest of Ogre", "E2"), ("10 ft south-east of Oda", "place_unclear"),
        ("north 20 ft", "B1"), ("north 25 ft", "off_the_ground"), ("20 ft east", "F5"), ("southeast 10 ft", "D7"), ("east 10 ft", "D5"),
        ("behind Ogre", "H3"), ("behind Goblin", "K8"), ("behind Goblin from Ogre", "J9"), ("behind altar", "H2"), ("behind altar from Pip", "H2"),
        ("behind pillar from Ogre", "E7"), ("10 ft behind Goblin", "L9"),
        ("between Ogre and Pip", "E6"), ("between Ogre and Goblin", "I6"), ("toward Goblin", "H7"), ("toward gate", "H6"), ("toward Pip", "C7"),
        ("away from Ogre", "A5"), ("away from Pip", "B1"), ("cover from Ogre", "E7"), ("out of sight of Ogre", "no_such_place"), ("in sight of Ogre", "B5"), ("a clear shot at Goblin", "A5"),
        ("out of reach of Ogre", "B5"),
        ("door north", "F1"), ("north", "F1"), ("north door", "F1"), ("north exit", "F1"), ("exit north", "F1"), ("gate", "L5"), ("gate exit", "L5"),
        ("door east", "L5"), ("east", "L5"), ("next to gate", "K6"), ("south", "place_unclear"), ("door south", "place_unclear"),
        ("Pip with cover", "E7"), ("door north with cover", "no_such_place"), ("next to Pip with cover from Goblin", "C8"), ("E7 with cover", "E7"),
        ("C4 with cover", "no_such_place"), ("20 ft behind enemies", "L6"),
    ],
)  # fmt: skip
def test_places_in_the_hall(words: str, place: str) -> None:
    """Oda, at B5, asks."""
    assert hall().at("Oda", words) == place


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("C4", "C4"), ("K9", "K9"), ("L10", "off_the_ground"), ("E5", "does_not_fit"), ("I7", "occupied"), ("I4", "I4"), ("G4", "G4"), ("H5", "H5"),
        ("next to Oda", "C4"), ("in reach of Oda", "D4"), ("30 ft from Oda", "H4"), ("20 ft north of Goblin", "I3"), ("10 ft west of Pip", "A7"),
        ("west 10 ft", "E4"), ("north 10 ft", "G2"), ("north 20 ft", "off_the_ground"), ("behind Oda", "nothing_behind"), ("behind altar", "I1"),
        ("between Oda and Goblin", "F7"), ("toward Oda", "C4"), ("away from enemies", "K4"), ("gate", "K4"), ("door north", "F1"),
    ],
)  # fmt: skip
def test_places_of_a_large_creature(words: str, place: str) -> None:
    """The ogre asks, whose space is named by its north-west square; its club reaches 10 ft."""
    assert hall().at("Ogre", words, reach=10) == place


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("next to Oda", "A6"),
        ("gate", "J5"),
        ("J3", "does_not_fit"),
        ("H6", "occupied"),
        ("H1", "H1"),
        ("away from Oda", "J5"),
        ("toward Goblin", "G8"),
    ],
)
def test_places_of_a_huge_creature_that_is_placed(words: str, place: str) -> None:
    """No way is walked: the game master places it."""
    assert hall().creature("Giant", "A8", "huge").at("Giant", words, walks=False) == place


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("pillar", "G3"), ("behind pillar", "G2"), ("pit", "J3"), ("K2", "K2 down 10"), ("next to pit", "J3"), ("low wall", "F3"), ("low_wall", "F3"),
        ("behind low wall", "E2"), ("bog", "L3"), ("pool", "R3"), ("toward pool", "J3"), ("toward Orc", "J3"), ("20 ft east of pillar", "L2"),
        ("30 ft from Orc", "J3"), ("cover from Orc", "G2"), ("east 25 ft", "J3"), ("between pillar and Orc", "J3"), ("difficult", "L3"),
    ],
)  # fmt: skip
def test_features_are_named_by_word_or_by_their_own_name(words: str, place: str) -> None:
    assert trench().at("Oda", words) == place


def pond() -> Room:
    """Oda and Pip against an ogre and two goblins, with deep and shallow water, stairs, two pillars of one feature and doors to two sides."""
    room = Room("12x10", ("deep_water", "A1-B2", "deep pool"), ("shallow_water", "G8-H9"), ("stairs", "K9-L10", "balcony"), ("pillar", "C4 C7"),
                ("pit", "L1"), ("low_wall", "A9|A10"))  # fmt: skip
    room.hero("Oda", "F10").hero("Pip", "E9").creature("Goblin 1", "B3").creature("Goblin 2", "J6").creature("Ogre", "G1", "large")
    return room.exit("south").exit("east", "passage", "passage")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("in deep pool", "B2"), ("in the water", "G9"), ("into the deep water", "B2"), ("on the balcony", "K10"), ("up on the stairs", "K10"), ("on top of the balcony", "K10"),
        ("on the pillar", "no_free_place"), ("on Ogre", "occupied"), ("into the pit", "L1 down 10"), ("on the low wall", "place_unclear"), ("on Oda", "place_unclear"), ("10 ft above Oda", "F10+10"),
        ("next to D9", "E10"), ("10 ft from D9", "F10"), ("toward A1", "E4"), ("toward D9", "D9"), ("between D4 and F6", "E5"), ("2 squares north of D9", "D7"), ("north of D9", "D8"), ("on D9", "D9"),
        ("behind D9 from Pip", "C10"), ("next to D4+10", "on_another_level"), ("next to M1", "place_unclear"), ("to D9", "D9"), ("at square D9", "D9"), ("D9.", "D9"), ("to C4", "does_not_fit"),
        ("10 ft N", "F8"), ("15 ft NE of Pip", "H6"), ("NW corner", "A1"), ("SE of Pip", "F10"), ("S wall", "F10"), ("closer to Ogre", "F4"), ("10 ft closer to Ogre", "F8"),
        ("run away from Ogre", "F10"), ("retreat from Goblin 1", "L8"), ("total cover from Ogre", "no_such_place"), ("half cover from Ogre", "C8"), ("behind full cover", "no_such_place"), ("with Pip", "F10"),
        ("10 ft above Ogre", "G1+15"), ("above Pip", "E9+5"), ("10 feet over pillar", "D8+10"), ("20 ft up", "F10+20"), ("down 10 ft", "F10 down 10"),
        ("15 ft in the air", "F10+15"), ("5 ft below Pip", "E9 down 5"), ("2000 ft above Ogre", "place_unclear"), ("over Ogre", "place_unclear"),
        ("corner", "A10"), ("north-east corner", "L2"), ("in the northwest corner of the room", "A1"), ("south corner", "place_unclear"), ("a corner", "A10"),
        ("north wall", "F1"), ("against the eastern wall", "L8"), ("along the west side", "A10"), ("northeast wall", "place_unclear"), ("middle", "F6"),
        ("the center of the room", "F6"), ("to the centre", "F6"),
        ("nearest enemy", "I7"), ("the enemy", "I7"), ("next to the nearest goblin", "I7"), ("closest goblin", "I7"), ("nearest Ogre", "F3"), ("nearest ally", "F10"),
        ("behind the nearest pillar", "B8"), ("next to nearest dragon", "place_unclear"), ("Goblin", "name_ambiguous"),
        ("opposite Ogre", "I1"), ("on the opposite side of Ogre", "I1"), ("the far side of Ogre", "I1"), ("opposite the pillar", "C6"), ("across from Pip", "E8"),
        ("flank Ogre", "I1"), ("flanking Goblin 2", "K5"), ("flanking Pip", "place_unclear"), ("in front of Ogre", "F3"), ("in front of Pip", "F8"),
        ("3 squares north of Pip", "E6"), ("2 squares from Ogre", "F4"), ("a square east of Pip", "F9"), ("six squares away", "place_unclear"), ("two squares north", "F8"),
        ("10' from Ogre", "F4"), ("10’ from Ogre", "F4"), ("five feet from Pip", "F10"), ("to the north of Pip", "E8"), ("north side of Pip", "E8"),
        ("into the corridor", "F10"), ("through the door", "F10"), ("out the south door", "F10"), ("out of the south exit", "F10"), ("through Ogre", "place_unclear"),
        ("through the passage", "L5"), ("by the door", "F10"), ("to the door", "F10"), ("at the door south", "F10"), ("by Ogre", "F3"),
        ("at the balcony", "J10"), ("to Pip", "F10"), ("near Ogre", "F3"), ("close to Ogre", "F3"), ("right next to Ogre", "F3"),
        ("behind cover", "D10"), ("take cover from Ogre", "C8"), ("cover", "place_unclear"), ("out of sight", "no_such_place"), ("back", "place_unclear"),
        ("10 ft back", "D10"), ("back 2 squares", "D10"), ("back off", "C10"), ("as far from Ogre as possible", "F10"), ("20 ft toward Ogre", "F6"), ("as close to Ogre as possible", "F4"),
        ("within reach of Ogre", "F3"), ("in melee with Ogre", "F3"), ("within 10 ft from Ogre", "F4"), ("at most 10 ft from Ogre", "F4"), ("at least 30 ft from Ogre", "F10"),
        ("50 ft or more from Ogre", "off_the_ground"), ("the pillar at C4", "D5"), ("pillar at C7", "D8"), ("pillar at C5", "place_unclear"), ("next to the pillar at C4", "D5"), ("left of Ogre", "place_unclear"),
    ],
)  # fmt: skip
def test_words_that_a_table_says(words: str, place: str) -> None:
    """Oda, at F10, asks, with 30 ft left."""
    assert pond().at("Oda", words) == place


def test_a_whole_name_comes_before_a_word_for_something() -> None:
    room = Room().hero("Oda", "A1").creature("Nearest Enemy", "H8").creature("Water", "E2").creature("Corner", "J2").creature("Orc", "C1")
    assert [room.at("Oda", words) for words in ("nearest enemy", "water", "corner", "enemy")] == ["G7", "D2", "I3", "B1"]


def test_of_several_features_the_nearest_is_meant_and_told() -> None:
    found = trench().find("Oda", "next to pillar")
    assert isinstance(found, FoundPlace)
    assert [(one.name, one.at, one.kind) for one in found.chosen] == [("pillar", "H2", "feature")]
    assert isinstance(alone := trench().find("Oda", "next to pit"), FoundPlace) and alone.chosen == ()


def test_a_pit_is_entered_only_by_its_square() -> None:
    room = Room("3x1", ("pit", "B1")).hero("Oda", "A1")
    assert (room.at("Oda", "B1"), room.at("Oda", "east 5 ft"), room.at("Oda", "within 5 ft of pit")) == ("B1 down 10", "A1", "A1")


def test_next_to_somebody_is_on_this_side_of_a_wall() -> None:
    room = Room("7x5", ("wall", "D1-D4")).hero("Oda", "B2").creature("Orc", "E2")
    assert (room.at("Oda", "next to Orc"), room.at("Oda", "in reach of Orc", reach=10)) == ("E3", "E4")
    assert room.at("Oda", "within 10 ft of Orc") == "C2"


@pytest.mark.parametrize(
    ("who", "words", "place", "how"),
    [
        ("Oda", "next to Bat", "on_another_level", {}),
        ("Oda", "within 20 ft of Bat", "B5", {}),
        ("Oda", "within 10 ft of Wyvern", "F5", {}),
        ("Oda", "next to Bat", "E5+20", {"level": 20, "walks": False}),
        ("Wyvern", "next to Bat", "G5+10", {}),
        ("Wyvern", "F5", "F5", {}),
        ("Wyvern", "F5+20", "occupied", {}),
        ("Wyvern", "F5+15", "occupied", {}),
        ("Wyvern", "north 10 ft", "H3+10", {}),
    ],
)
def test_places_in_the_air(who: str, words: str, place: str, how: dict[str, Any]) -> None:
    room = Room().hero("Oda", "B5").creature("Bat", "F5+20", "tiny").creature("Wyvern", "H5+10", "large")
    assert room.at(who, words, **how) == place


def test_four_tiny_creatures_share_a_square() -> None:
    room = Room("3x3").creature("Newt", "C3", "tiny").hero("Oda", "B3")
    for name in ("Rat", "Mouse", "Vole"):
        room.creature(name, "A1", "tiny")
    assert (room.at("Newt", "A1"), room.at("Oda", "A1")) == ("A1", "occupied")
    assert room.creature("Shrew", "A1", "tiny").at("Newt", "A1") == "occupied"


def test_the_space_of_the_dead_is_free() -> None:
    room = hall()
    for name in ("Goblin", "Ogre"):
        room.kill(name)
    assert (room.at("Oda", "G4"), room.at("Oda", "Goblin")) == ("G4", "I7")
    assert room.at("Oda", "next to enemies") == "place_unclear"


def test_behind_is_seen_from_the_mover_its_friends_or_its_foes() -> None:
    room = Room().hero("Oda", "B5").hero("Vex").creature("Ogre", "G5").creature("Wolf", "K5")
    assert room.at("Oda", "behind Ogre") == "H5"  # a foe, from where Oda stands
    assert room.at("Vex", "behind Ogre") == "H5"  # Vex has no place yet: from where its friend stands
    assert room.at("Vex", "behind Oda") == "A5"  # a friend, from the nearest foe
    assert room.at("Wolf", "behind Ogre") == "H5"
    assert room.at("Vex", "behind Ogre", known=frozenset([room.one("Ogre").id])) == "place_unclear"


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("next to enemies", "F5"),
        ("toward enemies", "F5"),
        ("away from enemies", "A8"),
        ("20 ft from enemies", "C5"),
        ("behind enemies", "H5"),
    ],
)
def test_enemies_are_the_nearest_foe_in_sight(words: str, place: str) -> None:
    room = Room("12x10", ("wall", "A3-E3")).hero("Oda", "B5").creature("Ogre", "G5").creature("Wolf", "K5").creature("Ghost", "B2")
    found = room.find("Oda", words)
    assert isinstance(found, FoundPlace) and found.name == place
    assert [(one.name, one.at) for one in found.chosen] == [("Ogre", "G5")]


@pytest.mark.parametrize(
    ("words", "left", "place"),
    [
        ("toward Orc", 25, "F5"),
        ("toward Orc", 10, "C5"),
        ("toward Orc", 0, "A5"),
        ("toward Orc", None, "I5"),
        ("toward Orc", 29, "F5"),
        ("away from Orc", 15, "A5"),
        ("cover from Orc", 5, "no_such_place"),
        ("cover from Orc", 30, "A2"),
        ("out of sight of Orc", 30, "A2"),
    ],
)
def test_words_of_movement_go_as_far_as_it_goes(words: str, left: int | None, place: str) -> None:
    room = Room("12x10", ("wall", "C1-C3")).hero("Oda", "A5").creature("Orc", "J5")
    assert room.at("Oda", words, left=left) == place


# ── worked cases ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_hobgoblin_in_a_doorway() -> None:
    """SRD 5.1, Space, its example: who cannot pass comes as near as there is a way."""
    room = Room("9x5", ("wall", "E1-E2 E4-E5")).hero("Oda", "B3").creature("Hobgoblin", "E3")
    assert (room.at("Oda", "H3"), room.at("Oda", "toward H3"), room.at("Oda", "toward Hobgoblin")) == ("H3", "D3", "D3")


def test_nobody_ends_in_the_space_of_another() -> None:
    """SRD 5.1 and 5.2, Movement and Position."""
    room = Room().hero("Oda", "B5").hero("Pip", "E5")
    assert refusal(room.find("Oda", "E5")) == Rejected("occupied", "to", {"wanted": "E5"}, ("D5", "D4", "D6"))


def test_next_to_a_big_foe_by_the_cheapest_way() -> None:
    """SRD 5.2, Playing on a Grid: F3 to F6 cost 20 ft each, and F5 takes no diagonal more."""
    assert Room().hero("Oda", "B5").creature("Ogre", "G4", "large").at("Oda", "next to Ogre") == "F5"


# ── names ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "name", ["Man behind the Curtain", "Next to Nothing", "30 ft from Home", "Toward Dawn", "Bo with cover", "A, B and C", "Ünïcödé", "北"]
)
def test_names_with_any_words_are_found(name: str) -> None:
    room = hall().creature(name, "B2")
    for words in (name, f"next to {name}", f"beside {name.upper()}", f"within 5 ft of {name}"):
        assert room.at("Oda", words) == "B3", words
    assert room.at("Oda", f"between {name} and Pip") == room.at("Oda", f"between Pip and {name}") == "C5"
    assert room.at("Oda", f"next to {name} with cover from Ogre") not in ("place_unclear", "occupied")


def test_a_whole_name_comes_before_a_part_of_one() -> None:
    room = Room().hero("Oda", "A1").creature("Borin Stonefist", "J8").creature("Borin", "D4")
    assert room.at("Oda", "Borin") == "C3"
    assert (room.at("Oda", "Stonefist"), room.at("Oda", "next to Stonefist")) == ("I7", "I7")


def test_namesakes_are_refused_and_found_by_their_ids() -> None:
    room = hall().creature("Goblin", "B2")
    refused = refusal(room.find("Oda", "next to Goblin"))
    assert refused.code == "name_ambiguous" and len(refused.near) == 2
    assert {room.at("Oda", f"next to {told.partition(' in ')[0]}") for told in refused.near} == {"B3", "I7"}
    assert {room.at("Oda", told.partition("(")[2].partition(")")[0]) for told in refused.near} == {"B3", "I7"}


def test_a_thing_on_the_floor_has_a_place() -> None:
    room = hall()
    id = room.box.accept("give", bagName="floor", template="Dagger").made[0]
    assert room.at("Oda", "next to Dagger") == "place_unclear"
    room.put(id, "B8")
    assert room.at("Oda", "next to Dagger") == room.at("Oda", "dagger") == room.at("Oda", id) == "B7"


@pytest.mark.parametrize(
    ("words", "place"), [("G4", "G4"), ("next to Oda", "A4"), ("F6", "does_not_fit"), ("behind Oda", "place_unclear"), ("door north", "F1")]
)
def test_a_thing_lies_where_somebody_stands(words: str, place: str) -> None:
    room = hall()
    room.box.accept("give", bagName="floor", template="Dagger")
    assert room.at("Dagger", words) == place


def test_an_exit_that_several_sides_share_is_the_nearest() -> None:
    room = Room().hero("Oda", "A10").exit("north", "north").exit("north", "north 2").exit("up", "trapdoor", "ladder")
    assert [room.at("Oda", words, walks=False) for words in ("north", "door north 2", "north 2 door", "up", "ladder up", "trapdoor")] == [
        "C1", "I1", "I1", "F5", "F5", "F5",
    ]  # fmt: skip


def test_the_nearest_free_place_is_told() -> None:
    room = hall().creature("Rat", "F1")
    found = room.find("Oda", "door north")
    assert isinstance(found, FoundPlace) and found.name == "E2" and found.wished == Space(5, 0)
    assert isinstance(there := hall().find("Oda", "door north"), FoundPlace) and there.wished is None


# ── one after the other ─────────────────────────────────────────────────────────────────────────────────────────────


def test_several_are_placed_one_after_the_other() -> None:
    room = Room("6x6").hero("Oda").hero("Pip").hero("Vex").creature("Ogre", size="large").exit("south")
    standing, names = room.standing(), []
    for who in ("Oda", "Pip", "Vex", "Ogre"):
        found = find_place("door south", "places", replace(room.asking(who), standing=standing))
        assert isinstance(found, FoundPlace)
        standing = standing_with(standing, {room.one(who).id: found.space})
        names.append(found.name)
    assert names == ["C6", "B5", "C5", "D4"]
    spaces = [*standing.spaces.values()]
    assert not any(a.overlaps(b) for n, a in enumerate(spaces) for b in spaces[:n])


def test_those_who_change_places_are_taken_up_first() -> None:
    room = hall()
    asking, pip = room.asking("Oda", walks=False), room.one("Pip").id
    assert refusal(find_place("D8", "to", asking)).code == "occupied"
    moved = find_place("D8", "to", replace(asking, standing=standing_without(asking.standing, [pip])))
    assert isinstance(moved, FoundPlace) and moved.name == "D8"


# ── what is not known ───────────────────────────────────────────────────────────────────────────────────────────────


def test_whom_the_asker_does_not_know_is_not_in_the_way_and_not_named() -> None:
    room = hall().creature("Lurker", "C4")
    known = frozenset(one.id for one, _ in room.standing().creatures() if one.name != "Lurker")
    assert (room.at("Oda", "C4"), room.at("Oda", "C4", known=known)) == ("occupied", "C4")
    refused = refusal(room.find("Oda", "next to Lurker", known=known))
    assert refused.code == "place_unclear" and "Lurker" not in " ".join((*refused.near, *refused.allowed))
    assert refused.details == {"wanted": "next to Lurker"}


def test_a_creature_without_a_name_is_in_the_way_and_not_named() -> None:
    room = hall().creature("Lurker", "C4")
    room.box.world = replace(room.world, unnamed=frozenset([room.one("Lurker").id]))
    assert (room.at("Oda", "C4"), room.at("Oda", "next to Lurker")) == ("occupied", "place_unclear")
    assert "Lurker" not in " ".join(refusal(room.find("Oda", "next to Lurker")).allowed)
    assert room.at("Oda", "next to enemies") == "B5"


def test_hidden_exits_and_features_have_no_name() -> None:
    room = Room("12x10").hero("Oda", "B5").exit("west", "panel", "secret_door", hidden=True)
    assert (room.at("Oda", "panel"), room.at("Oda", "panel", known=frozenset())) == ("A5", "place_unclear")
    room.hide_feature("pillar", "F6")
    assert (room.at("Oda", "pillar"), room.at("Oda", "pillar", sees_hidden=False)) == ("E5", "place_unclear")
    assert room.at("Oda", "F6", sees_hidden=False) == "F6"


# ── refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "near", "told"),
    [
        ("G4", ("F5", "F4", "F3"), "to: somebody is in the way at G4; did you mean F5, F4, F3"),
        ("F6", ("E5", "E6", "E7"), "to: Oda fills 5 by 5 ft, and something solid is in the way at F6; did you mean E5, E6, E7"),
        ("Z5", ("L5", "K6", "K5"), "to: Z5 lies off the ground: Lobby reaches from A1 to L10; did you mean L5, K6, K5"),
        ("out of sight of Ogre", (), "to: no free place that Oda can reach now is 'out of sight of Ogre'"),
    ],
)
def test_refusals_say_what_could_be_sent(words: str, near: tuple[str, ...], told: str) -> None:
    refused = refusal(hall().find("Oda", words))
    assert refused.near == near
    assert sentence(refused) == told
    assert all(hall().at("Oda", square) == square for square in near)


def test_all_eight_squares_around_are_taken() -> None:
    room = Room("5x5").hero("Oda", "E5").creature("Orc", "C3")
    for n, square in enumerate(("B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4")):
        room.creature(f"Imp {n}", square)
    refused = refusal(room.find("Oda", "next to Orc"))
    assert (refused.code, refused.near, refused.details["nearest"][0]) == ("no_free_place", (), "E5")
    assert "no place 'next to Orc' is free and wide enough for Oda; free and nearest to it: E5," in sentence(refused)


def test_a_big_creature_fits_nowhere() -> None:
    room = Room("6x2").creature("Giant", None, "huge").hero("Oda", "A1")
    assert (room.at("Giant", "C1"), room.at("Giant", "next to Oda")) == ("off_the_ground", "off_the_ground")
    room = Room("4x4", ("pillar", "B2 C3")).creature("Giant", None, "huge").hero("Oda", "A1")
    assert room.at("Giant", "within 20 ft of Oda") == "no_such_place"


def test_words_that_mean_nothing_are_answered_with_the_forms() -> None:
    refused = refusal(hall().find("Oda", "near the fire"))
    assert (refused.code, refused.allowed) == (
        "place_unclear",
        ("C4", "next to Ogre", "20 ft north of Ogre", "behind Ogre", "toward Ogre", "away from Ogre"),
    )


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("left of Pip", "west of Pip"), ("somewhere to the right of the altar", "west of altar"), ("six squares away", "away from Ogre"), ("retreat", "away from Ogre"),
        ("far off the Goblin", "away from Goblin"), ("up high", "10 ft up"), ("the exit in the back", "away from Ogre"), ("some passage", "door north"),
        ("upper left corner", "northeast corner"), ("the near corner", "northeast corner"), ("around the pillar", "flanking Ogre"), ("(3,4)", "C4"), ("C 4", "C4"), ("charge!", "in reach of Ogre"),
        ("where the altar is", "C4"), ("hidden", "behind Ogre"), ("", "C4"),
    ],
)  # fmt: skip
def test_the_forms_that_fit_the_words_best_come_first(words: str, first: str) -> None:
    refused = refusal(hall().find("Oda", words))
    assert refused.code == "place_unclear" and refused.allowed[0] == first and 1 < len(refused.allowed) <= 6
    assert [form for form in refused.allowed if hall().at("Oda", form) == "place_unclear"] == []


@pytest.mark.parametrize(
    "words", ["far off Ogre", "get away Ogre", "retreating off the Ogre", "back", "flee", "avoid Ogre"]
)
def test_words_that_lead_away_are_not_answered_with_words_that_lead_there(words: str) -> None:
    refused = refusal(hall().find("Oda", words))
    assert refused.near == () and not [form for form in refused.allowed if form.startswith(("next to", "in reach", "toward"))]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("next to Orge", "next to Ogre"),
        ("behind Pipp", "behind Pip"),
        ("beside the alter", "beside altar"),
        ("Gobln", "Goblin"),
        ("door nroth", "door north"),
        ("C 4", "C4"),
        ("(c, 4)", "C4"),
        ("C-4", "C4"),
        ("flanking Orge", "flanking Ogre"),
        ("two squares from Pipp", "two squares from Pip"),
    ],
)
def test_words_with_a_misspelt_name_are_answered_with_the_right_ones(words: str, meant: str) -> None:
    assert refusal(hall().find("Oda", words)).near == (meant,)


def test_a_creature_without_a_place_is_told_apart_from_nobody() -> None:
    room = hall().creature("Wolf")
    assert refusal(room.find("Oda", "next to Wolf")) == Rejected("no_place", "to", {"name": "Wolf", "room": "Lobby"})
    assert refusal(room.find("Oda", "next to Wolf", known=frozenset())).code == "place_unclear"


def test_forms_without_anybody_else() -> None:
    room = Room().hero("Oda", "B5")
    assert refusal(room.find("Oda", "some place")).allowed == ("C4", "north 20 ft")
    assert refusal(room.find("Oda", "next to enemies")).code == "place_unclear"
    assert refusal(room.find("Oda", "away from Oda")).code == "place_unclear"


BAD = [
    "", " ", "\t\n", "?", "C0", "c00", "ZZ1000", "ZZ100", "A1000000000", "C4+3", "C4+100000", "C4 down 600", "C-4", "4C", "C4,", "C4 C5", "C4-D5", "B2|C2",
    "E5/F6", "NaN", "NaN ft from Ogre", "inf ft from Ogre", "-5 ft from Ogre", "1e9 ft from Ogre", "0 ft from Ogre", "9999999999 ft from Ogre",
    "9999999999 ft north of Ogre", "9999999999 ft east of Ogre", "east 9999999999 ft", "south 9999999999 ft", "next to Oda",
    "away from Oda", "behind Oda from Oda", "Ogre, Goblin", "next to Ogre, Goblin", "floor", "x" * 5000, "and " * 1250, "next to " * 60,
    "from from from from", "😀", "next to 😀", "{wanted}", "%s", "null", "C4; drop table", "<b>Ogre</b>", "with cover with cover", "within ft of Ogre",
]  # fmt: skip


@pytest.mark.parametrize("words", BAD)
def test_bad_words_are_refused(words: str) -> None:
    room = hall()
    before = room.world
    refused = refusal(room.find("Oda", words))
    assert refused.code in ("place_unclear", "off_the_ground", "no_such_place", "not_next_to_all") and sentence(refused)
    assert room.world is before


@pytest.mark.parametrize("words", ["B5", "within 9999999999 ft of Ogre", "between Ogre and Ogre", "next  to\tOgre", "Ogre\x00"])
def test_odd_words_do_what_they_say(words: str) -> None:
    assert isinstance(hall().find("Oda", words), FoundPlace)


def test_cover_is_asked_of_the_places_in_reach_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line to each corner of each place is what takes the time."""
    asked: list[Space] = []

    def counted(self: Shelter, meant: Landmark, place: Space) -> int:
        asked.append(place)
        return 0

    monkeypatch.setattr(Shelter, "degree", counted)
    room = Room("60x60").hero("Oda", "AD30").creature("Orc", "AJ30")
    assert room.at("Oda", "cover from Orc", left=30) == "no_such_place"
    assert len(asked) == 13 * 13 - 1  # every square within 30 ft but the one of the orc
    asked.clear()
    assert (room.at("Oda", "next to Orc"), room.at("Oda", "C4"), asked) == ("AI30", "C4", [])


# ── reach ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_reach_of_melee_attacks() -> None:
    room = Room().hero("Oda", "B5").creature("Orc", "J5")
    reach = lambda who: melee_reach(room.world, room.one(who), room.box.book)  # noqa: E731
    assert (reach("Oda"), reach("Orc")) == (5, 5)
    room.box.accept("give", "Oda", template="Glaive", equip=True)
    assert reach("Oda") == 10
    assert room.at("Oda", "in reach of Orc") == "H5"
    room.creature("Ettercap", "A1", acts=[_strike("Bite", None), _strike("Whip", 15), _strike("Sting", 30, "ranged")])
    room.creature("Swarm", "A2", acts=[_strike("Bites", 0)])
    assert (reach("Ettercap"), reach("Swarm")) == (15, 5)


def _strike(name: str, reach: int | None, kind: str = "melee") -> dict[str, Any]:
    step = {"attack": 5, "kind": kind, "hit": [{"damage": "1d8", "type": "piercing"}], **({"reach": reach} if reach is not None else {})}
    return {"name": name, "cost": "action", "targets": "1", "steps": [step]}
