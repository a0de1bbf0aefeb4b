"""Steeds: the initiative that they share, the one that there is at a time, and how they go (SRD, Find Steed, Controlling a Mount)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import combat, thing_stats
from tests.copies import begun
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
STEED = "Otherworldly Steed"
ROOT = Path(__file__).parents[2]
FORM: dict[str, tuple[Any, str]] = {"5.1": ({"form": "warhorse", "type": "fey"}, "Warhorse"), "5.2": ("fey", STEED)}


def paladin(ruleset: Ruleset) -> Sandbox:
    """Ann with her steed, Bo, and Mug, who fights them."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Ann", character={"classes": ["paladin 9"], "party": True, "hpMax": 60})
    box.accept("create", name="Bo", character={"classes": ["fighter 5"], "party": True, "hpMax": 60})
    box.accept("create", name="Mug", character={"hpMax": 200, "party": False})
    box.accept("cast", "Ann", spell="Find Steed", choice=FORM[ruleset][0])
    return box


def order(box: Sandbox) -> list[tuple[str, int]]:
    return [(box.world.things[e.id].name, e.initiative) for e in combat.order(box.world)]


def there(box: Sandbox | Table) -> list[str]:
    return sorted(t.name for t in box.now.things.values() if t.kind == "character")


# ── initiative ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_steed_of_5_2_shares_the_initiative_of_its_maker_in_every_fight() -> None:
    box = paladin("5.2")
    text = box.did("start_fight", names=["Mug", STEED, "Bo", "Ann"], d20={"Ann": 15, "Bo": 10, "Mug": 20})["text"]
    assert order(box) == [("Mug", 20), ("Ann", 15), (STEED, 15), ("Bo", 10)] and STEED in text


def test_no_face_is_taken_for_one_that_does_not_roll() -> None:
    paladin("5.2").reject("face_of_nobody", "start_fight", names=[STEED, "Ann"], d20={STEED: 3})


def test_it_joins_a_fight_after_its_maker() -> None:
    box = paladin("5.2")
    box.accept("start_fight", names=["Mug", "Ann"], d20={"Ann": 15, "Mug": 20})
    box.accept("start_fight", names=[STEED, "Bo"], d20={"Bo": 16})
    assert order(box) == [("Mug", 20), ("Bo", 16), ("Ann", 15), (STEED, 15)]


def test_without_its_maker_it_rolls() -> None:
    box = paladin("5.2")
    box.accept("start_fight", names=["Mug", STEED], d20={STEED: 3, "Mug": 20})
    assert order(box) == [("Mug", 20), (STEED, 4)]


def test_a_warhorse_of_5_1_rolls_until_it_is_ridden() -> None:
    box = paladin("5.1")
    box.accept("start_fight", names=["Mug", "Warhorse", "Ann"], d20={"Ann": 10, "Mug": 15, "Warhorse": 19})
    assert order(box) == [("Warhorse", 20), ("Mug", 15), ("Ann", 10)]
    box.accept("next_turn")
    box.accept("next_turn")
    text = box.did("act", "Ann", act="Mount", targets=["Warhorse"])["text"]
    assert "Warhorse takes its turns right after Ann, at initiative 10." in text
    assert order(box) == [("Mug", 15), ("Ann", 10), ("Warhorse", 10)]
    assert "Warhorse's turn" in box.did("next_turn")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("mount", "choice", "controlled"),
    [
        ("Riding Horse", {}, True), ("Pegasus", {}, False), ("Riding Horse", {"choice": "independent"}, False),
        ("Pegasus", {"choice": "controlled"}, True),
    ],
)  # fmt: skip
def test_a_controlled_mount_fights_on_the_initiative_of_its_rider(
    ruleset: Ruleset, mount: str, choice: dict[str, str], controlled: bool
) -> None:
    box = paladin(ruleset)
    box.accept("create", name="Beast", template=mount)
    assert "no choice" not in box.did("act", "Bo", act="Mount", targets=["Beast"], **choice)["text"]
    box.accept("start_fight", names=["Mug", "Beast", "Bo"], d20={"Bo": 12, "Mug": 6, **({} if controlled else {"Beast": 1})})
    places = [name for name, _ in order(box)]
    assert places == (["Bo", "Beast", "Mug"] if controlled else ["Bo", "Mug", "Beast"])


def test_another_word_about_the_mount_is_refused() -> None:
    box = paladin("5.1")
    answer = box.refused("choice_unknown", "act", "Bo", act="Mount", targets=["Warhorse"], choice="wild")
    assert "Mount asks for no choice 'wild'" in answer["text"]


def mounted(ruleset: Ruleset, control: str) -> Sandbox:
    box = paladin(ruleset)
    box.accept("create", name="Beast", template="Warhorse")
    box.accept("act", "Bo", act="Mount", targets=["Beast"], choice=control)
    box.accept("start_fight", names=["Bo", "Mug", "Beast"], d20={"Bo": 19, "Mug": 4, **({} if control == "controlled" else {"Beast": 10})})
    return box


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_controlled_mount_has_three_acts(ruleset: Ruleset) -> None:
    box = mounted(ruleset, "controlled")
    box.reject("mount_is_controlled", "attack", "Beast", targetName="Mug")
    assert "Hooves" not in box.did("next_turn")["text"]
    refused = box.refused("mount_is_controlled", "attack", "Beast", targetName="Mug")
    assert "Beast is a mount that Bo controls: it can Dash, Disengage or Dodge" in refused["text"]
    box.reject("mount_is_controlled", "act", "Beast", act="Hooves", targets=["Mug"])
    for act in ("Dash", "Disengage", "Dodge"):
        box.accept("act", "Beast", act=act)
    box.accept("attack", "Beast", targetName="Mug", force=True)
    box.accept("next_turn")
    box.accept("attack", "Beast", targetName="Mug")  # in the turn of another, by its reaction


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_independent_mount_fights(ruleset: Ruleset) -> None:
    box = mounted(ruleset, "independent")
    assert "Hooves" in box.did("next_turn")["text"]
    box.accept("attack", "Beast", targetName="Mug")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_mount_whose_rider_cannot_act_acts_by_itself(ruleset: Ruleset) -> None:
    box = mounted(ruleset, "controlled")
    box.accept("apply", "Bo", condition="incapacitated")
    box.accept("next_turn")
    box.accept("attack", "Beast", targetName="Mug")


@pytest.mark.parametrize("form", ["warhorse", "pony", "camel", "elk", "mastiff"])
def test_a_steed_of_5_1_has_an_intelligence_of_6(form: str) -> None:
    box = Sandbox(first_world("5.1"))
    box.accept("create", name="Ann", character={"classes": ["paladin 9"]})
    box.accept("cast", "Ann", spell="Find Steed", choice={"form": form, "type": "fey"})
    steed = next(t for t in box.world.things.values() if t.name == form.title())
    assert thing_stats.stats_of(box.world, steed, box.book).abilities["int"].value == 6


# ── one steed at a time, and its end ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_steed_at_0_hit_points_vanishes_and_its_rider_falls(ruleset: Ruleset) -> None:
    box = paladin(ruleset).let(1)
    name = FORM[ruleset][1]
    box.accept("act", "Ann", act="Mount", targets=[name])
    box.accept("give", name, template="Rope")
    text = box.did("damage", name, amount=99, damageType="fire")["text"]
    assert f"{name} is gone" in text and f"{name} leaves behind in Lobby: " in text
    assert name not in there(box) and any("Rope" in t.name for t in box.world.bag_of(box.thing("Ann").parent_id or ""))
    assert [c.name for c in box.thing("Ann").creature.conditions] == ["prone"] and not box.thing("Ann").creature.effects


@pytest.fixture
def stored(request: pytest.FixtureRequest) -> Iterator[Table]:
    with begun(request.param) as game:
        table = Table(game)
        table.did("create", name="Ann", character={"classes": ["paladin 9"], "party": True, "hpMax": 60})
        table.did("cast", "Ann", spell="Find Steed", choice=FORM[request.param][0], slot=2)
        assert table.send({"operation": "create", "name": "Cave", "direction": "north"}, "manage_room")["ok"]
        yield table


@pytest.mark.stored
@pytest.mark.parametrize(
    ("stored", "again"),
    [
        ("5.1", ("cast", {"spell": "Find Steed", "choice": {"form": "mastiff", "type": "fey"}})),
        ("5.2", ("cast", {"spell": "Find Steed", "choice": "fiend"})),
        ("5.2", ("act", {"act": "Faithful Steed", "choice": "fiend"})),
    ],
    indirect=["stored"],
)
def test_there_is_one_steed_wherever_the_first_one_is(stored: Table, again: tuple[str, dict[str, Any]]) -> None:
    first = next(t for t in stored.now.things.values() if t.kind == "character" and t.name != "Ann")
    assert stored.send({"operation": "join", "toName": "Cave", "names": [first.id]}, "manage_room")["ok"]
    before = stored.now
    operation, fields = again
    stored.did(operation, "Ann", **fields)
    steeds = [t for t in stored.now.things.values() if t.kind == "character" and t.name != "Ann"]
    assert len(steeds) == 1 and steeds[0].id != first.id
    stored.did("undo")
    assert stored.now.world == before.world


@pytest.mark.stored
@pytest.mark.parametrize(("stored", "stays"), [("5.1", True), ("5.2", False)], indirect=["stored"])
def test_a_steed_of_5_2_goes_when_its_maker_dies(stored: Table, stays: bool) -> None:
    stored.did("damage", "Ann", amount=60, damageType="fire")
    assert len(there(stored)) == 2
    stored.did("damage", "Ann", amount=60, damageType="fire")
    assert len(there(stored)) == (2 if stays else 1)


def test_a_paladin_of_5_1_dismisses_its_steed() -> None:
    box = paladin("5.1")
    assert "Warhorse is gone" in box.did("act", "Ann", act="Steed: dismiss")["text"]
    assert "Warhorse" not in there(box) and not box.thing("Ann").creature.effects


# ── the summons that share an initiative ────────────────────────────────────────────────────────────────────────────

SHARING = {
    "spells": ("Animate Objects", "Find Steed", "Giant Insect", "Summon Dragon"),
    "items": (
        "Bag of Tricks", "Bowl of Commanding Water Elementals", "Brazier of Commanding Fire Elementals",
        "Censer of Controlling Air Elementals", "Elemental Gem", "Figurine of Wondrous Power", "Stone of Controlling Earth Elementals",
    ),
}  # fmt: skip
"""Those of SRD 5.2 whose text says that the creature takes its turns right after the one that summons it, on its initiative."""


def counts(written: Any) -> Iterator[str | None]:
    """The initiative of each step that makes creatures."""
    if isinstance(written, dict):
        if "make" in written:
            yield written.get("initiative")
        written = list(written.values())
    if isinstance(written, list):
        for part in written:
            yield from counts(part)


def files() -> Iterator[dict[str, Any]]:
    yield from (json.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "data" / "spells").glob("*.json")))
    for path in sorted((ROOT / "items").glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8")).get("items", [])


def test_the_summons_of_5_2_share_the_initiative_that_their_texts_give_them() -> None:
    named = {entry["name"]: entry for entry in files()}
    for name in (*SHARING["spells"], *SHARING["items"]):
        newer = named[name].get("5.2", named[name])
        assert {*counts(newer)} == {"shared"}, name
