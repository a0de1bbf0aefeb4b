"""Traps in fights: searching and disarming take the action, and a trap with an initiative acts in its place in the order of turns."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS
from tests.copies import begun
from tests.operations.dice import high, low
from tests.operations.rooms import did, refused
from tests.operations.table import Answer, Table
from tests.operations.trap_table import BLADE, hall, known, state, trap

SAW: dict[str, Any] = {
    "name": "Saw", "initiative": 0, "times": "always", "targets": "area", "detect": 12, "disarm": {"dc": 10},
    "steps": [{"damage": "5", "type": "slashing"}],
}  # fmt: skip


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    with begun(request.param) as game:
        yield hall(Table(game))


def fight(table: Table, **totals: int) -> Answer:
    """A fight of these creatures with these faces, in a room without a trap."""
    return table.did("start_fight", names=[*totals], d20=totals)


def turn_of(table: Table, who: str) -> str:
    """The answer that gives this creature its next turn."""
    while f"{who}'s turn" not in (text := str(table.did("next_turn")["text"])):
        pass
    return text


# ── the action ──────────────────────────────────────────────────────────────────────────────────────────────────────


def done(table: Table) -> list[tuple[str, str]]:
    """The acts of the fight, each with its cost."""
    return [(act["act"], act["cost"]) for act in table.now.things["w"].body["fight"].get("acts", {}).values()]


@pytest.mark.parametrize("succeeds", [True, False])
def test_disarming_takes_the_action_whatever_comes_of_it(table: Table, succeeds: bool) -> None:
    table.did("give", "Pip", item="Thieves' Tools")
    known(table, {**BLADE, "disarm": 15, "trigger": "touch"}, bagName="Chest")
    fight(table, Pip=20, Mira=1)
    table.roll_with(high if succeeds else low)
    did(table, "disarm", "Pip", bagName="Chest")
    assert done(table) == [("Handle a thing", "action")]
    assert "Pip has already used its action" in table.did("act", "Pip", act="Dodge")["text"]


def test_a_refused_or_dry_attempt_costs_nothing(table: Table) -> None:
    known(table, {**BLADE, "disarm": 15}, bagName="Chest")
    fight(table, Pip=20, Mira=1)
    refused(table, "tools_missing", "disarm", "Pip", bagName="Chest")
    table.did("give", "Pip", item="Thieves' Tools")
    did(table, "disarm", "Pip", bagName="Chest", dryRun=True)
    assert done(table) == []


def test_a_thief_disarms_by_a_bonus_action_while_it_has_one(table: Table) -> None:
    table.did("create", name="Nim", character={"classes": ["rogue (Thief) 3"], "party": True, "hpMax": 200})
    table.did("give", bagName="floor", item={"name": "Box", "type": "adventuring_gear", "container": {}})
    for name in ("Chest", "Box"):
        known(table, {**BLADE, "disarm": {"say": "It is cut."}, "trigger": "touch"}, bagName=name)
    fight(table, Nim=20, Mira=1)
    for name in ("Chest", "Box"):
        did(table, "disarm", "Nim", bagName=name)
    assert done(table) == [("Handle a thing", "bonus"), ("Handle a thing", "action")]


@pytest.mark.parametrize(("more", "cost"), [({}, [("Search", "action")]), ({"passive": True}, [])])
def test_searching_takes_the_action_but_a_passive_score_takes_none(table: Table, more: dict[str, Any], cost: list[Any]) -> None:
    trap(table, BLADE, bagName="Lobby")
    fight(table, Pip=20, Mira=1)
    did(table, "search", "Pip", **more)
    assert done(table) == cost


def test_a_search_that_finds_nothing_takes_the_action_too(table: Table) -> None:
    fight(table, Pip=20, Mira=1)
    did(table, "search", "Pip")
    assert done(table) == [("Search", "action")]


# ── turns ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_trap_acts_in_its_place_in_each_round_until_it_is_disarmed(table: Table) -> None:
    trap(table, {**SAW, "initiative": 2}, bagName="Crypt")
    table.roll_with(low)  # 1 + 2 for the trap
    told = did(table, "go", direction="north")["text"]
    assert "Saw acts in each round of a fight here, at initiative 3" in told and table.hp("Mira") == 195
    assert state(table, "Crypt") == {"trap": {**SAW, "initiative": 2}, "is": "acting", "found": True, "times": 1, "initiative": 3}
    fight(table, Pip=20, Mira=2)
    assert "Saw 3 (trap)" in table.ask("party")["text"]
    told = turn_of(table, "Mira")
    assert "Saw acts (initiative 3)." in told and table.hp("Mira") == 190
    assert "Saw acts" not in turn_of(table, "Pip")
    assert "Saw acts" in turn_of(table, "Mira") and (table.hp("Pip"), table.hp("Mira")) == (185, 185)
    table.did("give", "Mira", item="Thieves' Tools")
    table.roll_with(high)
    did(table, "disarm", "Mira")
    turn_of(table, "Pip")
    assert "Saw" not in turn_of(table, "Mira") and table.hp("Mira") == 185


def test_a_trap_acts_before_the_first_and_after_the_last(table: Table) -> None:
    trap(table, SAW, bagName="Crypt")
    table.roll_with(high)
    did(table, "go", direction="north")
    assert "Saw acts (initiative 20)" in fight(table, Pip=19, Mira=2)["text"] and table.hp("Pip") == 190
    turn_of(table, "Mira")
    assert table.hp("Pip") == 190
    assert "Saw acts" in turn_of(table, "Pip") and table.hp("Pip") == 185


def test_a_trap_that_wakes_in_a_fight_acts_in_it_and_a_tie_goes_to_the_creature(table: Table) -> None:
    trap(table, SAW, bagName="Lobby")
    fight(table, Pip=15, Mira=1)
    table.roll_with(low)
    told = trap(table, "triggered", characterName="Pip")["text"]
    assert "Saw acts in each round from now on, at initiative 1" in told and table.hp("Mira") == 200
    assert "Saw acts" not in turn_of(table, "Mira")
    assert "Saw acts" in turn_of(table, "Pip") and (table.hp("Pip"), table.hp("Mira")) == (190, 195)


def test_a_trap_for_one_strikes_one_at_random(table: Table) -> None:
    trap(table, {**SAW, "targets": "1"}, bagName="Crypt")
    table.roll_with(low)
    did(table, "go", direction="north")
    fight(table, Pip=20, Mira=15)
    table.did("update", "Pip", character={"hp": 200})
    table.did("update", "Mira", character={"hp": 200})
    turn_of(table, "Mira")
    table.roll_with(high)
    turn_of(table, "Pip")
    assert sorted((table.hp("Pip"), table.hp("Mira"))) == [195, 200]


def test_a_trap_acts_as_often_as_it_says_and_only_where_somebody_is(table: Table) -> None:
    trap(table, {**SAW, "times": 3}, bagName="Crypt")
    table.roll_with(low)
    did(table, "go", "Mira", direction="north")
    fight(table, Pip=20)
    turn_of(table, "Pip")
    assert state(table, "Crypt")["times"] == 1
    table.did("start_fight", names=["Mira"], d20=[10], force=True)
    for hp in (190, 185, 185):
        turn_of(table, "Pip")
        assert (table.hp("Mira"), table.hp("Pip")) == (hp, 200)
    assert state(table, "Crypt")["is"] == "triggered" and "initiative" not in state(table, "Crypt")


def test_undo_of_a_turn_takes_the_traps_turn_back(table: Table) -> None:
    trap(table, SAW, bagName="Crypt")
    table.roll_with(low)
    did(table, "go", direction="north")
    fight(table, Pip=20, Mira=15)
    turn_of(table, "Mira")
    before = table.now.world
    assert "Saw acts" in table.did("next_turn")["text"]
    table.did("undo")
    assert table.now.world == before


def test_a_trap_of_a_door_plays_once_and_says_that_it_has_no_turns(table: Table) -> None:
    assert "takes turns only when it is the trap of a room" in trap(table, {**SAW, "trigger": "open"}, direction="north")["text"]
    did(table, "go", direction="north")
    (kept,) = table.thing("Lobby").body["traps"].values()
    assert kept["is"] == "triggered" and "initiative" not in kept


def test_turns_need_more_than_one_play(table: Table) -> None:
    answer = refused(table, "trap_invalid", "update", bagName="Crypt", trap={**SAW, "times": 1})
    assert "give times, such as 5 or always" in answer["text"]


def test_the_sphere_of_the_book_rolls_on_and_a_spike_is_too_late(table: Table) -> None:
    trap(table, "Rolling Sphere", bagName="Crypt")
    table.roll_with(low)
    did(table, "go", "Mira", direction="north")
    kept = state(table, "Crypt")
    assert (kept["is"], kept["initiative"]) == ("acting", 9)
    answer = refused(table, "trap_fixed", "disarm", "Mira")
    assert table.send(answer["error"]["try"], "manage_room")["ok"]
    assert state(table, "Crypt")["is"] == "disarmed"


def test_a_player_reads_of_the_turns_of_a_trap(table: Table) -> None:
    trap(table, SAW, bagName="Crypt")
    table.roll_with(low)
    did(table, "go", direction="north")
    fight(table, Pip=20, Mira=15)
    turn_of(table, "Mira")
    mira = Caller("player", "ann", None, ("Mira",))
    answer = table.game.ask({"operation": "next_turn"}, tool="execute_action", caller=mira)
    assert "Saw acts (initiative 1)" in answer["text"] and "Pip's turn" in answer["text"]


@pytest.mark.parametrize("stands_by", [True, False])
def test_a_trap_strikes_only_those_who_fight(table: Table, stands_by: bool) -> None:
    trap(table, SAW, bagName="Crypt")
    table.roll_with(low)
    did(table, "go", direction="north")
    fight(table, **({"Pip": 20} if stands_by else {"Pip": 20, "Mira": 15}))
    before = table.hp("Mira")
    turn_of(table, "Pip")
    assert table.hp("Mira") == before - (0 if stands_by else 5)
