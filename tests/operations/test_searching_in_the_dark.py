"""A search by sight fails for those who see nothing; a look says so, and hides from the players what nobody sees (SRD, Vision and Light)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
KEEN = {"senses": {"darkvision": 60}}
BLINDSIGHT = {"senses": {"blindsight": 30}}


def table(ruleset: Ruleset = "5.1", light: str | None = "dark", **of_bo: Any) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Bo", character={"classes": ["fighter 1"], "party": True, **of_bo})
    assert box.send({"operation": "update", "bagName": "floor", "description": "A vaulted hall."}, "manage_room")["ok"]
    if light:
        assert box.send({"operation": "update", "bagName": "floor", "light": light}, "manage_room")["ok"]
    box.accept("give", None, template="Dagger", bagName="floor")
    assert box.send({"operation": "hide", "itemName": "Dagger", "bagName": "floor", "dc": 5}, "manage_room")["ok"]
    return box


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("passive", [True, False])
@pytest.mark.parametrize(
    ("light", "of_bo", "more", "finds"),
    [
        (None, {}, {}, True),
        ("bright", {}, {}, True),
        ("dim", {}, {}, True),
        ("dark", {}, {}, False),
        ("dark", {}, {"with": ["sees"]}, True),
        ("dark", KEEN, {}, True),
        ("dark", BLINDSIGHT, {}, True),
    ],
)
def test_a_search_by_sight_needs_eyes(
    ruleset: Ruleset, passive: bool, light: str | None, of_bo: dict[str, Any], more: dict[str, Any], finds: bool
) -> None:
    box = table(ruleset, light, **of_bo)
    told = box.did("search", "Bo", passive=passive, **({} if passive else {"seed": 5}), **more)
    assert ("Dagger" in told["text"]) == finds and ("Bo sees nothing here" in str(told)) == (not finds)
    assert ("Perception:" in told["text"]) == finds, "who sees nothing rolls nothing"


def test_a_blinded_searcher_finds_nothing_in_bright_light() -> None:
    box = table("5.1", None)
    assert box.send({"operation": "apply", "characterName": "Bo", "condition": "blinded"}, "manage_condition")["ok"]
    assert "found nothing" in box.did("search", "Bo")["text"]


def test_one_who_sees_finds_for_all() -> None:
    box = table()
    box.accept("create", name="Al", character={"classes": ["wizard 1"], "party": True, **KEEN})
    told = box.did("search", None, dc=0)
    assert "Dagger" in told["text"] and "Al, Perception" in told["text"] and "Bo, Perception" not in told["text"]


def test_a_torch_lets_the_search_succeed() -> None:
    box = table()
    box.accept("give", "Bo", template="Torch")
    box.accept("use", "Bo", itemName="Torch")
    assert "Dagger" in box.did("search", "Bo", passive=True)["text"]


def test_a_search_knows_no_other_word() -> None:
    refused = table().ask("search", "Bo", **{"with": ["luck"]})
    assert refused["error"]["code"] == "sight_unknown" and refused["error"]["allowed"] == ["sees", "sight", "hearing", "smell"]


@each_row(("light", "of_bo", "sees"), [("dark", {}, False), ("dark", KEEN, True), ("dim", {}, True), (None, {}, True)])
def test_players_are_told_only_what_somebody_sees(light: str | None, of_bo: dict[str, Any], sees: bool) -> None:
    box = table("5.1", light, **of_bo)
    box.accept("create", name="Imp", character={"hpMax": 10})
    box.accept("give", None, template="Silk Rope", bagName="floor")
    told = box.did("look", "Bo", forPlayers=True, detail="full")
    shown = str(told)
    assert "Bo" in shown
    assert [word in shown for word in ("Imp", "Rope", "vaulted")] == [sees] * 3
    assert ("Bo sees nothing" in told["text"]) == (not sees)
    master = str(box.did("look", "Bo"))
    assert "Imp" in master and "vaulted" in master, "the game master sees all"
