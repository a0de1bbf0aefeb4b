"""Hidden doors and things come out by checks as by searches, and a search names the skill that a trap asks for."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.rooms import did, room
from tests.operations.table import Table
from tests.operations.trap_table import BLADE, hall, trap

MIRA = Caller("player", "ann", None, ("Mira",))


@pytest.fixture(params=["5.1", "5.2"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    with begun(request.param) as game:
        sat = hall(Table(game), wisdom=10)
        did(sat, "create", name="Vault", direction="east", exitKind="door")
        did(sat, "hide", direction="east", dc=15)
        sat.did("give", bagName="floor", item="Dagger")
        did(sat, "hide", itemName="Dagger", dc=18)
        yield sat


def hidden(table: Table) -> set[str]:
    """What is still hidden."""
    ways = {way.label for way in table.now.exits.values() if way.hidden}
    return ways | {t.name for t in table.now.things.values() if t.state.is_hidden}


ALL = {"east", "west", "Dagger"}


@pytest.mark.parametrize(
    ("skill", "face", "left", "told"),
    [
        ("perception", 14, ALL, ()),
        ("perception", 15, {"Dagger"}, ("Mira finds a door east (Perception 15).",)),
        ("perception", 18, set(), ("Mira finds a door east (Perception 18).", "Mira finds Dagger (Perception 18).")),
        ("investigation", 20, ALL, ()),
    ],
)
def test_a_check_that_reaches_the_dc_finds_what_is_hidden(
    table: Table, skill: str, face: int, left: set[str], told: tuple[str, ...]
) -> None:
    table.roll_with(falling(face))
    answer = table.game.ask({"operation": "check", "characterName": "Mira", "skill": skill}, tool="execute_action", caller=MIRA)
    assert answer["ok"] and [t for t in told if t not in answer["text"]] == []
    assert hidden(table) == left and ("finds" in answer["text"]) is bool(told)


def test_a_stranger_and_a_trial_find_nothing(table: Table) -> None:
    table.did("create", name="Goblin", template="Goblin")
    table.roll_with(falling(20))
    table.did("check", "Goblin", skill="perception")
    table.did("check", "Mira", skill="perception", dryRun=True)
    assert hidden(table) == ALL


def test_who_sees_nothing_finds_nothing_by_a_check(table: Table) -> None:
    did(table, "update", bagName="Lobby", light="dark")
    table.roll_with(falling(20))
    table.did("check", "Mira", skill="perception")
    assert hidden(table) == ALL


def test_without_a_dc_of_its_own_only_a_search_finds_a_door(table: Table) -> None:
    did(table, "hide", direction="north")
    table.roll_with(falling(20))
    table.did("check", "Mira", skill="perception", dc=5)
    assert hidden(table) == {"north", "south"}


# ── the skill of a search ───────────────────────────────────────────────────────────────────────────────────────────

WIRE: dict[str, Any] = {**BLADE, "detect": {"dc": 12, "skill": "investigation"}}


def test_a_search_says_which_skill_finds_the_trap_and_finds_it_by_that(table: Table) -> None:
    trap(table, WIRE, bagName="Lobby")
    table.roll_with(falling(20))
    text = did(table, "search")["text"]
    assert (
        "Hidden (game master only): Perception does not find every trap here; search with skill: investigation." in text
        and "A trap is found" not in text
    )
    assert hidden(table) == set()
    text = did(table, "search", "Mira", skill="investigation")["text"]
    assert "Mira, Investigation: 20." in text and "A trap is found: Blade (Lobby)." in text and "search with skill" not in text


@pytest.mark.parametrize(("dc", "is_found"), [(10, True), (11, False)])
def test_a_search_by_another_skill_needs_its_dc_and_finds_nothing_hidden(table: Table, dc: int, is_found: bool) -> None:
    trap(table, {**BLADE, "detect": {"dc": dc, "skill": "investigation"}}, bagName="Lobby")
    text = did(table, "search", "Mira", skill="investigation", passive=True)["text"]
    assert "Mira, passive Investigation: 10." in text and ("A trap is found" in text) is is_found
    assert hidden(table) == ALL


def test_a_skill_that_finds_nothing_is_refused(table: Table) -> None:
    assert "investigation" in room(table, "search", skill="stealth")["text"]


def test_stairs_take_no_article(table: Table) -> None:
    did(table, "create", name="Cellar", direction="down", exitKind="stairs")
    did(table, "hide", direction="down")
    assert "found a door east, stairs down" in did(table, "search", "Mira", dc=0)["text"]
    text = did(table, "look")["text"]
    assert "open stairs" in text and "an open stairs" not in text
