"""Nothing of the game master's is on a player's page: not in its state, its story, its map, a sheet, or what the stream sends."""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg_lite.game import Game
from rpg_lite.operations.callers import GM, Caller
from rpg_lite.views.page import changes
from tests.copies import begun, copy_of
from tests.examples import examples
from tests.operations.table import TOOL_OF, Table

Json = dict[str, Any]
READERS: Final = {"Thorin": Caller("player", characters=("Thorin",)), "viewer": GM}

CANARIES: Final = (
    "Secret1x", "Lurker2x", "Farling3x", "Note4x", "Vault5x", "Waynote6x", "Key7x", "Quest8x", "Questtext9x", "Blade10x", "Private11x",
    "Decision12x", "Loot13x", "Region14x", "Curse15x",
)  # fmt: skip
NUMBERS: Final = re.compile(r"(?<![\w.])(?:94|83|37|79\d\d)(?![\w.])")
"""The armor class of Snik, the DC of its act, the DC of the door, of hidden things and of rolls, and its hit points. Nothing else has these
numbers: the heroes have thousands of hit points, so that no blow leaves one of them."""


def _scene() -> Game:
    table = Table(begun())
    spells = {"known": ["Shatter", "Bless"], "prepared": ["Shatter"]}
    table.did("create", name="Thorin", character={"party": True, "classes": ["fighter 5"], "hpMax": 4000, "abilities": {"str": 18}})
    table.did("create", name="Elara", character={"party": True, "classes": ["wizard 5"], "hpMax": 5000, "spells": spells})
    curse = {"name": "Glare", "cost": "action", "targets": "2", "range": 60, "steps": [{"save": "wis", "dc": 83, "fail": [{"damage": "1d4", "type": "psychic"}]}]}  # fmt: skip
    foe = {"hpMax": 7900, "abilities": {"dex": 14}, "acts": [curse], "modifiers": [{"target": "ac", "op": "raise_to", "value": 94}]}
    table.did("create", name="Snik", character={**foe, "secret": "Secret1x"})
    table.did("create", name="Lurker2x", character={"hpMax": 7900, "abilities": {"dex": 30}})
    table.did("act", "Lurker2x", act="Hide", d20=[20])
    for room in ("Cave", "Far"):
        assert table.send({"operation": "create", "name": room, "direction": "down" if room == "Cave" else "north"}, "manage_room")["ok"]
    for n, more in enumerate(({"notes": ["Note4x"], "region": "Region14x"},)):
        assert table.send({"operation": "update", **more}, "manage_room")["ok"], n
    door = {
        "operation": "create",
        "name": "Vault5x",
        "direction": "east",
        "door": "hidden",
        "note": "Waynote6x",
        "keyName": "Key7x",
        "dc": 37,
    }
    assert table.send(door, "manage_room")["ok"]
    table.did("create", name="Farling3x", character={"hpMax": 7900}, roomName="Vault5x")
    table.did("give", bagName="floor", item={"name": "Loot13x", "type": "adventuring_gear"})
    table.send({"operation": "hide", "itemName": "Loot13x", "dc": 37}, "manage_room")
    blade = {"name": "Blade10x", "type": "weapon", "base": "Longsword", "weaponStats": {"damageDice": "1d8", "damageType": "slashing", "category": "martial_melee"}}  # fmt: skip
    table.did("give", "Thorin", item=blade, identified=False, equip=True)
    for entry in (
        {"operation": "quest", "name": "Quest8x", "text": "Questtext9x"},
        {"operation": "handout", "name": "Letter", "text": "Private11x", "toName": "Elara"},
        {"operation": "decide", "text": "Decision12x"},
    ):
        answer = table.send(entry, "keep_journal")
        assert answer["ok"], answer["text"]
    return table.game


CALLS: Final[list[Json]] = [
    {"operation": "attack", "characterName": "Thorin", "targetName": "Snik", "force": True},
    {"operation": "attack", "characterName": "Snik", "targetName": "Thorin", "force": True},
    {"operation": "attack", "characterName": "Snik", "targetName": "Lurker2x", "force": True},
    {"operation": "act", "characterName": "Snik", "act": "Glare", "targets": ["Thorin"], "force": True},
    {"operation": "act", "characterName": "Snik", "act": "Glare", "targets": ["Elara", "Lurker2x"], "force": True},
    {"operation": "cast", "characterName": "Elara", "spell": "Shatter", "targets": ["Snik", "Thorin"], "force": True},
    {"operation": "damage", "characterName": "Snik", "amount": 3, "damageType": "fire"},
    {"operation": "damage", "characterName": "Lurker2x", "amount": 3, "damageType": "fire"},
    {"operation": "heal", "characterName": "Snik", "amount": 2},
    {"operation": "damage", "characterName": "Thorin", "amount": 3, "damageType": "fire"},
    {"operation": "apply", "characterName": "Snik", "condition": "prone"},
    {"operation": "apply", "characterName": "Snik", "own": {"name": "Curse15x", "modifiers": [{"target": "save.all", "op": "add", "value": 1}]}},
    {"operation": "apply", "characterName": "Lurker2x", "condition": "poisoned"},
    {"operation": "save", "characterName": "Snik", "ability": "dex", "dc": 37},
    {"operation": "save", "characterName": "Thorin", "ability": "dex", "dc": 37},
    {"operation": "check", "characterName": "Snik", "skill": "stealth", "dc": 37},
    {"operation": "check", "characterName": "Thorin", "skill": "arcana", "dc": 37},
    {"operation": "start_fight", "names": ["Thorin", "Elara", "Snik", "Lurker2x"]},
    {"operation": "next_turn"},
    {"operation": "go", "characterName": "party", "direction": "down"},
    {"operation": "go", "characterName": "party", "direction": "up"},
    {"operation": "tell", "text": "A cold wind."},
    {"operation": "handout", "name": "Letter", "text": "Private11x again", "toName": "Elara"},
    {"operation": "progress", "name": "Quest8x", "status": "in_progress"},
    {"operation": "update", "characterName": "Lurker2x", "character": {"hp": 7800}},
    {"operation": "rest", "characterName": "party", "kind": "short"},
    {"operation": "undo"},
]  # fmt: skip


SHATTER, HURT, FIGHT, DOWN = CALLS[5], CALLS[9], CALLS[17], CALLS[19]


def play(game: Game, call: Json) -> bool:
    return bool(game.ask(call, TOOL_OF.get(call["operation"], "manage_inventory"))["ok"])


def seen(game: Game, caller: Caller) -> Json:
    """All that a page shows these readers."""
    sheets = [game.page_sheet(m["id"], caller if caller.role == "player" else Caller("viewer")) for m in game.table(caller=caller)["party"]]
    return {"state": game.table(caller=caller), "atlas": game.page_atlas(caller=caller), "sheets": sheets}


def leaks(shown: Json) -> list[str]:
    """The secrets in this; the numbers are sought outside the drawn map and the numbers of commits."""
    text = json.dumps(shown, ensure_ascii=False)
    plain = {**shown, "state": {k: v for k, v in shown["state"].items() if k != "map"}}
    numbers = re.sub(r'"(?:rev|gone)": (?:\[[^\]]*\]|\d+)', "", json.dumps(plain, ensure_ascii=False))
    return [*(word for word in CANARIES if word in text), *NUMBERS.findall(numbers)]


@pytest.mark.parametrize("who", READERS)
def test_the_scene_has_every_secret_and_players_see_none(who: str) -> None:
    with copy_of(_scene) as game:
        whole = json.dumps([game.table(everything=True), game.page_atlas(True), game.page_sheet("c3.1")], ensure_ascii=False)
        assert [word for word in CANARIES if word not in whole] in ([], ["Curse15x"]) and NUMBERS.search(whole)
        assert leaks(seen(game, READERS[who])) == []


def played(game: Game, who: str, calls: Sequence[int]) -> None:
    """Play the calls that are accepted; after each, look for secrets in all that these readers get."""
    before = seen(game, READERS[who])
    for n in calls:
        if not play(game, CALLS[n]):
            continue
        now = seen(game, READERS[who])
        told = changes.changes(before["state"], now["state"])
        assert leaks(now) == [] and leaks({"state": {k: v for k, v in told.items() if k != "was"}}) == [], CALLS[n]
        assert applied(before["state"], told) == {k: v for k, v in now["state"].items() if k not in changes.OLD}
        before = now


@pytest.mark.parametrize("who", READERS)
def test_after_each_call_players_see_no_secret(who: str) -> None:
    with copy_of(_scene) as game:
        played(game, who, range(len(CALLS)))


@pytest.mark.parametrize("who", READERS)
@settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
@given(calls=st.lists(st.sampled_from(range(len(CALLS))), min_size=1, max_size=14))
def test_whatever_is_played_players_see_no_secret(who: str, calls: list[int]) -> None:
    with copy_of(_scene) as game:
        played(game, who, calls)


def applied(state: Json, told: Json) -> Json:
    """The state after a change, as the page keeps it."""
    gone = set(told.get("gone", ()))
    kept = [e for e in state["story"] if e["rev"] not in gone]
    story = sorted([*kept, *told.get("story", ())], key=lambda e: int(e["rev"]))[-60:]
    parts = {k: v for k, v in told.items() if k not in ("was", "gone", "story")}
    return {**{k: v for k, v in state.items() if k not in changes.OLD}, **parts, "story": story}


@pytest.mark.parametrize("n", [2, 7, 12, 15])
def test_what_befalls_a_hidden_creature_and_what_a_foe_tries_alone_is_no_card(n: int) -> None:
    """A card without a name would still tell that somebody is there."""
    with copy_of(_scene) as game:
        before = game.table(caller=READERS["Thorin"])["story"]
        assert play(game, CALLS[n])
        assert game.table(caller=READERS["Thorin"])["story"] == before
        assert len(game.table(everything=True)["story"]) > len(before)


def test_each_call_is_accepted_somewhere() -> None:
    """A call that is always refused would try nothing."""
    refused = []
    for call in CALLS:
        with copy_of(_scene) as game:
            play(game, FIGHT) if call["operation"] == "next_turn" else None
            play(game, DOWN) if call.get("direction") == "up" else None
            if not play(game, call):
                refused.append(call)
    assert refused == []


# ── changes ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_change_has_only_the_parts_that_differ() -> None:
    with copy_of(_scene) as game:
        before = game.table(caller=READERS["Thorin"])
        play(game, HURT)
        told = changes.changes(before, game.table(caller=READERS["Thorin"]))
        assert (told["was"], told["rev"]) == (before["rev"], before["rev"] + 1)
        assert told.keys() == {"rev", "was", "party", "story"} and [e["rev"] for e in told["story"]] == [told["rev"]]
        assert next(iter(told)) == "rev"


def test_an_undo_says_which_rev_is_gone() -> None:
    with copy_of(_scene) as game:
        play(game, HURT)
        before = game.table(caller=READERS["Thorin"])
        assert play(game, {"operation": "undo"})
        told = changes.changes(before, game.table(caller=READERS["Thorin"]))
        assert told["gone"] == [before["rev"]] and "story" not in told


def test_a_change_in_a_fight_is_small() -> None:
    """One change to one player, with one new deed (page.md: at most 8 KB)."""
    with copy_of(_scene) as game:
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
    with copy_of(_scene) as game:
        tag = game.table()["atlas"]["tag"]
        assert game.page_atlas()["tag"] == tag
        play(game, HURT)
        assert game.table()["atlas"]["tag"] == tag
        play(game, DOWN)
        assert game.table()["atlas"]["tag"] != tag == tag


def test_the_map_tells_where_the_party_is_was_and_what_it_saw() -> None:
    with copy_of(_scene) as game:
        play(game, DOWN)
        rooms = {r["name"]: r for storey in game.page_atlas()["storeys"] for r in storey["rooms"]}
        assert (rooms["Cave"]["is"], rooms["Lobby"]["is"]) == ("here", "been") and len(rooms["Cave"]["at"]) == 4
        assert rooms["Cave"]["people"] == ["Elara", "Thorin"] or set(rooms["Cave"]["people"]) == {"Elara", "Thorin"}
        whole = {r["name"]: r for storey in game.page_atlas(everything=True)["storeys"] for r in storey["rooms"]}
        assert whole["Vault5x"]["is"] == "hidden" and "Farling3x" in whole["Vault5x"]["people"]
        doors = [d for storey in game.page_atlas(everything=True)["storeys"] for d in storey["doors"]]
        assert any(d["is"] == "secret" for d in doors)
