"""Nothing of the game master's is on a player's page: not in its state, its story, its map, a sheet, or what the stream sends."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg_lite.views.page import changes
from tests.canaries import CALLS, CANARIES, DOWN, FIGHT, HURT, NUMBERS, READERS, SHATTER, leaks, play, played, scene, seen
from tests.copies import copy_of
from tests.examples import examples


@pytest.mark.parametrize("who", READERS)
def test_the_scene_has_every_secret_and_players_see_none(who: str) -> None:
    with copy_of(scene) as game:
        whole = json.dumps([game.table(everything=True), game.page_atlas(True), game.page_sheet("c3.1")], ensure_ascii=False)
        assert [word for word in CANARIES if word not in whole] in ([], ["Curse15x"]) and NUMBERS.search(whole)
        assert leaks(seen(game, READERS[who])) == []


@pytest.mark.parametrize("who", READERS)
def test_after_each_call_players_see_no_secret(who: str) -> None:
    with copy_of(scene) as game:
        played(game, who, range(len(CALLS)))


@pytest.mark.parametrize("who", READERS)
@settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
@given(calls=st.lists(st.sampled_from(range(len(CALLS))), min_size=1, max_size=14))
def test_whatever_is_played_players_see_no_secret(who: str, calls: list[int]) -> None:
    with copy_of(scene) as game:
        played(game, who, calls)


@pytest.mark.parametrize("n", [2, 7, 12, 15])
def test_what_befalls_a_hidden_creature_and_what_a_foe_tries_alone_is_no_card(n: int) -> None:
    """A card without a name would still tell that somebody is there."""
    with copy_of(scene) as game:
        before = game.table(caller=READERS["Thorin"])["story"]
        assert play(game, CALLS[n])
        assert game.table(caller=READERS["Thorin"])["story"] == before
        assert len(game.table(everything=True)["story"]) > len(before)


def test_each_call_is_accepted_somewhere() -> None:
    """A call that is always refused would try nothing."""
    refused = []
    for call in CALLS:
        with copy_of(scene) as game:
            play(game, FIGHT) if call["operation"] == "next_turn" else None
            play(game, DOWN) if call.get("direction") == "up" else None
            if not play(game, call):
                refused.append(call)
    assert refused == []


# ── changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_change_has_only_the_parts_that_differ() -> None:
    with copy_of(scene) as game:
        before = game.table(caller=READERS["Thorin"])
        play(game, HURT)
        told = changes.changes(before, game.table(caller=READERS["Thorin"]))
        assert (told["was"], told["rev"]) == (before["rev"], before["rev"] + 1)
        assert told.keys() == {"rev", "was", "party", "story"} and [e["rev"] for e in told["story"]] == [told["rev"]]
        assert next(iter(told)) == "rev"


def test_an_undo_says_which_rev_is_gone() -> None:
    with copy_of(scene) as game:
        play(game, HURT)
        before = game.table(caller=READERS["Thorin"])
        assert play(game, {"operation": "undo"})
        told = changes.changes(before, game.table(caller=READERS["Thorin"]))
        assert told["gone"] == [before["rev"]] and "story" not in told


def test_a_change_in_a_fight_is_small() -> None:
    """One change to one player, with one new deed (page.md: at most 8 KB)."""
    with copy_of(scene) as game:
        for name in ("Pip", "Osric"):
            game.ask({"operation": "create", "name": name, "character": {"party": True, "classes": ["cleric 5"]}}, "manage_character")
        for n in range(3):
            game.ask({"operation": "create", "name": f"Ghoul {n + 1}", "template": "Ghoul"}, "manage_character")
        fight = {"operation": "start_fight", "names": ["party", "Snik", "Ghoul 1", "Ghoul 2", "Ghoul 3"]}
        assert play(game, fight)
        before = game.table(caller=READERS["Thorin"])
        assert play(game, SHATTER | {"targets": ["Ghoul 1", "Ghoul 2", "Ghoul 3", "Thorin"]})
        sent = json.dumps(changes.changes(before, game.table(caller=READERS["Thorin"])), ensure_ascii=False)
        assert len(sent.encode()) <= 8_000, len(sent)


# ── the map by its tag ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_map_keeps_its_tag_until_it_changes() -> None:
    with copy_of(scene) as game:
        tag = game.table()["atlas"]["tag"]
        assert game.page_atlas()["tag"] == tag
        play(game, HURT)
        assert game.table()["atlas"]["tag"] == tag
        play(game, DOWN)
        assert game.table()["atlas"]["tag"] != tag == tag


def test_the_map_tells_where_the_party_is_was_and_what_it_saw() -> None:
    with copy_of(scene) as game:
        play(game, DOWN)
        rooms = {r["name"]: r for storey in game.page_atlas()["storeys"] for r in storey["rooms"]}
        assert (rooms["Cave"]["is"], rooms["Lobby"]["is"]) == ("here", "been") and len(rooms["Cave"]["at"]) == 4
        assert rooms["Cave"]["people"] == ["Elara", "Thorin"] or set(rooms["Cave"]["people"]) == {"Elara", "Thorin"}
        whole = {r["name"]: r for storey in game.page_atlas(everything=True)["storeys"] for r in storey["rooms"]}
        assert whole["Vault5x"]["is"] == "hidden" and "Farling3x" in whole["Vault5x"]["people"]
        doors = [d for storey in game.page_atlas(everything=True)["storeys"] for d in storey["doors"]]
        assert any(d["is"] == "secret" for d in doors)
