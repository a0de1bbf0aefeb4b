"""A recap: the difference of two moments. Each number of it is in one of both worlds or in an event, and what was undone does not show."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.calls import python_calls
from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.store.unit_of_work import Reading

HEROES = {"Mira": {"classes": ["cleric 9"], "spells": {"prepared": ["Bless"]}}, "Bo": {"classes": ["fighter 3"]}}
Asked = tuple[str, dict[str, Any]]
TIMES = 3
"""A recap of fifty revs takes at most as many times as long as the party at a glance, at the moment at which the recap begins."""


def ask(game: Game, tool: str, operation: str, **fields: Any) -> dict[str, Any]:
    answer = game.ask({"operation": operation, **fields}, tool)
    assert answer["ok"], answer["text"]
    return answer


def recap(game: Game, characters: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    return game.ask({"operation": "recap", **fields}, "read_campaign", characters=characters)


def facts(game: Game, **fields: Any) -> dict[str, Any]:
    """The facts by kind and bearer."""
    found = recap(game, **fields)["results"][0]["facts"]
    return {f"{fact['fact']} {fact.get('who', '')}".strip(): fact for fact in found}


def prepare(game: Game) -> int:
    """Two heroes, two goblins in the room to the east, and a checkpoint; return its rev."""
    for name, character in HEROES.items():
        ask(game, "manage_character", "create", name=name, character=character)
    ask(game, "manage_room", "create", name="Ford", direction="east")
    ask(game, "manage_character", "create", template="Goblin", count=2, roomName="Ford")
    return int(ask(game, "keep_journal", "checkpoint", name="The Ford")["rev"])


@pytest.fixture
def evening() -> Iterator[Game]:
    """A fight in which a goblin dies; a dagger that was given and taken back; treasure, a decision and a rest."""
    with open_campaign(":memory:", seed=3) as game:
        prepare(game)
        ask(game, "manage_room", "go", direction="east")
        ask(game, "execute_action", "start_fight", names=["party", "Goblin 1", "Goblin 2"])
        ask(game, "execute_action", "damage", characterName="Goblin 1", amount=24, damageType="fire")
        ask(game, "execute_action", "damage", characterName="Mira", amount=24, damageType="fire")
        ask(game, "execute_action", "heal", characterName="Mira", amount=10)
        ask(game, "manage_condition", "apply", characterName="Bo", condition="poisoned")
        ask(game, "execute_action", "end_fight")
        ask(game, "manage_inventory", "give", characterName="Mira", item="Dagger")
        ask(game, "manage_inventory", "undo")
        ask(game, "manage_inventory", "give", characterName="Mira", item="gp", quantity=12)
        ask(game, "manage_inventory", "give", characterName="Bo", item="Ring of Protection", identified=False)
        ask(game, "keep_journal", "decide", text="We spare the second goblin.")
        yield game


def test_it_tells_what_changed_since_a_checkpoint(evening: Game) -> None:
    told = recap(evening, since="the ford")["text"]
    for sentence in (
        "Way: Lobby → Ford.",
        "Mira: HP 48 → 34, lowest 24.",
        "Bo: poisoned (was none).",
        "Got: Ring of Protection (not identified: Ring), 12 gp.",
        "Died: Goblin 1 (rev ",
        "Fights: 1: 1 round (rev ",
        "We spare the second goblin.",
    ):
        assert sentence in told
    assert "Dagger" not in told and "Goblin 2" not in told


def test_players_hear_of_things_as_they_know_them_and_of_no_decision(evening: Game) -> None:
    told = recap(evening, ("Bo",), since=5)["text"]
    assert "Got: Ring, 12 gp." in told and "Protection" not in told and "We spare" not in told and "Died: Goblin 1" in told


def test_players_hear_nothing_of_a_death_elsewhere() -> None:
    with open_campaign(":memory:", seed=3) as game:
        since = prepare(game)
        ask(game, "execute_action", "damage", characterName="Goblin 1", amount=24, damageType="fire")
        assert "Goblin" not in recap(game, ("Bo",), since=since)["text"]


def test_a_budget_leaves_out_the_lightest_and_counts_them(evening: Game) -> None:
    whole, brief = (recap(evening, since="the ford", budget=budget)["text"] for budget in (1_000, 100))
    assert estimate(brief) <= 100 and "Left out for want of room: " in brief and "Left out" not in whole
    left, all_of, needed = map(int, re.findall(r"\d+", brief.splitlines()[-1]))
    assert len(brief.splitlines()) - 2 == all_of - left
    assert "Left out" not in recap(evening, since="the ford", budget=needed)["text"]


@pytest.mark.parametrize("budget", [0, 99, 10**9, "many"])
def test_a_wrong_budget_is_refused(evening: Game, budget: Any) -> None:
    assert recap(evening, budget=budget)["error"]["field"] == "budget"


def test_a_moment_to_come_is_refused(evening: Game) -> None:
    assert recap(evening, since=999)["error"]["code"] == "rev_unknown"
    assert recap(evening, since="the keep")["error"]["code"] == "checkpoint_unknown"


def test_it_begins_at_the_newest_checkpoint_that_is_old_enough(evening: Game) -> None:
    ask(evening, "keep_journal", "checkpoint", name="Just now")
    assert recap(evening)["results"][0]["since"] == 0
    for _ in range(20):
        ask(evening, "keep_journal", "note", text="A note.")
    just_now = recap(evening, since="just now")["results"][0]["since"]
    assert recap(evening)["results"][0]["since"] == just_now


def test_nothing_is_a_sentence(evening: Game) -> None:
    last = ask(evening, "read_campaign", "party")["rev"]
    assert recap(evening, since=last)["text"] == f"Nothing has changed since rev {last}."


def test_a_later_day_tells_the_same_of_an_earlier_one(evening: Game) -> None:
    last = ask(evening, "read_campaign", "party")["rev"]
    before = recap(evening, since="the ford")["text"]
    ask(evening, "manage_inventory", "give", characterName="Mira", item="Rope")
    assert recap(evening, since="the ford", atRev=last)["text"].removeprefix(f"As of rev {last}: ") == before


def test_quests_and_members_that_come_and_go_are_told(evening: Game) -> None:
    ask(evening, "keep_journal", "quest", name="The Duke", text="Find him.")
    since = ask(evening, "read_campaign", "party")["rev"]
    ask(evening, "keep_journal", "progress", name="The Duke", status="done")
    ask(evening, "manage_character", "create", name="Kim", character={"classes": ["rogue 1"]})
    ask(evening, "manage_character", "update", characterName="Bo", character={"party": False})
    told = facts(evening, since=since)
    assert (told["quest The Duke"]["was"], told["quest The Duke"]["now"]) == ("pending", "done")
    assert "joined Kim" in told and "left Bo" in told


# ── laws ────────────────────────────────────────────────────────────────────────────────────────────────────────────


DEEDS: list[Asked] = [
    ("execute_action", {"operation": "damage", "characterName": "Mira", "amount": 7, "damageType": "fire"}),
    ("execute_action", {"operation": "damage", "characterName": "Goblin 2", "amount": 3, "damageType": "cold"}),
    ("execute_action", {"operation": "heal", "characterName": "Mira", "amount": 3}),
    ("execute_action", {"operation": "cast", "characterName": "Mira", "spell": "Bless", "targets": ["Bo"], "force": True}),
    ("manage_inventory", {"operation": "give", "characterName": "Bo", "item": "Torch", "quantity": 4}),
    ("manage_inventory", {"operation": "give", "characterName": "Mira", "item": "gp", "quantity": 11}),
    ("manage_inventory", {"operation": "remove", "characterName": "Bo", "itemName": "Torch", "quantity": 2}),
    ("manage_inventory", {"operation": "undo"}),
    ("manage_room", {"operation": "go", "direction": "east"}),
    ("manage_room", {"operation": "go", "direction": "west"}),
    ("manage_character", {"operation": "advance", "duration": "10 minutes"}),
    ("keep_journal", {"operation": "milestone", "text": "On we go."}),
]
EVENINGS = st.lists(st.sampled_from(DEEDS), max_size=12)


def play(game: Game, deeds: list[Asked]) -> int:
    for tool, payload in deeds:
        game.ask(payload, tool)
    return int(ask(game, "read_campaign", "party")["rev"])


def net(told: dict[str, Any]) -> Counter[str]:
    """The things won, less the things lost."""
    found = Counter(told.get("got", {}).get("now", {}))
    found.subtract(told.get("gone", {}).get("now", {}))
    return Counter({name: n for name, n in found.items() if n})


@settings(max_examples=25, deadline=None)
@given(EVENINGS, EVENINGS)
def test_two_halves_make_the_whole(first: list[Asked], second: list[Asked]) -> None:
    with open_campaign(":memory:", seed=1) as game:
        begin = prepare(game)
        middle = play(game, first)
        end = play(game, second)
        one, other, whole = facts(game, since=begin, atRev=middle), facts(game, since=middle), facts(game, since=begin, atRev=end)
        total = net(one)
        total.update(net(other))
        assert Counter({name: n for name, n in total.items() if n}) == net(whole)
        for who in HEROES:
            halves = [half[f"hp {who}"] for half in (one, other) if f"hp {who}" in half]
            if halves:
                was, now = halves[0]["was"], halves[-1]["now"]
                assert (whole.get(f"hp {who}", {"was": was}))["was"] == was and whole.get(f"hp {who}", {"now": now})["now"] == now


@settings(max_examples=25, deadline=None)
@given(EVENINGS)
def test_each_number_is_in_the_rows(deeds: list[Asked]) -> None:
    """The numbers of a recap are those of the parties at both moments, of the events between them, and the revs."""
    with open_campaign(":memory:", seed=1) as game:
        since = prepare(game)
        last = play(game, deeds)

        def rows(at: Reading) -> str:
            return str([c.events for c in at.commits_since(since)])

        known = game.store.read(game.campaign.id, rows) + "".join(
            str(game.ask({"operation": operation, "atRev": rev}, "read_campaign"))
            for rev in (since, last)
            for operation in ("party", "inventory", "journal")
        )
        numbers = {*re.findall(r"\d+", known), *map(str, range(since, last + 1))}
        told = recap(game, since=since, budget=1_000)["text"]
        assert {*re.findall(r"\d+", told)} <= numbers, told


# ── what it costs ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_a_recap_of_fifty_revs_calls_three_times_as_many_functions_as_the_party_then(evening: Game) -> None:
    """The world then is loaded for both; a recap also looks through what has happened since, and loads the world now."""
    for n in range(60):
        for tool, payload in (DEEDS[4 + n % 2], ("keep_journal", {"operation": "say", "text": f"Line {n}.", "characterName": "Mira"})):
            assert evening.ask(payload, tool)["ok"]
    assert _calls(evening, "recap", "since") <= TIMES * _calls(evening, "party", "atRev")


def _calls(game: Game, operation: str, key: str) -> int:
    """The functions that a call about the moment fifty revs ago runs while its answer is not known yet: before each, something happens."""
    found = list[int]()
    for _ in range(4):
        then = ask(game, "manage_character", "advance", duration="10 minutes")["rev"] - 50
        found.append(python_calls(lambda then=then: ask(game, "read_campaign", operation, **{key: then})))
    return min(found)


def test_deaths_and_fights_come_before_coins(evening: Game) -> None:
    kinds = [fact["fact"] for fact in recap(evening, detail="full")["results"][0]["facts"]]
    assert max(kinds.index("died"), kinds.index("fight")) < min(n for n, kind in enumerate(kinds) if kind in ("hp", "got", "gone", "xp"))
