"""At 0 hit points: falling, dying, the possible actions of the fallen, and getting up again."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.copies import begun
from tests.operations.table import Table, notes

pytestmark = pytest.mark.pure


@pytest.fixture(params=["5.1", "5.2"])
def both(request: pytest.FixtureRequest) -> Iterator[Table]:
    """Oda and Mara of the party, with a potion each, and a goblin, in a campaign of either ruleset."""
    with begun(request.param) as game:
        table = Table(game)
        for name in ("Oda", "Mara"):
            table.did("create", name=name, character={"classes": ["fighter 2"], "hpMax": 20})
            table.did("give", name, template="Potion of Healing")
        table.did("create", template="Goblin")
        yield table


def conditions(table: Table, name: str = "Mara") -> list[str]:
    return [c["name"] for c in table.thing(name).body.get("conditions", ())]


# ── monsters and death ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("sheet", "dies"),
    [
        ({"party": False}, True),
        ({"party": True}, False),
        ({"party": False, "deathSaves": True}, False),
        ({"party": True, "deathSaves": False}, True),
        ({"classes": ["fighter 1"]}, False),
        ({}, True),
    ],
)
def test_a_monster_dies_at_zero_and_the_party_falls(both: Table, sheet: dict[str, Any], dies: bool):
    both.did("create", name="Somebody", character={"hpMax": 20, **sheet})
    answer = both.did("damage", "Somebody", amount=20, damageType="fire")
    assert ("Somebody is dead" in notes(answer)) == dies and both.thing("Somebody").body.get("dead", False) == dies
    assert ("unconscious" in notes(answer)) != dies


def test_what_a_dead_monster_had_is_taken_where_it_lies(both: Table):
    both.did("damage", "Goblin", amount=20, damageType="fire")
    assert "Goblin (dead)" in both.did("look")["text"]
    both.did("transfer", "Goblin", itemName="Scimitar", toCharacterName="Oda")
    assert both.bag("Oda")["Scimitar"] == 1


def test_what_befalls_the_dead_does_not_make_them_fall(both: Table):
    both.did("damage", "Mara", amount=60, damageType="fire")
    both.did("apply", "Mara", condition="grappled")
    assert both.thing("Mara").body["dead"] and conditions(both) == ["grappled"]


def test_a_dead_monster_makes_no_death_saves(both: Table):
    both.did("damage", "Goblin", amount=20, damageType="fire")
    both.refused("target_dead", "save", "Goblin", ability="death")


def test_the_key_goes_with_the_sheet(both: Table):
    both.did("update", "Goblin", character={"deathSaves": True})
    assert both.did("export", "Goblin")["results"][0]["document"]["character"]["deathSaves"] is True
    both.did("update", "Goblin", unset=["deathSaves"])
    assert "is dead" in notes(both.did("damage", "Goblin", amount=20, damageType="fire"))


# ── the fallen ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("cause", ["0 hit points", "unconscious", "stunned", "paralyzed", "Sleep"])
def test_one_who_cannot_act_uses_nothing_and_a_friend_does(both: Table, cause: str):
    both.did("damage", "Mara", amount=20 if cause == "0 hit points" else 15, damageType="fire")
    if cause not in ("0 hit points", "Sleep"):
        both.did("apply", "Mara", condition=cause)
    elif cause == "Sleep":
        both.did("apply", "Mara", effect="Sleep")
    answer = both.refused("cannot_use", "use", "Mara", itemName="Potion of Healing")
    assert "Mara cannot act now" in answer["text"] and "somebody else" in answer["text"]
    before = both.hp("Mara")
    assert both.send(answer["error"]["try"])["ok"]
    assert both.hp("Mara") > before and both.bag("Oda")["Potion of Healing"] == 1 and "Potion of Healing" not in both.bag("Mara")


def test_with_nobody_to_help_nothing_is_proposed(both: Table):
    for name in ("Mara", "Oda"):
        both.did("damage", name, amount=20, damageType="fire")
    assert "try" not in both.refused("cannot_use", "use", "Mara", itemName="Potion of Healing")["error"]


def test_what_is_on_is_switched_off_without_a_hand(both: Table):
    both.did("give", "Mara", template="Flame Tongue", equip=True, attune=True, base="Longsword")
    both.did("use", "Mara", itemName="Flame Tongue")
    both.did("apply", "Mara", condition="stunned")
    both.did("use", "Mara", itemName="Flame Tongue")
    both.refused("cannot_use", "use", "Mara", itemName="Flame Tongue")


# ── and up again ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_one_who_wakes_lies_prone_until_standing_up(both: Table):
    """SRD, Unconscious: it falls prone, and 5.2 says that it remains so."""
    both.did("damage", "Mara", amount=20, damageType="fire")
    answer = both.did("use", "Oda", itemName="Potion of Healing", targetName="Mara")
    assert "still prone" in notes(answer) and conditions(both) == ["prone"]
    stands = {"characterName": "Mara", "operation": "remove", "condition": "prone"}
    assert both.send(stands, "manage_condition")["ok"] and conditions(both) == []
    assert "prone" not in both.did("damage", "Mara", amount=1, damageType="fire")["text"]


def test_one_who_was_put_to_sleep_wakes_prone_too(both: Table):
    both.did("apply", "Mara", effect="Sleep", duration="1 round")
    both.did("advance", duration="1 minute")
    assert conditions(both) == ["prone"] and "speed 0" not in both.did("character", "Mara")["text"]


def test_one_immune_to_falling_prone_does_not(both: Table):
    both.did("update", "Mara", character={"conditionImmunities": ["prone"]})
    both.did("damage", "Mara", amount=20, damageType="fire")
    answer = both.did("heal", "Mara", amount=5)
    assert "regains consciousness." in notes(answer) and conditions(both) == []
