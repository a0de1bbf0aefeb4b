"""Choices in the shapes in which people send them: slots among them, numbers for words, counts of creatures; proposals keep what was sent."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.table import Answer, Sitting, Table

HEROES: dict[str, dict[str, Any]] = {
    "Zane": {"classes": ["sorcerer 9"], "abilities": {"cha": 18}},
    "Wren": {"classes": ["druid 17"], "abilities": {"wis": 18}},
    "Mira": {"classes": ["wizard 9"], "abilities": {"int": 18}},
}


def _party(ruleset: Ruleset) -> Game:
    table = Table(begun(ruleset=ruleset))
    for name, character in HEROES.items():
        table.did("create", name=name, character={**character, "hpMax": 60, "party": True})
    return table.game


@pytest.fixture
def old() -> Iterator[Table]:
    with copy_of(_party, "5.1") as game:
        yield Table(game)


def at(ruleset: Ruleset) -> Game:
    return copy_of(_party, ruleset)


def proposed(refused: Answer) -> dict[str, Any]:
    found: dict[str, Any] = refused["error"]["try"]
    return found


def left(table: Sitting, name: str, what: str) -> int:
    spent: int = table.thing(name).body.get("spent", {}).get(what, 0)
    return spent


# ── Font of Magic: a slot of level 3 costs 5 points (SRD, Flexible Casting) ──────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    "sent",
    [
        {"choice": {"slot": 3}},
        {"choice": {"slot": "3"}},
        {"choice": {"slot": "level 3"}},
        {"choice": {"choice": "slot", "level": 3}},
        {"choice": {"choice": "slot", "slot": 3}},
        {"choice": "slot", "slot": 3},
        {"choice": "slot", "slot": "3"},
    ],
)
def test_a_slot_for_points(ruleset: Ruleset, sent: dict[str, Any]) -> None:
    with at(ruleset) as game:
        table = Table(game)
        told = table.did("act", "Zane", act="Font of Magic", **sent)
        assert (left(table, "Zane", "sorcery_point"), left(table, "Zane", "made_slot_3")) == (5, 1)
        assert "sorcery points: 5 spent, 4 of 9 left" in told["text"]
        table.did("undo")
        assert left(table, "Zane", "sorcery_point") == 0


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("sent", [{"choice": {"points": 3}}, {"choice": {"choice": "points", "level": 3}}, {"choice": "points", "slot": 3}])
def test_points_for_a_slot(ruleset: Ruleset, sent: dict[str, Any]) -> None:
    with at(ruleset) as game:
        table = Table(game)
        table.did("act", "Zane", act="Font of Magic", choice={"slot": 3})
        told = table.did("act", "Zane", act="Font of Magic", **sent)
        assert (left(table, "Zane", "sorcery_point"), left(table, "Zane", "slot_3")) == (2, 1)
        assert "slot 3, 3 of 4 left" in told["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_a_level_the_levels_are_named_and_one_is_proposed(ruleset: Ruleset) -> None:
    with at(ruleset) as game:
        table = Table(game)
        refused = table.refused("choice_required", "act", "Zane", act="Font of Magic", choice="slot")
        assert "allowed: 1, 2, 3, 4, 5" in refused["text"]
        assert proposed(refused) == {
            "operation": "act",
            "characterName": "Zane",
            "act": "Font of Magic",
            "choice": {"choice": "slot"},
            "slot": 1,
        }
        assert table.send(proposed(refused), "execute_action")["ok"]


# ── conjurations ────────────────────────────────────────────────────────────────────────────────────────────────────


def made(table: Sitting, name: str) -> int:
    return sum(t.kind == "character" and t.name.startswith(name) for t in table.now.things.values())


@pytest.mark.parametrize(
    ("sent", "slot", "count"),
    [
        ({"creature": "Wolf", "count": 8}, 3, 8),
        ({"creature": "wolf", "count": "8"}, 3, 8),
        ({"creature": "Wolf", "count": "eight"}, 3, 8),
        ({"beast": "Wolf", "choice": "eight"}, 3, 8),
        ({"beast": "Wolf", "number": 4}, 3, 4),
        ("8 wolves", 3, 8),
        ("eight Wolves", 3, 8),
        ({"creatures": "4 x wolf"}, 3, 4),
        ({"creature": "wolves", "count": 8}, 3, 8),
        ({"creature": "Wolf", "count": 16}, 5, 16),
        ({"creature": "Wolf", "count": 8}, 5, 16),
        ({"creature": "Wolf", "count": 2}, 5, 4),
    ],
)
def test_wolves_by_their_count(old: Table, sent: Any, slot: int, count: int) -> None:
    """At a slot of level 5 each option brings twice as many (SRD 5.1, Conjure Animals)."""
    old.did("cast", "Wren", spell="Conjure Animals", choice=sent, slot=slot)
    assert made(old, "Wolf") == count


def test_a_count_that_no_option_has_is_not_kept_beside_another(old: Table) -> None:
    refused = old.refused("choice_required", "cast", "Wren", spell="Conjure Animals", choice={"creature": "Wolf", "count": 3})
    assert proposed(refused)["choice"] == {"creature": "Wolf", "choice": "eight"}
    assert old.send(proposed(refused), "execute_action")["ok"] and made(old, "Wolf") == 8


def test_a_creature_beyond_the_count_is_proposed_in_the_count_it_has(old: Table) -> None:
    """A brown bear has CR 1: at most two (SRD 5.1, Conjure Animals)."""
    sent = {"creature": "Brown Bear", "count": 8}
    refused = old.refused("choice_required", "cast", "Wren", spell="Conjure Animals", choice=sent)
    assert "Brown Bear is no beast of challenge rating 0.25 or lower" in refused["text"]
    kept = proposed(refused)["choice"]
    assert kept["count"] == "eight" and "Brown Bear" not in kept.values()
    assert old.send(proposed(refused), "execute_action")["ok"] and made(old, kept["beast"]) == 8


def test_a_creature_alone_is_asked_for_its_count(old: Table) -> None:
    refused = old.refused("choice_required", "cast", "Wren", spell="Conjure Animals", choice={"creature": "Brown Bear"})
    assert "allowed: two, one" in refused["text"]
    assert proposed(refused)["choice"] == {"creature": "Brown Bear", "choice": "two"}


@pytest.mark.parametrize(("spell", "slot"), [("Conjure Animals", 3), ("Conjure Fey", 6)])
def test_all_that_a_conjuration_asks_for_is_named_at_once(old: Table, spell: str, slot: int) -> None:
    refused = old.refused("choice_required", "cast", "Wren", spell=spell)
    assert "and also for beast (Ape, Axe Beak" in refused["text"] or "and also for fey" in refused["text"]
    assert old.send(proposed(refused), "execute_action")["ok"]


@pytest.mark.parametrize("sent", ["eight", {"choice": "eight"}, {"count": 8}])
def test_a_count_alone_is_asked_for_its_creature(old: Table, sent: Any) -> None:
    refused = old.refused("choice_required", "cast", "Wren", spell="Conjure Animals", choice=sent)
    assert (
        "8" in proposed(refused)["choice"].values()
        or 8 in proposed(refused)["choice"].values()
        or "eight" in proposed(refused)["choice"].values()
    )
    assert "beast" in proposed(refused)["choice"]


@pytest.mark.parametrize(
    ("spell", "slot", "sent", "creature", "count"),
    [
        ("Conjure Fey", 6, {"creature": "Wolf"}, "Wolf", 1),
        ("Conjure Fey", 6, "Brown Bear", "Brown Bear", 1),
        ("Animate Dead", 3, {"creature": "Skeleton"}, "Skeleton", 1),
        ("Animate Dead", 3, "zombie", "Zombie", 1),
    ],
)
def test_the_only_part_that_makes_the_creature_is_meant(
    old: Table, spell: str, slot: int, sent: Any, creature: str, count: int
) -> None:  # fmt: skip
    old.did("cast", "Wren", spell=spell, choice=sent, slot=slot, force=True)
    assert made(old, creature) == count


# ── objects stay objects ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_proposal_keeps_an_object_as_it_was_sent(old: Table) -> None:
    sent = {"slots": {"3": 1}}
    old.did("cast", "Mira", spell="Fly", targets=["Mira"])
    refused = old.refused("short_rest_needed", "act", "Mira", act="Arcane Recovery", choice=sent)
    assert proposed(refused)["choice"] == sent
    assert old.send(proposed(refused), "execute_action")["ok"] and left(old, "Mira", "slot_3") == 0


@pytest.mark.parametrize("sent", [{"slots": {"3": 1}}, {"slots": {"level_3": 1}}, {"slots": [3]}, {"slots": "3"}, [3], "3", 3])
def test_the_slots_of_a_recovery_in_any_shape(old: Table, sent: Any) -> None:
    """Half the wizard's level, rounded up: 5 levels of slots (SRD 5.1, Arcane Recovery)."""
    for spell in ("Fly", "Mage Armor"):
        old.did("cast", "Mira", spell=spell, targets=["Mira"])
    old.did("rest", "Mira", kind="short")
    old.did("act", "Mira", act="Arcane Recovery", choice=sent)
    assert (left(old, "Mira", "slot_3"), left(old, "Mira", "slot_1")) == (0, 1)
