"""Walks and blows that cannot be: each is refused with its code, and nothing changes."""

from typing import Any

from tests.copies import begun, laid_alike
from tests.operations.crypts import crypt, fought, put, room, turn_of
from tests.operations.table import Table
from tests.rows import each_row

GROUND = {
    "size": "40x10",
    "features": [
        {"is": "pillar", "at": "C4 C7"},
        {"is": "wall", "at": "I2-J3"},
        {"is": "pit", "at": "L5", "ft": 20},
        {"is": "ledge", "at": "A1-B1", "ft": 10, "called": "balcony"},
        {"is": "wall", "at": "AD1-AD10"},
    ],
}


@laid_alike
def hall() -> Table:
    """Oda with a longsword beside the ogre, on her turn."""
    table = fought("5.2", GROUND)
    table.did("give", "Oda", item="Longsword")
    table.did("equip", "Oda", itemName="Longsword", slot="mainhand")
    put(table, Oda="D5", Pip="D8", Goblin_1="K8", Goblin_2="AF9", Ogre="E5")
    turn_of(table, "Oda")
    return table


def refused(operation: str, code: str, fields: dict[str, Any]) -> None:
    table = hall()
    before = table.game.ask({"operation": "where"}, "read_campaign", "full")["text"]
    table.refused(code, operation, "Oda", **fields)
    assert table.game.ask({"operation": "where"}, "read_campaign", "full")["text"] == before


@each_row(
    "code, fields",
    [
        ("one_of_required", {}), ("one_of_required", {"to": "D6", "path": ["D6"]}), ("one_of_required", {"path": []}), ("one_of_required", {"to": None}),
        ("place_unclear", {"to": ""}), ("place_unclear", {"to": "   "}), ("place_unclear", {"to": "D0"}), ("place_unclear", {"to": "A1000"}),
        ("place_unclear", {"to": "D6+1000000"}), ("place_unclear", {"to": "D6+7"}), ("place_unclear", {"to": "next to Nobody"}),
        ("place_unclear", {"to": "next to"}), ("place_unclear", {"to": "next to next to Ogre"}), ("place_unclear", {"to": "toward Oda"}),
        ("place_unclear", {"to": "away from Oda"}), ("place_unclear", {"to": "behind Oda"}), ("place_unclear", {"to": "between Oda and Oda"}),
        ("place_unclear", {"to": "next to Oda"}), ("place_unclear", {"to": "cover from Nobody"}), ("place_unclear", {"to": "NaN"}),
        ("place_unclear", {"to": "30 ft from Ogre with cover with cover"}), ("place_unclear", {"to": "1e9 ft north"}),
        ("place_unclear", {"to": "99999999999 ft north of Ogre"}), ("place_unclear", {"to": "-5 ft north"}), ("place_unclear", {"to": "\u202eD6"}),
        ("place_unclear", {"to": "D6;DROP TABLE"}), ("place_unclear", {"to": "next to " + "Ogre " * 40}), ("off_the_ground", {"to": "AZ99"}),
        ("does_not_fit", {"to": "C4"}), ("occupied", {"to": "E5"}), ("occupied", {"to": "E5", "by": "jump"}), ("mode_unknown", {"to": "D6", "by": "fly"}),
        ("mode_unknown", {"to": "D6", "by": "burrow"}), ("level_needs_flight", {"to": "D6 down 10"}), ("level_needs_flight", {"to": "D6+10"}),
        ("path_breaks", {"path": ["D6", "D8"]}), ("path_breaks", {"path": ["E4", "E5"]}), ("path_breaks", {"path": ["D5", "D5"]}),
        ("path_breaks", {"path": ["??"]}), ("too_far", {"to": "T9"}), ("no_way", {"to": "AF1"}), ("jump_too_far", {"to": "D1", "by": "jump"}),
        ("argument_invalid", {"to": "L5", "by": "teleport"}), ("argument_invalid", {"to": "x" * 400}), ("argument_invalid", {"path": ["D6"] * 500}),
        ("argument_invalid", {"to": 5}), ("argument_invalid", {"to": "D6", "feet": 5}), ("argument_invalid", {"to": "D6", "speed": 1000}),
        ("argument_invalid", {"to": "D6", "force": 1}), ("argument_invalid", {"to": "D6", "dryRun": "x"}),
    ],
)  # fmt: skip
def test_walks_that_cannot_be(code: str, fields: dict[str, Any]) -> None:
    refused("move", code, fields)


@each_row(
    "code, fields",
    [
        ("character_unknown", {"targetName": "Nobody"}), ("target_required", {}), ("target_required", {"targetName": ""}),
        ("beyond_reach", {"targetName": "Goblin 1"}), ("beyond_reach", {"targetName": "Pip"}), ("beyond_reach", {"targetName": "Goblin 2"}),
        ("beyond_reach", {"targetName": "Goblin 1", "with": ["thrown"]}), ("beyond_reach", {"targetName": "Goblin 1", "dryRun": True}),
        ("beyond_reach", {"targetName": "Goblin 1", "within5Ft": True}), ("attack_unknown", {"targetName": "Ogre", "itemName": "Nothing"}),
        ("attack_unknown", {"targetName": "Ogre", "itemName": "Longbow"}), ("behind_total_cover", {"targetName": "Ogre", "with": ["total_cover"]}),
        ("words_contradict", {"targetName": "Ogre", "with": ["half_cover", "no_cover"]}), ("words_contradict", {"targetName": "Ogre", "with": ["no_cover", "total_cover"]}),
        ("words_contradict", {"targetName": "Ogre", "with": ["ally_near", "no_ally_near"]}), ("rider_unknown", {"targetName": "Ogre", "with": ["moved_"]}),
        ("rider_unknown", {"targetName": "Ogre", "with": ["moved_9999999"]}), ("rider_unknown", {"targetName": "Ogre", "with": ["quarter_cover"]}),
        ("rider_unknown", {"targetName": "Ogre", "with": ["cover"]}), ("rider_unknown", {"targetName": "Ogre", "with": ["next to"]}),
        ("argument_invalid", {"targetName": "Ogre", "with": [5]}), ("argument_invalid", {"targetName": "Ogre", "within5Ft": "maybe"}),
        ("argument_invalid", {"targetName": "Ogre", "feet": 5}), ("argument_invalid", {"targetName": "Ogre", "range": 60}),
        ("argument_invalid", {"targetName": "Ogre", "at": "E5"}), ("argument_invalid", {"targetName": "Ogre", "to": "E5"}),
        ("argument_invalid", {"targetName": "Ogre", "cover": "half"}), ("argument_invalid", {"targetName": ["Ogre", "Goblin 1"]}),
        ("argument_invalid", {"targetName": "Ogre", "mode": "sideways"}), ("character_unknown", {"targetName": "E5"}),
        ("party_is_many", {"targetName": "party"}), ("character_unknown", {"targetName": "enemies"}), ("character_unknown", {"targetName": "nearest enemy"}),
        ("character_unknown", {"targetName": "balcony"}), ("character_unknown", {"targetName": "o" * 300}), ("character_unknown", {"targetName": "next to Ogre"}),
        ("name_ambiguous", {"targetName": "Goblin"}), ("character_unknown", {"targetId": "x9"}), ("character_unknown", {"targetId": "E5"}),
        ("argument_invalid", {"targetName": "Ogre", "force": "yes please"}),
    ],
)  # fmt: skip
def test_blows_that_cannot_be(code: str, fields: dict[str, Any]) -> None:
    refused("attack", code, fields)


def test_a_balcony_is_climbed_and_not_walked_to() -> None:
    table = hall()
    put(table, Oda="C1")
    answer = table.refused("no_way", "move", "Oda", to="B1", by="walk")
    assert table.send(answer["error"]["try"], "execute_action")["ok"]


def test_an_exit_in_a_wall_is_told() -> None:
    table = crypt(begun("5.2"))
    told = room(table, "update", bagName="Crypt", ground={"features": [{"is": "wall", "at": "F10"}], "exits": {"south": "F10"}})
    assert told["ok"] and "The exit south lies in something solid at F10" in told["text"]
    assert "lies in something solid" not in room(table, "update", bagName="Crypt", ground={"clear": ["F10"]})["text"]
