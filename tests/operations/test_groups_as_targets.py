"""Acts without an area whose targets are a group where places count: `catch`, `spare` and words such as "enemies" name them, and the act takes whom it reaches."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import put
from tests.operations.halls import hall
from tests.operations.table import Answer, Table

UNDEAD: dict[str, tuple[str, dict[str, Any]]] = {
    "Bones": ("D6", {"template": "Skeleton"}),
    "Rattle": ("E6", {"template": "Skeleton"}),
    "Faraway": ("T6", {"template": "Skeleton"}),
}


def turning(ruleset: Ruleset) -> Table:
    return hall(ruleset, turn="Clem", **UNDEAD)


def acts(table: Table, act: str, who: str = "Clem", operation: str = "act", **call: Any) -> Answer:
    named = {"act": act} if operation == "act" else {"spell": act}
    return table.send({"operation": operation, "characterName": who, **named, **call}, "execute_action", "full")


def whom(answer: Answer) -> set[str]:
    assert answer["ok"], answer["text"]
    return {target["name"] for target in answer["results"][0]["targets"]}


def aims(table: Table, act: str, **call: Any) -> str:
    """What a dry run says of those whom the act is used on."""
    return str(acts(table, act, dryRun=True, **call)["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("call", ({"catch": ["enemies"]}, {"targets": ["enemies"]}, {"targetName": "enemies"}, {"catch": ["all"]}))
def test_turn_undead_takes_the_undead_within_its_feet(ruleset: Ruleset, call: dict[str, Any]) -> None:
    assert whom(acts(turning(ruleset), "Turn Undead", **call)) == {"Bones", "Rattle"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_those_to_spare_are_left_out(ruleset: Ruleset) -> None:
    table = turning(ruleset)
    assert "on Bones:" in aims(table, "Turn Undead", catch=["enemies"], spare=["Rattle"])
    assert "on Bones:" in aims(table, "Turn Undead", spare=["Rattle"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_named_and_too_far_off_is_refused(ruleset: Ruleset) -> None:
    answer = acts(turning(ruleset), "Turn Undead", catch=["Faraway"])
    assert answer["error"]["code"] == "beyond_range", answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_where_nobody_of_the_group_is_reached_the_refusal_says_why(ruleset: Ruleset) -> None:
    table = turning(ruleset)
    put(table, Bones="T7", Rattle="T8")
    for name in ("Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"):
        table.did("damage", name, amount=400, damageType="force")
    assert acts(table, "Turn Undead", catch=["enemies"])["error"]["code"] in ("beyond_range", "target_unfit", "target_dead")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_boon_for_several_takes_friends_up_to_its_number_and_its_maker(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Clem")
    put(table, Elara="B7", Oda="C7", Mira="D7", Nara="T14")
    assert len(whom(acts(table, "Bless", operation="cast", slot=1, catch=["allies"]))) == 3
    assert whom(acts(table, "Bless", operation="cast", slot=3, catch=["party"], force=True)) == {"Clem", "Elara", "Oda", "Mira"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_curse_for_several_takes_the_nearest_enemies(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Clem")
    put(table, Goblin_1="D6", Goblin_2="E6", Goblin_3="F6", Goblin_4="G6")
    assert whom(acts(table, "Bane", operation="cast", slot=1, catch=["enemies"])) == {"Goblin 1", "Goblin 2", "Goblin 3"}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind, act", (("Ghast", "Stench"), ("Gibbering Mouther", "Gibbering")))
def test_what_a_creature_does_to_all_around_takes_groups(ruleset: Ruleset, kind: str, act: str) -> None:
    table = hall(ruleset, turn="Thing", Thing=("I8", {"template": kind}))
    put(table, Oda="H8", Elara="B2", Mira="C11")
    answer = acts(table, act, "Thing", catch=["enemies"])
    assert answer["ok"] and "Oda" in whom(answer), answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_attacks_that_are_shared_out_still_name_their_targets(ruleset: Ruleset) -> None:
    answer = acts(hall(ruleset), "Magic Missile", "Elara", "cast", catch=["enemies"])
    assert answer["error"]["code"] == "aim_unfit" and answer["error"]["try"]["targets"], answer["text"]
