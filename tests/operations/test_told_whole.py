"""Answers tell all that happened and nothing that did not: ends of spells, milestones, dry runs, locks, the dead."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

NAMES = ("Brenna", "Odo", "Pip", "Ilse")


def party(**of_brenna: Any) -> Sandbox:
    """Four heroes, of whom Odo the cleric was made second."""
    box = Sandbox(first_world("5.2"), rulebook_loading.rulebook("5.2")).let(10)
    for name in NAMES:
        calling = "cleric 5" if name == "Odo" else "fighter 5"
        more = of_brenna if name == "Brenna" else {}
        box.did("create", name=name, character={"classes": [calling], "abilities": {"wis": 16}, "hpMax": 40, "party": True, **more})
    return box


def test_the_end_of_a_spell_names_all_on_whom_it_lay() -> None:
    box = party()
    box.did("cast", "Odo", spell="Bless", targets=["Brenna", "Pip", "Odo"])
    told = box.did("advance", duration="2 minutes")["text"]
    assert all(f"Bless on {name} ends." in told for name in ("Brenna", "Odo", "Pip"))


def test_a_concentration_that_ends_names_all_on_whom_the_spell_lay() -> None:
    box = party()
    box.did("cast", "Odo", spell="Bless", targets=["Brenna", "Pip"])
    told = box.did("cast", "Odo", spell="Spirit Guardians", choice={"type": "radiant"})["text"]
    assert "Odo no longer concentrates on Bless" in told and "Bless on Brenna and Pip ends." in told


def test_a_milestone_tells_the_same_total_once() -> None:
    box = party()
    box.did("award", names=list(NAMES), xp=100)
    told = box.did("award", names=list(NAMES), milestone=True)["text"]
    assert told.count("14000") == 1 and all(name in told for name in NAMES)


def test_a_dry_run_says_what_a_hero_would_become() -> None:
    told = party().did("level_up", "Brenna", force=True, dryRun=True)["text"]
    assert "Brenna would be a level 6 fighter" in told


def test_a_dc_of_the_moment_does_not_hide_that_of_the_lock() -> None:
    box = party()
    vault = {"operation": "create", "name": "Vault", "direction": "down", "door": "locked", "dc": 20}
    assert box.send(vault, "manage_room")["ok"]
    told = box.send({"operation": "unlock", "characterName": "Brenna", "direction": "down", "skill": "athletics", "dc": 15}, "manage_room")[
        "text"
    ]
    assert "is 20; this attempt was made against 15" in told, told


def test_nothing_ends_on_the_dead_aloud() -> None:
    box = party()
    box.did("create", name="Rat", character={"hpMax": 5})
    box.did("apply", "Rat", condition="frightened", duration="1 minute")
    box.did("damage", "Rat", amount=30, damageType="fire")
    assert "Rat" not in box.did("advance", duration="5 minutes")["text"]
