"""Permissions: the table of rights, the reach of each role, and secrets that only the game master learns."""

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.operations.registry import TOOLS, WHO, operations
from rpg_lite.operations.role_table import list_allowed, right_of
from rpg_lite.store.store import Store
from rpg_lite.vocabulary import Role
from tests.copies import laid_once
from tests.examples import examples
from tests.operations.payloads import fitting
from tests.operations.table import TOOL_OF, Answer, Snapshot, Table, snapshot
from tests.walking import Walk, values

THORIN = Caller("player", "ann", None, ("Thorin",))
ELARA = Caller("player", "ben", None, ("Elara",))
VIEWER = Caller("viewer", "screen")
SECRETS = ("Vault", "Ring of Protection", "Silver Idol", "Potion of Healing", "Far Goblin", "Crypt", "Beware")


@laid_once
def game(empty: Table) -> Game:
    """Thorin and Elara in a hall with a goblin; a locked chest, a hidden idol and exit, a door to a crypt that nobody has seen."""
    table = empty
    for name in ("Thorin", "Elara"):
        table.did("create", name=name, character={"party": True, "hpMax": 20})
    room = table.now.things["r0.2"].name
    for made in (
        {"operation": "create", "name": "Vault", "direction": "north", "door": "hidden"},
        {"operation": "create", "name": "Crypt", "direction": "east", "door": "closed"},
        {"operation": "create", "name": "Study", "direction": "south"},
        {"operation": "update", "bagName": room, "notes": ["Beware of the idol."]},
    ):
        assert (answer := table.send(made, "manage_room"))["ok"], answer["text"]
    table.did("create", name="Near Goblin", character={"hpMax": 7})
    table.did("create", name="Far Goblin", character={"hpMax": 7})
    assert table.send({"operation": "join", "characterName": "Far Goblin", "toName": "Vault"}, "manage_room")["ok"]
    table.did("give", "Thorin", template="Ring of Protection", identified=False, equip=True, attune=True)
    table.did("give", "Thorin", template="Shield")
    table.did("give", "Elara", template="Torch")
    table.did("give", "Near Goblin", item={"name": "Whistle", "type": "adventuring_gear"})
    table.did("give", bagName="floor", item={"name": "Silver Idol", "type": "treasure"})
    assert table.send({"operation": "hide", "itemName": "Silver Idol"}, "manage_room")["ok"]
    table.did("give", bagName="floor", template="Chest")
    table.did("give", bagName="Chest", template="Potion of Healing")
    table.did("give", bagName="floor", item={"name": "Rope end", "type": "adventuring_gear"})
    assert table.send({"operation": "lock", "bagName": "Chest", "dc": 17, "keyName": "Iron Key"}, "manage_room")["ok"]
    return table.game


def ask(game: Game, caller: Caller, operation: str, detail: Any = "full", **fields: Any) -> Answer:
    return game.ask({"operation": operation, **fields}, TOOL_OF[operation], detail, caller)


def room_ask(game: Game, caller: Caller, operation: str, **fields: Any) -> Answer:
    return game.ask({"operation": operation, **fields}, "manage_room", "full", caller)


def code(answer: Answer) -> str:
    return "ok" if answer["ok"] else str(answer["error"]["code"])


# ── the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_viewer_may_nothing_that_a_player_may_not_and_changes_nothing() -> None:
    assert {who.viewer for who in WHO.values()} <= {"never", "reads"}
    assert all(who.player != "never" for who in WHO.values() if who.viewer != "never")


PAYLOADS = [(tool, operation) for tool in TOOLS for operation in operations(tool)]


@pytest.mark.parametrize(("tool", "operation"), PAYLOADS)
@pytest.mark.parametrize("role", ["player", "viewer"])
def test_what_is_not_allowed_is_refused_before_anything_else(game: Game, tool: str, operation: str, role: Role) -> None:
    """Name an own character wherever possible, so that only the role is in the way."""
    command = operations(tool)[operation]
    fields: dict[str, Any] = dict(fitting(operation, tool))
    before = snapshot(game)
    answer = game.ask({"operation": operation, **fields}, tool, "full", Caller(role, "ann", None, ("Thorin",)))
    never = right_of(role, command) == "never"
    assert (code(answer) == "not_allowed") == never, answer["text"]
    if never:
        assert snapshot(game) == before
        assert answer["error"]["allowed"] == list(list_allowed(role))
        assert role in answer["text"] and "Nothing was changed." in answer["text"]


def test_the_game_master_may_all_of_it(game: Game) -> None:
    for tool, operation in PAYLOADS:
        answer = game.ask({"operation": operation, "dryRun": True, **fitting(operation, tool)}, tool, "full", GM)
        assert code(answer) not in ("not_allowed", "gm_decides", "not_yours"), (operation, answer["text"])


# ── own characters, and what is within reach ────────────────────────────────────────────────────────────────────────

FLOOR = {"bagName": "floor", "characterName": "Thorin"}


@pytest.mark.parametrize(
    ("operation", "fields", "expected"),
    [
        ("equip", {"characterName": "Thorin", "itemName": "Shield"}, "ok"),
        ("equip", {"itemName": "Shield"}, "ok"),
        ("equip", {"characterName": "Elara", "itemName": "Torch"}, "not_yours"),
        ("use", {"characterName": "Elara", "itemName": "Torch"}, "not_yours"),
        ("transfer", {"itemName": "Shield", "toCharacterName": "Elara"}, "ok"),
        ("transfer", {"itemName": "Shield", "toCharacterName": "Near Goblin"}, "ok"),
        ("transfer", {"itemName": "Shield", "toName": "floor"}, "ok"),
        ("transfer", {"itemName": "Shield", "toName": "Chest"}, "bag_locked"),
        ("transfer", {**FLOOR, "itemName": "Rope end", "toCharacterName": "Thorin"}, "ok"),
        ("transfer", {"bagName": "Chest", "itemName": "Potion of Healing", "toCharacterName": "Thorin"}, "bag_locked"),
        ("transfer", {**FLOOR, "itemName": "Silver Idol", "toCharacterName": "Thorin"}, "item_unknown"),
        ("transfer", {"characterName": "Elara", "itemName": "Torch", "toCharacterName": "Thorin"}, "not_yours"),
        ("transfer", {"characterName": "Near Goblin", "itemName": "Whistle", "toCharacterName": "Thorin"}, "not_yours"),
        ("transfer", {"itemName": "Shield", "toCharacterName": "Far Goblin"}, "character_unknown"),
        ("attack", {"targetName": "Near Goblin"}, "ok"),
        ("attack", {"targetName": "Far Goblin"}, "character_unknown"),
        ("attack", {"characterName": "Elara", "targetName": "Near Goblin"}, "not_yours"),
        ("check", {"skill": "stealth"}, "ok"),
        ("check", {"characterName": "Elara", "skill": "stealth"}, "not_yours"),
        ("roll", {"dice": "1d20", "seed": 3}, "gm_decides"),
        ("say", {"text": "Hello"}, "ok"),
        ("say", {"text": "Hello", "characterName": "Elara"}, "not_yours"),
        ("view", {"characterName": "Elara"}, "ok"),
        ("view", {"characterName": "Near Goblin"}, "out_of_sight"),
        ("view", {"bagName": "Chest"}, "bag_locked"),
        ("character", {"characterName": "Near Goblin"}, "out_of_sight"),
        ("inventory", {"scope": "me", "characterName": "Near Goblin"}, "out_of_sight"),
        ("party", {"atRev": 1}, "gm_decides"),
        ("rooms", {"everything": True}, "gm_decides"),
        ("map", {"everything": True}, "gm_decides"),
        ("map", {}, "ok"),
        ("route", {"toName": "Vault"}, "room_unknown"),
        ("route", {"toName": "Study"}, "ok"),
        ("look", {"bagName": "Vault"}, "room_unknown"),
        ("look", {"bagName": "Study"}, "looks_elsewhere"),
        ("go", {"direction": "south"}, "ok"),
        ("go", {"direction": "north"}, "exit_unknown"),
        ("go", {"characterName": "Elara", "direction": "south"}, "not_yours"),
        ("go", {"characterName": "party", "direction": "south"}, "party_is_many"),
        ("go", {"toName": "Vault"}, "room_not_next_door"),
        ("go", {"direction": "south", "force": True}, "gm_decides"),
        ("unlock", {"bagName": "Chest", "force": True}, "gm_decides"),
        ("lock", {"bagName": "Chest", "dc": 1}, "gm_decides"),
        ("journal", {"actorName": "Elara"}, "not_yours"),
        ("journal", {}, "ok"),
    ],
)
def test_a_player_acts_with_the_own_character_on_what_is_there(game: Game, operation: str, fields: Answer, expected: str) -> None:
    before = snapshot(game)
    answer = ask(game, THORIN, operation, **fields)
    assert code(answer) == expected, answer["text"]
    assert answer["ok"] or snapshot(game) == before


def test_a_player_with_several_characters_names_one(game: Game) -> None:
    both = Caller("player", "cy", None, ("Thorin", "Elara"))
    assert code(ask(game, both, "equip", itemName="Shield")) == "target_required"
    assert ask(game, both, "equip", characterName="Elara", itemName="Torch")["ok"]


def test_nobody_is_reached_through_a_wall(game: Game) -> None:
    assert ask(game, ELARA, "go", direction="south")["ok"]
    assert code(ask(game, THORIN, "transfer", itemName="Shield", toCharacterName="Elara")) == "out_of_reach"
    assert code(ask(game, ELARA, "transfer", bagName="Chest", itemName="Torch", toCharacterName="Elara")) == "out_of_reach"


def test_in_a_fight_one_waits_for_the_own_turn(game: Game) -> None:
    ask(game, GM, "start_fight", names=["Thorin", "Near Goblin"])
    on, seen = "", set()
    for _ in range(2):
        on = ask(game, GM, "party")["text"] and _whose(game)
        attack = ask(game, THORIN, "attack", targetName="Near Goblin")
        seen.add((on, code(attack)))
        if on != "Thorin":
            assert on in attack["text"]
            assert code(ask(game, THORIN, "next_turn")) == "not_your_turn"
        ask(game, THORIN if on == "Thorin" else GM, "next_turn")
    assert seen == {("Thorin", "ok"), ("Near Goblin", "not_your_turn")}


def _whose(game: Game) -> str:
    things = snapshot(game).things
    fight = things["w"].body["fight"]
    return things[fight["order"][fight["turn"]]["id"]].name


def test_a_batch_is_asked_element_by_element(game: Game) -> None:
    batch = [{"operation": "equip", "itemName": "Shield"}, {"operation": "give", "template": "Torch"}]
    aborted = game.ask({"characterName": "Thorin", "batch": batch}, caller=THORIN)
    kept = game.ask({"characterName": "Thorin", "batch": batch, "onError": "continue"}, caller=THORIN)
    assert (code(aborted), aborted["error"]["field"]) == ("not_allowed", "batch[1].operation")
    assert [r["ok"] for r in kept["results"]] == [True, False]


def test_looking_in_a_batch_does_not_change_what_is_done_after(game: Game) -> None:
    before = {t.id: t.body for t in snapshot(game).things.values() if t.name != "Shield"}
    batch = [
        {"operation": "view"},
        {"operation": "unequip", "itemName": "Ring"},
        {"operation": "transfer", "itemName": "Shield", "toName": "floor"},
    ]
    answer = game.ask({"characterName": "Thorin", "batch": batch}, caller=THORIN)
    assert answer["ok"], answer["text"]
    now = snapshot(game)
    assert {t.id: t.body for t in now.things.values() if t.name != "Shield"} == before
    assert now.things[next(t.id for t in now.things.values() if t.name == "Silver Idol")].body["hidden"]
    assert "Ring of Protection" in {t.name for t in now.things.values()}


# ── what is told ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("caller", [THORIN, ELARA, VIEWER], ids=["Thorin", "Elara", "viewer"])
@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("party", {}), ("character", {"characterName": "Thorin"}), ("character", {"characterName": "Thorin", "stats": ["ac", "saves"]}),
        ("character", {"characterName": "party", "stats": ["ac"]}), ("who", {}), ("exits", {}), ("rooms", {}),
        ("inventory", {"scope": "all"}), ("view", {"characterName": "Thorin"}), ("view", {"bagName": "floor"}), ("look", {}),
        ("look", {"forPlayers": False}), ("view", {"characterName": "Thorin", "forPlayers": False}), ("map", {"around": 9}),
        ("look", {"bagName": "Vaultt"}), ("route", {"toName": "Cript"}), ("view", {"bagName": "Chestt"}), ("view", {"bagName": "Idol"}),
        ("view", {"characterName": "Goblin"}), ("journal", {}), ("examine", {"name": "Ring"}), ("history", {}), ("export", {"characterName": "Thorin"}),
    ],
)  # fmt: skip
def test_no_reading_tells_a_secret(game: Game, caller: Caller, operation: str, fields: Answer) -> None:
    assert_no_secret(ask(game, caller, operation, **fields), fields)


@pytest.mark.parametrize(
    ("operation", "fields", "word"),
    [
        ("unequip", {"itemName": "Ring"}, "Ring"),
        ("unequip", {"itemName": "ring"}, "AC 11 → 10"),
        ("unequip", {"slot": "ring1"}, "Ring"),
        ("unattune", {"itemName": "Ring"}, "Ring"),
        ("transfer", {"itemName": "Ring", "toCharacterName": "Elara"}, "Ring"),
        ("transfer", {"itemName": "Ring", "toName": "floor"}, "Ring"),
        ("transfer", {"all": True, "toName": "floor"}, "Shield"),
        ("go", {"direction": "south"}, "Study"),
        ("unlock", {"bagName": "Chest", "skill": "sleight_of_hand"}, "Thieves' Tools"),
        ("unlock", {"bagName": "Chest"}, "Thieves' Tools"),
        ("transfer", {"bagName": "Chest", "itemName": "Wine", "toCharacterName": "Thorin"}, "try a key"),
        ("equip", {"itemName": "Ring"}, "Ring"),
        ("equip", {"itemName": "Rinq"}, "Ring"),
        ("save", {"ability": "dex"}, "1d20"),
        ("attack", {"targetName": "Near Goblin"}, "Near Goblin"),
        ("attack", {"targetName": "Goblin"}, "Near Goblin"),
        ("open", {"direction": "east"}, "east"),
        ("go", {"direction": "east"}, "Crypt"),
    ],
)
@pytest.mark.parametrize("dry", [False, True])
def test_no_deed_tells_a_secret(game: Game, operation: str, fields: Answer, word: str, dry: bool) -> None:
    answer = ask(game, THORIN, operation, **fields, dryRun=dry)
    assert_no_secret(answer, fields, opened=operation in ("open", "go") and not dry)
    assert word.casefold() in answer["text"].casefold() or dry, answer["text"]


@pytest.mark.parametrize("then", [{"operation": "look", "bagName": "Cript"}, {"operation": "create", "name": "Cave"}])
def test_nobody_peeks_by_a_batch_that_comes_to_nothing(game: Game, then: Answer) -> None:
    batch = [{"operation": "go", "direction": "east"}, then]
    answer = game.ask({"batch": batch}, "manage_room", "full", THORIN)
    assert code(answer) == "found_by_doing"
    assert_no_secret(answer, {})
    assert "Crypt" in game.ask({"batch": batch, "onError": "continue"}, "manage_room", "full", THORIN)["text"]


def assert_no_secret(answer: Answer, asked: Answer, opened: bool = False) -> None:
    told = json.dumps(answer, ensure_ascii=False)
    known = json.dumps(asked)
    secrets = [s for s in SECRETS if s not in known and not (opened and s == "Crypt")]
    assert not [s for s in secrets if re.search(rf"\b{s}\b", told)], told
    assert "Iron Key" not in told and "17" not in re.findall(r"DC (\d+)", told)


def test_the_true_name_of_a_thing_is_no_name_for_a_player(game: Game) -> None:
    assert code(ask(game, THORIN, "unequip", itemName="Ring of Protection")) == "item_unknown"
    assert ask(game, THORIN, "unequip", itemName="Ring")["ok"]
    assert ask(game, THORIN, "equip", itemName="Ring")["ok"]


def test_the_short_words_of_a_hidden_thing_are_words_of_everything_else(game: Game) -> None:
    odd = {"name": "Results", "type": "wondrous", "description": "shield"}
    assert ask(game, GM, "give", characterName="Thorin", item=odd, identified=False)["ok"]
    answer = ask(game, THORIN, "equip", itemName="Shield")
    assert {"ok", "text", "results"} <= answer.keys()
    assert "Shield" in answer["text"] and "Shield" in json.dumps(answer["results"])


@pytest.mark.parametrize("words", ["The king.", "Thekingofthedrownedcity"])
def test_what_a_hidden_thing_says_is_for_the_game_master_to_tell(game: Game, words: str) -> None:
    idol = {"name": "Doom", "type": "wondrous", "description": words}
    assert ask(game, GM, "give", characterName="Thorin", item=idol, identified=False)["ok"]
    for caller, name, is_told in ((GM, "Doom", True), (THORIN, "Strange thing", False)):
        assert (words in ask(game, caller, "use", characterName="Thorin", itemName=name, dryRun=True)["text"]) == is_told


def test_what_is_found_is_told(game: Game) -> None:
    assert ask(game, GM, "search")["ok"]
    assert ask(game, GM, "identify", characterName="Thorin", itemName="Ring of Protection")["ok"]
    assert "Ring of Protection" in ask(game, THORIN, "view", characterName="Thorin")["text"]
    assert "Silver Idol" in ask(game, THORIN, "look")["text"]
    assert "Vault" in ask(game, THORIN, "go", direction="north")["text"]


def test_kept_answers_are_kept_by_who_sees_them(game: Game) -> None:
    payload = {"operation": "look"}
    of_the_master = game.ask(payload, "manage_room", "full")
    of_the_player = game.ask(payload, "manage_room", "full", THORIN)
    assert "Silver Idol" in of_the_master["text"] and "Silver Idol" not in of_the_player["text"]
    assert game.ask(payload, "manage_room", "full") == of_the_master


def test_nobody_is_given_the_answer_to_the_request_of_another(game: Game) -> None:
    payload = {"operation": "unequip", "characterName": "Thorin", "itemName": "Ring", "requestId": "1"}
    gm = game.ask({**payload, "itemName": "Ring of Protection"}, caller=GM)
    assert gm["ok"] and "Ring of Protection" in gm["text"]
    player = game.ask({**payload, "itemName": "Ring of Protection"}, caller=THORIN)
    assert code(player) == "item_unknown"
    assert ask(game, THORIN, "equip", itemName="Ring", requestId="2")["ok"]
    assert ask(game, THORIN, "equip", itemName="Ring", requestId="2").get("repeated")
    assert code(ask(game, ELARA, "equip", itemName="Ring", requestId="2")) == "item_unknown"


# ── wherever they walk ──────────────────────────────────────────────────────────────────────────────────────────────


class Watched(Walk):
    """The random walk of a dungeon with two more players: one acts at random, and both ask questions after each step."""

    def told(self, payload: Answer, tool: str, caller: Caller) -> Answer:
        answer = self.game.ask(payload, tool, "full", caller)
        now: Snapshot = snapshot(self.game)
        if now.rev != self.now.rev:
            self.before_last, self.was, self.now = None, self.now, now
        return answer

    @rule(
        operation=st.sampled_from(("go", "open", "close", "unlock", "transfer", "equip", "unequip", "use", "attune")),
        n=st.integers(0, 9),
        item=st.sampled_from(("Ring", "Ring of Protection", "Torch", "Iron Key", "Vial", "Brass Key")),
    )
    def play(self, operation: str, n: int, item: str) -> None:
        room = operation in ("go", "open", "close", "unlock")
        fields: Answer = {"direction": self.label(n, self.place("Thorin"))} if room else {"itemName": item}
        if operation == "transfer":
            fields |= ({"toName": "floor"}, {"toCharacterName": "Elara"}, {"bagName": "floor", "toCharacterName": "Thorin"})[n % 3]
        answer = self.told({"operation": operation, "characterName": "Thorin", **fields}, TOOL_OF[operation], THORIN)
        self.tells_no_secret(answer, fields)

    @rule(who=st.sampled_from(("Thorin", "Elara")))
    def find_something_strange(self, who: str) -> None:
        self.send("give", "manage_inventory", characterName=who, template="Ring of Protection", identified=False)

    @invariant()
    def nobody_else_is_told_a_secret(self) -> None:
        for caller in (THORIN, VIEWER):
            for tool, operation in (("manage_room", "look"), ("manage_room", "map"), ("read_campaign", "party")):
                self.tells_no_secret(self.game.ask({"operation": operation}, tool, "full", caller), {})
            view = {"batch": [{"operation": "view", "characterName": who} for who in ("Thorin", "Elara")]}
            self.tells_no_secret(self.game.ask(view, "manage_inventory", "full", caller), {})

    def tells_no_secret(self, answer: Answer, asked: Answer) -> None:
        now = self.now
        hidden = {t.id for t in now.things.values() if t.body.get("hidden")} | {w.id for w in now.exits.values() if w.hidden}
        standing = {self.at(now, who) for who in ("Thorin", "Elara")}
        unknown = [r for r in self.rooms if not r.body.get("seen") and r.id not in standing]
        words = {v for v in values(answer) if isinstance(v, str)}
        assert not hidden & words
        text = json.dumps(answer, ensure_ascii=False)
        assert not [r.name for r in unknown if re.search(rf"\b{re.escape(r.name)}\b", text)], text
        rings = [t for t in now.things.values() if t.name == "Ring of Protection"]
        if rings and all(not t.item.is_identified for t in rings) and "Protection" not in str(asked):
            assert "Ring of Protection" not in text, text


@pytest.mark.slow
class TestWatched(Watched.TestCase):
    settings = settings(
        max_examples=examples(6),
        stateful_step_count=25,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )

    @classmethod
    def setUpClass(cls) -> None:
        Walk.store = Store.open(":memory:")

    @classmethod
    def tearDownClass(cls) -> None:
        Walk.store.close()
