"""A scene full of secrets, the calls that are played in it, and all that a page then shows to players, in which no secret may be."""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.views.page import changes
from tests.copies import begun
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


def scene() -> Game:
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
    {"operation": "search"},
    {"operation": "award", "characterName": "party", "xp": 5},
    {"operation": "advance", "duration": "10 minutes"},
]  # fmt: skip


SHATTER, HURT, FIGHT, DOWN = CALLS[5], CALLS[9], CALLS[17], CALLS[19]


def play(game: Game, call: Json) -> bool:
    return bool(game.ask(call, TOOL_OF.get(call["operation"], "manage_inventory"))["ok"])


def seen(game: Game, caller: Caller) -> Json:
    """All that a page shows these readers."""
    state = game.table(caller=caller)
    sheets = [game.page_sheet(m["id"], caller if caller.role == "player" else Caller("viewer")) for m in state["party"]]
    return {"state": state, "atlas": game.page_atlas(caller=caller), "sheets": sheets}


def leaks(shown: Json) -> list[str]:
    """The secrets in this; the numbers are sought outside the drawn map and the numbers of commits."""
    text = json.dumps(shown, ensure_ascii=False)
    plain = {**shown, "state": {k: v for k, v in shown["state"].items() if k != "map"}}
    numbers = re.sub(r'"(?:rev|gone)": (?:\[[^\]]*\]|\d+)', "", json.dumps(plain, ensure_ascii=False))
    return [*(word for word in CANARIES if word in text), *NUMBERS.findall(numbers)]


def changes_leak(before: Json, now: Json) -> list[str]:
    """The secrets in all that these readers get after a call; the change leads to the same state."""
    told = changes.changes(before["state"], now["state"])
    assert applied(before["state"], told) == {k: v for k, v in now["state"].items() if k not in changes.OLD}
    return [*leaks(now), *leaks({"state": {k: v for k, v in told.items() if k != "was"}})]


def played(game: Game, who: str, calls: Sequence[int]) -> None:
    """Play the calls that are accepted; after each, look for secrets in all that these readers get."""
    before = seen(game, READERS[who])
    for n in calls:
        if not play(game, CALLS[n]):
            continue
        now = seen(game, READERS[who])
        assert changes_leak(before, now) == [], CALLS[n]
        before = now


def applied(state: Json, told: Json) -> Json:
    """The state after a change, as the page keeps it."""
    story = changes.applied(state["story"], told.get("story", ()), told.get("gone", ()))
    parts = {k: v for k, v in told.items() if k not in ("was", "gone", "story")}
    return {**{k: v for k, v in state.items() if k not in changes.OLD}, **parts, "story": story}
